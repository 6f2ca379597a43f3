import { CLOSING, type Lexis, OPENING, type Token } from "./lexis.ts";

/** What a statement's tokens alone reveal. */

const OPENING_WORDS = 6;

/** The first words in lower case, up to something that is none. */
export function openingOf(tokens: readonly Token[]): string {
  const end = tokens.findIndex(({ kind }) => kind !== "word");
  const words = tokens.slice(0, Math.min(end < 0 ? tokens.length : end, OPENING_WORDS));
  return words.map(({ text }) => text.toLowerCase()).join(" ");
}

/** Tokens outside of all parentheses. */
export function outermost(tokens: readonly Token[]): Token[] {
  let depth = 0;
  return tokens.filter(({ text }) => {
    if (CLOSING.includes(text)) depth--;
    if (OPENING.includes(text)) depth++;
    return depth === 0;
  });
}

/** `LIMIT 10`, `LIMIT 20, 10`, `FETCH FIRST 10 ROWS`, `SELECT TOP 10`; null for none, and for what is no plain number. */
export function rowLimitOf(tokens: readonly Token[]): number | null {
  const texts = outermost(tokens).map(({ kind, text }) => (kind === "string" || kind === "name" ? "'" : text));
  const text = texts.join(" ");
  for (const pattern of LIMITS) {
    const found = [...text.matchAll(pattern)].at(-1)?.[1];
    if (found !== undefined) return Number(found);
  }
  return null;
}

/** Over tokens with blanks between them. What follows the number would make it something else. */
const NUMBER = String.raw`(\d{1,15})(?!\w)(?! *(?:[^\w\s;)']|by\b|percent\b|with\b))`;
const LIMITS = [
  new RegExp(String.raw`\blimit (?:\d+ , )?${NUMBER}`, "gi"),
  new RegExp(String.raw`\bfetch (?:first|next) ${NUMBER}`, "gi"),
  /\bselect (?:distinct |all )?top (\d{1,15})(?! percent\b| with\b)/gi,
];

/** How the engine quotes names. */
export function quoterOf({ names }: Lexis): (name: string) => string {
  const open = names.includes('"') ? '"' : names.charAt(0);
  const close = open === "[" ? "]" : open;
  return (name) => open + name.replaceAll("\0", "").replaceAll(close, close + close) + close;
}

/** A statement without the semicolons and white space at its end, so that it can stand in parentheses. */
export function withoutTrailer(sql: string): string {
  let end = sql.length;
  while (end > 0 && /[;\s]/.test(sql.charAt(end - 1))) end--;
  return sql.slice(0, end);
}
