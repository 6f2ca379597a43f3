import { randomUUID } from "node:crypto";
import type { App } from "../../server/app.ts";
import { formatTimestamp, isAhead, parseTimestamp } from "../../server/clock.ts";
import { type JobKind, JobsUnreachable, jobQueue } from "../../server/jobs/jobs.ts";
import type { PeriodicWork } from "../../server/jobs/periodic.ts";
import { cachedScheduleTimes } from "../../server/jobs/schedule.ts";
import { runCheck } from "./check.ts";
import {
  activeSchedules,
  assertionsByIds,
  assertionsOfDatasets,
  claimCheck,
  outdatedAssertions,
  releaseCheck,
  type Schedule,
  scheduleBase,
} from "./store.ts";

const ASSERTION_JOBS = "assertion";
const MINUTE_MS = 60_000;
const SAVED_EVERY_MS = 10_000;

interface CheckJob {
  assertionIds: readonly number[];
  trigger: "schedule" | "save" | "plan";
  /** The same in every process for one scheduled time or saved state. */
  job: string;
  person: string;
  /** The latest check at that time: another process may do this one meanwhile. Without it, it is checked anyway. */
  after?: string | null;
}

export const assertionJob: JobKind = {
  name: ASSERTION_JOBS,
  perUser: 2,
  idOf: (data) => (data as CheckJob).job,
  userOf: (data) => (data as CheckJob).person,
  run: async (app, data, stopped) => {
    const { assertionIds, ...job } = data as CheckJob;
    const signal = AbortSignal.any([stopped, app.closing]);
    for (const id of assertionIds) if (!signal.aborted) await claimAndCheck(app, { id, ...job }, signal);
  },
  failed: async (app, data, error) => {
    app.log.error("assertions weren't checked", { assertions: (data as CheckJob).assertionIds, error });
  },
};

/** One process checks at a time. If it stops, the check is due again. */
async function claimAndCheck(
  app: App,
  { id, trigger, after }: Omit<CheckJob, "assertionIds"> & { id: number },
  signal: AbortSignal,
): Promise<void> {
  const nowMs = app.clock.now();
  const until = formatTimestamp(nowMs + app.config.limits.webTimeoutMs + MINUTE_MS);
  const isClaimed = await claimCheck(app.db, id, { now: formatTimestamp(nowMs), until, after });
  const [row] = isClaimed ? await assertionsByIds(app.db, [id]) : [];
  if (!row) return;
  try {
    await runCheck(app, row, { trigger, signal });
  } catch (error) {
    await releaseCheck(app.db, id);
    if (!signal.aborted) throw error;
  }
}

/** After a save, without delaying its answer. If this process stops, `checkSaved` does it. */
export async function checkLater(app: App, assertionId: number, person: number): Promise<void> {
  await queueCheck(app, {
    assertionIds: [assertionId],
    trigger: "save",
    job: `saved-${randomUUID()}`,
    person: String(person),
  });
}

/** Those that were just imported, which have no results, one after the other. */
export async function checkManyLater(app: App, assertionIds: readonly number[], person: number): Promise<void> {
  if (assertionIds.length === 0) return;
  const job = `saved-${randomUUID()}`;
  await queueCheck(app, { assertionIds, trigger: "save", job, person: String(person), after: null });
}

/** Those about datasets that were changed from files. */
export async function checkDatasetsLater(app: App, datasetIds: readonly number[], person: number): Promise<void> {
  const rows = (await assertionsOfDatasets(app.db, datasetIds)).filter(({ active }) => active);
  const assertionIds = rows.map(({ id }) => id);
  if (rows.length > 0)
    await queueCheck(app, { assertionIds, trigger: "plan", job: `plan-${randomUUID()}`, person: String(person) });
}

async function queueCheck(app: App, job: CheckJob): Promise<void> {
  const queue = app.once(jobQueue);
  try {
    if (!(await queue.has(ASSERTION_JOBS, job.job))) await queue.add(ASSERTION_JOBS, job);
  } catch (error) {
    if (job.trigger === "schedule" && error instanceof JobsUnreachable) throw error;
    app.log.error("assertions weren't queued", { assertions: job.assertionIds, error });
  }
}

async function checkDue(app: App): Promise<void> {
  for (const schedule of await activeSchedules(app.db)) {
    const dueMs = dueTime(app, schedule);
    if (dueMs === undefined) continue;
    const { id, run_as_fk, checked_on: after } = schedule;
    const job = `due-${id}-${dueMs}`;
    await queueCheck(app, { assertionIds: [id], trigger: "schedule", job, person: String(run_as_fk), after });
  }
}

/** The first time since the last check; those that no server was there for are one check. */
function dueTime(app: App, schedule: Schedule): number | undefined {
  const nowMs = app.clock.now();
  const base = scheduleBase(schedule);
  const dueMs = isAhead(base, nowMs) ? nowMs : app.once(cachedScheduleTimes)(schedule, parseTimestamp(base));
  return dueMs <= nowMs ? dueMs : undefined;
}

/** Those that were saved, and those whose dataset was saved, since their last check. */
async function checkSaved(app: App): Promise<void> {
  for (const { id, run_as_fk, changed_on, checked_on: after } of await outdatedAssertions(app.db)) {
    const job = `saved-${id}-${parseTimestamp(after ?? changed_on)}`;
    await queueCheck(app, { assertionIds: [id], trigger: "save", job, person: String(run_as_fk), after });
  }
}

export const ASSERTION_WORK: readonly PeriodicWork[] = [
  { name: "check-due-assertions", everyMs: MINUTE_MS, isOnTheClock: true, run: checkDue },
  { name: "check-saved-assertions", everyMs: SAVED_EVERY_MS, run: checkSaved },
];
