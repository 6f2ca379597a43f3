import { AsyncLocalStorage } from "node:async_hooks";
import { startSpan } from "./span.ts";

/** A query of a connected database while it waits or runs. */
export interface RunningQuery {
  queuedMs: number;
}

const running = new AsyncLocalStorage<RunningQuery>();

export const duringQuery = <Result>(query: RunningQuery, work: () => Result): Result => running.run(query, work);

/** Call the result when the statement leaves the queue, whether it runs or not. */
export function enterQueue(): () => void {
  const query = running.getStore();
  const span = query && startSpan("queue");
  const sinceMs = performance.now();
  let isOver = false;
  return () => {
    if (isOver) return;
    isOver = true;
    if (query) query.queuedMs += performance.now() - sinceMs;
    span?.end();
  };
}
