import { z } from "zod";
import { ADHOC_AGGREGATES, AdhocAggregate, FilterScalar, metricLabel, type QueryMetric } from "../../../model/adhoc.ts";
import type { QueryContext } from "../../../model/query-context.ts";
import { type Agent, ToolError } from "./agent.ts";
import { filled, Id } from "./objects.ts";
import { chartRows, MAX_ROWS } from "./result-rows.ts";
import { tool } from "./tool.ts";

const NAME = z.string().min(1).max(500);
const Sql = z.string().min(1).max(10_000);

const Metric = z.union([
  NAME.describe("A metric of the dataset"),
  z.strictObject({ column: NAME.optional(), aggregate: AdhocAggregate, label: NAME.optional() }),
  z.strictObject({ sql: Sql, label: NAME }),
]);
const Dimension = z.union([
  NAME.describe("A column"),
  z.strictObject({ column: NAME, grain: z.string().max(50).describe("P1D, P1W, P1M, P3M, P1Y, PT1H") }),
  z.strictObject({ sql: Sql, label: NAME }),
]);
const OPERATORS = [
  "==",
  "!=",
  ">",
  "<",
  ">=",
  "<=",
  "IN",
  "NOT IN",
  "LIKE",
  "ILIKE",
  "IS NULL",
  "IS NOT NULL",
] as const;
const Filter = z.strictObject({
  column: NAME,
  op: z.enum(OPERATORS),
  value: z.union([FilterScalar, z.array(FilterScalar).max(1000)]).optional(),
});

const input = z.strictObject({
  dataset_id: Id,
  metrics: z.array(Metric).max(50).default([]).describe("Empty = rows of the dimensions, not grouped"),
  dimensions: z.array(Dimension).max(50).default([]),
  filters: z.array(Filter).max(50).default([]),
  time_column: NAME.optional().describe("Default = the dataset's"),
  time_range: z.string().max(200).optional().describe('Such as "Last month" or "2024-01-01 : 2024-07-01"'),
  order_by: z
    .array(z.strictObject({ by: NAME, desc: z.boolean().default(true) }))
    .max(10)
    .default([]),
  limit: z.number().int().min(1).max(MAX_ROWS).default(100),
  offset: z.number().int().min(0).max(1_000_000).default(0),
});
export type QueryInput = z.output<typeof input>;

function metricOf(metric: z.output<typeof Metric>): QueryMetric {
  if (typeof metric === "string") return metric;
  const label = { label: metric.label, hasCustomLabel: metric.label !== undefined };
  if ("sql" in metric) return { expressionType: "SQL", sqlExpression: metric.sql, ...label };
  const { column, aggregate } = metric;
  if (column === undefined && aggregate !== "COUNT") throw new ToolError(`${aggregate} needs a column.`);
  if (column === undefined) return { expressionType: "SQL", sqlExpression: "COUNT(*)", ...label };
  return { expressionType: "SIMPLE", aggregate, column: { column_name: column }, ...label };
}

function dimensionOf(dimension: z.output<typeof Dimension>) {
  if (typeof dimension === "string") return dimension;
  if ("sql" in dimension)
    return { expressionType: "SQL" as const, sqlExpression: dimension.sql, label: dimension.label };
  const { column, grain } = dimension;
  return {
    columnType: "BASE_AXIS" as const,
    sqlExpression: column,
    label: column,
    timeGrain: grain,
    expressionType: "SQL" as const,
    isColumnReference: true,
  };
}

async function timeFilter(agent: Agent, { dataset_id, time_column, time_range }: QueryInput) {
  if (time_range === undefined) return [];
  const col = time_column ?? (await agent.get(`/api/v1/dataset/${dataset_id}`)).result.main_dttm_col;
  if (!col) throw new ToolError("The dataset has no default time column. Choose a time_column.");
  return [{ col, op: "TEMPORAL_RANGE", val: time_range }];
}

async function contextOf(agent: Agent, asked: QueryInput): Promise<QueryContext> {
  const { dataset_id, dimensions, filters, limit, offset } = asked;
  if (asked.metrics.length + dimensions.length === 0) throw new ToolError("Choose metrics or dimensions.");
  const metrics = asked.metrics.map(metricOf);
  const byLabel = new Map(metrics.map((metric) => [metricLabel(metric), metric]));
  const query = {
    columns: dimensions.map(dimensionOf),
    metrics: metrics.length > 0 ? metrics : null,
    filters: [
      ...filters.map(({ column, op, value }) => filled({ col: column, op, val: value }) as { col: string; op: string }),
      ...(await timeFilter(agent, asked)),
    ],
    orderby: asked.order_by.map(({ by, desc }): [QueryMetric, boolean] => [byLabel.get(by) ?? by, !desc]),
    // One more row than shown tells whether there are more.
    row_limit: limit + 1,
    row_offset: offset,
  };
  return { datasource: { id: dataset_id, type: "table" }, queries: [query] };
}

/** Results without their SQL are always answered at once, also where charts wait for jobs. */
export function chartData(agent: Agent, context: QueryContext) {
  const body = { ...context, result_format: "json", result_type: "results" };
  return agent.call({ method: "POST", url: "/api/v1/chart/data", body });
}

export const query = tool({
  name: "query",
  title: "Query a dataset",
  description: `Metrics by dimensions of a dataset, as charts query it. Aggregates: ${ADHOC_AGGREGATES.join(", ")}. Times are ISO 8601, UTC. "truncated" = there are more rows.`,
  scope: "read",
  input,
  subjectOf: ({ dataset_id }) => ({ kind: "dataset", id: dataset_id }),
  run: async (agent, asked) => {
    const { result } = await chartData(agent, await contextOf(agent, asked));
    return { data: chartRows(result[0] ?? {}, asked.limit) };
  },
});
