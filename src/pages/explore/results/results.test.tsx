import { cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { columnsOfResult } from "../../../chart-kit/table/column.ts";
import type { ChartPart } from "../../../chart-seam/chart-type.ts";
import { toCsv, toJson } from "../../../features/shown-rows/texts.ts";
import { QueryContext } from "../../../model/query-context.ts";
import { codeIn } from "../../../testing/code.ts";
import { renderWorkbench, signIn } from "../../../testing/explore-page.tsx";
import { serve } from "../../../testing/network.ts";
import { forgetCsrfToken } from "../../../web/client/client.ts";
import { ResultsPane } from "./ResultsPane.tsx";
import { SamplesTable } from "./SamplesTable.tsx";
import { SqlView } from "./SqlView.tsx";

const TOKEN = { "GET /api/v1/security/csrf_token/": { body: { result: "t" } } };
const context = { datasource: { id: 3, type: "table" }, queries: [{ columns: ["series"], metrics: ["count"] }] };

beforeEach(forgetCsrfToken);

describe("SQL of the chart", () => {
  test("is formatted and copied as shown", async () => {
    const sql = "select series, count(*) from unemployment group by series";
    const requests = serve({
      ...TOKEN,
      "POST /api/v1/chart/data": { body: { result: [{ query: sql, language: "sql" }] } },
    });
    const user = userEvent.setup();
    renderWorkbench(<SqlView />, { run: { status: "ready", context } });
    await screen.findByText(/SELECT/);
    const text = await codeIn("Query SQL");
    expect(text.split("\n").length).toBeGreaterThan(3);
    expect(requests.at(-1)?.body).toMatchObject({ result_type: "query", queries: context.queries });
    await user.click(screen.getByRole("button", { name: "Copy SQL" }));
    await waitFor(async () => expect(await navigator.clipboard.readText()).toBe(text));
  });

  test("shows a loading error with retry", async () => {
    serve({ ...TOKEN, "POST /api/v1/chart/data": { status: 422, body: { message: "No such column" } } });
    renderWorkbench(<SqlView />, { run: { status: "ready", context } });
    expect(await screen.findByText("No such column")).toBeTruthy();
    expect(screen.getByRole("button", { name: /again|Retry/ })).toBeTruthy();
  });

  test("is empty before the first run", () => {
    renderWorkbench(<SqlView />);
    expect(screen.getByText("Run the chart to see its SQL here.")).toBeTruthy();
  });
});

test("samples are paged with a total", async () => {
  const result = {
    data: [{ date: "2010-01-01", series: "Finance" }],
    colnames: ["date", "series"],
    coltypes: [2, 1],
    page: 1,
    per_page: 100,
    total_count: 1708,
  };
  const requests = serve({ ...TOKEN, "POST /datasource/samples": { body: { result } } });
  const onShown = vi.fn();
  renderWorkbench(<SamplesTable search="" onShown={onShown} />);
  expect(await screen.findByText("1–100 of 1,708 rows")).toBeTruthy();
  const query = Object.fromEntries(requests.at(-1)?.query ?? []);
  expect(query).toMatchObject({ datasource_id: "3", datasource_type: "table", per_page: "100" });
  await userEvent.click(screen.getByRole("button", { name: "Next rows" }));
  expect(await screen.findByText("101–200 of 1,708 rows")).toBeTruthy();
  expect(requests.at(-1)?.query.get("page")).toBe("2");
});

describe("a chart with nested charts", () => {
  const part = (name: string, id: number): ChartPart => ({
    id,
    name,
    type: { name: "Points" } as ChartPart["type"],
    formData: { viz_type: "deck_scatter" },
    results: [{ data: [{ city: `${name} city` }], colnames: ["city"], coltypes: [1] }],
    context: QueryContext.parse({ datasource: { id, type: "table" }, queries: [{ columns: ["city"] }] }),
  });
  const whole = { datasource: { id: 7, type: "table" }, queries: [] } as unknown as QueryContext;
  const run = { status: "ready" as const, context: whole, results: [], parts: [part("Routes", 7), part("Stops", 8)] };

  test.each([true, false])("offers samples only to users who can see them: %s", (canSee) => {
    signIn(canSee ? [["can_samples", "Datasource"]] : []);
    renderWorkbench(<ResultsPane isOpen={false} onToggle={() => undefined} />);
    expect(screen.queryByRole("tab", { name: "Samples" }) !== null).toBe(canSee);
  });

  test("shows and downloads the rows of each by name", async () => {
    signIn([["can_csv", "Superset"]]);
    const requests = serve({ ...TOKEN, "POST /api/v1/chart/data": { body: { result: [] } } });
    renderWorkbench(<ResultsPane isOpen onToggle={() => undefined} />, { run });
    expect(screen.getByText("Routes city")).toBeTruthy();
    await userEvent.click(screen.getByRole("tab", { name: "Stops" }));
    expect(screen.getByText("Stops city")).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Download rows" }));
    await userEvent.click(await screen.findByText("Excel (all rows)"));
    await waitFor(() => expect(requests.at(-1)?.body).toMatchObject({ datasource: { id: 8 }, result_format: "xlsx" }));
    expect(requests.at(-1)?.body).toMatchObject({ filename: expect.stringMatching(/stops/i) });
  });

  test("shows the SQL of each", async () => {
    const requests = serve({ ...TOKEN, "POST /api/v1/chart/data": { body: { result: [{ query: "select 1" }] } } });
    renderWorkbench(<SqlView />, { run });
    await waitFor(() => expect(screen.getAllByRole("button", { name: "Copy SQL" })).toHaveLength(2));
    const datasets = requests.map(({ body }) => (body as Partial<QueryContext> | undefined)?.datasource?.id);
    expect(datasets.filter(Boolean)).toEqual([7, 8]);
  });
});

test("original time values are remembered and copied", async () => {
  const result = { data: [{ date: 1262304000000 }], colnames: ["date"], coltypes: [2], rowcount: 1 };
  const run = { status: "ready" as const, context, results: [result] };
  const pane = <ResultsPane isOpen onToggle={() => undefined} />;
  renderWorkbench(pane, { run });
  await userEvent.click(screen.getByRole("button", { name: /^Original value of/ }));
  expect(screen.getByText("1262304000000")).toBeTruthy();
  cleanup();
  renderWorkbench(pane, { run });
  expect(screen.getByText("1262304000000")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Copy rows" }));
  await waitFor(async () => expect(await navigator.clipboard.readText()).toContain("1262304000000"));
  localStorage.clear();
});

describe("visible rows", () => {
  const PERMISSIONS = [["can_csv", "Superset"]] as const;
  const results = [
    { data: [{ series: "=1+1", rate: 3 }], colnames: ["series", "rate"], coltypes: [1, 0], rowcount: 1 },
  ];
  const limited = { ...context, queries: [{ ...context.queries[0], row_limit: 1 }] };

  test("show how many rows bins and pivots were read from", () => {
    const wider = { ...context, queries: [{ ...context.queries[0], row_limit: 10_000 }] };
    const binned = results.map((one) => ({ ...one, sql_rowcount: 10_000 }));
    renderWorkbench(<ResultsPane isOpen onToggle={() => undefined} />, {
      run: { status: "ready", context: wider, results: binned },
    });
    expect(screen.getByText("From the first 10,000 rows · 2 columns")).toBeTruthy();
  });

  test("are named by the dimensions of their query", () => {
    const queries = [["series", "sector"], ["series"], []].map((columns) => ({ columns, metrics: ["count"] }));
    const pivoted = { ...context, queries };
    renderWorkbench(<ResultsPane isOpen onToggle={() => undefined} />, {
      run: { status: "ready", context: pivoted, results: queries.map(() => results[0]!) },
    });
    const names = screen.getAllByRole("tab").map((tab) => tab.textContent);
    expect(names.slice(0, 3)).toEqual(["series, sector", "series", "Total"]);
  });

  test("show that the limit was reached", () => {
    signIn(PERMISSIONS);
    renderWorkbench(<ResultsPane isOpen onToggle={() => undefined} />, {
      run: { status: "ready", context: limited, results },
    });
    expect(screen.getByText("First 1 row · 2 columns")).toBeTruthy();
  });

  test("can be downloaded with permission", async () => {
    signIn(PERMISSIONS);
    renderWorkbench(<ResultsPane isOpen onToggle={() => undefined} />, { run: { status: "ready", context, results } });
    await userEvent.click(screen.getByRole("button", { name: "Download rows" }));
    expect((await screen.findAllByRole("menuitem")).map((one) => one.textContent)).toEqual([
      "CSV (visible rows)",
      "JSON (visible rows)",
      "Excel (visible rows)",
      "CSV (all rows)",
      "Excel (all rows)",
    ]);
  });

  test("can't be downloaded without permission", () => {
    signIn([]);
    renderWorkbench(<ResultsPane isOpen onToggle={() => undefined} />, { run: { status: "ready", context, results } });
    expect(screen.queryByRole("button", { name: "Download rows" })).toBeNull();
  });

  test("keep types in JSON, and have no formulas in CSV", () => {
    const columns = columnsOfResult(results[0]!);
    expect(JSON.parse(toJson(results[0]!.data, columns))).toEqual([{ series: "=1+1", rate: 3 }]);
    expect(toCsv(results[0]!.data, columns)).toBe("series,rate\r\n'=1+1,3");
  });
});
