import { statementsOf } from "../state/statements.ts";
import type { Run, SqlResult } from "../state/store.ts";

/** What a statement that is no question has done, in words. */
export interface Outcome {
  title: string;
  text: string;
}

const QUESTION = /^\(*\s*(select|with|values|from|table|show|describe|desc|explain|summarize|pragma|call|pivot)\b/i;
const VERB =
  /^(\w+)(?:\s+(?:or\s+replace\s+|temp(?:orary)?\s+|unique\s+|materialized\s+)*(table|view|schema|index|database|sequence|function)\b)?/i;

/** Undefined when the run gave rows to look at. Engines may count changed rows in one column, or give no columns. */
export function outcomeOf({ sql, query, result }: Pick<Run, "sql" | "query" | "result">): Outcome | undefined {
  if (!result) return undefined;
  const statement = statementsOf(sql).at(-1)?.text ?? sql;
  const count = QUESTION.test(statement) ? undefined : countOf(result);
  if (result.columns.length > 0 && count === undefined) return undefined;
  const title = query?.ctas && query.tempTable ? `Created ${query.tempTable}` : titleOf(statement);
  return { title, text: query?.ctas || count == null ? "It gave no rows to show." : changedWords(count) };
}

/** Rows that were changed; null when it does not say how many, undefined when it is no such answer. */
function countOf({ columns, rows }: SqlResult): unknown {
  const [column] = columns;
  if (columns.length !== 1 || !column || !/^(count|rows)$/i.test(column.name) || rows.length > 1) return undefined;
  return rows[0]?.[column.name] ?? null;
}

function titleOf(statement: string): string {
  const [, verb, noun] = VERB.exec(statement) ?? [];
  return QUESTION.test(statement) || !verb
    ? "The query has run"
    : `${[verb, noun].filter(Boolean).join(" ").toUpperCase()} has run`;
}

function changedWords(count: unknown): string {
  const rows = Number(count);
  return rows === 1 ? "1 row was changed." : `${rows.toLocaleString("en-US")} rows were changed.`;
}
