import { t } from "../../../i18n/translate.ts";
import { statementsOf } from "../state/statements.ts";
import type { Run, SqlResult } from "../state/store.ts";

export interface Outcome {
  title: string;
  text: string;
}

const READS_ROWS = /^\(*\s*(select|with|values|from|table|show|describe|desc|explain|summarize|pragma|call|pivot)\b/i;
const VERB =
  /^(\w+)(?:\s+(?:or\s+replace\s+|temp(?:orary)?\s+|unique\s+|materialized\s+)*(table|view|schema|index|database|sequence|function)\b)?/i;

/** Undefined if the run returned rows. Engines may return the affected-row count in one column, or no columns. */
export function outcomeOf({ sql, query, result }: Pick<Run, "sql" | "query" | "result">): Outcome | undefined {
  if (!result) return undefined;
  const statement = statementsOf(sql).at(-1)?.text ?? sql;
  const count = READS_ROWS.test(statement) ? undefined : countOf(result);
  if (result.columns.length > 0 && count === undefined) return undefined;
  const title = query?.ctas && query.tempTable ? t("Created {name}", { name: query.tempTable }) : titleOf(statement);
  return {
    title,
    text: query?.ctas || count == null ? t("The statement returned no rows.") : affectedText(Number(count)),
  };
}

/** Affected rows; null if the count is unknown, undefined if the result isn't a count. */
function countOf({ columns, rows }: SqlResult): unknown {
  const [column] = columns;
  if (columns.length !== 1 || !column || !/^(count|rows)$/i.test(column.name) || rows.length > 1) return undefined;
  return rows[0]?.[column.name] ?? null;
}

function titleOf(statement: string): string {
  const [, verb, noun] = VERB.exec(statement) ?? [];
  if (READS_ROWS.test(statement) || !verb) return t("Query succeeded");
  return t("{statement} succeeded", { statement: [verb, noun].filter(Boolean).join(" ").toUpperCase() });
}

const affectedText = (rows: number) => t("{rows, plural, one {# row affected.} other {# rows affected.}}", { rows });
