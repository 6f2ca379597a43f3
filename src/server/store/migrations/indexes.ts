import type { DialectName } from "../database.ts";
import type { Migration } from "../migrate.ts";

export const listIndexes: Migration = {
  name: "0018-list-indexes",
  statements: (dialect) => [...pairs, ...authors, ...(dialect === "sqlite" ? narrow : latestFirst)],
};

const pairs = [
  "drop index dataset_owners_by_user",
  "create index datasets_by_owner on dataset_owners (user_id, dataset_id)",
  "drop index chart_owners_by_user",
  "create index charts_by_owner on chart_owners (user_id, chart_id)",
  "drop index dashboard_owners_by_user",
  "create index dashboards_by_owner on dashboard_owners (user_id, dashboard_id)",
  "create index user_roles_by_role on user_roles (role_id, user_id)",
  "create index favorites_by_object on favorites (class_name, object_id)",
  "create index dashboards_by_chart on dashboard_charts (chart_id, dashboard_id)",
  "drop index dashboard_charts_by_chart",
];

const authors = [
  "create index charts_by_author on charts (created_by_fk)",
  "create index charts_by_editor on charts (changed_by_fk)",
  "create index dashboards_by_author on dashboards (created_by_fk)",
  "create index dashboards_by_editor on dashboards (changed_by_fk)",
  "create index saved_queries_by_change on saved_queries (created_by_fk, changed_on)",
  "create index queries_by_status on queries (status)",
];

/** PostgreSQL only sorts by an index with the same null order. Long texts don't fit into an index. */
const latestFirst = [
  `create index charts_latest_first on charts (changed_on desc nulls last, id desc)
    include (datasource_id, created_by_fk, changed_by_fk, last_saved_by_fk)`,
  "create index dashboards_latest_first on dashboards (changed_on desc nulls last, id desc)",
  "create index queries_latest_first on queries (start_time desc nulls last, id desc)",
  "create index logs_latest_first on logs (dttm desc nulls last, id desc)",
];

/** SQLite stores long texts between short columns; lists read these copies instead. */
const narrow = [
  "create index queries_by_start on queries (start_time)",
  "create index logs_by_time on logs (dttm)",
  `create index charts_in_lists on charts (changed_on, datasource_id, viz_type, slice_name, created_by_fk, changed_by_fk,
    last_saved_by_fk, datasource_type, datasource_name, certified_by, last_saved_at, description)`,
  "drop index charts_by_change",
  `create index dashboards_in_lists on dashboards (changed_on, published, dashboard_title, slug, created_by_fk,
    changed_by_fk, certified_by)`,
  "drop index dashboards_by_change",
];

/** For the views of dashboards, which are counted without reading the rows. */
export const logsByAction: Migration = {
  name: "0034-logs-by-action",
  statements: () => ["create index logs_by_action on logs (action, dttm, dashboard_id)"],
};

/** For the views of a page of objects: each is counted without reading rows of others. */
export const logsByObject: Migration = {
  name: "0037-logs-by-object",
  statements: () => [
    "create index dashboard_views on logs (dashboard_id, dttm, user_id) where action = 'mount_dashboard'",
    "create index chart_views on logs (slice_id, dttm, user_id) where action = 'mount_explorer'",
  ],
};

/** For the measured views of dashboards with a performance budget. */
export const logsOfLoads: Migration = {
  name: "0046-logs-of-loads",
  statements: () => ["create index dashboard_loads on logs (dashboard_id, dttm) where action = 'load_dashboard'"],
};

const RECORDED = [
  "verb",
  "username",
  "address",
  "request_id",
  "object_kind",
  "object_id",
  "object_name",
  "result",
  "details",
];

/** Views are far more than the rest, so what the server records has its own indexes. */
export const recordedActions: Migration = {
  name: "0041-recorded-actions",
  statements: () => [
    ...RECORDED.map((column) => `alter table logs add column ${column} text`),
    "alter table logs add column status integer",
    "create index recorded_logs on logs (dttm, verb, object_kind, result) where result is not null",
    "create index recorded_objects on logs (object_kind, object_id, dttm) where object_kind is not null",
  ],
};

export const moreIndexes: Migration = {
  name: "0015-more-indexes",
  statements: () => [
    "create index report_recipients_by_report on report_recipients (report_id)",
    "create index row_level_security_tables_by_dataset on row_level_security_tables (dataset_id)",
    "create index tab_states_by_database on tab_states (database_id)",
    "create index saved_queries_by_database on saved_queries (database_id)",
    "create index reports_by_database on reports (database_id)",
  ],
};

/** Quotas are computed from these indexes without reading the rows. */
export const storedBytes: Migration = {
  name: "0029-stored-bytes",
  statements: (dialect) => [
    "alter table datasets add column parts_bytes integer not null default 0",
    `update datasets set parts_bytes = ${Object.entries(PARTS).map(partsOf).join(" + ")}`,
    ...Object.entries(COUNTED).flatMap(([table, [owner = "", ...texts]]) => indexOf(dialect, { table, owner, texts })),
  ],
};

const bytesOf = (texts: readonly string[]) => texts.map((name) => `coalesce(octet_length("${name}"), 0)`).join(" + ");

const PARTS = {
  dataset_columns: [
    ...["column_name", "type", "advanced_data_type", "verbose_name", "description", "expression"],
    ...["python_date_format", "datetime_format", "extra"],
  ],
  dataset_metrics: [
    ...["metric_name", "metric_type", "expression", "verbose_name", "description", "d3format", "currency"],
    ...["warning_text", "extra"],
  ],
};

const partsOf = ([table, texts]: [string, string[]]) =>
  `coalesce((select sum(${bytesOf(texts)}) from ${table} where dataset_id = datasets.id), 0)`;

const MANAGED = ["certified_by", "certification_details", "external_url"];

const COUNTED: Readonly<Record<string, readonly string[]>> = {
  charts: ["created_by_fk", "slice_name", "params", "query_context", "description", ...MANAGED],
  dashboards: [
    ...["created_by_fk", "dashboard_title", "slug", "description", "css", "position_json", "json_metadata"],
    ...MANAGED,
  ],
  datasets: [
    ...["created_by_fk", "table_name", "catalog", "schema", "sql", "main_dttm_col", "currency_code_column"],
    ...["description", "default_endpoint", "params", "template_params", "fetch_values_predicate", "extra"],
    ...["external_url", "folders"],
  ],
  annotation_layers: ["created_by_fk", "name", "descr"],
  annotations: ["created_by_fk", "short_descr", "long_descr", "json_metadata"],
  css_templates: ["created_by_fk", "template_name", "css"],
  themes: ["created_by_fk", "theme_name", "json_data"],
  tags: ["created_by_fk", "name", "description"],
  reports: [
    ...["created_by_fk", "name", "description", "email_subject", "context_markdown", "crontab", "timezone", "sql"],
    ...["validator_config_json", "extra_json"],
  ],
  versions: ["saved_by_fk", "content", "changed"],
  trash: ["deleted_by_fk", "content"],
};

/** PostgreSQL knows a text's length from the row; in SQLite the index holds the sum. */
function indexOf(dialect: DialectName, { table, owner, texts }: { table: string; owner: string; texts: string[] }) {
  if (dialect === "postgres") return [`create index ${table}_stored on ${table} (${owner})`];
  const numbers = table === "datasets" ? " + parts_bytes" : "";
  return [`create index ${table}_stored on ${table} (${owner}, (${bytesOf(texts)}${numbers}))`];
}
