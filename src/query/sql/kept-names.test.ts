import { DatabaseSync } from "node:sqlite";
import { DuckDBInstance } from "@duckdb/node-api";
import { createConnection } from "mysql2/promise";
import { Client } from "pg";
import { describe, expect, test } from "vitest";
import { duckdbReader } from "./duckdb-reader.ts";
import { polyglotReader } from "./polyglot-reader.ts";
import { postgresReader } from "./postgres-reader.ts";
import type { SqlReader } from "./sql-reader.ts";

const STATEMENTS = [
  "SELECT (SELECT max(x) FROM t)",
  "SELECT DISTINCT  ( SELECT /* the last */ max(x)   FROM t\n ) -- of all\n , x+ /* and */ (SELECT max(x) FROM t WHERE who='a') /* end */ FROM t",
  "SELECT CASE WHEN EXISTS (SELECT 1 FROM t) THEN 1 ELSE 0 END, x IN (SELECT x FROM t), NOT EXISTS (SELECT 1 FROM t WHERE x>5) FROM u",
  "SELECT (((SELECT max(x) FROM t))) FROM u UNION ALL SELECT (SELECT min(x) FROM t)",
  "SELECT * FROM (SELECT x+(SELECT max(x) FROM t) FROM u) AS q",
  "WITH q AS (SELECT (SELECT (SELECT max(x) FROM t)), x FROM u) SELECT * FROM q ORDER BY x",
  "SELECT (SELECT count(*) FROM t) > (SELECT avg(x) FROM t), (SELECT who FROM t LIMIT 1) IS NOT NULL",
  "SELECT (SELECT max(x) FROM t) AS named, (SELECT max(x) FROM t) m, 'a' = (SELECT who FROM t LIMIT 1) FROM u GROUP BY x",
  `SELECT CONCAT('${"é".repeat(300)}', (SELECT max(x) FROM t))`,
];
const TABLES = ["CREATE TABLE t (x INT, who VARCHAR(9))", "CREATE TABLE u (x INT)"];
const RULE = "(who = 'hidden')";

interface Engine {
  reader: SqlReader;
  namesOf(sql: string): Promise<string[]>;
}

async function keepsNames({ reader, namesOf }: Engine, more: readonly string[] = []): Promise<void> {
  for (const sql of [...STATEMENTS, ...more]) {
    const secured = await reader.secured(sql, ({ name }) => (name === "t" ? RULE : null));
    expect(secured).toContain("hidden");
    const names = await namesOf(secured);
    expect(names).toEqual(await namesOf(sql));
    expect(names.join()).not.toContain("hidden");
  }
}

describe("an unnamed column has the same name with and without a rule", () => {
  test("in SQLite", async () => {
    const database = new DatabaseSync(":memory:");
    for (const sql of TABLES) database.exec(sql);
    const namesOf = async (sql: string) =>
      database
        .prepare(sql)
        .columns()
        .map(({ name }) => name);
    await keepsNames({ reader: polyglotReader("sqlite"), namesOf });
  });

  test("in DuckDB", async () => {
    const connection = await (await DuckDBInstance.create(":memory:")).connect();
    for (const sql of TABLES) await connection.run(sql);
    const namesOf = async (sql: string) => (await connection.run(sql)).columnNames();
    const evaluate = async (sql: string) => String((await connection.runAndReadAll(`SELECT ${sql}`)).getRows()[0]?.[0]);
    await keepsNames({ reader: duckdbReader(evaluate), namesOf }, [
      "FROM t SELECT x::VARCHAR || (SELECT max(x) FROM t), [(SELECT max(x) FROM t)], m: (SELECT max(x) FROM t)",
      "SELECT DISTINCT ON ((SELECT max(x) FROM t)) x, (SELECT max(x) FROM t) IS DISTINCT FROM 'a' FROM u",
      "SELECT * REPLACE ((SELECT max(x) FROM t) AS x), array(SELECT x FROM t) FROM u",
      "SELECT sum(x) OVER (ORDER BY (SELECT max(x) FROM t)) FROM t",
    ]);
  });

  const mariadb = process.env.TESSERA_TEST_MARIADB_URL;
  test.skipIf(!mariadb)("by MariaDB", async () => {
    const connection = await createConnection({ uri: String(mariadb), charset: "utf8mb4" });
    const database = `names_${process.pid}`;
    await connection.query(`CREATE DATABASE ${database}`);
    await connection.query(`USE ${database}`);
    try {
      for (const sql of TABLES) await connection.query(sql);
      const namesOf = async (sql: string) => (await connection.query(sql))[1].map(({ name }) => name);
      await keepsNames({ reader: polyglotReader("mysql"), namesOf }, [
        "SELECT STRAIGHT_JOIN (SELECT `x` FROM t LIMIT 1), (SELECT max(x) FROM t) 'm' FROM u",
      ]);
    } finally {
      await connection.query(`DROP DATABASE ${database}`);
      await connection.end();
    }
  });

  const postgres = process.env.TESSERA_TEST_POSTGRES_URL;
  test.skipIf(!postgres)("by PostgreSQL", async () => {
    const client = new Client({ connectionString: postgres });
    await client.connect();
    try {
      for (const sql of TABLES) await client.query(sql.replace("TABLE", "TEMPORARY TABLE"));
      const namesOf = async (sql: string) => (await client.query(sql)).fields.map(({ name }) => name);
      await keepsNames({ reader: postgresReader(), namesOf });
    } finally {
      await client.end();
    }
  });
});

test("qualifying table names doesn't change column names", async () => {
  const reader = polyglotReader("sqlite");
  const place = { catalog: null, schema: "main" };
  expect(await reader.placed('SELECT (SELECT max("x y") FROM t)', place)).toBe(
    'SELECT (SELECT max("x y") FROM "main".t) AS "(SELECT max(""x y"") FROM t)"',
  );
  expect(await reader.placed("SELECT (SELECT max(x) FROM t) m FROM t", place)).toBe(
    'SELECT (SELECT max(x) FROM "main".t) m FROM "main".t',
  );
});
