import { z } from "zod";
import { badRequest } from "../../model/errors.ts";
import { type Frame, finite, mappedColumns, takeRows } from "../frame.ts";
import { largeWindow, MEDIAN, quantileOf, type Span } from "./sliding.ts";
import { interpolated, kurtosis, mean, type Numbers, skewness, sortedNumbers, sum, variance } from "./statistics.ts";
import { weightsOf } from "./window-weights.ts";

export const RollingOptions = z.object({
  columns: z.record(z.string(), z.string()),
  rolling_type: z.string().nullish(),
  window: z.number().int().nullish(),
  rolling_type_options: z.record(z.string(), z.unknown()).nullish(),
  center: z.boolean().nullish(),
  win_type: z.string().nullish(),
  min_periods: z.number().int().nullish(),
});
type RollingOptions = z.infer<typeof RollingOptions>;
type Options = Readonly<Record<string, unknown>>;

/** Of the values within a window, at least one. */
type WindowFunction = (values: readonly number[], options: Options) => number | null;

export const ddofOf = ({ ddof }: Options) => (typeof ddof === "number" ? ddof : 1);

const spread: WindowFunction = (values, options) => variance(values, ddofOf(options));

const WINDOWS: Readonly<Record<string, WindowFunction>> = {
  count: (values) => values.length,
  sum,
  mean,
  median: (values) => interpolated(sortedNumbers(values), MEDIAN),
  min: (values) => Math.min(...values),
  max: (values) => Math.max(...values),
  std: (values, options) => Math.sqrt(spread(values, options) ?? Number.NaN),
  var: spread,
  quantile: (values, options) => interpolated(sortedNumbers(values), quantileOf(options)),
  skew: skewness,
  kurt: kurtosis,
  // Of a column with itself.
  cov: spread,
  corr: (values) => ((variance(values, 1) ?? 0) > 0 ? 1 : null),
};

/** Up to here sums of a window are taken of its values; beyond, from what enters and leaves it, in linear time. */
const SMALL_WINDOW = 32;
/** What loses nothing to rounding by that. */
const EXACT = new Set(["count", "min", "max", "median", "quantile"]);
const MAX_WEIGHTED = 200_000_000;
/** Each of its rows has a weight. */
const MAX_WEIGHTED_WINDOW = 100_000;

/** Each row from the rows of its window; with `min_periods` the first rows, which lack them, are dropped. */
export function rolling(frame: Frame, options: RollingOptions): Frame {
  const { rolling_type: type, window, win_type: shape } = options;
  if (!type) throw badRequest("Undefined window for rolling operation");
  if (window === null || window === undefined) throw badRequest("Undefined window for rolling operation");
  if (window <= 0) throw badRequest("Window must be > 0");
  if (!Object.hasOwn(WINDOWS, type)) throw badRequest(`Invalid rolling_type: ${type}`);
  if (!shape) assertOptions(type, options.rolling_type_options ?? {});
  const compute = shape ? weighted({ ...options, type, window, shape }) : rolledValues({ ...options, type, window });
  const result = mappedColumns(frame, options.columns, compute);
  const dropped = Math.max(0, (options.min_periods ?? 1) - 1);
  if (dropped === 0) return result;
  return takeRows(
    result,
    Array.from({ length: Math.max(0, frame.rows - dropped) }, (_, i) => i + dropped),
  );
}

const FUNCTION_OPTIONS: Readonly<Record<string, readonly string[]>> = {
  quantile: ["quantile", "interpolation"],
  std: ["ddof"],
  var: ["ddof"],
  cov: ["ddof"],
  corr: ["ddof"],
};

function assertOptions(type: string, options: Options): void {
  const known = FUNCTION_OPTIONS[type] ?? [];
  const isKnown = Object.keys(options).every((name) => known.includes(name));
  if (isKnown && (type !== "quantile" || options.quantile !== undefined)) return;
  throw badRequest(`Invalid options for ${type}: ${JSON.stringify(options)}`);
}

interface Rolling extends RollingOptions {
  type: string;
  window: number;
}

function spanOf({ window, center }: Rolling, rows: number): Span {
  const ahead = center ? Math.floor((window - 1) / 2) : 0;
  return {
    start: (row) => Math.min(rows, Math.max(0, row + ahead - window + 1)),
    end: (row) => Math.min(rows, row + ahead + 1),
  };
}

/** Each value from those of its window, null where these are fewer than `min_periods`. */
export function rolledValues(options: Rolling): (values: Numbers) => Numbers {
  const { type, window } = options;
  const own = options.rolling_type_options ?? {};
  const needed = options.min_periods ?? window;
  const compute = WINDOWS[type] as WindowFunction;
  return (values) => {
    const span = spanOf(options, values.length);
    if (window > SMALL_WINDOW || EXACT.has(type)) return largeWindow({ values, span, type, options: own, needed });
    return values.map((_, row) => {
      const inside = values.slice(span.start(row), span.end(row)).filter((value) => value !== null);
      // A count is of the rows that have a value; it needs rows only.
      if ((type === "count" ? span.end(row) - span.start(row) : inside.length) < needed) return null;
      if (inside.length === 0) return type === "count" || type === "sum" ? 0 : null;
      const value = compute(inside, own);
      return value === null ? null : finite(value);
    });
  };
}

const WEIGHTED = new Set(["mean", "sum", "var", "std"]);

/** Values count as much as the shape of the window says at their place in it. */
function weighted(options: Rolling & { shape: string }): (values: Numbers) => Numbers {
  const { type, window, shape } = options;
  if (!WEIGHTED.has(type)) throw badRequest(`Invalid rolling_type for win_type ${shape}: ${type}`);
  const own = options.rolling_type_options ?? {};
  if (window > MAX_WEIGHTED_WINDOW) throw badRequest("The window is too large for a win_type");
  const weights = weightsOf(shape, window, own);
  const needed = options.min_periods ?? window;
  const ahead = options.center ? Math.floor((window - 1) / 2) : 0;
  return (values) => {
    if (values.length * window > MAX_WEIGHTED) throw badRequest("The window is too large for a win_type");
    return values.map((_, row) => {
      const inside: Weighted[] = [];
      for (let at = Math.max(0, row + ahead - window + 1); at <= Math.min(values.length - 1, row + ahead); at++) {
        const value = values[at];
        const weight = weights[at - (row + ahead - window + 1)];
        if (value !== null && value !== undefined && weight !== undefined) inside.push([value, weight]);
      }
      if (inside.length < needed || inside.length === 0) return null;
      return weightedValue(type, inside, { size: window, ddof: ddofOf(own) });
    });
  };
}

type Weighted = readonly [value: number, weight: number];

function weightedValue(type: string, inside: readonly Weighted[], { size, ddof }: { size: number; ddof: number }) {
  const total = sum(inside.map(([value, weight]) => value * weight));
  if (type === "sum") return finite(total);
  const weight = sum(inside.map(([, one]) => one));
  const center = total / weight;
  if (type === "mean") return finite(center);
  if (inside.length <= ddof) return null;
  if (inside.length === 1) return 0;
  const squares = sum(inside.map(([value, one]) => one * (value - center) ** 2));
  const result = (squares * size) / ((size - ddof) * weight);
  return finite(type === "std" ? Math.sqrt(result) : result);
}
