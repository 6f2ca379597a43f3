import { randomUUID } from "node:crypto";
import { join } from "node:path";
import type { App } from "../../server/app.ts";
import { engineOf } from "../../server/engine/of-app.ts";
import { type ColumnKind, EVENT_COLUMNS, EVENTS, FACT_COLUMNS, FACTS } from "./seed.ts";

/** One engine that the questions are put to, and how it writes the seed's tables. */
export interface QuestionEngine {
  name: string;
  /** The environment variable with the address of a server; null for an engine that needs none. */
  variable: string | null;
  types: Readonly<Record<ColumnKind, string>>;
  quoteName(name: string): string;
  /** What follows the columns of CREATE TABLE. */
  tableEnd?: string;
  quoteText?(text: string): string;
  /** The first day of a `P1W`, by the engine's own words for a week. */
  weekStart: "monday" | "sunday";
  /** Booleans are kept, and answered, as 1 and 0. */
  hasNumericBooleans?: boolean;
  /** Runs the statements and says where the tables are. */
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
  weekStart: "monday",
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
  quoteName: doubled('"'),
  weekStart: "monday",
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

export const ENGINES: readonly QuestionEngine[] = [duckdb, postgresql];

/** CREATE and INSERT of the seed, as this engine writes them. */
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
  const values = rows.map((row) => `(${names.map((column) => literal(engine, row[column as never])).join(", ")})`);
  const inserts = Array.from({ length: Math.ceil(values.length / 500) }, (_, i) =>
    values.slice(i * 500, i * 500 + 500),
  );
  return [
    `CREATE TABLE ${name} (${defined.join(", ")})${engine.tableEnd ?? ""}`,
    ...inserts.map((part) => `INSERT INTO ${name} VALUES ${part.join(", ")}`),
  ];
}

function literal({ quoteText = doubled("'") }: QuestionEngine, value: unknown): string {
  if (value === null || value === undefined) return "NULL";
  if (typeof value === "boolean") return value ? "TRUE" : "FALSE";
  return typeof value === "string" ? quoteText(value) : String(value);
}
