import { ListCollapse, PanelLeftClose, RefreshCw } from "lucide-react";
import { useEffect, useState } from "react";
import { t } from "../../../i18n/translate.ts";
import { ErrorState } from "../../../ui/ErrorState.tsx";
import { IconButton } from "../../../ui/IconButton.tsx";
import { lazyComponent } from "../../../ui/lazy-component.tsx";
import { SearchField } from "../../../ui/SearchField.tsx";
import { SkeletonLines } from "../../../ui/Skeleton.tsx";
import { toApiError } from "../../../web/client/errors.ts";
import { toast } from "../../../web/toasts/toasts.ts";
import { useLab, useTab } from "../state/lab-context.ts";
import {
  reloadSchema,
  type TablePlace,
  useManyDetails,
  useRowCounts,
  useSchemas,
  useTables,
} from "../state/metadata.ts";
import { pinKey } from "../state/tab.ts";
import { useTabView } from "../state/tab-view.ts";
import { SchemaTree } from "./SchemaTree.tsx";
import styles from "./schema.module.css";
import { schemaId, tableId, treeRows } from "./tree.ts";

const PlaceForm = lazyComponent(async () => (await import("./Places.tsx")).PlaceForm);

export function SchemaPanel({ onClose }: { onClose?(): void }) {
  const { dbId, catalog, schema } = useTab();
  return <Schema key={`${dbId} ${catalog}`} place={{ dbId, catalog }} schema={schema} onClose={onClose} />;
}

interface SchemaProps {
  place: { dbId: number | null; catalog: string | null };
  schema: string | null;
  onClose: (() => void) | undefined;
}

function Schema({ place, schema, onClose }: SchemaProps) {
  const [search, setSearch] = useState("");
  const [isLoading, setLoading] = useState(false);
  const schemas = useSchemas(place);
  const { rows, toggle, collapse } = useTree(place, { schemas: schemas.data ?? [], own: schema, search });
  const reload = async () => {
    setLoading(true);
    await reloadSchema(place).catch((error) => toast.error(error));
    setLoading(false);
  };
  return (
    <div className={styles.panel}>
      <div className={styles.head}>
        <h2>{t("Schema")}</h2>
        <IconButton label={t("Collapse all")} icon={<ListCollapse size={16} />} onClick={collapse} />
        <IconButton
          label={t("Refresh schema")}
          icon={<RefreshCw size={16} />}
          disabled={isLoading || place.dbId === null}
          onClick={() => void reload()}
        />
        {onClose ? <IconButton label={t("Hide schema")} icon={<PanelLeftClose size={16} />} onClick={onClose} /> : null}
      </div>
      <div className={styles.choose}>
        <PlaceForm fallback={<div className={styles.placesLoading} />} />
        <SearchField label={t("Search tables and columns")} value={search} onChange={setSearch} />
      </div>
      {schemas.error ? (
        <ErrorState
          compact
          title={t("There was an error loading the schemas")}
          text={toApiError(schemas.error).message}
          onRetry={() => void schemas.refetch()}
        />
      ) : schemas.isPending && place.dbId !== null ? (
        <div className={styles.reading}>
          <SkeletonLines lines={6} />
        </div>
      ) : (
        <SchemaTree rows={rows} place={place} onToggle={toggle} />
      )}
    </div>
  );
}

interface TreeOptions {
  schemas: readonly string[];
  own: string | null;
  search: string;
}

function useTree(place: SchemaProps["place"], { schemas, own, search }: TreeOptions) {
  const { toggled, pinned, setToggled } = useToggled(place);
  const found = useFirstSchema(place, own === null ? schemas : []);
  const first = own ?? found;
  const isOpen = (id: string) =>
    toggled[id] ?? pinned.get(id)?.isExpanded ?? (first !== undefined && id === schemaId(first));
  const open = schemas.filter((name) => isOpen(schemaId(name)));
  const tables = useTables(place, open);
  const counts = useRowCounts(place, open);
  const shown: TablePlace[] = open.flatMap((schema, at) =>
    (tables[at]?.data ?? []).flatMap(({ name }) => (isOpen(tableId(schema, name)) ? [{ ...place, schema, name }] : [])),
  );
  const details = useManyDetails(shown);
  const expanded = new Set([...open.map(schemaId), ...shown.map((one) => tableId(one.schema ?? "", one.name))]);
  const rows = treeRows({
    schemas,
    expanded,
    search,
    tablesOf: (schema) => tables[open.indexOf(schema)],
    rowsOf: (schema, name) => counts[open.indexOf(schema)]?.data?.get(name),
    columnsOf: (schema, name) => {
      const found = details[shown.findIndex((one) => one.schema === schema && one.name === name)];
      return found && { data: found.data?.columns, error: found.error };
    },
  });
  return {
    rows,
    toggle: (id: string, to = !expanded.has(id)) => setToggled({ ...toggled, [id]: to }),
    collapse: () =>
      setToggled(Object.fromEntries([...schemas.map(schemaId), ...pinned.keys()].map((id) => [id, false]))),
  };
}

const MOST_TRIED = 5;

/** The database's usual schema, or the next one if that has no tables. */
function useFirstSchema(place: SchemaProps["place"], schemas: readonly string[]): string | undefined {
  const isUsual = (name: string) => /^(public|main|default|dbo)$/.test(name);
  const ordered = [...schemas.filter(isUsual), ...schemas.filter((name) => !isUsual(name) && !isOfSystem(name))];
  const candidates = (ordered.length > 0 ? ordered : schemas).slice(0, MOST_TRIED);
  const [tried, setTried] = useState(1);
  const tables = useTables(place, candidates.slice(0, tried));
  const filled = candidates.find((_, at) => (tables[at]?.data?.length ?? 0) > 0);
  const last = tables.at(-1);
  const isEmpty = filled === undefined && (last?.data?.length === 0 || last?.isError === true);
  useEffect(() => {
    if (isEmpty) setTried(Math.min(tried + 1, MOST_TRIED));
  }, [isEmpty, tried]);
  return filled ?? candidates[0];
}

const isOfSystem = (schema: string) => /^(pg_|information_schema$|sys$)/i.test(schema);

/** What the user opened and closed in the active tab; for pinned tables this is stored on the server too. */
function useToggled({ dbId, catalog }: SchemaProps["place"]) {
  const lab = useLab();
  const { key, tables } = useTab();
  const [view, changeView] = useTabView();
  const expandedIn = JSON.stringify([dbId, catalog]);
  const toggled = view.expandedIn === expandedIn ? (view.expanded ?? NONE_TOGGLED) : NONE_TOGGLED;
  const here = tables.filter((one) => one.dbId === dbId && one.catalog === catalog);
  const pinned = new Map(here.map((one) => [tableId(one.schema ?? "", one.name), one]));
  const setToggled = (expanded: Readonly<Record<string, boolean>>) => {
    changeView({ expanded, expandedIn });
    for (const [id, table] of pinned) {
      const isExpanded = expanded[id];
      if (isExpanded !== undefined) lab.expand(key, pinKey(table), isExpanded);
    }
  };
  return { toggled, pinned, setToggled };
}

const NONE_TOGGLED: Readonly<Record<string, boolean>> = {};
