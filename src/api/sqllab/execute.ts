import { randomBytes } from "node:crypto";
import { t } from "../../i18n/translate.ts";
import { invalidFields, typedError } from "../../model/errors.ts";
import { noteAction } from "../../server/audit/audited-request.ts";
import { type Context, RawReply } from "../../server/http/route.ts";
import { storeFailureOf } from "../../server/store/failures.ts";
import type { Actor } from "../../server/store/stamp.ts";
import { canSeeDatabase, type DatabaseRecord, databaseForbidden, findDatabase } from "../database/index.ts";
import {
  failLostQueries,
  findQueryByClientId,
  insertQuery,
  isOwnQuery,
  type QueryRecord,
  queryStates,
} from "../query/index.ts";
import type { ExecuteRequest } from "./contract.ts";
import { enqueue } from "./job.ts";
import { answerText } from "./result.ts";
import { preparedQuery, runQuery } from "./run.ts";

const JSON_HEADERS = { "content-type": "application/json; charset=utf-8", "cache-control": "no-store" };

export async function executeSql(ctx: Context, body: ExecuteRequest): Promise<RawReply> {
  const { app, user } = ctx;
  noteAction({ references: [body.database_id] });
  const known = await existingQuery(ctx, body);
  if (known) return stateReply(ctx, known, 200);
  const database = Math.abs(body.database_id) < 2 ** 31 ? await findDatabase(app.db, body.database_id) : undefined;
  if (!database) throw typedError("DATABASE_NOT_FOUND_ERROR", t("The database was not found."), { status: 404 });
  // First, because the query history shows database names.
  if (!canSeeDatabase(user, database)) throw databaseForbidden();
  const query = await newQuery(ctx, database, body);
  noteAction({ details: { query: query.id, schema: query.schema } });
  const urlParams = { ...(ctx.request.query as Record<string, unknown>) };
  const script = await preparedQuery(ctx, query, urlParams);
  if (body.runAsync) {
    await enqueue(app, query, urlParams);
    return stateReply(ctx, query, 202);
  }
  const { sqlTimeoutMs: timeoutMs, sqlDisplayRows } = app.config.limits;
  const done = await runQuery({ app, user }, { query, script }, { timeoutMs, urlParams, signal: ctx.signal });
  const [state] = await queryStates(app, [done.query]);
  if (!state) throw new Error("a query has no state");
  return new RawReply(answerText(state, done.result, sqlDisplayRows), JSON_HEADERS);
}

async function stateReply({ app }: Actor, query: QueryRecord, status: number): Promise<RawReply> {
  const [state] = await queryStates(app, [query]);
  return new RawReply(JSON.stringify({ query: state }), JSON_HEADERS, status);
}

async function existingQuery({ app, user }: Actor, body: ExecuteRequest): Promise<QueryRecord | undefined> {
  if (!body.client_id) return undefined;
  await failLostQueries(app, user.id);
  const query = await findQueryByClientId(app.db, body.client_id);
  if (!query) return undefined;
  const isSame = isOwnQuery(user, query) && query.sql_editor_id === (body.sql_editor_id ?? null);
  if (isSame && /^(pending|running|fetching|timed_out)$/.test(query.status)) return query;
  throw clientIdTaken();
}

const clientIdTaken = () => invalidFields({ client_id: [t("This query ID is already in use.")] });

async function newQuery(actor: Actor, database: DatabaseRecord, body: ExecuteRequest): Promise<QueryRecord> {
  const { app, user } = actor;
  const values = {
    client_id: body.client_id || randomBytes(5).toString("hex"),
    database_id: database.id,
    user_id: user.id > 0 ? user.id : null,
    status: "pending" as const,
    tab_name: body.tab ?? null,
    sql_editor_id: body.sql_editor_id ?? null,
    catalog: body.catalog || null,
    schema: body.schema || null,
    sql: body.sql,
    template_params: body.templateParams || null,
    select_sql: null,
    executed_sql: null,
    sql_tables: null,
    limit: Math.min(body.queryLimit || app.config.limits.maxRows, app.config.limits.maxRows),
    limiting_factor: "UNKNOWN",
    select_as_cta: body.select_as_cta ?? false,
    select_as_cta_used: false,
    ...creationOf(actor, database, body),
    progress: 0,
    rows: null,
    error_message: null,
    results_key: null,
    tracking_url: null,
    start_time: app.clock.now(),
    start_running_time: null,
    end_time: null,
    extra_json: null,
  };
  try {
    return await insertQuery(app, values);
  } catch (error) {
    throw storeFailureOf(error) === "unique" ? clientIdTaken() : error;
  }
}

function creationOf({ app, user }: Actor, database: DatabaseRecord, body: ExecuteRequest) {
  if (!body.select_as_cta) return { ctas_method: null, tmp_table_name: null, tmp_schema_name: null };
  const moment = new Date(app.clock.now()).toISOString().slice(0, 19).replaceAll(/[-:T]/g, "_");
  return {
    ctas_method: body.ctas_method ?? "TABLE",
    tmp_table_name: body.tmp_table_name?.trim() || `tmp_${user.username}_table_${moment}`,
    tmp_schema_name: database.force_ctas_schema || body.schema || null,
  };
}
