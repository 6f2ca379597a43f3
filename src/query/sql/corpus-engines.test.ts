import { DatabaseSync } from "node:sqlite";
import { type DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type CorpusEntry, corpusOf } from "./corpus/entries.ts";

/**
 * The corpus against the engines themselves: with nothing there but the tables that a statement is said to read, it binds,
 * so there is no other that was overlooked; and what is said to write is refused where only reading is allowed.
 */
const quote = (name: string) => `"${name.replaceAll('"', '""')}"`;
const pathOf = (table: string) => (table.includes(".csv") ? [table] : table.split("."));
const reading = (engine: string) =>
  corpusOf(engine).filter(({ kind, tables }) => kind === "read" && !tables.join().includes(">"));
const writing = (engine: string) => corpusOf(engine).filter(({ kind }) => kind === "write");
const namesOf = ({ tables }: CorpusEntry) => tables.map((table) => table.replace(/^>/, ""));

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

  test.each(writing("sqlite"))("refuses where only reading is allowed: $sql", (entry) => {
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

  /** COPY writes files and streams, VACUUM and temporary tables are no writes to PostgreSQL. */
  const known = writing("postgresql").filter(({ sql }) => !/^(COPY|VACUUM|SELECT \* INTO TEMP|CALL)/.test(sql));
  test.each(known)("refuses where only reading is allowed: $sql", async (entry) => {
    expect(await run(entry)).toMatchObject({ code: "25006" });
  });
});
