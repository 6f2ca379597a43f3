import { type TesseraError, typedError } from "../../model/errors.ts";
import { type Context, RawReply } from "../../server/http/route.ts";
import { findDatabase } from "../database/index.ts";
import { canSeeQuery, findQueryByResultsKey, queryForbidden, queryStates } from "../query/index.ts";
import { answerText, keptResult } from "./result.ts";
import { givesSameRows } from "./script.ts";

/**
 * The kept result of a query: 404 when no query has the key, 403 for other people's and for those who may not read its
 * tables any more, 410 when it is not kept any more, or was made under other rules than hold for who asks now.
 */
export async function keptAnswer(
  ctx: Context,
  { key, rows }: { key: string; rows?: number | null | undefined },
): Promise<RawReply> {
  const { app, user } = ctx;
  const query = await findQueryByResultsKey(app.db, key);
  if (!query) throw lost(404, "No query has these results. Run the query again.");
  if (!canSeeQuery(user, query)) throw queryForbidden();
  const kept = await keptResult(app, key);
  const database = await findDatabase(app.db, query.database_id);
  const [state] = await queryStates(app, [query]);
  if (!kept || !state || !database) throw lost(410, "The query's results have expired. Run the query again.");
  const { catalog, schema, template_params: templateParams } = query;
  const place = { database, catalog, schema, templateParams, urlParams: {} };
  if (!(await givesSameRows(ctx, place, kept.ran)))
    throw lost(410, "Other rules hold for these rows than when the query ran. Run the query again.");
  return new RawReply(answerText(state, kept.result, rows ?? undefined), {
    "content-type": "application/json; charset=utf-8",
    "cache-control": "no-store",
  });
}

const lost = (status: number, message: string): TesseraError =>
  typedError("RESULTS_BACKEND_ERROR", message, { status });
