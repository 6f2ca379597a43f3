import { TesseraError, typedError } from "../../model/errors.ts";
import { MAX_STATEMENTS } from "../../model/size-limits.ts";
import type { SqlReader, StatementFacts } from "../../query/sql/sql-reader.ts";

export interface ReadStatement {
  sql: string;
  facts: StatementFacts;
}

/** 422 INVALID_SQL_ERROR, with the place, for a syntax error and for more than `MAX_STATEMENTS`. */
export async function statementsOf(reader: SqlReader, sql: string, engine: string): Promise<ReadStatement[]> {
  const texts = await reader.split(sql).catch((error: unknown) => {
    throw toInvalidSqlError(error, sql, engine);
  });
  if (texts.length > MAX_STATEMENTS) throw tooManyStatements(texts.length, engine);
  try {
    const statements: ReadStatement[] = [];
    for (const { sql: text } of texts) {
      const facts = await reader.inspect(text).catch((error: unknown) => {
        throw unsupportedStatement(text) ?? error;
      });
      statements.push({ sql: text, facts });
    }
    if (statements.length > 0) return statements;
  } catch (error) {
    throw toInvalidSqlError(error, sql, engine);
  }
  throw typedError("INVALID_SQL_ERROR", "There is no SQL statement to run.", { status: 422, extra: { sql, engine } });
}

function unsupportedStatement(sql: string): Error | undefined {
  const opening = sql.slice(0, 80).replaceAll(/\s+/g, " ").toLowerCase();
  return reasonOf(opening) ? notAllowedError(sql, opening) : undefined;
}

function tooManyStatements(count: number, engine: string): Error {
  const [has, limit] = [count, MAX_STATEMENTS].map((number) => number.toLocaleString("en-US"));
  const message = `The SQL has ${has} statements. At most ${limit} can run at once: run it in parts.`;
  return typedError("INVALID_SQL_ERROR", message, { status: 422, extra: { engine } });
}

function toInvalidSqlError(error: unknown, sql: string, engine: string): unknown {
  if (!(error instanceof TesseraError) || isRefusal(error)) return error;
  const extra = "errors" in error.body ? (error.body.errors[0]?.extra ?? {}) : {};
  const { line = null, column = null } = extra as { line?: number | null; column?: number | null };
  const place = line === null ? "" : ` at line ${line}${column === null ? "" : `:${column}`}`;
  const near = line === null || column === null ? "" : ` near '${wordAt(sql, line, column)}'`;
  const message = place ? `Error parsing${near}${place}: ${error.message}` : `Error parsing: ${error.message}`;
  return typedError("INVALID_SQL_ERROR", message, {
    status: 422,
    extra: { sql, engine, line, column },
    cause: error,
  });
}

function wordAt(sql: string, line: number, column: number): string {
  const rest = sql.split("\n")[line - 1]?.slice(column - 1) ?? "";
  return /^\s*(\w+|\S)?/.exec(rest)?.[1] ?? "";
}

/** Everything else that doesn't read is never run. */
const CHANGES =
  /^(insert|replace into|update|delete|merge|truncate|with|(create( or replace)?|drop|alter)( global| local)?( temp(orary)?| unlogged)?( unique)?( materialized)? (table|view|index|schema))\b/;

export function assertAllowed({ sql, facts }: ReadStatement, { allow_dml }: { allow_dml: boolean }): void {
  if (facts.refusedFunctions.length > 0) {
    const names = facts.refusedFunctions.join(", ");
    throw typedError("SYNTAX_ERROR", `SQL statement contains disallowed function(s): {${names}}`, { extra: { sql } });
  }
  if (facts.refusedTables.length > 0) {
    const names = facts.refusedTables.map(({ name }) => name).join(", ");
    throw typedError("SYNTAX_ERROR", `SQL statement references disallowed table(s): {${names}}`, { extra: { sql } });
  }
  if (facts.kind === "read" || facts.kind === "command") return;
  const isChange = facts.kind === "write" && CHANGES.test(facts.opening);
  // A WITH that writes none of its tables writes something else, such as a file.
  if (!isChange || (facts.opening.startsWith("with") && facts.writes.length === 0))
    throw notAllowedError(sql, facts.opening);
  if (!allow_dml)
    throw typedError("DML_NOT_ALLOWED_ERROR", "This database only allows statements that read: no DML or DDL.", {
      extra: { sql },
    });
}

const REASONS: readonly (readonly [RegExp, string])[] = [
  [/^(begin|start transaction|commit|end|rollback|abort|savepoint|release)\b/, "SQL Lab handles transactions itself"],
  [/^(set|reset|discard)\b/, "it changes a setting that SQL Lab manages, or the account or role"],
  [/^pragma\b/, "only PRAGMA statements that read are allowed, except those that show files"],
  [
    /^(show|list|help)\b/,
    "it shows accounts, files, secrets or other users' work, or this database doesn't support it",
  ],
  [/^(describe|desc)\b/, "this database doesn't support it"],
  [/^use\b/, "choose the database and schema beside the editor"],
  [
    /^(grant|revoke|deny|reassign)\b|^(create|alter|drop) (user|role|group|login)\b/,
    "it changes accounts and their permissions",
  ],
  [
    /^(attach|detach|copy|export|import|install|load|unload|put|get|backup|restore|into|\.|handler)\b/,
    "it accesses files, extensions or other databases",
  ],
  [
    /^(call|exec|execute|do|prepare|deallocate|declare|fetch|move|close|open)\b/,
    "it runs code or stores something on the server",
  ],
  [
    /^(kill|shutdown|flush|purge|listen|unlisten|notify|lock|unlock|change|stop|system)\b/,
    "it affects the server and its other sessions",
  ],
  [
    /^(vacuum|analyze|analyse|checkpoint|optimize|repair|check|reindex|cluster|cache|checksum|refresh|comment|exists|security)\b/,
    "it is database maintenance",
  ],
  [
    /^pivot\b|^unpivot\b/,
    "its columns depend on the data, so its tables can't be checked. Use SELECT with CASE or FILTER",
  ],
];

const PLANS = /^explain\b|^(analyze|desc|describe)( format)? ?(insert|update|delete|replace)\b/;

function reasonOf(opening: string): string | undefined {
  return REASONS.find(([pattern]) => pattern.test(opening))?.[1];
}

function notAllowedError(sql: string, opening: string): TesseraError {
  const verb = /^[a-z]+/.exec(opening)?.[0]?.toUpperCase();
  const reason = PLANS.exec(opening)
    ? "only statements that read can be explained"
    : (reasonOf(opening) ?? "SQL Lab only runs statements that read, and changes of rows, tables, views and indexes");
  return typedError("DML_NOT_ALLOWED_ERROR", `This ${verb ? `${verb} ` : ""}statement isn't allowed: ${reason}.`, {
    extra: { sql },
  });
}

const isRefusal = ({ body }: TesseraError) =>
  "errors" in body && body.errors.some(({ error_type }) => error_type === "DML_NOT_ALLOWED_ERROR");
