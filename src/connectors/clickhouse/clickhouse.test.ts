import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { casesOf } from "../../testing/full-size.ts";
import { expectVerifiedTls } from "../../testing/tls-front.ts";
import { conformance } from "../conformance/conformance.ts";
import type { ConformanceSetting } from "../conformance/setting.ts";
import type { Connection } from "../connector.ts";
import { createConnectors, maybeConnector } from "../index.ts";
import { clickhouseAddressOf, clickhouseConnector } from "./clickhouse.ts";
import { clickhouseDialect } from "./dialect.ts";
import { clickhouseShape, withoutWrappers } from "./values.ts";

const url = process.env.TESSERA_TEST_CLICKHOUSE_URL;

const scalar = async (connection: Connection, sql: string) =>
  (await connection.run(`SELECT ${sql} AS v`)).columns[0]?.values[0];

describe.skipIf(!url)("on a real ClickHouse", () => {
  let connection: Connection;
  const scalarOf = (sql: string) => scalar(connection, sql);

  beforeAll(async () => {
    const admin = async (sql: string) => {
      const answer = await fetch(new URL(url?.replace(/^clickhouse\w*:/, "http:") ?? ""), {
        method: "POST",
        body: sql,
      });
      if (!answer.ok) throw new Error(await answer.text());
    };
    for (const sql of [
      "CREATE DATABASE IF NOT EXISTS conforming",
      "CREATE OR REPLACE TABLE conforming.conformance (id Int32, label Nullable(String)) ENGINE = MergeTree ORDER BY id",
      "INSERT INTO conforming.conformance VALUES (1, 'one'), (2, ''), (3, NULL)",
      "CREATE OR REPLACE VIEW conforming.seen AS SELECT id FROM conforming.conformance",
      `CREATE OR REPLACE TABLE conforming.keyed (day Date, id UInt32 COMMENT 'Who', label String,
       INDEX by_label label TYPE bloom_filter) ENGINE = MergeTree ORDER BY (id, toStartOfMonth(day)) COMMENT 'Kept'`,
      "CREATE OR REPLACE TABLE conforming.times (at DateTime64(3), day Date, ny DateTime('America/New_York')) ENGINE = Memory",
      "INSERT INTO conforming.times VALUES ('2024-05-15 13:47:38.250', '2024-05-15', '2024-05-15 23:30:00')",
    ])
      await admin(sql);
    connection = await clickhouseConnector.connect(config);
  });
  afterAll(() => connection?.close());

  const config = { uri: `${url}/conforming`, timeoutMs: 30_000 };
  const setting = (): ConformanceSetting => ({
    connector: clickhouseConnector,
    config,
    connection,
    table: "conformance",
    schema: "conforming",
    counting: { isExact: true },
    endless: "SELECT count(*) FROM numbers(1000000000000) WHERE sipHash64(number) = 1",
    values: {
      bigInteger: "toInt64(9007199254740993)",
      decimal: "toDecimal64(1234.5, 2)",
      notANumber: "nan",
      infinity: "-inf",
      date: "toDate32('1969-07-20')",
      timestamp: "toDateTime64('2024-02-29 23:59:58.123', 3)",
      boolean: "true",
      nested: "[1, 2]",
    },
    running: async (text) => {
      const [marker = ""] = /\/\* conformance .*$/.exec(text) ?? [];
      const like = clickhouseDialect.quoteText(`%${marker}%`);
      return Number(
        await scalarOf(
          `(SELECT count(*) FROM system.processes WHERE query LIKE ${like} AND query NOT LIKE '%processes%')`,
        ),
      );
    },
    asTimestamp: (literal) => `toDateTime64(${literal}, 3)`,
    asDate: (literal) => `toDate32(${literal})`,
    series: (count) => `(SELECT number + 1 AS n FROM numbers(${count}))`,
    wideText: "rightPad(toString(s.n), 1000, 'x')",
    view: "seen",
    keyed: {
      table: "keyed",
      columns: ["day", "id: Who", "label"],
      details: {
        comment: "Kept",
        primaryKey: { name: null, columns: ["id", "toStartOfMonth(day)"] },
        foreignKeys: [],
        indexes: [{ name: "by_label", columns: ["label"], isUnique: false }],
      },
    },
    unreachable: [
      { uri: "clickhousedb://me:secret@127.0.0.1:1/db", error: "CONNECTION_PORT_CLOSED_ERROR" },
      { uri: "clickhousedb://me:secret@no-such-host.invalid/db", error: "CONNECTION_INVALID_HOSTNAME_ERROR" },
      { uri: `${url}/no_such_database`, error: "SCHEMA_DOES_NOT_EXIST_ERROR" },
    ],
    writes: [
      "INSERT INTO conformance VALUES (4, 'four')",
      "CREATE TABLE made (id Int32) ENGINE = Memory",
      "DROP TABLE conformance",
      "ALTER TABLE conformance DELETE WHERE 1",
      "INSERT INTO FUNCTION file('made.csv') SELECT 1",
    ],
    unlocks: ["SET readonly = 0", "SELECT 1 SETTINGS readonly = 0"],
    refusedExpressions: ["file('/etc/passwd')", "getSetting('readonly')"],
    refusedStatements: [
      "OPTIMIZE TABLE conformance",
      "SYSTEM RELOAD CONFIG",
      "SET max_threads = 1",
      "KILL QUERY WHERE 1",
    ],
  });

  for (const { name, run } of conformance) test(name, () => run(setting()));

  test("reads every type without loss", async () => {
    const { columns } =
      await connection.run(`SELECT toUInt64(18446744073709551615) a, toInt128('-170141183460469231731687303715884105728') b,
      CAST(NULL AS Nullable(Int64)) c, toLowCardinality('x') d, CAST('x' AS FixedString(3)) e, map('a', 1) f, (1, 'y') g,
      [9007199254740993] h, CAST('b' AS Enum8('a' = 1, 'b' = 2)) i, toUUID('61f0c404-5cb3-11e7-907b-a6006ad3dba0') j,
      toFloat32(0.5) k, toDate('2149-06-06') l, toDateTime('2024-03-31 03:30:00', 'Europe/Berlin') m,
      toDateTime64('1900-01-01 00:00:00.001', 3, 'Asia/Tokyo') n, NULL o, false p,
      toDecimal128('-12345678901234567890.123456789', 12) q, toDecimal64('1.50', 4) r`);
    expect(columns.map(({ name, kind, values }) => [name, kind, values[0]])).toEqual([
      ["a", "numeric", 18446744073709551615n],
      ["b", "numeric", -170141183460469231731687303715884105728n],
      ["c", "numeric", null],
      ["d", "text", "x"],
      ["e", "text", "x"],
      ["f", "text", '{"a":1}'],
      ["g", "text", '[1,"y"]'],
      ["h", "text", "[9007199254740993]"],
      ["i", "text", "b"],
      ["j", "text", "61f0c404-5cb3-11e7-907b-a6006ad3dba0"],
      ["k", "numeric", 0.5],
      ["l", "temporal", Date.UTC(2149, 5, 6)],
      ["m", "temporal", Date.UTC(2024, 2, 31, 3, 30)],
      ["n", "temporal", Date.UTC(1900, 0, 1, 0, 0, 0, 1)],
      ["o", "text", null],
      ["p", "boolean", false],
      ["q", "numeric", "-12345678901234567890.123456789"],
      ["r", "numeric", 1.5],
    ]);
  });

  test("grains truncate to the start of the period, before 1970 too", async () => {
    const grains = Object.entries(clickhouseDialect.timeGrains).filter(([name]) => !name.startsWith("P1W/"));
    const moments = fc.integer({ min: Date.UTC(1910, 0, 1), max: Date.UTC(2060, 0, 1) });
    await fc.assert(
      fc.asyncProperty(moments, async (ms) => {
        const at = `toDateTime64(${clickhouseDialect.temporalLiteral(ms, "timestamp")}, 3)`;
        const starts = grains.flatMap(([, write]) => [write(at), write(write(at))]);
        const { columns } = await connection.run(`SELECT ${starts.map((sql, i) => `${sql} AS c${i}`).join(", ")}`);
        grains.forEach(([name], i) => {
          const [start, again] = [columns[2 * i]?.values[0], columns[2 * i + 1]?.values[0]];
          expect([name, ms, Number(start) <= ms]).toEqual([name, ms, true]);
          expect([name, ms, again]).toEqual([name, ms, start]);
        });
      }),
      { numRuns: casesOf(5, 15) },
    );
  });

  test("six-hour grains follow the local clock through DST changes", async () => {
    const starts = async (text: string) => {
      const at = `toDateTime(${clickhouseDialect.quoteText(text)}, 'Europe/Berlin')`;
      const start = clickhouseDialect.timeGrains.PT6H?.(at);
      return (await connection.run(`SELECT toString(${start})`)).columns[0]?.values[0];
    };
    expect(await starts("2021-03-28 03:30:00")).toBe("2021-03-28 00:00:00");
    expect(await starts("2021-03-28 09:30:00")).toBe("2021-03-28 06:00:00");
    expect(await starts("2021-10-31 05:00:00")).toBe("2021-10-31 00:00:00");
    expect(await starts("2021-10-31 13:00:00")).toBe("2021-10-31 12:00:00");
  });

  test("filters use the column's time zone", async () => {
    const count = async (column: string, ms: number, type: "date" | "timestamp") => {
      const literal = clickhouseDialect.temporalLiteral(ms, type);
      return (await connection.run(`SELECT count(*) FROM times WHERE ${column} >= ${literal}`)).columns[0]?.values[0];
    };
    expect(await count("ny", Date.UTC(2024, 4, 15, 23, 30), "timestamp")).toBe(1);
    expect(await count("ny", Date.UTC(2024, 4, 16), "timestamp")).toBe(0);
    expect(await count("at", Date.UTC(2024, 4, 15, 13, 47, 38, 250), "timestamp")).toBe(1);
    expect(await count("at", Date.UTC(2024, 4, 15, 13, 47, 38, 251), "timestamp")).toBe(0);
    expect(await count("day", Date.UTC(2024, 4, 15), "date")).toBe(1);
    expect(await count("day", Date.UTC(2024, 4, 16), "timestamp")).toBe(0);
  });

  const anyText = fc.string({
    unit: fc.constantFrom("a", "'", '"', "`", "\\", "%", "_", ";", "-", "\n", "é", "😀", "$", "{", "?"),
  });

  test("texts and names round-trip", async () => {
    await fc.assert(
      fc.asyncProperty(anyText, async (text) => {
        expect(await scalarOf(clickhouseDialect.quoteText(text))).toBe(text);
        if (text === "") return;
        const { columns } = await connection.run(`SELECT 1 AS ${clickhouseDialect.quoteIdentifier(text)}`);
        expect(columns[0]?.name).toBe(text);
      }),
      { numRuns: casesOf(20, 60) },
    );
    expect(await scalarOf(clickhouseDialect.epochToTimestamp("1709251199", "s"))).toBe(1_709_251_199_000);
    expect(await scalarOf(clickhouseDialect.epochToTimestamp("-1", "ms"))).toBe(-1);
    expect(await scalarOf(clickhouseDialect.castToText("NULL"))).toBeNull();
    const { like, caseInsensitiveLike, quoteText, isTruth } = clickhouseDialect;
    expect(await scalarOf(caseInsensitiveLike("'ÉLAN'", "'%lan'", false))).toBe(1);
    expect(await scalarOf(like(quoteText("a\\%'b"), quoteText("a\\%'_"), false))).toBe(1);
    expect(await scalarOf(like(quoteText("a%'b"), quoteText("a\\%'_"), false))).toBe(0);
    expect(await scalarOf(isTruth("CAST(NULL AS Nullable(Bool))", false))).toBe(0);
  });

  test("behaves like other engines where ClickHouse differs", async () => {
    const first = async (sql: string) => (await connection.run(sql)).columns.map((column) => column.values[0]);
    expect(await first("SELECT sum(id), max(id), avg(id), count(*) FROM conformance WHERE id > 9")).toEqual([
      null,
      null,
      null,
      0,
    ]);
    expect(await first("SELECT sum(id) AS id, avg(id) AS mean FROM conformance WHERE id < 3")).toEqual([3, 1.5]);
    expect((await connection.run("SELECT 1 UNION SELECT 1")).rows).toBe(1);
  });

  test.each([
    ["INSERT INTO conformance VALUES (4, '')", "readonly"],
    ["SELECT * FROM conformance SETTINGS max_execution_time = 0", "readonly"],
    ["SELECT * FROM url('http://127.0.0.1:1/', CSV, 'a String')", "readonly"],
    ["SELECT * FROM file('/etc/passwd', LineAsString)", "readonly"],
  ])("the session rejects %s", async (sql, message) => {
    await expect(connection.run(sql)).rejects.toThrow(message);
  });

  test.each([
    ["SELECT nope FROM conformance", "COLUMN_DOES_NOT_EXIST_ERROR", { invalid: ["nope"] }],
    ["SELECT * FROM nowhere", "TABLE_DOES_NOT_EXIST_ERROR", { invalid: ["nowhere"] }],
    ["SELECT * FROM nodb.t", "SCHEMA_DOES_NOT_EXIST_ERROR", {}],
    ["SELECT 'é'\n  FROM )", "SYNTAX_ERROR", { line: 2, column: 8 }],
    ["SELECT toInt8('x')", "GENERIC_DB_ENGINE_ERROR", {}],
    ["SELECT throwIf(number = 100000) FROM numbers(200000)", "GENERIC_DB_ENGINE_ERROR", {}],
  ])("%s is a %s", async (sql, error_type, extra) => {
    await expect(connection.run(sql)).rejects.toMatchObject({
      body: { errors: [{ error_type, extra: { sql, ...extra } }] },
    });
  });

  test("verifies the server against the given certificate", async () => {
    const { username, password, port } = new URL(url?.replace(/^clickhouse\w*:/, "http:") ?? "");
    const who = username ? `${username}:${password}@` : "";
    await expectVerifiedTls(
      clickhouseConnector,
      Number(port),
      (host) => `clickhousedb://${who}${host}/conforming?secure=true`,
    );
  });

  test("streams a large result in batches", async () => {
    let [rows, batches, sum] = [0, 0, 0n];
    for await (const batch of connection.stream("SELECT number, toString(number) FROM numbers(300000)")) {
      rows += batch.rows;
      batches += 1;
      for (const value of batch.columns[0]?.values ?? []) sum += BigInt(value as number);
    }
    expect([rows, sum]).toEqual([300_000, 44_999_850_000n]);
    expect(batches).toBeGreaterThan(5);
  });
});

test.each([
  ["clickhousedb://me:p%40ss@host/db", "http://host:8123", "me", "p@ss", "db"],
  ["clickhouse+http://host:9999/", "http://host:9999", null, null, null],
  ["clickhousedb+connect://me@host/db?secure=true", "https://host:8443", "me", null, "db"],
  ["clickhouse+http://host/db?protocol=https", "https://host:8443", null, null, "db"],
])("reads the address %s", (uri, address, user, password, database) => {
  expect(maybeConnector(createConnectors({ duckdb: {} as never }), uri)?.engine).toBe(clickhouseConnector.engine);
  expect(clickhouseAddressOf({ uri, timeoutMs: 1 })).toMatchObject({ url: address, user, password, database });
});

test("addresses can contain settings; the native protocol is rejected", () => {
  expect(clickhouseAddressOf({ uri: "clickhousedb://host/db?verify=false&max_threads=4", timeoutMs: 1 })).toMatchObject(
    {
      isVerified: false,
      settings: { max_threads: "4" },
    },
  );
  expect(() => clickhouseAddressOf({ uri: "clickhouse+native://host/db", timeoutMs: 1 })).toThrow(
    "Connect to ClickHouse over HTTP",
  );
});

test("unwraps types", () => {
  expect(withoutWrappers("LowCardinality(Nullable(DateTime64(3, 'UTC')))")).toBe("DateTime64(3, 'UTC')");
  expect(withoutWrappers("SimpleAggregateFunction(sum, UInt64)")).toBe("UInt64");
  expect(clickhouseShape("a", "Nullable(Decimal(38, 10))").kind).toBe("numeric");
  expect(clickhouseShape("a", "Array(DateTime)").kind).toBe("text");
});

describe("a server that fails", () => {
  const answering = async (status: number, headers: Record<string, string>, body: string) => {
    const server = createServer((_, response) => response.writeHead(status, headers).end(body));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const connection = await clickhouseConnector.connect({ uri: `clickhousedb://127.0.0.1:${port}`, timeoutMs: 5000 });
    const error = await connection.run("SELECT 1").catch((thrown) => thrown);
    await connection.close();
    server.close();
    return error.body.errors[0];
  };

  test("reports failed sign-ins, errors among the rows, and truncated responses", async () => {
    const refused =
      "Code: 516. DB::Exception: me: Authentication failed: password is incorrect, or there is no user with such name. (AUTHENTICATION_FAILED) (version 26.7.2.1)";
    expect(await answering(403, { "X-ClickHouse-Exception-Code": "516" }, refused)).toMatchObject({
      error_type: "CONNECTION_ACCESS_DENIED_ERROR",
      message: "Either the username or the password is wrong.",
    });
    const late = '["a"]\n["UInt8"]\n[1]\nCode: 241. DB::Exception: Memory limit exceeded. (MEMORY_LIMIT_EXCEEDED)\n';
    expect(await answering(200, {}, late)).toMatchObject({ error_type: "RESULT_TOO_LARGE_ERROR" });
    expect(await answering(200, {}, '["a"]\n["UInt8"]\n[1]\n[2')).toMatchObject({
      message: "The response was truncated",
    });
    expect(await answering(200, {}, "")).toMatchObject({ error_type: "GENERIC_DB_ENGINE_ERROR" });
  });
});
