import { CLOSING, OPENING, type Token } from "./lexis.ts";

/** One item of a SELECT list: its tokens, by their places. */
export interface ListItem {
  first: number;
  last: number;
}

/** What stands behind a list, on its own level. */
const ENDS =
  /^(from|where|group|having|order|limit|union|except|minus|intersect|into|window|qualify|offset|fetch|for)$/i;
/** Of a whole list, in front of its first item. */
const QUANTIFIERS = /^(all|distinct|distinctrow|high_priority|straight_join|sql_\w+)$/i;

/** Items of all SELECT lists of a statement, also within others. */
export function selectItems(tokens: readonly Token[]): ListItem[] {
  const items: ListItem[] = [];
  /** Where the item began that is open, on each level of parentheses. */
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

/** `IS DISTINCT FROM`. */
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

/** All columns of something: they have names. */
export const isStar = (tokens: readonly Token[], { first, last }: ListItem) =>
  tokens[first]?.text === "*" ||
  tokens.slice(first, last + 1).some(({ text }, i, item) => text === "*" && item[i - 1]?.text === ".");
