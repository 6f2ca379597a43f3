import { act, fireEvent, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { ChartDataResult } from "../../../model/query-context.ts";
import { renderWorkbench } from "../../../testing/explore-page.tsx";
import { serve } from "../../../testing/network.ts";
import { nowMs } from "../../../web/client/clock.ts";
import { ResultsPane } from "../results/ResultsPane.tsx";
import { ChartArea } from "./ChartArea.tsx";
import { ChartStrip } from "./ChartStrip.tsx";
import { SeriesLimitNotice } from "./SeriesLimitNotice.tsx";
import { UnusedNotice } from "./UnusedNotice.tsx";

const RESULT: ChartDataResult = {
  data: [
    { date: Date.UTC(2010, 1, 1), Finance: 3, Government: 40 },
    { date: Date.UTC(2010, 2, 1), Finance: 4, Government: 41 },
  ],
  colnames: ["date", "Finance", "Government"],
  coltypes: [2, 0, 0],
  rowcount: 2,
  sql_rowcount: 4,
};

describe("before the first run", () => {
  test("shows what is missing and suggests charts", async () => {
    const store = renderWorkbench(<ChartArea />, { form: { metrics: [] } });
    expect(screen.getByText("Choose a metric")).toBeTruthy();
    await userEvent.click(await screen.findByRole("button", { name: /^Rows by Industry/ }));
    expect(store.getState().lastRun).toMatchObject({ viz_type: "echarts_timeseries_bar", x_axis: "series" });
    expect(store.getState().undo()).toBe("Rows by Industry");
  });
});

describe("strip", () => {
  test("shows rows, series and duration", () => {
    const startedAt = nowMs();
    const context = { datasource: { id: 3, type: "table" }, queries: [{ series_columns: ["series"] }] };
    const run = { status: "ready" as const, results: [RESULT], context, startedAt, finishedAt: startedAt + 80 };
    renderWorkbench(<ChartStrip isStandalone={false} />, { run });
    expect(screen.getByText("2 rows × 2 series")).toBeTruthy();
    expect(screen.getByText("0.08 s")).toBeTruthy();
    expect(screen.getByText("Rows")).toBeTruthy();
  });

  test("raw records aren't named after a metric that they don't show", () => {
    const raw = { viz_type: "table", query_mode: "raw", all_columns: ["series"], metrics: ["count"] };
    renderWorkbench(<ChartStrip isStandalone={false} />, { form: raw, run: { status: "ready", results: [RESULT] } });
    expect(screen.queryByText("Rows")).toBeNull();
  });

  test("counts seconds while loading", () => {
    const run = { status: "loading" as const, results: [RESULT], startedAt: nowMs() - 3400 };
    renderWorkbench(<ChartStrip isStandalone={false} />, { run });
    const [, seconds] = /^loading… (\d+\.\d) s$/.exec(screen.getByText(/^loading…/).textContent ?? "") ?? [];
    expect(Number(seconds)).toBeGreaterThanOrEqual(3.4);
  });

  test("shows when the row limit was reached", () => {
    const context = { datasource: { id: 3, type: "table" }, queries: [{ row_limit: 4 }] };
    renderWorkbench(<ChartStrip isStandalone={false} />, { run: { status: "ready", results: [RESULT], context } });
    expect(screen.getByText("First 4 rows")).toBeTruthy();
  });

  test("shows the age of cached data", () => {
    const cached = { ...RESULT, cached_dttm: new Date(nowMs() - 4 * 60_000).toISOString() };
    renderWorkbench(<ChartStrip isStandalone={false} />, { run: { status: "ready", results: [cached] } });
    expect(screen.getByText("4 min ago")).toBeTruthy();
  });

  test("has no chart menu in standalone mode", () => {
    renderWorkbench(<ChartStrip isStandalone />, { run: { status: "ready", results: [RESULT] } });
    expect(screen.getByRole("button", { name: "Refresh (ignore cache)" })).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Chart menu" })).toBeNull();
  });

  test("refresh bypasses the cache", async () => {
    const store = renderWorkbench(<ChartStrip isStandalone={false} />, { run: { status: "ready", results: [RESULT] } });
    await userEvent.click(screen.getByRole("button", { name: "Refresh (ignore cache)" }));
    expect(store.getState().force).toBe(true);
  });
});

test("names settings the new type doesn't use, and Undo restores them", async () => {
  const store = renderWorkbench(<UnusedNotice />, { form: { groupby: ["series"] } });
  store.getState().changeType("big_number_total");
  expect((await screen.findByRole("status")).textContent).toContain("Dimensions");
  await userEvent.click(screen.getByRole("button", { name: "Undo" }));
  expect(store.getState().formData).toMatchObject({ viz_type: "echarts_timeseries_line", groupby: ["series"] });
  expect(screen.queryByRole("status")).toBeNull();
});

describe("a dimension with very many values", () => {
  const series = Array.from({ length: 60 }, (_, index) => `Industry ${index}`);
  const many: ChartDataResult = { data: [], colnames: ["date", ...series], rowcount: 12, sql_rowcount: 720 };
  const context = {
    datasource: { id: 3, type: "table" },
    queries: [{ series_columns: ["series"], row_limit: 10_000 }],
  };
  const run = { status: "ready" as const, results: [many], context };

  test("shows all series on request, once", async () => {
    const store = renderWorkbench(<SeriesLimitNotice />, {
      run,
      saved: { groupby: [] },
      form: { groupby: ["series"] },
    });
    expect((await screen.findByRole("status")).textContent).toContain("Showing the 10 largest of 60 series.");
    expect(store.getState().formData.limit).toBe(10);
    await userEvent.click(screen.getByRole("button", { name: "Show all" }));
    expect(store.getState().formData.limit).toBeNull();
    expect(screen.queryByRole("status")).toBeNull();
  });

  test("shows that the row limit hid more series, and undo removes the limit", async () => {
    const cut = { ...run, results: [{ ...many, sql_rowcount: 10_000 }] };
    const store = renderWorkbench(<SeriesLimitNotice />, {
      run: cut,
      saved: { groupby: [] },
      form: { groupby: ["series"] },
    });
    expect(await screen.findByText("Showing the 10 largest series. There are more.")).toBeTruthy();
    act(() => void store.getState().undo());
    expect(store.getState().formData.limit).toBeFalsy();
    expect(screen.queryByRole("status")).toBeNull();
  });

  test("keeps all series of a chart saved with them", () => {
    const store = renderWorkbench(<SeriesLimitNotice />, { run, form: { groupby: ["series"] } });
    expect(store.getState().formData.limit).toBeFalsy();
    expect(screen.queryByRole("status")).toBeNull();
  });

  test("limits a table's dimension that becomes a line chart's series", () => {
    const form = { groupby: ["series"] };
    const store = renderWorkbench(<SeriesLimitNotice />, { run, saved: { viz_type: "table" }, form });
    expect(store.getState().formData.limit).toBe(10);
  });

  test("doesn't change charts with few series or a configured limit", () => {
    const few = { ...run, results: [{ ...many, colnames: ["date", "Finance", "Mining"] }] };
    const one = renderWorkbench(<SeriesLimitNotice />, {
      run: few,
      saved: { groupby: [] },
      form: { groupby: ["series"] },
    });
    const other = { groupby: ["series"], limit: 50 };
    const two = renderWorkbench(<SeriesLimitNotice />, { run, saved: { groupby: [] }, form: other });
    expect(one.getState().formData.limit).toBeFalsy();
    expect(two.getState().formData.limit).toBe(50);
  });
});

describe("stale chart", () => {
  test("is announced without live update and can be updated", async () => {
    const store = renderWorkbench(<ChartArea />, { live: false });
    store.getState().set("row_limit", 100);
    expect(await screen.findByText("Your chart is not up to date")).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Update chart" }));
    expect(store.getState().lastRun?.row_limit).toBe(100);
    expect(screen.queryByText("Your chart is not up to date")).toBeNull();
  });

  test("stays visible while settings are invalid, with the number of errors", async () => {
    const store = renderWorkbench(<ChartArea />);
    store.getState().set("metrics", []);
    expect(await screen.findByText(/Fix 1 setting to update it/)).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Undo" }));
    expect(store.getState().formData.metrics).toEqual(["count"]);
  });
});

describe("a chart without rows because of its filters", () => {
  const filter = (subject: string, operator: string, comparator: string | string[]) => ({
    clause: "WHERE" as const,
    expressionType: "SIMPLE" as const,
    subject,
    operator,
    comparator,
    filterOptionName: subject,
  });
  const form = {
    adhoc_filters: [filter("series", "IN", ["Fishing"]), filter("date", "TEMPORAL_RANGE", "Last week")],
  };
  const empty = { result: [{ data: [], colnames: ["date"], coltypes: [2], rowcount: 0 }] };

  test("lists them and removes one or all in one undo step, keeping the time range control", async () => {
    serve({
      "GET /api/v1/security/csrf_token/": { body: { result: "t" } },
      "POST /api/v1/chart/data": { body: empty },
    });
    onTestFinished(() => void vi.restoreAllMocks());
    vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(600);
    vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(400);
    const store = renderWorkbench(<ChartArea />, { form });
    expect(await screen.findByText("No rows match")).toBeTruthy();
    expect(screen.getAllByRole("listitem").map((one) => one.textContent)).toEqual([
      "Industry is one of Fishing",
      "date Last week",
    ]);
    await userEvent.click(screen.getByRole("button", { name: "Remove filter Industry" }));
    expect(store.getState().formData.adhoc_filters).toMatchObject([{ subject: "date", comparator: "Last week" }]);
    act(() => expect(store.getState().undo()).toBe("Filters"));
    fireEvent.click(await screen.findByRole("button", { name: "Clear the filters" }));
    expect(store.getState().formData.adhoc_filters).toMatchObject([{ subject: "date", comparator: "No filter" }]);
  });
});

describe("data pane", () => {
  const pane = <ResultsPane isOpen onToggle={() => undefined} />;

  test("counts rows and columns, also while searching", async () => {
    renderWorkbench(pane, { run: { status: "ready", results: [RESULT] } });
    expect(await screen.findByText("2 rows · 3 columns")).toBeTruthy();
    await userEvent.type(screen.getByRole("searchbox", { name: "Search rows" }), "41");
    expect(await screen.findByText("1 row · 3 columns")).toBeTruthy();
  });

  test("has a tab per query", async () => {
    renderWorkbench(pane, { run: { status: "ready", results: [RESULT, { ...RESULT, data: [] }] } });
    await userEvent.click(screen.getByRole("tab", { name: "Results 2" }));
    expect(await screen.findByText("0 rows · 3 columns")).toBeTruthy();
  });

  test("shows a hint before the first run", () => {
    renderWorkbench(pane);
    expect(screen.getByText("Run the chart to see its rows here.")).toBeTruthy();
    expect(screen.getByRole("button", { name: "Copy rows" })).toHaveProperty("disabled", true);
  });
});
