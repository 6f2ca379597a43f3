import { badRequest } from "../model/errors.ts";
import { addUnits, type CalendarUnit, DAY_MS, startOfUnit } from "./calendar.ts";
import type { Frame, FrameColumn } from "./post-processing/frame.ts";
import { labelOf } from "./post-processing/frame.ts";
import { maybeIsoDate } from "./time-expression.ts";
import { maybeTimeShift, type TimeRange } from "./time-range.ts";

/**
 * Comparison series: the same query over shifted bounds, joined to the main result. Rows meet where all columns that
 * are not metrics are equal; on a time axis, where the main row's date, shifted, falls into the other row's period.
 */
export interface OffsetJoin {
  /** The offset as the request wrote it, e.g. `1 year ago`; metrics are renamed to `<metric>__<offset>`. */
  offset: string;
  metrics: readonly string[];
  /** Label of the time axis; null when there is none. */
  timeAxis: string | null;
  grain: string | null;
  /** Bounds of the main query. */
  bounds: TimeRange;
}

export function assertEnclosed({ since, until }: TimeRange): void {
  if (since !== null && until !== null) return;
  throw badRequest("An enclosed time range (both start and end) must be specified when using a Time Comparison.");
}

/** The columns that a comparison adds to the main result: rows meet by its own columns, not by other comparisons'. */
export function offsetColumns(main: Frame, other: Frame, join: OffsetJoin): FrameColumn[] {
  const isKey = (column: FrameColumn) => !join.metrics.includes(labelOf(column));
  const shift = shifterOf(join.offset, join.bounds);
  const bucket = (ms: number) => bucketOf(ms, join.grain);
  const mainKeys = keysOf(main, join, (ms) => bucket(shift(ms)));
  const otherKeys = keysOf(other, join, bucket);
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

function keysOf(frame: Frame, { metrics, timeAxis }: OffsetJoin, bucket: (ms: number) => number): string[] {
  const keys = frame.columns.filter((column) => !metrics.includes(labelOf(column)));
  return Array.from({ length: frame.rows }, (_, row) =>
    keys
      .map((column) => {
        const value = column.values[row];
        const isTime = labelOf(column) === timeAxis && typeof value === "number";
        return `${typeof value}:${isTime ? bucket(value) : String(value)}`;
      })
      .join("\u0000"),
  );
}

function shifterOf(offset: string, { since, until }: TimeRange): (ms: number) => number {
  const delta = maybeTimeShift(offset);
  if (delta) return (ms) => addUnits(ms, -delta.count, delta.unit);
  const length = (until ?? 0) - (since ?? 0);
  if (offset.trim().toLowerCase() === "inherit") return (ms) => ms - length;
  const start = maybeIsoDate((offset.split(" : ")[0] ?? "").trim());
  if (start === undefined) throw badRequest(`Invalid time offset: ${offset}`);
  return (ms) => ms - ((since ?? 0) - start);
}

const GRAIN_UNITS: Readonly<Record<string, CalendarUnit>> = {
  P1W: "week",
  "1969-12-29T00:00:00Z/P1W": "week",
  "P1W/1970-01-04T00:00:00Z": "week",
  P1M: "month",
  P3M: "quarter",
  "P0.25Y": "quarter",
  P1Y: "year",
};
const SUNDAY_WEEKS = new Set(["1969-12-28T00:00:00Z/P1W", "P1W/1970-01-03T00:00:00Z"]);

/** Start of the period that an instant falls in; the instant itself for grains below a week. */
function bucketOf(ms: number, grain: string | null): number {
  if (grain && SUNDAY_WEEKS.has(grain)) return startOfUnit(ms + DAY_MS, "week") - DAY_MS;
  const unit = grain ? GRAIN_UNITS[grain] : undefined;
  return unit ? startOfUnit(ms, unit) : ms;
}
