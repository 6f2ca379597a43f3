import type { Migration } from "../migrate.ts";
import { identity } from "./first-schema.ts";

/** Rules of row-level security, with the datasets and roles they are for. */
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
