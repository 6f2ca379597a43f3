import { stop, updatedSince } from "../../../api/query/contract.ts";
import { type ExecuteRequest, execute, results } from "../../../api/sqllab/contract.ts";
import { updateTab } from "../../../api/tab-state/contract.ts";
import { t } from "../../../i18n/translate.ts";
import type { WireError } from "../../../model/errors.ts";
import type { OperationResult } from "../../../model/operation.ts";
import type { DataRow } from "../../../model/query-context.ts";
import type { QueryState } from "../../../model/query-state.ts";
import { call } from "../../../web/client/client.ts";
import { later, nowMs } from "../../../web/client/clock.ts";
import { ApiError, toApiError } from "../../../web/client/errors.ts";
import { toast } from "../../../web/toasts/toasts.ts";
import type { RunTarget } from "./statements.ts";
import { databaseOf, dropRun, isOpen, type LabStore, patchRun, type Run, type RunState, tabOf } from "./store.ts";
import { DEFAULT_LIMIT, type EditorTab } from "./tab.ts";

const POLL_MS = 2000;
/** Allows for clock differences: polls ask for changes since a little before the last poll. */
const POLL_BUFFER_MS = 5000;
const POLL_TIMEOUT_MS = 10_000;
/** Polling ends after the longest time a query may take. */
const MAX_RUN_MS = 6 * 3_600_000;
const DISPLAY_ROWS = 10_000;

export interface Creation {
  method: "TABLE" | "VIEW";
  name: string;
}

export interface RunRequest {
  target: RunTarget;
  creation?: Creation | undefined;
}

type ExecuteResponse = Partial<OperationResult<typeof execute>> & { query: QueryState };

function newClientId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(5));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

export const editorIdOf = ({ id, key }: EditorTab) => (id === null ? key : String(id));

/** Runs SQL and stores the outcome as the tab's run. Never throws. */
export async function startRun(store: LabStore, key: string, { target, creation }: RunRequest): Promise<void> {
  const tab = tabOf(store.getState(), key);
  if (!tab || tab.dbId === null || target.sql.trim() === "") return;
  const clientId = newClientId();
  const isAsync = databaseOf(store.getState(), tab)?.allow_run_async === true;
  const run: Run = {
    ...NEW_RUN,
    clientId,
    sql: target.sql,
    line: target.line,
    state: isAsync ? "pending" : "running",
    startedAt: nowMs(),
  };
  store.setState(({ runs, tabs }) => ({
    runs: { ...runs, [key]: run },
    tabs: tabs.map((one) => (one.key === key ? { ...one, pane: "results" } : one)),
  }));
  if (!isAsync) void pollProgress(store, { key, clientId });
  try {
    const body = requestOf(tab, { clientId, target, isAsync, creation });
    const query = Object.fromEntries(new URLSearchParams(window.location.search));
    const response = (await call(execute, { query, body }, { timeoutMs: 0, exact: true })) as ExecuteResponse;
    void saveLatestQuery(store, { key, clientId });
    if (response.data) applyResult(store, { key, clientId }, response);
    else await pollUntilDone(store, { key, clientId });
  } catch (error) {
    void saveLatestQuery(store, { key, clientId });
    fail(store, { key, clientId }, toApiError(error));
  }
}

async function saveLatestQuery(store: LabStore, { key, clientId }: Place): Promise<void> {
  const id = tabOf(store.getState(), key)?.id;
  if (id == null) return;
  const body = { latest_query_id: JSON.stringify(clientId) };
  await call(updateTab, { params: { id }, body }).catch(() => undefined);
}

const NEW_RUN: Omit<Run, "clientId" | "sql" | "line" | "state" | "startedAt"> = {
  endedAt: null,
  progress: 0,
  progressText: null,
  query: null,
  result: null,
  error: null,
  isStopConfirmed: false,
};

interface RunOptions {
  clientId: string;
  target: RunTarget;
  isAsync: boolean;
  creation: Creation | undefined;
}

function requestOf(tab: EditorTab, { clientId, target, isAsync, creation }: RunOptions): ExecuteRequest {
  return {
    client_id: clientId,
    database_id: tab.dbId ?? 0,
    json: true,
    runAsync: isAsync,
    catalog: tab.catalog,
    schema: tab.schema,
    sql: target.sql,
    sql_editor_id: editorIdOf(tab),
    tab: tab.name.slice(0, 256),
    tmp_table_name: creation?.name ?? "",
    select_as_cta: creation !== undefined,
    ctas_method: creation?.method ?? "TABLE",
    templateParams: tab.templateParams || null,
    queryLimit: tab.limit || DEFAULT_LIMIT,
    expand_data: true,
  };
}

interface Place {
  key: string;
  clientId: string;
}

const runAt = (store: LabStore, { key, clientId }: Place): Run | undefined => {
  const run = store.getState().runs[key];
  return run?.clientId === clientId ? run : undefined;
};

function applyResult(store: LabStore, place: Place, response: ExecuteResponse): void {
  const run = runAt(store, place);
  if (!run || run.state === "stopped" || response.status !== "success") return;
  const { query, columns = [], data = [], displayLimitReached = false } = response;
  patchRun(store, place, {
    state: "success",
    progress: 100,
    query,
    startedAt: query.startDttm || run.startedAt,
    endedAt: query.endDttm ?? nowMs(),
    result: { columns, rows: data as DataRow[], isTruncated: displayLimitReached },
  });
}

function fail(store: LabStore, place: Place, error: ApiError): void {
  const run = runAt(store, place);
  if (!run || run.state === "stopped") return;
  const isTimeout = error.errors.some(({ error_type }) => error_type === "SQLLAB_TIMEOUT_ERROR");
  patchRun(store, place, { state: isTimeout ? "timed_out" : "failed", endedAt: run.endedAt ?? nowMs(), error });
}

async function pollUntilDone(store: LabStore, place: Place): Promise<void> {
  for (let since = runAt(store, place)?.startedAt ?? nowMs(); ; ) {
    await new Promise<void>((resolve) => later(POLL_MS, resolve));
    const run = runAt(store, place);
    if (!run || !isOpen(run)) return;
    if (nowMs() - run.startedAt > MAX_RUN_MS) return giveUp(store, place, run);
    const polledAt = nowMs();
    const states = await changedSince(since - POLL_BUFFER_MS);
    if (!states) continue;
    if (!isOpen(runAt(store, place))) return;
    since = polledAt;
    const state = states.find(({ id }) => id === place.clientId);
    if (state) await applyState(store, place, state);
  }
}

async function pollProgress(store: LabStore, place: Place): Promise<void> {
  for (;;) {
    await new Promise<void>((resolve) => later(POLL_MS, resolve));
    const run = runAt(store, place);
    if (!run || !isOpen(run)) return;
    const query = (await changedSince(run.startedAt - POLL_BUFFER_MS))?.find(({ id }) => id === place.clientId);
    if (query && isOpen(runAt(store, place))) patchRun(store, place, { query, ...progressIn(query) });
  }
}

const progressIn = ({ progress, extra }: QueryState) => ({
  progress,
  progressText: typeof extra.progress === "string" ? extra.progress : null,
});

/** Drops a run that never started; the state of a started one is up to its database. */
function giveUp(store: LabStore, place: Place, run: Run): void {
  if (run.progress === 0 && (run.state === "running" || run.state === "pending")) dropRun(store, place);
}

async function changedSince(sinceMs: number): Promise<QueryState[] | undefined> {
  try {
    const q = { last_updated_ms: Math.max(0, sinceMs) };
    return (await call(updatedSince, { q }, { timeoutMs: POLL_TIMEOUT_MS })).result;
  } catch {
    return undefined;
  }
}

async function applyState(store: LabStore, place: Place, query: QueryState): Promise<void> {
  const run = runAt(store, place);
  if (!run || run.state === "stopped") return;
  if (query.state === "success") {
    patchRun(store, place, { query, state: "fetching" });
    await fetchResult(store, place, query);
  } else if (query.state === "failed" || query.state === "timed_out") {
    patchRun(store, place, { query });
    fail(store, place, errorOfQuery(query));
  } else {
    patchRun(store, place, { query, ...progressIn(query), state: query.state as RunState });
  }
}

function errorOfQuery(query: QueryState): ApiError {
  const { errors } = query.extra;
  const known = (Array.isArray(errors) ? errors : []) as WireError[];
  const message = known.map((one) => one.message).join("\n") || query.errorMessage || t("The query failed.");
  return new ApiError({ title: t("The query failed"), message, errors: known });
}

async function fetchResult(store: LabStore, place: Place, query: QueryState): Promise<void> {
  if (query.resultsKey === null) {
    const run = runAt(store, place);
    const result = query.ctas || query.rows === 0 ? { columns: [], rows: [], isTruncated: false } : null;
    patchRun(store, place, { state: "success", endedAt: query.endDttm ?? run?.endedAt ?? nowMs(), result });
    return;
  }
  try {
    const q = { key: query.resultsKey, rows: DISPLAY_ROWS };
    const response = (await call(results, { q }, { timeoutMs: 0, exact: true })) as ExecuteResponse;
    applyResult(store, place, { ...response, query });
  } catch (error) {
    const why = toApiError(error);
    const isExpired = why.status === 410 || why.status === 404;
    if (isExpired) return patchRun(store, place, { state: "success", endedAt: query.endDttm, result: null });
    const title = t("Failed at retrieving results");
    toast.danger(title, { noDuplicate: true });
    const message = t("Failed at retrieving results: {why}", { why: why.message });
    fail(store, place, new ApiError({ title, message, errors: why.errors }));
  }
}

export async function showQuery(store: LabStore, key: string, query: QueryState): Promise<void> {
  const place = { key, clientId: query.id };
  const sql = query.sql ?? "";
  const state = query.state as RunState;
  const whole = tabOf(store.getState(), key)?.sql ?? "";
  const at = whole.indexOf(sql);
  const line = at < 0 ? -1 : whole.slice(0, at).split("\n").length;
  const times = { startedAt: query.startDttm, endedAt: query.endDttm };
  const run: Run = { ...NEW_RUN, ...times, clientId: query.id, sql, line, query, state };
  if (state === "stopped") run.isStopConfirmed = true;
  const shown: Run = state === "success" ? { ...run, state: "fetching" } : run;
  store.setState(({ runs }) => ({ runs: { ...runs, [key]: shown } }));
  if (state === "stopped") return;
  await applyState(store, place, query);
  if (isOpen(runAt(store, place))) await pollUntilDone(store, place);
}

export async function stopRun(store: LabStore, key: string): Promise<void> {
  const run = store.getState().runs[key];
  if (!run || !isOpen(run)) return;
  const place = { key, clientId: run.clientId };
  patchRun(store, place, { state: "stopped", endedAt: nowMs(), result: null, isStopConfirmed: false });
  try {
    await call(stop, { body: { client_id: run.clientId } });
    patchRun(store, place, { isStopConfirmed: true });
  } catch (error) {
    toast.error(error, () => t("Failed to stop query."));
  }
}
