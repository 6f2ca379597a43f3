import type { Migration } from "../migrate.ts";

/** Which of a user's tokens still count. */
export const credentialVersions: Migration = {
  name: "0013-credential-versions",
  statements: () => ["alter table users add column credential_version integer not null default 0"],
};
