import { expect, test } from "vitest";
import type { ColumnarResult } from "./connector.ts";
import { firstTextOf, rowCountsOf, sourceColumnsOf, tableDetailsOf, tableNamesOf, textsOf } from "./listing.ts";

function answer(...rows: unknown[][]): ColumnarResult {
  const width = rows[0]?.length ?? 0;
  const columns = Array.from({ length: width }, (_, i) => ({
    name: `c${i}`,
    type: "text",
    kind: "text" as const,
    values: rows.map((row) => row[i]),
  }));
  return { columns, rows: rows.length, elapsedMs: 0 };
}

test("recognizes table kinds in every engine's words", () => {
  const kinds = [
    "BASE TABLE",
    "VIEW",
    "Materialized View",
    "MATERIALIZED_VIEW",
    "system view",
    null,
    "LOCAL TEMPORARY",
  ];
  expect(tableNamesOf(answer(...kinds.map((kind, i) => [`t${i}`, kind]))).map(({ kind }) => kind)).toEqual([
    "table",
    "view",
    "materialized_view",
    "materialized_view",
    "view",
    "table",
    "table",
  ]);
});

test("includes comments only if there are some", () => {
  expect(sourceColumnsOf(answer(["a", "int", "the key"], ["b", null, ""], ["c", "text", null]))).toEqual([
    { name: "a", type: "int", comment: "the key" },
    { name: "b", type: "" },
    { name: "c", type: "text" },
  ]);
});

test("omits unknown row counts", () => {
  expect(rowCountsOf(answer(["a", 12.6, 0], ["b", null, 1], ["c", 5n, "1"], ["d", 0, null]))).toEqual([
    { table: "a", rows: 13, isExact: false },
    { table: "c", rows: 5, isExact: true },
    { table: "d", rows: 0, isExact: false },
  ]);
});

test("combines composite keys in order", () => {
  const keys = answer(
    ["primary", "pk", "b", null, null, null],
    ["primary", "pk", "a", null, null, null],
    ["foreign", "fk", "x", "", "parent", "a"],
    ["foreign", "fk", "y", "", "parent", "b"],
  );
  const indexes = answer(["index", "i", "x", null, null, null], ["unique", "i", "y", null, null, null]);
  expect(tableDetailsOf([keys, answer(), indexes], "")).toEqual({
    comment: null,
    primaryKey: { name: "pk", columns: ["b", "a"] },
    foreignKeys: [
      { name: "fk", columns: ["x", "y"], referredSchema: null, referredTable: "parent", referredColumns: ["a", "b"] },
    ],
    indexes: [
      { name: "i", columns: ["x"], isUnique: false },
      { name: "i", columns: ["y"], isUnique: true },
    ],
  });
});

test("handles empty results", () => {
  expect([
    textsOf(answer()),
    firstTextOf(answer()),
    firstTextOf(answer([" SELECT 1 "])),
    firstTextOf(answer([""])),
  ]).toEqual([[], null, "SELECT 1", null]);
  expect(tableDetailsOf([answer()], null).primaryKey).toBeNull();
});
