import { z } from "zod";
import { operation } from "../../model/operation.ts";

/**
 * The legacy chart data call, for chart types whose data the server shapes. `form_data` is JSON text in a form field or
 * the query string. `force=true`; `csv=true` (a file), `query=true`, `results=true` and `samples=true` select another
 * response.
 */
const Query = z.looseObject({
  form_data: z.string().optional(),
  force: z.string().optional(),
  csv: z.string().optional(),
  query: z.string().optional(),
  results: z.string().optional(),
  samples: z.string().optional(),
});
const Body = z
  .looseObject({ form_data: z.union([z.string(), z.record(z.string(), z.unknown())]).optional() })
  .nullish();
const Params = z.object({ datasource_type: z.string(), datasource_id: z.coerce.number().int() });

const Answer = z.looseObject({
  query: z.string().nullish(),
  data: z.unknown().optional(),
  rowcount: z.number().nullish(),
  colnames: z.array(z.string()).optional(),
  coltypes: z.array(z.number()).optional(),
});

const summary = "Data of a legacy chart type";

export const postExploreJson = operation({
  id: "postExploreJson",
  method: "POST",
  path: "/superset/explore_json/",
  summary,
  query: Query,
  body: Body,
  response: Answer,
  csrfExempt: true,
});

export const getExploreJson = operation({
  id: "getExploreJson",
  method: "GET",
  path: "/superset/explore_json/",
  summary,
  query: Query,
  response: Answer,
});

export const postExploreJsonOf = operation({
  id: "postExploreJsonOf",
  method: "POST",
  path: "/superset/explore_json/:datasource_type/:datasource_id/",
  summary,
  params: Params,
  query: Query,
  body: Body,
  response: Answer,
  csrfExempt: true,
});

export const getExploreJsonOf = operation({
  id: "getExploreJsonOf",
  method: "GET",
  path: "/superset/explore_json/:datasource_type/:datasource_id/",
  summary,
  params: Params,
  query: Query,
  response: Answer,
});
