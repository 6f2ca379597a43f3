import type { Dialect } from "./dialect.ts";

/**
 * Names of labels within a statement: the labels themselves, or a hash if the engine would truncate, reject or confuse
 * one (names that differ only in case). Results are read by position, so labels can be anything.
 */
export function outputNames(dialect: Dialect, labels: readonly string[]): string[] {
  const usedNames = new Set<string>();
  return labels.map((label, i) => {
    const lower = label.toLowerCase();
    const isTaken = usedNames.has(lower) || dialect.plainLabel?.test(label) === false;
    const isPlain = !isTaken && fits(label, dialect.maxLabelLength);
    const name = isPlain
      ? label
      : `${dialect.plainLabel ? "_" : ""}${hashOf(`${i}:${label}`)}`.slice(0, dialect.maxLabelLength ?? undefined);
    usedNames.add(name.toLowerCase());
    return name;
  });
}

function fits(label: string, maxLength: number | null): boolean {
  if (label.length === 0 || label.length > (maxLength ?? LONGEST)) return false;
  if (/[\p{Cc}\ud800-\udfff]|\s$/u.test(label) || /[\ud800-\udfff]/.test(label)) return false;
  return maxLength === null || label.length * 3 <= maxLength || new TextEncoder().encode(label).length <= maxLength;
}

const LONGEST = 1000;

function hashOf(text: string): string {
  let [a, b] = [0x811c9dc5, 0x9747b28c];
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    a = Math.imul(a ^ code, 0x01000193);
    b = Math.imul(b ^ (code + i), 0x01000193);
  }
  return [a, b].map((half) => (half >>> 0).toString(16).padStart(8, "0")).join("");
}
