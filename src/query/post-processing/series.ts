import { z } from "zod";
import { t } from "../../i18n/translate.ts";
import { badRequest } from "../../model/errors.ts";
import { columnsNamed, type Frame, type FrameColumn, finite, mappedColumns, numbersOf, withColumns } from "../frame.ts";
import { maybeWhole, narrowed } from "./statistics.ts";

/** `{source: target}`, by the first part of the labels. Equal names replace. */
const Mapping = z.record(z.string(), z.string());

export const CumOptions = z.object({ columns: Mapping, operator: z.string() });

const WHOLE_ACCUMULATORS: Readonly<Record<string, (total: bigint, value: bigint) => bigint>> = {
  sum: (total, value) => total + value,
  min: (total, value) => lesser(total, value),
  max: (total, value) => -lesser(-total, -value),
};

function lesser(a: bigint, b: bigint): bigint {
  if (a < b) return a;
  return b;
}

const ACCUMULATORS: Readonly<Record<string, (total: number, value: number) => number>> = {
  sum: (total, value) => total + value,
  prod: (total, value) => total * value,
  min: Math.min,
  max: Math.max,
};

export function cum(frame: Frame, options: z.infer<typeof CumOptions>): Frame {
  const accumulate = Object.hasOwn(ACCUMULATORS, options.operator) ? ACCUMULATORS[options.operator] : undefined;
  if (!accumulate) throw badRequest(t("Invalid cumulative operator: {operator}", { operator: options.operator }));
  const accumulateWhole = WHOLE_ACCUMULATORS[options.operator];
  return mappedColumns(frame, options.columns, (values, column) => {
    const whole = accumulateWhole && maybeWhole(column.values);
    return whole ? running(whole, 0n, accumulateWhole).map(narrowed) : running(values, 0, accumulate);
  });
}

function running<T>(values: readonly (T | null)[], zero: T, accumulate: (total: T, value: T) => T): T[] {
  let total: T | undefined;
  return values.map((value) => {
    total = total === undefined ? (value ?? zero) : accumulate(total, value ?? zero);
    return total;
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
  return mappedColumns(frame, options.columns, (values, column) => {
    const whole = maybeWhole(column.values);
    if (!whole) return values.map((value, row) => minus(value, values[row - periods] ?? null));
    return whole.map((value, row) => {
      const before = whole[row - periods] ?? null;
      return value === null || before === null ? null : narrowed(value - before);
    });
  });
}

const minus = (a: number | null, b: number | null) => (a === null || b === null ? null : a - b);

function diffAcross(frame: Frame, mapping: Record<string, string>, periods: number): Frame {
  const sources = Object.entries(mapping).flatMap(([name, target]) =>
    columnsNamed(frame, name).map((column) => ({
      path: [target, ...column.path.slice(1)],
      numbers: numbersOf(column),
    })),
  );
  const computed = sources.map(
    ({ path, numbers }, i): FrameColumn => ({
      path,
      kind: "numeric",
      values: numbers.map((value, row) => minus(value, sources[i - periods]?.numbers[row] ?? null)),
    }),
  );
  return withColumns(frame, computed);
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

function rounded(value: number, precision: number): number {
  const scale = 10 ** precision;
  const scaled = value * scale;
  const below = Math.floor(scaled);
  const isHalf = scaled - below === 0.5;
  return (isHalf ? below + Math.abs(below % 2) : Math.round(scaled)) / scale;
}

/** Adds `type__source__compare` for each pair of metrics, per series if the frame is pivoted. */
export function compare(frame: Frame, options: z.infer<typeof CompareOptions>): Frame {
  const { source_columns: sources, compare_columns: others } = options;
  if (sources.length !== others.length)
    throw badRequest(t("`compare_columns` needs a column for each of `source_columns`."));
  const type = options.compare_type ?? "";
  const compute = Object.hasOwn(COMPARISONS, type) ? COMPARISONS[type] : undefined;
  if (!compute) throw badRequest(t("`compare_type` must be `difference`, `percentage` or `ratio`"));
  const precision = options.precision ?? 4;
  const computed = sources.flatMap((source, i) => {
    const other = others[i] ?? "";
    const against = columnsNamed(frame, other);
    return columnsNamed(frame, source).flatMap((column) => {
      const rest = column.path.slice(1);
      const match = against.find((candidate) => JSON.stringify(candidate.path.slice(1)) === JSON.stringify(rest));
      if (!match) return [];
      const right = numbersOf(match);
      const values = numbersOf(column).map((left, row) => {
        const b = right[row] ?? null;
        const value = left === null || b === null ? null : finite(compute(left, b));
        return value === null ? null : rounded(value, precision);
      });
      return [{ path: [`${type}__${source}__${other}`, ...rest], kind: "numeric" as const, values }];
    });
  });
  const dropped = new Set([...sources, ...others]);
  const remaining = options.drop_original_columns
    ? frame.columns.filter((c) => !dropped.has(c.path[0] ?? ""))
    : frame.columns;
  return { ...frame, columns: [...remaining, ...computed] };
}
