import { describe, expect, test } from "vitest";
import type { ColumnarResult, SelectedStatements } from "../connector.ts";
import { runSelectedRows } from "./selected-rows.ts";

interface Measured {
  rows: number;
  scanMs: number;
  memory?: string;
  threads?: number;
}

const numbers = (name: string, values: readonly unknown[]) => ({
  name,
  type: "BIGINT",
  kind: "numeric" as const,
  values,
});

/** Answers like an engine of two threads with these times. */
function engineWith({ rows, scanMs, memory = "1.0 GiB", threads = 2 }: Measured) {
  const texts: string[] = [];
  const answer = (sql: string): Pick<ColumnarResult, "columns" | "elapsedMs"> => {
    if (sql.includes("memory_limit"))
      return {
        columns: [numbers("c", [rows]), numbers("m", [memory]), numbers("t", [threads])],
        elapsedMs: scanMs,
      };
    return {
      columns: [numbers("part", [0, 1, 1, 2]), numbers("0 0", [7]), numbers("1 0", [null, 8, 9]), numbers("2 0", [])],
      elapsedMs: 1,
    };
  };
  const run = async (sql: string): Promise<ColumnarResult> => {
    texts.push(sql);
    const { columns, elapsedMs } = answer(sql);
    return { columns, elapsedMs, rows: columns[0]?.values.length ?? 0 };
  };
  return { run, texts };
}

const SELECTED: SelectedStatements = {
  source: 'FROM "sales"\nWHERE a = 1',
  table: '"rows"',
  statements: ["x", "y", "z"].map((name) => ({
    base: null,
    table: "",
    parts: [{ sql: `SELECT ${name} AS "${name}" FROM "rows"`, names: [`"${name}"`] }],
  })),
};

describe("rows of a shared filter", () => {
  test.each<[string, Measured, boolean]>([
    ["are read once if the saved scans take longer", { rows: 500_000, scanMs: 100 }, true],
    ["are read separately if storing them takes longer", { rows: 500_000, scanMs: 50 }, false],
    ["cost more, the more there are", { rows: 1_000_000, scanMs: 100 }, false],
    ["cost less with more threads", { rows: 1_000_000, scanMs: 100, threads: 4 }, true],
    ["are read once if there are none", { rows: 0, scanMs: 1 }, true],
    ["are read separately if they need much memory", { rows: 50_000, scanMs: 9999, memory: "32.0 MiB" }, false],
  ])("%s", async (_, measured, isOnce) => {
    const { run, texts } = engineWith(measured);
    const results = await runSelectedRows(SELECTED, run);
    expect(results !== undefined).toBe(isOnce);
    expect(texts).toHaveLength(isOnce ? 2 : 1);
  });

  test("are divided into the results of the statements", async () => {
    const { run } = engineWith({ rows: 1, scanMs: 100 });
    const results = await runSelectedRows(SELECTED, run);
    expect(results?.map(({ columns, rows }) => [columns[0]?.name, rows])).toEqual([
      ["x", 1],
      ["y", 2],
      ["z", 1],
    ]);
  });
});
