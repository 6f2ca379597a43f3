import { msg, t } from "../../i18n/translate.ts";
import type { App } from "../../server/app.ts";
import { formatTimestamp } from "../../server/clock.ts";
import { jobQueue } from "../../server/jobs/jobs.ts";
import {
  findQuery,
  OPEN_STATUSES,
  type QueryRecord,
  queriesWaitingSince,
  updateOpenQuery,
  updateWaitingQuery,
} from "./store.ts";

/**
 * Queries queued or running in this process. A stop is stored and announced, and the process that runs the query aborts
 * it. Rows of known queries are touched regularly: one untouched for long belonged to a process that is gone. Use it as
 * `app.once(runningQueries)`.
 */
export interface RunningQueries {
  begin(id: number): { signal: AbortSignal; end(): void };
}

const TOUCH_MS = 20_000;
const LOST_MS = 90_000;
const QUEUED_MS = 8000;
const LOST = msg("The server that was running the query stopped. Run the query again.");

export function runningQueries(app: App): RunningQueries {
  const running = new Map<number, AbortController>();
  app.events.onChanged("query", (id) => {
    for (const known of id === undefined ? [...running.keys()] : [id])
      void cancelIfRequested(app, known, running.get(known));
  });
  const timer = setInterval(() => {
    void touch(app, [...running.keys()]);
    // Announcements of stops may be lost.
    for (const [id, controller] of running) void cancelIfRequested(app, id, controller);
  }, TOUCH_MS).unref();
  app.onClose(() => clearInterval(timer));
  return {
    begin: (id) => {
      const controller = running.get(id) ?? new AbortController();
      running.set(id, controller);
      return { signal: controller.signal, end: () => running.delete(id) };
    },
  };
}

async function cancelIfRequested(app: App, id: number, controller: AbortController | undefined): Promise<void> {
  if (!controller) return;
  const query = await findQuery(app.db, id).catch(() => undefined);
  if (query?.status === "stopped") controller.abort();
}

async function touch(app: App, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await app.db
    .updateTable("queries")
    .set({ changed_on: app.clock.timestamp() })
    .where("id", "in", ids)
    .where("status", "in", OPEN_STATUSES)
    .execute()
    .catch((error: unknown) => app.log.error("could not touch running queries", { error }));
}

export async function stopQuery(app: App, query: QueryRecord): Promise<void> {
  const isStopped = await updateOpenQuery(app, query.id, { status: "stopped", end_time: app.clock.now() });
  if (isStopped) app.events.changed("query", query.id);
}

export const SQL_JOBS = "sql-lab";

/** Includes the time, because a new store reuses query ids. */
export const sqlJobId = ({ id, start_time }: QueryRecord) => `query-${id}-${start_time}`;

export async function failLostQueries(app: App, userId: number): Promise<void> {
  // Running queries have times of the former clock until their next sign of life.
  if (app.clock.sinceSet() < LOST_MS) return;
  const isQueued = app.config.redisUrl !== undefined;
  const [before, ahead] = [-LOST_MS, LOST_MS].map((ms) => formatTimestamp(app.clock.now() + ms)) as [string, string];
  await app.db
    .updateTable("queries")
    .set(lostNow(app))
    .where("user_id", "=", userId)
    .where("status", "in", isQueued ? OPEN_STATUSES.filter((status) => status !== "pending") : OPEN_STATUSES)
    .where((row) => row.or([row("changed_on", "<", before), row("changed_on", ">", ahead)]))
    .execute();
  if (!isQueued) return;
  const waiting = await queriesWaitingSince(app.db, userId, formatTimestamp(app.clock.now() - QUEUED_MS));
  await Promise.all(waiting.map((query) => failUnqueued(app, query)));
}

const lostNow = (app: App) => ({
  status: "failed" as const,
  error_message: t(LOST),
  end_time: app.clock.now(),
  changed_on: app.clock.timestamp(),
});

async function failUnqueued(app: App, query: QueryRecord): Promise<void> {
  // Unknown now: checked next time.
  const isQueuedNow = await app
    .once(jobQueue)
    .has(SQL_JOBS, sqlJobId(query))
    .catch(() => true);
  if (!isQueuedNow) await updateWaitingQuery(app, query.id, lostNow(app));
}
