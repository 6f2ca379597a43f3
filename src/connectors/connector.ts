import type { Dialect } from "../query/dialect.ts";

/**
 * A connector opens one database and runs SQL on it. One file per database implements this; every one must pass
 * `conformance.ts` on a real engine. Results stream as columnar batches, never as row objects.
 */
export interface Connector {
  /** Wire name of the engine, e.g. `duckdb`. */
  readonly engine: string;
  readonly name: string;
  readonly dialect: Dialect;
  connect(config: ConnectionConfig): Promise<Connection>;
}

export interface ConnectionConfig {
  /** SQLAlchemy-style address, e.g. `duckdb:////data/examples.duckdb`; secrets included. */
  uri: string;
  /** Per-query limit, milliseconds. */
  timeoutMs: number;
}

export interface Connection {
  /** Runs one read-only statement. Rejects with a TesseraError (typed, with the SQL in `extra`); aborts by the signal. */
  run(sql: string, options?: RunOptions): Promise<ColumnarResult>;
  /** Streams batches of at most `batchRows` rows. */
  stream(sql: string, options?: RunOptions): AsyncIterable<ColumnarBatch>;
  /** Checks expressions of custom SQL: one scalar expression, no sub-queries, no statements. Throws a typed error. */
  checkExpression(sql: string, kind: ExpressionKind): Promise<void>;
  /** Checks that a text is exactly one read-only statement. Throws a typed error. */
  checkStatement(sql: string): Promise<void>;
  catalogs(): Promise<string[]>;
  schemas(catalog?: string | null): Promise<string[]>;
  tables(schema?: string | null, catalog?: string | null): Promise<TableName[]>;
  columns(table: string, schema?: string | null, catalog?: string | null): Promise<SourceColumn[]>;
  /** Columns of a virtual dataset's SQL, each name once, without running it. */
  describe(sql: string): Promise<SourceColumn[]>;
  close(): Promise<void>;
}

export type ExpressionKind = "column" | "metric" | "where" | "having";

export interface RunOptions {
  signal?: AbortSignal;
  /** Milliseconds; the connection's limit unless given. */
  timeoutMs?: number;
}

export interface TableName {
  name: string;
  kind: "table" | "view" | "materialized_view";
}

export interface SourceColumn {
  name: string;
  /** The engine's own type text, e.g. `DECIMAL(18,3)`. */
  type: string;
}

/**
 * Column values by type: `number` for every numeric type that a double holds exactly, `bigint` columns whose values
 * exceed 2^53 as bigint, DATE and TIMESTAMP as epoch milliseconds UTC, everything else as text.
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
  /** Time in the engine, milliseconds. */
  elapsedMs: number;
}
