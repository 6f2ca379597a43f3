import type { Migration } from "../migrate.ts";
import { identity } from "./first-schema.ts";

export const rights: Migration = {
  name: "0006-rights",
  statements: (dialect) => [
    `create table permission_pairs (
      id ${identity(dialect)},
      permission text not null,
      view text not null,
      unique (permission, view)
    )`,
    `create table groups (id ${identity(dialect)}, name text not null unique, label text, description text)`,
    `create table group_roles (
      group_id integer not null references groups(id) on delete cascade,
      role_id integer not null references roles(id) on delete cascade,
      primary key (group_id, role_id)
    )`,
    `create table user_groups (
      user_id integer not null references users(id) on delete cascade,
      group_id integer not null references groups(id) on delete cascade,
      primary key (user_id, group_id)
    )`,
    `create table embedded_dashboards (
      uuid text primary key,
      dashboard_id integer not null unique references dashboards(id) on delete cascade,
      allowed_domains text not null,
      created_on text not null,
      changed_on text not null,
      created_by_fk integer references users(id) on delete set null,
      changed_by_fk integer references users(id) on delete set null
    )`,
    "create index dashboard_roles_by_role on dashboard_roles (role_id)",
    "create index role_permissions_by_view on role_permissions (permission, view)",
  ],
};

export const credentialVersions: Migration = {
  name: "0013-credential-versions",
  statements: () => ["alter table users add column credential_version integer not null default 0"],
};

export const apiKeys: Migration = {
  name: "0014-api-keys",
  statements: (dialect) => [
    `create table api_keys (
      id ${identity(dialect)},
      uuid text not null unique,
      user_id integer not null references users(id) on delete cascade,
      name text not null,
      key_prefix text not null,
      key_hash text not null unique,
      created_on text not null,
      expires_on text,
      last_used_on text
    )`,
    "create index api_keys_by_user on api_keys (user_id)",
  ],
};

export const identities: Migration = {
  name: "0017-identities",
  statements: () => [
    `create table identities (
      issuer text not null,
      subject text not null,
      user_id integer not null references users(id) on delete cascade,
      created_on text not null,
      primary key (issuer, subject)
    )`,
    "create index identities_by_user on identities (user_id)",
    "alter table sessions add column id_token text",
  ],
};

export const signInAttempts: Migration = {
  name: "0018-sign-in-attempts",
  statements: () => [
    "create table sign_in_attempts (key_hash text primary key, started_on text not null, attempts integer not null)",
    "create table familiar_sign_ins (key_hash text primary key, seen_on text not null)",
  ],
};

export const signInMoments: Migration = {
  name: "0028-sign-in-moments",
  statements: (dialect) => [
    "drop table sign_in_attempts",
    `create table sign_in_attempts (
      key_hash text primary key,
      moments ${dialect === "postgres" ? "double precision[]" : "text"} not null,
      is_refused boolean not null
    )`,
  ],
};

export const authorsOfUsers: Migration = {
  name: "0019-authors-of-users",
  statements: () => [
    "alter table users add column created_by_fk integer references users (id) on delete set null",
    "alter table users add column changed_by_fk integer references users (id) on delete set null",
  ],
};

export const stateOwners: Migration = {
  name: "0027-state-owners",
  statements: () => [
    "alter table key_values add column guest text",
    "alter table key_values add column network text",
    "alter table key_values add column place text",
    "create index key_values_by_owner on key_values (resource, owner_id, changed_on)",
    "create index key_values_by_guest on key_values (resource, guest, changed_on)",
    "create index key_values_by_network on key_values (resource, network, changed_on)",
    "create index key_values_by_place on key_values (resource, place, changed_on)",
  ],
};

/** Drops the permission change counters of earlier versions with their triggers. */
const TABLES = [
  "databases",
  "datasets",
  "charts",
  "dashboards",
  "dataset_owners",
  "chart_owners",
  "dashboard_owners",
  "dashboard_charts",
  "dashboard_roles",
];

export const rightsState: Migration = { name: "0021-rights-state", statements: () => [] };
export const rightsChanges: Migration = { name: "0022-rights-changes", statements: () => [] };

export const dropRightsCounters: Migration = {
  name: "0031-drop-rights-counters",
  statements: (dialect) =>
    dialect === "sqlite"
      ? [
          ...TABLES.flatMap((table) =>
            ["added", "removed", "changed"].map((change) => `drop trigger if exists ${table}_${change}`),
          ),
          "drop table if exists rights_state",
        ]
      : ["drop function if exists note_change_of_rights() cascade", "drop table if exists rights_changes"],
};

export const userLanguages: Migration = {
  name: "0032-user-languages",
  statements: () => ["alter table users add column language text"],
};

/** Time zone of a user; null = the browser's. */
export const userTimeZones: Migration = {
  name: "0035-user-time-zones",
  statements: () => ["alter table users add column time_zone text"],
};
