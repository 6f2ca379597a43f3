import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createEngine } from "../../server/engine/engine.ts";
import { CORPUS_ENGINES, corpusOf } from "../../testing/sql-corpus.ts";
import { duckdbReader } from "./duckdb-reader.ts";
import { type PolyglotDialect, polyglotReader } from "./polyglot-reader.ts";
import { postgresReader } from "./postgres-reader.ts";
import type { SqlReader, TableReference } from "./sql-reader.ts";

const home = mkdtempSync(join(tmpdir(), "tessera-corpus-"));
const engine = createEngine({ memoryLimit: "512MB", threads: 1, temporaryFolder: home, connectionsPerFile: 2 });
beforeAll(() => engine.warm());
afterAll(async () => {
  await engine.close();
  rmSync(home, { recursive: true, force: true });
});

async function evaluate(expression: string): Promise<string> {
  const result = await engine.query({ file: ":memory:", sql: `SELECT ${expression}` });
  return String(result.columns[0]?.values[0]);
}

function readerOf(name: string): SqlReader {
  if (name === "duckdb") return duckdbReader(evaluate);
  return name === "postgresql" ? postgresReader() : polyglotReader(name as PolyglotDialect);
}

const nameOf = ({ catalog, schema, name }: TableReference) => [catalog, schema, name].filter(Boolean).join(".");

async function verdictOf(reader: SqlReader, sql: string): Promise<{ kind: string; tables: string[] }> {
  const count = await reader.split(sql).then(
    (statements) => statements.length,
    () => 1,
  );
  if (count !== 1) return { kind: count === 0 ? "none" : "several", tables: [] };
  try {
    const { kind, reads, writes } = await reader.inspect(sql);
    return { kind, tables: [...reads.map(nameOf), ...writes.map((table) => `>${nameOf(table)}`)].toSorted() };
  } catch (error) {
    const { errors } = (error as { body: { errors: { error_type: string; extra: { line?: number } }[] } }).body;
    expect(errors[0]?.error_type).toBe("SYNTAX_ERROR");
    return { kind: "error", tables: [String(errors[0]?.extra.line)] };
  }
}

test("the corpus has at least 300 statements for six engines", () => {
  expect(CORPUS_ENGINES).toEqual(["clickhouse", "duckdb", "mysql", "postgresql", "sqlite", "trino"]);
  expect(CORPUS_ENGINES.flatMap(corpusOf).length).toBeGreaterThanOrEqual(300);
});

describe.each(CORPUS_ENGINES)("%s", (name) => {
  const reader = readerOf(name);

  test.each(corpusOf(name))("$kind $tables: $sql", async ({ kind, tables, sql }) => {
    expect(await verdictOf(reader, sql)).toEqual({ kind, tables: tables.toSorted() });
    if (kind !== "read") await expect(reader.checkStatement(sql)).rejects.toMatchObject({ status: 400 });
  });
});
