import type { TesseraError } from "../../model/errors.ts";
import type { App } from "../app.ts";
import { createTaskPool, type TaskPool } from "./task-pool.ts";

export interface RowsPoolSettings {
  entry: URL;
  name: string;
  idleMs: number;
  tooSlow(seconds: number): TesseraError;
  tooBig(megabytes: number): TesseraError;
}

/** Each task handles the rows of one result, with up to 60 seconds and 2 GB of memory. */
export function openRowsPool(app: App, { entry, name, idleMs, tooSlow, tooBig }: RowsPoolSettings): TaskPool {
  const pool = createTaskPool({
    entry,
    name,
    quickSize: Number.POSITIVE_INFINITY,
    quickMs: 500,
    slowMs: 60_000,
    loadMs: 30_000,
    penaltyMs: 10_000,
    memoryMb: Math.min(2048, app.config.memory.threadMb),
    quickIdleMs: idleMs,
    slowIdleMs: 15_000,
    tooSlow,
    tooBig,
  });
  app.onClose(() => pool.close());
  return pool;
}
