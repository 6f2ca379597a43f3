import { setTimeout as delay } from "node:timers/promises";
import { currentLocale, type Language } from "../../i18n/locale.ts";
import { inLocale } from "../../i18n/node.ts";
import type { App } from "../app.ts";
import { runAsUser } from "../fair-share.ts";
import { metrics } from "../metrics/metrics.ts";
import { inSpan } from "../span.ts";
import { currentWork, onlyInWork } from "../work-context.ts";

/**
 * Background work of one kind, in this process or, with Redis, in any worker. Kinds never wait for each other: SQL Lab
 * queries may run for hours while charts must load.
 */
export interface Jobs {
  /** Resolves once the job is safely queued (with Redis it then survives this process). */
  add(data: unknown): Promise<void>;
  /** Whether the job waits or runs. Rejects when that is unknown. */
  has(id: string): Promise<boolean>;
  /** Jobs that run or wait, in all processes. */
  count(): Promise<number>;
  /** Leaves new jobs to other processes, if there can be any. Resolves when no job runs here. */
  drain(): Promise<void>;
  close(): Promise<void>;
}

export class JobsUnreachable extends Error {}

export interface JobKind {
  readonly name: string;
  /** Per-user limit in one process, below CONCURRENT_JOBS, so that one user can't starve others. */
  readonly perUser: number;
  /** Unique per kind across all servers. No colon, and not a number. */
  idOf(data: unknown): string;
  userOf(data: unknown): string;
  /** `data` came through JSON. Rejects only when a retry may succeed. */
  run(app: App, data: unknown, signal: AbortSignal): Promise<void>;
  failed(app: App, data: unknown, error: unknown): Promise<void>;
}

/** Use it as `app.once(jobQueue)`. The HTTP server or the worker opens it before the first job is added. */
export interface JobQueue {
  open(kinds: readonly JobKind[]): Promise<void>;
  add(kind: string, data: unknown): Promise<void>;
  has(kind: string, id: string): Promise<boolean>;
  drain(): Promise<void>;
}

export const CONCURRENT_JOBS = 8;
export const JOB_ATTEMPTS = 3;

export function jobQueue(app: App): JobQueue {
  const opened = new Map<string, Promise<Jobs>>();
  let kinds: readonly JobKind[] = [];
  const jobsOf = (kind: JobKind) => {
    const jobs = opened.get(kind.name) ?? openJobs(app, kind);
    opened.set(kind.name, jobs);
    jobs.catch(() => opened.delete(kind.name));
    return jobs;
  };
  const reachable = (name: string) => {
    const kind = kinds.find((one) => one.name === name);
    if (!kind) throw new Error(`no resource handles jobs of kind ${name}`);
    return Promise.race([jobsOf(kind), unreachable(app.config.limits.redisTimeoutMs)]);
  };
  app.onClose(async () => {
    await Promise.all([...opened.values()].map(async (jobs) => (await jobs.catch(() => undefined))?.close()));
  });
  app
    .once(metrics)
    .countJobs(() => Promise.all([...opened].map(async ([kind, jobs]) => [kind, await (await jobs).count()] as const)));
  return {
    open: async (all) => {
      kinds = all;
      if (app.config.redisUrl !== undefined && app.config.runsJobs) await Promise.all(all.map(jobsOf));
    },
    add: async (name, data) => (await reachable(name)).add(withOrigin(data)),
    has: async (name, id) => (await reachable(name)).has(id),
    drain: async () => {
      await Promise.all([...opened.values()].map(async (jobs) => (await jobs).drain()));
    },
  };
}

const ROUND_TRIPS_TO_OPEN = 2.5;

async function unreachable(timeoutMs: number): Promise<never> {
  await delay(ROUND_TRIPS_TO_OPEN * timeoutMs, undefined, { ref: false });
  throw new JobsUnreachable("the job queue is unreachable");
}

/** What a job has of the request that added it. */
interface Origin {
  /** Of the user who requested it; without one, English. */
  language?: Language;
  requestId?: string;
  traceparent?: string;
}

function withOrigin(data: unknown): unknown {
  const { language } = currentLocale();
  const { requestId, span } = currentWork();
  if (typeof data !== "object") return data;
  return {
    ...data,
    ...(language === "en" ? {} : { language }),
    ...(requestId === undefined ? {} : { requestId }),
    ...(span === undefined ? {} : { traceparent: span.traceparent }),
  };
}

const originOf = (data: unknown) => (data ?? {}) as Origin;

/** As a part of the request's trace, under the request's id. */
function inJob<Result>(name: string, data: unknown, work: () => Promise<Result>): Promise<Result> {
  const { requestId, traceparent } = originOf(data);
  const options = { parent: traceparent, attributes: { "tessera.job": name } };
  return onlyInWork({ requestId }, () => inSpan(`job ${name}`, () => inLocale(localeOf(data), work), options));
}

const localeOf = (data: unknown) => ({
  language: originOf(data).language ?? ("en" as const),
});

async function openJobs(app: App, jobKind: JobKind): Promise<Jobs> {
  const kind: JobKind = {
    ...jobKind,
    run: async (app, data, signal) => {
      const run = () => runAsUser(jobKind.userOf(data), () => jobKind.run(app, data, signal));
      await inJob(jobKind.name, data, run);
      app.once(metrics).job(jobKind.name, "done");
    },
    failed: (app, data, error) => {
      app.once(metrics).job(jobKind.name, "failed");
      const { requestId } = originOf(data);
      return onlyInWork({ requestId }, () => inLocale(localeOf(data), () => jobKind.failed(app, data, error)));
    },
  };
  if (app.config.redisUrl === undefined) {
    const { localJobs } = await import("./local-jobs.ts");
    return localJobs(app, kind);
  }
  const { sharedJobs } = await import("./shared-jobs.ts");
  return sharedJobs(app, { url: app.config.redisUrl, kind });
}
