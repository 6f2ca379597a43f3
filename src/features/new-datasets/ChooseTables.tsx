import { useQueryClient } from "@tanstack/react-query";
import { Select } from "antd";
import { useState } from "react";
import { useNavigate } from "react-router";
import type { DatasetBatchResult } from "../../api/dataset/contract.ts";
import { t } from "../../i18n/translate.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { Field } from "../../ui/Field.tsx";
import { SkeletonLines } from "../../ui/Skeleton.tsx";
import { toApiError } from "../../web/client/errors.ts";
import { can } from "../../web/session/session.ts";
import { CatalogSelect } from "./CatalogSelect.tsx";
import { createDatasets, type NewTables } from "./create-datasets.ts";
import { FirstCharts } from "./FirstCharts.tsx";
import styles from "./new-datasets.module.css";
import { exploreAddress, loadProposal, PLAIN_CHART } from "./proposal.ts";
import { TableList } from "./TableList.tsx";
import { TablePreview } from "./TablePreview.tsx";
import {
  type Catalogs,
  firstSchema,
  type TableOption,
  useCatalogs,
  useFilledSchema,
  useSchemas,
  useTables,
} from "./use-tables.ts";

interface ChooseTablesProps {
  id: number;
  name: string;
  /** Shown first, if there is one of this name. */
  schema?: string | undefined;
  /** The database was just connected. */
  isNew?: boolean;
  onClose(): void;
}

/** Creates datasets from tables of a database, in one go, and proposes their first charts. */
export function ChooseTables({ id, name, schema, isNew = false, onClose }: ChooseTablesProps) {
  const [results, setResults] = useState<readonly DatasetBatchResult[]>();
  const navigate = useNavigate();
  const finish = async (created: readonly DatasetBatchResult[]) => {
    const [only, ...others] = created;
    if (only?.id === undefined || others.length > 0 || !can("can_read", "Explore")) return setResults(created);
    return navigate(exploreAddress(only.id, await loadProposal(only.id).catch(() => PLAIN_CHART)));
  };
  if (results) return <FirstCharts results={results} onClose={onClose} />;
  const title = isNew ? t("{name} is connected. Choose tables", { name }) : t("Add datasets from {name}", { name });
  return <Choosing {...{ id, title, schema, isNew, onClose }} onCreated={finish} />;
}

interface ChoosingProps {
  id: number;
  title: string;
  schema: string | undefined;
  isNew: boolean;
  onCreated(results: readonly DatasetBatchResult[]): Promise<void> | void;
  onClose(): void;
}

function Choosing({ id, title, schema: wanted, isNew, onCreated, onClose }: ChoosingProps) {
  const choice = useChoice(id, wanted);
  const { busy, failure, create } = useCreation(id, onCreated);
  const { catalog, schema, selected } = choice;
  return (
    <Dialog
      open
      title={title}
      width={960}
      height="min(720px, 92vh)"
      onClose={onClose}
      cancelLabel={isNew ? t("Not now") : t("Cancel")}
      footerNote={
        failure ? (
          <span className={styles.failure} role="alert">
            {failure}
          </span>
        ) : (
          t("Charts are built on datasets. You can add more later.")
        )
      }
      primary={{
        label: t("{count, plural, =0 {Create datasets} one {Create dataset and chart} other {Create # datasets}}", {
          count: selected.size,
        }),
        disabled: selected.size === 0,
        loading: busy,
        onClick: () => void create({ catalog, schema, tables: [...selected] }),
      }}
    >
      <div className={styles.place}>
        {choice.catalogs ? (
          <CatalogField catalogs={choice.catalogs} value={catalog} onChange={choice.changeCatalog} />
        ) : null}
        {choice.schemas.length > 1 ? (
          <SchemaChoice
            schemas={choice.schemas}
            schema={schema}
            passedOver={choice.passedOver}
            onChange={choice.changeSchema}
          />
        ) : null}
      </div>
      <Tables database={id} choice={choice} />
    </Dialog>
  );
}

/** The usual schema, or the first with tables if that has none. */
function usePreselected(
  place: { id: number; catalog: string | null },
  schemas: readonly string[] | undefined,
  wanted: string | undefined,
) {
  const first = firstSchema(schemas ?? [], wanted);
  const isEmpty = useTables({ ...place, schema: schemas && first }).data?.length === 0;
  const filled = useFilledSchema(place, schemas ?? [], isEmpty ? first : null);
  const found = filled.data ?? null;
  return { schema: found ?? first, passedOver: found === null ? null : first, isSearching: filled.isLoading };
}

function useChoice(id: number, wanted: string | undefined) {
  const [catalog, setCatalog] = useState<string | null>(null);
  const [chosen, setChosen] = useState<string>();
  const [picked, setPicked] = useState<ReadonlySet<string>>();
  const [shown, setShown] = useState<string>();
  const catalogs = useCatalogs(id);
  const schemas = useSchemas(id, catalog);
  const searched = usePreselected({ id, catalog }, schemas.data, wanted);
  const preselected = chosen === undefined ? searched : { schema: chosen, passedOver: null, isSearching: false };
  const { schema } = preselected;
  const tables = useTables({ id, catalog, schema: schemas.data && schema });
  const changeSchema = (next: string | undefined) => {
    setChosen(next);
    setPicked(undefined);
    setShown(undefined);
  };
  return {
    catalog,
    catalogs: catalogs.data?.names.length ? catalogs.data : undefined,
    schema,
    schemas: schemas.data ?? [],
    /** Set aside, as it has no tables. */
    passedOver: preselected.passedOver,
    tables: preselected.isSearching ? undefined : tables.data,
    selected: picked ?? onlyFree(tables.data ?? []),
    shown: shown ?? tables.data?.[0]?.value,
    error: schemas.error ?? tables.error,
    retry: () => void (schemas.error ? schemas.refetch() : tables.refetch()),
    select: setPicked,
    show: setShown,
    changeSchema,
    changeCatalog: (next: string) => {
      setCatalog(next);
      changeSchema(undefined);
    },
  };
}

function Tables({ database, choice }: { database: number; choice: ReturnType<typeof useChoice> }) {
  const { tables, catalog, schema, selected, shown, error } = choice;
  if (error) {
    const { message } = toApiError(error);
    return <ErrorState compact title={t("Failed to load tables")} text={message} onRetry={choice.retry} />;
  }
  if (tables === undefined) return <SkeletonLines lines={8} />;
  return (
    <div className={styles.choosing}>
      <TableList {...{ tables, selected, shown }} onSelect={choice.select} onShow={choice.show} />
      {shown === undefined ? null : <TablePreview {...{ database, catalog, schema }} table={shown} />}
    </div>
  );
}

/** The only table that can be chosen is chosen. */
function onlyFree(tables: readonly TableOption[]): ReadonlySet<string> {
  const free = tables.filter(({ dataset_id }) => !dataset_id);
  return new Set(free.length === 1 ? free.map(({ value }) => value) : []);
}

function useCreation(database: number, onCreated: ChoosingProps["onCreated"]) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const queries = useQueryClient();
  const create = async (place: Omit<NewTables, "database">) => {
    setBusy(true);
    setFailure(undefined);
    try {
      const results = await createDatasets({ database, ...place });
      await queries.invalidateQueries({ queryKey: ["datasets"] });
      await queries.invalidateQueries({ queryKey: ["database", database, "tables"] });
      await onCreated(results);
    } catch (error) {
      setFailure(toApiError(error).message);
    } finally {
      setBusy(false);
    }
  };
  return { busy, failure, create };
}

interface CatalogFieldProps {
  catalogs: Catalogs;
  value: string | null;
  onChange(catalog: string): void;
}

function CatalogField(props: CatalogFieldProps) {
  return (
    <div className={styles.schema}>
      <Field label={t("Catalog")}>{(id) => <CatalogSelect id={id} {...props} />}</Field>
    </div>
  );
}

interface SchemaChoiceProps {
  schemas: readonly string[];
  schema: string | null;
  passedOver: string | null;
  onChange(schema: string): void;
}

function SchemaChoice({ schemas, schema, passedOver, onChange }: SchemaChoiceProps) {
  return (
    <div className={styles.schema}>
      <Field
        label={t("Schema")}
        hint={
          passedOver === null
            ? undefined
            : t("{schema} has no tables that you can read. This is the first schema that has some.", {
                schema: passedOver,
              })
        }
      >
        {(id) => (
          <Select
            id={id}
            showSearch={{ optionFilterProp: "label" }}
            value={schema}
            options={schemas.map((each) => ({ value: each, label: each }))}
            onChange={(next) => next !== null && onChange(next)}
          />
        )}
      </Field>
    </div>
  );
}
