import { setTimeout as delay } from "node:timers/promises";
import { DelayedError, type Job, Queue, Worker } from "bullmq";
import { Running } from "../../model/fair-line.ts";
import type { App } from "../app.ts";
import { openRedis } from "../redis.ts";
import { CONCURRENT_JOBS, JOB_ATTEMPTS, type JobKind, type Jobs, JobsUnreachable } from "./jobs.ts";

const QUEUES = "tessera-jobs-";
const RETRY_MS = 1000;
const KEPT_SECONDS = 3600;
/** Jobs of a worker that has given no sign of life for so long are taken up by others. */
const WORKING = { concurrency: CONCURRENT_JOBS, lockDuration: 20_000, stalledInterval: 10_000 };
/** Without its Redis nothing can be ended in good order. */
const CLOSE_MS = 2000;

/**
 * Jobs in Redis, done by any process on it. A job whose worker died is taken up by another. This process works too,
 * unless it is told not to (`runsJobs`). Trouble with the connection is logged by the connection itself.
 */
export async function sharedJobs(app: App, from: { url: string; kind: JobKind }): Promise<Jobs> {
  const { kind } = from;
  const name = QUEUES + kind.name;
  // Who adds a job waits for an answer: what cannot be queued now is told at once.
  const commandTimeout = app.config.limits.redisAnswerMs;
  const adding = { purpose: "jobs", maxRetriesPerRequest: 1, enableOfflineQueue: false, commandTimeout };
  const connection = openRedis(app.log, from.url, adding);
  const connections = [connection];
  const queue = new Queue(name, {
    connection,
    defaultJobOptions: {
      attempts: JOB_ATTEMPTS,
      backoff: { type: "exponential", delay: RETRY_MS },
      removeOnComplete: true,
      removeOnFail: { age: KEPT_SECONDS },
    },
  });
  queue.on("error", () => undefined);
  const stopped = new AbortController();
  /** Jobs that run in this process: they go on where Redis has forgotten them. */
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
    worker = new Worker(name, inTurn(kind, run), { connection: own, ...WORKING });
    worker.on("error", () => undefined);
    worker.on("failed", (job, error) => {
      if (!job || stopped.signal.aborted) return;
      const isLast = (job.finishedOn ?? 0) > 0 || job.attemptsMade >= JOB_ATTEMPTS;
      if (isLast) void lastFailed(app, kind, { data: job.data as unknown, error });
    });
    await worker.waitUntilReady();
  }
  await queue.waitUntilReady();
  return {
    add: async (data) => {
      await queue.add(kind.name, data, { jobId: kind.idOf(data) }).catch((cause) => {
        throw new JobsUnreachable("jobs cannot be queued now", { cause });
      });
    },
    has: async (id) => {
      if (here.has(id)) return true;
      const job: Job | undefined = await queue.getJob(id);
      return job !== undefined && job.finishedOn === undefined;
    },
    close: async () => {
      stopped.abort();
      const closed = Promise.all([worker?.close(), queue.close()]).catch(() => undefined);
      await Promise.race([closed, delay(CLOSE_MS, undefined, { ref: false })]);
      for (const connection of connections) connection.disconnect();
    },
  };
}

/** When a job that was put off comes back by itself, and how far apart those of one person do. */
const PUT_OFF_MS = 5000;
const APART_MS = 25;

/**
 * Puts off a job of somebody of whom as many run here as may, so that those of others come. It is taken up again when one
 * of them is over, or later by whichever process has room.
 */
function inTurn(kind: JobKind, run: (data: unknown) => Promise<void>) {
  const running = new Running();
  const people = new Map<string, { jobs: Map<string, Job>; lastBackMs: number }>();

  async function putOff(person: string, job: Job, token: string | undefined): Promise<void> {
    const own = people.get(person) ?? { jobs: new Map<string, Job>(), lastBackMs: 0 };
    people.set(person, own);
    own.lastBackMs = Math.max(Date.now() + PUT_OFF_MS, own.lastBackMs + APART_MS);
    await job.moveToDelayed(own.lastBackMs, token);
    own.jobs.set(job.id ?? "", job);
    if (running.of(person) < kind.ofOne) void bringBack(person);
  }

  async function bringBack(person: string): Promise<void> {
    const { jobs } = people.get(person) ?? {};
    for (const [id, job] of jobs ?? []) {
      jobs?.delete(id);
      const isBack = await job.promote().then(
        () => true,
        () => false,
      );
      // Others were taken up by another process meanwhile.
      if (isBack) return;
    }
    if (jobs?.size === 0) people.delete(person);
  }

  return async (job: Job, token?: string): Promise<void> => {
    const person = kind.personOf(job.data);
    if (running.of(person) >= kind.ofOne) {
      await putOff(person, job, token);
      throw new DelayedError();
    }
    running.begin(person);
    try {
      await run(job.data);
    } finally {
      running.end(person);
      void bringBack(person);
    }
  };
}

async function lastFailed(app: App, kind: JobKind, { data, error }: { data: unknown; error: Error }): Promise<void> {
  app.log.error("a job failed", { kind: kind.name, error });
  await kind.failed(app, data, error).catch((cause) => app.log.error("a failed job was not told", { cause }));
}
