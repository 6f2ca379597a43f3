import { setTimeout as delay } from "node:timers/promises";
import { currentLocale, type Language } from "../../i18n/locale.ts";
import { inLocale } from "../../i18n/node.ts";
import type { App } from "../app.ts";
import { workingFor } from "../person.ts";

/**
 * Work of one kind that outlives the request that asked for it: in this process, or with Redis in any worker. No kind
 * waits for another: queries of the SQL editor may run for hours, and charts are looked at.
 */
export interface Jobs {
  /**
   * Takes a job. Resolves once it is safely queued (with Redis it then survives this process); rejects when it cannot
   * be taken.
   */
  add(data: unknown): Promise<void>;
  /** Whether it waits or runs. Rejects when that cannot be known now. */
  has(id: string): Promise<boolean>;
  close(): Promise<void>;
}

/** The queue cannot be asked now. */
export class JobsUnreachable extends Error {}

/** How one kind of job is done. A resource lists its own in `Resource.jobs`. */
export interface JobKind {
  readonly name: string;
  /** Jobs of one person that run at the same time in one process: fewer than it does, so that nobody keeps out the others. */
  readonly ofOne: number;
  /** Never the same for two jobs, of this kind, of all servers. Without a colon, and no number. */
  idOf(data: unknown): string;
  /** Whose job it is. */
  personOf(data: unknown): string;
  /** Does the work. What `data` holds came through JSON. Rejects only when another attempt may succeed. */
  run(app: App, data: unknown, signal: AbortSignal): Promise<void>;
  /** After the last attempt failed. */
  failed(app: App, data: unknown, error: unknown): Promise<void>;
}

/** Jobs of one server: `app.once(jobDesk)`. The HTTP server or the worker opens it before the first job is added. */
export interface JobDesk {
  open(kinds: readonly JobKind[]): Promise<void>;
  add(kind: string, data: unknown): Promise<void>;
  /** Whether the job with the id waits or runs. Rejects when that cannot be known now. */
  has(kind: string, id: string): Promise<boolean>;
}

/** Jobs of a kind that run at the same time in one process. */
export const CONCURRENT_JOBS = 8;
export const JOB_ATTEMPTS = 3;

export function jobDesk(app: App): JobDesk {
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
    if (!kind) throw new Error(`no resource does jobs of the kind ${name}`);
    return Promise.race([jobsOf(kind), unreachable(app.config.limits.redisAnswerMs)]);
  };
  app.onClose(async () => {
    await Promise.all([...opened.values()].map(async (jobs) => (await jobs.catch(() => undefined))?.close()));
  });
  return {
    open: async (all) => {
      kinds = all;
      if (app.config.redisUrl !== undefined && app.config.runsJobs) await Promise.all(all.map(jobsOf));
    },
    add: async (name, data) => (await reachable(name)).add(withLanguage(data)),
    has: async (name, id) => (await reachable(name)).has(id),
  };
}

/** To open a queue takes several. */
const ANSWERS_TO_OPEN = 2.5;

async function unreachable(answerMs: number): Promise<never> {
  await delay(ANSWERS_TO_OPEN * answerMs, undefined, { ref: false });
  throw new JobsUnreachable("the queue of jobs cannot be reached");
}

/** Jobs are done in the language of whoever asked for them, which isn't said where it is English. */
function withLanguage(data: unknown): unknown {
  const { language } = currentLocale();
  return language === "en" || typeof data !== "object" ? data : { ...data, language };
}

const localeOf = (data: unknown) => ({
  language: (data as { language?: Language } | null)?.language ?? ("en" as const),
});

async function openJobs(app: App, given: JobKind): Promise<Jobs> {
  const kind: JobKind = {
    ...given,
    run: (app, data, signal) =>
      inLocale(localeOf(data), () => workingFor(given.personOf(data), () => given.run(app, data, signal))),
    failed: (app, data, error) => inLocale(localeOf(data), () => given.failed(app, data, error)),
  };
  if (app.config.redisUrl === undefined) {
    const { localJobs } = await import("./local-jobs.ts");
    return localJobs(app, kind);
  }
  const { sharedJobs } = await import("./shared-jobs.ts");
  return sharedJobs(app, { url: app.config.redisUrl, kind });
}
