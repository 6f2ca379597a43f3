import { describe, expect, test } from "vitest";
import { parseBin } from "../../chart-kit/bin-name.ts";
import { chartTheme } from "../../chart-kit/colors/theme.ts";
import type { ChartDataResult } from "../../model/query-context.ts";
import { drawChart } from "../../testing/chart.ts";
import { seriesOf } from "./bins.ts";
import { definition as histogram } from "./definition.ts";
import { gallery } from "./gallery.ts";
import { edgesOf, labelledEdges } from "./option.ts";
import type { HistogramDrawing } from "./transform.ts";

const theme = chartTheme("light");
const FORM = { ...histogram.defaults(), viz_type: "histogram_v2", datasource: "7__table", column: "delay" };
const RESULT: ChartDataResult = {
  data: [{ "-30 - 0": 600, "0 - 30": 300, "30 - 60": 40 }],
  colnames: ["-30 - 0", "0 - 30", "30 - 60"],
  coltypes: [0, 0, 0],
};
const GROUPED: ChartDataResult = {
  data: [
    { origin: "ORD", "0 - 5": 3, "5 - 10": 1 },
    { origin: null, "0 - 5": 2, "5 - 10": 6 },
  ],
  colnames: ["origin", "0 - 5", "5 - 10"],
  coltypes: [1, 0, 0],
};

function draw(formData: Record<string, unknown> = {}, result = RESULT, height = 300) {
  const drawing = histogram.transform({
    formData: { ...FORM, ...formData },
    results: [result],
    theme,
    colorOf: (label) => `color of ${label}`,
    rampOf: () => [],
    width: 400,
    height,
  });
  return { ...drawing, props: drawing.props as HistogramDrawing };
}

test("uses the shared axis bounds of its grid", () => {
  const own = draw().props.picture.option as Record<string, Record<string, unknown>>;
  const cell = draw({ x_axis_bounds: [-60, 120], y_axis_bounds: [0, 2000] }).props.picture.option as typeof own;
  expect([own.xAxis?.min, own.xAxis?.max]).toEqual([-30, 60]);
  expect([cell.xAxis?.min, cell.xAxis?.max, cell.yAxis?.max]).toEqual([-60, 120, 2000]);
  expect(cell.xAxis?.axisLabel).toMatchObject({ customValues: [-60, -30, 0, 30, 60, 90, 120] });
});

interface Series {
  name: string;
  data: { value: number[]; itemStyle: { color: string } }[];
  renderItem(
    params: unknown,
    api: unknown,
  ): {
    shape: { x: number; y: number; width: number; height: number };
    textContent?: { style: { text: string } };
  };
}
const seriesList = (drawing: { props: HistogramDrawing }) => drawing.props.picture.option.series as Series[];

function barOf(series: Series | undefined, at: number) {
  const values = series?.data[at]?.value ?? [];
  return series!.renderItem(null, {
    value: (dimension: number) => values[dimension],
    coord: ([x, y]: [number, number]) => [x * 2, 1000 - y],
    visual: () => "#000000",
  });
}

describe("query", () => {
  test("requests raw values of the column and its groups, binned by the server", () => {
    const [query] = histogram.buildQuery({ ...FORM, groupby: ["origin"], bins: "20", cumulative: true }).queries;
    expect(query?.columns).toEqual(["origin", "delay"]);
    expect(query?.metrics).toBeUndefined();
    expect(query?.post_processing).toEqual([
      {
        operation: "histogram",
        options: { column: "delay", groupby: ["origin"], bins: 20, cumulative: true, normalize: false },
      },
    ]);
  });

  test("requires a column and a whole number of bins", () => {
    expect(histogram.validate({ ...FORM, column: null })).toEqual({ column: "Column cannot be empty" });
    expect(histogram.validate({ ...FORM, bins: 2.5 })).toEqual({ bins: "Bins is expected to be an integer" });
    expect(histogram.validate(FORM)).toEqual({});
  });
});

describe("bins", () => {
  test.each([
    ["0 - 5", { low: 0, high: 5 }],
    ["-30 - -5.5", { low: -30, high: -5.5 }],
    ["1e-05 - 2.5e+3", { low: 1e-5, high: 2500 }],
    ["-1.5-2", { low: -1.5, high: 2 }],
  ])("%s", (name, expected) => {
    expect(parseBin(name)).toEqual(expected);
  });

  test("other columns aren't bins", () => {
    expect([parseBin("origin"), parseBin("2001-05"), parseBin("a - b")].filter((bin) => bin?.low !== 2001)).toEqual([
      undefined,
      undefined,
    ]);
  });

  test("groups become series, including null", () => {
    const { bins, series } = seriesOf(GROUPED, GROUPED.data as never, ["origin"]);
    expect(edgesOf(bins)).toEqual([0, 5, 10]);
    expect(series).toEqual([
      { name: "ORD", counts: [3, 1] },
      { name: "<NULL>", counts: [2, 6] },
    ]);
  });
});

describe("edges on the axis", () => {
  const write = (edge: number) => String(Math.round(edge * 100) / 100);

  test("are all labeled if they are round and fit", () => {
    expect(labelledEdges([0, 5, 10], write, 400)).toEqual([0, 5, 10]);
  });

  test("are labeled at round values if they are uneven", () => {
    const edges = [-30, -5.1667, 19.667, 44.5, 69.33, 94.17, 119];
    const labelled = labelledEdges(edges, write, 400);
    expect(labelled.every((value) => value % 5 === 0)).toBe(true);
    expect(labelled.length).toBeGreaterThanOrEqual(3);
    expect(Math.min(...labelled)).toBeGreaterThanOrEqual(-30);
  });
});

describe("drawing", () => {
  test("draws one bar per bin in one color", () => {
    const [series, ...others] = seriesList(draw());
    expect(others).toEqual([]);
    expect(series?.data.map(({ value }) => value)).toEqual([
      [-30, 0, 600],
      [0, 30, 300],
      [30, 60, 40],
    ]);
    expect(new Set(series?.data.map(({ itemStyle }) => itemStyle.color))).toEqual(new Set([theme.focus]));
  });

  test("bars leave 12% of their bin free", () => {
    const { shape } = barOf(seriesList(draw())[0], 1);
    expect(shape.width).toBeCloseTo(60 * 0.88);
    expect(shape.x).toBeCloseTo(60 * 0.06);
    expect(shape.height).toBe(300);
  });

  test("groups share a bin side by side, each in its color", () => {
    const list = seriesList(draw({ groupby: ["origin"] }, GROUPED));
    expect(list.map(({ name }) => name)).toEqual(["ORD", "<NULL>"]);
    const [first, second] = list.map((series) => barOf(series, 0).shape);
    expect(second?.x).toBeCloseTo((first?.x ?? 0) + (first?.width ?? 0));
    expect(list[0]?.data[0]?.itemStyle.color).toBe("color of ORD");
  });

  test("highlighted bins stand out from gray ones", () => {
    const colors = seriesList(draw({ highlight_from: "0" }))[0]?.data.map(({ itemStyle }) => itemStyle.color);
    expect(colors).toEqual([theme.muted, theme.warm, theme.warm]);
  });

  test("shows values above bars if all fit", () => {
    expect(barOf(seriesList(draw({ show_value: true }))[0], 0).textContent?.style.text).toBe("600");
    expect(barOf(seriesList(draw())[0], 0).textContent).toBeUndefined();
    const narrow = { ...GROUPED, data: [{ origin: "ORD", "0 - 5": 123_456, "5 - 10": 1 }] };
    expect(
      barOf(seriesList(draw({ groupby: ["origin"], show_value: true }, narrow))[0], 1).textContent,
    ).toBeUndefined();
  });

  test("shows axis titles, by default the column name", () => {
    const axis = (formData: Record<string, unknown>, height?: number) =>
      draw(formData, RESULT, height).props.picture.option as { xAxis: { name?: string }; yAxis: { name?: string } };
    expect(axis({}).xAxis.name).toBe("delay");
    expect(axis({ x_axis_title: "Minutes", y_axis_title: "Flights" })).toMatchObject({
      xAxis: { name: "Minutes" },
      yAxis: { name: "Flights" },
    });
    expect(axis({}, 150).xAxis.name).toBeUndefined();
  });

  test("shows a legend for groups only", () => {
    expect(draw().props.picture.option.legend).toBeUndefined();
    expect(draw({ groupby: ["origin"] }, GROUPED).props.picture.option.legend).toMatchObject({
      data: ["ORD", "<NULL>"],
    });
    expect(draw({ groupby: ["origin"], show_legend: false }, GROUPED).props.picture.option.legend).toBeUndefined();
  });

  test("the tooltip shows the range and its row count", () => {
    const { picture } = draw().props;
    expect(picture.tooltip?.([{ seriesIndex: 0, dataIndex: 1 }])).toEqual({
      title: "0 to 30",
      rows: [{ color: undefined, label: "Rows", value: "300" }],
    });
    expect(picture.mark?.({ seriesIndex: 0, dataIndex: 0 })?.text).toBe("-30 to 0: 600");
    expect(picture.mark?.({ seriesIndex: 0, dataIndex: 9 })).toBeNull();
  });

  test("shows shares as percent", () => {
    const shares = { ...RESULT, data: [{ "-30 - 0": 0.64, "0 - 30": 0.32, "30 - 60": 0.04 }] };
    const { picture } = draw({ normalize: true }, shares).props;
    expect(picture.tooltip?.([{ seriesIndex: 0, dataIndex: 1 }])?.rows[0]?.value).toBe("32.0%");
  });

  test("the summary contains range and peak", () => {
    expect(draw().summary).toBe("Histogram of delay: 3 bins from -30 to 60, most in -30 to 0 with 600.");
    expect(draw({}, { data: [] })).toMatchObject({ isEmpty: true, summary: "Histogram of delay: no data." });
  });

  test("warns if only some of the rows were read", () => {
    expect(draw({ row_limit: 1000 }, { ...RESULT, sql_rowcount: 1000 }).warning).toBe("Based on the first 1,000 rows");
    expect(draw({ row_limit: 1000 }, { ...RESULT, sql_rowcount: 940 }).warning).toBeUndefined();
  });
});

describe("dragging across the bins", () => {
  const brush = draw().props.picture.brush;
  const rangeIn = (x: [number, number]) => brush?.select({ x })?.clauses[0]?.range;

  test("selects whole bins; the last one includes its upper edge", () => {
    expect(rangeIn([-10, 10])).toEqual({ from: -30, to: 30 });
    expect(rangeIn([31, 32])).toEqual({ from: 30, to: 60, includesEnd: true });
    expect(rangeIn([70, 80])).toBeUndefined();
    expect(brush?.select({ x: [-10, 10] })?.label).toBe("-30 to 30");
    const { edges = [] } = (brush?.dimensions()[0] ?? {}) as { edges?: number[] };
    expect(edges.slice(0, 3)).toEqual([-30, 0, 30]);
    expect(edges.at(-1)).toBeGreaterThan(60);
    expect(edges.at(-1)).toBeCloseTo(60, 9);
  });

  test("needs a column, not an expression", () => {
    const column = { expressionType: "SQL", sqlExpression: "a + b", label: "delay" };
    expect(draw({ column }).props.picture.brush).toBeUndefined();
    expect(histogram.ranges?.(FORM as never)).toEqual([{ column: "delay", kind: "number" }]);
    expect(histogram.ranges?.({ ...FORM, column } as never)).toEqual([]);
  });
});

describe("form data", () => {
  test("migrates the legacy histogram", () => {
    const old = {
      viz_type: "histogram",
      all_columns_x: ["delay"],
      link_length: "25",
      normalized: true,
      x_axis_label: "Min",
    };
    expect(histogram.migrate?.(old)).toMatchObject({
      viz_type: "histogram_v2",
      column: "delay",
      bins: 25,
      normalize: true,
      x_axis_title: "Min",
    });
    expect(histogram.migrate?.(FORM)).toBe(FORM);
  });

  test("gallery cases are complete", () => {
    for (const { formData } of gallery) expect(histogram.validate({ ...FORM, ...formData })).toEqual({});
    expect(histogram.defaults()).toMatchObject({ bins: 5, normalize: false, cumulative: false, show_legend: true });
  });
});

test("draws as many groups as a query returns", () => {
  const data = Array.from({ length: 10_000 }, (_, i) => ({
    origin: `o${i}`,
    ...Object.fromEntries(Array.from({ length: 20 }, (_, bin) => [`${bin} - ${bin + 1}`, i])),
  }));
  const colnames = Object.keys(data[0] ?? {});
  expect(() =>
    draw({ groupby: ["origin"] }, { data, colnames, coltypes: colnames.map((_, i) => (i === 0 ? 1 : 0)) }),
  ).not.toThrow();
});

test("draws the fifty largest groups and shows a note", () => {
  const bins = ["0 - 10", "10 - 20"];
  const rows = Array.from({ length: 3000 }, (_, i) => ({ kind: `k${i}`, [bins[0] ?? ""]: i, [bins[1] ?? ""]: 1 }));
  const { drawing, picture } = drawMany(rows);
  expect(drawing.warning).toBe("Showing the largest 50 of 3,000 groups");
  expect((picture.option.series as { name: string }[]).map(({ name }) => name)).toEqual(
    rows.slice(-50).map(({ kind }) => kind),
  );
  expect(drawMany(rows.slice(0, 50)).drawing.warning).toBeUndefined();
});

function drawMany(rows: readonly Record<string, unknown>[]) {
  const { drawing } = drawChart(histogram, { column: "x", groupby: ["kind"] }, rows);
  return { drawing, picture: (drawing.props as HistogramDrawing).picture };
}

test("is empty if all bins are empty", () => {
  const nothing = {
    ...RESULT,
    data: (RESULT.data as Record<string, unknown>[]).map((row) =>
      Object.fromEntries(Object.keys(row).map((key) => [key, 0])),
    ),
  };
  expect(draw({}, nothing).isEmpty).toBe(true);
  expect(draw().isEmpty).toBe(false);
});
