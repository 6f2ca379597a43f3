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

function like(expression: RawBuilder<unknown>, pattern: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`coalesce(fold(${expression}) like fold(${pattern}) escape '\\', false)`;
}

function escaped(term: string): string {
  return term.replace(/[\\%_]/g, (character) => `\\${character}`);
}
