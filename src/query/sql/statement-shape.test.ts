import { describe, expect, test } from "vitest";
import { polyglotReader } from "./polyglot-reader.ts";
import { postgresReader } from "./postgres-reader.ts";

const postgres = postgresReader();
const mysql = polyglotReader("mysql");
const tsql = polyglotReader("tsql");

describe("the row limit of a statement", () => {
  test.each([
    ["SELECT * FROM t", null],
    ["SELECT * FROM t LIMIT 10", 10],
    ["SELECT * FROM t LIMIT 10 OFFSET 5", 10],
    ["SELECT * FROM t LIMIT 10;", 10],
    ["(SELECT * FROM t LIMIT 5) UNION ALL SELECT 1", null],
    ["SELECT * FROM (SELECT * FROM t LIMIT 5) x LIMIT 20", 20],
    ["SELECT 'LIMIT 3' FROM t", null],
    ["SELECT * FROM t LIMIT 2 + 3", null],
    ["SELECT * FROM t LIMIT ALL", null],
    ["SELECT * FROM t FETCH FIRST 7 ROWS ONLY", 7],
    ['SELECT "limit" FROM t', null],
  ])("%s", async (sql, limit) => {
    expect((await postgres.inspect(sql)).rowLimit).toBe(limit);
  });

  test("is found in other engines' syntax", async () => {
    expect((await mysql.inspect("SELECT * FROM t LIMIT 5, 10")).rowLimit).toBe(10);
    expect((await tsql.inspect("SELECT TOP 3 * FROM t")).rowLimit).toBe(3);
  });
});

test("reads the first words of a statement", async () => {
  expect((await postgres.inspect("create /* x */ OR replace View v AS SELECT 1")).opening).toBe(
    "create or replace view v as",
  );
  expect((await postgres.inspect("(SELECT 1)")).opening).toBe("");
});

test("lists forbidden functions and tables separately from allowed ones", async () => {
  const facts = await postgres.inspect("SELECT lower(pg_read_file('x')) FROM pg_shadow, t, pg_ls_dir('/') d");
  expect(facts.refusedFunctions.toSorted()).toEqual(["pg_ls_dir", "pg_read_file"]);
  expect(facts.refusedTables.map(({ name }) => name)).toEqual(["pg_shadow"]);
});

describe("qualified names", () => {
  const place = { catalog: null, schema: 'my "own"' };

  test.each([
    ["SELECT t.a FROM t, x.t AS u", 'SELECT t.a FROM "my ""own""".t, x.t AS u'],
    ["WITH t AS (SELECT * FROM t) SELECT * FROM t", 'WITH t AS (SELECT * FROM "my ""own""".t) SELECT * FROM t'],
    ["SELECT (SELECT max(a) FROM t) FROM x.y", 'SELECT (SELECT max(a) FROM "my ""own""".t) FROM x.y'],
    ["SELECT 't' -- FROM t", "SELECT 't' -- FROM t"],
  ])("%s", async (sql, placed) => {
    expect(await postgres.placed(sql, place)).toBe(placed);
  });

  test("include a given catalog, and use the engine's own quotes", async () => {
    const full = { catalog: "c", schema: "s" };
    expect(await postgres.placed("SELECT * FROM t, x.u", full)).toBe('SELECT * FROM "c"."s".t, "c".x.u');
    expect(await mysql.placed("SELECT * FROM t", { catalog: null, schema: "a`b" })).toBe("SELECT * FROM `a``b`.t");
  });
});
