import { z } from "zod";
import { t } from "../../i18n/translate.ts";
import { badRequest } from "../../model/errors.ts";
import {
  columnNamed,
  compareKeys,
  type Frame,
  type FrameColumn,
  finite,
  groupRows,
  numbersOf,
  toNumber,
  withColumns,
} from "../frame.ts";
import { Aggregates, measuresOf } from "./pivot.ts";
import { mean, quantile, sortedNumbers, sum } from "./statistics.ts";

export const AggregateOptions = z.object({ groupby: z.array(z.string()).nullish(), aggregates: Aggregates });

export function aggregate(frame: Frame, options: z.infer<typeof AggregateOptions>): Frame {
  const keys = (options.groupby ?? []).map((name) => columnNamed(frame, name));
  const measures = measuresOf(frame, options);
  const everything = [{ key: [] as unknown[], rows: Array.from({ length: frame.rows }, (_, row) => row) }];
  const groups =
    keys.length === 0 ? everything : groupRows(keys, frame.rows, true).sort((a, b) => compareKeys(a.key, b.key));
  const columns = measures.map(
    (measure): FrameColumn => ({
      path: [measure.name],
      kind: "numeric",
      values: groups.map((group) =>
        measure.aggregate(
          group.rows.map((row) => measure.source.values[row] ?? null),
          measure.options,
        ),
      ),
    }),
  );
  return { index: [], columns: [...keyColumns(keys, groups), ...columns], rows: groups.length };
}

function keyColumns(keys: readonly FrameColumn[], groups: readonly { key: unknown[] }[]): FrameColumn[] {
  return keys.map((column, i) => ({ ...column, values: groups.map((group) => group.key[i] ?? null) }));
}

export const BoxplotOptions = z.object({
  groupby: z.array(z.string()),
  metrics: z.array(z.string()),
  whisker_type: z.string(),
  percentiles: z.array(z.number()).nullish(),
});
type BoxplotOptions = z.infer<typeof BoxplotOptions>;

type Whiskers = (sorted: readonly number[]) => { low: number; high: number };

export function boxplot(frame: Frame, options: BoxplotOptions): Frame {
  const keys = options.groupby.map((name) => columnNamed(frame, name));
  const whiskers = whiskersOf(options);
  const groups = groupRows(keys, frame.rows, true).sort((a, b) => compareKeys(a.key, b.key));
  const measured = options.metrics.map((metric) => {
    const source = columnNamed(frame, metric);
    const valuesOf = (rows: readonly number[]) => rows.map((row) => source.values[row]);
    return { metric, boxes: groups.map(({ rows }) => boxOf(valuesOf(rows), whiskers)) };
  });
  const columns = BOX_PARTS.flatMap((part) =>
    measured.map(
      ({ metric, boxes }): FrameColumn => ({
        path: [`${metric}__${part}`],
        kind: part === "outliers" ? "text" : "numeric",
        values: boxes.map((box) => box[part]),
      }),
    ),
  );
  return { index: [], columns: [...keyColumns(keys, groups), ...columns], rows: groups.length };
}

const BOX_PARTS = ["mean", "median", "max", "min", "q1", "q3", "count", "outliers"] as const;

function boxOf(values: readonly unknown[], whiskers: Whiskers): Record<(typeof BOX_PARTS)[number], unknown> {
  const sorted = sortedNumbers(values.map(toNumber).filter((value) => value !== null));
  if (sorted.length === 0) {
    return { mean: null, median: null, max: null, min: null, q1: null, q3: null, count: 0, outliers: [] };
  }
  const { low, high } = whiskers(sorted);
  return {
    mean: mean(sorted),
    median: quantile(sorted, 0.5),
    max: high,
    min: low,
    q1: midpoint(sorted, 0.25),
    q3: midpoint(sorted, 0.75),
    count: sorted.length,
    outliers: sorted.filter((value) => value < low || value > high),
  };
}

function midpoint(sorted: readonly number[], q: number): number {
  const at = (sorted.length - 1) * q;
  return ((sorted[Math.floor(at)] ?? 0) + (sorted[Math.ceil(at)] ?? 0)) / 2;
}

function whiskersOf({ whisker_type: type, percentiles }: BoxplotOptions): Whiskers {
  const ends = (sorted: readonly number[]) => ({ low: sorted[0] ?? 0, high: sorted.at(-1) ?? 0 });
  if (type === "min/max") return ends;
  if (type === "tukey") {
    // Both quartiles of two values are their middle, and neither value is near it.
    return (sorted) => {
      const [q1, q3] = [midpoint(sorted, 0.25), midpoint(sorted, 0.75)];
      const [below, above] = [q1 - 1.5 * (q3 - q1), q3 + 1.5 * (q3 - q1)];
      const within = sorted.filter((value) => value >= below && value <= above);
      return ends(within.length > 0 ? within : sorted);
    };
  }
  if (type !== "percentile") throw badRequest(t("Unsupported whisker type: {type}", { type }));
  const [low, high] = percentiles ?? [];
  if (percentiles?.length !== 2 || low === undefined || high === undefined || low < 0 || high > 100 || low >= high) {
    throw badRequest(
      t(
        "percentiles must be a list or tuple with two numeric values, of which the first is lower than the second value",
      ),
    );
  }
  return (sorted) => ({ low: quantile(sorted, low / 100) ?? 0, high: quantile(sorted, high / 100) ?? 0 });
}

export const HistogramOptions = z.object({
  column: z.string(),
  groupby: z.array(z.string()).nullish(),
  bins: z.number().int().positive().max(10_000).nullish(),
  cumulative: z.boolean().nullish(),
  normalize: z.boolean().nullish(),
});

/** Equal bins from the smallest to the largest value: one column per bin, named `lo - hi`, one row per group. */
export function histogram(frame: Frame, options: z.infer<typeof HistogramOptions>): Frame {
  const source = columnNamed(frame, options.column);
  if (source.kind !== "numeric" && source.values.some((value) => value !== null)) {
    throw badRequest(t("Column {column} must be numeric.", { column: `'${options.column}'` }));
  }
  const values = numbersOf(source);
  const keys = (options.groupby ?? []).map((name) => columnNamed(frame, name));
  const everything = [{ key: [] as unknown[], rows: Array.from({ length: frame.rows }, (_, row) => row) }];
  const groups = keys.length === 0 ? everything : groupRows(keys, frame.rows).sort((a, b) => compareKeys(a.key, b.key));
  const edges = edgesOf(values, options.bins ?? 5);
  const names = edgeNames(edges);
  const counts = groups.map((group) =>
    countsOf(
      group.rows.map((row) => values[row] ?? null),
      edges,
      options,
    ),
  );
  const columns = edges.slice(1).map(
    (_, bin): FrameColumn => ({
      path: [`${names[bin]} - ${names[bin + 1]}`],
      kind: "numeric",
      values: counts.map((row) => row[bin] ?? null),
    }),
  );
  return { index: [], columns: [...keyColumns(keys, groups), ...columns], rows: groups.length };
}

function edgesOf(values: readonly (number | null)[], bins: number): number[] {
  const known = values.filter((value) => value !== null);
  if (known.length === 0) return [];
  const low = known.reduce((a, b) => Math.min(a, b));
  const high = known.reduce((a, b) => Math.max(a, b));
  const [from, to] = low === high ? [low - 0.5, high + 0.5] : [low, high];
  return Array.from({ length: bins + 1 }, (_, i) => (i === bins ? to : from + ((to - from) * i) / bins));
}

function edgeNames(edges: readonly number[]): string[] {
  const width = (edges[1] ?? 1) - (edges[0] ?? 0);
  const decimals = Math.min(100, Math.max(2, 2 - Math.floor(Math.log10(width))));
  return edges.map((edge) => String(Number(edge.toFixed(decimals))));
}

function countsOf(
  values: readonly (number | null)[],
  edges: readonly number[],
  { cumulative, normalize }: z.infer<typeof HistogramOptions>,
): (number | null)[] {
  const bins = edges.length - 1;
  if (bins < 1) return [];
  const [low, high] = [edges[0] ?? 0, edges[bins] ?? 1];
  const counts: number[] = Array(bins).fill(0);
  for (const value of values) {
    if (value === null) continue;
    const bin = Math.min(bins - 1, Math.floor(((value - low) / (high - low)) * bins));
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  const total = sum(counts);
  let running = 0;
  return counts.map((count) => {
    running += count;
    const shown = cumulative ? running : count;
    return normalize ? finite(shown / total) : shown;
  });
}

export const RankOptions = z.object({ metric: z.string(), group_by: z.string().nullish() });

export function rank(frame: Frame, options: z.infer<typeof RankOptions>): Frame {
  const values = numbersOf(columnNamed(frame, options.metric));
  const keys = options.group_by ? [columnNamed(frame, options.group_by)] : [];
  const groups = groupRows(keys, frame.rows);
  const ranks: (number | null)[] = Array(frame.rows).fill(null);
  for (const { rows } of groups) {
    const known = rows.filter((row) => values[row] !== null).sort((a, b) => (values[a] ?? 0) - (values[b] ?? 0));
    for (let start = 0; start < known.length; ) {
      let end = start;
      while (end < known.length && values[known[end] ?? 0] === values[known[start] ?? 0]) end++;
      for (let i = start; i < end; i++) ranks[known[i] ?? 0] = (start + end + 1) / 2 / known.length;
      start = end;
    }
  }
  return withColumns(frame, [{ path: ["rank"], kind: "numeric", values: ranks }]);
}
