/**
 * Names, descriptions and cells are written by many people. Characters that hide or reorder text are shown as codes, so
 * that what an agent reads is what its user sees.
 */
const HIDDEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is replaced
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]|\p{Cs}/gu;

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
