import { t } from "../../i18n/translate.ts";
import { badRequest, notFound } from "../../model/errors.ts";
import { noteAction } from "../../server/audit/audited-request.ts";
import type { Context, RawReply } from "../../server/http/route.ts";
import { batchesTable, tableFile, timeName, withoutEnding } from "../chart-data/index.ts";
import { findDatabase } from "../database/index.ts";
import { canSeeQuery, findQueryByClientId, type QueryRecord, queryForbidden } from "../query/index.ts";
import { requestOf } from "./run.ts";
import { prepareScript, type Script } from "./script.ts";

/**
 * Runs the last statement again with the caller's current permissions and the query's limit. After a CREATE ... AS,
 * reads the created table.
 */
export async function exportedRows(
  ctx: Context,
  { clientId, filename }: { clientId: string; filename?: string | null | undefined },
): Promise<RawReply> {
  const { app, user } = ctx;
  const query = await findQueryByClientId(app.db, clientId);
  if (!query) throw notFound(t("Query not found"));
  if (!canSeeQuery(user, query)) throw queryForbidden();
  noteAction({ objects: [{ id: query.id, name: query.tab_name }], details: { format: "csv" } });
  const { connection, reading, limit } = await readingOf(ctx, query);
  if (reading === null) throw badRequest(t("The query returned no rows."));
  const sql = (await connection.sql.limited(reading, limit)) ?? reading;
  const timeoutMs = app.config.limits.sqlAsyncTimeoutMs;
  const table = await batchesTable(
    connection.stream(sql, { signal: ctx.signal, timeoutMs, microseconds: true }),
    limit,
  );
  const base = filename ? withoutEnding(filename) : `sqllab_${query.tab_name ?? "query"}_${timeName(app.clock.now())}`;
  return tableFile(ctx, table, { base: base.replaceAll(" ", "_"), format: "csv" });
}

async function readingOf(ctx: Context, query: QueryRecord): Promise<Script> {
  const database = await findDatabase(ctx.app.db, query.database_id);
  if (!database) throw notFound();
  const urlParams = { ...(ctx.request.query as Record<string, unknown>) };
  const request = requestOf(query, database, urlParams);
  if (!query.select_as_cta_used || query.select_sql === null) return prepareScript(ctx, request);
  return prepareScript(ctx, { ...request, sql: query.select_sql, creates: null, templateParams: null });
}
