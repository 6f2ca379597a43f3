import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { makeCertificate } from "../../testing/certificate.ts";
import { conformance } from "../conformance/conformance.ts";
import type { ConformanceSetting } from "../conformance/setting.ts";
import type { Connection } from "../connector.ts";
import { postgresqlConnector } from "./postgresql.ts";

const server = process.env.TESSERA_TEST_POSTGRES_URL;
const database = `t_connector_${process.pid}`;

describe.skipIf(!server)("PostgreSQL", () => {
  const uri = new URL(server ?? "postgres://none");
  uri.pathname = `/${database}`;
  const config = { uri: uri.href.replace("postgres:", "postgresql+psycopg2:"), timeoutMs: 30_000 };
  const connector = postgresqlConnector();
  let admin: pg.Client;
  let connection: Connection;

  beforeAll(async () => {
    const first = new pg.Client({ connectionString: server });
    await first.connect();
    await first.query(`CREATE DATABASE ${database} TEMPLATE template0 LC_COLLATE 'C' LC_CTYPE 'C.UTF-8'`);
    await first.end();
    admin = new pg.Client({ connectionString: uri.href });
    await admin.connect();
    await admin.query(`
      CREATE TABLE conformance (id integer, label varchar);
      INSERT INTO conformance VALUES (1, 'one'), (2, ''), (3, NULL);
      CREATE VIEW seen AS SELECT id FROM conformance;
      CREATE MATERIALIZED VIEW kept AS SELECT id FROM conformance;
      CREATE TABLE parent (a integer, b integer, PRIMARY KEY (a, b));
      CREATE TABLE child (id integer PRIMARY KEY, x integer, y integer, code varchar(20) UNIQUE,
        CONSTRAINT child_parent FOREIGN KEY (x, y) REFERENCES parent (a, b));
      CREATE INDEX child_xy ON child (x, y);
      COMMENT ON TABLE child IS 'Children';
      COMMENT ON COLUMN child.code IS 'Short name';
      CREATE SEQUENCE counted;
    `);
    connection = await connector.connect(config);
  });
  const sever = async () => {
    const sql =
      "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = $1 AND pid <> pg_backend_pid()";
    await admin?.query(sql, [database]);
  };
  afterAll(async () => {
    await connection?.close();
    await sever();
    await admin?.end();
    const last = new pg.Client({ connectionString: server });
    await last.connect();
    await last.query(`DROP DATABASE ${database}`);
    await last.end();
  });

  test("lists nothing in other catalogs", async () => {
    const found = async (catalog: string) => [
      (await connection.schemas(catalog)).length > 0,
      (await connection.tables("public", catalog)).length > 0,
      (await connection.columns("child", "public", catalog)).length > 0,
    ];
    expect(await found(database)).toEqual([true, true, true]);
    expect(await found("postgres")).toEqual([false, false, false]);
  });

  const address = (changed: Partial<Record<"hostname" | "port" | "pathname" | "username", string>>) =>
    Object.assign(new URL(uri), { password: "s3cret", ...changed }).href;

  const setting = (): ConformanceSetting => ({
    connector,
    config,
    connection,
    table: "conformance",
    schema: "public",
    counting: { isExact: false, analyze: () => admin.query("ANALYZE") },
    endless: "SELECT count(*) FROM generate_series(1, 1000000000) a",
    running: async (text) => {
      const sql = "SELECT 1 FROM pg_stat_activity WHERE datname = $1 AND query = $2 AND state = 'active'";
      return (await admin.query(sql, [database, text])).rowCount ?? 0;
    },
    sever,
    values: {
      bigInteger: "9007199254740993::bigint",
      decimal: "1234.5::numeric(10, 2)",
      notANumber: "'nan'::float8",
      infinity: "'-infinity'::numeric",
      date: "DATE '1969-07-20'",
      timestamp: "TIMESTAMP '2024-02-29 23:59:58.123'",
      boolean: "TRUE",
      nested: "ARRAY[1, 2]",
    },
    series: (count) => `(SELECT n FROM generate_series(1, ${count}) n)`,
    wideText: "rpad(s.n::text, 1000, 'x')",
    view: "seen",
    keyed: {
      table: "child",
      columns: ["id", "x", "y", "code: Short name"],
      details: {
        comment: "Children",
        primaryKey: { name: "child_pkey", columns: ["id"] },
        foreignKeys: [
          {
            name: "child_parent",
            columns: ["x", "y"],
            referredSchema: "public",
            referredTable: "parent",
            referredColumns: ["a", "b"],
          },
        ],
        indexes: [
          { name: "child_code_key", columns: ["code"], isUnique: true },
          { name: "child_xy", columns: ["x", "y"], isUnique: false },
        ],
      },
    },
    unreachable: [
      { uri: address({ port: "1" }), error: "CONNECTION_PORT_CLOSED_ERROR" },
      { uri: address({ hostname: "no-such-host.invalid" }), error: "CONNECTION_INVALID_HOSTNAME_ERROR" },
      { uri: address({ pathname: "/no_such_database" }), error: "CONNECTION_UNKNOWN_DATABASE_ERROR" },
      { uri: address({ username: "nobody_here" }), error: "CONNECTION_INVALID_USERNAME_ERROR" },
      { uri: address({ username: "" }), error: "CONNECTION_MISSING_PARAMETERS_ERROR" },
    ],
    writes: [
      "INSERT INTO conformance VALUES (4, 'four')",
      "WITH gone AS (DELETE FROM conformance RETURNING id) SELECT * FROM gone",
      "CREATE TABLE made (id integer)",
      "DROP TABLE conformance",
      "SELECT 1; DELETE FROM conformance",
      "COMMIT; DELETE FROM conformance",
      "SELECT nextval('counted')",
      "SELECT set_config('transaction_read_only', 'off', true), query_to_xml('DELETE FROM conformance', true, true, '')",
      "DO $$ BEGIN DELETE FROM conformance; END $$",
    ],
    unlocks: [
      "SET SESSION CHARACTERISTICS AS TRANSACTION READ WRITE",
      "SET default_transaction_read_only = off",
      "SELECT set_config('default_transaction_read_only', 'off', false)",
      "COMMIT",
      "COMMIT AND CHAIN",
    ],
    refusedExpressions: ["current_setting('data_directory')", "pg_read_file('/etc/passwd')", "$1", "pg_sleep(1)"],
    refusedStatements: [
      "SELECT pg_read_file('/etc/passwd')",
      "COPY conformance TO '/tmp/x.csv'",
      "SELECT * INTO made FROM conformance",
      "SET statement_timeout = 0",
      "EXPLAIN ANALYZE DELETE FROM conformance",
      "SELECT * FROM pg_shadow",
      "DO $$ BEGIN END $$",
    ],
  });

  describe("conforms:", () => {
    for (const { name, run } of conformance) test(name, () => run(setting()));
  });

  const scalarOf = async (own: Connection, sql: string) => (await own.run(`SELECT ${sql} AS v`)).columns[0]?.values[0];

  test.each([
    ["9223372036854775807::bigint", 9223372036854775807n],
    ["12345678901234567890123::numeric", 12345678901234567890123n],
    ["12345678901234567890.1230::numeric", "12345678901234567890.123"],
    ["'-0.1234567890123456789'::numeric(30, 20)", "-0.1234567890123456789"],
    ["1::numeric / 3", 1 / 3],
    ["5.000::numeric(20, 3)", 5],
    ["0.1::numeric + 0.2", 0.3],
    ["1.5::real", 1.5],
    ["TIMESTAMPTZ '2024-02-29 23:59:58+05:30'", Date.UTC(2024, 1, 29, 18, 29, 58)],
    ["DATE '0044-03-15 BC'", new Date(0).setUTCFullYear(-43, 2, 15)],
    ["'infinity'::timestamp", null],
    ["'1 day 02:00'::interval", "1 day 02:00:00"],
    ["'{\"a\": [1, null]}'::jsonb", '{"a": [1, null]}'],
    [`ARRAY['a "b"', NULL, 'c,d']`, '["a \\"b\\"",null,"c,d"]'],
    ["ARRAY[[1, 2], [3, 9007199254740993]]::bigint[]", "[[1,2],[3,9007199254740993]]"],
    ["ARRAY['{\"a\": 1}'::json]", '[{"a": 1}]'],
    ["'\\xc3a9'::bytea", "é"],
    ["'192.168.0.1'::inet", "192.168.0.1"],
  ])("reads %s", async (sql, expected) => {
    expect(await scalarOf(connection, sql)).toEqual(expected);
  });

  const killed = async () => {
    const sql = "SELECT sessions_killed::int AS n FROM pg_stat_database WHERE datname = $1";
    return (await admin.query<{ n: number }>(sql, [database])).rows[0]?.n ?? 0;
  };

  const stop = async (sql: string) => {
    const { running } = setting();
    const controller = new AbortController();
    const outcome = connection.run(sql, { signal: controller.signal }).catch((error: Error) => error.message);
    await vi.waitFor(async () => expect(await running?.(sql)).toBe(1), { timeout: 5000 });
    controller.abort();
    expect(await outcome).toBe("The query was stopped.");
    await vi.waitFor(async () => expect(await running?.(sql)).toBe(0), { timeout: 5000 });
  };

  test("cancels a statement, and terminates its process only if it continues", async () => {
    await admin.query(`CREATE FUNCTION stubborn() RETURNS integer LANGUAGE plpgsql AS $$ BEGIN
      LOOP BEGIN PERFORM pg_sleep(60); EXCEPTION WHEN query_canceled THEN NULL; END; END LOOP; END $$`);
    const before = await killed();
    await stop("SELECT pg_sleep(61)");
    expect(await killed()).toBe(before);
    await stop("SELECT stubborn()");
    await vi.waitFor(async () => expect(await killed()).toBe(before + 1), { timeout: 5000 });
  });

  test("server settings don't change results", async () => {
    await admin.query(`ALTER DATABASE ${database} SET TimeZone = 'Asia/Tokyo'`);
    await admin.query(`ALTER DATABASE ${database} SET DateStyle = 'SQL, DMY'`);
    await admin.query(`ALTER DATABASE ${database} SET standard_conforming_strings = off`);
    const own = await connector.connect(config);
    expect(await scalarOf(own, "TIMESTAMPTZ '2024-02-29 12:00:00+00'")).toBe(Date.UTC(2024, 1, 29, 12));
    expect(await scalarOf(own, "DATE '2024-02-29'")).toBe(Date.UTC(2024, 1, 29));
    expect(await scalarOf(own, connector.dialect.quoteText("a\\'b"))).toBe("a\\'b");
    await own.close();
  });

  test("estimates costs without running", async () => {
    const estimate = await connection.estimate?.("SELECT count(*) FROM generate_series(1, 1000000000)");
    expect(Object.keys(estimate ?? {})).toEqual(["Start-up cost", "Total cost"]);
    await expect(connection.estimate?.("DELETE FROM conformance")).rejects.toMatchObject({ status: 400 });
  });

  test("counts partitioned tables by partition, and unanalyzed ones as unknown", async () => {
    await admin.query(`CREATE SCHEMA sized; CREATE TABLE sized.days (day integer) PARTITION BY RANGE (day);
      CREATE TABLE sized.early PARTITION OF sized.days FOR VALUES FROM (0) TO (10);
      CREATE TABLE sized.late PARTITION OF sized.days FOR VALUES FROM (10) TO (100);
      INSERT INTO sized.days SELECT generate_series(0, 41); CREATE TABLE sized.fresh AS SELECT 1 AS a;
      ANALYZE sized.early; ANALYZE sized.late`);
    expect(await connection.rowCounts?.("sized")).toEqual([{ table: "days", rows: 42, isExact: false }]);
  });

  test("recognizes materialized views", async () => {
    expect(await connection.tables("public")).toContainEqual({ name: "kept", kind: "materialized_view" });
  });

  describe("encryption and passwords", () => {
    const folder = mkdtempSync(join(tmpdir(), "tessera-tls-"));
    const encrypted = "(SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid())";
    const pem = (name: string) => readFileSync(join(folder, name), "utf8");
    const localhost = () => Object.assign(new URL(uri), { hostname: "localhost" }).href;

    async function writeServerFile(name: string, text: string): Promise<void> {
      const rows = text
        .trimEnd()
        .split("\n")
        .map((line) => `('${line}')`);
      const { rows: found } = await admin.query("SELECT current_setting('data_directory') AS folder");
      const file = `${found[0].folder}/${name}`;
      await admin.query(`COPY (VALUES ${rows.join(", ")}) TO '${file}'`);
      chmodSync(file, 0o600);
    }

    beforeAll(async () => {
      makeCertificate(folder, "server");
      makeCertificate(folder, "stranger");
      await writeServerFile("server.key", pem("server.key"));
      await writeServerFile("server.crt", pem("server.crt"));
      await admin.query(`CREATE ROLE ${database} LOGIN PASSWORD 'right'`);
      await writeServerFile(
        "pg_hba.conf",
        `host all ${database} 127.0.0.1/32 scram-sha-256\nhost all all 127.0.0.1/32 trust\nhost all all ::1/128 trust`,
      );
      await admin.query("ALTER SYSTEM SET ssl = on");
      await admin.query("SELECT pg_reload_conf()");
      await vi.waitUntil(async () => (await admin.query("SHOW ssl")).rows[0].ssl === "on", { timeout: 10_000 });
    });
    afterAll(async () => {
      await admin.query(`DROP ROLE ${database}`);
      rmSync(folder, { recursive: true, force: true });
    });

    test.each([
      ["sslmode=require", true],
      ["sslmode=prefer", true],
      ["", true],
      ["sslmode=disable", false],
    ])("with %s the connection is encrypted: %s", async (query, expected) => {
      const own = await connector.connect({ ...config, uri: `${localhost()}?${query}` });
      expect(await scalarOf(own, encrypted)).toBe(expected);
      await own.close();
    });

    test("verifies the server only against the given certificate", async () => {
      const verified = await connector.connect({
        ...config,
        uri: `${localhost()}?sslmode=verify-full`,
        serverCert: pem("server.crt"),
      });
      expect(await scalarOf(verified, encrypted)).toBe(true);
      await verified.close();
      for (const changed of [
        { uri: `${localhost()}?sslmode=require`, serverCert: pem("stranger.crt") },
        { uri: `${localhost()}?sslmode=verify-full` },
        { uri: `${uri.href}?sslmode=verify-full`, serverCert: pem("server.crt") },
      ]) {
        const own = await connector.connect({ ...config, ...changed });
        await expect(own.run("SELECT 1 AS one")).rejects.toMatchObject({ status: 400 });
        await own.close();
      }
    });

    test("certificates are text, never files of the server", async () => {
      const connectArguments = { sslrootcert: "/etc/passwd" };
      await expect(connector.connect({ ...config, connectArguments })).rejects.toThrow("not a path");
    });

    test("rejects a wrong password and accepts the right one", async () => {
      const as = (password: string) => Object.assign(new URL(uri), { username: database, password }).href;
      const wrong = await connector.connect({ ...config, uri: as("wr0ng%40") });
      await expect(wrong.run("SELECT 1 AS one")).rejects.toMatchObject({
        body: {
          errors: [{ error_type: "CONNECTION_INVALID_PASSWORD_ERROR", message: expect.not.stringContaining("wr0ng") }],
        },
      });
      const right = await connector.connect({ ...config, uri: as("right") });
      expect((await right.run("SELECT 1 AS one")).rows).toBe(1);
      await expect(right.run("SELECT * FROM conformance")).rejects.toMatchObject({
        body: { errors: [{ error_type: "CONNECTION_DATABASE_PERMISSIONS_ERROR" }] },
      });
      await Promise.all([wrong.close(), right.close()]);
    });
  });
});
