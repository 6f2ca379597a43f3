import { type RawBuilder, type SqlBool, sql } from "kysely";

export function folded(expression: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`fold(${expression})`;
}

export function containsText(expression: RawBuilder<unknown>, term: string): RawBuilder<SqlBool> {
  return like(expression, `%${escapeLike(term)}%`);
}

export function startsWithText(expression: RawBuilder<unknown>, term: string): RawBuilder<SqlBool> {
  return like(expression, `${escapeLike(term)}%`);
}

export function endsWithText(expression: RawBuilder<unknown>, term: string): RawBuilder<SqlBool> {
  return like(expression, `%${escapeLike(term)}`);
}

export function anyContainsText(expressions: readonly RawBuilder<unknown>[], term: string): RawBuilder<SqlBool> {
  const each = expressions.map((expression) => containsText(expression, term));
  return sql<SqlBool>`(${sql.join(each, sql` or `)})`;
}

/**
 * When only ASCII letters have case, both databases match without folding every row: SQLite with its `like` function,
 * PostgreSQL with ours, which doesn't process the pattern per row.
 */
function like(expression: RawBuilder<unknown>, pattern: string): RawBuilder<SqlBool> {
  if (hasAsciiCaseOnly(pattern))
    return sql<SqlBool>`coalesce("like"(${pattern.toLowerCase()}, ${expression}, '\\'), false)`;
  return sql<SqlBool>`coalesce(fold(${expression}) like fold(${pattern}) escape '\\', false)`;
}

function hasAsciiCaseOnly(text: string): boolean {
  const nonAscii = text.replace(/[\0-\x7f]/g, "");
  return nonAscii.toLowerCase() === nonAscii.toUpperCase();
}

function escapeLike(term: string): string {
  return term.replace(/[\\%_]/g, (character) => `\\${character}`);
}
