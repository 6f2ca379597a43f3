import { z } from "zod";
import { badRequest } from "../../model/errors.ts";
import { addUnits, type CalendarUnit, DAY_MS, startOfUnit } from "../calendar.ts";
import { type Frame, type FrameColumn, numbersOf } from "./frame.ts";
import { aggregatorOf } from "./statistics.ts";

export const ResampleOptions = z.object({
  rule: z.string(),
  method: z.string(),
  fill_value: z.number().nullish(),
});

/** A frequency: how to go from an instant to the start of its period, on to the next, and which end names a period. */
interface Frequency {
  count: number;
  unit: CalendarUnit;
  /** Days from the start of a period to the day that names it, for frequencies named by their end. */
  isNamedByEnd: boolean;
}

const RULE = /^(\d*)\s*([A-Za-z]+)$/;
const UNITS: Readonly<Record<string, [CalendarUnit, boolean]>> = {
  S: ["second", false],
  T: ["minute", false],
  MIN: ["minute", false],
  H: ["hour", false],
  D: ["day", false],
  W: ["week", true],
  M: ["month", true],
  ME: ["month", true],
  MS: ["month", false],
  Q: ["quarter", true],
  QE: ["quarter", true],
  QS: ["quarter", false],
  A: ["year", true],
  Y: ["year", true],
  YE: ["year", true],
  AS: ["year", false],
  YS: ["year", false],
};

function frequencyOf(rule: string): Frequency {
  const match = RULE.exec(rule.trim());
  const [unit, isNamedByEnd] = UNITS[(match?.[2] ?? "").toUpperCase()] ?? [];
  if (!unit || isNamedByEnd === undefined) throw badRequest(`Invalid resample rule: ${rule}`);
  return { count: Math.max(1, Number(match?.[1] || 1)), unit, isNamedByEnd };
}

const MAX_PERIODS = 500_000;

/** Regular periods over a temporal index: filled, interpolated or aggregated. */
export function resample(frame: Frame, options: z.infer<typeof ResampleOptions>): Frame {
  const [index] = frame.index;
  if (frame.index.length !== 1 || index?.kind !== "temporal")
    throw badRequest("Resample operation requires DatetimeIndex");
  const instants = numbersOf(index);
  const known = instants.filter((value) => value !== null);
  if (known.length === 0) return frame;
  const frequency = frequencyOf(options.rule);
  const periods = periodsBetween(known, frequency);
  const names = periods.map((start) => nameOf(start, frequency));
  const columns = frame.columns.map((column) => ({
    ...column,
    values: resampled(column, { instants, periods, names }, options),
  }));
  return { index: [{ ...index, values: names }], columns, rows: names.length };
}

function periodsBetween(instants: readonly number[], { count, unit }: Frequency): number[] {
  const last = instants.reduce((a, b) => Math.max(a, b));
  const first = instants.reduce((a, b) => Math.min(a, b));
  const periods: number[] = [];
  const start = startOfUnit(first, unit);
  for (let i = 0, at = start; at <= last; i++, at = addUnits(start, i * count, unit)) {
    if (periods.length >= MAX_PERIODS) throw badRequest("Resample operation makes too many periods");
    periods.push(at);
  }
  return periods;
}

function nameOf(start: number, { count, unit, isNamedByEnd }: Frequency): number {
  return isNamedByEnd ? addUnits(start, count, unit) - DAY_MS : start;
}

interface Timeline {
  instants: (number | null)[];
  periods: number[];
  names: number[];
}

function resampled(
  column: FrameColumn,
  timeline: Timeline,
  { method, fill_value: fill }: z.infer<typeof ResampleOptions>,
) {
  const values = numbersOf(column);
  const exact = new Map(timeline.instants.map((instant, row) => [instant, values[row] ?? null]));
  const onGrid = timeline.names.map((name) => exact.get(name) ?? null);
  switch (method) {
    case "asfreq":
      return onGrid.map((value, i) => value ?? (exact.has(timeline.names[i] ?? 0) ? null : (fill ?? null)));
    case "ffill":
      return forward(onGrid);
    case "bfill":
      return forward(onGrid.toReversed()).toReversed();
    case "linear":
      return interpolated(onGrid);
    case "mean":
    case "median":
    case "sum":
      return aggregated(values, timeline, method);
    default:
      throw badRequest(`Invalid resample method: ${method}`);
  }
}

function forward(values: readonly (number | null)[]): (number | null)[] {
  let last: number | null = null;
  return values.map((value) => {
    last = value ?? last;
    return last;
  });
}

/** Straight lines across gaps; after the last value it stays, before the first there is none. */
function interpolated(values: readonly (number | null)[]): (number | null)[] {
  const result = [...values];
  let before = -1;
  for (let i = 0; i < values.length; i++) {
    const end = values[i];
    if (end === null || end === undefined) continue;
    const start = values[before];
    if (before >= 0 && start !== null && start !== undefined) {
      for (let j = before + 1; j < i; j++) result[j] = start + ((end - start) * (j - before)) / (i - before);
    }
    before = i;
  }
  for (let j = before + 1; before >= 0 && j < values.length; j++) result[j] = values[before] ?? null;
  return result;
}

function aggregated(values: readonly (number | null)[], { instants, periods }: Timeline, method: string): unknown[] {
  const groups: (number | null)[][] = periods.map(() => []);
  instants.forEach((instant, row) => {
    if (instant !== null) groups[periodAt(periods, instant)]?.push(values[row] ?? null);
  });
  const aggregate = aggregatorOf(method);
  return groups.map((group) => aggregate(group) ?? (method === "sum" ? 0 : null));
}

/** Position of the last period that starts at or before the instant. */
function periodAt(periods: readonly number[], instant: number): number {
  let low = 0;
  let high = periods.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((periods[middle] ?? 0) <= instant) low = middle;
    else high = middle - 1;
  }
  return low;
}
