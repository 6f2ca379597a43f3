import { expect, test } from "vitest";
import { UNEMPLOYMENT } from "../../testing/sample-charts.ts";
import { parseExtent, timeColumnOf } from "./data-extent.ts";

const typed = (type: string) => ({
  ...UNEMPLOYMENT,
  columns: UNEMPLOYMENT.columns.map((one) => (one.column_name === "date" ? { ...one, type } : one)),
});
const columnOf = (form: object, dataset = typed("TIMESTAMP")) =>
  timeColumnOf({ viz_type: "x", datasource: "3__table", ...form }, dataset);

test("the extent is asked of charts over days and longer periods only", () => {
  expect(columnOf({ x_axis: "date", time_grain_sqla: "P1M" })).toBe("date");
  expect(columnOf({ x_axis: "date", time_grain_sqla: "P1W" })).toBe("date");
  expect(columnOf({ x_axis: "date", time_grain_sqla: "P1D" })).toBe("date");
  expect(columnOf({ x_axis: "date", time_grain_sqla: "PT1H" })).toBeUndefined();
  expect(columnOf({ x_axis: "date", time_grain_sqla: "P1D" }, typed("DATE")), "days are whole").toBeUndefined();
  expect(columnOf({ x_axis: "date", time_grain_sqla: "P1M" }, typed("DATE"))).toBe("date");
  expect(columnOf({ x_axis: "date" })).toBeUndefined();
  expect(columnOf({ x_axis: "series", time_grain_sqla: "P1M" })).toBeUndefined();
  expect(columnOf({ time_grain_sqla: "P1M" })).toBeUndefined();
});

test("an extent that isn't of times is unknown", () => {
  expect(parseExtent({ __min: 1, __max: 5, moments: 3 })).toEqual({ from: 1, to: 5, moments: 3 });
  expect(parseExtent({ __min: null, __max: null, moments: 0 })).toBeNull();
  expect(parseExtent({ __min: "2024-01", __max: "2024-05", moments: 5 })).toBeNull();
  expect(parseExtent(undefined)).toBeNull();
});
