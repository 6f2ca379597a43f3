import { randomUUID } from "node:crypto";
import { t } from "../../../i18n/translate.ts";
import { badRequest, notFound, TesseraError, typedError, unprocessable } from "../../../model/errors.ts";
import type { App } from "../../../server/app.ts";
import { accounts } from "../../../server/auth/accounts.ts";
import { type ReaderTime, readerTime } from "../../../server/clock.ts";
import type { Context } from "../../../server/http/route.ts";
import { type JobEvent, jobEvents, MAX_READ } from "../../../server/jobs/job-events.ts";
import { type JobKind, JobsUnreachable, jobQueue } from "../../../server/jobs/jobs.ts";
import type { User } from "../../../server/user.ts";
import { ensureChannel, hearsEvents } from "../../async-event/index.ts";
import { type AnswerBody, chartDataOf, failureOf } from "../run/answer.ts";
import { parseQueryContext } from "../run/prepare.ts";

/**
 * Chart data as a job (feature flag GLOBAL_ASYNC_QUERIES): the request gets a job whose events to wait for, the job
 * fills the cache, and the event's `result_url` replays the cached answer.
 */
export const CHART_DATA_JOB = "chart-data";

interface ChartDataJob {
  context: object;
  event: JobEvent;
  resultKey: string;
  asked: ReaderTime;
}

interface QueuedRequest {
  context: object;
  asked: ReaderTime;
  key: string;
}

const KEY_PREFIX = "qc-";
const REPLAY_SECONDS = 3600;

/** Jobs run as an account with its current permissions. Guests have none, and embedded pages have no cookie. */
const isAsync = ({ app, user }: Context) => app.config.features.globalAsyncQueries && !user.guest && hearsEvents(user);

export async function enqueue(ctx: Context, context: object): Promise<JobEvent | AnswerBody | undefined> {
  const { app, user } = ctx;
  if (!isAsync(ctx)) return undefined;
  const { result_format: format, result_type: type, force } = parseQueryContext(context);
  if ((format ?? "json") !== "json" || (type ?? "full") !== "full") return undefined;
  const asked = readerTime(app.clock);
  const { body, isCacheable } = await chartDataOf(app).cached(user, { context, asked });
  if (!isCacheable) return undefined;
  if (body && !force) return body;
  const event: JobEvent = {
    channel_id: await ensureChannel(ctx),
    job_id: randomUUID(),
    user_id: user.isAnonymous ? null : user.id,
    status: "pending",
    errors: [],
    result_url: null,
  };
  const isTaken = await addJob(app, { context, event, asked, resultKey: KEY_PREFIX + randomUUID() });
  return isTaken ? event : undefined;
}

async function addJob(app: App, job: ChartDataJob): Promise<boolean> {
  try {
    await app.once(jobQueue).add(CHART_DATA_JOB, job);
    if (app.config.redisUrl !== undefined) app.once(lostJobDetector).watch(CHART_DATA_JOB, job.event);
    return true;
  } catch (cause) {
    if (cause instanceof JobsUnreachable) return false;
    const message = t("The query queue is full or unavailable. Try again in a moment.");
    throw typedError("ASYNC_WORKERS_ERROR", message, { status: 503, cause });
  }
}

export const chartDataJob: JobKind = {
  name: CHART_DATA_JOB,
  // Together with SQL Lab fewer than a database's connections, so that others don't wait.
  perUser: 3,
  idOf: (data) => (data as ChartDataJob).event.job_id,
  userOf: (data) => String((data as ChartDataJob).event.user_id),
  async run(app, data, signal) {
    const { context, event, resultKey, asked } = data as ChartDataJob;
    try {
      const user = await userOf(app, event.user_id);
      const charts = chartDataOf(app);
      await charts.answer(user, { context, signal, asked });
      await charts.cacheWritten();
      const { body, key } = await charts.cached(user, { context, asked });
      if (!body)
        throw typedError(
          "RESULT_TOO_LARGE_ERROR",
          t("The result is too large to cache. Request fewer rows or columns."),
        );
      const request = Buffer.from(JSON.stringify({ context, asked, key } satisfies QueuedRequest));
      await charts.cache.set(resultKey, request, REPLAY_SECONDS);
    } catch (error) {
      if (signal.aborted || !(error instanceof TesseraError)) throw error;
      return sendFailure(app, event, error);
    }
    const result_url = `/api/v1/chart/data/${resultKey}`;
    await app.once(jobEvents).append({ ...event, status: "done", result_url });
  },
  failed: (app, data, error) => sendFailure(app, (data as ChartDataJob).event, error),
};

async function userOf(app: App, id: number | null): Promise<User> {
  if (id === null) return app.once(accounts).anonymous();
  const user = await app.once(accounts).active(id);
  if (!user) throw badRequest(t("The account that started the query is inactive"));
  return user;
}

/**
 * Replays the job's request from the cache with the user's current permissions and rules; runs it again if these or the
 * dataset have changed. 404 for an unknown key, 422 if no longer cached.
 */
export async function asyncResult({ app, user, signal }: Context, resultKey: string): Promise<AnswerBody> {
  const charts = chartDataOf(app);
  const request = resultKey.startsWith(KEY_PREFIX) ? await charts.cache.get(resultKey) : undefined;
  if (!request) throw notFound();
  const { context, asked, key: cacheKey } = JSON.parse(request.toString()) as QueuedRequest;
  const { body, key } = await charts.cached(user, { context, asked });
  if (body) return body;
  if (key === cacheKey) throw unprocessable(t("Error loading data from cache"));
  return charts.answer(user, { context: { ...context, force: false }, signal, asked });
}

/**
 * Jobs queued by this server without an event so far. A Redis that restarts without its data forgets them and their
 * events, so the clients are told that they are lost. Use it as `app.once(lostJobDetector)`.
 */
interface LostJobDetector {
  watch(kind: string, event: JobEvent): void;
}

const CHECK_MS = 5000;

function lostJobDetector(app: App): LostJobDetector {
  const pending = new Map<string, { kind: string; event: JobEvent }>();
  let isChecking = false;
  const check = async () => {
    for (const [id, { kind, event }] of pending) {
      if (await app.once(jobQueue).has(kind, id)) continue;
      if (!(await hasEvent(app, event))) await sendFailure(app, event, lost());
      pending.delete(id);
    }
  };
  const timer = setInterval(() => {
    if (isChecking) return;
    isChecking = true;
    check()
      // Unknown now: checked next time.
      .catch((error: unknown) => app.log.warn("could not look for lost jobs", { error }))
      .finally(() => {
        isChecking = false;
      });
  }, CHECK_MS).unref();
  app.onClose(() => clearInterval(timer));
  return { watch: (kind, event) => pending.set(event.job_id, { kind, event }) };
}

const lost = () => typedError("ASYNC_WORKERS_ERROR", t("The query was lost before it finished. Run it again."));

async function hasEvent(app: App, { channel_id, job_id }: JobEvent): Promise<boolean> {
  for (let last: string | undefined; ; ) {
    const events = await app.once(jobEvents).read(channel_id, last);
    if (events.some((event) => event.job_id === job_id)) return true;
    if (events.length < MAX_READ) return false;
    last = events.at(-1)?.id;
  }
}

async function sendFailure(app: App, event: JobEvent, error: unknown): Promise<void> {
  const { body } = failureOf(app, error) as { body: { errors?: unknown[]; message?: unknown } };
  const errors = body.errors ?? [{ message: body.message }];
  await app.once(jobEvents).append({ ...event, status: "error", errors });
}
