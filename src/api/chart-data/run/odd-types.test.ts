import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { createConnection } from "mysql2/promise";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isSampled } from "../../../testing/full-size.ts";
import { registerTable } from "../../../testing/sample-data.ts";
import { startTestServer, type TestClient, type TestServer } from "../../../testing/server.ts";
import { addDatabase } from "../../../testing/sql-lab.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;

let server: TestServer;
let admin: TestClient;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.as("admin");
});
afterAll(() => server.stop());

async function ask(id: number, query: object): Promise<Json[]> {
  const body = { datasource: { id, type: "table" }, queries: [{ row_limit: 9, ...query }] };
  const answer = await admin.post<Json>("/api/v1/chart/data", body);
  expect([answer.status, answer.body.message]).toEqual([200, undefined]);
  return answer.body.result[0].data;
}

async function expectEqual(id: number, names: readonly string[]): Promise<void> {
  const [shown] = await ask(id, { columns: names, metrics: null });
  for (const name of names.filter((_, at) => isSampled(at, 6))) {
    const found = (op: string, val: unknown) =>
      ask(id, { columns: [name], metrics: null, filters: [{ col: name, op, val }] });
    const own = [{ [name]: shown[name] }];
    expect(await found("==", shown[name]), name).toEqual(own);
    expect(await found("IN", [shown[name]]), name).toEqual(own);
    expect(await found("IN", [shown[name], null]), name).toEqual(own);
    expect(await found("!=", shown[name]), name).toEqual([]);
    expect(await found("NOT IN", [shown[name]]), name).toEqual([]);
    expect(await found("NOT IN", [shown[name], null]), name).toEqual([]);
  }
}

async function expectFound(id: number, names: readonly string[]): Promise<void> {
  await expectEqual(id, names);
  const [shown] = await ask(id, { columns: names, metrics: null });
  for (const name of names.filter((_, at) => isSampled(at, 6))) {
    const found = (op: string, val: unknown) =>
      ask(id, { columns: [name], metrics: null, filters: [{ col: name, op, val }] });
    const own = [{ [name]: shown[name] }];
    expect(await found("ILIKE", `%${String(shown[name]).slice(1)}%`), name).toEqual(own);
    expect(await found("CONTAINS TEXT", String(shown[name]).slice(1)), name).toEqual(own);
    expect(await ask(id, { columns: [name], metrics: ["count"], orderby: [[name, true]] })).toHaveLength(1);
    const limited = { series_columns: [name], series_limit: 1, group_others_when_limit_reached: true };
    const [stored, ...others] = await ask(id, { columns: [name], metrics: ["count"], ...limited });
    expect([stored.count, others]).toEqual([1, []]);
    // PostgreSQL prints the netmask of an address.
    expect(stored[name]).toContain(shown[name]);
  }
}

test("finds DuckDB's unusual types by their displayed values", async () => {
  const database = await addDatabase(server.app, { database_name: "duck", sqlalchemy_uri: "duckdb:///:memory:" });
  const sql = `SELECT '00000000-0000-0000-0000-000000000001'::UUID AS u, '{"a": 1}'::JSON AS j, TIME '10:00:00' AS t,
    'ok'::ENUM('sad', 'ok') AS m, ['x', 'y'] AS a, [1, NULL, 3] AS n, {'a': 1, 'b': 'x'} AS s, MAP {'k': 1} AS p,
    1.1::FLOAT AS f, TIMESTAMP '2020-01-01 00:00:00.123456' AS at, TIMESTAMP_S '2020-01-01 00:00:01' AS second,
    [1, 18446744073709551615]::UBIGINT[] AS big, [[1.10], [12]]::DECIMAL(5, 2)[][] AS prices, MAP {'k': 5::BIGINT} AS counts,
    [1, 2.5]::DOUBLE[] AS doubles, [INTERVAL 1 DAY] AS spans, ENCODE('aé') AS bytes,
    UNION_VALUE(num := 5::BIGINT) AS either, {'id': 9007199254740993} AS ids,
    {'lat': 41.0::DOUBLE, 'lon': 0.1::FLOAT, 'n': [2.5, 2]::DOUBLE[], 'h': 170141183460469231731687303715884105727} AS place,
    MAP {'k': 1.0::DOUBLE} AS shares, [{'a': 1.0::DOUBLE}] AS parts, ['{"a": 1}'::JSON, '[1, 2]'::JSON, NULL] AS documents,
    {'price': 1.5::DECIMAL(4, 2), 'day': DATE '2020-01-01', 'none': NULL} AS sale, '\\xFF\\x00a'::BLOB AS raw,
    UNION_VALUE(share := 2::DOUBLE) AS whole, UNION_VALUE(s := {'a': 1e20::DOUBLE, 'l': [1e-7::DOUBLE, 'inf']}) AS deep,
    {'a b': 1.0::DOUBLE, 'c''d': '{"x": 1}'::JSON, 'none': NULL::STRUCT(x DOUBLE)} AS report, {'v': 1}::VARIANT AS free,
    ROW(1, 'x') AS pair, {'a': [ROW(1.0::DOUBLE, {'b': 2.5::DOUBLE}, NULL)], 'r': ROW(ROW('q'))} AS rows_within,
    MAP {1.5::DOUBLE: '[1, 2]'::JSON} AS notes, [[{'a': 1.10::DECIMAL(5, 2)}]] AS bills, ENCODE('\\xff') AS sly`;
  const id = await registerTable(server.app, database, { name: "odd", time: null, sql });
  await expectFound(id, ["u", "j", "t", "m", "a", "n", "s", "p", "bytes", "either", "ids"]);
  await expectFound(id, ["big", "prices", "counts", "spans"]);
  await expectEqual(id, ["f", "at", "second", "doubles", "place", "shares", "parts", "documents", "sale"]);
  await expectEqual(id, ["raw", "whole", "deep", "report", "free", "notes", "bills", "sly"]);
  await expectEqual(id, ["pair", "rows_within"]);
  for (const val of ['{"lat":41}', '{"lat":41.5,"lon":0.1,"n":[2.5,2],"h":1}', "41", "'"]) {
    expect(await ask(id, { columns: ["u"], metrics: null, filters: [{ col: "place", op: "==", val }] })).toEqual([]);
  }
  const lists = ["big", "prices", "doubles", "counts", "raw", "sly", "pair", "rows_within"];
  const [shown] = await ask(id, { columns: lists, metrics: null });
  expect(Object.values(shown)).toEqual([
    "[1,18446744073709551615]",
    "[[1.10],[12.00]]",
    "[1,2.5]",
    '[{"key":"k","value":5}]',
    "\\xff0061",
    "\\x5c786666",
    '[1,"x"]',
    '{"a":[[1,{"b":2.5},null]],"r":[["q"]]}',
  ]);
});

const GRAINS = ["PT1S", "PT5S", "PT1M", "PT15M", "PT1H", "PT6H", "P1D"];

test.each(GRAINS.filter((_, at) => isSampled(at, 3)))("of DuckDB, days by %s", async (timeGrain) => {
  const uri = "duckdb:///:memory:";
  const database = await addDatabase(server.app, { database_name: `days ${timeGrain}`, sqlalchemy_uri: uri });
  const sql = "SELECT d::DATE AS d FROM range(DATE '2020-01-01', DATE '2020-01-04', INTERVAL 1 DAY) AS t(d)";
  const id = await registerTable(server.app, database, { name: `days ${timeGrain}`, time: "d", sql });
  const [first, second, third] = [1, 2, 3].map((day) => Date.UTC(2020, 0, day));
  for (const sqlExpression of ["d", "CAST(d AS DATE)"]) {
    const x = { label: "x", sqlExpression, columnType: "BASE_AXIS", timeGrain, expressionType: "SQL" };
    const query = { columns: [x], metrics: ["count"], orderby: [["x", true]] };
    const found = async (...filters: object[]) => (await ask(id, { ...query, filters })).map((row) => row.x);
    expect(await found()).toEqual([first, second, third]);
    for (const val of [second, "2020-01-02", "2020-01-02 00:00:00"]) {
      expect(await found({ col: x, op: "==", val }), sqlExpression).toEqual([second]);
      expect(await found({ col: x, op: "IN", val: [val] }), sqlExpression).toEqual([second]);
      expect(await found({ col: x, op: "!=", val }), sqlExpression).toEqual([first, third]);
      expect(await found({ col: x, op: "<=", val }), sqlExpression).toEqual([first, second]);
      expect(await found({ col: x, op: ">", val }), sqlExpression).toEqual([third]);
    }
  }
});

test("finds SQLite's times stored as text by their displayed values", async () => {
  const file = join(server.app.config.home, "odd.sqlite");
  const source = new DatabaseSync(file);
  source.exec("CREATE TABLE odd (day TIMESTAMP, at TIMESTAMP)");
  source.exec("INSERT INTO odd VALUES ('2020-01-14', '2020-01-14 05:07:11.250000')");
  source.close();
  const database = await addDatabase(server.app, { database_name: "lite", sqlalchemy_uri: `sqlite:///${file}` });
  const { body } = await admin.post<Json>("/api/v1/dataset/", { database, schema: "main", table_name: "odd" });
  await expectEqual(body.id, ["day", "at"]);
  const within = (col: string, op: string, val: string) =>
    ask(body.id, { columns: [col], metrics: null, filters: [{ col, op, val }] });
  expect(await within("day", "==", "2020-01-14")).toHaveLength(1);
  expect(await within("at", "==", "2020-01-14 05:07:11.250")).toHaveLength(1);
  for (const col of ["day", "at"]) {
    expect(await within(col, "TEMPORAL_RANGE", "2020-01-14 : 2020-01-15")).toHaveLength(1);
    expect(await within(col, "TEMPORAL_RANGE", "2020-01-13 : 2020-01-14")).toHaveLength(0);
  }
});

test("finds SQLite's untyped columns by their displayed values", async () => {
  const file = join(server.app.config.home, "untyped.sqlite");
  const source = new DatabaseSync(file);
  source.exec("CREATE TABLE odd (bytes BLOB, raw BLOB, hidden TEXT, among NUMERIC, text, number, half, whole)");
  source.exec("INSERT INTO odd VALUES (x'61c3a9', x'ff0061', x'fd', x'fe', '3', 3, 2.5, 4.0)");
  source.close();
  const database = await addDatabase(server.app, { database_name: "untyped", sqlalchemy_uri: `sqlite:///${file}` });
  const { body } = await admin.post<Json>("/api/v1/dataset/", { database, schema: "main", table_name: "odd" });
  await expectEqual(body.id, ["bytes", "raw", "hidden", "among", "text", "number", "half", "whole"]);
  const [row] = await ask(body.id, { columns: ["bytes", "text", "number", "half", "whole"], metrics: null });
  expect(row).toEqual({ bytes: "aé", text: "3", number: 3, half: 2.5, whole: 4 });
  for (const sqlExpression of ["text || ''", "number + 0", "COALESCE(text, number)"]) {
    const col = { label: "made", sqlExpression, expressionType: "SQL" };
    const found = (op: string, val: unknown) =>
      ask(body.id, { columns: ["text"], metrics: null, filters: [{ col, op, val }] });
    for (const val of ["3", 3]) {
      expect(await found("==", val), sqlExpression).toHaveLength(1);
      expect(await found("IN", [val, "x"]), sqlExpression).toHaveLength(1);
      expect(await found(">=", val), sqlExpression).toHaveLength(1);
      expect(await found("!=", val), sqlExpression).toHaveLength(0);
      expect(await found("<", val), sqlExpression).toHaveLength(0);
    }
  }
});

const { TESSERA_TEST_CLICKHOUSE_URL: clickhouse } = process.env;

const HUGE = "57896044618658097711785492504343953926634992332820282019728792003956564819967";
const LONG = "12345678901234567890123456789012345678901234567890.123";

test.skipIf(!clickhouse)("of ClickHouse", async () => {
  const uri = String(clickhouse).replace(/^\w+:/, "clickhousedb:");
  const database = await addDatabase(server.app, { database_name: "click", sqlalchemy_uri: uri });
  const sql = `SELECT [1, 2] AS a, map('k', 'v') AS m, CAST((1, 'x') AS Tuple(a Int32, b String)) AS t,
    toUUID('00000000-0000-0000-0000-000000000001') AS u, CAST('ok' AS Enum8('sad' = 0, 'ok' = 1)) AS e,
    toFloat32(1.1) AS f, toDateTime64('2020-01-01 00:00:00.123456', 6, 'UTC') AS at,
    toDateTime('2020-01-01 00:00:00', 'UTC') AS second, [toInt64(1), NULL] AS ids, [toDecimal32('1.10', 2)] AS prices,
    CAST([(0, 0), (1, 2.5)] AS Ring) AS ring, unhex('ff0061') AS raw, toFixedString(unhex('fe01'), 4) AS fixed, '\\\\xff' AS sly, INTERVAL 3 DAY AS span, toInt256('${HUGE}') AS huge,
    toNullable(toDecimal256('${LONG}', 3)) AS long, unhex('610062') AS nul, unhex('6100') AS ending, toFixedString(unhex('610062'), 5) AS inner,
    [unhex('ff00'), 'ok'] AS listed, [[unhex('fe')]] AS deep, map('k', unhex('fe'), unhex('fd'), 'v') AS mapped, (unhex('fd'), 1) AS pair,
    CAST((unhex('fd'), [unhex('fe')], NULL) AS Tuple(\`a b\` String, b Array(LowCardinality(String)), c Nullable(String))) AS named,
    [toNullable(unhex('fd')), NULL, unhex('6100')] AS some`;
  const id = await registerTable(server.app, database, { name: "odd", time: null, sql });
  await expectFound(id, ["a", "m", "t", "u", "e", "ids", "prices", "ring", "span"]);
  await expectEqual(id, ["f", "at", "second", "raw", "fixed", "sly"]);
  await expectEqual(id, ["nul", "ending", "inner", "listed", "deep", "mapped", "pair", "named", "some"]);
  const bytes = await ask(id, { columns: ["nul", "ending", "inner", "listed", "named"], metrics: null });
  expect(Object.values(bytes[0])).toEqual([
    ...["\\x610062", "\\x6100", "\\x610062"],
    ...['["\\\\xff00","ok"]', '{"a b":"\\\\xfd","b":["\\\\xfe"],"c":null}'],
  ]);
  const [shown] = await ask(id, { columns: ["raw", "fixed", "sly"], metrics: null });
  expect(shown).toEqual({ raw: "\\xff0061", fixed: "\\xfe01", sly: "\\xff" });
  for (const [col, val, other] of [
    ["huge", HUGE, `${HUGE.slice(0, -1)}8`],
    ["long", LONG, `${LONG.slice(0, -1)}4`],
  ]) {
    const expectRows = async (count: number, filters: Record<string, unknown>) => {
      for (const [op, value] of Object.entries(filters)) {
        const query = { columns: ["u"], metrics: null, filters: [{ col, op, val: value }] };
        expect(await ask(id, query), op).toHaveLength(count);
      }
    };
    await expectRows(1, { "==": val, IN: [val], ">=": val });
    await expectRows(0, { "==": other, IN: [other], "NOT IN": [val], "!=": val, ">": val });
  }
});

const { TESSERA_TEST_MARIADB_URL: mariadb } = process.env;

test.skipIf(!mariadb)("of MariaDB", async () => {
  const schema = `odd_${randomUUID().replaceAll("-", "")}`;
  const client = await createConnection({ uri: String(mariadb) });
  await client.query(`CREATE DATABASE ${schema}`);
  await client.query(
    `CREATE TABLE ${schema}.odd (f FLOAT, at DATETIME(6), second DATETIME, bits BIT(8), tiny TINYINT(1), raw BLOB,
      word VARBINARY(9), id BINARY(2), spot POINT, area POLYGON, way LINESTRING)`,
  );
  await client.query(`INSERT INTO ${schema}.odd VALUES (1.1, '2020-01-01 00:00:00.123456', '2020-01-01', 5, 5, x'ff0061',
    'aé', x'00fe', POINT(1, 2.5), ST_GeomFromText('POLYGON((0 0, 0 1, 1e20 1, 0 0))'), ST_GeomFromText('LINESTRING(0.1 0, 1 1)'))`);
  const database = await addDatabase(server.app, { database_name: "maria", sqlalchemy_uri: `${mariadb}/${schema}` });
  const { body } = await admin.post<Json>("/api/v1/dataset/", { database, schema, table_name: "odd" });
  const unusualColumns = ["raw", "word", "id", "spot", "area", "way"];
  await expectEqual(body.id, ["f", "at", "second", "bits", "tiny", ...unusualColumns]);
  const virtual = { name: "odd rows", time: null, sql: `SELECT * FROM ${schema}.odd` };
  await expectEqual(await registerTable(server.app, database, virtual), unusualColumns);
  const [shown] = await ask(body.id, { columns: ["raw", "word", "id", "spot"], metrics: null });
  expect(shown).toEqual({ raw: "\\xff0061", word: "aé", id: "\\x00fe", spot: "POINT(1 2.5)" });
  expect(await ask(body.id, { columns: ["spot"], metrics: ["count"] })).toEqual([{ spot: shown.spot, count: 1 }]);
  const limited = { series_columns: ["word"], series_limit: 1, group_others_when_limit_reached: true };
  const either = { label: "either", expressionType: "SQL", sqlExpression: "CASE WHEN bits > 4 THEN word ELSE 'x' END" };
  for (const isAscending of [true, false]) {
    const byWord = { columns: ["word"], metrics: ["count"], ...limited, orderby: [["word", isAscending]] };
    expect(await ask(body.id, byWord)).toEqual([{ word: "aé", count: 1 }]);
    const byEither = { columns: [either], metrics: ["count"], orderby: [["either", isAscending]] };
    expect(await ask(body.id, byEither)).toEqual([{ either: "aé", count: 1 }]);
  }
  const most = { expressionType: "SIMPLE", aggregate: "MAX", column: { column_name: "bits" }, label: "most" };
  expect(await ask(body.id, { columns: ["bits"], metrics: [most] })).toEqual([{ bits: 5, most: 5 }]);
  const found = async (val: unknown) =>
    (await ask(body.id, { columns: ["bits"], metrics: null, filters: [{ col: "tiny", op: "==", val }] })).length;
  expect([await found(5), await found("5"), await found(1), await found("4")]).toEqual([1, 1, 0, 0]);
  expect([await found(true), await found("true"), await found(false)]).toEqual([1, 1, 0]);
  await client.query(`DROP DATABASE ${schema}`);
  await client.end();
});

const { TESSERA_TEST_POSTGRES_URL: postgres } = process.env;

describe.skipIf(!postgres)("of PostgreSQL", () => {
  const schema = `odd_${randomUUID().replaceAll("-", "")}`;
  const types = {
    ...{
      a_json: ["json", '{"a":1}'],
      a_jsonb: ["jsonb", '{"a": 1}'],
      a_xml: ["xml", "<a/>"],
      a_point: ["point", "(1,2)"],
    },
    ...{ a_uuid: ["uuid", randomUUID()], a_mood: [`${schema}.mood`, "ok"], a_time: ["time", "10:00:00"] },
    ...{ an_inet: ["inet", "10.0.0.1"], some_bits: ["bit(3)", "101"], a_range: ["int4range", "[1,3)"] },
    ...{ some_days: ["daterange", "[2024-01-01,2024-02-01)"], a_text: ["text", "abc"] },
    ...{ numbers: ["integer[]", "[1,null,3]"], texts: ["text[]", '["a","b, c"]'], some_money: ["money", "$1,234.50"] },
    ...{ moods: [`${schema}.mood[]`, "{ok,sad}"], inets: ["inet[]", "{10.0.0.1}"], bytes: ["bytea", "aé"] },
    ...{ moments: ["timestamp[]", '["2020-01-01 00:00:00.5"]'], days: ["date[]", '["2020-01-01"]'] },
    ...{ raw: ["bytea", "\\xff0061"], place: [`${schema}.place`, '(1,"x y")'], a_path: ["jsonpath", '$."a"'] },
    ...{ a_real: ["real", 1.1], a_moment: ["timestamp", Date.UTC(2020, 0, 1, 0, 0, 0, 123)] },
  };
  let client: pg.Client;
  beforeAll(async () => {
    client = new pg.Client({ connectionString: postgres });
    await client.connect();
    await client.query(`CREATE SCHEMA ${schema}; CREATE TYPE ${schema}.mood AS ENUM ('sad', 'ok');
      CREATE TYPE ${schema}.place AS (number int, street text)`);
    const columns = Object.entries(types).map(([name, [type]]) => `${name} ${type}`);
    await client.query(`CREATE TABLE ${schema}.odd (${columns.join(", ")})`);
    const written = new Map<unknown, string>([
      [types.numbers[1], "{1,NULL,3}"],
      [types.texts[1], '{a,"b, c"}'],
      [types.a_moment[1], "2020-01-01 00:00:00.123456"],
      [types.moments[1], "{2020-01-01 00:00:00.5}"],
      [types.days[1], "{2020-01-01}"],
      [types.bytes[1], "\\x61c3a9"],
    ]);
    const values = Object.values(types).map(([type, value]) => `CAST('${written.get(value) ?? value}' AS ${type})`);
    await client.query(`INSERT INTO ${schema}.odd VALUES (${values.join(", ")})`);
  });
  afterAll(async () => {
    await client.query(`DROP SCHEMA ${schema} CASCADE`);
    await client.end();
  });

  test("are found by their displayed values", async () => {
    const uri = String(postgres).replace("postgres:", "postgresql+psycopg2:");
    const database = await addDatabase(server.app, { database_name: "post", sqlalchemy_uri: uri });
    const table = { database, schema, table_name: "odd" };
    const { body } = await admin.post<Json>("/api/v1/dataset/", table);
    const [row] = await ask(body.id, { columns: Object.keys(types), metrics: null });
    expect(row).toEqual(Object.fromEntries(Object.entries(types).map(([name, [, value]]) => [name, value])));
    const plain = ["a_real", "a_moment", "bytes", "raw"];
    await expectFound(
      body.id,
      Object.keys(types).filter((name) => !plain.includes(name)),
    );
    await expectEqual(body.id, plain);
    const virtual = { name: "odd rows", time: null, sql: `SELECT * FROM ${schema}.odd` };
    await expectEqual(await registerTable(server.app, database, virtual), Object.keys(types));
  });
});
