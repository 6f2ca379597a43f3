import { describe, expect, test } from "vitest";
import { withoutLiterals } from "./without-literals.ts";

const shape = (engine: string, sql: string) => withoutLiterals(sql, engine, 1000);

describe("a statement without literals", () => {
  test.each([
    ["postgresql", `SELECT "a" FROM t WHERE b = 'it''s' AND c > 12.5`, `SELECT "a" FROM t WHERE b = ? AND c > ?`],
    ["postgresql", "SELECT E'a\\'b', $x$secret$x$", "SELECT ?, ?"],
    ["postgresql", "SELECT a -- the secret\n FROM t /* of 'x' */ LIMIT 5", "SELECT a FROM t LIMIT ?"],
    ["mysql", `SELECT \`a\` FROM t WHERE b = "secret" OR c = 'a\\'b'`, "SELECT `a` FROM t WHERE b = ? OR c = ?"],
    ["sqlite", "SELECT x'00ff', -3e5", "SELECT ?, -?"],
    ["duckdb", "SELECT DATE '2020-01-31', [1, 2]", "SELECT DATE ?, [?, ?]"],
    ["mssql", "SELECT [a] FROM t WHERE b = N'secret'", "SELECT [a] FROM t WHERE b = ?"],
  ])("%s: %s", (engine, sql, expected) => expect(shape(engine, sql)).toBe(expected));

  test("is missing where it can't be told what is a literal, and for unknown engines", () => {
    expect(shape("postgresql", "SELECT 'unterminated")).toBeUndefined();
    expect(shape("oracle", "SELECT 1")).toBeUndefined();
  });

  test("is truncated", () => {
    expect(withoutLiterals(`SELECT ${"a, ".repeat(100)}b`, "sqlite", 20)).toBe("SELECT a, a, a, a, a…");
  });
});
