import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, expect, test } from "vitest";
import { type ColumnarBatch, type LoadColumn, TableExists, type TableLoad } from "../connector.ts";
import { writeSqlite } from "./writer.ts";

const folder = mkdtempSync(join(tmpdir(), "tessera-writer-"));
const file = join(folder, "data.db");
new DatabaseSync(file).close();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const COLUMNS: LoadColumn[] = [
  { name: "id", kind: "integer", type: "BIGINT" },
  { name: 'odd "name"', kind: "text", type: "VARCHAR" },
  { name: "amount", kind: "decimal", type: "DECIMAL(18,3)" },
  { name: "is_on", kind: "boolean", type: "BOOLEAN" },
];
const batchOf = (...rows: unknown[][]): ColumnarBatch => ({
  columns: COLUMNS.map(({ name, type }, i) => ({ name, type, kind: "text", values: rows.map((row) => row[i]) })),
  rows: rows.length,
});
const write = (more: Partial<TableLoad>, ...batches: ColumnarBatch[]) =>
  writeSqlite(
    { uri: `sqlite:///${file}`, timeoutMs: 1000 },
    {
      table: "sales",
      schema: null,
      ifExists: "fail",
      columns: COLUMNS,
      staged: { file: "", table: "", items: [] },
      batches: async function* () {
        yield* batches;
      },
      ...more,
    },
  );
function rowsOf(table: string): unknown[][] {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const statement = database.prepare(`SELECT * FROM "${table}"`);
    statement.setReadBigInts(true);
    return statement.all().map((row) => Object.values(row));
  } finally {
    database.close();
  }
}

test("stores values unchanged, and unsupported ones as null", async () => {
  const long = "é😀".repeat(50_000);
  await write(
    { schema: "MAIN" },
    batchOf([9007199254740993n, long, "1.250", true], [-1, "a\0b", null, false]),
    batchOf([null, "", Number.NaN, null]),
  );
  expect(rowsOf("sales")).toEqual([
    [9007199254740993n, long, 1.25, 1n],
    [-1n, "ab", null, 0n],
    [null, "", null, null],
  ]);
});

test("keeps, replaces or appends to an existing table", async () => {
  const table = 'a "b"; DROP TABLE sales; --';
  const quoted = table.replaceAll('"', '""');
  await write({ table, ifExists: "append" }, batchOf([1, "a", 1, true]));
  await expect(write({ table }, batchOf([2, "b", 2, true]))).rejects.toThrow(TableExists);
  await write({ table, ifExists: "append" }, batchOf([3, "c", 3, true]));
  expect(rowsOf(quoted).map(([id]) => id)).toEqual([1n, 3n]);
  await write({ table, ifExists: "replace" }, batchOf([4, "d", 4, true]));
  expect(rowsOf(quoted).map(([id]) => id)).toEqual([4n]);
  expect(rowsOf("sales")).toHaveLength(3);
});

test("a failed or canceled load changes nothing", async () => {
  const before = rowsOf("sales");
  const broken = async function* () {
    yield batchOf([1, "x", 1, true]);
    throw new Error("the file ended");
  };
  await expect(write({ ifExists: "replace", batches: broken })).rejects.toThrow("the file ended");
  const stop = new AbortController();
  const stopped = async function* () {
    yield batchOf([1, "x", 1, true]);
    stop.abort();
    yield batchOf([2, "y", 1, true]);
  };
  await expect(write({ ifExists: "append", batches: stopped, signal: stop.signal })).rejects.toThrow(
    "Writing the file stopped unexpectedly.",
  );
  expect(rowsOf("sales")).toEqual(before);
});

test("invalid schemas are typed errors", async () => {
  await expect(write({ schema: "other" })).rejects.toMatchObject({
    status: 422,
    message: 'The schema "other" doesn\'t exist.',
  });
  const columns = [COLUMNS[0]!, { ...COLUMNS[0]!, name: "ID" }];
  await expect(write({ table: "twice", columns })).rejects.toMatchObject({ status: 422 });
});
