import type { Datasource, QueryObject } from "../../model/query-context.ts";
import type { Context } from "../../server/http/route.ts";
import { chartDataOf, parseLossless } from "../chart-data/index.ts";

interface RowsRequest {
  datasource: Datasource;
  queries: QueryObject[];
  force?: boolean;
  result_type?: "results";
  form_data?: object | undefined;
}

interface Answer {
  result: Record<string, unknown>[];
}

export async function askRows(
  ctx: Pick<Context, "app" | "user" | "signal">,
  request: RowsRequest,
): Promise<Record<string, unknown>[]> {
  const body = await chartDataOf(ctx.app).answer(ctx.user, { context: request, signal: ctx.signal });
  return ((await parseLossless(body)) as Answer).result;
}
