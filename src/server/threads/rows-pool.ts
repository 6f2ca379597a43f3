import type { TesseraError } from "../../model/errors.ts";
import type { App } from "../app.ts";
import { createTaskPool, type TaskPool } from "./task-pool.ts";

export interface RowsPoolSettings {
  /** Module that calls `serveTasks`. */
  entry: URL;
  name: string;
  /** Milliseconds without a task after which the thread for quick tasks ends. */
  idleMs: number;
  /** The refusal of a task that took more than, for example, `longer than 60 seconds`. */
  tooLargeError(what: string): TesseraError;
}

/** Threads that work on the rows of one answer at a time: 60 seconds and 2 GB of memory each, until the app closes. */
export function openRowsPool(app: App, { entry, name, idleMs, tooLargeError: tooMuch }: RowsPoolSettings): TaskPool {
  const pool = createTaskPool({
    entry,
    name,
    quickSize: Number.POSITIVE_INFINITY,
    quickMs: 500,
    slowMs: 60_000,
    loadMs: 30_000,
    penaltyMs: 10_000,
    memoryMb: 2048,
    quickIdleMs: idleMs,
    slowIdleMs: 15_000,
    tooSlow: (seconds) => tooMuch(`took longer than ${seconds} seconds`),
    tooBig: (megabytes) => tooMuch(`took more than ${megabytes} MB of memory`),
  });
  app.onClose(() => pool.close());
  return pool;
}
