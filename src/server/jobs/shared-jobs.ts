import { setTimeout as delay } from "node:timers/promises";
import { DelayedError, type Job, Queue, Worker } from "bullmq";
import { RunningCounts } from "../../model/fair-queue.ts";
import type { App } from "../app.ts";
import { openRedis } from "../redis.ts";
import { CONCURRENT_JOBS, JOB_ATTEMPTS, type JobKind, type Jobs, JobsUnreachable } from "./jobs.ts";

const QUEUES = "tessera-jobs-";
const RETRY_MS = 1000;
const FAILED_JOB_RETENTION_SECONDS = 3600;
/** Jobs of a worker that sends no heartbeat for this long are taken over by another one. */
const WORKING = { concurrency: CONCURRENT_JOBS, lockDuration: 20_000, stalledInterval: 10_000 };
const CLOSE_MS = 2000;
const PROMOTE_MS = 5000;

/**
 * Jobs in Redis, run by any process unless its `runsJobs` is off. Jobs of a dead worker are taken over. Connection
 * errors are logged by the connection.
 */
export async function sharedJobs(app: App, from: { url: string; kind: JobKind }): Promise<Jobs> {
  const { kind } = from;
  const name = QUEUES + kind.name;
  // Callers wait for the result, so adding a job fails immediately when Redis is unavailable.
  const commandTimeout = app.config.limits.redisTimeoutMs;
  const adding = { purpose: "jobs", maxRetriesPerRequest: 1, enableOfflineQueue: false, commandTimeout };
  const connection = openRedis(app.log, from.url, adding);
  const connections = [connection];
  const queue = openQueue(app, name, connection);
  const stopped = new AbortController();
  const here = new Set<string>();
  const run = async (data: unknown) => {
    const id = kind.idOf(data);
    here.add(id);
    await kind.run(app, data, stopped.signal).finally(() => here.delete(id));
  };
  let worker: Worker | undefined;
  if (app.config.runsJobs) {
    const own = openRedis(app.log, from.url, { purpose: "jobs", maxRetriesPerRequest: null });
    connections.push(own);
    worker = new Worker(name, withUserLimit(kind, run), { connection: own, ...WORKING });
    worker.on("error", () => undefined);
    worker.on("failed", (job, error) => {
      if (!job || stopped.signal.aborted) return;
      const isLast = (job.finishedOn ?? 0) > 0 || job.attemptsMade >= JOB_ATTEMPTS;
      if (isLast) void reportFinalFailure(app, kind, { data: job.data as unknown, error });
    });
    await worker.waitUntilReady();
  }
  await queue.waitUntilReady();
  return {
    add: async (data) => {
      await queue.add(kind.name, data, { jobId: kind.idOf(data) }).catch((cause) => {
        throw new JobsUnreachable("failed to queue the job", { cause });
      });
    },
    has: async (id) => {
      if (here.has(id)) return true;
      const job: Job | undefined = await queue.getJob(id);
      return job !== undefined && job.finishedOn === undefined;
    },
    count: () => queue.count().then(async (waiting) => waiting + (await queue.getActiveCount())),
    drain: async () => worker?.pause(),
    close: async () => {
      stopped.abort();
      const closed = Promise.all([worker?.close(), queue.close()]).catch(() => undefined);
      await Promise.race([closed, delay(CLOSE_MS, undefined, { ref: false })]);
      for (const connection of connections) connection.disconnect();
    },
  };
}

function openQueue(app: App, name: string, connection: ReturnType<typeof openRedis>): Queue {
  const queue = new Queue(name, {
    connection,
    defaultJobOptions: {
      attempts: JOB_ATTEMPTS,
      backoff: { type: "exponential", delay: RETRY_MS },
      removeOnComplete: true,
      removeOnFail: { age: FAILED_JOB_RETENTION_SECONDS },
    },
  });
  queue.on("error", () => undefined);
  // The queue knows when a job is due by the clock: after that was set back, it would be too late.
  const promote = () => {
    if (app.clock.sinceSet() < 2 * PROMOTE_MS) void queue.promoteJobs().catch(() => undefined);
  };
  const timer = setInterval(promote, PROMOTE_MS).unref();
  app.onClose(() => clearInterval(timer));
  return queue;
}

/** When a postponed job comes back by itself, and the gap between jobs of one user. */
const POSTPONE_MS = 5000;
const POSTPONE_GAP_MS = 25;
const MAX_POSTPONE_MS = 60 * 60_000;

/**
 * Postpones a job of a user who is at the limit in this process, so that others get their turn. It resumes when one of
 * the user's jobs ends, or later in any process with room.
 */
function withUserLimit(kind: JobKind, run: (data: unknown) => Promise<void>) {
  const running = new RunningCounts();
  const postponed = new Map<string, { jobs: Map<string, Job>; lastBackMs: number }>();

  async function postpone(user: string, job: Job, token: string | undefined): Promise<void> {
    const own = postponed.get(user) ?? { jobs: new Map<string, Job>(), lastBackMs: 0 };
    postponed.set(user, own);
    const backMs = Date.now() + POSTPONE_MS;
    // A last time that is far ahead is from before the clock was set back.
    const isQueued = own.lastBackMs < backMs + MAX_POSTPONE_MS;
    own.lastBackMs = isQueued ? Math.max(backMs, own.lastBackMs + POSTPONE_GAP_MS) : backMs;
    await job.moveToDelayed(own.lastBackMs, token);
    own.jobs.set(job.id ?? "", job);
    if (running.of(user) < kind.perUser) void resume(user);
  }

  async function resume(user: string): Promise<void> {
    const { jobs } = postponed.get(user) ?? {};
    for (const [id, job] of jobs ?? []) {
      jobs?.delete(id);
      const isResumed = await job.promote().then(
        () => true,
        () => false,
      );
      // Another process took it over.
      if (isResumed) return;
    }
    if (jobs?.size === 0) postponed.delete(user);
  }

  return async (job: Job, token?: string): Promise<void> => {
    const user = kind.userOf(job.data);
    if (running.of(user) >= kind.perUser) {
      await postpone(user, job, token);
      throw new DelayedError();
    }
    running.begin(user);
    try {
      await run(job.data);
    } finally {
      running.end(user);
      void resume(user);
    }
  };
}

async function reportFinalFailure(
  app: App,
  kind: JobKind,
  { data, error }: { data: unknown; error: Error },
): Promise<void> {
  app.log.error("a job failed", { kind: kind.name, error });
  await kind.failed(app, data, error).catch((cause) => app.log.error("failed to record a job failure", { cause }));
}
