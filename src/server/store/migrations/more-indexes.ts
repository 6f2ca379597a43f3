import type { Migration } from "../migrate.ts";

/** For deleting what others refer to, and for lists by it. */
export const moreIndexes: Migration = {
  name: "0015-more-indexes",
  statements: () => [
    "create index report_recipients_by_report on report_recipients (report_id)",
    "create index row_level_security_tables_by_dataset on row_level_security_tables (dataset_id)",
    "create index tab_states_by_database on tab_states (database_id)",
    "create index saved_queries_by_database on saved_queries (database_id)",
    "create index reports_by_database on reports (database_id)",
  ],
};
