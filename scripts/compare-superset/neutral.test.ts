import { expect, test } from "vitest";
import { plainQuery } from "../../src/testing/plain-query.ts";
import { Neutral } from "./neutral.ts";

const NAMES = { columns: ["day", "city", "name"], metrics: ["count", "sum__money"] };

test("replaces names, labels, values, SQL and texts consistently", () => {
  const neutral = new Neutral(NAMES);
  const money = { expressionType: "SIMPLE", aggregate: "SUM", column: { column_name: "money", id: 7, type: "INT" } };
  const form = neutral.of({
    viz_type: "table",
    slice_id: 3,
    groupby: ["city", "name"],
    metrics: ["count", "sum__money", { ...money, label: "All money" }],
    adhoc_filters: [{ subject: "city", operator: "==", comparator: "Springfield", expressionType: "SIMPLE" }],
    order_by_cols: ['["city",false]'],
    temporal_columns_lookup: { day: true },
    x_axis_sort_series: "name",
    time_range: "100 years ago : now",
    header_text: "Money of Springfield",
  });
  expect(form).toEqual({
    viz_type: "table",
    groupby: ["column_2", "column_3"],
    metrics: ["count", "metric_1", { ...money, column: { column_name: "money" }, label: "Label 1" }],
    adhoc_filters: [{ subject: "column_2", operator: "==", comparator: "value 1", expressionType: "SIMPLE" }],
    order_by_cols: ['["column_2",false]'],
    temporal_columns_lookup: { column_1: true },
    x_axis_sort_series: "name",
    time_range: "100 years ago : now",
    header_text: "text 1",
  });
  const query = neutral.of({
    columns: ["city"],
    filters: [{ col: "city", op: "==", val: "Springfield" }],
    post_processing: [
      { operation: "contribution", options: { columns: ["sum__money"], rename_columns: ["%sum__money"] } },
    ],
  });
  expect(plainQuery(query)).toEqual({
    columns: ["column_2"],
    filters: ['column_2 == "value 1"'],
    steps: [{ contribution: { columns: ["metric_1"], rename_columns: ["%metric_1"] } }],
  });
});

test("normalizes queries for the same rows to the same text", () => {
  const axis = { columnType: "BASE_AXIS", sqlExpression: "day", label: "day", timeGrain: "P1D" } as const;
  const pivot = (index: string) => [{ operation: "pivot", options: { index: [index] } }];
  const extras = { time_grain_sqla: "P1D" };
  const older = { columns: ["city"], granularity: "day", is_timeseries: true, extras };
  const newer = { columns: [axis, "city"], granularity: "day", extras };
  expect(plainQuery({ ...older, post_processing: pivot("__timestamp") })).toEqual(
    plainQuery({ ...newer, post_processing: pivot("day"), row_limit: 0, order_desc: true, url_params: {} }),
  );
  expect(plainQuery({ ...older, row_limit: 5 })).not.toEqual(plainQuery(newer));
  expect(plainQuery({ columns: ["city"], metrics: [] })).not.toEqual(plainQuery({ columns: ["city"] }));
  expect(plainQuery({ series_limit: 5, series_columns: ["city"] })).not.toEqual(
    plainQuery({ series_columns: ["city"] }),
  );
  expect(plainQuery({ series_limit: 5 })).toEqual({});
});
