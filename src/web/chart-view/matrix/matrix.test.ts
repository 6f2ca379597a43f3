import { describe, expect, test } from "vitest";
import { firstCells, layoutOf } from "../../../model/matrix-layout.ts";
import type { ChartState } from "../chart-state.ts";
import { markOfCell, markOfGrid } from "./cell-marks.ts";
import { gridState } from "./grid-state.ts";
import { withoutLabels } from "./hidden-labels.ts";
import { memberLabel } from "./member-words.ts";
import { sharedScale } from "./shared-scale.ts";

const CELL = {
  members: [
    { kind: "value" as const, column: "origin", value: "ORD" },
    { kind: "metric" as const, metric: "count" },
  ],
  labels: ["ORD", "Flights"],
  form: { matrixify_enable: false, metrics: ["count"] },
};

describe("selection in a cell", () => {
  const mark = { clauses: [{ column: "lateness", values: ["late"] }], label: "late" };

  test("filters by the cell's values too, and only shows in that cell", () => {
    const whole = markOfGrid(mark, CELL)!;
    expect(whole).toEqual({
      clauses: [...mark.clauses, { column: "origin", values: ["ORD"] }],
      label: "late, ORD",
      form: CELL.form,
    });
    expect(markOfCell(whole, CELL.members)?.clauses).toEqual(mark.clauses);
    expect(markOfCell(whole, [{ kind: "value", column: "origin", value: "ATL" }])).toBeNull();
  });

  test("is the cell itself without a selection, if it has values", () => {
    expect(markOfGrid(null, CELL)).toMatchObject({ clauses: [{ column: "origin", values: ["ORD"] }], label: "ORD" });
    expect(markOfGrid(null, { ...CELL, members: [CELL.members[1]!] })).toBeNull();
  });

  test("names each column once", () => {
    const own = { clauses: [{ column: "origin", values: ["ORD"] }], label: "ORD" };
    expect(markOfGrid(own, CELL)?.clauses).toEqual(own.clauses);
  });
});

describe("grid state", () => {
  const context = { datasource: { id: 1, type: "table" }, queries: [{}] };
  const WHOLE = { context, all: 9, askAll: () => undefined };
  const cell = (label: string, state: Partial<ChartState>) => ({
    labels: [["Origin", label]] as const,
    state: { status: "ready", ...state } as ChartState,
  });
  const answered = (rows: Record<string, number>[]) => ({
    results: [{ data: rows, colnames: Object.keys(rows[0] ?? {}), coltypes: [0], rowcount: rows.length }],
    answered: { context, at: 5 },
  });

  test("has the rows of all cells with their labels", () => {
    const state = gridState([cell("ORD", answered([{ a: 1 }, { a: 2 }])), cell("ATL", answered([{ b: 3 }]))], WHOLE);
    expect(state).toMatchObject({ status: "ready", cells: { answered: 2, all: 9 } });
    expect(state.results?.[0]).toMatchObject({
      colnames: ["Origin", "a", "b"],
      coltypes: [1, 0, 0],
      rowcount: 3,
      data: [
        { Origin: "ORD", a: 1 },
        { Origin: "ORD", a: 2 },
        { Origin: "ATL", b: 3 },
      ],
    });
  });

  test("is loading while a cell is, fails if all do, and cancels all", () => {
    const stopped: string[] = [];
    const loading = cell("A", { status: "loading", stop: () => void stopped.push("A") });
    const busy = gridState([loading, cell("B", answered([{ a: 1 }]))], WHOLE);
    expect(busy.status).toBe("loading");
    busy.stop?.();
    expect(stopped).toEqual(["A"]);
    const error = { message: "no" } as ChartState["error"];
    const failed = cell("A", { status: "failed", error });
    expect(gridState([failed, failed], WHOLE)).toMatchObject({ status: "failed", error });
    expect(gridState([failed, cell("B", answered([{ a: 1 }]))], WHOLE).status).toBe("ready");
  });
});

test("hides labels through the chart's legend only", () => {
  const drawing = { summary: "Pie", props: { option: { series: [{ name: "rain" }] }, size: 3 } };
  expect(withoutLabels(drawing, [])).toBe(drawing);
  expect(withoutLabels(drawing, ["rain"])).toEqual({
    summary: "Pie",
    props: { option: { series: [{ name: "rain" }], legend: { show: false, selected: { rain: false } } }, size: 3 },
  });
  const text = { summary: "Text", props: { text: "rain" } };
  expect(withoutLabels(text, ["rain"])).toBe(text);
});

describe("shared scale of cells with the same metrics", () => {
  const results = (rows: Record<string, unknown>[]) => [{ data: rows, colnames: Object.keys(rows[0] ?? {}) }];
  const scaled = (form: object, ...cells: Record<string, unknown>[][]) =>
    sharedScale(cells.map((rows) => ({ form: { viz_type: "echarts_area", ...form }, results: results(rows) })));
  const LOW = [{ date: 1e12, a: 4, b: 3 }];
  const HIGH = [{ date: 2e12, a: 20, b: 9 }];

  test.each<[string, object, unknown]>([
    ["spans the values of all cells", {}, { y_axis_bounds: [0, 20] }],
    ["spans stacked sums", { stack: "Stack" }, { y_axis_bounds: [0, 30] }],
    ["keeps the user's bounds", { y_axis_bounds: [null, 100] }, {}],
    ["leaves shares, which have a fixed scale", { contributionMode: "row" }, {}],
    ["leaves logarithmic scales", { logAxis: true }, {}],
    ["leaves types without bounds", { viz_type: "pie" }, {}],
    ["is that of the colors of a heatmap", { viz_type: "heatmap_v2", metric: "a" }, { value_bounds: [4, 20] }],
    [
      "is one for each axis of a mixed chart",
      { viz_type: "mixed_timeseries", yAxisIndexB: 1 },
      { y_axis_bounds: [0, 20] },
    ],
    ["is that of gauges", { viz_type: "gauge_chart", metric: "a" }, { min_val: 0, max_val: 20 }],
  ])("%s", (_, form, expected) => expect(scaled(form, LOW, HIGH)).toEqual(expected));

  test("includes outliers of box plots and running sums of waterfalls", () => {
    const boxes = [
      { genre: "Drama", a__min: 4, a__max: 12, a__outliers: [] },
      { genre: "Horror", a__min: 5, a__max: 20, a__outliers: [43] },
    ];
    expect(scaled({ viz_type: "box_plot" }, boxes, [])).toEqual({ y_axis_bounds: [0, 50] });
    const steps = [10, 25, -8].map((a, at) => ({ date: at, a }));
    const waterfall = { viz_type: "waterfall", x_axis: "date", metric: "a", show_total: true };
    expect(scaled(waterfall, steps, [{ date: 1, a: -3 }])).toEqual({ y_axis_bounds: [-10, 40] });
  });

  test("includes all edges and the highest bar of histograms", () => {
    const histogram = (...rows: Record<string, unknown>[][]) => scaled({ viz_type: "histogram_v2" }, ...rows);
    const cells = [[{ "0 - 5": 3, "5 - 10": 40 }], [{ species: "Gentoo", "8 - 12.5": 7, "12.5 - 17": 2 }]];
    expect(histogram(...cells)).toEqual({ x_axis_bounds: [0, 17], y_axis_bounds: [0, 40] });
    expect(histogram([], [])).toEqual({});
  });

  test("covers both axes of bubbles", () => {
    const scale = scaled({ viz_type: "bubble_v2", x: "a", y: "b" }, LOW, HIGH);
    expect(scale).toMatchObject({ truncateXAxis: true, truncateYAxis: true });
    expect((scale.xAxisBounds as number[])[1]).toBeGreaterThanOrEqual(20);
  });

  test("ignores hidden series", () => {
    const cells = [LOW, HIGH].map((rows) => ({ form: { viz_type: "echarts_area" }, results: results(rows) }));
    expect(sharedScale(cells, new Set(["a"]))).toEqual({ y_axis_bounds: [0, 10] });
    expect(sharedScale(cells, new Set(["another"]))).toEqual({ y_axis_bounds: [0, 20] });
    expect(sharedScale(cells, new Set(["a", "b"]))).toEqual({});
  });

  test("is empty without cells", () => expect([sharedScale([]), scaled({}, [])]).toEqual([{}, {}]));
});

describe("cell layout", () => {
  const plans = Array.from({ length: 10 }, (_, column) => ({
    row: 0,
    column,
    rowLabel: "r",
    columnLabel: `c${column}`,
  }));
  const lengths = (form: object, width: number, height = 900) =>
    layoutOf(form as Record<string, unknown>, plans, { width, height }).bands.map((band) => band.length);

  test("has as many columns as fit, in bands of similar length", () => {
    expect(lengths({}, 2000)).toEqual([10]);
    expect(lengths({}, 1200)).toEqual([5, 5]);
    expect(lengths({}, 390)).toEqual([2, 2, 2, 2, 2]);
    expect(lengths({}, 100)).toHaveLength(10);
    expect(lengths({ x_axis: "date" }, 390)).toHaveLength(10);
  });

  test("has the user's number of columns, however narrow", () => {
    expect(lengths({ matrixify_fit_columns_dynamically: false }, 2000)).toEqual([3, 3, 3, 1]);
    expect(lengths({ matrixify_fit_columns_dynamically: false, matrixify_charts_per_row: 4 }, 300)).toEqual([4, 4, 2]);
  });

  test("has the requested height, limited to the box", () => {
    const heightOf = (form: object, height: number) =>
      layoutOf(form as Record<string, unknown>, plans, { width: 900, height }).rowHeight;
    expect([heightOf({}, 900), heightOf({ matrixify_row_height: 200 }, 900), heightOf({}, 240)]).toEqual([
      300, 200, 212,
    ]);
    expect([heightOf({ matrixify_row_height: "tall" }, 900), heightOf({}, 20)]).toEqual([300, 120]);
  });

  test("renders cells up to half a box below the visible area, band by band", () => {
    const cells = Array.from({ length: 12 }, (_, at) => {
      const [row, column] = [Math.floor(at / 3), at % 3];
      return { row, column, rowLabel: `r${row}`, columnLabel: `c${column}` };
    });
    const drawn = (width: number, height: number) =>
      firstCells({}, cells, { width, height }).map(({ row, column }) => `${row}${column}`);
    expect(drawn(900, 500)).toEqual(["00", "01", "02", "10", "11", "12", "20", "21", "22"]);
    expect(drawn(300, 340)).toEqual(["00", "10"]);
    expect(drawn(300, 4000)).toHaveLength(12);
  });

  test("shows names only if enabled", () => {
    const form = { matrixify_show_row_labels: false, matrixify_show_column_headers: false };
    expect(layoutOf(form, plans, { width: 900, height: 900 })).toMatchObject({
      hasRowLabels: false,
      hasColumnHeaders: false,
    });
  });
});

test("uses labels of the dataset", () => {
  const dataset = {
    columns: [{ column_name: "day", is_dttm: true, type_generic: 2 }],
    metrics: [{ metric_name: "count", verbose_name: "Flights" }],
  } as never;
  const value = (column: string, one: string | number | boolean | null) =>
    memberLabel({ kind: "value", column, value: one }, dataset);
  expect(value("year", 2001)).toBe("2001");
  expect(value("origin", null)).toBe("<NULL>");
  expect(value("is_late", false)).toBe("false");
  expect(value("day", Date.UTC(2001, 0, 2))).toBe("2001-01-02");
  expect(value("day", Date.UTC(2001, 0, 2, 7, 30))).toBe("2001-01-02 07:30");
  expect(memberLabel({ kind: "metric", metric: "count" }, dataset)).toBe("Flights");
});
