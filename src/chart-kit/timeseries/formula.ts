/**
 * Formulas of annotation layers: numbers, `x`, + - * / ^, parentheses, a few functions, implicit multiplication (`3x`).
 * Parsed and evaluated, never executed as code.
 */
export type Formula = (x: number) => number;

const FUNCTIONS: Readonly<Record<string, (value: number) => number>> = {
  sin: Math.sin,
  cos: Math.cos,
  tan: Math.tan,
  sqrt: Math.sqrt,
  abs: Math.abs,
  log: Math.log,
  log10: Math.log10,
  exp: Math.exp,
  round: Math.round,
  floor: Math.floor,
  ceil: Math.ceil,
};
const CONSTANTS: Readonly<Record<string, number>> = { pi: Math.PI, e: Math.E };

export function parseFormula(text: string): Formula | undefined {
  const body = text.replace(/^\s*(y|f\s*\(\s*x\s*\))\s*=/i, "");
  const tokens = body.match(/\d+(?:\.\d+)?(?:e[+-]?\d+)?|\.\d+|[a-z]+\d*|[-+*/^()]/gi);
  if (!tokens || tokens.join("").length !== body.replace(/\s/g, "").length) return undefined;
  const reader = new Reader(tokens);
  const formula = reader.sum();
  return formula && reader.isAtEnd() ? formula : undefined;
}

class Reader {
  readonly #tokens: readonly string[];
  #at = 0;

  constructor(tokens: readonly string[]) {
    this.#tokens = tokens;
  }

  isAtEnd(): boolean {
    return this.#at >= this.#tokens.length;
  }

  sum(): Formula | undefined {
    let left = this.#product();
    while (left && (this.#is("+") || this.#is("-"))) {
      const sign = this.#take() === "+" ? 1 : -1;
      const [a, b] = [left, this.#product()];
      left = b && ((x) => a(x) + sign * b(x));
    }
    return left;
  }

  #product(): Formula | undefined {
    let left = this.#signed();
    while (left && !this.isAtEnd() && !this.#is("+") && !this.#is("-") && !this.#is(")")) {
      const isQuotient = this.#is("/");
      if (isQuotient || this.#is("*")) this.#take();
      const [a, b] = [left, this.#signed()];
      left = b && (isQuotient ? (x) => a(x) / b(x) : (x) => a(x) * b(x));
    }
    return left;
  }

  #signed(): Formula | undefined {
    if (!this.#is("-") && !this.#is("+")) return this.#power();
    const sign = this.#take() === "-" ? -1 : 1;
    const inner = this.#signed();
    return inner && ((x) => sign * inner(x));
  }

  #power(): Formula | undefined {
    const base = this.#atom();
    if (!base || !this.#is("^")) return base;
    this.#take();
    const exponent = this.#signed();
    return exponent && ((x) => base(x) ** exponent(x));
  }

  #atom(): Formula | undefined {
    const token = this.#take()?.toLowerCase();
    if (token === undefined) return undefined;
    if (token === "(") return this.#bracket();
    if (token === "x") return (x) => x;
    const number = Object.hasOwn(CONSTANTS, token) ? CONSTANTS[token] : Number(token);
    if (number !== undefined && !Number.isNaN(number)) return () => number;
    const apply = Object.hasOwn(FUNCTIONS, token) ? FUNCTIONS[token] : undefined;
    if (!apply || this.#take() !== "(") return undefined;
    const inner = this.#bracket();
    return inner && ((x) => apply(inner(x)));
  }

  #bracket(): Formula | undefined {
    const inner = this.sum();
    return this.#take() === ")" ? inner : undefined;
  }

  #is(token: string): boolean {
    return this.#tokens[this.#at] === token;
  }

  #take(): string | undefined {
    return this.#tokens[this.#at++];
  }
}
