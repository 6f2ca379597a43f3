import { DatabaseSync, type DatabaseSyncOptions, type SQLInputValue, type StatementSync } from "node:sqlite";
import type { SqliteDatabase, SqliteStatement } from "kysely";

const CACHED_STATEMENTS = 500;

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
    const statement = new Statement(this.#database.prepare(text));
    if (this.#statements.size >= CACHED_STATEMENTS) this.#statements.clear();
    if (!/^\s*(begin|commit|rollback|create|drop|alter|savepoint|release)/i.test(text)) {
      this.#statements.set(text, statement);
    }
    return statement;
  }

  close(): void {
    this.#statements.clear();
    this.#database.close();
  }
}

class Statement implements SqliteStatement {
  readonly reader: boolean;
  readonly #statement: StatementSync;
  readonly #booleans: readonly string[];

  constructor(statement: StatementSync) {
    const columns = statement.columns();
    this.#statement = statement;
    this.reader = columns.length > 0;
    this.#booleans = columns.filter((column) => column.type?.toLowerCase() === "boolean").map((column) => column.name);
  }

  all(parameters: readonly unknown[]): unknown[] {
    const rows = this.#statement.all(...bound(parameters));
    return this.#booleans.length > 0 ? rows.map((row) => this.#typed(row)) : rows;
  }

  run(parameters: readonly unknown[]): { changes: number | bigint; lastInsertRowid: number | bigint } {
    return this.#statement.run(...bound(parameters));
  }

  *iterate(parameters: readonly unknown[]): IterableIterator<unknown> {
    for (const row of this.#statement.iterate(...bound(parameters))) yield this.#typed(row);
  }

  /** SQLite has no booleans; columns declared as such hold 0 and 1. */
  #typed(row: Record<string, unknown>): Record<string, unknown> {
    for (const name of this.#booleans) {
      const value = row[name];
      if (value !== null) row[name] = value === 1;
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
