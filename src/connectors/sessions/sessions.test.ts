import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ColumnarBatch, Connection } from "../connector.ts";
import { sqliteConnector } from "../sqlite/sqlite.ts";
import { QueuedRows } from "./queued-rows.ts";
import { RowQueue } from "./row-queue.ts";
import { pacedNet } from "./sessions.ts";
import { beginRun, resultOf } from "./statement-run.ts";

const ENDLESS = "WITH RECURSIVE a (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM a) SELECT count(*) AS n FROM a";
const folder = mkdtempSync(join(tmpdir(), "tessera-sessions-"));
const file = join(folder, "data.db");
let person = "ann";
let connection: Connection;

const connect = (more: object = {}) =>
  sqliteConnector().connect({ uri: `sqlite:///${file}`, timeoutMs: 30_000, currentUserKey: () => person, ...more });
const as = (who: string, sql: string, signal?: AbortSignal) => {
  person = who;
  return connection.run(sql, signal ? { signal } : {});
};
const statusOf = (who: string) => {
  person = who;
  return connection.queueStatus?.();
};

beforeAll(async () => {
  const database = new DatabaseSync(file);
  database.exec("CREATE TABLE t (n integer); INSERT INTO t VALUES (1), (2), (3)");
  database.close();
  connection = await connect({ queries: { perDatabase: 2, perUser: 2 } });
});
afterAll(async () => {
  await connection.close();
  rmSync(folder, { recursive: true, force: true });
});

describe("sessions of a database", () => {
  test("reserve some for users without one, and report queue positions", async () => {
    const stop = new AbortController();
    const greedy = Array.from({ length: 4 }, () => as("greedy", ENDLESS, stop.signal).catch((error) => error.reason));
    await expect.poll(() => statusOf("greedy")).toEqual({ running: 2, waiting: 2, ahead: 2 });
    expect((await as("other", "SELECT count(*) AS n FROM t")).columns[0]?.values[0]).toBe(3);
    expect(statusOf("greedy")).toEqual({ running: 2, waiting: 2, ahead: 2 });
    stop.abort();
    expect(await Promise.all(greedy)).toEqual(["cancelled", "cancelled", "cancelled", "cancelled"]);
    await expect.poll(() => statusOf("greedy")).toEqual({ running: 0, waiting: 0, ahead: 0 });
  });

  test("are released when a reader stops early", async () => {
    person = "reader";
    for await (const batch of connection.stream("SELECT a.n FROM t a, t b, t c")) {
      expect(batch.rows).toBeGreaterThan(0);
      break;
    }
    await expect.poll(() => statusOf("reader")?.running).toBe(0);
  });

  test("are released by a failing statement", async () => {
    await expect(as("ann", "SELECT gone FROM t")).rejects.toThrow("no such column");
    expect((await as("ann", "SELECT max(n) AS n FROM t")).columns[0]?.values[0]).toBe(3);
  });

  test("run nothing for aborted callers or SQL with NUL", async () => {
    await expect(as("ann", "SELECT 1 AS a", AbortSignal.abort())).rejects.toMatchObject({ reason: "cancelled" });
    await expect(as("ann", "SELECT 1 AS a\0; DROP TABLE t")).rejects.toThrow("SQL can't contain NUL characters");
    expect(statusOf("ann")).toEqual({ running: 0, waiting: 0, ahead: 0 });
  });

  test.each([
    ["runs", "SELECT 1 AS warm", "Reading the file stopped unexpectedly. Run the query again."],
    ["is about to run", "", "The connection to the database was closed."],
  ])("end a statement that %s, and queued ones, when the connection closes", async (_, before, message) => {
    const closing = await connect({ queries: { perDatabase: 1, perUser: 1 } });
    if (before) await closing.run(before);
    const running = closing.run(ENDLESS).catch((error: Error) => error.message);
    const waiting = closing.run("SELECT 1 AS a").catch((error: Error) => error.message);
    await expect.poll(() => closing.queueStatus?.()).toMatchObject({ running: 1, waiting: 1 });
    await closing.close();
    expect(await waiting).toBe("The connection to the database was closed.");
    expect(await running).toBe(message);
    await expect(closing.run("SELECT 1 AS a")).rejects.toThrow("The connection to the database was closed.");
  });

  test("roll back a change when the reader stops or the last statement fails", async () => {
    const rowsOf = async (batches: AsyncIterable<ColumnarBatch>) => {
      let rows = 0;
      for await (const batch of batches) rows += batch.rows;
      return rows;
    };
    const change = (...statements: string[]) => connection.change?.(statements) as AsyncIterable<ColumnarBatch>;
    await expect(rowsOf(change("DELETE FROM t", "INSERT INTO gone VALUES (1)"))).rejects.toThrow("no such table");
    for await (const _ of change("DELETE FROM t", "SELECT n FROM t")) break;
    expect((await as("ann", "SELECT count(*) AS n FROM t")).columns[0]?.values[0]).toBe(3);
    expect(await rowsOf(change("INSERT INTO t VALUES (4)", "SELECT n FROM t"))).toBe(4);
    expect((await as("ann", "SELECT count(*) AS n FROM t")).columns[0]?.values[0]).toBe(4);
  });
});

describe("rows pushed by a driver", () => {
  const shapes = [{ name: "n", type: "int", kind: "numeric", read: null }] as const;
  const queued = (batchRows: number) => {
    const calls: string[] = [];
    const queue = new RowQueue(batchRows, { pause: () => calls.push("pause"), resume: () => calls.push("resume") });
    queue.start(shapes);
    return { queue, calls };
  };

  test("pause while the reader is behind", async () => {
    const { queue, calls } = queued(2);
    for (let n = 0; n < 7; n++) queue.push([n]);
    expect(calls).toEqual(["pause"]);
    const batches = queue.batches();
    const first = [await batches.next(), await batches.next(), await batches.next()];
    expect(first.map(({ value }) => value?.rows)).toEqual([
      [[0], [1]],
      [[2], [3]],
      [[4], [5]],
    ]);
    const last = batches.next();
    expect(calls).toEqual(["pause", "resume"]);
    queue.end();
    expect((await last).value?.rows).toEqual([[6]]);
    expect((await batches.next()).done).toBe(true);
  });

  test("have columns when empty, and small batches for long texts", async () => {
    const none = queued(10).queue;
    none.end();
    expect((await none.batches().next()).value).toEqual({ shapes, rows: [] });
    const { queue } = queued(10);
    for (const text of ["x".repeat(4_000_000), "y"]) queue.push([text]);
    expect((await queue.batches().next()).value?.rows).toHaveLength(1);
  });

  test("end with the first error", async () => {
    const { queue } = queued(10);
    queue.push([1]);
    for (const text of ["first", "second"]) queue.fail(new Error(text));
    await expect(queue.batches().next()).rejects.toThrow("first");
  });
});

describe("engines that take any number of statements", () => {
  test("limit concurrent statements, and queued ones can be canceled", async () => {
    const queue = new QueuedRows({ uri: "x", timeoutMs: 1, queries: { perDatabase: 1, perUser: 1 } });
    const open = Promise.withResolvers<void>();
    const batch = { shapes: [], rows: [] };
    const first = resultOf(
      queue.rows({}, async function* () {
        await open.promise;
        yield batch;
      }),
    );
    const gone = new AbortController();
    const second = resultOf(queue.rows({ signal: gone.signal }, async function* () {}));
    expect(queue.queueStatus()).toEqual({ running: 1, waiting: 1, ahead: 1 });
    gone.abort();
    await expect(second).rejects.toMatchObject({ reason: "cancelled" });
    open.resolve();
    expect(await first).toMatchObject({ columns: [], rows: 0 });
    expect(queue.queueStatus()).toEqual({ running: 0, waiting: 0, ahead: 0 });
  });

  test("report why a statement ended: caller, timeout or engine", async () => {
    const failure = () => ({ type: "GENERIC_DB_ENGINE_ERROR", message: "engine says no" }) as const;
    const statement = { engine: "Trino", sql: "SELECT 1" };
    const caller = new AbortController();
    const left = beginRun(statement, { signal: caller.signal }, 60_000);
    caller.abort(new Error("left"));
    expect(left.errorOf(new Error("x"), failure)).toBe(caller.signal.reason);
    expect(() => beginRun(statement, { signal: caller.signal }, 60_000)).toThrow("left");
    const short = beginRun(statement, { timeoutMs: 1 }, 60_000);
    await new Promise((resolve) => short.signal.addEventListener("abort", resolve));
    expect(short.errorOf(new Error("x"), failure)).toMatchObject({
      message: "The query took longer than the limit of 1 ms and was stopped.",
    });
    const failed = beginRun(statement, {}, 60_000);
    failed.stopTimer();
    expect(failed.errorOf(new Error("x"), failure)).toMatchObject({ message: "engine says no" });
  });
});

test("an abandoned stream is ended by the server after an hour at the earliest", () => {
  expect([0, 1000, 7_200_000].map(pacedNet)).toEqual([0, 3_600_000, 7_200_000]);
});
