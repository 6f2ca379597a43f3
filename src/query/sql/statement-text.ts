/** A statement without the semicolons and white space at its end, so that it can stand in parentheses. */
export function withoutTrailer(sql: string): string {
  let end = sql.length;
  while (end > 0 && /[;\s]/.test(sql.charAt(end - 1))) end--;
  return sql.slice(0, end);
}
