import { t } from "../../i18n/translate.ts";
import { extremes } from "../values/measure.ts";

interface TextOptions<T> {
  valueIn(mark: T): number;
  say(mark: T): string;
  write(value: number): string;
  /** Default: `highest May (9), lowest June (2)`. */
  ends?(high: string, low: string): string;
  equal?(value: string): string;
}

/** A single mark alone; `all equal to 7` when all values are the same. */
export function endsText<T>(marks: readonly T[], options: TextOptions<T>): string {
  const { valueIn, say, write, ends: endsOf = highestText, equal = equalText } = options;
  const ends = extremes(marks, valueIn);
  if (!ends) return t("no values");
  if (marks.length === 1) return say(ends.high);
  if (valueIn(ends.high) === valueIn(ends.low)) return equal(write(valueIn(ends.high)));
  return endsOf(say(ends.high), say(ends.low));
}

export function rangeText(values: readonly number[], write: (value: number) => string): string {
  const ends = extremes(values, (value) => value);
  if (!ends) return t("no values");
  if (values.length === 1) return write(ends.low);
  if (ends.low === ends.high) return equalText(write(ends.low));
  return t("from {low} to {high}", { low: write(ends.low), high: write(ends.high) });
}

const highestText = (high: string, low: string) => t("highest {high}, lowest {low}", { high, low });
export const largestText = (high: string, low: string) => t("largest {high}, smallest {low}", { high, low });
const equalText = (value: string) => t("all equal to {value}", { value });
