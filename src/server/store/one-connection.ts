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
/** During longer transactions, read-only queries use a second connection, which sees committed data. */
const CONCURRENT_READ_AFTER_MS = 50;
const NO_ACTIVE_TRANSACTION = /no transaction is active/;

/** Usually, code in a transaction queried the store outside of it. */
export class StoreBlockedError extends Error {
  override readonly name = "StoreBlockedError";
}

export interface OneConnectionSettings {
  /** Resolves when committed data is on disk. */
  waitForDisk?: () => Promise<void>;
  openReads?: () => SqliteDatabase;
  waitMs?: number;
}

/**
 * One SQLite connection that serves one query or transaction at a time; others wait in a queue. Waiting is limited, so
 * that code that queries the store inside a transaction fails instead of hanging. The connection is free while a write
 * waits for the disk; the writer is notified afterwards.
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

class QueueingAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

class QueueingDriver extends SqliteDriver {
  readonly #waitMs: number;
  readonly #turnParts: TurnParts;
  readonly #waiting: (() => void)[] = [];
  #isTaken = false;
  #takenAt = 0;
  #reads: SqliteDriver | undefined;

  constructor(
    database: SqliteDatabase,
    { waitForDisk = async () => {}, waitMs = WAIT_MS, openReads }: OneConnectionSettings,
  ) {
    super({ database });
    this.#waitMs = waitMs;
    this.#turnParts = {
      waitForDisk,
      end: () => this.#end(),
      heldMs: () => performance.now() - this.#takenAt,
      ...(openReads && { readConcurrently: () => this.#readConcurrently(openReads) }),
    };
  }

  override async acquireConnection(): Promise<Turn> {
    const connection = await super.acquireConnection();
    if (this.#isTaken) return new Turn(connection, this.#turnParts, this.#wait());
    this.#isTaken = true;
    this.#takenAt = performance.now();
    return new Turn(connection, this.#turnParts);
  }

  override async destroy(): Promise<void> {
    await this.#reads?.destroy();
    await super.destroy();
  }

  async #readConcurrently(openReads: () => SqliteDatabase): Promise<DatabaseConnection> {
    if (!this.#reads) {
      this.#reads = new SqliteDriver({ database: openReads() });
      await this.#reads.init();
    }
    return this.#reads.acquireConnection();
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

  override async rollbackTransaction(turn: DatabaseConnection): Promise<void> {
    if ((turn as Turn).hasEnded) return;
    try {
      await super.rollbackTransaction(turn);
    } catch (error) {
      // On a full or failing disk SQLite has already rolled back; the original error has the reason.
      if (!(error instanceof Error && NO_ACTIVE_TRANSACTION.test(error.message))) throw error;
    }
  }

  #end(): void {
    const next = this.#waiting.shift();
    this.#takenAt = performance.now();
    if (next) next();
    else this.#isTaken = false;
  }

  #wait(): Waiting {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    promise.catch(() => undefined);
    const leave = () => {
      clearTimeout(timer);
      const at = this.#waiting.indexOf(enter);
      if (at >= 0) this.#waiting.splice(at, 1);
      return at >= 0;
    };
    const timer = setTimeout(() => {
      leave();
      reject(new StoreBlockedError(`the store was busy for ${this.#waitMs} ms`));
    }, this.#waitMs);
    const enter = () => {
      clearTimeout(timer);
      waiting.hasEntered = true;
      resolve();
    };
    const waiting: Waiting = { entered: promise, hasEntered: false, leave };
    this.#waiting.push(enter);
    return waiting;
  }
}

interface Waiting {
  entered: Promise<void>;
  hasEntered: boolean;
  leave(): void;
}

interface TurnParts {
  waitForDisk(): Promise<void>;
  end(): void;
  heldMs(): number;
  readConcurrently?: () => Promise<DatabaseConnection>;
}

class Turn implements DatabaseConnection {
  isTransaction = false;
  hasEnded = false;
  readonly #connection: DatabaseConnection;
  readonly #parts: TurnParts;
  readonly #waiting: Waiting | undefined;
  #hasWritten = false;

  constructor(connection: DatabaseConnection, parts: TurnParts, waiting?: Waiting) {
    this.#connection = connection;
    this.#parts = parts;
    this.#waiting = waiting;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.hasEnded) throw new Error("The connection was already released");
    const beside = await this.#enter(query);
    if (beside) return beside.executeQuery<R>(query);
    const result = await this.#connection.executeQuery<R>(query);
    if (canWrite(query)) this.#hasWritten = true;
    if (!this.isTransaction) await this.#leave();
    return result;
  }

  async *streamQuery<R>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<R>> {
    await this.#waiting?.entered;
    yield* this.#connection.streamQuery<R>(query, chunkSize);
  }

  async commit(): Promise<void> {
    await this.#connection.executeQuery(CompiledQuery.raw("commit"));
    await this.#leave();
  }

  end(): void {
    if (this.hasEnded) return;
    this.hasEnded = true;
    if (this.#waiting && !this.#waiting.hasEntered) this.#waiting.leave();
    else this.#parts.end();
  }

  async #enter(query: CompiledQuery): Promise<DatabaseConnection | undefined> {
    const { readConcurrently, heldMs } = this.#parts;
    if (!this.#waiting || this.#waiting.hasEntered) return undefined;
    if (
      readConcurrently &&
      onlyReads(query) &&
      !(await isWithin(this.#waiting.entered, Math.max(0, CONCURRENT_READ_AFTER_MS - heldMs())))
    )
      return readConcurrently();
    await this.#waiting.entered;
    return undefined;
  }

  async #leave(): Promise<void> {
    if (!this.#hasWritten) return;
    this.end();
    await this.#parts.waitForDisk();
  }
}

async function isWithin(moment: Promise<void>, ms: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), ms);
  const reached = moment.then(() => true);
  try {
    return await Promise.race([promise, reached]);
  } finally {
    clearTimeout(timer);
  }
}

const onlyReads = (query: CompiledQuery) => !canWrite(query) && !/^\s*(?:pragma|begin)\b/i.test(query.sql);

/** If in doubt, true: the query then only waits for the disk. */
function canWrite({ query, sql }: CompiledQuery): boolean {
  if (query.kind === "SelectQueryNode") return false;
  return query.kind !== "RawNode" || !/^\s*(?:select|with|pragma|begin)\b/i.test(sql) || WRITES.test(sql);
}

const WRITES = /\b(?:insert|update|delete|replace)\b/i;
