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

/** A language with its highlighting: what is written most is there at once, the rarer ones are fetched when they are used. */
export function languageExtension(language: CodeLanguage, dialect?: string): Extension | Promise<Extension> {
  switch (language) {
    case "sql":
      return sql({ dialect: DIALECTS[dialect as keyof typeof DIALECTS] ?? StandardSQL, upperCaseKeywords: true });
    case "json":
      return [json(), linter(jsonProblems)];
    case "markdown":
      return import("@codemirror/lang-markdown").then(({ markdown }) => markdown());
    case "html":
      return import("@codemirror/lang-html").then(({ html }) => html());
    case "css":
      return import("@codemirror/lang-css").then(({ css }) => css());
    case "javascript":
      return import("@codemirror/lang-javascript").then(({ javascript }) => javascript());
    case "text":
      return [];
  }
}
