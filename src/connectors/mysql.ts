import { isIP, connect as openSocket } from "node:net";
import type { Connection as Client, ConnectionOptions, FieldPacket } from "mysql2";
import { typedError } from "../model/errors.ts";
import { type Dialect, defaultDialect } from "../query/dialect.ts";
import { polyglotReader } from "../query/sql/polyglot-reader.ts";
import { withoutTrailer } from "../query/sql/statement-text.ts";
import {
  missingParameter,
  parseServerAddress,
  type ServerAddress,
  serverFields,
  type TlsMode,
  tlsOptions,
} from "./address.ts";
import type {
  ColumnarBatch,
  ColumnarResult,
  Connection,
  ConnectionConfig,
  ConnectionForm,
  Connector,
  RunOptions,
  SourceColumn,
  TableDetails,
  TableName,
} from "./connector.ts";
import { asTypedError, textAndCode } from "./failure.ts";
import { sourceColumnsOf, tableDetailsOf, tableNamesOf, textsOf } from "./listing.ts";
import { mysqlFailureOf } from "./mysql-failure.ts";
import { mysqlShapeOf } from "./mysql-types.ts";
import { RowQueue } from "./row-queue.ts";
import { type Session, Sessions } from "./sessions.ts";

const DEFAULT_PORT = 3306;
const MAX_SESSIONS = 6;
const CONNECT_TIMEOUT_MS = 10_000;
/** The database's own limit, for when the server that should stop a statement is gone. */
const NET_MS = 5000;
/** OFFSET needs a LIMIT; the manual names this one. */
const NO_LIMIT = "18446744073709551615";

const addSeconds = (seconds: string) => (column: string) =>
  `DATE_ADD(TIMESTAMP(DATE(${column})), INTERVAL ${seconds.replaceAll("?", () => column)} SECOND)`;
const everySeconds = (n: number) => addSeconds(`(TIME_TO_SEC(?) DIV ${n} * ${n})`);
const minusDays = (days: string) => (column: string) =>
  `DATE_SUB(DATE(${column}), INTERVAL ${days.replaceAll("?", () => column)} DAY)`;

/** Weeks begin on Monday, as in the other engines. */
const MONDAY = minusDays("WEEKDAY(?)");

/** The backslash escapes in patterns too, and no ESCAPE helps in MariaDB. `pattern` is a text literal. */
const withoutEscapes = (pattern: string) => pattern.replaceAll("\\", "\\\\");

export const mysqlDialect: Dialect = {
  ...defaultDialect,
  engine: "mysql",
  searchPath: "SELECT DATABASE()",
  maxLabelLength: 64,
  quoteIdentifier: (name) => `\`${name.replaceAll("\0", "").replaceAll("`", "``")}\``,
  quoteText: (value) => `'${value.replaceAll("\0", "").replaceAll("\\", "\\\\").replaceAll("'", "''")}'`,
  temporalLiteral: (epochMs, type) => {
    const text = new Date(epochMs).toISOString();
    return type === "date" ? `DATE'${text.slice(0, 10)}'` : `TIMESTAMP'${text.slice(0, 10)} ${text.slice(11, -1)}000'`;
  },
  timeGrains: {
    PT1S: everySeconds(1),
    PT5S: everySeconds(5),
    PT30S: everySeconds(30),
    PT1M: everySeconds(60),
    PT5M: everySeconds(300),
    PT10M: everySeconds(600),
    PT15M: everySeconds(900),
    PT30M: everySeconds(1800),
    PT1H: everySeconds(3600),
    PT6H: everySeconds(21_600),
    P1D: (c) => `DATE(${c})`,
    P1W: MONDAY,
    P1M: minusDays("(DAYOFMONTH(?) - 1)"),
    P3M: (c) => `MAKEDATE(YEAR(${c}), 1) + INTERVAL (QUARTER(${c}) - 1) * 3 MONTH`,
    P1Y: minusDays("(DAYOFYEAR(?) - 1)"),
    "1969-12-28T00:00:00Z/P1W": minusDays("(DAYOFWEEK(?) - 1)"),
    "1969-12-29T00:00:00Z/P1W": MONDAY,
    "P1W/1970-01-03T00:00:00Z": minusDays("(DAYOFWEEK(?) - 7)"),
    "P1W/1970-01-04T00:00:00Z": minusDays("(WEEKDAY(?) - 6)"),
  },
  like: (column, pattern, negate) => `${column} ${negate ? "NOT LIKE" : "LIKE"} ${withoutEscapes(pattern)}`,
  caseInsensitiveLike: (column, pattern, negate) =>
    `LOWER(${column}) ${negate ? "NOT LIKE" : "LIKE"} LOWER(${withoutEscapes(pattern)})`,
  castToText: (column) => `CAST(${column} AS CHAR)`,
  /** Missing values are lowest; aliases of aggregates cannot be part of an expression. */
  average: (column) => `AVG(CAST(${column} AS DOUBLE))`,
  orderByAlias: false,
  orderTerm: (sql, isAscending) => (isAscending ? `${sql} IS NULL, ${sql} ASC` : `${sql} DESC`),
  limitClause: (limit, offset) =>
    limit === null && offset > 0 ? `LIMIT ${NO_LIMIT}\nOFFSET ${offset}` : defaultDialect.limitClause(limit, offset),
  nullSafeEqual: (left, right) => `${left} <=> ${right}`,
  epochToTimestamp: (column, unit) =>
    `DATE_ADD(TIMESTAMP'1970-01-01 00:00:00', INTERVAL ${unit === "s" ? column : `${column} / 1000`} SECOND)`,
};

const form: ConnectionForm = {
  placeholder: "mysql://user:password@host:port/dbname[?key=value&key=value...]",
  fields: serverFields(DEFAULT_PORT),
  encryption: { ssl: "1" },
};

/** MySQL and MariaDB. */
export function mysqlConnector(): Connector {
  return {
    engine: "mysql",
    schemes: ["mariadb"],
    name: "MySQL",
    place: "server",
    dialect: mysqlDialect,
    form,
    connect: async (config) => new MysqlConnection(config),
  };
}

class MysqlConnection implements Connection {
  readonly sql = polyglotReader("mysql");
  readonly #sessions: Sessions;

  constructor(config: ConnectionConfig) {
    const address = parseServerAddress(config, DEFAULT_PORT);
    const connectClient = clientOpener(address, config);
    this.#sessions = new Sessions({
      open: () => openSession(connectClient, config.timeoutMs),
      max: MAX_SESSIONS,
      timeoutMs: config.timeoutMs,
      toError: (error, sql) => asTypedError(error, mysqlFailureOf(error, sql), { engine: "MySQL", sql }),
    });
  }

  run(sql: string, options?: RunOptions): Promise<ColumnarResult> {
    return this.#sessions.run(sql, options);
  }

  stream(sql: string, options?: RunOptions): AsyncIterable<ColumnarBatch> {
    return this.#sessions.stream(sql, options);
  }

  /** There are none above databases, which are the schemas here. */
  async catalogs(): Promise<string[]> {
    return [];
  }

  async schemas(): Promise<string[]> {
    return textsOf(
      await this.run(
        `SELECT schema_name FROM information_schema.schemata
         WHERE schema_name NOT IN ('information_schema', 'mysql', 'performance_schema', 'sys') ORDER BY 1`,
      ),
    );
  }

  async tables(schema?: string | null): Promise<TableName[]> {
    return tableNamesOf(
      await this.run(
        `SELECT table_name, table_type FROM information_schema.tables
         WHERE table_schema = ${schemaText(schema)} AND table_type <> 'SEQUENCE' ORDER BY table_name`,
      ),
    );
  }

  async columns(table: string, schema?: string | null): Promise<SourceColumn[]> {
    return sourceColumnsOf(
      await this.run(
        `SELECT column_name, CAST(column_type AS CHAR), CAST(column_comment AS CHAR) FROM information_schema.columns
         WHERE table_schema = ${schemaText(schema)} AND table_name = ${quote(table)} ORDER BY ordinal_position`,
      ),
    );
  }

  async details(table: string, schema?: string | null): Promise<TableDetails> {
    const place = `table_schema = ${schemaText(schema)} AND table_name = ${quote(table)}`;
    const indexes = await this.run(
      `SELECT CASE WHEN index_name = 'PRIMARY' THEN 'primary' WHEN non_unique = 0 THEN 'unique' ELSE 'index' END,
         index_name, column_name
       FROM information_schema.statistics WHERE ${place} ORDER BY index_name, seq_in_index`,
    );
    const foreign = await this.run(
      `SELECT 'foreign', constraint_name, column_name, referenced_table_schema, referenced_table_name, referenced_column_name
       FROM information_schema.key_column_usage WHERE ${place} AND referenced_table_name IS NOT NULL
       ORDER BY constraint_name, ordinal_position`,
    );
    const comment = await this.run(
      `SELECT table_comment FROM information_schema.tables WHERE ${place} AND table_type <> 'VIEW'`,
    );
    return tableDetailsOf([indexes, foreign], comment.columns[0]?.values[0]);
  }

  async describe(sql: string): Promise<SourceColumn[]> {
    await this.sql.checkStatement(sql);
    const { columns } = await this.run(`SELECT * FROM (\n${withoutTrailer(sql)}\n) AS described LIMIT 0`);
    return columns.map(({ name, type }) => ({ name, type }));
  }

  close(): Promise<void> {
    return this.#sessions.close();
  }
}

const quote = mysqlDialect.quoteText;

const schemaText = (schema: string | null | undefined) => (schema ? quote(schema) : "DATABASE()");

async function openSession(connectClient: () => Promise<Client>, timeoutMs: number): Promise<MysqlSession> {
  const client = await connectClient();
  const [version = ""] = await ask(client, "SELECT VERSION()");
  const session = new MysqlSession(client, settingsText(String(version), timeoutMs), connectClient);
  await session.reset();
  return session;
}

/** What reading values and literals relies on is set here, whatever the server's settings are. */
function settingsText(version: string, timeoutMs: number): string {
  const limit = timeoutMs > 0 ? timeoutMs + NET_MS : 0;
  const settings = {
    sql_mode: "'STRICT_TRANS_TABLES,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION,ONLY_FULL_GROUP_BY'",
    time_zone: "'+00:00'",
    div_precision_increment: "20",
    ...(/mariadb/i.test(version)
      ? { max_statement_time: String(limit / 1000) }
      : { max_execution_time: String(limit) }),
  };
  return `SET ${Object.entries(settings)
    .map(([name, value]) => `SESSION ${name} = ${value}`)
    .join(", ")}`;
}

/** The first row of a statement of our own. */
function ask(client: Client, sql: string): Promise<unknown[]> {
  return new Promise((resolve, reject) => {
    client.query({ sql, rowsAsArray: true }, (error, rows) =>
      error ? reject(error) : resolve((Array.isArray(rows) ? rows[0] : undefined) as unknown[]),
    );
  });
}

/**
 * MariaDB's `SET STATEMENT ... FOR` may make one statement a writing one, whatever the session's mode is. Comments that
 * these servers run as SQL may hide it.
 */
const SETS = /^(?:\s|\/\*(?!M?!)(?:(?!\*\/)[\s\S])*\*\/|--\s[^\n]*\n|#[^\n]*\n)*(?:SET\b|\/\*M?!)/i;

class MysqlSession implements Session {
  readonly #client: Client;
  readonly #settings: string;
  readonly #connectOther: () => Promise<Client>;
  isBroken = false;

  constructor(client: Client, settings: string, connectOther: () => Promise<Client>) {
    this.#client = client;
    this.#settings = settings;
    this.#connectOther = connectOther;
    const onBroken = () => {
      this.isBroken = true;
    };
    client.on("error", onBroken);
    client.on("end", onBroken);
  }

  /** In a transaction that cannot write; what commits it implicitly meets the session's own mode, which is the same. */
  async *rows(sql: string, { batchRows }: { batchRows: number }) {
    const client = this.#client;
    if (SETS.test(sql))
      throw typedError("SYNTAX_ERROR", "Statements that set something are not run.", { extra: { sql } });
    await ask(client, "START TRANSACTION READ ONLY");
    const queue = new RowQueue(batchRows, { pause: () => client.pause(), resume: () => client.resume() });
    const query = client.query({ sql, rowsAsArray: true });
    query.on("fields", (fields: FieldPacket[] | undefined) => queue.start((fields ?? []).map(mysqlShapeOf)));
    query.on("result", (row: unknown) => {
      if (Array.isArray(row)) queue.push(row);
    });
    query.on("error", (error: unknown) => queue.fail(error));
    query.on("end", () => queue.end());
    yield* queue.batches();
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
    await ask(this.#client, this.#settings);
    await ask(this.#client, "SET SESSION TRANSACTION READ ONLY");
  }

  async close(): Promise<void> {
    this.#client.destroy();
  }
}

const MODES: Readonly<Record<string, TlsMode>> = {
  "1": "require",
  TRUE: "require",
  "0": "disable",
  FALSE: "disable",
  DISABLED: "disable",
  PREFERRED: "prefer",
  REQUIRED: "require",
  VERIFY_CA: "verify-ca",
  VERIFY_IDENTITY: "verify-full",
};

export function clientOpener(address: ServerAddress, config: ConnectionConfig): () => Promise<Client> {
  const { host, port, user, password, database, options } = address;
  const { lookup } = config;
  if (user === null) throw missingParameter("username");
  const asked = options.get("ssl_mode") ?? options.get("ssl-mode") ?? options.get("ssl");
  const mode = MODES[(asked ?? "").toUpperCase()] ?? (config.serverCert ? "verify-ca" : "prefer");
  if (mode === "verify-full" && isIP(host)) throw identityOfAddress(host);
  const { checkServerIdentity: _, ...tls } = tlsOptions(mode, address, config.serverCert);
  const encrypted = { ...tls, verifyIdentity: mode === "verify-full" } as NonNullable<ConnectionOptions["ssl"]>;
  const base: ConnectionOptions = {
    host,
    port,
    user,
    password: password ?? "",
    charset: "UTF8MB4_BIN",
    supportBigNumbers: true,
    dateStrings: true,
    jsonStrings: true,
    flags: ["-LOCAL_FILES"],
    connectTimeout: CONNECT_TIMEOUT_MS,
    ...(lookup ? { stream: () => openSocket({ host, port, lookup, keepAlive: true, noDelay: true }) } : {}),
    ...(database === null ? {} : { database }),
  };
  let isPlain = mode === "disable";
  const open = async (): Promise<Client> => {
    const { createConnection } = await import("mysql2");
    const asPlain = isPlain;
    const client = createConnection({
      ...base,
      ...(asPlain ? { authPlugins: NO_CLEAR_PASSWORD } : { ssl: encrypted }),
    });
    client.on("error", () => undefined);
    try {
      await new Promise<void>((resolve, reject) => client.connect((error) => (error ? reject(error) : resolve())));
    } catch (error) {
      client.destroy();
      if (asPlain || mode !== "prefer" || textAndCode(error).code !== "HANDSHAKE_NO_SSL_SUPPORT") throw error;
      isPlain = true;
      return open();
    }
    return client;
  };
  return open;
}

/** The driver compares the certificate with `localhost` then, whoever has been reached. */
const identityOfAddress = (host: string) =>
  typedError(
    "CONNECTION_INVALID_HOSTNAME_ERROR",
    `The identity of ${host} cannot be verified: give the server's name instead of its IP address, or ssl_mode=VERIFY_CA.`,
    { extra: { invalid: ["host"] } },
  );

/** A server must not be able to ask for the password in the clear over a connection that is not encrypted. */
const NO_CLEAR_PASSWORD: ConnectionOptions["authPlugins"] = {
  mysql_clear_password: () => () => {
    throw new Error("The server asks for the password unencrypted.");
  },
};
