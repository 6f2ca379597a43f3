import { expect, test } from "vitest";
import { UNEMPLOYMENT } from "../../testing/sample-charts.ts";
import { parseExtent, timeColumnOf } from "./data-extent.ts";

const columnOf = (form: object) => timeColumnOf({ viz_type: "x", datasource: "3__table", ...form }, UNEMPLOYMENT);

test("the extent is asked of charts over weeks and longer periods only", () => {
  expect(columnOf({ x_axis: "date", time_grain_sqla: "P1M" })).toBe("date");
  expect(columnOf({ x_axis: "date", time_grain_sqla: "P1W" })).toBe("date");
  expect(columnOf({ x_axis: "date", time_grain_sqla: "P1D" })).toBeUndefined();
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
