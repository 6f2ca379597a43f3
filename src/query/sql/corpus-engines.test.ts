import { DatabaseSync } from "node:sqlite";
import { type DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import { type Connection, createConnection } from "mysql2/promise";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type CorpusEntry, corpusOf } from "../../testing/sql-corpus.ts";
import { duckdbReader } from "./duckdb-reader.ts";
import { polyglotReader } from "./polyglot-reader.ts";
import { postgresReader } from "./postgres-reader.ts";
import type { SqlReader } from "./sql-reader.ts";

/**
 * Runs the corpus on the engines themselves. A statement must bind with only the tables it is listed to read, so
 * none was overlooked; statements listed as writing must fail where only reads are allowed.
 */
const quote = (name: string) => `"${name.replaceAll('"', '""')}"`;
const pathOf = (table: string) => (table.includes(".csv") ? [table] : table.split("."));
const reading = (engine: string) =>
  corpusOf(engine).filter(({ kind, tables }) => kind === "read" && !tables.join().includes(">"));
const writing = (engine: string) => corpusOf(engine).filter(({ kind }) => kind === "write");
const namesOf = ({ tables }: CorpusEntry) => tables.map((table) => table.replace(/^>/, ""));

async function emptied(reader: SqlReader, sql: string): Promise<string | null> {
  try {
    return await reader.secured(sql, () => "1 = 0");
  } catch (error) {
    expect(error).toMatchObject({ name: "TesseraError", status: 400 });
    return null;
  }
}

const REFUSED = "refused";

function attempt(run: () => string): string {
  try {
    return run();
  } catch {
    return REFUSED;
  }
}

const PLENTY = 0.8;

describe("duckdb", () => {
  let connection: DuckDBConnection;
  beforeAll(async () => {
    connection = await (await DuckDBInstance.create(":memory:")).connect();
    await connection.run("ATTACH ':memory:' AS c");
  });

  test.each(reading("duckdb"))("reads only $tables: $sql", async (entry) => {
    const paths = namesOf(entry).map((table) => pathOf(table).map(quote).join("."));
    for (const path of paths)
      await connection.run(`CREATE TABLE ${path} (id INT, a INT, b INT, c INT, s TEXT, d DATE, arr INT[])`);
    try {
      const isPlain = !/^(EXPLAIN|DESCRIBE|SUMMARIZE)/.test(entry.sql);
      await connection.run(isPlain ? `EXPLAIN ${entry.sql}` : entry.sql);
    } finally {
      for (const path of paths) await connection.run(`DROP TABLE ${path}`);
    }
  });
});

describe("duckdb, with every table filtered to no rows", () => {
  let connection: DuckDBConnection;
  const rowsOf = async (sql: string) => JSON.stringify((await connection.runAndReadAll(sql)).getRowsJson().toSorted());
  const reader = duckdbReader(async (expression) => {
    const answer = await connection.runAndReadAll(`SELECT ${expression}`);
    return String(answer.getRows()[0]?.[0]);
  });

  test("a statement returns the same as for empty tables", async () => {
    connection = await (await DuckDBInstance.create(":memory:")).connect();
    await connection.run("ATTACH ':memory:' AS c");
    const entries = reading("duckdb").filter(({ sql }) => !/^(EXPLAIN|DESCRIBE|SUMMARIZE)/.test(sql));
    let secured = 0;
    for (const entry of entries) {
      const paths = namesOf(entry).map((table) => pathOf(table).map(quote).join("."));
      for (const path of paths)
        await connection.run(`CREATE TABLE ${path} (id INT, a INT, b INT, c INT, s TEXT, d DATE, arr INT[])`);
      const expected = await rowsOf(entry.sql);
      for (const path of paths)
        await connection.run(
          `INSERT INTO ${path} VALUES (1, 1, 2, 3, 'x', DATE '2020-01-01', [1]), (2, 2, 1, 1, 'y', NULL, [])`,
        );
      const sql = await emptied(reader, entry.sql);
      const rows = sql === null ? REFUSED : await rowsOf(sql).catch(() => REFUSED);
      if (rows !== REFUSED) secured++;
      expect([expected, REFUSED], sql ?? "").toContain(rows);
      for (const path of paths) await connection.run(`DROP TABLE ${path}`);
    }
    expect(secured / entries.length).toBeGreaterThan(PLENTY);
  });
});

describe("sqlite", () => {
  const open = (entry: CorpusEntry) => {
    const db = new DatabaseSync(":memory:");
    for (const table of namesOf(entry).filter((name) => name !== "n"))
      db.exec(
        `CREATE TABLE ${pathOf(table).map(quote).join(".")} (id INTEGER PRIMARY KEY, a INT, b INT, c INT, s TEXT, d TEXT)`,
      );
    if (namesOf(entry).includes("t")) db.exec("CREATE INDEX i ON t (a)");
    db.exec("PRAGMA query_only = 1");
    return db;
  };

  test.each(reading("sqlite"))("reads only $tables: $sql", (entry) => {
    const db = open(entry);
    db.prepare(entry.sql).all();
    db.close();
  });

  test("returns the same for filtered tables as for empty ones", async () => {
    const reader = polyglotReader("sqlite");
    const entries = reading("sqlite");
    let secured = 0;
    for (const entry of entries) {
      const db = open(entry);
      const rowsOf = (sql: string) => JSON.stringify(db.prepare(sql).all());
      const expected = rowsOf(entry.sql);
      db.exec("PRAGMA query_only = 0");
      for (const table of namesOf(entry))
        db.exec(
          `INSERT INTO ${pathOf(table).map(quote).join(".")} VALUES (1, 1, 2, 3, 'x', '2020-01-01'), (2, 2, 1, 1, 'y', NULL)`,
        );
      const sql = await emptied(reader, entry.sql);
      const rows = sql === null ? REFUSED : attempt(() => rowsOf(sql));
      if (rows !== REFUSED) secured++;
      expect([expected, REFUSED], sql ?? "").toContain(rows);
      db.close();
    }
    expect(secured / entries.length).toBeGreaterThan(PLENTY);
  });

  test.each(writing("sqlite"))("rejects where only reads are allowed: $sql", (entry) => {
    const db = open(entry);
    expect(() => db.exec(entry.sql)).toThrow("attempt to write a readonly database");
    db.close();
  });
});

const url = process.env.TESSERA_TEST_POSTGRES_URL;

describe.skipIf(!url)("postgresql", () => {
  let client: pg.Client;
  beforeAll(async () => {
    client = new pg.Client({ connectionString: url });
    await client.connect();
  });
  afterAll(() => client.end());

  async function run(entry: CorpusEntry): Promise<unknown> {
    await client.query("BEGIN");
    try {
      await client.query("CREATE SCHEMA corpus; SET LOCAL search_path = corpus; CREATE SCHEMA x");
      for (const table of namesOf(entry).filter((name) => name !== "n"))
        await client.query(
          `CREATE TABLE ${pathOf(table).map(quote).join(".")} (id INT PRIMARY KEY, a INT, b INT, c INT, s TEXT, d TIMESTAMP)`,
        );
      await client.query("SET LOCAL transaction_read_only = on");
      await client.query(entry.sql);
      return undefined;
    } catch (error) {
      return error;
    } finally {
      await client.query("ROLLBACK");
    }
  }

  test.each(reading("postgresql"))("reads only $tables: $sql", async (entry) => {
    expect(await run(entry)).toBeUndefined();
  });

  test("returns the same for filtered tables as for empty ones", async () => {
    const reader = postgresReader();
    const entries = reading("postgresql").filter(({ sql }) => !/^EXPLAIN/.test(sql));
    let secured = 0;
    for (const entry of entries) {
      const sql = await emptied(reader, entry.sql);
      if (sql === null) continue;
      await client.query("BEGIN; CREATE SCHEMA corpus; SET LOCAL search_path = corpus; CREATE SCHEMA x");
      const paths = namesOf(entry).map((table) => pathOf(table).map(quote).join("."));
      for (const path of paths)
        await client.query(`CREATE TABLE ${path} (id INT PRIMARY KEY, a INT, b INT, c INT, s TEXT, d TIMESTAMP)`);
      const expected = JSON.stringify((await client.query(entry.sql)).rows);
      for (const path of paths)
        await client.query(`INSERT INTO ${path} VALUES (1, 1, 2, 3, 'x', '2020-01-01'), (2, 2, 1, 1, 'y', NULL)`);
      const rows = await client.query(sql).then(
        (answer) => JSON.stringify(answer.rows),
        () => REFUSED,
      );
      await client.query("ROLLBACK");
      if (rows !== REFUSED) secured++;
      expect([expected, REFUSED], sql).toContain(rows);
    }
    expect(secured / entries.length).toBeGreaterThan(PLENTY);
  });

  /**
   * PostgreSQL allows these in a read-only transaction although they do more than read, or checks them by other rules.
   */
  const known = writing("postgresql").filter(({ sql }) => !/^(COPY|VACUUM|LOCK|DO|CALL|SELECT \* INTO TEMP)/.test(sql));
  test.each(known)("rejects where only reads are allowed: $sql", async (entry) => {
    expect(["25006", "0A000"]).toContain(((await run(entry)) as { code: string }).code);
  });
});

const mariadb = process.env.TESSERA_TEST_MARIADB_URL;

/** MariaDB lacks some of MySQL; it must only miss no table and write nothing. */
describe.skipIf(!mariadb)("mysql", () => {
  const NO_SUCH_TABLE = 1146;
  const READ_ONLY = 1792;
  let connection: Connection;
  beforeAll(async () => {
    connection = await createConnection({ uri: String(mariadb) });
  });
  afterAll(() => connection.end());

  async function run(entry: CorpusEntry): Promise<number> {
    const ticked = (name: string) => `\`${name.replaceAll("`", "``")}\``;
    for (const database of ["corpus", "d"]) {
      await connection.query(`DROP DATABASE IF EXISTS ${database}`);
      await connection.query(`CREATE DATABASE ${database}`);
    }
    await connection.query("USE corpus");
    for (const table of namesOf(entry).filter((name) => name !== "n"))
      await connection.query(
        `CREATE TABLE ${table.split(".").map(ticked).join(".")} (id INT PRIMARY KEY, a INT, b INT, c INT, s TEXT, d DATETIME, INDEX i (a))`,
      );
    await connection.query("START TRANSACTION READ ONLY");
    try {
      await connection.query(entry.sql);
      return 0;
    } catch (error) {
      return (error as { errno: number }).errno;
    } finally {
      await connection.query("ROLLBACK");
    }
  }

  test.each(reading("mysql"))("reads only $tables: $sql", async (entry) => {
    expect([NO_SUCH_TABLE, READ_ONLY]).not.toContain(await run(entry));
  });

  test("accepts most statements of the corpus that read", async () => {
    const entries = reading("mysql");
    let accepted = 0;
    for (const entry of entries) if ((await run(entry)) === 0) accepted++;
    expect(accepted / entries.length).toBeGreaterThan(0.8);
  });

  /** Changes of the schema end the transaction instead. */
  test.each(writing("mysql").filter(({ sql }) => /^(INSERT|REPLACE|UPDATE|DELETE)/.test(sql)))(
    "rejects where only reads are allowed: $sql",
    async (entry) => {
      expect(await run(entry)).toBe(READ_ONLY);
    },
  );
});

const clickhouse = process.env.TESSERA_TEST_CLICKHOUSE_URL;

describe.skipIf(!clickhouse)("clickhouse", () => {
  const ask = async (query: string): Promise<string> => {
    const response = await fetch(String(clickhouse).replace(/^\w+:/, "http:"), { method: "POST", body: query });
    return response.ok ? "" : response.text();
  };

  test.each(reading("clickhouse").filter(({ sql }) => !/url|remote|merge/.test(sql)))(
    "reads only $tables: $sql",
    async (entry) => {
      await ask("CREATE DATABASE IF NOT EXISTS d");
      for (const table of namesOf(entry))
        expect(
          await ask(
            `CREATE TABLE ${table} (id Int32, a Int32, b Int32, c Int32, s String, d DateTime, arr Array(Int32)) ENGINE = MergeTree ORDER BY id`,
          ),
        ).toBe("");
      const failure = await ask(`EXPLAIN ${entry.sql}`);
      for (const table of namesOf(entry)) await ask(`DROP TABLE ${table}`);
      expect(failure).not.toMatch(/UNKNOWN_TABLE|UNKNOWN_DATABASE/);
    },
  );
});
