const { rawJSON: rawJson } = JSON as unknown as { rawJSON: (text: string) => unknown };
const LONG_NUMBER = /[\d.]{16,}/;

/** Keeps the digits of long numbers, for values that are passed on rather than calculated with. */
export function parseLossless(text: string): unknown {
  if (!LONG_NUMBER.test(text)) return JSON.parse(text);
  const keepDigits = (_key: string, value: unknown, { source = "" }: { source?: string } = {}) =>
    typeof value === "number" && String(value) !== source ? rawJson(source) : value;
  return JSON.parse(text, keepDigits as (key: string, value: unknown) => unknown);
}
