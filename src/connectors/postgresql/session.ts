import type { Client, FieldDef, QueryArrayConfig } from "pg";
import { t } from "../../i18n/translate.ts";
import { MAX_BYTES, resultTooLarge } from "../columns.ts";
import type { WritingSession } from "../sessions/change.ts";
import { RowQueue } from "../sessions/row-queue.ts";
import { LostSession, type RowLimits, type Session } from "../sessions/sessions.ts";
import { postgresShapeOf } from "./types.ts";

type Begin = (timeoutMs: number) => string;

const AS_TEXT = { getTypeParser: () => (value: string) => value };

const CANCEL_ATTEMPTS = 3;
const CANCEL_PAUSE = "SELECT pg_sleep(0.01)";

type ConnectClient = () => Promise<Client>;

export async function openSession(connectClient: ConnectClient, begin: Begin): Promise<Session> {
  const client = await connectClient();
  return new PostgresSession(client, { process: await processOf(client), connectOther: connectClient, begin });
}

export async function openWriter(connectClient: ConnectClient, begin: Begin): Promise<WritingSession> {
  const client = await connectClient();
  return new PostgresWriter(client, { process: await processOf(client), connectOther: connectClient, begin });
}

async function processOf(client: Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
  return rows[0]?.pid ?? 0;
}

interface SessionServices {
  process: number;
  connectOther: ConnectClient;
  begin: Begin;
}

class PostgresSession implements Session {
  readonly #client: Client;
  readonly #process: number;
  readonly #connectOther: ConnectClient;
  readonly #begin: Begin;
  #fail: ((error: unknown) => void) | undefined;
  isBroken = false;

  constructor(client: Client, { process, connectOther, begin }: SessionServices) {
    this.#client = client;
    this.#process = process;
    this.#connectOther = connectOther;
    this.#begin = begin;
    const onBroken = () => {
      this.isBroken = true;
    };
    client.on("error", onBroken);
    client.on("end", onBroken);
    this.#refuseLargeMessages();
  }

  /**
   * The driver buffers a whole row, and half a gigabyte would crash the process. Messages announce their length, so the
   * connection is closed before a too large one.
   */
  #refuseLargeMessages(): void {
    const { stream } = this.#client.connection;
    const messages = new MessageLengths();
    stream.prependListener("data", (bytes: Buffer) => {
      if (messages.pass(bytes) <= MAX_BYTES) return;
      stream.removeAllListeners("data");
      this.#fail?.(resultTooLarge());
      stream.destroy();
    });
  }

  /** The extended protocol, which accepts only one statement, in a read-only transaction. */
  async *rows(sql: string, { batchRows, timeoutMs, settings = [] }: RowLimits) {
    const { Query } = (await import("pg")).default;
    await this.begin(timeoutMs).catch((cause: unknown) => {
      this.isBroken = true;
      throw new LostSession(t("The connection to the server was lost."), { cause });
    });
    for (const setting of settings) await this.ask(setting);
    const { stream } = this.#client.connection;
    const queue = new RowQueue(batchRows, { pause: () => stream.pause(), resume: () => stream.resume() });
    const queryConfig: QueryArrayConfig & { queryMode: "extended" } = {
      text: sql,
      rowMode: "array",
      queryMode: "extended",
      types: AS_TEXT,
    };
    const query = new Query(queryConfig);
    let isStarted = false;
    const start = (fields: FieldDef[] = []) => {
      if (!isStarted) queue.start(fields.map(postgresShapeOf));
      isStarted = true;
    };
    query.on("row", (row, result) => {
      start(result?.fields);
      queue.push(row as unknown as unknown[]);
    });
    query.on("end", (result) => {
      start(result.fields);
      queue.end();
    });
    query.on("error", (error) => queue.fail(error));
    this.#fail = (error) => queue.fail(error);
    this.#client.query(query);
    yield* queue.batches();
  }

  protected async begin(timeoutMs: number): Promise<void> {
    await this.#client.query(this.#begin(timeoutMs));
  }

  protected async ask(sql: string): Promise<void> {
    await this.#client.query(sql);
  }

  async cancel(idle?: Session): Promise<void> {
    if (idle instanceof PostgresSession) return this.#stopBy(idle.#client);
    const other = await this.#connectOther();
    await this.#stopBy(other).finally(() => other.end());
  }

  /** Cancels, repeatedly because a process that is still parsing ignores it, and finally terminates the process. */
  async #stopBy(client: Client): Promise<void> {
    const process = [this.#process];
    for (let attempt = 0; attempt < CANCEL_ATTEMPTS; attempt++) {
      await client.query("SELECT pg_cancel_backend($1)", process);
      await client.query(CANCEL_PAUSE);
      const active = client.query("SELECT 1 FROM pg_stat_activity WHERE pid = $1 AND state = 'active'", process);
      if (
        (await active.then(
          ({ rowCount }) => rowCount ?? 0,
          () => 1,
        )) === 0
      )
        return;
    }
    await client.query("SELECT pg_terminate_backend($1)", process);
  }

  async reset(): Promise<void> {
    await this.#client.query("ROLLBACK");
  }

  async close(): Promise<void> {
    this.#client.connection.stream.destroy();
  }
}

class PostgresWriter extends PostgresSession implements WritingSession {
  #hasBegun = false;

  protected override async begin(timeoutMs: number): Promise<void> {
    if (this.#hasBegun) return;
    this.#hasBegun = true;
    await super.begin(timeoutMs);
  }

  override async reset(): Promise<void> {}

  async commit(): Promise<void> {
    await this.ask("COMMIT");
  }
}

const HEADER_BYTES = 5;

class MessageLengths {
  #rest = 0;
  #header = Buffer.alloc(0);

  pass(bytes: Buffer): number {
    let longest = 0;
    let at = 0;
    while (at < bytes.length) {
      if (this.#rest > 0) {
        const passed = Math.min(this.#rest, bytes.length - at);
        this.#rest -= passed;
        at += passed;
        continue;
      }
      const part = bytes.subarray(at, at + HEADER_BYTES - this.#header.length);
      this.#header = Buffer.concat([this.#header, part]);
      at += part.length;
      if (this.#header.length < HEADER_BYTES) break;
      const length = this.#header.readUInt32BE(1);
      this.#rest = Math.max(0, length - 4);
      this.#header = Buffer.alloc(0);
      longest = Math.max(longest, length);
    }
    return longest;
  }
}
