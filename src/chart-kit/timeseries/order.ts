import type { DataValue } from "../../model/query-context.ts";
import type { Frame, FrameSeries } from "./frame.ts";
import { xLabel } from "./query.ts";
import { SERIES_SORT_KEYS, type SeriesSort, type TimeseriesForm, type TimeseriesKind } from "./schema.ts";

export function sortFrame(frame: Frame, form: TimeseriesForm, kind: TimeseriesKind): Frame {
  return sortPoints(sortSeries(frame, form), form, kind);
}

function sortSeries(frame: Frame, form: TimeseriesForm): Frame {
  const sign = form.sort_series_ascending ? 1 : -1;
  const ranked = frame.series.map((series, index) => ({ series, index, rank: rankOf(series, form.sort_series_type) }));
  ranked.sort((a, b) => {
    const others = Number(a.series.isOthers) - Number(b.series.isOthers);
    return others || sign * compare(a.rank, b.rank) || a.index - b.index;
  });
  return { ...frame, series: ranked.map((entry) => entry.series) };
}

function rankOf(series: FrameSeries, by: SeriesSort): number | string {
  return by === "name" ? series.label : summaryOf(series.values, by);
}

function summaryOf(values: readonly (number | null)[], by: Exclude<SeriesSort, "name">): number {
  const known = values.filter((value) => value !== null);
  if (known.length === 0) return Number.NEGATIVE_INFINITY;
  if (by === "min") return known.reduce((least, value) => Math.min(least, value));
  if (by === "max") return known.reduce((most, value) => Math.max(most, value));
  const sum = known.reduce((total, value) => total + value, 0);
  return by === "avg" ? sum / known.length : sum;
}

/**
 * By default, bars sort by value unless categories have a natural order: numbers, days, months, or labels starting with
 * a number.
 */
function sortPoints(frame: Frame, form: TimeseriesForm, kind: TimeseriesKind): Frame {
  if (frame.xKind !== "category") return frame;
  const by = form.x_axis_sort;
  if (by) return isSummary(by) && by !== xLabel(form) ? sortedBy(frame, by, form.x_axis_sort_asc) : frame;
  if (kind.mark !== "bar" || hasOwnOrder(frame.x)) return naturalOrder(frame);
  return sortedBy(frame, "sum", !form.order_desc);
}

function isSummary(by: string): by is SeriesSort {
  return (SERIES_SORT_KEYS as readonly string[]).includes(by);
}

function sortedBy(frame: Frame, by: SeriesSort, isAscending: boolean): Frame {
  const sign = isAscending ? 1 : -1;
  const isNameless = (i: number) => Number(by === "name" && (frame.x[i] ?? null) === null);
  const ranks = frame.x.map((value, i) =>
    by === "name"
      ? String(value)
      : summaryOf(
          frame.series.map((series) => series.values[i] ?? null),
          by,
        ),
  );
  return permute(
    frame,
    frame.x
      .map((_, i) => i)
      .sort((a, b) => isNameless(a) - isNameless(b) || sign * compare(ranks[a] ?? 0, ranks[b] ?? 0) || a - b),
  );
}

const CALENDARS = [
  ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"],
  [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
  ],
];

function naturalOrder(frame: Frame): Frame {
  const calendar = calendarOf(frame.x);
  if (!calendar) return frame;
  const place = (value: DataValue | undefined) => (value === null ? calendar.length : placeIn(calendar, value));
  return permute(
    frame,
    frame.x.map((_, i) => i).sort((a, b) => place(frame.x[a]) - place(frame.x[b])),
  );
}

export function hasOwnOrder(values: readonly DataValue[]): boolean {
  const known = values.filter((value) => value !== null);
  const isNumbered = known.every((value) => typeof value === "number" || /^[<>≤≥~+-]?\s*\d/.test(String(value)));
  return isNumbered || calendarOf(values) !== undefined;
}

function calendarOf(values: readonly DataValue[]): readonly string[] | undefined {
  const known = values.filter((value) => value !== null);
  if (known.length < 2) return undefined;
  return CALENDARS.find((names) => known.every((value) => placeIn(names, value) >= 0));
}

function placeIn(names: readonly string[], value: DataValue | undefined): number {
  const text = String(value).toLowerCase();
  return text.length < 3 ? -1 : names.findIndex((name) => name.startsWith(text));
}

function permute(frame: Frame, order: readonly number[]): Frame {
  return {
    ...frame,
    x: order.map((i) => frame.x[i] ?? null),
    series: frame.series.map((series) => ({ ...series, values: order.map((i) => series.values[i] ?? null) })),
  };
}

function compare(a: number | string, b: number | string): number {
  if (typeof a === "string" || typeof b === "string")
    return String(a).localeCompare(String(b), "en", { numeric: true });
  return a === b ? 0 : a - b;
}
