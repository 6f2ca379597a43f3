import { expect, test } from "vitest";
import { excerptOf } from "./excerpt.ts";

const SQL = [
  "SELECT carrier,",
  "  count(*),",
  "  avg(dep_delay) AS d",
  "FROM flights",
  "WHERE 1 = 1",
  "GROUP BY 1",
  "LIMIT 5",
].join("\n");

test("an excerpt has three lines around the error and underlines the whole word", () => {
  const excerpt = excerptOf(SQL, 3, 7);
  expect(excerpt.lines.map((l) => l.number)).toEqual([1, 2, 3, 4, 5, 6]);
  expect(excerpt.lines[2]?.text.slice(excerpt.column - 1, excerpt.column - 1 + excerpt.length)).toBe("dep_delay");
});

test("a place without a word is one character wide", () => {
  expect(excerptOf("SELECT )", 1, 8).length).toBe(1);
  expect(excerptOf("SELECT 1", 1, 40).length).toBe(1);
});

test("long lines are truncated around the error, with the caret below it", () => {
  const sql = `${"sum(1) + ".repeat(100_000)}nope + ${"sum(1) ".repeat(100)}\n${"x".repeat(500)}`;
  const { lines, column, length } = excerptOf(sql, 1, 900_001);
  expect(lines[0]?.text.slice(column - 1, column - 1 + length)).toBe("nope");
  expect(lines[0]?.text).toMatch(/^….{120}…$/);
  expect(column).toBeLessThan(40);
  expect(lines[1]?.text).toMatch(/^x{120}…$/);
});
