import {
  type DatabaseConnection,
  type Dialect,
  type DialectAdapter,
  type Driver,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
} from "kysely";

const WAIT_MS = 15_000;

/** Nobody gave the connection back in time: most likely a transaction's code asked the store outside of it. */
export class StoreBlockedError extends Error {
  override readonly name = "StoreBlockedError";
}

/**
 * SQLite through one connection, handed to one query or one transaction at a time in the order they ask. Whoever waits
 * longer than `waitMs` is refused, so that code which asks the store from inside a transaction fails and does not hang.
 */
export class OneConnectionDialect extends SqliteDialect implements Dialect {
  readonly #driver: Driver;

  constructor(database: SqliteDatabase, waitMs = WAIT_MS) {
    super({ database });
    this.#driver = new QueueingDriver({ database }, waitMs);
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
  readonly #waiting: (() => void)[] = [];
  #isTaken = false;

  constructor(config: ConstructorParameters<typeof SqliteDriver>[0], waitMs: number) {
    super(config);
    this.#waitMs = waitMs;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    if (this.#isTaken) await this.#turn();
    this.#isTaken = true;
    return super.acquireConnection();
  }

  override async releaseConnection(): Promise<void> {
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
