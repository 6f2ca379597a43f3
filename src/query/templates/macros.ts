import { list } from "../../i18n/intl.ts";
import { t } from "../../i18n/translate.ts";
import type { QueryColumn, QueryFilter, QueryMetric } from "../../model/adhoc.ts";
import { readJson } from "../../model/json-text.ts";
import { isoWithoutZone } from "../calendar.ts";
import type { Dialect } from "../dialect.ts";
import { isDateType, type QueryDataset } from "../query-dataset.ts";
import type { TimeRange } from "../time-range.ts";
import type { TemplateFunction } from "./functions.ts";
import type { Placement } from "./placement.ts";
import { strftime } from "./python-time.ts";
import { templateError } from "./template-error.ts";
import { NoData } from "./values.ts";

export interface TemplateRequest {
  /** null for anonymous visitors; guests have only a name and roles. */
  user: { id: number | null; username: string; email: string | null; roles: readonly string[] } | null;
  /** URL parameters; those of the request take precedence over those stored in form data. */
  urlParams: Readonly<Record<string, unknown>>;
  /** Only checks a text: every value that a request would provide exists. */
  isTrial?: boolean;
}

/** Replaces request values if there is no request: works as a number, and as text within quotes. */
const TRIAL_VALUE = "1";
const TRIAL_RANGE = "1970-01-01 : 1970-01-02";

export interface TemplateQuery {
  dataset: QueryDataset;
  dialect: Dialect;
  columns: readonly QueryColumn[];
  metrics: readonly QueryMetric[] | null;
  filters: readonly QueryFilter[];
  rowLimit: number | null;
  rowOffset: number;
  timeColumn: string | null;
  timeGrain: string | null;
  timeRange: string | null;
  bounds(): TimeRange;
  resolveRange(text: string): TimeRange;
}

export type Lookup =
  | { kind: "dataset"; id: number; includeMetrics: boolean; columns: readonly string[] | null; bounds: TimeRange }
  | { kind: "metric"; key: string; datasetId: number }
  | { kind: "partitions"; table: string }
  | { kind: "rls" };

export interface Partitions {
  columns: readonly string[];
  rows: readonly (readonly unknown[])[];
}

export interface MacroContext {
  request: TemplateRequest;
  query: TemplateQuery;
  placement: Placement;
  /** Filters that templates handle, and those that must not be applied in addition. */
  applied: Set<string>;
  removed: Set<string>;
  addCacheKey(value: unknown): void;
  lookedUp(lookup: Lookup): unknown;
  renderMetric(key: string, expression: string): string;
}

type Named = Readonly<Record<string, unknown>>;

function argument([args, named]: [readonly unknown[], Named], at: number, name: string): unknown {
  return args[at] ?? named[name];
}

const isUnlessSet = (call: [readonly unknown[], Named], at: number, name: string) =>
  Boolean(argument(call, at, name) ?? true);

function requiredText(value: unknown, macro: string, name: string): string {
  if (typeof value === "string") return value;
  throw templateError("TemplateRuntimeError", t("{macro}() requires a string for {name}", { macro, name }));
}

const PARTITION_NAMES: Readonly<Record<string, readonly string[]>> = { trino: ["trino", "presto"] };

function partitionMacros(context: MacroContext): Record<string, TemplateFunction> {
  const names = PARTITION_NAMES[context.query.dialect.engine] ?? [];
  const partitionsOf = (table: unknown) =>
    context.lookedUp({ kind: "partitions", table: requiredText(table, "latest_partition", "table") }) as Partitions;
  const latest = (table: unknown) => partitionsOf(table).rows[0] ?? null;
  const macros: Record<string, TemplateFunction> = {
    latest_partition: ([table], named) => context.placement.foreign(latest(table ?? named.table_name)?.[0] ?? null),
    first_latest_partition: ([table], named) =>
      context.placement.foreign(latest(table ?? named.table_name)?.[0] ?? null),
    latest_partitions: ([table], named) => context.placement.foreign(latest(table ?? named.table_name)),
    latest_sub_partition: ([table], { table_name, ...fixed }) => {
      const partitions = partitionsOf(table ?? table_name);
      return context.placement.foreign(subPartition(partitions, fixed));
    },
  };
  return Object.fromEntries(
    names.flatMap((name) => Object.entries(macros).map(([macro, run]) => [`${name}.${macro}`, run])),
  );
}

function subPartition({ columns, rows }: Partitions, fixed: Named): unknown {
  const unknown = Object.keys(fixed).find((field) => !columns.includes(field));
  const open = columns.filter((field) => !Object.hasOwn(fixed, field));
  if (unknown !== undefined || open.length !== 1) {
    const fields = list(columns, "commas");
    const message =
      unknown === undefined
        ? t("latest_sub_partition requires values for all partition fields except one. Fields: {fields}", { fields })
        : t("latest_sub_partition: the partition field {unknown} doesn't exist. Fields: {fields}", { unknown, fields });
    throw templateError("SupersetTemplateException", message);
  }
  const row = rows.find((values) =>
    columns.every((field, i) => !Object.hasOwn(fixed, field) || String(values[i]) === String(fixed[field])),
  );
  return row?.[columns.indexOf(open[0] ?? "")] ?? null;
}

export function macrosOf(context: MacroContext): Record<string, TemplateFunction> {
  const { user } = context.request;
  const ofUser =
    (value: unknown): TemplateFunction =>
    (...call) => {
      if (value === null || value === undefined) return null;
      if (isUnlessSet(call, 0, "add_to_cache_keys")) context.addCacheKey(value);
      return context.placement.foreign(value);
    };
  return {
    current_user_id: ofUser(user?.id),
    current_username: ofUser(user?.username),
    current_user_email: ofUser(user?.email),
    current_user_roles: ofUser(user && [...user.roles].sort()),
    current_user_rls_rules: () => context.lookedUp({ kind: "rls" }),
    cache_key_wrapper: ([value]) => {
      if (value === undefined || value instanceof NoData) {
        const kind = value instanceof NoData ? value.kind : "Undefined";
        throw templateError(
          "SupersetTemplateException",
          t("Unsafe return type for function cache_key_wrapper: {kind}", { kind }),
        );
      }
      context.addCacheKey(value);
      return value;
    },
    url_param: (...call) => urlParam(context, call),
    filter_values: (...call) => filterValues(context, call),
    get_filters: ([column, remove], named) =>
      filtersOn(context, requiredText(column ?? named.column, "get_filters", "column"), remove ?? named.remove_filter),
    get_time_filter: (...call) => timeFilter(context, call),
    dataset: (...call) => datasetSql(context, call),
    metric: (...call) => metricSql(context, call),
    ...partitionMacros(context),
  };
}

function urlParam(context: MacroContext, call: [readonly unknown[], Named]): unknown {
  const name = requiredText(argument(call, 0, "param") ?? call[1].name, "url_param", "name");
  const { urlParams, isTrial } = context.request;
  const urlValue = Object.hasOwn(urlParams, name) ? urlParams[name] : undefined;
  const value = urlValue ?? argument(call, 1, "default") ?? (isTrial ? TRIAL_VALUE : null);
  const isEscaped = typeof value === "string" && isUnlessSet(call, 3, "escape_result");
  const result = isEscaped ? literalBody(context.query.dialect, value) : value;
  if (isUnlessSet(call, 2, "add_to_cache_keys")) context.addCacheKey(result);
  if (urlValue !== undefined && urlValue !== null) return context.placement.foreign(result);
  if (isEscaped) context.placement.derived(value, [String(result)]);
  return result;
}

function literalBody(dialect: Dialect, text: string): string {
  const literal = dialect.quoteText(text);
  return literal.slice(literal.indexOf("'") + 1, -1);
}

function filtersOn(
  context: MacroContext,
  column: string,
  remove: unknown,
): { op: string; col: string; val: unknown }[] {
  if (context.request.isTrial) return [{ op: "IN", col: column, val: [TRIAL_VALUE] }];
  return context.query.filters.flatMap(({ col, op: operator, val }) => {
    const op = operator.trim().toUpperCase();
    if (col !== column || !(hasValue(val) || op === "IS NULL" || op === "IS NOT NULL")) return [];
    context.applied.add(column);
    if (remove) context.removed.add(column);
    const listed = (op === "IN" || op === "NOT IN") && !Array.isArray(val) ? [val] : (val ?? null);
    return [{ op, col: column, val: context.placement.foreign(listed) }];
  });
}

const hasValue = (value: QueryFilter["val"]) => (Array.isArray(value) ? value.length > 0 : Boolean(value));

function filterValues(context: MacroContext, call: [readonly unknown[], Named]): unknown[] {
  const column = requiredText(argument(call, 0, "column"), "filter_values", "column");
  const fallback = argument(call, 1, "default");
  const found = filtersOn(context, column, argument(call, 2, "remove_filter"));
  const values = found.flatMap(({ val }) => (Array.isArray(val) ? val : val ? [val] : []));
  return values.length === 0 && fallback ? [fallback] : values;
}

function requestedRange({ query, request }: MacroContext, own: unknown): string {
  if (typeof own === "string") return own;
  return query.timeRange ?? (request.isTrial ? TRIAL_RANGE : "No filter");
}

function timeFilter(context: MacroContext, call: [readonly unknown[], Named]) {
  const { query } = context;
  const column = argument(call, 0, "column");
  const own = query.filters.find(({ col, op }) => col === column && op.trim().toUpperCase() === "TEMPORAL_RANGE");
  const isOwn = typeof column === "string" && (own !== undefined || query.timeColumn === column);
  let type = argument(call, 2, "target_type");
  if (isOwn) {
    context.applied.add(column);
    if (argument(call, 4, "remove_filter")) context.removed.add(column);
    type ??= query.dataset.columns.find(({ column_name }) => column_name === column)?.type;
  }
  const requestedBounds = requestedRange(context, own?.val);
  const fallback = argument(call, 1, "default");
  const isFallback =
    requestedBounds.trim().toLowerCase() === "no filter" && typeof fallback === "string" && fallback !== "";
  const range = isFallback ? fallback : requestedBounds;
  const { since, until } = query.resolveRange(range);
  const format = argument(call, 3, "strftime");
  const written = (ms: number | null) => {
    if (ms === null) return null;
    if (typeof format === "string" && format !== "") {
      const text = strftime(ms, format);
      context.placement.derived(format, [text]);
      return text;
    }
    return query.dialect.temporalLiteral(ms, typeof type === "string" && isDateType(type) ? "date" : "timestamp");
  };
  const time_range = isFallback ? range : context.placement.foreign(range);
  return { from_expr: written(since), to_expr: written(until), time_range };
}

function datasetSql(context: MacroContext, call: [readonly unknown[], Named]): unknown {
  const id = Number(argument(call, 0, "dataset_id"));
  const columns = argument(call, 2, "columns");
  if (!Number.isSafeInteger(id)) throw templateError("SupersetTemplateException", t("Dataset not found!"));
  const sql = context.lookedUp({
    kind: "dataset",
    id,
    includeMetrics: Boolean(argument(call, 1, "include_metrics")),
    columns: Array.isArray(columns) && columns.length > 0 ? columns.map(String) : null,
    bounds: context.query.bounds(),
  });
  return `(\n${sql}\n) AS dataset_${id}`;
}

function metricSql(context: MacroContext, call: [readonly unknown[], Named]): string {
  const key = requiredText(argument(call, 0, "metric_key"), "metric", "key");
  const datasetId = argument(call, 1, "dataset_id");
  if (datasetId !== undefined && datasetId !== null) {
    const expression = context.lookedUp({ kind: "metric", key, datasetId: Number(datasetId) });
    return context.renderMetric(`${Number(datasetId)}.${key}`, String(expression));
  }
  const { dataset } = context.query;
  const saved = dataset.metrics.find(({ metric_name }) => metric_name === key);
  if (!saved) throw isOfNoDataset(context.query) ? missingDatasetId(key) : metricNotFound(key, dataset.table_name);
  return context.renderMetric(key, saved.expression);
}

export const metricNotFound = (key: string, table: string) =>
  templateError("SupersetTemplateException", t("Metric ``{key}`` not found in `{table}`.", { key, table }));

const isOfNoDataset = ({ dataset }: TemplateQuery) => dataset.table_name === "";

const missingDatasetId = (key: string) =>
  templateError(
    "SupersetTemplateException",
    t("Please specify the Dataset ID for the ``{key}`` metric in the Jinja macro.", { key }),
  );

/**
 * Variables of the query, and the dataset's own parameters, which can replace them. Statements without a dataset have
 * only parameters. Throws unless these are a JSON object.
 */
export function variablesOf({ query, placement, request }: MacroContext): Record<string, unknown> {
  const params = templateParams(query.dataset.template_params);
  if (isOfNoDataset(query)) return params;
  const { since, until } = request.isTrial ? query.resolveRange(TRIAL_RANGE) : query.bounds();
  const columns = placement.foreign(query.columns.map(plain));
  return {
    columns,
    groupby: columns,
    metrics: placement.foreign(query.metrics?.map(plain) ?? null),
    filter: query.filters.map((filter) => {
      const foreign = placement.foreign(plain({ ...filter, op: "" })) as object;
      return { ...foreign, op: OPERATOR.test(filter.op.trim()) ? filter.op : placement.foreign(filter.op) };
    }),
    row_limit: query.rowLimit,
    row_offset: query.rowOffset,
    from_dttm: since === null ? null : isoWithoutZone(since),
    to_dttm: until === null ? null : isoWithoutZone(until),
    time_column: placement.foreign(query.timeColumn),
    time_grain: placement.foreign(query.timeGrain),
    table_columns: query.dataset.columns.map((column) => column.column_name),
    ...params,
  };
}

/** Drops keys without a value, which templates distinguish from null. */
const plain = (value: unknown): unknown => (typeof value === "object" ? JSON.parse(JSON.stringify(value)) : value);

/** Known filter operators can be in SQL unquoted; anything else sent as an operator is an ordinary value. */
const OPERATOR = /^(?:[=!<>]=|[=<>]|<>|(?:NOT )?(?:IN|I?LIKE)|IS (?:NOT )?NULL|IS (?:TRUE|FALSE)|TEMPORAL_RANGE)$/i;

/** A dataset's parameters, stored as JSON. Throws a 422 unless they are an object. */
export function templateParams(text: string | null | undefined): Record<string, unknown> {
  if (!text?.trim()) return {};
  try {
    const params: unknown = readJson(text);
    if (typeof params === "object" && params !== null && !Array.isArray(params))
      return params as Record<string, unknown>;
  } catch {
    // Reported below, as for any other text that isn't an object.
  }
  throw templateError(
    "SupersetTemplateException",
    t("Invalid template parameters in the dataset: enter a JSON object"),
  );
}

export function whereIn(dialect: Dialect): TemplateFunction {
  return ([values, noneIfEmpty], named) => {
    const list = values === null || values === undefined ? [] : Array.isArray(values) ? values : [values];
    if (list.length === 0 && (noneIfEmpty ?? named.default_to_none)) return null;
    return `(${list.map((value) => sqlLiteral(dialect, value)).join(", ")})`;
  };
}

function sqlLiteral(dialect: Dialect, value: unknown): string {
  if (value === null || value === undefined) return "NULL";
  if (typeof value === "number" && Number.isFinite(value)) return String(value);
  if (typeof value === "boolean") return value ? "TRUE" : "FALSE";
  if (typeof value === "string") return dialect.quoteText(value);
  throw templateError("TemplateRuntimeError", t("where_in accepts strings, numbers and booleans"));
}
