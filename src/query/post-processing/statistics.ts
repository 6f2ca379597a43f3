import { badRequest } from "../../model/errors.ts";
import { finite, toNumber } from "./frame.ts";

/** Aggregates of columns. Missing values are skipped; an aggregate of nothing is null. */
export type Aggregator = (values: readonly unknown[], options?: Record<string, unknown>) => unknown;

const present = (values: readonly unknown[]) => values.filter((value) => value !== null && value !== undefined);
const numbers = (values: readonly unknown[]) => values.map(toNumber).filter((value) => value !== null);

export const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
export const mean = (values: readonly number[]) => (values.length === 0 ? null : sum(values) / values.length);

/** Linear interpolation between the two nearest ranks; `q` from 0 to 1. `values` must be sorted. */
export function quantile(sorted: readonly number[], q: number): number | null {
  if (sorted.length === 0) return null;
  const at = (sorted.length - 1) * q;
  const low = sorted[Math.floor(at)] ?? 0;
  const high = sorted[Math.ceil(at)] ?? 0;
  return low + (high - low) * (at - Math.floor(at));
}

export const sortedNumbers = (values: readonly number[]) => [...values].sort((a, b) => a - b);

/** `ddof` 0 for a population, 1 for a sample. */
export function variance(values: readonly number[], ddof: 0 | 1): number | null {
  const center = mean(values);
  if (center === null || values.length <= ddof) return null;
  return sum(values.map((value) => (value - center) ** 2)) / (values.length - ddof);
}

const ofNumbers =
  (reduce: (values: number[], options: Record<string, unknown>) => number | null): Aggregator =>
  (values, options = {}) => {
    const kept = numbers(values);
    const result = kept.length === 0 ? null : reduce(kept, options);
    return result === null ? null : finite(result);
  };

const extreme =
  (isBetter: (a: unknown, b: unknown) => boolean): Aggregator =>
  (values) => {
    const kept = present(values);
    return kept.length === 0 ? null : kept.reduce((best, value) => (isBetter(value, best) ? value : best));
  };
const smallest = extreme((a, b) => (a as number) < (b as number));
const largest = extreme((a, b) => (a as number) > (b as number));
/** A single value stands for itself, whatever its type. */
const average: Aggregator = (values) => {
  const kept = present(values);
  return kept.length === 1 ? kept[0] : ofNumbers(mean)(kept);
};
const total: Aggregator = (values) => {
  const kept = present(values);
  return kept.length === 1 ? kept[0] : ofNumbers(sum)(kept);
};
const median = ofNumbers((values) => quantile(sortedNumbers(values), 0.5));
const percentile = ofNumbers((values, options) => quantile(sortedNumbers(values), Number(options.q ?? 50) / 100));
const product = ofNumbers((values) => values.reduce((result, value) => result * value, 1));

const AGGREGATORS: Readonly<Record<string, Aggregator>> = {
  average,
  mean: average,
  nanmean: average,
  sum: total,
  nansum: total,
  cumsum: total,
  min: smallest,
  nanmin: smallest,
  max: largest,
  nanmax: largest,
  median,
  nanmedian: median,
  percentile,
  nanpercentile: percentile,
  prod: product,
  product,
  cumprod: product,
  count: (values) => present(values).length,
  count_nonzero: (values) => present(values).filter((value) => Number(value) !== 0).length,
  argmin: (values) => values.indexOf(smallest(values)),
  argmax: (values) => values.indexOf(largest(values)),
  std: ofNumbers((values) => Math.sqrt(variance(values, 0) ?? 0)),
  var: ofNumbers((values) => variance(values, 0)),
};

export function aggregatorOf(name: string): Aggregator {
  const found = Object.hasOwn(AGGREGATORS, name) ? AGGREGATORS[name] : undefined;
  if (!found) throw badRequest(`Unsupported numpy function: ${name}`);
  return found;
}
