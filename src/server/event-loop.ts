import { setImmediate as nextRound } from "node:timers/promises";

/** Waits two rounds, so that the event loop also serves what has arrived in between. */
export async function yieldToEventLoop(): Promise<void> {
  await nextRound();
  await nextRound();
}

/** The embedded store responds synchronously, so a plain loop of queries would block every other request. */
export async function forEachYielding<T>(
  items: Iterable<T>,
  work: (item: T) => Promise<unknown> | unknown,
): Promise<void> {
  for (const item of items) {
    await work(item);
    await nextRound();
  }
}
