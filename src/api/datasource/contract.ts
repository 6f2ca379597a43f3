import { z } from "zod";
import { QueryFilter } from "../../model/adhoc.ts";
import { operation } from "../../model/operation.ts";
import { ChartDataResult, QueryExtras } from "../../model/query-context.ts";

export const getColumnValues = operation({
  id: "getColumnValues",
  method: "GET",
  path: "/api/v1/datasource/:type/:id/column/:name/values/",
  summary: "Distinct values of a column",
  params: z.object({ type: z.string(), id: z.string(), name: z.string() }),
  query: z.looseObject({
    /** Values containing this text, without regard to case. */
    search: z.string().optional(),
    limit: z.coerce.number().int().positive().optional(),
  }),
  response: z.object({ result: z.array(z.unknown()) }),
});

export const SamplesRequest = z
  .looseObject({
    filters: z.array(QueryFilter).nullish(),
    granularity: z.string().nullish(),
    time_range: z.string().nullish(),
    extras: QueryExtras.nullish(),
  })
  .nullish();
export type SamplesRequest = z.infer<typeof SamplesRequest>;

export const postSamples = operation({
  id: "postSamples",
  method: "POST",
  path: "/datasource/samples",
  summary: "A page of a dataset's rows, all of them or those that the filters leave",
  query: z.looseObject({
    datasource_type: z.string(),
    datasource_id: z.string(),
    force: z.string().optional(),
    /** From 1. */
    page: z.coerce.number().int().positive().default(1),
    per_page: z.coerce.number().int().positive().optional(),
    dashboard_id: z.string().optional(),
  }),
  body: SamplesRequest,
  response: z.object({
    result: ChartDataResult.extend({ page: z.number(), per_page: z.number(), total_count: z.number() }),
  }),
  csrfExempt: true,
});
