import { z } from "zod";
import { badRequest } from "../../model/errors.ts";
import { columnsNamed, type Frame, type FrameColumn, finite, labelOf, numbersOf, takeRows } from "./frame.ts";
import { mean, quantile, sortedNumbers, sum, variance } from "./statistics.ts";

/** `{source: target}`, by the first part of the labels. Equal names replace. */
const Mapping = z.record(z.string(), z.string());

type Numbers = (number | null)[];

/** Computes new columns from columns; those named like their source take its place, others are added. */
function mapped(frame: Frame, mapping: Record<string, string>, compute: (values: Numbers) => Numbers): Frame {
  let columns = [...frame.columns];
  for (const [source, target] of Object.entries(mapping)) {
    const made = columnsNamed(frame, source).map(
      (column): FrameColumn => ({
        path: [target, ...column.path.slice(1)],
        kind: "numeric",
        values: compute(numbersOf(column)),
      }),
    );
    const labels = new Map(made.map((column) => [labelOf(column), column]));
    columns = columns.map((column) => {
      const replacement = labels.get(labelOf(column));
      labels.delete(labelOf(column));
      return replacement ?? column;
    });
    columns.push(...labels.values());
  }
  return { ...frame, columns };
}

export const RollingOptions = z.object({
  columns: Mapping,
  rolling_type: z.string().nullish(),
  window: z.number().int().nullish(),
  rolling_type_options: z.record(z.string(), z.unknown()).nullish(),
  center: z.boolean().nullish(),
  win_type: z.string().nullish(),
  min_periods: z.number().int().nullish(),
});

type WindowFunction = (values: number[], options: Record<string, unknown>) => number | null;

const moment = (values: number[], power: number) => {
  const center = mean(values) ?? 0;
  return sum(values.map((value) => (value - center) ** power)) / values.length;
};

const WINDOWS: Readonly<Record<string, WindowFunction>> = {
  count: (values) => values.length,
  sum,
  mean,
  median: (values) => quantile(sortedNumbers(values), 0.5),
  min: (values) => Math.min(...values),
  max: (values) => Math.max(...values),
  std: (values) => Math.sqrt(variance(values, 1) ?? Number.NaN),
  var: (values) => variance(values, 1),
  quantile: (values, options) => quantile(sortedNumbers(values), Number(options.quantile ?? 0.5)),
  skew: (values) => {
    const n = values.length;
    const deviation = Math.sqrt(moment(values, 2));
    return n < 3 ? null : ((moment(values, 3) / deviation ** 3) * Math.sqrt(n * (n - 1))) / (n - 2);
  },
  kurt: (values) => {
    const n = values.length;
    if (n < 4) return null;
    const raw = moment(values, 4) / moment(values, 2) ** 2;
    return ((n - 1) / ((n - 2) * (n - 3))) * ((n + 1) * raw - 3 * (n - 1));
  },
};

export function rolling(frame: Frame, options: z.infer<typeof RollingOptions>): Frame {
  const { window, rolling_type: type, min_periods: minPeriods, center } = options;
  if (!type) throw badRequest("Undefined window for rolling operation");
  if (window === null || window === undefined || window < 0) throw badRequest("Window must be > 0");
  const compute = Object.hasOwn(WINDOWS, type) ? WINDOWS[type] : undefined;
  if (!compute || options.win_type) throw badRequest(`Invalid options for rolling: ${options.win_type || type}`);
  const needed = minPeriods ?? window;
  const result = mapped(frame, options.columns, (values) =>
    values.map((_, row) => {
      const end = center ? row + Math.floor((window - 1) / 2) : row;
      const inside = values.slice(Math.max(0, end - window + 1), end + 1).filter((value) => value !== null);
      if (inside.length < Math.max(needed, type === "count" ? 0 : 1)) return null;
      const value = compute(inside, options.rolling_type_options ?? {});
      return value === null ? null : finite(value);
    }),
  );
  if (!minPeriods) return result;
  return takeRows(
    result,
    Array.from({ length: Math.max(0, frame.rows - minPeriods + 1) }, (_, i) => i + minPeriods - 1),
  );
}

export const CumOptions = z.object({ columns: Mapping, operator: z.string() });

const ACCUMULATORS: Readonly<Record<string, (total: number, value: number) => number>> = {
  sum: (total, value) => total + value,
  prod: (total, value) => total * value,
  min: Math.min,
  max: Math.max,
};

/** Running totals; missing values count as 0. */
export function cum(frame: Frame, options: z.infer<typeof CumOptions>): Frame {
  const accumulate = Object.hasOwn(ACCUMULATORS, options.operator) ? ACCUMULATORS[options.operator] : undefined;
  if (!accumulate) throw badRequest(`Invalid cumulative operator: ${options.operator}`);
  return mapped(frame, options.columns, (values) => {
    let total: number | undefined;
    return values.map((value) => {
      total = total === undefined ? (value ?? 0) : accumulate(total, value ?? 0);
      return total;
    });
  });
}

export const DiffOptions = z.object({
  columns: Mapping,
  periods: z.number().int().nullish(),
  axis: z.union([z.literal(0), z.literal(1)]).nullish(),
});

export function diff(frame: Frame, options: z.infer<typeof DiffOptions>): Frame {
  const periods = options.periods ?? 1;
  if (options.axis === 1) return diffAcross(frame, options.columns, periods);
  return mapped(frame, options.columns, (values) =>
    values.map((value, row) => minus(value, values[row - periods] ?? null)),
  );
}

const minus = (a: number | null, b: number | null) => (a === null || b === null ? null : a - b);

function diffAcross(frame: Frame, mapping: Record<string, string>, periods: number): Frame {
  const sources = Object.keys(mapping).map((name) => columnsNamed(frame, name)[0] as FrameColumn);
  const numbers = sources.map(numbersOf);
  const made = sources.map(
    (column, i): FrameColumn => ({
      path: [mapping[column.path[0] ?? ""] ?? ""],
      kind: "numeric",
      values: (numbers[i] ?? []).map((value, row) => minus(value, numbers[i - periods]?.[row] ?? null)),
    }),
  );
  const labels = new Set(made.map(labelOf));
  return { ...frame, columns: [...frame.columns.filter((column) => !labels.has(labelOf(column))), ...made] };
}

export const CompareOptions = z.object({
  source_columns: z.array(z.string()),
  compare_columns: z.array(z.string()),
  compare_type: z.string().nullish(),
  drop_original_columns: z.boolean().nullish(),
  precision: z.number().int().nullish(),
});

const COMPARISONS: Readonly<Record<string, (a: number, b: number) => number>> = {
  difference: (a, b) => a - b,
  percentage: (a, b) => (a - b) / b,
  ratio: (a, b) => a / b,
};

/** Adds `type__source__compare` for each pair of metrics, per series when the frame is pivoted. */
export function compare(frame: Frame, options: z.infer<typeof CompareOptions>): Frame {
  const { source_columns: sources, compare_columns: others } = options;
  if (sources.length !== others.length)
    throw badRequest("`compare_columns` must have the same length as `source_columns`.");
  const type = options.compare_type ?? "";
  const compute = Object.hasOwn(COMPARISONS, type) ? COMPARISONS[type] : undefined;
  if (!compute) throw badRequest("`compare_type` must be `difference`, `percentage` or `ratio`");
  const scale = 10 ** (options.precision ?? 4);
  const made = sources.flatMap((source, i) => {
    const other = others[i] ?? "";
    const against = columnsNamed(frame, other);
    return columnsNamed(frame, source).flatMap((column) => {
      const rest = column.path.slice(1);
      const match = against.find((candidate) => candidate.path.slice(1).join("\u0000") === rest.join("\u0000"));
      if (!match) return [];
      const right = numbersOf(match);
      const values = numbersOf(column).map((left, row) => {
        const b = right[row] ?? null;
        const value = left === null || b === null ? null : finite(compute(left, b));
        return value === null ? null : Math.round(value * scale) / scale;
      });
      return [{ path: [`${type}__${source}__${other}`, ...rest], kind: "numeric" as const, values }];
    });
  });
  const dropped = new Set([...sources, ...others]);
  const kept = options.drop_original_columns
    ? frame.columns.filter((c) => !dropped.has(c.path[0] ?? ""))
    : frame.columns;
  return { ...frame, columns: [...kept, ...made] };
}
