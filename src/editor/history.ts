export interface History<S> {
  past: readonly Step<S>[];
  future: readonly Step<S>[];
  dropped: number;
  /** Number of steps at the last save, including dropped ones; undefined when unreachable. */
  saved: number | undefined;
  isSealed: boolean;
}

export interface Step<S> {
  state: S;
  label: string;
  mergeKey?: string | undefined;
}

export const UNDO_LIMIT = 50;

export function emptyHistory<S>(): History<S> {
  return { past: [], future: [], dropped: 0, saved: 0, isSealed: true };
}

/** `isBack` checks whether a merged step returned to its starting state; then it is dropped. */
export function record<S>(history: History<S>, before: Step<S>, isBack = (_: S) => false): History<S> {
  const { past, future, dropped, saved, isSealed } = history;
  const isLost = future.length > 0 && saved !== undefined && saved > position(history);
  const next = { ...history, future: [], saved: isLost ? undefined : saved, isSealed: false };
  const last = past.at(-1);
  if (last && before.mergeKey !== undefined && last.mergeKey === before.mergeKey && !isSealed) {
    return isBack(last.state) ? { ...next, past: past.slice(0, -1) } : next;
  }
  const excess = Math.max(0, past.length + 1 - UNDO_LIMIT);
  return { ...next, past: [...past, before].slice(excess), dropped: dropped + excess };
}

interface Travel<S> {
  history: History<S>;
  state: S;
  label: string;
}

export function undo<S>(history: History<S>, now: S): Travel<S> | undefined {
  const last = history.past.at(-1);
  if (!last) return undefined;
  const future = [{ ...last, state: now }, ...history.future];
  const after = { ...history, past: history.past.slice(0, -1), future, isSealed: true };
  return { history: after, state: last.state, label: last.label };
}

export function redo<S>(history: History<S>, now: S): Travel<S> | undefined {
  const [next, ...future] = history.future;
  if (!next) return undefined;
  const after = { ...history, past: [...history.past, { ...next, state: now }], future, isSealed: true };
  return { history: after, state: next.state, label: next.label };
}

export function markSaved<S>(history: History<S>): History<S> {
  return { ...history, saved: position(history), isSealed: true };
}

export function seal<S>(history: History<S>): History<S> {
  return { ...history, isSealed: true };
}

export function unsavedSteps<S>(history: History<S>): number {
  const { saved } = history;
  return saved === undefined ? position(history) : Math.abs(position(history) - saved);
}

const position = <S>({ dropped, past }: History<S>) => dropped + past.length;
