import { CLOSING, type Lexis, OPENING, type Token } from "./lexis.ts";

const OPENING_WORDS = 6;

export function openingOf(tokens: readonly Token[]): string {
  const end = tokens.findIndex(({ kind }) => kind !== "word");
  const words = tokens.slice(0, Math.min(end < 0 ? tokens.length : end, OPENING_WORDS));
  return words.map(({ text }) => text.toLowerCase()).join(" ");
}

export function outermost(tokens: readonly Token[]): Token[] {
  let depth = 0;
  return tokens.filter(({ text }) => {
    if (CLOSING.includes(text)) depth--;
    if (OPENING.includes(text)) depth++;
    return depth === 0;
  });
}

export function rowLimitOf(tokens: readonly Token[]): number | null {
  const texts = outermost(tokens).map(({ kind, text }) => (kind === "string" || kind === "name" ? "'" : text));
  const text = texts.join(" ");
  for (const pattern of LIMITS) {
    const found = [...text.matchAll(pattern)].at(-1)?.[1];
    if (found !== undefined) return Number(found);
  }
  return null;
}

/** Matched over tokens separated by blanks. Some words after the number would change its meaning. */
const NUMBER = String.raw`(\d{1,15})(?!\w)(?! *(?:[^\w\s;)']|by\b|percent\b|with\b))`;
const LIMITS = [
  new RegExp(String.raw`\blimit (?:\d+ , )?${NUMBER}`, "gi"),
  new RegExp(String.raw`\bfetch (?:first|next) ${NUMBER}`, "gi"),
  /\bselect (?:distinct |all )?top (\d{1,15})(?! percent\b| with\b)/gi,
];

export function quoterOf({ names }: Lexis): (name: string) => string {
  const open = names.includes('"') ? '"' : names.charAt(0);
  const close = open === "[" ? "]" : open;
  return (name) => open + name.replaceAll("\0", "").replaceAll(close, close + close) + close;
}

/** Removes semicolons and white space at the end, so that the statement can be put in parentheses. */
export function withoutTrailer(sql: string): string {
  let end = sql.length;
  while (end > 0 && /[;\s]/.test(sql.charAt(end - 1))) end--;
  return sql.slice(0, end);
}
