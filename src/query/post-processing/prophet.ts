import { z } from "zod";
import { t } from "../../i18n/translate.ts";
import { badRequest } from "../../model/errors.ts";
import { addUnits, type CalendarUnit } from "../calendar.ts";
import { compareValues, type Frame, type FrameColumn, labelOf, toNumber } from "../frame.ts";

/**
 * Forecasts every numeric column. This module decides what to fit and how to use the result, without I/O; the fitting
 * itself is a `Forecaster`, which the server provides (`server/forecast`).
 */
export type Forecaster = (request: ForecastRequest, signal: AbortSignal) => Promise<readonly (Prediction | null)[]>;

/** null = depends on the data; a number = Fourier terms. */
export type Seasonality = boolean | number | null;

export interface ForecastRequest {
  /** Epoch milliseconds to predict, ascending: the history's, then the future ones. */
  at: readonly number[];
  /** Values for the first entries of `at`; null = missing. At least two are known. */
  series: readonly (readonly (number | null)[])[];
  /** Share of outcomes inside the band, between 0 and 1. */
  confidence: number;
  yearly: Seasonality;
  weekly: Seasonality;
  daily: Seasonality;
}

export interface Prediction {
  yhat: readonly number[];
  lower: readonly number[];
  upper: readonly number[];
}

const SeasonalityOption = z.union([z.boolean(), z.number().int().min(0).max(100)]).nullish();

const ProphetOptions = z.object({
  time_grain: z.string().nullish(),
  periods: z.unknown().optional(),
  confidence_interval: z.unknown().optional(),
  yearly_seasonality: SeasonalityOption,
  weekly_seasonality: SeasonalityOption,
  daily_seasonality: SeasonalityOption,
  index: z.string().nullish(),
});
type ProphetOptions = z.infer<typeof ProphetOptions>;

const MAX_PERIODS = 10_000;

/** One step of each grain. Forecasts continue from the last time of the history in these steps. */
const STEPS: Readonly<Record<string, readonly [number, CalendarUnit]>> = {
  PT1S: [1, "second"],
  PT5S: [5, "second"],
  PT30S: [30, "second"],
  PT1M: [1, "minute"],
  PT5M: [5, "minute"],
  PT10M: [10, "minute"],
  PT15M: [15, "minute"],
  PT30M: [30, "minute"],
  "PT0.5H": [30, "minute"],
  PT1H: [1, "hour"],
  PT6H: [6, "hour"],
  P1D: [1, "day"],
  P1W: [1, "week"],
  P1M: [1, "month"],
  P3M: [1, "quarter"],
  "P0.25Y": [1, "quarter"],
  P1Y: [1, "year"],
  "1969-12-28T00:00:00Z/P1W": [1, "week"],
  "1969-12-29T00:00:00Z/P1W": [1, "week"],
  "P1W/1970-01-03T00:00:00Z": [1, "week"],
  "P1W/1970-01-04T00:00:00Z": [1, "week"],
};

interface History {
  index: FrameColumn;
  rows: readonly number[];
  at: number[];
  columns: readonly FrameColumn[];
}

/**
 * Adds `<column>__yhat`, `__yhat_lower` and `__yhat_upper` for every numeric column, over the history and the requested
 * number of periods after it. Columns with fewer than two values get empty ones. Throws a 400 for options or data that
 * don't fit.
 */
export async function prophet(
  frame: Frame,
  options: unknown,
  { forecast, signal }: { forecast: Forecaster; signal: AbortSignal },
): Promise<Frame> {
  const parsed = ProphetOptions.safeParse(options);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw badRequest(
      t("Invalid options for {name}: {detail}", {
        name: "prophet",
        detail: `${issue?.path.join(".") ?? ""} ${issue?.message ?? ""}`.trim(),
      }),
    );
  }
  const { step, periods, confidence } = checked(parsed.data);
  const history = historyOf(frame, parsed.data.index ?? "__timestamp");
  const at = [...history.at, ...future(history.at, periods, step)];
  const numeric = history.columns.filter((column) => column.kind === "numeric");
  if (numeric.length === 0) throw badRequest(t("DataFrame include at least one series"));
  const values = numeric.map((column) => history.rows.map((row) => toNumber(column.values[row])));
  const fitted = values.map((series) => series.filter((value) => value !== null).length > 1);
  if (!fitted.includes(true)) throw badRequest(t("Dataframe has less than 2 non-NaN rows."));
  const { yearly_seasonality, weekly_seasonality, daily_seasonality } = parsed.data;
  const predictions = await forecast(
    {
      at,
      series: values.filter((_, i) => fitted[i]),
      confidence,
      yearly: yearly_seasonality ?? null,
      weekly: weekly_seasonality ?? null,
      daily: daily_seasonality ?? null,
    },
    signal,
  );
  const queue = [...predictions];
  const byColumn = new Map(numeric.map((column, i) => [column, fitted[i] ? (queue.shift() ?? null) : null]));
  return withPredictions(history, at, byColumn);
}

function checked(options: ProphetOptions): {
  step: readonly [number, CalendarUnit];
  periods: number;
  confidence: number;
} {
  const { time_grain: grain, periods, confidence_interval: confidence } = options;
  if (!grain) throw badRequest(t("Time grain missing"));
  const step = Object.hasOwn(STEPS, grain) ? STEPS[grain] : undefined;
  if (!step) throw badRequest(t("Unsupported time grain: {grain}", { grain }));
  if (typeof periods !== "number" || !Number.isInteger(periods) || periods < 0) {
    throw badRequest(t("Periods must be a whole number"));
  }
  if (periods > MAX_PERIODS)
    throw badRequest(t("Periods must be at most {maxPeriods, number}", { maxPeriods: MAX_PERIODS }));
  if (typeof confidence !== "number" || !(confidence > 0 && confidence < 1)) {
    throw badRequest(t("Confidence interval must be between 0 and 1 (exclusive)"));
  }
  return { step, periods, confidence };
}

function historyOf(frame: Frame, name: string): History {
  const all = [...frame.index, ...frame.columns];
  const index = all.find((column) => labelOf(column) === name);
  if (index?.kind !== "temporal") throw badRequest(t("DataFrame must include temporal column"));
  const times = Array.from(index.values, toNumber);
  const rows = times.flatMap((time, row) => (time === null ? [] : [row]));
  rows.sort((a, b) => compareValues(times[a], times[b]));
  return { index, rows, at: rows.map((row) => times[row] ?? 0), columns: all.filter((column) => column !== index) };
}

function future(history: readonly number[], periods: number, [count, unit]: readonly [number, CalendarUnit]): number[] {
  const last = history.at(-1);
  if (last === undefined) return [];
  const isMonthly = unit === "month" || unit === "quarter" || unit === "year";
  const day = 86_400_000;
  const isLastDay = isMonthly && new Date(last + day).getUTCDate() === 1;
  return Array.from({ length: periods }, (_, i) =>
    isLastDay ? addUnits(last + day, (i + 1) * count, unit) - day : addUnits(last, (i + 1) * count, unit),
  );
}

function withPredictions(
  { index, rows, columns }: History,
  at: readonly number[],
  predictions: ReadonlyMap<FrameColumn, Prediction | null>,
): Frame {
  const empty = at.map(() => null);
  const predicted = columns.flatMap((column): FrameColumn[] => {
    const own = { ...column, values: at.map((_, i) => (i < rows.length ? column.values[rows[i] ?? 0] : null)) };
    const prediction = predictions.get(column);
    if (prediction === undefined) return [own];
    const added = (suffix: string, values: readonly number[] | undefined): FrameColumn => ({
      path: [`${labelOf(column)}${suffix}`],
      kind: "numeric",
      values: values ?? empty,
    });
    return [
      own,
      added("__yhat", prediction?.yhat),
      added("__yhat_lower", prediction?.lower),
      added("__yhat_upper", prediction?.upper),
    ];
  });
  return { index: [], columns: [{ ...index, values: at }, ...predicted], rows: at.length };
}
