import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { connect, createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { DuckDBInstance } from "@duckdb/node-api";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freePort, type Service, startPostgres } from "../../../../scripts/services.ts";
import { type SlowReason, slowReasons } from "../../../model/slow-reasons.ts";
import { NO_TIME, type ServerTiming, type TileProfile } from "../../../model/tile-profile.ts";
import { casesOf, FULL_SIZE, isSampled } from "../../../testing/full-size.ts";
import { startTestServer, type TestClient, type TestServer } from "../../../testing/server.ts";
import { addDatabase } from "../../../testing/sql-lab.ts";
import { until } from "../../../testing/waits.ts";

/** Seeds what makes charts slow on real engines. Causes in the browser are in `e2e/profile.test.ts`. */

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;
const folder = mkdtempSync(join(tmpdir(), "tessera-causes-"));
let server: TestServer;
let admin: TestClient;
let postgres: string;
let stopPostgres = async () => {};
let lock: Client;
let far: Server;
const databases: Record<string, number> = {};
const closing: Socket[] = [];
const DELAY_MS = 150;

beforeAll(async () => {
  postgres = await ownDatabase();
  server = await startTestServer();
  admin = await server.as("admin");
  const add = (name: string, sqlalchemy_uri: string, more: object = {}) =>
    addDatabase(server.app, { database_name: name, sqlalchemy_uri, ...more });
  await Promise.all([fillDuckdb(), fillPostgres()]);
  fillSqlite();
  databases.duckdb = await add("duck", "duckdb:///causes.duckdb");
  databases.sqlite = await add("lite", "sqlite:///causes.db");
  databases.postgres = await add("post", postgres.replace("postgres:", "postgresql:"));
  databases.far = await add("far", await farAddress());
}, 120_000);
afterAll(async () => {
  for (const socket of closing) socket.destroy();
  far?.close();
  await lock?.end();
  await server?.stop();
  await stopPostgres();
  rmSync(folder, { recursive: true, force: true });
});

/** On the server of all tests, if there is one. */
async function ownDatabase(): Promise<string> {
  let shared = process.env.TESSERA_TEST_POSTGRES_URL;
  if (shared === undefined) {
    const started: Service | string = await startPostgres(folder);
    if (typeof started === "string") throw new Error(started);
    ({ url: shared, stop: stopPostgres } = started);
  }
  const name = `causes_${randomUUID().replaceAll("-", "")}`;
  const client = new Client({ connectionString: shared });
  await client.connect();
  await client.query(`CREATE DATABASE ${name}`);
  const stopServer = stopPostgres;
  stopPostgres = async () => {
    await client.query(`DROP DATABASE ${name} WITH (FORCE)`);
    await client.end();
    await stopServer();
  };
  const address = new URL(shared);
  address.pathname = `/${name}`;
  return address.href;
}

async function fillDuckdb(): Promise<void> {
  const instance = await DuckDBInstance.create(join(server.app.config.home, "causes.duckdb"));
  const connection = await instance.connect();
  await connection.run(`CREATE TABLE events AS SELECT range AS id, 'place ' || (range * 7919 % 1000) AS place,
    md5(range::TEXT) AS code, range % 97 AS n, DATE '2020-01-01' + (range % 1000)::INT AS day FROM range(${casesOf(2_000_000, 4_000_000)})`);
  await connection.run("CREATE TABLE bands AS SELECT range * 300 AS low, range * 300 + 299 AS high FROM range(3000)");
  connection.closeSync();
  instance.closeSync();
}

function fillSqlite(): void {
  const file = new DatabaseSync(join(server.app.config.home, "causes.db"));
  file.exec(`CREATE TABLE events (id INTEGER PRIMARY KEY, place TEXT, code TEXT, n INTEGER);
    WITH RECURSIVE x(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM x WHERE i < 1000000)
    INSERT INTO events SELECT i, 'place ' || (i * 7919 % 1000), 'code ' || hex(i * 2654435761), i % 97 FROM x;
    CREATE TABLE bands AS SELECT id * 3 AS low, id * 3 + 2 AS high FROM events WHERE id <= 4000`);
  file.close();
}

async function fillPostgres(): Promise<void> {
  lock = new Client({ connectionString: postgres });
  await lock.connect();
  await lock.query(`CREATE TABLE events AS SELECT i AS id, 'place ' || (i * 7919 % 1000) AS place, md5(i::text) AS code,
    i % 97 AS n, repeat('x', 100) AS wide FROM generate_series(1::bigint, 600000) i`);
  await lock.query("CREATE TABLE bands AS SELECT i * 3 AS low, i * 3 + 2 AS high FROM generate_series(1, 4000) i");
  await lock.query("CREATE TABLE small AS SELECT 1 AS n, 'Oslo' AS place");
  await lock.query("ANALYZE");
}

/** The database behind a network where each message takes long. */
async function farAddress(): Promise<string> {
  const near = new URL(postgres);
  far = createServer((socket) => {
    const behind = connect(Number(near.port), near.hostname);
    closing.push(socket, behind);
    const pass = (from: Socket, to: Socket) =>
      from.on("data", (data) => AbortSignal.timeout(DELAY_MS).addEventListener("abort", () => to.write(data)));
    pass(socket, behind);
    pass(behind, socket);
    for (const one of [socket, behind]) one.on("error", () => undefined);
    socket.on("close", () => behind.destroy());
  });
  const port = await freePort();
  await new Promise<void>((resolve) => far.listen(port, "127.0.0.1", resolve));
  const address = new URL(postgres.replace("postgres:", "postgresql:"));
  address.hostname = "127.0.0.1";
  address.port = String(port);
  return address.href;
}

interface Seed {
  database: "duckdb" | "sqlite" | "postgres" | "far";
  /** A table, or the SQL of a virtual dataset. */
  from: string;
  query: Record<string, unknown>;
  context?: Record<string, unknown>;
  dataset?: Record<string, unknown>;
}

let count = 0;

async function contextOf({ database, from, query, context, dataset }: Seed): Promise<object> {
  count += 1;
  const isTable = /^\w+$/.test(from);
  const schema = database === "duckdb" || database === "sqlite" ? "main" : "public";
  const source = isTable
    ? { table_name: `cause ${count}`, sql: `SELECT * FROM ${from}` }
    : { table_name: `cause ${count}`, sql: from };
  const created = await admin.post<Json>("/api/v1/dataset/", { database: databases[database], schema, ...source });
  expect([created.status, created.body.message ?? ""]).toEqual([201, ""]);
  if (dataset) expect((await admin.put(`/api/v1/dataset/${created.body.id}`, dataset)).status).toBe(200);
  return {
    datasource: { id: created.body.id, type: "table" },
    queries: [{ columns: [], metrics: ["count"], row_limit: 5000, ...query }],
    result_type: "full",
    result_format: "json",
    ...context,
  };
}

interface Line {
  status: number;
  body: { result: { sql_rowcount: number; colnames: string[] }[] };
  timing: ServerTiming;
}

async function ask(context: object): Promise<{ line: Line; bytes: number; wallMs: number }> {
  const startMs = performance.now();
  const answer = await admin.fetch("/api/v1/chart/data/batch", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ timing: true, requests: [{ key: "a", context }] }),
  });
  const text = await answer.text();
  const line = JSON.parse(text) as Line;
  expect([line.status, line.status === 200 ? "" : line.body]).toEqual([200, ""]);
  return { line, bytes: text.length, wallMs: performance.now() - startMs };
}

/** As the page makes it, without a browser's parts. */
async function profileOf(context: Json): Promise<TileProfile> {
  const { line, bytes, wallMs } = await ask(context);
  const { plan, queue, engine, encode, ...timing } = line.timing;
  const explained = await admin.post<Json>("/api/v1/chart/data/explain", { context });
  expect(explained.status).toBe(200);
  const [result] = line.body.result;
  const rows = result?.sql_rowcount ?? 0;
  const wire = Math.max(0, wallMs - plan - queue - engine - encode);
  return {
    chartId: 1,
    wallMs,
    phases: { ...NO_TIME, plan, queue, engine, encode, wire },
    server: timing,
    busyMs: 0,
    codeMs: 0,
    rows,
    cells: rows * (result?.colnames.length ?? 0),
    bytes,
    isCut: rows >= context.queries[0].row_limit,
    isGrouped: context.queries[0].columns.length > 0 && context.queries[0].metrics.length > 0,
    isFirst: false,
    awaitsFilter: false,
    hasFailed: false,
    explained: explained.body.facts,
  };
}

const SLOW_MS = 200;

/** On a quick machine, as over more rows. */
function slowed(profile: TileProfile): TileProfile {
  const factor = Math.max(1, SLOW_MS / profile.wallMs);
  const phases = Object.entries(profile.phases).map(([phase, ms]) => [phase, ms * factor]);
  const { server } = profile;
  return {
    ...profile,
    wallMs: profile.wallMs * factor,
    phases: Object.fromEntries(phases),
    server: server && { ...server, templates: server.templates * factor, processing: server.processing * factor },
  };
}

const sum = (column: string) => ({
  expressionType: "SQL",
  sqlExpression: `SUM(LENGTH(${column}))`,
  label: `sum of ${column}`,
});
const HEAVY = [sum("code"), sum("place"), "count"];

const CAUSES: [string, SlowReason, Seed][] = [
  [
    "DuckDB: a full scan",
    "full_scan",
    { database: "duckdb", from: "events", query: { columns: ["place"], metrics: HEAVY } },
  ],
  [
    "DuckDB: many groups",
    "many_groups",
    { database: "duckdb", from: "events", query: { columns: ["code"], metrics: HEAVY } },
  ],
  [
    "DuckDB: a join by ranges",
    "nested_join",
    {
      database: "duckdb",
      from: "SELECT e.n, b.low FROM events e JOIN bands b ON e.id % 9000 + e.n * 2 > b.low + b.high % 7 WHERE e.id < 200000",
      query: { columns: ["n"] },
    },
  ],
  [
    "DuckDB: the cache is off",
    "cache_off",
    {
      database: "duckdb",
      from: "events",
      query: { columns: ["place"], metrics: HEAVY },
      context: { custom_cache_timeout: -1 },
    },
  ],
  [
    "DuckDB: the query changes with time",
    "cache_changing",
    {
      database: "duckdb",
      from: "SELECT * FROM events {% if to_dttm %}WHERE day < '{{ to_dttm }}'{% endif %}",
      query: { columns: ["place"], metrics: HEAVY, granularity: "day", time_range: "2001-01-01 : now" },
    },
  ],
  [
    "DuckDB: comparisons run many statements",
    "many_statements",
    {
      database: "duckdb",
      from: "events",
      query: {
        columns: ["day"],
        metrics: HEAVY,
        granularity: "day",
        filters: [{ col: "day", op: "TEMPORAL_RANGE", val: "2021-01-01 : 2021-12-31" }],
        time_offsets: ["1 week ago", "2 weeks ago", "3 weeks ago", "4 weeks ago", "5 weeks ago"],
      },
    },
  ],
  ["SQLite: a full scan", "full_scan", { database: "sqlite", from: "events", query: { columns: ["place"] } }],
  [
    "SQLite: a missing index",
    "index_missing",
    {
      database: "sqlite",
      from: "events",
      query: {
        metrics: HEAVY,
        filters: [
          { col: "code", op: "==", val: "code 12" },
          { col: "place", op: "LIKE", val: "place 1%" },
        ],
      },
    },
  ],
  [
    "SQLite: a join without an index",
    "nested_join",
    { database: "sqlite", from: "SELECT a.low, b.high FROM bands a JOIN bands b ON a.low < b.high", query: {} },
  ],
  [
    "SQLite: many groups",
    "many_groups",
    { database: "sqlite", from: "events", query: { columns: ["code"], row_limit: 5000 } },
  ],
  [
    "SQLite: much data",
    "much_data",
    {
      database: "sqlite",
      from: "events",
      query: { columns: ["id", "place", "code", "n"], metrics: [], row_limit: 60_000 },
    },
  ],
  [
    "PostgreSQL: a full scan",
    "full_scan",
    { database: "postgres", from: "events", query: { columns: ["place"], metrics: HEAVY } },
  ],
  [
    "PostgreSQL: a missing index",
    "index_missing",
    {
      database: "postgres",
      from: "events",
      query: { metrics: HEAVY, filters: [{ col: "code", op: "LIKE", val: "%abcdef%" }] },
    },
  ],
  [
    "PostgreSQL: a join by ranges",
    "nested_join",
    { database: "postgres", from: "SELECT a.low, b.high FROM bands a JOIN bands b ON a.low < b.high", query: {} },
  ],
  [
    "PostgreSQL: many groups",
    "many_groups",
    { database: "postgres", from: "events", query: { columns: ["code"], metrics: HEAVY } },
  ],
  ["PostgreSQL: far away", "remote", { database: "far", from: "small", query: { columns: ["place"] } }],
  [
    "the cache is short",
    "cache_short",
    {
      database: "sqlite",
      from: "events",
      query: { columns: ["place"], metrics: HEAVY },
      dataset: { cache_timeout: 20 },
    },
  ],
  [
    "a refresh ignores the cache",
    "cache_bypassed",
    { database: "sqlite", from: "events", query: { columns: ["place"], metrics: HEAVY }, context: { force: true } },
  ],
  [
    "results weren't cached",
    "not_cached",
    { database: "sqlite", from: "events", query: { columns: ["n"], metrics: HEAVY } },
  ],
  [
    "the row limit cuts results",
    "row_limit",
    { database: "sqlite", from: "events", query: { columns: ["place"], metrics: HEAVY, row_limit: 1000 } },
  ],
  [
    "a forecast",
    "processing",
    {
      database: "sqlite",
      from: "SELECT date('2020-01-01', '+' || id || ' days') AS day, n FROM events WHERE id <= 700",
      query: {
        columns: ["day"],
        metrics: ["count"],
        row_limit: 5000,
        post_processing: [
          { operation: "pivot", options: { index: ["day"], columns: [], aggregates: { count: { operator: "mean" } } } },
          {
            operation: "prophet",
            options: { time_grain: "P1D", periods: 300, confidence_interval: 0.8, index: "day" },
          },
        ],
      },
    },
  ],
  [
    "a long query to prepare",
    "planning",
    {
      database: "sqlite",
      from: `SELECT n, place FROM events WHERE id <= 3 AND n IN (${Array.from({ length: 20_000 }, (_, i) => i).join(", ")})`,
      query: { columns: ["n"] },
    },
  ],
];

/** Remarks beside the cause of the time. */
const REMARKS: readonly SlowReason[] = ["cache_short", "cache_bypassed", "not_cached", "row_limit"];

describe("names the cause of a slow chart", () => {
  test.each(CAUSES.filter((_, at) => isSampled(at, 6)))(
    "%s",
    async (_, cause, seed) => {
      const profile = slowed(await profileOf(await contextOf(seed)));
      const reasons = slowReasons(profile).map(({ reason }) => reason);
      // Beside other tests, another part may take longer than the seeded one.
      if (!FULL_SIZE) return expect(reasons).toContain(cause);
      const found = REMARKS.includes(cause) ? reasons.find((one) => one === cause) : reasons[0];
      expect([found, { ...profile, reasons }]).toEqual([cause, expect.anything()]);
    },
    120_000,
  );

  test("PostgreSQL: a lock", async () => {
    const context = await contextOf({ database: "postgres", from: "small", query: { columns: ["place"] } });
    await lock.query("BEGIN; LOCK TABLE small IN ACCESS EXCLUSIVE MODE");
    const startMs = performance.now();
    const asked = ask(context);
    await until(async () => {
      const { rows } = await lock.query(
        "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()",
      );
      return rows.length > 0 && performance.now() - startMs > 600;
    });
    await lock.query("COMMIT");
    const { line, wallMs } = await asked;
    const { plan, queue, engine, encode, ...timing } = line.timing;
    const idle = await profileOf({ ...context, force: true });
    const profile = { ...idle, wallMs, phases: { ...NO_TIME, plan, queue, engine, encode }, server: timing };
    expect(slowReasons(profile)[0]?.reason).toBe("database_busy");
  });

  test("PostgreSQL: other queries run first", async () => {
    const contexts = await Promise.all(
      [0, 1, 2, 3, 4, 5].map((i) =>
        contextOf({
          database: "postgres",
          from: `SELECT a.low FROM bands a JOIN bands b ON a.low < b.high + ${i}`,
          query: {},
        }),
      ),
    );
    const profiles = await Promise.all(contexts.map(profileOf));
    const waited = ({ phases, wallMs }: TileProfile) => phases.queue / wallMs;
    const last = profiles.toSorted((a, b) => waited(b) - waited(a))[0];
    expect(last && slowReasons(last)[0]?.reason).toBe("queue");
  });

  test("is silent about a cached chart", async () => {
    const context = await contextOf({ database: "sqlite", from: "bands", query: { columns: ["low"], row_limit: 5 } });
    await ask(context);
    const { line } = await ask(context);
    expect(line.timing).toMatchObject({ cache: "hit", statements: 0, engine: 0, queue: 0 });
  });
});

test("the parts of the server add up to its time", async () => {
  const context = await contextOf({
    database: "duckdb",
    from: "events",
    query: { columns: ["place"], metrics: HEAVY },
  });
  const { line, wallMs } = await ask(context);
  const { plan, queue, engine, encode } = line.timing;
  const parts = plan + queue + engine + encode;
  expect(parts).toBeLessThanOrEqual(wallMs);
  expect(parts).toBeGreaterThan(wallMs * 0.9);
  const single = await admin.post("/api/v1/chart/data", { ...context, force: true });
  expect(single.headers.get("server-timing")).toMatch(
    /^plan;dur=[\d.]+, queue;dur=[\d.]+, engine;dur=[1-9][\d.]+, encode;dur=[\d.]+$/,
  );
  expect((await admin.get("/api/v1/me/")).headers.get("server-timing")).toMatch(/^total;dur=[\d.]+$/);
});
