import type { App } from "../../server/app.ts";
import { accounts } from "../../server/auth/accounts.ts";
import { formatTimestamp, parseTimestamp } from "../../server/clock.ts";
import { deliver, type LetterRecipient } from "../../server/delivery/deliver.ts";
import type { Notification } from "../../server/delivery/notification.ts";
import { ownersOf } from "../../server/rights/owners.ts";
import type { User } from "../../server/user.ts";
import { findDatabase } from "../database/index.ts";
import { askCondition, type Outcome } from "./condition.ts";
import { letterOf } from "./content.ts";
import { timesOfSchedules } from "./cron.ts";
import { startLimit } from "./limit.ts";
import { tellOwners } from "./owners.ts";
import { VIEW } from "./policy.ts";
import { failureText, RunFailure } from "./run-failure.ts";
import {
  beginWork,
  claimTime,
  endWork,
  giveUpWork,
  isWorkingSince,
  noteRun,
  type RunEnd,
  type RunRow,
  releaseTime,
  setOnGrace,
} from "./runs-store.ts";
import { type ReportRecord, recipientsOf, reportsByIds } from "./store.ts";

/**
 * One run of an alert or report. The state that it finds decides what becomes of it; whoever changes that state in the
 * store first goes on, whatever other processes do at the same time. It ends in the state Success only when everything
 * was made whole and has left the server.
 */

export interface Turn {
  reportId: number;
  /** Of the run, in the log. */
  executionId: string;
  /** Epoch milliseconds; of its schedule unless somebody asked for the run. */
  scheduledMs: number;
  isAsked: boolean;
}

export const WORKING_TIMEOUT = "Report Schedule reached a working timeout.";
const STILL_WORKING = "Report Schedule is still working, refusing to re-compute.";
const ON_GRACE = "Alert fired during grace period.";

/** Rejects only before anything of it has begun. */
export async function runReport(app: App, turn: Turn, stopped: AbortSignal): Promise<void> {
  const { db, clock } = app;
  const scheduled = formatTimestamp(turn.scheduledMs);
  if (!turn.isAsked && !(await claimTime(db, turn.reportId, scheduled))) return;
  const [report] = await reportsByIds(db, [turn.reportId]);
  if (!report) return;
  const run = { uuid: turn.executionId, reportId: report.id, scheduled, now: clock.timestamp() };
  if (!turn.isAsked && (await isPast({ app, report, run }, turn.scheduledMs))) return;
  const isBegun = await beginWhere(app, report, run);
  if (!isBegun) return;
  await work({ app, report, run }, stopped).catch((error) =>
    app.log.error("the end of a report was not kept", { report: report.id, error }),
  );
}

const LATE_MS = 60 * 60_000;
const TOO_LATE = "It was not run in time: no process was free for an hour";

/** A time that has waited until the next one came is left to that; one that has waited for too long is over. */
async function isPast(running: Running, scheduledMs: number): Promise<boolean> {
  const { app, report, run } = running;
  const nowMs = app.clock.now();
  if (app.once(timesOfSchedules)(report, scheduledMs) <= nowMs) return true;
  if (nowMs - scheduledMs < LATE_MS) return false;
  await noteRun(app.db, run, { state: "Error", at: run.now, error: TOO_LATE });
  await tellOwners(running, TOO_LATE);
  return true;
}

/** False where the state of the report says that there is nothing to do now; the log then says why. */
async function beginWhere(app: App, report: ReportRecord, run: RunRow): Promise<boolean> {
  const { db } = app;
  if (report.last_state === "Working") {
    await refuseWhileWorking(app, report, run);
    return false;
  }
  if (isOnGrace(report, run.now)) {
    await setOnGrace(db, run);
    await noteRun(db, run, { state: "On Grace", at: run.now, error: ON_GRACE });
    return false;
  }
  const isBegun = await beginWork(db, run);
  if (!isBegun) await noteRun(db, run, { state: "Working", at: run.now, error: STILL_WORKING });
  return isBegun;
}

async function refuseWhileWorking(app: App, report: ReportRecord, run: RunRow): Promise<void> {
  const since = report.last_eval_dttm === null ? 0 : parseTimestamp(report.last_eval_dttm);
  const isOver = parseTimestamp(run.now) - since > report.working_timeout * 1000;
  const isGivenUp =
    isOver && (await giveUpWork(app.db, run, { evaluated: report.last_eval_dttm, error: WORKING_TIMEOUT }));
  if (!isGivenUp) return noteRun(app.db, run, { state: "Working", at: run.now, error: STILL_WORKING });
  await noteRun(app.db, run, { state: "Error", at: run.now, error: WORKING_TIMEOUT });
  await tellOwners({ app, report, run }, WORKING_TIMEOUT);
}

function isOnGrace(report: ReportRecord, now: string): boolean {
  const { type, last_state, last_success_dttm: sent, grace_period } = report;
  if (type !== "Alert" || !(last_state === "Success" || last_state === "On Grace") || sent === null) return false;
  return parseTimestamp(now) - parseTimestamp(sent) < grace_period * 1000;
}

export interface Running {
  app: App;
  report: ReportRecord;
  run: RunRow;
}

interface Seen {
  outcome?: Outcome;
  /** From here on some may have it: it is not made again. */
  isSending?: boolean;
}

/** A server that is stopped before it sends anything leaves the time of the schedule to the next. */
async function work(running: Running, stopped: AbortSignal): Promise<void> {
  const { app, report, run } = running;
  const limit = startLimit(report.working_timeout * 1000, stopped, {
    late: () => new RunFailure(WORKING_TIMEOUT),
    unwanted: () => new RunFailure("The server was stopped while it ran"),
  });
  const seen: Seen = {};
  try {
    const state = await Promise.race([sent(running, limit.signal, seen), limit.over]);
    await endWork(app.db, run, { state, at: app.clock.timestamp(), ...valuesOf(report, seen.outcome) });
  } catch (error) {
    const message = failureText(error) ?? "An unexpected error occurred";
    if (failureText(error) === undefined) app.log.error("a report failed", { report: report.id, error });
    const end: RunEnd = { state: "Error", at: app.clock.timestamp(), error: message };
    await endWork(app.db, run, { ...end, ...valuesOf(report, seen.outcome) });
    const isLeft = stopped.aborted && !seen.isSending && (await releaseTime(app.db, run));
    if (!isLeft) await tellOwners(running, message);
  } finally {
    limit.release();
  }
}

/** What the log keeps of the value: numbers as such, and as a text what an alert of any value was sent for. */
function valuesOf({ validator_type }: ReportRecord, outcome: Outcome | undefined): Partial<RunEnd> {
  if (!outcome) return {};
  const { value } = outcome;
  const valueText = validator_type === "operator" || value === null ? null : JSON.stringify(value);
  return { value: typeof value === "number" ? value : null, valueText };
}

/** Makes and sends it, where its condition says so. */
async function sent(running: Running, signal: AbortSignal, seen: Seen): Promise<"Success" | "Not triggered"> {
  const { app, report, run } = running;
  const user = await executorOf(app, report);
  if (!user.can("can_write", VIEW))
    throw new RunFailure(`${user.username}, as whom this runs, may not send it any more`);
  if (report.type === "Alert") {
    seen.outcome = await outcomeOf({ app, user, report, signal });
    if (!seen.outcome.isTriggered) return "Not triggered";
  }
  const letter = reasoned(await letterOf({ app, user, report, signal }), seen.outcome);
  const recipients = (await recipientsOf(app.db, [report.id])).map(
    ({ type, recipient_config_json }): LetterRecipient => ({
      type: type as LetterRecipient["type"],
      targets: JSON.parse(recipient_config_json) as LetterRecipient["targets"],
    }),
  );
  signal.throwIfAborted();
  if (!(await isWorkingSince(app.db, run))) throw new RunFailure("It was switched off while it was made");
  signal.throwIfAborted();
  seen.isSending = true;
  await deliver({ app, notification: letter, signal }, recipients);
  return "Success";
}

/** Whoever gets an alert reads first why. */
function reasoned(letter: Notification, outcome: Outcome | undefined): Notification {
  if (!outcome) return letter;
  return { ...letter, description: [`${outcome.text}.`, letter.description].join("\n\n").trim() };
}

async function outcomeOf({ app, user, report, signal }: { signal: AbortSignal; user: User } & Omit<Running, "run">) {
  const database = report.database_id === null ? undefined : await findDatabase(app.db, report.database_id);
  if (!database) throw new RunFailure("The database of the alert is not there");
  const condition = {
    database,
    sql: report.sql ?? "",
    validatorType: report.validator_type,
    config: report.validator_config_json ? JSON.parse(report.validator_config_json) : null,
  };
  const timeoutMs = Math.min(report.working_timeout * 1000, app.config.limits.sqlAsyncTimeoutMs);
  return askCondition({ app, user }, condition, { signal, timeoutMs });
}

/**
 * By whose rights it runs: those of the owner who changed it last. Where an administrator did that who does not own it,
 * those of its maker, else of its first owner. Never those of somebody who has not seen what a person wrote who is gone.
 */
async function executorOf(app: App, { id, changed_by_fk, created_by_fk }: ReportRecord): Promise<User> {
  const people = app.once(accounts);
  const changer = changed_by_fk === null ? undefined : await people.active(changed_by_fk);
  if (!changer) throw new RunFailure(NOBODY);
  const owners = ((await ownersOf(app.db, "report", [id])).get(id) ?? []).map((owner) => owner.id);
  if (owners.includes(changer.id)) return changer;
  const others = created_by_fk !== null && owners.includes(created_by_fk) ? [created_by_fk, ...owners] : owners;
  for (const other of others) {
    const user = await people.active(other);
    if (user) return user;
  }
  throw new RunFailure(NOBODY);
}

const NOBODY = "Who changed it last is not active any more: it runs again when one of its owners has saved it";
