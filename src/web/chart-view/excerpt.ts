export interface Excerpt {
  line: number;
  /** Start of the faulty word in the shown text, one-based. */
  column: number;
  length: number;
  lines: readonly { number: number; text: string }[];
}

/** Characters shown of a line, and those before an error that is further right than `IN_SIGHT`. */
const WIDTH = 120;
const BEFORE = 30;
const IN_SIGHT = 60;

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
