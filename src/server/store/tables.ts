import type { Generated, Insertable, Selectable, Updateable } from "kysely";
import type { AgentPreviewsTable, OAuthClientsTable, OAuthCodesTable, OAuthGrantsTable } from "./agent-tables.ts";
import type { AlertTables } from "./alert-tables.ts";
import type { AssertionTables } from "./assertion-tables.ts";
import type { CommentMailsTable, CommentsTable } from "./comment-tables.ts";
import type { FolderTables } from "./folder-tables.ts";
import type { TrashTable, VersionsTable } from "./history-tables.ts";
import type { LineageTables } from "./lineage-tables.ts";
import type { ReportDeliveriesTable, ReportLogsTable, ReportsTable, RunningReportsTable } from "./report-tables.ts";
import type { QueriesTable, SavedQueriesTable, TableSchemasTable, TabStatesTable } from "./sql-lab-tables.ts";

/**
 * The same on SQLite and PostgreSQL. Column names are those of the API. Timestamps are text as `clock.timestamp()`
 * formats them; JSON is text; booleans are booleans on both.
 */
export interface Tables extends AlertTables, AssertionTables, FolderTables, LineageTables {
  settings: { name: string; value: string };
  users: UsersTable;
  roles: { id: Generated<number>; name: string };
  role_permissions: { role_id: number; permission: string; view: string };
  user_roles: { user_id: number; role_id: number };
  permission_pairs: { id: Generated<number>; permission: string; view: string };
  groups: { id: Generated<number>; name: string; label: string | null; description: string | null };
  group_roles: { group_id: number; role_id: number };
  user_groups: { user_id: number; group_id: number };
  sessions: SessionsTable;
  api_keys: ApiKeysTable;
  oauth_clients: OAuthClientsTable;
  oauth_codes: OAuthCodesTable;
  oauth_grants: OAuthGrantsTable;
  agent_previews: AgentPreviewsTable;
  /** See `src/server/auth/sign-in-limiter.ts`. Keys are digests; times are epoch milliseconds, oldest first. */
  sign_in_attempts: { key_hash: string; moments: number[]; is_refused: boolean };
  familiar_sign_ins: { key_hash: string; seen_on: string };
  identities: { issuer: string; subject: string; user_id: number; created_on: string };
  sign_in_tokens: { token_hash: string; user_id: number; created_on: string; expires_on: string };
  databases: DatabasesTable;
  database_failures: { database_id: number; failed_on: string; message: string };
  allowed_locations: AllowedLocationsTable;
  datasets: DatasetsTable;
  dataset_columns: DatasetColumnsTable;
  dataset_metrics: DatasetMetricsTable;
  dataset_owners: { dataset_id: number; user_id: number };
  charts: ChartsTable;
  chart_owners: { chart_id: number; user_id: number };
  dashboards: DashboardsTable;
  dashboard_charts: { dashboard_id: number; chart_id: number };
  dashboard_owners: { dashboard_id: number; user_id: number };
  dashboard_roles: { dashboard_id: number; role_id: number };
  embedded_dashboards: EmbeddedDashboardsTable;
  public_links: PublicLinksTable;
  tags: TagsTable;
  tagged_objects: { tag_id: number; object_type: TaggedType; object_id: number };
  favorites: { user_id: number; class_name: FavoriteClass; object_id: number; created_on: string };
  logs: LogsTable;
  key_values: KeyValuesTable;
  annotation_layers: AnnotationLayersTable;
  annotations: AnnotationsTable;
  row_level_security: RowLevelSecurityTable;
  row_level_security_tables: RuleDatasetsTable;
  row_level_security_places: RulePlacesTable;
  row_level_security_roles: { rule_id: number; role_id: number };
  css_templates: CssTemplatesTable;
  themes: ThemesTable;
  versions: VersionsTable;
  trash: TrashTable;
  bundle_marks: { uuid: string; extra: string; bundled_on: string; saved_on: string };
  trash_owners: { trash_id: number; user_id: number };
  reports: ReportsTable;
  report_owners: { report_id: number; user_id: number };
  report_recipients: { id: Generated<number>; report_id: number; type: string; recipient_config_json: string };
  report_logs: ReportLogsTable;
  running_reports: RunningReportsTable;
  report_deliveries: ReportDeliveriesTable;
  comments: CommentsTable;
  comment_mails: CommentMailsTable;
  queries: QueriesTable;
  saved_queries: SavedQueriesTable;
  tab_states: TabStatesTable;
  table_schemas: TableSchemasTable;
}

export type FavoriteClass = "slice" | "Dashboard" | "query" | "tag";
export type TaggedType = "query" | "chart" | "dashboard" | "dataset";

interface Audited {
  created_on: string;
  changed_on: string;
  created_by_fk: number | null;
  changed_by_fk: number | null;
}

interface RowLevelSecurityTable extends Audited {
  id: Generated<number>;
  name: string;
  description: string | null;
  filter_type: "Regular" | "Base";
  clause: string;
  group_key: string | null;
}

interface RuleDatasetsTable {
  rule_id: number;
  dataset_id: number;
  template_params: string | null;
  /** False only for links restored from trash older than the column. */
  is_bound: Generated<boolean>;
}

interface RulePlacesTable {
  id: Generated<number>;
  rule_id: number;
  dataset_id: number;
  database_id: number;
  catalog: string | null;
  schema: string | null;
  table_name: string;
  template_params: string | null;
}

interface CssTemplatesTable extends Audited {
  id: Generated<number>;
  template_name: string | null;
  css: string | null;
}

interface ThemesTable extends Audited {
  id: Generated<number>;
  uuid: string;
  theme_name: string;
  /** JSON `{algorithm, token, components}`. */
  json_data: string;
  is_system: Generated<boolean>;
  /** At most one of each: the defaults for light and dark mode. */
  is_system_default: Generated<boolean>;
  is_system_dark: Generated<boolean>;
}

interface UsersTable {
  id: Generated<number>;
  uuid: string;
  username: string;
  first_name: string;
  last_name: string;
  email: string;
  /** argon2id; null = no password sign-in. */
  password_hash: string | null;
  active: Generated<boolean>;
  /** Tokens issued under an earlier version are invalid. */
  credential_version: Generated<number>;
  login_count: Generated<number>;
  fail_login_count: Generated<number>;
  last_login: string | null;
  /** Language of the interface and mails; null = the browser's. */
  language: Generated<string | null>;
  /** IANA name; null = the browser's. */
  time_zone: Generated<string | null>;
  /** Whether to mail the user about comments. */
  comment_mail: Generated<boolean>;
  created_on: string;
  changed_on: string;
  created_by_fk: number | null;
  changed_by_fk: number | null;
}

interface ApiKeysTable {
  id: Generated<number>;
  uuid: string;
  user_id: number;
  name: string;
  key_prefix: string;
  key_hash: string;
  created_on: string;
  expires_on: string | null;
  last_used_on: string | null;
}

interface SessionsTable {
  /** SHA-256 of the cookie's value, hex. */
  token_hash: string;
  user_id: number;
  created_on: string;
  last_seen_on: string;
  /** Encrypted; for OpenID Connect sessions. */
  id_token: string | null;
}

/** See `src/server/allowed-locations.ts`. */
interface AllowedLocationsTable {
  id: Generated<number>;
  kind: "host" | "folder";
  location: string;
  /** JSON list; empty for folders. */
  networks: string;
  created_on: string;
  created_by_fk: number | null;
}

/** See `src/server/auth/public-links.ts`. */
interface PublicLinksTable {
  id: Generated<number>;
  token_hash: string;
  dashboard_id: number;
  name: string | null;
  created_on: string;
  created_by_fk: number;
  ends_on: string;
  revoked_on: string | null;
  last_opened_on: string | null;
  opens: Generated<number>;
}

interface DatabasesTable extends Audited {
  id: Generated<number>;
  uuid: string;
  database_name: string;
  /** Encrypted when it contains a secret, see `Secrets.seal`. */
  sqlalchemy_uri: string;
  encrypted_extra: string | null;
  server_cert: string | null;
  ssh_tunnel: string | null;
  cache_timeout: number | null;
  expose_in_sqllab: Generated<boolean>;
  allow_run_async: Generated<boolean>;
  allow_file_upload: Generated<boolean>;
  allow_ctas: Generated<boolean>;
  allow_cvas: Generated<boolean>;
  allow_dml: Generated<boolean>;
  force_ctas_schema: string | null;
  impersonate_user: Generated<boolean>;
  is_managed_externally: Generated<boolean>;
  external_url: string | null;
  configuration_method: Generated<string>;
  extra: string | null;
}

interface DatasetsTable extends Audited {
  id: Generated<number>;
  uuid: string;
  database_id: number;
  table_name: string;
  catalog: string | null;
  schema: string | null;
  sql: string | null;
  main_dttm_col: string | null;
  currency_code_column: string | null;
  description: string | null;
  default_endpoint: string | null;
  offset: Generated<number>;
  cache_timeout: number | null;
  params: string | null;
  template_params: string | null;
  filter_select_enabled: Generated<boolean>;
  fetch_values_predicate: string | null;
  extra: string | null;
  normalize_columns: Generated<boolean>;
  always_filter_main_dttm: Generated<boolean>;
  is_sqllab_view: Generated<boolean>;
  is_managed_externally: Generated<boolean>;
  external_url: string | null;
  folders: string | null;
  invalidated_on: string | null;
  parts_bytes: Generated<number>;
}

interface DatasetColumnsTable extends Audited {
  id: Generated<number>;
  uuid: string;
  dataset_id: number;
  position: Generated<number>;
  column_name: string;
  type: string | null;
  type_generic: number | null;
  advanced_data_type: string | null;
  verbose_name: string | null;
  description: string | null;
  expression: string | null;
  filterable: Generated<boolean>;
  groupby: Generated<boolean>;
  is_active: Generated<boolean>;
  is_dttm: Generated<boolean>;
  python_date_format: string | null;
  datetime_format: string | null;
  extra: string | null;
}

interface DatasetMetricsTable extends Audited {
  id: Generated<number>;
  uuid: string;
  dataset_id: number;
  position: Generated<number>;
  metric_name: string;
  metric_type: string | null;
  expression: string;
  verbose_name: string | null;
  description: string | null;
  d3format: string | null;
  /** JSON `{symbol, symbolPosition}`. */
  currency: string | null;
  warning_text: string | null;
  extra: string | null;
}

interface ChartsTable extends Audited {
  id: Generated<number>;
  uuid: string;
  slice_name: string;
  viz_type: string | null;
  datasource_id: number | null;
  datasource_type: string | null;
  datasource_name: string | null;
  params: string | null;
  query_context: string | null;
  description: string | null;
  cache_timeout: number | null;
  certified_by: string | null;
  certification_details: string | null;
  is_managed_externally: Generated<boolean>;
  external_url: string | null;
  last_saved_at: string | null;
  last_saved_by_fk: number | null;
  /** The last editor's account was deleted. */
  is_orphaned: Generated<boolean>;
}

interface DashboardsTable extends Audited {
  id: Generated<number>;
  uuid: string;
  dashboard_title: string | null;
  slug: string | null;
  description: string | null;
  published: Generated<boolean>;
  css: string | null;
  position_json: string | null;
  json_metadata: string | null;
  theme_id: number | null;
  certified_by: string | null;
  certification_details: string | null;
  is_managed_externally: Generated<boolean>;
  external_url: string | null;
  is_orphaned: Generated<boolean>;
}

interface EmbeddedDashboardsTable extends Audited {
  uuid: string;
  dashboard_id: number;
  /** JSON list of allowed origins; empty = any. */
  allowed_domains: string;
}

interface TagsTable extends Audited {
  id: Generated<number>;
  name: string;
  /** 1 custom, 2 type, 3 owner, 4 favorited_by. */
  type: Generated<number>;
  description: string | null;
}

interface AnnotationLayersTable extends Audited {
  id: Generated<number>;
  name: string;
  descr: string | null;
}

interface AnnotationsTable extends Audited {
  id: Generated<number>;
  layer_id: number;
  short_descr: string;
  long_descr: string | null;
  start_dttm: string;
  end_dttm: string;
  json_metadata: string | null;
}

interface LogsTable {
  id: Generated<number>;
  action: string;
  user_id: number | null;
  dashboard_id: number | null;
  slice_id: number | null;
  json: string | null;
  dttm: string;
  duration_ms: number | null;
  referrer: string | null;
  /** Of what the server records, see `src/server/audit`; null for events of the browser. */
  verb?: string | null;
  /** As it was then; for failed sign-ins, the name that was tried. */
  username?: string | null;
  address?: string | null;
  request_id?: string | null;
  object_kind?: string | null;
  object_id?: string | null;
  object_name?: string | null;
  /** JSON: fields that changed, former names and the like. With names, so only administrators see all of it. */
  details?: string | null;
  result?: string | null;
  status?: number | null;
}

interface KeyValuesTable {
  id: Generated<number>;
  /** For example `dashboard_permalink`, `filter_state`, `explore_form_data`. */
  resource: string;
  key: string;
  /** Null = can't be changed. */
  owner_id: number | null;
  /** Without an owner: digests of the guest's name and network. */
  guest: string | null;
  network: string | null;
  /** Without an owner: the dashboard or dataset. */
  place: string | null;
  value: string;
  created_on: string;
  changed_on: string;
  expires_on: string | null;
}

export type Row<T extends keyof Tables> = Selectable<Tables[T]>;
export type NewRow<T extends keyof Tables> = Insertable<Tables[T]>;
export type RowChanges<T extends keyof Tables> = Updateable<Tables[T]>;
