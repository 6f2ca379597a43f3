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
    search: z.string().optional(),
    limit: z.coerce.number().int().positive().optional(),
  }),
  response: z.object({ result: z.array(z.unknown()) }),
});

const ProfileValue = z.union([z.string(), z.number(), z.boolean(), z.null()]);

/** Times are epoch milliseconds, numbers beyond 53 bits are text. */
export const ColumnProfile = z.object({
  column: z.string(),
  type: z.string().nullable(),
  kind: z.enum(["numeric", "temporal", "boolean", "text"]),
  /** On the clock of which zone `min`, `max` and `values` are, for times with a time zone. */
  zone: z.string().nullish(),
  rows: z.number(),
  is_sample: z.boolean(),
  distinct: z.number(),
  missing: z.number(),
  min: ProfileValue,
  max: ProfileValue,
  mean: z.number().nullable(),
  values: z.array(z.object({ value: ProfileValue, count: z.number() })),
  histogram: z
    .object({
      grain: z.string().nullable(),
      bins: z.array(z.object({ from: z.number(), to: z.number(), count: z.number() })),
    })
    .nullable(),
});
export type ColumnProfile = z.infer<typeof ColumnProfile>;

export const getColumnProfile = operation({
  id: "getColumnProfile",
  method: "GET",
  path: "/api/v1/datasource/:type/:id/column/:name/profile/",
  summary: "Counts, extremes, top values and histogram of a column",
  params: z.object({ type: z.string(), id: z.string(), name: z.string() }),
  query: z.looseObject({ force: z.stringbool().optional() }),
  response: z.object({ result: ColumnProfile }),
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
  summary: "A page of a dataset's rows, optionally filtered",
  query: z.looseObject({
    datasource_type: z.string(),
    datasource_id: z.string(),
    force: z.string().optional(),
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

const Id = z.coerce.number().int();

const ExternalColumn = z.looseObject({
  column_name: z.string(),
  name: z.string(),
  type: z.string().nullable(),
  type_generic: z.number(),
  is_dttm: z.boolean(),
});
export type ExternalColumn = z.infer<typeof ExternalColumn>;

export const externalMetadata = operation({
  id: "datasource.externalMetadata",
  method: "GET",
  path: "/datasource/external_metadata/:type/:id/",
  summary: "The current columns of a dataset's source",
  params: z.object({ type: z.string(), id: Id }),
  response: z.array(ExternalColumn),
});

export const externalMetadataByName = operation({
  id: "datasource.externalMetadataByName",
  method: "GET",
  path: "/datasource/external_metadata_by_name/",
  summary: "The columns of a table or query",
  q: z.looseObject({
    datasource_type: z.string(),
    database_name: z.string(),
    catalog_name: z.string().nullish(),
    schema_name: z.string().nullish(),
    table_name: z.string(),
    sql: z.string().nullish(),
    normalize_columns: z.boolean().nullish(),
    always_filter_main_dttm: z.boolean().nullish(),
  }),
  response: z.array(ExternalColumn),
});

const ExpressionProblem = z.object({
  message: z.string(),
  /** Within the expression, from 1; null if the engine doesn't say. */
  line_number: z.number().nullable(),
  start_column: z.number().nullable(),
  end_column: z.number().nullable(),
});
export type ExpressionProblem = z.infer<typeof ExpressionProblem>;

export const validateExpression = operation({
  id: "datasource.validateExpression",
  method: "POST",
  path: "/api/v1/datasource/:type/:id/validate_expression/",
  summary: "Validate an expression on a dataset; an empty result means valid",
  params: z.object({ type: z.string(), id: z.string() }),
  body: z.looseObject({
    expression: z.string().min(1).max(100_000),
    expression_type: z.enum(["column", "metric", "where", "having"]).default("column"),
  }),
  response: z.object({ result: z.array(ExpressionProblem) }),
});
