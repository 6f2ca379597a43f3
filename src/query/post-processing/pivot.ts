import { z } from "zod";
import { t } from "../../i18n/translate.ts";
import { badRequest, typedError } from "../../model/errors.ts";
import { momentText } from "../../model/moment.ts";
import {
  columnNamed,
  compareKeys,
  type Frame,
  type FrameColumn,
  groupRows,
  labelPart,
  MISSING_PART,
  type RowGroup,
} from "../frame.ts";
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

/** The main thread reads the whole result of the pivot thread at once: 50 ms for a million cells. */
const MAX_CELLS = 1_500_000;

export function assertPivotFits(cells: number): void {
  if (cells > MAX_CELLS)
    throw typedError("RESULT_TOO_LARGE_ERROR", t("The pivoted result is too large. Group by fewer values."));
}

/**
 * One row per key of `index`, one column per metric and combination of values of `columns`, both sorted. By default,
 * omits rows without an index value, and rows and columns without any value.
 */
export function pivot(frame: Frame, options: PivotOptions): Frame {
  if (options.index.length === 0) throw badRequest(t("Pivot operation requires at least one index"));
  if (Object.keys(options.aggregates).length === 0)
    throw badRequest(t("Pivot operation must include at least one aggregate"));
  const index = options.index.map((name) => columnNamed(frame, name));
  const spreadNames = options.columns ?? [];
  const spread = spreadNames.map((name) =>
    asParts(columnNamed(frame, name), options.column_fill_value ?? MISSING_PART),
  );
  const measures = measuresOf(frame, options).sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  const dropMissing = options.drop_missing_columns ?? true;
  const series = seriesOf(spread, frame.rows);
  const keyed = groupRows(index, frame.rows, dropsKeys(index, options)).sort((a, b) => compareKeys(a.key, b.key));
  const cells = cellsOf(series, keyed);
  const computed = measures.map((measure) => ({ measure, cells: cells.map((rows) => valuesOf(measure, rows)) }));
  const grid = dropMissing ? withValues(computed, cells.length, keyed.length) : everything(cells.length, keyed.length);
  assertPivotFits(grid.rows.length * grid.paths.length * measures.length);
  const rowGroups = grid.rows.flatMap((row) => keyed[row] ?? []);
  const fill = options.metric_fill_value ?? null;
  const columns = computed.flatMap(({ measure, cells: own }) =>
    grid.paths.map((path) =>
      columnOf(measure, series.paths[path] ?? [], { cells: own[path] ?? new Map(), rows: grid.rows, fill }),
    ),
  );
  const filled = dropMissing ? columns.filter((column) => column.values.some((value) => value !== null)) : columns;
  const table: Frame = {
    index: index.map((column, i) => ({ ...column, values: rowGroups.map((group) => group.key[i]) })),
    columns: filled,
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

function valuesFirst(columns: readonly FrameColumn[], { paths }: Series): FrameColumn[] {
  const places = new Map(paths.map((path, i) => [pathKey(path), i]));
  const placed = columns.map(({ path: [metric = "", ...values], ...column }) => ({
    place: places.get(pathKey(values)) ?? paths.length,
    column: { ...column, path: [...values, metric] },
  }));
  return placed.sort((a, b) => a.place - b.place).map(({ column }) => column);
}

export function measuresOf(frame: Frame, options: { aggregates: z.infer<typeof Aggregates> }): Measure[] {
  return Object.entries(options.aggregates).map(([name, { column, operator, options: own = {} }]) => {
    if (!operator) throw badRequest(t("Operator undefined for aggregator: {name}", { name }));
    const source = [...frame.columns, ...frame.index].find((c) => c.path[0] === (column ?? name));
    if (!source)
      throw badRequest(t("Column referenced by aggregate is undefined: {column}", { column: column ?? name }));
    return { name, source, aggregate: aggregatorOf(operator), options: own };
  });
}

interface Series {
  paths: string[][];
  ofRow: (row: number) => number;
}

function seriesOf(spread: readonly FrameColumn[], rows: number): Series {
  if (spread.length === 0) return { paths: [[]], ofRow: () => 0 };
  const groups = groupRows(spread, rows).sort((a, b) => compareKeys(a.key, b.key));
  const position = new Int32Array(rows);
  for (const [i, group] of groups.entries()) for (const row of group.rows) position[row] = i;
  return { paths: distinctPaths(groups.map((group) => group.key.map(partOf))), ofRow: (row) => position[row] ?? 0 };
}

const pathKey = (path: readonly string[]) => JSON.stringify(path);

/** A SQLite column can contain 1 and '1': two series, whose labels must differ. */
function distinctPaths(paths: readonly string[][]): string[][] {
  const counts = new Map<string, number>();
  return paths.map((path) => {
    const count = (counts.get(pathKey(path)) ?? 0) + 1;
    counts.set(pathKey(path), count);
    return count === 1 ? path : [...path.slice(0, -1), `${path.at(-1)} (${count})`];
  });
}

type Cells = ReadonlyMap<number, unknown>;

interface Grid {
  rows: readonly number[];
  paths: readonly number[];
}

const upTo = (length: number) => Array.from({ length }, (_, i) => i);
const everything = (paths: number, rows: number): Grid => ({ rows: upTo(rows), paths: upTo(paths) });

function withValues(computed: readonly { cells: readonly Cells[] }[], paths: number, rows: number): Grid {
  const [hasRow, hasPath] = [new Uint8Array(rows), new Uint8Array(paths)];
  for (const { cells } of computed)
    for (const [path, own] of cells.entries())
      for (const [row, value] of own) if (value !== null) hasRow[row] = hasPath[path] = 1;
  return { rows: upTo(rows).filter((row) => hasRow[row]), paths: upTo(paths).filter((path) => hasPath[path]) };
}

function valuesOf(measure: Measure, cells: ReadonlyMap<number, readonly number[]>): Cells {
  const values = new Map<number, unknown>();
  for (const [group, rows] of cells) values.set(group, cellValue(measure, rows));
  return values;
}

function cellValue({ source, aggregate, options }: Measure, rows: readonly number[]): unknown {
  return aggregate(
    rows.map((row) => source.values[row] ?? null),
    options,
  );
}

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

function columnOf(
  { name, source }: Measure,
  path: readonly string[],
  { cells, rows, fill }: { cells: Cells; rows: readonly number[]; fill: number | null },
): FrameColumn {
  const values = rows.map((row) => cells.get(row) ?? fill);
  const kind = values.every((value) => value === null || typeof value === "number") ? "numeric" : source.kind;
  return { path: [name, ...path], kind: source.kind === "temporal" ? "temporal" : kind, values };
}

function asParts({ kind, ...column }: FrameColumn, missing: string): FrameColumn {
  const isText = kind === "text" || kind === "temporal";
  const textOf = (value: unknown) =>
    kind === "temporal" ? momentText(Number(value)) : labelPart(String(value), missing);
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
  const positions = new Map(series.paths.map((path, i) => [pathKey(path), i]));
  const over = (measure: Measure, rows: readonly number[]) => (rows.length === 0 ? null : cellValue(measure, rows));
  const columns = measures.flatMap((measure) => {
    const own = table.columns.filter((column) => column.path[0] === measure.name);
    const extended = own.map((column): FrameColumn => {
      const rows = bySeries.get(positions.get(pathKey(column.path.slice(1))) ?? -1) ?? [];
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
