import { CLOSING, type Lexis, OPENING, type Token, tokensOf } from "./lexis.ts";
import { quoterOf } from "./statement-shape.ts";

export interface Edit {
  start: number;
  end: number;
  text: string;
}

export function edited(sql: string, edits: readonly Edit[]): string {
  let text = sql;
  for (const { start, end, text: inserted } of edits.toSorted((a, b) => b.start - a.start))
    text = text.slice(0, start) + inserted + text.slice(end);
  return text;
}

/** An engine's name for an unnamed column: from its expression, or from that with the comments after it. */
export type NameOf = (expression: string, commented: string) => string | Promise<string>;

interface Naming {
  edits: readonly Edit[];
  lexis: Lexis;
  nameOf: NameOf;
  parses(sql: string): Promise<boolean>;
}

/**
 * Writes out the names that columns get from their text, if the edits change that text: the name then doesn't reveal
 * the inserted text, and queries by the name still work.
 */
export async function preserveNames(sql: string, { edits, lexis, nameOf, parses }: Naming): Promise<Edit[]> {
  const tokens = tokensOf(sql, lexis);
  const quote = quoterOf(lexis);
  const names: Edit[] = [];
  for (const item of selectItems(tokens)) {
    const [start, end] = [tokens[item.first]?.start ?? 0, tokens[item.last]?.end ?? 0];
    const isChanged = edits.some((edit) => start <= edit.start && edit.end <= end);
    const expression = sql.slice(start, end);
    // A name behind a name is no statement.
    const isUnnamed = isChanged && !isStar(tokens, item) && (await parses(`SELECT ${expression} AS ${quote("x")}`));
    if (!isUnnamed) continue;
    const commented = sql.slice(start, tokens[item.last + 1]?.start).trimEnd();
    names.push({ start: end, end, text: ` AS ${quote(await nameOf(expression, commented))}` });
  }
  return names;
}

interface ListItem {
  first: number;
  last: number;
}

const ENDS =
  /^(from|where|group|having|order|limit|union|except|minus|intersect|into|window|qualify|offset|fetch|for)$/i;
const QUANTIFIERS = /^(all|distinct|distinctrow|high_priority|straight_join|sql_\w+)$/i;

function selectItems(tokens: readonly Token[]): ListItem[] {
  const items: ListItem[] = [];
  const open: (number | undefined)[] = [undefined];
  const begin = (at: number | undefined) => open.splice(-1, 1, at);
  const end = (behind: number) => {
    const first = open.at(-1);
    if (first !== undefined && first < behind) items.push({ first, last: behind - 1 });
    begin(undefined);
  };
  for (const [i, { kind, text }] of tokens.entries()) {
    if (OPENING.includes(text)) open.push(undefined);
    else if (CLOSING.includes(text)) {
      end(i);
      open.pop();
    } else if (text === "," && open.at(-1) !== undefined) {
      end(i);
      begin(i + 1);
    } else if (kind === "word" && /^select$/i.test(text)) {
      end(i);
      begin(firstOfList(tokens, i + 1));
    } else if (text === ";" || (kind === "word" && ENDS.test(text) && !comparesBy(tokens, i))) end(i);
  }
  end(tokens.length);
  return items;
}

const comparesBy = (tokens: readonly Token[], from: number) =>
  /^distinct$/i.test(tokens[from - 1]?.text ?? "") && /^(is|not)$/i.test(tokens[from - 2]?.text ?? "");

function firstOfList(tokens: readonly Token[], from: number): number {
  let first = from;
  while (tokens[first]?.kind === "word" && QUANTIFIERS.test(tokens[first]?.text ?? "")) first++;
  const isOn = first > from && /^on$/i.test(tokens[first]?.text ?? "") && tokens[first + 1]?.text === "(";
  return isOn ? behindParentheses(tokens, first + 1) : first;
}

function behindParentheses(tokens: readonly Token[], opening: number): number {
  let depth = 0;
  for (let i = opening; i < tokens.length; i++) {
    if (OPENING.includes(tokens[i]?.text ?? "")) depth++;
    if (CLOSING.includes(tokens[i]?.text ?? "") && --depth === 0) return i + 1;
  }
  return tokens.length;
}

const isStar = (tokens: readonly Token[], { first, last }: ListItem) =>
  tokens[first]?.text === "*" ||
  tokens.slice(first, last + 1).some(({ text }, i, item) => text === "*" && item[i - 1]?.text === ".");
