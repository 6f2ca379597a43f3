import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { afterAll, describe, expect, test } from "vitest";
import { createEngine } from "./engine.ts";
import { PlanCache } from "./plan-cache.ts";

const folder = mkdtempSync(join(tmpdir(), "tessera-plans-"));
const settings = { memoryLimit: "1GB", threads: 2, temporaryFolder: join(folder, "spill"), connectionsPerFile: 1 };
const engine = createEngine(settings);
let files = 0;

afterAll(async () => {
  await engine.close();
  rmSync(folder, { recursive: true, force: true });
});

async function fileOf(...statements: string[]): Promise<string> {
  const file = join(folder, `${files++}.duckdb`);
  await engine.load({ file, statements });
  return file;
}

const valuesOf = async (file: string, sql: string, mostRows = 1000) =>
  (await engine.query({ file, sql, mostRows })).columns.map(({ values }) => [...values]);

describe("repeated statements", () => {
  test("return the same rows every time", async () => {
    const file = await fileOf("CREATE TABLE t AS SELECT i AS n, 'text ' || i AS label FROM range(5000) s(i)");
    for (let round = 0; round < 4; round++) {
      expect(await valuesOf(file, "SELECT max(n), max(label) FROM t")).toEqual([[4999], ["text 999"]]);
      expect((await valuesOf(file, "SELECT n FROM t ORDER BY n", 50_000))[0]).toHaveLength(5000);
      expect((await valuesOf(file, "SELECT label FROM t ORDER BY n", 50_000))[0]).toHaveLength(5000);
    }
  });

  test("see new data and changed column types", async () => {
    const file = await fileOf("CREATE TABLE t AS SELECT 1 AS n");
    const readMax = () => valuesOf(file, "SELECT max(n) FROM t");
    for (let round = 0; round < 3; round++) expect(await readMax()).toEqual([[1]]);
    await engine.load({ file, statements: ["INSERT INTO t VALUES (7)"] });
    for (let round = 0; round < 3; round++) expect(await readMax()).toEqual([[7]]);
    await engine.load({ file, statements: ["DROP TABLE t", "CREATE TABLE t AS SELECT 'a' AS n"] });
    for (let round = 0; round < 3; round++) expect(await readMax()).toEqual([["a"]]);
  });

  test("reevaluate time and random functions", async () => {
    const file = await fileOf("CREATE TABLE t AS SELECT 1 AS n");
    const seen = new Set<string>();
    for (let round = 0; round < 5; round++) seen.add(String(await valuesOf(file, "SELECT random() FROM t")));
    expect(seen.size).toBe(5);
    const now = () => valuesOf(file, "SELECT epoch_ms(now())::BIGINT FROM t");
    for (let round = 0; round < 5; round++) await expect.poll(now, { interval: 1 }).not.toEqual(await now());
  });

  test("work again after being canceled or failing", async () => {
    const file = await fileOf("CREATE TABLE t AS SELECT i AS n FROM range(10) s(i)");
    const endless = "SELECT count(*) FROM range(10000000) a, range(10000000) b WHERE a.range * b.range = 7";
    for (let round = 0; round < 3; round++) {
      await expect(engine.query({ file, sql: endless, mostRows: 1, timeoutMs: 60 })).rejects.toMatchObject({
        reason: "timeout",
      });
      await expect(valuesOf(file, "SELECT error('no ' || max(n)) FROM t")).rejects.toThrow("no 9");
      expect(await valuesOf(file, "SELECT sum(n) FROM t")).toEqual([[45]]);
    }
  });
});

test("caches the latest plans of fast statements until they are evicted", async () => {
  const instance = await DuckDBInstance.create(":memory:");
  const [connection, other] = [await instance.connect(), await instance.connect()];
  const plans = new PlanCache();
  const keep = async (sql: string, { of = connection, elapsedMs = 1 } = {}) =>
    plans.release({ connection: of, sql, plan: await of.prepare(sql) }, elapsedMs);

  await keep("SELECT 'slow'", { elapsedMs: 1000 });
  expect(plans.take(connection, "SELECT 'slow'")).toBeUndefined();

  for (let n = 0; n < 40; n++) await keep(`SELECT ${n}`);
  expect(plans.take(connection, "SELECT 1")).toBeUndefined();
  expect(plans.take(other, "SELECT 39")).toBeUndefined();
  const plan = plans.take(connection, "SELECT 39");
  expect(await (await plan?.run())?.getRowsJson()).toEqual([[39]]);
  expect(plans.take(connection, "SELECT 39")).toBeUndefined();
  plan?.destroySync();

  await keep("SELECT 1", { of: other });
  plans.evict([connection]);
  expect(plans.take(connection, "SELECT 38")).toBeUndefined();
  plans.take(other, "SELECT 1")?.destroySync();
  connection.closeSync();
  other.closeSync();
  instance.closeSync();
});
