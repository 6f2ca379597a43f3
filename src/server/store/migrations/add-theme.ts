import type { Migration } from "../migrate.ts";
import { AUDIT, identity } from "./first-schema.ts";

export const addTheme: Migration = {
  name: "0005-theme",
  statements: (dialect) => [
    `create table themes (
      id ${identity(dialect)},
      uuid text not null unique,
      theme_name text not null,
      json_data text not null,
      is_system boolean not null default false,
      is_system_default boolean not null default false,
      is_system_dark boolean not null default false,
      ${AUDIT}
    )`,
  ],
};
