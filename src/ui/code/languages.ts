import { json, jsonParseLinter } from "@codemirror/lang-json";
import { MariaSQL, MSSQL, MySQL, PostgreSQL, SQLite, StandardSQL, sql } from "@codemirror/lang-sql";
import { linter } from "@codemirror/lint";
import type { Extension } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import { lazy } from "../lazy.ts";

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

const jsonProblems = (view: EditorView) => (view.state.doc.toString().trim() === "" ? [] : parseProblems(view));

const MARKDOWN = lazy(() => import("@codemirror/lang-markdown"));
const HTML = lazy(() => import("@codemirror/lang-html"));
const CSS = lazy(() => import("@codemirror/lang-css"));
const JAVASCRIPT = lazy(() => import("@codemirror/lang-javascript"));

export function languageExtension(language: CodeLanguage, dialect?: string): Extension | Promise<Extension> {
  switch (language) {
    case "sql":
      return sql({ dialect: DIALECTS[dialect as keyof typeof DIALECTS] ?? StandardSQL, upperCaseKeywords: true });
    case "json":
      return [json(), linter(jsonProblems)];
    case "markdown":
      return MARKDOWN.load().then(({ markdown }) => markdown());
    case "html":
      return HTML.load().then(({ html }) => html());
    case "css":
      return CSS.load().then(({ css }) => css());
    case "javascript":
      return JAVASCRIPT.load().then(({ javascript }) => javascript());
    case "text":
      return [];
  }
}
