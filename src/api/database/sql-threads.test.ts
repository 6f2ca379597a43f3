import { afterAll, beforeAll, expect, test } from "vitest";
import { TesseraError } from "../../model/errors.ts";
import { DEFAULT_LIMITS } from "../../server/config/config.ts";
import { runAsUser } from "../../server/fair-share.ts";
import { casesOf } from "../../testing/full-size.ts";
import { longestStretch } from "../../testing/longest-stretch.ts";
import { loadSampleData, type SampleData } from "../../testing/sample-data.ts";
import { startTestServer, type TestClient, type TestServer } from "../../testing/server.ts";
import { connectionOf } from "./connection.ts";
import { sqlThreadsOf } from "./sql-threads.ts";

let server: TestServer;
let admin: TestClient;
let sample: SampleData;
beforeAll(async () => {
  // On a busy machine, memory must run out before the time.
  const limits = { ...DEFAULT_LIMITS, sqlParseTimeoutMs: 60_000 };
  server = await startTestServer({ config: { limits } });
  sample = await loadSampleData(server.app);
  admin = await server.as("admin");
  await sqlThreadsOf(server.app).format("SELECT 1", "sql");
  await readerFor("mysql").inspect("SELECT 1");
});
afterAll(() => server.stop());

const readerFor = (dialect: "mysql" | "postgresql") => sqlThreadsOf(server.app).readerOf(dialect);

const listOf = (length: number) => Array.from({ length }, (_, i) => i).join(",");

async function refusal(promise: Promise<unknown>): Promise<TesseraError> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(TesseraError);
  return error as TesseraError;
}

const LONG = `SELECT a FROM t WHERE a IN (${listOf(casesOf(12_000, 30_000))})`;

test.each(["mysql", "postgresql"] as const)(
  "a long list is read for %s without blocking the server",
  async (dialect) => {
    const reader = readerFor(dialect);
    const stretch = await longestStretch(async () => {
      expect((await reader.inspect(LONG)).reads).toEqual([{ catalog: null, schema: null, name: "t" }]);
      expect(await reader.secured(LONG, () => "b = 1")).toContain("(SELECT * FROM t WHERE (b = 1\n)) AS t");
    });
    expect(stretch).toBeLessThan(100);
  },
);

test("checking long DuckDB SQL doesn't block the server", async () => {
  const { connection } = await connectionOf(server.app, sample.databaseId);
  const stretch = await longestStretch(async () => {
    await connection.sql.checkStatement(LONG);
    await connection.sql.checkExpression(`a IN (${listOf(casesOf(40_000, 100_000))})`, "where");
    const texts = Array.from({ length: casesOf(8000, 20_000) }, (_, i) => `'it''s ${i} "x"'`).join(",");
    await connection.sql.checkExpression(`a IN (${texts})`, "where");
    const error = await refusal(connection.sql.checkExpression(`a IN (${listOf(1000)}, (SELECT 1))`, "where"));
    expect(error.status).toBe(403);
  });
  expect(stretch).toBeLessThan(100);
});

test("rejects SQL over the length limit and names the limit", async () => {
  const error = await refusal(readerFor("mysql").inspect(`SELECT '${"x".repeat(1_048_600)}'`));
  expect(error.status).toBe(413);
  expect(error.message).toBe("The SQL has 1,048,609 characters. At most 1,048,576 are allowed.");
});

test("stops formatting that takes too long, and serves other requests meanwhile", async () => {
  const hasty = await startTestServer({ config: { limits: { ...server.app.config.limits, sqlParseTimeoutMs: 2000 } } });
  const threads = sqlThreadsOf(hasty.app);
  await threads.readerOf("mysql").inspect("SELECT 1");
  const nested = `SELECT ${"(".repeat(4000)}1${")".repeat(4000)}`;
  const heavy = runAsUser("one", () => refusal(threads.format(nested, "mysql")));
  const startMs = performance.now();
  for (let i = 0; i < 5; i++)
    await runAsUser("other", () => threads.readerOf("mysql").inspect(`SELECT ${i} FROM others`));
  expect(performance.now() - startMs).toBeLessThan(5000);
  expect((await heavy).message).toBe("Parsing this SQL took longer than 2 seconds. Shorten or simplify it.");
  await hasty.stop();
}, 60_000);

test("one user's SQL doesn't block another's in the slow thread", async () => {
  const order: string[] = [];
  const ask = (person: string, i: number) =>
    runAsUser(person, async () => {
      await readerFor("postgresql").inspect(`${LONG} LIMIT ${i}`);
      order.push(person);
    });
  await Promise.all([ask("many", 1), ask("many", 2), ask("many", 3), ask("few", 4)]);
  expect(order.indexOf("few")).toBeLessThan(2);
});

test("formatting a long script through the API doesn't block the server", async () => {
  const stretch = await longestStretch(async () => {
    const answer = await admin.post("/api/v1/sqllab/format_sql/", { sql: LONG.slice(0, 200_000) });
    expect(answer.status).toBe(200);
  });
  expect(stretch).toBeLessThan(100);
});

test("rejects SQL that takes too much memory, and the server keeps running", async () => {
  const { config } = server.app;
  const threadMb = casesOf(256, 1024);
  const small = await startTestServer({ config: { limits: config.limits, memory: { ...config.memory, threadMb } } });
  const user = await small.as("admin");
  for (const sql of [
    `SELECT 1 IN (${listOf(casesOf(10_000, 60_000))})`,
    `SELECT ${"CASE WHEN (".repeat(5000)}${"a,b".repeat(20_000)}`,
  ]) {
    const answer = await user.post<object>("/api/v1/sqllab/format_sql/", { sql });
    expect(answer.status).toBe(sql.includes("CASE") ? 400 : 200);
    if (answer.status === 400)
      expect(JSON.stringify(answer.body)).toContain(`more than ${threadMb.toLocaleString("en-US")} MB of memory`);
  }
  expect((await user.get("/health")).status).toBe(200);
  await small.stop();
}, 60_000);
