import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { createEngine } from "./engine.ts";

const folder = mkdtempSync(join(tmpdir(), "tessera-loading-"));
const settings = { memoryLimit: "1GB", threads: 2, temporaryFolder: join(folder, "spill"), connectionsPerFile: 2 };
const engine = createEngine(settings);
const other = createEngine(settings);
const file = join(folder, "data.duckdb");
const secret = join(folder, "secret.txt");
writeFileSync(secret, "hidden");
const READING = `CREATE OR REPLACE TABLE seen AS FROM read_text('${secret}')`;
const ENDLESS =
  "CREATE TABLE t AS SELECT count(*) FROM range(10000000) a, range(10000000) b WHERE a.range * b.range = 7";

afterAll(async () => {
  await Promise.all([engine.close(), other.close()]);
  rmSync(folder, { recursive: true, force: true });
});

test("a file is released when its load ends, however it ends", async () => {
  for (const [index, by] of [engine, other, engine, other].entries()) {
    await by.load({ file, statements: [`CREATE TABLE t${index} AS SELECT 1 AS one`] });
    const failing = ["BEGIN", "DROP TABLE t0", "CREATE TABLE x AS FROM 'absent.parquet'"];
    await expect(by.load({ file, statements: failing })).rejects.toThrow("absent.parquet");
  }
  const { columns } = await engine.query({ file, sql: "SELECT table_name FROM duckdb_tables() ORDER BY 1" });
  expect(columns[0]?.values).toEqual(["t0", "t1", "t2", "t3"]);
});

test("attachments and file access don't carry over to the next load", async () => {
  const attached = join(folder, "attached.duckdb");
  await engine.load({ file, statements: [`ATTACH '${attached}' AS added`, "CREATE TABLE added.t AS SELECT 1 AS one"] });
  await other.load({ file: attached, statements: ["CREATE TABLE u AS SELECT 2 AS two"] });
  await expect(engine.load({ file, statements: ["FROM added.t"] })).rejects.toThrow("added");
  await engine.load({ file, statements: [READING] });
  await expect(engine.load({ file, statements: [READING], readable: [] })).rejects.toThrow("Permission Error");
  await engine.load({ file, statements: [READING], readable: [secret] });
  await expect(engine.load({ file, statements: [READING], readable: [attached] })).rejects.toThrow("Permission Error");
  const opening = ["SET GLOBAL enable_external_access = true", READING];
  await expect(engine.load({ file, statements: opening, readable: [] })).rejects.toThrow("Cannot change configuration");
});

test("a canceled load doesn't affect the next", async () => {
  const beside = join(folder, "beside.duckdb");
  const late = engine.load({ file, statements: [ENDLESS], timeoutMs: 1000 });
  const cancelled = engine.load({ file: beside, statements: [ENDLESS], signal: AbortSignal.timeout(500) });
  await expect(cancelled).rejects.toMatchObject({ reason: "cancelled" });
  await expect(late).rejects.toMatchObject({ reason: "timeout" });
  await engine.load({ file: beside, statements: ["CREATE TABLE t AS SELECT 1 AS one"] });
  expect((await engine.query({ file: beside, sql: "FROM t" })).rows).toBe(1);
});
