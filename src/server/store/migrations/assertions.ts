import type { Migration } from "../migrate.ts";
import { AUDIT, identity } from "./first-schema.ts";

const TEXTS = ["name", "description", "params", "where_clause", "crontab", "timezone"];

/** An assertion is deleted and restored with its dataset or dashboard. */
export const assertions: Migration = {
  name: "0051-assertions",
  statements: (dialect) => [
    `create table assertions (
      id ${identity(dialect)},
      uuid text not null unique,
      name text not null,
      description text,
      dataset_id integer not null references datasets(id) on delete cascade,
      dashboard_id integer references dashboards(id) on delete cascade,
      kind text not null,
      params text not null,
      where_clause text,
      crontab text not null,
      timezone text not null,
      active boolean not null,
      external_id text,
      run_as_fk integer references users(id) on delete set null,
      state text not null default 'unchecked',
      value text,
      compared text,
      error text,
      checked_as_fk integer references users(id) on delete set null,
      checked_on text,
      failed_since text,
      last_scheduled_on text,
      claimed_until text,
      ${AUDIT}
    )`,
    "create index assertions_by_dataset on assertions (dataset_id, state)",
    "create index assertions_by_dashboard on assertions (dashboard_id)",
    "create index assertions_by_active on assertions (active)",
    dialect === "postgres"
      ? "create index assertions_stored on assertions (created_by_fk)"
      : `create index assertions_stored on assertions (created_by_fk, (${TEXTS.map(
          (name) => `coalesce(octet_length("${name}"), 0)`,
        ).join(" + ")}))`,
    `create table assertion_owners (
      assertion_id integer not null references assertions(id) on delete cascade,
      user_id integer not null references users(id) on delete cascade,
      primary key (assertion_id, user_id)
    )`,
    "create index assertion_owners_by_user on assertion_owners (user_id)",
    `create table assertion_results (
      id ${identity(dialect)},
      assertion_id integer not null references assertions(id) on delete cascade,
      state text not null,
      value text,
      compared text,
      checked_as_fk integer references users(id) on delete set null,
      checked_on text not null,
      "trigger" text not null,
      ms integer not null
    )`,
    "create index assertion_results_by_assertion on assertion_results (assertion_id, id)",
  ],
};
