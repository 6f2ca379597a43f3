import { type RawBuilder, type SqlBool, sql } from "kysely";

/** Matching and ordering of text that ignores case by Unicode, the same on both stores. */

/** The text without case; also the expression to order by. */
export function folded(expression: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`fold(${expression})`;
}

/** `%` and `_` of the term stand for themselves. */
export function containsText(expression: RawBuilder<unknown>, term: string): RawBuilder<SqlBool> {
  return like(expression, `%${escaped(term)}%`);
}

export function startsWithText(expression: RawBuilder<unknown>, term: string): RawBuilder<SqlBool> {
  return like(expression, `${escaped(term)}%`);
}

export function endsWithText(expression: RawBuilder<unknown>, term: string): RawBuilder<SqlBool> {
  return like(expression, `%${escaped(term)}`);
}

/** Whether any of the expressions contains the term. */
export function anyContainsText(expressions: readonly RawBuilder<unknown>[], term: string): RawBuilder<SqlBool> {
  const each = expressions.map((expression) => containsText(expression, term));
  return sql<SqlBool>`(${sql.join(each, sql` or `)})`;
}

/**
 * Where only letters from a to z have a case, both stores match without folding every row: SQLite by its function of this
 * name, PostgreSQL by ours, which is spared to look at the pattern for every row.
 */
function like(expression: RawBuilder<unknown>, pattern: string): RawBuilder<SqlBool> {
  if (isCaseAscii(pattern)) return sql<SqlBool>`coalesce("like"(${pattern.toLowerCase()}, ${expression}, '\\'), false)`;
  return sql<SqlBool>`coalesce(fold(${expression}) like fold(${pattern}) escape '\\', false)`;
}

/** Whether no letter beyond ASCII is written in another way in another case. */
function isCaseAscii(text: string): boolean {
  const beyond = text.replace(/[\0-\x7f]/g, "");
  return beyond.toLowerCase() === beyond.toUpperCase();
}

function escaped(term: string): string {
  return term.replace(/[\\%_]/g, (character) => `\\${character}`);
}
