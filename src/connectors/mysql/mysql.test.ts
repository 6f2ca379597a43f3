import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TLSSocket } from "node:tls";
import mysql from "mysql2/promise";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeCertificate } from "../../testing/certificate.ts";
import { casesOf } from "../../testing/full-size.ts";
import { conformance } from "../conformance/conformance.ts";
import type { ConformanceSetting } from "../conformance/setting.ts";
import type { Connection, ConnectionConfig } from "../connector.ts";
import { mysqlConnector, mysqlDialect } from "./mysql.ts";

const server = process.env.TESSERA_TEST_MARIADB_URL;
const database = `t_connector_${process.pid}`;
const secured = `u_connector_${process.pid}`;

test("sorts by grouped expressions as MySQL allows", () => {
  const day = "DATE(`moment`)";
  expect(mysqlDialect.orderTerm(day, true, true)).toBe(`MIN(${day}) IS NULL, ${day} ASC`);
  expect(mysqlDialect.orderTerm(day, false, true)).toBe(`${day} DESC`);
  expect(mysqlDialect.orderTerm("SUM(`n`)", true, false)).toBe("SUM(`n`) IS NULL, SUM(`n`) ASC");
});

describe.skipIf(!server)("MySQL and MariaDB", () => {
  const uri = new URL(server ?? "mysql://none");
  uri.pathname = `/${database}`;
  const config = { uri: uri.href.replace("mysql:", "mysql+mysqldb:"), timeoutMs: 30_000 };
  const connector = mysqlConnector();
  let admin: mysql.Connection;
  let connection: Connection;
  let isMariaDb: boolean;

  beforeAll(async () => {
    admin = await mysql.createConnection({ uri: server ?? "", multipleStatements: true });
    await admin.query(`
      CREATE DATABASE ${database} CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
      USE ${database};
      CREATE TABLE conformance (id integer, label varchar(50));
      INSERT INTO conformance VALUES (1, 'one'), (2, ''), (3, NULL);
      CREATE TABLE flags (flag boolean, document json);
      INSERT INTO flags VALUES (TRUE, '[1, 2]');
      CREATE VIEW seen AS SELECT id FROM conformance;
      CREATE PROCEDURE emptied() BEGIN SET SESSION TRANSACTION READ WRITE; COMMIT; DELETE FROM conformance; COMMIT; END;
      CREATE TABLE parent (a integer, b integer, PRIMARY KEY (a, b));
      CREATE TABLE child (id integer PRIMARY KEY, x integer, y integer, code varchar(20) UNIQUE COMMENT 'Short name',
        KEY child_xy (x, y), CONSTRAINT child_parent FOREIGN KEY (x, y) REFERENCES parent (a, b)) COMMENT 'Children';
      DROP USER IF EXISTS ${secured}@'127.0.0.1';
      CREATE USER ${secured}@'127.0.0.1' IDENTIFIED BY 'right';
    `);
    const [[found]] = await admin.query<mysql.RowDataPacket[]>("SELECT VERSION() AS version");
    isMariaDb = /mariadb/i.test(found?.version);
    connection = await connector.connect(config);
  });
  afterAll(async () => {
    await connection?.close();
    await admin?.query(`DROP DATABASE ${database}; DROP USER ${secured}@'127.0.0.1'`);
    await admin?.end();
  });

  test("a session keeps nothing from earlier statements", async () => {
    const one = await connector.connect({ ...config });
    const rows = (sql: string) => one.run(sql).then(({ columns }) => columns.map(({ values }) => [...values]));
    try {
      await one.run(`SELECT SQL_CALC_FOUND_ROWS n, @secret := 42 FROM ${series(37)} s LIMIT 3`);
      await one.run(`SELECT SQL_CALC_FOUND_ROWS n FROM ${series(37)} s LIMIT 3`);
      // There are several sessions.
      for (let n = 0; n < 6; n++) expect(await rows("SELECT FOUND_ROWS(), @secret")).toEqual([[1], [null]]);
      await one.run("SELECT CAST('secret' AS INTEGER) + 1 FROM conformance");
      expect(JSON.stringify(await rows("SHOW WARNINGS"))).not.toContain("secret");
    } finally {
      await one.close();
    }
  });

  const address = (changed: Partial<Record<"hostname" | "port" | "pathname" | "username" | "password", string>>) =>
    Object.assign(new URL(uri), { password: "s3cret", ...changed }).href;

  const series = (count: number) => {
    if (isMariaDb) return `(SELECT seq AS n FROM seq_1_to_${count})`;
    const places = Array.from(String(count), (_, place) => place);
    const digit = `(SELECT 0 AS d ${[1, 2, 3, 4, 5, 6, 7, 8, 9].map((d) => `UNION ALL SELECT ${d}`).join(" ")})`;
    const number = places.map((place) => `d${place}.d * ${10 ** place}`).join(" + ");
    const from = places.map((place) => `${digit} d${place}`).join(", ");
    return `(SELECT 1 + ${number} AS n FROM ${from} WHERE ${number} < ${count})`;
  };

  const setting = (): ConformanceSetting => ({
    connector,
    config,
    connection,
    table: "conformance",
    schema: database,
    counting: { isExact: false, analyze: () => admin.query("ANALYZE TABLE conformance") },
    endless: `SELECT count(*) FROM ${series(1_000_000)} a, ${series(1_000_000)} b WHERE a.n * b.n = 7`,
    running: async (text) => {
      const sql = "SELECT 1 FROM information_schema.processlist WHERE db = ? AND info = ?";
      const [rows] = await admin.query<mysql.RowDataPacket[]>(sql, [database, text]);
      return rows.length;
    },
    sever: async () => {
      const sql = "SELECT id FROM information_schema.processlist WHERE db = ? AND id <> connection_id()";
      const others = async () => (await admin.query<mysql.RowDataPacket[]>(sql, [database]))[0];
      for (const { id } of await others()) await admin.query(`KILL CONNECTION ${id}`);
      await expect.poll(others).toEqual([]);
    },
    values: {
      bigInteger: "9007199254740993",
      decimal: "CAST(1234.5 AS DECIMAL(10, 2))",
      date: "DATE'1969-07-20'",
      timestamp: "TIMESTAMP'2024-02-29 23:59:58.123'",
      boolean: "flag",
      nested: "document",
      from: "FROM flags",
    },
    series,
    wideText: "rpad(s.n, 1000, 'x')",
    view: "seen",
    keyed: {
      table: "child",
      columns: ["id", "x", "y", "code: Short name"],
      details: {
        comment: "Children",
        primaryKey: { name: "PRIMARY", columns: ["id"] },
        foreignKeys: [
          {
            name: "child_parent",
            columns: ["x", "y"],
            referredSchema: database,
            referredTable: "parent",
            referredColumns: ["a", "b"],
          },
        ],
        indexes: [
          { name: "child_xy", columns: ["x", "y"], isUnique: false },
          { name: "code", columns: ["code"], isUnique: true },
        ],
      },
    },
    unreachable: [
      { uri: address({ port: "1" }), error: "CONNECTION_PORT_CLOSED_ERROR" },
      { uri: address({ hostname: "no-such-host.invalid" }), error: "CONNECTION_INVALID_HOSTNAME_ERROR" },
      { uri: address({ pathname: "/no_such_database", password: "" }), error: "CONNECTION_UNKNOWN_DATABASE_ERROR" },
      { uri: address({ username: secured }), error: "CONNECTION_ACCESS_DENIED_ERROR" },
      { uri: address({ username: "" }), error: "CONNECTION_MISSING_PARAMETERS_ERROR" },
    ],
    writes: [
      "INSERT INTO conformance VALUES (4, 'four')",
      "DELETE FROM conformance",
      "CREATE TABLE made (id integer)",
      "SET STATEMENT tx_read_only = 0 FOR CREATE TABLE made (id integer)",
      "-- a note\n/* another */ # third\n SET STATEMENT tx_read_only = 0 FOR DELETE FROM conformance",
      "/*M!100000 SET STATEMENT tx_read_only = 0 FOR DELETE FROM conformance */",
      "DROP TABLE conformance",
      "TRUNCATE TABLE conformance",
      "SELECT 1; DELETE FROM conformance",
      "SET STATEMENT tx_read_only = 0 FOR DELETE FROM conformance",
      "/*!50000 DELETE FROM conformance */",
      "BEGIN NOT ATOMIC SET SESSION TRANSACTION READ WRITE; COMMIT; DELETE FROM conformance; COMMIT; END",
      "IF 1 THEN COMMIT; SET tx_read_only = 0; START TRANSACTION READ WRITE; DELETE FROM conformance; COMMIT; END IF",
      "EXECUTE IMMEDIATE 'DELETE FROM conformance'",
      "CALL emptied()",
    ],
    unlocks: [
      "SET SESSION TRANSACTION READ WRITE",
      "SET SESSION tx_read_only = 0",
      "SET autocommit = 0",
      "COMMIT",
      "COMMIT AND CHAIN",
      "SET SESSION completion_type = 1",
    ],
    refusedExpressions: ["@@datadir", "load_file('/etc/passwd')", "sleep(1)", "?"],
    refusedStatements: [
      "SELECT load_file('/etc/passwd')",
      "SELECT * FROM conformance INTO OUTFILE '/tmp/x.csv'",
      "SELECT id FROM conformance /*!50000 UNION SELECT 1 */",
      "SELECT id FROM conformance /*M! UNION SELECT 1 */",
      "SET sql_mode = ''",
      "SELECT * FROM mysql.user",
      "SELECT id FROM conformance FOR UPDATE",
      "HANDLER conformance OPEN",
    ],
  });

  test("a statement can exceed the connection's default limit", async () => {
    const short = await connector.connect({ ...config, timeoutMs: 100 });
    const { rows } = await short.run(`SELECT SLEEP(${casesOf(1, 5.5)})`, { timeoutMs: 20_000 });
    expect(rows).toBe(1);
    await short.close();
  });

  describe("encryption", () => {
    const folder = mkdtempSync(join(tmpdir(), "tessera-tls-"));
    const localhost = (query: string) => `${Object.assign(new URL(uri), { hostname: "localhost" }).href}?${query}`;
    let own = "";
    let otherCertificate = "";

    beforeAll(async () => {
      makeCertificate(folder, "stranger");
      otherCertificate = readFileSync(join(folder, "stranger.crt"), "utf8");
      const observer = await mysql.createConnection({ uri: server ?? "", ssl: { rejectUnauthorized: false } });
      const { stream } = (observer as unknown as { connection: { stream: TLSSocket } }).connection;
      own = String(stream.getPeerX509Certificate());
      await observer.end();
    });
    afterAll(() => rmSync(folder, { recursive: true, force: true }));

    async function cipherOf(changed: Partial<ConnectionConfig>): Promise<unknown> {
      const connection = await connector.connect({ ...config, ...changed });
      const schema = isMariaDb ? "information_schema" : "performance_schema";
      const status = `${schema}.session_status WHERE variable_name = 'Ssl_cipher'`;
      const { columns } = await connection
        .run(`SELECT variable_value FROM ${status}`)
        .finally(() => connection.close());
      return columns[0]?.values[0];
    }

    test.each([
      ["ssl_mode=REQUIRED", true],
      ["ssl=1", true],
      ["", true],
      ["ssl_mode=PREFERRED", true],
      ["ssl_mode=DISABLED", false],
    ])("with %s the connection is encrypted: %s", async (query, expected) => {
      expect(Boolean(await cipherOf({ uri: localhost(query) }))).toBe(expected);
    });

    test("verifies the server only against the given certificate", async () => {
      const full = localhost("ssl_mode=VERIFY_IDENTITY");
      expect(await cipherOf({ uri: full, serverCert: own })).toMatch(/TLS|AES/);
      expect(await cipherOf({ uri: localhost(""), serverCert: own })).toMatch(/TLS|AES/);
      expect(await cipherOf({ uri: full, connectArguments: { ssl_ca: own } })).toMatch(/TLS|AES/);
      expect(await cipherOf({ uri: `${uri.href}?ssl_mode=VERIFY_CA`, serverCert: own })).toMatch(/TLS|AES/);
      for (const changed of [
        { uri: localhost("ssl_mode=REQUIRED"), serverCert: otherCertificate },
        { uri: localhost(""), serverCert: otherCertificate },
        { uri: full },
        { uri: localhost("ssl_mode=VERIFY_CA") },
        { uri: `${uri.href}?ssl_mode=VERIFY_IDENTITY`, serverCert: own },
      ]) {
        await expect(cipherOf(changed)).rejects.toMatchObject({ status: 400 });
      }
    });

    test("certificates are text, never files of the server", async () => {
      await expect(cipherOf({ connectArguments: { ssl_ca: "/etc/passwd" } })).rejects.toThrow("not a path");
    });
  });

  describe("conforms:", () => {
    for (const { name, run } of conformance) test(name, () => run(setting()));
  });
});
