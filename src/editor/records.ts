/** A document as flat records. Values are immutable JSON, so documents share unchanged parts and undo is generic. */
export type Records = ReadonlyMap<string, unknown>;

export function shareUnchanged(before: Records, after: Records): Records {
  const next = new Map(before);
  let isSame = true;
  const put = (key: string, value: unknown) => {
    isSame = false;
    if (value === undefined) next.delete(key);
    else next.set(key, value);
  };
  for (const [key, value] of after) if (!isEqual(before.get(key), value)) put(key, value);
  for (const key of before.keys()) if (!after.has(key)) put(key, undefined);
  return isSame ? before : next;
}

function isEqual(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  return JSON.stringify(a) === JSON.stringify(b);
}
