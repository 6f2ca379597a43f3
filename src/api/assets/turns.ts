import type { App } from "../../server/app.ts";

/** One at a time per server, since each holds the embedded store for seconds; other writes get their turn between. */
export function inTurn<T>(app: App, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  const turns = app.once(createTurns);
  const turn = turns.last.then(() => {
    signal.throwIfAborted();
    return work();
  });
  turns.last = turn.catch(() => undefined);
  return turn;
}

const createTurns = (_: App): { last: Promise<unknown> } => ({ last: Promise.resolve() });
