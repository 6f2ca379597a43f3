import { isUtf8 } from "node:buffer";
import { randomUUID } from "node:crypto";
import { Agent as PlainAgent } from "node:http";
import { Agent } from "node:https";
import type { ClickHouseClient, ClickHouseSettings } from "@clickhouse/client";
import { t } from "../../i18n/translate.ts";
import { type ErrorType, typedError } from "../../model/errors.ts";
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
import type { ColumnShape, RowBatch } from "../columns.ts";
import type {
  ChangeOptions,
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
import { type EngineFailure, networkFailure, positionAt, textAndCode } from "../failure.ts";
import { firstTextOf, rowCountsOf, sourceColumnsOf, tableDetailsOf, tableNamesOf, textsOf } from "../listing.ts";
import { QueuedRows } from "../sessions/queued-rows.ts";
import { pacedNet } from "../sessions/sessions.ts";
import { beginRun, columnarBatches, resultOf } from "../sessions/statement-run.ts";
import { changeClickHouse } from "./change.ts";
import { clickhouseDialect, databaseSql, quote } from "./dialect.ts";
import { clickhouseShape } from "./values.ts";

/**
 * Uses the HTTP interface. Every statement runs with `readonly = 1`, so that neither SQL nor a SETTINGS clause can
 * change data, read other servers or lift limits.
 */

/** Makes ClickHouse behave like other engines, and keeps all digits. */
const SETTINGS: ClickHouseSettings = {
  aggregate_functions_null_for_empty: 1,
  cancel_http_readonly_queries_on_client_close: 1,
  enable_extended_results_for_datetime_functions: 1,
  max_query_size: "16777216",
  output_format_json_quote_64bit_integers: 1,
  output_format_json_quote_decimals: 1,
  output_format_json_quote_denormals: 0,
  prefer_column_name_to_alias: 1,
  union_default_mode: "DISTINCT",
};

export const clickhouseConnector: Connector = {
  engine: "clickhousedb",
  schemes: ["clickhouse"],
  name: "ClickHouse",
  place: "server",
  dialect: clickhouseDialect,
  form: {
    placeholder: "clickhousedb://analytics:password@db.example.com:8123/sales",
    fields: serverFields(8123),
    encryption: { secure: "true" },
  },
  connect: async (config) => new ClickHouseConnection(config),
};

const PORT = { http: 8123, https: 8443 };
const KNOWN_OPTIONS = /^(secure|protocol|verify|compression|(ssl|ca).*)$/;

export interface ClickHouseAddress extends ServerAddress {
  url: string;
  isVerified: boolean;
  compression: boolean;
  settings: ClickHouseSettings;
}

export function clickhouseAddressOf(config: ConnectionConfig): ClickHouseAddress {
  const driver = /^\w+\+(\w+):/.exec(config.uri)?.[1];
  if (driver === "native" || driver === "asynch")
    throw typedError("CONNECTION_UNKNOWN_DATABASE_ERROR", t("Connect to ClickHouse over HTTP: use clickhousedb://."));
  const { options } = parseServerAddress(config, PORT.http);
  const isOn = (name: string) => /^(true|1|yes)$/i.test(options.get(name) ?? "");
  const protocol = isOn("secure") || options.get("protocol") === "https" || driver === "https" ? "https" : "http";
  const address = parseServerAddress(config, PORT[protocol]);
  return {
    ...address,
    url: originOf(address, protocol),
    isVerified: isNotOff(options.get("verify")),
    compression: isOn("compression"),
    settings: Object.fromEntries([...options].filter(([name]) => !KNOWN_OPTIONS.test(name))),
  };
}

class ClickHouseConnection implements Connection {
  readonly #address: ClickHouseAddress;
  readonly #timeoutMs: number;
  readonly #config: ConnectionConfig;
  readonly #queue: QueuedRows;
  readonly sql: SqlReader;
  #client: Promise<ClickHouseClient> | undefined;

  constructor(config: ConnectionConfig) {
    this.sql = (config.sqlReaderOf ?? sqlReaderOf)("clickhouse");
    this.#address = clickhouseAddressOf(config);
    this.#config = config;
    this.#timeoutMs = config.timeoutMs;
    this.#queue = new QueuedRows(config);
  }

  run(sql: string, options: RunOptions = {}): Promise<ColumnarResult> {
    const rows = this.#queue.rows(options, () => this.#rows(sql, options));
    return resultOf(rows, options);
  }

  readonly queueStatus = () => this.#queue.queueStatus();

  stream(sql: string, options: RunOptions = {}): AsyncIterable<ColumnarBatch> {
    const rows = this.#queue.rows(options, () => this.#rows(sql, options, true));
    return columnarBatches(rows, options);
  }

  async *#rows(sql: string, options: RunOptions, isPaced = false): AsyncGenerator<RowBatch, void, undefined> {
    const run = beginRun({ engine: "ClickHouse", sql }, options, this.#timeoutMs);
    const net = isPaced ? pacedNet(run.timeoutMs) : run.timeoutMs;
    const queryId = randomUUID();
    const client = await this.#connected();
    let isOver = false;
    try {
      const { stream } = await client.exec({
        query: `${sql}\nFORMAT JSONCompactEachRowWithNamesAndTypes`,
        query_id: queryId,
        http_headers: { ...this.#config.traceHeaders?.() },
        abort_signal: run.signal,
        clickhouse_settings: { ...SETTINGS, max_execution_time: Math.ceil(net / 1000), readonly: "1" },
      });
      run.signal.addEventListener("abort", () => stream.destroy(), { once: true });
      for await (const batch of batchesOf(stream)) {
        if (isPaced) run.stopTimer();
        yield batch;
      }
      isOver = true;
    } catch (error) {
      isOver = !run.signal.aborted;
      throw run.errorOf(error, () => failureOf(error, sql));
    } finally {
      run.stopTimer();
      if (!isOver) await killQuery(client, queryId);
    }
  }

  async *change(statements: readonly string[], options: ChangeOptions = {}): AsyncGenerator<ColumnarBatch> {
    const last = statements.at(-1) ?? "";
    const isReading = (await this.sql.inspect(last)).kind === "read";
    const open = () => openClickHouse(this.#config, options.schema);
    const surroundings = { open, settings: SETTINGS, timeoutMs: this.#timeoutMs, failureOf };
    await changeClickHouse(surroundings, isReading ? statements.slice(0, -1) : statements, options);
    if (!isReading) return yield { columns: [], rows: 0 };
    await options.onStatement?.(statements.length - 1);
    const { schema } = options;
    yield* this.stream(schema ? await this.sql.placed(last, { catalog: null, schema }) : last, options);
  }

  async catalogs(): Promise<string[]> {
    return [this.#address.database ?? "default"];
  }

  async schemas(): Promise<string[]> {
    return textsOf(await this.run("SELECT name FROM system.databases ORDER BY name"));
  }

  async tables(schema?: string | null): Promise<TableName[]> {
    return tableNamesOf(
      await this.run(
        `SELECT name, engine FROM system.tables WHERE database = ${databaseSql(schema)} AND NOT is_temporary
         AND name NOT LIKE '.inner%' ORDER BY name`,
      ),
    );
  }

  async rowCounts(schema?: string | null): Promise<RowCount[]> {
    const sql = `SELECT name, total_rows, 1 FROM system.tables WHERE database = ${databaseSql(schema)} AND NOT is_temporary`;
    return rowCountsOf(await this.run(sql));
  }

  async columns(table: string, schema?: string | null): Promise<SourceColumn[]> {
    return sourceColumnsOf(
      await this.run(
        `SELECT name, type, comment FROM system.columns
         WHERE database = ${databaseSql(schema)} AND table = ${quote(table)} ORDER BY position`,
      ),
    );
  }

  async viewSql(view: string, schema?: string | null): Promise<string | null> {
    const sql = `SELECT as_select FROM system.tables WHERE database = ${databaseSql(schema)} AND name = ${quote(view)}`;
    return firstTextOf(await this.run(sql));
  }

  /** Keys can be expressions: of `ORDER BY (id, toDate(at))` the second part is returned as text. */
  async details(table: string, schema?: string | null): Promise<TableDetails> {
    const place = `database = ${databaseSql(schema)} AND`;
    const keys = await this.run(
      `SELECT 'primary', '', arrayJoin(${partsOf("primary_key")}), '', '', ''
       FROM system.tables WHERE ${place} name = ${quote(table)} AND primary_key <> ''
       UNION ALL SELECT 'index', name, arrayJoin(${partsOf("expr")}), '', '', ''
       FROM system.data_skipping_indices WHERE ${place} table = ${quote(table)}`,
    );
    const comment = await this.run(`SELECT comment FROM system.tables WHERE ${place} name = ${quote(table)}`);
    return tableDetailsOf([keys], comment.columns[0]?.values[0]);
  }

  async functions(): Promise<string[]> {
    return textsOf(await this.run("SELECT name FROM system.functions ORDER BY name"));
  }

  async describe(sql: string, options: RunOptions = {}): Promise<SourceColumn[]> {
    await this.sql.checkStatement(sql);
    const { columns: described, ...rest } = await this.run(`DESCRIBE TABLE (\n${withoutTrailer(sql)}\n)`, options);
    const columns = sourceColumnsOf({ ...rest, columns: described.slice(0, 2) });
    return columns.filter(({ name }, i) => columns.findIndex((column) => column.name === name) === i);
  }

  async close(): Promise<void> {
    const client = this.#client;
    this.#client = undefined;
    await (await client)?.close();
  }

  #connected(): Promise<ClickHouseClient> {
    this.#client ??= openClickHouse(this.#config);
    return this.#client;
  }
}

export async function openClickHouse(config: ConnectionConfig, schema?: string | null): Promise<ClickHouseClient> {
  const { createClient, ClickHouseLogLevel } = await import("@clickhouse/client");
  const address = clickhouseAddressOf(config);
  const { url, user, password, database, compression, settings, isVerified } = address;
  const place = placeOf(schema, database);
  const { lookup } = config;
  const isSecure = url.startsWith("https:");
  const base = { keepAlive: true, ...(lookup ? { lookup } : {}) };
  const tls = tlsOptions(isVerified ? "verify-full" : "require", address, config.serverCert ?? null);
  return createClient({
    url,
    username: user ?? "default",
    password: password ?? "",
    ...(place ? { database: place } : {}),
    ...(isSecure || lookup ? { http_agent: isSecure ? new Agent({ ...tls, ...base }) : new PlainAgent(base) } : {}),
    clickhouse_settings: settings,
    compression: { response: compression, request: false },
    // Each query has its own limit through its signal.
    request_timeout: 2 ** 31 - 1,
    log: { level: ClickHouseLogLevel.OFF },
  });
}

const placeOf = (schema: string | null | undefined, database: string | null) => schema || database;

const partsOf = (list: string) => `extractAll(${list}, '(?:[^,()\\\\s]|\\\\((?:[^()]|\\\\([^()]*\\\\))*\\\\))+')`;

/** Closing the connection already stops a query, unless a proxy keeps it open. */
async function killQuery(client: ClickHouseClient, queryId: string): Promise<void> {
  const query = `KILL QUERY WHERE query_id = ${quote(queryId)} ASYNC`;
  await client.command({ query, abort_signal: AbortSignal.timeout(2000) }).catch(() => undefined);
}

/** JSON lines: names, types, then rows. Rows of one chunk form a batch. */
async function* batchesOf(stream: AsyncIterable<Buffer>): AsyncGenerator<RowBatch, void, undefined> {
  let pieces: Buffer[] = [];
  let names: unknown[] | undefined;
  let shapes: ColumnShape[] | undefined;
  let isEmpty = true;
  for await (const chunk of stream) {
    const end = chunk.lastIndexOf(10);
    pieces.push(end < 0 ? chunk : chunk.subarray(0, end));
    if (end < 0) continue;
    const rows = linesOf(pieces);
    pieces = [chunk.subarray(end + 1)];
    names ??= rows.shift();
    if (!shapes && rows.length > 0) {
      const types = rows.shift();
      shapes = names?.map((name, i) => clickhouseShape(String(name), String(types?.[i])));
    }
    if (!shapes || rows.length === 0) continue;
    isEmpty = false;
    yield { shapes, rows };
  }
  if (linesOf(pieces).length > 0 || !shapes) throw new Error(truncated());
  if (isEmpty) yield { shapes, rows: [] };
}

const truncated = () => t("The response was truncated");

const TEXT = /"(?:[^"\\]|\\.)*"/g;

function withShownBytes(bytes: Buffer): string {
  if (isUtf8(bytes)) return bytes.toString("utf8");
  return bytes.toString("latin1").replace(TEXT, (literal) => {
    const own = Buffer.from(literal, "latin1");
    if (isUtf8(own)) return own.toString("utf8");
    const digits = Buffer.from(JSON.parse(literal) as string, "latin1").toString("hex");
    return JSON.stringify(`\\x${digits}`);
  });
}

function linesOf(pieces: readonly Buffer[]): unknown[][] {
  const text = withShownBytes(Buffer.concat(pieces));
  try {
    return JSON.parse(`[${text.replaceAll("\n", ",")}]`) as unknown[][];
  } catch (cause) {
    const [message, code] = /Code: (\d+)\. DB::Exception: .*/s.exec(text) ?? [];
    throw Object.assign(new Error(message ?? truncated(), { cause }), { code });
  }
}

const TYPES: Readonly<Record<string, ErrorType>> = {
  16: "COLUMN_DOES_NOT_EXIST_ERROR",
  47: "COLUMN_DOES_NOT_EXIST_ERROR",
  60: "TABLE_DOES_NOT_EXIST_ERROR",
  62: "SYNTAX_ERROR",
  81: "SCHEMA_DOES_NOT_EXIST_ERROR",
  159: "BACKEND_TIMEOUT_ERROR",
  192: "CONNECTION_INVALID_USERNAME_ERROR",
  193: "CONNECTION_INVALID_PASSWORD_ERROR",
  194: "CONNECTION_INVALID_PASSWORD_ERROR",
  241: "RESULT_TOO_LARGE_ERROR",
  396: "RESULT_TOO_LARGE_ERROR",
  497: "CONNECTION_DATABASE_PERMISSIONS_ERROR",
  516: "CONNECTION_ACCESS_DENIED_ERROR",
};

export function failureOf(error: unknown, sql: string): EngineFailure {
  const { text, code } = textAndCode(error);
  const message = text.replace(/^(?:Code: \d+\. )?(?:DB::Exception: )*/, "").replace(/\s*\(version [^)]*\)\s*$/, "");
  if (!/^\d+$/.test(code)) return networkFailure(code) ?? { type: "GENERIC_DB_ENGINE_ERROR", message };
  const [, invalid] = /identifier [`']([^`']+)[`']/.exec(message) ?? [];
  return {
    type: TYPES[code] ?? "GENERIC_DB_ENGINE_ERROR",
    message,
    position: bytePosition(sql, message) ?? (invalid ? onlyPosition(sql, invalid) : undefined),
    invalid: invalid ? [invalid] : [],
  };
}

function bytePosition(sql: string, message: string): EngineFailure["position"] {
  const [, byte] = /failed at position (\d+)/.exec(message) ?? [];
  if (byte === undefined) return undefined;
  return positionAt(
    sql,
    [
      ...Buffer.from(sql)
        .subarray(0, Number(byte) - 1)
        .toString("utf8"),
    ].length,
  );
}

/** Unknown names have no position; it is known if the name occurs once. */
function onlyPosition(sql: string, name: string): EngineFailure["position"] {
  const literal = name.replace(/[^\p{L}\p{N}_]/gu, (sign) => `\\u{${sign.codePointAt(0)?.toString(16)}}`);
  const word = `(?<![\\p{L}\\p{N}_])${literal}(?![\\p{L}\\p{N}_])`;
  const [found, second] = sql.matchAll(new RegExp(word, "gu"));
  return found && !second ? positionAt(sql, [...sql.slice(0, found.index)].length) : undefined;
}
