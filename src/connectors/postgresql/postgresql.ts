import type { Client, ClientConfig } from "pg";
import { t } from "../../i18n/translate.ts";
import { byteFilter, type Dialect, defaultDialect } from "../../query/dialect.ts";
import { POSTGRES_LEXIS } from "../../query/sql/postgres-reader.ts";
import { type ReaderDialect, sqlReaderOf } from "../../query/sql/reader-of.ts";
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
import {
  type EngineFailure,
  lostConnection,
  networkFailure,
  positionAt,
  textAndCode,
  toDatabaseError,
} from "../failure.ts";
import { firstTextOf, rowCountsOf, sourceColumnsOf, tableDetailsOf, tableNamesOf, textsOf } from "../listing.ts";
import { runChange } from "../sessions/change.ts";
import { Sessions, sharesOf } from "../sessions/sessions.ts";
import { LookupSocket } from "../tunnels/lookup-socket.ts";
import { openSession, openWriter } from "./session.ts";

const DEFAULT_PORT = 5432;
const MAX_SESSIONS = 6;
const CONNECT_TIMEOUT_MS = 10_000;
/** Server-side limit, in case this process dies. */
const NET_MS = 5000;

const everyN = (n: number, part: string, outer: string) => (column: string) =>
  `DATE_TRUNC('${outer}', CAST(${column} AS TIMESTAMP)) + INTERVAL '${n} ${part.toLowerCase()}s' * FLOOR(EXTRACT(${part} FROM CAST(${column} AS TIMESTAMP)) / ${n})`;

const JSON_LISTS =
  /^(boolean|smallint|integer|bigint|real|double precision|numeric(\(.*\))?|text|character varying(\(\d+\))?|date|uuid|jsonb?)\[\]$/i;

function shownPostgresText(column: string, type: string): string | undefined {
  if (!/\[\]$/.test(type)) return undefined;
  if (JSON_LISTS.test(type)) return `CAST(TO_JSON(${column}) AS TEXT)`;
  return /^timestamp/i.test(type) ? `CAST(TO_JSON(CAST(${column} AS TEXT[])) AS TEXT)` : `CAST(${column} AS TEXT)`;
}

const INFINITE = "IN ('NaN', 'Infinity', '-Infinity')";

function infinitePostgres(column: string, type: string): string | undefined {
  if (/\]$/.test(type)) return undefined;
  if (/^(real|double|float)/i.test(type)) return `${column} ${INFINITE}`;
  // Older servers have no infinite NUMERIC and no literal for it.
  if (/^(numeric|decimal)/i.test(type)) return `CAST(${column} AS TEXT) ${INFINITE}`;
  return /^(date|timestamp(tz)?)\b/i.test(type) ? `NOT ISFINITE(${column})` : undefined;
}

export const postgresqlDialect: Dialect = {
  ...defaultDialect,
  engine: "postgresql",
  explain: "EXPLAIN",
  searchPath: "SELECT name::text FROM unnest(current_schemas(false)) WITH ORDINALITY AS path(name, at) ORDER BY at",
  defaultCatalog: "SELECT current_database()",
  maxLabelLength: 63,
  temporalLiteral: (epochMs, type) => {
    const text = new Date(epochMs).toISOString();
    return type === "date"
      ? `DATE '${text.slice(0, 10)}'`
      : `TIMESTAMP '${text.slice(0, 10)} ${text.slice(11, -1)}000'`;
  },
  timeGrains: {
    ...defaultDialect.timeGrains,
    PT5S: everyN(5, "SECOND", "minute"),
    PT30S: everyN(30, "SECOND", "minute"),
    PT5M: everyN(5, "MINUTE", "hour"),
    PT10M: everyN(10, "MINUTE", "hour"),
    PT15M: everyN(15, "MINUTE", "hour"),
    PT30M: everyN(30, "MINUTE", "hour"),
    PT6H: everyN(6, "HOUR", "day"),
    "1969-12-28T00:00:00Z/P1W": (c) => `DATE_TRUNC('week', ${c} + INTERVAL '1 day') - INTERVAL '1 day'`,
    "1969-12-29T00:00:00Z/P1W": (c) => `DATE_TRUNC('week', ${c})`,
    "P1W/1970-01-03T00:00:00Z": (c) => `DATE_TRUNC('week', ${c} + INTERVAL '1 day') + INTERVAL '5 day'`,
    "P1W/1970-01-04T00:00:00Z": (c) => `DATE_TRUNC('week', ${c}) + INTERVAL '6 day'`,
  },
  moments: {
    types: /^timestamp(\(\d\))? with time zone$|^timestamptz\b/i,
    wallType: "TIMESTAMP",
    utc: (column) => `CAST(${column} AS TIMESTAMPTZ) AT TIME ZONE 'UTC'`,
    // A column's expression may give a time without a zone, which would be read as one of the zone.
    inZone: (column, zoneText) => `CAST(${column} AS TIMESTAMPTZ) AT TIME ZONE ${zoneText}`,
    plusSeconds: (time, seconds) => `${time} + INTERVAL '${seconds} seconds'`,
    literal: ({ local, offset }) => `TIMESTAMPTZ '${local}${offset}'`,
  },
  like: (column, pattern, negate) => `${column} ${negate ? "NOT LIKE" : "LIKE"} ${pattern} ESCAPE ''`,
  caseInsensitiveLike: (column, pattern, negate) => `${column} ${negate ? "NOT ILIKE" : "ILIKE"} ${pattern} ESCAPE ''`,
  castToText: (column) => `CAST(${column} AS TEXT)`,
  shownText: shownPostgresText,
  isInfinite: infinitePostgres,
  singlePrecision: /^real$/i,
  brush: {
    lexis: POSTGRES_LEXIS,
    doubleTypes: /^(double precision|float|float8)$/,
    division: "typed",
    divisionByZero: "error",
    hasDecimals: true,
    ordersByCodePoint: false,
    binNumber: () => undefined,
    nestedBins: 2048,
    comparedEdges: () => undefined,
  },
  comparedAsText: /^(json|jsonpath|xml|point|line|lseg|box|path|polygon|circle)$/i,
  bytes: byteFilter(/^bytea$/i, (hex) => `CAST('\\x${hex}' AS BYTEA)`),
  comparesRowsAsTexts: true,
  orderTerm: (sql, isAscending) => `${sql} ${isAscending ? "ASC" : "DESC"} NULLS LAST`,
  epochToTimestamp: (column, unit) => `TO_TIMESTAMP(${unit === "s" ? column : `${column} / 1000.0`})`,
};

const form: ConnectionForm = {
  placeholder: "postgresql://analytics:password@db.example.com:5432/sales",
  fields: serverFields(DEFAULT_PORT),
  encryption: { sslmode: "require" },
};

export function postgresqlConnector(): Connector {
  return {
    engine: "postgresql",
    estimates: true,
    schemes: ["postgres"],
    name: "PostgreSQL",
    place: "server",
    dialect: postgresqlDialect,
    form,
    tlsSql: "SELECT version FROM pg_stat_ssl WHERE pid = pg_backend_pid()",
    connect: async (config) => new PostgresConnection(config, POSTGRESQL),
  };
}

export interface PostgresFlavour {
  name: string;
  port: number;
  reader: ReaderDialect;
  begin: (timeoutMs: number) => string;
  /** Starts a writing transaction with the schema as search path; absent if writing isn't supported. */
  beginWriting?: (timeoutMs: number, schema: string | null) => string;
}

export class PostgresConnection implements Connection {
  readonly sql: SqlReader;
  readonly #sessions: Sessions;
  readonly change?: NonNullable<Connection["change"]>;

  constructor(config: ConnectionConfig, { name: engine, port, reader, begin, beginWriting }: PostgresFlavour) {
    const address = parseServerAddress(config, port);
    const connectClient = clientOpener(address, config);
    this.sql = (config.sqlReaderOf ?? sqlReaderOf)(reader);
    const settings = {
      timeoutMs: config.timeoutMs,
      toError: (error: unknown, sql: string) => toDatabaseError(error, failureOf(error, sql), { engine, sql }),
    };
    this.#sessions = new Sessions({
      ...settings,
      open: () => openSession(connectClient, begin),
      ...sharesOf(config, MAX_SESSIONS),
    });
    if (!beginWriting) return;
    this.change = (statements, options = {}) => {
      const open = () => openWriter(connectClient, (timeoutMs) => beginWriting(timeoutMs, options.schema ?? null));
      return runChange({ ...settings, open }, statements, options);
    };
  }

  readonly queueStatus = () => this.#sessions.queueStatus();

  run(sql: string, options?: RunOptions): Promise<ColumnarResult> {
    return this.#sessions.run(sql, options);
  }

  stream(sql: string, options?: RunOptions): AsyncIterable<ColumnarBatch> {
    return this.#sessions.stream(sql, options);
  }

  async catalogs(): Promise<string[]> {
    return textsOf(await this.run("SELECT current_database()"));
  }

  async schemas(catalog?: string | null): Promise<string[]> {
    return textsOf(
      await this.run(
        `SELECT nspname FROM pg_namespace
         WHERE nspname !~ '^pg_' AND nspname <> 'information_schema' AND ${isConnected(catalog)} ORDER BY 1`,
      ),
    );
  }

  async tables(schema?: string | null, catalog?: string | null): Promise<TableName[]> {
    return tableNamesOf(
      await this.run(
        `SELECT relname, CASE relkind WHEN 'v' THEN 'view' WHEN 'm' THEN 'materialized view' ELSE 'table' END
         FROM pg_class WHERE relkind IN ('r', 'p', 'f', 'v', 'm') AND NOT relispartition AND relnamespace = ${namespace(schema)}
           AND ${isConnected(catalog)}
         ORDER BY relname`,
      ),
    );
  }

  /**
   * From the last ANALYZE. Zero means unknown in older servers. Partitioned tables, which aren't analyzed
   * automatically, sum up their partitions.
   */
  async rowCounts(schema?: string | null): Promise<RowCount[]> {
    const result = await this.run(
      `SELECT relname, CAST(NULLIF(CASE WHEN c.relkind <> 'p' OR c.reltuples > 0 THEN greatest(c.reltuples, 0) ELSE
         (SELECT sum(p.reltuples) FROM pg_inherits i JOIN pg_class p ON p.oid = i.inhrelid
          WHERE i.inhparent = c.oid HAVING min(p.reltuples) >= 0) END, 0) AS double precision)
       FROM pg_class c WHERE relkind IN ('r', 'p', 'm') AND NOT relispartition AND relnamespace = ${namespace(schema)}`,
    );
    return rowCountsOf(result);
  }

  async columns(table: string, schema?: string | null, catalog?: string | null): Promise<SourceColumn[]> {
    return sourceColumnsOf(
      await this.run(
        `SELECT attname, format_type(atttypid, atttypmod), col_description(attrelid, attnum)
         FROM pg_attribute WHERE attrelid = ${relation(table, schema)} AND attnum > 0 AND NOT attisdropped
           AND ${isConnected(catalog)}
         ORDER BY attnum`,
      ),
    );
  }

  async viewSql(view: string, schema?: string | null): Promise<string | null> {
    const of = relation(view, schema);
    return firstTextOf(
      await this.run(`SELECT pg_get_viewdef(oid, true) FROM pg_class WHERE oid = ${of} AND relkind IN ('v', 'm')`),
    );
  }

  async details(table: string, schema?: string | null): Promise<TableDetails> {
    const of = relation(table, schema);
    const keys = await this.run(
      `SELECT CASE c.contype WHEN 'p' THEN 'primary' WHEN 'f' THEN 'foreign' ELSE 'unique' END, c.conname, a.attname,
         n.nspname, r.relname, ra.attname
       FROM pg_constraint c CROSS JOIN LATERAL unnest(c.conkey, c.confkey) WITH ORDINALITY AS k (own, other, at)
       JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = k.own
       LEFT JOIN pg_class r ON r.oid = c.confrelid LEFT JOIN pg_namespace n ON n.oid = r.relnamespace
       LEFT JOIN pg_attribute ra ON ra.attrelid = c.confrelid AND ra.attnum = k.other
       WHERE c.conrelid = ${of} AND c.contype IN ('p', 'f', 'u') ORDER BY c.contype, c.conname, k.at`,
    );
    const indexes = await this.run(
      `SELECT CASE WHEN i.indisunique THEN 'unique' ELSE 'index' END, x.relname, pg_get_indexdef(i.indexrelid, k.at::int, true)
       FROM pg_index i JOIN pg_class x ON x.oid = i.indexrelid
       CROSS JOIN LATERAL generate_series(1, i.indnkeyatts) AS k (at)
       WHERE i.indrelid = ${of} AND NOT EXISTS (SELECT 1 FROM pg_constraint c WHERE c.conindid = i.indexrelid AND c.contype <> 'f')
       ORDER BY x.relname, k.at`,
    );
    const comment = await this.run(`SELECT obj_description(${of}, 'pg_class')`);
    return tableDetailsOf([keys, indexes], comment.columns[0]?.values[0]);
  }

  async functions(): Promise<string[]> {
    return textsOf(
      await this.run(
        "SELECT DISTINCT proname FROM pg_proc WHERE pg_function_is_visible(oid) AND prokind <> 'p' ORDER BY 1",
      ),
    );
  }

  async describe(sql: string, options: RunOptions = {}): Promise<SourceColumn[]> {
    await this.sql.checkStatement(sql);
    const { columns } = await this.run(`SELECT * FROM (\n${withoutTrailer(sql)}\n) AS described LIMIT 0`, options);
    const names = columns.map((column) => column.name);
    return columns.filter(({ name }, i) => names.indexOf(name) === i).map(({ name, type }) => ({ name, type }));
  }

  async estimate(sql: string): Promise<Record<string, string>> {
    await this.sql.checkStatement(sql);
    const [plan = ""] = textsOf(await this.run(`EXPLAIN ${withoutTrailer(sql)}`));
    const [, start, total] = /cost=([\d.]+)\.\.([\d.]+)/.exec(plan) ?? [];
    return start === undefined || total === undefined ? {} : { [t("Start-up cost")]: start, [t("Total cost")]: total };
  }

  close(): Promise<void> {
    return this.#sessions.close();
  }
}

const quote = postgresqlDialect.quoteText;

const namespace = (schema: string | null | undefined) =>
  schema ? `(SELECT oid FROM pg_namespace WHERE nspname = ${quote(schema)})` : "current_schema()::regnamespace";

/** Only the connection's own database can be queried. */
export const isConnected = (catalog: string | null | undefined) =>
  catalog ? `current_database() = ${quote(catalog)}` : "true";

const relation = (table: string, schema: string | null | undefined) =>
  `(SELECT oid FROM pg_class WHERE relname = ${quote(table)} AND relnamespace = ${namespace(schema)}
    AND relkind IN ('r', 'p', 'f', 'v', 'm'))`;

function beginText(timeoutMs: number): string {
  const settings = {
    statement_timeout: timeoutMs > 0 ? String(timeoutMs + NET_MS) : "0",
    TimeZone: "'UTC'",
    DateStyle: "'ISO, YMD'",
    IntervalStyle: "'postgres'",
    bytea_output: "'hex'",
    extra_float_digits: "1",
    standard_conforming_strings: "on",
  };
  const texts = Object.entries(settings).map(([name, value]) => `SET LOCAL ${name} = ${value}`);
  return ["BEGIN READ ONLY", ...texts].join("; ");
}

function beginWritingText(timeoutMs: number, schema: string | null): string {
  const path = schema ? `; SET LOCAL search_path = ${postgresqlDialect.quoteIdentifier(schema)}` : "";
  return beginText(timeoutMs).replace("BEGIN READ ONLY", "BEGIN") + path;
}

const POSTGRESQL: PostgresFlavour = {
  name: "PostgreSQL",
  port: DEFAULT_PORT,
  reader: "postgresql",
  begin: beginText,
  beginWriting: beginWritingText,
};

const NO_TLS = "The server does not support SSL connections";

/** Ignores the environment's user and passwords. */
export function clientOpener(address: ServerAddress, config: ConnectionConfig): () => Promise<Client> {
  const { host, port, user, password, database, options } = address;
  const { lookup } = config;
  if (user === null) throw missingParameter("username");
  const mode = (options.get("sslmode") ?? (config.serverCert ? "verify-ca" : "prefer")) as TlsMode;
  const base: ClientConfig = {
    host,
    port,
    user,
    password: () => password ?? "",
    database: database ?? user,
    application_name: "tessera",
    keepAlive: true,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    ...(lookup ? { stream: () => new LookupSocket(lookup) } : {}),
  };
  const startup = options.get("options");
  if (startup) base.options = startup;
  const encrypted = tlsOptions(mode, address, config.serverCert);
  let isPlain = mode === "disable";
  const open = async (): Promise<Client> => {
    const pg = (await import("pg")).default;
    const asPlain = isPlain;
    const client = new pg.Client({ ...base, ssl: asPlain ? false : encrypted });
    client.on("error", () => undefined);
    try {
      await client.connect();
    } catch (error) {
      if (asPlain || mode !== "prefer" || !textAndCode(error).text.includes(NO_TLS)) throw error;
      isPlain = true;
      return open();
    }
    return client;
  };
  return open;
}

const STATES: Readonly<Record<string, EngineFailure["type"]>> = {
  "28000": "CONNECTION_ACCESS_DENIED_ERROR",
  "28P01": "CONNECTION_INVALID_PASSWORD_ERROR",
  "3D000": "CONNECTION_UNKNOWN_DATABASE_ERROR",
  "3F000": "SCHEMA_DOES_NOT_EXIST_ERROR",
  "42501": "CONNECTION_DATABASE_PERMISSIONS_ERROR",
  "42601": "SYNTAX_ERROR",
  "42703": "COLUMN_DOES_NOT_EXIST_ERROR",
  "42P01": "TABLE_DOES_NOT_EXIST_ERROR",
  "57014": "BACKEND_TIMEOUT_ERROR",
  "53300": "GENERIC_DB_ENGINE_ERROR",
};

export function failureOf(error: unknown, sql: string): EngineFailure {
  const { text, code } = textAndCode(error);
  const ofNetwork = networkFailure(code) ?? lostConnection({ text, code });
  if (ofNetwork) return ofNetwork;
  if (text === "timeout expired") return networkFailure("ETIMEDOUT") as EngineFailure;
  const isUnknownUser = code === "28000" && /role ".*" does not exist/.test(text);
  const type = isUnknownUser ? "CONNECTION_INVALID_USERNAME_ERROR" : (STATES[code] ?? "GENERIC_DB_ENGINE_ERROR");
  const { position, hint } = (error ?? {}) as { position?: string; hint?: string };
  const [, invalid] = /(?:relation|column|schema) "?([^"\s]+)"? does not exist/.exec(text) ?? [];
  return {
    type,
    message: text,
    position: position ? positionAt(sql, Number(position) - 1) : undefined,
    invalid: invalid ? [invalid] : [],
    hint,
  };
}
