import type { LookupFunction } from "node:net";
import type { Message } from "../i18n/message.ts";
import type { QueueStatus } from "../model/fair-queue.ts";
import type { ColumnStatements } from "../query/column-groups.ts";
import type { Dialect } from "../query/dialect.ts";
import type { SqlReaderFactory } from "../query/sql/reader-of.ts";
import type { SqlReader } from "../query/sql/sql-reader.ts";

/**
 * Opens a database and runs SQL on it. One folder per database; each must pass `conformance.ts` on a real engine.
 * Results stream as columnar batches, never as row objects.
 */
export interface Connector {
  /** Engine name in the API and address scheme, e.g. `duckdb`. */
  readonly engine: string;
  /** Additional schemes, e.g. `mariadb`. */
  readonly schemes?: readonly string[];
  readonly name: string;
  /** Local files, servers with host and port, or a vendor's service. */
  readonly place: "file" | "server" | "service";
  readonly dialect: Dialect;
  readonly estimates?: boolean;
  readonly form: ConnectionForm;
  /** Asks for the TLS version of the connection, in the last column; empty without encryption. */
  readonly tlsSql?: string;
  /** Throws a typed error for an invalid address. May connect only on the first statement. */
  connect(config: ConnectionConfig): Promise<Connection>;
  /**
   * For uploads: writes a table in a separate session, all or nothing. Throws TableExists or a typed error. Absent
   * without upload support.
   */
  write?(config: ConnectionConfig, load: TableLoad): Promise<void>;
  readonly loadLimits?: LoadLimits;
}

export interface LoadLimits {
  /** False if decimals are stored as floating point. */
  readonly decimals?: boolean;
  readonly maxScale?: number;
  readonly days?: readonly [string, string];
}

/** Loaded from rows staged in a DuckDB file. */
export interface TableLoad {
  table: string;
  /** Default = the connection's own. */
  schema: string | null;
  ifExists: "fail" | "replace" | "append";
  columns: readonly LoadColumn[];
  /** `items`: one select expression per column. */
  staged: { file: string; table: string; items: readonly string[] };
  /** Text, numbers, booleans and nulls in the order of `columns`. */
  batches(): AsyncIterable<ColumnarBatch>;
  signal?: AbortSignal;
}

export interface LoadColumn {
  name: string;
  kind: "integer" | "double" | "decimal" | "boolean" | "date" | "timestamp" | "text";
  type: string;
  /** The engine's column type in an existing table. */
  targetType?: string;
}

export class TableExists extends Error {
  override readonly name = "TableExists";
}

export interface ConnectionConfig {
  /** SQLAlchemy address including secrets, e.g. `duckdb:////data/examples.duckdb`. */
  uri: string;
  /** Per query, in milliseconds. */
  timeoutMs: number;
  /** PEM certificate of the server's authority; if given, no other is trusted. */
  serverCert?: string | null;
  /** From `extra`'s `engine_params.connect_args`, e.g. `{"sslmode": "require"}`. Never file paths. */
  connectArguments?: Readonly<Record<string, unknown>>;
  /** The current user, who shares sessions fairly with others. All statements belong to one user by default. */
  currentUserKey?: () => string;
  /** Called when a statement enters the queue, and its result when it leaves it. */
  enterQueue?: () => () => void;
  /** For requests of engines with an HTTP protocol. */
  traceHeaders?: () => Readonly<Record<string, string>>;
  /** Concurrent statements; by default the engine's number and half of it. */
  queries?: { readonly perDatabase?: number | undefined; readonly perUser?: number | undefined } | undefined;
  /** By default SQL is parsed in the calling thread. */
  sqlReaderOf?: SqlReaderFactory;
  /** Resolves hosts to allowed addresses; the system's resolver by default. */
  lookup?: LookupFunction;
  tunnel?: TunnelSettings;
  /** Module URL of the driver; the installed package by default. */
  driver?: string | undefined;
}

/** `parameters` in the API, from which the address is built. */
export interface ConnectionForm {
  /** For example `postgresql://user:password@host:port/dbname`. */
  readonly placeholder: string;
  readonly fields: readonly ConnectionField[];
  /** Query options set by the SSL switch; null without a switch. */
  readonly encryption: Readonly<Record<string, string>> | null;
}

export interface ConnectionField {
  /** Key in `parameters`, e.g. `host`. */
  readonly name: string;
  readonly label: Message;
  readonly kind: "text" | "number" | "password" | "json";
  readonly required: boolean;
  readonly default?: string | number;
  readonly placeholder?: Message;
}

export interface Connection {
  /** One read-only statement. Rejects with a TesseraError (typed, with the SQL in `extra`). */
  run(sql: string, options?: RunOptions & WholeResult): Promise<ColumnarResult>;
  /**
   * Runs `base` once and each part over its result, named `table`. Only if that is faster than separate runs. On
   * rejection the caller runs them separately.
   */
  runShared?(shared: SharedStatements, options?: RunOptions): Promise<ColumnarResult[]>;
  /**
   * Reads the rows of `source` once and runs the statements over them. Undefined if that isn't faster; then, and on
   * rejection, the caller runs them separately.
   */
  runSelected?(selected: SelectedStatements, options?: RunOptions): Promise<ColumnarResult[] | undefined>;
  /** Groups the rows once and runs the parts over the groups. Undefined and rejections as of `runSelected`. */
  runByColumns?(statements: ColumnStatements, options?: RunOptions): Promise<ColumnarResult[] | undefined>;
  stream(sql: string, options?: RunOptions): AsyncIterable<ColumnarBatch>;
  /**
   * Rows in file format, written by the engine. Values equal `stream`'s, but timestamps have microseconds. Absent if it
   * isn't faster.
   */
  rows?(sql: string, options: RunOptions & FileOptions): AsyncIterable<WrittenRows>;
  queueStatus?(): QueueStatus;
  readonly sql: SqlReader;
  catalogs(): Promise<string[]>;
  schemas(catalog?: string | null): Promise<string[]>;
  tables(schema?: string | null, catalog?: string | null): Promise<TableName[]>;
  /** From the engine's statistics, without counting. Absent if there are none or they are expensive. */
  rowCounts?(schema?: string | null, catalog?: string | null): Promise<RowCount[]>;
  /** Empty for a missing table. */
  columns(table: string, schema?: string | null, catalog?: string | null): Promise<SourceColumn[]>;
  /** Empty for a missing table. */
  details(table: string, schema?: string | null, catalog?: string | null): Promise<TableDetails>;
  /** Null if it isn't a view or its SQL is hidden. Absent without views. */
  viewSql?(view: string, schema?: string | null, catalog?: string | null): Promise<string | null>;
  /** Columns of a virtual dataset without running it; duplicate names once. */
  describe(sql: string, options?: Pick<RunOptions, "signal" | "timeoutMs">): Promise<SourceColumn[]>;
  /** Absent if unavailable. */
  functions?(): Promise<string[]>;
  /** By label, without running the statement. Absent if unavailable. */
  estimate?(sql: string): Promise<Readonly<Record<string, string>>>;
  /**
   * Runs changing statements in one transaction and returns the last one's rows. Committed once all rows were read;
   * rolled back on failure or when the reader stops. The caller has checked permissions.
   */
  change?(statements: readonly string[], options?: ChangeOptions): AsyncIterable<ColumnarBatch>;
  close(): Promise<void>;
}

export interface ChangeOptions extends RunOptions {
  schema?: string | null;
  onStatement?: (index: number) => Promise<void>;
}

export interface SharedStatements {
  base: string;
  table: string;
  parts: readonly string[];
}

/** The statements read the rows of `source` (`FROM ... WHERE ...`) as `table`. */
export interface SelectedStatements {
  source: string;
  table: string;
  statements: readonly SelectedStatement[];
}

/** Parts over the result of `base`, named `table`; without a base, a part over the rows. */
export interface SelectedStatement {
  base: string | null;
  table: string;
  parts: readonly SelectedPart[];
}

export interface SelectedPart {
  sql: string;
  /** Of its columns, quoted. */
  names: readonly string[];
}

/** Whole rows. Workbook parts may be compressed, with the original size and CRC. */
export interface WrittenRows {
  bytes: Buffer;
  rows: number;
  deflation?: { size: number; crc: number } | undefined;
}

export interface RunOptions {
  signal?: AbortSignal;
  /** Milliseconds; the connection's limit by default. */
  timeoutMs?: number;
  /** SET statements for this run only, checked by the caller. Only for engines that support them. */
  settings?: readonly string[];
  /** Timestamps have fractional microseconds, as far as a double holds them. */
  microseconds?: boolean;
  /** Only called by engines that report progress. */
  onProgress?: (progress: RunProgress) => void;
}

export interface RunProgress {
  /** 0 to 100; null if unknown. */
  percent: number | null;
  /** Link to the engine's page about the statement. */
  trackingUrl: string | null;
}

/** `mostRows`: known maximum. */
export interface FileOptions {
  format: "csv" | "xlsx";
  mostRows?: number;
}

export interface WholeResult {
  /** The caller wants JSON objects with these keys: the connection may return `json` instead of values. */
  labels?: readonly string[];
  /** Larger results have values although there are labels. */
  mostJsonRows?: number;
  /** Known maximum, so that few rows can be read in one step. */
  mostRows?: number;
}

export interface TableName {
  name: string;
  kind: "table" | "view" | "materialized_view";
}

export interface RowCount {
  table: string;
  rows: number;
  isExact: boolean;
}

export interface SourceColumn {
  name: string;
  /** The engine's type, e.g. `DECIMAL(18,3)`. */
  type: string;
  comment?: string | null;
  /** Unit of numbers stored in a temporal column; absent for real timestamps or when unknown. */
  storedAs?: "epoch_s" | "epoch_ms";
}

export interface TableDetails {
  comment: string | null;
  primaryKey: TableKey | null;
  foreignKeys: readonly ForeignKey[];
  indexes: readonly TableIndex[];
}

export interface TableKey {
  name: string | null;
  columns: readonly string[];
}

export interface ForeignKey extends TableKey {
  referredSchema: string | null;
  referredTable: string;
  referredColumns: readonly string[];
}

export interface TableIndex extends TableKey {
  isUnique: boolean;
}

/**
 * Numbers if a double holds them exactly, integers beyond 2^53 as bigint, other decimals as digits, DATE and TIMESTAMP
 * as epoch milliseconds UTC, everything else as text.
 */
export interface ColumnarBatch {
  columns: readonly ResultColumn[];
  rows: number;
}

export type ColumnValues = readonly unknown[] | Float64Array;

export interface ResultColumn {
  name: string;
  type: string;
  kind: "numeric" | "text" | "temporal" | "boolean";
  values: ColumnValues;
}

export interface ColumnarResult extends ColumnarBatch {
  /** JSON array of rows in pieces with times as epoch milliseconds; columns then have no values. */
  json?: readonly Buffer[];
  elapsedMs: number;
}

export interface TunnelSettings {
  host: string;
  port: number;
  username: string;
  password?: string | undefined;
  privateKey?: string | undefined;
  passphrase?: string | undefined;
  /** Expected fingerprint, e.g. `SHA256:…`; the first one shown is trusted by default. */
  hostKey?: string | undefined;
  /** Called with each connection's fingerprint. */
  onHostKey?: ((fingerprint: string) => void) | undefined;
  /** Resolves to allowed addresses; the system's resolver by default. */
  lookup?: LookupFunction | undefined;
}
