import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { workingFor } from "../person.ts";
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
    connectionsKept: 2,
  });
  await engine.load({ file, statements: ["CREATE TABLE numbers AS SELECT range AS n FROM range(1000)"] });
});
afterAll(async () => {
  await engine.close();
  rmSync(folder, { recursive: true });
});

const ENDLESS = "SELECT count(*) FROM range(100000000) a, range(1000000) b WHERE a.range % 7 = b.range % 5";
/** Computes for some seconds. */
const SLOW = "SELECT sum(hash(a.n * b.n * c.range)) IS NOT NULL AS done FROM numbers a, numbers b, range(700) c";

test("a slow statement goes on in its process at the lowest priority, and others get a fresh one", async () => {
  const stop = new AbortController();
  const usual = engine.pid;
  const slow = workingFor("slow", () => engine.query({ file, sql: SLOW }));
  const endless = [1, 2, 3].map((i) =>
    workingFor("slow", () => engine.query({ file, sql: `${ENDLESS} AND a.range <> ${i}`, signal: stop.signal })),
  );
  const count = (person: string) =>
    workingFor(person, () => engine.query({ file, sql: "SELECT count(*) AS c FROM numbers" }));
  await new Promise((resolve) => setTimeout(resolve, 1200));
  const found = await count("quick");
  expect(found.columns[0]?.values[0]).toBe(1000);
  await count("another");
  expect(engine.pid).not.toBe(usual);
  // What was under way has lost nothing, and a load waits for neither process in vain.
  expect((await slow).columns[0]?.values[0]).toBe(true);
  stop.abort();
  await Promise.allSettled(endless);
  await engine.load({ file, statements: ["INSERT INTO numbers VALUES (-1)"] });
  expect((await count("quick")).columns[0]?.values[0]).toBe(1001);
});

test("one person has half of the places, and is told what theirs wait for", async () => {
  const stop = new AbortController();
  const ask = (person: string) =>
    workingFor(person, () => engine.query({ file, sql: ENDLESS, signal: stop.signal }).catch(() => undefined));
  const all = [1, 2, 3, 4, 5].map(() => ask("many"));
  await expect
    .poll(() => workingFor("many", () => engine.standing(file)))
    .toEqual({ running: 3, waiting: 2, ahead: 3 });
  expect(workingFor("none", () => engine.standing(file))).toEqual({ running: 0, waiting: 0, ahead: 0 });
  stop.abort();
  await Promise.all(all);
  await expect
    .poll(() => workingFor("many", () => engine.standing(file)))
    .toEqual({ running: 0, waiting: 0, ahead: 0 });
});
