import type { Migration } from "../migrate.ts";
import { identity } from "./first-schema.ts";

/** What charts, dashboards and datasets were at every save, and those that were deleted. */
export const history: Migration = {
  name: "0007-history",
  statements: (dialect) => [
    `create table versions (
      id ${identity(dialect)},
      noun text not null,
      object_id integer not null,
      number integer not null,
      saved_on text not null,
      saved_by_fk integer references users(id) on delete set null,
      digest text not null,
      changed text not null,
      content text not null,
      unique (noun, object_id, number)
    )`,
    `create table trash (
      id ${identity(dialect)},
      noun text not null,
      object_id integer not null,
      uuid text not null,
      name text not null,
      content text not null,
      deleted_on text not null,
      deleted_by_fk integer references users(id) on delete set null,
      unique (noun, object_id)
    )`,
    "create index trash_by_deletion on trash (deleted_on)",
    `create table trash_owners (
      trash_id integer not null references trash(id) on delete cascade,
      user_id integer not null references users(id) on delete cascade,
      primary key (trash_id, user_id)
    )`,
  ],
};
