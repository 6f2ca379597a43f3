export type SubtotalPlace = "before" | "after";
export const LINE_ORDERS = ["key_a_to_z", "key_z_to_a", "value_a_to_z", "value_z_to_a"] as const;
/** `value`: by the aggregate over all metrics of a row or column. */
export type LineOrder = (typeof LINE_ORDERS)[number];

export type Aggregate = (values: readonly number[]) => number | string | null;

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const mean = (values: readonly number[]) => sum(values) / values.length;
const median = (values: readonly number[]) => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2;
};
const variance = (values: readonly number[]) => {
  if (values.length < 2) return null;
  const center = mean(values);
  return sum(values.map((value) => (value - center) ** 2)) / (values.length - 1);
};
const deviation = (values: readonly number[]) => {
  const square = variance(values);
  return square === null ? null : Math.sqrt(square);
};

const AGGREGATES: Readonly<Record<string, Aggregate>> = {
  Count: (values) => values.length,
  "Count Unique Values": (values) => new Set(values).size,
  "List Unique Values": (values) => [...new Set(values)].join(", "),
  Sum: sum,
  Average: mean,
  Median: median,
  "Sample Variance": variance,
  "Sample Standard Deviation": deviation,
  Minimum: (values) => values.reduce((least, value) => Math.min(least, value)),
  Maximum: (values) => values.reduce((most, value) => Math.max(most, value)),
  First: (values) => values[0] ?? null,
  Last: (values) => values.at(-1) ?? null,
};

export const FRACTION = /^(Sum|Count) as Fraction of (Total|Rows|Columns)$/;

/** By the API's name; for a fraction, the aggregate of its parts. Expects at least one value. */
export const aggregateOf = (name: string): Aggregate => AGGREGATES[FRACTION.exec(name)?.[1] ?? name] ?? sum;
