import type { z } from "zod";

/**
 * Numbers and truth values that a program wrote as texts (`"15"`, `"true"`), as scripts do that read them from their
 * command line: the same body with them read, or the very body where there are none. The time it takes grows with the
 * body's length, however many there are.
 */
export function readLoosely(value: unknown, issues: readonly z.core.$ZodIssue[]): unknown {
  const found = issues.flatMap((issue) => {
    const read = issue.code === "invalid_type" ? readAs(issue.expected, issue.input) : undefined;
    return read === undefined ? [] : [{ path: issue.path, read }];
  });
  if (found.length === 0) return value;
  const whole = { body: structuredClone(value) };
  for (const { path, read } of found) setAt(whole, ["body", ...path], read);
  return whole.body;
}

/** Whether what is wrong is a number or truth value that was written as a text. */
export const isReadLoosely = (issue: z.core.$ZodIssue): boolean =>
  issue.code === "invalid_type" && readAs(issue.expected, issue.input) !== undefined;

function setAt(whole: object, path: readonly PropertyKey[], read: unknown): void {
  const last = path.length - 1;
  let part: unknown = whole;
  for (const name of path.slice(0, last)) part = isObject(part) ? Reflect.get(part, name) : undefined;
  const name = path[last];
  if (isObject(part) && name !== undefined && Object.hasOwn(part, name)) Reflect.set(part, name, read);
}

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

function readAs(expected: string, input: unknown): number | boolean | undefined {
  if (expected === "boolean") return TRUTH_VALUES.get(String(input).toLowerCase());
  if (expected !== "number" || typeof input !== "string" || !DECIMAL.test(input)) return undefined;
  const read = Number(input);
  return Number.isInteger(read) && !Number.isSafeInteger(read) ? undefined : read;
}

const DECIMAL = /^-?\d{1,17}(\.\d{1,17})?$/;

const TRUTH_VALUES: ReadonlyMap<string, boolean> = new Map(
  ["1", "true", "t", "yes", "y", "on"]
    .map((text): [string, boolean] => [text, true])
    .concat(["0", "false", "f", "no", "n", "off"].map((text) => [text, false])),
);
