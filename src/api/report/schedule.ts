import { randomUUID } from "node:crypto";
import { t } from "../../i18n/translate.ts";
import { TesseraError, typedError } from "../../model/errors.ts";
import type { App } from "../../server/app.ts";
import { formatTimestamp, isAhead } from "../../server/clock.ts";
import { type JobKind, JobsUnreachable, jobQueue } from "../../server/jobs/jobs.ts";
import type { PeriodicWork } from "../../server/jobs/periodic.ts";
import { cachedScheduleTimes, type TimeAfter } from "../../server/jobs/schedule.ts";
import { lostJobs, type StoredJob } from "./leases.ts";
import { type RunRequest, runReport } from "./run.ts";
import { activeSchedules, isWorking, pruneLogs, type Scheduled } from "./runs-store.ts";
import { type SendJob, sendOnce } from "./send.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Times missed while no server ran are caught up within this window. */
const CATCH_UP_MS = 5 * MINUTE_MS;

const REPORT_JOBS = "report";

interface ReportJob extends RunRequest {
  person: string;
}

const isSend = (data: unknown): data is SendJob => typeof data === "object" && data !== null && "send" in data;

export const reportJob: JobKind = {
  name: REPORT_JOBS,
  perUser: 2,
  // The same in every process for one scheduled time.
  idOf: (data) => {
    const { takenOverAt } = data as StoredJob;
    if (takenOverAt !== undefined) return `${(data as StoredJob).executionId}-${takenOverAt}`;
    if (isSend(data)) return data.executionId;
    const { reportId, scheduledMs, isAsked, executionId } = data as ReportJob;
    return isAsked ? executionId : `report-${reportId}-${scheduledMs}`;
  },
  userOf: (data) => (data as ReportJob).person,
  run: (app, data, signal) => (isSend(data) ? sendOnce(app, data, signal) : runReport(app, data as ReportJob, signal)),
  failed: async (app, data, error) => {
    app.log.error("a report was not run", { report: (data as ReportJob).reportId, error });
  },
};

const requestedRuns = () => new Map<number, string>();
const MAX_REQUESTED = 10_000;

async function assertIdle(app: App, reportId: number): Promise<void> {
  const requested = app.once(requestedRuns).get(reportId);
  const isWaiting = requested !== undefined && (await app.once(jobQueue).has(REPORT_JOBS, requested));
  if (isWaiting || (await isWorking(app.db, reportId, app.clock.now())))
    throw new TesseraError(409, { message: t("This report is already running. Try again when it has finished.") });
}

function noteRequested(app: App, reportId: number, executionId: string): void {
  const runs = app.once(requestedRuns);
  runs.set(reportId, executionId);
  for (const id of runs.keys()) if (runs.size > MAX_REQUESTED) runs.delete(id);
}

export async function runNow(app: App, reportId: number, person: number): Promise<string> {
  await assertIdle(app, reportId);
  const executionId = randomUUID();
  noteRequested(app, reportId, executionId);
  const job: ReportJob = { reportId, executionId, scheduledMs: app.clock.now(), isAsked: true, person: String(person) };
  await app
    .once(jobQueue)
    .add(REPORT_JOBS, job)
    .catch((cause) => {
      const message = t("The report can't run right now. Try again in a moment.");
      throw typedError("ASYNC_WORKERS_ERROR", message, { status: 503, cause });
    });
  return executionId;
}

async function runDue(app: App): Promise<void> {
  const nowMs = app.clock.now();
  const queue = app.once(jobQueue);
  const timeAfter = app.once(cachedScheduleTimes);
  for (const schedule of await activeSchedules(app.db)) {
    const scheduledMs = dueTime(schedule, nowMs, timeAfter);
    if (scheduledMs === undefined) continue;
    const person = String(schedule.created_by_fk);
    const turn = { reportId: schedule.id, executionId: randomUUID(), scheduledMs, isAsked: false };
    const job: ReportJob = { ...turn, person };
    if (await queue.has(REPORT_JOBS, reportJob.idOf(job))) continue;
    await queue.add(REPORT_JOBS, job).catch((error: unknown) => {
      if (error instanceof JobsUnreachable) throw error;
      app.log.error("a report was not queued", { report: schedule.id, error });
    });
  }
}

function dueTime(schedule: Scheduled, nowMs: number, timeAfter: TimeAfter): number | undefined {
  let due: number | undefined;
  for (let time = timeAfter(schedule, nowMs - CATCH_UP_MS); time <= nowMs; time = timeAfter(schedule, time)) due = time;
  if (due === undefined) return undefined;
  const moment = formatTimestamp(due);
  const { last_scheduled_dttm: last, changed_on } = schedule;
  const isTaken = last !== null && last >= moment && !isAhead(last, nowMs);
  const isOlder = changed_on >= moment && !isAhead(changed_on, nowMs);
  return isTaken || isOlder ? undefined : due;
}

/** Runs of processes that were killed. */
async function takeOverRuns(app: App): Promise<void> {
  const queue = app.once(jobQueue);
  for (const job of await lostJobs(app)) {
    if (!(await queue.has(REPORT_JOBS, reportJob.idOf(job)))) await queue.add(REPORT_JOBS, job);
  }
}

export const REPORT_WORK: readonly PeriodicWork[] = [
  { name: "run-due-reports", everyMs: MINUTE_MS, isOnTheClock: true, run: runDue },
  { name: "take-over-report-runs", everyMs: 10_000, isOnTheClock: true, run: takeOverRuns },
  {
    name: "drop-old-report-logs",
    everyMs: HOUR_MS,
    isRetention: true,
    run: (app) => pruneLogs(app.db, app.clock.now()),
  },
];
