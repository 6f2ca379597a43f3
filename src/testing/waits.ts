import { setTimeout as timer } from "node:timers/promises";

/**
 * The only place where tests wait by the wall clock: see `tests/waits.test.ts`. Others wait for an event or condition
 * (`until`, `expect.poll`, `vi.waitFor`), or move their own clock.
 */

export type Reason =
  | "nothing may happen meanwhile"
  | "a slow peer"
  | "any instant has to do"
  | "another process counts the time";

export const pass = (ms: number, _reason: Reason): Promise<void> => timer(ms);

/** Blocks this process, so that it receives nothing. */
export const blockThread = (ms: number, _reason: Reason) =>
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

export async function until<T>(ask: () => Promise<T | undefined | false> | T | undefined | false): Promise<T> {
  for (;;) {
    const answer = await ask();
    if (answer !== undefined && answer !== false) return answer;
    await timer(20);
  }
}
