import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { blockThread, pass } from "../../testing/waits.ts";
import { createEngine, type Engine } from "./engine.ts";
import type { EngineFailure } from "./process.ts";
import type { EngineColumn } from "./protocol.ts";

const folder = mkdtempSync(join(tmpdir(), "tessera-streams-"));
const file = join(folder, "data.duckdb");
const spill = join(folder, "spill");
const settings = { memoryLimit: "512MB", threads: 2, temporaryFolder: spill, connectionsPerFile: 2 };
const engine = createEngine(settings);
const ENDLESS = "SELECT count(*) FROM range(10000000) a, range(10000000) b WHERE a.range * b.range = 7";

beforeAll(() => engine.load({ file, statements: ["CREATE TABLE numbers AS SELECT i AS n FROM range(100000) t(i)"] }));
afterAll(async () => {
  await engine.close();
  rmSync(folder, { recursive: true, force: true });
});

const failureOf = (promise: Promise<unknown>): Promise<EngineFailure> =>
  promise.then(
    () => Promise.reject(new Error("it did not fail")),
    (reason) => reason as EngineFailure,
  );
const one = async (sql: string, of: Engine = engine) => (await of.query({ file, sql })).columns[0]?.values[0];
const columnOf = async (sql: string): Promise<EngineColumn> => (await engine.query({ file, sql })).columns[0]!;

describe("values", () => {
  test.each([
    ["TINYINT '-128'", -128],
    ["UBIGINT '18446744073709551615'", 18446744073709551615n],
    ["HUGEINT '-170141183460469231731687303715884105728'", -170141183460469231731687303715884105728n],
    ["CAST(9007199254740991 AS BIGINT)", 9007199254740991],
    ["CAST(0.1 AS FLOAT)::DOUBLE = CAST(0.1 AS FLOAT)", true],
    ["CAST(12345678901234.12 AS DECIMAL(38,2))", 12345678901234.12],
    ["'NaN'::DOUBLE", null],
    ["'-inf'::DOUBLE", null],
    ["DATE '0001-01-01'", Date.UTC(2001, 0, 1) - 63_113_904_000_000],
    ["DATE '1969-12-31'", -86_400_000],
    ["TIMESTAMP '1969-12-31 23:59:59.999'", -1],
    ["TIMESTAMP_S '2024-02-29 12:00:00'", Date.UTC(2024, 1, 29, 12)],
    ["TIMESTAMPTZ '2024-02-29 12:00:00+02'", Date.UTC(2024, 1, 29, 10)],
    ["TIME '01:02:03'", "01:02:03"],
    ["'text with \\0 and ünï ✓ 😀'", "text with \\0 and ünï ✓ 😀"],
    ["NULL", null],
    ["NULL::BOOLEAN", null],
    ["UUID 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'", "a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11"],
  ])("%s", async (sql, expected) => {
    expect(await one(`SELECT ${sql} AS v`)).toEqual(expected);
  });

  test("nested values are JSON text, and kinds follow types", async () => {
    expect(JSON.parse(String(await one("SELECT {'a': [1, NULL], 'b': 'x'} AS v")))).toEqual({ a: [1, null], b: "x" });
    const kind = async (sql: string) => (await columnOf(`SELECT ${sql} AS v`)).kind;
    expect(await kind("1.5::DECIMAL(4,1)")).toBe("numeric");
    expect(await kind("now()")).toBe("temporal");
    expect(await kind("TRUE")).toBe("boolean");
    expect(await kind("[1]")).toBe("text");
  });

  test("distinguishes null from zero", async () => {
    const { values } = await columnOf("SELECT unnest([0, NULL, 2]) AS v");
    expect([...values]).toEqual([0, null, 2]);
  });

  test.each(["n, n / 4 AS part, n % 3 = 0 AS third", "n, n::VARCHAR AS t"])(
    "of %s are the same for any announced row limit",
    async (columns) => {
      const sql = `SELECT ${columns} FROM numbers WHERE n < 2000 ORDER BY n DESC`;
      const expected = await engine.query({ file, sql });
      expect(expected.rows).toBe(2000);
      const labels = ["n", "b", "c"];
      const whole = Buffer.concat((await engine.query({ file, sql, labels })).json ?? []);
      for (const mostRows of [2000, 40_000, 100_000]) {
        const { elapsedMs: _, ...rows } = await engine.query({ file, sql, mostRows });
        expect(rows).toEqual({ columns: expected.columns, rows: 2000 });
        const { json = [] } = await engine.query({ file, sql, labels, mostRows });
        expect(Buffer.concat(json).equals(whole)).toBe(true);
        await expect(engine.query({ file, sql: `${sql} x`, mostRows })).rejects.toThrow("syntax error");
      }
      expect((await engine.query({ file, sql: `SELECT 1 AS a; ${sql}` })).rows).toBe(2000);
    },
  );

  test("empty results have columns", async () => {
    const result = await engine.query({ file, sql: "SELECT n, 'x' AS t FROM numbers WHERE n < 0" });
    expect([result.rows, result.columns.map((column) => column.name)]).toEqual([0, ["n", "t"]]);
    expect(result.columns.map((column) => column.values.length)).toEqual([0, 0]);
  });
});

describe("a stream", () => {
  test("applies backpressure", async () => {
    const before = process.memoryUsage().rss;
    const rows = engine.stream({ file, sql: "SELECT repeat('x', 1000) AS t FROM range(3000000)", batchRows: 2048 });
    await rows.next();
    await pass(1200, "nothing may happen meanwhile");
    expect(process.memoryUsage().rss - before).toBeLessThan(300 * 1024 * 1024);
    await rows.return();
  });

  test("returns rows in order, each once", async () => {
    let next = 0;
    for await (const { columns, rows } of engine.stream({ file, sql: "SELECT n FROM numbers ORDER BY n" })) {
      expect(columns[0]?.values.length).toBe(rows);
      for (const value of columns[0]?.values ?? []) if (value !== next++) throw new Error(`${value} came out of order`);
    }
    expect(next).toBe(100_000);
  });

  test("that fails midway reports the error and never looks complete", async () => {
    const bad =
      "SELECT CASE WHEN i = 900000 THEN error('no such thing')::BIGINT ELSE i END AS n FROM range(1000000) t(i)";
    const read = async (rows: AsyncIterable<{ rows: number }>) => {
      for await (const _ of rows);
    };
    const message = expect.stringContaining("no such thing");
    expect(await failureOf(read(engine.stream({ file, sql: bad })))).toMatchObject({ reason: "query", message });
    for (const format of ["csv", "xlsx"] as const) {
      expect(await failureOf(read(engine.rows({ file, sql: bad, format })))).toMatchObject({
        reason: "query",
        message,
      });
    }
    expect(await failureOf(engine.query({ file, sql: bad }))).toMatchObject({ reason: "query", message });
    expect(await one("SELECT max(n) FROM numbers")).toBe(99_999);
  });

  test("that is canceled midway frees its connection", async () => {
    const controller = new AbortController();
    const read = async () => {
      let batches = 0;
      const { signal } = controller;
      for await (const _ of engine.stream({ file, sql: "FROM range(1000000000)", batchRows: 2048, signal })) {
        if (++batches === 3) controller.abort();
      }
    };
    expect((await failureOf(read())).reason).toBe("cancelled");
    expect(await Promise.all([one("SELECT 1"), one("SELECT 2"), one("SELECT 3")])).toEqual([1, 2, 3]);
  });

  test("that is left early or canceled late doesn't affect the engine", async () => {
    const brief = createEngine({ ...settings, graceMs: 300 });
    for await (const { rows } of brief.stream({ file, sql: "SELECT n FROM numbers LIMIT 10" })) {
      expect(rows).toBe(10);
      await pass(100, "a slow peer");
      break;
    }
    const { pid } = brief;
    await pass(500, "nothing may happen meanwhile");
    expect(await one("SELECT 1", brief)).toBe(1);
    expect(brief.pid).toBe(pid);
    await brief.close();
  });

  test.skipIf(process.platform === "win32")(
    "that doesn't stop when canceled ends the engine, even with a batch in transit",
    async () => {
      const brief = createEngine({ ...settings, graceMs: 300 });
      const rows = brief.stream({ file, sql: "SELECT n FROM numbers", batchRows: 2048 });
      await rows.next();
      const { pid } = brief;
      // Nothing is read meanwhile: the engine's data is still buffered when it is stopped.
      blockThread(100, "a slow peer");
      process.kill(pid as number, "SIGSTOP");
      await rows.return();
      await vi.waitFor(() => expect(brief.pid).toBeUndefined(), { timeout: 10_000 });
      expect(await one("SELECT 1", brief)).toBe(1);
      await brief.close();
    },
  );

  test("fails when the engine dies, and the next one starts a new engine", async () => {
    const read = async () => {
      let isAlive = true;
      for await (const _ of engine.stream({ file, sql: "FROM range(1000000000)", batchRows: 2048 })) {
        // Batches that arrived earlier are still read.
        if (!isAlive) continue;
        isAlive = false;
        process.kill(engine.pid as number, "SIGKILL");
        await vi.waitFor(() => expect(engine.pid).toBeUndefined());
      }
    };
    expect(await failureOf(read())).toMatchObject({ reason: "stopped", message: expect.stringContaining("restarted") });
    expect(await one("SELECT max(n) FROM numbers")).toBe(99_999);
  });
});

describe("limits", () => {
  test("a sort larger than memory spills to disk and cleans up", async () => {
    const small = createEngine({ ...settings, memoryLimit: "64MB", threads: 1 });
    const sql = "SELECT max(x) FROM (SELECT md5(i::VARCHAR) AS x FROM range(3000000) t(i) ORDER BY 1 OFFSET 1000000)";
    expect(await one(sql, small)).toMatch(/^ffff/);
    await small.close();
    const left = readdirSync(folder).includes("spill") ? readdirSync(spill) : [];
    // The file pipes at hand belong to the other engine, which keeps running.
    expect(left.filter((name) => !name.endsWith(".spare"))).toEqual([]);
  });

  test("two engines can read one file; loading makes the other wait", async () => {
    const other = createEngine(settings);
    expect(await one("SELECT count(*) FROM numbers", other)).toBe(100_000);
    await other.close();
    const loads = ["a", "b"].map((name) =>
      engine.load({ file, statements: [`CREATE TABLE ${name} AS SELECT 1 AS x`] }),
    );
    const reads = ["a", "b"].map((name) => one(`SELECT x FROM ${name}`));
    await Promise.all(loads);
    expect(await Promise.all(reads)).toEqual([1, 1]);
  });

  test("rejects everything after closing, including running queries", async () => {
    const brief = createEngine(settings);
    await brief.warm();
    expect(brief.pid).toBeTypeOf("number");
    const running = failureOf(brief.query({ file, sql: ENDLESS }));
    await expect.poll(() => brief.queueStatus(file)).toMatchObject({ running: 1 });
    const { pid } = brief;
    await brief.close();
    expect((await running).reason).toBe("stopped");
    expect((await failureOf(brief.query({ file, sql: "SELECT 1" }))).message).toContain("shutting down");
    expect(() => process.kill(pid as number, 0)).toThrow(/ESRCH/);
  });
});
