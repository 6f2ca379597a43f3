import type { z } from "zod";
import { list } from "../../i18n/intl.ts";
import type { Message } from "../../i18n/message.ts";
import { msg, t } from "../../i18n/translate.ts";
import { badRequest, type FieldErrors, invalidFields, notFound, TesseraError, wireError } from "../../model/errors.ts";

/** Above this, issues are neither reported nor coerced: 100,000 wrong values would take a second. */
const MAX_ISSUES = 1000;
const REPORTED_ISSUES = 20;

/** Errors as `{field: [messages]}` in Superset's words; nested fields as `{field: {...}}`. */
export function parseBody<T extends z.ZodType>(
  schema: T,
  value: unknown,
  status: 400 | 422 | "typed" = 400,
): z.output<T> {
  const truncated = truncateLists(value);
  if (truncated !== value) rejectManyIssues(schema.safeParse(truncated, { reportInput: true }), status);
  const parsed = schema.safeParse(value, { reportInput: true });
  if (parsed.success) return parsed.data;
  rejectManyIssues(parsed, status);
  const read = coerce(value, parsed.error.issues);
  const again = read === value ? parsed : schema.safeParse(read, { reportInput: true });
  if (again.success) return again.data;
  throw status === "typed" ? typedFields(again.error) : invalidFields(fieldErrors(again.error.issues), status);
}

function rejectManyIssues({ error }: z.ZodSafeParseResult<unknown>, status: 400 | 422 | "typed"): void {
  const first = error?.issues.slice(0, MAX_ISSUES) ?? [];
  if (first.length === MAX_ISSUES && !first.every(isCoercible))
    throw invalidFields(fieldErrors(first.slice(0, REPORTED_ISSUES)), status === 400 ? 400 : 422);
}

function truncateLists(body: unknown): unknown {
  if (typeof body !== "object" || body === null) return body;
  const isLong = ([, value]: [string, unknown]) => Array.isArray(value) && value.length > 2 * MAX_ISSUES;
  const long = Object.entries(body).filter(isLong) as [string, unknown[]][];
  if (long.length === 0) return body;
  return { ...body, ...Object.fromEntries(long.map(([name, list]) => [name, list.slice(0, MAX_ISSUES)])) };
}

function typedFields(error: z.ZodError): TesseraError {
  const texts = Map.groupBy(fieldTexts(error.issues), ({ path }) => path.join(".") || "_schema");
  const errors = [...texts].map(([field, found]) =>
    wireError("INVALID_PAYLOAD_SCHEMA_ERROR", found.map(({ text }) => text).join("\n"), {
      extra: { invalid: [field] },
    }),
  );
  return new TesseraError(422, { errors });
}

export function parseParams<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const parsed = schema.safeParse(value);
  if (!parsed.success || !isCanonical(value, parsed.data)) throw notFound();
  return parsed.data;
}

/** Rejects other spellings of ids such as `0x1`, `1e0`, `1.0` and ` 1`. */
function isCanonical(written: unknown, read: unknown): boolean {
  const fields = new Map(Object.entries(written ?? {}));
  const isDigits = ([name, value]: [string, unknown]) =>
    typeof value !== "number" || /^-?\d+$/.test(String(fields.get(name)));
  return Object.entries(read ?? {}).every(isDigits);
}

export function parseQuery<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const parsed = schema.safeParse(value, { reportInput: true });
  if (parsed.success) return parsed.data;
  throw invalidFields(fieldErrors(parsed.error.issues));
}

export function parseQ<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const parsed = schema.safeParse(value === undefined ? {} : value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const place = issue && issue.path.length > 0 ? `${issue.path.join(".")}: ` : "";
  throw badRequest(t("Not a valid rison schema {problem}", { problem: `${place}${issue?.message ?? ""}` }));
}

/** A map, because fields may be named like inherited properties. */
type Tree = Map<string, Tree | string[]>;

export function fieldErrors(issues: readonly Issue[]): FieldErrors {
  const root: Tree = new Map();
  for (const { path, text } of fieldTexts(issues)) {
    const names = path.length > 0 ? path : [WHOLE_KEY];
    const above = names.slice(0, -1).reduce((tree, name) => branchOf(tree, name), root);
    const field = names.at(-1) ?? WHOLE_KEY;
    const known = above.get(field);
    if (known instanceof Map) leafOf(known, WHOLE_KEY).push(text);
    else leafOf(above, field).push(text);
  }
  return toObject(root);
}

const WHOLE_KEY = "_schema";

function leafOf(tree: Tree, name: string): string[] {
  const known = tree.get(name);
  if (Array.isArray(known)) return known;
  const messages: string[] = [];
  tree.set(name, messages);
  return messages;
}

function branchOf(tree: Tree, name: string): Tree {
  const known = tree.get(name);
  if (known instanceof Map) return known;
  const created: Tree = new Map(known ? [[WHOLE_KEY, known]] : []);
  tree.set(name, created);
  return created;
}

function toObject(tree: Tree): FieldErrors {
  return Object.fromEntries([...tree].map(([name, part]) => [name, part instanceof Map ? toObject(part) : part]));
}

function fieldTexts(issues: readonly Issue[]): { path: string[]; text: string }[] {
  return issues.flatMap((issue) => {
    const paths = issue.code === "unrecognized_keys" ? issue.keys.map((key) => [...issue.path, key]) : [issue.path];
    const within = isWithin(issue) ? [WHOLE_KEY] : [];
    return paths.map((path) => ({ path: [...path.map(String), ...within], text: textOf(issue) }));
  });
}

function isWithin(issue: Issue): boolean {
  const isGiven = issue.input !== undefined && issue.input !== null;
  return issue.code === "invalid_type" && issue.expected === "object" && issue.path.length > 0 && isGiven;
}

const TYPE_TEXTS: Readonly<Record<string, Message>> = {
  string: msg("Not a valid string."),
  number: msg("Not a valid number."),
  int: msg("Not a valid integer."),
  boolean: msg("Not a valid boolean."),
  array: msg("Not a valid list."),
  object: msg("Not a valid mapping type."),
  record: msg("Not a valid mapping type."),
};

const INVALID_VALUE = msg("Invalid value.");

type Issue = z.core.$ZodIssue;

function textOf(issue: Issue): string {
  if (issue.code === "unrecognized_keys") return t("Unknown field.");
  if (issue.code === "custom") return issue.message;
  if (issue.path.length > 0 && issue.input === undefined) return t("Missing data for required field.");
  if (issue.input === null) return t("Field may not be null.");
  return typeText(issue) ?? sizeText(issue) ?? issue.message;
}

function typeText(issue: Issue): string | undefined {
  if (issue.code === "invalid_type") {
    if (issue.path.length === 0 || isWithin(issue)) return t("Invalid input type.");
    return t(TYPE_TEXTS[issue.expected] ?? INVALID_VALUE);
  }
  if (issue.code === "invalid_value")
    return t("Must be one of: {values}.", { values: list(issue.values.map(String), "commas") });
  return issue.code === "invalid_union" ? t(INVALID_VALUE) : undefined;
}

function sizeText(issue: Issue): string | undefined {
  const isLength = "origin" in issue && (issue.origin === "string" || issue.origin === "array");
  if (issue.code === "too_small") {
    const minimum = String(issue.minimum);
    if (isLength) return t("Shorter than minimum length {minimum}.", { minimum });
    if (issue.inclusive) return t("Must be greater than or equal to {minimum}.", { minimum });
    return t("Must be greater than {minimum}.", { minimum });
  }
  if (issue.code !== "too_big") return undefined;
  const maximum = String(issue.maximum);
  if (isLength) return t("Longer than maximum length {maximum}.", { maximum });
  if (issue.inclusive) return t("Must be less than or equal to {maximum}.", { maximum });
  return t("Must be less than {maximum}.", { maximum });
}

/**
 * Coerces numbers and booleans written as text (`"15"`, `"true"`), as scripts send them. Returns the same body if there
 * are none; takes linear time.
 */
function coerce(value: unknown, issues: readonly z.core.$ZodIssue[]): unknown {
  const found = issues.flatMap((issue) => {
    const read = issue.code === "invalid_type" ? coerceValue(issue.expected, issue.input) : undefined;
    return read === undefined ? [] : [{ path: issue.path, read }];
  });
  if (found.length === 0) return value;
  const whole = { body: structuredClone(value) };
  for (const { path, read } of found) setAt(whole, ["body", ...path], read);
  return whole.body;
}

const isCoercible = (issue: z.core.$ZodIssue): boolean =>
  issue.code === "invalid_type" && coerceValue(issue.expected, issue.input) !== undefined;

function setAt(whole: object, path: readonly PropertyKey[], read: unknown): void {
  const last = path.length - 1;
  let part: unknown = whole;
  for (const name of path.slice(0, last)) part = isObject(part) ? Reflect.get(part, name) : undefined;
  const name = path[last];
  if (isObject(part) && name !== undefined && Object.hasOwn(part, name)) Reflect.set(part, name, read);
}

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

function coerceValue(expected: string, input: unknown): number | boolean | undefined {
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
