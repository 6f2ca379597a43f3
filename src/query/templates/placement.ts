import { t } from "../../i18n/translate.ts";
import { templateError } from "./template-error.ts";

/**
 * Values from a request (URL parameters, filter values, names of the query and of the user) can end up anywhere in
 * rendered text. One that is more than a word or numbers is allowed only inside quotes or a comment that it can't end,
 * so no value changes the structure of the SQL around it.
 *
 * Printed values are marked with characters that text can't contain. The marks are checked and removed once the whole
 * template is rendered.
 */
const OPEN = "\ufdd0";
const CLOSE = "\ufdd1";
/** Starts a printed list, whose own quotes would end those around it. */
export const LISTED = "\ufdd2";
const MARKS = /[\ufdd0-\ufdd2]/g;
const PLACES = /[\ufdd0\ufdd1]/g;

/** Words, or unsigned numbers separated by commas: nothing that could be SQL structure. */
const INERT = /^(?:[\p{L}_][\p{L}\p{N}_]*(?:\.[\p{L}_][\p{L}\p{N}_]*)*|\d+(?:\.\d+)?(?:\s*,\s*\d+(?:\.\d+)?)*| *)$/u;

/** Safe except after a minus, where it would start a comment. */
const NEGATIVE = /^-\d+(?:\.\d+)?$/;
const MAX_WORK = 200_000_000;

export class Placement {
  readonly #foreign = new Set<string>();

  /** Registers the value, or the values within it, as foreign, and returns it without marks. */
  foreign<T>(value: T): T {
    if (typeof value === "string") return this.#text(value) as T;
    if (Array.isArray(value)) return value.map((entry) => this.foreign(entry)) as T;
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, entry]) => [this.#text(key), this.foreign(entry)])) as T;
  }

  #text(value: string): string {
    const text = value.replace(MARKS, "");
    if (!INERT.test(text)) this.#foreign.add(text);
    return text;
  }

  derived(source: string, results: readonly string[]): void {
    if (this.#foreign.size === 0 || !this.marked(source).includes(OPEN)) return;
    for (const result of results) this.#text(result);
  }

  marked(printed: string): string {
    const text = printed.replace(PLACES, "");
    if (NEGATIVE.test(text)) return OPEN + text + CLOSE;
    if (this.#foreign.size * text.length > MAX_WORK) {
      throw templateError("SecurityError", t("too many values to print: use the `where_in` filter"));
    }
    const ranges: [number, number][] = [];
    const searched = caseless(text);
    for (const value of this.#foreign) {
      const sought = caseless(value);
      for (let at = searched.indexOf(sought); at >= 0; at = searched.indexOf(sought, at + 1)) {
        ranges.push([at, at + sought.length]);
      }
    }
    if (ranges.length === 0) return text;
    ranges.sort((a, b) => a[0] - b[0]);
    let result = "";
    let done = 0;
    for (const [start, end] of merged(ranges)) {
      result += `${text.slice(done, start)}${OPEN}${text.slice(start, end)}${CLOSE}`;
      done = end;
    }
    return result + text.slice(done);
  }

  /** Returns the rendered text without marks. Throws if a foreign value isn't inside quotes. */
  checked(text: string, hasBackslashEscapes: boolean): string {
    if (text.search(MARKS) < 0) return text;
    const plain = text.replace(MARKS, "");
    const isSafe =
      !/\$\w*\$/.test(plain) &&
      staysInside(text, hasBackslashEscapes) &&
      (hasBackslashEscapes || !foreignParts(text).includes("\\") || staysInside(text, true));
    if (isSafe) return plain;
    throw templateError(
      "SecurityError",
      t("a request value would change the structure of the SQL: put it in quotes, or use the `where_in` filter"),
    );
  }
}

function caseless(text: string): string {
  const lower = text.toLowerCase();
  return lower.length === text.length ? lower : text;
}

function merged(ranges: readonly [number, number][]): [number, number][] {
  const result: [number, number][] = [];
  for (const [start, end] of ranges) {
    const last = result.at(-1);
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else result.push([start, end]);
  }
  return result;
}

const foreignParts = (text: string) =>
  text
    .split(OPEN)
    .slice(1)
    .map((part) => part.split(CLOSE)[0])
    .join("");

const QUOTES: ReadonlySet<string> = new Set(["'", '"', "`"]);
type State = "sql" | "'" | '"' | "`" | "--" | "/*";

function staysInside(text: string, hasBackslashEscapes: boolean): boolean {
  const lexer = new Lexer(hasBackslashEscapes);
  const [before = "", ...parts] = text.split(OPEN);
  lexer.takeAll(before);
  return parts.every((part) => takesMarked(lexer, part)) && !lexer.isDoubtful;
}

function takesMarked(lexer: Lexer, part: string): boolean {
  const end = part.indexOf(CLOSE);
  const value = part.slice(0, end);
  const { quotes } = lexer;
  const isNumber = NEGATIVE.test(value) && lexer.isBetween;
  const begins = lexer.isInside;
  lexer.takeAll(value);
  const stays = begins && lexer.isInside && lexer.quotes === quotes;
  lexer.takeAll(part.slice(end + 1));
  return end >= 0 && (isNumber || stays);
}

/**
 * Tracks for each character whether it is within quotes or a comment, in any dialect. Where dialects differ (`#` and
 * `--x` are comments in only some, some nest comments) and it matters, the text is doubtful.
 */
class Lexer {
  isDoubtful = false;
  quotes = 0;
  readonly #hasBackslashEscapes: boolean;
  #state: State = "sql";
  #last = "";
  /** The last character was a quote that ends the text, unless it is doubled. */
  #isPending = false;
  #isEscaped = false;
  #isMaybeComment = false;

  constructor(hasBackslashEscapes: boolean) {
    this.#hasBackslashEscapes = hasBackslashEscapes;
  }

  get isInside(): boolean {
    return QUOTES.has(this.#state) && !this.#isPending && !this.#isEscaped;
  }

  /** In SQL, and not after a minus, which could join the next character. */
  get isBetween(): boolean {
    return (this.#state === "sql" || this.#isPending) && this.#last !== "-";
  }

  takeAll(text: string): void {
    for (const char of text) this.#take(char);
  }

  #take(char: string): void {
    if (char === LISTED) {
      if (this.isInside) this.isDoubtful = true;
      return;
    }
    if (char === "\n" || char === "\r") this.#isMaybeComment = false;
    if (QUOTES.has(char) && this.#isMaybeComment) this.isDoubtful = true;
    if (this.#state === "sql") this.#takeSql(char);
    else if (this.#state === "--") this.#takeLineComment(char);
    else if (this.#state === "/*") this.#takeBlockComment(char);
    else this.#takeQuoted(char);
    this.#last = char;
  }

  #takeQuoted(char: string): void {
    if (this.#isPending) {
      this.#isPending = false;
      if (char === this.#state) return;
      this.quotes++;
      this.#state = "sql";
      this.#last = "";
      this.#takeSql(char);
    } else if (this.#isEscaped) this.#isEscaped = false;
    else if (char === "\\" && this.#hasBackslashEscapes) this.#isEscaped = true;
    else if (char === this.#state) this.#isPending = true;
  }

  #takeSql(char: string): void {
    if (QUOTES.has(char)) this.#state = char as State;
    else if (char === "-" && this.#last === "-") this.#state = "--";
    else if (char === "*" && this.#last === "/") this.#state = "/*";
    else if (char === "#") this.#isMaybeComment = true;
  }

  #takeLineComment(char: string): void {
    if (this.#last === "-" && char.trim() !== "") this.#isMaybeComment = true;
    if (char === "\n" || char === "\r") this.#state = "sql";
  }

  #takeBlockComment(char: string): void {
    if (this.#last === "/" && char === "*") this.isDoubtful = true;
    if (this.#last !== "*" || char !== "/") return;
    this.#state = "sql";
  }
}
