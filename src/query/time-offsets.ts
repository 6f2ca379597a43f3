import { t } from "../i18n/translate.ts";
import { badRequest } from "../model/errors.ts";
import { addUnits, DAY_MS, wallClock } from "./calendar.ts";
import type { Frame, FrameColumn } from "./frame.ts";
import { labelOf } from "./frame.ts";
import { maybeIsoDate } from "./time-expression.ts";
import { inheritedShift, maybeTimeShift, type TimeRange } from "./time-range.ts";

/**
 * Comparison series: the same query over shifted bounds, joined to the main result. Rows match if all columns that
 * aren't metrics are equal; on a time axis, if the main row's date, shifted, is in the other row's period.
 */
export interface OffsetJoin {
  /** The offset as requested, e.g. `1 year ago`; metrics are renamed to `<metric>__<offset>`. */
  offset: string;
  shift: string;
  metrics: readonly string[];
  timeAxis: string | null;
  grain: string | null;
  /** Milliseconds by which the dataset's hours moved the time axis of both results: rows match as stored. */
  movedBy?: number;
  bounds: TimeRange;
}

export function assertEnclosed({ since, until }: TimeRange): void {
  if (since !== null && until !== null) return;
  throw badRequest(t("An enclosed time range (both start and end) must be specified when using a Time Comparison."));
}

/** Moves result dates back from a query's `time_shift`, into the requested range. */
export function unshifterOf(shift: string, range: TimeRange, bounds: TimeRange): (ms: number) => number {
  const delta = maybeTimeShift(shift);
  if (delta) return (ms) => addUnits(ms, delta.count, delta.unit);
  const moved = (range.since ?? bounds.since ?? 0) - (bounds.since ?? 0);
  return (ms) => ms + moved;
}

/**
 * The columns that a comparison adds to the main result. Rows match by its own columns, not those of other comparisons.
 */
export function offsetColumns(main: Frame, other: Frame, join: OffsetJoin): FrameColumn[] {
  const isKey = (column: FrameColumn) => !join.metrics.includes(labelOf(column));
  const shift = shifterOf(join.shift, join.bounds);
  const { grain, movedBy = 0 } = join;
  const mainKeys = keysOf(main, join, (ms) => bucketOf(shift(ms - movedBy), grain));
  const otherKeys = keysOf(other, join, (ms) => bucketOf(ms - movedBy, grain));
  const rowOf = new Map<string, number>();
  otherKeys.forEach((key, row) => {
    if (!rowOf.has(key)) rowOf.set(key, row);
  });
  return other.columns
    .filter((column) => !isKey(column))
    .map(
      (column): FrameColumn => ({
        path: [`${labelOf(column)}__${join.offset}`],
        kind: column.kind,
        values: mainKeys.map((key) => {
          const row = rowOf.get(key);
          return row === undefined ? null : (column.values[row] ?? null);
        }),
      }),
    );
}

/** One text per row; lengths keep the parts of different rows apart, whatever they contain. */
function keysOf(frame: Frame, { metrics, timeAxis }: OffsetJoin, bucket: (ms: number) => string): string[] {
  const keys = frame.columns.filter((column) => !metrics.includes(labelOf(column)));
  return Array.from({ length: frame.rows }, (_, row) =>
    keys
      .map((column) => {
        const value = column.values[row] ?? null;
        const isTime = labelOf(column) === timeAxis && typeof value === "number";
        const text = isTime ? bucket(value) : String(value);
        return `${typeof value}:${text.length}:${text}`;
      })
      .join(),
  );
}

function shifterOf(offset: string, { since, until }: TimeRange): (ms: number) => number {
  const delta = maybeTimeShift(offset);
  if (delta) return (ms) => addUnits(ms, -delta.count, delta.unit);
  if (offset.trim().toLowerCase() === "inherit") {
    const length = inheritedShift(since ?? 0, until ?? 0);
    return (ms) => ms - length;
  }
  const start = maybeIsoDate((offset.split(" : ")[0] ?? "").trim());
  if (start === undefined) throw badRequest(t("Invalid time offset: {text}", { text: offset }));
  return (ms) => ms - ((since ?? 0) - start);
}

const SUNDAY_WEEKS = new Set(["1969-12-28T00:00:00Z/P1W", "P1W/1970-01-03T00:00:00Z"]);
const MONDAY_WEEKS = new Set(["P1W", "1969-12-29T00:00:00Z/P1W", "P1W/1970-01-04T00:00:00Z"]);

function bucketOf(ms: number, grain: string | null): string {
  const date = new Date(ms);
  const year = date.getUTCFullYear();
  if (grain === null) return String(ms);
  if (SUNDAY_WEEKS.has(grain)) return `${year}-W${weekOfYear(date, 0)}`;
  if (MONDAY_WEEKS.has(grain)) return `${year}-W${weekOfYear(date, 1)}`;
  if (grain === "P1M") return `${year}-${date.getUTCMonth()}`;
  if (grain === "P3M" || grain === "P0.25Y") return `${year}-Q${Math.floor(date.getUTCMonth() / 3)}`;
  return grain === "P1Y" ? String(year) : String(ms);
}

/** Weeks count from the year's first Sunday (0) or Monday (1); the days before are week 0. */
function weekOfYear(date: Date, firstDay: 0 | 1): number {
  const day = Math.floor((date.getTime() - wallClock([date.getUTCFullYear(), 0, 1])) / DAY_MS);
  const weekday = (date.getUTCDay() + 7 - firstDay) % 7;
  return Math.floor((day + 7 - weekday) / 7);
}
