import { Agent } from "node:https";
import type { Message } from "../../i18n/message.ts";
import { msg, t } from "../../i18n/translate.ts";
import type { ErrorType } from "../../model/errors.ts";
import { shownBytes } from "../../model/shown-bytes.ts";
import { byteFilter, type Dialect, defaultDialect, type GrainFunction, type TablePath } from "../../query/dialect.ts";
import { sqlReaderOf } from "../../query/sql/reader-of.ts";
import type { SqlReader } from "../../query/sql/sql-reader.ts";
import { withoutTrailer } from "../../query/sql/statement-shape.ts";
import {
  isNotOff,
  originOf,
  parseServerAddress,
  type ServerAddress,
  serverFields,
  tlsOptions,
} from "../address/address.ts";
import { type ColumnShape, type RowBatch, readDecimal, readDouble, readInteger, readMoment } from "../columns.ts";
import type {
  ColumnarBatch,
  ColumnarResult,
  Connection,
  ConnectionConfig,
  Connector,
  RunOptions,
  RunProgress,
  SourceColumn,
  TableDetails,
  TableName,
} from "../connector.ts";
import { type EngineFailure, networkFailure, textAndCode } from "../failure.ts";
import { sourceColumnsOf, tableDetailsOf, tableNamesOf, textsOf } from "../listing.ts";
import { QueuedRows } from "../sessions/queued-rows.ts";
import { pacedNet } from "../sessions/sessions.ts";
import { beginRun, columnarBatches, resultOf } from "../sessions/statement-run.ts";
import { TrinoFailure, type TrinoPage, type TrinoServer, type TrinoStatement, trinoPages } from "./client.ts";

/** Uses the HTTP protocol. Every statement runs in a read-only transaction in time zone UTC. */

/**
 * Microseconds, so that nothing is rounded up into the next period; also for DATE and text. Zoned timestamps are
 * converted to UTC as shown; a plain cast would keep their zone's clock.
 */
const moment: GrainFunction = (column, type) =>
  `CAST(${/ with time zone$/i.test(type ?? "") ? `${column} AT TIME ZONE 'UTC'` : column} AS TIMESTAMP(6))`;

const truncated =
  (unit: string): GrainFunction =>
  (column, type) =>
    `date_trunc('${unit}', ${moment(column, type)})`;

const everyN =
  (n: number, part: "second" | "minute" | "hour"): GrainFunction =>
  (column, type) =>
    `date_trunc('${part}', ${moment(column, type)}) - INTERVAL '1' ${part.toUpperCase()} * (${part}(${moment(column, type)}) % ${n})`;

function partitionsOf({ catalog, schema, name }: TablePath): string {
  const parts = [catalog, schema, `${name}$partitions`].filter((part) => part !== null && part !== "");
  return parts.map((part) => defaultDialect.quoteIdentifier(String(part))).join(".");
}

export const trinoDialect: Dialect = {
  ...defaultDialect,
  isInfinite: (column, type) => (/^(double|real)\b/i.test(type) ? `NOT IS_FINITE(${column})` : undefined),
  engine: "trino",
  explain: "EXPLAIN",
  searchPath: "SELECT current_schema",
  defaultCatalog: "SELECT current_catalog",
  temporalLiteral: (epochMs, type) => {
    const text = new Date(epochMs).toISOString();
    return type === "date"
      ? `DATE '${text.slice(0, 10)}'`
      : `TIMESTAMP '${text.slice(0, 10)} ${text.slice(11, -1)}000'`;
  },
  moments: {
    types: /^timestamp(\(\d+\))? with time zone$/i,
    wallType: "TIMESTAMP(6)",
    utc: (column) => `CAST(${column} AT TIME ZONE 'UTC' AS TIMESTAMP(6))`,
    inZone: (column, zoneText) => `CAST(${column} AT TIME ZONE ${zoneText} AS TIMESTAMP(6))`,
    plusSeconds: (time, seconds) => `${time} + ${seconds} * INTERVAL '1' SECOND`,
    literal: ({ local, offset }) => `TIMESTAMP '${local} ${offset}'`,
  },
  timeGrains: {
    PT1S: truncated("second"),
    PT5S: everyN(5, "second"),
    PT30S: everyN(30, "second"),
    PT1M: truncated("minute"),
    PT5M: everyN(5, "minute"),
    PT10M: everyN(10, "minute"),
    PT15M: everyN(15, "minute"),
    PT30M: everyN(30, "minute"),
    PT1H: truncated("hour"),
    PT6H: everyN(6, "hour"),
    P1D: truncated("day"),
    P1W: truncated("week"),
    P1M: truncated("month"),
    P3M: truncated("quarter"),
    P1Y: truncated("year"),
    "1969-12-28T00:00:00Z/P1W": (c, type) =>
      `date_trunc('week', ${moment(c, type)} + INTERVAL '1' DAY) - INTERVAL '1' DAY`,
    "1969-12-29T00:00:00Z/P1W": truncated("week"),
    "P1W/1970-01-03T00:00:00Z": (c, type) =>
      `date_trunc('week', ${moment(c, type)} + INTERVAL '1' DAY) + INTERVAL '5' DAY`,
    "P1W/1970-01-04T00:00:00Z": (c, type) => `date_trunc('week', ${moment(c, type)}) + INTERVAL '6' DAY`,
  },
  isTruth: (column, value) => `${column} = ${value ? "TRUE" : "FALSE"}`,
  singlePrecision: /^real$/i,
  bytes: byteFilter(/^varbinary$/i, (hex) => `X'${hex}'`),
  average: (column) => `AVG(CAST(${column} AS DOUBLE))`,
  limitClause: (limit, offset) =>
    [...(offset > 0 ? [`OFFSET ${offset}`] : []), ...(limit === null ? [] : [`LIMIT ${limit}`])].join("\n"),
  isLatestPartition: (column, table) => `${column} = (SELECT MAX(${column}) FROM ${partitionsOf(table)})`,
  partitionRows: (table) => `SELECT * FROM ${partitionsOf(table)}`,
  epochToTimestamp: (column, unit) =>
    `CAST(from_unixtime(${unit === "s" ? column : `${column} / 1e3`}) AS TIMESTAMP(3))`,
};

export const trinoConnector: Connector = {
  engine: "trino",
  estimates: true,
  name: "Trino",
  place: "server",
  dialect: trinoDialect,
  form: {
    placeholder: "trino://analytics:password@db.example.com:443/catalog/schema",
    fields: serverFields(8080),
    encryption: { protocol: "https" },
  },
  connect: async (config) => new TrinoConnection(config),
};

/**
 * For example `trino://user:password@host:port/catalog/schema?protocol=https&access_token=...&session.name=value`. A
 * password, token or port 443 implies https.
 */
export function trinoServerOf(config: ConnectionConfig): TrinoServer & { address: ServerAddress } {
  const named = parseServerAddress(config, 8080);
  const { options } = named;
  const user = named.user ?? "tessera";
  const authorization = authorizationOf(user, named);
  const protocol = protocolOf(named, authorization !== null);
  const address = parseServerAddress(config, protocol === "https" ? 443 : 8080);
  const [catalog = "", schema = ""] = (address.database ?? "").split("/");
  const tls = tlsOptions(isNotOff(options.get("verify")) ? "verify-full" : "require", address, config.serverCert);
  const session = [...options].filter(([name]) => name.startsWith("session."));
  return {
    address,
    origin: originOf(address, protocol),
    user,
    authorization,
    catalog: catalog || null,
    schema: schema || null,
    session: Object.fromEntries(session.map(([name, value]) => [name.slice("session.".length), value])),
    ...(protocol === "https" ? { agent: new Agent({ ...tls, keepAlive: true }) } : {}),
    traceHeaders: config.traceHeaders,
    ...(config.lookup ? { lookup: config.lookup } : {}),
  };
}

function authorizationOf(user: string, { options, password }: ServerAddress): string | null {
  const token = options.get("access_token");
  if (token) return `Bearer ${token}`;
  return password === null ? null : `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;
}

function protocolOf({ options, port }: ServerAddress, isSignedIn: boolean): "http" | "https" {
  const protocol = options.get("protocol") ?? options.get("http_scheme");
  if (protocol) return protocol === "https" ? "https" : "http";
  return isSignedIn || port === 443 ? "https" : "http";
}

class TrinoConnection implements Connection {
  readonly sql: SqlReader;
  readonly #server: TrinoServer & { address: ServerAddress };
  readonly #timeoutMs: number;
  readonly #queue: QueuedRows;

  constructor(config: ConnectionConfig) {
    this.sql = (config.sqlReaderOf ?? sqlReaderOf)("trino");
    this.#server = trinoServerOf(config);
    this.#timeoutMs = config.timeoutMs;
    this.#queue = new QueuedRows(config);
  }

  run(sql: string, options: RunOptions = {}): Promise<ColumnarResult> {
    const rows = this.#queue.rows(options, () => this.#rows({ sql }, options));
    return resultOf(rows, options);
  }

  readonly queueStatus = () => this.#queue.queueStatus();

  stream(sql: string, options: RunOptions = {}): AsyncIterable<ColumnarBatch> {
    const rows = this.#queue.rows(options, () => this.#rows({ sql }, options, true));
    return columnarBatches(rows, options);
  }

  async catalogs(): Promise<string[]> {
    return textsOf(await this.run("SHOW CATALOGS"));
  }

  async schemas(catalog?: string | null): Promise<string[]> {
    return textsOf(
      await this.run(
        `SELECT table_schem FROM system.jdbc.schemas WHERE table_catalog = ${this.#catalog(catalog)}
         AND table_schem <> 'information_schema' ORDER BY 1`,
      ),
    );
  }

  async tables(schema?: string | null, catalog?: string | null): Promise<TableName[]> {
    return tableNamesOf(
      await this.run(
        `SELECT table_name, table_type FROM system.jdbc.tables
         WHERE table_cat = ${this.#catalog(catalog)} AND table_schem = ${this.#schema(schema)} ORDER BY 1`,
      ),
    );
  }

  async columns(table: string, schema?: string | null, catalog?: string | null): Promise<SourceColumn[]> {
    return sourceColumnsOf(
      await this.run(
        `SELECT column_name, type_name, remarks FROM system.jdbc.columns WHERE table_cat = ${this.#catalog(catalog)}
         AND table_schem = ${this.#schema(schema)} AND table_name = ${quote(table)} ORDER BY ordinal_position`,
      ),
    );
  }

  async details(table: string, schema?: string | null, catalog?: string | null): Promise<TableDetails> {
    const comments = await this.run(
      `SELECT comment FROM system.metadata.table_comments WHERE catalog_name = ${this.#catalog(catalog)}
       AND schema_name = ${this.#schema(schema)} AND table_name = ${quote(table)}`,
    );
    return tableDetailsOf([], comments.columns[0]?.values[0]);
  }

  async describe(sql: string, options: RunOptions = {}): Promise<SourceColumn[]> {
    await this.sql.checkStatement(sql);
    const prepared = { described: withoutTrailer(sql) };
    const { columns: found, ...rest } = await resultOf(
      this.#rows({ sql: "DESCRIBE OUTPUT described", prepared }, options),
    );
    const columns = sourceColumnsOf({ ...rest, columns: [0, 4].flatMap((index) => found[index] ?? []) });
    return columns.filter(({ name }, i) => columns.findIndex((column) => column.name === name) === i);
  }

  async estimate(sql: string): Promise<Record<string, string>> {
    await this.sql.checkStatement(sql);
    const result = await this.run(`EXPLAIN (TYPE IO, FORMAT JSON) ${withoutTrailer(sql)}`);
    const { estimate } = JSON.parse(String(result.columns[0]?.values[0])) as { estimate?: Record<string, unknown> };
    const known = Object.entries(estimate ?? {}).filter(([, value]) => Number.isFinite(value));
    return Object.fromEntries(
      known.map(([name, value]) => [ESTIMATES[name] ? t(ESTIMATES[name]) : name, String(value)]),
    );
  }

  async close(): Promise<void> {
    this.#server.agent?.destroy();
  }

  #schema(schema: string | null | undefined): string {
    return quote(schema ?? this.#server.schema ?? "default");
  }

  #catalog(catalog: string | null | undefined): string {
    return quote(catalog ?? this.#server.catalog ?? "");
  }

  async *#rows(
    statement: Pick<TrinoStatement, "sql" | "prepared">,
    options: RunOptions,
    isPaced = false,
  ): AsyncGenerator<RowBatch, void, undefined> {
    const run = beginRun({ engine: "Trino", sql: statement.sql }, options, this.#timeoutMs);
    const net = isPaced ? pacedNet(run.timeoutMs) : run.timeoutMs;
    const session = { query_max_run_time: `${Math.ceil(net / 1000) + 1}s` };
    const { signal } = run;
    try {
      const transaction = await this.#readOnly(signal);
      try {
        const pages = trinoPages(this.#server, { ...statement, signal, session, transaction });
        for await (const batch of batchesOf(options.onProgress ? withProgress(pages, options.onProgress) : pages)) {
          if (isPaced) run.stopTimer();
          yield batch;
        }
      } finally {
        void this.#ended(transaction);
      }
    } catch (error) {
      throw run.errorOf(error, () => failureOf(error));
    } finally {
      run.stopTimer();
    }
  }

  async #readOnly(signal: AbortSignal): Promise<string> {
    const pages = trinoPages(this.#server, { sql: "START TRANSACTION READ ONLY", signal });
    for await (const { startedTransaction } of pages) if (startedTransaction) return startedTransaction;
    throw new TrinoFailure(t("The server didn't start a transaction"), {});
  }

  /** An open transaction ends by itself when idle. */
  async #ended(transaction: string): Promise<void> {
    const pages = trinoPages(this.#server, { sql: "ROLLBACK", signal: AbortSignal.timeout(5000), transaction });
    const drain = async () => {
      for await (const _ of pages);
    };
    await drain().catch(() => undefined);
  }
}

const ESTIMATES: Readonly<Record<string, Message>> = {
  outputRowCount: msg("Output count"),
  outputSizeInBytes: msg("Output size"),
  cpuCost: msg("CPU cost"),
  maxMemory: msg("Max memory"),
  networkCost: msg("Network cost"),
};

const quote = trinoDialect.quoteText;

async function* withProgress(
  pages: AsyncIterable<TrinoPage>,
  onProgress: (progress: RunProgress) => void,
): AsyncGenerator<TrinoPage, void, undefined> {
  for await (const page of pages) {
    const { percent, infoUri } = page;
    onProgress({ percent, trackingUrl: infoUri !== null && /^https?:/i.test(infoUri) ? infoUri : null });
    yield page;
  }
}

async function* batchesOf(pages: AsyncIterable<TrinoPage>): AsyncGenerator<RowBatch, void, undefined> {
  let shapes: ColumnShape[] | undefined;
  let isEmpty = true;
  for await (const { columns, rows } of pages) {
    if (columns.length > 0) shapes ??= columns.map(({ name, type }) => shapeOf(name, type));
    if (!shapes || rows.length === 0) continue;
    isEmpty = false;
    yield { shapes, rows };
  }
  if (isEmpty && shapes) yield { shapes, rows: [] };
}

type Reading = Pick<ColumnShape, "kind" | "read">;

const INTEGER: Reading = { kind: "numeric", read: null };
const DOUBLE: Reading = { kind: "numeric", read: readDouble };

const READINGS: Readonly<Record<string, Reading>> = {
  tinyint: INTEGER,
  smallint: INTEGER,
  integer: INTEGER,
  bigint: { kind: "numeric", read: readInteger },
  real: DOUBLE,
  double: DOUBLE,
  decimal: { kind: "numeric", read: readDecimal },
  boolean: { kind: "boolean", read: null },
  date: { kind: "temporal", read: readMoment },
  timestamp: { kind: "temporal", read: readMoment },
  "timestamp with time zone": { kind: "temporal", read: readInstant },
  varbinary: { kind: "text", read: (value: string) => shownBytes(Buffer.from(value, "base64")) },
};

function shapeOf(name: string, type: string): ColumnShape {
  return { name, type, ...(READINGS[type.replace(/\(.*\)/, "")] ?? { kind: "text", read: readText }) };
}

function readText(value: unknown): string {
  if (typeof value !== "object") return String(value);
  return JSON.stringify(value, (_, part) => (typeof part === "bigint" ? rawJson(String(part)) : part));
}

const { rawJSON: rawJson } = JSON as unknown as { rawJSON: (text: string) => unknown };

/** `2024-01-01 00:00:00.000 Europe/Berlin`, or with `UTC` or `+01:00`. */
export function readInstant(value: string): number | null {
  const [, shown = "", zone = "UTC"] = /^(\S+ \S+) (.+)$/.exec(value) ?? [];
  if (zone === "UTC" || /^[+-]\d\d:\d\d$/.test(zone)) return readMoment(`${shown}${zone.replace("UTC", "Z")}`);
  const clock = readMoment(shown);
  // Computed twice, because the first offset is wrong near DST changes.
  return clock === null ? null : clock - offsetOf(zone, clock - offsetOf(zone, clock));
}

function offsetOf(zone: string, epochMs: number): number {
  const shown = new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short", timeStyle: "medium" });
  return (readMoment(shown.format(Math.floor(epochMs))) ?? epochMs) - Math.floor(epochMs / 1000) * 1000;
}

const TYPES: Readonly<Record<string, ErrorType>> = {
  CATALOG_NOT_FOUND: "SCHEMA_DOES_NOT_EXIST_ERROR",
  COLUMN_NOT_FOUND: "COLUMN_DOES_NOT_EXIST_ERROR",
  EXCEEDED_CPU_LIMIT: "BACKEND_TIMEOUT_ERROR",
  EXCEEDED_GLOBAL_MEMORY_LIMIT: "RESULT_TOO_LARGE_ERROR",
  EXCEEDED_LOCAL_MEMORY_LIMIT: "RESULT_TOO_LARGE_ERROR",
  EXCEEDED_TIME_LIMIT: "BACKEND_TIMEOUT_ERROR",
  MISSING_CATALOG_NAME: "SCHEMA_DOES_NOT_EXIST_ERROR",
  PERMISSION_DENIED: "CONNECTION_DATABASE_PERMISSIONS_ERROR",
  SCHEMA_NOT_FOUND: "SCHEMA_DOES_NOT_EXIST_ERROR",
  SYNTAX_ERROR: "SYNTAX_ERROR",
  TABLE_NOT_FOUND: "TABLE_DOES_NOT_EXIST_ERROR",
};

function failureOf(error: unknown): EngineFailure {
  if (!(error instanceof TrinoFailure)) {
    const { text, code } = textAndCode(error);
    return networkFailure(code) ?? { type: "GENERIC_DB_ENGINE_ERROR", message: text };
  }
  const { errorName, location, status, message } = error;
  const isRefused = status === 401 || status === 403;
  const [, invalid] = /(?:Column|Table|Schema|Catalog) '([^']+)'/.exec(message) ?? [];
  return {
    type: isRefused ? "CONNECTION_ACCESS_DENIED_ERROR" : (TYPES[errorName] ?? "GENERIC_DB_ENGINE_ERROR"),
    message: message.replace(/^line \d+:\d+: /, ""),
    position: location ? { line: location.lineNumber, column: location.columnNumber } : undefined,
    invalid: invalid ? [invalid] : [],
  };
}
