import { setTimeout as delay } from "node:timers/promises";

/** Waits before the second and third attempt, milliseconds. */
const WAITS_MS = [1000, 4000];
/** Nobody is waited for longer, whatever they ask for. */
const MOST_MS = 30_000;

/** A failure that may pass: the same is tried again. */
export class Passing extends Error {
  override readonly name = "Passing";
  readonly afterMs: number | undefined;

  constructor(message: string, afterMs?: number) {
    super(message);
    this.afterMs = afterMs;
  }
}

/** Tries until it succeeds, at most three times while it fails with `Passing`. */
export async function attempts<T>(signal: AbortSignal, run: () => Promise<T>): Promise<T> {
  for (const wait of WAITS_MS) {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof Passing)) throw error;
      await delay(Math.min(error.afterMs ?? wait, MOST_MS), undefined, { signal });
    }
  }
  return run();
}

/** What `Retry-After` says, in milliseconds; undefined where it says nothing that is a number of seconds. */
export function retryAfterMs(headers: Headers): number | undefined {
  const seconds = Number(headers.get("retry-after") || Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : undefined;
}
