import type { Migration } from "../migrate.ts";

/** What the runs of alerts and reports remember beside their state. */
export const reportRuns: Migration = {
  name: "0023-report-runs",
  statements: () => [
    "alter table reports add column last_scheduled_dttm text",
    "alter table reports add column last_success_dttm text",
    "alter table reports add column last_error_mail_dttm text",
    "create index reports_by_active on reports (active)",
  ],
};
