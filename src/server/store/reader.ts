import { Worker } from "node:worker_threads";
import {
  type CompiledQuery,
  type DatabaseConnection,
  type DialectAdapter,
  DummyDriver,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteDialect,
} from "kysely";
import type { Tables } from "./tables.ts";

const IDLE_MS = 60_000;

export interface ReadRequest {
  id: number;
  text: string;
  parameters: readonly unknown[];
}

/** Undefined rows = the query failed. */
export interface ReadReply {
  id: number;
  rows: unknown[] | undefined;
}

/**
 * Runs long SQLite queries in a thread with its own read-only connection, so that the main thread isn't blocked.
 * Queries see everything committed before them. Falls back to the store until the thread is ready, or when it fails.
 */
export class Reader {
  readonly db: Kysely<Tables>;
  readonly #file: string;
  readonly #store: Kysely<Tables>;
  readonly #waiting = new Map<number, (rows: unknown[] | undefined) => void>();
  #thread: Worker | undefined;
  #isReady = false;
  #lastId = 0;
  #idle: NodeJS.Timeout | undefined;

  constructor(file: string, store: Kysely<Tables>) {
    this.#file = file;
    this.#store = store;
    const connection = { executeQuery: <R>(query: CompiledQuery) => this.#read<R>(query), streamQuery: noStream };
    this.db = new Kysely<Tables>({ dialect: new ReaderDialect(connection) });
  }

  async close(): Promise<void> {
    await this.#end();
  }

  async #read<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const rows = this.#isReady ? await this.#ask(query) : this.#start();
    return rows ? { rows: rows as R[] } : this.#store.executeQuery(query as CompiledQuery<R>);
  }

  #ask({ sql: text, parameters }: CompiledQuery): Promise<unknown[] | undefined> {
    const id = ++this.#lastId;
    clearTimeout(this.#idle);
    this.#thread?.ref();
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      this.#thread?.postMessage({ id, text, parameters } satisfies ReadRequest);
    });
  }

  #start(): undefined {
    if (this.#thread) return;
    const thread = new Worker(new URL("./reader-thread.ts", import.meta.url), {
      name: "reader",
      env: {},
      workerData: this.#file,
    });
    thread.on("message", (reply: ReadReply) => this.#receive(reply));
    thread.on("error", () => void this.#end());
    thread.unref();
    this.#thread = thread;
  }

  #receive({ id, rows }: ReadReply): void {
    this.#isReady = true;
    this.#waiting.get(id)?.(rows);
    this.#waiting.delete(id);
    if (this.#waiting.size > 0) return;
    this.#thread?.unref();
    this.#idle = setTimeout(() => void this.#end(), IDLE_MS).unref();
  }

  async #end(): Promise<void> {
    clearTimeout(this.#idle);
    const thread = this.#thread;
    this.#thread = undefined;
    this.#isReady = false;
    for (const resolve of this.#waiting.values()) resolve(undefined);
    this.#waiting.clear();
    await thread?.terminate();
  }
}

/** The thread queues queries itself; without this Kysely would send one at a time. */
class ReaderAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

class ReaderDialect extends SqliteDialect {
  readonly #connection: DatabaseConnection;

  constructor(connection: DatabaseConnection) {
    super({ database: () => Promise.reject(new Error("The reader has no database in this thread")) });
    this.#connection = connection;
  }

  override createAdapter(): DialectAdapter {
    return new ReaderAdapter();
  }

  override createDriver() {
    const driver = new DummyDriver();
    driver.acquireConnection = async () => this.#connection;
    return driver;
  }
}

function noStream(): never {
  throw new Error("The reader answers whole results");
}
