import type { Migration } from "../migrate.ts";
import { identity } from "./first-schema.ts";

/** Keys by which programs call as their owners. */
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
