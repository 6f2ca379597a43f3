import { expect, test } from "vitest";
import { loadChartType } from "../../chart-types/index.ts";
import type { Dataset } from "../../model/dataset.ts";
import { tableFallback } from "./table-fallback.ts";

const dataset = { columns: [{ column_name: "a" }, { column_name: "b" }] } as unknown as Dataset;
const form = { viz_type: "sankey_of_tomorrow", datasource: "1__table" };

test("aggregates metrics by all dimensions of the chart, each once", async () => {
  const formData = {
    ...form,
    metric: "count",
    metrics: ["count"],
    groupby: ["a"],
    source: "a",
    target: "b",
    row_limit: 5,
  };
  const table = tableFallback(formData, dataset);
  expect(table).toMatchObject({ viz_type: "table", query_mode: "aggregate", metrics: ["count"], groupby: ["a", "b"] });
  const type = await loadChartType("table");
  expect(type?.validate(table ?? form)).toEqual({});
  expect(type?.buildQuery(table ?? form).queries[0]).toMatchObject({ metrics: ["count"], columns: ["a", "b"] });
});

test("shows raw columns of the chart or dataset; undefined if neither is known", () => {
  expect(tableFallback({ ...form, all_columns: ["b"] }, dataset)).toMatchObject({
    query_mode: "raw",
    all_columns: ["b"],
  });
  expect(tableFallback(form, dataset)).toMatchObject({ query_mode: "raw", all_columns: ["a", "b"] });
  expect(tableFallback(form, undefined)).toBeUndefined();
});
