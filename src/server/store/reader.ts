import { Worker } from "node:worker_threads";
import {
  type CompiledQuery,
  type DatabaseConnection,
  type DialectAdapter,
  DummyDriver,
  Kysely,
  type QueryResult,
  type RawBuilder,
  type SqlBool,
  SqliteAdapter,
  SqliteDialect,
  sql,
} from "kysely";
import type { SeenIds, SeenQuery } from "./database.ts";
import { type NamedStatement, naming, type Statement, statementOf } from "./statement.ts";
import type { Tables } from "./tables.ts";

/** The connection of the thread has the table. */
const SEEN: SeenIds = {
  table: sql``,
  holds: (id) => sql<SqlBool>`exists (select 1 from seen where seen.id = ${id})`,
};
/** A thread that had nothing to do for so long ends. */
const IDLE_MS = 60_000;

export interface ReadRequest extends Statement {
  id: number;
  /** Finds the ids that the query asks as `seen(id)`. */
  seen?: NamedStatement;
}

/** Without rows the query failed. */
export interface ReadReply {
  id: number;
  rows: unknown[] | undefined;
}

/**
 * Queries of the embedded store in a thread of their own, with a connection of its own that only reads. Counting what
 * somebody may see of many thousand rows takes milliseconds, in which the thread that answers requests does not stand
 * still. What was committed before a query is asked is seen by it. Until the thread is there, and where it fails, the
 * store itself is asked.
 */
export class Reader {
  readonly db: Kysely<Tables>;
  readonly #file: string;
  readonly #store: Kysely<Tables>;
  readonly #named: (query: RawBuilder<unknown>) => NamedStatement;
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
    this.#named = naming(this.db);
  }

  /** `SeenReads`. Undefined while the thread is not there, and where the ids cannot be kept. */
  async readSeen<R>(seen: RawBuilder<unknown>, query: SeenQuery<R>): Promise<R[] | undefined> {
    if (!this.#isReady) return this.#start();
    return (await this.#ask(statementOf(query(SEEN).compile(this.db)), this.#named(seen))) as R[] | undefined;
  }

  async close(): Promise<void> {
    await this.#end();
  }

  async #read<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const rows = this.#isReady ? await this.#ask(statementOf(query)) : this.#start();
    return rows ? { rows: rows as R[] } : this.#store.executeQuery(query as CompiledQuery<R>);
  }

  #ask(query: Statement, seen?: NamedStatement): Promise<unknown[] | undefined> {
    const id = ++this.#lastId;
    clearTimeout(this.#idle);
    this.#thread?.ref();
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      this.#thread?.postMessage({ id, ...query, ...(seen && { seen }) } satisfies ReadRequest);
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

/** The thread takes questions in their order; without this Kysely would ask one only when the one before is answered. */
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
