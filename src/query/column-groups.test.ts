import { describe, expect, test } from "vitest";
import { duckdbDialect } from "../connectors/duckdb/duckdb.ts";
import { columnGroups } from "./column-groups.ts";
import type { GroupedRead } from "./fusion.ts";
import type { QueryDataset } from "./query-dataset.ts";

interface Options {
  keys?: string[];
  metrics?: string[];
  where?: string[];
  having?: string[];
  alias?: string | null;
}

const columns = [
  { column_name: "day", type: "DATE" },
  { column_name: "Amount", type: "DECIMAL(8,2)" },
  { column_name: "region", type: "VARCHAR" },
  { column_name: "twice", expression: "Amount * 2" },
];
const table = {
  dataset: { columns, table_name: "sales", schema: null, catalog: null } as unknown as QueryDataset,
  dialect: duckdbDialect,
};

function read({ keys = [], metrics = ["COUNT(*)"], where = [], having = [], alias = '"sales"' }: Options): GroupedRead {
  const select = [...keys, ...metrics].map((sql, i) => ({ sql, name: `"c${i}"` }));
  const parts = { select, from: '"sales"', where, groups: keys, keys, having, order: [], limit: "LIMIT 10" };
  return { parts, keys, alias, table };
}

const MONTH = ["MONTH(day)"];
const YEAR = ["YEAR(day)"];

describe("statements whose groups are computed from the same columns", () => {
  test("group the rows by these once", () => {
    const [groups, ...others] = columnGroups([
      read({ keys: MONTH, metrics: ["AVG(amount)", "COUNT(*)"] }),
      read({ keys: ["region"] }),
      read({ keys: YEAR, metrics: ["SUM(amount) / COUNT(*)"], having: ["((COUNT(*) >= 5))"] }),
    ]);
    expect(others).toEqual([]);
    expect(groups?.reads).toEqual([0, 2]);
    expect(groups?.statements).toMatchObject({
      from: '"sales"',
      columns: ['"day"'],
      averages: ["amount"],
      replaced: 2,
    });
    expect(groups?.statements.base).toBe(
      'SELECT\n  "day",\n  SUM(amount\n) AS "tessera 0",\n  COUNT(amount\n) AS "tessera 1",\n  COUNT(*) AS "tessera 2"\n' +
        'FROM "sales"\nGROUP BY 1',
    );
    expect(groups?.statements.parts([2])[0]).toContain(
      '(CAST(CAST(SUM("tessera 0") * 100 AS HUGEINT) AS DOUBLE) / (CAST(COALESCE(SUM("tessera 1"), 0) AS BIGINT) * 100))',
    );
    expect(groups?.statements.parts([2])[1]).toBe(
      'SELECT\n  YEAR(day) AS "c0",\n  (SUM("tessera 0") / CAST(COALESCE(SUM("tessera 2"), 0) AS BIGINT)) AS "c1"\n' +
        'FROM "tessera columns" AS "sales"\nGROUP BY YEAR(day)\n' +
        'HAVING CAST(COALESCE(SUM("tessera 2"), 0) AS BIGINT) >= 5\nLIMIT 10',
    );
  });

  test("keep conditions on these columns, and share all others", () => {
    const [groups] = columnGroups([
      read({ keys: MONTH, where: ["amount > 1"] }),
      read({ keys: YEAR, where: ["amount > 1", "(dayofweek(day) = 1)"] }),
    ]);
    expect(groups?.statements.base).toContain('FROM "sales"\nWHERE amount > 1\nGROUP BY 1');
    expect(groups?.statements.parts([]).map((sql) => /WHERE .*/.exec(sql)?.[0])).toEqual([
      undefined,
      "WHERE (dayofweek(day) = 1)",
    ]);
  });

  test("check a condition of all of them before", () => {
    const where = ["day > DATE '2020-01-01'"];
    const [groups] = columnGroups([read({ keys: MONTH, where }), read({ keys: YEAR, where })]);
    expect(groups?.statements.base).toContain("FROM \"sales\"\nWHERE day > DATE '2020-01-01'\nGROUP BY 1");
    expect(groups?.statements.parts([]).some((sql) => sql.includes("WHERE"))).toBe(false);
  });

  test("run separately if they read different rows", () => {
    const reads = [MONTH, YEAR].map((keys, i) => read({ keys, where: [`day = DATE '202${i}-01-01'`] }));
    expect(columnGroups(reads)).toEqual([]);
  });

  test.each<[string, Options]>([
    ["conditions on other columns differ", { keys: YEAR, where: ["amount > 1"] }],
    ["a condition may depend on the row", { keys: YEAR, where: ["uuid() > day"] }],
    ["groups are computed from other columns", { keys: ["FLOOR(amount)"] }],
    ["groups are computed from more columns", { keys: ["YEAR(day)", "FLOOR(amount)"] }],
    ["groups depend on chance", { keys: ["random() + MONTH(day)"] }],
    ["groups depend on the row", { keys: ["rowid % YEAR(day)"] }],
    ["groups depend on the whole row", { keys: ["YEAR(day) + length(sales::VARCHAR)"] }],
    ["groups depend on the order of columns", { keys: ["YEAR(day) + #1"] }],
    ["groups have a column that the dataset doesn't have", { keys: ["YEAR(day) + hidden"] }],
    ["groups have a name that a calculated column hides", { keys: ["YEAR(day) + twice"] }],
    ["a condition has a column that the dataset doesn't have", { keys: YEAR, where: ["hidden > 5"] }],
    ["equal values of a column may differ", { keys: ["UPPER(region)"] }],
    ["there are no groups", {}],
    ["groups are the same", { keys: MONTH, metrics: ["SUM(amount)"] }],
    ["a metric needs all values", { keys: YEAR, metrics: ["MEDIAN(amount)"] }],
    ["a metric counts distinct values", { keys: YEAR, metrics: ["COUNT(DISTINCT amount)"] }],
    ["a condition on groups isn't understood", { keys: YEAR, having: ["COUNT(*) IN (1, 2)"] }],
    ["an expression is very long", { keys: YEAR, where: [`day IN (${"'2020-01-01', ".repeat(2000)}NULL)`] }],
    ["several tables are read", { keys: YEAR, alias: null }],
  ])("run separately if %s", (_, other) => {
    expect(columnGroups([read({ keys: MONTH }), read(other)])).toEqual([]);
  });
});
