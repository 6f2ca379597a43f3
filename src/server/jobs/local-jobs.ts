import { setTimeout as delay } from "node:timers/promises";
import { RunningCounts } from "../../model/fair-queue.ts";
import type { App } from "../app.ts";
import { CONCURRENT_JOBS, JOB_ATTEMPTS, type JobKind, type Jobs } from "./jobs.ts";

const CLOSE_MS = 2000;
const MAX_WAITING = 10_000;

/** The next job belongs to the user with the fewest running jobs; each user's jobs run in order. */
export function localJobs(app: App, kind: JobKind): Jobs {
  const waiting = new Map<string, unknown[]>();
  const stopped = new AbortController();
  const runningCounts = new RunningCounts();
  const open = new Set<string>();
  const running = new Set<Promise<void>>();

  function startWaiting(): void {
    while (running.size < CONCURRENT_JOBS) {
      const user = nextUser();
      if (user === undefined) return;
      void work(user, dequeue(waiting, user));
    }
  }

  function nextUser(): string | undefined {
    let next: string | undefined;
    for (const user of waiting.keys()) {
      const fewest = next === undefined ? kind.perUser : runningCounts.of(next);
      if (runningCounts.of(user) < fewest) next = user;
    }
    return next;
  }

  async function work(user: string, data: unknown): Promise<void> {
    runningCounts.begin(user);
    const attempted = attempt(app, kind, { data, signal: stopped.signal });
    running.add(attempted);
    await attempted;
    running.delete(attempted);
    runningCounts.end(user);
    open.delete(kind.idOf(data));
    startWaiting();
  }

  return {
    add: async (data) => {
      const user = kind.userOf(data);
      const own = waiting.get(user) ?? [];
      if (own.length >= MAX_WAITING) throw new Error("too many jobs are waiting");
      own.push(JSON.parse(JSON.stringify(data)));
      waiting.set(user, own);
      open.add(kind.idOf(data));
      startWaiting();
    },
    has: async (id) => open.has(id),
    count: async () => open.size,
    drain: async () => {
      while (running.size > 0) await Promise.all(running);
    },
    close: async () => {
      waiting.clear();
      stopped.abort();
      await waitForJobs(running);
    },
  };
}

function dequeue(waiting: Map<string, unknown[]>, user: string): unknown {
  const own = waiting.get(user) ?? [];
  const data = own.shift();
  waiting.delete(user);
  if (own.length > 0) waiting.set(user, own);
  return data;
}

async function waitForJobs(jobs: ReadonlySet<Promise<void>>): Promise<void> {
  await Promise.race([Promise.allSettled(jobs), delay(CLOSE_MS, undefined, { ref: false })]);
}

async function attempt(
  app: App,
  kind: JobKind,
  { data, signal }: { data: unknown; signal: AbortSignal },
): Promise<void> {
  for (let attempts = 1; ; attempts++) {
    try {
      return await kind.run(app, data, signal);
    } catch (error) {
      if (signal.aborted) return;
      if (attempts < JOB_ATTEMPTS) continue;
      app.log.error("a job failed", { kind: kind.name, error });
      return kind.failed(app, data, error).catch((cause) => app.log.error("failed to record a job failure", { cause }));
    }
  }
}
