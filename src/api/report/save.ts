import type { Kysely } from "kysely";
import { t } from "../../i18n/translate.ts";
import { type FieldErrors, invalidFields, TesseraError, typedError, unprocessable } from "../../model/errors.ts";
import type { Recipient } from "../../model/report.ts";
import type { App } from "../../server/app.ts";
import { webhookEgressPolicyOf } from "../../server/egress-policy.ts";
import { saveIfMatch } from "../../server/http/etag.ts";
import type { Context } from "../../server/http/route.ts";
import { isCrontab } from "../../server/jobs/schedule.ts";
import { ownersOf, resolveOwners, setOwners } from "../../server/rights/owners.ts";
import { storeFailureOf } from "../../server/store/failures.ts";
import { type Actor, stampOf } from "../../server/store/stamp.ts";
import type { RowChanges, Tables } from "../../server/store/tables.ts";
import { assertionStatuses } from "../assertion/index.ts";
import { visibleChart } from "../chart/index.ts";
import { openDashboard, tabsOf } from "../dashboard/index.ts";
import { canSeeDatabase, databasesByIds } from "../database/index.ts";
import type { CreateReport, UpdateReport } from "./contract.ts";
import {
  hasReportOf,
  insertReport,
  isNameTaken,
  type ReportRecord,
  recipientsOf,
  setRecipients,
  updateReport,
} from "./store.ts";
import { assertionIdsOf } from "./values.ts";

const DEFAULTS = {
  active: true,
  timezone: "UTC",
  creation_method: "alerts_reports",
  log_retention: 90,
  grace_period: 14_400,
  working_timeout: 3600,
  report_format: "PNG",
  force_screenshot: false,
} as const;

type Fields = FieldErrors;
type Target = Pick<ReportRecord, "chart_id" | "dashboard_id">;

/** Returns the id. Throws 400 or 422 by field, 409 for a second report created from the same page. */
export async function createReport(ctx: Context, body: CreateReport): Promise<number> {
  const { app, user } = ctx;
  const { owners, recipients: requested = [], ...fields } = body;
  const method = body.creation_method ?? DEFAULTS.creation_method;
  const target = { chart_id: body.chart ?? null, dashboard_id: body.dashboard ?? null };
  assertCrontab(body.crontab);
  assertValid({
    ...(await problems(ctx, { ...body, ...target, database_id: body.database ?? null })),
    ...unsaved(method, target),
    ...(await unreachable(app, requested)),
  });
  await assertOnePerPage({ app, user }, method, target);
  const recipients = method === "alerts_reports" ? requested : [ownRecipient(user.email)];
  const users = await resolveOwners(app.db, user, owners?.length ? owners : undefined);
  const values = { ...DEFAULTS, ...valuesOf(fields), ...target, creation_method: method };
  const saving = app.db.transaction().execute(async (trx) => {
    const id = await insertReport(trx, values as Parameters<typeof insertReport>[1], stampOf(app, user));
    await setOwners(trx, { noun: "report", id }, users);
    await setRecipients(trx, id, recipients);
    return id;
  });
  return saving.catch(rejectDuplicate(body));
}

/** Setting a chart clears the dashboard, and vice versa. Throws 412 if saved by someone else in the meantime. */
export async function changeReport(ctx: Context, report: ReportRecord, body: UpdateReport): Promise<void> {
  const { app, user } = ctx;
  const { owners, recipients, ...fields } = body;
  const target = targetAfter(report, body);
  const database_id = body.database === undefined ? report.database_id : body.database;
  const after = { type: report.type, ...body, name: body.name ?? report.name, ...target, database_id };
  assertCrontab(body.crontab);
  assertValid({
    ...(await problems(
      ctx,
      { ...after, extra: body.extra, currentDatabase: report.database_id, currentAssertions: assertionIdsOf(report) },
      report.id,
    )),
    ...(await unreachable(app, recipients ?? [])),
  });
  const users = owners === undefined ? undefined : await resolveOwners(app.db, user, owners);
  const isStopped = body.active === false && report.last_state === "Working";
  const isRetargeted = body.chart !== undefined || body.dashboard !== undefined;
  const values = {
    ...valuesOf(fields),
    ...(isRetargeted ? target : {}),
    ...(isStopped ? { last_state: "Not triggered" as const } : {}),
  };
  const { id } = report;
  const parts = (db: Kysely<Tables>) => partsOfSave(db, id);
  const saving = saveIfMatch(ctx, { table: "reports", id, parts }, async (trx, stamp) => {
    await updateReport(trx, id, { values, stamp });
    if (isOtherCondition(report, body)) await trx.deleteFrom("alert_values").where("report_id", "=", id).execute();
    if (users) await setOwners(trx, { noun: "report", id }, users);
    if (recipients) await setRecipients(trx, id, recipients);
  });
  await saving.catch(rejectDuplicate(after));
}

async function partsOfSave(db: Kysely<Tables>, id: number) {
  const recipients = await recipientsOf(db, [id]);
  return {
    owners: (await ownersOf(db, "report", [id])).get(id)?.map((owner) => owner.id),
    recipients: recipients.map(({ type, recipient_config_json }) => ({ type, recipient_config_json })),
  };
}

/** What was firing isn't checked any more. */
function isOtherCondition(report: ReportRecord, { sql, extra }: UpdateReport): boolean {
  const isOtherQuery = sql !== undefined && sql !== report.sql;
  return isOtherQuery || (extra !== undefined && String(extra?.assertion_ids ?? []) !== String(assertionIdsOf(report)));
}

function targetAfter(report: ReportRecord, { chart, dashboard }: UpdateReport): Target {
  if (chart && dashboard) return { chart_id: chart, dashboard_id: dashboard };
  if (chart) return { chart_id: chart, dashboard_id: null };
  if (dashboard) return { chart_id: null, dashboard_id: dashboard };
  return {
    chart_id: chart === null ? null : report.chart_id,
    dashboard_id: dashboard === null ? null : report.dashboard_id,
  };
}

function assertValid(fields: Fields): void {
  if (Object.keys(fields).length > 0) throw unprocessable(fields);
}

function assertCrontab(crontab: string | undefined): void {
  if (crontab !== undefined && !isCrontab(crontab))
    throw invalidFields({ crontab: [t("Cron expression is not valid")] });
}

interface Named {
  type: string;
  name: string;
}

interface Checked extends Target, Named {
  currentDatabase?: number | null;
  database_id: number | null;
  extra?: UpdateReport["extra"];
  /** After the save, if they are stored already. */
  currentAssertions?: readonly number[];
}

const duplicateMessage = ({ type, name }: Named) =>
  type === "Alert"
    ? t('An alert named "{name}" already exists', { name })
    : t('A report named "{name}" already exists', { name });

const rejectDuplicate =
  (report: Named) =>
  (error: unknown): never => {
    throw storeFailureOf(error) === "unique" ? unprocessable({ name: [duplicateMessage(report)] }) : error;
  };

async function problems(ctx: Context, report: Checked, except?: number): Promise<Fields> {
  const { db } = ctx.app;
  const found: Fields = {};
  if (await isNameTaken(db, report, except)) {
    found.name = [duplicateMessage(report)];
  }
  const database = await databaseProblem(ctx, report);
  if (database) found.database = database;
  const unknown = await assertionProblem(ctx, report);
  if (unknown) found.extra = [unknown];
  return { ...found, ...(await targetProblems(ctx, report)) };
}

async function unreachable(app: App, recipients: readonly Recipient[]): Promise<Fields> {
  const hosts = recipients.map(({ type, recipient_config_json: { target } }) =>
    type === "Webhook" ? new URL(target).hostname.replace(/^\[|\]$/g, "") : undefined,
  );
  const refusals = new Map<string | undefined, string | undefined>();
  for (const host of new Set(hosts)) if (host !== undefined) refusals.set(host, await hostRefusal(app, host));
  const entries = hosts.flatMap((host, place): [string, FieldErrors][] => {
    const refusal = refusals.get(host);
    return refusal === undefined ? [] : [[String(place), { target: [refusal] }]];
  });
  return entries.length > 0 ? { recipients: Object.fromEntries(entries) } : {};
}

async function hostRefusal(app: App, host: string): Promise<string | undefined> {
  try {
    await webhookEgressPolicyOf(app).assertHost(host);
    return undefined;
  } catch (error) {
    if (!(error instanceof TesseraError)) throw error;
    return error.cause === undefined ? error.message : undefined;
  }
}

async function databaseProblem(
  { app, user }: Context,
  { type, database_id, currentDatabase, ...report }: Checked,
): Promise<string | undefined> {
  if (type === "Report") return database_id === null ? undefined : t("Database reference is not allowed on a report");
  if (database_id === null && assertionsOf(report).length > 0) return undefined;
  if (database_id === null) return t("Database is required for alerts");
  const isPossible = database_id > 0 && database_id < 2 ** 31;
  const [database] = isPossible ? await databasesByIds(app.db, [database_id]) : [];
  const isThere = database && (database_id === currentDatabase || canSeeDatabase(user, database));
  return isThere ? undefined : t("Database does not exist");
}

const assertionsOf = ({ extra, currentAssertions = [] }: Pick<Checked, "extra" | "currentAssertions">) =>
  extra === undefined ? currentAssertions : (extra?.assertion_ids ?? []);

async function assertionProblem(actor: Actor, report: Checked): Promise<string | undefined> {
  const ids = new Set(report.extra?.assertion_ids);
  if (ids.size === 0) return undefined;
  if (report.type === "Report") return t("Only alerts can be about assertions.");
  const found = await assertionStatuses(actor, [...ids]);
  return found.length < ids.size ? t("Some assertions don't exist.") : undefined;
}

type CheckedTarget = Target & Pick<Checked, "extra">;

export async function assertTarget(actor: Actor, target: CheckedTarget): Promise<void> {
  assertValid(await targetProblems(actor, target));
}

async function targetProblems(ctx: Actor, { chart_id, dashboard_id, extra }: CheckedTarget): Promise<Fields> {
  if (chart_id !== null && dashboard_id !== null) return { chart: t("Choose a chart or dashboard not both") };
  if (chart_id !== null) {
    const chart = await orUndefined(visibleChart(ctx.app, ctx.user, chart_id));
    return chart ? {} : { chart: t("Chart does not exist") };
  }
  if (dashboard_id === null) return { chart: t("Must choose either a chart or a dashboard") };
  const dashboard = await orUndefined(openDashboard(ctx.app, ctx.user, dashboard_id));
  if (!dashboard) return { dashboard: t("Dashboard does not exist") };
  const { all_tabs } = tabsOf(dashboard.position_json);
  const named = [...(extra?.dashboard?.activeTabs ?? []), ...(extra?.dashboard?.anchor ?? "").split(",").filter(isTab)];
  const unknown = named.filter((id) => !Object.hasOwn(all_tabs, id));
  return unknown.length > 0 ? { extra: [t("Invalid tab ids: {ids}", { ids: unknown.join(", ") })] } : {};
}

const isTab = (id: string) => id.startsWith("TAB-");

async function orUndefined<T>(opening: Promise<T>): Promise<T | undefined> {
  try {
    return await opening;
  } catch (error) {
    if (error instanceof TesseraError && (error.status === 404 || error.status === 403)) return undefined;
    throw error;
  }
}

function unsaved(method: CreateReport["creation_method"], { chart_id, dashboard_id }: Target): Fields {
  if (method === "charts" && chart_id === null)
    return { chart: t("Please save your chart first, then try creating a new email report.") };
  if (method === "dashboards" && dashboard_id === null)
    return { dashboard: t("Please save your dashboard first, then try creating a new email report.") };
  return {};
}

async function assertOnePerPage({ app, user }: Actor, method: CreateReport["creation_method"], target: Target) {
  if (method !== "charts" && method !== "dashboards") return;
  const id = method === "charts" ? target.chart_id : target.dashboard_id;
  if (id === null || !(await hasReportOf(app.db, user.id, { method, id }))) return;
  throw typedError("GENERIC_COMMAND_ERROR", t("Resource already has an attached report."), {
    status: 409,
    level: "warning",
  });
}

function ownRecipient(email: string) {
  if (!email) throw unprocessable({ recipients: [t("Your account has no email address to send the report to.")] });
  return { type: "Email" as const, recipient_config_json: { target: email } };
}

function valuesOf(fields: Omit<UpdateReport, "owners" | "recipients">): RowChanges<"reports"> {
  const { chart: _, dashboard: __, database, extra, validator_config_json: config, ...values } = fields;
  const savedValues = {
    ...values,
    database_id: database,
    extra_json: extra === undefined ? undefined : JSON.stringify(extra ?? {}),
    validator_config_json: config === undefined ? undefined : config && JSON.stringify(config),
  };
  return Object.fromEntries(
    Object.entries(savedValues).filter(([, value]) => value !== undefined),
  ) as RowChanges<"reports">;
}
