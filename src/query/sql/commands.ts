import { COMMANDS, PLANS } from "./command-patterns.ts";
import type { Lexis, Token } from "./lexis.ts";
import type { CommandFacts, SqlNamePlace, TableReference } from "./sql-reader.ts";

/**
 * Statements that read or set something without being a query: SHOW, DESCRIBE, PRAGMA, harmless SET, USE. Parsers
 * misread them, so each is matched as a whole against a closed list; anything else remains unknown.
 */

export interface Command {
  facts: CommandFacts;
  tables: TableReference[];
  /** Where to insert the schema if the command has none; null if it can't have one. */
  schemaAt: { offset: number; isFrom: boolean } | null;
}

const FIRST_WORDS = "show|describe|desc|explain|pragma|set|reset|use|analyze|checksum|help|exists";
const OPENS = new RegExp(
  String.raw`^(?:\s|/\*[\s\S]*?\*/|(?:--|#|//)[^\n]*\n)*(?:${FIRST_WORDS})(?![\p{L}\p{N}_$])`,
  "iu",
);

export const isPossiblyCommand = (sql: string) => OPENS.test(sql);

const NAME = String.raw`(?:[\p{L}_\u0080-\uffff][\p{L}\p{N}_$\u0080-\uffff]*|"\d+")`;
const PARTS: Readonly<Record<string, string>> = {
  name: NAME,
  path: `${NAME}(?: \\. ${NAME}){0,2}`,
  string: String.raw`'\d+'`,
  value: String.raw`(?:(?:- )?\d[\d.]*|'\d+'|${NAME})`,
};

function compiled(pattern: string): RegExp {
  const source = pattern.replaceAll(/\{(?:(\w+):)?(\w+)\}/g, (_, group: string | undefined, part: string) =>
    group ? `(?<${group}>${PARTS[part]})` : (PARTS[part] ?? ""),
  );
  return new RegExp(`^${source}$`, "du");
}

const cache = new Map<string, RegExp>();

function regExpOf(pattern: string): RegExp {
  const known = cache.get(pattern) ?? compiled(pattern);
  cache.set(pattern, known);
  return known;
}

/** Words in lower case; quoted names as `"3"` and strings as `'3'`, by token index. */
class Words {
  readonly text: string;
  readonly #tokens: readonly Token[];
  readonly #starts: number[] = [];

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
    let text = "";
    for (const [i, { kind, text: written }] of tokens.entries()) {
      this.#starts.push(text.length);
      const own = kind === "string" ? `'${i}'` : kind === "name" ? `"${i}"` : written.toLowerCase();
      text += `${own} `;
    }
    this.text = text.trimEnd();
  }

  tokenAt(offset: number): Token | undefined {
    return this.#tokens[this.#starts.indexOf(offset)];
  }

  named(from: number, to: number): Token[] {
    return this.#tokens.filter((token, i) => {
      const start = this.#starts[i] ?? -1;
      return start >= from && start < to && token.text !== ".";
    });
  }
}

/** How engines fold unquoted names of schemas and catalogs; others keep them unchanged. */
const FOLDS: Readonly<Record<string, (name: string) => string>> = {
  PostgreSQL: (name) => name.toLowerCase(),
  "Amazon Redshift": (name) => name.toLowerCase(),
  Snowflake: (name) => name.toUpperCase(),
};

const unquoted = ({ kind, text }: Token) => {
  if (kind === "word") return text;
  const close = text.charAt(text.length - 1);
  return text.slice(1, -1).replaceAll(close + close, close);
};

/** Null unless the statement is a command known to be harmless. */
export function commandOf(tokens: readonly Token[], { engine }: Lexis): Command | null {
  const words = new Words(tokens);
  for (const known of COMMANDS[engine] ?? []) {
    const match = regExpOf(known.pattern).exec(words.text);
    if (!match) continue;
    const partsOf = (group: string) => {
      const [from, to] = match.indices?.groups?.[group] ?? [];
      return from === undefined || to === undefined ? [] : words.named(from, to);
    };
    if (known.refuses?.test(partsOf("setting").map(unquoted).join("."))) continue;
    const schema = partsOf("schema").map(unquoted).at(-1) ?? null;
    const facts: CommandFacts = {
      reveals: known.reveals,
      schema,
      place: placeOf(partsOf("place"), engine),
      isSetting: known.isSetting ?? false,
      runs: known.runs?.(partsOf("like")[0]?.text ?? null, match) ?? null,
    };
    const named = tablesOf(match, words, schema);
    // Its only schema is left out.
    return { facts, ...named, schemaAt: engine === "SQLite" ? null : named.schemaAt };
  }
  return null;
}

function placeOf(tokens: readonly Token[], engine: string): CommandFacts["place"] {
  const fold = FOLDS[engine] ?? ((name: string) => name);
  const names = tokens.map((token) => (token.kind === "word" ? fold(token.text) : unquoted(token)));
  const [schema, catalog = null] = names.toReversed();
  return schema === undefined ? null : { catalog, schema };
}

function tablesOf({ indices }: RegExpExecArray, words: Words, schema: string | null): Omit<Command, "facts"> {
  const [from, to] = indices?.groups?.table ?? [];
  const [listed = null] = indices?.groups?.list ?? [];
  const list = listed === null ? undefined : words.tokenAt(listed);
  if (from === undefined || to === undefined)
    return { tables: [], schemaAt: list && schema === null ? { offset: list.end, isFrom: true } : null };
  const tokens = words.named(from, to);
  const [first] = tokens;
  const isText = first?.kind === "string";
  const names = isText ? unquoted(first).split(".") : tokens.map(unquoted);
  const [name = "", own = schema, catalog = null] = names.toReversed();
  const isPlaceable = own === null && first !== undefined;
  return {
    tables: [{ catalog, schema: own, name }],
    schemaAt: isPlaceable ? { offset: first.start + (isText ? 1 : 0), isFrom: false } : null,
  };
}

export function placesOf(command: Command | undefined): TableReference[] {
  const { schema = null, place = null } = command?.facts ?? {};
  return [schema, place?.schema, place?.catalog].flatMap((one) =>
    one ? [{ catalog: null, schema: one, name: one }] : [],
  );
}

/** Commands that take no schema are unchanged: their tables are in the only one. */
export function placedCommand(
  statement: string,
  { schemaAt, tables }: Command,
  { quote, schema }: { quote: (name: string) => string; schema: string },
): string {
  if (!schemaAt || (!schemaAt.isFrom && tables.every((table) => table.schema !== null))) return statement;
  const text = schemaAt.isFrom ? ` FROM ${quote(schema)}` : `${quote(schema)}.`;
  return statement.slice(0, schemaAt.offset) + text + statement.slice(schemaAt.offset);
}

/** Offset after `EXPLAIN` and its options if a statement follows, else null. */
export function planPrefixEnd(tokens: readonly Token[], { engine }: Lexis): number | null {
  const pattern = PLANS[engine];
  if (!pattern) return null;
  const { text } = new Words(tokens.slice(0, 40));
  const [prefix] =
    new RegExp(
      `^(?:${pattern}) (?=(?:\\( )*(?:select|with|values|table|from|insert|update|delete|replace|merge|create)\\b)`,
    ).exec(text) ?? [];
  if (prefix === undefined) return null;
  return tokens[prefix.trimEnd().split(" ").length - 1]?.end ?? null;
}

/** Plans contain the conditions of rules, estimates over all rows, and the number of rows left out. */
export function asksForPlan(tokens: readonly Token[], { describesPlans }: Lexis): boolean {
  const isPlan = ({ text }: Token) => /^explain$/i.test(text) || (describesPlans && /^desc(ribe)?$/i.test(text));
  return tokens.some(
    (token, i) => isPlan(token) && (i === 0 || (tokens[i - 1]?.text === "(" && tokens[i + 1]?.kind === "word")),
  );
}

export const blanks = (text: string) => text.replaceAll(/[^\n]/g, " ");

export function missingParts(table: TableReference, { catalog, schema }: SqlNamePlace): string[] {
  const parts = table.schema === null ? [catalog, schema] : table.catalog === null ? [catalog] : [];
  return parts.filter((part) => part !== null);
}
