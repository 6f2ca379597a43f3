import type { Expression } from "../decompose.ts";
import type { BrushDialect } from "../dialect.ts";
import type { FrameColumn, FrameKind } from "../frame.ts";
import type { NormalQuery } from "../normal-query.ts";
import type { SelectItem } from "../select-items.ts";
import { withDivisions } from "./arithmetic.ts";
import { type BuiltComponent, componentOf, type StatementColumn } from "./component.ts";
import { Groups, type Ids, idsOf } from "./groups.ts";
import { type IndexStatements, MAX_VALUES, mostRows } from "./index-statement.ts";
import type {
  Component,
  DistinctValues,
  IndexColumn,
  IndexOrder,
  IndexShape,
  NotCovered,
  QueryIndex,
} from "./query-index.ts";

interface StatementResult {
  columns: readonly StatementColumn[];
  rows: number;
}

interface BuildInput {
  statements: IndexStatements;
  brush: BrushDialect;
  query: Pick<NormalQuery, "rowLimit" | "rowOffset" | "postProcessing">;
  items: readonly SelectItem[];
  cells: StatementResult;
  distinct: ReadonlyMap<number, StatementResult>;
  totals: IndexShape["totals"];
  /** Keys in these rows of `cells` as results show them. */
  shown(rows: readonly number[]): readonly FrameColumn[];
  /** Called between steps, each of which may take 200 ms. */
  pause(): Promise<void>;
}

type BuildOutcome =
  | { isCovered: true; index: QueryIndex; unsure: readonly { at: number; type: string }[] }
  | { isCovered: false; reason: NotCovered };

/**
 * The index from the results of its statements. `unsure`: aggregates without some values, which may be infinite ones that
 * results show as missing.
 */
export async function buildIndex(input: BuildInput): Promise<BuildOutcome> {
  const { cells, distinct, statements, pause } = input;
  const { sizes } = statements;
  if (isTooLarge([cells, ...distinct.values()])) return { isCovered: false, reason: "size" };
  const binsOfCells = binColumns(cells, statements);
  const order = sortedByBin(binsOfCells[0], sizes[0] ?? 0);
  const keyColumns = cells.columns.slice(sizes.length, sizes.length + statements.keys.length);
  const groups = new Groups(keyColumns.map(({ values }) => values));
  const groupOf = mapped(order, (row) => groups.of(row));
  await pause();
  const components: Built[] = [];
  for (const [at, { combine }] of statements.aggregates.entries()) {
    const built =
      combine === "distinct" ? distinctOf(distinct.get(at), { groups, statements }) : cellValues(input, at, order);
    if (!built) return { isCovered: false, reason: "values" };
    components.push(built);
    await pause();
  }
  const shape = shapeOf(input, { groups, components });
  if ("reason" in shape) return { isCovered: false, reason: shape.reason };
  const bins = inOrder(binsOfCells, order);
  const index: QueryIndex = { shape, bins, groups: groupOf, components: components.map(({ values }) => values) };
  return { isCovered: true, index, unsure: unsureOf(input, components) };
}

export function isTooLarge(results: readonly StatementResult[]): boolean {
  const values = results.reduce((sum, { rows, columns }) => sum + rows * columns.length, 0);
  return values > MAX_VALUES || results.some(({ rows, columns }) => rows > mostRows(columns.length));
}

const componentsFrom = ({ sizes, keys }: IndexStatements) => sizes.length + keys.length;

/** The bins of rows, found here if the engine returns the values. */
function binColumns({ columns, rows }: StatementResult, { sizes, edges }: IndexStatements): Int32Array[] {
  return sizes.map((_, at) => {
    const values = columns[at]?.values ?? [];
    const own = edges[at];
    const bins = new Int32Array(rows);
    for (let row = 0; row < rows; row++) bins[row] = own ? binIn(own, Number(values[row])) : Number(values[row]);
    return bins;
  });
}

/** The last bin that doesn't begin after the value. */
function binIn(edges: readonly number[], value: number): number {
  let [low, high] = [0, edges.length - 1];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (value >= (edges[middle] ?? 0)) low = middle;
    else high = middle;
  }
  return low;
}

function sortedByBin(bins: Int32Array | undefined, size: number): Int32Array {
  const rows = bins?.length ?? 0;
  const next = new Int32Array(size + 1);
  for (let row = 0; row < rows; row++) {
    const after = (bins?.[row] ?? 0) + 1;
    next[after] = (next[after] ?? 0) + 1;
  }
  for (let bin = 0; bin < size; bin++) next[bin + 1] = (next[bin + 1] ?? 0) + (next[bin] ?? 0);
  const order = new Int32Array(rows);
  for (let row = 0; row < rows; row++) {
    const bin = bins?.[row] ?? 0;
    const place = next[bin] ?? 0;
    order[place] = row;
    next[bin] = place + 1;
  }
  return order;
}

const inOrder = (bins: readonly Int32Array[], order: Int32Array) =>
  bins.map((own) => mapped(order, (row) => own[row] as number));

/** As `Int32Array.from`, which is five times as slow. */
function mapped(rows: Int32Array, map: (row: number) => number): Int32Array {
  const result = new Int32Array(rows.length);
  for (let i = 0; i < rows.length; i++) result[i] = map(rows[i] as number);
  return result;
}

function cellValues({ cells, statements }: BuildInput, at: number, order: Int32Array): BuiltComponent | null {
  const column = cells.columns[componentsFrom(statements) + at];
  const { combine = "sum" } = statements.aggregates[at] ?? {};
  return column && combine !== "distinct" ? componentOf(column, combine, order) : null;
}

function distinctOf(
  result: StatementResult | undefined,
  { groups, statements }: { groups: Groups; statements: IndexStatements },
): Built | null {
  if (!result) return null;
  const { sizes } = statements;
  const binsOfRows = binColumns(result, statements);
  const order = sortedByBin(binsOfRows[0], sizes[0] ?? 0);
  const keys = result.columns.slice(sizes.length, -1).map(({ values }) => values);
  const counted = result.columns.at(-1);
  if (!counted || counted.kind === "temporal") return null;
  const values: Ids = idsOf(counted.values);
  const places = new Map<number, number>();
  const groupOf: number[] = [];
  const pairs = mapped(order, (row) => {
    const group = groups.find(keys, row);
    const pair = group * values.count + (values.ids[row] ?? 0);
    const known = places.get(pair);
    if (known !== undefined) return known;
    places.set(pair, groupOf.length);
    return groupOf.push(group) - 1;
  });
  const bins = inOrder(binsOfRows, order);
  return {
    values: { bins, pairs, groups: Int32Array.from(groupOf) },
    component: { combine: "distinct", scale: 0 },
  };
}

type Built = BuiltComponent | { values: DistinctValues; component: Component };

interface Parts {
  groups: Groups;
  components: readonly Built[];
}

function shapeOf(input: BuildInput, { groups, components }: Parts): IndexShape | { reason: NotCovered } {
  const { statements, query, items, brush, totals } = input;
  const types = components.map((one) => ("type" in one ? one.type : "integer"));
  const metricOf = (metric: Expression) => withDivisions(metric, types, brush);
  const shown = input.shown(groups.firstRows);
  const columns = items.map((item): IndexColumn | undefined => {
    const { label, sources, verboseName, zone } = item;
    const named = { label, sources, verboseName, zone };
    const key = statements.keys.indexOf(item);
    if (key >= 0) return { ...named, kind: shown[key]?.kind ?? "text", key };
    const own = statements.metrics.get(item);
    const metric = own && metricOf(own);
    return metric && { ...named, kind: kindOf(metric, item.type, input), metric };
  });
  const order = statements.order.map(({ by, ascending }): IndexOrder | undefined => {
    const key = "sql" in by ? statements.keys.indexOf(by) : -1;
    if (key >= 0) return { key, ascending };
    const own = "sql" in by ? statements.metrics.get(by) : by;
    const metric = own && metricOf(own);
    return metric && { metric, ascending };
  });
  const ownTotals = totals?.map(({ label, metric }) => ({ label, metric: metricOf(metric) })) ?? null;
  if (!areAll(columns) || !areAll(order) || !hasMetrics(ownTotals)) return { reason: "metric" };
  const isCut = query.rowLimit !== null && groups.count > query.rowLimit;
  if (order.length === 0 && (isCut || query.rowOffset > 0)) return { reason: "order" };
  if (!areAnswerable(statements.having, { components, totals, brush })) return { reason: "having" };
  if (totals && components.some(({ component }) => component.combine === "distinct")) return { reason: "metric" };
  return {
    sizes: statements.sizes,
    groups: Math.max(1, groups.count),
    keys: shown.map(({ kind, values }, at) => ({
      kind,
      values: [...values].map(asJson),
      ranks: ranksOf(input, groups, at),
    })),
    components: components.map(({ component }) => component),
    columns,
    order,
    having: statements.having,
    limit: query.rowLimit,
    offset: query.rowOffset,
    steps: query.postProcessing,
    totals: ownTotals,
    divisionByZero: brush.divisionByZero,
  };
}

/** Totals are of all groups. */
function areAnswerable(
  having: IndexStatements["having"],
  { components, totals, brush }: Pick<Parts, "components"> & Pick<BuildInput, "totals" | "brush">,
): boolean {
  const sides = having.flatMap(({ left, right }) => [left, right]);
  const isExact = (scale: number | null) => scale !== null && (scale === 0 || brush.hasDecimals);
  return sides.every((side) => isMadeOf(side, components, isExact)) && (!totals || having.length === 0);
}

const MOST_DIGITS = 15;

/** Not rounded: a group with the last digit of a limit would be on the wrong side of it. */
function isMadeOf(
  expression: Expression,
  components: readonly Built[],
  isExact: (scale: number | null) => boolean,
): boolean {
  switch (expression.op) {
    case "component":
      return isExact(components[expression.at]?.component.scale ?? null);
    case "number":
      return expression.text.length <= MOST_DIGITS && isExact(expression.text.split(".")[1]?.length ?? 0);
    case "null":
      return true;
    case "negate":
    case "abs":
      return isMadeOf(expression.of, components, isExact);
    case "+":
    case "-":
    case "*":
      return [expression.left, expression.right].every((side) => isMadeOf(side, components, isExact));
    default:
      return false;
  }
}

const areAll = <T>(list: readonly (T | undefined)[]): list is readonly T[] => list.every((one) => one !== undefined);

const hasMetrics = (
  totals: readonly { label: string; metric: Expression | undefined }[] | null,
): totals is NonNullable<IndexShape["totals"]> | null => totals?.every(({ metric }) => metric !== undefined) ?? true;

const asJson = (value: unknown) => (typeof value === "bigint" ? String(value) : value);

/** The earliest and latest times are times. A column without values has no kind on some engines. */
function kindOf(metric: Expression, type: SelectItem["type"], { cells, statements }: BuildInput): FrameKind {
  if (metric.op !== "component") return "numeric";
  const kind = cells.columns[componentsFrom(statements) + metric.at]?.kind;
  return kind === "temporal" || (kind === "text" && type === "temporal") ? "temporal" : "numeric";
}

function ranksOf({ statements, cells }: BuildInput, groups: Groups, key: number): number[] | null {
  const place = statements.ranked.indexOf(key);
  if (place < 0) return null;
  const column = cells.columns[componentsFrom(statements) + statements.aggregates.length + place];
  return groups.firstRows.map((row) => Number(column?.values[row]));
}

function unsureOf({ cells, statements }: BuildInput, components: readonly Built[]) {
  return components.flatMap((one, at) => {
    const { type = "" } = cells.columns[componentsFrom(statements) + at] ?? {};
    return "lacksValues" in one && one.lacksValues && one.component.combine !== "count" ? [{ at, type }] : [];
  });
}
