import type { Migration } from "../migrate.ts";
import { AUDIT, identity } from "./first-schema.ts";

/**
 * `folder_ancestors` has a row for each folder and each folder that contains it, itself included, so that inherited
 * rights are one lookup. `placed_by` and `shared_by` keep the ids of deleted users, whose permissions back nothing.
 */
export const folders: Migration = {
  name: "0038-folders",
  statements: (dialect) => [
    `create table folders (
      id ${identity(dialect)},
      uuid text not null unique,
      name text not null,
      description text,
      parent_id integer references folders(id),
      ${AUDIT}
    )`,
    dialect === "postgres"
      ? "create index folders_stored on folders (created_by_fk)"
      : `create index folders_stored on folders (created_by_fk,
          (coalesce(octet_length("name"), 0) + coalesce(octet_length("description"), 0)))`,
    "create unique index folders_by_name on folders (coalesce(parent_id, 0), name)",
    "create index folders_by_parent on folders (parent_id)",
    `create table folder_ancestors (
      folder_id integer not null references folders(id) on delete cascade,
      ancestor_id integer not null references folders(id) on delete cascade,
      distance integer not null,
      primary key (folder_id, ancestor_id)
    )`,
    "create index folder_ancestors_by_ancestor on folder_ancestors (ancestor_id)",
    ...["folder_owners", "folder_editors"].flatMap((table) => [
      `create table ${table} (
        folder_id integer not null references folders(id) on delete cascade,
        user_id integer not null references users(id) on delete cascade,
        primary key (folder_id, user_id)
      )`,
      `create index ${table}_by_user on ${table} (user_id)`,
    ]),
    `create table folder_editor_roles (
      folder_id integer not null references folders(id) on delete cascade,
      role_id integer not null references roles(id) on delete cascade,
      primary key (folder_id, role_id)
    )`,
    `create table folder_viewer_roles (
      folder_id integer not null references folders(id) on delete cascade,
      role_id integer not null references roles(id) on delete cascade,
      shared_by integer,
      primary key (folder_id, role_id)
    )`,
    "create index folder_editor_roles_by_role on folder_editor_roles (role_id)",
    "create index folder_viewer_roles_by_role on folder_viewer_roles (role_id)",
    ...["chart", "dashboard", "dataset"].flatMap((noun) => [
      `create table ${noun}_folders (
        ${noun}_id integer primary key references ${noun}s(id) on delete cascade,
        folder_id integer not null references folders(id) on delete cascade,
        placed_by integer
      )`,
      `create index ${noun}_folders_by_folder on ${noun}_folders (folder_id)`,
    ]),
  ],
};
