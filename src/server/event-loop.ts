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

const SLICE_MS = 10;

/** Of the current turn of the event loop. */
let sliceStartMs: number | undefined;
let nextSlice: Promise<void> | undefined;

/**
 * Starts the work at once, unless such work has taken 10 ms of the current turn of the event loop: for thousands of
 * short pieces that start together.
 */
export async function inSlices<T>(work: () => T | Promise<T>): Promise<T> {
  for (;;) {
    sliceStartMs ??= startSlice();
    if (performance.now() - sliceStartMs < SLICE_MS) return work();
    nextSlice ??= nextRound().then(() => {
      nextSlice = undefined;
    });
    await nextSlice;
  }
}

function startSlice(): number {
  setImmediate(() => {
    sliceStartMs = undefined;
  });
  return performance.now();
}
