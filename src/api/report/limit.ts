/** An end to work that would take too long, or that nobody wants any more. */
export interface Limit {
  /** Aborts with why. */
  signal: AbortSignal;
  /** Rejects with why. */
  over: Promise<never>;
  release(): void;
}

/** Longer timers fire at once. */
const LONGEST_MS = 2 ** 31 - 1;

export function startLimit(timeoutMs: number, unwanted: AbortSignal, why: { late(): Error; unwanted(): Error }): Limit {
  const controller = new AbortController();
  const { promise, reject } = Promise.withResolvers<never>();
  promise.catch(() => undefined);
  const end = (failure: Error) => {
    controller.abort(failure);
    reject(failure);
  };
  const stop = () => end(why.unwanted());
  const timer = setTimeout(() => end(why.late()), Math.min(timeoutMs, LONGEST_MS));
  if (unwanted.aborted) stop();
  unwanted.addEventListener("abort", stop, { once: true });
  return {
    signal: controller.signal,
    over: promise,
    release: () => {
      clearTimeout(timer);
      unwanted.removeEventListener("abort", stop);
    },
  };
}
