import type { App } from "../app.ts";
import { type StoreFailure, storeFailureOf } from "./failures.ts";

const REPEAT_MS = 60 * 60_000;
const DISK_FAILURES: readonly (StoreFailure | undefined)[] = ["full", "failing-disk", "read-only"];

/** Every write fails until an administrator makes room: the log says so once an hour. Use it as `app.once(diskLog)`. */
export function diskLog(app: App) {
  let loggedAt = Number.NEGATIVE_INFINITY;
  return {
    note: (error: unknown): void => {
      const isDue = app.clock.elapsed() - loggedAt >= REPEAT_MS;
      if (!isDue || !DISK_FAILURES.includes(storeFailureOf(error))) return;
      loggedAt = app.clock.elapsed();
      app.log.error("the store can't be written; this is logged once an hour", { error });
    },
  };
}

/** For writes that signing in and reading don't depend on. False if the disk is full. */
export async function writeUnlessFull(app: App, write: () => Promise<unknown>): Promise<boolean> {
  try {
    await write();
    return true;
  } catch (error) {
    if (storeFailureOf(error) !== "full") throw error;
    app.once(diskLog).note(error);
    return false;
  }
}
