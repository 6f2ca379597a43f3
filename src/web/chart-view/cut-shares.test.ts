import { expect, test } from "vitest";
import { ChartDataResult, QueryContext } from "../../model/query-context.ts";
import { cutSharesText } from "./cut-shares.ts";

function textOf(form: { viz_type: string; [name: string]: unknown }, query: object, rows: number | null = 100) {
  const { queries } = QueryContext.parse({
    datasource: { id: 1, type: "table" },
    queries: [{ metrics: ["count"], row_limit: 100, ...query }],
  });
  const results = [ChartDataResult.parse({ data: [], colnames: [], coltypes: [], rowcount: rows })];
  return cutSharesText({ datasource: "1__table", ...form }, { results, queries });
}

test("shares of as many rows as the row limit say what they are of", () => {
  const largest = "Shares of the 100 largest only; there may be more";
  const first = "Shares of the first 100 rows only; there may be more";
  const isSorted = { orderby: [["count", false]] };
  expect(textOf({ viz_type: "pie" }, isSorted)).toBe(largest);
  for (const viz_type of ["pie", "treemap_v2", "sunburst_v2", "partition", "rose"]) {
    expect(textOf({ viz_type }, {})).toBe(first);
  }
  expect(textOf({ viz_type: "funnel", percent_calculation_type: "total" }, isSorted)).toBe(largest);
});

test("shares of all rows, and charts without shares of a whole, say nothing", () => {
  expect(textOf({ viz_type: "pie" }, {}, 99)).toBeUndefined();
  expect(textOf({ viz_type: "pie" }, {}, null)).toBeUndefined();
  expect(textOf({ viz_type: "pie" }, { row_limit: null })).toBeUndefined();
  expect(textOf({ viz_type: "funnel", percent_calculation_type: "first_step" }, {})).toBeUndefined();
  expect(textOf({ viz_type: "echarts_timeseries_bar" }, {})).toBeUndefined();
});
