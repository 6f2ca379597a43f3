import { expect, test } from "vitest";
import type { RowCount, TableColumn } from "../state/metadata.ts";
import { markOf, schemaId, tableId, treeRows } from "./tree.ts";

const column = (name: string, type: string, keys: TableColumn["keys"] = []): TableColumn => ({
  name,
  type,
  longType: type,
  keys,
  comment: null,
});

const CARS = [column("id", "INTEGER", [{ type: "pk" }]), column("origin", "VARCHAR")];
const TABLES = [
  { name: "cars", isView: false },
  { name: "fast_cars", isView: true },
  { name: "films", isView: false },
];

const ROWS: Readonly<Record<string, RowCount>> = {
  cars: { rows: 406, isExact: true },
  films: { rows: 3_012_345, isExact: false },
};

function rows(expanded: readonly string[], search = "") {
  return treeRows({
    schemas: ["main", "closed", "broken"],
    expanded: new Set(expanded),
    search,
    tablesOf: (schema) =>
      schema === "main" ? { data: TABLES } : schema === "broken" ? { error: { message: "No access" } } : undefined,
    rowsOf: (_, table) => ROWS[table],
    columnsOf: (_, table) => (table === "cars" ? { data: CARS } : undefined),
  });
}
const textsOf = (found: ReturnType<typeof rows>) =>
  found.map((row) =>
    row.kind === "schema"
      ? `${row.schema} ${row.count ?? "?"}`
      : row.kind === "table"
        ? `- ${row.table.name}`
        : row.kind === "column"
          ? `-- ${row.column.name}`
          : `${row.isError ? "!" : "?"} ${row.text}`,
  );

test("only expanded nodes have rows, with a note while they load", () => {
  expect(textsOf(rows([]))).toEqual(["main 3", "closed ?", "broken ?"]);
  const open = [
    schemaId("main"),
    schemaId("closed"),
    schemaId("broken"),
    tableId("main", "cars"),
    tableId("main", "films"),
  ];
  expect(textsOf(rows(open))).toEqual([
    "main 3",
    "- cars",
    "-- id",
    "-- origin",
    "- fast_cars",
    "- films",
    "? Loading…",
    "closed ?",
    "? Loading…",
    "broken ?",
    "! No access",
  ]);
});

test("tables show exact or estimated row counts, views are marked", () => {
  const sizes = rows([schemaId("main")]).flatMap((row) => (row.kind === "table" ? [row.size] : []));
  expect(sizes).toEqual([
    { text: "406", title: "406 rows" },
    { text: "view", title: "View" },
    { text: "~3.01M", title: "About 3,012,345 rows (database estimate)" },
  ]);
});

test("a search matches table and column names", () => {
  expect(textsOf(rows([schemaId("main")], "CARS")).slice(0, 3)).toEqual(["main 2", "- cars", "- fast_cars"]);
  expect(textsOf(rows([schemaId("main")], "origin")).slice(0, 2)).toEqual(["main 1", "- cars"]);
  expect(textsOf(rows([schemaId("main")], "zebra")).slice(0, 2)).toEqual(["main 0", "? No tables match “zebra”"]);
});

test.each([
  ["BIGINT", "number"],
  ["DOUBLE PRECISION", "number"],
  ["INTERVAL", "text"],
  ["TIMESTAMP WITH TIME ZONE", "time"],
  ["DATE", "time"],
  ["BOOLEAN", "flag"],
  ["VARCHAR(20)", "text"],
])("%s is marked as %s", (type, mark) => expect(markOf(column("a", type))).toBe(mark));

test("a primary key is marked as a key", () => expect(markOf(column("a", "INTEGER", [{ type: "pk" }]))).toBe("key"));
