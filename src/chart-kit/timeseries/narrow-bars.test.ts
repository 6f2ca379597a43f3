import { expect, test } from "vitest";
import type { TransformInput } from "../../chart-seam/chart-type.ts";
import { definition as bar } from "../../chart-types/timeseries-bar/definition.ts";
import { drawChart } from "../../testing/chart.ts";
import { LabelColors } from "../colors/label-colors.ts";
import { chartTheme } from "../colors/theme.ts";
import { TimeseriesForm, type TimeseriesKind } from "./schema.ts";
import { timeseriesDrawing } from "./transform.ts";

const BAR: TimeseriesKind = { mark: "bar", name: () => "Bar chart" };
const MONTH_MS = 30 * 86_400_000;

interface BarChartCase {
  groups: number;
  series?: number;
  form?: Record<string, unknown>;
  isTime?: boolean;
  width?: number;
}

function draw({ groups, series = 5, form, isTime = true, width = 600 }: BarChartCase) {
  const names = Array.from({ length: series }, (_, i) => `s${i}`);
  const data = Array.from({ length: groups }, (_, i) => ({
    at: isTime ? i * MONTH_MS : `c${i}`,
    ...Object.fromEntries(names.map((name) => [name, i + 1])),
  }));
  const formData = TimeseriesForm.parse({ viz_type: "x", x_axis: "at", metrics: ["count"], groupby: ["by"], ...form });
  const results = [{ data, colnames: ["at", ...names], coltypes: [isTime ? 2 : 1, ...names.map(() => 0)] }];
  const size = { width, height: 350 };
  const more = { theme: chartTheme("light"), colorOf: new LabelColors().chart(1), rampOf: () => [], ...size };
  const drawing = timeseriesDrawing({ formData, results, ...more } as unknown as TransformInput<TimeseriesForm>, BAR);
  const { dataZoom } = drawing.props.option as { dataZoom?: Record<string, unknown>[] };
  return { zoom: dataZoom?.[0], warning: drawing.warning };
}

test("zoomed groups are named by their own weeks and months, with the year", () => {
  const week = 7 * 86_400_000;
  const nameOf = (x_axis_time_format?: string) => {
    const rows = [0, 1, 2].map((i) => ({ at: Date.UTC(2024, 1, 5) + i * week, n: i }));
    const form = { x_axis: "at", metrics: ["n"], zoomable: true, x_axis_time_format };
    const { axisLabel } = drawChart(bar, form, rows, { types: { at: 2 } }).option.xAxis;
    return axisLabel.customValues?.map(axisLabel.formatter);
  };
  expect(nameOf()).toEqual(["5 Feb 2024", "12 Feb 2024", "19 Feb 2024"]);
  expect(nameOf("%d.%m.")).toEqual(["05.02.", "12.02.", "19.02."]);
});

test("grouped bars that don't fit start zoomed to the latest whole groups, with a note", () => {
  const { zoom, warning } = draw({ groups: 120 });
  expect(zoom).toMatchObject({ xAxisIndex: 0, startValue: (120 - 27 - 0.5) * MONTH_MS, endValue: 119.5 * MONTH_MS });
  expect(warning).toBe("Showing 27 of 120 bar groups. Use the slider to see more");
});

test("start fully zoomed out when hardly any period fits", () => {
  const { zoom, warning } = draw({ groups: 38, series: 48 });
  expect(zoom).toEqual(expect.objectContaining({ xAxisIndex: 0 }));
  expect(zoom).not.toHaveProperty("startValue");
  expect(warning).toBeUndefined();
});

test("categories start at the first one, and wider charts show more", () => {
  expect(draw({ groups: 120, isTime: false }).zoom).toMatchObject({ startValue: 0, endValue: 26 });
  expect(draw({ groups: 120, isTime: false, width: 1200 }).zoom).toMatchObject({ startValue: 0, endValue: 58 });
  expect(draw({ groups: 9, series: 900, isTime: false }).zoom).toMatchObject({ startValue: 0, endValue: 0 });
});

test.each<[string, BarChartCase]>([
  ["few", { groups: 12 }],
  ["of one series", { groups: 120, series: 1 }],
  ["stacked", { groups: 120, form: { stack: "Stack" } }],
  ["in a small tile", { groups: 120, width: 280 }],
  ["so many that they are sampled", { groups: 4000 }],
])("shows the whole axis for bars that are %s", (_, chart) => {
  expect(draw(chart)).toEqual({ zoom: undefined, warning: undefined });
});

test("bars with zoom enabled start fully zoomed out", () => {
  const { zoom, warning } = draw({ groups: 120, form: { zoomable: true } });
  expect(zoom).not.toHaveProperty("startValue");
  expect(warning).toBeUndefined();
});
