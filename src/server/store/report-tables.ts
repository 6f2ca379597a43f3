import type { Generated } from "kysely";
import type { ReportState } from "../../model/report.ts";

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
  database_id: number | null;
  sql: string | null;
  validator_type: string | null;
  /** JSON `{op, threshold}`. */
  validator_config_json: string | null;
  log_retention: number;
  /** Seconds, like the next column. */
  grace_period: number;
  working_timeout: number;
  report_format: "PNG" | "PDF" | "CSV" | "TEXT";
  /** JSON `{dashboard}` with the state to send. */
  extra_json: string | null;
  force_screenshot: boolean;
  custom_width: number | null;
  last_eval_dttm: string | null;
  last_state: ReportState | null;
  last_value: number | null;
  last_value_row_json: string | null;
  /** The latest scheduled time that a process has claimed. */
  last_scheduled_dttm: string | null;
  last_success_dttm: string | null;
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

export interface RunningReportsTable {
  uuid: string;
  /** Null for a chart or dashboard that is sent once. */
  report_id: number | null;
  /** JSON of the job. */
  job: string;
  begun_on: string | null;
  owner: string;
  beat: number;
  attempts: number;
}

export interface ReportDeliveriesTable {
  uuid: string;
  recipient: string;
  state: "sending" | "sent" | "failed";
  error: string | null;
}
