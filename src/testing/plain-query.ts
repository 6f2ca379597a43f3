import { columnLabel, metricLabel, type QueryColumn, type QueryFilter, type QueryMetric } from "../model/adhoc.ts";
import { granularityOf, type OrderBy, type PostProcessing, type QueryObject } from "../model/query-context.ts";

/**
 * Normalizes a query, so that queries for the same rows of two products are equal. Leaves out what has no effect or
 * only affects the format.
 */
export function plainQuery(query: QueryObject): Record<string, unknown> {
  const { extras, series_columns, row_limit } = query;
  const hasSeries = Number(query.series_limit) > 0 && (series_columns ?? []).length > 0;
  const time = timeOf(query);
  const plain = {
    columns: [...(time ? [time] : []), ...(query.columns ?? []).map(columnText)],
    metrics: query.metrics?.map(metricText),
    isDistinct: query.metrics?.length === 0 && (query.columns ?? []).length > 0,
    filters: query.filters?.map(filterText),
    where: extras?.where,
    having: extras?.having,
    time: granularityOf(query),
    range: query.time_range,
    grain: extras?.time_grain_sqla,
    offsets: query.time_offsets,
    orderby: query.orderby?.map(orderText),
    limit: Number(row_limit) > 0 ? Number(row_limit) : undefined,
    offset: query.row_offset,
    isCount: query.is_rowcount,
    series: hasSeries ? seriesText(query) : undefined,
    steps: query.post_processing?.map((step) => step && stepOf(step, granularityOf(query))),
  };
  return (withoutEmpty(plain) ?? {}) as Record<string, unknown>;
}

function timeOf(query: QueryObject): string | undefined {
  const hasAxis = (query.columns ?? []).some((column) => typeof column !== "string" && "columnType" in column);
  const time = granularityOf(query);
  return query.is_timeseries && time && !hasAxis ? axisText(time, query.extras?.time_grain_sqla) : undefined;
}

const axisText = (name: string, grain: unknown) => `axis ${name}${grain ? ` by ${grain}` : ""}`;

function columnText(column: QueryColumn): string {
  if (typeof column === "string") return column;
  const { columnType, timeGrain, sqlExpression } = column as typeof column & Record<string, unknown>;
  const label = columnLabel(column);
  if (columnType === "BASE_AXIS") return axisText(label, timeGrain);
  return sqlExpression === label ? label : `${sqlExpression} as ${label}`;
}

function metricText(metric: QueryMetric): string {
  if (typeof metric === "string") return metric;
  const { expressionType, sqlExpression, aggregate, column } = metric as typeof metric & {
    aggregate?: string;
    column?: { column_name?: string };
  };
  const expression = expressionType === "SQL" ? sqlExpression : `${aggregate}(${column?.column_name})`;
  const label = metricLabel(metric);
  return label === expression ? label : `${expression} as ${label}`;
}

const filterText = ({ col, op, val }: QueryFilter) =>
  `${columnText(col as QueryColumn)} ${op}${val === undefined || val === null ? "" : ` ${JSON.stringify(val)}`}`;

function orderText([by, isAscending]: OrderBy): string {
  const isColumn = typeof by === "object" && !("aggregate" in by) && "columnType" in by;
  const label = isColumn ? columnLabel(by as QueryColumn) : metricLabel(by as QueryMetric);
  return isAscending ? label : `${label} desc`;
}

function seriesText(query: QueryObject): string {
  const by = query.series_limit_metric ? ` by ${metricText(query.series_limit_metric)}` : "";
  const others = query.group_others_when_limit_reached ? " and others" : "";
  const direction = query.order_desc === false ? "last" : "first";
  return `${direction} ${query.series_limit} of ${query.series_columns?.map(columnText).join(", ")}${by}${others}`;
}

const TIME = "__timestamp";

function stepOf({ operation, options }: PostProcessing, time: string | null): unknown {
  const settings = withoutEmpty(options ?? {});
  if (settings === undefined) return operation;
  const text = JSON.stringify(settings);
  return { [operation]: JSON.parse(time ? text.replaceAll(`"${TIME}"`, JSON.stringify(time)) : text) };
}

function withoutEmpty(value: unknown): unknown {
  if (Array.isArray(value)) {
    const items = value.map(withoutEmpty).filter((one) => one !== undefined);
    return items.length > 0 ? items : undefined;
  }
  if (value === null || value === "" || value === false) return undefined;
  if (typeof value !== "object") return value;
  const entries = Object.entries(value).map(([key, one]) => [key, withoutEmpty(one)] as const);
  const present = entries.filter(([, one]) => one !== undefined);
  return present.length > 0 ? Object.fromEntries(present) : undefined;
}
