import type { DialectName } from "../database.ts";
import type { Migration } from "../migrate.ts";

export const AUDIT = `
  created_on text not null,
  changed_on text not null,
  created_by_fk integer references users(id) on delete set null,
  changed_by_fk integer references users(id) on delete set null`;

const USERS = `
create table settings (name text primary key, value text not null);
create table users (
  id @id,
  uuid text not null unique,
  username text not null unique,
  first_name text not null,
  last_name text not null,
  email text not null unique,
  password_hash text,
  active boolean not null default true,
  login_count integer not null default 0,
  fail_login_count integer not null default 0,
  last_login text,
  created_on text not null,
  changed_on text not null
);
create table roles (id @id, name text not null unique);
create table role_permissions (
  role_id integer not null references roles(id) on delete cascade,
  permission text not null,
  view text not null,
  primary key (role_id, permission, view)
);
create table user_roles (
  user_id integer not null references users(id) on delete cascade,
  role_id integer not null references roles(id) on delete cascade,
  primary key (user_id, role_id)
);
create table sessions (
  token_hash text primary key,
  user_id integer not null references users(id) on delete cascade,
  created_on text not null,
  last_seen_on text not null
);
create index sessions_by_user on sessions (user_id);
create table sign_in_tokens (
  token_hash text primary key,
  user_id integer not null references users(id) on delete cascade,
  created_on text not null,
  expires_on text not null
);`;

const SOURCES = `
create table databases (
  id @id,
  uuid text not null unique,
  database_name text not null unique,
  sqlalchemy_uri text not null,
  encrypted_extra text,
  cache_timeout integer,
  expose_in_sqllab boolean not null default true,
  allow_run_async boolean not null default false,
  allow_file_upload boolean not null default false,
  allow_ctas boolean not null default false,
  allow_cvas boolean not null default false,
  allow_dml boolean not null default false,
  force_ctas_schema text,
  impersonate_user boolean not null default false,
  is_managed_externally boolean not null default false,
  external_url text,
  configuration_method text not null default 'sqlalchemy_form',
  extra text,
  ${AUDIT}
);
create table datasets (
  id @id,
  uuid text not null unique,
  database_id integer not null references databases(id),
  table_name text not null,
  catalog text,
  schema text,
  sql text,
  main_dttm_col text,
  currency_code_column text,
  description text,
  default_endpoint text,
  "offset" integer not null default 0,
  cache_timeout integer,
  params text,
  template_params text,
  filter_select_enabled boolean not null default true,
  fetch_values_predicate text,
  extra text,
  normalize_columns boolean not null default false,
  always_filter_main_dttm boolean not null default false,
  is_sqllab_view boolean not null default false,
  is_managed_externally boolean not null default false,
  external_url text,
  folders text,
  ${AUDIT}
);
create unique index datasets_by_name on datasets (database_id, coalesce(catalog, ''), coalesce(schema, ''), table_name);
create table dataset_columns (
  id @id,
  uuid text not null unique,
  dataset_id integer not null references datasets(id) on delete cascade,
  position integer not null default 0,
  column_name text not null,
  type text,
  type_generic integer,
  advanced_data_type text,
  verbose_name text,
  description text,
  expression text,
  filterable boolean not null default true,
  groupby boolean not null default true,
  is_active boolean not null default true,
  is_dttm boolean not null default false,
  python_date_format text,
  datetime_format text,
  extra text,
  ${AUDIT},
  unique (dataset_id, column_name)
);
create table dataset_metrics (
  id @id,
  uuid text not null unique,
  dataset_id integer not null references datasets(id) on delete cascade,
  position integer not null default 0,
  metric_name text not null,
  metric_type text,
  expression text not null,
  verbose_name text,
  description text,
  d3format text,
  currency text,
  warning_text text,
  extra text,
  ${AUDIT},
  unique (dataset_id, metric_name)
);
create table dataset_owners (
  dataset_id integer not null references datasets(id) on delete cascade,
  user_id integer not null references users(id) on delete cascade,
  primary key (dataset_id, user_id)
);`;

const CONTENT = `
create table charts (
  id @id,
  uuid text not null unique,
  slice_name text not null,
  viz_type text,
  datasource_id integer,
  datasource_type text,
  datasource_name text,
  params text,
  query_context text,
  description text,
  cache_timeout integer,
  certified_by text,
  certification_details text,
  is_managed_externally boolean not null default false,
  external_url text,
  last_saved_at text,
  last_saved_by_fk integer references users(id) on delete set null,
  ${AUDIT}
);
create index charts_by_datasource on charts (datasource_id, datasource_type);
create index charts_by_change on charts (changed_on);
create table chart_owners (
  chart_id integer not null references charts(id) on delete cascade,
  user_id integer not null references users(id) on delete cascade,
  primary key (chart_id, user_id)
);
create table dashboards (
  id @id,
  uuid text not null unique,
  dashboard_title text,
  slug text unique,
  description text,
  published boolean not null default false,
  css text,
  position_json text,
  json_metadata text,
  theme_id integer,
  certified_by text,
  certification_details text,
  is_managed_externally boolean not null default false,
  external_url text,
  ${AUDIT}
);
create index dashboards_by_change on dashboards (changed_on);
create table dashboard_charts (
  dashboard_id integer not null references dashboards(id) on delete cascade,
  chart_id integer not null references charts(id) on delete cascade,
  primary key (dashboard_id, chart_id)
);
create index dashboard_charts_by_chart on dashboard_charts (chart_id);
create table dashboard_owners (
  dashboard_id integer not null references dashboards(id) on delete cascade,
  user_id integer not null references users(id) on delete cascade,
  primary key (dashboard_id, user_id)
);
create table dashboard_roles (
  dashboard_id integer not null references dashboards(id) on delete cascade,
  role_id integer not null references roles(id) on delete cascade,
  primary key (dashboard_id, role_id)
);`;

const ACTIVITY = `
create table tags (
  id @id,
  name text not null unique,
  type integer not null default 1,
  description text,
  ${AUDIT}
);
create table tagged_objects (
  tag_id integer not null references tags(id) on delete cascade,
  object_type text not null,
  object_id integer not null,
  primary key (tag_id, object_type, object_id)
);
create index tagged_objects_by_object on tagged_objects (object_type, object_id);
create table favorites (
  user_id integer not null references users(id) on delete cascade,
  class_name text not null,
  object_id integer not null,
  created_on text not null,
  primary key (user_id, class_name, object_id)
);
create table logs (
  id @id,
  action text not null,
  user_id integer references users(id) on delete set null,
  dashboard_id integer,
  slice_id integer,
  json text,
  dttm text not null,
  duration_ms double precision,
  referrer text
);
create index logs_by_user on logs (user_id, dttm);
create table key_values (
  id @id,
  resource text not null,
  key text not null,
  owner_id integer references users(id) on delete cascade,
  value text not null,
  created_on text not null,
  changed_on text not null,
  expires_on text,
  unique (resource, key)
);
create index key_values_by_expiry on key_values (expires_on);`;

export function identity(dialect: DialectName): string {
  return dialect === "postgres"
    ? "integer generated by default as identity primary key"
    : "integer primary key autoincrement";
}

export const firstSchema: Migration = {
  name: "0001-first-schema",
  statements: (dialect) => {
    const id = identity(dialect);
    return [USERS, SOURCES, CONTENT, ACTIVITY].flatMap((text) =>
      text
        .replaceAll("@id", id)
        .split(";")
        .map((statement) => statement.trim())
        .filter((statement) => statement !== ""),
    );
  },
};
