import { compareKeys, type Frame, type FrameColumn, groupRows, numbersOf } from "./post-processing/frame.ts";

/** What the form data of a pivot table says about its shape, by the wire's names. */
export interface PivotTableOptions {
  rows: readonly string[];
  columns: readonly string[];
  metrics: readonly string[];
  /** The wire's name of an aggregate, e.g. `Sum` or `Count as Fraction of Rows`. */
  aggregate: string;
  rowTotals: boolean;
  colTotals: boolean;
  transposed: boolean;
  /** Metrics beside each other within each column, not columns within each metric. */
  combineMetric: boolean;
  metricsOnRows: boolean;
}

type Aggregate = (values: readonly number[]) => number | string | null;

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
  Minimum: (values) => Math.min(...values),
  Maximum: (values) => Math.max(...values),
  First: (values) => values[0] ?? null,
  Last: (values) => values.at(-1) ?? null,
};

const FRACTION = /^(Sum|Count) as Fraction of (Total|Rows|Columns)$/;

/** A row or column of the table: which rows of the result belong to it, and which metric it shows. */
interface Line {
  label: string[];
  rows: Set<number>;
  metric?: string;
}

/**
 * The rows of a result as a pivot table: one index column that joins the keys of each row by blanks, and one column per
 * key of the columns, named the same way. Totals are of the values, not of their aggregates. Metrics that are not among
 * the columns of the result are left out.
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
  const lines = linesOf(frame, keysOf(rowNames), options.colTotals ? total : null);
  const heads = linesOf(frame, keysOf(columnNames), options.rowTotals ? total : null);
  const rows = options.metricsOnRows ? withMetrics(lines, metrics, options.combineMetric) : lines;
  const columns = options.metricsOnRows ? heads : withMetrics(heads, metrics, options.combineMetric);
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

function linesOf(frame: Frame, keys: readonly FrameColumn[], total: string | null): Line[] {
  const all = Array.from({ length: frame.rows }, (_, row) => row);
  if (keys.length === 0) return [{ label: [], rows: new Set(all) }];
  const groups = groupRows(keys, frame.rows).sort((a, b) => compareKeys(a.key, b.key));
  const lines = groups.map(({ key, rows }) => ({
    label: key.map((value, i) => keyText(value, keys[i])),
    rows: new Set(rows),
  }));
  return total === null ? lines : [...lines, { label: [total], rows: new Set(all) }];
}

function keyText(value: unknown, column: FrameColumn | undefined): string {
  if (value === null || value === undefined) return "<NULL>";
  if (column?.kind !== "temporal") return String(value);
  return new Date(Number(value)).toISOString().slice(0, 19).replace("T", " ");
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
  const aggregate = AGGREGATES[fraction?.[1] ?? name] ?? sum;
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
