import { expect, test } from "vitest";
import type { TransformInput } from "../../chart-seam/chart-type.ts";
import { definition as bar } from "../../chart-types/timeseries-bar/definition.ts";
import { drawChart, type Parsed } from "../../testing/chart.ts";
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
  const { dataZoom, series: drawn = [] } = drawing.props.option as {
    dataZoom?: Record<string, unknown>[];
    series?: Parsed[];
  };
  return { zoom: dataZoom?.[0], series: drawn, warning: drawing.warning, note: drawing.note };
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

const AVERAGE = { metrics: ["avg_price"] };

test("bars side by side that don't fit are thinner, then stacked, with a note", () => {
  expect(draw({ groups: 120, width: 2000 }).series[0]).toMatchObject({ barGap: 0 });
  expect(draw({ groups: 120, width: 2000 }).note).toBeUndefined();
  const { series, zoom, note, warning } = draw({ groups: 120 });
  expect(series.map(({ stack }: Parsed) => stack)).toEqual(series.map(() => series[0]?.stack));
  expect(series[0]?.stack).toBeDefined();
  expect(note).toBe("Stacked, because the bars don't fit side by side");
  expect([zoom, warning]).toEqual([undefined, undefined]);
  const names = draw({ groups: 120, isTime: false });
  expect([names.zoom, names.note]).toEqual([undefined, note]);
});

test("bars of less than three pixels are stacked, and the axis says the year", () => {
  const names = Array.from({ length: 11 }, (_, i) => `s${i}`);
  const rows = Array.from({ length: 26 }, (_, i) => ({
    at: Date.UTC(2001, 0, 1 + 7 * i),
    ...Object.fromEntries(names.map((name) => [name, 5])),
  }));
  const form = { x_axis: "at", metrics: ["count"], groupby: ["by"], time_grain_sqla: "P1W" };
  const { drawing, option } = drawChart(bar, form, rows, { types: { at: 2 }, width: 680, height: 480 });
  expect(drawing.note).toBe("Stacked, because the bars don't fit side by side");
  const { customValues, formatter } = option.xAxis.axisLabel;
  expect(customValues.map(formatter).slice(0, 2)).toEqual(["1 Jan 2001", "12 Feb"]);
});

test("values that don't add up get a slider, with all periods in view", () => {
  const { zoom, note, warning } = draw({ groups: 120, form: AVERAGE });
  expect(zoom).toEqual({ xAxisIndex: 0 });
  expect(warning).toBe("The bars are too thin to tell apart. Use the slider to zoom in");
  expect(note).toBeUndefined();
});

test("categories that can't be stacked start at the first one, in whole groups", () => {
  const many = { groups: 200, isTime: false, form: AVERAGE };
  expect(draw(many).zoom).toMatchObject({ startValue: 0, endValue: 26 });
  expect(draw(many).warning).toBe("Showing 27 of 200 bar groups. Use the slider to see more");
  expect(draw({ ...many, width: 1200 }).zoom).toMatchObject({ startValue: 0, endValue: 58 });
});

test.each<[string, BarChartCase]>([
  ["few", { groups: 12 }],
  ["of one series", { groups: 120, series: 1 }],
  ["stacked", { groups: 120, form: { stack: "Stack" } }],
  ["in a small tile", { groups: 120, width: 280, form: AVERAGE }],
  ["so many that they are sampled", { groups: 4000 }],
])("shows the whole axis without a note for bars that are %s", (_, chart) => {
  const { zoom, warning, note } = draw(chart);
  expect([zoom, warning, note]).toEqual([undefined, undefined, undefined]);
});

test("bars stay side by side with a slider or a stacking control", () => {
  for (const form of [{ zoomable: true }, { show_extra_controls: true }]) {
    const { zoom, series } = draw({ groups: 120, form });
    expect(zoom).not.toHaveProperty("startValue");
    expect(series.every(({ stack }: Parsed) => stack === undefined)).toBe(true);
  }
});

test("a stack that a series limit cuts says that it isn't the total", () => {
  const noteOf = (form: object, series = 5) => draw({ groups: 12, series, form: { stack: "Stack", ...form } }).note;
  expect(noteOf({ limit: 5 })).toBe("Total of the 5 largest series; there may be more");
  const all = [noteOf({}), noteOf({ limit: 5 }, 4), noteOf({ limit: 5, stack: null })];
  expect([...all, noteOf({ limit: 5, group_others_when_limit_reached: true })].filter(Boolean)).toEqual([]);
  expect(draw({ groups: 120, form: { limit: 5 } }).note).toMatch(/^Stacked, because .*\. Total of the 5 largest/);
});
