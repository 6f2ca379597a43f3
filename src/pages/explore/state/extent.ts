import { type AdhocMetric, metricLabel, type QueryMetric } from "../../../model/adhoc.ts";
import type { Dataset, DatasetColumn } from "../../../model/dataset.ts";
import type { DataRow, QueryObject } from "../../../model/query-context.ts";
import { categoriesOf, timeColumn } from "./columns.ts";

/** How far a dataset reaches: what the first choices of a new chart go by. */
export interface Extent {
  rows: number;
  /** Of the main time column. */
  time?: { fromMs: number; toMs: number; moments: number };
  /** Different values by name of a category. */
  values: ReadonlyMap<string, number>;
}

/** More categories than these are not looked at. */
const LOOKED_AT = 4;

const COUNT: AdhocMetric = { expressionType: "SQL", sqlExpression: "COUNT(*)", label: "rows" };

/** The question whose one row says how far the dataset reaches. */
export function extentQuery(dataset: Dataset): QueryObject {
  const time = timeColumn(dataset);
  const ask = (column: DatasetColumn, aggregate: "MIN" | "MAX" | "COUNT_DISTINCT", label: string): AdhocMetric => ({
    expressionType: "SIMPLE",
    column: { ...column },
    aggregate,
    label,
  });
  return {
    columns: [],
    metrics: [
      COUNT,
      ...(time ? [ask(time, "MIN", "from"), ask(time, "MAX", "to"), ask(time, "COUNT_DISTINCT", "moments")] : []),
      ...lookedAt(dataset).map((column, index) => ask(column, "COUNT_DISTINCT", `values ${index}`)),
    ],
  };
}

function lookedAt(dataset: Dataset): DatasetColumn[] {
  return categoriesOf(dataset).slice(0, LOOKED_AT);
}

/** Reads the answer; undefined when it says nothing. */
export function readExtent(dataset: Dataset, row: DataRow | undefined): Extent | undefined {
  const { rows, from, to, moments } = row ?? {};
  if (!row || typeof rows !== "number") return undefined;
  const values = lookedAt(dataset).map(
    ({ column_name }, index) => [column_name, Number(row[`values ${index}`] ?? 0)] as const,
  );
  const hasTime = typeof from === "number" && typeof to === "number" && typeof moments === "number";
  return { rows, values: new Map(values), ...(hasTime ? { time: { fromMs: from, toMs: to, moments } } : {}) };
}

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** Grains that a new chart may begin with, the finest first, and how long they are. */
const GRAINS: readonly (readonly [string, number])[] = [
  ["PT1S", 1000],
  ["PT1M", MINUTE],
  ["PT1H", 60 * MINUTE],
  ["P1D", DAY],
  ["P1W", 7 * DAY],
  ["P1M", 30.4 * DAY],
  ["P3M", 91.3 * DAY],
  ["P1Y", 365.25 * DAY],
];

/** The usual grain, where nothing is known of the data: moments are seldom what a first look is for. */
const USUAL_GRAIN = "P1D";

/** More steps than this are too many to tell apart in a chart of usual size. */
const MOST_STEPS = 200;

/**
 * The grain for a new chart over time: the finest in which the whole range has few enough steps to read, and no finer
 * than the data itself is. Undefined when the database has none of them.
 */
export function startingGrain(dataset: Dataset | undefined, extent: Extent | undefined): string | undefined {
  const offered = new Set(dataset?.time_grain_sqla?.map(([grain]) => grain));
  const usable = GRAINS.filter(([grain]) => offered.has(grain));
  const time = extent?.time;
  if (!time || time.moments < 2) return offered.has(USUAL_GRAIN) ? USUAL_GRAIN : undefined;
  const range = time.toMs - time.fromMs;
  const gap = range / (time.moments - 1);
  const fitting = usable.find(([, length]) => range / length <= MOST_STEPS && length > 0.6 * gap);
  return (fitting ?? usable.at(-1))?.[0];
}

/** Bars beyond this many are a long tail, not a comparison. */
const MOST_VALUES = 60;

/**
 * The category to begin with: the first whose values fit into a chart, else the first that puts rows together. Many
 * values of one row each number the rows.
 */
export function startingCategory(dataset: Dataset, extent: Extent | undefined): DatasetColumn | undefined {
  const categories = categoriesOf(dataset);
  const valuesOf = ({ column_name }: DatasetColumn) => extent?.values.get(column_name) ?? 0;
  const fits = (column: DatasetColumn) => valuesOf(column) > 1 && valuesOf(column) <= MOST_VALUES;
  const numbersRows = (column: DatasetColumn) => valuesOf(column) > MOST_VALUES && valuesOf(column) === extent?.rows;
  return categories.find(fits) ?? categories.find((column) => !numbersRows(column));
}

/** The longest bars are those to compare, where there may be too many. */
const LONGEST = 25;

/** What of a chart by category keeps it to what can be compared: the largest first, and few of them. */
export function comparable(
  category: DatasetColumn,
  metric: QueryMetric,
  extent: Extent | undefined,
): Record<string, unknown> {
  const values = extent?.values.get(category.column_name);
  if (values !== undefined && values <= MOST_VALUES) return {};
  return { row_limit: LONGEST, x_axis_sort: metricLabel(metric), x_axis_sort_asc: false };
}

/** Whether a chart is kept to few bars as `comparable` does it. */
export function isFew({ row_limit, x_axis_sort, x_axis_sort_asc }: Readonly<Record<string, unknown>>): boolean {
  return row_limit === LONGEST && Boolean(x_axis_sort) && x_axis_sort_asc === false;
}

/** Whether counting rows says nothing: one row, or one for each moment, of every value or every thing in time. */
export function isCountIdle({ rows, time, values }: Extent, axis: string | undefined): boolean {
  const moments = time?.moments ?? 1;
  const things = [...values.values()].some((count) => moments > 1 && count > 1 && rows === moments * count);
  if (things) return true;
  return axis === undefined ? rows === moments : rows === values.get(axis);
}

/** A saved metric that says more than how many rows there are: at best one that counts nothing. */
export function tellingMetric({ metrics }: Dataset): QueryMetric | undefined {
  const telling = metrics.filter(({ expression }) => !/^\s*count\s*\(\s*(\*|1)\s*\)\s*$/i.test(expression));
  return (telling.find(({ expression }) => !/^\s*count\s*\(/i.test(expression)) ?? telling[0])?.metric_name;
}
