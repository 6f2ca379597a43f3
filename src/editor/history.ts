/** Undo as a list of earlier states; a value, never changed in place. */
export interface History<S> {
  past: readonly Step<S>[];
  future: readonly Step<S>[];
  /** Steps that can no longer be undone. */
  dropped: number;
  /** How many steps led to what is saved, those that were dropped included; undefined when it can't be reached. */
  saved: number | undefined;
  /** The next step starts anew, whatever its merge key. */
  isSealed: boolean;
}

export interface Step<S> {
  /** As it was before the step; of steps that were undone, after it. */
  state: S;
  /** Names the step for the user ("Moved How late"). */
  label: string;
  /** Steps with the same key, one after the other, are one (typing in one field). */
  mergeKey?: string | undefined;
}

export const UNDO_LIMIT = 50;

export function emptyHistory<S>(): History<S> {
  return { past: [], future: [], dropped: 0, saved: 0, isSealed: true };
}

/**
 * A step was made from `before`. `isBack` tells whether its outcome is the given earlier state: a merged step that led
 * back to where it began is none.
 */
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

/** What is on screen is saved. */
export function markSaved<S>(history: History<S>): History<S> {
  return { ...history, saved: position(history), isSealed: true };
}

/** Ends the merging of steps: the field being typed in lost its focus. */
export function seal<S>(history: History<S>): History<S> {
  return { ...history, isSealed: true };
}

/** Steps between what is saved and now, either way; 0 when nothing is unsaved. */
export function unsavedSteps<S>(history: History<S>): number {
  const { saved } = history;
  return saved === undefined ? position(history) : Math.abs(position(history) - saved);
}

const position = <S>({ dropped, past }: History<S>) => dropped + past.length;
