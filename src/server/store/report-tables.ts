import type { Generated } from "kysely";
import type { ReportState } from "../../model/report.ts";

/** Alerts and reports, and how they ran. Moments and JSON as in `tables.ts`. */

export interface ReportsTable {
  id: Generated<number>;
  uuid: string;
  type: "Alert" | "Report";
  name: string;
  description: string | null;
  email_subject: string | null;
  context_markdown: string | null;
  active: boolean;
  crontab: string;
  timezone: string;
  creation_method: "charts" | "dashboards" | "alerts_reports";
  chart_id: number | null;
  dashboard_id: number | null;
  /** Of alerts: where `sql` is asked. */
  database_id: number | null;
  sql: string | null;
  validator_type: string | null;
  /** JSON `{op, threshold}`. */
  validator_config_json: string | null;
  /** Days; 0: not at all. */
  log_retention: number;
  /** Seconds, as the next one. */
  grace_period: number;
  working_timeout: number;
  report_format: "PNG" | "PDF" | "CSV" | "TEXT";
  /** JSON `{dashboard}`: the state that is sent. */
  extra_json: string | null;
  force_screenshot: boolean;
  custom_width: number | null;
  last_eval_dttm: string | null;
  last_state: ReportState | null;
  last_value: number | null;
  last_value_row_json: string | null;
  /** The latest time of its schedule that a process has taken: nobody takes it, or an earlier one, again. */
  last_scheduled_dttm: string | null;
  /** When it was sent last. */
  last_success_dttm: string | null;
  /** When its owners were told last that it fails. */
  last_error_mail_dttm: string | null;
  created_on: string;
  changed_on: string;
  created_by_fk: number | null;
  changed_by_fk: number | null;
}

export interface ReportLogsTable {
  id: Generated<number>;
  uuid: string;
  report_id: number;
  scheduled_dttm: string;
  start_dttm: string | null;
  end_dttm: string | null;
  state: ReportState;
  value: number | null;
  value_row_json: string | null;
  error_message: string | null;
}
