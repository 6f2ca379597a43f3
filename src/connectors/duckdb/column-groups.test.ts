import { expect, test } from "vitest";
import type { ColumnarResult } from "../connector.ts";
import { isWorthGrouping } from "./column-groups.ts";

const column = (values: readonly unknown[]) => ({ name: "c", type: "", kind: "text" as const, values });
const unique = (count: number) => `[Min: 1, Max: 9][Has Null: false, Has No Null: true][Approx Unique: ${count}]`;

test.each<[string, { rows: number; statistics: unknown[]; replaced?: number }, boolean]>([
  ["few groups of many rows", { rows: 1_000_000, statistics: [unique(400)] }, true],
  ["few rows", { rows: 100_000, statistics: [unique(40)] }, false],
  ["no rows", { rows: 0, statistics: [] }, false],
  ["many groups for two statements", { rows: 10_000_000, statistics: [unique(60_000)] }, false],
  ["many groups for three statements", { rows: 10_000_000, statistics: [unique(60_000)], replaced: 3 }, true],
  ["too many groups", { rows: 1_000_000_000, statistics: [unique(300_000)], replaced: 9 }, false],
  ["few rows per group", { rows: 1_000_000, statistics: [unique(60_000)], replaced: 9 }, false],
  ["groups of two columns", { rows: 1_000_000, statistics: [unique(90), unique(100)] }, true],
  ["many groups of two columns", { rows: 1_000_000, statistics: [unique(900), unique(100)] }, false],
  ["a column without statistics", { rows: 1_000_000, statistics: ["[Min: 1, Max: 9]"] }, false],
])("of %s", async (_, { rows, statistics, replaced = 2 }, isWorth) => {
  const texts: string[] = [];
  const run = async (sql: string): Promise<ColumnarResult> => {
    texts.push(sql);
    const found = rows === 0 ? [] : [rows, ...statistics];
    return { columns: found.map((value) => column([value])), rows: found.length === 0 ? 0 : 1, elapsedMs: 1 };
  };
  const columns = statistics.map((_one, i) => `"c${i}"`);
  expect(await isWorthGrouping({ source: 'FROM "sales"', columns, replaced }, run)).toBe(isWorth);
  expect(texts).toHaveLength(1);
});
