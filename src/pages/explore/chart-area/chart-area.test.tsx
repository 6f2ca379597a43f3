import { act, fireEvent, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { ChartDataResult } from "../../../model/query-context.ts";
import { renderBench } from "../../../testing/explore-page.tsx";
import { serve } from "../../../testing/network.ts";
import { nowMs } from "../../../web/client/clock.ts";
import { ResultsPane } from "../results/ResultsPane.tsx";
import { AsideNotice } from "./AsideNotice.tsx";
import { ChartArea } from "./ChartArea.tsx";
import { ChartStrip } from "./ChartStrip.tsx";
import { SeriesLimitNotice } from "./SeriesLimitNotice.tsx";

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
  test("says what is missing and offers charts that are ready", async () => {
    const store = renderBench(<ChartArea />, { form: { metrics: [] } });
    expect(screen.getByText("Choose a metric")).toBeTruthy();
    await userEvent.click(await screen.findByRole("button", { name: /^Rows by Industry/ }));
    expect(store.getState().ran).toMatchObject({ viz_type: "echarts_timeseries_bar", x_axis: "series" });
    expect(store.getState().undo()).toBe("Rows by Industry");
  });
});

describe("strip", () => {
  test("says rows, series and time", () => {
    const startedAt = nowMs();
    const context = { datasource: { id: 3, type: "table" }, queries: [{ series_columns: ["series"] }] };
    const run = { status: "ready" as const, results: [RESULT], context, startedAt, finishedAt: startedAt + 80 };
    renderBench(<ChartStrip isAlone={false} />, { run });
    expect(screen.getByText("2 rows × 2 series")).toBeTruthy();
    expect(screen.getByText("0.08 s")).toBeTruthy();
    expect(screen.getByText("Rows")).toBeTruthy();
  });

  test("counts the seconds of a run under way", () => {
    const run = { status: "loading" as const, results: [RESULT], startedAt: nowMs() - 3400 };
    renderBench(<ChartStrip isAlone={false} />, { run });
    const [, seconds] = /^loading… (\d+\.\d) s$/.exec(screen.getByText(/^loading…/).textContent ?? "") ?? [];
    expect(Number(seconds)).toBeGreaterThanOrEqual(3.4);
  });

  test("says when the limit cut the rows", () => {
    const context = { datasource: { id: 3, type: "table" }, queries: [{ row_limit: 4 }] };
    renderBench(<ChartStrip isAlone={false} />, { run: { status: "ready", results: [RESULT], context } });
    expect(screen.getByText("First 4 rows")).toBeTruthy();
  });

  test("says how old cached data is", () => {
    const cached = { ...RESULT, cached_dttm: new Date(nowMs() - 4 * 60_000).toISOString() };
    renderBench(<ChartStrip isAlone={false} />, { run: { status: "ready", results: [cached] } });
    expect(screen.getByText("4 min ago")).toBeTruthy();
  });

  test("a chart that stands alone has no menu that leads elsewhere", () => {
    renderBench(<ChartStrip isAlone />, { run: { status: "ready", results: [RESULT] } });
    expect(screen.getByRole("button", { name: "Refresh past the cache" })).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Chart menu" })).toBeNull();
  });

  test("refresh asks past the cache", async () => {
    const store = renderBench(<ChartStrip isAlone={false} />, { run: { status: "ready", results: [RESULT] } });
    await userEvent.click(screen.getByRole("button", { name: "Refresh past the cache" }));
    expect(store.getState().force).toBe(true);
  });
});

test("what a change of type set aside is named, and taken back by Undo", async () => {
  const store = renderBench(<AsideNotice />, { form: { groupby: ["series"] } });
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

  test("shows all on request, and does not ask again", async () => {
    const store = renderBench(<SeriesLimitNotice />, { run, saved: { groupby: [] }, form: { groupby: ["series"] } });
    expect((await screen.findByRole("status")).textContent).toContain("Showing the 10 largest of 60 series.");
    expect(store.getState().formData.limit).toBe(10);
    await userEvent.click(screen.getByRole("button", { name: "Show all" }));
    expect(store.getState().formData.limit).toBeNull();
    expect(screen.queryByRole("status")).toBeNull();
  });

  test("says when the row limit hid how many there are, and undo takes the limit back", async () => {
    const cut = { ...run, results: [{ ...many, sql_rowcount: 10_000 }] };
    const store = renderBench(<SeriesLimitNotice />, {
      run: cut,
      saved: { groupby: [] },
      form: { groupby: ["series"] },
    });
    expect(await screen.findByText("Showing the 10 largest of more than 60 series.")).toBeTruthy();
    act(() => void store.getState().undo());
    expect(store.getState().formData.limit).toBeFalsy();
    expect(screen.queryByRole("status")).toBeNull();
  });

  test("a chart saved with all its series keeps them", () => {
    const store = renderBench(<SeriesLimitNotice />, { run, form: { groupby: ["series"] } });
    expect(store.getState().formData.limit).toBeFalsy();
    expect(screen.queryByRole("status")).toBeNull();
  });

  test("a table's dimension that becomes the series of a line is limited", () => {
    const form = { groupby: ["series"] };
    const store = renderBench(<SeriesLimitNotice />, { run, saved: { viz_type: "table" }, form });
    expect(store.getState().formData.limit).toBe(10);
  });

  test("few series, and a limit someone chose, stay as they are", () => {
    const few = { ...run, results: [{ ...many, colnames: ["date", "Finance", "Mining"] }] };
    const one = renderBench(<SeriesLimitNotice />, { run: few, saved: { groupby: [] }, form: { groupby: ["series"] } });
    const other = { groupby: ["series"], limit: 50 };
    const two = renderBench(<SeriesLimitNotice />, { run, saved: { groupby: [] }, form: other });
    expect(one.getState().formData.limit).toBeFalsy();
    expect(two.getState().formData.limit).toBe(50);
  });
});

describe("stale chart", () => {
  test("with live off the chart says so and can be updated", async () => {
    const store = renderBench(<ChartArea />, { live: false });
    store.getState().set("row_limit", 100);
    expect(await screen.findByText("Your chart is not up to date")).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Update chart" }));
    expect(store.getState().ran?.row_limit).toBe(100);
    expect(screen.queryByText("Your chart is not up to date")).toBeNull();
  });

  test("an invalid form keeps the last chart and counts what needs attention", async () => {
    const store = renderBench(<ChartArea />);
    store.getState().set("metrics", []);
    expect(await screen.findByText(/1 control needs attention/)).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Undo" }));
    expect(store.getState().formData.metrics).toEqual(["count"]);
  });
});

describe("a chart that its filters leave without rows", () => {
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

  test("names them, and lets one or all go as a step of undo; the control of a time range stays", async () => {
    serve({
      "GET /api/v1/security/csrf_token/": { body: { result: "t" } },
      "POST /api/v1/chart/data": { body: empty },
    });
    onTestFinished(() => void vi.restoreAllMocks());
    vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(600);
    vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(400);
    const store = renderBench(<ChartArea />, { form });
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

  test("counts rows and columns, and the search narrows them", async () => {
    renderBench(pane, { run: { status: "ready", results: [RESULT] } });
    expect(await screen.findByText("2 rows · 3 columns")).toBeTruthy();
    await userEvent.type(screen.getByRole("searchbox", { name: "Filter rows" }), "41");
    expect(await screen.findByText("1 row · 3 columns")).toBeTruthy();
  });

  test("each query has its tab", async () => {
    renderBench(pane, { run: { status: "ready", results: [RESULT, { ...RESULT, data: [] }] } });
    await userEvent.click(screen.getByRole("tab", { name: "Results 2" }));
    expect(await screen.findByText("0 rows · 3 columns")).toBeTruthy();
  });

  test("before a run it says what will be here", () => {
    renderBench(pane);
    expect(screen.getByText("Run the chart to see its rows here.")).toBeTruthy();
    expect(screen.getByRole("button", { name: "Copy rows" })).toHaveProperty("disabled", true);
  });
});
