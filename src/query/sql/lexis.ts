import { t } from "../../i18n/translate.ts";
import { typedError } from "../../model/errors.ts";

/** How an engine splits SQL into tokens. Anything not listed here is the same in all engines. */
export interface Lexis {
  engine: string;
  /** Characters that open a string: `'`, or `'"`. */
  strings: string;
  /** Characters that open a quoted name: some of `"`, `` ` `` and `[`. */
  names: string;
  /** A backslash escapes the next character in strings. */
  hasBackslash?: boolean;
  /** `E'...'` strings have backslash escapes even if others don't. */
  hasEscapeStrings?: boolean;
  hasDollarQuotes?: boolean;
  hasTripleQuotes?: boolean;
  /**
   * Block comments nest. In other engines an opening mark within a comment is refused, because parsers disagree on it.
   */
  hasNestedComments?: boolean;
  lineComments?: readonly string[];
  /** `x IN t` reads the table t; `within`: so do `x IN (t)` and `in(x, t)`. */
  takesTablesInIn?: "behind" | "within";
  /** A lambda can take the name of a function, and the whole statement then calls the lambda. */
  namesLambdas?: boolean;
  describesPlans?: boolean;
  /** An expression may set a variable: `@a := x`. */
  setsVariables?: boolean;
  joinsArrays?: boolean;
  /** The order of a sub-query in FROM also applies outside of it. */
  keepsOrder?: boolean;
  /** Limits rows by TOP instead of LIMIT. */
  limitsByTop?: boolean;
  /** `--` starts a comment only before white space; otherwise it is refused. */
  dashNeedsSpace?: boolean;
  /** Statements can follow each other without a semicolon. */
  separatesNothing?: boolean;
  /** Non-ASCII white space separates tokens. In other engines it is part of names. */
  hasUnicodeSpaces?: boolean;
}

export interface Token {
  kind: "word" | "name" | "string" | "number" | "symbol";
  text: string;
  start: number;
  end: number;
}

const SETTING_HINT = /^\/\*\+[\s\S]*\bset_var\b/i;
const WORD_START = /[\p{L}\p{Nl}_\u0080-\uffff]/u;
const WORD = /[\p{L}\p{N}_$\u0080-\uffff]/u;
const SPACE = /[ \t\n\v\f\r]/;
const UNICODE_SPACE = /\s/;
/** Ends a line for some parsers but not for others; a line can end with `\r `. */
const DOUBTFUL_LINE_END = /[\v\f\u0085\u2028\u2029]|\r(?!$)/;
/** Stops after the `e` if the exponent has a sign. */
const NUMBER = /^(?:0x[\da-f_]+|0b[01_]+|0o[0-7_]+|\d[\d_]*(?:\.[\d_]*)?(?:e\d*)?)$/i;
const CLOSERS: Readonly<Record<string, string>> = { "[": "]" };

/** Tokens without comments. Throws a SYNTAX_ERROR for anything unterminated or ambiguous. */
export function tokensOf(sql: string, lexis: Lexis): Token[] {
  return new Scanner(sql, lexis).tokens();
}

export function withoutComments(sql: string, tokens: readonly Token[]): string {
  let at = 0;
  const parts: string[] = [];
  for (const { text, start, end } of tokens) {
    parts.push(blank(sql.slice(at, start)), text);
    at = end;
  }
  return parts.join("") + blank(sql.slice(at));
}

/** Keeps line breaks and the number of code points, so that offsets in code points stay valid. */
const blank = (text: string) => text.replaceAll(/[^\n]/gu, " ");

class Scanner {
  readonly #sql: string;
  readonly #lexis: Lexis;
  #at = 0;

  constructor(sql: string, lexis: Lexis) {
    this.#sql = sql;
    this.#lexis = lexis;
  }

  tokens(): Token[] {
    const tokens: Token[] = [];
    for (;;) {
      this.#skipBlanks();
      if (this.#at >= this.#sql.length) return tokens;
      const start = this.#at;
      const kind = this.#next(this.#sql.charAt(start));
      tokens.push({ kind, text: this.#sql.slice(start, this.#at), start, end: this.#at });
      if (kind === "number") this.#assertNumber(tokens);
    }
  }

  /** `1e1FROM t` is a number and a word for some engines, and a name for others; after a dot it is a name for all. */
  #assertNumber(tokens: readonly Token[]): void {
    const [name, dot] = [tokens.at(-3), tokens.at(-2)];
    const { text, start } = tokens.at(-1) as Token;
    if (NUMBER.test(text)) return;
    const isBehindDot = dot?.text === "." && dot.end === start && name?.end === dot.start;
    if (isBehindDot && (name?.kind === "word" || name?.kind === "name")) return;
    throw this.#error(t("can't tell where this number ends: {text}", { text }), start);
  }

  #skipBlanks(): void {
    while (this.#at < this.#sql.length) {
      if (this.#isSpace(this.#sql.charAt(this.#at))) this.#at++;
      else if (this.#startsWith("/*")) this.#blockComment();
      else if (this.#startsLineComment()) this.#lineComment();
      else return;
    }
  }

  #isSpace(char: string): boolean {
    return SPACE.test(char) || (this.#lexis.hasUnicodeSpaces === true && UNICODE_SPACE.test(char));
  }

  #next(char: string): Token["kind"] {
    const { strings, names, hasDollarQuotes } = this.#lexis;
    if (char === "\0") throw this.#error(t("NUL characters are not allowed"), this.#at);
    if (strings.includes(char)) return this.#string(char, this.#lexis.hasBackslash ?? false);
    if (names.includes(char)) return this.#quotedName(char);
    if (hasDollarQuotes && char === "$" && this.#dollarString()) return "string";
    if (/\d/.test(char)) return this.#run(/[\p{L}\p{N}_.]/u, "number");
    if (WORD_START.test(char)) return this.#word();
    this.#at++;
    return "symbol";
  }

  #word(): Token["kind"] {
    const start = this.#at;
    this.#run(WORD, "word");
    const { hasEscapeStrings, hasBackslash = false, strings } = this.#lexis;
    const next = this.#sql.charAt(this.#at);
    if (next === "" || !strings.includes(next)) return "word";
    const prefix = this.#sql.slice(start, this.#at);
    if (!/^(e|b|x|n|r|rb|br|u|_\w+)$/i.test(prefix)) return "word";
    return this.#string(next, hasBackslash || (hasEscapeStrings === true && /^e$/i.test(prefix)));
  }

  #run(pattern: RegExp, kind: Token["kind"]): Token["kind"] {
    while (this.#at < this.#sql.length && pattern.test(this.#sql.charAt(this.#at))) this.#at++;
    return kind;
  }

  #string(quote: string, hasBackslash: boolean): "string" {
    const start = this.#at;
    const triple = quote.repeat(3);
    const isTriple = (this.#lexis.hasTripleQuotes ?? false) && this.#startsWith(triple);
    const closer = isTriple ? triple : quote;
    this.#at += closer.length;
    while (this.#at < this.#sql.length) {
      if (hasBackslash && this.#startsWith("\\")) this.#at += 2;
      else if (!isTriple && this.#startsWith(quote + quote)) this.#at += 2;
      else if (this.#startsWith(closer)) {
        this.#at += closer.length;
        return "string";
      } else this.#at++;
    }
    throw this.#error(t("unterminated quoted string"), start);
  }

  #quotedName(quote: string): "name" {
    const start = this.#at;
    const closer = CLOSERS[quote] ?? quote;
    for (let end = this.#sql.indexOf(closer, start + 1); end >= 0; end = this.#sql.indexOf(closer, end + 2)) {
      if (this.#sql.charAt(end + 1) === closer) continue;
      this.#at = end + 1;
      return "name";
    }
    throw this.#error(t("unterminated quoted identifier"), start);
  }

  #dollarString(): boolean {
    const tag = /^\$(?:[\p{L}_\u0080-\uffff][\p{L}\p{N}_\u0080-\uffff]*)?\$/u.exec(
      this.#sql.slice(this.#at, this.#at + 130),
    )?.[0];
    if (!tag) return false;
    const end = this.#sql.indexOf(tag, this.#at + tag.length);
    if (end < 0) throw this.#error(t("unterminated dollar-quoted string"), this.#at);
    this.#at = end + tag.length;
    return true;
  }

  #startsLineComment(): boolean {
    const { lineComments = [], dashNeedsSpace } = this.#lexis;
    if (lineComments.some((mark) => this.#startsWith(mark))) return true;
    if (!this.#startsWith("--")) return false;
    const after = this.#sql.charAt(this.#at + 2);
    if (!dashNeedsSpace || after === "" || SPACE.test(after)) return true;
    throw this.#error(t("a comment needs a space after its dashes"), this.#at);
  }

  #lineComment(): void {
    const start = this.#at;
    const end = this.#sql.indexOf("\n", start);
    this.#at = end < 0 ? this.#sql.length : end;
    if (DOUBTFUL_LINE_END.test(this.#sql.slice(start, this.#at)))
      throw this.#error(t("can't tell where this comment ends"), start);
  }

  /**
   * `/*!` and `/*M!` are SQL for MySQL, not comments, and a hint (`/*+`) may set the time or mode by which rules are
   * read.
   */
  #blockComment(): void {
    const start = this.#at;
    if (/^\/\*M?!/.test(this.#sql.slice(start, start + 4)))
      throw this.#error(t("executable comments are not allowed"), start);
    let depth = 0;
    for (;;) {
      const mark = this.#nextMark();
      if (mark === null) throw this.#error(t("unterminated comment"), start);
      depth += mark === "/*" ? 1 : -1;
      if (depth === 0) break;
      if (depth > 1 && !this.#lexis.hasNestedComments)
        throw this.#error(t("nested comments are not allowed"), this.#at - 2);
    }
    if (SETTING_HINT.test(this.#sql.slice(start, this.#at)))
      throw this.#error(t("hints that set variables are not allowed"), start);
  }

  #nextMark(): "/*" | "*/" | null {
    const marks = /\/\*|\*\//g;
    marks.lastIndex = this.#at;
    const match = marks.exec(this.#sql);
    if (!match) return null;
    this.#at = match.index + 2;
    return match[0] as "/*" | "*/";
  }

  #startsWith(text: string): boolean {
    return this.#sql.startsWith(text, this.#at);
  }

  #error(message: string, offset: number) {
    return syntaxErrorAt({ sql: this.#sql, engine: this.#lexis.engine, offset }, message);
  }
}

export const OPENING: readonly string[] = ["(", "[", "{"];
export const CLOSING: readonly string[] = [")", "]", "}"];

export function unbalanced(tokens: readonly Token[]): Token | undefined {
  const open: Token[] = [];
  for (const token of tokens) {
    if (OPENING.includes(token.text)) open.push(token);
    if (CLOSING.includes(token.text) && open.pop()?.text !== OPENING[CLOSING.indexOf(token.text)]) return token;
  }
  return open.at(-1);
}

const TAKES_LAMBDA = /^(array|map)\w+$|^apply$/i;

/**
 * The first lambda (`x -> y`) that isn't directly an argument of a function, or that has an alias: it may have been
 * given the name of a function or operator.
 */
export function firstNamedLambda(tokens: readonly Token[]): Token | undefined {
  const outer: LambdaLevel[] = [];
  let level: LambdaLevel = { isCall: false };
  let before = "";
  for (const token of tokens) {
    if (OPENING.includes(token.text)) {
      outer.push(level);
      level = { isCall: token.text === "(" && TAKES_LAMBDA.test(before) };
    } else if (CLOSING.includes(token.text)) level = outer.pop() ?? { isCall: false };
    if (token.text === ",") level.lambda = undefined;
    if (before === "-" && token.text === ">") level.lambda = token;
    if (isNamed(level, token)) return level.lambda;
    before = token.text;
  }
  return undefined;
}

const isNamed = ({ isCall, lambda }: LambdaLevel, next: Token) => lambda !== undefined && (!isCall || isAs(next));

interface LambdaLevel {
  isCall: boolean;
  lambda?: Token | undefined;
}

const isAs = ({ kind, text }: Token) => kind === "word" && /^as$/i.test(text);

export function syntaxErrorAt(at: { sql: string; engine: string; offset?: number | undefined }, message: string) {
  const position = at.offset === undefined ? {} : positionIn(at.sql, at.offset);
  return typedError("SYNTAX_ERROR", message, { extra: { ...position, sql: at.sql, engine_name: at.engine } });
}

/** Both start at 1. */
export function positionIn(sql: string, offset: number): { line: number; column: number } {
  const before = sql.slice(0, Math.max(0, offset));
  const line = before.split("\n").length;
  return { line, column: before.length - before.lastIndexOf("\n") };
}

/** Converts offsets in UTF-8 bytes to UTF-16. */
export function byteOffsets(sql: string): (byte: number) => number {
  if (/^[\0-\x7f]*$/.test(sql)) return (byte) => byte;
  const bytes = new TextEncoder().encode(sql);
  return (byte) => new TextDecoder().decode(bytes.subarray(0, byte)).length;
}

/** Converts offsets in code points to UTF-16. */
export function characterOffsets(sql: string): (point: number) => number {
  if (!/[\ud800-\udbff]/.test(sql)) return (point) => point;
  const offsets: number[] = [];
  let at = 0;
  for (const character of sql) {
    offsets.push(at);
    at += character.length;
  }
  return (point) => offsets[point] ?? at;
}
