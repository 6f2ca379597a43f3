import type { ColumnarBatch } from "../../connectors/connector.ts";
import { t } from "../../i18n/translate.ts";
import { boundedErrors, TesseraError, typedError, type WireError, wireError } from "../../model/errors.ts";
import type { App } from "../../server/app.ts";
import type { Actor } from "../../server/store/stamp.ts";
import { type DatabaseRecord, findDatabase } from "../database/index.ts";
import { invalidateDatabase } from "../dataset/index.ts";
import { findQuery, type QueryRecord, runningQueries, updateOpenQuery, updateWaitingQuery } from "../query/index.ts";
import { withoutHiddenValues } from "../row-level-security/index.ts";
import { noteRun } from "../tab-state/index.ts";
import { progressOf } from "./progress.ts";
import { cacheResult, collectRows, type SqlResult } from "./result.ts";
import { prepareScript, type Script, type ScriptRequest } from "./script.ts";
import { toWrittenPlaces } from "./written-places.ts";

export interface RunOptions {
  timeoutMs: number;
  urlParams: Readonly<Record<string, unknown>>;
  signal?: AbortSignal;
}

export function requestOf(
  query: QueryRecord,
  database: DatabaseRecord,
  urlParams: RunOptions["urlParams"],
): ScriptRequest {
  const method = query.ctas_method === "VIEW" ? "VIEW" : "TABLE";
  const { tmp_table_name: name, tmp_schema_name: schema } = query;
  return {
    database,
    sql: query.sql ?? "",
    catalog: query.catalog,
    schema: query.schema,
    templateParams: query.template_params,
    urlParams,
    queryLimit: query.limit,
    creates: query.select_as_cta && name ? { method, name, schema } : null,
  };
}

export async function preparedQuery(
  actor: Actor,
  query: QueryRecord,
  urlParams: RunOptions["urlParams"],
): Promise<Script> {
  const { app } = actor;
  try {
    const database = await findDatabase(app.db, query.database_id);
    if (!database) throw typedError("DATABASE_NOT_FOUND_ERROR", t("The database was not found."), { status: 404 });
    return await prepareScript(actor, requestOf(query, database, urlParams));
  } catch (error) {
    await failQuery(app, query.id, error);
    throw error;
  }
}

export async function runQuery(
  { app }: Actor,
  { query, script }: { query: QueryRecord; script: Script },
  options: RunOptions,
): Promise<{ query: QueryRecord; result: SqlResult }> {
  const running = app.once(runningQueries).begin(query.id);
  const limit = startLimit(options.timeoutMs, [running.signal, options.signal]);
  try {
    if (!(await start(app, query, script))) return { query: await current(app, query), result: NOTHING };
    const result = await executeStatements(
      app,
      { query, script },
      { signal: limit.signal, timeoutMs: options.timeoutMs },
    );
    await succeed(app, { query, script }, result);
    return { query: await current(app, query), result };
  } catch (error) {
    const finished = await current(app, query);
    if (finished.status === "stopped") return { query: finished, result: NOTHING };
    if (options.signal?.aborted) {
      await updateOpenQuery(app, query.id, { status: "stopped", end_time: app.clock.now() });
      options.signal.throwIfAborted();
    }
    const failure = limit.isOver() || isTimeout(error) ? timedOut(options.timeoutMs) : error;
    await failQuery(app, query.id, failure);
    throw failure;
  } finally {
    limit.release();
    running.end();
  }
}

interface Limit {
  signal: AbortSignal;
  isOver(): boolean;
  release(): void;
}

/** Not `AbortSignal.any`, whose signal may be garbage-collected while only an engine listens. */
function startLimit(timeoutMs: number, signals: readonly (AbortSignal | undefined)[]): Limit {
  const controller = new AbortController();
  let isOver = false;
  const abort = () => controller.abort();
  const timer = setTimeout(() => {
    isOver = true;
    abort();
  }, timeoutMs);
  for (const signal of signals) {
    if (signal?.aborted) abort();
    signal?.addEventListener("abort", abort, { once: true });
  }
  return {
    signal: controller.signal,
    isOver: () => isOver,
    release: () => {
      clearTimeout(timer);
      for (const signal of signals) signal?.removeEventListener("abort", abort);
    },
  };
}

function start(app: App, query: QueryRecord, script: Script): Promise<boolean> {
  return updateWaitingQuery(app, query.id, {
    status: "running",
    start_running_time: app.clock.now(),
    executed_sql: script.statements.join(";\n"),
    sql_tables: JSON.stringify(script.tables.map(({ name, ...place }) => ({ ...place, table: name }))),
    limit: script.limit,
    limiting_factor: script.limitingFactor,
    select_sql: script.selectSql,
  });
}

const NOTHING: SqlResult = { columns: [], rows: [] };

async function current(app: App, query: QueryRecord): Promise<QueryRecord> {
  return (await findQuery(app.db, query.id)) ?? query;
}

async function executeStatements(
  app: App,
  { query, script }: { query: QueryRecord; script: Script },
  options: { signal: AbortSignal; timeoutMs: number },
): Promise<SqlResult & { isCut: boolean }> {
  const { statements, connection, settings } = script;
  const { sqlResultBytes: maxBytes } = app.config.limits;
  const limits = { limit: script.limit, maxBytes, drains: script.isChanging, dialect: script.connector.dialect };
  let at = 0;
  const reported = progressOf(app, query.id);
  const onStatement = async (index: number) => {
    at = index;
    await reported.begin({ index, count: statements.length });
  };
  try {
    if (script.isChanging && connection.change) {
      const change = { ...options, schema: script.schema };
      // Some engines keep changes from before a failure.
      const first = settings.findIndex((one) => one !== null);
      const onChange = (index: number) => onStatement(first + index);
      const changes = connection.change(statements.slice(first), { ...change, onStatement: onChange });
      return await collectRows(changes, limits).finally(() => invalidateDatabase(app, query.database_id));
    }
    const { note: onProgress } = reported;
    const streamed = (index: number) =>
      connection.stream(statements[index] ?? "", { ...options, onProgress, settings: settings[index] ?? [] });
    for (const index of statements.slice(0, -1).keys()) {
      await onStatement(index);
      if (settings[index] !== null) await skipRows(streamed(index), script.limit);
    }
    await onStatement(statements.length - 1);
    if (settings.at(-1) === null) return { ...(await checkSettings(script, options)), isCut: false };
    return await collectRows(streamed(statements.length - 1), limits);
  } catch (error) {
    const { qualified: placed, secured } = script.secured;
    const written = script.written[at] ?? "";
    const found = toWrittenPlaces(error, { executed: statements[at] ?? "", written });
    const known = placed[at] === secured[at] ? found : withoutHiddenValues(found, written);
    throw statements.length > 1 ? inBlock(known, at + 1, statements.length) : known;
  } finally {
    await reported.saved();
  }
}

async function checkSettings(
  { connection, written, read }: Script,
  options: { signal: AbortSignal; timeoutMs: number },
): Promise<SqlResult> {
  const settings = written.filter((_, i) => read[i]?.facts.command?.isSetting);
  if (settings.length > 0) await connection.run("SELECT 1", { ...options, settings });
  return NOTHING;
}

async function skipRows(batches: AsyncIterable<ColumnarBatch>, limit: number): Promise<void> {
  let rows = 0;
  for await (const batch of batches) {
    rows += batch.rows;
    if (rows > limit) return;
  }
}

async function succeed(
  app: App,
  { query, script }: { query: QueryRecord; script: Script },
  result: SqlResult & { isCut: boolean },
): Promise<void> {
  const database = await findDatabase(app.db, query.database_id);
  await updateOpenQuery(app, query.id, { status: "fetching" });
  const results_key = await cacheResult(app, { result, ran: script.secured }, database?.cache_timeout ?? null);
  const isByOwnLimit = script.limitingFactor !== "DROPDOWN" && result.rows.length >= script.limit;
  const isDone = await updateOpenQuery(app, query.id, {
    status: "success",
    progress: 100,
    rows: result.rows.length,
    end_time: app.clock.now(),
    results_key,
    limiting_factor: result.isCut || isByOwnLimit ? script.limitingFactor : "NOT_LIMITED",
    select_as_cta_used: script.selectSql !== null,
    extra_json: JSON.stringify({ progress: null, columns: result.columns }),
  });
  if (isDone) await noteRun(app, query, result.rows.length);
}

export async function failQuery(app: App, id: number, error: unknown): Promise<void> {
  const errors = boundedErrors(wireErrorsOf(error));
  const isTimedOut = errors.some(({ error_type }) => error_type === "SQLLAB_TIMEOUT_ERROR");
  await updateOpenQuery(app, id, {
    status: isTimedOut ? "timed_out" : "failed",
    error_message: errors.map(({ message }) => message).join("\n"),
    end_time: app.clock.now(),
    extra_json: JSON.stringify({ progress: null, errors }),
  });
}

function wireErrorsOf(error: unknown): WireError[] {
  if (error instanceof TesseraError && "errors" in error.body) return error.body.errors;
  const message = error instanceof TesseraError ? error.message : t("Fatal error");
  return [wireError("GENERIC_BACKEND_ERROR", message)];
}

const isTimeout = (error: unknown) => wireErrorsOf(error)[0]?.error_type === "BACKEND_TIMEOUT_ERROR";

function timedOut(timeoutMs: number) {
  const message = t("The query exceeded the {seconds, plural, one {# second} other {# seconds}} timeout.", {
    seconds: timeoutMs / 1000,
  });
  return typedError("SQLLAB_TIMEOUT_ERROR", message, { status: 408, level: "warning" });
}

function inBlock(error: unknown, block: number, count: number): unknown {
  if (!(error instanceof TesseraError) || !("errors" in error.body)) return error;
  const errors = error.body.errors.map((entry) => ({
    ...entry,
    message: t("Block {block, number} out of {count, number}: {problem}", { block, count, problem: entry.message }),
  }));
  return new TesseraError(error.status, { errors }, { cause: error });
}
