import type { Migration } from "./migrate.ts";

/** What decides who sees which chart, dashboard or dataset, apart from people's roles: columns by table. */
export const RIGHTS_COLUMNS = {
  databases: ["id", "database_name"],
  datasets: ["id", "database_id", "catalog", "schema", "table_name"],
  charts: ["id", "datasource_id"],
  dashboards: ["id", "published"],
  dataset_owners: ["dataset_id", "user_id"],
  chart_owners: ["chart_id", "user_id"],
  dashboard_owners: ["dashboard_id", "user_id"],
  dashboard_charts: ["dashboard_id", "chart_id"],
  dashboard_roles: ["dashboard_id", "role_id"],
} as const;

/**
 * SQLite counts every change of these columns, by whatever statement and in its transaction. Two readers that find the
 * same number find the same in them.
 */
export const rightsState: Migration = {
  name: "0021-rights-state",
  statements: (dialect) => (dialect === "sqlite" ? [...counter, ...Object.entries(RIGHTS_COLUMNS).flatMap(watch)] : []),
};

const counter = [
  "create table rights_state (version integer not null)",
  "insert into rights_state (version) values (0)",
];
const COUNT = "begin update rights_state set version = version + 1; end";

function watch([table, columns]: [string, readonly string[]]): string[] {
  const differs = columns.map((column) => `old."${column}" is not new."${column}"`).join(" or ");
  const names = columns.map((column) => `"${column}"`).join(", ");
  return [
    `create trigger ${table}_added after insert on ${table} ${COUNT}`,
    `create trigger ${table}_removed after delete on ${table} ${COUNT}`,
    `create trigger ${table}_changed after update of ${names} on ${table} when ${differs} ${COUNT}`,
  ];
}

export function decidesRights(table: string, column: string): boolean {
  const columns: readonly string[] | undefined = Object.entries(RIGHTS_COLUMNS).find(([name]) => name === table)?.[1];
  return columns?.includes(column) ?? false;
}
