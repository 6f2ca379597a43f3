import { setTimeout as delay } from "node:timers/promises";
import { Running } from "../../model/fair-line.ts";
import type { App } from "../app.ts";
import { CONCURRENT_JOBS, JOB_ATTEMPTS, type JobKind, type Jobs } from "./jobs.ts";

/** Jobs that do not end when they are told to hold up nobody longer. */
const CLOSE_MS = 2000;
/** Of one person. */
const MAX_WAITING = 10_000;

/**
 * Jobs in this process, some at a time; they end with it. The next is of a person of whom the fewest run, those of one
 * person come in their order.
 */
export function localJobs(app: App, kind: JobKind): Jobs {
  /** By person, those whose turn is longest ago first. */
  const waiting = new Map<string, unknown[]>();
  const stopped = new AbortController();
  const runningOf = new Running();
  const open = new Set<string>();
  const running = new Set<Promise<void>>();

  function startWaiting(): void {
    while (running.size < CONCURRENT_JOBS) {
      const person = nextPerson();
      if (person === undefined) return;
      void work(person, takenFrom(waiting, person));
    }
  }

  function nextPerson(): string | undefined {
    let next: string | undefined;
    for (const person of waiting.keys()) {
      const fewest = next === undefined ? kind.ofOne : runningOf.of(next);
      if (runningOf.of(person) < fewest) next = person;
    }
    return next;
  }

  async function work(person: string, data: unknown): Promise<void> {
    runningOf.begin(person);
    const attempted = attempt(app, kind, { data, signal: stopped.signal });
    running.add(attempted);
    await attempted;
    running.delete(attempted);
    runningOf.end(person);
    open.delete(kind.idOf(data));
    startWaiting();
  }

  return {
    add: async (data) => {
      const person = kind.personOf(data);
      const own = waiting.get(person) ?? [];
      if (own.length >= MAX_WAITING) throw new Error("too many jobs are waiting");
      own.push(JSON.parse(JSON.stringify(data)));
      waiting.set(person, own);
      open.add(kind.idOf(data));
      startWaiting();
    },
    has: async (id) => open.has(id),
    close: async () => {
      waiting.clear();
      stopped.abort();
      await ended(running);
    },
  };
}

/** The next job of a person, who comes after the others then. */
function takenFrom(waiting: Map<string, unknown[]>, person: string): unknown {
  const own = waiting.get(person) ?? [];
  const data = own.shift();
  waiting.delete(person);
  if (own.length > 0) waiting.set(person, own);
  return data;
}

/** So that each can still keep in the store how it ended. */
async function ended(jobs: ReadonlySet<Promise<void>>): Promise<void> {
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
      return kind.failed(app, data, error).catch((cause) => app.log.error("a failed job was not told", { cause }));
    }
  }
}
