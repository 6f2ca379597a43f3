import type { z } from "zod";

/**
 * Numbers and truth values that a program wrote as texts (`"15"`, `"true"`), as scripts do that read them from their
 * command line: the same body with them read, where that is all that a field lacks.
 */
export function readLoosely(value: unknown, issues: readonly z.core.$ZodIssue[]): unknown {
  return issues.reduce(withIssueRead, value);
}

function withIssueRead(value: unknown, issue: z.core.$ZodIssue): unknown {
  if (issue.code !== "invalid_type") return value;
  const read = readAs(issue.expected, issue.input);
  return read === undefined ? value : withValueAt(value, issue.path, read);
}

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

function withValueAt(value: unknown, path: readonly PropertyKey[], read: unknown): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return read;
  if (Array.isArray(value)) return value.map((part, index) => (index === name ? withValueAt(part, rest, read) : part));
  if (!isPlain(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, key === name ? withValueAt(part, rest, read) : part]),
  );
}

function isPlain(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
