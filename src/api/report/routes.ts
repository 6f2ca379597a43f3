import { type SqlBool, sql } from "kysely";
import { msg, t } from "../../i18n/translate.ts";
import { notFound } from "../../model/errors.ts";
import { noteAction } from "../../server/audit/audited-request.ts";
import { crud } from "../../server/http/crud.ts";
import { setETag } from "../../server/http/etag.ts";
import { anyColumnContains } from "../../server/http/list-filters.ts";
import { collectionRoutes, firstNameOf, type ListDefinition, listResponse } from "../../server/http/resource-list.ts";
import { audited, type Context, RawReply, type Resource, route } from "../../server/http/route.ts";
import { possibleIds, showResponse } from "../../server/http/show-response.ts";
import { assertOwner } from "../../server/rights/owners.ts";
import { visibleCharts } from "../chart/index.ts";
import { visibleDashboards } from "../dashboard/index.ts";
import { DATABASE_PICKER } from "../database/index.ts";
import { TRIAL_ROUTES } from "./condition-check.ts";
import * as contract from "./contract.ts";
import { canSeeResults, READ, VIEW, visibleReports, WRITE } from "./policy.ts";
import { presentLogs, presentReport, presentReports } from "./present.ts";
import { changeReport, createReport } from "./save.ts";
import { REPORT_WORK, reportJob, runNow } from "./schedule.ts";
import { queueSend } from "./send.ts";
import { sentPicture } from "./sent-picture.ts";
import { addSilence, deleteSilence } from "./silences.ts";
import { deleteReports, logsByIds, type ReportRecord, reportsByIds } from "./store.ts";
import { silencesOf, valuesOfAlert } from "./values.ts";

const LIST: ListDefinition = {
  view: VIEW,
  title: msg("List Report Schedule"),
  table: "reports",
  permissions: ["can_read", "can_write"],
  columns: [
    "id",
    "name",
    "active",
    "type",
    "description",
    "crontab",
    "crontab_humanized",
    "timezone",
    "creation_method",
    "chart_id",
    "dashboard_id",
    "extra",
    "last_eval_dttm",
    "last_state",
    "owners.id",
    "owners.first_name",
    "owners.last_name",
    "recipients.id",
    "recipients.type",
    "changed_by.first_name",
    "changed_by.last_name",
    "changed_on",
    "changed_on_delta_humanized",
    "created_by.first_name",
    "created_by.last_name",
    "created_on",
  ],
  search: {
    name: { type: "text", column: "reports.name" },
    active: { type: "boolean", column: "reports.active" },
    changed_by: { type: "one", column: "reports.changed_by_fk" },
    created_by: { type: "one", column: "reports.created_by_fk" },
    owners: { type: "many", table: "report_owners", own: "report_id", column: "reports.id", other: "user_id" },
    type: { type: "text", column: "reports.type" },
    last_state: { type: "text", column: "reports.last_state" },
    creation_method: { type: "text", column: "reports.creation_method" },
    dashboard_id: { type: "number", column: "reports.dashboard_id" },
    chart_id: { type: "number", column: "reports.chart_id" },
  },
  filters: {
    "name:report_all_text": anyColumnContains(["reports.name", "reports.description", "reports.sql"]),
  },
  order: {
    active: "active",
    description: { by: "description", text: true },
    "created_by.first_name": firstNameOf("reports.created_by_fk"),
    "changed_by.first_name": firstNameOf("reports.changed_by_fk"),
    changed_on: "changed_on",
    changed_on_delta_humanized: "changed_on",
    created_on: "created_on",
    crontab: "crontab",
    crontab_humanized: "crontab",
    last_eval_dttm: "last_eval_dttm",
    name: { by: "name", text: true },
    type: "type",
  },
  visible: ({ user }) => visibleReports(user),
  present: ({ app }, ids) => presentReports(app, ids),
  texts: () => ["sql", "extra_json", "description"],
  related: {
    owners: { kind: "users", withEmail: true },
    chart: { kind: "rows", table: "charts", text: "charts.slice_name", visible: ({ user }) => visibleCharts(user) },
    dashboard: {
      kind: "rows",
      table: "dashboards",
      text: "dashboards.dashboard_title",
      visible: ({ user }) => visibleDashboards(user),
    },
    database: DATABASE_PICKER,
    created_by: { kind: "users", withEmail: true },
    changed_by: { kind: "users" },
  },
  createBody: contract.CreateReport,
  updateBody: contract.UpdateReport,
};

const RESULT_COLUMNS = ["value", "error_message"];
const LOG_COLUMNS = ["state", ...RESULT_COLUMNS, "scheduled_dttm", "start_dttm", "end_dttm"];

/** Users who can't see results can't search or sort by them either. */
const logList = (reportId: number, canSeeResults: boolean): ListDefinition => ({
  view: VIEW,
  title: t("List Report Execution Log"),
  table: "report_logs",
  permissions: ["can_read"],
  columns: ["id", "uuid", "value_row_json", ...LOG_COLUMNS],
  search: {
    state: { type: "text", column: "report_logs.state" },
    ...(canSeeResults ? RESULT_SEARCH : {}),
    scheduled_dttm: { type: "date", column: "report_logs.scheduled_dttm" },
    start_dttm: { type: "date", column: "report_logs.start_dttm" },
    end_dttm: { type: "date", column: "report_logs.end_dttm" },
    uuid: { type: "uuid", column: "report_logs.uuid" },
  },
  order: Object.fromEntries(
    LOG_COLUMNS.filter((name) => canSeeResults || !RESULT_COLUMNS.includes(name)).map((name) => [name, name]),
  ),
  baseOrder: { column: "scheduled_dttm", direction: "desc" },
  visible: () => sql<SqlBool>`report_logs.report_id = ${reportId}`,
  present: ({ app }, ids) => presentLogs(app, ids, canSeeResults),
});

const RESULT_SEARCH = {
  value: { type: "number", column: "report_logs.value" },
  error_message: { type: "text", column: "report_logs.error_message" },
} as const;

const canSeeResultsOf = ({ app, user }: Context, { id }: ReportRecord) => canSeeResults(app, user, id);

async function reportOf({ app, user }: Context, id: number): Promise<ReportRecord> {
  const [report] = await reportsByIds(app.db, possibleIds([id]), visibleReports(user));
  if (!report) throw notFound();
  return report;
}

const assertOwn = ({ app, user }: Context, ids: readonly number[]) =>
  assertOwner(app.db, user, { noun: "report", ids });

const show = route(contract.show, READ, async (ctx, { params, q }) => {
  const report = await reportOf(ctx, params.id);
  setETag(ctx, report.changed_on);
  return showResponse(
    await presentReport(ctx.app, report, await canSeeResultsOf(ctx, report)),
    t("Show Report Schedule"),
    q,
  );
});

const run = route(
  contract.run,
  audited(WRITE, { action: "ReportScheduleRestApi.run", verb: "run", kind: "report" }),
  async (ctx, { params }) => {
    const { id } = await reportOf(ctx, params.id);
    await assertOwn(ctx, [id]);
    return { message: "OK", execution_id: await runNow(ctx.app, id, ctx.user.id) };
  },
);

const values = route(contract.values, READ, async (ctx, { params }) => {
  const report = await reportOf(ctx, params.id);
  if (!(await canSeeResultsOf(ctx, report))) throw notFound();
  const { db, clock } = ctx.app;
  return {
    result: {
      values: await valuesOfAlert(db, report.id),
      silences: await silencesOf(db, report.id, clock.timestamp()),
    },
  };
});

const silence = route(
  contract.silence,
  audited(WRITE, { action: "ReportScheduleRestApi.silence", verb: "change", kind: "report", param: "id" }),
  async (ctx, { params, body }) => {
    const report = await reportOf(ctx, params.id);
    await assertOwn(ctx, [report.id]);
    return addSilence(ctx, report, body);
  },
);

const endSilence = route(
  contract.endSilence,
  audited(WRITE, { action: "ReportScheduleRestApi.end_silence", verb: "change", kind: "report", param: "id" }),
  async (ctx, { params }) => {
    const report = await reportOf(ctx, params.id);
    await assertOwn(ctx, [report.id]);
    if (!(await deleteSilence(ctx.app.db, report.id, params.silence_id))) throw notFound();
    return { message: "OK" };
  },
);

const send = route(
  contract.send,
  audited(WRITE, { action: "ReportScheduleRestApi.send", verb: "send", kind: "report" }),
  async (ctx, { body }) => {
    const { chart, dashboard, report_format: format } = body;
    const object =
      typeof chart === "number"
        ? { kind: "chart" as const, id: chart }
        : { kind: "dashboard" as const, id: dashboard ?? 0 };
    noteAction({ kind: object.kind, references: [object.id], details: { format } });
    return { message: "OK", execution_id: await queueSend(ctx, body) };
  },
);

/** Pictures show what the executor can read. */
const picture = route(contract.picture, READ, async (ctx, { params }) => {
  const report = await reportOf(ctx, params.id);
  const bytes = (await canSeeResultsOf(ctx, report)) ? await sentPicture(ctx.app, report.id) : undefined;
  if (!bytes) throw notFound();
  return new RawReply(bytes, { "content-type": "image/png", "cache-control": "private, no-cache" });
});

const listLog = route(contract.listLog, READ, async (ctx, { params, q }) => {
  const report = await reportOf(ctx, params.id);
  return (await listResponse(ctx, logList(report.id, await canSeeResultsOf(ctx, report)), q ?? {})) as never;
});

const showLog = route(contract.showLog, READ, async (ctx, { params, q }) => {
  const report = await reportOf(ctx, params.id);
  const [log] = (await logsByIds(ctx.app.db, possibleIds([params.log_id]))).filter(
    (row) => row.report_id === report.id,
  );
  const [shown] = log ? await presentLogs(ctx.app, [log.id], await canSeeResultsOf(ctx, report)) : [];
  if (!shown) throw notFound();
  return showResponse(shown, t("Show Report Execution Log"), q);
});

const { create, update, remove, removeMany } = contract;

export const reportResource: Resource = {
  name: "report",
  jobs: [reportJob],
  periodic: REPORT_WORK,
  routes: [
    ...collectionRoutes(contract, LIST),
    show,
    ...crud({ create, update, remove, removeMany }, LIST, {
      audit: { kind: "report", api: "ReportScheduleRestApi" },
      find: ({ app, user }, ids) => reportsByIds(app.db, ids, visibleReports(user)),
      create: async (ctx, { body }) => ({ id: await createReport(ctx, body), result: body }),
      update: async (ctx, report, { body }) => {
        await assertOwn(ctx, [report.id]);
        await changeReport(ctx, report, body);
        return { id: report.id, result: body };
      },
      remove: async (ctx, ids) => {
        await assertOwn(ctx, ids);
        await deleteReports(ctx.app.db, ids);
      },
    }),
    run,
    send,
    picture,
    values,
    silence,
    endSilence,
    ...TRIAL_ROUTES,
    listLog,
    showLog,
  ],
};
