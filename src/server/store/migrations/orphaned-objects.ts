import type { Migration } from "../migrate.ts";

/** Charts and dashboards whose last editor's account was deleted, so that nobody's permissions back what they show. */
export const orphanedObjects: Migration = {
  name: "0026-orphaned-objects",
  statements: () => [
    ...["charts", "dashboards"].map(
      (table) => `alter table ${table} add column is_orphaned boolean not null default false`,
    ),
    "create index datasets_by_author on datasets (created_by_fk)",
  ],
};
