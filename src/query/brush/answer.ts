import { TesseraError } from "../../model/errors.ts";
import { inMilliseconds } from "../../model/moment.ts";
import type { ChartDataResult, DataValue, PostProcessing } from "../../model/query-context.ts";
import type { Expression } from "../decompose.ts";
import { displayedColumns, labelMap, typeOfKind, zonesOf } from "../displayed-columns.ts";
import type { Frame, FrameColumn } from "../frame.ts";
import { postProcess } from "../post-processing/post-process.ts";
import { type BinRange, type Collected, collectorOf } from "./collect.ts";
import { compareKeyValues } from "./key-order.ts";
import type { IndexKey, QueryIndex } from "./query-index.ts";
import { AskDatabase, expressionValue, holds, numberOf, type Scope } from "./values.ts";

/** What the database would answer, to replace these fields of the last answer. */
export type IndexAnswer = Required<
  Pick<ChartDataResult, "colnames" | "coltypes" | "rowcount" | "sql_rowcount" | "label_map">
> &
  Pick<ChartDataResult, "colzones"> & { data: Record<string, DataValue>[] };

/**
 * Answers a query for ranges of bins, one for each dimension and not including their ends. Null if only the database can
 * answer, because it fails.
 */
export function answersOf(index: QueryIndex): (ranges: readonly BinRange[]) => IndexAnswer | null {
  const { shape } = index;
  const collect = collectorOf(index);
  const ranks = new Map<number, Float64Array>();
  const rankOf = (at: number) => {
    const known = ranks.get(at) ?? rankedKeys(shape.keys[at], shape.groups);
    ranks.set(at, known);
    return known;
  };
  return (ranges) => {
    try {
      return answerOf(index, collect(ranges), rankOf);
    } catch (error) {
      if (error instanceof AskDatabase || error instanceof TesseraError) return null;
      throw error;
    }
  };
}

function answerOf({ shape }: QueryIndex, collected: Collected, rankOf: (at: number) => Float64Array): IndexAnswer {
  const metricOf = metricReader(shape.divisionByZero);
  const rows = orderedGroups(collected, shape, { rankOf, metricOf });
  const columns = shape.columns.map((column): FrameColumn => {
    const { label, kind } = column;
    if ("metric" in column) return { path: [label], kind, values: rows.map(metricOf(column.metric, collected)) };
    const values = shape.keys[column.key]?.values ?? [];
    return { path: [label], kind, values: rows.map((group) => values[group] ?? null) };
  });
  const own: Frame = { index: [], columns: columns.map(asNumbers), rows: rows.length };
  const frame = processed(own, stepsOf(collected, shape, metricOf));
  return { ...presented(frame, shape.columns), sql_rowcount: rows.length };
}

type MetricReader = (metric: Expression, collected: Collected) => (group: number) => number | null;

function metricReader(divisionByZero: QueryIndex["shape"]["divisionByZero"]): MetricReader {
  return (metric, collected) => {
    if (metric.op === "component") return (group) => finite(collected.numberAt(metric.at, group));
    return (group) => finite(numberOf(expressionValue(metric, scopeOf(collected, group, divisionByZero))));
  };
}

const scopeOf = (
  { valueAt, numberAt }: Collected,
  group: number,
  divisionByZero: QueryIndex["shape"]["divisionByZero"],
): Scope => ({ component: (at) => valueAt(at, group), number: (at) => numberAt(at, group), divisionByZero });

const isShownIn =
  (collected: Collected, { having, divisionByZero }: QueryIndex["shape"]) =>
  (group: number) =>
    having.every((condition) => holds(condition, scopeOf(collected, group, divisionByZero)));

const finite = (value: number | null) => (value !== null && Number.isFinite(value) ? value : null);

interface Readers {
  rankOf: (at: number) => Float64Array;
  metricOf: MetricReader;
}

function orderedGroups(collected: Collected, shape: QueryIndex["shape"], { rankOf, metricOf }: Readers): number[] {
  const terms = shape.order.map((term) => {
    const sign = term.ascending ? 1 : -1;
    if ("key" in term) {
      const ranks = rankOf(term.key);
      return (a: number, b: number) => missingLast(ranks[a] ?? 0, ranks[b] ?? 0, sign);
    }
    const read = metricOf(term.metric, collected);
    const values = new Float64Array(shape.groups);
    for (const group of collected.groups) values[group] = read(group) ?? Number.NaN;
    return (a: number, b: number) => missingLast(values[a] ?? 0, values[b] ?? 0, sign);
  });
  const shown = shape.having.length === 0 ? collected.groups : collected.groups.filter(isShownIn(collected, shape));
  const ordered = terms.length === 0 ? shown : shown.toSorted(inTurn(terms));
  return ordered.slice(shape.offset, shape.limit === null ? undefined : shape.offset + shape.limit);
}

type Compare = (a: number, b: number) => number;

const inTurn =
  (terms: readonly Compare[]): Compare =>
  (a, b) => {
    for (const compare of terms) {
      const order = compare(a, b);
      if (order !== 0) return order;
    }
    return 0;
  };

/** Missing values are NaN. */
function missingLast(a: number, b: number, sign: 1 | -1): number {
  const [isA, isB] = [Number.isNaN(a), Number.isNaN(b)];
  if (isA || isB) return Number(isA) - Number(isB);
  return a === b ? 0 : a < b ? -sign : sign;
}

/** The place of each group among the values of a key; NaN without a value. */
function rankedKeys(key: IndexKey | undefined, groups: number): Float64Array {
  const values = key?.values ?? [];
  const given = key?.ranks;
  const distinct = given ? [] : [...new Set(values)].filter((value) => value !== null).sort(compareKeyValues);
  const places = new Map(distinct.map((value, i) => [value, i]));
  return Float64Array.from({ length: groups }, (_, group) => {
    const value = values[group] ?? null;
    return value === null ? Number.NaN : (given?.[group] ?? places.get(value) ?? 0);
  });
}

function stepsOf(collected: Collected, shape: QueryIndex["shape"], metricOf: MetricReader): PostProcessing[] {
  const { steps, totals } = shape;
  if (!totals) return [...steps];
  const whole = collected.whole();
  const sums = totals.flatMap(({ label, metric }) => {
    const sum = metricOf(metric, whole)(0);
    return sum === null ? [] : [[label, sum] as const];
  });
  const contribution_totals = Object.fromEntries(sums);
  return steps.map((step) =>
    step.operation === "contribution" ? { ...step, options: { contribution_totals, ...step.options } } : step,
  );
}

function asNumbers(column: FrameColumn): FrameColumn {
  if (column.kind !== "numeric" || !column.values.some((value: unknown) => typeof value === "string")) return column;
  return {
    ...column,
    values: Array.from(column.values, (value) => (typeof value === "string" ? Number(value) : value)),
  };
}

function processed(frame: Frame, steps: readonly PostProcessing[]): Frame {
  const made = frame.rows > 0 && steps.length > 0 ? { ...postProcess(frame, steps), hasEscapedLabels: true } : frame;
  return { ...made, columns: made.columns.map(inMilliseconds) };
}

function presented(frame: Frame, items: QueryIndex["shape"]["columns"]): Omit<IndexAnswer, "sql_rowcount"> {
  const columns = displayedColumns(frame);
  const data = Array.from({ length: frame.rows }, (_, row) => {
    const cells: Record<string, DataValue> = {};
    for (const { label, column } of columns) cells[label] = (column.values[row] ?? null) as DataValue;
    return cells;
  });
  return {
    data,
    colnames: columns.map(({ label }) => label),
    coltypes: columns.map(({ column }) => typeOfKind(column.kind)),
    rowcount: frame.rows,
    label_map: labelMap(items, columns),
    ...zonesOf(items, columns),
  };
}
