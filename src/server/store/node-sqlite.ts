import { DatabaseSync, type DatabaseSyncOptions, type SQLInputValue, type StatementSync } from "node:sqlite";
import type { SqliteDatabase, SqliteStatement } from "kysely";

const CACHED_STATEMENTS = 500;
const CHANGES_TABLES = /^\s*(?:create|drop|alter)\b/i;
const OF_TRANSACTIONS = /^\s*(?:begin|commit|rollback|savepoint|release)\b/i;

/** A connection to the embedded store, with the functions that its statements use. */
export function connectSqlite(file: string, options: DatabaseSyncOptions = {}): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: 5000, ...options });
  database.function("fold", { deterministic: true }, (text) => (typeof text === "string" ? text.toLowerCase() : text));
  return database;
}

/** node:sqlite in the form that Kysely's SQLite driver expects. Statements are prepared once. */
export class NodeSqlite implements SqliteDatabase {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, Statement>();

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  prepare(text: string): SqliteStatement {
    const known = this.#statements.get(text);
    if (known) return known;
    const isOfTables = CHANGES_TABLES.test(text);
    // Statements know the columns there were.
    if (isOfTables || this.#statements.size >= CACHED_STATEMENTS) this.#statements.clear();
    const statement = new Statement(this.#database.prepare(text));
    if (!isOfTables && !OF_TRANSACTIONS.test(text)) this.#statements.set(text, statement);
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
 * The driver's own row objects are dictionaries to V8, which makes all that is done with them slow: rows are asked for as
 * arrays, and copied into what has a property for each column already.
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
    // Parsed, as V8 then has room for all of them within the object.
    this.#empty = JSON.parse(JSON.stringify(Object.fromEntries(this.#columns.map((name) => [name, null]))));
  }

  all(parameters: readonly unknown[]): unknown[] {
    const rows = this.#statement.all(...bound(parameters)) as unknown as Values[];
    return rows.map((values) => this.#named(values));
  }

  run(parameters: readonly unknown[]): { changes: number | bigint; lastInsertRowid: number | bigint } {
    return this.#statement.run(...bound(parameters));
  }

  *iterate(parameters: readonly unknown[]): IterableIterator<unknown> {
    const rows = this.#statement.iterate(...bound(parameters)) as unknown as Iterable<Values>;
    for (const values of rows) yield this.#named(values);
  }

  /** SQLite has no booleans; columns declared as such hold 0 and 1. */
  #named(values: Values): NamedValues {
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
