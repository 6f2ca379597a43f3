import { randomUUID } from "node:crypto";
import { TesseraError, typedError } from "../../model/errors.ts";
import type { App } from "../../server/app.ts";
import { formatTimestamp } from "../../server/clock.ts";
import { type JobKind, JobsUnreachable, jobQueue } from "../../server/jobs/jobs.ts";
import type { PeriodicWork } from "../../server/jobs/periodic.ts";
import { type TimeAfter, timesOfSchedules } from "./cron.ts";
import { runReport, type Turn } from "./run.ts";
import { activeSchedules, isWorking, pruneLogs, type Scheduled } from "./runs-store.ts";

/** Which alerts and reports are due. Every process looks each minute; the store lets one of them have each time. */

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** What came due while no server ran is made up for so long; older times are over. */
const MADE_UP_MS = 5 * MINUTE_MS;

const REPORT_JOBS = "report";

interface ReportJob extends Turn {
  /** Whose it is, for fairness. */
  person: string;
}

export const reportJob: JobKind = {
  name: REPORT_JOBS,
  perUser: 2,
  // Of a time of the schedule it is the same in every process.
  idOf: (data) => {
    const { reportId, scheduledMs, isAsked, executionId } = data as ReportJob;
    return isAsked ? executionId : `report-${reportId}-${scheduledMs}`;
  },
  userOf: (data) => (data as ReportJob).person,
  run: (app, data, signal) => runReport(app, data as ReportJob, signal),
  failed: async (app, data, error) => {
    app.log.error("a report was not run", { report: (data as ReportJob).reportId, error });
  },
};

/** The latest run that somebody asked for, by report. */
const askedRuns = () => new Map<number, string>();
const MAX_ASKED = 10_000;

/** Throws a 409 while a run of the report goes on, or one that was asked for waits. */
async function assertIdle(app: App, reportId: number): Promise<void> {
  const asked = app.once(askedRuns).get(reportId);
  const isWaiting = asked !== undefined && (await app.once(jobQueue).has(REPORT_JOBS, asked));
  if (isWaiting || (await isWorking(app.db, reportId, app.clock.now())))
    throw new TesseraError(409, { message: "The report is running. Try again when it has ended." });
}

function noteAsked(app: App, reportId: number, executionId: string): void {
  const runs = app.once(askedRuns);
  runs.set(reportId, executionId);
  for (const id of runs.keys()) if (runs.size > MAX_ASKED) runs.delete(id);
}

/** Has a report run now; answers the id of the run in its log. Throws a 409 while it runs. */
export async function runNow(app: App, reportId: number, person: number): Promise<string> {
  await assertIdle(app, reportId);
  const executionId = randomUUID();
  noteAsked(app, reportId, executionId);
  const job: ReportJob = { reportId, executionId, scheduledMs: app.clock.now(), isAsked: true, person: String(person) };
  await app
    .once(jobQueue)
    .add(REPORT_JOBS, job)
    .catch((cause) => {
      const message = "The report cannot be run now. Try again in a moment.";
      throw typedError("ASYNC_WORKERS_ERROR", message, { status: 503, cause });
    });
  return executionId;
}

async function runDue(app: App): Promise<void> {
  const nowMs = app.clock.now();
  const desk = app.once(jobQueue);
  const timeAfter = app.once(timesOfSchedules);
  for (const schedule of await activeSchedules(app.db)) {
    const scheduledMs = dueTime(schedule, nowMs, timeAfter);
    if (scheduledMs === undefined) continue;
    const person = String(schedule.created_by_fk);
    const turn = { reportId: schedule.id, executionId: randomUUID(), scheduledMs, isAsked: false };
    const job: ReportJob = { ...turn, person };
    if (await desk.has(REPORT_JOBS, reportJob.idOf(job))) continue;
    await desk.add(REPORT_JOBS, job).catch((error: unknown) => {
      if (error instanceof JobsUnreachable) throw error;
      app.log.error("a report was not queued", { report: schedule.id, error });
    });
  }
}

/** The latest time that has come and that nobody has taken, of those after its last change. */
function dueTime(schedule: Scheduled, nowMs: number, timeAfter: TimeAfter): number | undefined {
  let due: number | undefined;
  for (let time = timeAfter(schedule, nowMs - MADE_UP_MS); time <= nowMs; time = timeAfter(schedule, time)) due = time;
  if (due === undefined) return undefined;
  const moment = formatTimestamp(due);
  const isTaken = schedule.last_scheduled_dttm !== null && schedule.last_scheduled_dttm >= moment;
  return isTaken || schedule.changed_on >= moment ? undefined : due;
}

export const REPORT_WORK: readonly PeriodicWork[] = [
  { name: "run-due-reports", everyMs: MINUTE_MS, isOnTheClock: true, run: runDue },
  { name: "drop-old-report-logs", everyMs: HOUR_MS, run: (app) => pruneLogs(app.db, app.clock.now()) },
];
