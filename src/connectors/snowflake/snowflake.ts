import type { Column, Connection as Driver, RowStatement } from "snowflake-sdk";
import { msg, t } from "../../i18n/translate.ts";
import { typedError } from "../../model/errors.ts";
import { shownBytes } from "../../model/shown-bytes.ts";
import { byteFilter, type Dialect, defaultDialect } from "../../query/dialect.ts";
import { sqlReaderOf } from "../../query/sql/reader-of.ts";
import type { SqlReader } from "../../query/sql/sql-reader.ts";
import { withoutTrailer } from "../../query/sql/statement-shape.ts";
import { DISPLAY_NAME, missingParameter, parseServerAddress, type ServerAddress } from "../address/address.ts";
import { type ColumnShape, readDecimal, readDouble, readMoment } from "../columns.ts";
import type {
  ColumnarBatch,
  ColumnarResult,
  Connection,
  ConnectionConfig,
  Connector,
  RowCount,
  RunOptions,
  SourceColumn,
  TableDetails,
  TableName,
} from "../connector.ts";
import { type EngineFailure, networkFailure, textAndCode, toDatabaseError } from "../failure.ts";
import { rowCountsOf, sourceColumnsOf, tableDetailsOf, tableNamesOf, textsOf } from "../listing.ts";
import { type Session, Sessions, sharesOf } from "../sessions/sessions.ts";

/**
 * Snowflake has no read-only sessions: statements that our parser doesn't recognize as reading are rejected, and the
 * role should only have read privileges.
 */

const escaped = (text: string) => text.replaceAll("\0", "").replaceAll("\\", "\\\\").replaceAll("'", "''");

const quote = (text: string) => `'${escaped(text)}'`;

const ORDINARY = /^[a-z_][a-z0-9_$]*$/;

/** Lower-case names are the upper-case names that Snowflake stores for unquoted ones. */
const storedName = (name: string) => (ORDINARY.test(name) ? name.toUpperCase() : name);

export const shownName = (name: string) =>
  ORDINARY.test(name.toLowerCase()) && name === name.toUpperCase() ? name.toLowerCase() : name;

/** Accepts DATE too. A plain cast would keep a TIMESTAMP_TZ's own zone, but results show UTC. */
const clock = (column: string) => `CAST(CONVERT_TIMEZONE('UTC', CAST(${column} AS TIMESTAMP_TZ)) AS TIMESTAMP_NTZ)`;

const truncated = (unit: string) => (column: string) => `DATE_TRUNC('${unit}', ${clock(column)})`;

const everyN = (n: number, part: string, outer: string) => (column: string) =>
  `DATEADD(${part}, FLOOR(DATE_PART(${part}, ${clock(column)}) / ${n}) * ${n}, DATE_TRUNC('${outer}', ${clock(column)}))`;

/** The session's weeks start on Monday. */
const sundayWeek = (days: number) => (column: string) =>
  `DATEADD(DAY, ${days}, DATE_TRUNC('WEEK', DATEADD(DAY, 1, ${clock(column)})))`;

export const snowflakeDialect: Dialect = {
  ...defaultDialect,
  isInfinite: (column, type) =>
    /^(float|double|real)/i.test(type) ? `${column} IN ('NaN'::FLOAT, 'inf'::FLOAT, '-inf'::FLOAT)` : undefined,
  engine: "snowflake",
  searchPath: "SELECT CURRENT_SCHEMA()",
  defaultCatalog: "SELECT CURRENT_DATABASE()",
  maxLabelLength: 255,
  quoteIdentifier: (name) => defaultDialect.quoteIdentifier(storedName(name)),
  quoteText: quote,
  temporalLiteral: (epochMs, type) => {
    const text = new Date(epochMs).toISOString();
    return type === "date"
      ? `TO_DATE('${text.slice(0, 10)}')`
      : `TO_TIMESTAMP_NTZ('${text.slice(0, 10)} ${text.slice(11, -1)}000')`;
  },
  moments: {
    types: /^timestamp_?l?tz\b|^timestamp with (local )?time zone/i,
    wallType: "TIMESTAMP_NTZ",
    utc: clock,
    inZone: (column, zoneText) =>
      `CAST(CONVERT_TIMEZONE(${zoneText}, CAST(${column} AS TIMESTAMP_TZ)) AS TIMESTAMP_NTZ)`,
    plusSeconds: (time, seconds) => `DATEADD(SECOND, ${seconds}, ${time})`,
    literal: ({ local, offset }) => `CAST('${local} ${offset}' AS TIMESTAMP_TZ)`,
  },
  timeGrains: {
    PT1S: truncated("SECOND"),
    PT5S: everyN(5, "SECOND", "MINUTE"),
    PT30S: everyN(30, "SECOND", "MINUTE"),
    PT1M: truncated("MINUTE"),
    PT5M: everyN(5, "MINUTE", "HOUR"),
    PT10M: everyN(10, "MINUTE", "HOUR"),
    PT15M: everyN(15, "MINUTE", "HOUR"),
    PT30M: everyN(30, "MINUTE", "HOUR"),
    PT1H: truncated("HOUR"),
    PT6H: everyN(6, "HOUR", "DAY"),
    P1D: truncated("DAY"),
    P1W: truncated("WEEK"),
    P1M: truncated("MONTH"),
    P3M: truncated("QUARTER"),
    P1Y: truncated("YEAR"),
    "1969-12-28T00:00:00Z/P1W": sundayWeek(-1),
    "1969-12-29T00:00:00Z/P1W": truncated("WEEK"),
    "P1W/1970-01-03T00:00:00Z": sundayWeek(5),
    "P1W/1970-01-04T00:00:00Z": (column) => `DATEADD(DAY, 6, DATE_TRUNC('WEEK', ${clock(column)}))`,
  },
  caseInsensitiveLike: (column, pattern, negate) => `${column} ${negate ? "NOT ILIKE" : "ILIKE"} ${pattern}`,
  isTruth: (column, value) => `COALESCE(${column} = ${value ? "TRUE" : "FALSE"}, FALSE)`,
  average: (column) => `AVG(CAST(${column} AS DOUBLE))`,
  bytes: byteFilter(/^(var)?binary\b/i, (hex) => `TO_BINARY('${hex}', 'HEX')`),
  orderTerm: (sql, isAscending) => `${sql} ${isAscending ? "ASC" : "DESC"} NULLS LAST`,
  limitClause: (limit, offset) => {
    if (offset === 0) return limit === null ? "" : `LIMIT ${limit}`;
    return `LIMIT ${limit ?? "NULL"} OFFSET ${offset}`;
  },
  nullSafeEqual: (left, right) => `EQUAL_NULL(${left}, ${right})`,
  epochToTimestamp: (column, unit) => `TO_TIMESTAMP_NTZ(${column}, ${unit === "s" ? 0 : 3})`,
};

export const snowflakeConnector: Connector = {
  engine: "snowflake",
  name: "Snowflake",
  place: "service",
  dialect: snowflakeDialect,
  form: {
    placeholder: "snowflake://user:password@account/database/schema?warehouse=...&role=...",
    fields: [
      {
        name: "account",
        label: msg("Account"),
        kind: "text",
        required: true,
        placeholder: msg("e.g. xy12345.eu-central-1"),
      },
      { name: "username", label: msg("Username"), kind: "text", required: true },
      { name: "password", label: msg("Password"), kind: "password", required: true },
      { name: "database", label: msg("Database name"), kind: "text", required: true },
      { name: "warehouse", label: msg("Warehouse"), kind: "text", required: true },
      { name: "role", label: msg("Role"), kind: "text", required: true },
      DISPLAY_NAME,
      { name: "query", label: msg("Additional parameters"), kind: "text", required: false },
    ],
    encryption: null,
  },
  connect: async (config) => new SnowflakeConnection(config),
};

const MAX_SESSIONS = 6;

class SnowflakeConnection implements Connection {
  readonly sql: SqlReader;
  readonly #sessions: Sessions;
  readonly #address: ServerAddress;
  readonly #database: string;
  readonly #defaultSchema: string;

  constructor(config: ConnectionConfig) {
    this.sql = (config.sqlReaderOf ?? sqlReaderOf)("snowflake");
    this.#address = parseServerAddress(config, 443);
    if (this.#address.user === null) throw missingParameter("username");
    const [database = "", schema = ""] = (this.#address.database ?? "").split("/");
    this.#database = storedName(database);
    this.#defaultSchema = storedName(schema || "public");
    this.#sessions = new Sessions({
      open: () => openSession(snowflakeOptionsOf(this.#address), this.sql, config.driver),
      ...sharesOf(config, MAX_SESSIONS),
      timeoutMs: config.timeoutMs,
      toError: (error, sql) => toDatabaseError(error, failureOf(error), { engine: "Snowflake", sql }),
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
    const sql = "SELECT database_name FROM information_schema.databases ORDER BY 1";
    return textsOf(await this.run(sql)).map(shownName);
  }

  async schemas(catalog?: string | null): Promise<string[]> {
    const sql = `SELECT schema_name FROM ${this.#listing("schemata", catalog)}
      WHERE schema_name <> 'INFORMATION_SCHEMA' ORDER BY 1`;
    return textsOf(await this.run(sql)).map(shownName);
  }

  async tables(schema?: string | null, catalog?: string | null): Promise<TableName[]> {
    const sql = `SELECT table_name, table_type FROM ${this.#listing("tables", catalog)}
      WHERE table_schema = ${this.#schema(schema)} ORDER BY 1`;
    return tableNamesOf(await this.run(sql)).map((table) => ({ ...table, name: shownName(table.name) }));
  }

  async rowCounts(schema?: string | null, catalog?: string | null): Promise<RowCount[]> {
    const sql = `SELECT table_name, row_count, 1 FROM ${this.#listing("tables", catalog)}
      WHERE table_schema = ${this.#schema(schema)}`;
    return rowCountsOf(await this.run(sql)).map((count) => ({ ...count, table: shownName(count.table) }));
  }

  async columns(table: string, schema?: string | null, catalog?: string | null): Promise<SourceColumn[]> {
    const sql = `SELECT column_name, data_type, comment FROM ${this.#listing("columns", catalog)}
      WHERE table_schema = ${this.#schema(schema)} AND table_name = ${quote(storedName(table))} ORDER BY ordinal_position`;
    return sourceColumnsOf(await this.run(sql)).map((column) => ({ ...column, name: shownName(column.name) }));
  }

  /** Key columns are only available through SHOW, which isn't used. */
  async details(table: string, schema?: string | null, catalog?: string | null): Promise<TableDetails> {
    const sql = `SELECT comment FROM ${this.#listing("tables", catalog)}
      WHERE table_schema = ${this.#schema(schema)} AND table_name = ${quote(storedName(table))}`;
    return tableDetailsOf([], (await this.run(sql)).columns[0]?.values[0]);
  }

  async describe(sql: string, options: RunOptions = {}): Promise<SourceColumn[]> {
    await this.sql.checkStatement(sql);
    const { columns } = await this.run(`SELECT * FROM (\n${withoutTrailer(sql)}\n) AS described LIMIT 0`, options);
    const named = columns.map(({ name, type }) => ({ name: shownName(name), type }));
    return named.filter(({ name }, i) => named.findIndex((column) => column.name === name) === i);
  }

  close(): Promise<void> {
    return this.#sessions.close();
  }

  #listing(view: string, catalog: string | null | undefined): string {
    const database = catalog ? storedName(catalog) : this.#database;
    return `${defaultDialect.quoteIdentifier(database)}.information_schema.${view}`;
  }

  #schema(schema: string | null | undefined): string {
    return quote(schema ? storedName(schema) : this.#defaultSchema);
  }
}

/** Others open a browser on the server, or use the server's cloud identity. */
const SIGN_INS = /^(snowflake|snowflake_jwt|oauth|username_password_mfa|programmatic_access_token)$/i;

/** The client appends its domain; other characters could lead to another host. */
const ACCOUNT = /^[\w-]+(?:\.[\w-]+)*$/;

export function snowflakeOptionsOf({ host, user, password, database, options }: ServerAddress) {
  const [name, schema] = (database ?? "").split("/");
  const known = ["warehouse", "role", "authenticator", "token", "passcode"] as const;
  const knownOptions = Object.fromEntries(known.flatMap((key) => (options.get(key) ? [[key, options.get(key)]] : [])));
  if (knownOptions.authenticator && !SIGN_INS.test(knownOptions.authenticator)) {
    const extra = { invalid: ["authenticator"] };
    throw typedError("CONNECTION_DATABASE_PERMISSIONS_ERROR", t("This authenticator isn't allowed."), { extra });
  }
  const account = host.replace(/\.snowflakecomputing\.com$/, "");
  if (!ACCOUNT.test(account)) {
    throw typedError("CONNECTION_INVALID_HOSTNAME_ERROR", t("Invalid Snowflake account name."));
  }
  const privateKey = options.get("private_key");
  return {
    account,
    application: "tessera",
    ...(user ? { username: user } : {}),
    ...(password ? { password } : {}),
    ...(name ? { database: storedName(name) } : {}),
    ...(schema ? { schema: storedName(schema) } : {}),
    ...(privateKey ? { privateKey, authenticator: "SNOWFLAKE_JWT" } : {}),
    ...knownOptions,
  };
}

const SESSION = `ALTER SESSION SET TIMEZONE = 'UTC', WEEK_START = 1, DATE_OUTPUT_FORMAT = 'YYYY-MM-DD',
  TIMESTAMP_NTZ_OUTPUT_FORMAT = 'YYYY-MM-DD HH24:MI:SS.FF9', TIMESTAMP_LTZ_OUTPUT_FORMAT = 'YYYY-MM-DD HH24:MI:SS.FF9TZH:TZM',
  TIMESTAMP_TZ_OUTPUT_FORMAT = 'YYYY-MM-DD HH24:MI:SS.FF9TZH:TZM', QUERY_TAG = 'tessera'`;

type Options = ReturnType<typeof snowflakeOptionsOf>;

async function openSession(options: Options, reader: SqlReader, from = "snowflake-sdk"): Promise<Session> {
  const { default: library } = (await import(from)) as { default: typeof import("snowflake-sdk") };
  library.configure({ logLevel: "OFF" });
  const driver = library.createConnection({ ...options, rowMode: "array", clientSessionKeepAlive: false });
  await driver.connectAsync();
  await executed(driver, SESSION);
  return new SnowflakeSession(driver, reader);
}

interface Execution {
  timeoutMs: number;
  onSent(statement: RowStatement): void;
}

function executed(driver: Driver, sqlText: string, execution?: Execution) {
  const { timeoutMs = 60_000, onSent } = execution ?? {};
  return new Promise<RowStatement>((resolve, reject) => {
    const parameters = { STATEMENT_TIMEOUT_IN_SECONDS: Math.ceil(timeoutMs / 1000), MULTI_STATEMENT_COUNT: 1 };
    const statement = driver.execute({
      sqlText,
      streamResult: true,
      rowMode: "array",
      fetchAsString: ["Number", "Date", "JSON", "Buffer"],
      parameters,
      complete: (error, done) => (error ? reject(error) : resolve(done)),
    });
    onSent?.(statement);
  });
}

class SnowflakeSession implements Session {
  isBroken = false;
  readonly #driver: Driver;
  readonly #reader: SqlReader;
  #running: RowStatement | undefined;

  constructor(driver: Driver, reader: SqlReader) {
    this.#driver = driver;
    this.#reader = reader;
  }

  async *rows(sql: string, { batchRows, timeoutMs }: { batchRows: number; timeoutMs: number }) {
    const { kind } = await this.#reader.inspect(sql);
    if (kind !== "read" && kind !== "command") throw new Error(t("Only SELECT statements are allowed."));
    const onSent = (sent: RowStatement) => {
      this.#running = sent;
    };
    const statement = await executed(this.#driver, sql, { timeoutMs, onSent });
    const shapes = (statement.getColumns() ?? []).map(snowflakeShape);
    let rows: unknown[][] = [];
    let isEmpty = true;
    for await (const row of statement.streamRows()) {
      rows.push(row as unknown[]);
      if (rows.length < batchRows) continue;
      isEmpty = false;
      yield { shapes, rows };
      rows = [];
    }
    if (isEmpty || rows.length > 0) yield { shapes, rows };
  }

  async cancel(): Promise<void> {
    const running = this.#running;
    if (running) await new Promise<void>((resolve) => running.cancel(() => resolve()));
  }

  async reset(): Promise<void> {
    this.#running = undefined;
    this.isBroken = !this.#driver.isUp();
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.#driver.destroy(() => resolve()));
  }
}

type ColumnFacts = Pick<Column, "getName" | "getType" | "getScale" | "getPrecision">;

export function snowflakeShape(column: ColumnFacts): ColumnShape {
  const name = shownName(column.getName());
  switch (column.getType().toLowerCase()) {
    case "fixed":
      return {
        name,
        type: `NUMBER(${column.getPrecision()},${column.getScale()})`,
        kind: "numeric",
        read: readDecimal,
      };
    case "real":
      return { name, type: "FLOAT", kind: "numeric", read: readDouble };
    case "boolean":
      return { name, type: "BOOLEAN", kind: "boolean", read: (value) => String(value).toLowerCase() === "true" };
    case "date":
      return { name, type: "DATE", kind: "temporal", read: readMoment };
    case "timestamp_ntz":
    case "timestamp_ltz":
    case "timestamp_tz":
      return { name, type: column.getType().toUpperCase(), kind: "temporal", read: readMoment };
    case "binary":
      return { name, type: "BINARY", kind: "text", read: shownBytes };
    default:
      return { name, type: column.getType().toUpperCase(), kind: "text", read: String };
  }
}

const TYPES: Readonly<Record<string, EngineFailure["type"]>> = {
  "000604": "BACKEND_TIMEOUT_ERROR",
  "000630": "BACKEND_TIMEOUT_ERROR",
  "000904": "COLUMN_DOES_NOT_EXIST_ERROR",
  "001003": "SYNTAX_ERROR",
  "002003": "OBJECT_DOES_NOT_EXIST_ERROR",
  "002043": "OBJECT_DOES_NOT_EXIST_ERROR",
  "003001": "CONNECTION_DATABASE_PERMISSIONS_ERROR",
  "390100": "CONNECTION_ACCESS_DENIED_ERROR",
  "390144": "CONNECTION_ACCESS_DENIED_ERROR",
};

const OBJECTS: readonly [RegExp, EngineFailure["type"]][] = [
  [/^SQL compilation error:\s+Schema '.*' does not exist/, "SCHEMA_DOES_NOT_EXIST_ERROR"],
  [/^SQL compilation error:\s+(Object|Table|View) '.*' does not exist/, "TABLE_DOES_NOT_EXIST_ERROR"],
];

export function failureOf(error: unknown): EngineFailure {
  const { text, code } = textAndCode(error);
  const cause = textAndCode((error as { cause?: unknown })?.cause);
  const ofNetwork = networkFailure(code) ?? networkFailure(cause.code);
  if (ofNetwork) return ofNetwork;
  const object = OBJECTS.find(([pattern]) => pattern.test(text))?.[1];
  const type = object ?? TYPES[code.padStart(6, "0")] ?? "GENERIC_DB_ENGINE_ERROR";
  const [, line, column] = /line (\d+) at position (\d+)/.exec(text) ?? [];
  const [, invalid] =
    /invalid identifier '([^']+)'|(?:Object|Table|View|Schema) '([^']+)'/.exec(text)?.filter(Boolean) ?? [];
  return {
    type,
    message: text,
    position: line && column ? { line: Number(line), column: Number(column) + 1 } : undefined,
    invalid: invalid ? [invalid] : [],
  };
}
