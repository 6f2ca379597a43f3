import { t } from "../../i18n/translate.ts";
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
  throw typedError("INVALID_SQL_ERROR", t("There is no SQL statement to run."), {
    status: 422,
    extra: { sql, engine },
  });
}

function unsupportedStatement(sql: string): Error | undefined {
  const opening = sql.slice(0, 80).replaceAll(/\s+/g, " ").toLowerCase();
  return refusalOf(opening) ? notAllowedError(sql, opening) : undefined;
}

function tooManyStatements(count: number, engine: string): Error {
  const message = t(
    "The SQL has {count, number} statements. At most {limit, number} can run at once: run it in parts.",
    { count, limit: MAX_STATEMENTS },
  );
  return typedError("INVALID_SQL_ERROR", message, { status: 422, extra: { engine } });
}

function toInvalidSqlError(error: unknown, sql: string, engine: string): unknown {
  if (!(error instanceof TesseraError) || isRefusal(error)) return error;
  const extra = "errors" in error.body ? (error.body.errors[0]?.extra ?? {}) : {};
  const { line = null, column = null } = extra as { line?: number | null; column?: number | null };
  return typedError("INVALID_SQL_ERROR", parseMessage(sql, { line, column }, error.message), {
    status: 422,
    extra: { sql, engine, line, column },
    cause: error,
  });
}

function parseMessage(
  sql: string,
  { line, column }: { line: number | null; column: number | null },
  problem: string,
): string {
  if (line === null) return t("Error parsing: {problem}", { problem });
  if (column === null) return t("Error parsing at line {line}: {problem}", { line: String(line), problem });
  const place = { word: `'${wordAt(sql, line, column)}'`, place: `${line}:${column}` };
  return t("Error parsing near {word} at line {place}: {problem}", { ...place, problem });
}

function wordAt(sql: string, line: number, column: number): string {
  const rest = sql.split("\n")[line - 1]?.slice(column - 1) ?? "";
  return /^\s*(\w+|\S)?/.exec(rest)?.[1] ?? "";
}

/** Statements that neither read nor match this never run. */
const CHANGES =
  /^(insert|replace into|update|delete|merge|truncate|with|(create( or replace)?|drop|alter)( global| local)?( temp(orary)?| unlogged)?( unique)?( materialized)? (table|view|index|schema))\b/;

export function assertAllowed({ sql, facts }: ReadStatement, { allow_dml }: { allow_dml: boolean }): void {
  if (facts.refusedFunctions.length > 0) {
    const names = facts.refusedFunctions.join(", ");
    throw typedError(
      "SYNTAX_ERROR",
      t("SQL statement contains disallowed function(s): {names}", { names: `{${names}}` }),
      { extra: { sql } },
    );
  }
  if (facts.refusedTables.length > 0) {
    const names = facts.refusedTables.map(({ name }) => name).join(", ");
    throw typedError(
      "SYNTAX_ERROR",
      t("SQL statement references disallowed table(s): {names}", { names: `{${names}}` }),
      { extra: { sql } },
    );
  }
  if (facts.kind === "read" || facts.kind === "command") return;
  const isChange = facts.kind === "write" && CHANGES.test(facts.opening);
  // A WITH that writes none of its tables writes something else, such as a file.
  if (!isChange || (facts.opening.startsWith("with") && facts.writes.length === 0))
    throw notAllowedError(sql, facts.opening);
  if (!allow_dml)
    throw typedError("DML_NOT_ALLOWED_ERROR", t("This database doesn't allow DML or DDL statements."), {
      extra: { sql },
    });
}

const REFUSALS: readonly (readonly [RegExp, (verb: string) => string])[] = [
  [
    /^(begin|start transaction|commit|end|rollback|abort|savepoint|release)\b/,
    (verb) => t("This {verb} statement isn't allowed: SQL Lab handles transactions itself.", { verb }),
  ],
  [
    /^(set|reset|discard)\b/,
    (verb) =>
      t("This {verb} statement isn't allowed: it changes the account, the role or a setting that SQL Lab manages.", {
        verb,
      }),
  ],
  [
    /^pragma\b/,
    (verb) =>
      t("This {verb} statement isn't allowed: only read-only PRAGMA statements that don't show files can run.", {
        verb,
      }),
  ],
  [
    /^(show|list|help)\b/,
    (verb) =>
      t(
        "This {verb} statement isn't allowed: it shows accounts, files, secrets or other users' work, or this database doesn't support it.",
        { verb },
      ),
  ],
  [
    /^(describe|desc)\b/,
    (verb) => t("This {verb} statement isn't allowed: this database doesn't support it.", { verb }),
  ],
  [
    /^use\b/,
    (verb) => t("This {verb} statement isn't allowed: choose the database and schema beside the editor.", { verb }),
  ],
  [
    /^(grant|revoke|deny|reassign)\b|^(create|alter|drop) (user|role|group|login)\b/,
    (verb) => t("This {verb} statement isn't allowed: it changes accounts and their permissions.", { verb }),
  ],
  [
    /^(attach|detach|copy|export|import|install|load|unload|put|get|backup|restore|into|\.|handler)\b/,
    (verb) =>
      verb
        ? t("This {verb} statement isn't allowed: it accesses files, extensions or other databases.", { verb })
        : t("This statement isn't allowed: it accesses files, extensions or other databases."),
  ],
  [
    /^(call|exec|execute|do|prepare|deallocate|declare|fetch|move|close|open)\b/,
    (verb) => t("This {verb} statement isn't allowed: it runs code or stores something on the server.", { verb }),
  ],
  [
    /^(kill|shutdown|flush|purge|listen|unlisten|notify|lock|unlock|change|stop|system)\b/,
    (verb) => t("This {verb} statement isn't allowed: it affects the server and its other sessions.", { verb }),
  ],
  [
    /^(vacuum|analyze|analyse|checkpoint|optimize|repair|check|reindex|cluster|cache|checksum|refresh|comment|exists|security)\b/,
    (verb) => t("This {verb} statement isn't allowed: database maintenance statements can't be run here.", { verb }),
  ],
  [
    /^pivot\b|^unpivot\b/,
    (verb) =>
      t(
        "This {verb} statement isn't allowed: its columns depend on the data, so its tables can't be checked. Use SELECT with CASE or FILTER.",
        { verb },
      ),
  ],
];

const PLANS = /^explain\b|^(analyze|desc|describe)( format)? ?(insert|update|delete|replace)\b/;

function refusalOf(opening: string): ((verb: string) => string) | undefined {
  return REFUSALS.find(([pattern]) => pattern.test(opening))?.[1];
}

function notAllowedError(sql: string, opening: string): TesseraError {
  const verb = /^[a-z]+/.exec(opening)?.[0]?.toUpperCase() ?? "";
  const message = PLANS.exec(opening) ? unexplained(verb) : (refusalOf(opening) ?? unknownStatement)(verb);
  return typedError("DML_NOT_ALLOWED_ERROR", message, { extra: { sql } });
}

const unexplained = (verb: string) =>
  t("This {verb} statement isn't allowed: only read-only statements can be explained.", { verb });

const unknownStatement = (verb: string) =>
  verb
    ? t(
        "This {verb} statement isn't allowed: SQL Lab only runs read-only statements and changes to rows, tables, views and indexes.",
        { verb },
      )
    : t(
        "This statement isn't allowed: SQL Lab only runs read-only statements and changes to rows, tables, views and indexes.",
      );

const isRefusal = ({ body }: TesseraError) =>
  "errors" in body && body.errors.some(({ error_type }) => error_type === "DML_NOT_ALLOWED_ERROR");
