import { describe, expect, test } from "vitest";
import type { ColumnarResult, SelectedStatements } from "../connector.ts";
import { SelectedRows } from "./selected-rows.ts";

interface Times {
  rows: number;
  scanMs: number;
  /** For the sample of 50,000 rows. */
  storeMs: number;
  memory?: string;
}

const numbers = (name: string, values: readonly unknown[]) => ({
  name,
  type: "BIGINT",
  kind: "numeric" as const,
  values,
});

/** Answers like the engine would with these times. */
function engineWith({ rows, scanMs, storeMs, memory = "1.0 GiB" }: Times) {
  const texts: string[] = [];
  const answer = (sql: string): Pick<ColumnarResult, "columns" | "elapsedMs"> => {
    if (sql.includes("memory_limit"))
      return { columns: [numbers("c", [rows]), numbers("m", [memory])], elapsedMs: scanMs };
    if (sql.includes("LIMIT 50000"))
      return { columns: [numbers("sampled", [50_000])], elapsedMs: sql.includes("NOT MAT") ? 10 : 10 + storeMs };
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

const selected = (from = '"sales"'): SelectedStatements => ({
  from,
  source: `FROM ${from}\nWHERE a = 1`,
  table: '"rows"',
  statements: ["x", "y", "z"].map((name) => ({
    base: null,
    table: "",
    parts: [{ sql: `SELECT ${name} AS "${name}" FROM "rows"`, names: [`"${name}"`] }],
  })),
});

describe("rows of a shared filter", () => {
  test.each<[string, Times, boolean]>([
    ["are read once if the saved scans take longer", { rows: 50_000, scanMs: 100, storeMs: 150 }, true],
    ["are read separately if storing them takes longer", { rows: 50_000, scanMs: 50, storeMs: 150 }, false],
    ["cost more, the more there are", { rows: 100_000, scanMs: 100, storeMs: 150 }, false],
    ["are read once if there are none", { rows: 0, scanMs: 1, storeMs: 1000 }, true],
    [
      "are read separately if they need much memory",
      { rows: 50_000, scanMs: 9999, storeMs: 1, memory: "32.0 MiB" },
      false,
    ],
  ])("%s", async (_, times, isOnce) => {
    const { run, texts } = engineWith(times);
    const results = await new SelectedRows().run(selected(), run);
    expect(results !== undefined).toBe(isOnce);
    expect(texts.at(-1)?.includes("WHERE a = 1")).toBe(isOnce || times.memory !== undefined);
  });

  test("are divided into the results of the statements", async () => {
    const { run } = engineWith({ rows: 1, scanMs: 100, storeMs: 1 });
    const results = await new SelectedRows().run(selected(), run);
    expect(results?.map(({ columns, rows }) => [columns[0]?.name, rows])).toEqual([
      ["x", 1],
      ["y", 2],
      ["z", 1],
    ]);
  });

  test("are measured once per table", async () => {
    const { run, texts } = engineWith({ rows: 1, scanMs: 100, storeMs: 1 });
    const rows = new SelectedRows();
    for (const from of ['"sales"', '"sales"', '"costs"']) await rows.run(selected(from), run);
    expect(texts.filter((text) => text.includes("NOT MATERIALIZED"))).toHaveLength(2);
  });

  test("of a sub-query are sampled once for all statements", async () => {
    const { run, texts } = engineWith({ rows: 1, scanMs: 100, storeMs: 1 });
    const source = '(\nSELECT * FROM slow\n) AS "virtual_table"';
    await new SelectedRows().run(selected(source), run);
    const sample = texts.find((text) => text.includes("NOT MATERIALIZED")) ?? "";
    expect(sample.split("FROM slow")).toHaveLength(2);
    expect(sample).toContain('"tessera sample" AS MATERIALIZED');
  });
});
