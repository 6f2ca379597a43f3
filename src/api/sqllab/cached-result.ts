import { t } from "../../i18n/translate.ts";
import { type TesseraError, typedError } from "../../model/errors.ts";
import { type Context, RawReply } from "../../server/http/route.ts";
import { findDatabase } from "../database/index.ts";
import { canSeeQuery, findQueryByResultsKey, queryForbidden, queryStates } from "../query/index.ts";
import { answerText, cachedResult } from "./result.ts";
import { returnsSameRows } from "./script.ts";

/** 404 for an unknown key, 403 for other users' results and lost access, 410 if expired or cached under other rules. */
export async function cachedAnswer(
  ctx: Context,
  { key, rows }: { key: string; rows?: number | null | undefined },
): Promise<RawReply> {
  const { app, user } = ctx;
  const query = await findQueryByResultsKey(app.db, key);
  if (!query) throw expired(404, t("These results weren't found. Run the query again."));
  if (!canSeeQuery(user, query)) throw queryForbidden();
  const cached = await cachedResult(app, key);
  const database = await findDatabase(app.db, query.database_id);
  const [state] = await queryStates(app, [query]);
  if (!cached || !state || !database) throw expired(410, t("These results have expired. Run the query again."));
  const { catalog, schema, template_params: templateParams } = query;
  const place = { database, catalog, schema, templateParams, urlParams: {} };
  if (!(await returnsSameRows(ctx, place, cached.ran)))
    throw expired(410, t("The row-level security rules have changed since the query ran. Run the query again."));
  return new RawReply(answerText(state, cached.result, rows ?? undefined), {
    "content-type": "application/json; charset=utf-8",
    "cache-control": "no-store",
  });
}

const expired = (status: number, message: string): TesseraError =>
  typedError("RESULTS_BACKEND_ERROR", message, { status });
