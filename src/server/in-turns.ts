import { setImmediate as letOthersRun } from "node:timers/promises";

/** Lets the event loop come round once as a whole: what has arrived meanwhile is served. */
export async function nextTurn(): Promise<void> {
  await letOthersRun();
  await letOthersRun();
}

/**
 * Works on one item after the other, with the event loop coming round between them: the embedded store answers at once,
 * so that a loop of queries alone would let nobody else run.
 */
export async function inTurns<T>(items: Iterable<T>, work: (item: T) => Promise<unknown> | unknown): Promise<void> {
  for (const item of items) {
    await work(item);
    await letOthersRun();
  }
}
