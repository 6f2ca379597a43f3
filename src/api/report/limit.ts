export interface Limit {
  signal: AbortSignal;
  over: Promise<never>;
  release(): void;
}

const LONGEST_MS = 2 ** 31 - 1;

export function startLimit(
  timeoutMs: number,
  cancelled: AbortSignal,
  why: { late(): Error; cancelled(): Error },
): Limit {
  const controller = new AbortController();
  const { promise, reject } = Promise.withResolvers<never>();
  promise.catch(() => undefined);
  const end = (failure: Error) => {
    controller.abort(failure);
    reject(failure);
  };
  const stop = () => end(why.cancelled());
  const timer = setTimeout(() => end(why.late()), Math.min(timeoutMs, LONGEST_MS));
  if (cancelled.aborted) stop();
  cancelled.addEventListener("abort", stop, { once: true });
  return {
    signal: controller.signal,
    over: promise,
    release: () => {
      clearTimeout(timer);
      cancelled.removeEventListener("abort", stop);
    },
  };
}
