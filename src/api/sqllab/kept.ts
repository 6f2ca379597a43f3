import { type TesseraError, typedError } from "../../model/errors.ts";
import { type Context, RawReply } from "../../server/http/route.ts";
import { canSeeQuery, findQueryByResultsKey, queryForbidden, queryStates } from "../query/index.ts";
import { answerText, keptResult } from "./result.ts";

/** The kept result of a query: 404 when no query has the key, 403 for other people's, 410 when it is not kept any more. */
export async function keptAnswer(
  { app, user }: Context,
  { key, rows }: { key: string; rows?: number | null | undefined },
): Promise<RawReply> {
  const query = await findQueryByResultsKey(app.db, key);
  if (!query) throw lost(404, "No query has these results. Run the query again.");
  if (!canSeeQuery(user, query)) throw queryForbidden();
  const result = await keptResult(app, key);
  const [state] = await queryStates(app, [query]);
  if (!result || !state) throw lost(410, "The results of the query are not kept any more. Run the query again.");
  return new RawReply(answerText(state, result, rows ?? undefined), {
    "content-type": "application/json; charset=utf-8",
    "cache-control": "no-store",
  });
}

const lost = (status: number, message: string): TesseraError =>
  typedError("RESULTS_BACKEND_ERROR", message, { status });
