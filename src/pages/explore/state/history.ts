/** Undo as a list of earlier states. Steps of one field that follow each other are one step. */
export interface History<S> {
  past: readonly Step<S>[];
  future: readonly Step<S>[];
}
export interface Step<S> {
  state: S;
  /** What the step did, e.g. "Metrics". */
  label: string;
  /** Steps with the same merge key in a row become one. */
  mergeKey?: string;
}

export const UNDO_LIMIT = 50;

export function emptyHistory<S>(): History<S> {
  return { past: [], future: [] };
}

/** Remembers the state as it was before a step. */
export function record<S>(history: History<S>, before: Step<S>): History<S> {
  const last = history.past.at(-1);
  if (before.mergeKey !== undefined && last?.mergeKey === before.mergeKey) return { past: history.past, future: [] };
  return { past: [...history.past, before].slice(-UNDO_LIMIT), future: [] };
}

export function undo<S>(history: History<S>, now: S): { history: History<S>; state: S } | undefined {
  const last = history.past.at(-1);
  if (!last) return undefined;
  const back: Step<S> = { state: now, label: last.label };
  return { state: last.state, history: { past: history.past.slice(0, -1), future: [back, ...history.future] } };
}

export function redo<S>(history: History<S>, now: S): { history: History<S>; state: S } | undefined {
  const [next, ...rest] = history.future;
  if (!next) return undefined;
  const back: Step<S> = { state: now, label: next.label };
  return { state: next.state, history: { past: [...history.past, back], future: rest } };
}
