import { describe, expect, test } from "vitest";
import { type PolyglotDialect, polyglotReader } from "./polyglot-reader.ts";
import { postgresReader } from "./postgres-reader.ts";
import type { SqlReader } from "./sql-reader.ts";

const DAY = "CAST('2026-03-02' AS DATE)";
const LITERALS = { date: DAY, moment: "CAST('2026-03-02 09:00:00' AS TIMESTAMP)", instant: "CAST('x' AS TIMESTAMP)" };
const readers: Record<string, SqlReader> = { postgresql: postgresReader() };
for (const dialect of ["mysql", "sqlite", "clickhouse", "trino", "bigquery", "snowflake", "tsql", "redshift"] as const)
  readers[dialect] = polyglotReader(dialect satisfies PolyglotDialect);

const readerOf = (name: string): SqlReader => {
  const reader = readers[name];
  if (!reader) throw new Error(name);
  return reader;
};

describe("expressions for the current date or time are set to the past", () => {
  test.each([
    [
      "postgresql",
      "SELECT count(*) FROM t WHERE a >= CURRENT_DATE - 7",
      `SELECT count(*) FROM t WHERE a >= ${DAY} - 7`,
    ],
    ["postgresql", "SELECT now() - a FROM t", `SELECT ${LITERALS.instant} - a FROM t`],
    ["postgresql", "SELECT localtimestamp(0), current_timestamp", `SELECT ${LITERALS.moment}, ${LITERALS.instant}`],
    ["mysql", "SELECT CURDATE(), NOW(6) FROM t", `SELECT ${DAY}, ${LITERALS.instant} FROM t`],
    ["mysql", "SELECT UTC_TIMESTAMP() - 1", `SELECT ${LITERALS.moment} - 1`],
    ["sqlite", "SELECT date('now', '-1 day')", `SELECT date(${LITERALS.moment}, '-1 day')`],
    ["clickhouse", "SELECT today() - 1, now('UTC')", `SELECT ${DAY} - 1, ${LITERALS.instant}`],
    ["trino", "SELECT current_date - INTERVAL '1' DAY", `SELECT ${DAY} - INTERVAL '1' DAY`],
    ["bigquery", "SELECT CURRENT_DATE('Europe/Berlin')", `SELECT ${DAY}`],
    ["snowflake", "SELECT CURRENT_TIMESTAMP()", `SELECT ${LITERALS.instant}`],
    ["tsql", "SELECT DATEADD(day, -1, GETDATE())", `SELECT DATEADD(day, -1, ${LITERALS.moment})`],
    ["redshift", "SELECT GETDATE()", `SELECT ${LITERALS.moment}`],
  ])("%s: %s", async (name, sql, expected) => {
    expect(await readerOf(name).atMoment(sql, LITERALS)).toBe(expected);
  });

  test.each([
    ["postgresql", "SELECT 'now()', \"current_date\" FROM t -- now()"],
    ["postgresql", "SELECT t.now, a AS today FROM t"],
    ["mysql", "SELECT `now`, now FROM t"],
    ["sqlite", "SELECT 'now', upper('now'), date(a, 'now') FROM t"],
    ["tsql", "SELECT [getdate] FROM t"],
  ])("%s: nothing is replaced in %s", async (name, sql) => {
    expect(await readerOf(name).atMoment(sql, LITERALS)).toBeNull();
  });

  test("rejects SQL that would mean something else afterward", async () => {
    const open = { ...LITERALS, date: "(SELECT a FROM other)" };
    await expect(readerOf("postgresql").atMoment("SELECT CURRENT_DATE", open)).rejects.toMatchObject({ status: 400 });
    await expect(readerOf("mysql").atMoment("SELECT NOW(); SELECT 1", LITERALS)).rejects.toMatchObject({ status: 400 });
  });
});
