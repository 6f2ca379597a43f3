import type { LegacyForm } from "./legacy-type.ts";
import type { Pivoted, Series } from "./pivoted.ts";

/** What the advanced analytics controls of these charts do to series over time. */

/** Each value as its share of the sum at its time. */
export function contribution({ times, series }: Pivoted): Pivoted {
  const totals = times.map((_, i) => series.reduce((sum, { values }) => sum + (values[i] ?? 0), 0));
  const shareOf = (value: number | null, i: number) => (value === null || !totals[i] ? value : value / totals[i]);
  return { times, series: series.map((one) => ({ ...one, values: one.values.map(shareOf) })) };
}

/** Rolling mean, sum, standard deviation or running sum, as `rolling_type` says. */
export function rolled({ times, series }: Pivoted, form: LegacyForm): Pivoted {
  const type = form.rolling_type;
  if (typeof type !== "string" || type === "" || type === "None") return { times, series };
  if (type === "cumsum") return { times, series: series.map(cumulated) };
  const periods = Math.max(1, Number(form.rolling_periods) || 1);
  const least = Number(form.min_periods) || 0;
  const from = Math.max(0, least - 1);
  return { times: times.slice(from), series: series.map((one) => rolledSeries(one, { type, periods, least, from })) };
}

function cumulated(series: Series): Series {
  let sum = 0;
  const values = series.values.map((value) => {
    if (value === null) return null;
    sum += value;
    return sum;
  });
  return { ...series, values };
}

interface Rolling {
  type: string;
  periods: number;
  least: number;
  from: number;
}

function rolledSeries(series: Series, { type, periods, least, from }: Rolling): Series {
  const values = series.values.map((_, i) => {
    const window = series.values.slice(Math.max(0, i - periods + 1), i + 1).filter((value) => value !== null);
    return window.length < Math.max(1, least) ? null : aggregateOf(type, window);
  });
  return { ...series, values: values.slice(from) };
}

function aggregateOf(type: string, window: readonly number[]): number | null {
  const sum = window.reduce((total, value) => total + value, 0);
  if (type === "sum") return sum;
  const mean = sum / window.length;
  if (type !== "std") return mean;
  if (window.length < 2) return null;
  return Math.sqrt(window.reduce((total, value) => total + (value - mean) ** 2, 0) / (window.length - 1));
}

/** A comparison's values against the current ones, as `comparison_type` says. */
export function compared(current: number | null, before: number | null, type: unknown): number | null {
  if (type === undefined || type === null || type === "values") return before;
  if (current === null || before === null) return null;
  switch (type) {
    case "absolute":
      return current - before;
    case "percentage":
      return before === 0 ? null : (current - before) / before;
    default:
      return before === 0 ? null : current / before;
  }
}
