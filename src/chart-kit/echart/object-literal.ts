export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

const BLANK = /(?:\s|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*/y;
const TOKEN =
  /[{}[\],:]|"(?:[^"\\\n]|\\[\s\S])*"|'(?:[^'\\\n]|\\[\s\S])*'|`(?:[^`\\$]|\\[\s\S])*`|[+-]?(?:0x[\da-f]+|(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)|[a-z_$][\w$]*/iy;
const ESCAPE = /\\(?:u\{([\da-f]+)\}|u([\da-f]{4})|x([\da-f]{2})|(\r\n|[\s\S]))/gi;
const CONTROLS: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t", b: "\b", f: "\f", v: "\v", 0: "\0" };
const WORDS = new Map<string, Json>([
  ["null", null],
  ["true", true],
  ["false", false],
]);

/**
 * Parses a JavaScript object literal of plain values, as in ECharts' examples: unquoted keys, any quotes, comments,
 * trailing commas. Nothing is executed. Throws a SyntaxError for anything else: names, calls, functions, templates.
 */
export function parseLiteral(text: string): Json {
  const tokens = tokensOf(text);
  let at = 0;
  const next = () => {
    const token = tokens[at++];
    if (token === undefined) throw new SyntaxError("unexpected end");
    return token;
  };
  const value = (token: string): Json => {
    if (token === "{") return Object.fromEntries(items("}", (first) => member(first)));
    if (token === "[") return items("]", value);
    return WORDS.get(token) ?? scalar(token);
  };
  const member = (key: string): [string, Json] => {
    if (next() !== ":") throw new SyntaxError(`missing value for ${key}`);
    return [/^[\w$]/.test(key) ? key : textOf(key), value(next())];
  };
  const items = <T>(end: string, read: (first: string) => T): T[] => {
    const found: T[] = [];
    for (let token = next(); token !== end; token = next()) {
      found.push(read(token));
      const after = next();
      if (after === end) break;
      if (after !== ",") throw new SyntaxError(`expected a comma, found ${after}`);
    }
    return found;
  };
  const whole = value(next());
  if (at < tokens.length) throw new SyntaxError("unexpected text after the end");
  return whole;
}

function tokensOf(text: string): string[] {
  const found: string[] = [];
  for (let at = blankTo(text, 0); at < text.length; ) {
    TOKEN.lastIndex = at;
    const [token] = TOKEN.exec(text) ?? [];
    if (token === undefined) throw new SyntaxError(`unexpected character at ${at}`);
    found.push(token);
    at = blankTo(text, at + token.length);
  }
  return found;
}

function blankTo(text: string, from: number): number {
  BLANK.lastIndex = from;
  return from + (BLANK.exec(text)?.[0].length ?? 0);
}

function scalar(token: string): Json {
  if (token === "null") return null;
  if (/^["'`]/.test(token)) return textOf(token);
  const size = Number(token.replace(/^[+-]/, ""));
  if (Number.isNaN(size)) throw new SyntaxError(`${token} isn't a plain value`);
  return token.startsWith("-") ? -size : size;
}

function textOf(token: string): string {
  if (!/^["'`]/.test(token)) throw new SyntaxError(`${token} isn't a valid key`);
  return token.slice(1, -1).replace(ESCAPE, (_, ...found: string[]) => {
    const [long, code, byte, plain = ""] = found;
    const hex = long ?? code ?? byte;
    if (hex) return String.fromCodePoint(Number.parseInt(hex, 16));
    return /^[\r\n]/.test(plain) ? "" : (CONTROLS[plain] ?? plain);
  });
}
