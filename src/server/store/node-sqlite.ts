import { DatabaseSync, type DatabaseSyncOptions, type SQLInputValue, type StatementSync } from "node:sqlite";
import type { SqliteDatabase, SqliteStatement } from "kysely";

const CACHED_STATEMENTS = 500;
const CHANGES_TABLES = /^\s*(?:create|drop|alter)\b/i;
const TRANSACTION_STATEMENT = /^\s*(?:begin|commit|rollback|savepoint|release)\b/i;

export function connectSqlite(file: string, options: DatabaseSyncOptions = {}): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: 5000, ...options });
  database.function("fold", { deterministic: true }, (text) => (typeof text === "string" ? text.toLowerCase() : text));
  return database;
}

/** node:sqlite as Kysely's SQLite driver expects it, with cached prepared statements. */
export class NodeSqlite implements SqliteDatabase {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, Statement>();

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  prepare(text: string): SqliteStatement {
    const known = this.#statements.get(text);
    if (known) return known;
    const changesTables = CHANGES_TABLES.test(text);
    // Prepared statements keep the old columns.
    if (changesTables || this.#statements.size >= CACHED_STATEMENTS) this.#statements.clear();
    const statement = new Statement(this.#database.prepare(text));
    if (!changesTables && !TRANSACTION_STATEMENT.test(text)) this.#statements.set(text, statement);
    return statement;
  }

  close(): void {
    this.#statements.clear();
    this.#database.close();
  }
}

type Values = readonly unknown[];
type NamedValues = Record<string, unknown>;

/**
 * The driver's row objects are slow dictionaries in V8, so rows are read as arrays and copied into objects with a fixed
 * shape.
 */
class Statement implements SqliteStatement {
  readonly reader: boolean;
  readonly #statement: StatementSync;
  readonly #columns: readonly string[];
  readonly #booleans: readonly number[];
  readonly #empty: Readonly<NamedValues>;

  constructor(statement: StatementSync) {
    const columns = statement.columns();
    statement.setReturnArrays(true);
    this.#statement = statement;
    this.reader = columns.length > 0;
    this.#columns = columns.map((column) => column.name);
    this.#booleans = columns.flatMap((column, i) => (column.type?.toLowerCase() === "boolean" ? [i] : []));
    // Parsing gives V8 an object with inline slots for all columns.
    this.#empty = JSON.parse(JSON.stringify(Object.fromEntries(this.#columns.map((name) => [name, null]))));
  }

  all(parameters: readonly unknown[]): unknown[] {
    const rows = this.#statement.all(...bound(parameters)) as unknown as Values[];
    return rows.map((values) => this.#toRow(values));
  }

  run(parameters: readonly unknown[]): { changes: number | bigint; lastInsertRowid: number | bigint } {
    return this.#statement.run(...bound(parameters));
  }

  *iterate(parameters: readonly unknown[]): IterableIterator<unknown> {
    const rows = this.#statement.iterate(...bound(parameters)) as unknown as Iterable<Values>;
    for (const values of rows) yield this.#toRow(values);
  }

  /** SQLite has no booleans; columns declared as such hold 0 and 1. */
  #toRow(values: Values): NamedValues {
    const row: NamedValues = { ...this.#empty };
    this.#columns.forEach((name, i) => {
      row[name] = values[i];
    });
    for (const i of this.#booleans) {
      const name = this.#columns[i] ?? "";
      if (row[name] !== null) row[name] = row[name] === 1;
    }
    return row;
  }
}

function bound(parameters: readonly unknown[]): SQLInputValue[] {
  return parameters.map((value) => {
    if (typeof value === "boolean") return value ? 1 : 0;
    if (value === undefined) throw new TypeError("a query parameter is undefined");
    return value as SQLInputValue;
  });
}
