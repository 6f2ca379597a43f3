/** Deeper values are not taken in: writing them again would use up the stack. */
const MAX_DEPTH = 200;

/**
 * Reads JSON that came from outside. Throws a SyntaxError when it is malformed or nested too deeply. Integers beyond 2^53
 * are texts with all their digits.
 */
export function readJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  assertShallow(value);
  return withDigits(text, value);
}

/** An integer of more digits than a double always holds, as a JSON value. */
const LONG_INTEGER = /[:[,]\s*-?\d{16,}\s*[,\]}]/;

/** JSON whose integers beyond 2^53 are texts with all their digits instead of rounded numbers. */
export const parseExact = (text: string): unknown => withDigits(text);

/** The same of what was parsed already: it is parsed again only where there are such integers. */
export function withDigits(text: string, parsed?: unknown): unknown {
  if (LONG_INTEGER.test(text)) return JSON.parse(text, keepDigits as (key: string, value: unknown) => unknown);
  return parsed === undefined ? JSON.parse(text) : parsed;
}

function keepDigits(_key: string, value: unknown, { source }: { source?: string } = {}): unknown {
  if (typeof value !== "number" || Number.isSafeInteger(value) || source === undefined) return value;
  return /^-?\d+$/.test(source) ? source : value;
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
