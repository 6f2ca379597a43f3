import { msg, t } from "../../i18n/translate.ts";
import { type ErrorType, TesseraError, typedError } from "../../model/errors.ts";
import type { QueueStatus } from "../../model/fair-queue.ts";
import type { ColumnStatements } from "../../query/column-groups.ts";
import { byteFilter, type Dialect, defaultDialect, type GrainFunction } from "../../query/dialect.ts";
import { sqlReaderOf } from "../../query/sql/reader-of.ts";
import type { SqlReader } from "../../query/sql/sql-reader.ts";
import { withoutTrailer } from "../../query/sql/statement-shape.ts";
import { decoded } from "../address/address.ts";
import type {
  ChangeOptions,
  ColumnarBatch,
  ColumnarResult,
  Connection,
  ConnectionConfig,
  ConnectionForm,
  Connector,
  FileOptions,
  RowCount,
  RunOptions,
  SelectedStatements,
  SharedStatements,
  SourceColumn,
  TableDetails,
  TableName,
  WholeResult,
  WrittenRows,
} from "../connector.ts";
import { firstTextOf, rowCountsOf, sourceColumnsOf, tableDetailsOf, tableNamesOf, textsOf } from "../listing.ts";
import { duckdbBrush } from "./bins.ts";
import { scalesIfWorth } from "./column-groups.ts";
import { runSelectedRows } from "./selected-rows.ts";
import { shownDuckDbText } from "./shown.ts";

export interface DuckDbEngine {
  queueStatus(file: string): QueueStatus;
  query(request: DuckDbRequest & WholeResult): Promise<ColumnarResult>;
  shared(request: Omit<DuckDbRequest, "sql"> & SharedStatements): Promise<ColumnarResult[]>;
  stream(request: DuckDbRequest): AsyncIterable<ColumnarBatch>;
  rows(request: DuckDbRequest & FileOptions): AsyncIterable<WrittenRows>;
  /** In a session that can write the file and access only the readable files. */
  load(request: {
    file: string;
    statements: readonly string[];
    readable: readonly string[];
    timeoutMs: number;
    schema?: string;
    signal?: AbortSignal;
    onProgress?: (done: number) => void;
  }): Promise<void>;
}

export interface DuckDbRequest {
  file: string;
  sql: string;
  signal?: AbortSignal;
  timeoutMs?: number;
  microseconds?: boolean;
}

const everyN = (n: number, part: string, outer: string) => (column: string) =>
  `DATE_TRUNC('${outer}', ${column}) + INTERVAL '${n} ${part.toLowerCase()}s' * FLOOR(EXTRACT(${part} FROM ${column}) / ${n})`;

/** DuckDB 1.5 derives wrong bounds from `DATE_TRUNC('hour', column) = constant`, and truncates a DATE to days only. */
const withinDay =
  (unit: string): GrainFunction =>
  (column, type) => {
    const isDate = type?.toUpperCase() === "DATE";
    const moment = isDate
      ? `CAST(${column} AS TIMESTAMP)`
      : type === null
        ? `${column} + INTERVAL '0 seconds'`
        : column;
    return `DATE_TRUNC('${unit}', ${moment})`;
  };

export const duckdbDialect: Dialect = {
  ...defaultDialect,
  engine: "duckdb",
  explain: "EXPLAIN",
  searchPath: "SELECT current_schema()",
  defaultCatalog: "SELECT current_database()",
  timeGrains: {
    ...defaultDialect.timeGrains,
    PT1S: withinDay("second"),
    PT1M: withinDay("minute"),
    PT1H: withinDay("hour"),
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
  // Of a column DuckDB 1.5 makes a range of what stands before a wildcard, and fails where that ends with the byte BF, as
  // a Cyrillic `п` does.
  isInfinite: (column, type) =>
    /^(double|float|real|date|timestamp)\b[^\]]*$/i.test(type) ? `NOT ISFINITE(${column})` : undefined,
  like: (column, pattern, negate) => defaultDialect.like(`(${column} || '')`, pattern, negate),
  caseInsensitiveLike: (column, pattern, negate) => `${column} ${negate ? "NOT ILIKE" : "ILIKE"} ${pattern}`,
  shownText: shownDuckDbText,
  bytes: byteFilter(/^BLOB$/i, (hex) => `UNHEX('${hex}')`),
  // A literal in the same expression loses fractions of a second.
  roundedMoments: /^TIMESTAMP_S$/i,
  singlePrecision: /^(float|real)$/i,
  brush: duckdbBrush,
  epochToTimestamp: (column, unit) => `MAKE_TIMESTAMP(CAST(${column} AS BIGINT) * ${unit === "s" ? 1_000_000 : 1000})`,
};

const duckdbForm: ConnectionForm = {
  placeholder: "duckdb:///sales.duckdb",
  fields: [
    { name: "database", label: msg("File"), kind: "text", required: true, placeholder: msg("e.g. sales.duckdb") },
    { name: "database_name", label: msg("Display name"), kind: "text", required: true },
  ],
  encryption: null,
};

export function duckdbConnector(engine: DuckDbEngine): Connector {
  return {
    engine: "duckdb",
    name: "DuckDB",
    place: "file",
    dialect: duckdbDialect,
    form: duckdbForm,
    connect: async (config) => new DuckDbConnection(engine, config),
  };
}

/** `duckdb:////data/x.duckdb` -> `/data/x.duckdb`; `duckdb:///:memory:` and `duckdb://` -> `:memory:`. */
export function duckdbFileOf(uri: string): string {
  const match = /^duckdb:\/\/(?:\/(.*))?$/.exec(uri.split("?")[0] ?? "");
  if (!match)
    throw typedError("CONNECTION_UNKNOWN_DATABASE_ERROR", t("Not a DuckDB connection string: {uri}", { uri }));
  const path = decoded(match[1] ?? "") ?? "";
  return path === "" ? ":memory:" : path;
}

/** Makes the engine compute a result as a whole: DuckDB 1.5 can wait forever when it streams many parts with limits. */
const WHOLE_ROWS = 1000;

class DuckDbConnection implements Connection {
  readonly #engine: DuckDbEngine;
  readonly #file: string;
  readonly #timeoutMs: number;
  readonly sql: SqlReader;

  constructor(engine: DuckDbEngine, config: ConnectionConfig) {
    this.#engine = engine;
    this.#file = duckdbFileOf(config.uri);
    this.#timeoutMs = config.timeoutMs;
    this.sql = (config.sqlReaderOf ?? sqlReaderOf)("duckdb", (expression) => this.#evaluated(expression));
  }

  queueStatus(): QueueStatus {
    return this.#engine.queueStatus(this.#file);
  }

  async run(sql: string, options: RunOptions & WholeResult = {}): Promise<ColumnarResult> {
    const { labels, mostJsonRows, mostRows } = options;
    const request: DuckDbRequest & WholeResult = this.#request(sql, options);
    if (labels) request.labels = labels;
    if (mostJsonRows !== undefined) request.mostJsonRows = mostJsonRows;
    if (mostRows !== undefined) request.mostRows = mostRows;
    try {
      return await this.#engine.query(request);
    } catch (error) {
      throw toTypedError(error, sql);
    }
  }

  async runShared({ base, table, parts }: SharedStatements, options: RunOptions = {}): Promise<ColumnarResult[]> {
    const { sql, ...request } = this.#request(base, options);
    return this.#engine.shared({ ...request, base: sql, table, parts });
  }

  runSelected(selected: SelectedStatements, options: RunOptions = {}): Promise<ColumnarResult[] | undefined> {
    return runSelectedRows(selected, (sql) => this.run(sql, { ...options, mostRows: WHOLE_ROWS }));
  }

  async runByColumns(statements: ColumnStatements, options: RunOptions = {}): Promise<ColumnarResult[] | undefined> {
    const scales = await scalesIfWorth(statements, this, (sql) => this.run(sql, { ...options, mostRows: 1 }));
    return scales && this.runShared({ ...statements, parts: statements.parts(scales) }, options);
  }

  async *stream(sql: string, options: RunOptions = {}): AsyncGenerator<ColumnarBatch, void, undefined> {
    try {
      yield* this.#engine.stream(this.#request(sql, options));
    } catch (error) {
      throw toTypedError(error, sql);
    }
  }

  async *rows(
    sql: string,
    { format, mostRows, ...options }: RunOptions & FileOptions,
  ): AsyncGenerator<WrittenRows, void, undefined> {
    try {
      const request = { ...this.#request(sql, options), format };
      yield* this.#engine.rows(mostRows === undefined ? request : { ...request, mostRows });
    } catch (error) {
      throw toTypedError(error, sql);
    }
  }

  /**
   * Runs in a process that can write only this file; queries wait. A final SELECT sees the changes; RETURNING rows
   * aren't returned.
   */
  async *change(statements: readonly string[], options: ChangeOptions = {}): AsyncGenerator<ColumnarBatch> {
    if (this.#file === ":memory:")
      throw typedError("GENERIC_DB_ENGINE_ERROR", t("An in-memory database can't be changed."));
    const { schema, onStatement, signal, timeoutMs = this.#timeoutMs } = options;
    const last = statements.at(-1) ?? "";
    const { kind } = await this.sql.inspect(last);
    let at = 0;
    await onStatement?.(at);
    const onProgress = (done: number) => {
      if (done < 2 || done > statements.length) return;
      at = done - 1;
      void onStatement?.(at);
    };
    try {
      await this.#engine.load({
        file: this.#file,
        statements: ["BEGIN", ...statements, "COMMIT"],
        readable: [],
        timeoutMs,
        onProgress,
        ...(schema ? { schema } : {}),
        ...(signal ? { signal } : {}),
      });
    } catch (error) {
      throw toTypedError(error, statements[at] ?? last);
    }
    if (kind === "read") yield* this.stream(await this.#placedFor(last, schema), options);
    else yield { columns: [], rows: 0 };
  }

  async #placedFor(sql: string, schema: string | null | undefined): Promise<string> {
    return schema ? this.sql.placed(sql, { catalog: null, schema }) : sql;
  }

  async catalogs(): Promise<string[]> {
    return textsOf(await this.run("SELECT database_name FROM duckdb_databases() WHERE NOT internal ORDER BY 1"));
  }

  async schemas(catalog?: string | null): Promise<string[]> {
    const where = catalog ? `catalog_name = ${quote(catalog)}` : "catalog_name = current_database()";
    return textsOf(
      await this.run(
        `SELECT schema_name FROM information_schema.schemata WHERE ${where}
         AND schema_name NOT IN ('information_schema', 'pg_catalog') ORDER BY 1`,
      ),
    );
  }

  async tables(schema?: string | null, catalog?: string | null): Promise<TableName[]> {
    const result = await this.run(
      `SELECT table_name, table_type FROM information_schema.tables
       WHERE table_schema = ${quote(schema ?? "main")} AND table_catalog = ${catalog ? quote(catalog) : "current_database()"}
       ORDER BY table_name`,
    );
    return tableNamesOf(result);
  }

  /** Deleted rows count until the file is rewritten. */
  async rowCounts(schema?: string | null, catalog?: string | null): Promise<RowCount[]> {
    const result = await this.run(
      `SELECT table_name, estimated_size FROM duckdb_tables() WHERE schema_name = ${quote(schema ?? "main")}
       AND database_name = ${catalog ? quote(catalog) : "current_database()"}`,
    );
    return rowCountsOf(result);
  }

  async columns(table: string, schema?: string | null, catalog?: string | null): Promise<SourceColumn[]> {
    const result = await this.run(
      `SELECT column_name, data_type, comment FROM duckdb_columns()
       WHERE table_name = ${quote(table)} AND schema_name = ${quote(schema ?? "main")}
       AND database_name = ${catalog ? quote(catalog) : "current_database()"} ORDER BY column_index`,
    );
    return sourceColumnsOf(result);
  }

  async viewSql(view: string, schema?: string | null, catalog?: string | null): Promise<string | null> {
    const result = await this.run(
      `SELECT sql FROM duckdb_views() WHERE view_name = ${quote(view)} AND schema_name = ${quote(schema ?? "main")}
       AND database_name = ${catalog ? quote(catalog) : "current_database()"}`,
    );
    return firstTextOf(result);
  }

  async details(table: string, schema?: string | null, catalog?: string | null): Promise<TableDetails> {
    const place = `schema_name = ${quote(schema ?? "main")} AND table_name = ${quote(table)}
       AND database_name = ${catalog ? quote(catalog) : "current_database()"}`;
    const keys = await this.run(
      `SELECT lower(split_part(constraint_type, ' ', 1)), constraint_name, unnest(constraint_column_names),
         CASE WHEN referenced_table <> '' THEN schema_name END, referenced_table, unnest(referenced_column_names)
       FROM duckdb_constraints() WHERE ${place} AND constraint_type IN ('PRIMARY KEY', 'FOREIGN KEY', 'UNIQUE')
       UNION ALL SELECT CASE WHEN is_unique THEN 'unique' ELSE 'index' END, index_name,
         unnest(string_split(expressions[2:-2], ', ')), NULL, NULL, NULL
       FROM duckdb_indexes() WHERE ${place}`,
    );
    const comments = await this.run(
      `SELECT comment FROM duckdb_tables() WHERE ${place} UNION ALL SELECT comment FROM duckdb_views() WHERE ${place.replace("table_name", "view_name")}`,
    );
    return tableDetailsOf([keys], comments.columns[0]?.values[0]);
  }

  async functions(): Promise<string[]> {
    return textsOf(
      await this.run(
        "SELECT DISTINCT function_name FROM duckdb_functions() WHERE function_name ~ '^[a-z_][a-z0-9_]*$' ORDER BY 1",
      ),
    );
  }

  async describe(sql: string, options: RunOptions = {}): Promise<SourceColumn[]> {
    await this.sql.checkStatement(sql);
    const described = await this.run(`DESCRIBE (\n${withoutTrailer(sql)}\n)`, options);
    const columns = sourceColumnsOf({ ...described, columns: described.columns.slice(0, 2) });
    const names = columns.map((column) => column.name);
    return columns.filter(({ name }, i) => names.indexOf(name) === i);
  }

  async close(): Promise<void> {}

  async #evaluated(expression: string): Promise<string> {
    const { columns } = await this.run(`SELECT ${expression}`);
    return String(columns[0]?.values[0]);
  }

  /** DuckDB would stop reading at a NUL and run other SQL than was checked. */
  #request(sql: string, options: RunOptions): DuckDbRequest {
    if (sql.includes("\0")) throw typedError("SYNTAX_ERROR", t("SQL can't contain NUL characters"), { extra: { sql } });
    const { signal, timeoutMs = this.#timeoutMs, microseconds = false } = options;
    return { file: this.#file, sql, timeoutMs, microseconds, ...(signal ? { signal } : {}) };
  }
}

const quote = duckdbDialect.quoteText;

/** From the beginning, since errors about values quote them. */
const PATTERNS: readonly [RegExp, ErrorType][] = [
  [/^Catalog Error: Table with name "?([^\s"]+)"? does not exist/, "TABLE_DOES_NOT_EXIST_ERROR"],
  [/^(?:Catalog|Binder) Error: .*?Schema with name "?([^\s"]+)"? does not exist/, "SCHEMA_DOES_NOT_EXIST_ERROR"],
  [/^Binder Error: Referenced column "([^"]+)" not found/, "COLUMN_DOES_NOT_EXIST_ERROR"],
  [/^Binder Error: .*? does not have a column named "([^"]+)"/, "COLUMN_DOES_NOT_EXIST_ERROR"],
  [/^Parser Error: syntax error at (?:or near "(.*)"|end of input)/, "SYNTAX_ERROR"],
  [/^Parser Error/, "SYNTAX_ERROR"],
];

/** The engine's message contains the path, so it isn't shown. */
const CANNOT_OPEN = /^(?:IO Error: )?(?:Cannot open|Could not (?:open|read)|The file ".*" exists, but it is not)/;

interface Failure {
  reason: "query" | "stopped" | "cancelled" | "timeout";
  message: string;
}

function isFailure(error: unknown): error is Failure {
  return error instanceof Error && typeof (error as Partial<Failure>).reason === "string";
}

function toTypedError(error: unknown, sql: string): unknown {
  if (error instanceof TesseraError || !isFailure(error)) return error;
  const extra = { sql, engine_name: "DuckDB" };
  if (error.reason === "cancelled") return error;
  if (error.reason === "timeout") return typedError("BACKEND_TIMEOUT_ERROR", error.message, { extra, cause: error });
  if (error.reason === "stopped") return typedError("GENERIC_DB_ENGINE_ERROR", error.message, { extra, cause: error });
  if (CANNOT_OPEN.test(error.message)) {
    const message = t("Can't open the database file.");
    return typedError("CONNECTION_UNKNOWN_DATABASE_ERROR", message, { extra, cause: error });
  }
  const { text, position } = located(error.message, sql);
  for (const [pattern, type] of PATTERNS) {
    const match = pattern.exec(text);
    if (!match) continue;
    const invalid = match[1] ? { invalid: [match[1]] } : {};
    return typedError(type, text, { extra: { ...extra, ...position, ...invalid }, cause: error });
  }
  return typedError("GENERIC_DB_ENGINE_ERROR", text, { extra: { ...extra, ...position }, cause: error });
}

function located(message: string, sql: string): { text: string; position?: { line: number; column: number } } {
  const match = /\n+LINE (\d+): (.*)\n( *)\^/.exec(message);
  if (!match) return { text: message.trim() };
  const text = message.slice(0, match.index).trim();
  const [, lineText = "1", excerpt = "", indent = ""] = match;
  const line = Number(lineText);
  const inExcerpt = indent.length - `LINE ${lineText}: `.length;
  const source = sql.split("\n")[line - 1] ?? "";
  const shown = excerpt.replace(/^\.\.\.|\.\.\.$/g, "");
  const shift = excerpt.startsWith("...") ? Math.max(0, source.indexOf(shown)) - 3 : 0;
  return { text, position: { line, column: Math.max(1, inExcerpt + shift + 1) } };
}
