import type { LookupFunction } from "node:net";
import type { QueueStatus } from "../model/fair-queue.ts";
import type { Dialect } from "../query/dialect.ts";
import type { SqlReaderFactory } from "../query/sql/reader-of.ts";
import type { SqlReader } from "../query/sql/sql-reader.ts";

/**
 * A connector opens one database and runs SQL on it. One file per database implements this; every one must pass
 * `conformance.ts` on a real engine. Results stream as columnar batches, never as row objects.
 */
export interface Connector {
  /** Wire name of the engine, e.g. `duckdb`; the scheme of its addresses. */
  readonly engine: string;
  /** Further schemes, e.g. `mariadb`. */
  readonly schemes?: readonly string[];
  readonly name: string;
  /** Where its databases are: files of this machine, servers with a host and a port, or a vendor's own service. */
  readonly place: "file" | "server" | "service";
  readonly dialect: Dialect;
  /** Its connections tell what a statement would cost (`estimate`). */
  readonly estimates?: boolean;
  readonly form: ConnectionForm;
  /** Throws a typed error for an address it cannot read. May reach the server only when the first statement runs. */
  connect(config: ConnectionConfig): Promise<Connection>;
  /**
   * Writes a table in a session of its own, which is the only one that can write: for uploads alone. Whole or not at all.
   * Throws TableExists, or a typed error. Absent where the engine takes no tables.
   */
  write?(config: ConnectionConfig, load: TableLoad): Promise<void>;
  /** What columns of the tables that `write` makes don't keep; nothing unless given. */
  readonly loadLimits?: LoadLimits;
}

export interface LoadLimits {
  /** False where decimals are stored as floating point. */
  readonly decimals?: boolean;
  /** Digits behind the point of a decimal, at most. */
  readonly maxScale?: number;
  /** The first and the last day of dates and timestamps. */
  readonly days?: readonly [string, string];
}

/** A table to be written, from rows that stand ready in a DuckDB file. */
export interface TableLoad {
  table: string;
  /** The connection's own unless given. */
  schema: string | null;
  ifExists: "fail" | "replace" | "append";
  columns: readonly LoadColumn[];
  /** `items` are what is selected of the table, one for each column. */
  staged: { file: string; table: string; items: readonly string[] };
  /** The rows in batches: texts as they are to be written, numbers, booleans, nulls; in the order of `columns`. */
  batches(): AsyncIterable<ColumnarBatch>;
  signal?: AbortSignal;
}

export interface LoadColumn {
  name: string;
  kind: "integer" | "double" | "decimal" | "boolean" | "date" | "timestamp" | "text";
  /** `DECIMAL(18,3)` of a decimal. */
  type: string;
  /** The engine's type of the column, where the table exists. */
  targetType?: string;
}

/** The table is there already, and was not to be. */
export class TableExists extends Error {
  override readonly name = "TableExists";
}

export interface ConnectionConfig {
  /** SQLAlchemy-style address, e.g. `duckdb:////data/examples.duckdb`; secrets included. */
  uri: string;
  /** Per-query limit, milliseconds. */
  timeoutMs: number;
  /** PEM text of the certificate that signs the server's; given, the server is verified against it and nothing else. */
  serverCert?: string | null;
  /** `engine_params.connect_args` of the database's `extra`, e.g. `{"sslmode": "require"}`. Never paths of files. */
  connectArguments?: Readonly<Record<string, unknown>>;
  /** For whom a statement is run, asked as it begins: people share sessions fairly. All are one person's unless given. */
  personNow?: () => string;
  /** Statements at once, of all users and of one; by default the engine's own number and half of it. */
  queries?: { readonly perDatabase?: number | undefined; readonly perUser?: number | undefined } | undefined;
  /** Makes the reader of its SQL; one that parses in the calling thread unless given. */
  sqlReaderOf?: SqlReaderFactory;
  /** Resolves the host for every socket, to addresses that may be connected to; the system's resolver unless given. */
  lookup?: LookupFunction;
  /** The SSH server through which the database is reached. */
  tunnel?: TunnelSettings;
  /** Address of the driver to import; the package that is installed with the product unless given. */
  driver?: string | undefined;
}

/** What people fill in to connect, as data: `parameters` of the wire, of which an address is made. */
export interface ConnectionForm {
  /** An address to start from, e.g. `postgresql://user:password@host:port/dbname`. */
  readonly placeholder: string;
  readonly fields: readonly ConnectionField[];
  /** What the SSL switch adds to the query of the address; null where there is no such switch. */
  readonly encryption: Readonly<Record<string, string>> | null;
}

export interface ConnectionField {
  /** Key in `parameters`, e.g. `host`. */
  readonly name: string;
  readonly label: string;
  readonly kind: "text" | "number" | "password" | "json";
  readonly required: boolean;
  readonly default?: string | number;
  readonly placeholder?: string;
}

export interface Connection {
  /**
   * Runs one read-only statement. Rejects with a TesseraError (typed, with the SQL in `extra`); aborts by the signal.
   */
  run(sql: string, options?: RunOptions & WholeResult): Promise<ColumnarResult>;
  /**
   * Runs `base` once and each part over its result, which it finds as `table`. Only where that is faster than running
   * them apart. Rejects as a whole: the caller then runs them apart.
   */
  runShared?(shared: SharedStatements, options?: RunOptions): Promise<ColumnarResult[]>;
  /** Streams batches of at most `batchRows` rows. */
  stream(sql: string, options?: RunOptions): AsyncIterable<ColumnarBatch>;
  /**
   * The same rows as they stand in a file, written where the engine runs. Absent where nothing is won by it. Values are
   * those of `stream`, but timestamps have their microseconds.
   */
  rows?(sql: string, options: RunOptions & FileOptions): AsyncIterable<WrittenRows>;
  /** Running and queued statements of the current user. */
  standing?(): QueueStatus;
  /** What the connection understands of SQL in its dialect. */
  readonly sql: SqlReader;
  catalogs(): Promise<string[]>;
  schemas(catalog?: string | null): Promise<string[]>;
  tables(schema?: string | null, catalog?: string | null): Promise<TableName[]>;
  /**
   * How many rows the tables of a schema have, by what the engine keeps of them: nothing is counted. Without tables of
   * which it keeps nothing, as views. Absent where the engine keeps no such figures, or does not tell them cheaply.
   */
  rowCounts?(schema?: string | null, catalog?: string | null): Promise<RowCount[]>;
  /** Empty for a table that does not exist. */
  columns(table: string, schema?: string | null, catalog?: string | null): Promise<SourceColumn[]>;
  /** Keys, indexes and comment of a table; nothing of them for one that does not exist. */
  details(table: string, schema?: string | null, catalog?: string | null): Promise<TableDetails>;
  /** The query of a view; null for what is none, and where its readers are not told. Absent where none are. */
  viewSql?(view: string, schema?: string | null, catalog?: string | null): Promise<string | null>;
  /** Columns of a virtual dataset's SQL, each name once, without running it. */
  describe(sql: string): Promise<SourceColumn[]>;
  /** Names of the functions that statements may call. Absent where the engine does not tell. */
  functions?(): Promise<string[]>;
  /** What a statement would cost, by label, without running it. Absent where the engine does not tell. */
  estimate?(sql: string): Promise<Readonly<Record<string, string>>>;
  /**
   * Runs statements that may change data, one after another as one transaction, and gives the rows of the last. What
   * they did is kept once every row was read; nothing of it when anything fails or the reader stops. Who calls has
   * checked them. Absent where data is only ever read.
   */
  change?(statements: readonly string[], options?: ChangeOptions): AsyncIterable<ColumnarBatch>;
  close(): Promise<void>;
}

export interface ChangeOptions extends RunOptions {
  /** Where names without one are looked up and made. */
  schema?: string | null;
  /** Before each statement, with its number from 0. */
  onStatement?: (index: number) => Promise<void>;
}

export interface SharedStatements {
  base: string;
  /** Quoted. */
  table: string;
  parts: readonly string[];
}

/** The bytes of whole rows. Those of a workbook may be compressed, each part by itself: then how they were before is said. */
export interface WrittenRows {
  bytes: Buffer;
  rows: number;
  deflation?: { size: number; crc: number } | undefined;
}

export interface RunOptions {
  signal?: AbortSignal;
  /** Milliseconds; the connection's limit unless given. */
  timeoutMs?: number;
  /** Statements that set something for this one alone, checked by the caller. Engines that have none are never given any. */
  settings?: readonly string[];
  /** Moments have their microseconds, as a fraction of the milliseconds, as far as a double tells them apart. */
  microseconds?: boolean;
  /** What the engine says of the statement while it runs, as often as it does. Only engines that tell it call this. */
  onProgress?: (progress: RunProgress) => void;
}

export interface RunProgress {
  /** From 0 to 100; null where the engine does not know it yet. */
  percent: number | null;
  /** An http address at which the engine shows how the statement runs. */
  trackingUrl: string | null;
}

/** What the rows of a statement are to be written as; it gives no more of them than said. */
export interface FileOptions {
  format: "csv" | "xlsx";
  mostRows?: number;
}

/** What the caller of `run` knows of the result and wants it as; a connection may do without. */
export interface WholeResult {
  /**
   * The caller wants the rows as JSON objects with these keys: a connection that can have them written where the engine
   * runs answers `json` in place of values.
   */
  labels?: readonly string[];
  /** The statement gives no more rows than that, so that a connection may read few of them in one step. */
  mostRows?: number;
}

export interface TableName {
  name: string;
  kind: "table" | "view" | "materialized_view";
}

export interface RowCount {
  table: string;
  rows: number;
  /** False for an estimate. */
  isExact: boolean;
}

export interface SourceColumn {
  name: string;
  /** The engine's own type text, e.g. `DECIMAL(18,3)`. */
  type: string;
  comment?: string | null;
  /** What the numbers count that a column of moments holds; absent where it holds moments, or none are told. */
  storedAs?: "epoch_s" | "epoch_ms";
}

export interface TableDetails {
  comment: string | null;
  primaryKey: TableKey | null;
  foreignKeys: readonly ForeignKey[];
  /** Indexes beside the primary key's own. */
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
 * Column values by type: `number` for every numeric value that a double holds exactly, integers beyond 2^53 as bigint,
 * decimals of which a double would print other digits as their digits, DATE and TIMESTAMP as epoch milliseconds UTC,
 * everything else as text.
 */
export interface ColumnarBatch {
  columns: readonly ResultColumn[];
  rows: number;
}

export type ColumnValues = readonly unknown[] | Float64Array;

export interface ResultColumn {
  name: string;
  /** The engine's type text. */
  type: string;
  kind: "numeric" | "text" | "temporal" | "boolean";
  /** null where the value is NULL. */
  values: ColumnValues;
}

export interface ColumnarResult extends ColumnarBatch {
  /** The rows as an array of objects in pieces, times as epoch milliseconds; the columns have no values then. */
  json?: readonly Buffer[];
  /** Time in the engine, milliseconds. */
  elapsedMs: number;
}

/** The SSH server that a database is reached through, and how one signs in there. */
export interface TunnelSettings {
  host: string;
  port: number;
  username: string;
  password?: string | undefined;
  /** Text of a private key, as OpenSSH or PEM has it. */
  privateKey?: string | undefined;
  /** Opens the private key. */
  passphrase?: string | undefined;
  /** The fingerprint that its key must have, e.g. `SHA256:…`; whichever it shows first unless given. */
  hostKey?: string | undefined;
  /** Told the fingerprint of each connection that was made. */
  onHostKey?: ((fingerprint: string) => void) | undefined;
  /** Resolves its host, to addresses that may be connected to; the system's resolver unless given. */
  lookup?: LookupFunction | undefined;
}
