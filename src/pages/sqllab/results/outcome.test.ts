import { expect, test } from "vitest";
import type { SqlResult } from "../state/store.ts";
import { outcomeOf } from "./outcome.ts";

const NOTHING: SqlResult = { columns: [], rows: [], isTruncated: false };
const counted = (rows: number): SqlResult => ({
  columns: [{ name: "Count", type: "BIGINT", type_generic: 0 }],
  rows: [{ Count: rows }],
  isTruncated: false,
});

test.each([
  ["INSERT INTO a VALUES (1)", counted(1), "INSERT succeeded", "1 row affected."],
  ["SELECT 1; update a set b = 2", counted(1200), "UPDATE succeeded", "1,200 rows affected."],
  ["create or replace temp table t as select 1", NOTHING, "CREATE TABLE succeeded", "The statement returned no rows."],
  ["drop view v", NOTHING, "DROP VIEW succeeded", "The statement returned no rows."],
  ["SELECT", NOTHING, "Query succeeded", "The statement returned no rows."],
])("%s", (sql, result, title, text) => {
  expect(outcomeOf({ sql, query: null, result })).toEqual({ title, text });
});

test("rows of a SELECT are shown, whatever their column is called", () => {
  expect(outcomeOf({ sql: "SELECT count(*) AS count FROM a", query: null, result: counted(3) })).toBeUndefined();
  expect(outcomeOf({ sql: "SELECT 1", query: null, result: null })).toBeUndefined();
});
