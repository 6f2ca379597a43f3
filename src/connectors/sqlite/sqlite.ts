import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { msg, t } from "../../i18n/translate.ts";
import { typedError } from "../../model/errors.ts";
import { byteFilter, type Dialect, defaultDialect } from "../../query/dialect.ts";
import { POLYGLOT_LEXES } from "../../query/sql/polyglot-reader.ts";
import { sqlReaderOf } from "../../query/sql/reader-of.ts";
import type { SqlReader } from "../../query/sql/sql-reader.ts";
import { withoutTrailer } from "../../query/sql/statement-shape.ts";
import { DISPLAY_NAME, decoded } from "../address/address.ts";
import type { RowBatch } from "../columns.ts";
import type {
  ChangeOptions,
  ColumnarBatch,
  ColumnarResult,
  Connection,
  ConnectionConfig,
  ConnectionForm,
  Connector,
  RunOptions,
  SourceColumn,
  TableDetails,
  TableName,
} from "../connector.ts";
import { type EngineFailure, positionAt, toDatabaseError, wordAt } from "../failure.ts";
import { firstTextOf, sourceColumnsOf, tableDetailsOf, tableNamesOf } from "../listing.ts";
import { runChange, type WritingSession } from "../sessions/change.ts";
import { type SessionSettings, Sessions, sharesOf } from "../sessions/sessions.ts";
import { isMomentType, sqliteShapeOf, storedTimeOf } from "./types.ts";

export type SqliteRequest = { kind: "run"; sql: string; batchRows: number } | { kind: "next" } | { kind: "commit" };

export type SqliteReply =
  | { kind: "ready" }
  | { kind: "committed" }
  | { kind: "batch"; columns: { name: string; type: string | null }[]; rows: unknown[][]; isLast: boolean }
  | { kind: "error"; message: string; code: number };

const MAX_SESSIONS = 3;
const DESCRIBE_MS = 400;

const at = (format: string, column: string) => `STRFTIME('${format}', ${column})`;
const truncated = (format: string) => (column: string) => at(`%Y-%m-%d ${format}`, column);
const everyN = (n: number, [outer, part, unit]: readonly [string, string, string]) => {
  return (c: string) =>
    `DATETIME(${at(`%Y-%m-%d ${outer}`, c)}, (CAST(${at(part, c)} AS INTEGER) / ${n} * ${n}) || ' ${unit}')`;
};
const SECONDS = ["%H:%M:00", "%S", "seconds"] as const;
const MINUTES = ["%H:00:00", "%M", "minutes"] as const;
const HOURS = ["00:00:00", "%H", "hours"] as const;
const MONDAY = (c: string) => `DATETIME(${c}, 'start of day', '-' || ((${at("%w", c)} + 6) % 7) || ' days')`;

const printed = (c: string) =>
  `CAST(CASE WHEN TYPEOF(${c}) = 'real' AND ${c} = CAST(${c} AS INTEGER) THEN CAST(${c} AS INTEGER) ELSE ${c} END AS TEXT)`;

export const sqliteDialect: Dialect = {
  ...defaultDialect,
  engine: "sqlite",
  explain: "EXPLAIN QUERY PLAN",
  searchPath: "SELECT 'main'",
  /** Timestamps are text: fractions are only written if present, so that they compare with stored ones. */
  temporalLiteral: (epochMs, type) => {
    const text = new Date(epochMs).toISOString();
    if (type === "date") return `'${text.slice(0, 10)}'`;
    return `'${text.slice(0, 10)} ${text.slice(11, epochMs % 1000 === 0 ? 19 : -1)}'`;
  },
  timeGrains: {
    PT1S: truncated("%H:%M:%S"),
    PT5S: everyN(5, SECONDS),
    PT30S: everyN(30, SECONDS),
    PT1M: truncated("%H:%M:00"),
    PT5M: everyN(5, MINUTES),
    PT10M: everyN(10, MINUTES),
    PT15M: everyN(15, MINUTES),
    PT30M: everyN(30, MINUTES),
    PT1H: truncated("%H:00:00"),
    PT6H: everyN(6, HOURS),
    P1D: (c) => `DATETIME(${c}, 'start of day')`,
    P1W: MONDAY,
    P1M: (c) => `DATETIME(${c}, 'start of month')`,
    P3M: (c) => `DATETIME(${c}, 'start of month', '-' || ((${at("%m", c)} - 1) % 3) || ' months')`,
    P1Y: (c) => `DATETIME(${c}, 'start of year')`,
    "1969-12-28T00:00:00Z/P1W": (c) => `DATETIME(${c}, 'start of day', '-' || ${at("%w", c)} || ' days')`,
    "1969-12-29T00:00:00Z/P1W": MONDAY,
    "P1W/1970-01-03T00:00:00Z": (c) => `DATETIME(${c}, 'start of day', 'weekday 6')`,
    "P1W/1970-01-04T00:00:00Z": (c) => `DATETIME(${c}, 'start of day', 'weekday 0')`,
  },
  momentsAreTexts: true,
  isInfinite: (column, type) => (/real|floa|doub|num|dec/i.test(type) ? `ABS(${column}) = 9e999` : undefined),
  castToText: (column) => `CAST(${column} AS TEXT)`,
  orderTerm: (sql, isAscending) => `${sql} ${isAscending ? "ASC" : "DESC"} NULLS LAST`,
  limitClause: (limit, offset) =>
    offset > 0 ? `LIMIT ${limit ?? -1}\nOFFSET ${offset}` : defaultDialect.limitClause(limit, 0),
  nullSafeEqual: (left, right) => `${left} IS ${right}`,
  shownText: (column, type) => (/blob/i.test(type) ? printed(column) : undefined),
  // Bytes never equal text, and any column may contain bytes.
  bytes: {
    ...byteFilter(/blob/i, (hex) => `X'${hex}'`),
    loose: /^/,
    operand: (column) => `CAST(${printed(column)} AS BLOB)`,
  },
  brush: {
    lexis: POLYGLOT_LEXES.sqlite,
    doubleTypes: /^(double|double precision|float|real)$/,
    division: "by value",
    divisionByZero: "missing",
    hasDecimals: false,
    ordersByCodePoint: true,
    binNumber: () => undefined,
    nestedBins: 2048,
    comparedEdges: () => undefined,
  },
  typedByValue: (sql, text, number) => `CASE TYPEOF(${sql}) WHEN 'text' THEN ${text} ELSE ${number} END`,
  epochToTimestamp: (column, unit) =>
    unit === "s"
      ? `DATETIME(${column}, 'unixepoch')`
      : `STRFTIME('%Y-%m-%d %H:%M:%f', ${column} / 1000.0, 'unixepoch')`,
};

const form: ConnectionForm = {
  placeholder: "sqlite:///sales.db",
  fields: [
    { name: "database", label: msg("File"), kind: "text", required: true, placeholder: msg("e.g. sales.db") },
    DISPLAY_NAME,
  ],
  encryption: null,
};

export function sqliteConnector(): Connector {
  return {
    engine: "sqlite",
    name: "SQLite",
    place: "file",
    dialect: sqliteDialect,
    form,
    connect: async (config) => new SqliteConnection(config),
  };
}

/** `sqlite:////data/x.db` -> `/data/x.db`; `sqlite:///:memory:` and `sqlite://` -> `:memory:`. */
export function sqliteFileOf(uri: string): string {
  const match = /^sqlite(?:\+\w+)?:\/\/(?:\/(.*))?$/s.exec(uri.split("?")[0] ?? "");
  if (!match)
    throw typedError("CONNECTION_UNKNOWN_DATABASE_ERROR", t("Not a SQLite connection string: {uri}", { uri }));
  const path = decoded(match[1] ?? "") ?? "";
  if (path.includes("\0") || /^file:/i.test(path)) {
    throw typedError("CONNECTION_UNKNOWN_DATABASE_ERROR", t("Enter a file path."));
  }
  return path === "" ? ":memory:" : path;
}

class SqliteConnection implements Connection {
  readonly sql: SqlReader;
  readonly #sessions: Sessions;
  readonly #file: string;
  readonly #settings: Omit<SessionSettings, "open" | "max">;

  constructor(config: ConnectionConfig) {
    this.sql = (config.sqlReaderOf ?? sqlReaderOf)("sqlite");
    this.#file = sqliteFileOf(config.uri);
    this.#settings = {
      timeoutMs: config.timeoutMs,
      toError: (error, sql) => toDatabaseError(error, failureOf(error, sql), { engine: "SQLite", sql }),
    };
    this.#sessions = new Sessions({
      ...this.#settings,
      open: () => openSession(this.#file),
      ...sharesOf(config, MAX_SESSIONS),
    });
  }

  readonly queueStatus = () => this.#sessions.queueStatus();

  async run(sql: string, options?: RunOptions): Promise<ColumnarResult> {
    assertReads(sql);
    return this.#sessions.run(sql, options);
  }

  async *stream(sql: string, options?: RunOptions): AsyncGenerator<ColumnarBatch, void, undefined> {
    assertReads(sql);
    yield* this.#sessions.stream(sql, options);
  }

  change(statements: readonly string[], options: ChangeOptions = {}): AsyncIterable<ColumnarBatch> {
    return runChange({ ...this.#settings, open: () => openSession(this.#file, "write") }, statements, options);
  }

  async catalogs(): Promise<string[]> {
    return [];
  }

  async schemas(): Promise<string[]> {
    return ["main"];
  }

  async tables(): Promise<TableName[]> {
    return tableNamesOf(
      await this.run(
        "SELECT name, type FROM sqlite_schema WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite!_%' ESCAPE '!' ORDER BY name",
      ),
    );
  }

  /** Columns without a declared type are stored like BLOB, unconverted. */
  async columns(table: string): Promise<SourceColumn[]> {
    const columns = sourceColumnsOf(
      await this.run(
        `SELECT name, IIF(type = '', 'BLOB', type) FROM pragma_table_xinfo(${quote(table)}) WHERE hidden <> 1 ORDER BY cid`,
      ),
    );
    return this.#withStoredTimes(columns, sqliteDialect.quoteIdentifier(table));
  }

  /** Samples one value per temporal column if that is fast, because many programs store timestamps as numbers. */
  async #withStoredTimes(columns: readonly SourceColumn[], rows: string): Promise<SourceColumn[]> {
    const moments = columns.filter(({ type }) => isMomentType(type));
    if (moments.length === 0) return [...columns];
    const values = moments.map(({ name }) => {
      const column = sqliteDialect.quoteIdentifier(name);
      return `(SELECT IIF(TYPEOF(${column}) IN ('integer', 'real'), ${column}, NULL) FROM ${rows} WHERE ${column} IS NOT NULL LIMIT 1)`;
    });
    const found = await this.run(`SELECT ${values.join(", ")}`, { timeoutMs: DESCRIBE_MS }).catch(() => undefined);
    const stored = new Map(moments.map(({ name }, i) => [name, storedTimeOf(found?.columns[i]?.values[0])]));
    return columns.map((column) => {
      const storedAs = stored.get(column.name);
      return storedAs ? { ...column, storedAs } : column;
    });
  }

  async viewSql(view: string): Promise<string | null> {
    return firstTextOf(await this.run(`SELECT sql FROM sqlite_schema WHERE type = 'view' AND name = ${quote(view)}`));
  }

  async details(table: string): Promise<TableDetails> {
    const primary = await this.run(
      `SELECT 'primary', NULL, name FROM pragma_table_info(${quote(table)}) WHERE pk > 0 ORDER BY pk`,
    );
    const foreign = await this.run(
      `SELECT 'foreign', 'fk_' || id, "from", NULL, "table", "to" FROM pragma_foreign_key_list(${quote(table)}) ORDER BY id, seq`,
    );
    const indexes = await this.run(
      `SELECT CASE WHEN l."unique" THEN 'unique' ELSE 'index' END, l.name, i.name
       FROM pragma_index_list(${quote(table)}) l, pragma_index_info(l.name) i
       WHERE l.origin <> 'pk' ORDER BY l.name, i.seqno`,
    );
    return tableDetailsOf([primary, foreign, indexes], null);
  }

  /** Expressions have no type without a value, so one row is sampled if that is fast. */
  async describe(sql: string, options: RunOptions = {}): Promise<SourceColumn[]> {
    await this.sql.checkStatement(sql);
    const described = (limit: number) => `SELECT * FROM (\n${withoutTrailer(sql)}\n) AS described LIMIT ${limit}`;
    const { columns } = await this.run(described(1), { ...options, timeoutMs: DESCRIBE_MS }).catch(() =>
      this.run(described(0), options),
    );
    const named = columns.map(({ name, type }) => ({ name, type }));
    return this.#withStoredTimes(named, `(\n${withoutTrailer(sql)}\n)`);
  }

  close(): Promise<void> {
    return this.#sessions.close();
  }
}

const quote = sqliteDialect.quoteText;

/**
 * A file opened for reading doesn't prevent statements that open other files, such as ATTACH and VACUUM INTO. They
 * can't be nested.
 */
function assertReads(sql: string): void {
  if (/^(?:\s|\/\*(?:(?!\*\/)[\s\S])*\*\/|--[^\n]*\n)*(?:SELECT|WITH|VALUES|EXPLAIN|PRAGMA)\b/i.test(sql)) return;
  throw typedError("SYNTAX_ERROR", t("Only SELECT statements are allowed."), { extra: { sql, engine_name: "SQLite" } });
}

async function openSession(file: string, mode = "read"): Promise<SqliteSession> {
  const child = fork(fileURLToPath(new URL("./child.ts", import.meta.url)), [file, mode], {
    serialization: "advanced",
    execArgv: ["--disable-warning=ExperimentalWarning", "--max-semi-space-size=1"],
    env: { PATH: process.env.PATH, TZ: "UTC" },
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const session = new SqliteSession(child);
  try {
    await session.reply();
    return session;
  } catch (error) {
    await session.close();
    throw error;
  }
}

class SqliteFailure extends Error {
  readonly code: number;

  constructor(message: string, code: number) {
    super(message);
    this.code = code;
  }
}

class SqliteSession implements WritingSession {
  readonly #child: ChildProcess;
  readonly #arrived: SqliteReply[] = [];
  #wake: (() => void) | undefined;
  isBroken = false;

  constructor(child: ChildProcess) {
    this.#child = child;
    const onEnd = () => {
      this.isBroken = true;
      this.#wake?.();
    };
    child.on("message", (reply: SqliteReply) => {
      this.#arrived.push(reply);
      this.#wake?.();
    });
    child.on("error", onEnd);
    child.on("exit", onEnd);
  }

  async *rows(sql: string, { batchRows }: { batchRows: number }): AsyncGenerator<RowBatch, void, undefined> {
    let shapes: RowBatch["shapes"] | undefined;
    this.#send({ kind: "run", sql, batchRows });
    for (;;) {
      const reply = await this.reply();
      if (reply.kind !== "batch") continue;
      const { columns, rows, isLast } = reply;
      shapes ??= columns.map((column, i) =>
        sqliteShapeOf(
          column,
          rows.map((row) => row[i]),
        ),
      );
      if (!isLast) this.#send({ kind: "next" });
      yield { shapes, rows };
      if (isLast) return;
    }
  }

  async reply(): Promise<Exclude<SqliteReply, { kind: "error" }>> {
    for (;;) {
      const reply = this.#arrived.shift();
      if (reply?.kind === "error") throw new SqliteFailure(reply.message, reply.code);
      if (reply) return reply;
      if (this.isBroken) throw new SqliteFailure(t("Reading the file stopped unexpectedly. Run the query again."), 0);
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  async cancel(): Promise<void> {
    this.#child.kill("SIGKILL");
  }

  async reset(): Promise<void> {}

  async commit(): Promise<void> {
    this.#send({ kind: "commit" });
    await this.reply();
  }

  async close(): Promise<void> {
    this.#child.kill("SIGKILL");
  }

  #send(request: SqliteRequest): void {
    if (!this.isBroken) this.#child.send(request, () => undefined);
  }
}

const CANNOT_OPEN = 14;
const NOT_A_DATABASE = 26;

const PATTERNS: readonly [RegExp, EngineFailure["type"]][] = [
  [/^no such table: (?:\w+\.)?(.+)$/, "TABLE_DOES_NOT_EXIST_ERROR"],
  [/^no such column: "?([^"\s]+)"?/, "COLUMN_DOES_NOT_EXIST_ERROR"],
  [/^no such function: (\S+)$/, "GENERIC_DB_ENGINE_ERROR"],
  [/^near "([\s\S]*)": syntax error$/, "SYNTAX_ERROR"],
  [/^incomplete input$/, "SYNTAX_ERROR"],
  [/^unrecognized token: "([\s\S]*)"$/, "SYNTAX_ERROR"],
];

function failureOf(error: unknown, sql: string): EngineFailure {
  const { message, code } = error as SqliteFailure;
  if (code === CANNOT_OPEN || code === NOT_A_DATABASE) {
    return {
      type: "CONNECTION_UNKNOWN_DATABASE_ERROR",
      message: t("Can't read the file as a database: {reason}", { reason: message }),
    };
  }
  for (const [pattern, type] of PATTERNS) {
    const match = pattern.exec(message);
    if (!match) continue;
    const [, name = ""] = match;
    const end = type === "SYNTAX_ERROR" && name === "" ? positionAt(sql, [...sql].length) : undefined;
    const position = end ?? wordAt(sql, name.split(".").at(-1) ?? name);
    return { type, message, position, ...(type === "SYNTAX_ERROR" ? {} : { invalid: [name] }) };
  }
  return { type: "GENERIC_DB_ENGINE_ERROR", message };
}
