import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectVerifiedTls } from "../../testing/tls-front.ts";
import { recordTrino, replayTrino, type TrinoRecording, type TrinoReplay } from "../../testing/trino-recording.ts";
import { pass } from "../../testing/waits.ts";
import { conformance } from "../conformance/conformance.ts";
import type { ConformanceSetting } from "../conformance/setting.ts";
import type { Connection, RunProgress } from "../connector.ts";
import { readInstant, trinoConnector, trinoDialect, trinoServerOf } from "./trino.ts";

const url = process.env.TESSERA_TEST_TRINO_URL;
const isRecording = Boolean(process.env.TESSERA_TEST_TRINO_RECORD);
const isLive = Boolean(url) && !isRecording;
const testLive: typeof test | (() => void) = isLive ? test : () => undefined;
const LIVE_ONLY: readonly string[] = ["streams with limited memory", "finds literal substrings"];
const needsLive = (name: string) => LIVE_ONLY.includes(name);
const file = join(import.meta.dirname, "trino-recorded.json");
const recording: TrinoRecording =
  isRecording || url ? { version: "", statements: {} } : (JSON.parse(readFileSync(file, "utf8")) as TrinoRecording);

let standIn: TrinoReplay | undefined;
let connection: Connection;
const config = { uri: "", timeoutMs: 60_000 };

const ENDLESS = "SELECT count(*) FROM tpch.sf3000.lineitem WHERE comment = 'none'";

async function atServer(origin: string, sql: string): Promise<void> {
  const headers = { "X-Trino-User": "test", "X-Trino-Catalog": "memory", "X-Trino-Schema": "default" };
  let page = await (await fetch(`${origin}/v1/statement`, { method: "POST", headers, body: sql })).json();
  while (page.nextUri) page = await (await fetch(page.nextUri, { headers })).json();
  if (page.error) throw new Error(page.error.message);
}

beforeAll(async () => {
  if (url) {
    const { origin } = trinoServerOf({ uri: url, timeoutMs: 1 });
    for (const sql of [
      "DROP TABLE IF EXISTS conformance",
      "DROP VIEW IF EXISTS seen",
      "CREATE TABLE conformance (id INTEGER, label VARCHAR)",
      "INSERT INTO conformance VALUES (1, 'one'), (2, ''), (3, NULL)",
      "COMMENT ON TABLE conformance IS 'Kept'",
      "COMMENT ON COLUMN conformance.label IS 'Short name'",
      "CREATE VIEW seen AS SELECT id FROM conformance",
    ])
      await atServer(origin, sql);
    const { nodeVersion } = await (await fetch(`${origin}/v1/info`)).json();
    if (isRecording) {
      recording.version = nodeVersion.version;
      standIn = await recordTrino(origin, recording);
    }
  } else standIn = await replayTrino(recording);
  const host = standIn ? `test@${new URL(standIn.url).host}` : new URL(url?.replace("trino:", "http:") ?? "").host;
  config.uri = `trino://${host}/memory/default`;
  connection = await trinoConnector.connect(config);
  // So that the recording has the statement's pages, whenever it is stopped.
  if (isRecording) await connection.run(ENDLESS, { timeoutMs: 4000 }).catch(() => undefined);
});

afterAll(async () => {
  await connection?.close();
  if (isRecording) {
    await pass(1000, "another process counts the time");
    writeFileSync(file, `${JSON.stringify(recording, null, 1)}\n`);
  }
  standIn?.close();
});

async function running(text: string): Promise<number> {
  const [marker = ""] = /\/\* conformance .*$/.exec(text) ?? [];
  return Number(
    await scalar(
      `(SELECT count(*) FROM system.runtime.queries WHERE query LIKE '%${marker}' AND state IN ('QUEUED', 'PLANNING', 'STARTING', 'RUNNING'))`,
    ),
  );
}

const setting = (): ConformanceSetting => ({
  connector: trinoConnector,
  config,
  connection,
  ...(isLive ? { running } : {}),
  series: (count) => `(SELECT orderkey AS n FROM tpch.sf1.lineitem LIMIT ${isLive ? count : Math.min(count, 1000)})`,
  wideText: "rpad(CAST(s.n AS VARCHAR), 1000, 'x')",
  view: "seen",
  keyed: {
    table: "conformance",
    columns: ["id", "label: Short name"],
    details: { comment: "Kept", primaryKey: null, foreignKeys: [], indexes: [] },
  },
  unreachable: [
    { uri: "trino://me:secret@127.0.0.1:1/memory?protocol=http", error: "CONNECTION_PORT_CLOSED_ERROR" },
    { uri: "trino://me:secret@no-such-host.invalid/memory", error: "CONNECTION_INVALID_HOSTNAME_ERROR" },
  ],
  writes: [
    "INSERT INTO conformance VALUES (4, 'four')",
    "CREATE TABLE made (id INTEGER)",
    "DROP TABLE conformance",
    "CALL system.runtime.kill_query(query_id => 'x', message => 'y')",
  ],
  unlocks: ["COMMIT", "START TRANSACTION READ WRITE"],
  table: "conformance",
  schema: "default",
  endless: ENDLESS,
  values: {
    bigInteger: "BIGINT '9007199254740993'",
    decimal: "DECIMAL '1234.50'",
    notANumber: "nan()",
    infinity: "-infinity()",
    date: "DATE '1969-07-20'",
    timestamp: "TIMESTAMP '2024-02-29 23:59:58.123'",
    boolean: "TRUE",
    nested: "ARRAY[1, 2]",
  },
  refusedExpressions: [],
  refusedStatements: ["CALL system.runtime.kill_query('x')", "SET SESSION query_max_run_time = '1d'", "USE tpch.tiny"],
});

const scalar = async (sql: string) => (await connection.run(`SELECT ${sql} AS v`)).columns[0]?.values[0];

describe(url ? "on a real Trino" : `on what was recorded from a real Trino ${recording.version}`, {
  timeout: 60_000,
}, () => {
  for (const { name, run } of conformance.filter((one) => isLive || !needsLive(one.name))) {
    test(name, () => run(setting()));
  }

  test("reads every type without loss", async () => {
    const { columns } = await connection.run(`SELECT BIGINT '-9223372036854775808' a, CAST(NULL AS BIGINT) b,
      DATE '0001-01-01' c, TIMESTAMP '1969-12-31 23:59:59.999999' d, TIMESTAMP '2024-03-31 03:30:00 Europe/Berlin' e,
      MAP(ARRAY['a'], ARRAY[9007199254740993]) f, CAST(ROW(1, 'y') AS ROW(n INTEGER, t VARCHAR)) g, X'C3A9' h, NULL i,
      REAL '0.5' j, JSON '{"a":1}' k, UUID '12151fd2-7586-11e9-8f9e-2a86e4085a59' l, TIMESTAMP '2024-02-29 12:00:00 +02:00' m`);
    expect(columns.map(({ name, kind, values }) => [name, kind, values[0]])).toEqual([
      ["a", "numeric", -9223372036854775808n],
      ["b", "numeric", null],
      ["c", "temporal", Date.parse("0001-01-01T00:00:00Z")],
      ["d", "temporal", -1],
      ["e", "temporal", Date.UTC(2024, 2, 31, 1, 30)],
      ["f", "text", '{"a":9007199254740993}'],
      ["g", "text", '[1,"y"]'],
      ["h", "text", "é"],
      ["i", "text", null],
      ["j", "numeric", 0.5],
      ["k", "text", '{"a":1}'],
      ["l", "text", "12151fd2-7586-11e9-8f9e-2a86e4085a59"],
      ["m", "temporal", Date.UTC(2024, 1, 29, 10)],
    ]);
  });

  test("grains support microseconds, zones and texts", async () => {
    const { PT1S, PT1H, P1D } = trinoDialect.timeGrains;
    expect(await scalar(`${PT1S?.("TIMESTAMP '2024-05-15 13:47:38.999999'")}`)).toBe(Date.UTC(2024, 4, 15, 13, 47, 38));
    expect(await scalar(`${PT1H?.("TIMESTAMP '2024-05-15 13:47:38.5 UTC'")}`)).toBe(Date.UTC(2024, 4, 15, 13));
    expect(await scalar(`${P1D?.("'2024-05-15 13:47:38'")}`)).toBe(Date.UTC(2024, 4, 15));
  });

  testLive("a grain's period holds the moment, and starts where it starts", async () => {
    const grains = Object.entries(trinoDialect.timeGrains).filter(([name]) => !name.startsWith("P1W/"));
    const moments = fc.integer({ min: Date.UTC(1910, 0, 1), max: Date.UTC(2060, 0, 1) });
    await fc.assert(
      fc.asyncProperty(moments, async (ms) => {
        const at = trinoDialect.temporalLiteral(ms, "timestamp");
        const starts = grains.flatMap(([, write]) => [write(at), write(write(at))]);
        const { columns } = await connection.run(`SELECT ${starts.map((sql, i) => `${sql} AS c${i}`).join(", ")}`);
        grains.forEach(([name], i) => {
          const [start, again] = [columns[2 * i]?.values[0], columns[2 * i + 1]?.values[0]];
          expect([name, ms, Number(start) <= ms, again]).toEqual([name, ms, true, start]);
        });
      }),
      { numRuns: 10 },
    );
  });

  test("texts, names, timestamps and epochs round-trip", async () => {
    for (const text of ["it's", 'a"b', "a\\b%_", "--;\n/*", "é😀{x}?"]) {
      const { columns } = await connection.run(
        `SELECT ${trinoDialect.quoteText(text)} AS ${trinoDialect.quoteIdentifier(text)}`,
      );
      expect([columns[0]?.name, columns[0]?.values[0]]).toEqual([text, text]);
    }
    for (const ms of [Date.UTC(2024, 1, 29, 23, 59, 58, 123), Date.UTC(1890, 5, 1, 1, 2, 3)])
      expect(await scalar(trinoDialect.temporalLiteral(ms, "timestamp"))).toBe(ms);
    expect(await scalar(trinoDialect.temporalLiteral(Date.UTC(1969, 6, 20), "date"))).toBe(Date.UTC(1969, 6, 20));
    expect(await scalar(trinoDialect.epochToTimestamp("1709251199", "s"))).toBe(1_709_251_199_000);
    expect(await scalar(trinoDialect.epochToTimestamp("1709251199123", "ms"))).toBe(1_709_251_199_123);
    expect(await scalar(trinoDialect.epochToTimestamp("-1", "ms"))).toBe(-1);
  });

  test.each([
    ["CREATE TABLE made AS SELECT 1 AS a", "Cannot execute write in a read-only transaction"],
    ["INSERT INTO conformance VALUES (4, '')", "Cannot execute write in a read-only transaction"],
    ["DROP TABLE conformance", "Cannot execute write in a read-only transaction"],
  ])("the session rejects %s", async (sql, message) => {
    await expect(connection.run(sql)).rejects.toThrow(message);
  });

  test.each([
    ["SELECT nope FROM conformance", "COLUMN_DOES_NOT_EXIST_ERROR", { line: 1, column: 8, invalid: ["nope"] }],
    ["SELECT * FROM nowhere", "TABLE_DOES_NOT_EXIST_ERROR", { line: 1, column: 15 }],
    ["SELECT * FROM nowhere.t", "SCHEMA_DOES_NOT_EXIST_ERROR", { line: 1, column: 15 }],
    ["SELECT * FROM nowhere.x.t", "SCHEMA_DOES_NOT_EXIST_ERROR", { line: 1, column: 15 }],
    ["SELECT 1\n  FROM FROM", "SYNTAX_ERROR", { line: 2, column: 8 }],
    ["SELECT CAST('x' AS INTEGER)", "GENERIC_DB_ENGINE_ERROR", {}],
    ["SELECT 1 / (id - id) FROM conformance", "GENERIC_DB_ENGINE_ERROR", {}],
  ])("%s is a %s", async (sql, error_type, extra) => {
    const error = { error_type, extra: { sql, engine_name: "Trino", ...extra } };
    await expect(connection.run(sql)).rejects.toMatchObject({ body: { errors: [error] } });
  });

  test("lists catalogs, views beside tables, and columns with their types", async () => {
    expect(await connection.catalogs()).toEqual(["memory", "system", "tpch"]);
    expect(await connection.schemas("tpch")).toContain("tiny");
    expect(await connection.tables("default")).toEqual([
      { name: "conformance", kind: "table" },
      { name: "seen", kind: "view" },
    ]);
    expect(await connection.columns("nation", "tiny", "tpch")).toEqual([
      { name: "nationkey", type: "bigint" },
      { name: "name", type: "varchar(25)" },
      { name: "regionkey", type: "bigint" },
      { name: "comment", type: "varchar(152)" },
    ]);
    expect(await connection.describe("SELECT 1 AS a, 'x' AS a, 2.5 AS b ;")).toEqual([
      { name: "a", type: "integer" },
      { name: "b", type: "decimal(2,1)" },
    ]);
  });

  test("verifies the server against the given certificate", async () => {
    const { port } = new URL(config.uri.replace("trino:", "http:"));
    await expectVerifiedTls(
      trinoConnector,
      Number(port),
      (host) => `trino://test@${host}/memory/default?protocol=https`,
    );
  });

  testLive("a large answer comes in batches, whole", async () => {
    let [rows, batches] = [0, 0];
    for await (const batch of connection.stream("SELECT * FROM tpch.tiny.lineitem")) {
      rows += batch.rows;
      batches += 1;
    }
    expect([rows, batches > 3]).toEqual([60_175, true]);
  });
});

test.each([
  ["trino://me@host/hive/web", "http://host:8080", null, "hive", "web"],
  ["trino://me:p%40ss@host:8443/hive", "https://host:8443", `Basic ${btoa("me:p@ss")}`, "hive", null],
  ["trino://host:443", "https://host:443", null, null, null],
  ["trino+rest://host?access_token=t.o.k", "https://host:443", "Bearer t.o.k", null, null],
  ["trino://me:p@host?protocol=http", "http://host:8080", `Basic ${btoa("me:p")}`, null, null],
])("reads the address %s", (uri, origin, authorization, catalog, schema) => {
  expect(trinoServerOf({ uri, timeoutMs: 1 })).toMatchObject({ origin, authorization, catalog, schema });
});

test("reports progress and the server's page", async () => {
  const page = (progressPercentage: number | undefined, infoUri: string, rest: object = {}) =>
    JSON.stringify({ infoUri, stats: { state: "RUNNING", progressPercentage }, ...rest });
  const shown = "https://trino.example/ui/query.html?1";
  const server = await replayTrino({
    version: "stand-in",
    statements: {
      "START TRANSACTION READ ONLY": [{ transaction: "one", body: '{"columns":[]}', more: false }],
      "SELECT 1 AS a": [
        { body: page(undefined, shown), more: true },
        { body: page(37.5, "javascript:alert(1)"), more: true },
        { body: page(100, shown, { columns: [{ name: "a", type: "integer" }], data: [[1]] }), more: false },
      ],
    },
  });
  const own = await trinoConnector.connect({ uri: `trino://me@${new URL(server.url).host}`, timeoutMs: 5000 });
  const progress: RunProgress[] = [];
  expect((await own.run("SELECT 1 AS a", { onProgress: (one) => progress.push(one) })).rows).toBe(1);
  expect(progress).toEqual([
    { percent: null, trackingUrl: shown },
    { percent: 37.5, trackingUrl: null },
    { percent: 100, trackingUrl: shown },
  ]);
  await own.close();
  server.close();
});

test("addresses can contain session properties, and need a host", () => {
  expect(trinoServerOf({ uri: "trino://host?session.query_priority=5&protocol=https", timeoutMs: 1 })).toMatchObject({
    session: { query_priority: "5" },
    origin: "https://host:443",
  });
  expect(() => trinoServerOf({ uri: "trino://:8080/hive", timeoutMs: 1 })).toThrow("missing: host");
});

test.each([
  ["2024-10-27 01:30:00.000 Europe/Berlin", "2024-10-26T23:30:00Z"],
  ["2024-10-27 03:30:00.000 Europe/Berlin", "2024-10-27T02:30:00Z"],
  ["2024-03-10 01:59:59.999 America/New_York", "2024-03-10T06:59:59.999Z"],
  ["1960-01-01 00:00:00.001 UTC", "1960-01-01T00:00:00.001Z"],
  ["2024-01-01 00:00:00 -05:30", "2024-01-01T05:30:00Z"],
])("reads %s as %s", (text, instant) => {
  expect(readInstant(text)).toBe(Date.parse(instant));
});
