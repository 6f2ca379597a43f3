import type { Connection as Client, FieldPacket, PrepareStatementInfo } from "mysql2";
import { t } from "../../i18n/translate.ts";
import { typedError } from "../../model/errors.ts";
import { assertOwnTables } from "../../query/sql/own-tables.ts";
import type { ColumnShape } from "../columns.ts";
import type { WritingSession } from "../sessions/change.ts";
import { RowQueue } from "../sessions/row-queue.ts";
import { LostSession, type RowLimits, type Session } from "../sessions/sessions.ts";
import { mysqlShapeOf } from "./types.ts";

/** Server-side limit, in case this process dies. */
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

function settingsOf(version: string, timeoutMs: number): Settings {
  const limitText = (limitMs: number) => {
    const net = limitMs > 0 ? limitMs + NET_MS : 0;
    return /mariadb/i.test(version)
      ? `SESSION max_statement_time = ${net / 1000}`
      : `SESSION max_execution_time = ${net}`;
  };
  const settings = {
    // A reset would restore the server's defaults.
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

function ask(client: Client, sql: string): Promise<unknown[]> {
  return new Promise((resolve, reject) => {
    client.query({ sql, rowsAsArray: true }, (error, rows) =>
      error ? reject(error) : resolve((Array.isArray(rows) ? rows[0] : undefined) as unknown[]),
    );
  });
}

const BLANKS = String.raw`^(?:\s|/\*(?!M?!)(?:(?!\*/)[\s\S])*\*/|--\s[^\n]*\n|#[^\n]*\n)*`;

/**
 * Only these run in read-only sessions: MariaDB's `SET STATEMENT ... FOR`, compound statements and procedures could
 * make the session writable.
 */
const READS = new RegExp(
  String.raw`${BLANKS}(?:\((?:\s|\()*)?(?:SELECT|WITH|VALUES|TABLE|EXPLAIN|DESC|DESCRIBE|SHOW|HELP|ANALYZE(?!\s+(?:(?:NO_WRITE_TO_BINLOG|LOCAL)\s+)?TABLE\b)|CHECKSUM)\b`,
  "i",
);
/** Executable comments could hide a SET. */
const SETS = new RegExp(String.raw`${BLANKS}(?:SET\b|/\*M?!)`, "i");

interface WriterSettings {
  timeoutMs: number;
  schema: string | null;
}

export async function openWriter(connectClient: () => Promise<Client>, settings: WriterSettings): Promise<MysqlWriter> {
  const client = await connectClient();
  const [version = ""] = await ask(client, "SELECT VERSION()");
  const session = new MysqlWriter(client, settingsOf(String(version), settings.timeoutMs), connectClient);
  await session.open(settings.schema);
  return session;
}

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
    // The driver doesn't report a lost connection to statements without a callback.
    const onBroken = (error: unknown = new Error(t("The connection to the server was lost."))) => {
      this.isBroken = true;
      this.#fail?.(error);
    };
    client.on("error", onBroken);
    client.on("end", () => onBroken());
  }

  /** In a read-only transaction; an implicit commit falls back to the session's mode, which is read-only too. */
  async *rows(sql: string, { batchRows, timeoutMs, settings = [] }: RowLimits) {
    const client = this.#client;
    this.assertRuns(sql);
    await this.begin(timeoutMs).catch((cause: unknown) => {
      this.isBroken = true;
      throw new LostSession(t("The connection to the server was lost."), { cause });
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

  /** Prepares the statement, because these servers compute some derived tables while planning. */
  async shapes(sql: string): Promise<ColumnShape[]> {
    const statement = await new Promise<PrepareStatementInfo & Prepared>((resolve, reject) => {
      this.#client.prepare(sql, (error, found) => (error ? reject(error) : resolve(found as never)));
    });
    statement.close();
    if (statement.parameters.length > 0)
      throw typedError("SYNTAX_ERROR", t("Statements can't have parameters."), { extra: { sql } });
    return statement.columns.map(mysqlShapeOf);
  }

  protected assertRuns(sql: string): void {
    if (READS.test(sql)) return;
    throw typedError("SYNTAX_ERROR", t("Only SELECT statements are allowed."), {
      extra: { sql, engine_name: "MySQL" },
    });
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

  async reset(): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#client.reset((error) => (error ? reject(error) : resolve()));
    });
    await ask(this.#client, this.settings);
    await ask(this.#client, "SET SESSION TRANSACTION READ ONLY");
    // MariaDB's reset keeps FOUND_ROWS(), which would leak another user's count.
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
    if (SETS.test(sql)) throw typedError("SYNTAX_ERROR", t("SET statements aren't allowed."), { extra: { sql } });
  }

  /** The first statement starts the transaction instead. */
  protected override async begin(): Promise<void> {}

  override async reset(): Promise<void> {}

  async commit(): Promise<void> {
    await this.ask("COMMIT");
  }
}
