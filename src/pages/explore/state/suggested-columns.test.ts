import { expect, test } from "vitest";
import { loadedChartType } from "../../../chart-types/index.ts";
import { metricLabel, type QueryMetric } from "../../../model/adhoc.ts";
import type { Dataset } from "../../../model/dataset.ts";
import { loadAllChartTypes } from "../../../testing/chart-types.ts";
import { UNEMPLOYMENT } from "../../../testing/sample-charts.ts";
import type { DatasetProfile } from "./profile.ts";
import { startingForm } from "./starting-form.ts";
import { withSuggestedColumns } from "./suggested-columns.ts";

await loadAllChartTypes();

const GRAINS: [string, string][] = ["P1D", "P1M", "P3M", "P1Y"].map((grain) => [grain, grain]);
const DATASET: Dataset = { ...UNEMPLOYMENT, time_grain_sqla: GRAINS };

function opened(key: string, [series, sector]: [number, number], dataset = DATASET) {
  const type = loadedChartType(key)!;
  const time = { fromMs: Date.UTC(2001, 0, 1), toMs: Date.UTC(2001, 6, 1), moments: 90_000 };
  const values = new Map(Object.entries({ series, sector }));
  const profile: DatasetProfile = { rows: 100_000, time, values };
  const form = startingForm(type, dataset, profile);
  withSuggestedColumns(form, type, { dataset, profile });
  expect(type.validate(form)).toEqual({});
  return form;
}

test("bars are of a category, the largest first if there are many", () => {
  expect(opened("echarts_timeseries_bar", [14, 200])).toMatchObject({ x_axis: "series", metrics: ["count"] });
  const many = opened("echarts_timeseries_bar", [229, 230]);
  expect(many).toMatchObject({ x_axis: "series", row_limit: 25, x_axis_sort: "count", x_axis_sort_asc: false });
  expect(opened("echarts_timeseries_line", [14, 200])).toMatchObject({ x_axis: "date" });
});

test("bars of data without categories are over time", () => {
  const columns = UNEMPLOYMENT.columns.filter(({ column_name }) => column_name === "date" || column_name === "rate");
  const dataset = { ...DATASET, columns };
  expect(opened("echarts_timeseries_bar", [0, 0], dataset)).toMatchObject({ x_axis: "date" });
});

test("points are of two numbers, if there are two", () => {
  const form = opened("echarts_timeseries_scatter", [14, 5]);
  expect(form.x_axis).toBe("count");
  expect((form.metrics as QueryMetric[]).map(metricLabel)).toEqual(["AVG(rate)"]);
  const columns = UNEMPLOYMENT.columns.filter(({ column_name }) => column_name !== "count");
  expect(opened("echarts_timeseries_scatter", [14, 5], { ...DATASET, columns }).x_axis).toBe("date");
});

test("a pivot table has rows, and few values or periods as columns", () => {
  expect(opened("pivot_table_v2", [14, 5])).toMatchObject({ groupbyRows: ["series"], groupbyColumns: ["sector"] });
  expect(opened("pivot_table_v2", [229, 230])).toMatchObject({
    groupbyRows: ["series"],
    groupbyColumns: ["date"],
    time_grain_sqla: "P1M",
    ...{ rowOrder: "value_z_to_a", rowTotals: true, colTotals: true },
  });
});
