import { z } from "zod";
import { operation } from "../../model/operation.ts";
import { ChartDataResponse } from "../../model/query-context.ts";
import { ExplainFacts, ServerTiming } from "../../model/tile-profile.ts";

export const ChartDataRequest = z.looseObject({
  queries: z.array(z.unknown()).optional(),
  form_data: z.unknown().optional(),
  filename: z.string().nullish(),
  expected_rows: z.union([z.number(), z.string()]).nullish(),
});

const Accepted = z.looseObject({
  channel_id: z.string(),
  job_id: z.string(),
  user_id: z.number().nullable(),
  status: z.string(),
  errors: z.array(z.unknown()),
  result_url: z.string().nullable(),
});

const Pivoted = z.looseObject({
  result: z.array(z.looseObject({ data: z.record(z.string(), z.unknown()), colnames: z.array(z.unknown()) })),
});
const also = { 200: Pivoted, 202: Accepted };

/**
 * JSON (`ChartDataResponse`); a 202 with the job for asynchronous queries; or a file if `result_format` is csv: one
 * CSV, or a ZIP of several.
 */
export const postChartData = operation({
  id: "postChartData",
  method: "POST",
  path: "/api/v1/chart/data",
  summary: "Run the queries of a query context",
  body: ChartDataRequest,
  response: ChartDataResponse,
  also,
  csrfExempt: true,
});

export const getChartDataByForm = operation({
  id: "getChartDataByForm",
  method: "GET",
  path: "/api/v1/chart/data",
  summary: "Run the queries of form data; `csv=true` returns a file",
  query: z.looseObject({
    form_data: z.string(),
    csv: z.string().optional(),
    force: z.string().optional(),
    dashboard_id: z.string().optional(),
  }),
  response: ChartDataResponse,
  also,
});

const DashboardFilters = z.looseObject({
  filters: z.array(
    z.looseObject({
      id: z.string(),
      name: z.string(),
      status: z.enum(["applied", "not_applied"]),
      column: z.string().nullable(),
    }),
  ),
});

export const getChartData = operation({
  id: "getChartData",
  method: "GET",
  path: "/api/v1/chart/:id/data/",
  summary: "Run the stored query context of a chart",
  params: z.object({ id: z.coerce.number().int() }),
  query: z.looseObject({
    format: z.string().optional(),
    type: z.string().optional(),
    force: z.string().optional(),
    /** Applies the default values of this dashboard's filters, and lists them in `dashboard_filters`. */
    filters_dashboard_id: z.coerce
      .number()
      .int()
      .min(1)
      .max(2 ** 31 - 1)
      .optional(),
  }),
  response: ChartDataResponse.extend({ dashboard_filters: DashboardFilters.optional() }),
  also,
});

/** Legacy path; `query_context` is the JSON of a `QueryContext`. */
export const postQuery = operation({
  id: "postQuery",
  method: "POST",
  path: "/api/v1/query/",
  summary: "Run the queries of a query context, and return only the results",
  body: z.looseObject({ query_context: z.string() }),
  response: ChartDataResponse.shape.result,
});

export const getAsyncChartData = operation({
  id: "getLaterChartData",
  method: "GET",
  path: "/api/v1/chart/data/:cache_key",
  summary: "The result of an asynchronous job",
  params: z.object({ cache_key: z.string() }),
  response: ChartDataResponse,
});

export const ChartDataBatchRequest = z.object({
  requests: z.array(z.object({ key: z.string(), context: z.looseObject({}) })).max(200),
  /** Adds the server's times to each line. */
  timing: z.boolean().optional(),
});
export type ChartDataBatchRequest = z.infer<typeof ChartDataBatchRequest>;

export const ChartDataBatchLine = z.object({
  key: z.string(),
  status: z.number(),
  body: z.union([ChartDataResponse, z.record(z.string(), z.unknown())]),
  timing: ServerTiming.optional(),
});
export type ChartDataBatchLine = z.infer<typeof ChartDataBatchLine>;

/**
 * One JSON line per request (`ChartDataBatchLine`), in the order of finishing. Closing the connection cancels all. For
 * `Accept: application/vnd.tessera.chart-data`, each line is an `AnswerHead`, followed by the bytes of the answer.
 */
export const postChartDataBatch = operation({
  id: "postChartDataBatch",
  method: "POST",
  path: "/api/v1/chart/data/batch",
  summary: "Run many query contexts and stream each answer as it finishes",
  body: ChartDataBatchRequest,
  response: z.unknown(),
  produces: "application/x-ndjson",
  csrfExempt: true,
});

export const explainChartData = operation({
  id: "explainChartData",
  method: "POST",
  path: "/api/v1/chart/data/explain",
  summary: "Statements of a query context with the engine's plans, without running them",
  body: z.object({ context: z.looseObject({}) }),
  response: z.object({
    /** Empty without permission to see the query. A plan is null if the engine has none or it must not be shown. */
    statements: z.array(z.object({ sql: z.string(), plan: z.string().nullable() })),
    facts: ExplainFacts,
  }),
  csrfExempt: true,
});
