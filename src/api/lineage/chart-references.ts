import { loadTypedForm } from "../../chart-types/index.ts";
import type { QueryColumn, QueryMetric } from "../../model/adhoc.ts";
import { annotationLayersOf, isNative, sourceIdOf } from "../../model/annotation-layer.ts";
import { readSharedForm } from "../../model/form-data.ts";
import { readJson } from "../../model/json-text.ts";
import { type MatrixAxis, matrixOf } from "../../model/matrix.ts";
import { partIds } from "../../model/part-charts.ts";
import { granularityOf, QueryContext, type QueryObject } from "../../model/query-context.ts";
import { type ChartRecord, formDataOf } from "../chart/index.ts";

/** How something is used; shown beside it. */
export type Role = "dataset" | "dimension" | "metric" | "filter" | "sort" | "time" | "sql" | "layer" | "annotation";

/** `name`: a column with that name, or else a metric. `sql`: an expression, which names columns. */
export type ChartReference =
  | { kind: "column" | "metric" | "name" | "sql"; name: string; role: Role }
  | { kind: "chart"; id: number; role: Role };

type Chart = Pick<ChartRecord, "id" | "params" | "query_context" | "viz_type" | "datasource_id" | "datasource_type">;

/** What the chart's queries name: those that its settings make, or the stored ones if it can't be built. */
export async function chartReferences(chart: Chart): Promise<ChartReference[]> {
  const form = formDataOf(chart);
  const queries = (await builtQueries(form)) ?? storedQueries(chart.query_context) ?? [];
  const matrix = matrixOf(form);
  return [
    ...queries.flatMap(queryReferences),
    ...[matrix?.rows, matrix?.columns].flatMap((axis) => (axis ? axisReferences(axis) : [])),
    ...partIds(form).map((id): ChartReference => ({ kind: "chart", id, role: "layer" })),
    ...annotationLayersOf(form.annotation_layers).flatMap((layer): ChartReference[] => {
      const id = layer.annotationType === "FORMULA" || isNative(layer) ? undefined : sourceIdOf(layer);
      return id === undefined ? [] : [{ kind: "chart", id, role: "annotation" }];
    }),
  ];
}

export async function builtQueries(form: Record<string, unknown>): Promise<QueryObject[] | undefined> {
  const read = readSharedForm(form);
  if (!read) return undefined;
  try {
    const typed = await loadTypedForm(read);
    return typed?.type.buildQuery(typed.formData).queries;
  } catch {
    return undefined;
  }
}

function storedQueries(text: string | null): QueryObject[] | undefined {
  if (!text) return undefined;
  try {
    return QueryContext.safeParse(readJson(text)).data?.queries;
  } catch {
    return undefined;
  }
}

export function queryReferences(query: QueryObject): ChartReference[] {
  const time = granularityOf(query);
  const columns = [...(query.columns ?? []), ...(query.groupby ?? []), ...(query.series_columns ?? [])];
  const limit = query.series_limit_metric ?? query.timeseries_limit_metric;
  const clauses = [query.extras?.where, query.extras?.having, query.where, query.having];
  return [
    ...[...columns, ...(query.having_columns ?? [])].flatMap((column) => columnReference(column, "dimension")),
    ...(query.metrics ?? []).flatMap((metric) => metricReference(metric, "metric")),
    ...(query.filters ?? []).flatMap(({ col }) => columnReference(col, "filter")),
    ...(limit ? metricReference(limit, "sort") : []),
    ...(query.orderby ?? []).flatMap(([by]) => orderReference(by, query)),
    ...(time ? columnReference(time, "time") : []),
    ...clauses.flatMap((sql): ChartReference[] => (sql?.trim() ? [{ kind: "sql", name: sql, role: "filter" }] : [])),
  ];
}

function columnReference(column: QueryColumn, role: Role): ChartReference[] {
  if (typeof column === "string") return [{ kind: "column", name: column, role }];
  const kind = column.isColumnReference ? "column" : "sql";
  return column.sqlExpression ? [{ kind, name: column.sqlExpression, role }] : [];
}

function metricReference(metric: QueryMetric, role: Role): ChartReference[] {
  if (typeof metric === "string") return [{ kind: "metric", name: metric, role }];
  if (metric.expressionType === "SQL") return [{ kind: "sql", name: metric.sqlExpression, role }];
  const name = metric.column?.column_name;
  return name ? [{ kind: "column", name, role }] : [];
}

/** Orders can also name a label of the query. */
function orderReference(by: QueryMetric | QueryColumn, { metrics, columns }: QueryObject): ChartReference[] {
  if (typeof by !== "string")
    return "expressionType" in by && (by.expressionType === "SIMPLE" || !("columnType" in by))
      ? metricReference(by as QueryMetric, "sort")
      : columnReference(by as QueryColumn, "sort");
  const labels = [...(metrics ?? []), ...(columns ?? [])].map((each) => (typeof each === "string" ? "" : each.label));
  return labels.includes(by) ? [] : [{ kind: "name", name: by, role: "sort" }];
}

function axisReferences(axis: MatrixAxis): ChartReference[] {
  if (axis.kind === "metrics") return axis.metrics.flatMap((metric) => metricReference(metric, "metric"));
  const column = columnReference(axis.column, "dimension");
  return axis.kind === "queried" && axis.metric ? [...column, ...metricReference(axis.metric, "sort")] : column;
}
