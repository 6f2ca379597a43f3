import { randomUUID } from "node:crypto";
import { join } from "node:path";
import type { App } from "../../server/app.ts";
import { engineOf } from "../../server/engine/app-engine.ts";
import { type ColumnKind, EVENT_COLUMNS, EVENTS, FACT_COLUMNS, FACTS } from "./seed.ts";

export interface QuestionEngine {
  name: string;
  /** Environment variable with the server's address; null for embedded engines. */
  variable: string | null;
  types: Readonly<Record<ColumnKind, string>>;
  quoteName(name: string): string;
  tableEnd?: string;
  /** A type of moments, the literal of one from its text in UTC, and statements before these; null = none is tested. */
  moment: { type: string; literal(text: string): string; before?: readonly string[] } | null;
  quoteText?(text: string): string;
  hasTypedTimes?: boolean;
  longestText?: number;
  load(app: App, statements: readonly string[]): Promise<{ uri: string; schema: string | null; drop(): Promise<void> }>;
}

const doubled = (quote: string) => (name: string) => quote + name.replaceAll(quote, quote + quote) + quote;
const nothing = async () => undefined;

const duckdb: QuestionEngine = {
  name: "DuckDB",
  variable: null,
  types: {
    integer: "INTEGER",
    bigint: "BIGINT",
    decimal: "DECIMAL(12, 2)",
    double: "DOUBLE",
    text: "VARCHAR",
    boolean: "BOOLEAN",
    date: "DATE",
    timestamp: "TIMESTAMP",
  },
  quoteName: doubled('"'),
  moment: { type: "TIMESTAMP WITH TIME ZONE", literal: (text) => `'${text}+00:00'` },
  async load(app, statements) {
    const file = join(app.config.home, "questions.duckdb");
    await engineOf(app).load({ file, statements: [...statements] });
    return { uri: `duckdb:///${file}`, schema: "main", drop: nothing };
  },
};

const postgresql: QuestionEngine = {
  name: "PostgreSQL",
  variable: "TESSERA_TEST_POSTGRES_URL",
  types: { ...duckdb.types, double: "DOUBLE PRECISION", text: 'TEXT COLLATE "C"' },
  moment: { type: "TIMESTAMP WITH TIME ZONE", literal: (text) => `'${text}+00:00'` },
  quoteName: doubled('"'),
  async load(_, statements) {
    const { default: pg } = await import("pg");
    const url = String(process.env.TESSERA_TEST_POSTGRES_URL);
    const schema = `q_${randomUUID().replaceAll("-", "")}`;
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(`CREATE SCHEMA ${schema}; SET search_path TO ${schema}`);
    for (const statement of statements) await client.query(statement);
    const drop = async () => {
      await client.query(`DROP SCHEMA ${schema} CASCADE`);
      await client.end();
    };
    return { uri: url.replace(/^postgres:/, "postgresql:"), schema, drop };
  },
};

const mariadb: QuestionEngine = {
  name: "MariaDB",
  variable: "TESSERA_TEST_MARIADB_URL",
  types: { ...duckdb.types, integer: "INT", text: "VARCHAR(200)", timestamp: "DATETIME(6)" },
  moment: { type: "TIMESTAMP", literal: (text) => `'${text}'`, before: ["SET time_zone = '+00:00'"] },
  quoteName: doubled("`"),
  quoteText: (text) => doubled("'")(text.replaceAll("\\", "\\\\")),
  async load(_, statements) {
    const mysql = await import("mysql2/promise");
    const url = String(process.env.TESSERA_TEST_MARIADB_URL);
    const schema = `q_${randomUUID().replaceAll("-", "")}`;
    const client = await mysql.createConnection({ uri: url, charset: "utf8mb4" });
    const [found] = await client.query("SHOW COLLATION WHERE collation IN ('utf8mb4_nopad_bin', 'utf8mb4_0900_bin')");
    const [{ Collation: collation = "utf8mb4_bin" } = {}] = found as { Collation?: string }[];
    await client.query(`CREATE DATABASE ${schema} CHARACTER SET utf8mb4 COLLATE ${collation}`);
    await client.query(`USE ${schema}`);
    for (const statement of statements) await client.query(statement);
    const drop = async () => {
      await client.query(`DROP DATABASE ${schema}`);
      await client.end();
    };
    return { uri: `${url}/${schema}`, schema, drop };
  },
};

const sqlite: QuestionEngine = {
  ...duckdb,
  name: "SQLite",
  moment: null,
  types: { ...duckdb.types, text: "TEXT" },
  async load(app, statements) {
    const { DatabaseSync } = await import("node:sqlite");
    const file = join(app.config.home, "questions.sqlite");
    const database = new DatabaseSync(file);
    for (const statement of statements) database.exec(statement);
    database.close();
    return { uri: `sqlite:///${file}`, schema: "main", drop: nothing };
  },
};

const clickhouse: QuestionEngine = {
  name: "ClickHouse",
  moment: null,
  variable: "TESSERA_TEST_CLICKHOUSE_URL",
  types: {
    integer: "Nullable(Int32)",
    bigint: "Nullable(Int64)",
    decimal: "Nullable(Decimal(12, 2))",
    double: "Nullable(Float64)",
    text: "Nullable(String)",
    boolean: "Nullable(Bool)",
    date: "Nullable(Date32)",
    timestamp: "Nullable(DateTime64(0, 'UTC'))",
  },
  quoteName: (name) => doubled("`")(name.replaceAll("\\", "\\\\")),
  quoteText: (text) => doubled("'")(text.replaceAll("\\", "\\\\")),
  tableEnd: " ENGINE = Memory",
  async load(_, statements) {
    const url = String(process.env.TESSERA_TEST_CLICKHOUSE_URL);
    const schema = `q_${randomUUID().replaceAll("-", "")}`;
    const run = async (body: string, database?: string) => {
      const address = new URL(url.replace(/^clickhouse\w*:/, "http:"));
      if (database) address.searchParams.set("database", database);
      const answer = await fetch(address, { method: "POST", body });
      if (!answer.ok) throw new Error(await answer.text());
    };
    await run(`CREATE DATABASE ${schema}`);
    for (const statement of statements) await run(statement, schema);
    return { uri: `${url}/${schema}`, schema, drop: () => run(`DROP DATABASE ${schema}`) };
  },
};

const trino: QuestionEngine = {
  name: "Trino",
  moment: null,
  variable: "TESSERA_TEST_TRINO_URL",
  types: { ...duckdb.types, timestamp: "TIMESTAMP(3)" },
  quoteName: doubled('"'),
  hasTypedTimes: true,
  longestText: 400_000,
  async load(_, statements) {
    const url = String(process.env.TESSERA_TEST_TRINO_URL);
    const schema = `q_${randomUUID().replaceAll("-", "")}`;
    const address = new URL(url.replace(/^trino:/, "http:"));
    const headers = {
      "x-trino-user": address.username || "tessera",
      "x-trino-catalog": "memory",
      "x-trino-schema": schema,
    };
    const run = async (body: string) => {
      let page = (await (
        await fetch(`http://${address.host}/v1/statement`, { method: "POST", body, headers })
      ).json()) as TrinoPage;
      while (page.nextUri) page = (await (await fetch(page.nextUri, { headers })).json()) as TrinoPage;
      if (page.error) throw new Error(page.error.message);
    };
    await run(`CREATE SCHEMA memory.${schema}`);
    for (const statement of statements) await run(statement);
    return { uri: `${url}/memory/${schema}`, schema, drop: () => run(`DROP SCHEMA memory.${schema} CASCADE`) };
  },
};

interface TrinoPage {
  nextUri?: string;
  error?: { message: string };
}

/** Trino is optional: `npm test` reports it as missing instead of skipping each question. */
export const ENGINES: readonly QuestionEngine[] = [
  ...[duckdb, sqlite, postgresql, mariadb, clickhouse],
  ...(process.env.TESSERA_TEST_TRINO_URL ? [trino] : []),
];

export function seedStatements(engine: QuestionEngine): string[] {
  return [
    ...table(engine, "facts", { columns: FACT_COLUMNS, rows: FACTS }),
    ...table(engine, "events", { columns: EVENT_COLUMNS, rows: EVENTS }),
    "CREATE VIEW facts_shifted AS SELECT * FROM facts",
    "CREATE VIEW facts_bounded AS SELECT * FROM facts",
  ];
}

function table(
  engine: QuestionEngine,
  name: string,
  { columns, rows }: { columns: Readonly<Record<string, ColumnKind>>; rows: readonly object[] },
): string[] {
  const names = Object.keys(columns);
  const defined = names.map((column) => `${engine.quoteName(column)} ${engine.types[columns[column] ?? "text"]}`);
  const written = (row: object, column: string) => literal(engine, row[column as never], columns[column] ?? "text");
  const values = rows.map((row) => `(${names.map((column) => written(row, column)).join(", ")})`);
  const inserts = Array.from({ length: Math.ceil(values.length / 500) }, (_, i) =>
    values.slice(i * 500, i * 500 + 500),
  );
  return [
    `CREATE TABLE ${name} (${defined.join(", ")})${engine.tableEnd ?? ""}`,
    ...inserts.map((part) => `INSERT INTO ${name} VALUES ${part.join(", ")}`),
  ];
}

function literal(
  { quoteText = doubled("'"), hasTypedTimes }: QuestionEngine,
  value: unknown,
  kind: ColumnKind,
): string {
  if (value === null || value === undefined) return "NULL";
  if (typeof value === "boolean") return value ? "TRUE" : "FALSE";
  if (typeof value !== "string") return String(value);
  const isTime = kind === "date" || kind === "timestamp";
  return `${hasTypedTimes && isTime ? `${kind.toUpperCase()} ` : ""}${quoteText(value)}`;
}
