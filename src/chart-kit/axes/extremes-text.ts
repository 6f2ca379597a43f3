import { extremes } from "../values/measure.ts";

interface TextOptions<T> {
  valueIn(mark: T): number;
  /** A mark with its value: `May (9)`. */
  say(mark: T): string;
  write(value: number): string;
  high?: string;
  low?: string;
  all?: string;
}

/** `highest May (9), lowest June (2)`; a single mark alone; `all equal to 7` when all values are the same. */
export function endsText<T>(marks: readonly T[], options: TextOptions<T>): string {
  const { valueIn, say, write, high = "highest", low = "lowest", all = "all" } = options;
  const ends = extremes(marks, valueIn);
  if (!ends) return "no values";
  if (marks.length === 1) return say(ends.high);
  if (valueIn(ends.high) === valueIn(ends.low)) return `${all} equal to ${write(valueIn(ends.high))}`;
  return `${high} ${say(ends.high)}, ${low} ${say(ends.low)}`;
}

/** `from 2 to 9`; `7` for one value; `all equal to 7` when all values are the same. */
export function rangeText(values: readonly number[], write: (value: number) => string): string {
  const ends = extremes(values, (value) => value);
  if (!ends) return "no values";
  if (values.length === 1) return write(ends.low);
  return ends.low === ends.high ? `all equal to ${write(ends.low)}` : `from ${write(ends.low)} to ${write(ends.high)}`;
}

export const asSentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
