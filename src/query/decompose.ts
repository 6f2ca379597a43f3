import type { BrushDialect } from "./dialect.ts";
import { type Lexis, type Token, tokensOf } from "./sql/lexis.ts";

/** `quotient` drops the fraction, as engines divide integers. */
export type Expression =
  | { op: "component"; at: number }
  | { op: "number"; text: string }
  | { op: "null" }
  | Arithmetic
  | { op: "nullif"; left: Expression; right: Expression }
  | { op: "negate" | "abs" | "double"; of: Expression }
  | { op: "coalesce"; of: readonly Expression[] };

export interface Arithmetic {
  op: "+" | "-" | "*" | "/" | "quotient";
  /** A sum divided by a count, which the SQL calls AVG. */
  isAverage?: true;
  left: Expression;
  right: Expression;
}

/** An aggregate of which the value over several groups follows from its values in each of them. */
export interface Aggregate {
  /** Without rows, counts are 0, and the others missing. */
  combine: "count" | "sum" | "min" | "max" | "distinct";
  /** For `distinct`, the counted expression. */
  sql: string;
  /** What is aggregated; null for COUNT(*). */
  of: string | null;
}

/** The aggregates of several metrics, each once. */
export class Aggregates {
  readonly list: Aggregate[] = [];

  add(aggregate: Aggregate): Expression {
    const found = this.list.findIndex(({ combine, sql }) => combine === aggregate.combine && sql === aggregate.sql);
    if (found < 0) this.list.push(aggregate);
    return { op: "component", at: found < 0 ? this.list.length - 1 : found };
  }
}

/**
 * A metric's SQL as arithmetic over aggregates, which are added to the list. What is aggregated stays as it is written.
 * Undefined for everything else: window functions, other aggregates and functions, comparisons.
 */
export function decomposed(sql: string, dialect: BrushDialect, aggregates: Aggregates): Expression | undefined {
  try {
    const parser = new Parser({ sql, dialect, aggregates });
    return parser.whole();
  } catch (error) {
    if (error instanceof NotDecomposable) return undefined;
    throw error;
  }
}

/** A condition on groups. */
export interface Comparison<Side = Expression> {
  /** As it is written: `>=`. */
  operator: string;
  left: Side;
  right: Side;
}

/** `((COUNT(*) >= 500))` in parts; undefined for everything else than one comparison. */
export function comparisonIn(sql: string, lexis: Lexis): Comparison<string> | undefined {
  let tokens = readTokens(sql, lexis);
  while (isEnclosed(tokens)) tokens = tokens.slice(1, -1);
  const depths = depthsOf(tokens);
  const start = tokens.findIndex(({ text }, i) => depths[i] === 0 && isOperator(text));
  const end = tokens.findIndex(({ text }, i) => i > start && !isOperator(text));
  if (start < 1 || end < 0) return undefined;
  const textOf = (of: readonly Token[]) => sql.slice(of[0]?.start, of.at(-1)?.end);
  return {
    operator: textOf(tokens.slice(start, end)),
    left: textOf(tokens.slice(0, start)),
    right: textOf(tokens.slice(end)),
  };
}

/** None if the text isn't understood. */
export function readTokens(sql: string, lexis: Lexis): readonly Token[] {
  try {
    return tokensOf(sql, lexis);
  } catch {
    return [];
  }
}

const isOperator = (text: string) => /^[<>=!]+$/.test(text);

function isEnclosed(tokens: readonly Token[]): boolean {
  return tokens[0]?.text === "(" && depthsOf(tokens).indexOf(0) === tokens.length - 1;
}

/** Of brackets around and including each token; 0 for the closing one of the outermost. */
function depthsOf(tokens: readonly Token[]): number[] {
  let depth = 0;
  return tokens.map(({ text }) => {
    if (text === "(") depth++;
    if (text === ")") depth--;
    return depth;
  });
}

class NotDecomposable extends Error {}

interface ParserInput {
  sql: string;
  dialect: BrushDialect;
  aggregates: Aggregates;
}

const AGGREGATES = new Set(["count", "sum", "min", "max", "avg"]);
const MAX_DEPTH = 50;
const PLAIN_NUMBER = /^\d+(\.\d*)?$/;

class Parser {
  readonly #input: ParserInput;
  readonly #tokens: readonly Token[];
  #at = 0;
  #depth = 0;

  constructor(input: ParserInput) {
    this.#input = input;
    this.#tokens = safeTokens(input);
  }

  whole(): Expression {
    const expression = this.#sum();
    if (this.#at < this.#tokens.length) throw new NotDecomposable();
    return expression;
  }

  #sum(): Expression {
    if (++this.#depth > MAX_DEPTH) throw new NotDecomposable();
    let left = this.#product();
    for (let op = this.#taken("+", "-"); op; op = this.#taken("+", "-")) left = { op, left, right: this.#product() };
    this.#depth--;
    return left;
  }

  #product(): Expression {
    let left = this.#signed();
    for (let op = this.#taken("*", "/"); op; op = this.#taken("*", "/")) {
      // `//` and `**` are other operators.
      if (["*", "/"].includes(this.#next()?.text ?? "")) throw new NotDecomposable();
      left = { op, left, right: this.#signed() };
    }
    return left;
  }

  #signed(): Expression {
    if (!this.#taken("-")) return this.#cast();
    if (++this.#depth > MAX_DEPTH || this.#next()?.text === "-") throw new NotDecomposable();
    const of = this.#signed();
    this.#depth--;
    return { op: "negate", of };
  }

  #cast(): Expression {
    let of = this.#operand();
    while (this.#taken(":")) {
      this.#expect(":");
      this.#doubleType();
      of = { op: "double", of };
    }
    return of;
  }

  #operand(): Expression {
    const token = this.#next();
    if (!token) throw new NotDecomposable();
    this.#at++;
    if (token.kind === "number" && PLAIN_NUMBER.test(token.text)) return { op: "number", text: token.text };
    if (token.text === "(") return this.#inner();
    if (token.kind !== "word") throw new NotDecomposable();
    return this.#named(token);
  }

  #named(token: Token): Expression {
    const name = token.text.toLowerCase();
    if (name === "null") return { op: "null" };
    this.#expect("(");
    if (AGGREGATES.has(name)) return this.#aggregate(name, token);
    switch (name) {
      case "abs":
        return { op: "abs", of: this.#inner() };
      case "cast":
        return this.#castCall();
      case "nullif": {
        const [left, right, ...others] = this.#list();
        if (!left || !right || others.length > 0) throw new NotDecomposable();
        return { op: "nullif", left, right };
      }
      case "coalesce":
      case "ifnull":
        return { op: "coalesce", of: this.#list() };
      default:
        throw new NotDecomposable();
    }
  }

  #castCall(): Expression {
    const of = this.#sum();
    if (this.#word() !== "as") throw new NotDecomposable();
    this.#doubleType();
    this.#expect(")");
    return { op: "double", of };
  }

  #doubleType(): void {
    const first = this.#word();
    const name = first === "double" && /^precision$/i.test(this.#next()?.text ?? "") ? `double ${this.#word()}` : first;
    if (!this.#input.dialect.doubleTypes.test(name)) throw new NotDecomposable();
  }

  #inner(): Expression {
    const expression = this.#sum();
    this.#expect(")");
    return expression;
  }

  #list(): Expression[] {
    const list = [this.#sum()];
    while (this.#taken(",")) list.push(this.#sum());
    this.#expect(")");
    return list;
  }

  #aggregate(name: string, token: Token): Expression {
    const isDistinct = /^distinct$/i.test(this.#next()?.text ?? "") && this.#next()?.kind === "word";
    if (isDistinct) this.#at++;
    const of = this.#argument();
    const filter = this.#filter();
    if (/^(over|within|ignore|respect)$/i.test(this.#next()?.text ?? "")) throw new NotDecomposable();
    if ((of === "*" || isDistinct) && name !== "count") throw new NotDecomposable();
    if (isDistinct) return this.#distinct(of, filter);
    return of === "*" ? this.#rows(filter) : this.#values(token, of, filter);
  }

  #distinct(of: string, filter: string): Expression {
    if (filter || of === "*") throw new NotDecomposable();
    return this.#input.aggregates.add({ combine: "distinct", sql: of, of });
  }

  #rows(filter: string): Expression {
    return this.#input.aggregates.add({ combine: "count", sql: `COUNT(*)${filter}`, of: null });
  }

  #values({ text }: Token, of: string, filter: string): Expression {
    const add = (name: string, combine: Aggregate["combine"]) =>
      this.#input.aggregates.add({ combine, sql: `${name}(${of}\n)${filter}`, of });
    const name = text.toUpperCase();
    if (name !== "AVG") return add(name, name.toLowerCase() as Aggregate["combine"]);
    const sum: Expression = { op: "double", of: add("SUM", "sum") };
    return { op: "/", isAverage: true, left: sum, right: add("COUNT", "count") };
  }

  /** The text up to the closing parenthesis, of one argument without a query or an order. */
  #argument(): string {
    const start = this.#next()?.start ?? 0;
    let depth = 0;
    for (let token = this.#next(); token; token = this.#next()) {
      this.#at++;
      if (token.text === ")" && depth === 0) {
        const text = this.#input.sql.slice(start, token.start).trim();
        if (text === "") throw new NotDecomposable();
        return text;
      }
      if (token.kind === "word" && /^(select|order|separator|over)$/i.test(token.text)) throw new NotDecomposable();
      if (token.text === "," && depth === 0) throw new NotDecomposable();
      if (["(", "[", "{"].includes(token.text)) depth++;
      if ([")", "]", "}"].includes(token.text)) depth--;
    }
    throw new NotDecomposable();
  }

  #filter(): string {
    const token = this.#next();
    if (token?.kind !== "word" || !/^filter$/i.test(token.text)) return "";
    this.#at++;
    this.#expect("(");
    const condition = this.#argument();
    return /^where\b/i.test(condition) ? ` FILTER (${condition}\n)` : fail();
  }

  #next(): Token | undefined {
    return this.#tokens[this.#at];
  }

  #word(): string {
    const token = this.#next();
    if (token?.kind !== "word") throw new NotDecomposable();
    this.#at++;
    return token.text.toLowerCase();
  }

  #taken<Text extends string>(...texts: Text[]): Text | undefined {
    const token = this.#next();
    const found = token?.kind === "symbol" ? texts.find((text) => text === token.text) : undefined;
    if (found) this.#at++;
    return found;
  }

  #expect(text: string): void {
    if (!this.#taken(text)) throw new NotDecomposable();
  }
}

function fail(): never {
  throw new NotDecomposable();
}

function safeTokens({ sql, dialect }: ParserInput): readonly Token[] {
  const tokens = readTokens(sql, dialect.lexis);
  return tokens.length > 0 ? tokens : fail();
}
