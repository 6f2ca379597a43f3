import { DatabaseSync } from "node:sqlite";
import { DuckDBInstance } from "@duckdb/node-api";
import fc from "fast-check";
import { createConnection } from "mysql2/promise";
import { describe, expect, test } from "vitest";
import { casesOf } from "../../testing/full-size.ts";
import { duckdbReader } from "./duckdb-reader.ts";
import { polyglotReader } from "./polyglot-reader.ts";
import type { SqlReader } from "./sql-reader.ts";

/**
 * Random statements that read a table after odd comments, texts, names and white space. If the engine returns anything
 * from that table, the reader must have seen it there: a rule that hides all of its rows leaves none in the result.
 */
const HIDDEN = "hidden value";
const tables = (text: string) => [
  `CREATE TABLE t (a INT, v ${text})`,
  `CREATE TABLE secret (a INT, v ${text})`,
  "INSERT INTO t VALUES (1, 'plain')",
  `INSERT INTO secret VALUES (1, '${HIDDEN}')`,
];

const SPACES = [" ", "\n", "\t", "\r", "\f", "\v", "\u00a0", "\u2003", "\u3000", "\ufeff"];
const SIGNS = [
  "'",
  '"',
  "`",
  "\\",
  "--",
  "-- ",
  "--\u00a0",
  "/*",
  "*/",
  "#",
  ";",
  "$$",
  "[",
  "]",
  " FROM t ",
  "x",
  "\n",
  "\r",
];
const piece = fc.array(fc.constantFrom(...SIGNS), { maxLength: 3 }).map((signs) => signs.join(""));
const comment = piece.chain((text) =>
  fc.constantFrom(
    `/*${text}*/`,
    `-- ${text}\n`,
    `--${text}\n`,
    `--\u00a0${text}\n`,
    `#${text}\n`,
    `-- ${text}\r`,
    `/*!${text}*/`,
  ),
);
const openings = fc.constantFrom("--\u00a0", "--\u2003 ", "-- \r", "--\f", "#\r", "--\u00a0");
const blank = fc.oneof({ weight: 5, arbitrary: fc.constant(" ") }, fc.constantFrom(...SPACES), comment, openings);
const quoted = (quotes: readonly string[]) =>
  fc
    .tuple(fc.constantFrom(...quotes), piece)
    .map(([quote, text]) => quote + text.replaceAll(quote, quote + quote) + quote);

/** `~` is white space, `@` a value, `&` an alias, `N` the name of a CTE, `S` the table. */
const SHAPES = [
  "SELECT~@~AS~&~,~v~FROM~S",
  "SELECT~@~&~,~(SELECT~MAX(v)~FROM~S)~FROM~(SELECT~1~AS~&)~q",
  "SELECT~1~,~(SELECT~MAX(v)~FROM~S)\nFROM~(SELECT~1~AS~&)~q",
  "SELECT~1~,(SELECT MAX(v) FROM secret)\nFROM (SELECT 1 AS &) q",
  "WITH~RECURSIVE~N~AS~(SELECT~@~AS~v)~SELECT~v~FROM~S",
  "WITH~N~AS~(SELECT~v~FROM~S)~,~&~AS~(SELECT~@~AS~v)~SELECT~v~FROM~N",
  "SELECT~*~FROM~(WITH~N~AS~(SELECT~@~AS~v)~SELECT~1~AS~z)~q~,~S",
  "SELECT~v~FROM~S~&~WHERE~@~IS~NOT~NULL~OR~1=1",
  "SELECT~@~UNION~ALL~SELECT~v~FROM~S",
  "SELECT~*~FROM~t~JOIN~S~ON~1=1",
  "SELECT~*~FROM~(t~CROSS~JOIN~S)",
  "SELECT~*~FROM~t~&~,~S",
];

interface Quotes {
  names: readonly string[];
  texts: readonly string[];
}

function statement({ names, texts }: Quotes): fc.Arbitrary<string> {
  const name = fc.oneof(
    fc.constantFrom("q", "x", "Secret", "SECRET", "é"),
    fc.constantFrom(...names).map((q) => `${q}\u00a0${q}`),
    quoted(names),
  );
  const table = fc.oneof(
    fc.constantFrom("secret", "SECRET", "(secret)", "'secret'"),
    fc.constantFrom(...names).map((q) => `${q}secret${q}`),
  );
  const filling: Readonly<Record<string, fc.Arbitrary<string>>> = {
    "~": blank,
    "@": fc.oneof(quoted(texts), fc.constantFrom("1", "NULL", "1e1", "1.", "- -1", "1--1")),
    "&": name,
    N: name,
    S: table,
  };
  return fc.constantFrom(...SHAPES).chain((shape) => {
    const parts = shape.split(/([~@&]|(?<![A-Z])[NS](?![A-Z]))/);
    return fc.tuple(...parts.map((part) => filling[part] ?? fc.constant(part))).map((filled) => {
      const common = filled[parts.indexOf("N")];
      return filled.map((text, i) => (parts[i] === "N" ? common : text)).join("");
    });
  });
}

interface Engine {
  reader: SqlReader;
  quotes: Quotes;
  answer(sql: string): Promise<string | undefined>;
}

async function provesNothingHidden({ reader, quotes, answer }: Engine, numRuns: number): Promise<void> {
  let [answered, secured] = [0, 0];
  await fc.assert(
    fc.asyncProperty(statement(quotes), async (sql) => {
      if (!(await answer(sql))?.includes(HIDDEN)) return;
      answered++;
      const facts = await reader.inspect(sql).catch(() => undefined);
      if (facts?.kind !== "read" || facts.refusedFunctions.length > 0) return;
      expect(facts.reads.some(({ name }) => name.toLowerCase() === "secret")).toBe(true);
      const rule = ({ name }: { name: string }) => (name.toLowerCase() === "secret" ? "1 = 0" : null);
      const text = await reader.secured(sql, rule).catch(() => undefined);
      if (text === undefined) return;
      secured++;
      expect((await answer(text)) ?? "", text).not.toContain(HIDDEN);
    }),
    { numRuns },
  );
  expect(answered).toBeGreaterThan(numRuns / 50);
  expect(secured).toBeGreaterThan(0);
}

describe("no statement hides a table that it reads", { timeout: 180_000 }, () => {
  test("in SQLite", async () => {
    const db = new DatabaseSync(":memory:");
    for (const sql of tables("TEXT")) db.exec(sql);
    const answer = async (sql: string) => {
      try {
        return JSON.stringify(db.prepare(sql).all());
      } catch {
        return undefined;
      }
    };
    const quotes = { names: ['"', "`"], texts: ["'"] };
    await provesNothingHidden({ reader: polyglotReader("sqlite"), quotes, answer }, casesOf(700, 2000));
    db.close();
  });

  test("in DuckDB", async () => {
    const connection = await (await DuckDBInstance.create(":memory:")).connect();
    for (const sql of tables("VARCHAR")) await connection.run(sql);
    const rowsOf = async (sql: string) => (await connection.runAndReadAll(sql)).getRowsJson();
    const answer = (sql: string) => rowsOf(sql).then(JSON.stringify, () => undefined);
    const evaluate = async (expression: string) => String((await rowsOf(`SELECT ${expression}`))[0]?.[0]);
    await provesNothingHidden(
      { reader: duckdbReader(evaluate), quotes: { names: ['"'], texts: ["'"] }, answer },
      casesOf(250, 500),
    );
  });

  const mariadb = process.env.TESSERA_TEST_MARIADB_URL;
  test.skipIf(!mariadb)("in MariaDB", async () => {
    const connection = await createConnection({ uri: String(mariadb), charset: "utf8mb4" });
    const database = `hidden_${process.pid}`;
    await connection.query(`CREATE DATABASE ${database}`);
    await connection.query(`USE ${database}`);
    for (const sql of tables("VARCHAR(50)")) await connection.query(sql);
    const answer = (sql: string) =>
      connection.query({ sql, rowsAsArray: true }).then(
        ([rows]) => JSON.stringify(rows),
        () => undefined,
      );
    try {
      await provesNothingHidden(
        { reader: polyglotReader("mysql"), quotes: { names: ["`"], texts: ["'", '"'] }, answer },
        casesOf(2000, 8000),
      );
    } finally {
      await connection.query(`DROP DATABASE ${database}`);
      await connection.end();
    }
  });
});
