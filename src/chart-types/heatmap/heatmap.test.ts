import { describe, expect, test } from "vitest";
import { LAPIS_DARK, LAPIS_LIGHT } from "../../chart-kit/colors/ramps.ts";
import { colorAt, textOn } from "../../chart-kit/colors/shade.ts";
import { chartTheme } from "../../chart-kit/colors/theme.ts";
import type { Selection } from "../../chart-seam/chart-type.ts";
import type { DataRow } from "../../model/query-context.ts";
import { orderedValues } from "./axis-order.ts";
import { gridOf } from "./cells.ts";
import { definition as heatmap } from "./definition.ts";
import { gallery } from "./gallery.ts";
import { type Board, cellShape, layoutOf } from "./option.ts";
import type { HeatmapDrawing } from "./transform.ts";

const theme = chartTheme("light");
const FORM = {
  ...heatmap.defaults(),
  viz_type: "heatmap_v2",
  datasource: "7__table",
  x_axis: "hour",
  groupby: "weekday",
  metric: "late_share",
};
const ROWS: DataRow[] = [
  { weekday: "Wed", hour: 7, late_share: 0.1, rank: 0.5 },
  { weekday: "Mon", hour: 6, late_share: 0.05, rank: 0.25 },
  { weekday: "Mon", hour: 7, late_share: 0.3, rank: 1 },
  { weekday: "Wed", hour: 6, late_share: null, rank: null },
];

interface Extra {
  width?: number;
  height?: number;
  selected?: Selection;
  rows?: DataRow[];
}

function draw(
  formData: Record<string, unknown> = {},
  { width = 400, height = 300, selected, rows = ROWS }: Extra = {},
) {
  const drawing = heatmap.transform({
    formData: { ...FORM, ...formData },
    results: [{ data: rows, colnames: ["hour", "weekday", "late_share", "rank"], coltypes: [0, 1, 0, 0] }],
    theme,
    colorOf: () => "#000000",
    rampOf: () => LAPIS_LIGHT,
    width,
    height,
    selected,
  });
  return { ...drawing, props: drawing.props as HeatmapDrawing };
}

interface AxisLabel {
  rotate: number;
  interval: number;
  formatter(name: string, index: number): string;
}

interface Shape {
  shape: { width: number; height: number };
  style: { fill: string; opacity: number; stroke?: string };
  textContent?: { style: { text: string; fill: string } };
}

function shapes(drawing: { props: HeatmapDrawing }): Shape[] {
  const [series] = drawing.props.picture.option.series as {
    data: unknown[];
    renderItem(params: { dataIndex: number }, api: unknown): Shape;
  }[];
  const api = { coord: ([x, y]: [number, number]) => [x * 40 + 20, y * 40 + 20], size: () => [40, 40] };
  return (series?.data ?? []).map((_, dataIndex) => series!.renderItem({ dataIndex }, api));
}

describe("query", () => {
  const query = (formData: Record<string, unknown> = {}) => heatmap.buildQuery({ ...FORM, ...formData }).queries[0];

  test("has the base axis, the other axis, the metric and its rank", () => {
    expect(query()?.columns?.[0]).toMatchObject({ sqlExpression: "hour", columnType: "BASE_AXIS" });
    expect(query()?.columns?.[1]).toBe("weekday");
    expect(query()?.post_processing).toEqual([{ operation: "rank", options: { metric: "late_share" } }]);
  });

  test("ranks within columns or rows", () => {
    expect(query({ normalize_across: "x" })?.post_processing?.[0]?.options).toEqual({
      metric: "late_share",
      group_by: "hour",
    });
    expect(query({ normalize_across: "y" })?.post_processing?.[0]?.options).toMatchObject({ group_by: "weekday" });
  });

  test("sorts by axis or metric", () => {
    expect(query({ sort_x_axis: "value_desc", sort_y_axis: "alpha_asc" })?.orderby).toEqual([
      ["late_share", false],
      ["weekday", true],
    ]);
    expect(query()?.orderby).toEqual([]);
  });

  test("reads a list with a single y-axis column", () => {
    expect(query({ groupby: ["weekday"] })?.columns?.[1]).toBe("weekday");
  });
});

describe("axis order", () => {
  const none = () => 0;

  test("sorts days and months by calendar, in any case", () => {
    expect(orderedValues(["Sun", "Mon", "Fri"], null, none)).toEqual(["Mon", "Fri", "Sun"]);
    expect(orderedValues(["april", "January"], "alpha_desc", none)).toEqual(["april", "January"]);
    expect(orderedValues([null, "", "Sun", "Mon"], null, none), "without a name last").toEqual([
      "Mon",
      "Sun",
      "",
      null,
    ]);
  });

  test("sorts numbers by size and text by name, and puts null last", () => {
    expect(orderedValues([10, null, 9], undefined, none)).toEqual([9, 10, null]);
    expect(orderedValues(["b", "a", "b"], undefined, none)).toEqual(["a", "b"]);
    expect(orderedValues(["b", null, "a"], "alpha_asc", none)).toEqual(["a", "b", null]);
  });

  test("sorts by the metric's total", () => {
    const weights: Record<string, number> = { a: 1, b: 5, c: 3 };
    const order = (sort: "value_asc" | "value_desc") =>
      orderedValues(["a", "b", "c"], sort, (v) => weights[String(v)] ?? 0);
    expect(order("value_desc")).toEqual(["b", "c", "a"]);
    expect(order("value_asc")).toEqual(["a", "c", "b"]);
  });
});

describe("cells", () => {
  test("are at their positions; those without a value are left out", () => {
    const grid = gridOf(ROWS, FORM as never);
    expect(grid).toMatchObject({ xs: [6, 7], ys: ["Mon", "Wed"] });
    expect(grid.cells.map(({ x, y, value }) => [x, y, value])).toEqual([
      [0, 0, 0.05],
      [1, 0, 0.3],
      [1, 1, 0.1],
    ]);
  });

  test("have shares of all cells, their column or their row", () => {
    const share = (normalize_across: string) =>
      gridOf(ROWS, { ...FORM, normalize_across } as never).cells.map((cell) => Number(cell.share?.toFixed(3)));
    expect(share("heatmap")).toEqual([0.111, 0.667, 0.222]);
    expect(share("x")).toEqual([1, 0.75, 0.25]);
    expect(share("y")).toEqual([0.143, 0.857, 1]);
  });
});

describe("colors", () => {
  test("follow the ramp, with both ends exact", () => {
    expect(colorAt(LAPIS_LIGHT, 0)).toBe("#e8f1fc");
    expect(colorAt(LAPIS_LIGHT, 1)).toBe("#172881");
    expect(colorAt(["#000000", "#ffffff"], 0.5)).toBe("#808080");
    expect(colorAt(["#fff"], 0.3)).toBe("#ffffff");
  });

  test("text on every step of both ramps has a contrast of at least 4.5", () => {
    const luminance = (hex: string) => {
      const parts = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255);
      const [r = 0, g = 0, b = 0] = parts.map((part) =>
        part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
      );
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    for (const color of [...LAPIS_LIGHT, ...LAPIS_DARK]) {
      const [ground, ink] = [luminance(color), luminance(textOn(color))];
      const contrast = (Math.max(ground, ink) + 0.05) / (Math.min(ground, ink) + 0.05);
      expect(contrast).toBeGreaterThan(4.5);
    }
  });

  test("range from the smallest to the largest value, or by percentile", () => {
    expect(shapes(draw()).map(({ style }) => style.fill)).toEqual(["#e8f1fc", "#172881", colorAt(LAPIS_LIGHT, 0.2)]);
    expect(shapes(draw({ normalized: true }))[2]?.style.fill).toBe(colorAt(LAPIS_LIGHT, (0.5 - 0.25) / 0.75));
  });

  test("are clipped at the configured bounds", () => {
    const fills = shapes(draw({ value_bounds: [0.1, 0.2] })).map(({ style }) => style.fill);
    expect(fills).toEqual(["#e8f1fc", "#172881", "#e8f1fc"]);
  });

  test("have five steps when piecewise", () => {
    const { legend } = draw({ legend_type: "piecewise" }).props;
    expect(legend).toMatchObject({ isStepped: true });
    expect(legend?.colors).toHaveLength(5);
  });
});

describe("drawing", () => {
  test("cells keep a gap of one pixel unless a border is set", () => {
    expect(shapes(draw())[0]?.shape).toMatchObject({ width: 39, height: 39 });
    const bordered = shapes(draw({ border_width: 2 }))[0];
    expect(bordered?.shape).toMatchObject({ width: 40, height: 40 });
    expect(bordered?.style.stroke).toBe("rgba(0,0,0,1)");
  });

  test("values are shown if all of them fit", () => {
    const texts = (extra: Extra) =>
      shapes(draw({ show_values: true, y_axis_format: ".0%" }, extra)).map((s) => s.textContent);
    expect(texts({})[1]?.style).toMatchObject({ text: "30%", fill: "#FFFFFF" });
    expect(texts({ width: 240, height: 130 })[1]?.style.text).toBe("30%");
    expect(texts({ width: 40, height: 40 })).toEqual([undefined, undefined, undefined]);
    expect(shapes(draw())[0]?.textContent).toBeUndefined();
  });

  test("warns that cells are too small for their values, except in a small tile", () => {
    const wide = { show_values: true, y_axis_format: "$,.18f" };
    expect(draw(wide, { width: 300, height: 300 }).warning).toBe("Cells are too small to show their values");
    expect(draw(wide, { width: 240, height: 130 }).warning).toBeUndefined();
    expect(draw({ show_values: true, y_axis_format: ".0%" }).warning).toBeUndefined();
    expect(draw({ y_axis_format: "$,.18f" }, { width: 300, height: 300 }).warning).toBeUndefined();
  });

  test("outlines selected cells and dims others, unless nothing in the chart is selected", () => {
    const cells = (day: string) =>
      shapes(draw({}, { selected: { clauses: [{ column: "weekday", values: [day] }], label: day } }));
    expect(cells("Mon").map(({ style }) => style.opacity)).toEqual([1, 1, 0.25]);
    expect(cells("Mon").map(({ style }) => style.stroke)).toEqual([theme.text, theme.text, undefined]);
    expect(cells("Sat").map(({ style }) => style)).toEqual(shapes(draw()).map(({ style }) => style));
  });

  test("the legend shows the ends and is hidden without room", () => {
    expect(draw({ y_axis_format: ".0%" }).props.legend).toMatchObject({ low: "5%", high: "30%" });
    expect(draw({ show_legend: false }).props.legend).toBeUndefined();
    const small = draw({}, { width: 150, height: 100 }).props;
    expect(small).toMatchObject({ legend: undefined, pictureHeight: 100 });
  });

  test("margins fit the labels, or are as configured", () => {
    const layout = (formData: Record<string, unknown>, xLabels = ["6"]) =>
      layoutOf({
        formData,
        xLabels,
        height: 300,
        yLabels: ["Transportation"],
        width: 400,
        isBare: false,
      } as unknown as Board);
    expect(layout({}).left).toBeGreaterThan(60);
    expect(layout({ left_margin: 150, bottom_margin: 75 })).toMatchObject({ left: 150, bottom: 75 });
    expect(layout({ xAxisLabelRotation: 90 }).bottom).toBeGreaterThan(layout({}).bottom);
    const months = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec Jan Feb Mar".split(" ");
    expect(layout({}, months), "names that just miss their columns").toMatchObject({ turn: 45 });
    expect(layout({}, months).bottom).toBeGreaterThan(layout({}).bottom);
    expect(layout({ xscale_interval: 3 }, months)).toMatchObject({ turn: 0 });
  });

  test("long names of columns are cut, flat in wide columns and rotated in narrow ones", () => {
    const long = (count: number) => Array.from({ length: count }, (_, i) => `Administrative and support services ${i}`);
    const columns = (count: number, width = 400) => {
      const rows = long(count).map((hour, i) => ({ hour, weekday: "Mon", late_share: i, rank: 0.5 }));
      const drawing = draw({}, { width, rows });
      return {
        warning: drawing.warning,
        ...(drawing.props.picture.option.xAxis as { axisLabel: AxisLabel }).axisLabel,
      };
    };
    expect(columns(4)).toMatchObject({ rotate: 0, interval: 0, overflow: "truncate", warning: undefined });
    const narrow = columns(12);
    expect(narrow).toMatchObject({ rotate: 45, interval: 0, warning: undefined });
    expect(narrow.formatter("Administrative and support services 5", 5)).toMatch(/^Administrative.*…$/);
    expect(columns(60).warning).toBe("Not all names fit. Hover over a cell to see its names");
  });

  test("a missing cell draws nothing", () => {
    expect(cellShape(undefined, {} as Board, {} as never)).toBeNull();
  });

  test("tooltip and mark describe the cell", () => {
    const { picture } = draw({ y_axis_format: ".0%", normalized: true }).props;
    expect(picture.tooltip?.([{ seriesIndex: 0, dataIndex: 1 }])).toEqual({
      title: "Mon · 7",
      rows: [
        { label: "late_share", value: "30%" },
        { label: "Percentile", value: "100.0%" },
      ],
      note: "66.7% of all cells",
    });
    expect(picture.mark?.({ seriesIndex: 0, dataIndex: 1 })).toMatchObject({
      text: "Mon, 7: 30%",
      selection: {
        clauses: [
          { column: "hour", values: [7] },
          { column: "weekday", values: ["Mon"] },
        ],
        label: "7, Mon",
      },
    });
    expect(
      draw({ show_percentage: false }).props.picture.tooltip?.([{ seriesIndex: 0, dataIndex: 0 }])?.note,
    ).toBeUndefined();
  });

  test("the summary contains the extremes", () => {
    expect(draw({ y_axis_format: ".0%" }).summary).toBe(
      "Heatmap of late_share by hour and weekday; highest 30% at Mon, 7, lowest 5% at Mon, 6.",
    );
  });
});

describe("form data", () => {
  test("migrates the legacy heatmap", () => {
    const old = {
      viz_type: "heatmap",
      all_columns_x: "hour",
      all_columns_y: "weekday",
      xscale_interval: "1",
      metric: "count",
    };
    expect(heatmap.migrate?.(old)).toEqual({
      viz_type: "heatmap_v2",
      x_axis: "hour",
      groupby: "weekday",
      metric: "count",
      xscale_interval: -1,
      yscale_interval: -1,
    });
    expect(heatmap.migrate?.(FORM)).toBe(FORM);
  });

  test("defaults match the API, and gallery cases are complete", () => {
    expect(heatmap.defaults()).toMatchObject({
      normalize_across: "heatmap",
      legend_type: "continuous",
      border_width: 0,
      xscale_interval: -1,
      left_margin: "auto",
      show_percentage: true,
      show_values: false,
      row_limit: 10_000,
    });
    expect(Object.keys(heatmap.validate({ viz_type: "heatmap_v2" }))).toEqual(["x_axis", "groupby", "metric"]);
    for (const { formData } of gallery) expect(heatmap.validate({ ...FORM, ...formData })).toEqual({});
  });
});
