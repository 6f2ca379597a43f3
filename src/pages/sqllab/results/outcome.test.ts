import { expect, test } from "vitest";
import type { SqlResult } from "../state/store.ts";
import { outcomeOf } from "./outcome.ts";

const NOTHING: SqlResult = { columns: [], rows: [], isCut: false };
const counted = (rows: number): SqlResult => ({
  columns: [{ name: "Count", type: "BIGINT", type_generic: 0 }],
  rows: [{ Count: rows }],
  isCut: false,
});

test.each([
  ["INSERT INTO a VALUES (1)", counted(1), "INSERT has run", "1 row was changed."],
  ["SELECT 1; update a set b = 2", counted(1200), "UPDATE has run", "1,200 rows were changed."],
  ["create or replace temp table t as select 1", NOTHING, "CREATE TABLE has run", "It gave no rows to show."],
  ["drop view v", NOTHING, "DROP VIEW has run", "It gave no rows to show."],
  ["SELECT", NOTHING, "The query has run", "It gave no rows to show."],
])("%s", (sql, result, title, text) => {
  expect(outcomeOf({ sql, query: null, result })).toEqual({ title, text });
});

test("rows that a question has given are looked at, whatever their column is called", () => {
  expect(outcomeOf({ sql: "SELECT count(*) AS count FROM a", query: null, result: counted(3) })).toBeUndefined();
  expect(outcomeOf({ sql: "SELECT 1", query: null, result: null })).toBeUndefined();
});
