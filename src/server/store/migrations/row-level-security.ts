import type { Migration } from "../migrate.ts";
import { identity } from "./first-schema.ts";

export const rowLevelSecurity: Migration = {
  name: "0003-row-level-security",
  statements: (dialect) => [
    `create table row_level_security (
      id ${identity(dialect)},
      name text not null unique,
      description text,
      filter_type text not null,
      clause text not null,
      group_key text,
      created_on text not null,
      changed_on text not null,
      created_by_fk integer references users(id) on delete set null,
      changed_by_fk integer references users(id) on delete set null
    )`,
    `create table row_level_security_tables (
      rule_id integer not null references row_level_security(id) on delete cascade,
      dataset_id integer not null references datasets(id) on delete cascade,
      primary key (rule_id, dataset_id)
    )`,
    `create table row_level_security_roles (
      rule_id integer not null references row_level_security(id) on delete cascade,
      role_id integer not null references roles(id) on delete cascade,
      primary key (rule_id, role_id)
    )`,
  ],
};

const BLANKS = "' \t\n\r'";

/**
 * Tables protected by rules, independent of linked datasets. Binds existing rules; links restored from older trash are
 * bound later.
 */
export const rulePlaces: Migration = {
  name: "0025-rule-places",
  statements: (dialect) => {
    const trim = dialect === "postgres" ? "btrim" : "trim";
    return [
      "alter table row_level_security_tables add column template_params text",
      "alter table row_level_security_tables add column is_bound boolean not null default false",
      `update row_level_security_tables set is_bound = true, template_params = (
        select template_params from datasets where datasets.id = row_level_security_tables.dataset_id)`,
      `create table row_level_security_places (
        id ${identity(dialect)},
        rule_id integer not null references row_level_security(id) on delete cascade,
        dataset_id integer not null,
        database_id integer not null references databases(id) on delete cascade,
        catalog text,
        "schema" text,
        table_name text not null,
        template_params text
      )`,
      `create unique index rule_places_by_name on row_level_security_places
        (rule_id, database_id, coalesce(catalog, ''), coalesce("schema", ''), table_name)`,
      `insert into row_level_security_places
        (rule_id, dataset_id, database_id, catalog, "schema", table_name, template_params)
        select rule_id, datasets.id, database_id, catalog, "schema", table_name, datasets.template_params
        from row_level_security_tables join datasets on datasets.id = row_level_security_tables.dataset_id
        where ${trim}(coalesce(datasets.sql, ''), ${BLANKS}) = ''`,
    ];
  },
};
