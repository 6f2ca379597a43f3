import { CustomChart } from "echarts/charts";
import { GridComponent } from "echarts/components";
import { init, use } from "echarts/core";
import { SVGRenderer } from "echarts/renderers";
import { describe, expect, test } from "vitest";
import { COPPER, LAPIS_DARK } from "../../chart-kit/colors/ramps.ts";
import { chartTheme } from "../../chart-kit/colors/theme.ts";
import type { DataRow } from "../../model/query-context.ts";
import { definition as heatmap } from "./definition.ts";
import type { HeatmapDrawing } from "./transform.ts";

use([CustomChart, GridComponent, SVGRenderer]);

const DAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
const ROWS: DataRow[] = DAYS.flatMap((weekday, day) =>
  Array.from({ length: 17 }, (_, hour) => ({ weekday, hour: hour + 6, late: (day + 1) * (hour + 1), rank: 0.5 })),
);

interface Given {
  width?: number;
  height?: number;
  rows?: readonly DataRow[];
}

function draw(formData: Record<string, unknown>, { width = 400, height = 300, rows = ROWS }: Given = {}) {
  return heatmap.transform({
    formData: {
      ...heatmap.defaults(),
      viz_type: "heatmap_v2",
      datasource: "7__table",
      x_axis: "hour",
      groupby: "weekday",
      metric: "late",
      ...formData,
    },
    results: [{ data: [...rows], colnames: ["hour", "weekday", "late", "rank"], coltypes: [0, 1, 0, 0] }],
    theme: chartTheme("dark"),
    colorOf: () => "#000000",
    rampOf: (key) => (key === "copper" ? COPPER : LAPIS_DARK),
    width,
    height,
  }).props as HeatmapDrawing;
}

function svgOf(formData: Record<string, unknown>, given: Given = {}): string {
  const { picture, pictureHeight } = draw(formData, given);
  const { width = 400 } = given;
  const chart = init(null, null, { renderer: "svg", ssr: true, width, height: pictureHeight });
  chart.setOption({ animation: false, ...picture.option });
  const svg = chart.renderToSVGString();
  chart.dispose();
  return svg;
}

test("a drag over cells selects their columns and rows", () => {
  const { brush } = draw({ time_grain_sqla: "P1M" }).picture;
  const selection = brush?.select({ x: [0, 1], y: [2, 2] });
  expect(selection?.clauses).toEqual([
    { column: "hour", values: [6, 7], grain: "P1M" },
    { column: "weekday", values: ["Wed"] },
  ]);
  expect(selection?.label).toBe("6 – 7, Wed");
  expect(brush?.dimensions().map((one) => "values" in one && one.values.length)).toEqual([17, 7]);
});

const fills = (svg: string, color: string) => svg.toLowerCase().split(`fill="${color.toLowerCase()}"`).length - 1;

describe("the drawn heatmap", () => {
  test("has a cell for every row, from the first to the last color of the ramp", () => {
    const svg = svgOf({});
    expect(svg.match(/<path d="M\d+ \d+l/g)?.length).toBeGreaterThanOrEqual(ROWS.length);
    expect(fills(svg, LAPIS_DARK[0] ?? "")).toBe(1);
    expect(fills(svg, LAPIS_DARK.at(-1) ?? "")).toBe(1);
  });

  test("uses the configured color ramp", () => {
    expect(fills(svgOf({ linear_color_scheme: "copper" }), COPPER.at(-1) ?? "")).toBe(1);
  });

  test("sorts days by calendar from the top", () => {
    const svg = svgOf({});
    const heights = ["Mon", "Wed", "Sun"].map((day) => {
      const match = new RegExp(`transform="translate\\([\\d.]+ ([\\d.]+)\\)"[^>]*>${day}<`).exec(svg);
      return Number(match?.[1]);
    });
    expect(heights).toEqual([...heights].sort((a, b) => a - b));
    expect(heights.every(Number.isFinite)).toBe(true);
  });

  test("labels hours so that none overlap", () => {
    const wide = svgOf({}, { width: 900 });
    const narrow = svgOf({}, { width: 240 });
    const hours = (svg: string) => [...svg.matchAll(/>(\d+)<\/text>/g)].map((match) => Number(match[1]));
    expect(hours(wide)).toHaveLength(17);
    expect(hours(narrow).length).toBeLessThan(10);
    expect(hours(svgOf({ xscale_interval: 4 }))).toEqual([6, 10, 14, 18, 22]);
  });

  test("shows values if enabled", () => {
    expect(svgOf({ show_values: true }, { width: 900 })).toContain(">119</text>");
    expect(svgOf({}, { width: 900 })).not.toContain(">119</text>");
  });

  test("has no labels without room", () => {
    expect(svgOf({}, { width: 160, height: 90 })).not.toContain("</text>");
  });

  test("shows the first row's name in full if rows are shorter than names", () => {
    const svg = svgOf({}, { width: 400, height: 130 });
    const days = [...svg.matchAll(/transform="translate\([\d.]+ ([\d.]+)\)"[^>]*>(?:Sun|Mon|Tue|Wed|Thu|Fri|Sat)</g)];
    const middles = days.map(([, y]) => Number(y));
    expect(middles.length).toBeGreaterThan(1);
    expect(Math.min(...middles)).toBeGreaterThanOrEqual(6);
  });

  test("formats axis numbers without floating-point noise", () => {
    const rows = [0.1 + 0.2, 12.0498 + Number.EPSILON * 8].map((hour) => ({ weekday: "Sun", hour, late: 1, rank: 1 }));
    expect(svgOf({}, { rows })).toMatch(/>0\.3</);
    expect(svgOf({}, { rows })).toMatch(/>12\.0498</);
  });
});
