import type { ConnectionPool, config as DriverConfig, IColumnMetadata, Request } from "mssql";
import { t } from "../../i18n/translate.ts";
import { addMilliseconds } from "../../model/moment.ts";
import { shownBytes } from "../../model/shown-bytes.ts";
import { byteFilter, type Dialect, defaultDialect } from "../../query/dialect.ts";
import { sqlReaderOf } from "../../query/sql/reader-of.ts";
import type { SqlReader } from "../../query/sql/sql-reader.ts";
import { isNotOff, missingParameter, parseServerAddress, serverFields } from "../address/address.ts";
import { type ColumnShape, readDecimal, readInteger } from "../columns.ts";
import type {
  ColumnarBatch,
  ColumnarResult,
  Connection,
  ConnectionConfig,
  Connector,
  RunOptions,
  SourceColumn,
  TableDetails,
  TableName,
} from "../connector.ts";
import { type EngineFailure, networkFailure, textAndCode, toDatabaseError } from "../failure.ts";
import { sourceColumnsOf, tableDetailsOf, tableNamesOf, textsOf } from "../listing.ts";
import { RowQueue } from "../sessions/row-queue.ts";
import { type Session, Sessions, sharesOf } from "../sessions/sessions.ts";
import { connectedSocket } from "../tunnels/lookup-socket.ts";
import { driverReader } from "./decimals.ts";

/**
 * SQL Server has no read-only sessions: each statement is checked by our parser and runs in a transaction that is
 * rolled back.
 */

/** A backslash before a line break would join the lines, so the literal is split. */
function quote(value: string): string {
  const text = value.replaceAll("\0", "").replaceAll("'", "''");
  const parts = text.split(/(?<=\\)(?=\r?\n)/).map((part) => `N'${part}'`);
  return parts.length === 1 ? (parts[0] as string) : `(${parts.join(" + ")})`;
}

/** Brackets start a character set in patterns. */
const plainPattern = (pattern: string) => pattern.replaceAll("[", "[[]");

const DAY = (column: string) => `CAST(CAST(${column} AS DATE) AS DATETIME2(3))`;

/** Counts the seconds of one day, because those since 1970 overflow. */
const everySeconds = (n: number) => (column: string) =>
  `DATEADD(SECOND, DATEDIFF(SECOND, ${DAY(column)}, CAST(${column} AS DATETIME2(3))) / ${n} * ${n}, ${DAY(column)})`;

/** 1900-01-01 was a Monday; remainders of earlier days would be negative. */
const weekOf = (firstDay: string, days: number) => (column: string) =>
  `DATEADD(DAY, ${days} - (DATEDIFF(DAY, '${firstDay}', ${column}) % 7 + 7) % 7, ${DAY(column)})`;
const monthsOf = (month: string) => (column: string) =>
  `CAST(DATEFROMPARTS(YEAR(${column}), ${month.replace("c", column)}, 1) AS DATETIME2(3))`;

export const mssqlDialect: Dialect = {
  ...defaultDialect,
  engine: "mssql",
  searchPath: "SELECT SCHEMA_NAME()",
  defaultCatalog: "SELECT DB_NAME()",
  maxLabelLength: 128,
  quoteIdentifier: (name) => `[${name.replaceAll("\0", "").replaceAll("]", "]]")}]`,
  quoteText: quote,
  temporalLiteral: (epochMs, type) => {
    const text = new Date(epochMs).toISOString();
    return type === "date" ? `CAST('${text.slice(0, 10)}' AS DATE)` : `CAST('${text.slice(0, -1)}' AS DATETIME2(3))`;
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
    P1D: DAY,
    P1W: weekOf("19000101", 0),
    P1M: monthsOf("MONTH(c)"),
    P3M: monthsOf("(MONTH(c) - 1) / 3 * 3 + 1"),
    P1Y: monthsOf("1"),
    "1969-12-28T00:00:00Z/P1W": weekOf("19000107", 0),
    "1969-12-29T00:00:00Z/P1W": weekOf("19000101", 0),
    "P1W/1970-01-03T00:00:00Z": weekOf("19000107", 6),
    "P1W/1970-01-04T00:00:00Z": weekOf("19000101", 6),
  },
  // Names of zones are those of Windows.
  moments: {
    types: /^datetimeoffset\b/i,
    wallType: "DATETIME2",
    utc: (column) => `CAST(SWITCHOFFSET(${column}, 0) AS DATETIME2)`,
    inZone: null,
    plusSeconds: (time, seconds) => `DATEADD(SECOND, ${seconds}, ${time})`,
    literal: ({ local, offset }) => `CAST('${local} ${offset}' AS DATETIMEOFFSET)`,
  },
  like: (column, pattern, negate) =>
    `${column} COLLATE Latin1_General_100_BIN2 ${negate ? "NOT LIKE" : "LIKE"} ${plainPattern(pattern)}`,
  caseInsensitiveLike: (column, pattern, negate) =>
    `LOWER(${column}) ${negate ? "NOT LIKE" : "LIKE"} LOWER(${plainPattern(pattern)})`,
  escapePattern: (text) => text.replace(/[!%_[]/g, "!$&"),
  castToText: (column) => `CAST(${column} AS NVARCHAR(MAX))`,
  singlePrecision: /^real$/i,
  bytes: byteFilter(/^(var)?binary\b/i, (hex) => `0x${hex}`),
  booleanLiteral: (value) => (value ? "1" : "0"),
  isTruth: (column, value) => `(${column} IS NOT NULL AND ${column} = ${value ? 1 : 0})`,
  average: (column) => `AVG(CAST(${column} AS FLOAT))`,
  groupByPosition: false,
  orderByAlias: false,
  orderTerm: (sql, isAscending) => (isAscending ? `IIF(${sql} IS NULL, 1, 0), ${sql} ASC` : `${sql} DESC`),
  orderWithLimit: "(SELECT NULL)",
  hoistsCte: true,
  // FETCH doesn't accept zero rows.
  limitClause: (limit, offset) => {
    if (limit === 0) return "OFFSET 9223372036854775806 ROWS FETCH NEXT 1 ROWS ONLY";
    if (limit === null) return offset > 0 ? `OFFSET ${offset} ROWS` : "";
    return `OFFSET ${offset} ROWS FETCH NEXT ${limit} ROWS ONLY`;
  },
  nullSafeEqual: (left, right) => `EXISTS (SELECT ${left} INTERSECT SELECT ${right})`,
  epochToTimestamp: (column, unit) => {
    const [part, perDay] = unit === "s" ? ["SECOND", 86_400] : ["MILLISECOND", 86_400_000];
    const day = `DATEADD(DAY, ${column} / ${perDay}, CAST('1970-01-01' AS DATETIME2(3)))`;
    return `DATEADD(${part}, ${column} % ${perDay}, ${day})`;
  },
};

const DEFAULT_PORT = 1433;

export const mssqlConnector: Connector = {
  engine: "mssql",
  name: "Microsoft SQL Server",
  place: "server",
  dialect: mssqlDialect,
  form: {
    placeholder: "mssql://analytics:password@db.example.com:1433/sales?encrypt=true",
    fields: serverFields(DEFAULT_PORT),
    encryption: { encrypt: "true" },
  },
  connect: async (config) => new MssqlConnection(config),
};

/** `encrypt=false` turns encryption off; self-signed certificates are accepted unless verification is on. */
export function mssqlOptionsOf(config: ConnectionConfig): DriverConfig {
  const { host, port, user, password, database, options } = parseServerAddress(config, DEFAULT_PORT);
  const { lookup } = config;
  if (user === null) throw missingParameter("username");
  const isVerified = Boolean(config.serverCert) || /^(false|no|0)$/i.test(options.get("TrustServerCertificate") ?? "");
  return {
    server: host,
    port,
    user,
    password: password ?? "",
    ...(database ? { database } : {}),
    connectionTimeout: 10_000,
    // Each statement's limit is enforced outside.
    requestTimeout: 0,
    arrayRowMode: true,
    pool: { min: 0, max: 1 },
    options: {
      appName: "tessera",
      encrypt: isNotOff(options.get("encrypt") ?? options.get("Encrypt")),
      trustServerCertificate: !isVerified,
      readOnlyIntent: true,
      useUTC: true,
      enableArithAbort: true,
      ...(lookup
        ? {
            connector: async (to?: { host: string; port: number }) => {
              if (to && config.tunnel)
                throw new Error(
                  t(
                    "The server redirects to {address}, which can't be reached through the SSH tunnel. Connect without the tunnel.",
                    {
                      address: `${to.host}:${to.port}`,
                    },
                  ),
                );
              return connectedSocket(to ?? { host, port }, lookup);
            },
          }
        : {}),
      ...(config.serverCert ? { cryptoCredentialsDetails: { ca: config.serverCert } } : {}),
    },
  };
}

const MAX_SESSIONS = 6;

class MssqlConnection implements Connection {
  readonly sql: SqlReader;
  readonly #sessions: Sessions;

  constructor(config: ConnectionConfig) {
    this.sql = (config.sqlReaderOf ?? sqlReaderOf)("tsql");
    const options = mssqlOptionsOf(config);
    this.#sessions = new Sessions({
      open: () => openSession(options, this.sql, config.driver),
      ...sharesOf(config, MAX_SESSIONS),
      timeoutMs: config.timeoutMs,
      toError: (error, sql) => toDatabaseError(error, failureOf(error), { engine: "SQL Server", sql }),
    });
  }

  readonly queueStatus = () => this.#sessions.queueStatus();

  run(sql: string, options?: RunOptions): Promise<ColumnarResult> {
    return this.#sessions.run(sql, options);
  }

  stream(sql: string, options?: RunOptions): AsyncIterable<ColumnarBatch> {
    return this.#sessions.stream(sql, options);
  }

  async catalogs(): Promise<string[]> {
    return textsOf(await this.run("SELECT name FROM sys.databases WHERE HAS_DBACCESS(name) = 1 ORDER BY name"));
  }

  async schemas(catalog?: string | null): Promise<string[]> {
    const sql = `SELECT name FROM ${place(catalog)}sys.schemas
      WHERE name NOT IN ('sys', 'guest', 'INFORMATION_SCHEMA') AND name NOT LIKE 'db[_]%' ORDER BY name`;
    return textsOf(await this.run(sql));
  }

  async tables(schema?: string | null, catalog?: string | null): Promise<TableName[]> {
    const sql = `SELECT TABLE_NAME, TABLE_TYPE FROM ${place(catalog)}INFORMATION_SCHEMA.TABLES
      WHERE TABLE_SCHEMA = ${quote(schema ?? "dbo")} ORDER BY TABLE_NAME`;
    return tableNamesOf(await this.run(sql));
  }

  async columns(table: string, schema?: string | null, catalog?: string | null): Promise<SourceColumn[]> {
    const sql = `SELECT COLUMN_NAME, DATA_TYPE FROM ${place(catalog)}INFORMATION_SCHEMA.COLUMNS
      WHERE TABLE_SCHEMA = ${quote(schema ?? "dbo")} AND TABLE_NAME = ${quote(table)} ORDER BY ORDINAL_POSITION`;
    return sourceColumnsOf(await this.run(sql));
  }

  async details(table: string, schema?: string | null, catalog?: string | null): Promise<TableDetails> {
    const own = `OBJECT_ID(${quote([catalog, schema ?? "dbo", table].flatMap((part) => (part ? mssqlDialect.quoteIdentifier(part) : [])).join("."))})`;
    const sys = `${place(catalog)}sys`;
    const indexes = await this.run(
      `SELECT CASE WHEN i.is_primary_key = 1 THEN 'primary' WHEN i.is_unique = 1 THEN 'unique' ELSE 'index' END, i.name,
         c.name, NULL, NULL, NULL
       FROM ${sys}.indexes i JOIN ${sys}.index_columns k ON k.object_id = i.object_id AND k.index_id = i.index_id
       JOIN ${sys}.columns c ON c.object_id = k.object_id AND c.column_id = k.column_id
       WHERE i.object_id = ${own} AND k.key_ordinal > 0 ORDER BY i.index_id, k.key_ordinal`,
    );
    const foreign = await this.run(
      `SELECT 'foreign', f.name, c.name, s.name, t.name, r.name
       FROM ${sys}.foreign_keys f JOIN ${sys}.foreign_key_columns k ON k.constraint_object_id = f.object_id
       JOIN ${sys}.columns c ON c.object_id = k.parent_object_id AND c.column_id = k.parent_column_id
       JOIN ${sys}.columns r ON r.object_id = k.referenced_object_id AND r.column_id = k.referenced_column_id
       JOIN ${sys}.tables t ON t.object_id = k.referenced_object_id JOIN ${sys}.schemas s ON s.schema_id = t.schema_id
       WHERE f.parent_object_id = ${own} ORDER BY f.name, k.constraint_column_id`,
    );
    const comment = await this.run(
      `SELECT CAST(value AS NVARCHAR(4000)) FROM ${sys}.extended_properties
       WHERE major_id = ${own} AND minor_id = 0 AND name = 'MS_Description'`,
    );
    return tableDetailsOf([indexes, foreign], comment.columns[0]?.values[0]);
  }

  async describe(sql: string, options: RunOptions = {}): Promise<SourceColumn[]> {
    await this.sql.checkStatement(sql);
    const result = await this.run(
      `SELECT name, system_type_name FROM sys.dm_exec_describe_first_result_set(${quote(sql)}, NULL, 0)
       WHERE is_hidden = 0 AND name IS NOT NULL ORDER BY column_ordinal`,
      options,
    );
    const columns = sourceColumnsOf(result);
    return columns.filter(({ name }, i) => columns.findIndex((column) => column.name === name) === i);
  }

  close(): Promise<void> {
    return this.#sessions.close();
  }
}

const place = (catalog: string | null | undefined) => (catalog ? `${mssqlDialect.quoteIdentifier(catalog)}.` : "");

async function openSession(options: DriverConfig, reader: SqlReader, from = "mssql"): Promise<Session> {
  const { default: driver } = (await import(from)) as { default: typeof import("mssql") };
  driverReader(from);
  const pool = await new driver.ConnectionPool(options).connect();
  return new MssqlSession(pool, reader);
}

class MssqlSession implements Session {
  isBroken = false;
  readonly #pool: ConnectionPool;
  readonly #reader: SqlReader;
  #request: Request | undefined;
  #end: (() => Promise<void>) | undefined;

  constructor(pool: ConnectionPool, reader: SqlReader) {
    this.#pool = pool;
    this.#reader = reader;
    pool.on("error", () => {
      this.isBroken = true;
    });
  }

  async *rows(sql: string, { batchRows }: { batchRows: number; timeoutMs: number }) {
    const { kind } = await this.#reader.inspect(sql);
    if (kind !== "read" && kind !== "command") throw new Error(t("Only SELECT statements are allowed."));
    const transaction = this.#pool.transaction();
    await transaction.begin();
    this.#end = () => transaction.rollback();
    const request = transaction.request();
    request.stream = true;
    request.arrayRowMode = true;
    this.#request = request;
    const queue = new RowQueue(batchRows, { pause: () => request.pause(), resume: () => request.resume() });
    request.on("recordset", (columns: readonly IColumnMetadata[string][]) => queue.start(columns.map(mssqlShape)));
    request.on("row", (row: unknown[]) => queue.push(row));
    request.on("error", (error: unknown) => queue.fail(error));
    request.on("done", () => queue.end());
    request.query(sql).catch((error: unknown) => queue.fail(error));
    yield* queue.batches();
  }

  async cancel(): Promise<void> {
    this.#request?.cancel();
  }

  async reset(): Promise<void> {
    const end = this.#end;
    this.#end = undefined;
    this.#request = undefined;
    await end?.();
  }

  async close(): Promise<void> {
    await this.#pool.close();
  }
}

type Reading = Pick<ColumnShape, "kind" | "read">;

const NUMBER: Reading = { kind: "numeric", read: null };
/** The driver keeps the sub-millisecond part separately, in seconds. */
const MOMENT: Reading = {
  kind: "temporal",
  read: (value: Date & { nanosecondsDelta?: number }) =>
    addMilliseconds(value.getTime(), Math.floor(Math.round((value.nanosecondsDelta ?? 0) * 1e7) / 10) / 1000),
};

const READINGS: Readonly<Record<string, Reading>> = {
  bigint: { kind: "numeric", read: readInteger },
  int: NUMBER,
  smallint: NUMBER,
  tinyint: NUMBER,
  float: NUMBER,
  real: NUMBER,
  money: { kind: "numeric", read: readDecimal },
  smallmoney: NUMBER,
  decimal: { kind: "numeric", read: readDecimal },
  numeric: { kind: "numeric", read: readDecimal },
  bit: { kind: "boolean", read: null },
  date: MOMENT,
  datetime: MOMENT,
  datetime2: MOMENT,
  datetimeoffset: MOMENT,
  smalldatetime: MOMENT,
  time: { kind: "text", read: (value: Date) => value.toISOString().slice(11, -1) },
  binary: { kind: "text", read: shownBytes },
  varbinary: { kind: "text", read: shownBytes },
};

interface MssqlColumn {
  name: string;
  type: unknown;
}

export function mssqlShape({ name, type }: MssqlColumn): ColumnShape {
  const declaration = (type as { declaration?: string } | undefined)?.declaration ?? "nvarchar";
  return { name, type: declaration, ...(READINGS[declaration] ?? { kind: "text", read: String }) };
}

const TYPES: Readonly<Record<string, EngineFailure["type"]>> = {
  102: "SYNTAX_ERROR",
  105: "SYNTAX_ERROR",
  156: "SYNTAX_ERROR",
  207: "COLUMN_DOES_NOT_EXIST_ERROR",
  208: "TABLE_DOES_NOT_EXIST_ERROR",
  229: "CONNECTION_DATABASE_PERMISSIONS_ERROR",
  2760: "SCHEMA_DOES_NOT_EXIST_ERROR",
  4060: "CONNECTION_UNKNOWN_DATABASE_ERROR",
  18456: "CONNECTION_ACCESS_DENIED_ERROR",
};

/** The server reports the line, not the column. */
export function failureOf(error: unknown): EngineFailure {
  const { text, code } = textAndCode(error);
  const ofNetwork = networkFailure(systemCode(error));
  if (ofNetwork) return ofNetwork;
  if (code === "ETIMEOUT") return networkFailure("ETIMEDOUT") as EngineFailure;
  if (code === "ELOGIN") return { type: "CONNECTION_ACCESS_DENIED_ERROR", message: text };
  const { number } = (error ?? {}) as { number?: number };
  const [, invalid] = /Invalid (?:column|object) name '([^']+)'/.exec(text) ?? [];
  return { type: TYPES[String(number)] ?? "GENERIC_DB_ENGINE_ERROR", message: text, invalid: invalid ? [invalid] : [] };
}

function systemCode(error: unknown): string {
  for (let cause = error as Failure | undefined, depth = 0; cause && depth < 5; depth++) {
    if (cause.code && /^E[A-Z]{6,}$/.test(cause.code) && cause.code !== "ESOCKET") return cause.code;
    cause = cause.originalError ?? cause.cause ?? cause.errors?.[0];
  }
  return "";
}

interface Failure {
  code?: string;
  originalError?: Failure;
  cause?: Failure;
  errors?: Failure[];
}
