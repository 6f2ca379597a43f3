/** Numbers by size, and texts by code points, as engines order them. Large numbers are digits. */
export function compareKeyValues(a: unknown, b: unknown): number {
  if (typeof a === "string" && typeof b === "string") return compareTexts(a, b);
  const [left, right] = [Number(a), Number(b)];
  return left < right ? -1 : left > right ? 1 : 0;
}

function compareTexts(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const [left, right] = [a.charCodeAt(i), b.charCodeAt(i)];
    if (left !== right) return byCodePoint(left) - byCodePoint(right);
  }
  return a.length - b.length;
}

/** Surrogates stand for code points beyond all others. */
const byCodePoint = (unit: number) => (unit >= 0xd800 && unit < 0xe000 ? unit + 0x2800 : unit);
