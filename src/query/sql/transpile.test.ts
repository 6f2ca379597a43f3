import { expect, test } from "vitest";
import { transpiledExpression } from "./transpile.ts";

test.each([
  [`"a b" = 1 AND name ILIKE '%x%'`, "mysql", "`a b` = 1 AND LOWER(name) LIKE LOWER('%x%')"],
  [`"a b" = 1`, "bigquery", "`a b` = 1"],
  [`"a" = 'it''s'`, "postgresql", `"a" = 'it''s'`],
  [`"a" = 1 OR "b" IS NULL`, "clickhousedb", `"a" = 1 OR "b" IS NULL`],
  [`"a" = 1`, "mssql", "[a] = 1"],
  ["", "mysql", ""],
  [`"a" = {{ n }}`, "mysql", `"a" = {{ n }}`],
])("%s for %s", async (sql, engine, expected) => expect(await transpiledExpression(sql, engine)).toBe(expected));

test("keeps backslashes in generic SQL strings", async () => {
  expect(await transpiledExpression(String.raw`a = '\' OR 1 = 1 -- '`, "mysql")).toBe(
    String.raw`a = '\\' OR 1 = 1 /* ' */`,
  );
});

test.each([`"a" =`, `"a" = 1; SELECT 2`, "'open", "a) OR (1 = 1"])("%s is rejected", async (sql) => {
  await expect(transpiledExpression(sql, "mysql")).rejects.toMatchObject({ status: 400 });
});
