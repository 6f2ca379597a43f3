import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chartDataOf } from "../../api/chart-data/index.ts";
import { WITH_ARROW } from "../../model/arrow-rows.ts";
import { parseExact } from "../../model/json-text.ts";
import { type ChartDataResponse, type ChartDataResult, QueryContext } from "../../model/query-context.ts";
import { sampleOf } from "../../testing/full-size.ts";
import { registerTable } from "../../testing/sample-data.ts";
import { startTestServer, type TestClient, type TestServer } from "../../testing/server.ts";
import { addDatabase } from "../../testing/sql-lab.ts";
import { groupNames, readBody } from "./answer-body.ts";
import { readFrames } from "./coordinator.ts";

let server: TestServer;
let admin: TestClient;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.as("admin");
});
afterAll(() => server.stop());

const ROWS = 2500;

const DUCKDB = `SELECT i, CASE WHEN i % 7 > 0 THEN 9007199254740000 + i END AS "big", i - 40::HUGEINT AS "huge",
  (170141183460469231731687303715884105727 - i)::HUGEINT AS "hugest", (18446744073709551615 - i)::UBIGINT AS "unsigned",
  (i / 8 - 3)::DECIMAL(12, 4) AS "price", (i * 12345678901234567.123456789)::DECIMAL(38, 9) AS "exact",
  sin(i) AS "rough", CASE i % 6 WHEN 0 THEN 'NaN' WHEN 1 THEN 'Infinity' WHEN 2 THEN '-Infinity' WHEN 3 THEN -0.0 ELSE 1e300 END::DOUBLE AS "edges",
  (i / 3)::FLOAT AS "float", 5e-324 * i AS "tiny", round(i * 0.01, 2) AS "cents", i % 2 = 0 AS "even",
  CASE WHEN i % 3 > 0 THEN i % 2 = 0 END AS "maybe", DATE '1969-12-01' + i::INT AS "day",
  TIMESTAMP '2020-01-01 00:00:00.123456' + INTERVAL (i) SECOND AS "micro", TIMESTAMPTZ '1900-01-01 00:00:00+01' AS "zoned",
  TIMESTAMP_NS '2020-01-01 00:00:00.123456789' AS "nano", TIME '10:00:00' AS "time", INTERVAL (i) DAY AS "span",
  'name ' || (i % 5) AS "name", CASE WHEN i % 9 > 0 THEN repeat('é🦆"\\\n', i % 4) END AS "odd",
  chr(65279) || i AS "mark", '{"a": 1}'::JSON AS "doc", [i, NULL] AS "list", {'a': i} AS "struct", uuid() AS "uuid",
  ENCODE('x') AS "bytes", NULL AS "none", i AS "__proto__", i AS "2020", i AS "a, b" FROM range(${ROWS}) AS t(i)`;

const POSTGRESQL = `SELECT i, CASE WHEN i % 7 > 0 THEN 9007199254740000 + i END AS "big", (i / 8.0 - 3)::NUMERIC(12, 4) AS "price",
  i * 12345678901234567.123456789 AS "exact", 1.50 AS "padded", sin(i) AS "rough", 9223372036854775807 - i::BIGINT AS "far",
  (ARRAY['NaN', 'Infinity', '-Infinity', '-0', '1e300'])[i % 5 + 1]::DOUBLE PRECISION AS "edges", 'NaN'::NUMERIC AS "nan",
  (i / 3.0)::REAL AS "float", i % 2 = 0 AS "even", DATE '1969-12-01' + i AS "day",
  TIMESTAMP '2020-01-01 00:00:00.123456' + i * INTERVAL '1 second' AS "micro",
  TIMESTAMPTZ '2020-01-01 00:00:00.5+01' AS "zoned", TIME '10:00:00.25' AS "time", i * INTERVAL '1 day' AS "span",
  'name ' || (i % 5) AS "name", CASE WHEN i % 9 > 0 THEN repeat(E'é🦆"\\\\\n', i % 4) END AS "odd", chr(65279) || i AS "mark",
  '{"a": 1}'::JSONB AS "doc", ARRAY[i, NULL] AS "list", gen_random_uuid() AS "uuid", 'x'::BYTEA AS "bytes",
  12.5::MONEY AS "money", i AS "__proto__", i AS "2020", i AS "a, b" FROM generate_series(0, ${ROWS - 1}) AS t(i)`;

function sqliteFile(): string {
  const path = join(server.app.config.home, "odd.sqlite");
  const database = new DatabaseSync(path);
  database.exec(`CREATE TABLE source (i INTEGER, big BIGINT, price DECIMAL(12, 4), mixed NUMERIC, rough DOUBLE,
    even BOOLEAN, day DATE, moment TIMESTAMP, name TEXT, odd TEXT, bytes BLOB, "__proto__" INTEGER);
    WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${ROWS - 1})
    INSERT INTO source SELECT i, 9007199254740000 + i, i / 8.0,
      CASE i % 4 WHEN 0 THEN 'a text' WHEN 1 THEN 1.5 WHEN 2 THEN 9223372036854775807 END,
      CASE i % 5 WHEN 0 THEN 9e999 WHEN 1 THEN -9e999 WHEN 2 THEN -0.0 ELSE i / 3.0 END, i % 2, date('1969-12-01', i || ' days'),
      strftime('%Y-%m-%d %H:%M:%f', '2020-01-01', i || ' seconds', '0.123 seconds'), 'name ' || (i % 5),
      CASE WHEN i % 9 > 0 THEN 'é🦆"\\' || char(10, 65279) || i END, x'ff00', i FROM n;`);
  database.close();
  return path;
}

const POSTGRES = process.env.TESSERA_TEST_POSTGRES_URL;
const ENGINES: readonly (readonly [engine: string, uri: () => string, sql: () => string])[] = [
  ["DuckDB", () => "duckdb:///:memory:", () => DUCKDB],
  ["SQLite", () => `sqlite:///${sqliteFile()}`, () => "SELECT * FROM source"],
  ...(POSTGRES === undefined
    ? []
    : [["PostgreSQL", () => POSTGRES.replace("postgres:", "postgresql:"), () => POSTGRESQL] as const]),
];

async function datasetOf([engine, uri, sql]: (typeof ENGINES)[number]): Promise<number> {
  const database = await addDatabase(server.app, { database_name: engine, sqlalchemy_uri: uri() });
  return registerTable(server.app, database, { name: engine, time: null, sql: sql() });
}

function ask(path: string, body: object, accept?: string): Promise<Response> {
  const headers = { "content-type": "application/json", ...(accept ? { accept } : {}) };
  return admin.fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
}

const post = (body: object, accept?: string) => ask("/api/v1/chart/data", body, accept);
const bytesOf = async (response: Response) => new Uint8Array(await response.arrayBuffer());
const readAs = async (bytes: Uint8Array<ArrayBuffer>, isLossless: boolean) =>
  ((await readBody(bytes, { isLossless })) as ChartDataResponse).result;

/** What differs between any two answers. */
function comparable({ queried_dttm, cached_dttm, is_cached, indexnames, ...result }: ChartDataResult) {
  return result;
}

describe("large results as Arrow show the same as JSON", () => {
  test.each(sampleOf(ENGINES, 0))("from %s", async (...engine) => {
    const id = await datasetOf(engine);
    const datasource = { id, type: "table" };
    const detail = { datasource, queries: [{ row_limit: ROWS }], result_type: "drill_detail" };
    const [first] = (await (await post(detail)).json()).result as ChartDataResult[];
    const columns = first?.colnames ?? [];
    expect(columns.length).toBeGreaterThan(10);
    const columnsOf = (all: string[]) => ({ columns: all, metrics: null, row_limit: ROWS, orderby: [["i", true]] });
    const stable = columns.filter((name) => name !== "uuid");
    const one = { datasource, queries: [columnsOf(stable)] };
    const several = { datasource, queries: [columnsOf(["i", "name"]), { ...columnsOf(["i"]), row_limit: 3 }] };
    const grouped = {
      datasource,
      queries: [{ columns: ["i", "name"], metrics: ["count"], row_limit: ROWS, orderby: [["i", true]] }],
    };
    for (const body of [one, { ...one, result_type: "results" }, several, grouped]) {
      // First as Arrow: also pages get JSON that is cached already.
      const fresh = await post(body, WITH_ARROW);
      await chartDataOf(server.app).cacheWritten();
      const sent = [fresh, await post(body, WITH_ARROW)];
      const text = await (await post(body)).text();
      for (const [time, response] of sent.entries()) {
        expect(response.headers.get("content-type")).toBe(WITH_ARROW);
        const bytes = await bytesOf(response);
        expect(Buffer.from(bytes).includes('"arrow":{')).toBe(true);
        for (const isLossless of [false, true]) {
          const expected = ((isLossless ? parseExact(text) : JSON.parse(text)) as ChartDataResponse).result;
          const read = await readAs(bytes, isLossless);
          expect(read.map(comparable)).toEqual(expected.map(comparable));
          expect(Object.keys(read[0]?.data?.[0] ?? {})).toEqual(Object.keys(expected[0]?.data?.[0] ?? {}));
          const isCached = read.map(() => (time === 1 ? true : null));
          if (!("result_type" in body)) expect(read.map(({ is_cached }) => is_cached)).toEqual(isCached);
        }
      }
    }
  });
});

describe("pages", () => {
  test.each([
    [4, "columns"],
    [4, "groupby"],
    [3000, "columns"],
  ])("keep the digits of %s groups apart, as %s", async (count, key) => {
    const sql = `SELECT 9007199254740992 + i AS user_id, 9007199254740993 AS amount FROM range(${count}) AS t(i)`;
    const id = await datasetOf([`ids by ${key} ${count}`, () => "duckdb:///:memory:", () => sql]);
    const amount = { expressionType: "SQL", sqlExpression: "MAX(amount)", label: "most" } as const;
    const query = { [key]: ["user_id"], metrics: [amount], row_limit: count, orderby: [["user_id", true]] };
    const context = QueryContext.parse({ datasource: { id, type: "table" }, queries: [query] });
    const bytes = await bytesOf(await post(context, WITH_ARROW));
    const body = await readBody(bytes, { isLossless: false, names: groupNames(context) });
    const rows = ((body as ChartDataResponse).result[0]?.data ?? []) as Record<string, unknown>[];
    expect(new Set(rows.map(({ user_id }) => String(user_id))).size).toBe(count);
    expect(rows[1]).toEqual({ user_id: "9007199254740993", most: 9007199254740992 });
  });

  test("get every answer of a batch, and its errors", async () => {
    const id = await datasetOf([
      "batch",
      () => "duckdb:///:memory:",
      () => "SELECT i, i % 3 AS three FROM range(5000) AS t(i)",
    ]);
    const context = (query: object) => ({ datasource: { id, type: "table" }, queries: [query] });
    const requests = [
      { key: "many", context: context({ columns: ["i"], metrics: null, row_limit: 5000, orderby: [["i", true]] }) },
      { key: "few", context: context({ columns: ["three"], metrics: ["count"], orderby: [["three", true]] }) },
      { key: "broken", context: context({ columns: ["missing"], metrics: null }) },
    ];
    for (let time = 0; time < 2; time++) {
      const response = await ask("/api/v1/chart/data/batch", { requests }, WITH_ARROW);
      const answers = new Map<string, { status: number; body: unknown; encoding: string | undefined }>();
      for await (const { head, bytes } of readFrames(response.body as unknown as AsyncIterable<Uint8Array>)) {
        const { key, status, encoding } = head;
        answers.set(key, { status, encoding, body: await readBody(bytes, { isLossless: false, encoding }) });
      }
      const rowsOf = (key: string) => (answers.get(key)?.body as ChartDataResponse | undefined)?.result[0]?.data;
      expect(rowsOf("many")).toEqual(Array.from({ length: 5000 }, (_, i) => ({ i })));
      expect(rowsOf("few")).toEqual([0, 1, 2].map((three) => ({ three, count: three === 2 ? 1666 : 1667 })));
      expect(answers.get("broken")).toMatchObject({
        status: 400,
        body: { message: expect.stringContaining("missing") },
      });
      expect(answers.get("many")?.encoding).toBe("gzip");
    }
    const lines = (await (await ask("/api/v1/chart/data/batch", { requests })).text()).trim().split("\n");
    const many = lines.map((line) => JSON.parse(line)).find(({ key }) => key === "many");
    expect(many.body.result[0].data).toHaveLength(5000);
  });

  test("get what a forced refresh of another client found", async () => {
    const path = join(server.app.config.home, "changing.sqlite");
    const database = new DatabaseSync(path);
    database.exec(`CREATE TABLE changing AS SELECT value AS v FROM json_each('[${Array(3000).fill(1)}]')`);
    const id = await datasetOf(["changing", () => `sqlite:///${path}`, () => "SELECT v FROM changing"]);
    const body = { datasource: { id, type: "table" }, queries: [{ columns: ["v"], metrics: null, row_limit: 3000 }] };
    const page = async (more: object = {}) =>
      (await readAs(await bytesOf(await post({ ...body, ...more }, WITH_ARROW)), false))[0]?.data?.[0];
    const client = async (more: object = {}) => (await (await post({ ...body, ...more })).json()).result[0].data[0];
    expect([await page(), await client()]).toEqual([{ v: 1 }, { v: 1 }]);
    database.exec("UPDATE changing SET v = 2");
    expect([await page(), await client()]).toEqual([{ v: 1 }, { v: 1 }]);
    expect(await client({ force: true })).toEqual({ v: 2 });
    await expect.poll(page).toEqual({ v: 2 });
    database.exec("UPDATE changing SET v = 3");
    expect(await page({ force: true })).toEqual({ v: 3 });
    await expect.poll(client).toEqual({ v: 3 });
    database.close();
  });

  test("get less than 0.4 of the bytes of the rows as JSON", async () => {
    const sql = `SELECT random() * 180 - 90 AS lat, random() * 360 - 180 AS lon, DATE '2001-01-01' + (i // 10)::INT AS day,
      'airport ' || (i % 300) AS airport, (random() * 500)::INT AS delay FROM range(50000) AS t(i)`;
    const id = await datasetOf(["places", () => "duckdb:///:memory:", () => sql]);
    const columns = ["lat", "lon", "day", "airport", "delay"];
    const body = { datasource: { id, type: "table" }, queries: [{ columns, metrics: null, row_limit: 50_000 }] };
    const arrow = await bytesOf(await post(body, WITH_ARROW));
    const json = await bytesOf(await post(body));
    expect(arrow.length / json.length).toBeLessThan(0.4);
    expect(gzipSync(arrow).length / json.length).toBeLessThan(0.4);
  });
});
