import type { Migration } from "../migrate.ts";
import { AUDIT, identity } from "./first-schema.ts";

export const addReport: Migration = {
  name: "0009-report",
  statements: (dialect) => [
    `create table reports (
      id ${identity(dialect)},
      uuid text not null unique,
      type text not null,
      name text not null,
      description text,
      email_subject text,
      context_markdown text,
      active boolean not null,
      crontab text not null,
      timezone text not null,
      creation_method text not null,
      chart_id integer references charts(id),
      dashboard_id integer references dashboards(id),
      database_id integer references databases(id),
      sql text,
      validator_type text,
      validator_config_json text,
      log_retention integer not null,
      grace_period integer not null,
      working_timeout integer not null,
      report_format text not null,
      extra_json text,
      force_screenshot boolean not null,
      custom_width integer,
      last_eval_dttm text,
      last_state text,
      last_value double precision,
      last_value_row_json text,
      ${AUDIT},
      unique (type, name)
    )`,
    "create index reports_by_chart on reports (chart_id)",
    "create index reports_by_dashboard on reports (dashboard_id)",
    `create table report_owners (
      report_id integer not null references reports(id) on delete cascade,
      user_id integer not null references users(id) on delete cascade,
      primary key (report_id, user_id)
    )`,
    `create table report_recipients (
      id ${identity(dialect)},
      report_id integer not null references reports(id) on delete cascade,
      type text not null,
      recipient_config_json text not null
    )`,
    `create table report_logs (
      id ${identity(dialect)},
      uuid text not null unique,
      report_id integer not null references reports(id) on delete cascade,
      scheduled_dttm text not null,
      start_dttm text,
      end_dttm text,
      state text not null,
      value double precision,
      value_row_json text,
      error_message text
    )`,
    "create index report_logs_by_report on report_logs (report_id, scheduled_dttm)",
  ],
};

/** `begun_on` is the report's `last_eval_dttm`. Deliveries are dropped with their run. */
export const runningReports: Migration = {
  name: "0043-running-reports",
  statements: () => [
    `create table running_reports (
      uuid text primary key,
      report_id integer references reports(id) on delete cascade,
      job text not null,
      begun_on text,
      owner text not null,
      beat integer not null,
      attempts integer not null
    )`,
    "create index running_reports_by_report on running_reports (report_id)",
    `create table report_deliveries (
      uuid text not null references running_reports(uuid) on delete cascade,
      recipient text not null,
      state text not null,
      error text,
      primary key (uuid, recipient)
    )`,
  ],
};

/** `label` is a JSON array of the columns' values, see `api/report/values.ts`. */
export const alertValues: Migration = {
  name: "0050-alert-values",
  statements: (dialect) => [
    `create table alert_values (
      report_id integer not null references reports(id) on delete cascade,
      label text not null,
      state text not null,
      since text not null,
      value double precision,
      sent_on text,
      primary key (report_id, label)
    )`,
    `create table alert_silences (
      id ${identity(dialect)},
      report_id integer not null references reports(id) on delete cascade,
      label text,
      ends_on text not null,
      comment text,
      created_on text not null,
      created_by_fk integer references users(id) on delete set null
    )`,
    "create index alert_silences_by_report on alert_silences (report_id)",
  ],
};

export const reportRuns: Migration = {
  name: "0023-report-runs",
  statements: () => [
    "alter table reports add column last_scheduled_dttm text",
    "alter table reports add column last_success_dttm text",
    "alter table reports add column last_error_mail_dttm text",
    "create index reports_by_active on reports (active)",
  ],
};
