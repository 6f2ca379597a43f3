import { z } from "zod";
import { operation } from "../../model/operation.ts";
import { ChartDataResponse } from "../../model/query-context.ts";

/**
 * A `QueryContext`, or for downloads from a plain HTML form `{form_data: <its JSON>}`. It is checked by the handler, which
 * words what is wrong with it as the wire does.
 */
export const ChartDataRequest = z.looseObject({
  queries: z.array(z.unknown()).optional(),
  form_data: z.unknown().optional(),
  /** Of downloads: the name of the file. Its ending is that of its format. */
  filename: z.string().nullish(),
  /** Of downloads: taken and not needed, since every file is sent while it is made. */
  expected_rows: z.union([z.number(), z.string()]).nullish(),
});

/** With asynchronous queries, instead of the rows: the job whose events tell when they are there. */
const Accepted = z.looseObject({
  channel_id: z.string(),
  job_id: z.string(),
  user_id: z.number().nullable(),
  status: z.string(),
  errors: z.array(z.unknown()),
  result_url: z.string().nullable(),
});

/** Of `post_processed`: the cells of a pivoted table by column and row. */
const Pivoted = z.looseObject({
  result: z.array(z.looseObject({ data: z.record(z.string(), z.unknown()), colnames: z.array(z.unknown()) })),
});
const also = { 200: Pivoted, 202: Accepted };

/**
 * Answers JSON (`ChartDataResponse`); with asynchronous queries a 202 that names the job (an `AsyncEvent` without id); or the file when `result_format` is csv: one CSV, or a zip of several. */
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

/**
 * Links and downloads. `form_data`: JSON text of a `QueryContext`, of a chart's whole form data, or of its `slice_id`
 * alone, which asks for the chart as it is saved.
 */
export const getChartDataByForm = operation({
  id: "getChartDataByForm",
  method: "GET",
  path: "/api/v1/chart/data",
  summary: "Run the queries of form data; `csv=true` answers a file",
  query: z.looseObject({
    form_data: z.string(),
    csv: z.string().optional(),
    force: z.string().optional(),
    /** The dashboard that lets the caller see the data. */
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
    /** The defaults of this dashboard's filters are applied, and told in `dashboard_filters`. */
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

/** The path that older clients ask; `query_context` is the JSON text of a `QueryContext`. */
export const postQuery = operation({
  id: "postQuery",
  method: "POST",
  path: "/api/v1/query/",
  summary: "Run the queries of a query context, and answer the results alone",
  body: z.looseObject({ query_context: z.string() }),
  response: ChartDataResponse.shape.result,
});

/** What the done event of a chart data job names as its `result_url`. 404 for an unknown key, 422 when no longer kept. */
export const getLaterChartData = operation({
  id: "getLaterChartData",
  method: "GET",
  path: "/api/v1/chart/data/:cache_key",
  summary: "The answer that an asynchronous job has made",
  params: z.object({ cache_key: z.string() }),
  response: ChartDataResponse,
});

/** `context`: a `QueryContext`; a bad one fails only its own request. */
export const ChartDataBatchRequest = z.object({
  requests: z.array(z.object({ key: z.string(), context: z.looseObject({}) })).max(200),
});
export type ChartDataBatchRequest = z.infer<typeof ChartDataBatchRequest>;

/** One line of the batch's answer: `body` is what the single call would have answered with `status`. */
export const ChartDataBatchLine = z.object({
  key: z.string(),
  status: z.number(),
  body: z.union([ChartDataResponse, z.record(z.string(), z.unknown())]),
});
export type ChartDataBatchLine = z.infer<typeof ChartDataBatchLine>;

/** One JSON line per request (`ChartDataBatchLine`), in the order of finishing. Closing the connection cancels all. */
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
