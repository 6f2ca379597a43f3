import { t } from "../i18n/translate.ts";

/** Deeper values would overflow the stack when written again. */
const MAX_DEPTH = 200;

/**
 * For external JSON. Throws a SyntaxError when malformed or nested too deeply. Integers beyond 2^53 become text with
 * all digits.
 */
export function readJson(text: string): unknown {
  assertBounded(text);
  return withDigits(text, JSON.parse(text));
}

const LIMITS = [
  [":", 100_000, (limit: number) => t("JSON has more than {limit, number} keys", { limit })],
  ["[", 100_000, (limit: number) => t("JSON has more than {limit, number} arrays", { limit })],
  ["{", 100_000, (limit: number) => t("JSON has more than {limit, number} objects", { limit })],
] as const;
const MAX_DIFFERENT_KEYS = 30_000;
/** Includes keys. Each distinct string takes a microsecond or two. */
const MAX_STRINGS = 150_000;
/** Cheap to parse: a dashboard of 500 charts lists each in the scopes of all others. */
const MAX_VALUES = 1_000_000;
const [QUOTE, COLON, BACKSLASH, ASCII] = [0x22, 0x3a, 0x5c, 128];
const DEPTH_CHANGES = new Int8Array(ASCII);
for (const [bracket, change] of Object.entries({ "[": 1, "{": 1, "]": -1, "}": -1 }))
  DEPTH_CHANGES[bracket.charCodeAt(0)] = change;

/**
 * Throws a SyntaxError for JSON that is nested too deeply or would take too long to parse. Doesn't check the syntax.
 */
export function assertBounded(text: string, maxValues = MAX_VALUES): void {
  const counts = new Uint32Array(ASCII);
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code >= ASCII) continue;
    counts[code] = (counts[code] ?? 0) + 1;
    depth += DEPTH_CHANGES[code] ?? 0;
    if (depth > MAX_DEPTH + 1) throw new SyntaxError(t("JSON is nested too deeply"));
    if (code === QUOTE) at = endOfString(text, at);
  }
  const marks = [...LIMITS, ['"', MAX_STRINGS, tooManyStrings], [",", maxValues, tooManyValues]] as const;
  for (const [mark, limit, problemOf] of marks) {
    const count = counts[mark.charCodeAt(0)] ?? 0;
    if (count > limit) throw new SyntaxError(problemOf(limit));
  }
  assertFewKeys(text, counts[COLON] ?? 0);
}

function assertFewKeys(text: string, keys: number): void {
  if (keys > MAX_DIFFERENT_KEYS && differentKeys(text) > MAX_DIFFERENT_KEYS)
    throw new SyntaxError(t("JSON has more than {limit, number} different keys", { limit: MAX_DIFFERENT_KEYS }));
}

const tooManyStrings = (limit: number) => t("JSON has more than {limit, number} strings", { limit });
const tooManyValues = (limit: number) => t("JSON has more than {limit, number} values", { limit });

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

function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let slashes = 0;
    while (text.charCodeAt(end - 1 - slashes) === BACKSLASH) slashes++;
    if (slashes % 2 === 0) return end;
  }
  return text.length;
}

const LONG_INTEGER = /[:[,]\s*-?\d{16,}\s*[,\]}]/;

/** Integers beyond 2^53 become text with all digits. */
export const parseExact = (text: string): unknown => withDigits(text);

const LONG_NUMBER = /[:[,]\s*-?[\d.]{16,}\s*[,\]}]/;

/** For display: all numbers that a double would round become text with all digits. */
export function parseLossless(text: string): unknown {
  const plain = JSON.parse(text);
  return LONG_NUMBER.test(text) ? JSON.parse(withQuotedNumbers(text, isRounded)) : plain;
}

export function withDigits(text: string, parsed?: unknown): unknown {
  // Quoting numbers must not turn invalid JSON into valid JSON.
  const plain = parsed === undefined ? JSON.parse(text) : parsed;
  return LONG_INTEGER.test(text) ? JSON.parse(withQuotedNumbers(text, isUnsafeInteger)) : plain;
}

const NUMBER = /-?\d+(?:\.\d+)?(?:e[+-]?\d+)?/iy;
const [MINUS, ZERO, NINE] = [0x2d, 0x30, 0x39];

const isUnsafeInteger = (number: string) => /^-?\d{16,}$/.test(number) && !Number.isSafeInteger(Number(number));

/** Doubles have at most 17 digits and round-trip. */
function isRounded(number: string): boolean {
  if (isUnsafeInteger(number)) return true;
  if (!/^-?\d+\.\d+$/.test(number) || number.length < 17) return false;
  const digits = number.replace(/[-.]/g, "").replace(/^0+|0+$/g, "").length;
  return digits > 17 || (digits > 15 && String(Number(number)) !== number.replace(/\.?0+$/, ""));
}

/** A scan, because a reviver runs per value and is forty times slower. */
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

/** Throws a SyntaxError for values nested too deeply or circular, as YAML allows. */
export function assertShallow(value: unknown): void {
  let level = new Set<unknown>([value]);
  for (let depth = 0; level.size > 0; depth++) {
    if (depth > MAX_DEPTH) throw new SyntaxError(t("JSON is nested too deeply"));
    const below = new Set<unknown>();
    for (const item of level) {
      if (typeof item !== "object" || item === null) continue;
      for (const part of Object.values(item)) if (typeof part === "object") below.add(part);
    }
    level = below;
  }
}
