import type { AdhocMetric, QueryMetric } from "../../model/adhoc.ts";
import type { AssertionCheck } from "../../model/assertion.ts";
import { readJson } from "../../model/json-text.ts";

export interface ChartUse {
  id: number;
  /** Form data as JSON; null if it wasn't read. */
  params: string | null;
  /** Saved metrics of its dataset, as lineage knows them. */
  metrics: ReadonlySet<string>;
}

/** Assertions without a metric are about all charts on the dataset. */
export function usesMetric(chart: ChartUse, check: AssertionCheck): boolean {
  if (!("metric" in check.params)) return true;
  const { metric } = check.params;
  if (typeof metric === "string" && chart.metrics.has(metric)) return true;
  const wanted = keyOf(metric);
  return metricsIn(parsed(chart.params), false).some((used) => keyOf(used) === wanted);
}

/** Metrics with the same key have the same values. */
function keyOf(metric: QueryMetric): string {
  if (typeof metric === "string") return `saved ${metric}`;
  if (metric.expressionType === "SQL") return `sql ${metric.sqlExpression.trim()}`;
  return `${metric.aggregate ?? "COUNT"} ${metric.column?.column_name ?? ""}`;
}

function parsed(params: string | null): unknown {
  try {
    return params ? readJson(params) : null;
  } catch {
    return null;
  }
}

const METRIC_KEY = /metric/i;

/** Names of saved metrics are only known as such under keys like `metrics` and `secondary_metric`. */
function metricsIn(value: unknown, isMetric: boolean): QueryMetric[] {
  if (typeof value === "string") return isMetric ? [value] : [];
  if (Array.isArray(value)) return value.flatMap((item) => metricsIn(item, isMetric));
  if (typeof value !== "object" || value === null) return [];
  if (isAdhoc(value)) return [value];
  return Object.entries(value).flatMap(([key, item]) => metricsIn(item, METRIC_KEY.test(key)));
}

const isAdhoc = (value: object): value is AdhocMetric =>
  "expressionType" in value &&
  (value.expressionType === "SQL" ? "sqlExpression" in value : "aggregate" in value && "column" in value);
