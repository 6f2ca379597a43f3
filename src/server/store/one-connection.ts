import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type DialectAdapter,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
} from "kysely";

const WAIT_MS = 15_000;
const NOTHING_TO_TAKE_BACK = /no transaction is active/;

/** Nobody gave the connection back in time: most likely a transaction's code asked the store outside of it. */
export class StoreBlockedError extends Error {
  override readonly name = "StoreBlockedError";
}

export interface OneConnectionSettings {
  /** Resolves when what was written until now will survive the end of the machine; nothing to wait for without. */
  synced?: () => Promise<void>;
  /** Whoever waits for the connection longer is refused; 15 seconds unless said. */
  waitMs?: number;
}

/**
 * SQLite through one connection, handed to one query or one transaction at a time in the order they ask. Whoever waits
 * longer than `waitMs` is refused, so that code which asks the store from inside a transaction fails and does not hang.
 * Others may have the connection while a change waits for the disk; whoever made the change hears of it afterwards.
 */
export class OneConnectionDialect extends SqliteDialect implements Dialect {
  readonly #driver: Driver;

  constructor(database: SqliteDatabase, settings: OneConnectionSettings = {}) {
    super({ database });
    this.#driver = new QueueingDriver(database, settings);
  }

  override createDriver(): Driver {
    return this.#driver;
  }

  override createAdapter(): DialectAdapter {
    return new QueueingAdapter();
  }
}

/** The driver below does the waiting, with a limit. */
class QueueingAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

class QueueingDriver extends SqliteDriver {
  readonly #waitMs: number;
  readonly #synced: () => Promise<void>;
  readonly #waiting: (() => void)[] = [];
  #isTaken = false;

  constructor(database: SqliteDatabase, { synced = async () => {}, waitMs = WAIT_MS }: OneConnectionSettings) {
    super({ database });
    this.#waitMs = waitMs;
    this.#synced = synced;
  }

  override async acquireConnection(): Promise<Turn> {
    if (this.#isTaken) await this.#turn();
    this.#isTaken = true;
    const connection = await super.acquireConnection();
    return new Turn(connection, { synced: this.#synced, end: () => this.#end() });
  }

  override async releaseConnection(turn?: DatabaseConnection): Promise<void> {
    (turn as Turn).end();
  }

  override async beginTransaction(turn: DatabaseConnection): Promise<void> {
    (turn as Turn).isTransaction = true;
    await super.beginTransaction(turn);
  }

  override async commitTransaction(turn: DatabaseConnection): Promise<void> {
    await (turn as Turn).commit();
  }

  /** What was committed, but not written to the disk, cannot be taken back. */
  override async rollbackTransaction(turn: DatabaseConnection): Promise<void> {
    if ((turn as Turn).hasEnded) return;
    try {
      await super.rollbackTransaction(turn);
    } catch (error) {
      // On a full or failing disk SQLite takes back by itself; why is in the error that led here.
      if (!(error instanceof Error && NOTHING_TO_TAKE_BACK.test(error.message))) throw error;
    }
  }

  #end(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#isTaken = false;
  }

  #turn(): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(enter), 1);
        reject(new StoreBlockedError(`the store was busy for ${this.#waitMs} ms`));
      }, this.#waitMs);
      const enter = () => {
        clearTimeout(timer);
        resolve();
      };
      this.#waiting.push(enter);
    });
  }
}

interface TurnParts {
  synced(): Promise<void>;
  end(): void;
}

/** The connection for one query or one transaction. */
class Turn implements DatabaseConnection {
  isTransaction = false;
  hasEnded = false;
  readonly #connection: DatabaseConnection;
  readonly #parts: TurnParts;
  #hasWritten = false;

  constructor(connection: DatabaseConnection, parts: TurnParts) {
    this.#connection = connection;
    this.#parts = parts;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.hasEnded) throw new Error("A connection is asked after its only query");
    const result = await this.#connection.executeQuery<R>(query);
    if (mayWrite(query)) this.#hasWritten = true;
    if (!this.isTransaction) await this.#leave();
    return result;
  }

  streamQuery<R>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<R>> {
    return this.#connection.streamQuery<R>(query, chunkSize);
  }

  async commit(): Promise<void> {
    await this.#connection.executeQuery(CompiledQuery.raw("commit"));
    await this.#leave();
  }

  end(): void {
    if (this.hasEnded) return;
    this.hasEnded = true;
    this.#parts.end();
  }

  async #leave(): Promise<void> {
    if (!this.#hasWritten) return;
    this.end();
    await this.#parts.synced();
  }
}

/** In doubt it does: then it only waits for the disk. */
function mayWrite({ query, sql }: CompiledQuery): boolean {
  if (query.kind === "SelectQueryNode") return false;
  return query.kind !== "RawNode" || !/^\s*(?:select|with|pragma|begin)\b/i.test(sql) || WRITES.test(sql);
}

const WRITES = /\b(?:insert|update|delete|replace)\b/i;
