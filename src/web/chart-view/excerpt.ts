export interface Excerpt {
  /** The faulty line, from 1. */
  line: number;
  /** Where the faulty word starts in the line as it is shown, from 1. */
  column: number;
  /** Characters of the faulty word that are shown; at least 1. */
  length: number;
  lines: readonly { number: number; text: string }[];
}

/** Characters of a line that are shown; those before the fault where it stands farther to the right than `IN_SIGHT`. */
const WIDTH = 120;
const BEFORE = 30;
const IN_SIGHT = 60;

/**
 * The lines around a place in SQL (at most three before and after), and the length of the word that stands there. Of
 * long lines the part around the place is kept, so that it is seen without a search.
 */
export function excerptOf(sql: string, line: number, column: number): Excerpt {
  const all = sql.split("\n");
  const from = Math.max(1, line - 3);
  const faulty = all[line - 1] ?? "";
  const at = Math.max(1, Math.min(column, faulty.length + 1));
  const start = at > IN_SIGHT ? at - 1 - BEFORE : 0;
  const lines = all.slice(from - 1, line + 3).map((text, index) => {
    const number = from + index;
    return { number, text: partOf(text, number === line ? start : 0) };
  });
  const word = /^["`]?[\p{L}\p{N}_]+["`]?/u.exec(faulty.slice(at - 1, start + WIDTH));
  return { line, column: at - start + (start > 0 ? 1 : 0), length: Math.max(1, word?.[0].length ?? 1), lines };
}

function partOf(text: string, start: number): string {
  const end = start + WIDTH;
  return `${start > 0 ? "…" : ""}${text.slice(start, end)}${text.length > end ? "…" : ""}`;
}
