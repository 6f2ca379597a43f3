import { mkdtempSync, rmSync } from "node:fs";
import { getPriority, tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { inLocale } from "../../i18n/node.ts";
import { pass } from "../../testing/waits.ts";
import { createEngine } from "./engine.ts";
import { EngineFailure } from "./process.ts";
import { type EngineReply, encodeFrame, frameReader } from "./protocol.ts";

const folder = mkdtempSync(join(tmpdir(), "tessera-engine-"));
const file = join(folder, "data.duckdb");
const settings = { memoryLimit: "1GB", threads: 2, temporaryFolder: join(folder, "spill"), connectionsPerFile: 2 };
const engine = createEngine(settings);
const ENDLESS = "SELECT count(*) FROM range(10000000) a, range(10000000) b WHERE a.range * b.range = 7";

beforeAll(async () => {
  await engine.load({
    file,
    statements: [
      "CREATE TABLE numbers AS SELECT i AS n, 'text ' || i AS label FROM range(20000) t(i)",
      "CREATE TABLE small AS SELECT 1 AS one",
    ],
  });
});

afterAll(async () => {
  await engine.close();
  rmSync(folder, { recursive: true, force: true });
});

const failureOf = async (promise: Promise<unknown>): Promise<EngineFailure> => {
  const error = await promise.then(
    () => undefined,
    (reason) => reason,
  );
  expect(error).toBeInstanceOf(EngineFailure);
  return error as EngineFailure;
};

describe("queries", () => {
  test("return columns, with exact numbers as doubles", async () => {
    const result = await engine.query({ file, sql: "SELECT n, label FROM numbers ORDER BY n LIMIT 3" });
    expect(result.rows).toBe(3);
    expect(result.columns.map((c) => [c.name, c.type, c.kind])).toEqual([
      ["n", "BIGINT", "numeric"],
      ["label", "VARCHAR", "text"],
    ]);
    expect(result.columns[0]?.values).toEqual(Float64Array.of(0, 1, 2));
    expect(result.columns[1]?.values).toEqual(["text 0", "text 1", "text 2"]);
    expect(result.elapsedMs).toBeGreaterThan(0);
  });

  test("return all rows of many chunks in order", async () => {
    const result = await engine.query({ file, sql: "SELECT n FROM numbers ORDER BY n" });
    expect(result.rows).toBe(20_000);
    expect(result.columns[0]?.values.at(-1)).toBe(19_999);
  });

  test("read the first rows of a table directly, and sorted ones by the engine's plan", async () => {
    const joins = async (sql: string) => {
      const { columns } = await engine.query({ file, sql: `EXPLAIN ${sql}` });
      return String(columns[1]?.values[0]).includes("HASH_JOIN");
    };
    expect(await joins("SELECT n, label FROM numbers LIMIT 1000")).toBe(false);
    expect(await joins("SELECT n, label FROM numbers ORDER BY n LIMIT 1000")).toBe(false);
    expect(await joins("SELECT n, label FROM numbers ORDER BY n LIMIT 50")).toBe(true);
    const { columns } = await engine.query({ file, sql: "SELECT n, label FROM numbers LIMIT 1000 OFFSET 5" });
    expect(columns[0]?.values).toEqual(Float64Array.from({ length: 1000 }, (_, i) => i + 5));
    expect(columns[1]?.values.at(-1)).toBe("text 1004");
  });

  test("over the connection limit are queued and complete", async () => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, i) => engine.query({ file, sql: `SELECT max(n) + ${i} AS m FROM numbers` })),
    );
    expect(answers.map((a) => a.columns[0]?.values[0])).toEqual(Array.from({ length: 12 }, (_, i) => 19_999 + i));
  });

  test("that the engine rejects fail with its message and affect no others", async () => {
    const failure = await failureOf(engine.query({ file, sql: "SELECT nope FROM numbers" }));
    expect(failure.reason).toBe("query");
    expect(failure.message).toContain('Referenced column "nope" not found');
    expect((await engine.query({ file, sql: "SELECT 1" })).rows).toBe(1);
  });

  test.skipIf(process.platform !== "linux")(
    "that compute gigabytes of text fail without affecting concurrent ones",
    async () => {
      const beside = engine.query({
        file,
        sql: "SELECT count(*) FROM range(2000) a, range(2000) b WHERE hash(a, b) % 7 = 1",
      });
      for (const text of ["repeat('x', 4000000000)", "rpad('x', 3000000000, 'y')"])
        expect((await failureOf(engine.query({ file, sql: `SELECT ${text} AS t` }))).reason).toBe("query");
      const many = await failureOf(
        engine.query({ file, sql: "SELECT sum(length(repeat(label, 1000000 + n))) FROM numbers" }),
      );
      expect([many.reason, many.message]).toEqual(["query", expect.stringContaining("Out of Memory")]);
      expect((await beside).rows).toBe(1);
      expect((await engine.query({ file, sql: "SELECT 1" })).rows).toBe(1);
    },
  );

  test("of a missing file fail until it exists", async () => {
    const file = join(folder, "later.duckdb");
    expect((await failureOf(engine.query({ file: file, sql: "SELECT 1" }))).reason).toBe("query");
    await engine.load({ file: file, statements: ["CREATE TABLE t AS SELECT 42 AS answer"] });
    expect((await engine.query({ file: file, sql: "FROM t" })).columns[0]?.values[0]).toBe(42);
  });
});

describe("the lock", () => {
  test.each([
    ["reading files", "SELECT * FROM read_text('/etc/hostname')"],
    ["scanning files by name", "SELECT * FROM '/etc/hostname.csv'"],
    ["writing files", "COPY (SELECT 1) TO '/tmp/tessera-escape.csv'"],
    ["attaching", "ATTACH '/tmp/tessera-escape.duckdb'"],
    ["writing tables", "CREATE TABLE escape AS SELECT 1"],
    ["unlocking", "SET enable_external_access = true"],
    ["loading code", "INSTALL httpfs"],
  ])("rejects %s", async (_, sql) => {
    expect((await failureOf(engine.query({ file, sql }))).reason).toBe("query");
  });
});

describe("stopping", () => {
  test("by signal is immediate and frees the connection", async () => {
    const controller = new AbortController();
    const started = performance.now();
    const failures = [ENDLESS, ENDLESS, ENDLESS].map((sql) =>
      failureOf(engine.query({ file, sql, signal: controller.signal })),
    );
    await expect.poll(() => engine.queueStatus(file)).toMatchObject({ running: 1, waiting: 2 });
    controller.abort();
    for (const failure of await Promise.all(failures)) expect(failure.reason).toBe("cancelled");
    expect((await engine.query({ file, sql: "SELECT 2 AS two" })).columns[0]?.values[0]).toBe(2);
    expect(performance.now() - started).toBeLessThan(8000);
  });

  test("a queued statement doesn't affect running ones", async () => {
    const other = join(folder, "other.duckdb");
    await engine.load({ file: other, statements: ["CREATE TABLE t AS SELECT 1 AS one"] });
    const patient = createEngine({ ...settings, graceMs: 500 });
    await patient.query({ file, sql: "SELECT 1" });
    const { pid } = patient;
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      const [running, waiting] = [new AbortController(), new AbortController()];
      const busy = [1, 2].map(() => failureOf(patient.query({ file, sql: ENDLESS, signal: running.signal })));
      const waiter = failureOf(patient.query({ file, sql: "SELECT 1", signal: waiting.signal }));
      waiting.abort();
      expect((await waiter).reason).toBe("cancelled");
      // The process has received the cancel when it replies to the next request; then it gets no more time and
      // survives.
      await patient.query({ file: other, sql: "FROM t" });
      vi.advanceTimersByTime(1000);
      running.abort();
      for (const failure of await Promise.all(busy)) expect(failure.reason).toBe("cancelled");
      expect((await patient.query({ file, sql: "SELECT 3 AS three" })).columns[0]?.values[0]).toBe(3);
      expect(patient.pid).toBe(pid);
    } finally {
      vi.useRealTimers();
      await patient.close();
    }
  });

  test("by time limit names the limit", async () => {
    const failure = await failureOf(engine.query({ file, sql: ENDLESS, timeoutMs: 60 }));
    expect(failure.reason).toBe("timeout");
    expect(failure.message).toContain("60 ms");
  });

  test("runs nothing if the signal was already aborted", async () => {
    const failure = await failureOf(engine.query({ file, sql: "SELECT 1", signal: AbortSignal.abort() }));
    expect(failure.reason).toBe("cancelled");
  });
});

describe("streams", () => {
  test("return all rows in batches", async () => {
    let rows = 0;
    let batches = 0;
    for await (const batch of engine.stream({ file, sql: "FROM numbers", batchRows: 2048 })) {
      rows += batch.rows;
      batches++;
    }
    expect(rows).toBe(20_000);
    expect(batches).toBeGreaterThan(5);
  });

  test("have a time limit until their first rows only", async () => {
    const read = async () => {
      let rows = 0;
      for await (const batch of engine.stream({ file, sql: "FROM numbers", batchRows: 2048, timeoutMs: 3000 })) {
        rows += batch.rows;
        if (rows < 5000) await pass(1700, "a slow peer");
      }
      return rows;
    };
    expect(await read()).toBe(20_000);
    const endless = async () => {
      for await (const batch of engine.stream({ file, sql: ENDLESS, timeoutMs: 60 })) expect(batch).toBeUndefined();
    };
    expect((await failureOf(endless())).reason).toBe("timeout");
  });

  test("free their connection when left early", async () => {
    for (let i = 0; i < 4; i++) {
      for await (const batch of engine.stream({ file, sql: "FROM range(100000000)", batchRows: 2048 })) {
        expect(batch.rows).toBeGreaterThan(0);
        break;
      }
    }
    expect((await engine.query({ file, sql: "SELECT 1" })).rows).toBe(1);
  });

  test("fail with the engine's message", async () => {
    const read = async () => {
      for await (const batch of engine.stream({ file, sql: "FROM missing" })) expect(batch).toBeUndefined();
    };
    expect((await failureOf(read())).message).toContain("missing");
  });
});

test("a killed process rejects running requests and is restarted", async () => {
  const running = failureOf(engine.query({ file, sql: ENDLESS }));
  await expect.poll(() => engine.queueStatus(file)).toMatchObject({ running: 1 });
  const before = engine.pid;
  process.kill(before as number, "SIGKILL");
  const failure = await running;
  expect(failure.reason).toBe("stopped");
  expect(failure.message).toBe("The query engine stopped and was restarted. Run the query again.");
  expect((await engine.query({ file, sql: "SELECT count(*) FROM numbers" })).columns[0]?.values[0]).toBe(20_000);
  expect(engine.pid).not.toBe(before);
});

test("errors are in the language of the request", async () => {
  const running = inLocale({ language: "en-XA" }, () => failureOf(engine.query({ file, sql: ENDLESS })));
  await expect.poll(() => engine.queueStatus(file)).toMatchObject({ running: 1 });
  process.kill(engine.pid as number, "SIGKILL");
  expect((await running).message).toMatch(/^\[.*\]$/);
});

test("an idle process exits to free memory, and the next query starts another", async () => {
  const sleepy = createEngine({ ...settings, idleMs: 40 });
  expect((await sleepy.query({ file, sql: "SELECT 1" })).rows).toBe(1);
  const first = sleepy.pid;
  await expect.poll(() => sleepy.pid).toBeUndefined();
  expect((await sleepy.query({ file, sql: "SELECT 2 AS two" })).columns[0]?.values[0]).toBe(2);
  expect(sleepy.pid).not.toBe(first);
  await sleepy.close();
});

describe("loading", () => {
  test("waits for running queries, blocks new ones, and then shows its tables", async () => {
    const running = engine.query({ file, sql: "SELECT count(*) FROM range(3000000) a, range(100) b" });
    const progress: number[] = [];
    const load = engine.load({
      file,
      statements: ["CREATE TABLE added AS SELECT 5 AS five", "INSERT INTO added VALUES (6)"],
      onProgress: (done) => progress.push(done),
    });
    const held = engine.query({ file, sql: "SELECT sum(five) FROM added" });
    expect((await running).columns[0]?.values[0]).toBe(300_000_000);
    await load;
    expect(progress).toEqual([1, 2]);
    expect((await held).columns[0]?.values[0]).toBe(11);
  });

  test("that fails reports the error and leaves the file usable", async () => {
    const failure = await failureOf(engine.load({ file, statements: ["CREATE TABLE x AS FROM 'absent.parquet'"] }));
    expect(failure.message).toContain("absent.parquet");
    expect((await engine.query({ file, sql: "FROM small" })).rows).toBe(1);
  });
});

test("frames are read correctly however the stream is split", () => {
  const rows = Buffer.from("[1,2,3],".repeat(20));
  const sent: [EngineReply, Buffer][] = [
    [{ id: 1, kind: "done" }, Buffer.alloc(0)],
    [{ id: 2, kind: "json" }, rows],
    [{ id: 3, kind: "error", message: "é".repeat(300) }, Buffer.alloc(0)],
    [{ id: 4, kind: "rows", rows: 20 }, rows],
  ];
  const bytes = Buffer.concat(sent.flatMap(([reply, after]) => [encodeFrame(reply, after.length), after]));
  for (const size of [1, 3, 7, 200, bytes.length]) {
    const frames: [EngineReply, Buffer][] = [];
    const read = frameReader<EngineReply>((reply, pieces) => frames.push([reply, Buffer.concat(pieces)]));
    for (let at = 0; at < bytes.length; at += size) read(bytes.subarray(at, at + size));
    expect(frames).toEqual(sent);
  }
});

describe("results larger than memory", () => {
  const wide = "SELECT repeat('x', 200000) AS text FROM range(5000)";

  test("are rejected, and the engine survives", async () => {
    const failure = await failureOf(engine.query({ file, sql: wide }));
    expect(failure).toMatchObject({ reason: "query", message: expect.stringContaining("exceeds the limit") });
    const { pid } = engine;
    expect((await engine.query({ file, sql: "SELECT count(*) FROM numbers" })).rows).toBe(1);
    expect(engine.pid).toBe(pid);
  });

  test("are rejected before a nested value is read", async () => {
    const sql = "SELECT list(range(100000)) AS lists FROM range(150)";
    const failure = await failureOf(engine.query({ file, sql }));
    expect(failure).toMatchObject({ reason: "query", message: expect.stringContaining("exceeds the limit") });
    const small = await engine.query({ file, sql: "SELECT [[1, 2], [], NULL] AS lists UNION ALL SELECT NULL" });
    expect(small.columns[0]?.values).toEqual(["[[1,2],[],null]", null]);
  });

  test("are streamed in batches of limited size", async () => {
    let [rows, longest] = [0, 0];
    const sql = "SELECT repeat('x', 10000) AS text FROM range(10000)";
    for await (const batch of engine.stream({ file, sql, batchRows: 1_000_000 })) {
      rows += batch.rows;
      longest = Math.max(longest, batch.rows);
    }
    expect(rows).toBe(10_000);
    expect(longest).toBeLessThan(5000);
  });
});

test("the engine's process has a lower priority than the server", async () => {
  await engine.warm();
  expect(getPriority(engine.pid)).toBeGreaterThan(getPriority());
});
