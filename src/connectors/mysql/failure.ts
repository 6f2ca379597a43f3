import { type EngineFailure, lostConnection, networkFailure, positionAt, textAndCode, wordAt } from "../failure.ts";

const CODES: Readonly<Record<string, EngineFailure["type"]>> = {
  ER_ACCESS_DENIED_ERROR: "CONNECTION_ACCESS_DENIED_ERROR",
  ER_BAD_DB_ERROR: "CONNECTION_UNKNOWN_DATABASE_ERROR",
  ER_BAD_FIELD_ERROR: "COLUMN_DOES_NOT_EXIST_ERROR",
  ER_DBACCESS_DENIED_ERROR: "CONNECTION_DATABASE_PERMISSIONS_ERROR",
  ER_NO_SUCH_TABLE: "TABLE_DOES_NOT_EXIST_ERROR",
  ER_PARSE_ERROR: "SYNTAX_ERROR",
  ER_QUERY_TIMEOUT: "BACKEND_TIMEOUT_ERROR",
  ER_STATEMENT_TIMEOUT: "BACKEND_TIMEOUT_ERROR",
  ER_TABLEACCESS_DENIED_ERROR: "CONNECTION_DATABASE_PERMISSIONS_ERROR",
  ER_COLUMNACCESS_DENIED_ERROR: "CONNECTION_DATABASE_PERMISSIONS_ERROR",
};

export function mysqlFailureOf(error: unknown, sql: string): EngineFailure {
  const { text, code } = textAndCode(error);
  const ofNetwork = networkFailure(code) ?? lostConnection({ text, code });
  if (ofNetwork) return ofNetwork;
  const type = CODES[code] ?? "GENERIC_DB_ENGINE_ERROR";
  if (type === "COLUMN_DOES_NOT_EXIST_ERROR") {
    const [, name = ""] = /Unknown column '([^']+)'/.exec(text) ?? [];
    return { type, message: text, position: wordAt(sql, name.split(".").at(-1) ?? name), invalid: [name] };
  }
  if (type === "TABLE_DOES_NOT_EXIST_ERROR") {
    const [, name = ""] = /Table '([^']+)'/.exec(text) ?? [];
    return { type, message: text, position: wordAt(sql, name.split(".").at(-1) ?? name), invalid: [name] };
  }
  const position = type === "SYNTAX_ERROR" ? syntaxPosition(text, sql) : namedPosition(text, sql);
  return { type, message: text, position };
}

/** Of a function that doesn't exist, or a column that isn't grouped. */
function namedPosition(text: string, sql: string): EngineFailure["position"] {
  const match = /^(?:FUNCTION (?:\S+\.)?(\S+) does not exist|'(?:[^']+\.)?([^'.]+)' isn't in GROUP BY)/.exec(text);
  const name = match?.[1] ?? match?.[2];
  return name === undefined ? undefined : wordAt(sql, name);
}

/** The message quotes the text after the error and its line. */
function syntaxPosition(text: string, sql: string): EngineFailure["position"] {
  const match = /near '([\s\S]*)' at line (\d+)$/.exec(text);
  if (!match) return undefined;
  const lineStart = sql
    .split("\n")
    .slice(0, Number(match[2]) - 1)
    .join("\n").length;
  const at = match[1] ? sql.indexOf(match[1], lineStart) : sql.length;
  return at < 0 ? { line: Number(match[2]), column: 1 } : positionAt(sql, [...sql.slice(0, at)].length);
}
