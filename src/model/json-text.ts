/** Deeper values are not taken in: writing them again would use up the stack. */
const MAX_DEPTH = 200;

/**
 * Reads JSON that came from outside. Throws a SyntaxError when it is malformed or nested too deeply. Integers beyond 2^53
 * are texts with all their digits.
 */
export function readJson(text: string): unknown {
  assertBounded(text);
  return withDigits(text, JSON.parse(text));
}

/** Parsing takes a microsecond for each. */
const LIMITS = [
  [":", 100_000, "keys"],
  ["[", 100_000, "lists"],
  ["{", 100_000, "objects"],
] as const;
/** Objects of many keys that differ take much longer, and are copied and compared key by key. */
const MAX_DIFFERENT_KEYS = 30_000;
/** With those of keys. Each that differs is looked up in a table of all there are, which takes a microsecond or two. */
const MAX_STRINGS = 150_000;
/** They are cheap to parse: a dashboard of 500 charts names each in the scopes of all others. */
const MAX_VALUES = 1_000_000;
const [QUOTE, COLON, BACKSLASH, ASCII] = [0x22, 0x3a, 0x5c, 128];
/** By character code. */
const DEPTH_CHANGES = new Int8Array(ASCII);
for (const [bracket, change] of Object.entries({ "[": 1, "{": 1, "]": -1, "}": -1 }))
  DEPTH_CHANGES[bracket.charCodeAt(0)] = change;

/**
 * Throws a SyntaxError for JSON that is nested too deeply, or that has more keys, strings, values, lists or objects than are
 * parsed without delaying others. Whether it is JSON is not checked.
 */
export function assertBounded(text: string, maxValues = MAX_VALUES): void {
  const counts = new Uint32Array(ASCII);
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code >= ASCII) continue;
    counts[code] = (counts[code] ?? 0) + 1;
    depth += DEPTH_CHANGES[code] ?? 0;
    if (depth > MAX_DEPTH + 1) throw new SyntaxError("JSON is nested too deeply");
    if (code === QUOTE) at = endOfString(text, at);
  }
  const marks = [...LIMITS, ['"', MAX_STRINGS, "strings"], [",", maxValues, "values"]] as const;
  for (const [mark, limit, what] of marks) {
    const count = counts[mark.charCodeAt(0)] ?? 0;
    if (count > limit) throw tooMany(limit, what);
  }
  assertFewKeys(text, counts[COLON] ?? 0);
}

function assertFewKeys(text: string, keys: number): void {
  if (keys > MAX_DIFFERENT_KEYS && differentKeys(text) > MAX_DIFFERENT_KEYS)
    throw tooMany(MAX_DIFFERENT_KEYS, "different keys");
}

const tooMany = (limit: number, what: string) =>
  new SyntaxError(`JSON has more than ${limit.toLocaleString("en-US")} ${what}`);

function differentKeys(text: string): number {
  const keys = new Set<string>();
  let [start, end] = [0, 0];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === COLON) keys.add(text.slice(start, end));
    if (code !== QUOTE) continue;
    start = at;
    end = endOfString(text, at);
    at = end;
  }
  return keys.size;
}

/** Where the string that begins there ends, or the text does. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let slashes = 0;
    while (text.charCodeAt(end - 1 - slashes) === BACKSLASH) slashes++;
    if (slashes % 2 === 0) return end;
  }
  return text.length;
}

/** An integer of more digits than a double always holds, as a JSON value. */
const LONG_INTEGER = /[:[,]\s*-?\d{16,}\s*[,\]}]/;

/** JSON whose integers beyond 2^53 are texts with all their digits instead of rounded numbers. */
export const parseExact = (text: string): unknown => withDigits(text);

/** A number of more digits than a double always holds, as a JSON value. */
const LONG_NUMBER = /[:[,]\s*-?[\d.]{16,}\s*[,\]}]/;

/** JSON in which all numbers, whole or not, that a double would round are texts with all their digits: to be shown. */
export function parseLossless(text: string): unknown {
  const plain = JSON.parse(text);
  return LONG_NUMBER.test(text) ? JSON.parse(withQuotedNumbers(text, isRounded)) : plain;
}

/** The same of what was parsed already: it is parsed again only where there are such integers. */
export function withDigits(text: string, parsed?: unknown): unknown {
  // Malformed JSON must not become JSON by the quotes.
  const plain = parsed === undefined ? JSON.parse(text) : parsed;
  return LONG_INTEGER.test(text) ? JSON.parse(withQuotedNumbers(text, isUnsafeInteger)) : plain;
}

const NUMBER = /-?\d+(?:\.\d+)?(?:e[+-]?\d+)?/iy;
const [MINUS, ZERO, NINE] = [0x2d, 0x30, 0x39];

const isUnsafeInteger = (number: string) => /^-?\d{16,}$/.test(number) && !Number.isSafeInteger(Number(number));

/** Doubles are written with 17 digits at most, and so that they are read again as themselves. */
function isRounded(number: string): boolean {
  if (isUnsafeInteger(number)) return true;
  if (!/^-?\d+\.\d+$/.test(number) || number.length < 17) return false;
  const digits = number.replace(/[-.]/g, "").replace(/^0+|0+$/g, "").length;
  return digits > 17 || (digits > 15 && String(Number(number)) !== number.replace(/\.?0+$/, ""));
}

/** By a scan, as a reviver is called for every value and takes forty times as long. */
function withQuotedNumbers(text: string, isQuoted: (number: string) => boolean): string {
  const pieces: string[] = [];
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    if (code !== MINUS && (code < ZERO || code > NINE)) continue;
    NUMBER.lastIndex = at;
    const number = NUMBER.exec(text)?.[0] ?? "-";
    if (isQuoted(number)) {
      pieces.push(text.slice(from, at), `"${number}"`);
      from = at + number.length;
    }
    at += number.length - 1;
  }
  return [...pieces, text.slice(from)].join("");
}

/** Throws a SyntaxError when the value is nested too deeply, or holds itself, as YAML can. */
export function assertShallow(value: unknown): void {
  let level = new Set<unknown>([value]);
  for (let depth = 0; level.size > 0; depth++) {
    if (depth > MAX_DEPTH) throw new SyntaxError("JSON is nested too deeply");
    const below = new Set<unknown>();
    for (const item of level) {
      if (typeof item !== "object" || item === null) continue;
      for (const part of Object.values(item)) if (typeof part === "object") below.add(part);
    }
    level = below;
  }
}
