import { t } from "../../i18n/translate.ts";
import { badRequest } from "../../model/errors.ts";
import { type FrameValues, finite, toNumber } from "../frame.ts";

/** Skips missing values. Without values, the sum is 0, the product 1, and all others are null. */
export type Aggregator = (values: readonly unknown[], options?: Record<string, unknown>) => unknown;
export type Numbers = (number | null)[];

const present = (values: readonly unknown[]) => values.filter((value) => value !== null && value !== undefined);
const numbers = (values: readonly unknown[]) => values.map(toNumber).filter((value) => value !== null);

export const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
export const mean = (values: readonly number[]) => (values.length === 0 ? null : sum(values) / values.length);

export function quantile(sorted: readonly number[], q: number): number | null {
  if (sorted.length === 0) return null;
  const at = (sorted.length - 1) * q;
  const low = sorted[Math.floor(at)] ?? 0;
  const high = sorted[Math.ceil(at)] ?? 0;
  return low + (high - low) * (at - Math.floor(at));
}

/** `q` from 0 to 1; `method` interpolates between two values, by NumPy's name. */
export interface QuantileOptions {
  q: number;
  method: string;
}

export function quantileAt(count: number, { q, method }: QuantileOptions, at: (position: number) => number): number {
  if (!(q >= 0 && q <= 1)) throw badRequest(t("quantile value {value} not in [0, 1]", { value: String(q) }));
  const exact = (count - 1) * q;
  const [low, high] = [Math.floor(exact), Math.ceil(exact)];
  switch (method) {
    case "linear":
      return at(low) + (at(high) - at(low)) * (exact - low);
    case "lower":
      return at(low);
    case "higher":
      return at(high);
    case "nearest":
      return at(exact - low === 0.5 ? low + (low % 2) : Math.round(exact));
    case "midpoint":
      return (at(low) + at(high)) / 2;
    default:
      throw badRequest(t("Invalid interpolation: {method}", { method }));
  }
}

export const interpolated = (sorted: readonly number[], options: QuantileOptions): number =>
  quantileAt(sorted.length, options, (position) => sorted[position] ?? 0);

const moment = (values: readonly number[], power: number) => {
  const center = mean(values) ?? 0;
  return sum(values.map((value) => (value - center) ** power)) / values.length;
};

/** Unbiased; null for fewer than three values. */
export function skewness(values: readonly number[]): number | null {
  const n = values.length;
  const deviation = Math.sqrt(moment(values, 2));
  return n < 3 ? null : ((moment(values, 3) / deviation ** 3) * Math.sqrt(n * (n - 1))) / (n - 2);
}

/** Unbiased excess; null for fewer than four values. */
export function kurtosis(values: readonly number[]): number | null {
  const n = values.length;
  if (n < 4) return null;
  const raw = moment(values, 4) / moment(values, 2) ** 2;
  return ((n - 1) / ((n - 2) * (n - 3))) * ((n + 1) * raw - 3 * (n - 1));
}

export const sortedNumbers = (values: readonly number[]) => [...values].sort((a, b) => a - b);

/** `ddof` 0 for a population, 1 for a sample. */
export function variance(values: readonly number[], ddof: number): number | null {
  const center = mean(values);
  if (center === null || values.length <= ddof) return null;
  return sum(values.map((value) => (value - center) ** 2)) / (values.length - ddof);
}

const ofNumbers =
  (reduce: (values: number[], options: Record<string, unknown>) => number | null): Aggregator =>
  (values, options = {}) => {
    const known = numbers(values);
    const result = known.length === 0 ? null : reduce(known, options);
    return result === null ? null : finite(result);
  };

const extreme =
  (isBetter: (a: unknown, b: unknown) => boolean): Aggregator =>
  (values) => {
    const known = present(values);
    return known.length === 0 ? null : known.reduce((best, value) => (isBetter(value, best) ? value : best));
  };
const smallest = extreme((a, b) => (a as number) < (b as number));
const largest = extreme((a, b) => (a as number) > (b as number));
const average: Aggregator = (values) => {
  const known = present(values);
  return known.length === 1 ? known[0] : ofNumbers(mean)(known);
};
const total: Aggregator = (values) => {
  const known = present(values);
  if (known.length === 1) return known[0];
  if (known.length === 0) return 0;
  const whole = maybeWhole(known);
  return whole ? narrowed(whole.reduce<bigint>((sum, value) => sum + (value ?? 0n), 0n)) : ofNumbers(sum)(known);
};
const median = ofNumbers((values) => quantile(sortedNumbers(values), 0.5));
const percentile = ofNumbers((values, options) => quantile(sortedNumbers(values), Number(options.q ?? 50) / 100));
const product: Aggregator = (values) => finite(numbers(values).reduce((result, value) => result * value, 1));

/** NumPy's functions without `nan` in their name: null if any value is missing. */
const ofAll =
  (aggregate: Aggregator): Aggregator =>
  (values, options) =>
    values.includes(null) || values.includes(undefined) ? null : aggregate(values, options);

const placeOf =
  (pick: Aggregator): Aggregator =>
  (values) => {
    const picked = pick(values);
    return picked === null ? -1 : values.indexOf(picked);
  };

const AGGREGATORS: Readonly<Record<string, Aggregator>> = {
  average: ofAll(average),
  mean: average,
  nanmean: average,
  sum: total,
  nansum: total,
  cumsum: total,
  min: smallest,
  nanmin: smallest,
  max: largest,
  nanmax: largest,
  median: ofAll(median),
  nanmedian: median,
  percentile: ofAll(percentile),
  nanpercentile: percentile,
  prod: product,
  product,
  cumprod: product,
  // Of rows, with and without a value.
  count: (values) => values.length,
  // A missing value is not zero.
  count_nonzero: (values) => values.filter((value) => value === null || Number(value) !== 0).length,
  argmin: placeOf(smallest),
  argmax: placeOf(largest),
  std: ofNumbers((values) => Math.sqrt(variance(values, 0) ?? 0)),
  var: ofNumbers((values) => variance(values, 0)),
};

export function aggregatorOf(name: string): Aggregator {
  const found = Object.hasOwn(AGGREGATORS, name) ? AGGREGATORS[name] : undefined;
  if (!found) throw badRequest(t("Unknown aggregate: {name}", { name }));
  return found;
}

/** Integers beyond 2^53 are bigints; the other values are then integers too, and calculations don't round. */
type Whole = bigint | null;

/** For integer columns with values beyond 2^53; undefined for every other column. */
export function maybeWhole(values: FrameValues): Whole[] | undefined {
  if (values instanceof Float64Array || !values.some((value) => typeof value === "bigint")) return undefined;
  const isWhole = values.every((value) => value === null || typeof value === "bigint" || Number.isSafeInteger(value));
  return isWhole ? values.map((value) => (value === null ? null : BigInt(value as number | bigint))) : undefined;
}

export function narrowed(value: Whole): number | Whole {
  const number = value === null ? null : Number(value);
  return Number.isSafeInteger(number) ? number : value;
}
