import { json, jsonParseLinter } from "@codemirror/lang-json";
import { MariaSQL, MSSQL, MySQL, PostgreSQL, SQLite, StandardSQL, sql } from "@codemirror/lang-sql";
import { linter } from "@codemirror/lint";
import type { Extension } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";

/** What is written in the editor. */
export type CodeLanguage = "sql" | "json" | "markdown" | "html" | "css" | "javascript" | "text";

const DIALECTS = {
  postgresql: PostgreSQL,
  redshift: PostgreSQL,
  duckdb: PostgreSQL,
  mysql: MySQL,
  mariadb: MariaSQL,
  sqlite: SQLite,
  mssql: MSSQL,
} as const;

const parseProblems = jsonParseLinter();

/** What is wrong with the JSON; nothing written is nothing wrong. */
const jsonProblems = (view: EditorView) => (view.state.doc.toString().trim() === "" ? [] : parseProblems(view));

/** A language with its highlighting; the rarer ones are fetched when they are used. */
export async function languageExtension(language: CodeLanguage, dialect?: string): Promise<Extension> {
  switch (language) {
    case "sql":
      return sql({ dialect: DIALECTS[dialect as keyof typeof DIALECTS] ?? StandardSQL, upperCaseKeywords: true });
    case "json":
      return [json(), linter(jsonProblems)];
    case "markdown":
      return (await import("@codemirror/lang-markdown")).markdown();
    case "html":
      return (await import("@codemirror/lang-html")).html();
    case "css":
      return (await import("@codemirror/lang-css")).css();
    case "javascript":
      return (await import("@codemirror/lang-javascript")).javascript();
    case "text":
      return [];
  }
}
