import { render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Dataset } from "../../../model/dataset.ts";
import type { QueryContext } from "../../../model/query-context.ts";
import { serve } from "../../../testing/network.ts";
import { ChartView } from "../ChartView.tsx";
import type { ChartState } from "../chart-state.ts";
import { captureWholeElement } from "./whole-picture.ts";

const DATASET = {
  id: 1,
  columns: [{ column_name: "origin", verbose_name: "Airport", type_generic: 1 }],
  metrics: [
    { metric_name: "count", verbose_name: "Flights" },
    { metric_name: "late", verbose_name: "Late" },
  ],
} as unknown as Dataset;
const FORM = {
  viz_type: "big_number_total",
  datasource: "1__table",
  metric: "count",
  matrixify_enable: true,
  matrixify_mode_rows: "dimensions",
  matrixify_dimension_rows: { dimension: "origin", values: [] },
  matrixify_dimension_selection_mode_rows: "topn",
  matrixify_topn_value_rows: 2,
  matrixify_topn_metric_rows: "count",
  matrixify_mode_columns: "metrics",
  matrixify_columns: ["count", "late"],
};

interface Request {
  key: string;
  context: QueryContext;
}

beforeEach(() => {
  for (const side of ["clientWidth", "clientHeight"] as const) {
    vi.spyOn(HTMLElement.prototype, side, "get").mockReturnValue(800);
  }
  vi.stubGlobal("IntersectionObserver", undefined);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function cellOf({ queries: [query] }: QueryContext): string {
  const [filter] = query?.filters ?? [];
  return `${[filter?.val].flat().join()} ${query?.metrics?.join()}`;
}

const SIDES = ["ORD", "ATL", "LAX"].map((origin, at) => ({ origin, count: 9 - at }));
const NUMBERS: Readonly<Record<string, number>> = { "ORD count": 120, "ORD late": 30, "ATL count": 110 };

function answerTo(context: QueryContext, numbers: typeof NUMBERS): { status: number; body: object } {
  if (context.queries[0]?.columns?.length) {
    return { status: 200, body: { result: [{ data: SIDES, colnames: ["origin", "count"], coltypes: [1, 0] }] } };
  }
  const number = numbers[cellOf(context)];
  if (number === undefined)
    return {
      status: 400,
      body: { errors: [{ message: "no such cell", error_type: "GENERIC_DB_ENGINE_ERROR", level: "error", extra: {} }] },
    };
  const metric = String(context.queries[0]?.metrics?.[0]);
  return {
    status: 200,
    body: { result: [{ data: [{ [metric]: number }], colnames: [metric], coltypes: [0], rowcount: 1 }] },
  };
}

function serveCells(numbers = NUMBERS): string[] {
  const requestedCells: string[] = [];
  const answerOf = (context: QueryContext) => {
    if (!context.queries[0]?.columns?.length) requestedCells.push(cellOf(context));
    return answerTo(context, numbers);
  };
  serve({
    "GET /api/v1/security/csrf_token/": { body: { result: "t" } },
    "POST /api/v1/chart/data": ({ body }) => answerOf(body as QueryContext),
    "POST /api/v1/chart/data/batch": ({ body }) => ({
      body: (body as { requests: Request[] }).requests
        .map(({ key, context }) => JSON.stringify({ key, ...answerOf(context) }))
        .join("\n")
        .concat("\n"),
    }),
  });
  return requestedCells;
}

test("draws a chart with its own query per metric and value, and isolates failures", async () => {
  const requestedCells = serveCells();
  const states: ChartState[] = [];
  render(<ChartView formData={FORM} dataset={DATASET} onState={(state) => states.push(state)} />);
  expect((await screen.findAllByText("120")).length).toBeGreaterThan(0);
  await waitFor(() => expect(states.at(-1)?.status).toBe("ready"));
  expect([...new Set(requestedCells)].sort()).toEqual(["ATL count", "ATL late", "ORD count", "ORD late"]);
  expect(screen.getAllByRole("columnheader").map((one) => one.textContent)).toEqual(["Flights", "Late"]);
  expect(screen.getAllByRole("rowheader").map((one) => one.textContent)).toEqual(["ORD", "ATL"]);
  const cells = screen.getAllByRole("cell");
  expect(cells).toHaveLength(4);
  expect(within(cells[0]!).getByText("120")).toBeTruthy();
  expect(within(cells[1]!).getByText("30")).toBeTruthy();
  await within(cells[3]!).findByText("no such cell");

  const { results, context } = states.at(-1)!;
  expect(results?.[0]?.data).toEqual([
    { Airport: "ORD", Metric: "Flights", count: 120 },
    { Airport: "ORD", Metric: "Late", late: 30 },
    { Airport: "ATL", Metric: "Flights", count: 110 },
  ]);
  expect(context?.queries[0]).toMatchObject({
    columns: ["origin"],
    metrics: ["count", "late"],
    filters: [{ col: "origin", op: "IN", val: ["ORD", "ATL"] }],
  });
  const [grid] = screen.getAllByRole("figure");
  expect(grid?.getAttribute("aria-label")).toBe(
    "Grid of 4 charts (Big Number). Rows: Airport, ORD, ATL. Columns: Metric, Flights, Late.",
  );
});

test("renders cell titles from the template as text", async () => {
  serveCells();
  const template = "<b>{{rowLabel}}</b> / {{colLabel}}";
  render(<ChartView formData={{ ...FORM, matrixify_cell_title_template: template }} dataset={DATASET} />);
  expect((await screen.findAllByText("ORD / Late")).length).toBe(1);
});

test("shows empty sides, and a plain chart for an incomplete grid", async () => {
  serve({
    "GET /api/v1/security/csrf_token/": { body: { result: "t" } },
    "POST /api/v1/chart/data": ({ body }) => {
      const isSide = Boolean((body as QueryContext).queries[0]?.columns?.length);
      return {
        body: { result: [{ data: isSide ? [] : [{ count: 7 }], colnames: ["count"], coltypes: [0], rowcount: 0 }] },
      };
    },
  });
  const { unmount } = render(<ChartView formData={FORM} dataset={DATASET} />);
  expect(await screen.findByText("No rows match")).toBeTruthy();
  unmount();
  render(
    <ChartView formData={{ ...FORM, matrixify_mode_rows: "disabled", matrixify_columns: [] }} dataset={DATASET} />,
  );
  expect(await screen.findByText("7")).toBeTruthy();
  expect(screen.queryAllByRole("cell")).toEqual([]);
});

describe("cells out of view", () => {
  beforeEach(() => {
    class Unseen {
      observe() {}
      disconnect() {}
    }
    vi.stubGlobal("IntersectionObserver", Unseen);
  });

  const CELLS = ["ATL count", "ATL late", "ORD count", "ORD late"];
  const WITH_ALL = { ...NUMBERS, "ATL late": 20 };

  test("are rendered for a screenshot, which waits for all of them", async () => {
    const requestedCells = serveCells(WITH_ALL);
    const { container } = render(<ChartView formData={FORM} dataset={DATASET} />);
    await screen.findAllByRole("cell");
    expect(requestedCells).toEqual([]);
    const texts = () => screen.getAllByRole("cell").map((cell) => cell.textContent);
    expect(await captureWholeElement(container, () => Promise.resolve(texts()))).toEqual(["120", "30", "110", "20"]);
    expect(await captureWholeElement(container, async () => container.hasAttribute("data-pictured"))).toBe(true);
    expect(container.hasAttribute("data-pictured")).toBe(false);
    expect(new Set(requestedCells)).toEqual(new Set(CELLS));
    expect(container.hasAttribute("data-whole-grids")).toBe(false);
  });

  test("are loaded for the data of all cells, with their labels", async () => {
    const requestedCells = serveCells(WITH_ALL);
    const states: ChartState[] = [];
    render(<ChartView formData={FORM} dataset={DATASET} onState={(state) => states.push(state)} />);
    await screen.findAllByRole("cell");
    states.at(-1)?.cells?.askAll();
    await waitFor(() => expect(states.at(-1)?.cells).toMatchObject({ answered: 4, all: 4 }));
    expect(new Set(requestedCells)).toEqual(new Set(CELLS));
    expect(states.at(-1)?.results?.[0]?.data).toContainEqual({ Airport: "ATL", Metric: "Late", late: 20 });
  });
});
