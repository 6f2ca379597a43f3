import { z } from "zod";
import { t } from "../../i18n/translate.ts";
import { badRequest, typedError } from "../../model/errors.ts";
import { type Frame, numbersOf } from "../frame.ts";
import { lastUpTo, type Periods, periodsOf } from "./frequency.ts";
import { aggregatorOf, type Numbers } from "./statistics.ts";

export const ResampleOptions = z.object({
  rule: z.string(),
  method: z.string(),
  fill_value: z.number().nullish(),
});

interface Timeline {
  instants: readonly number[];
  periods: Periods;
}

/**
 * Regular periods over a temporal index: filled, interpolated or aggregated. As in Superset and unlike pandas, a fill
 * also reaches values that were missing before, such as those of a pivot's series.
 */
export function resample(frame: Frame, options: z.infer<typeof ResampleOptions>): Frame {
  const [index] = frame.index;
  if (frame.index.length !== 1 || index?.kind !== "temporal")
    throw badRequest(t("Resample operation requires DatetimeIndex"));
  const fill = Object.hasOwn(METHODS, options.method) ? METHODS[options.method] : undefined;
  if (!fill) throw badRequest(t("Invalid resample method: {method}", { method: options.method }));
  const known = numbersOf(index);
  const rows = known.flatMap((instant, row) => (instant === null ? [] : [[instant, row] as const]));
  if (rows.length === 0) return frame;
  rows.sort((a, b) => a[0] - b[0]);
  const instants = rows.map(([instant]) => instant);
  const periods = periodsOf(options.rule, { first: instants[0] ?? 0, last: instants.at(-1) ?? 0 });
  assertFits(periods.names.length * (1 + frame.columns.length));
  const columns = frame.columns.map((column) => {
    const numbers = numbersOf(column);
    const values = rows.map(([, row]) => numbers[row] ?? null);
    return { ...column, values: fill(values, { instants, periods }, options.fill_value ?? null) };
  });
  return { ...frame, index: [{ ...index, values: periods.names }], columns, rows: periods.names.length };
}

const MAX_CELLS = 1_500_000;

function assertFits(cells: number): void {
  if (cells > MAX_CELLS)
    throw typedError(
      "RESULT_TOO_LARGE_ERROR",
      t("The resampled result is too large. Use a longer interval or fewer series."),
    );
}

type Method = (values: Numbers, timeline: Timeline, fill: number | null) => Numbers;

const METHODS: Readonly<Record<string, Method>> = {
  asfreq: onPeriods,
  ffill: (values, { instants, periods }) =>
    withoutGaps(periods.names.map((name) => values[lastUpTo(instants, name)] ?? null)),
  bfill: (values, { instants, periods }) => {
    const next = periods.names.map((name) => {
      const at = lastUpTo(instants, name);
      return values[instants[at] === name ? at : at + 1] ?? null;
    });
    return withoutGaps(next.reverse()).reverse();
  },
  linear: (values, timeline) => withLines(onPeriods(values, timeline, null)),
  mean: aggregated("mean"),
  median: aggregated("nanmedian"),
  sum: aggregated("sum"),
};

function withoutGaps(values: Numbers): Numbers {
  let last: number | null = null;
  return values.map((value) => {
    last = value ?? last;
    return last;
  });
}

/** Values exactly at the start of a period; `fill` if there is none. */
function onPeriods(values: Numbers, { instants, periods }: Timeline, fill: number | null): Numbers {
  return periods.names.map((name) => {
    const at = lastUpTo(instants, name);
    return (instants[at] === name ? values[at] : null) ?? fill;
  });
}

function withLines(values: Numbers): Numbers {
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

function aggregated(operator: "mean" | "nanmedian" | "sum"): Method {
  const aggregate = aggregatorOf(operator);
  return (values, { instants, periods }) => {
    const groups: Numbers[] = periods.names.map(() => []);
    instants.forEach((instant, row) => {
      groups[periods.at(instant)]?.push(values[row] ?? null);
    });
    return groups.map((group) => aggregate(group) as number | null);
  };
}
