import { expect, test } from "vitest";
import { WEATHER } from "../../../testing/sample-charts.ts";
import { withRawColumns } from "./raw-columns.ts";

const form = { viz_type: "table", datasource: "1__table", query_mode: "raw" };
const source = { dataset: WEATHER, stash: {} };
const all = WEATHER.columns.map(({ column_name }) => column_name);
const column = (column_name: string) => ({
  expressionType: "SIMPLE" as const,
  aggregate: "SUM" as const,
  column: { column_name },
});

test("raw records start with the columns that were grouped and aggregated by, each once", () => {
  const metrics = [column("wind"), "count", column("weather")];
  const grouped = { ...form, groupby: ["weather", "location"], metrics };
  expect(withRawColumns(grouped, "query_mode", source).all_columns).toEqual(["weather", "location", "wind"]);
});

test("without dimensions they start with the columns of the dataset", () => {
  expect(withRawColumns({ ...form, metrics: ["count"] }, "query_mode", source).all_columns).toEqual(all);
});

test("chosen columns, columns hidden with their control, and other changes are kept", () => {
  expect(withRawColumns({ ...form, all_columns: ["wind"] }, "query_mode", source).all_columns).toEqual(["wind"]);
  const hidden = { dataset: WEATHER, stash: { all_columns: ["wind"] } };
  expect(withRawColumns(form, "query_mode", hidden).all_columns).toBeUndefined();
  expect(withRawColumns(form, "row_limit", source).all_columns).toBeUndefined();
  expect(withRawColumns({ ...form, query_mode: "aggregate" }, "query_mode", source).all_columns).toBeUndefined();
});
