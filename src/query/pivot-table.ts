import { momentText } from "../model/moment.ts";
import {
  compareKeys,
  compareValues,
  type Frame,
  type FrameColumn,
  groupRows,
  numbersOf,
  type RowGroup,
} from "./post-processing/frame.ts";
import { assertPivotFits } from "./post-processing/pivot.ts";

/** What the form data of a pivot table says about its shape, by the wire's names. */
export interface PivotTableOptions {
  rows: readonly string[];
  columns: readonly string[];
  metrics: readonly string[];
  /** The wire's name of an aggregate, e.g. `Sum` or `Count as Fraction of Rows`. */
  aggregate: string;
  /** A column over everything in a row; a row over everything in a column. */
  rowTotals: boolean;
  colTotals: boolean;
  /** The same for each group of columns, or of rows, that begins alike. */
  rowSubtotals: SubtotalPlace | null;
  colSubtotals: SubtotalPlace | null;
  rowOrder: LineOrder;
  colOrder: LineOrder;
  transposed: boolean;
  /** Metrics beside each other within each column, not columns within each metric. */
  combineMetric: boolean;
  metricsOnRows: boolean;
}

/** Where the subtotal of a group stands. */
export type SubtotalPlace = "before" | "after";
export const LINE_ORDERS = ["key_a_to_z", "key_z_to_a", "value_a_to_z", "value_z_to_a"] as const;
/** By the keys, or by the aggregate over all metrics of a row or column. */
export type LineOrder = (typeof LINE_ORDERS)[number];

export type Aggregate = (values: readonly number[]) => number | string | null;

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const mean = (values: readonly number[]) => sum(values) / values.length;
const median = (values: readonly number[]) => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2;
};
const variance = (values: readonly number[]) => {
  if (values.length < 2) return null;
  const center = mean(values);
  return sum(values.map((value) => (value - center) ** 2)) / (values.length - 1);
};
const deviation = (values: readonly number[]) => {
  const square = variance(values);
  return square === null ? null : Math.sqrt(square);
};

const AGGREGATES: Readonly<Record<string, Aggregate>> = {
  Count: (values) => values.length,
  "Count Unique Values": (values) => new Set(values).size,
  "List Unique Values": (values) => [...new Set(values)].join(", "),
  Sum: sum,
  Average: mean,
  Median: median,
  "Sample Variance": variance,
  "Sample Standard Deviation": deviation,
  Minimum: (values) => values.reduce((least, value) => Math.min(least, value)),
  Maximum: (values) => values.reduce((most, value) => Math.max(most, value)),
  First: (values) => values[0] ?? null,
  Last: (values) => values.at(-1) ?? null,
};

/** Fractions: of what kind, and of what. */
export const FRACTION = /^(Sum|Count) as Fraction of (Total|Rows|Columns)$/;

/** The aggregate of at least one value by its wire name; of a fraction, that of its parts. */
export const aggregateOf = (name: string): Aggregate => AGGREGATES[FRACTION.exec(name)?.[1] ?? name] ?? sum;

/** A row or column of the table: which rows of the result belong to it, and which metric it shows. */
interface Line {
  label: string[];
  rows: Set<number>;
  metric?: string;
}

/**
 * The rows of a result as a pivot table: one index column that joins the keys of each row by blanks, and one column per
 * key of the columns, named the same way. Totals and subtotals are of the values, not of their aggregates. Metrics that
 * are not among the columns of the result are left out.
 */
export function pivotTable(frame: Frame, options: PivotTableOptions): Frame {
  const named = new Map(frame.columns.map((column) => [column.path.join(", "), column]));
  const keysOf = (names: readonly string[]) => names.flatMap((name) => named.get(name) ?? []);
  const metrics = options.metrics.filter((name) => named.has(name));
  const values = new Map(metrics.map((name) => [name, numbersOf(named.get(name) as FrameColumn)]));
  const [rowNames, columnNames] = options.transposed
    ? [options.columns, options.rows]
    : [options.rows, options.columns];
  const total = `Total (${options.aggregate})`;
  const weight = weigher([...values.values()], options.aggregate);
  const lines = linesOf(frame, keysOf(rowNames), {
    ...{ weight, order: options.rowOrder, subtotals: options.colSubtotals, total: options.colTotals ? total : null },
  });
  const heads = linesOf(frame, keysOf(columnNames), {
    ...{ weight, order: options.colOrder, subtotals: options.rowSubtotals, total: options.rowTotals ? total : null },
  });
  const rows = options.metricsOnRows ? withMetrics(lines, metrics, options.combineMetric) : lines;
  const columns = options.metricsOnRows ? heads : withMetrics(heads, metrics, options.combineMetric);
  assertPivotFits(rows.length * columns.length);
  const cell = cellWriter(values, { aggregate: options.aggregate, rows: frame.rows });
  return {
    index: [{ path: [""], kind: "text", values: rows.map(({ label }) => label.join(" ").trim()) }],
    rows: rows.length,
    columns: columns.map((column) => ({
      path: [column.label.join(" ").trim()],
      kind: options.aggregate === "List Unique Values" ? ("text" as const) : ("numeric" as const),
      values: rows.map((row) => cell(row, column)),
    })),
  };
}

type Weight = number | string | null;

interface Arrangement {
  order: LineOrder;
  subtotals: SubtotalPlace | null;
  /** Label of the line over everything; null: none. */
  total: string | null;
  /** What rows of the result amount to, for the orders by value. */
  weight(rows: readonly number[]): Weight;
}

function weigher(metrics: readonly (readonly (number | null)[])[], name: string): Arrangement["weight"] {
  const aggregate = aggregateOf(name);
  return (rows) => {
    const chosen = metrics.flatMap((values) => rows.flatMap((row) => values[row] ?? []));
    return chosen.length === 0 ? null : aggregate(chosen);
  };
}

function linesOf(frame: Frame, keys: readonly FrameColumn[], arrangement: Arrangement): Line[] {
  const all = Array.from({ length: frame.rows }, (_, row) => row);
  if (keys.length === 0) return [{ label: [], rows: new Set(all) }];
  const { subtotals, total } = arrangement;
  const groups = groupRows(keys, frame.rows);
  const lines = subtotals
    ? nestedLines(groups, 0, { keys, arrangement, subtotals })
    : arranged(groups, arrangement).map(({ key, rows }) => lineOf(key, rows, keys));
  return total === null ? lines : [...lines, { label: [total], rows: new Set(all) }];
}

const SUBTOTAL = "Subtotal";

interface Nesting {
  keys: readonly FrameColumn[];
  arrangement: Arrangement;
  subtotals: SubtotalPlace;
}

/** Groups stay together, each with a line over all of it beside its own lines. */
function nestedLines(groups: readonly RowGroup[], level: number, nesting: Nesting): Line[] {
  const { keys, arrangement, subtotals } = nesting;
  const isLeaf = level === keys.length - 1;
  const parts = [...Map.groupBy(groups, ({ key }) => key[level]).values()].map((members) => ({
    members,
    key: members[0]?.key.slice(0, level + 1) ?? [],
    rows: members.flatMap(({ rows }) => rows),
  }));
  return arranged(parts, arrangement).flatMap(({ key, rows, members }) => {
    const own = lineOf(key, rows, keys);
    if (isLeaf) return [own];
    const whole = { ...own, label: [...own.label, SUBTOTAL] };
    const inner = nestedLines(members, level + 1, nesting);
    return subtotals === "before" ? [whole, ...inner] : [...inner, whole];
  });
}

const lineOf = (key: readonly unknown[], rows: readonly number[], keys: readonly FrameColumn[]): Line => ({
  label: key.map((value, i) => keyText(value, keys[i])),
  rows: new Set(rows),
});

function arranged<G extends RowGroup>(groups: readonly G[], { order, weight }: Arrangement): G[] {
  const sorted = [...groups].sort((a, b) => compareKeys(a.key, b.key));
  if (order === "key_a_to_z") return sorted;
  if (order === "key_z_to_a") return sorted.reverse();
  const sign = order === "value_a_to_z" ? 1 : -1;
  return sorted
    .map((group) => ({ group, weight: weight(group.rows) }))
    .sort((a, b) => compareWeights(a.weight, b.weight, sign))
    .map(({ group }) => group);
}

/** Lines without a value come last either way. */
function compareWeights(a: Weight, b: Weight, sign: 1 | -1): number {
  return a === null || b === null ? compareValues(a, b) : sign * compareValues(a, b);
}

function keyText(value: unknown, column: FrameColumn | undefined): string {
  if (value === null || value === undefined) return "<NULL>";
  if (column?.kind !== "temporal") return String(value);
  return momentText(Number(value));
}

function withMetrics(lines: readonly Line[], metrics: readonly string[], isInner: boolean): Line[] {
  if (isInner) {
    return lines.flatMap((line) => metrics.map((metric) => ({ ...line, label: [...line.label, metric], metric })));
  }
  return metrics.flatMap((metric) => lines.map((line) => ({ ...line, label: [metric, ...line.label], metric })));
}

function cellWriter(
  values: ReadonlyMap<string, readonly (number | null)[]>,
  { aggregate: name, rows }: { aggregate: string; rows: number },
) {
  const everything = new Set(Array.from({ length: rows }, (_, row) => row));
  const of = (metric: string, chosen: Iterable<number>) =>
    Array.from(chosen, (row) => values.get(metric)?.[row]).filter((value) => typeof value === "number");
  const fraction = FRACTION.exec(name);
  const aggregate = aggregateOf(name);
  return (row: Line, column: Line): number | string | null => {
    const metric = row.metric ?? column.metric ?? "";
    const chosen = of(
      metric,
      [...row.rows].filter((one) => column.rows.has(one)),
    );
    if (chosen.length === 0) return null;
    const value = aggregate(chosen);
    if (!fraction) return value;
    const whole = { Total: everything, Rows: row.rows, Columns: column.rows }[
      fraction[2] as "Total" | "Rows" | "Columns"
    ];
    return Number(value) / Number(aggregate(of(metric, whole)));
  };
}
