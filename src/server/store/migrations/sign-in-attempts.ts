import type { Migration } from "../migrate.ts";

/** Attempts to sign in, counted for all servers on the store, and where people sign in from. */
export const signInAttempts: Migration = {
  name: "0018-sign-in-attempts",
  statements: () => [
    "create table sign_in_attempts (key_hash text primary key, started_on text not null, attempts integer not null)",
    "create table familiar_sign_ins (key_hash text primary key, seen_on text not null)",
  ],
};
