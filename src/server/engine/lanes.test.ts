import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runAsUser } from "../fair-share.ts";
import { createEngine, type Engine } from "./engine.ts";

let folder: string;
let file: string;
let engine: Engine;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "tessera-lanes-"));
  file = join(folder, "data.duckdb");
  engine = createEngine({
    memoryLimit: "512MB",
    threads: 2,
    temporaryFolder: folder,
    connectionsPerFile: 4,
    reservedConnections: 2,
  });
  await engine.load({ file, statements: ["CREATE TABLE numbers AS SELECT range AS n FROM range(1000)"] });
});
afterAll(async () => {
  await engine.close();
  rmSync(folder, { recursive: true });
});

const ENDLESS = "SELECT count(*) FROM range(100000000) a, range(1000000) b WHERE a.range % 7 = b.range % 5";

test("slow statements continue at the lowest priority, and others get a new process", async () => {
  const stop = new AbortController();
  const usual = engine.pid;
  const endless = [1, 2, 3].map((i) =>
    runAsUser("slow", () => engine.query({ file, sql: `${ENDLESS} AND a.range <> ${i}`, signal: stop.signal })),
  );
  const count = (person: string) =>
    runAsUser(person, () => engine.query({ file, sql: "SELECT count(*) AS c FROM numbers" }));
  const quick = async () => {
    expect((await count("quick")).columns[0]?.values[0]).toBe(1000);
    return engine.pid;
  };
  await expect.poll(quick, { interval: 100 }).not.toBe(usual);
  await count("another");
  // The running one continues, and a load waits for both processes.
  const next = runAsUser("slow", () => engine.query({ file, sql: "SELECT 1", signal: stop.signal }));
  const cancelled = expect(next).rejects.toThrow("stopped");
  await expect
    .poll(() => runAsUser("slow", () => engine.queueStatus(file)))
    .toEqual({ running: 3, waiting: 1, ahead: 3 });
  stop.abort();
  await cancelled;
  await Promise.allSettled(endless);
  await engine.load({ file, statements: ["INSERT INTO numbers VALUES (-1)"] });
  expect((await count("quick")).columns[0]?.values[0]).toBe(1001);
});

test("one user gets half of the slots, and sees their queue position", async () => {
  const stop = new AbortController();
  const ask = (person: string) =>
    runAsUser(person, () => engine.query({ file, sql: ENDLESS, signal: stop.signal }).catch(() => undefined));
  const all = [1, 2, 3, 4, 5].map(() => ask("many"));
  await expect
    .poll(() => runAsUser("many", () => engine.queueStatus(file)))
    .toEqual({ running: 3, waiting: 2, ahead: 3 });
  expect(runAsUser("none", () => engine.queueStatus(file))).toEqual({ running: 0, waiting: 0, ahead: 0 });
  stop.abort();
  await Promise.all(all);
  await expect
    .poll(() => runAsUser("many", () => engine.queueStatus(file)))
    .toEqual({ running: 0, waiting: 0, ahead: 0 });
});

test("a short query doesn't wait for slow ones of other users", async () => {
  const folder = mkdtempSync(join(tmpdir(), "tessera-lanes-"));
  const engine = createEngine({
    memoryLimit: "512MB",
    threads: 1,
    temporaryFolder: folder,
    connectionsPerFile: 2,
    reservedConnections: 2,
  });
  const stop = new AbortController();
  const slow = (person: string) =>
    runAsUser(person, () =>
      engine.query({
        file: ":memory:",
        sql: "SELECT count(*) FROM range(100000000000) a(i) WHERE hash(i) = 1",
        signal: stop.signal,
      }),
    ).catch(() => undefined);
  const all = ["a", "a", "a", "a", "b", "b"].map(slow);
  const one = await runAsUser("c", () => engine.query({ file: ":memory:", sql: "SELECT 1 AS one", timeoutMs: 30_000 }));
  expect(one.rows).toBe(1);
  stop.abort();
  await Promise.all(all);
  await engine.close();
  rmSync(folder, { recursive: true, force: true });
});
