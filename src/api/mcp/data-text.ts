/**
 * Names, descriptions and cells are written by many people. Characters that hide or reorder text are shown as codes, so
 * that what an agent reads is what its user sees. Joiners stay: some scripts and emoji need them.
 */
const HIDDEN = /(?![\t\n\r\u200c\u200d])[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]|[\u{e0100}-\u{e01ef}]/gu;

export const MAX_TEXT = 4000;

export function visibleText(text: string): string {
  const cut = text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}… (${text.length} characters)` : text;
  return cut.replaceAll(HIDDEN, (char) => `\\u{${char.codePointAt(0)?.toString(16)}}`);
}

/** Of all texts and keys in JSON. */
export function visibleData<T>(value: T): T {
  if (typeof value === "string") return visibleText(value) as T;
  if (Array.isArray(value)) return value.map(visibleData) as T;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [visibleText(key), visibleData(each)])) as T;
}
