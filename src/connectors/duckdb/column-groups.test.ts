import { expect, test } from "vitest";
import type { ColumnarResult } from "../connector.ts";
import { scalesIfWorth } from "./column-groups.ts";

const column = (values: readonly unknown[]) => ({ name: "c", type: "", kind: "text" as const, values });
const unique = (count: number) => `[Min: 1, Max: 9][Has Null: false, Has No Null: true][Approx Unique: ${count}]`;

test.each<[string, { rows: number; statistics: unknown[]; replaced?: number; isView?: boolean }, boolean]>([
  ["few groups of many rows", { rows: 1_000_000, statistics: [unique(400)] }, true],
  ["few rows", { rows: 100_000, statistics: [unique(40)] }, false],
  ["a view", { rows: 1_000_000, statistics: [unique(400)], isView: true }, false],
  ["many groups for two statements", { rows: 10_000_000, statistics: [unique(60_000)] }, false],
  ["many groups for three statements", { rows: 10_000_000, statistics: [unique(60_000)], replaced: 3 }, true],
  ["too many groups", { rows: 1_000_000_000, statistics: [unique(300_000)], replaced: 9 }, false],
  ["few rows per group", { rows: 1_000_000, statistics: [unique(60_000)], replaced: 9 }, false],
  ["groups of two columns", { rows: 1_000_000, statistics: [unique(90), unique(100)] }, true],
  ["many groups of two columns", { rows: 1_000_000, statistics: [unique(900), unique(100)] }, false],
  ["a column without statistics", { rows: 1_000_000, statistics: ["[Min: 1, Max: 9]"] }, false],
])("of %s", async (_, { rows, statistics, replaced = 2, isView }, isWorth) => {
  const texts: string[] = [];
  const place = { table_name: isView ? "view" : "sales", schema: "main", catalog: null };
  const connection = { rowCounts: async () => [{ table: "sales", rows, isExact: false }] };
  const run = async (sql: string): Promise<ColumnarResult> => {
    texts.push(sql);
    return { columns: statistics.map((value) => column([value])), rows: 1, elapsedMs: 1 };
  };
  const columns = statistics.map((_one, i) => `"c${i}"`);
  const statements = { from: '"main"."sales"', place, columns, averages: [], replaced };
  expect(await scalesIfWorth(statements, connection, run)).toEqual(isWorth ? [] : undefined);
  expect(texts).toEqual(rows < 200_000 || isView ? [] : [expect.stringContaining('FROM "main"."sales" LIMIT 1')]);
});

test("says how many digits the sums of averages have", async () => {
  const values = [unique(9), "HUGEINT", "DECIMAL(38,2)", "DOUBLE"];
  const run = async () => ({ columns: values.map((value) => column([value])), rows: 1, elapsedMs: 1 });
  const connection = { rowCounts: async () => [{ table: "sales", rows: 1_000_000, isExact: false }] };
  const place = { table_name: "sales", schema: "main", catalog: null };
  const statements = { from: "sales", place, columns: ['"a"'], averages: ["a", "b", "c"], replaced: 2 };
  expect(await scalesIfWorth(statements, connection, run)).toEqual([0, 2, null]);
});
