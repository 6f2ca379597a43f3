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
/** After a transaction has had the connection for so long, queries that only read are answered from what was committed. */
const READ_BESIDE_MS = 50;
const NOTHING_TO_TAKE_BACK = /no transaction is active/;

/** Nobody gave the connection back in time: most likely a transaction's code asked the store outside of it. */
export class StoreBlockedError extends Error {
  override readonly name = "StoreBlockedError";
}

export interface OneConnectionSettings {
  /** Resolves when what was written until now will survive the end of the machine; nothing to wait for without. */
  synced?: () => Promise<void>;
  /** Opens a second connection, for queries that only read while a long transaction has the first. */
  openReads?: () => SqliteDatabase;
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
  readonly #turnParts: TurnParts;
  readonly #waiting: (() => void)[] = [];
  #isTaken = false;
  #takenAt = 0;
  #reads: SqliteDriver | undefined;

  constructor(
    database: SqliteDatabase,
    { synced = async () => {}, waitMs = WAIT_MS, openReads }: OneConnectionSettings,
  ) {
    super({ database });
    this.#waitMs = waitMs;
    this.#turnParts = {
      synced,
      end: () => this.#end(),
      heldMs: () => performance.now() - this.#takenAt,
      ...(openReads && { readsBeside: () => this.#readsBeside(openReads) }),
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

  async #readsBeside(openReads: () => SqliteDatabase): Promise<DatabaseConnection> {
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

/** A place in the queue for the connection. */
interface Waiting {
  /** Rejects when it took too long. */
  entered: Promise<void>;
  hasEntered: boolean;
  leave(): void;
}

interface TurnParts {
  synced(): Promise<void>;
  end(): void;
  /** For how long somebody has had the connection. */
  heldMs(): number;
  readsBeside?: () => Promise<DatabaseConnection>;
}

/** The connection for one query or one transaction. */
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
    if (this.hasEnded) throw new Error("A connection is asked after its only query");
    const beside = await this.#enter(query);
    if (beside) return beside.executeQuery<R>(query);
    const result = await this.#connection.executeQuery<R>(query);
    if (mayWrite(query)) this.#hasWritten = true;
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

  /** Waits for the connection. The one beside is for a query that only reads, during a long transaction. */
  async #enter(query: CompiledQuery): Promise<DatabaseConnection | undefined> {
    const { readsBeside, heldMs } = this.#parts;
    if (!this.#waiting || this.#waiting.hasEntered) return undefined;
    if (
      readsBeside &&
      onlyReads(query) &&
      !(await isWithin(this.#waiting.entered, Math.max(0, READ_BESIDE_MS - heldMs())))
    )
      return readsBeside();
    await this.#waiting.entered;
    return undefined;
  }

  async #leave(): Promise<void> {
    if (!this.#hasWritten) return;
    this.end();
    await this.#parts.synced();
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

const onlyReads = (query: CompiledQuery) => !mayWrite(query) && !/^\s*(?:pragma|begin)\b/i.test(query.sql);

/** In doubt it does: then it only waits for the disk. */
function mayWrite({ query, sql }: CompiledQuery): boolean {
  if (query.kind === "SelectQueryNode") return false;
  return query.kind !== "RawNode" || !/^\s*(?:select|with|pragma|begin)\b/i.test(sql) || WRITES.test(sql);
}

const WRITES = /\b(?:insert|update|delete|replace)\b/i;
