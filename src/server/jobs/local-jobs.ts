import type { App } from "../app.ts";
import { CONCURRENT_JOBS, JOB_ATTEMPTS, type JobKind, type Jobs } from "./jobs.ts";

const MAX_WAITING = 10_000;

/** Jobs in this process, some at a time, the others in the order they came. They end with it. */
export function localJobs(app: App, kind: JobKind): Jobs {
  const waiting: (() => Promise<void>)[] = [];
  const stopped = new AbortController();
  let running = 0;

  async function work(): Promise<void> {
    running += 1;
    for (let next = waiting.shift(); next; next = waiting.shift()) await next();
    running -= 1;
  }

  async function attempt(data: unknown): Promise<void> {
    for (let attempts = 1; ; attempts++) {
      try {
        return await kind.run(app, data, stopped.signal);
      } catch (error) {
        if (stopped.signal.aborted) return;
        if (attempts < JOB_ATTEMPTS) continue;
        app.log.error("a job failed", { kind: kind.name, error });
        return kind.failed(app, data, error).catch((cause) => app.log.error("a failed job was not told", { cause }));
      }
    }
  }

  return {
    add: async (data) => {
      if (waiting.length >= MAX_WAITING) throw new Error("too many jobs are waiting");
      const copy: unknown = JSON.parse(JSON.stringify(data));
      waiting.push(() => attempt(copy));
      if (running < CONCURRENT_JOBS) void work();
    },
    close: async () => {
      waiting.length = 0;
      stopped.abort();
    },
  };
}
