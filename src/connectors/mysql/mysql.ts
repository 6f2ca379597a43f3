import { isIP, connect as openSocket } from "node:net";
import type { Connection as Client, ConnectionOptions } from "mysql2";
import { t } from "../../i18n/translate.ts";
import { typedError } from "../../model/errors.ts";
import { byteFilter, type Dialect, defaultDialect } from "../../query/dialect.ts";
import { sqlReaderOf } from "../../query/sql/reader-of.ts";
import type { SqlReader } from "../../query/sql/sql-reader.ts";
import { withoutTrailer } from "../../query/sql/statement-shape.ts";
import {
  missingParameter,
  parseServerAddress,
  type ServerAddress,
  serverFields,
  type TlsMode,
  tlsOptions,
} from "../address/address.ts";
import type {
  ChangeOptions,
  ColumnarBatch,
  ColumnarResult,
  Connection,
  ConnectionConfig,
  ConnectionForm,
  Connector,
  RowCount,
  RunOptions,
  SourceColumn,
  TableDetails,
  TableName,
} from "../connector.ts";
import { textAndCode, toDatabaseError } from "../failure.ts";
import { firstTextOf, rowCountsOf, sourceColumnsOf, tableDetailsOf, tableNamesOf, textsOf } from "../listing.ts";
import { runChange } from "../sessions/change.ts";
import { type SessionSettings, Sessions, sharesOf } from "../sessions/sessions.ts";
import { mysqlFailureOf } from "./failure.ts";
import { openSession, openWriter } from "./session.ts";

const DEFAULT_PORT = 3306;
const MAX_SESSIONS = 6;
const CONNECT_TIMEOUT_MS = 10_000;
/** OFFSET needs a LIMIT; the manual suggests this one. */
const NO_LIMIT = "18446744073709551615";

const addSeconds = (seconds: string) => (column: string) =>
  `DATE_ADD(TIMESTAMP(DATE(${column})), INTERVAL ${seconds.replaceAll("?", () => column)} SECOND)`;
const everySeconds = (n: number) => addSeconds(`(TIME_TO_SEC(?) DIV ${n} * ${n})`);
const minusDays = (days: string) => (column: string) =>
  `DATE_SUB(DATE(${column}), INTERVAL ${days.replaceAll("?", () => column)} DAY)`;

const MONDAY = minusDays("WEEKDAY(?)");

/** Backslashes escape in patterns, and ESCAPE doesn't help in MariaDB. `pattern` is a text literal. */
const withoutEscapes = (pattern: string) => pattern.replaceAll("\\", "\\\\");

const SHAPES = /^(geometry|(multi)?(point|linestring|polygon)|geom(etry)?collection)$/i;

export const mysqlDialect: Dialect = {
  ...defaultDialect,
  engine: "mysql",
  explain: "EXPLAIN",
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
  // Servers know names of zones only if someone has loaded them.
  moments: {
    types: /^timestamp\b/i,
    wallType: "DATETIME",
    utc: (column) => column,
    inZone: null,
    plusSeconds: (time, seconds) => `DATE_ADD(${time}, INTERVAL ${seconds} SECOND)`,
    literal: ({ utc }) => `TIMESTAMP'${utc}'`,
  },
  like: (column, pattern, negate) => `${column} ${negate ? "NOT LIKE" : "LIKE"} ${withoutEscapes(pattern)}`,
  caseInsensitiveLike: (column, pattern, negate) =>
    `LOWER(${column}) ${negate ? "NOT LIKE" : "LIKE"} LOWER(${withoutEscapes(pattern)})`,
  castToText: (column, type = "") => (SHAPES.test(type) ? `ST_AsText(${column})` : `CAST(${column} AS CHAR)`),
  /** JSON isn't text in MySQL, unlike MariaDB. */
  comparedAsText: new RegExp(`^json$|${SHAPES.source}`, "i"),
  bytes: byteFilter(/^((tiny|medium|long)?blob|(var)?binary)\b/i, (hex) => `X'${hex}'`),
  singlePrecision: /^float\b/i,
  /** CAST to double needs MySQL 8.0.17. */
  average: (column) => `AVG(0e0 + (${column}))`,
  /** Nulls sort first. Aliases of aggregates (in MySQL also grouped expressions) can't be part of expressions. */
  orderByAlias: false,
  orderTerm: (sql, isAscending, key = false) => {
    // MariaDB doesn't recognize every grouped expression by its text.
    const term = typeof key === "number" ? key : sql;
    return isAscending ? `${key ? `MIN(${sql})` : sql} IS NULL, ${term} ASC` : `${term} DESC`;
  },
  limitClause: (limit, offset) =>
    limit === null && offset > 0 ? `LIMIT ${NO_LIMIT}\nOFFSET ${offset}` : defaultDialect.limitClause(limit, offset),
  nullSafeEqual: (left, right) => `${left} <=> ${right}`,
  epochToTimestamp: (column, unit) =>
    `DATE_ADD(TIMESTAMP'1970-01-01 00:00:00', INTERVAL ${unit === "s" ? column : `${column} / 1000`} SECOND)`,
};

const form: ConnectionForm = {
  placeholder: "mysql://analytics:password@db.example.com:3306/sales",
  fields: serverFields(DEFAULT_PORT),
  encryption: { ssl: "1" },
};

export function mysqlConnector(): Connector {
  return {
    engine: "mysql",
    schemes: ["mariadb"],
    name: "MySQL",
    place: "server",
    dialect: mysqlDialect,
    form,
    tlsSql: "SHOW SESSION STATUS LIKE 'Ssl_version'",
    connect: async (config) => new MysqlConnection(config),
  };
}

class MysqlConnection implements Connection {
  readonly sql: SqlReader;
  readonly #sessions: Sessions;
  readonly #settings: Omit<SessionSettings, "open" | "max">;
  readonly #connectClient: () => Promise<Client>;

  constructor(config: ConnectionConfig) {
    this.sql = (config.sqlReaderOf ?? sqlReaderOf)("mysql");
    const address = parseServerAddress(config, DEFAULT_PORT);
    this.#connectClient = clientOpener(address, config);
    this.#settings = {
      timeoutMs: config.timeoutMs,
      toError: (error, sql) => toDatabaseError(error, mysqlFailureOf(error, sql), { engine: "MySQL", sql }),
    };
    const open = () => openSession(this.#connectClient, config.timeoutMs);
    this.#sessions = new Sessions({
      ...this.#settings,
      open,
      ...sharesOf(config, MAX_SESSIONS),
    });
  }

  readonly queueStatus = () => this.#sessions.queueStatus();

  run(sql: string, options?: RunOptions): Promise<ColumnarResult> {
    return this.#sessions.run(sql, options);
  }

  stream(sql: string, options?: RunOptions): AsyncIterable<ColumnarBatch> {
    return this.#sessions.stream(sql, options);
  }

  /** DDL commits implicitly, including everything before it. */
  change(statements: readonly string[], options: ChangeOptions = {}): AsyncIterable<ColumnarBatch> {
    const { timeoutMs = this.#settings.timeoutMs, schema = null } = options;
    const open = () => openWriter(this.#connectClient, { timeoutMs, schema });
    return runChange({ ...this.#settings, open }, statements, options);
  }

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

  /** Estimated by InnoDB, exact in other engines. */
  async rowCounts(schema?: string | null): Promise<RowCount[]> {
    const result = await this.run(
      `SELECT table_name, table_rows, engine IN ('MyISAM', 'Aria', 'MEMORY') FROM information_schema.tables
       WHERE table_schema = ${schemaText(schema)} AND table_type = 'BASE TABLE'`,
    );
    return rowCountsOf(result);
  }

  async columns(table: string, schema?: string | null): Promise<SourceColumn[]> {
    return sourceColumnsOf(
      await this.run(
        `SELECT column_name, CAST(column_type AS CHAR), CAST(column_comment AS CHAR) FROM information_schema.columns
         WHERE table_schema = ${schemaText(schema)} AND table_name = ${quote(table)} ORDER BY ordinal_position`,
      ),
    );
  }

  /** Requires the SHOW VIEW privilege. */
  async viewSql(view: string, schema?: string | null): Promise<string | null> {
    const sql = `SELECT CAST(view_definition AS CHAR) FROM information_schema.views
      WHERE table_schema = ${schemaText(schema)} AND table_name = ${quote(view)}`;
    return firstTextOf(await this.run(sql));
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
    const shapes = await this.#sessions.shapes(`SELECT * FROM (\n${withoutTrailer(sql)}\n) AS described`);
    return shapes.map(({ name, type }) => ({ name, type }));
  }

  close(): Promise<void> {
    return this.#sessions.close();
  }
}

const quote = mysqlDialect.quoteText;

const schemaText = (schema: string | null | undefined) => (schema ? quote(schema) : "DATABASE()");

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
  const sslMode = options.get("ssl_mode") ?? options.get("ssl-mode") ?? options.get("ssl");
  const mode = MODES[(sslMode ?? "").toUpperCase()] ?? (config.serverCert ? "verify-ca" : "prefer");
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

/** The driver would compare the certificate with `localhost`. */
const identityOfAddress = (host: string) =>
  typedError(
    "CONNECTION_INVALID_HOSTNAME_ERROR",
    t("Can't verify the identity of {host}. Use the server's name instead of its IP address, or ssl_mode=VERIFY_CA.", {
      host,
    }),
    { extra: { invalid: ["host"] } },
  );

/** Prevents the server from requesting the password over an unencrypted connection. */
const NO_CLEAR_PASSWORD: ConnectionOptions["authPlugins"] = {
  mysql_clear_password: () => () => {
    throw new Error(
      t("The server asks for the password unencrypted, which isn't allowed. Use an encrypted connection."),
    );
  },
};
