import { describe, expect, test } from "vitest";
import { duckdbDialect } from "../connectors/duckdb/duckdb.ts";
import type { GroupedRead } from "./fusion.ts";
import type { QueryDataset } from "./query-dataset.ts";
import { sharedFilter } from "./shared-filter.ts";

const TABLE = { dataset: { columns: [] } as unknown as QueryDataset, dialect: duckdbDialect };

interface Options {
  from?: string;
  keys?: string[];
  alias?: string | null;
  select?: string;
}

function read(where: string[], { from = '"sales"', keys = [], alias = '"sales"', select = "COUNT(*)" }: Options = {}) {
  const names = [...keys, select].map((sql, i) => ({ sql, name: `"c${i}"` }));
  const parts = { select: names, from, where, groups: keys, keys, having: [], order: [], limit: "LIMIT 10" };
  return { parts, keys, alias, table: TABLE } satisfies GroupedRead;
}

describe("statements with conditions in common", () => {
  test("read the rows once, with their other conditions", () => {
    const filter = sharedFilter([
      read(["a = 1", "b = 2"], { keys: ["x"] }),
      read(["z = 3"]),
      read(["b = 2", "a = 1", "c = 3"], { keys: ["y"] }),
      read(["a = 1", "b = 2"]),
    ]);
    expect(filter?.groups).toEqual([[0], [2], [3]]);
    expect(filter?.selected.source).toBe('FROM "sales"\nWHERE a = 1\n  AND b = 2');
    const [first, second] = filter?.selected.statements.flatMap(({ parts }) => parts.map(({ sql }) => sql)) ?? [];
    expect(first).toContain('FROM "tessera rows" AS "sales"\nGROUP BY x');
    expect(second).toContain('FROM "tessera rows" AS "sales"\nWHERE c = 3\nGROUP BY y');
  });

  test("over the same groups share them too", () => {
    const same = { keys: ["x"] };
    const filter = sharedFilter([
      read(["a = 1"], same),
      read(["a = 1"], { ...same, select: "MAX(y)" }),
      read(["a = 1"]),
      read(["a = 1"], { keys: ["y"] }),
    ]);
    expect(filter?.groups).toEqual([[0, 1], [2], [3]]);
    expect(filter?.selected.statements.map(({ base, parts }) => [base !== null, parts.length])).toEqual([
      [true, 2],
      [false, 1],
      [false, 1],
    ]);
  });

  test("of a sub-query read it once, even without conditions", () => {
    const virtual = { from: '(\nSELECT 1 AS x\n) AS "virtual_table"', alias: '"virtual_table"' };
    const filter = sharedFilter([
      read([], virtual),
      read([], { ...virtual, keys: ["x"] }),
      read(["y = 1"], { ...virtual, keys: ["y"] }),
    ]);
    expect(filter?.groups).toHaveLength(3);
    expect(filter?.selected.source).toBe(`FROM ${virtual.from}`);
  });
});

describe("statements are left alone", () => {
  const other = '(SELECT * FROM "sales" WHERE region = 2) AS "sales"';
  const keys = ["x", "y", "z"].map((key) => [key]);
  const each = (where: string, options: Options = {}) => keys.map((own) => read([where], { keys: own, ...options }));
  test.each([
    ["without conditions", keys.map((own) => read([], { keys: own }))],
    ["with different conditions", keys.map((own, i) => read([`a = ${i}`], { keys: own }))],
    [
      "of other rows by row-level security",
      keys.map((own, i) => read(["a = 1"], { keys: own, from: i ? other : '"sales"' })),
    ],
    ["if there are two", each("a = 1").slice(1)],
    ["over the same groups, as they share a scan", each("a = 1", { keys: ["x"] })],
    ["of joined tables", each("a = 1", { alias: null })],
    ["with row numbers", each("a = 1", { select: "MAX(rowid)" })],
  ])("%s", (_, reads) => expect(sharedFilter(reads)).toBeUndefined());
});

test("thousands of conditions take the time of their number", () => {
  const msOf = (count: number) => {
    const conditions = () => Array.from({ length: count }, (_, i) => `"a column with a long name" > ${i}`);
    const reads = ["x", "y", "z"].map((key, i) => read([...conditions(), `b = ${i}`], { keys: [key] }));
    const startMs = performance.now();
    expect(sharedFilter(reads)?.groups).toHaveLength(3);
    return performance.now() - startMs;
  };
  msOf(1000);
  const few = Math.max(5, msOf(1000));
  expect(msOf(20_000)).toBeLessThan(60 * few);
});
