/** Deeper values are not taken in: writing them again would use up the stack. */
const MAX_DEPTH = 200;

/** Reads JSON that came from outside. Throws a SyntaxError when it is malformed or nested too deeply. */
export function readJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  assertShallow(value);
  return value;
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
