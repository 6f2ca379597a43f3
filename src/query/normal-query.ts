import { t } from "../i18n/translate.ts";
import { type AdhocColumn, columnLabel, type QueryColumn, type QueryFilter, type QueryMetric } from "../model/adhoc.ts";
import { badRequest } from "../model/errors.ts";
import {
  granularityOf,
  LIMITS,
  type PostProcessing,
  type QueryObject,
  type ResultType,
} from "../model/query-context.ts";
import { type QueryDataset, typeOfColumn } from "./query-dataset.ts";
import { NO_FILTER } from "./time-range.ts";

/**
 * A query object after resolving old field names, defaults, limits and the rules of the time axis, so that compiling
 * reads only one form.
 */
export interface NormalQuery {
  columns: QueryColumn[];
  /** null = raw rows. */
  metrics: QueryMetric[] | null;
  filters: QueryFilter[];
  where: string;
  having: string;
  /** Groups that conditions on metrics apply to; empty = the query's own. */
  havingColumns: QueryColumn[];
  granularity: string | null;
  timeGrain: string | null;
  timeRange: string;
  timeShift: string | null;
  instantShift: string | null;
  relativeStart: "today" | "now";
  relativeEnd: "today" | "now";
  isTimeseries: boolean;
  seriesColumns: QueryColumn[];
  seriesLimit: number;
  seriesLimitMetric: QueryMetric | null;
  groupOthers: boolean;
  /** Labels that come first in the result. */
  columnOrder: string[];
  orderBy: [QueryMetric | QueryColumn, boolean][];
  orderDesc: boolean;
  /** null = no limit (row counts only). */
  rowLimit: number | null;
  rowOffset: number;
  isRowCount: boolean;
  useFetchPredicate: boolean;
  sampleRows: number | null;
  postProcessing: PostProcessing[];
}

export const TIMESTAMP_ALIAS = "__timestamp";
const TEMPORAL_RANGE = "TEMPORAL_RANGE";

export interface NormaliseOptions {
  formData?: Record<string, unknown> | null;
  resultType?: ResultType;
  /** The rows are streamed to a file instead of held in memory, so the limit is higher. */
  isFile?: boolean;
}

export function normaliseQuery(query: QueryObject, dataset: QueryDataset, options: NormaliseOptions = {}): NormalQuery {
  const base: NormalQuery = {
    ...selection(query, dataset),
    ...conditions(query),
    ...timeSettings(query),
    ...seriesSettings(query),
    columnOrder: query.extras?.column_order ?? [],
    sampleRows: query.extras?.sample_rows ?? null,
    orderBy: query.orderby ?? [],
    orderDesc: query.order_desc ?? true,
    rowLimit: rowLimitOf(query, options),
    rowOffset: query.row_offset ?? 0,
    isRowCount: query.is_rowcount ?? false,
    postProcessing: stepsOf(query),
  };
  const ranged = withTimeRange(base, query, xAxisName(options.formData?.x_axis));
  const timed = ranged.granularity
    ? withGranularity(ranged, ranged.granularity, { dataset, formData: options.formData })
    : ranged;
  return asDetail(timed, dataset, options.resultType);
}

function stepsOf(query: QueryObject): PostProcessing[] {
  const steps = (query.post_processing ?? []).filter((step) => step !== null);
  if (!query.keep_missing_index) return steps;
  return steps.map((step) =>
    step.operation === "pivot" ? { ...step, options: { ...step.options, keep_missing_index: true } } : step,
  );
}

/** Rows can't be sorted by a metric without being grouped. */
function sortsByMetric({ orderby }: QueryObject, { columns, metrics }: QueryDataset): boolean {
  return (orderby ?? []).some(([term]) => {
    if (typeof term !== "string") return "aggregate" in term && term.expressionType === "SIMPLE";
    const isColumn = columns.some((column) => column.column_name === term);
    return !isColumn && metrics.some((metric) => metric.metric_name === term);
  });
}

function selection(query: QueryObject, dataset: QueryDataset) {
  const columns = query.groupby?.length ? query.groupby : (query.columns ?? []);
  return {
    columns: [...columns],
    metrics: query.metrics ?? (columns.length > 0 && sortsByMetric(query, dataset) ? [] : null),
    isTimeseries: query.is_timeseries ?? columns.includes(TIMESTAMP_ALIAS),
  };
}

function conditions(query: QueryObject) {
  return {
    filters: [...(query.filters ?? [])],
    where: joinClauses(query.extras?.where, query.where),
    having: joinClauses(query.extras?.having, query.having),
    havingColumns: query.having_columns ?? [],
    useFetchPredicate: query.apply_fetch_values_predicate ?? false,
  };
}

function timeSettings(query: QueryObject) {
  return {
    granularity: granularityOf(query),
    timeGrain: query.extras?.time_grain_sqla ?? null,
    timeRange: query.time_range ?? NO_FILTER,
    timeShift: query.time_shift ?? null,
    instantShift: instantShift(query.extras?.instant_time_comparison_range),
    relativeStart: query.extras?.relative_start ?? ("today" as const),
    relativeEnd: query.extras?.relative_end ?? ("today" as const),
  };
}

const INSTANT_SHIFTS: Readonly<Record<string, string>> = {
  y: "1 year ago",
  m: "1 month ago",
  w: "1 week ago",
  r: "inherit",
};

function instantShift(range: string | null | undefined): string | null {
  if (!range) return null;
  if (Object.hasOwn(INSTANT_SHIFTS, range)) return INSTANT_SHIFTS[range] ?? null;
  throw badRequest(t("Invalid time comparison range: {range}", { range }));
}

function seriesSettings(query: QueryObject) {
  return {
    seriesColumns: query.series_columns ?? [],
    seriesLimit: query.timeseries_limit || query.series_limit || 0,
    seriesLimitMetric: query.timeseries_limit_metric ?? query.series_limit_metric ?? null,
    groupOthers: query.group_others_when_limit_reached ?? false,
  };
}

function joinClauses(...clauses: (string | null | undefined)[]): string {
  const present = clauses.filter((clause): clause is string => Boolean(clause?.trim()));
  return present.length > 1 ? present.map((clause) => `(${clause}\n)`).join(" AND ") : (present[0] ?? "");
}

function rowLimitOf(query: QueryObject, { formData, resultType, isFile }: NormaliseOptions): number | null {
  if (query.is_rowcount && !query.row_limit) return null;
  const cap = isFile ? LIMITS.fileMaxRow : formData?.server_pagination ? LIMITS.tableMaxRowServer : LIMITS.sqlMaxRow;
  return Math.min(query.row_limit || (resultType === "samples" ? LIMITS.samplesRowLimit : LIMITS.rowLimit), cap);
}

/**
 * Every column of the underlying rows, ordered. Samples have no order, and no bounds on the query's own time column.
 */
function asDetail(query: NormalQuery, dataset: QueryDataset, resultType: ResultType | undefined): NormalQuery {
  if (resultType !== "samples" && resultType !== "drill_detail") return query;
  const columns = dataset.columns.map((column) => column.column_name);
  const detail: NormalQuery = {
    ...query,
    columns,
    metrics: null,
    isTimeseries: false,
    seriesColumns: [],
    seriesLimit: 0,
    orderBy: [],
    postProcessing: [],
    having: "",
    havingColumns: [],
  };
  if (resultType === "drill_detail") return { ...detail, orderBy: detailOrder(dataset) };
  return { ...detail, granularity: null, timeRange: NO_FILTER };
}

/**
 * By the first column, then by all other sortable ones. Rows that are equal in these look the same to users, so each
 * row is on only one page.
 */
function detailOrder({ columns }: QueryDataset): NormalQuery["orderBy"] {
  const [first, ...others] = columns;
  const ordered = others.filter((column) => !column.expression?.trim() && isOrderable(column));
  return [...(first ? [first] : []), ...ordered].map(({ column_name }) => [column_name, true]);
}

const UNORDERED = /json|xml|map|struct|row\(|array|list|\[|geo|variant|object|ntext/i;

function isOrderable(column: QueryDataset["columns"][number]): boolean {
  return typeOfColumn(column) !== "unknown" && !UNORDERED.test(column.type ?? "");
}

function withTimeRange(
  query: NormalQuery,
  { time_range: timeRange }: QueryObject,
  xAxis: string | undefined,
): NormalQuery {
  if (!timeRange) return { ...query, timeRange: derivedTimeRange(query.filters, xAxis) ?? query.timeRange };
  return { ...query, filters: query.filters.map((f) => (isTemporalRange(f) ? { ...f, val: timeRange } : f)) };
}

function withGranularity(
  query: NormalQuery,
  granularity: string,
  { dataset, formData }: { dataset: QueryDataset; formData: Record<string, unknown> | null | undefined },
): NormalQuery {
  const xAxis = xAxisName(formData?.x_axis);
  if (xAxis && dataset.columns.some((c) => c.column_name === xAxis && c.is_dttm)) {
    return withXAxisReplaced(query, xAxis, granularity);
  }
  const temporal = query.filters.filter(isTemporalRange);
  const dropped = temporal.find((f) => f.col === granularity) ?? temporal[0];
  return { ...query, filters: query.filters.filter((f) => f !== dropped) };
}

export function xAxisName(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  const expression = (value as { sqlExpression?: unknown } | null | undefined)?.sqlExpression;
  return typeof expression === "string" ? expression : undefined;
}

export const isTemporalRange = (filter: QueryFilter) => filter.op.toUpperCase() === TEMPORAL_RANGE;

function derivedTimeRange(filters: readonly QueryFilter[], xAxis: string | undefined): string | undefined {
  const temporal = filters.filter(isTemporalRange);
  const first = temporal.find((f) => f.col === xAxis) ?? temporal[0];
  return typeof first?.val === "string" ? first.val : undefined;
}

function withXAxisReplaced(query: NormalQuery, xAxis: string, granularity: string): NormalQuery {
  let replaced = false;
  const columns = query.columns.map((column): QueryColumn => {
    const name = typeof column === "string" ? column : column.sqlExpression;
    if (name !== xAxis || replaced) return column;
    replaced = true;
    return typeof column === "string"
      ? granularity
      : { ...(column as AdhocColumn), sqlExpression: granularity, label: granularity };
  });
  const postProcessing = query.postProcessing.map((step) =>
    replaced && step.operation === "pivot" ? { ...step, options: { ...step.options, index: [granularity] } } : step,
  );
  const filters = query.filters.filter((f) => !(isTemporalRange(f) && columnLabel(f.col) === xAxis));
  return { ...query, columns, postProcessing, filters };
}
