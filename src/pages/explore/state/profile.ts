import { simpleMetric } from "../../../features/adhoc/adhoc.ts";
import { type AdhocMetric, metricLabel, type QueryMetric } from "../../../model/adhoc.ts";
import type { Dataset, DatasetColumn } from "../../../model/dataset.ts";
import type { DataRow, QueryObject } from "../../../model/query-context.ts";
import { categoriesOf, measuresOf, timeColumn } from "./columns.ts";

export interface DatasetProfile {
  rows: number;
  /** Main time column; `moments` counts distinct values. */
  time?: { fromMs: number; toMs: number; moments: number };
  values: ReadonlyMap<string, number>;
}

const MAX_CATEGORIES = 4;

const COUNT: AdhocMetric = { expressionType: "SQL", sqlExpression: "COUNT(*)", label: "rows" };

export function profileQuery(dataset: Dataset): QueryObject {
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
      ...profiledCategories(dataset).map((column, index) => ask(column, "COUNT_DISTINCT", `values ${index}`)),
    ],
  };
}

function profiledCategories(dataset: Dataset): DatasetColumn[] {
  return categoriesOf(dataset).slice(0, MAX_CATEGORIES);
}

export function parseProfile(dataset: Dataset, row: DataRow | undefined): DatasetProfile | undefined {
  const { rows, from, to, moments } = row ?? {};
  if (!row || typeof rows !== "number") return undefined;
  const values = profiledCategories(dataset).map(
    ({ column_name }, index) => [column_name, Number(row[`values ${index}`] ?? 0)] as const,
  );
  const hasTime = typeof from === "number" && typeof to === "number" && typeof moments === "number";
  return { rows, values: new Map(values), ...(hasTime ? { time: { fromMs: from, toMs: to, moments } } : {}) };
}

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** Grains for new charts, finest first, with their length in ms, and the number of steps if it differs. */
const GRAINS: readonly (readonly [grain: string, length: number, most?: number])[] = [
  ["PT1S", 1000],
  ["PT1M", MINUTE],
  ["PT1H", 60 * MINUTE],
  ["P1D", DAY],
  ["P1W", 7 * DAY, 100],
  ["P1M", 30.4 * DAY],
  ["P3M", 91.3 * DAY],
  ["P1Y", 365.25 * DAY],
];

const DEFAULT_GRAIN = "P1D";

const MAX_STEPS = 200;

export function startingGrain(dataset: Dataset | undefined, profile: DatasetProfile | undefined): string | undefined {
  const offered = new Set(dataset?.time_grain_sqla?.map(([grain]) => grain));
  const usable = GRAINS.filter(([grain]) => offered.has(grain));
  const time = profile?.time;
  if (!time || time.moments < 2) return offered.has(DEFAULT_GRAIN) ? DEFAULT_GRAIN : undefined;
  const range = time.toMs - time.fromMs;
  const gap = range / (time.moments - 1);
  const fitting = usable.find(([, length, most = MAX_STEPS]) => range / length <= most && length > 0.6 * gap);
  return (fitting ?? usable.at(-1))?.[0];
}

const MAX_BARS = 60;

export function startingCategory(dataset: Dataset, profile: DatasetProfile | undefined): DatasetColumn | undefined {
  const categories = categoriesOf(dataset);
  const valuesOf = ({ column_name }: DatasetColumn) => profile?.values.get(column_name) ?? 0;
  const fits = (column: DatasetColumn) => valuesOf(column) > 1 && valuesOf(column) <= MAX_BARS;
  const numbersRows = (column: DatasetColumn) => valuesOf(column) > MAX_BARS && valuesOf(column) === profile?.rows;
  return categories.find(fits) ?? categories.find((column) => !numbersRows(column));
}

const TOP_BARS = 25;

export function topBars(
  category: DatasetColumn,
  metric: QueryMetric,
  profile: DatasetProfile | undefined,
): Record<string, unknown> {
  const values = profile?.values.get(category.column_name);
  if (values !== undefined && values <= MAX_BARS) return {};
  return { row_limit: TOP_BARS, x_axis_sort: metricLabel(metric), x_axis_sort_asc: false };
}

export function hasTopBars({ row_limit, x_axis_sort, x_axis_sort_asc }: Readonly<Record<string, unknown>>): boolean {
  return row_limit === TOP_BARS && Boolean(x_axis_sort) && x_axis_sort_asc === false;
}

/** True if every bar or point would count the same: one row per value, or one per value and time. */
export function isCountTrivial({ rows, time, values }: DatasetProfile, axis: string | undefined): boolean {
  const moments = time?.moments ?? 1;
  const isPerValueAndTime = [...values.values()].some((count) => moments > 1 && count > 1 && rows === moments * count);
  if (isPerValueAndTime) return true;
  return axis === undefined ? rows === moments : rows === values.get(axis);
}

const AMOUNT = /(^|_)(amount|revenue|sales|turnover|profit|income|cost|costs|value|total|spend|budget|volume)(_|$)/i;
const COUNTED = /(^|_)(quantity|qty|units|count|number|hours|minutes|distance|passengers|visits|clicks|orders)(_|$)/i;
/** Of these, sums say nothing. */
const RATE =
  /(^|_)(rate|rating|ratio|score|share|percent|percentage|pct|avg|average|mean|median|min|max|index|age)(_|$)/i;
const LEVEL =
  /(^|_)(temperature|temp|price|speed|height|width|length|depth|size|rank|level|position|order|hour|week)(_|$)/i;

/** The first chart of new data sums the column that most likely says how much, if there is one. */
export function tellingMetric(dataset: Dataset): QueryMetric | undefined {
  const own = informativeMetric(dataset);
  if (own) return own;
  const summable = measuresOf(dataset).filter(
    (column) => !RATE.test(column.column_name) && !LEVEL.test(column.column_name),
  );
  const isNamed = (pattern: RegExp) => (column: DatasetColumn) => pattern.test(column.column_name);
  const found = summable.find(isNamed(AMOUNT)) ?? summable.find(isNamed(COUNTED)) ?? summable[0];
  return found && simpleMetric(found, "SUM");
}

export function informativeMetric({ metrics }: Dataset): QueryMetric | undefined {
  const telling = metrics.filter(({ expression }) => !/^\s*count\s*\(\s*(\*|1)\s*\)\s*$/i.test(expression));
  return (telling.find(({ expression }) => !/^\s*count\s*\(/i.test(expression)) ?? telling[0])?.metric_name;
}
