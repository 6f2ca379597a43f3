/** Deeper values are not taken in: writing them again would use up the stack. */
const MAX_DEPTH = 200;

/** Reads JSON that came from outside. Throws a SyntaxError when it is malformed or nested too deeply. */
export function readJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  assertShallow(value);
  return value;
}

/** Throws a SyntaxError when the value is nested too deeply. */
export function assertShallow(value: unknown): void {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) throw new SyntaxError("JSON is nested too deeply");
    level = level.flatMap((item) => (typeof item === "object" && item !== null ? Object.values(item) : []));
  }
}
