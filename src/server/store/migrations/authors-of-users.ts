import type { Migration } from "../migrate.ts";

/** Which administrator made and last changed an account; null for those that came by themselves. */
export const authorsOfUsers: Migration = {
  name: "0019-authors-of-users",
  statements: () => [
    "alter table users add column created_by_fk integer references users (id) on delete set null",
    "alter table users add column changed_by_fk integer references users (id) on delete set null",
  ],
};
