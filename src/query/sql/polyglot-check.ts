import { t } from "../../i18n/translate.ts";
import { CLOSING, type Lexis, OPENING, syntaxErrorAt, type Token, unbalanced } from "./lexis.ts";

interface Scanned {
  sql: string;
  lexis: Lexis;
  tokens: readonly Token[];
}

export interface ForeignToken {
  token_type: string;
  span: { start: number; end: number };
}

/** Throws unless both scanners split the text alike: the same strings, quoted names and comments. */
export function assertSameTokens(
  { sql, lexis, tokens }: Scanned,
  others: readonly ForeignToken[],
  offsetOf: (point: number) => number,
): void {
  const lonely = unbalanced(tokens);
  if (lonely)
    throw syntaxErrorAt(
      { sql, engine: lexis.engine, offset: lonely.start },
      t("unbalanced {text}", { text: lonely.text }),
    );
  const spans = others.map(({ token_type, span }) => ({
    isQuoted: /STRING|QUOTED/.test(token_type) && /\W/.test(sql.charAt(offsetOf(span.end) - 1)),
    start: offsetOf(span.start),
    end: offsetOf(span.end),
  }));
  const own = tokens.map(({ kind, start, end }) => ({ isQuoted: kind === "string" || kind === "name", start, end }));
  const difference =
    firstDifference(covered(own), covered(spans)) ??
    firstDifference(own.filter(isQuoted).map(withoutStart), spans.filter(isQuoted).map(withoutStart));
  if (difference !== undefined) {
    throw syntaxErrorAt({ sql, engine: lexis.engine, offset: difference }, t("this SQL is ambiguous"));
  }
}

/** Throws for text that the parser is known to read differently from the engines. */
export function assertOneReading(scanned: Scanned): void {
  assertNoFile(scanned);
  assertWholeNames(scanned);
  if (scanned.lexis.separatesNothing) assertNoLoneStatement(scanned);
}

/** The parser takes these words for the name of what is read. */
function assertNoFile({ sql, lexis, tokens }: Scanned): void {
  const words = tokens.map(({ kind, text }) => (kind === "word" ? text.toLowerCase() : ""));
  const at = words.findIndex((word, i) => word === "into" && /^(outfile|dumpfile)$/.test(words[i + 1] ?? ""));
  if (at < 0) return;
  throw syntaxErrorAt(
    { sql, engine: lexis.engine, offset: tokens[at]?.start },
    t("writing rows to files is not allowed"),
  );
}

/** SQL Server and Snowflake insert the default schema into `a..b`, which the parser reads as a table in schema a. */
function assertWholeNames({ sql, lexis, tokens }: Scanned): void {
  const gap = tokens.find(({ text }, i) => text === "." && tokens[i + 1]?.text === ".");
  if (gap) throw syntaxErrorAt({ sql, engine: lexis.engine, offset: gap.start }, t("part of this name is missing"));
}

/** One-word statements, which the parser reads as an alias. SQL Server reserves these words. */
const LONE_STATEMENTS = /^(break|checkpoint|commit|continue|reconfigure|return|revert|rollback|shutdown)$/i;

function assertNoLoneStatement({ sql, lexis, tokens }: Scanned): void {
  const second = tokens.find(({ kind, text }, i) => i > 0 && kind === "word" && LONE_STATEMENTS.test(text));
  if (second)
    throw syntaxErrorAt({ sql, engine: lexis.engine, offset: second.start }, t("only one statement is allowed here"));
}

interface Span {
  start: number;
  end: number;
}

/** Some parsers count a prefix such as `N` or `_utf8` as part of the string. */
const withoutStart = ({ end }: Span): Span => ({ start: end, end });

const isQuoted = (span: { isQuoted: boolean }) => span.isQuoted;

function covered(spans: readonly Span[]): Span[] {
  const merged: Span[] = [];
  for (const { start, end } of spans) {
    const last = merged.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else merged.push({ start, end });
  }
  return merged;
}

function firstDifference(left: readonly Span[], right: readonly Span[]): number | undefined {
  const length = Math.max(left.length, right.length);
  for (let i = 0; i < length; i++) {
    const [a, b] = [left[i], right[i]];
    if (a?.start !== b?.start || a?.end !== b?.end) return Math.min(a?.start ?? Infinity, b?.start ?? Infinity);
  }
  return undefined;
}

const CLAUSES =
  /^(where|prewhere|group|order|having|limit|offset|fetch|union|intersect|except|minus|window|qualify|settings|format|for|on|using|connect|start|select|set|returning|option)$/i;
const FROM_FUNCTIONS = /^(extract|trim|substring|substr|overlay|position|ltrim|rtrim|normalize)$/i;
const NO_TABLES = /^(select|values|lateral|with|only)$/i;

interface Level {
  opener: string;
  isInFrom: boolean;
}

/** Throws if a name is where a table would be and the parser didn't read it as one. */
export function assertTablesKnown(scanned: Scanned, places: ReadonlySet<number>): void {
  const { tokens } = scanned;
  const levels: Level[] = [{ opener: "", isInFrom: false }];
  tokens.forEach(({ text, kind }, i) => {
    const level = levels.at(-1) as Level;
    if (isIn(tokens, i)) assertNoTableInIn(scanned, i, places);
    if (text === "(") levels.push({ opener: tokens[i - 1]?.text ?? "", isInFrom: false });
    if (text === ")" && levels.length > 1) levels.pop();
    if (text === "," && level.isInFrom) assertKnown(scanned, i + 1, places);
    if (kind !== "word") return;
    if (CLAUSES.test(text)) level.isInFrom = false;
    if (isArrayJoin(scanned, i)) level.isInFrom = false;
    else if (opensTables(scanned, i, level)) {
      level.isInFrom = !/^table$/i.test(text);
      assertKnown(scanned, i + 1, places);
    }
  });
}

function assertKnown({ sql, lexis, tokens }: Scanned, i: number, places: ReadonlySet<number>): void {
  const [token, next] = [tokens[i], tokens[i + 1]];
  if (!token)
    throw syntaxErrorAt({ sql, engine: lexis.engine, offset: sql.length }, t("a table name is missing at the end"));
  if ((token.kind !== "word" && token.kind !== "name") || places.has(token.start)) return;
  if (isCall(tokens, i) || (token.kind === "word" && NO_TABLES.test(token.text))) return;
  const message = t("can't tell whether this is a table: {text}", {
    text: next ? `${token.text} ${next.text}` : token.text,
  });
  throw syntaxErrorAt({ sql, engine: lexis.engine, offset: token.start }, message);
}

function isIn(tokens: readonly Token[], i: number): boolean {
  const [token, next] = [tokens[i], tokens[i + 1]];
  if (token?.kind === "word") return /^in$/i.test(token.text);
  return token?.kind === "name" && /^.in.$/i.test(token.text) && next?.text === "(";
}

/** Throws if an engine could read the operand of IN as a table. */
function assertNoTableInIn(scanned: Scanned, i: number, places: ReadonlySet<number>): void {
  const { tokens, lexis, sql } = scanned;
  const next = tokens[i + 1];
  if (!lexis.takesTablesInIn || !next) return;
  if (next.kind !== "string") assertKnown(scanned, i + 1, places);
  const isTable = next.kind === "string" || (lexis.takesTablesInIn === "behind" && isCall(tokens, i + 1));
  const found = isTable ? next : lexis.takesTablesInIn === "within" && maybeTableWithin(tokens, i + 1);
  if (!found) return;
  const message = t("can't tell whether this is a table: {text}", { text: found.text });
  throw syntaxErrorAt({ sql, engine: lexis.engine, offset: found.start }, message);
}

const VALUES = /^(null|true|false|inf|nan)$/i;

function maybeTableWithin(tokens: readonly Token[], start: number): Token | undefined {
  if (tokens[start]?.text !== "(" || NO_TABLES.test(tokens[start + 1]?.text ?? "")) return undefined;
  const [last = [], ...before] = itemsWithin(tokens, start).toReversed();
  const named = last.slice(last.findIndex(({ text }) => text !== "("));
  const [first] = named;
  const isName = first?.kind === "name" || (first?.kind === "word" && !VALUES.test(first.text));
  return before.length < 2 && isName && named.every(isOfName) ? first : undefined;
}

const isOfName = ({ kind, text }: Token) => kind === "word" || kind === "name" || text === "." || text === ")";

function itemsWithin(tokens: readonly Token[], start: number): Token[][] {
  const items: Token[][] = [[]];
  let depth = 1;
  for (let i = start + 1; i < tokens.length; i++) {
    const token = tokens[i] as Token;
    if (OPENING.includes(token.text)) depth++;
    if (CLOSING.includes(token.text)) depth--;
    if (depth === 0) break;
    if (token.text === "," && depth === 1) items.push([]);
    else items.at(-1)?.push(token);
  }
  return items;
}

function isArrayJoin({ tokens, lexis }: Scanned, i: number): boolean {
  const [word, before] = [tokens[i]?.text ?? "", tokens[i - 1]?.text ?? ""];
  return lexis.joinsArrays === true && /^join$/i.test(word) && /^array$/i.test(before);
}

const DEFINES_TABLE = /^(create|drop|alter|truncate|into|temporary|analyze|lock|optimize)$/i;

function opensTables({ tokens }: Scanned, i: number, level: Level): boolean {
  const word = tokens[i]?.text.toLowerCase();
  const before = tokens[i - 1]?.text ?? "";
  if (word === "join" || word === "straight_join" || word === "apply") return true;
  if (word === "table") return tokens[i + 1]?.text !== "(" && !DEFINES_TABLE.test(before);
  if (word !== "from") return false;
  const isComparison = /^distinct$/i.test(before) && /^(is|not)$/i.test(tokens[i - 2]?.text ?? "");
  return !isComparison && !FROM_FUNCTIONS.test(level.opener);
}

function isCall(tokens: readonly Token[], i: number): boolean {
  if (tokens[i]?.kind !== "word" && tokens[i]?.kind !== "name") return false;
  let last = i;
  while (tokens[last + 1]?.text === ".") last += 2;
  return tokens[last + 1]?.text === "(";
}
