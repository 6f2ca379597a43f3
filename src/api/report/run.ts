import type { Locale } from "../../i18n/locale.ts";
import { inLocale } from "../../i18n/node.ts";
import { msg, t } from "../../i18n/translate.ts";
import type { App } from "../../server/app.ts";
import { recordEntries } from "../../server/audit/entries.ts";
import { accounts } from "../../server/auth/accounts.ts";
import { ageMs, formatTimestamp, parseTimestamp } from "../../server/clock.ts";
import { deliver, type LetterRecipient } from "../../server/delivery/deliver.ts";
import type { Notification } from "../../server/delivery/notification.ts";
import { cachedScheduleTimes } from "../../server/jobs/schedule.ts";
import { metrics } from "../../server/metrics/metrics.ts";
import { ownersOf } from "../../server/rights/owners.ts";
import { inSpan } from "../../server/span.ts";
import type { User } from "../../server/user.ts";
import { findDatabase } from "../database/index.ts";
import { evaluateCondition, type Outcome } from "./condition.ts";
import { buildLetter } from "./content.ts";
import { isLeased, type Lease, type StoredJob, sendingOnce, whileLeased } from "./leases.ts";
import { startLimit } from "./limit.ts";
import { notifyOwners } from "./owners.ts";
import { VIEW } from "./policy.ts";
import { failureText, RunFailure } from "./run-failure.ts";
import { checkAssertions, checkValues, type ValuesOutcome } from "./run-values.ts";
import {
  beginWork,
  claimTime,
  endWork,
  failStuckRun,
  isNewRun,
  isWorkingSince,
  logRun,
  type RunEnd,
  type RunRow,
  releaseTime,
  setInGracePeriod,
} from "./runs-store.ts";
import { storeSentPicture } from "./sent-picture.ts";
import { type ReportRecord, recipientsOf, reportsByIds } from "./store.ts";
import { assertionIdsOf, byValueOf, silencesOf } from "./values.ts";

/**
 * One run of an alert or report. Processes race on the stored state, and the one that changes it first continues.
 * Success means that everything was built and sent.
 */

export interface RunRequest extends StoredJob {
  reportId: number;
  scheduledMs: number;
  isAsked: boolean;
}

export const WORKING_TIMEOUT = msg("Report Schedule reached a working timeout.");
const STILL_WORKING = msg("Report Schedule is still working, refusing to re-compute.");
const ON_GRACE = msg("Alert fired during grace period.");

/** Rejects only before the run has started. */
export async function runReport(app: App, request: RunRequest, stopped: AbortSignal): Promise<void> {
  const { reportId, executionId, isAsked } = request;
  const scheduled = formatTimestamp(request.scheduledMs);
  const claim = (trx: App["db"]) =>
    isAsked ? isNewRun(trx, executionId) : claimTime(trx, { id: reportId, scheduled, now: app.clock.now() });
  await whileLeased(app, { job: request, reportId, claim }, async (lease) => {
    const [report] = await reportsByIds(app.db, [reportId]);
    if (!report) return;
    const locale = await localeOf(app, report);
    const run = () => inLocale(locale, () => runIn({ app, report, lease }, request, stopped));
    await inSpan("report run", run, { attributes: { "tessera.report_id": report.id } });
  });
}

async function localeOf(app: App, { changed_by_fk, timezone }: ReportRecord): Promise<Locale> {
  const editor = changed_by_fk === null ? undefined : await app.once(accounts).account(changed_by_fk);
  return { language: editor?.language ?? "en", zone: timezone };
}

async function runIn(leased: Leased, request: RunRequest, stopped: AbortSignal): Promise<void> {
  const { app, report, lease } = leased;
  const scheduled = formatTimestamp(request.scheduledMs);
  const now = lease.begunOn ?? app.clock.timestamp();
  const running = { ...leased, run: { uuid: lease.uuid, reportId: report.id, scheduled, now } };
  if (lease.begunOn !== null) {
    app.log.warn("took over a report run of a stopped server", { report: report.id, execution: lease.uuid });
    if (!(await isWorkingSince(app.db, running.run))) return;
  } else {
    if (!request.isAsked && (await isPast(running, request.scheduledMs))) return;
    if (!(await tryBegin(running))) return;
  }
  await work(running, stopped).catch((error) =>
    app.log.error("could not save the result of a report run", { report: report.id, error }),
  );
}

const LATE_MS = 60 * 60_000;
const TOO_LATE = msg("Not run: the server was busy for an hour");

function noteRun(app: App, run: RunRow, end: RunEnd): Promise<void> {
  app.once(metrics).report(end.state);
  return logRun(app.db, run, end);
}

interface Leased {
  app: App;
  report: ReportRecord;
  lease: Lease;
}

/** Reports aren't sent within a request, so they are recorded here. */
async function recordRun({ app, report, run }: Running, state: "Success" | "Error"): Promise<void> {
  await recordEntries(app, [
    {
      ...(state === "Success"
        ? { action: "report_sent", result: "ok" }
        : { action: "report_failed", result: "failed" }),
      ...{ verb: "send", object_kind: "report", object_id: report.id, object_name: report.name },
      details: { execution: run.uuid },
    },
  ]);
}

async function isPast(running: Running, scheduledMs: number): Promise<boolean> {
  const { app, report, run } = running;
  const nowMs = app.clock.now();
  if (app.once(cachedScheduleTimes)(report, scheduledMs) <= nowMs) return true;
  if (nowMs - scheduledMs < LATE_MS) return false;
  await noteRun(app, run, { state: "Error", at: run.now, error: t(TOO_LATE) });
  await notifyOwners(running, () => t(TOO_LATE));
  return true;
}

async function tryBegin({ app, report, run, lease }: LeasedRun): Promise<boolean> {
  const { db } = app;
  if (report.last_state === "Working") {
    await refuseWhileWorking(app, report, run);
    return false;
  }
  if (!byValueOf(report) && isInGracePeriod(report, run.now)) {
    await setInGracePeriod(db, run);
    await noteRun(app, run, { state: "On Grace", at: run.now, error: t(ON_GRACE) });
    return false;
  }
  const isBegun = await beginWork(db, run, lease);
  if (!isBegun) await noteRun(app, run, { state: "Working", at: run.now, error: t(STILL_WORKING) });
  return isBegun;
}

async function refuseWhileWorking(app: App, report: ReportRecord, run: RunRow): Promise<void> {
  const since = report.last_eval_dttm;
  const isOver =
    !(await isLeased(app.db, report.id, since)) &&
    (since === null || ageMs(since, parseTimestamp(run.now)) > report.working_timeout * 1000);
  const isGivenUp =
    isOver && (await failStuckRun(app.db, run, { evaluated: report.last_eval_dttm, error: t(WORKING_TIMEOUT) }));
  if (!isGivenUp) return noteRun(app, run, { state: "Working", at: run.now, error: t(STILL_WORKING) });
  await noteRun(app, run, { state: "Error", at: run.now, error: t(WORKING_TIMEOUT) });
  await notifyOwners({ app, report, run }, () => t(WORKING_TIMEOUT));
}

function isInGracePeriod(report: ReportRecord, now: string): boolean {
  const { type, last_state, last_success_dttm: sent, grace_period } = report;
  if (type !== "Alert" || !(last_state === "Success" || last_state === "On Grace") || sent === null) return false;
  return ageMs(sent, parseTimestamp(now)) < grace_period * 1000;
}

export interface Running {
  app: App;
  report: ReportRecord;
  run: RunRow;
}

type LeasedRun = Running & Leased;

interface RunProgress {
  outcome?: Outcome & Partial<ValuesOutcome>;
  isSending?: boolean;
}

async function work(running: LeasedRun, stopped: AbortSignal): Promise<void> {
  const { app, report, run, lease } = running;
  const limit = startLimit(report.working_timeout * 1000, AbortSignal.any([stopped, lease.lost]), {
    late: () => new RunFailure(() => t(WORKING_TIMEOUT)),
    cancelled: () => new RunFailure(() => t("The server was stopped during the run")),
  });
  const progress: RunProgress = {};
  try {
    const result = await Promise.race([sent(running, limit.signal, progress), limit.over]);
    await endRun(running, { ...result, at: app.clock.timestamp(), ...valuesOf(report, progress.outcome) });
  } catch (error) {
    const known = failureText(error);
    if (!known) app.log.error("a report failed", { report: report.id, error });
    const message = known ?? (() => t("An unexpected error occurred"));
    const end: RunEnd = { state: "Error", at: app.clock.timestamp(), error: message() };
    if (!(await endRun(running, { ...end, ...valuesOf(report, progress.outcome) }))) return;
    const isLeft = stopped.aborted && !progress.isSending && (await releaseTime(app.db, run));
    if (!isLeft) await notifyOwners(running, message);
  } finally {
    limit.release();
  }
}

/** False if another process has taken the run over. */
async function endRun(running: LeasedRun, end: RunEnd): Promise<boolean> {
  const { app, run, lease } = running;
  const isEnded = await endWork(app.db, run, { end, lease });
  if (!isEnded) return false;
  app.once(metrics).report(end.state);
  if (end.state === "Success" || end.state === "Error") await recordRun(running, end.state);
  return true;
}

function valuesOf({ validator_type }: ReportRecord, outcome: Outcome | undefined): Partial<RunEnd> {
  if (!outcome) return {};
  const { value } = outcome;
  const valueText = validator_type === "operator" || value === null ? null : JSON.stringify(value);
  return { value: typeof value === "number" ? value : null, valueText };
}

async function sent(
  running: LeasedRun,
  signal: AbortSignal,
  progress: RunProgress,
): Promise<Pick<RunEnd, "state" | "error">> {
  const { app, report, run, lease } = running;
  if (lease.hasTooManyAttempts) throw new RunFailure(() => t("The server stopped several times during this run"));
  const user = await executorOf(app, report);
  if (!user.can("can_write", VIEW))
    throw new RunFailure(() =>
      t("{user}, whose account runs this report, is no longer allowed to send it", { user: user.username }),
    );
  if (report.type === "Alert") {
    progress.outcome = await outcomeOf(running, user, signal);
    const { isTriggered, isHeldBack } = progress.outcome;
    if (isHeldBack && !isTriggered) return { state: "On Grace", error: t("Silenced") };
    if (!isTriggered) return { state: "Not triggered" };
  }
  const letter = withReason(await buildLetter({ app, user, report, signal }), progress.outcome);
  const recipients = (await recipientsOf(app.db, [report.id])).map(
    ({ type, recipient_config_json }): LetterRecipient => ({
      type: type as LetterRecipient["type"],
      targets: JSON.parse(recipient_config_json) as LetterRecipient["targets"],
    }),
  );
  signal.throwIfAborted();
  if (!(await isWorkingSince(app.db, run))) throw new RunFailure(() => t("Turned off during the run"));
  signal.throwIfAborted();
  progress.isSending = true;
  await deliver({ app, notification: letter, signal, once: sendingOnce(app, lease) }, recipients);
  await progress.outcome?.markSent?.();
  await storeSentPicture(app, report.id, letter);
  return { state: "Success" };
}

function withReason(letter: Notification, outcome: Outcome | undefined): Notification {
  if (!outcome) return letter;
  return { ...letter, description: [outcome.text, letter.description].join("\n\n").trim() };
}

async function outcomeOf(
  running: Running,
  user: User,
  signal: AbortSignal,
): Promise<NonNullable<RunProgress["outcome"]>> {
  const { app, report, run } = running;
  const byValue = byValueOf(report);
  const assertionIds = assertionIdsOf(report);
  if (byValue && assertionIds.length > 0) return checkAssertions({ ...running, user }, { ids: assertionIds, byValue });
  const database = report.database_id === null ? undefined : await findDatabase(app.db, report.database_id);
  if (!database) throw new RunFailure(() => t("The alert's database doesn't exist"));
  const condition = {
    database,
    sql: report.sql ?? "",
    validatorType: report.validator_type,
    config: report.validator_config_json ? JSON.parse(report.validator_config_json) : null,
  };
  const options = { signal, timeoutMs: Math.min(report.working_timeout * 1000, app.config.limits.sqlAsyncTimeoutMs) };
  if (byValue) return checkValues({ ...running, user }, { condition, byValue }, options);
  const outcome = await evaluateCondition({ app, user }, condition, options);
  const isSilenced = outcome.isTriggered && (await silencesOf(app.db, report.id, run.now)).length > 0;
  return isSilenced ? { ...outcome, isTriggered: false, isHeldBack: true } : outcome;
}

/**
 * The user whose permissions a run has: the owner who changed the report last. If that was an administrator who doesn't
 * own it, its creator, else its first owner. Never an owner who hasn't seen what a former user wrote.
 */
async function executorOf(app: App, { id, changed_by_fk, created_by_fk }: ReportRecord): Promise<User> {
  const users = app.once(accounts);
  const changer = changed_by_fk === null ? undefined : await users.active(changed_by_fk);
  if (!changer) throw new RunFailure(() => t(INACTIVE_EDITOR));
  const owners = ((await ownersOf(app.db, "report", [id])).get(id) ?? []).map((owner) => owner.id);
  if (owners.includes(changer.id)) return changer;
  const others = created_by_fk !== null && owners.includes(created_by_fk) ? [created_by_fk, ...owners] : owners;
  for (const other of others) {
    const user = await users.active(other);
    if (user) return user;
  }
  throw new RunFailure(() => t(INACTIVE_EDITOR));
}

const INACTIVE_EDITOR = msg("The last editor's account is inactive. An owner must save this report again.");
