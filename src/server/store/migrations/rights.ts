import type { Migration } from "../migrate.ts";
import { identity } from "./first-schema.ts";

/** Groups of users with roles, the catalogue of permission pairs, and dashboards that other sites may show. */
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
