import { setTimeout as delay } from "node:timers/promises";

const WAITS_MS = [1000, 4000];
const MAX_WAIT_MS = 30_000;

export class TransientError extends Error {
  override readonly name = "Passing";
  readonly afterMs: number | undefined;

  constructor(message: string, afterMs?: number) {
    super(message);
    this.afterMs = afterMs;
  }
}

export async function withRetries<T>(signal: AbortSignal, run: () => Promise<T>): Promise<T> {
  for (const wait of WAITS_MS) {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof TransientError)) throw error;
      await delay(Math.min(error.afterMs ?? wait, MAX_WAIT_MS), undefined, { signal });
    }
  }
  return run();
}

export function retryAfterMs(headers: Headers): number | undefined {
  const seconds = Number(headers.get("retry-after") || Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : undefined;
}
