import { randomUUID } from "node:crypto";
import { badRequest, notFound, TesseraError, typedError, unprocessable } from "../../../model/errors.ts";
import type { App } from "../../../server/app.ts";
import { accounts } from "../../../server/auth/accounts.ts";
import { wallTime } from "../../../server/clock.ts";
import type { Context } from "../../../server/http/route.ts";
import { type JobEvent, jobEvents, MAX_READ } from "../../../server/jobs/job-events.ts";
import { type JobKind, JobsUnreachable, jobQueue } from "../../../server/jobs/jobs.ts";
import type { User } from "../../../server/user.ts";
import { ensureChannel, hearsEvents } from "../../async-event/index.ts";
import { type AnswerBody, chartDataOf, failureOf } from "../run/answer.ts";
import { parseQueryContext } from "../run/prepare.ts";

/**
 * Chart data as a job (the feature GLOBAL_ASYNC_QUERIES): the request is answered at once with where the job's events
 * will be told, the job fills the cache, and the event's `result_url` replays the answer from it.
 */
export const CHART_DATA_JOB = "chart-data";

interface ChartDataJob {
  context: object;
  event: JobEvent;
  resultKey: string;
  /** Relative times mean what they meant when it was asked. */
  now: number;
}

/** What a result's key stands for. */
interface KeptRequest {
  context: object;
  now: number;
  /** Of the answer as the job made it. */
  key: string;
}

const KEY_PREFIX = "qc-";
/** How long a finished job can be asked for its result. */
const REPLAY_SECONDS = 3600;

/** A job runs as an account, by the rights of then. Guests have none, and pages of other sites keep no cookie of ours. */
const waitsForJobs = ({ app, user }: Context) =>
  app.config.features.globalAsyncQueries && !user.guest && hearsEvents(user);

/** What a 202 says; the answer itself when it is kept; undefined when the context is to be answered at once. */
export async function startLater(ctx: Context, context: object): Promise<JobEvent | AnswerBody | undefined> {
  const { app, user } = ctx;
  if (!waitsForJobs(ctx)) return undefined;
  const { result_format: format, result_type: type, force } = parseQueryContext(context);
  if ((format ?? "json") !== "json" || (type ?? "full") !== "full") return undefined;
  const now = wallTime(app.clock);
  const { body, isKeepable } = await chartDataOf(app).kept(user, { context, now });
  if (!isKeepable) return undefined;
  if (body && !force) return body;
  const event: JobEvent = {
    channel_id: await ensureChannel(ctx),
    job_id: randomUUID(),
    user_id: user.isAnonymous ? null : user.id,
    status: "pending",
    errors: [],
    result_url: null,
  };
  const isTaken = await addJob(app, { context, event, now, resultKey: KEY_PREFIX + randomUUID() });
  return isTaken ? event : undefined;
}

/** False where there is no queue to be reached: the server goes on without it. */
async function addJob(app: App, job: ChartDataJob): Promise<boolean> {
  try {
    await app.once(jobQueue).add(CHART_DATA_JOB, job);
    if (app.config.redisUrl !== undefined) app.once(takenJobs).watch(CHART_DATA_JOB, job.event);
    return true;
  } catch (cause) {
    if (cause instanceof JobsUnreachable) return false;
    const message = "Asynchronous queries are on, but no more jobs can be taken now.";
    throw typedError("ASYNC_WORKERS_ERROR", message, { status: 503, cause });
  }
}

export const chartDataJob: JobKind = {
  name: CHART_DATA_JOB,
  // With those of the SQL editor fewer than the sessions of a database, for which the others' would wait.
  perUser: 3,
  idOf: (data) => (data as ChartDataJob).event.job_id,
  userOf: (data) => String((data as ChartDataJob).event.user_id),
  async run(app, data, signal) {
    const { context, event, resultKey, now } = data as ChartDataJob;
    try {
      const user = await userOf(app, event.user_id);
      const charts = chartDataOf(app);
      await charts.answer(user, { context, signal, now });
      await charts.settled();
      const { body, key } = await charts.kept(user, { context, now });
      if (!body) throw typedError("RESULT_TOO_LARGE_ERROR", "The result is too large to be kept.");
      const request = Buffer.from(JSON.stringify({ context, now, key } satisfies KeptRequest));
      await charts.cache.set(resultKey, request, REPLAY_SECONDS);
    } catch (error) {
      if (signal.aborted || !(error instanceof TesseraError)) throw error;
      return tellFailure(app, event, error);
    }
    const result_url = `/api/v1/chart/data/${resultKey}`;
    await app.once(jobEvents).append({ ...event, status: "done", result_url });
  },
  failed: (app, data, error) => tellFailure(app, (data as ChartDataJob).event, error),
};

async function userOf(app: App, id: number | null): Promise<User> {
  if (id === null) return app.once(accounts).anonymous();
  const user = await app.once(accounts).active(id);
  if (!user) throw badRequest("The user who asked is not active any more");
  return user;
}

/**
 * The answer that a job has made, found again by the same request, so that rights and rules are those of now: where they
 * or the dataset are others since, it is made anew. 404 for a key nobody was given, 422 when the answer is no longer kept.
 */
export async function laterAnswer({ app, user, signal }: Context, resultKey: string): Promise<AnswerBody> {
  const charts = chartDataOf(app);
  const request = resultKey.startsWith(KEY_PREFIX) ? await charts.cache.get(resultKey) : undefined;
  if (!request) throw notFound();
  const { context, now, key: made } = JSON.parse(request.toString()) as KeptRequest;
  const { body, key } = await charts.kept(user, { context, now });
  if (body) return body;
  if (key === made) throw unprocessable("Error loading data from cache");
  return charts.answer(user, { context: { ...context, force: false }, signal, now });
}

/**
 * Jobs that this server took and that have told nothing yet. A Redis that was started again without what it held knows
 * neither them nor their events: whoever waits for one is told that it is lost. Use it as `app.once(takenJobs)`.
 */
interface TakenJobs {
  watch(kind: string, event: JobEvent): void;
}

const CHECK_MS = 5000;

function takenJobs(app: App): TakenJobs {
  const taken = new Map<string, { kind: string; event: JobEvent }>();
  let isChecking = false;
  const check = async () => {
    for (const [id, { kind, event }] of taken) {
      if (await app.once(jobQueue).has(kind, id)) continue;
      if (!(await isTold(app, event))) await tellFailure(app, event, lost());
      taken.delete(id);
    }
  };
  const timer = setInterval(() => {
    if (isChecking) return;
    isChecking = true;
    check()
      // What cannot be asked now is asked the next time.
      .catch((error: unknown) => app.log.warn("could not look for lost jobs", { error }))
      .finally(() => {
        isChecking = false;
      });
  }, CHECK_MS).unref();
  app.onClose(() => clearInterval(timer));
  return { watch: (kind, event) => taken.set(event.job_id, { kind, event }) };
}

const lost = () => typedError("ASYNC_WORKERS_ERROR", "The query was lost before it came to its end. Ask again.");

/** Jobs tell how they ended before they leave the queue. */
async function isTold(app: App, { channel_id, job_id }: JobEvent): Promise<boolean> {
  for (let last: string | undefined; ; ) {
    const events = await app.once(jobEvents).read(channel_id, last);
    if (events.some((event) => event.job_id === job_id)) return true;
    if (events.length < MAX_READ) return false;
    last = events.at(-1)?.id;
  }
}

async function tellFailure(app: App, event: JobEvent, error: unknown): Promise<void> {
  const { body } = failureOf(app, error) as { body: { errors?: unknown[]; message?: unknown } };
  const errors = body.errors ?? [{ message: body.message }];
  await app.once(jobEvents).append({ ...event, status: "error", errors });
}
