import { setTimeout as timer } from "node:timers/promises";

/**
 * The only place where tests wait by the wall clock: see `tests/waits.test.ts`. Others wait for an event or condition
 * (`until`, `expect.poll`, `vi.waitFor`), or move their own clock.
 */

/** Why nothing else can be awaited. */
export type Reason =
  /** Proves that nothing happens. */
  | "nothing may happen meanwhile"
  /** Simulates a slow reader, client or database. */
  | "a slow peer"
  /** Stops something at an arbitrary moment. */
  | "any instant has to do"
  /** Time of another process, whose clock tests can't move. */
  | "another process counts the time";

export const pass = (ms: number, _reason: Reason): Promise<void> => timer(ms);

/** Blocks this process from receiving anything. */
export const holdUp = (ms: number, _reason: Reason) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

/** Polls until there is a result; the test's own timeout ends it. */
export async function until<T>(ask: () => Promise<T | undefined | false> | T | undefined | false): Promise<T> {
  for (;;) {
    const answer = await ask();
    if (answer !== undefined && answer !== false) return answer;
    await timer(20);
  }
}
