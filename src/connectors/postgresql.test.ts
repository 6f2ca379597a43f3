import pg from "pg";
import { afterAll, beforeAll, describe, test } from "vitest";
import { conformance } from "./conformance.ts";
import type { ConformanceSetting } from "./conformance-setting.ts";
import type { Connection } from "./connector.ts";
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
  afterAll(async () => {
    await connection?.close();
    await admin?.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND pid <> pg_backend_pid()",
      [database],
    );
    await admin?.end();
    const last = new pg.Client({ connectionString: server });
    await last.connect();
    await last.query(`DROP DATABASE ${database}`);
    await last.end();
  });

  const address = (changed: Partial<Record<"hostname" | "port" | "pathname" | "username", string>>) =>
    Object.assign(new URL(uri), { password: "s3cret", ...changed }).href;

  const setting = (): ConformanceSetting => ({
    connector,
    config,
    connection,
    table: "conformance",
    schema: "public",
    endless: "SELECT count(*) FROM generate_series(1, 1000000000) a",
    running: async (text) => {
      const sql = "SELECT 1 FROM pg_stat_activity WHERE datname = $1 AND query = $2 AND state = 'active'";
      return (await admin.query(sql, [database, text])).rowCount ?? 0;
    },
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
});
