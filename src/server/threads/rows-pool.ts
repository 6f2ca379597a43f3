import type { TesseraError } from "../../model/errors.ts";
import type { App } from "../app.ts";
import { createTaskPool, type TaskPool } from "./task-pool.ts";

export interface RowsPoolSettings {
  /** Module that calls `serveTasks`. */
  entry: URL;
  name: string;
  idleMs: number;
  /** Error for a task over a limit; `what` is for example `took longer than 60 seconds`. */
  tooLargeError(what: string): TesseraError;
}

/** Each task handles the rows of one result, with up to 60 seconds and 2 GB of memory. */
export function openRowsPool(app: App, { entry, name, idleMs, tooLargeError: limitError }: RowsPoolSettings): TaskPool {
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
    tooSlow: (seconds) => limitError(`took longer than ${seconds} seconds`),
    tooBig: (megabytes) => limitError(`took more than ${megabytes} MB of memory`),
  });
  app.onClose(() => pool.close());
  return pool;
}
