export interface Excerpt {
  /** The faulty line, from 1. */
  line: number;
  /** Where the faulty word starts, from 1. */
  column: number;
  /** Characters of the faulty word; at least 1. */
  length: number;
  lines: readonly { number: number; text: string }[];
}

/** The lines around a place in SQL (at most three before and after), and the length of the word that stands there. */
export function excerptOf(sql: string, line: number, column: number): Excerpt {
  const all = sql.split("\n");
  const from = Math.max(1, line - 3);
  const lines = all.slice(from - 1, line + 3).map((text, index) => ({ number: from + index, text }));
  const word = /^["`]?[\p{L}\p{N}_]+["`]?/u.exec((all[line - 1] ?? "").slice(column - 1));
  return { line, column, length: Math.max(1, word?.[0].length ?? 1), lines };
}
