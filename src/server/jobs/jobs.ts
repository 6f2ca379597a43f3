import { setTimeout as delay } from "node:timers/promises";
import type { App } from "../app.ts";

/** Work that outlives the request that asked for it: in this process, or with Redis in any worker. */
export interface Jobs {
  /**
   * Takes a job. Resolves once it is safely queued (with Redis it then survives this process); rejects when it cannot
   * be taken.
   */
  add(kind: string, data: unknown): Promise<void>;
  close(): Promise<void>;
}

/** The queue cannot be asked now. */
export class JobsUnreachable extends Error {}

/** How one kind of job is done. A resource lists its own in `Resource.jobs`. */
export interface JobKind {
  readonly name: string;
  /** Does the work. What `data` holds came through JSON. Rejects only when another attempt may succeed. */
  run(app: App, data: unknown, signal: AbortSignal): Promise<void>;
  /** After the last attempt failed. */
  failed(app: App, data: unknown, error: unknown): Promise<void>;
}

/** Jobs of one server: `app.once(jobDesk)`. The HTTP server or the worker opens it before the first job is added. */
export interface JobDesk {
  open(kinds: readonly JobKind[]): Promise<void>;
  add(kind: string, data: unknown): Promise<void>;
}

/** Jobs that run at the same time in one process. */
export const CONCURRENT_JOBS = 4;
export const JOB_ATTEMPTS = 3;

export function jobDesk(app: App): JobDesk {
  let opened: Promise<Jobs> | undefined;
  let kinds: readonly JobKind[] = [];
  const jobs = () => {
    opened ??= openJobs(app, kinds);
    opened.catch(() => {
      opened = undefined;
    });
    return opened;
  };
  app.onClose(async () => (await opened?.catch(() => undefined))?.close());
  return {
    open: async (all) => {
      kinds = all;
      if (app.config.redisUrl !== undefined && app.config.runsJobs && all.length > 0) await jobs();
    },
    add: async (kind, data) => (await Promise.race([jobs(), unreachable()])).add(kind, data),
  };
}

const OPENED_MS = 5000;

async function unreachable(): Promise<never> {
  await delay(OPENED_MS, undefined, { ref: false });
  throw new JobsUnreachable("the queue of jobs cannot be reached");
}

async function openJobs(app: App, kinds: readonly JobKind[]): Promise<Jobs> {
  if (app.config.redisUrl === undefined) {
    const { localJobs } = await import("./local-jobs.ts");
    return localJobs(app, kinds);
  }
  const { sharedJobs } = await import("./shared-jobs.ts");
  return sharedJobs(app, { url: app.config.redisUrl, kinds });
}

export function kindNamed(kinds: readonly JobKind[], name: string): JobKind {
  const kind = kinds.find((one) => one.name === name);
  if (!kind) throw new Error(`no resource does jobs of the kind ${name}`);
  return kind;
}
