const { rawJSON: rawJson } = JSON as unknown as { rawJSON: (text: string) => unknown };
/** More digits than a double holds. */
const LONG_NUMBER = /[\d.]{16,}/;

/** A value that is written again with the digits that it came with: to be passed on, not to be calculated with. */
export function readExactly(text: string): unknown {
  if (!LONG_NUMBER.test(text)) return JSON.parse(text);
  const keepDigits = (_key: string, value: unknown, { source = "" }: { source?: string } = {}) =>
    typeof value === "number" && String(value) !== source ? rawJson(source) : value;
  return JSON.parse(text, keepDigits as (key: string, value: unknown) => unknown);
}
