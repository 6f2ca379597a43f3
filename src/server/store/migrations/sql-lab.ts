import type { DialectName } from "../database.ts";
import type { Migration } from "../migrate.ts";
import { identity } from "./first-schema.ts";

export const sqlLab: Migration = {
  name: "0010-sql-lab",
  statements: (dialect) => [...queries(dialect), ...savedQueries(dialect), ...tabs(dialect)],
};

function queries(dialect: DialectName): string[] {
  return [
    `create table queries (
      id ${identity(dialect)},
      client_id text not null unique,
      database_id integer not null references databases(id) on delete cascade,
      user_id integer references users(id) on delete set null,
      status text not null,
      tab_name text,
      sql_editor_id text,
      catalog text,
      schema text,
      sql text,
      template_params text,
      select_sql text,
      executed_sql text,
      sql_tables text,
      "limit" integer,
      limiting_factor text not null,
      select_as_cta boolean not null default false,
      select_as_cta_used boolean not null default false,
      ctas_method text,
      tmp_table_name text,
      tmp_schema_name text,
      progress integer not null default 0,
      "rows" integer,
      error_message text,
      results_key text,
      tracking_url text,
      start_time double precision not null,
      start_running_time double precision,
      end_time double precision,
      extra_json text,
      changed_on text not null
    )`,
    "create index queries_of_user on queries (user_id, changed_on)",
    "create index queries_of_editor on queries (sql_editor_id)",
    "create index queries_of_database on queries (database_id)",
  ];
}

function savedQueries(dialect: DialectName): string[] {
  return [
    `create table saved_queries (
      id ${identity(dialect)},
      uuid text not null unique,
      database_id integer references databases(id) on delete set null,
      catalog text,
      schema text,
      label text,
      description text,
      sql text,
      template_parameters text,
      extra_json text,
      "rows" integer,
      last_run text,
      created_on text not null,
      changed_on text not null,
      created_by_fk integer references users(id) on delete set null,
      changed_by_fk integer references users(id) on delete set null
    )`,
    "create index saved_queries_of_user on saved_queries (created_by_fk)",
  ];
}

function tabs(dialect: DialectName): string[] {
  return [
    `create table tab_states (
      id ${identity(dialect)},
      user_id integer not null references users(id) on delete cascade,
      label text,
      active boolean not null default false,
      database_id integer references databases(id) on delete set null,
      catalog text,
      schema text,
      sql text,
      query_limit integer,
      latest_query_id text references queries(client_id) on delete set null,
      autorun boolean not null default false,
      template_params text,
      hide_left_bar boolean not null default false,
      saved_query_id integer references saved_queries(id) on delete set null,
      extra_json text,
      created_on text not null,
      changed_on text not null
    )`,
    "create index tab_states_of_user on tab_states (user_id)",
    `create table table_schemas (
      id ${identity(dialect)},
      tab_state_id integer not null references tab_states(id) on delete cascade,
      database_id integer not null references databases(id) on delete cascade,
      catalog text,
      schema text,
      table_name text not null,
      description text,
      expanded boolean not null default false
    )`,
    "create index table_schemas_of_tab on table_schemas (tab_state_id)",
  ];
}
