import { describe, expect, test } from "vitest";
import { loadedChartType } from "../../../chart-types/index.ts";
import type { FormData } from "../../../model/form-data.ts";
import { loadAllChartTypes } from "../../../testing/chart-types.ts";
import { UNEMPLOYMENT } from "../../../testing/sample-charts.ts";
import { limitedSeries, MANY_SERIES, seriesKey, tooManySeries } from "./series-limit.ts";

await loadAllChartTypes();

const LINE = "echarts_timeseries_line";
const columns = (series: number) => ["date", ...Array.from({ length: series }, (_, index) => `s${index}`)];
const form = (more: Partial<FormData> = {}): FormData => ({
  viz_type: LINE,
  x_axis: "date",
  metrics: ["count"],
  groupby: ["series"],
  ...more,
});
const ask = (series: number, more: Partial<FormData> = {}, saved: Partial<FormData> = { groupby: [] }) => {
  const formData = form(more);
  const type = loadedChartType(formData.viz_type);
  return tooManySeries({ type, formData, saved: { ...formData, ...saved }, columns: columns(series) });
};

describe("too many series", () => {
  test("are more than can be told apart", () => {
    expect(ask(MANY_SERIES)).toBeUndefined();
    expect(ask(MANY_SERIES + 1)).toBe(MANY_SERIES + 1);
  });

  test("are counted per metric", () => {
    const metrics = ["count", "avg_rate"];
    expect(ask(MANY_SERIES + 1, { metrics })).toBeUndefined();
    expect(ask(2 * MANY_SERIES + 2, { metrics })).toBe(2 * MANY_SERIES + 2);
  });

  test("are ignored without dimensions or with a chosen limit", () => {
    expect(ask(60, { groupby: [] }, { groupby: ["series"] })).toBeUndefined();
    expect(ask(60, { limit: 50 })).toBeUndefined();
  });

  test("stay if the chart was saved with them", () => {
    expect(ask(60, {}, {})).toBeUndefined();
    expect(ask(60, {}, { viz_type: "table" })).toBe(60);
  });

  test("are ignored by types without a series limit", () => {
    expect(ask(60, { viz_type: "table" })).toBeUndefined();
  });
});

test("bars and areas of values that add up keep the rest as Others, in a stack", () => {
  const limited = (more: Partial<FormData>) => limitedSeries(form(more), UNEMPLOYMENT);
  const stacked = { limit: 10, group_others_when_limit_reached: true, stack: "Stack" };
  expect(limited({ viz_type: "echarts_timeseries_bar" })).toEqual(stacked);
  expect(limited({ viz_type: "echarts_area", stack: "Expand" })).toEqual({ ...stacked, stack: "Expand" });
  expect(limited({ viz_type: "echarts_timeseries_bar", metrics: ["avg_rate"] })).toEqual({ limit: 10 });
  expect(limited({ viz_type: LINE })).toEqual({ limit: 10 });
});

test("the order of dimensions matters", () => {
  expect(seriesKey(form({ groupby: ["a", "b"] }))).not.toBe(seriesKey(form({ groupby: ["b", "a"] })));
  expect(seriesKey(form({ groupby: undefined }))).toBe(seriesKey(form({ groupby: [] })));
});
