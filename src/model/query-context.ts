import { z } from "zod";
import { FilterScalar, QueryColumn, QueryFilter, QueryMetric } from "./adhoc.ts";

export const ResultType = z.enum([
  "full",
  "results",
  "samples",
  "query",
  "columns",
  "timegrains",
  "post_processed",
  "drill_detail",
]);
export type ResultType = z.infer<typeof ResultType>;
export const ResultFormat = z.enum(["json", "csv", "xlsx"]);
export type ResultFormat = z.infer<typeof ResultFormat>;

export const PostProcessing = z.looseObject({
  operation: z.string(),
  options: z.record(z.string(), z.unknown()).optional(),
});
export type PostProcessing = z.infer<typeof PostProcessing>;

export const QueryExtras = z.looseObject({
  where: z.string().optional(),
  having: z.string().optional(),
  time_grain_sqla: z.string().nullish(),
  relative_start: z.enum(["today", "now"]).optional(),
  relative_end: z.enum(["today", "now"]).optional(),
  /** Shifts the range back by a year, month or week (`y`, `m`, `w`) or its own length (`r`). */
  instant_time_comparison_range: z.string().nullish(),
  /** `where` and `having` are generic SQL to transpile to the database's dialect. */
  transpile_to_dialect: z.unknown().optional(),
  column_order: z.array(z.string()).nullish(),
  /** Reads only so many rows of the dataset, whichever come first. */
  sample_rows: z.number().int().positive().nullish(),
});
export type QueryExtras = z.infer<typeof QueryExtras>;

export const OrderBy = z.tuple([QueryMetric.or(QueryColumn), z.boolean()]);
export type OrderBy = z.infer<typeof OrderBy>;

const MAX_QUERIES = 100;
const MAX_PARTS = 1000;

/** Older clients send numbers as text. */
const Count = z.union([
  z.number().int().nonnegative(),
  z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number),
]);

/** Old clients name a saved metric by an object with only its label. */
function nameOfSaved(metric: unknown): unknown {
  if (typeof metric !== "object" || metric === null) return metric;
  const isNamed = Object.keys(metric).length === 1 && "label" in metric && typeof metric.label === "string";
  return isNamed ? metric.label : metric;
}

/** Unknown keys are dropped, as Superset's clients expect. */
export const QueryObject = z.object({
  columns: z.array(QueryColumn).max(MAX_PARTS).nullish(),
  groupby: z.array(QueryColumn).max(MAX_PARTS).nullish(),
  /** null: raw rows without GROUP BY; [] with columns: distinct rows. */
  metrics: z.array(z.preprocess(nameOfSaved, QueryMetric)).max(MAX_PARTS).nullish(),
  filters: z.array(QueryFilter).max(MAX_PARTS).nullish(),
  extras: QueryExtras.nullish(),
  granularity: z.string().nullish(),
  granularity_sqla: z.string().nullish(),
  time_range: z.string().nullish(),
  time_shift: z.string().nullish(),
  time_offsets: z.array(z.string()).max(MAX_QUERIES).nullish(),
  is_timeseries: z.boolean().nullish(),
  series_columns: z.array(QueryColumn).nullish(),
  series_limit: Count.nullish(),
  series_limit_metric: QueryMetric.nullish(),
  group_others_when_limit_reached: z.boolean().nullish(),
  timeseries_limit: Count.nullish(),
  timeseries_limit_metric: QueryMetric.nullish(),
  row_limit: Count.nullish(),
  row_offset: Count.nullish(),
  orderby: z.array(OrderBy).nullish(),
  order_desc: z.boolean().nullish(),
  is_rowcount: z.boolean().nullish(),
  post_processing: z.array(PostProcessing.nullable()).max(MAX_QUERIES).nullish(),
  /** Groups that HAVING applies to when the query aggregates over several of them, for totals. */
  having_columns: z.array(QueryColumn).max(MAX_PARTS).nullish(),
  /** Pivoting keeps rows with a missing index, except times. */
  keep_missing_index: z.boolean().nullish(),
  annotation_layers: z.array(z.record(z.string(), z.unknown())).max(MAX_QUERIES).nullish(),
  applied_time_extras: z.record(z.string(), FilterScalar).nullish(),
  apply_fetch_values_predicate: z.boolean().nullish(),
  url_params: z.record(z.string(), FilterScalar).nullish(),
  where: z.string().nullish(),
  having: z.string().nullish(),
  result_type: ResultType.nullish(),
});
export type QueryObject = z.infer<typeof QueryObject>;

export const granularityOf = ({ granularity, granularity_sqla }: QueryObject) =>
  granularity_sqla || granularity || null;

export const Datasource = z.looseObject({ id: z.union([z.number(), z.string()]), type: z.string() });
export type Datasource = z.infer<typeof Datasource>;

export const QueryContext = z.looseObject({
  datasource: Datasource,
  queries: z.array(QueryObject).max(MAX_QUERIES),
  force: z.boolean().nullish(),
  result_type: ResultType.nullish(),
  result_format: ResultFormat.nullish(),
  form_data: z.record(z.string(), z.unknown()).nullish(),
  custom_cache_timeout: z.number().nullish(),
});
export type QueryContext = z.infer<typeof QueryContext>;

export const GENERIC_TYPE = { NUMERIC: 0, STRING: 1, TEMPORAL: 2, BOOLEAN: 3 } as const;
export type GenericType = (typeof GENERIC_TYPE)[keyof typeof GENERIC_TYPE];

/** Dates and timestamps are epoch milliseconds, UTC. */
export type DataValue = string | number | boolean | null;
export type DataRow = Record<string, DataValue>;

const Row = z
  .custom<Record<string, unknown>>((row) => typeof row === "object" && row !== null && !Array.isArray(row))
  .meta({ type: "object" });

export const SHARE_SUFFIX = "__contribution";

/** `results` has only the first six keys. */
export const ChartDataResult = z.looseObject({
  data: z.union([z.array(Row), z.string()]).optional(),
  colnames: z.array(z.string()).optional(),
  coltypes: z.array(z.number()).optional(),
  /** On the clock of which zone the times of columns with a time zone are. */
  colzones: z.record(z.string(), z.string()).optional(),
  rowcount: z.number().nullish(),
  sql_rowcount: z.number().nullish(),
  detected_currency: z.string().nullish(),
  indexnames: z.array(z.unknown()).optional(),
  cache_key: z.string().nullish(),
  cached_dttm: z.string().nullish(),
  queried_dttm: z.string().nullish(),
  cache_timeout: z.number().nullish(),
  is_cached: z.boolean().nullish(),
  query: z.string().optional(),
  language: z.string().optional(),
  status: z.string().optional(),
  error: z.string().nullish(),
  stacktrace: z.string().nullish(),
  applied_filters: z.array(z.looseObject({ column: z.unknown() })).optional(),
  rejected_filters: z.array(z.looseObject({ column: z.unknown(), reason: z.string() })).optional(),
  applied_template_filters: z.array(z.string()).optional(),
  annotation_data: z.record(z.string(), z.unknown()).optional(),
  from_dttm: z.number().nullish(),
  to_dttm: z.number().nullish(),
  label_map: z.record(z.string(), z.array(z.string())).optional(),
  result_format: z.string().optional(),
});
export type ChartDataResult = z.infer<typeof ChartDataResult>;

export const ChartDataResponse = z.looseObject({ result: z.array(ChartDataResult) });
export type ChartDataResponse = z.infer<typeof ChartDataResponse>;

export const LIMITS = {
  rowLimit: 50_000,
  samplesRowLimit: 1_000,
  sqlMaxRow: 100_000,
  tableMaxRowServer: 500_000,
  fileMaxRow: 10_000_000,
  nativeFilterRowLimit: 1_000,
  filterSelectRowLimit: 10_000,
} as const;
