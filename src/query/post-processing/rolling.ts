import { z } from "zod";
import { t } from "../../i18n/translate.ts";
import { badRequest } from "../../model/errors.ts";
import { type Frame, finite, mappedColumns, takeRows } from "../frame.ts";
import { largeWindow, MEDIAN, quantileOf, type Span } from "./sliding.ts";
import { interpolated, kurtosis, mean, type Numbers, skewness, sortedNumbers, sum, variance } from "./statistics.ts";

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

/** Up to this size, a window's values are summed directly; above, incrementally in linear time. */
const SMALL_WINDOW = 32;
const EXACT = new Set(["count", "min", "max", "median", "quantile"]);
const MAX_WEIGHTED = 200_000_000;
const MAX_WEIGHTED_WINDOW = 100_000;

export function rolling(frame: Frame, options: RollingOptions): Frame {
  const { rolling_type: type, window, win_type: shape } = options;
  if (!type) throw badRequest(t("Undefined window for rolling operation"));
  if (window === null || window === undefined) throw badRequest(t("Undefined window for rolling operation"));
  if (window <= 0) throw badRequest(t("Window must be > 0"));
  if (!Object.hasOwn(WINDOWS, type)) throw badRequest(t("Invalid rolling_type: {type}", { type }));
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
  throw badRequest(t("Invalid options for {type}: {options}", { type, options: JSON.stringify(options) }));
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

function weighted(options: Rolling & { shape: string }): (values: Numbers) => Numbers {
  const { type, window, shape } = options;
  if (!WEIGHTED.has(type)) throw badRequest(t("Invalid rolling_type for win_type {shape}: {type}", { shape, type }));
  const own = options.rolling_type_options ?? {};
  if (window > MAX_WEIGHTED_WINDOW) throw badRequest(t("The window is too large for a win_type"));
  const weights = weightsOf(shape, window, own);
  const needed = options.min_periods ?? window;
  const ahead = options.center ? Math.floor((window - 1) / 2) : 0;
  return (values) => {
    if (values.length * window > MAX_WEIGHTED) throw badRequest(t("The window is too large for a win_type"));
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

type Shape = (size: number, options: Options) => number[];

const indexes = (size: number) => Array.from({ length: size }, (_, i) => i);

const cosines =
  (...terms: number[]): Shape =>
  (size) =>
    indexes(size).map((i) => {
      const angle = -Math.PI + (2 * Math.PI * i) / (size - 1);
      return terms.reduce((total, term, k) => total + term * Math.cos(k * angle), 0);
    });

function required(options: Options, name: string): number {
  const value = options[name];
  if (typeof value === "number") return value;
  throw badRequest(t("win_type needs {name} in rolling_type_options", { name }));
}

/** Window shapes as SciPy names and defines them, symmetric. */
const SHAPES: Readonly<Record<string, Shape>> = {
  boxcar: (size) => indexes(size).map(() => 1),
  triang: (size) =>
    indexes(size).map((i) => {
      const n = Math.min(i, size - 1 - i) + 1;
      return size % 2 === 0 ? (2 * n - 1) / size : (2 * n) / (size + 1);
    }),
  blackman: cosines(0.42, 0.5, 0.08),
  hamming: cosines(0.54, 0.46),
  hann: cosines(0.5, 0.5),
  nuttall: cosines(0.3635819, 0.4891775, 0.1365995, 0.0106411),
  blackmanharris: cosines(0.35875, 0.48829, 0.14128, 0.01168),
  bartlett: (size) => indexes(size).map((i) => 1 - Math.abs((2 * i) / (size - 1) - 1)),
  cosine: (size) => indexes(size).map((i) => Math.sin((Math.PI / size) * (i + 0.5))),
  bohman: (size) =>
    indexes(size).map((i) => {
      if (i === 0 || i === size - 1) return 0;
      const x = Math.abs(-1 + (2 * i) / (size - 1));
      return (1 - x) * Math.cos(Math.PI * x) + Math.sin(Math.PI * x) / Math.PI;
    }),
  parzen: (size) =>
    indexes(size).map((i) => {
      const n = Math.abs(i - (size - 1) / 2);
      const x = n / (size / 2);
      return n <= (size - 1) / 4 ? 1 - 6 * x ** 2 + 6 * x ** 3 : 2 * (1 - x) ** 3;
    }),
  barthann: (size) =>
    indexes(size).map((i) => {
      const x = Math.abs(i / (size - 1) - 0.5);
      return 0.62 - 0.48 * x + 0.38 * Math.cos(2 * Math.PI * x);
    }),
  gaussian: (size, options) => {
    const deviation = required(options, "std");
    return indexes(size).map((i) => Math.exp(-((i - (size - 1) / 2) ** 2) / (2 * deviation ** 2)));
  },
  exponential: (size, options) => {
    const decay = typeof options.tau === "number" ? options.tau : 1;
    return indexes(size).map((i) => Math.exp(-Math.abs(i - (size - 1) / 2) / decay));
  },
};

function weightsOf(shape: string, size: number, options: Options): number[] {
  const make = Object.hasOwn(SHAPES, shape) ? SHAPES[shape] : undefined;
  if (!make) throw badRequest(t("Invalid win_type: {shape}", { shape }));
  return size === 1 ? [1] : make(size, options);
}
