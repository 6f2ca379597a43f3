import { randomUUID } from "node:crypto";
import { inLocale } from "../../i18n/node.ts";
import { t } from "../../i18n/translate.ts";
import { tooManyRequests, typedError, unprocessable } from "../../model/errors.ts";
import type { App } from "../../server/app.ts";
import { recordEntries } from "../../server/audit/entries.ts";
import { accounts } from "../../server/auth/accounts.ts";
import { signInLimiter } from "../../server/auth/sign-in-limiter.ts";
import { formatTimestamp } from "../../server/clock.ts";
import { deliver, missingSetting } from "../../server/delivery/deliver.ts";
import { oneLine } from "../../server/delivery/notification.ts";
import { jobQueue } from "../../server/jobs/jobs.ts";
import type { Actor } from "../../server/store/stamp.ts";
import { visibleChart } from "../chart/index.ts";
import { openDashboard } from "../dashboard/index.ts";
import { buildLetter, emptyLetter, pathOf } from "./content.ts";
import type { SendOnce } from "./contract.ts";
import { type Lease, type StoredJob, sendingOnce, whileLeased } from "./leases.ts";
import { startLimit } from "./limit.ts";
import { VIEW } from "./policy.ts";
import { WORKING_TIMEOUT } from "./run.ts";
import { failureText, RunFailure } from "./run-failure.ts";
import { assertTarget } from "./save.ts";
import type { ReportRecord } from "./store.ts";

/** A dashboard or chart sent by email once, by the job of reports, without a stored report. */
export interface SendJob extends StoredJob {
  send: SendOnce & { title: string };
  person: string;
}

const SENDS_PER_MINUTE = 10;
const TIMEOUT_SECONDS = 3600;
const DAY_MS = 24 * 60 * 60 * 1000;

function sendLimiter(app: App) {
  return signInLimiter(app);
}

/** Returns the id of the job. Throws a 422 without a mail server. */
export async function queueSend(actor: Actor, body: SendOnce): Promise<string> {
  const { app, user } = actor;
  const missing = missingSetting(app.config, "Email");
  if (missing !== undefined)
    throw unprocessable(t("No mail server is set up. An administrator can set {setting}.", { setting: missing }));
  const { dashboard: dashboard_id = null, chart: chart_id = null, extra } = body;
  await assertTarget(actor, { chart_id, dashboard_id, extra });
  if (dashboard_id !== null && body.report_format !== "PNG" && body.report_format !== "PDF")
    throw unprocessable({
      report_format: [t("{format} works for charts, not for dashboards", { format: body.report_format })],
    });
  const waitSeconds = await app.once(sendLimiter).attempt(`send ${user.id}`, SENDS_PER_MINUTE);
  if (waitSeconds > 0)
    throw tooManyRequests(t("You have sent several emails in the last minute. Try again later."), waitSeconds);
  const executionId = randomUUID();
  const job: SendJob = { send: { ...body, title: await titleOf(actor, body) }, executionId, person: String(user.id) };
  await app
    .once(jobQueue)
    .add("report", job)
    .catch((cause) => {
      const message = t("The email can't be sent right now. Try again in a moment.");
      throw typedError("ASYNC_WORKERS_ERROR", message, { status: 503, cause });
    });
  return executionId;
}

async function titleOf({ app, user }: Actor, { chart, dashboard }: SendOnce): Promise<string> {
  if (typeof chart === "number") return (await visibleChart(app, user, chart)).slice_name;
  return (await openDashboard(app, user, dashboard ?? 0)).dashboard_title ?? "";
}

/** Never rejects once it has started, so that nothing is sent twice. */
export async function sendOnce(app: App, job: SendJob, stopped: AbortSignal): Promise<void> {
  const claim = (trx: App["db"]) => claimKey(app, trx, job.executionId);
  await whileLeased(app, { job, reportId: null, claim }, (lease) => sendLeased({ app, job, lease }, stopped));
}

async function sendLeased({ app, job, lease }: Leased, stopped: AbortSignal): Promise<void> {
  const sender = await app.once(accounts).account(Number(job.person));
  const report = recordOf(job);
  await inLocale({ language: sender?.language ?? "en", zone: report.timezone }, async () => {
    const limit = startLimit(TIMEOUT_SECONDS * 1000, AbortSignal.any([stopped, lease.lost]), {
      late: () => new RunFailure(() => t(WORKING_TIMEOUT)),
      cancelled: () => new RunFailure(() => t("The server was stopped during the run")),
    });
    try {
      await Promise.race([send({ app, report, job, lease, signal: limit.signal }), limit.over]);
      await record(app, job, { action: "email_sent" });
    } catch (error) {
      if (lease.lost.aborted) return;
      const known = failureText(error);
      if (!known) app.log.error("an email was not sent", { error });
      const problem = (known ?? (() => t("An unexpected error occurred")))();
      await reportFailure({ app, report, job }, problem).catch((cause: unknown) =>
        app.log.error("could not report that an email was not sent", { error: cause }),
      );
    } finally {
      limit.release();
    }
  });
}

/** A job may run again when its worker was lost. */
async function claimKey({ clock }: App, db: App["db"], key: string): Promise<boolean> {
  const now = clock.timestamp();
  const expires_on = formatTimestamp(clock.now() + DAY_MS);
  const row = { resource: "sent", key, value: "true", created_on: now, changed_on: now, expires_on };
  const claimed = await db
    .insertInto("key_values")
    .values({ ...row, owner_id: null, guest: null, network: null, place: null })
    .onConflict((conflict) => conflict.columns(["resource", "key"]).doNothing())
    .returning("id")
    .executeTakeFirst();
  return claimed !== undefined;
}

interface Leased {
  app: App;
  job: SendJob;
  lease: Lease;
}

interface Sending {
  app: App;
  report: ReportRecord;
  job: SendJob;
}

async function send({ app, report, job, lease, signal }: Sending & Leased & { signal: AbortSignal }): Promise<void> {
  if (lease.hasTooManyAttempts) throw new RunFailure(() => t("The server stopped several times during this run"));
  const user = await app.once(accounts).active(Number(job.person));
  if (!user?.can("can_write", VIEW)) throw new RunFailure(() => t("Your account can't send emails anymore"));
  const letter = await buildLetter({ app, user, report, signal });
  signal.throwIfAborted();
  await deliver({ app, notification: letter, signal, once: sendingOnce(app, lease) }, [
    { type: "Email", targets: job.send.recipients },
  ]);
}

async function reportFailure({ app, report, job }: Sending, problem: string): Promise<void> {
  await record(app, job, { action: "email_failed", error: problem });
  const user = await app.once(accounts).active(Number(job.person));
  if (!user?.email) return;
  const letter = emptyLetter({ app, report }, { title: "", path: pathOf(report) });
  const subject = oneLine(t("Not sent: {name}", { name: report.name }));
  const notification = { ...letter, subject, description: "", text: problem };
  const { sendMail } = await import("../../server/delivery/mail.ts");
  await sendMail({ app, notification, signal: AbortSignal.timeout(60_000) }, { to: [user.email] });
}

async function record(app: App, job: SendJob, { action, error }: { action: string; error?: string }): Promise<void> {
  const { recipients, report_format, chart = null, dashboard = null } = job.send;
  const json = { execution: job.executionId, recipients, report_format, ...(error && { error }) };
  const kind = chart === null ? "dashboard" : "chart";
  const sender = await app.once(accounts).account(Number(job.person));
  await recordEntries(app, [
    {
      ...{ action, verb: "send", result: error === undefined ? "ok" : "failed", json },
      ...{ user_id: Number(job.person), username: sender?.username ?? null },
      ...{ object_kind: kind, object_id: chart ?? dashboard, object_name: job.send.title },
    },
  ]);
}

function recordOf({ send, executionId, person }: SendJob): ReportRecord {
  const { title, chart = null, dashboard = null, extra, email_subject, context_markdown, custom_width } = send;
  const userId = Number(person);
  return {
    ...{ id: 0, uuid: executionId, type: "Report", name: title, description: null, active: true, crontab: "" },
    ...{ email_subject: email_subject || title, context_markdown: context_markdown ?? null },
    ...{ timezone: send.timezone ?? "UTC", creation_method: chart === null ? "dashboards" : "charts" },
    ...{ chart_id: chart, dashboard_id: dashboard, database_id: null, sql: null },
    ...{ validator_type: null, validator_config_json: null, log_retention: 0, grace_period: 0 },
    ...{ working_timeout: TIMEOUT_SECONDS, report_format: send.report_format, extra_json: JSON.stringify(extra ?? {}) },
    ...{ force_screenshot: false, custom_width: custom_width ?? null, last_eval_dttm: null, last_state: null },
    ...{ last_value: null, last_value_row_json: null, last_scheduled_dttm: null, last_success_dttm: null },
    ...{ last_error_mail_dttm: null, created_on: "", changed_on: "", created_by_fk: userId, changed_by_fk: userId },
  };
}
