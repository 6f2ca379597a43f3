import type { TransformInput } from "../../chart-seam/chart-type.ts";
import { columnLabel, metricLabel, type QueryColumn, type QueryMetric } from "../../model/adhoc.ts";
import { type DataValue, GENERIC_TYPE } from "../../model/query-context.ts";
import { type CurrencyFormat, withDetectedCurrency } from "../format/currency.ts";
import { metricFormats } from "../format/metric-formats.ts";
import { axisNumberFormatter, fullNumberFormatter } from "../format/plain-number.ts";
import { timeFormatter } from "../format/time-format.ts";
import { epochOf } from "../format/value.ts";
import { labelOf as valueLabel } from "../selection.ts";
import { labelOf } from "../table/column.ts";

type Context = Pick<TransformInput, "results" | "dataset">;

export interface Measure {
  key: string;
  label: string;
  short(value: number): string;
  full(value: number): string;
}

export function measureOf(
  metric: QueryMetric | null | undefined,
  { results, dataset }: Context,
  chosen: { format?: string | null; currency?: CurrencyFormat | null } = {},
): Measure {
  const key = metric ? metricLabel(metric) : "";
  const { metricFormat, metricCurrency } = metricFormats(dataset, key);
  const isChosen = chosen.format && chosen.format !== "SMART_NUMBER";
  const format = isChosen ? chosen.format : metricFormat;
  const currency = withDetectedCurrency(
    chosen.currency?.symbol ? chosen.currency : metricCurrency,
    results[0]?.detected_currency,
  );
  return {
    key,
    label: labelOf(key, dataset),
    short: axisNumberFormatter(format, currency),
    full: fullNumberFormatter(format, currency),
  };
}

export function numberIn(row: Readonly<Record<string, unknown>>, key: string): number | null {
  const value = row[key];
  if (value === null || value === undefined || value === "") return null;
  const number = Number(value);
  return Number.isFinite(number) ? number : null;
}

export interface Dimensions {
  columns: readonly QueryColumn[];
  keys: readonly string[];
  labels: readonly string[];
  valuesOf(row: Readonly<Record<string, unknown>>): DataValue[];
  textOf(value: DataValue, at: number): string;
  nameOf(row: Readonly<Record<string, unknown>>): string;
}

export function dimensionsOf(
  columns: readonly QueryColumn[],
  { results, dataset }: Context,
  { dateFormat, grain }: { dateFormat?: string | null; grain?: string | null } = {},
): Dimensions {
  const keys = columns.map(columnLabel);
  const [result = {}] = results;
  const isTemporal = keys.map(
    (key) => result.coltypes?.[result.colnames?.indexOf(key) ?? -1] === GENERIC_TYPE.TEMPORAL,
  );
  const time = timeFormatter(dateFormat, grain);
  const textOf = (value: DataValue, at: number) => {
    if (!isTemporal[at] || value === null) return valueLabel(value);
    const epochMs = typeof value === "number" ? value : epochOf(String(value));
    return epochMs === undefined ? String(value) : time(epochMs);
  };
  const valuesOf = (row: Readonly<Record<string, unknown>>) => keys.map((key) => (row[key] ?? null) as DataValue);
  return {
    columns,
    keys,
    labels: keys.map((key) => labelOf(key, dataset)),
    valuesOf,
    textOf,
    nameOf: (row) =>
      keys.length === 1 ? textOf((row[keys[0] ?? ""] ?? null) as DataValue, 0) : valuesOf(row).map(textOf).join(", "),
  };
}

/** Largest first. Avoids sorting everything, which would take longer than drawing. */
export function largest<T extends { value: number }>(marks: readonly T[], count: number): T[] {
  const values = Float64Array.from(marks, (mark) => mark.value).sort();
  const least = values.at(-count) ?? Number.NEGATIVE_INFINITY;
  const candidates = marks.filter((mark) => mark.value >= least);
  return candidates.sort((a, b) => b.value - a.value).slice(0, count);
}

export function extremes<T>(marks: readonly T[], valueIn: (mark: T) => number): { low: T; high: T } | undefined {
  let [low, high] = [marks[0], marks[0]];
  for (const mark of marks) {
    if (low === undefined || valueIn(mark) < valueIn(low)) low = mark;
    if (high === undefined || valueIn(mark) > valueIn(high)) high = mark;
  }
  return low === undefined || high === undefined ? undefined : { low, high };
}
