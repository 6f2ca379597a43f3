import { describe, expect, test } from "vitest";
import { isReadOnlySql, runTargetOf, statementAtCursor, statementsOf } from "./statements.ts";

describe("statements of a script", () => {
  test.each([
    ["select 1; select 2", ["select 1", "select 2"]],
    ["select ';' as a; select \";\"", ["select ';' as a", 'select ";"']],
    ["select 'it''s; here'; select 2", ["select 'it''s; here'", "select 2"]],
    ["-- one; two\nselect 1;\n/* a; b */;", ["-- one; two\nselect 1"]],
    ["select $q$ a; b $q$; select `a;b`", ["select $q$ a; b $q$", "select `a;b`"]],
    ["select {{ f(';') }} ; {% set a = ';' %} select 2", ["select {{ f(';') }}", "{% set a = ';' %} select 2"]],
    ["select 'never closed; select 2", ["select 'never closed; select 2"]],
    ["  ;;  ", []],
  ])("%s", (sql, texts) => {
    expect(statementsOf(sql).map(({ text }) => text)).toEqual(texts);
    for (const { text, from, to } of statementsOf(sql)) expect(sql.slice(from, to)).toBe(text);
  });
});

describe("runTargetOf", () => {
  const SQL = "select 1;\n\nselect 2\nfrom b;\nselect 3";
  test("returns a trimmed selection", () => {
    expect(runTargetOf(SQL, { from: 9, to: 19 })).toEqual({ kind: "selection", sql: "select 2", line: 3 });
  });
  test("returns the statement at the cursor", () => {
    expect(runTargetOf(SQL, { from: 0, to: 0 })).toEqual({ kind: "statement", sql: "select 1", line: 1 });
    expect(runTargetOf(SQL, { from: 9, to: 9 }).sql).toBe("select 1");
    expect(runTargetOf(SQL, { from: 22, to: 22 })).toEqual({ kind: "statement", sql: "select 2\nfrom b", line: 3 });
    expect(runTargetOf(SQL, { from: SQL.length, to: SQL.length }).sql).toBe("select 3");
  });
  test("returns all SQL if it is one statement", () => {
    expect(runTargetOf("\n select 1 ;", { from: 0, to: 0 })).toEqual({ kind: "all", sql: "select 1 ;", line: 2 });
    expect(runTargetOf("select 1", { from: 0, to: 0 }).kind).toBe("all");
  });
  test("statementAtCursor ignores the selection", () => {
    expect(statementAtCursor(SQL, 25).sql).toBe("select 2\nfrom b");
  });
});

test.each([
  ["select * from a", true],
  ["-- rows\nWITH a AS (select 1) select * from a", true],
  ["with a as (delete from b returning *) select * from a", false],
  ["drop table a", false],
  ["select 1 into b", false],
  ["", false],
])("%s is read-only: %s", (sql, expected) => expect(isReadOnlySql(sql)).toBe(expected));
