import type { SqlLanguage } from "sql-formatter";
import { t } from "../../i18n/translate.ts";
import { typedError } from "../../model/errors.ts";
import { expressionColumns, type KnownTables, queryColumns } from "../../query/sql/query-columns.ts";
import { type ReaderDialect, sqlReaderOf } from "../../query/sql/reader-of.ts";
import type { MomentLiterals, SqlNamePlace, SqlReader } from "../../query/sql/sql-reader.ts";
import { transpiledExpression } from "../../query/sql/transpile.ts";
import { type Ask, serveTasks } from "../../server/threads/serve-tasks.ts";

/** `secured` has its predicates by the JSON text of the table. */
export type SqlTask =
  | { method: "format"; sql: string; language: SqlLanguage }
  | { method: "transpile"; sql: string; engine: string }
  | { method: "queryColumns"; sql: string; engine: string; known: KnownTables }
  | { method: "expressionColumns"; sql: string; engine: string }
  | ReadTask;

export type ReadTask = { dialect: ReaderDialect } & (
  | { method: "split" | "inspect" | "checkStatement"; sql: string }
  | { method: "checkExpression"; sql: string; kind: Parameters<SqlReader["checkExpression"]>[1] }
  | { method: "secured"; sql: string; predicates: ReadonlyMap<string, string> }
  | { method: "limited"; sql: string; rows: number }
  | { method: "placed"; sql: string; place: SqlNamePlace }
  | { method: "atMoment"; sql: string; literals: MomentLiterals }
);

let currentAsk: Ask | undefined;
const readers = new Map<ReaderDialect, SqlReader>();

function readerFor(dialect: ReaderDialect): SqlReader {
  const known = readers.get(dialect);
  if (known) return known;
  const reader = sqlReaderOf(dialect, (expression) => {
    if (!currentAsk) throw new Error("No task is running");
    return currentAsk(expression);
  });
  readers.set(dialect, reader);
  return reader;
}

type ColumnTask = Extract<SqlTask, { method: "queryColumns" | "expressionColumns" }>;

const isColumnTask = (task: SqlTask): task is ColumnTask =>
  task.method === "queryColumns" || task.method === "expressionColumns";

async function prepare(task: SqlTask): Promise<void> {
  if (task.method === "format") await import("sql-formatter");
  else if (task.method === "transpile") await transpiledExpression("1", task.engine);
  else if (isColumnTask(task)) await expressionColumns("1", task.engine);
  else if (task.dialect !== "duckdb") await readerFor(task.dialect).inspect("SELECT 1");
}

async function run(task: SqlTask, ask: Ask): Promise<unknown> {
  if (task.method === "format") return formatted(task.sql, task.language);
  if (task.method === "transpile") return transpiledExpression(task.sql, task.engine);
  if (task.method === "queryColumns") return queryColumns(task.sql, task.engine, task.known);
  if (task.method === "expressionColumns") return expressionColumns(task.sql, task.engine);
  currentAsk = ask;
  return read(readerFor(task.dialect), task);
}

function read(reader: SqlReader, task: ReadTask): Promise<unknown> {
  switch (task.method) {
    case "checkExpression":
      return reader.checkExpression(task.sql, task.kind);
    case "secured":
      return reader.secured(task.sql, (table) => {
        const predicate = task.predicates.get(JSON.stringify(table));
        if (predicate === undefined) throw typedError("INVALID_SQL_ERROR", t("This SQL can't be parsed."));
        return predicate || null;
      });
    case "limited":
      return reader.limited(task.sql, task.rows);
    case "placed":
      return reader.placed(task.sql, task.place);
    case "atMoment":
      return reader.atMoment(task.sql, task.literals);
    default:
      return reader[task.method](task.sql);
  }
}

async function formatted(sql: string, language: SqlLanguage): Promise<string> {
  const { format } = await import("sql-formatter");
  try {
    return format(sql, {
      language,
      keywordCase: "upper",
      paramTypes: { custom: [{ regex: String.raw`\{\{[\s\S]*?\}\}` }, { regex: String.raw`\{%[\s\S]*?%\}` }] },
    });
  } catch {
    return sql;
  }
}

serveTasks<SqlTask>({ prepare, run });
