import type { Migration } from "../migrate.ts";

/** When the attempts of each key were, so that a minute may begin anywhere. Only PostgreSQL counts here. */
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
