import { stop, updatedSince } from "../../../api/query/contract.ts";
import { type ExecuteRequest, execute, results } from "../../../api/sqllab/contract.ts";
import { updateTab } from "../../../api/tab-state/contract.ts";
import type { WireError } from "../../../model/errors.ts";
import type { OperationResult } from "../../../model/operation.ts";
import type { DataRow } from "../../../model/query-context.ts";
import type { QueryState } from "../../../model/query-state.ts";
import { call } from "../../../web/client/client.ts";
import { later, nowMs } from "../../../web/client/clock.ts";
import { ApiError, toApiError } from "../../../web/client/errors.ts";
import { toast } from "../../../web/toasts/toasts.ts";
import type { Chosen } from "./statements.ts";
import { databaseOf, dropRun, isOpen, type LabStore, patchRun, type Run, type RunState, tabOf } from "./store.ts";
import { DEFAULT_LIMIT, type EditorTab } from "./tab.ts";

const POLL_MS = 2000;
/** Clocks differ: changes are asked for from a little earlier than the last time. */
const POLL_BUFFER_MS = 5000;
const POLL_TIMEOUT_MS = 10_000;
/** What a query may take at most; after that it is not asked for any more. */
const LONGEST_MS = 6 * 3_600_000;
/** Rows that are shown at most; all of them are in the download. */
const DISPLAY_ROWS = 10_000;

/** A table or view that is made of the rows of a query. */
export interface Creation {
  method: "TABLE" | "VIEW";
  name: string;
}

/** What is to run, and what is to be made of its rows. */
export interface RunWish {
  chosen: Chosen;
  creation?: Creation | undefined;
}

type Answer = Partial<OperationResult<typeof execute>> & { query: QueryState };

/** The name of a query: eleven letters at most. */
function newClientId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(5));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

export const editorIdOf = ({ id, key }: EditorTab) => (id === null ? key : String(id));

/** Runs SQL in a tab; what it gives is the tab's run. Never throws. */
export async function startRun(store: LabStore, key: string, { chosen, creation }: RunWish): Promise<void> {
  const tab = tabOf(store.getState(), key);
  if (!tab || tab.dbId === null || chosen.sql.trim() === "") return;
  const clientId = newClientId();
  const isAsync = databaseOf(store.getState(), tab)?.allow_run_async === true;
  const run: Run = {
    ...NEW_RUN,
    clientId,
    sql: chosen.sql,
    line: chosen.line,
    state: isAsync ? "pending" : "running",
    startedAt: nowMs(),
  };
  store.setState(({ runs, tabs }) => ({
    runs: { ...runs, [key]: run },
    tabs: tabs.map((one) => (one.key === key ? { ...one, pane: "results" } : one)),
  }));
  if (!isAsync) void watchProgress(store, { key, clientId });
  try {
    const body = requestOf(tab, { clientId, chosen, isAsync, creation });
    const query = Object.fromEntries(new URLSearchParams(window.location.search));
    const answer = (await call(execute, { query, body }, { timeoutMs: 0, exact: true })) as Answer;
    void noteLatest(store, { key, clientId });
    if (answer.data) take(store, { key, clientId }, answer);
    else await watch(store, { key, clientId });
  } catch (error) {
    void noteLatest(store, { key, clientId });
    fail(store, { key, clientId }, toApiError(error));
  }
}

/** Tells the server which query the tab shows. One that was refused before it was kept is not known there. */
async function noteLatest(store: LabStore, { key, clientId }: Place): Promise<void> {
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

interface Asked {
  clientId: string;
  chosen: Chosen;
  isAsync: boolean;
  creation: Creation | undefined;
}

function requestOf(tab: EditorTab, { clientId, chosen, isAsync, creation }: Asked): ExecuteRequest {
  return {
    client_id: clientId,
    database_id: tab.dbId ?? 0,
    json: true,
    runAsync: isAsync,
    catalog: tab.catalog,
    schema: tab.schema,
    sql: chosen.sql,
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

/** What came for a run that was stopped is passed over. */
function take(store: LabStore, place: Place, answer: Answer): void {
  const run = runAt(store, place);
  if (!run || run.state === "stopped" || answer.status !== "success") return;
  const { query, columns = [], data = [], displayLimitReached = false } = answer;
  patchRun(store, place, {
    state: "success",
    progress: 100,
    query,
    startedAt: query.startDttm || run.startedAt,
    endedAt: query.endDttm ?? nowMs(),
    result: { columns, rows: data as DataRow[], isCut: displayLimitReached },
  });
}

function fail(store: LabStore, place: Place, error: ApiError): void {
  const run = runAt(store, place);
  if (!run || run.state === "stopped") return;
  const isLate = error.errors.some(({ error_type }) => error_type === "SQLLAB_TIMEOUT_ERROR");
  patchRun(store, place, { state: isLate ? "timed_out" : "failed", endedAt: run.endedAt ?? nowMs(), error });
}

/** Asks how a run in the background stands until it has come to an end. */
async function watch(store: LabStore, place: Place): Promise<void> {
  for (let since = runAt(store, place)?.startedAt ?? nowMs(); ; ) {
    await new Promise<void>((resolve) => later(POLL_MS, resolve));
    const run = runAt(store, place);
    if (!run || !isOpen(run)) return;
    if (nowMs() - run.startedAt > LONGEST_MS) return giveUp(store, place, run);
    const asked = nowMs();
    const states = await changedSince(since - POLL_BUFFER_MS);
    if (!states) continue;
    if (!isOpen(runAt(store, place))) return;
    since = asked;
    const state = states.find(({ id }) => id === place.clientId);
    if (state) await follow(store, place, state);
  }
}

/** Asks how far a run is whose rows come by another answer. */
async function watchProgress(store: LabStore, place: Place): Promise<void> {
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

/** A run that has not begun after the longest time is none any more; how one stands that has, its database knows. */
function giveUp(store: LabStore, place: Place, run: Run): void {
  if (run.progress === 0 && (run.state === "running" || run.state === "pending")) dropRun(store, place);
}

/** Undefined when nobody could be asked; it is asked again. */
async function changedSince(sinceMs: number): Promise<QueryState[] | undefined> {
  try {
    const q = { last_updated_ms: Math.max(0, sinceMs) };
    return (await call(updatedSince, { q }, { timeoutMs: POLL_TIMEOUT_MS })).result;
  } catch {
    return undefined;
  }
}

/** Brings a run to where the server says that it is. */
async function follow(store: LabStore, place: Place, query: QueryState): Promise<void> {
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

/** Why a query failed, as its record tells. */
function errorOfQuery(query: QueryState): ApiError {
  const { errors } = query.extra;
  const known = (Array.isArray(errors) ? errors : []) as WireError[];
  const message = known.map((one) => one.message).join("\n") || query.errorMessage || "The query failed.";
  return new ApiError({ title: "The query failed", message, errors: known });
}

/** The kept rows of a query. They may be gone by now: then the run says so. */
async function fetchResult(store: LabStore, place: Place, query: QueryState): Promise<void> {
  if (query.resultsKey === null) {
    const run = runAt(store, place);
    const result = query.ctas || query.rows === 0 ? { columns: [], rows: [], isCut: false } : null;
    patchRun(store, place, { state: "success", endedAt: query.endDttm ?? run?.endedAt ?? nowMs(), result });
    return;
  }
  try {
    const q = { key: query.resultsKey, rows: DISPLAY_ROWS };
    const answer = (await call(results, { q }, { timeoutMs: 0, exact: true })) as Answer;
    take(store, place, { ...answer, query });
  } catch (error) {
    const why = toApiError(error);
    const isLost = why.status === 410 || why.status === 404;
    if (isLost) return patchRun(store, place, { state: "success", endedAt: query.endDttm, result: null });
    const title = "Failed at retrieving results";
    toast.danger(title, { noDuplicate: true });
    fail(store, place, new ApiError({ title, message: `${title}: ${why.message}`, errors: why.errors }));
  }
}

/** Shows a query that ran before: its rows when they are kept, its error, or how far it is. */
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
  await follow(store, place, query);
  if (isOpen(runAt(store, place))) await watch(store, place);
}

/** Stops the run of a tab at once; the database is told, and confirms when it has. */
export async function stopRun(store: LabStore, key: string): Promise<void> {
  const run = store.getState().runs[key];
  if (!run || !isOpen(run)) return;
  const place = { key, clientId: run.clientId };
  patchRun(store, place, { state: "stopped", endedAt: nowMs(), result: null, isStopConfirmed: false });
  try {
    await call(stop, { body: { client_id: run.clientId } });
    patchRun(store, place, { isStopConfirmed: true });
  } catch (error) {
    toast.error(error, () => "Failed to stop query.");
  }
}
