import { Button } from "antd";
import { Database, Download, PencilLine, Plus, RefreshCw, Table2 } from "lucide-react";
import type { DatabaseRow } from "../../api/database/contract.ts";
import * as database from "../../api/database/contract.ts";
import { accessAction } from "../../features/access/index.ts";
import { t } from "../../i18n/translate.ts";
import { call } from "../../web/client/client.ts";
import { YES_NO } from "../../web/list-view/choices.ts";
import type { ListDefinition, ListFilter } from "../../web/list-view/definition.ts";
import { DELETE, LAST_MODIFIED_FIRST, modifiedByFilter, modifiedColumn } from "../../web/list-view/standard.tsx";
import { Yes } from "../../web/list-view/Yes.tsx";
import styles from "./engines/EngineMark.module.css";
import { EngineMark } from "./engines/EngineMark.tsx";
import { engineOf } from "./engines/engines.ts";

export const NOUN = { one: "database", many: "databases" } as const;

export interface DatabaseActions {
  canWrite: boolean;
  canExport: boolean;
  canAddDatasets: boolean;
  onConnect(): void;
  onEdit(row: DatabaseRow): void;
  onExport(row: DatabaseRow): void;
  onTables(row: DatabaseRow): void;
  onSync(row: DatabaseRow): void;
  onDelete(row: DatabaseRow): void;
}

const FILTERS: readonly ListFilter[] = [
  { kind: "search", id: "database_name", key: "search", label: t("Name"), operator: "ct" },
  { kind: "select", id: "expose_in_sqllab", key: "sqllab", label: t("SQL Lab"), operator: "eq", options: YES_NO },
  { kind: "select", id: "allow_file_upload", key: "uploads", label: t("Uploads"), operator: "eq", options: YES_NO },
  { kind: "select", id: "allow_run_async", key: "async", label: t("Async queries"), operator: "eq", options: YES_NO },
  modifiedByFilter(database.related),
];

const SELECT = [
  "id",
  "database_name",
  "backend",
  "expose_in_sqllab",
  "allow_file_upload",
  "allow_dml",
  "allow_run_async",
  "changed_on",
  "changed_on_delta_humanized",
];

export function databaseList(actions: DatabaseActions): ListDefinition<DatabaseRow> {
  const { canWrite, canExport, canAddDatasets } = actions;
  return {
    key: "databases",
    title: t("Databases"),
    noun: NOUN,
    columns: COLUMNS,
    filters: FILTERS,
    initialSort: LAST_MODIFIED_FIRST,
    sorts: [],
    select: SELECT,
    load: (q, signal) => call(database.list, { q }, { signal }),
    nameOf: (row) => row.database_name,
    ...(canWrite ? { addressOf: (row: DatabaseRow) => `/databaseview/list/?edit=${row.id}` } : {}),
    rowActions: [
      { key: "tables", label: t("Add datasets"), icon: Table2, when: () => canAddDatasets, run: actions.onTables },
      { key: "edit", label: t("Edit"), icon: PencilLine, inline: true, when: () => canWrite, run: actions.onEdit },
      { key: "export", label: t("Export"), icon: Download, inline: true, when: () => canExport, run: actions.onExport },
      accessAction((row) => ({ object: { type: "database", id: row.id, name: row.database_name } })),
      { key: "sync", label: t("Sync permissions"), icon: RefreshCw, when: () => canWrite, run: actions.onSync },
      { ...DELETE, when: () => canWrite, run: actions.onDelete },
    ],
    bulkActions: [],
    emptyIcon: Database,
    empty: {
      title: t("No databases yet"),
      text: canWrite
        ? t("Connect a database to explore its tables, chart them and query them with SQL.")
        : t("Databases you have access to appear here."),
      action: canWrite ? (
        <Button type="primary" icon={<Plus size={16} />} onClick={actions.onConnect}>
          {t("Connect a database")}
        </Button>
      ) : undefined,
    },
  };
}

const COLUMNS: ListDefinition<DatabaseRow>["columns"] = [
  { id: "database_name", header: t("Name"), sort: "database_name", cell: () => null },
  { id: "backend", header: t("Engine"), width: "16%", cell: (row) => <EngineCell engine={row.backend ?? ""} /> },
  {
    id: "expose_in_sqllab",
    header: t("SQL Lab"),
    sort: "expose_in_sqllab",
    width: "11%",
    from: 640,
    cell: (row) => <Yes on={row.expose_in_sqllab} />,
  },
  {
    id: "allow_file_upload",
    header: t("Uploads"),
    sort: "allow_file_upload",
    width: "11%",
    from: 640,
    cell: (row) => <Yes on={row.allow_file_upload === true} />,
  },
  {
    id: "allow_dml",
    header: t("Allows writes"),
    sort: "allow_dml",
    width: "12%",
    from: 960,
    cell: (row) => <Yes on={row.allow_dml === true} />,
  },
  {
    id: "allow_run_async",
    header: t("Async queries"),
    sort: "allow_run_async",
    width: "14%",
    from: 960,
    cell: (row) => <Yes on={row.allow_run_async === true} />,
  },
  modifiedColumn({ width: "14%", from: 640, below: true }),
  { id: "changed_by", header: t("Modified by") },
];

function EngineCell({ engine }: { engine: string }) {
  return (
    <span className={styles.named}>
      <EngineMark engine={engine} size={24} />
      <bdi>{engineOf(engine).name}</bdi>
    </span>
  );
}
