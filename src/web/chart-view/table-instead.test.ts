import { expect, test } from "vitest";
import { loadChartType } from "../../chart-types/index.ts";
import type { Dataset } from "../../model/dataset.ts";
import { tableInstead } from "./table-instead.ts";

const dataset = { columns: [{ column_name: "a" }, { column_name: "b" }] } as unknown as Dataset;
const form = { viz_type: "sankey_of_tomorrow", datasource: "1__table" };

test("measures by whatever the chart groups by, each once", async () => {
  const given = {
    ...form,
    metric: "count",
    metrics: ["count"],
    groupby: ["a"],
    source: "a",
    target: "b",
    row_limit: 5,
  };
  const table = tableInstead(given, dataset);
  expect(table).toMatchObject({ viz_type: "table", query_mode: "aggregate", metrics: ["count"], groupby: ["a", "b"] });
  const type = await loadChartType("table");
  expect(type?.validate(table ?? form)).toEqual({});
  expect(type?.buildQuery(table ?? form).queries[0]).toMatchObject({ metrics: ["count"], columns: ["a", "b"] });
});

test("rows of its columns, else of the dataset's; nothing when neither is known", () => {
  expect(tableInstead({ ...form, all_columns: ["b"] }, dataset)).toMatchObject({
    query_mode: "raw",
    all_columns: ["b"],
  });
  expect(tableInstead(form, dataset)).toMatchObject({ query_mode: "raw", all_columns: ["a", "b"] });
  expect(tableInstead(form, undefined)).toBeUndefined();
});
