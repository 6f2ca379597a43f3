import type { Migration } from "../migrate.ts";

export const savedRuns: Migration = {
  name: "0044-saved-runs",
  statements: () => [
    "alter table saved_queries add column last_run_ms integer",
    "alter table saved_queries add column last_query_id integer",
  ],
};
