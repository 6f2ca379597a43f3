import type { Generated } from "kysely";

interface Audited {
  created_on: string;
  changed_on: string;
  created_by_fk: number | null;
  changed_by_fk: number | null;
}

export type QueryStatus =
  | "pending"
  | "running"
  | "fetching"
  | "success"
  | "failed"
  | "stopped"
  | "timed_out"
  | "scheduled";

export interface QueriesTable {
  id: Generated<number>;
  client_id: string;
  database_id: number;
  user_id: number | null;
  status: QueryStatus;
  tab_name: string | null;
  sql_editor_id: string | null;
  catalog: string | null;
  schema: string | null;
  sql: string | null;
  template_params: string | null;
  /** Reads the table or view that CREATE TABLE AS or CREATE VIEW AS has made. */
  select_sql: string | null;
  executed_sql: string | null;
  /** JSON list of `{catalog, schema, table}`. */
  sql_tables: string | null;
  limit: number | null;
  limiting_factor: string;
  select_as_cta: boolean;
  select_as_cta_used: boolean;
  ctas_method: string | null;
  tmp_table_name: string | null;
  tmp_schema_name: string | null;
  progress: number;
  rows: number | null;
  error_message: string | null;
  results_key: string | null;
  tracking_url: string | null;
  /** Epoch milliseconds, like the next two. */
  start_time: number;
  start_running_time: number | null;
  end_time: number | null;
  extra_json: string | null;
  changed_on: string;
}

export interface SavedQueriesTable extends Audited {
  id: Generated<number>;
  uuid: string;
  database_id: number | null;
  catalog: string | null;
  schema: string | null;
  label: string | null;
  description: string | null;
  sql: string | null;
  template_parameters: string | null;
  extra_json: string | null;
  rows: number | null;
  last_run: string | null;
  last_run_ms: number | null;
  /** Id of the query, which may be pruned from the history. */
  last_query_id: number | null;
}

export interface TabStatesTable {
  id: Generated<number>;
  user_id: number;
  label: string | null;
  /** At most one per user. */
  active: boolean;
  database_id: number | null;
  catalog: string | null;
  schema: string | null;
  sql: string | null;
  query_limit: number | null;
  /** A query's `client_id`. */
  latest_query_id: string | null;
  autorun: boolean;
  template_params: string | null;
  hide_left_bar: boolean;
  saved_query_id: number | null;
  extra_json: string | null;
  created_on: string;
  changed_on: string;
}

export interface TableSchemasTable {
  id: Generated<number>;
  tab_state_id: number;
  database_id: number;
  catalog: string | null;
  schema: string | null;
  table_name: string;
  description: string | null;
  expanded: boolean;
}
