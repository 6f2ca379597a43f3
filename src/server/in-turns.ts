import { setImmediate as letOthersRun } from "node:timers/promises";

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
