/**
 * A document as a flat set of records under string keys. Records are values that are never changed in place, so a
 * change of the document is the set of keys whose record differs: its diff. Undo applies a diff backwards; nothing
 * needs code of its own to be undone.
 */
export type Records = ReadonlyMap<string, unknown>;

/** Key -> [before, after]; undefined means that the record is not there. */
export type Diff = ReadonlyMap<string, readonly [before: unknown, after: unknown]>;

export function diffOf(before: Records, after: Records): Diff {
  const diff = new Map<string, readonly [unknown, unknown]>();
  for (const [key, value] of after) {
    const old = before.get(key);
    if (!isSame(old, value)) diff.set(key, [old, value]);
  }
  for (const [key, value] of before) if (!after.has(key)) diff.set(key, [value, undefined]);
  return diff;
}

export function applyDiff(records: Records, diff: Diff, direction: "forward" | "backward"): Records {
  const next = new Map(records);
  for (const [key, [before, after]] of diff) {
    const value = direction === "forward" ? after : before;
    if (value === undefined) next.delete(key);
    else next.set(key, value);
  }
  return next;
}

/** Both diffs one after the other, as one; records that end as they began drop out. */
export function joinDiffs(first: Diff, second: Diff): Diff {
  const joined = new Map(first);
  for (const [key, [before, after]] of second) {
    const start = first.has(key) ? first.get(key)?.[0] : before;
    if (isSame(start, after)) joined.delete(key);
    else joined.set(key, [start, after]);
  }
  return joined;
}

/** Records are JSON values: same reference or same content. */
function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  return JSON.stringify(a) === JSON.stringify(b);
}
