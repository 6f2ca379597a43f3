import type { Connection as Client, FieldPacket, PrepareStatementInfo } from "mysql2";
import { typedError } from "../../model/errors.ts";
import { assertOwnTables } from "../../query/sql/own-tables.ts";
import type { ColumnShape } from "../columns.ts";
import type { WritingSession } from "../sessions/change.ts";
import { RowQueue } from "../sessions/row-queue.ts";
import { LostSession, type RowLimits, type Session } from "../sessions/sessions.ts";
import { mysqlShapeOf } from "./types.ts";

/** Sessions of MySQL and MariaDB. */

/** The database's own limit, for when the server that should stop a statement is gone. */
const NET_MS = 5000;

export async function openSession(connectClient: () => Promise<Client>, timeoutMs: number): Promise<MysqlSession> {
  const client = await connectClient();
  const [version = ""] = await ask(client, "SELECT VERSION()");
  const session = new MysqlSession(client, settingsOf(String(version), timeoutMs), connectClient);
  await session.reset();
  return session;
}

interface Settings {
  text: string;
  timeoutMs: number;
  limitText: (timeoutMs: number) => string;
}

/** What reading values and literals relies on is set here, whatever the server's settings are. */
function settingsOf(version: string, timeoutMs: number): Settings {
  const limitText = (limitMs: number) => {
    const net = limitMs > 0 ? limitMs + NET_MS : 0;
    return /mariadb/i.test(version)
      ? `SESSION max_statement_time = ${net / 1000}`
      : `SESSION max_execution_time = ${net}`;
  };
  const settings = {
    // A reset takes these from the server's own, whatever the connection asked for.
    character_set_client: "'utf8mb4'",
    character_set_results: "'utf8mb4'",
    collation_connection: "'utf8mb4_bin'",
    sql_mode: "'STRICT_TRANS_TABLES,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION,ONLY_FULL_GROUP_BY'",
    time_zone: "'+00:00'",
    div_precision_increment: "20",
  };
  const texts = Object.entries(settings).map(([name, value]) => `SESSION ${name} = ${value}`);
  return { text: `SET ${[...texts, limitText(timeoutMs)].join(", ")}`, timeoutMs, limitText };
}

const CONNECTION_LOST = "The connection to the server was lost.";

/** The first row of a statement of our own. */
function ask(client: Client, sql: string): Promise<unknown[]> {
  return new Promise((resolve, reject) => {
    client.query({ sql, rowsAsArray: true }, (error, rows) =>
      error ? reject(error) : resolve((Array.isArray(rows) ? rows[0] : undefined) as unknown[]),
    );
  });
}

/** White space and comments that these servers do not run as SQL. */
const BLANKS = String.raw`^(?:\s|/\*(?!M?!)(?:(?!\*/)[\s\S])*\*/|--\s[^\n]*\n|#[^\n]*\n)*`;

/**
 * Only what begins so is run where nothing may be written: MariaDB's `SET STATEMENT ... FOR`, its compound statements
 * (`BEGIN NOT ATOMIC`, `IF`) and procedures may make a session a writing one, whatever its mode is.
 */
const READS = new RegExp(
  String.raw`${BLANKS}(?:\((?:\s|\()*)?(?:SELECT|WITH|VALUES|TABLE|EXPLAIN|DESC|DESCRIBE|SHOW|HELP|ANALYZE(?!\s+(?:(?:NO_WRITE_TO_BINLOG|LOCAL)\s+)?TABLE\b)|CHECKSUM)\b`,
  "i",
);
/** Comments that are run as SQL may hide it. */
const SETS = new RegExp(String.raw`${BLANKS}(?:SET\b|/\*M?!)`, "i");

interface WriterSettings {
  timeoutMs: number;
  /** Where names without one are looked up and made. */
  schema: string | null;
}

/** A session that may write, in one transaction. */
export async function openWriter(connectClient: () => Promise<Client>, settings: WriterSettings): Promise<MysqlWriter> {
  const client = await connectClient();
  const [version = ""] = await ask(client, "SELECT VERSION()");
  const session = new MysqlWriter(client, settingsOf(String(version), settings.timeoutMs), connectClient);
  await session.open(settings.schema);
  return session;
}

/** What the driver has of a statement, and does not declare. */
interface Prepared {
  columns: FieldPacket[];
  parameters: unknown[];
}

class MysqlSession implements Session {
  readonly #client: Client;
  readonly #settings: Settings;
  readonly #connectOther: () => Promise<Client>;
  #fail: ((error: unknown) => void) | undefined;
  isBroken = false;

  constructor(client: Client, settings: Settings, connectOther: () => Promise<Client>) {
    this.#client = client;
    this.#settings = settings;
    this.#connectOther = connectOther;
    // The driver tells a statement without a callback nothing of a connection that is lost.
    const onBroken = (error: unknown = new Error(CONNECTION_LOST)) => {
      this.isBroken = true;
      this.#fail?.(error);
    };
    client.on("error", onBroken);
    client.on("end", () => onBroken());
  }

  /** In a transaction that cannot write; what commits it implicitly meets the session's own mode, which is the same. */
  async *rows(sql: string, { batchRows, timeoutMs, settings = [] }: RowLimits) {
    const client = this.#client;
    this.assertRuns(sql);
    await this.begin(timeoutMs).catch((cause: unknown) => {
      this.isBroken = true;
      throw new LostSession(CONNECTION_LOST, { cause });
    });
    for (const setting of settings) await this.ask(setting);
    const queue = new RowQueue(batchRows, { pause: () => client.pause(), resume: () => client.resume() });
    const query = client.query({ sql, rowsAsArray: true });
    query.on("fields", (fields: FieldPacket[] | undefined) => queue.start((fields ?? []).map(mysqlShapeOf)));
    query.on("result", (row: unknown) => {
      if (Array.isArray(row)) queue.push(row);
    });
    query.on("error", (error: unknown) => queue.fail(error));
    query.on("end", () => queue.end());
    this.#fail = (error) => queue.fail(error);
    yield* queue.batches();
  }

  /** By preparing it: these servers compute some derived tables while they plan, whatever the limit is. */
  async shapes(sql: string): Promise<ColumnShape[]> {
    const statement = await new Promise<PrepareStatementInfo & Prepared>((resolve, reject) => {
      this.#client.prepare(sql, (error, found) => (error ? reject(error) : resolve(found as never)));
    });
    statement.close();
    if (statement.parameters.length > 0)
      throw typedError("SYNTAX_ERROR", "A statement cannot have parameters.", { extra: { sql } });
    return statement.columns.map(mysqlShapeOf);
  }

  protected assertRuns(sql: string): void {
    if (READS.test(sql)) return;
    throw typedError("SYNTAX_ERROR", "Only statements that read are run.", { extra: { sql, engine_name: "MySQL" } });
  }

  protected async begin(timeoutMs: number): Promise<void> {
    const { timeoutMs: standard, limitText } = this.#settings;
    if (timeoutMs !== standard) await ask(this.#client, `SET ${limitText(timeoutMs)}`);
    await ask(this.#client, "START TRANSACTION READ ONLY");
  }

  protected async ask(sql: string): Promise<void> {
    await ask(this.#client, sql);
  }

  protected get settings(): string {
    return this.#settings.text;
  }

  async cancel(idle?: Session): Promise<void> {
    const stop = (client: Client) => ask(client, `KILL QUERY ${this.#client.threadId}`);
    if (idle instanceof MysqlSession) {
      await stop(idle.#client);
      return;
    }
    const other = await this.#connectOther();
    await stop(other).finally(() => other.destroy());
  }

  /** Ends the transaction and undoes whatever the statement set. */
  async reset(): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#client.reset((error) => (error ? reject(error) : resolve()));
    });
    await ask(this.#client, this.settings);
    await ask(this.#client, "SET SESSION TRANSACTION READ ONLY");
    // MariaDB's reset leaves what FOUND_ROWS() tells: the count of somebody else's statement.
    await ask(this.#client, "SELECT 1");
  }

  async close(): Promise<void> {
    this.#client.destroy();
  }
}

class MysqlWriter extends MysqlSession implements WritingSession {
  async open(schema: string | null): Promise<void> {
    await this.ask(this.settings);
    await this.ask("SET SESSION autocommit = 0");
    if (schema) await this.ask(`USE \`${schema.replaceAll("`", "``")}\``);
  }

  override rows(sql: string, limits: RowLimits) {
    assertOwnTables(sql, "mysql");
    return super.rows(sql, limits);
  }

  protected override assertRuns(sql: string): void {
    if (SETS.test(sql))
      throw typedError("SYNTAX_ERROR", "Statements that set something are not run.", { extra: { sql } });
  }

  /** The first statement begins the transaction. */
  protected override async begin(): Promise<void> {}

  override async reset(): Promise<void> {}

  async commit(): Promise<void> {
    await this.ask("COMMIT");
  }
}
