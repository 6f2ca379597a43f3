import type { SqlLanguage } from "sql-formatter";
import { t } from "../../i18n/translate.ts";
import { typedError } from "../../model/errors.ts";
import type { ColumnMention, KnownTables, QueryColumns } from "../../query/sql/query-columns.ts";
import { type Evaluate, type SqlReaderFactory, sqlReaderOf } from "../../query/sql/reader-of.ts";
import type {
  ExpressionKind,
  MomentLiterals,
  SqlNamePlace,
  SqlReader,
  StatementFacts,
  StatementText,
  TableReference,
} from "../../query/sql/sql-reader.ts";
import type { App } from "../../server/app.ts";
import { createTaskPool, type TaskPool } from "../../server/threads/task-pool.ts";
import type { ReadTask, SqlTask } from "./sql-worker.ts";

const MAX_MEMORY_MB = 1024;
const MAX_SQL = 1024 * 1024;
const INLINE_DUCKDB = 4000;
const CACHED_LENGTH = 20_000;
const CACHED_RESULTS = 2000;

const SQL_POOL = {
  entry: new URL("./sql-worker.ts", import.meta.url),
  name: "sql",
  quickSize: 16_000,
  quickMs: 200,
  loadMs: 30_000,
  penaltyMs: 10_000,
  quickIdleMs: 180_000,
  slowIdleMs: 15_000,
  tooSlow: (seconds: number) =>
    typedError(
      "INVALID_SQL_ERROR",
      t("Parsing this SQL took longer than {seconds, number} seconds. Shorten or simplify it.", { seconds }),
    ),
  tooBig: (megabytes: number) =>
    typedError(
      "INVALID_SQL_ERROR",
      t("Parsing this SQL took more than {megabytes, number} MB of memory. Shorten or simplify it.", { megabytes }),
    ),
};

/**
 * Parses and formats SQL in worker threads with limits of length, time and memory, so that no other request waits. 413
 * for texts that are too long; a typed error for a timeout.
 */
export interface SqlThreads {
  readerOf: SqlReaderFactory;
  format(sql: string, language: SqlLanguage): Promise<string>;
  transpile(sql: string, engine: string): Promise<string>;
  /** Null for SQL that isn't understood. */
  queryColumns(sql: string, engine: string, known?: KnownTables): Promise<QueryColumns | null>;
  /** Null for an expression that isn't understood. */
  expressionColumns(sql: string, engine: string): Promise<ColumnMention[] | null>;
}

export const sqlThreadsOf = (app: App): SqlThreads => app.once(openSqlThreads);

function openSqlThreads(app: App): SqlThreads {
  const pool = createTaskPool({
    ...SQL_POOL,
    slowMs: app.config.limits.sqlParseTimeoutMs,
    memoryMb: Math.min(MAX_MEMORY_MB, app.config.memory.threadMb),
  });
  app.onClose(() => pool.close());
  const run = <T = string>(task: SqlTask) => runTask(pool, task) as Promise<T>;
  return {
    readerOf: (dialect, evaluate) => {
      const reader = new ThreadReader(pool, dialect, evaluate);
      return dialect === "duckdb" ? new ShortTextsInline(sqlReaderOf(dialect, evaluate), reader) : reader;
    },
    format: (sql, language) => run({ method: "format", sql, language }),
    transpile: (sql, engine) => run({ method: "transpile", sql, engine }),
    queryColumns: (sql, engine, known = []) => run({ method: "queryColumns", sql, engine, known }),
    expressionColumns: (sql, engine) => run({ method: "expressionColumns", sql, engine }),
  };
}

async function runTask(pool: TaskPool, task: SqlTask, evaluate?: Evaluate): Promise<unknown> {
  const { length } = task.sql;
  if (length > MAX_SQL) throw tooLong(length);
  return pool.run(task, { size: length, ...(evaluate && { answer: evaluate }) });
}

function tooLong(length: number) {
  const message = t("The SQL has {length, number} characters. At most {limit, number} are allowed.", {
    length,
    limit: MAX_SQL,
  });
  return typedError("INVALID_SQL_ERROR", message, { status: 413 });
}

type WithoutDialect<Task> = Task extends ReadTask ? Omit<Task, "dialect"> : never;
type ReaderCall = WithoutDialect<ReadTask>;

class ThreadReader implements SqlReader {
  readonly #pool: TaskPool;
  readonly #dialect: ReadTask["dialect"];
  readonly #evaluate: Evaluate | undefined;
  readonly #cached = new Map<string, Promise<unknown>>();

  constructor(pool: TaskPool, dialect: ReadTask["dialect"], evaluate: Evaluate | undefined) {
    this.#pool = pool;
    this.#dialect = dialect;
    this.#evaluate = evaluate;
  }

  split = (sql: string) => this.#copied<StatementText[]>({ method: "split", sql });
  inspect = (sql: string) => this.#copied<StatementFacts>({ method: "inspect", sql });
  checkStatement = (sql: string) => this.#cachedResult<void>({ method: "checkStatement", sql });
  checkExpression = (sql: string, kind: ExpressionKind) =>
    this.#cachedResult<void>({ method: "checkExpression", sql, kind });
  limited = (sql: string, rows: number) => this.#cachedResult<string | null>({ method: "limited", sql, rows });
  placed = (sql: string, place: SqlNamePlace) => this.#cachedResult<string>({ method: "placed", sql, place });
  atMoment = (sql: string, literals: MomentLiterals) =>
    this.#cachedResult<string | null>({ method: "atMoment", sql, literals });

  async secured(sql: string, predicateOf: (table: TableReference) => string | null): Promise<string> {
    const { reads, writes } = await this.inspect(sql);
    const predicates = new Map([...reads, ...writes].map((one) => [JSON.stringify(one), predicateOf(one) ?? ""]));
    return this.#run<string>({ method: "secured", sql, predicates });
  }

  async #copied<Result>(call: ReaderCall): Promise<Result> {
    return structuredClone(await this.#cachedResult<Result>(call));
  }

  #cachedResult<Result>(call: ReaderCall): Promise<Result> {
    if (call.sql.length > CACHED_LENGTH) return this.#run<Result>(call);
    const key = JSON.stringify(call);
    const known = this.#cached.get(key);
    if (known) return known as Promise<Result>;
    const result = this.#run<Result>(call);
    if (this.#cached.size >= CACHED_RESULTS) this.#cached.clear();
    this.#cached.set(key, result);
    result.catch(() => this.#cached.delete(key));
    return result;
  }

  #run<Result>(call: ReaderCall): Promise<Result> {
    return runTask(this.#pool, { ...call, dialect: this.#dialect }, this.#evaluate) as Promise<Result>;
  }
}

class ShortTextsInline implements SqlReader {
  readonly #inline: SqlReader;
  readonly #threads: SqlReader;

  constructor(inline: SqlReader, threads: SqlReader) {
    this.#inline = inline;
    this.#threads = threads;
  }

  split = (sql: string) => this.#for(sql).split(sql);
  inspect = (sql: string) => this.#for(sql).inspect(sql);
  checkStatement = (sql: string) => this.#for(sql).checkStatement(sql);
  checkExpression: SqlReader["checkExpression"] = (sql, kind) => this.#for(sql).checkExpression(sql, kind);
  secured: SqlReader["secured"] = (sql, predicateOf) => this.#for(sql).secured(sql, predicateOf);
  limited: SqlReader["limited"] = (sql, rows) => this.#for(sql).limited(sql, rows);
  placed: SqlReader["placed"] = (sql, place) => this.#for(sql).placed(sql, place);
  atMoment: SqlReader["atMoment"] = (sql, literals) => this.#for(sql).atMoment(sql, literals);

  #for(sql: string): SqlReader {
    return sql.length <= INLINE_DUCKDB ? this.#inline : this.#threads;
  }
}
