import { expect, test } from "vitest";
import { UNEMPLOYMENT } from "../../../testing/sample-charts.ts";
import { recommendedTypes, shapeOf, shapeOfDataset } from "./recommended-types.ts";

test.each([
  [{ metric: "count" }, "big_number_total"],
  [{ metrics: ["count"], x_axis: "date" }, "echarts_timeseries_line"],
  [{ metrics: ["count"], groupby: ["series"] }, "echarts_timeseries_bar"],
  [{ metrics: ["count"], x_axis: "series", groupby: ["sector"] }, "heatmap_v2"],
  [{ metrics: ["count", "avg_rate"], groupby: ["series"] }, "echarts_timeseries_scatter"],
  [{ column: "rate" }, "histogram_v2"],
  [{ all_columns: ["series", "rate"] }, "table"],
])("%o suggests %s first", (form, first) => {
  expect(recommendedTypes(shapeOf({ viz_type: "table", ...form }, UNEMPLOYMENT))[0]).toBe(first);
});

test("counts duplicates once", () => {
  expect(
    shapeOf({ viz_type: "x", metric: "count", metrics: ["count"], x_axis: "date", groupby: ["date"] }, UNEMPLOYMENT),
  ).toEqual({
    metrics: 1,
    dimensions: ["temporal"],
  });
});

test("suggests nothing for an empty form, and a line for a dataset with time", () => {
  expect(recommendedTypes(shapeOf({ viz_type: "table" }, UNEMPLOYMENT))).toEqual([]);
  expect(recommendedTypes(shapeOfDataset(UNEMPLOYMENT))[0]).toBe("echarts_timeseries_line");
});
