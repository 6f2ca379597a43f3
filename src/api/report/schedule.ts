import { randomUUID } from "node:crypto";
import { Cron } from "croner";
import { typedError } from "../../model/errors.ts";
import type { App } from "../../server/app.ts";
import { formatTimestamp } from "../../server/clock.ts";
import { type JobKind, jobDesk } from "../../server/jobs/jobs.ts";
import type { PeriodicWork } from "../../server/jobs/periodic.ts";
import { runReport, type Turn } from "./run.ts";
import { activeSchedules, pruneLogs, type Scheduled } from "./runs-store.ts";

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
  ofOne: 2,
  // Of a time of the schedule it is the same in every process.
  idOf: (data) => {
    const { reportId, scheduledMs, isAsked, executionId } = data as ReportJob;
    return isAsked ? executionId : `report-${reportId}-${scheduledMs}`;
  },
  personOf: (data) => (data as ReportJob).person,
  run: (app, data, signal) => runReport(app, data as ReportJob, signal),
  failed: async (app, data, error) => {
    app.log.error("a report was not run", { report: (data as ReportJob).reportId, error });
  },
};

/** Has a report run now; answers the id of the run in its log. */
export async function runNow(app: App, reportId: number, person: number): Promise<string> {
  const executionId = randomUUID();
  const job: ReportJob = { reportId, executionId, scheduledMs: app.clock.now(), isAsked: true, person: String(person) };
  await app
    .once(jobDesk)
    .add(REPORT_JOBS, job)
    .catch((cause) => {
      const message = "The report cannot be run now. Try again in a moment.";
      throw typedError("ASYNC_WORKERS_ERROR", message, { status: 503, cause });
    });
  return executionId;
}

async function runDue(app: App): Promise<void> {
  const nowMs = app.clock.now();
  const timeAfter = app.once(timesOfSchedules);
  for (const schedule of await activeSchedules(app.db)) {
    const scheduledMs = dueTime(schedule, nowMs, timeAfter);
    if (scheduledMs === undefined) continue;
    const person = String(schedule.created_by_fk);
    const turn = { reportId: schedule.id, executionId: randomUUID(), scheduledMs, isAsked: false };
    await app.once(jobDesk).add(REPORT_JOBS, { ...turn, person } satisfies ReportJob);
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

/** The first time of a schedule after another, epoch milliseconds; infinity where there is none. */
type TimeAfter = (schedule: Pick<Scheduled, "crontab" | "timezone">, afterMs: number) => number;

const MOST_KNOWN = 10_000;

/** Most minutes nothing is due: what comes next is worked out once, not every minute. */
export function timesOfSchedules(_app: App): TimeAfter {
  const known = new Map<string, { afterMs: number; next: number }>();
  return ({ crontab, timezone }, afterMs) => {
    const key = `${crontab} ${timezone}`;
    const found = known.get(key);
    if (found && afterMs >= found.afterMs && afterMs < found.next) return found.next;
    const next = nextTime({ crontab, timezone }, afterMs);
    if (known.size >= MOST_KNOWN) known.clear();
    known.set(key, { afterMs, next });
    return next;
  };
}

/** A schedule that this version cannot read holds up no other. */
function nextTime({ crontab, timezone }: Pick<Scheduled, "crontab" | "timezone">, afterMs: number): number {
  try {
    const cron = new Cron(crontab, { mode: "5-part", paused: true, timezone });
    return cron.nextRun(new Date(afterMs))?.getTime() ?? Number.POSITIVE_INFINITY;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

export const REPORT_WORK: readonly PeriodicWork[] = [
  { name: "run-due-reports", everyMs: MINUTE_MS, isOnTheClock: true, run: runDue },
  { name: "drop-old-report-logs", everyMs: HOUR_MS, run: (app) => pruneLogs(app.db, app.clock.now()) },
];
