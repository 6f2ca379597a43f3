import { expect, test } from "vitest";
import { duckdbDialect } from "../connectors/duckdb/duckdb.ts";
import { QueryObject } from "../model/query-context.ts";
import { compileQuery } from "./compile.ts";
import type { QueryDataset } from "./query-dataset.ts";

const columnOf = (column_name: string, type: string, is_dttm = false) => ({
  ...{ column_name, type, is_dttm },
  ...{ filterable: true, groupby: true },
});
const dataset: QueryDataset = {
  table_name: "sales",
  main_dttm_col: "sold",
  columns: [columnOf("city", "VARCHAR"), columnOf("item", "VARCHAR"), columnOf("sold", "TIMESTAMP", true)],
  metrics: [{ metric_name: "count", expression: "COUNT(*)" }],
};
const compile = (query: QueryObject) => compileQuery({ query, dataset, dialect: duckdbDialect, now: 0 });

test("legacy names of query fields take precedence if both are given", () => {
  const { sql, query } = compile({
    ...{ columns: ["item"], groupby: ["city"], metrics: ["count"] },
    ...{ series_columns: ["city"], series_limit: 5, timeseries_limit: 2, granularity: "no", granularity_sqla: "sold" },
  });
  expect(sql).not.toContain("item");
  expect([query.seriesLimit, query.granularity]).toEqual([2, "sold"]);
  expect(compile({ columns: ["item"], groupby: [], metrics: ["count"] }).sql).toContain('"item"');
});

test("rejects series columns that aren't in the query", () => {
  const query = { columns: ["item"], metrics: ["count"], series_columns: ["city"], series_limit: 2 };
  expect(() => compile(query)).toThrow('"city" in `series_columns` isn\'t a column of the query.');
});

test("groups rows that are sorted by a metric", () => {
  const sql = (query: QueryObject) => compile(query).sql.replaceAll(/\s+/g, " ");
  const sum = { expressionType: "SIMPLE", column: { column_name: "sold" }, aggregate: "MAX", label: "latest" } as const;
  expect(sql({ columns: ["city"], orderby: [["count", false]] })).toMatch(/GROUP BY .* ORDER BY COUNT\(\*\) DESC/);
  expect(sql({ columns: ["city"], metrics: null, orderby: [[sum, true]] })).toContain("GROUP BY");
  expect(sql({ columns: ["city"], orderby: [["item", true]] })).not.toContain("GROUP BY");
});

test("takes an object with only a label for a saved metric", () => {
  const query = QueryObject.parse({ columns: ["city"], metrics: [{ label: "count" }] });
  expect(query.metrics).toEqual(["count"]);
  for (const metrics of [[{ label: "count", sqlExpression: "1" }], [{ label: 1 }], [{}]])
    expect(QueryObject.safeParse({ metrics }).success).toBe(false);
});
