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
    isKept: true,
    tables: [],
    pane: "results",
    savedSql: null,
  };
  const store = createLabStore([database], { maxRows: 1000 });
  store.setState({ tabs: [tab], active: "a" });
  const seen: Pick<Run, "state" | "progress">[] = [];
  store.subscribe(({ runs: { a } }) => a && seen.push({ state: a.state, progress: a.progress }));
  return { store, seen };
}

/** How the query stands each time somebody asks; `undefined`: the server cannot be reached. */
function answers(states: (object | undefined)[]) {
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

async function ranWith(states: (object | undefined)[]) {
  const { store, seen } = open();
  const asked = answers(states);
  const isOver = startRun(store, "a", { chosen: { kind: "all", sql: SQL, line: 1 } });
  let goesOn = true;
  void isOver.finally(() => {
    goesOn = false;
  });
  while (goesOn) {
    await new Promise((resolve) => setImmediate(resolve));
    await vi.runOnlyPendingTimersAsync();
  }
  return { run: store.getState().runs.a, seen, asked };
}

test("a query in the background is asked for until it is done, and its rows are fetched", async () => {
  const { run, seen, asked } = await ranWith([{ state: "running", progress: 40 }, undefined, { state: "success" }]);
  expect(asked.find(({ path }) => path === "/api/v1/sqllab/execute/")?.body).toMatchObject({ runAsync: true });
  expect(seen[0]).toEqual({ state: "pending", progress: 0 });
  expect(seen).toContainEqual({ state: "running", progress: 40 });
  expect(seen.at(-1)).toEqual({ state: "success", progress: 100 });
  expect(run?.result?.rows).toEqual([{ one: 1 }]);
});

test("one whose rows are waited for tells on the way how far it is, and where its database shows it", async () => {
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
  const isOver = startRun(store, "a", { chosen: { kind: "all", sql: SQL, line: 1 } });
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
  await isOver;
  expect(store.getState().runs.a).toMatchObject({ state: "success", progress: 100 });
});

test("one that fails there says why", async () => {
  const errors = [{ message: "No column x", error_type: "COLUMN_DOES_NOT_EXIST_ERROR", level: "error", extra: null }];
  const { run } = await ranWith([{ state: "failed", extra: { errors } }]);
  expect([run?.state, run?.error?.message]).toEqual(["failed", "No column x"]);
});

test("one that failed before took as long as it took then", async () => {
  const { store } = open();
  const query = { id: "q", sql: SQL, state: "failed", startDttm: 1000, endDttm: 1120, extra: {}, errorMessage: "no" };
  await showQuery(store, "a", query as unknown as QueryState);
  expect(store.getState().runs.a).toMatchObject({ state: "failed", startedAt: 1000, endedAt: 1120 });
});

test("the parameters of the page's address go along, for templates", async () => {
  window.history.replaceState({}, "", "/sqllab/?region=north");
  try {
    const { asked } = await ranWith([{ state: "success" }]);
    const sent = asked.find(({ path }) => path.startsWith("/api/v1/sqllab/execute/"));
    expect(sent?.body).toMatchObject({ json: true });
    expect(JSON.stringify(sent)).toContain("north");
  } finally {
    window.history.replaceState({}, "", "/");
  }
});

test("rows that can't be fetched are said to be that", async () => {
  const { store } = open();
  serve({ "GET /api/v1/sqllab/results/": { status: 500, body: { message: "the cache is down" } } });
  const query = { id: "q", sql: SQL, state: "success", resultsKey: "k", rows: 1, extra: {} };
  await showQuery(store, "a", query as unknown as QueryState);
  expect(store.getState().runs.a?.error?.message).toMatch(/^Failed at retrieving results: /);
  expect(useToasts.getState().toasts.map(({ text }) => text)).toEqual(["Failed at retrieving results"]);
});
