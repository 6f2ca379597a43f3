import { Button, Tooltip } from "antd";
import { Download, PencilLine, Plus, SquareTerminal, Table2, Trash2 } from "lucide-react";
import type { DatasetRow } from "../../api/dataset/contract.ts";
import * as dataset from "../../api/dataset/contract.ts";
import { pathHere } from "../../model/path-here.ts";
import { AvatarGroup } from "../../ui/Avatar.tsx";
import { Pill } from "../../ui/Pill.tsx";
import { call } from "../../web/client/client.ts";
import { Certified } from "../../web/components/Certified.tsx";
import { certificationOf } from "../../web/components/certification.ts";
import { RelativeTime } from "../../web/components/RelativeTime.tsx";
import { choicesFrom, YES_NO } from "../../web/list-view/choices.ts";
import type { ListDefinition, ListFilter } from "../../web/list-view/definition.ts";
import { can } from "../../web/session/session.ts";
import styles from "./dataset-list.module.css";

export const NOUN = { one: "dataset", many: "datasets" } as const;

export interface DatasetActs {
  mayWrite: boolean;
  mayExport: boolean;
  onDelete(rows: readonly DatasetRow[], done?: () => void): void;
  onEdit(row: DatasetRow): void;
  onExport(rows: readonly DatasetRow[]): void;
  onNew(): void;
}

const FILTERS: readonly ListFilter[] = [
  { kind: "search", id: "table_name", key: "search", label: "Name", operator: "ct" },
  {
    kind: "select",
    id: "sql",
    key: "type",
    label: "Type",
    operator: "dataset_is_null_or_empty",
    options: [
      { value: false, text: "Virtual" },
      { value: true, text: "Physical" },
    ],
  },
  {
    kind: "select",
    id: "database",
    key: "database",
    label: "Database",
    operator: "rel_o_m",
    options: choicesFrom(dataset.related, "database"),
  },
  {
    kind: "select",
    id: "schema",
    key: "schema",
    label: "Schema",
    operator: "eq",
    options: choicesFrom(dataset.distinct, "schema"),
  },
  {
    kind: "select",
    id: "owners",
    key: "owners",
    label: "Owner",
    operator: "rel_m_m",
    options: choicesFrom(dataset.related, "owners"),
  },
  { kind: "select", id: "id", key: "certified", label: "Certified", operator: "dataset_is_certified", options: YES_NO },
  {
    kind: "select",
    id: "changed_by",
    key: "changed_by",
    label: "Modified by",
    operator: "rel_o_m",
    options: choicesFrom(dataset.related, "changed_by"),
  },
];

/** Authors name another place of this site; addresses of other sites, or of scripts, are not followed. */
function addressOf(row: DatasetRow): string {
  const named = pathHere(row.default_endpoint || row.explore_url, window.location.origin);
  return named ?? `/explore/?datasource_id=${row.id}&datasource_type=table`;
}

/** The list of datasets, for what the user may do. */
export function datasetList(acts: DatasetActs): ListDefinition<DatasetRow> {
  const { mayWrite, mayExport } = acts;
  return {
    key: "datasets",
    title: "Datasets",
    noun: NOUN,
    columns: COLUMNS,
    filters: FILTERS,
    initialSort: { column: "changed_on_delta_humanized", order: "desc" },
    sorts: [],
    select: SELECT,
    load: (q, signal) => call(dataset.list, { q }, { signal }),
    nameOf: (row) => row.table_name,
    ...(can("can_read", "Explore") ? { addressOf } : {}),
    rowActions: [
      { key: "edit", label: "Edit", icon: PencilLine, inline: true, when: () => mayWrite, run: acts.onEdit },
      {
        key: "export",
        label: "Export",
        icon: Download,
        inline: true,
        when: () => mayExport,
        run: (row) => acts.onExport([row]),
      },
      {
        key: "delete",
        label: "Delete",
        icon: Trash2,
        danger: true,
        when: () => mayWrite,
        run: (row) => acts.onDelete([row]),
      },
    ],
    bulkActions: [
      ...(mayExport ? [{ key: "export", label: "Export", icon: Download, run: acts.onExport }] : []),
      ...(mayWrite ? [{ key: "delete", label: "Delete", icon: Trash2, danger: true, run: acts.onDelete }] : []),
    ],
    emptyIcon: Table2,
    empty: {
      title: "No datasets yet",
      text: "A dataset is a table or a query with named columns and metrics, ready to be charted.",
      action: mayWrite ? (
        <Button type="primary" icon={<Plus size={16} />} onClick={acts.onNew}>
          New dataset
        </Button>
      ) : undefined,
    },
  };
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
  "database.id",
  "database.database_name",
  "changed_on_utc",
  "changed_on_delta_humanized",
  "changed_by",
  "owners.id",
  "owners.first_name",
  "owners.last_name",
];

const COLUMNS: ListDefinition<DatasetRow>["columns"] = [
  { id: "table_name", header: "Name", sort: "table_name", cell: (row) => <NameMarks row={row} /> },
  { id: "kind", header: "Type", sort: "kind", width: "10%", from: 640, cell: (row) => <Kind kind={row.kind} /> },
  {
    id: "database",
    header: "Database",
    sort: "database.database_name",
    width: "14%",
    from: 640,
    below: true,
    cell: (row) => row.database?.database_name,
  },
  { id: "schema", header: "Schema", sort: "schema", width: "12%", from: 960, below: true, cell: (row) => row.schema },
  {
    id: "owners",
    header: "Owners",
    sort: "owners.first_name",
    width: "12%",
    from: 960,
    cell: (row) => <AvatarGroup people={row.owners ?? []} />,
  },
  {
    id: "changed_on_delta_humanized",
    header: "Last modified",
    sort: "changed_on_delta_humanized",
    width: "14%",
    from: 960,
    below: true,
    cell: (row) => <RelativeTime at={row.changed_on_utc} short capitalized />,
  },
  { id: "changed_by", header: "Modified by" },
  { id: "sql", header: "" },
  { id: "id", header: "" },
];

function Kind({ kind }: { kind: DatasetRow["kind"] }) {
  return kind === "virtual" ? (
    <Pill icon={<SquareTerminal size={12} />}>Virtual</Pill>
  ) : (
    <Pill icon={<Table2 size={12} />}>Physical</Pill>
  );
}

function NameMarks({ row }: { row: DatasetRow }) {
  const certified = certificationOf(row.extra);
  return (
    <>
      <Certified by={certified?.certified_by} details={certified?.details} />
      {row.description ? (
        <Tooltip title={row.description}>
          <span className={styles.description}>{row.description}</span>
        </Tooltip>
      ) : null}
    </>
  );
}
