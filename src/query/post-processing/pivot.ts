import { z } from "zod";
import { badRequest, typedError } from "../../model/errors.ts";
import { momentText } from "../../model/moment.ts";
import { columnNamed, compareKeys, type Frame, type FrameColumn, groupRows, type RowGroup } from "./frame.ts";
import { type Aggregator, aggregatorOf } from "./statistics.ts";

export const Aggregates = z.record(
  z.string(),
  z.object({
    column: z.string().optional(),
    operator: z.string().optional(),
    options: z.record(z.string(), z.unknown()).optional(),
  }),
);

export const PivotOptions = z.object({
  index: z.array(z.string()),
  columns: z.array(z.string()).nullish(),
  aggregates: Aggregates,
  metric_fill_value: z.number().nullish(),
  column_fill_value: z.string().nullish(),
  drop_missing_columns: z.boolean().nullish(),
  /** A row for each missing key too, times apart. */
  keep_missing_index: z.boolean().nullish(),
  combine_value_with_metric: z.boolean().nullish(),
  marginal_distributions: z.boolean().nullish(),
  marginal_distribution_name: z.string().nullish(),
});
export type PivotOptions = z.infer<typeof PivotOptions>;

interface Measure {
  name: string;
  source: FrameColumn;
  aggregate: Aggregator;
  options: Record<string, unknown>;
}

const MISSING = "<NULL>";
const MAX_CELLS = 20_000_000;

/**
 * One row per key of `index`, one column per metric and combination of values of `columns`, both sorted. Unless
 * told otherwise, rows whose index is missing are left out, as are rows and columns without any value.
 */
export function pivot(frame: Frame, options: PivotOptions): Frame {
  if (options.index.length === 0) throw badRequest("Pivot operation requires at least one index");
  if (Object.keys(options.aggregates).length === 0)
    throw badRequest("Pivot operation must include at least one aggregate");
  const index = options.index.map((name) => columnNamed(frame, name));
  const spreadNames = options.columns ?? [];
  const spread = spreadNames.map((name) => asParts(columnNamed(frame, name), options.column_fill_value ?? MISSING));
  const measures = measuresOf(frame, options).sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  const dropMissing = options.drop_missing_columns ?? true;
  const all = seriesOf(spread, frame.rows);
  const keyed = groupRows(index, frame.rows, dropsKeys(index, options)).sort((a, b) => compareKeys(a.key, b.key));
  const { rowGroups, series } = dropMissing ? withoutMissing(keyed, all, measures) : { rowGroups: keyed, series: all };
  if (rowGroups.length * series.paths.length * measures.length > MAX_CELLS) {
    throw typedError("RESULT_TOO_LARGE_ERROR", "The pivoted result is too large: group by fewer values.");
  }
  const rowsOf = cellsOf(series, rowGroups);
  const shape = { groups: rowGroups.length, fill: options.metric_fill_value ?? null };
  const cells = measures.flatMap((measure) =>
    series.paths.map((path, i) => cellColumn(measure, { path, cells: rowsOf[i] ?? new Map() }, shape)),
  );
  const kept = dropMissing ? cells.filter((column) => column.values.some((value) => value !== null)) : cells;
  const table: Frame = {
    index: index.map((column, i) => ({ ...column, values: rowGroups.map((group) => group.key[i]) })),
    columns: kept,
    rows: rowGroups.length,
    levels: [null, ...spreadNames],
  };
  const whole = options.marginal_distributions
    ? withMargins(table, {
        measures,
        series,
        rowGroups,
        dropMissing,
        name: options.marginal_distribution_name ?? "All",
      })
    : table;
  if (!options.combine_value_with_metric) return whole;
  return { ...whole, columns: valuesFirst(whole.columns, series), levels: [...spreadNames, null] };
}

function dropsKeys(index: readonly FrameColumn[], options: PivotOptions): boolean {
  if (options.keep_missing_index) return index.some((column) => column.kind === "temporal");
  return options.drop_missing_columns ?? true;
}

/** Labels that begin with their values, in the order of the series; margins come last. */
function valuesFirst(columns: readonly FrameColumn[], { paths }: Series): FrameColumn[] {
  const keyOf = (values: readonly string[]) => values.join("\u0000");
  const places = new Map(paths.map((path, i) => [keyOf(path), i]));
  const placed = columns.map(({ path: [metric = "", ...values], ...column }) => ({
    place: places.get(keyOf(values)) ?? paths.length,
    column: { ...column, path: [...values, metric] },
  }));
  return placed.sort((a, b) => a.place - b.place).map(({ column }) => column);
}

export function measuresOf(frame: Frame, options: { aggregates: z.infer<typeof Aggregates> }): Measure[] {
  return Object.entries(options.aggregates).map(([name, { column, operator, options: own = {} }]) => {
    if (!operator) throw badRequest(`Operator undefined for aggregator: ${name}`);
    const source = [...frame.columns, ...frame.index].find((c) => c.path[0] === (column ?? name));
    if (!source) throw badRequest(`Column referenced by aggregate is undefined: ${column ?? name}`);
    return { name, source, aggregate: aggregatorOf(operator), options: own };
  });
}

/** Combinations of the spread values in order, and which of them each row belongs to. */
interface Series {
  paths: string[][];
  ofRow: (row: number) => number;
}

function seriesOf(spread: readonly FrameColumn[], rows: number): Series {
  if (spread.length === 0) return { paths: [[]], ofRow: () => 0 };
  const groups = groupRows(spread, rows).sort((a, b) => compareKeys(a.key, b.key));
  const position = new Int32Array(rows);
  for (const [i, group] of groups.entries()) for (const row of group.rows) position[row] = i;
  return { paths: groups.map((group) => group.key.map(partOf)), ofRow: (row) => position[row] ?? 0 };
}

/** Without the rows and series in whose cells no metric has a value. */
function withoutMissing(groups: readonly RowGroup[], series: Series, measures: readonly Measure[]) {
  const rowsOf = cellsOf(series, groups);
  const [rows, paths] = [new Set<number>(), new Set<number>()];
  rowsOf.forEach((cells, path) => {
    for (const [group, own] of cells) {
      if (!measures.some((measure) => cellValue(measure, own) !== null)) continue;
      rows.add(group);
      paths.add(path);
    }
  });
  const places = series.paths.map((_, path) => path).filter((path) => paths.has(path));
  const placeOf = new Map(places.map((path, place) => [path, place]));
  return {
    rowGroups: groups.filter((_, group) => rows.has(group)),
    series: {
      paths: places.map((path) => series.paths[path] ?? []),
      ofRow: (row: number) => placeOf.get(series.ofRow(row)) ?? -1,
    },
  };
}

function cellValue({ source, aggregate, options }: Measure, rows: readonly number[]): unknown {
  return aggregate(
    rows.map((row) => source.values[row] ?? null),
    options,
  );
}

/** Rows of each cell: by series, then by row group. */
function cellsOf(series: Series, groups: readonly RowGroup[]): Map<number, number[]>[] {
  const cells = series.paths.map(() => new Map<number, number[]>());
  for (const [at, group] of groups.entries()) {
    for (const row of group.rows) {
      const column = cells[series.ofRow(row)];
      const cell = column?.get(at);
      if (cell) cell.push(row);
      else column?.set(at, [row]);
    }
  }
  return cells;
}

function cellColumn(
  measure: Measure,
  { path, cells }: { path: readonly string[]; cells: ReadonlyMap<number, number[]> },
  { groups, fill }: { groups: number; fill: number | null },
): FrameColumn {
  const { source } = measure;
  const values = Array.from({ length: groups }, (_, group) => {
    const rows = cells.get(group);
    return rows ? (cellValue(measure, rows) ?? fill) : fill;
  });
  const kind = values.every((value) => value === null || typeof value === "number") ? "numeric" : source.kind;
  return { path: [measure.name, ...path], kind: source.kind === "temporal" ? "temporal" : kind, values };
}

/** Values that become parts of labels, with a text for missing ones; numbers and truth values are sorted as such. */
function asParts({ kind, ...column }: FrameColumn, missing: string): FrameColumn {
  const isText = kind === "text" || kind === "temporal";
  const textOf = (value: unknown) => (kind === "temporal" ? momentText(Number(value)) : String(value));
  const values = Array.from(column.values, (value) => (value === null ? missing : isText ? textOf(value) : value));
  return { ...column, kind, values };
}

const partOf = (value: unknown) => (typeof value === "boolean" ? (value ? "True" : "False") : String(value));

interface Margins {
  measures: readonly Measure[];
  series: Series;
  rowGroups: readonly RowGroup[];
  dropMissing: boolean;
  name: string;
}

/** A row and, per metric, a column over everything: aggregates of the rows themselves, not of the cells. */
function withMargins(table: Frame, { measures, series, rowGroups, dropMissing, name }: Margins): Frame {
  const isComplete = (row: number) =>
    !dropMissing || measures.every(({ source }) => (source.values[row] ?? null) !== null);
  const groups = rowGroups.map((group) => group.rows.filter(isComplete));
  const all = groups.flat().sort((a, b) => a - b);
  const bySeries = new Map(Map.groupBy(all, (row) => series.ofRow(row)));
  const positions = new Map(series.paths.map((path, i) => [path.join("\u0000"), i]));
  const over = (measure: Measure, rows: readonly number[]) => (rows.length === 0 ? null : cellValue(measure, rows));
  const columns = measures.flatMap((measure) => {
    const own = table.columns.filter((column) => column.path[0] === measure.name);
    const extended = own.map((column): FrameColumn => {
      const rows = bySeries.get(positions.get(column.path.slice(1).join("\u0000")) ?? -1) ?? [];
      return { ...column, values: [...column.values, over(measure, rows)] };
    });
    const depth = Math.max(1, ...own.map((column) => column.path.length));
    if (depth === 1) return extended;
    const path = [measure.name, name, ...Array(depth - 2).fill("")];
    const values = [...groups.map((rows) => over(measure, rows)), over(measure, all)];
    return [...extended, { path, kind: "numeric" as const, values }];
  });
  const index = table.index.map((column, i) => ({
    ...column,
    kind: "text" as const,
    values: [...column.values, i === 0 ? name : ""],
  }));
  return { ...table, index, columns, rows: table.rows + 1 };
}
