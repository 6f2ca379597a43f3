import { Tooltip } from "antd";
import { FileUp, SquareTerminal, Table2 } from "lucide-react";
import { useCallback, useState } from "react";
import { Link, useSearchParams } from "react-router";
import { datasetBundle } from "../../api/bundle/contract.ts";
import type { DatasetRow } from "../../api/dataset/contract.ts";
import * as dataset from "../../api/dataset/contract.ts";
import { FailingCounts } from "../../features/assertions/FailingCounts.tsx";
import { DatasetEditor } from "../../features/dataset-editor/DatasetEditor.tsx";
import { EDITOR_TABS } from "../../features/dataset-editor/tab.ts";
import { type ObjectKind, ObjectListPage } from "../../features/object-list/ObjectListPage.tsx";
import { FileDrop } from "../../features/upload/FileDrop.tsx";
import { canUpload, openUpload } from "../../features/upload/upload.ts";
import { t } from "../../i18n/translate.ts";
import { pathHere } from "../../model/path-here.ts";
import { lazyComponent } from "../../ui/lazy-component.tsx";
import { Pill } from "../../ui/Pill.tsx";
import { call } from "../../web/client/client.ts";
import { Certified } from "../../web/components/Certified.tsx";
import { certificationOf } from "../../web/components/certification.ts";
import { HeaderButton } from "../../web/components/HeaderButton.tsx";
import type { ListDefinition, ListFilter } from "../../web/list-view/definition.ts";
import {
  certifiedFilter,
  distinctFilter,
  LAST_MODIFIED_FIRST,
  modifiedByFilter,
  modifiedColumn,
  ownerFilter,
  ownersColumn,
  relatedFilter,
  unusedFilter,
} from "../../web/list-view/standard.tsx";
import { can } from "../../web/session/session.ts";
import styles from "./DatasetsPage.module.css";

const NewDataset = lazyComponent(async () => (await import("./NewDataset.tsx")).NewDataset);
const ChooseTables = lazyComponent(
  async () => (await import("../../features/new-datasets/ChooseTables.tsx")).ChooseTables,
);

/**
 * `?new=dataset` opens the create dialog with `database` preselected; `?edit=<id>` opens the editor, at its `tab` if
 * there is one.
 */
export function DatasetsPage() {
  const [search, setSearch] = useSearchParams();
  const canWrite = can("can_write", "Dataset");
  const isNew = search.get("new") === "dataset" && canWrite;
  const edited = canWrite ? Number(search.get("edit")) : 0;
  const tab = EDITOR_TABS.find((one) => one === search.get("tab"));
  const handleNew = useCallback(() => setSearch(withParam("new", "dataset")), [setSearch]);
  const handleEdit = useCallback((row: DatasetRow) => setSearch(withParam("edit", row.id)), [setSearch]);
  const [source, setSource] = useState<{ id: number; name: string }>();
  const closeDialog = () => setSearch(withoutDialog);
  return (
    <ObjectListPage
      kind={DATASETS}
      onNew={handleNew}
      onEdit={handleEdit}
      actions={
        canWrite && canUpload() ? (
          <HeaderButton label={t("Upload file")} icon={<FileUp size={16} />} onClick={() => openUpload()} />
        ) : undefined
      }
    >
      <FileDrop />
      {isNew ? (
        <NewDataset
          initialDatabase={Number(search.get("database")) || undefined}
          onSeveral={(next) => {
            closeDialog();
            setSource(next);
          }}
          onClose={closeDialog}
        />
      ) : null}
      {source ? <ChooseTables {...source} onClose={() => setSource(undefined)} /> : null}
      {edited > 0 ? <DatasetEditor datasetId={edited} onClose={closeDialog} {...(tab ? { tab } : {})} /> : null}
    </ObjectListPage>
  );
}

const withParam = (name: string, value: string | number) => (before: URLSearchParams) => {
  const after = new URLSearchParams(before);
  after.set(name, String(value));
  return after;
};

function withoutDialog(before: URLSearchParams): URLSearchParams {
  const after = new URLSearchParams(before);
  for (const name of ["new", "database", "edit", "tab"]) after.delete(name);
  return after;
}

const FILTERS: readonly ListFilter[] = [
  { kind: "search", id: "table_name", key: "search", label: t("Name"), operator: "ct" },
  {
    kind: "select",
    id: "sql",
    key: "type",
    label: t("Type"),
    operator: "dataset_is_null_or_empty",
    options: [
      { value: false, text: t("Virtual") },
      { value: true, text: t("Physical") },
    ],
  },
  relatedFilter(dataset.related, "database", t("Database")),
  distinctFilter(dataset.distinct, "schema", t("Schema")),
  ownerFilter(dataset.related),
  certifiedFilter("dataset_is_certified"),
  unusedFilter("dataset_is_unused"),
  modifiedByFilter(dataset.related),
];

/** `default_endpoint` may only lead to this site, not to other sites or scripts. */
function addressOf(row: DatasetRow): string | undefined {
  if (!can("can_read", "Explore")) return undefined;
  const named = pathHere(row.default_endpoint || row.explore_url, window.location.origin);
  return named ?? `/explore/?datasource_id=${row.id}&datasource_type=table`;
}

const SELECT = [
  "id",
  "table_name",
  "kind",
  "schema",
  "catalog",
  "description",
  "extra",
  "default_endpoint",
  "explore_url",
  "is_managed_externally",
  "external_url",
  "database.id",
  "database.database_name",
  "changed_on_utc",
  "changed_on_delta_humanized",
  "changed_by",
  "owners.id",
  "owners.first_name",
  "owners.last_name",
  "assertions.failed",
  "assertions.errors",
];

const COLUMNS: ListDefinition<DatasetRow>["columns"] = [
  { id: "table_name", header: t("Name"), sort: "table_name", cell: (row) => <NameMarks row={row} /> },
  { id: "kind", header: t("Type"), sort: "kind", width: "12%", from: 640, cell: (row) => <Kind kind={row.kind} /> },
  {
    id: "database",
    header: t("Database"),
    sort: "database.database_name",
    width: "14%",
    from: 640,
    below: true,
    cell: (row) => row.database?.database_name,
  },
  {
    id: "schema",
    header: t("Schema"),
    sort: "schema",
    width: "12%",
    from: 960,
    below: true,
    cell: (row) => row.schema,
  },
  ownersColumn({ sort: "owners.first_name", width: "12%", from: 960 }),
  modifiedColumn({ width: "14%", from: 960, below: true }),
  { id: "changed_by", header: t("Modified by") },
  { id: "sql", header: "" },
  { id: "id", header: "" },
];

const DATASETS: ObjectKind<DatasetRow> = {
  resource: "Dataset",
  contract: dataset,
  bundle: datasetBundle,
  key: "datasets",
  title: t("Datasets"),
  noun: { one: "dataset", many: "datasets" },
  newLabel: t("New dataset"),
  editLabel: t("Edit"),
  isExportInline: true,
  toTrash: "dataset",
  consequences: loadUsage,
  columns: COLUMNS,
  filters: FILTERS,
  initialSort: LAST_MODIFIED_FIRST,
  sorts: [],
  select: SELECT,
  load: (q, signal) => call(dataset.list, { q }, { signal }),
  nameOf: (row) => row.table_name,
  addressOf,
  emptyIcon: Table2,
  // Others may have some that this user can't see.
  get empty() {
    if (!can("can_write", "Database"))
      return {
        title: t("No datasets are shared with you yet"),
        text: t("Ask an administrator for access. Datasets you can use appear here."),
      };
    return {
      title: t("No datasets yet"),
      text: t("A dataset is a table or a query with named columns and metrics, ready to be charted."),
    };
  },
};

function Kind({ kind }: { kind: DatasetRow["kind"] }) {
  return kind === "virtual" ? (
    <Pill icon={<SquareTerminal size={12} />}>{t("Virtual")}</Pill>
  ) : (
    <Pill icon={<Table2 size={12} />}>{t("Physical")}</Pill>
  );
}

function NameMarks({ row }: { row: DatasetRow }) {
  const certified = certificationOf(row.extra);
  return (
    <>
      <Certified by={certified?.certified_by} details={certified?.details} />
      <FailingAssertions row={row} />
      {row.description ? (
        <Tooltip title={row.description}>
          <span className={styles.description} dir="auto">
            {row.description}
          </span>
        </Tooltip>
      ) : null}
    </>
  );
}

function FailingAssertions({ row: { id, assertions } }: { row: DatasetRow }) {
  const [search] = useSearchParams();
  const { failed = 0, errors = 0 } = assertions ?? {};
  if (failed + errors === 0) return null;
  const pill = <FailingCounts failed={failed} errors={errors} isShort />;
  if (!can("can_write", "Dataset")) return pill;
  return (
    <Link
      className={styles.failing}
      to={{ search: `${withParam("tab", "assertions")(withParam("edit", id)(search))}` }}
    >
      {pill}
    </Link>
  );
}

async function loadUsage(rows: readonly DatasetRow[], signal: AbortSignal): Promise<string> {
  const used = await Promise.all(
    rows.map((row) => call(dataset.relatedObjects, { params: { id: `${row.id}` } }, { signal })),
  );
  const charts = new Set(used.flatMap((each) => each.charts.result.map((chart) => chart.id)));
  const dashboards = new Set(used.flatMap((each) => each.dashboards.result.map((dashboard) => dashboard.id)));
  return usageText(charts.size, dashboards.size, rows.length);
}

export function usageText(charts: number, dashboards: number, datasets: number): string {
  const isOne = datasets === 1;
  if (charts === 0) return isOne ? t("No charts use this dataset.") : t("No charts use these datasets.");
  if (dashboards === 0) {
    return isOne
      ? t(
          "{charts, plural, one {# chart uses this dataset. The chart will stop working.} other {# charts use this dataset. The charts will stop working.}}",
          { charts },
        )
      : t(
          "{charts, plural, one {# chart uses these datasets. The chart will stop working.} other {# charts use these datasets. The charts will stop working.}}",
          { charts },
        );
  }
  return isOne
    ? t(
        "{charts, plural, one {# chart on {dashboards, plural, one {# dashboard} other {# dashboards}} uses this dataset. The chart will stop working.} other {# charts on {dashboards, plural, one {# dashboard} other {# dashboards}} use this dataset. The charts will stop working.}}",
        { charts, dashboards },
      )
    : t(
        "{charts, plural, one {# chart on {dashboards, plural, one {# dashboard} other {# dashboards}} uses these datasets. The chart will stop working.} other {# charts on {dashboards, plural, one {# dashboard} other {# dashboards}} use these datasets. The charts will stop working.}}",
        { charts, dashboards },
      );
}
