import type { QueryColumn } from "../../model/adhoc.ts";
import type { DatasetColumn } from "../../model/dataset.ts";
import type { QueryObject } from "../../model/query-context.ts";
import type { Dialect } from "../../query/dialect.ts";

/** Bins of a histogram: in SQL, or of values that are known already. */
export interface Binning {
  grain: string | null;
  query: QueryObject;
  bins(counts: readonly BinCount[]): { from: number; to: number; count: number }[];
  /** As the query names the bin of a value. */
  binOf(value: number): number;
}

interface BinCount {
  bin: number;
  count: number;
}

interface Range {
  low: number;
  high: number;
}

const BINS = 20;
const INTEGER = /int|serial|^(decimal|numeric|number)\(\d+(, ?0)?\)$/i;

export function numericBinning(column: DatasetColumn, { low, high }: Range, areIntegers?: boolean): Binning {
  const isInteger = areIntegers ?? INTEGER.test(column.type ?? "");
  const even = (high - low) / BINS;
  const width = isInteger ? Math.max(1, Math.ceil((high - low + 1) / BINS)) : even;
  const count = isInteger ? Math.ceil((high - low + 1) / width) : BINS;
  const bin: QueryColumn = { label: "bin", sqlExpression: column.column_name, bin: { start: low, width } };
  return {
    grain: null,
    query: { columns: [{ ...bin, isColumnReference: true }], row_limit: BINS + 2 },
    binOf: (value) => Math.floor((value - low) / width),
    bins: (counts) => {
      const found = Array.from({ length: count }, (_, i) => ({
        from: low + i * width,
        to: low + (i + 1) * width,
        count: 0,
      }));
      for (const each of counts) {
        // The highest value is at the end of the last bin.
        const place = found[Math.min(Math.max(each.bin, 0), count - 1)];
        if (place) place.count += each.count;
      }
      return found;
    },
  };
}

const MAX_TIME_BINS = 60;
const MAX_YEARS = 500;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const GRAIN_LENGTHS: readonly [string, number][] = [
  ["PT1S", 1000],
  ["PT1M", 60_000],
  ["PT1H", HOUR],
  ["P1D", DAY],
  ["P1W", 7 * DAY],
  ["P1M", 30 * DAY],
  ["P3M", 91 * DAY],
  ["P1Y", 365 * DAY],
];
const MONTHS: Readonly<Record<string, number>> = { P1M: 1, P3M: 3, P1Y: 12 };

export function timeBinning(column: DatasetColumn, dialect: Dialect, { low, high }: Range): Binning | undefined {
  const offered = GRAIN_LENGTHS.filter(([grain]) => Object.hasOwn(dialect.timeGrains, grain));
  const [grain, length] = offered.find(([, ms]) => (high - low) / ms <= MAX_TIME_BINS) ?? offered.at(-1) ?? [];
  if (!grain || !length) return undefined;
  const axis: QueryColumn = {
    label: "bin",
    sqlExpression: column.column_name,
    isColumnReference: true,
    columnType: "BASE_AXIS",
    timeGrain: grain,
  };
  return {
    grain,
    query: { columns: [axis], row_limit: MAX_YEARS },
    binOf: (value) => startOfGrain(value, grain, length),
    bins: (counts) => {
      const found = new Map<number, number>();
      for (const { bin, count } of counts) found.set(bin, (found.get(bin) ?? 0) + count);
      return [...found]
        .map(([from, count]) => ({ from, to: afterGrain(from, grain, length), count }))
        .sort((a, b) => a.from - b.from);
    },
  };
}

const MONDAY = Date.UTC(1970, 0, 5);

function startOfGrain(ms: number, grain: string, length: number): number {
  const months = MONTHS[grain];
  if (months === undefined) {
    const start = grain === "P1W" ? MONDAY : 0;
    return start + Math.floor((ms - start) / length) * length;
  }
  const date = new Date(ms);
  return Date.UTC(date.getUTCFullYear(), Math.floor(date.getUTCMonth() / months) * months);
}

function afterGrain(from: number, grain: string, length: number): number {
  const months = MONTHS[grain];
  if (months === undefined) return from + length;
  const date = new Date(from);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, date.getUTCDate());
}
