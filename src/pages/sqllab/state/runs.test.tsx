import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { QueryState } from "../../../model/query-state.ts";
import { serve } from "../../../testing/network.ts";
import { forgetCsrfToken } from "../../../web/client/client.ts";
import { useToasts } from "../../../web/toasts/toasts.ts";
import { showQuery, startRun } from "./runs.ts";
import { createLabStore, type LabDatabase, type Run } from "./store.ts";
import { type EditorTab, EMPTY_DRAFT } from "./tab.ts";

const SQL = "select 1";

beforeEach(() => {
  forgetCsrfToken();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});
afterEach(() => {
  vi.useRealTimers();
});

function open(allow_run_async = true) {
  const database = { id: 1, database_name: "slow", expose_in_sqllab: true, allow_run_async } as LabDatabase;
  const tab: EditorTab = {
    ...EMPTY_DRAFT,
    key: "a",
    id: null,
    name: "A",
    sql: SQL,
    dbId: 1,
    isLoaded: true,
    isClean: true,
    tables: [],
    pane: "results",
    savedSql: null,
  };
  const store = createLabStore([database], { maxRows: 1000 });
  store.setState({ tabs: [tab], active: "a" });
  const states: Pick<Run, "state" | "progress">[] = [];
  store.subscribe(({ runs: { a } }) => a && states.push({ state: a.state, progress: a.progress }));
  return { store, states };
}

function servePolls(states: (object | undefined)[]) {
  let name = "";
  const left = [...states];
  return serve({
    "GET /api/v1/security/csrf_token/": { body: { result: "t" } },
    "POST /api/v1/sqllab/execute/": ({ body }) => {
      name = (body as { client_id: string }).client_id;
      return { status: 202, body: { query: { id: name, state: "pending", progress: 0, extra: {} } } };
    },
    "GET /api/v1/query/updated_since": () => {
      const state = left.shift();
      if (state === undefined) return { status: 500, body: { message: "down" } };
      return { body: { result: [{ id: name, progress: 0, resultsKey: "k", extra: {}, ...state }] } };
    },
    "GET /api/v1/sqllab/results/": () => ({
      body: {
        status: "success",
        columns: [{ name: "one", type: "INT", type_generic: 0 }],
        data: [{ one: 1 }],
        query: { id: name, state: "success", progress: 100, rows: 1, extra: {} },
      },
    }),
  });
}

async function runWith(responses: (object | undefined)[]) {
  const { store, states } = open();
  const requests = servePolls(responses);
  const finished = startRun(store, "a", { target: { kind: "all", sql: SQL, line: 1 } });
  let isRunning = true;
  void finished.finally(() => {
    isRunning = false;
  });
  while (isRunning) {
    await new Promise((resolve) => setImmediate(resolve));
    await vi.runOnlyPendingTimersAsync();
  }
  return { run: store.getState().runs.a, states, requests };
}

test("an async query is polled until it is done, then its rows are fetched", async () => {
  const { run, states, requests } = await runWith([
    { state: "running", progress: 40 },
    undefined,
    { state: "success" },
  ]);
  expect(requests.find(({ path }) => path === "/api/v1/sqllab/execute/")?.body).toMatchObject({ runAsync: true });
  expect(states[0]).toEqual({ state: "pending", progress: 0 });
  expect(states).toContainEqual({ state: "running", progress: 40 });
  expect(states.at(-1)).toEqual({ state: "success", progress: 100 });
  expect(run?.result?.rows).toEqual([{ one: 1 }]);
});

test("a synchronous query reports its progress and tracking URL", async () => {
  const { store } = open(false);
  let answer = (_: object) => {};
  let name = "";
  const more = { trackingUrl: "https://trino.example/1", extra: { progress: "Running block 1 out of 2" } };
  serve({
    "GET /api/v1/security/csrf_token/": { body: { result: "t" } },
    "POST /api/v1/sqllab/execute/": ({ body }) => {
      name = (body as { client_id: string }).client_id;
      return new Promise((resolve) => {
        answer = resolve;
      });
    },
    "GET /api/v1/query/updated_since": () => ({
      body: { result: [{ id: name, state: "running", progress: 20, ...more }] },
    }),
  });
  const finished = startRun(store, "a", { target: { kind: "all", sql: SQL, line: 1 } });
  await vi.waitUntil(async () => {
    await vi.runOnlyPendingTimersAsync();
    return store.getState().runs.a?.progress === 20;
  });
  expect(store.getState().runs.a).toMatchObject({
    state: "running",
    progressText: "Running block 1 out of 2",
    query: { trackingUrl: "https://trino.example/1" },
  });
  const query = { id: name, state: "success", progress: 100, rows: 0, extra: {} };
  answer({ body: { status: "success", columns: [], data: [], query } });
  await finished;
  expect(store.getState().runs.a).toMatchObject({ state: "success", progress: 100 });
});

test("a failed async query reports its error", async () => {
  const errors = [{ message: "No column x", error_type: "COLUMN_DOES_NOT_EXIST_ERROR", level: "error", extra: null }];
  const { run } = await runWith([{ state: "failed", extra: { errors } }]);
  expect([run?.state, run?.error?.message]).toEqual(["failed", "No column x"]);
});

test("a query that failed earlier shows its original duration", async () => {
  const { store } = open();
  const query = { id: "q", sql: SQL, state: "failed", startDttm: 1000, endDttm: 1120, extra: {}, errorMessage: "no" };
  await showQuery(store, "a", query as unknown as QueryState);
  expect(store.getState().runs.a).toMatchObject({ state: "failed", startedAt: 1000, endedAt: 1120 });
});

test("URL parameters are sent for templates", async () => {
  window.history.replaceState({}, "", "/sqllab/?region=north");
  try {
    const { requests } = await runWith([{ state: "success" }]);
    const sent = requests.find(({ path }) => path.startsWith("/api/v1/sqllab/execute/"));
    expect(sent?.body).toMatchObject({ json: true });
    expect(JSON.stringify(sent)).toContain("north");
  } finally {
    window.history.replaceState({}, "", "/");
  }
});

test("a failure to fetch rows is reported", async () => {
  const { store } = open();
  serve({ "GET /api/v1/sqllab/results/": { status: 500, body: { message: "the cache is down" } } });
  const query = { id: "q", sql: SQL, state: "success", resultsKey: "k", rows: 1, extra: {} };
  await showQuery(store, "a", query as unknown as QueryState);
  expect(store.getState().runs.a?.error?.message).toMatch(/^Failed at retrieving results: /);
  expect(useToasts.getState().toasts.map(({ text }) => text)).toEqual(["Failed at retrieving results"]);
});
