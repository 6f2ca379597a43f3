import { type Lexis, tokensOf } from "./lexis.ts";
import { isStar, selectItems } from "./select-lists.ts";
import { quoterOf } from "./statement-shape.ts";

/** Puts `text` in the place of what stands from `start` to `end`. */
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

/** What an engine calls a column without a name: by its expression, and by that with the comments behind it. */
export type NameOf = (expression: string, commented: string) => string | Promise<string>;

interface Naming {
  edits: readonly Edit[];
  lexis: Lexis;
  nameOf: NameOf;
  /** Whether the text is one statement. */
  parses(sql: string): Promise<boolean>;
}

/**
 * The names that columns have by their text, written out wherever the edits change it: nobody reads in the name of a
 * column what was put into it, and who asks for it by name finds it.
 */
export async function keptNames(sql: string, { edits, lexis, nameOf, parses }: Naming): Promise<Edit[]> {
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
