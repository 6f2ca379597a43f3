import { expect, test } from "vitest";
import { Dataset } from "../../model/dataset.ts";
import { datasetWords, sqlName } from "./words.ts";

test.each([
  ["origin", "duckdb", "origin"],
  ["Release Year", "duckdb", '"Release Year"'],
  ["Origin", "duckdb", "Origin"],
  ["Origin", "postgresql", '"Origin"'],
  ["a b", "mysql", "`a b`"],
  ["a]b", "mssql", "[a]]b]"],
  ["order", "mysql", "`order`"],
  ["rank", "mysql", "`rank`"],
  ["groups", "bigquery", "`groups`"],
  ["ORIGIN", "snowflake", "ORIGIN"],
  ["origin", "snowflake", '"origin"'],
  ["SAMPLE", "snowflake", '"SAMPLE"'],
  ['say "x"', undefined, '"say ""x"""'],
])("writes %s on %s as %s", (name, backend, written) => expect(sqlName(name, backend)).toBe(written));

test("lists columns, metrics with their expressions, and functions of a dataset", () => {
  const dataset = Dataset.parse({
    id: 1,
    table_name: "cars",
    database: { id: 1, backend: "duckdb" },
    columns: [{ column_name: "Miles per Gallon", type: "DOUBLE" }],
    metrics: [{ metric_name: "count", expression: "COUNT(*)" }],
  });
  expect(datasetWords(dataset, ["date_trunc"])).toEqual([
    { name: "Miles per Gallon", kind: "column", detail: "double", written: '"Miles per Gallon"' },
    { name: "count", kind: "metric", written: "COUNT(*)" },
    { name: "date_trunc", kind: "function" },
  ]);
});
