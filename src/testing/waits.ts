import { setTimeout as timer } from "node:timers/promises";

/**
 * The one place where tests wait by the wall clock: see `tests/waits.test.ts`. All others wait for an event, for a
 * condition (`until`, `expect.poll`, `vi.waitFor`), or move a clock of their own.
 */

/** Why there is nothing that a test could wait for instead. */
export type Reason =
  /** It proves that nothing happens, which no event tells. */
  | "nothing may happen meanwhile"
  /** It plays a reader, a client or a database that is slow. */
  | "somebody takes their time"
  /** It stops something at an instant, and any has to do. */
  | "any instant has to do"
  /** The time of another process has to pass, which has no clock that tests can move. */
  | "another process counts the time";

export const pass = (ms: number, _reason: Reason): Promise<void> => timer(ms);

/** Receives nothing in this process for so long. */
export const holdUp = (ms: number, _reason: Reason) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

/** Asks again and again until there is an answer. What never comes fails the test by its own limit of time. */
export async function until<T>(ask: () => Promise<T | undefined | false> | T | undefined | false): Promise<T> {
  for (;;) {
    const answer = await ask();
    if (answer !== undefined && answer !== false) return answer;
    await timer(20);
  }
}
