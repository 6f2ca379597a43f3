import type { DialectName } from "../database.ts";
import type { Migration } from "../migrate.ts";

/** So that what a user has in the store is counted without reading it. */
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

/** Whose the rows of each table are, and what counts of them. */
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

/** PostgreSQL knows the length of a long text by its row; an index of SQLite holds the sum. */
function indexOf(dialect: DialectName, { table, owner, texts }: { table: string; owner: string; texts: string[] }) {
  if (dialect === "postgres") return [`create index ${table}_stored on ${table} (${owner})`];
  const numbers = table === "datasets" ? " + parts_bytes" : "";
  return [`create index ${table}_stored on ${table} (${owner}, (${bytesOf(texts)}${numbers}))`];
}
