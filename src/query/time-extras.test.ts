import { expect, test } from "vitest";
import type { QueryObject } from "../model/query-context.ts";
import { normaliseQuery } from "./normal-query.ts";
import type { QueryDataset } from "./query-dataset.ts";
import { appliedTimeExtras } from "./time-extras.ts";

const EXTRAS = { __time_col: "Year", __time_grain: "P1D", __time_range: "Last week" };
const dataset = (more: object = {}) =>
  ({
    columns: [
      { column_name: "Year", is_dttm: true },
      { column_name: "Origin", is_dttm: false },
    ],
    sql: null,
    ...more,
  }) as unknown as QueryDataset;
const appliedExtras = (query: object, of = dataset()) =>
  appliedTimeExtras(EXTRAS, normaliseQuery({ metrics: ["count"], ...query } as QueryObject, of), of);
const names = ({ applied }: ReturnType<typeof appliedExtras>) => applied.map(({ column }) => column);

const AXIS = {
  sqlExpression: "Year",
  label: "Year",
  columnType: "BASE_AXIS",
  timeGrain: "P1D",
  isColumnReference: true,
  expressionType: "SQL",
};

test("applies a dashboard's time overrides if the query has a matching time column", () => {
  expect(names(appliedExtras({ granularity: "Year", columns: [AXIS] }))).toEqual(Object.keys(EXTRAS));
  expect(names(appliedExtras({ filters: [{ col: "Year", op: "TEMPORAL_RANGE", val: "Last week" }] }))).toEqual([
    "__time_col",
    "__time_range",
  ]);
  expect(names(appliedExtras({ columns: ["Origin"] }))).toEqual(["__time_col"]);
  expect(names(appliedExtras({ columns: [{ ...AXIS, sqlExpression: "Origin", label: "Origin" }] }))).toEqual([
    "__time_col",
  ]);
});

test("the SQL of a dataset can use the time range itself", () => {
  const sql = "SELECT * FROM cars WHERE Year >= '{{ from_dttm }}'";
  expect(names(appliedExtras({ columns: ["Origin"] }, dataset({ sql })))).toEqual(["__time_col", "__time_range"]);
});

test("reports why an override isn't applied", () => {
  expect(appliedExtras({}, dataset({ columns: [] })).rejected).toEqual([
    { column: "__time_col", reason: "not_in_datasource" },
    { column: "__time_grain", reason: "no_temporal_column" },
    { column: "__time_range", reason: "no_temporal_column" },
  ]);
});
