import type { App } from "../../server/app.ts";
import { ownersOf } from "../../server/rights/owners.ts";
import { historiesOf } from "../../server/store/users.ts";
import { crontabText } from "./cron.ts";
import { logsByIds, partsOf, type ReportRecord, recipientsOf, reportsByIds } from "./store.ts";

const jsonOf = (text: string | null) => (text ? (JSON.parse(text) as Record<string, unknown>) : {});

export async function presentReports(app: App, ids: readonly number[]) {
  const reports = await reportsByIds(app.db, ids);
  const historyOf = await historiesOf(app, reports);
  const owners = await ownersOf(app.db, "report", ids);
  const recipients = await recipientsOf(app.db, ids);
  return reports.map((report) => {
    const { created_on_delta_humanized: _, ...history } = historyOf(report);
    return {
      id: report.id,
      name: report.name,
      active: report.active,
      type: report.type,
      description: report.description,
      crontab: report.crontab,
      crontab_humanized: crontabText(report.crontab),
      timezone: report.timezone,
      creation_method: report.creation_method,
      chart_id: report.chart_id,
      dashboard_id: report.dashboard_id,
      extra: jsonOf(report.extra_json),
      last_eval_dttm: report.last_eval_dttm,
      last_state: report.last_state,
      owners: owners.get(report.id) ?? [],
      recipients: recipients.filter((one) => one.report_id === report.id).map(({ id, type }) => ({ id, type })),
      ...history,
    };
  });
}

export async function presentReport(app: App, report: ReportRecord, canSeeResults: boolean) {
  const { chart, dashboard, database } = await partsOf(app.db, report);
  const owners = await ownersOf(app.db, "report", [report.id]);
  const recipients = await recipientsOf(app.db, [report.id]);
  const {
    uuid: _,
    created_on: __,
    changed_on: ___,
    created_by_fk: ____,
    changed_by_fk: _____,
    chart_id: ______,
    dashboard_id: _______,
    database_id: ________,
    last_scheduled_dttm: _________,
    last_success_dttm: __________,
    last_error_mail_dttm: ___________,
    extra_json,
    ...own
  } = report;
  return {
    ...own,
    ...(canSeeResults ? {} : { last_value: null, last_value_row_json: null }),
    chart: chart ? { ...chart, viz_type: chart.viz_type ?? "" } : null,
    dashboard: dashboard ? { ...dashboard, dashboard_title: dashboard.dashboard_title ?? "" } : null,
    database: database ?? null,
    extra: jsonOf(extra_json),
    owners: owners.get(report.id) ?? [],
    recipients: recipients.map(({ report_id: ____________, ...recipient }) => recipient),
  };
}

export async function presentLogs(app: App, ids: readonly number[], canSeeResults: boolean) {
  const redacted = canSeeResults ? {} : { value: null, value_row_json: null, error_message: null };
  return (await logsByIds(app.db, ids)).map(({ report_id: _, ...log }) => ({ ...log, ...redacted }));
}
