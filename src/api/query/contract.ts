import { z } from "zod";
import { operation } from "../../model/operation.ts";
import { QueryState } from "../../model/query-state.ts";
import { collectionOperations, IdParams, StatusResponse } from "../../model/resource.ts";

export const QueryRow = z.looseObject({
  id: z.number(),
  client_id: z.string().optional(),
  status: z.string().optional(),
  sql: z.string().nullish(),
  executed_sql: z.string().nullish(),
  tab_name: z.string().nullish(),
  start_time: z.number().nullish(),
  end_time: z.number().nullish(),
  rows: z.number().nullish(),
  database: z.looseObject({ id: z.number().optional(), database_name: z.string().optional() }).nullish(),
  schema: z.string().nullish(),
  sql_tables: z.array(z.looseObject({ table: z.string() })).optional(),
  user: z
    .looseObject({ id: z.number().optional(), first_name: z.string().optional(), last_name: z.string().optional() })
    .nullish(),
});
export type QueryRow = z.infer<typeof QueryRow>;

export const { list, info, related, distinct } = collectionOperations("query", QueryRow);

export const show = operation({
  id: "query.show",
  method: "GET",
  path: "/api/v1/query/:id",
  summary: "A query",
  params: IdParams,
  q: z.looseObject({ columns: z.array(z.string()).optional(), keys: z.array(z.string()).optional() }),
  response: z.looseObject({ id: z.number(), result: QueryRow.partial() }),
});
export const updatedSince = operation({
  id: "query.updatedSince",
  method: "GET",
  path: "/api/v1/query/updated_since",
  summary: "The caller's queries that changed since a time (epoch milliseconds)",
  q: z.looseObject({ last_updated_ms: z.number() }),
  response: z.looseObject({ result: z.array(QueryState) }),
});
export const stop = operation({
  id: "query.stop",
  method: "POST",
  path: "/api/v1/query/stop",
  summary: "Stop a running query",
  body: z.looseObject({ client_id: z.string() }),
  response: StatusResponse,
});
