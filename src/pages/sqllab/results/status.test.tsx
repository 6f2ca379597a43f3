import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { type RecordedRequest, type Routes, serve } from "../../../testing/network.ts";
import { press } from "../../../testing/steps.ts";
import { forgetCsrfToken } from "../../../web/client/client.ts";
import { errorOfResponse } from "../../../web/client/errors.ts";
import { queryClient } from "../../../web/client/query.ts";
import { useToasts } from "../../../web/toasts/toasts.ts";
import type { Lab } from "../state/lab.ts";
import { LabContext } from "../state/lab-context.ts";
import { appendTab, createLabStore, edit, type LabDatabase, type Run } from "../state/store.ts";
import { EMPTY_DRAFT } from "../state/tab.ts";
import { HistoryTab } from "./HistoryTab.tsx";
import { RunFailure } from "./RunFailure.tsx";
import { StatusLine } from "./StatusLine.tsx";

const query = (id: number, more: object = {}) => ({
  ...{ id, client_id: `c${id}`, status: "success", sql: `select ${id}`, rows: 1200, results_key: "k" },
  ...{ start_time: 1_700_000_000_000, end_time: 1_700_000_000_140, ...more },
});
const history = (...result: object[]) => ({ body: { count: result.length, ids: [], result } });

function open(part: React.ReactNode, { routes = {}, run }: { routes?: Routes; run?: Partial<Run> } = {}) {
  const requests: RecordedRequest[] = serve({
    "GET /api/v1/security/csrf_token/": { body: { result: "t" } },
    ...routes,
  });
  const store = createLabStore([{ id: 1, expose_in_sqllab: true } as LabDatabase], { maxRows: 10 });
  const shown = { isLoaded: true, isClean: false, tables: [], pane: "history", savedSql: null };
  appendTab(store, { ...EMPTY_DRAFT, ...shown, key: "a", id: 7, sql: "select 0", dbId: 1, schema: "main" });
  if (run) store.setState({ runs: { a: { ...RUN, ...run } } });
  const add = vi.fn<Lab["add"]>();
  const lab = { store, add, edit: (key: string, change: object) => edit(store, key, change) } as unknown as Lab;
  render(
    <QueryClientProvider client={queryClient}>
      <LabContext value={lab}>{part}</LabContext>
    </QueryClientProvider>,
  );
  return { requests, store, add, tab: () => store.getState().tabs[0] };
}

const RUN: Run = {
  ...{ clientId: "c1", sql: "select 1", line: 1, state: "success", startedAt: 1000, endedAt: 1140, progress: 0 },
  ...{ progressText: null, query: null, result: null, error: null, isStopConfirmed: false },
};
const toastTexts = () => useToasts.getState().toasts.map(({ text }) => text);

beforeEach(() => {
  queryClient.clear();
  forgetCsrfToken();
  useToasts.setState({ toasts: [] });
});

describe("the query history of a tab", () => {
  const HISTORY = "GET /api/v1/query/";

  test("lists its queries, with results of those that succeeded", async () => {
    const { requests } = open(<HistoryTab />, {
      routes: { [HISTORY]: history(query(2), query(1, { status: "failed" })) },
    });
    const [, first, second] = await screen.findAllByRole("row");
    for (const text of ["Succeeded", "0.14 s", "1,200", "select 2"])
      expect(within(first as HTMLElement).getByText(text)).toBeTruthy();
    expect(within(first as HTMLElement).getByLabelText("Show results")).toBeTruthy();
    expect(within(second as HTMLElement).getByText("Failed")).toBeTruthy();
    expect(within(second as HTMLElement).queryByLabelText("Show results")).toBeNull();
    expect(requests[0]?.query.get("q")).toContain("(col:sql_editor_id,opr:eq,value:'7')");
  });

  test("opens a query in the editor or in a new tab on the same database", async () => {
    const { tab, add } = open(<HistoryTab />, { routes: { [HISTORY]: history(query(2)) } });
    await press("Open in editor");
    expect(tab()?.sql).toBe("select 2");
    await press("Open in new tab");
    expect(add).toHaveBeenCalledWith({ sql: "select 2", dbId: 1, catalog: null, schema: "main" });
  });

  test("removes a query, or reports why it can't", async () => {
    let rows = [query(2), query(1)];
    let isDown = true;
    const remove = () => {
      if (isDown) return { status: 500, body: { message: "down" } };
      rows = rows.slice(1);
      return { body: '"OK"', headers: { "content-type": "application/json" } };
    };
    const { requests } = open(<HistoryTab />, {
      routes: { [HISTORY]: () => history(...rows), "DELETE /tabstateview/7/query/*": remove },
    });
    await screen.findByText("select 2");
    await press("Remove from history");
    await waitFor(() => expect(toastTexts()[0]).toMatch(/^An error occurred while removing query/));
    expect(screen.getByText("select 1")).toBeTruthy();
    isDown = false;
    await press("Remove from history");
    await waitFor(() => expect(screen.queryByText("select 2")).toBeNull());
    expect(requests.filter(({ method }) => method === "DELETE").map(({ path }) => path)).toEqual([
      "/tabstateview/7/query/c1",
      "/tabstateview/7/query/c1",
    ]);
  });

  test("is empty before the first run, and can be retried after an error", async () => {
    let answer: ReturnType<typeof history> & { status?: number } = {
      status: 500,
      body: { message: "down" } as never,
    };
    open(<HistoryTab />, { routes: { [HISTORY]: () => answer } });
    expect(await screen.findByText("Failed to load query history")).toBeTruthy();
    answer = history();
    await press("Retry");
    expect(await screen.findByText("No queries run in this tab yet")).toBeTruthy();
  });
});

describe("the status line", () => {
  const status = () => screen.getByRole("status").textContent;
  const rows = (count: number) => ({
    columns: [{ name: "a", type: "INT", type_generic: 0 }],
    rows: Array.from({ length: count }, (_, a) => ({ a })),
    isTruncated: false,
  });

  test("says that nothing has run yet, with the cursor position", () => {
    const { store } = open(<StatusLine />);
    expect(status()).toBe("Not run yet");
    expect(store.getState().selection.line).toBe(1);
    expect(screen.getByText("Ln 1, Col 1")).toBeTruthy();
  });

  test.each<[Partial<Run>, string]>([
    [{ state: "pending", endedAt: null }, "Pending"],
    [{ state: "running", endedAt: null, progress: 42.4 }, "Running · 42%"],
    [{ state: "fetching", endedAt: null }, "Fetching"],
    [{ state: "stopped" }, "Stopping…"],
    [{ state: "stopped", isStopConfirmed: true }, "Stopped"],
    [{ state: "timed_out" }, "Timed out"],
    [{ state: "failed" }, "Failed"],
    [{ result: rows(1) }, "Succeeded1 row · 1 column · limit not reached"],
    [
      { result: rows(2), sql: "select 1; select 2" },
      "Succeeded2 rows from the last of 2 statements · 1 column · limit not reached",
    ],
    [
      { result: { ...rows(2), isTruncated: true } },
      "Succeeded2 rows · 1 column · showing first 2; download has all rows",
    ],
    [
      { result: rows(2), query: { rows: 1000, limit: 1000, limitingFactor: "DROPDOWN" } as Run["query"] },
      "Succeeded1,000 rows · 1 column · limit reached: first 1,000 rows",
    ],
    [
      { result: rows(2), query: { rows: 2, limitingFactor: "QUERY" } as Run["query"] },
      "Succeeded2 rows · 1 column · LIMIT in your SQL reached",
    ],
  ])("%# shows its state", (run, text) => {
    open(<StatusLine />, { run });
    expect(status()).toBe(text);
  });

  test("links to the database's page about it, but only to http(s) addresses", () => {
    const tracked = (trackingUrl: string) => ({ query: { trackingUrl } as Run["query"] });
    open(<StatusLine />, { run: tracked("https://trino/ui/query.html?1") });
    expect(screen.getByRole("link", { name: "Query details" }).getAttribute("href")).toContain("https://trino/");
    open(<StatusLine />, { run: tracked("javascript:alert(1)") });
    expect(screen.getAllByRole("link")).toHaveLength(1);
  });
});

test("a run with missing parameters offers to set them", async () => {
  const error = { message: "The parameter a is missing", error_type: "MISSING_TEMPLATE_PARAMS_ERROR", level: "error" };
  const { store } = open(<RunFailure error={errorOfResponse(400, { errors: [{ ...error, extra: {} }] })} />);
  expect(screen.getByRole("alert").textContent).toContain("The parameter a is missing");
  await press("Set parameters");
  expect(store.getState().dialog).toBe("parameters");
});
