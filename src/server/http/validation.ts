import type { z } from "zod";
import { badRequest, type FieldErrors, invalidFields, notFound, TesseraError, wireError } from "../../model/errors.ts";

/** More are neither told nor read loosely: a list of 100,000 wrong values would take a second. */
const MAX_ISSUES = 1000;
const TOLD_ISSUES = 20;

/** Schema errors of bodies as `{field: [texts]}`, in the wire's words; within nested fields as `{field: {...}}`. */
export function parseBody<T extends z.ZodType>(
  schema: T,
  value: unknown,
  status: 400 | 422 | "typed" = 400,
): z.output<T> {
  const shortened = withShortLists(value);
  if (shortened !== value) refuseHopeless(schema.safeParse(shortened, { reportInput: true }), status);
  const parsed = schema.safeParse(value, { reportInput: true });
  if (parsed.success) return parsed.data;
  refuseHopeless(parsed, status);
  const read = readLoosely(value, parsed.error.issues);
  const again = read === value ? parsed : schema.safeParse(read, { reportInput: true });
  if (again.success) return again.data;
  throw status === "typed" ? typedFields(again.error) : invalidFields(fieldErrors(again.error.issues), status);
}

/** Throws for very many issues that are not read loosely, and tells the first. */
function refuseHopeless({ error }: z.ZodSafeParseResult<unknown>, status: 400 | 422 | "typed"): void {
  const first = error?.issues.slice(0, MAX_ISSUES) ?? [];
  if (first.length === MAX_ISSUES && !first.every(isReadLoosely))
    throw invalidFields(fieldErrors(first.slice(0, TOLD_ISSUES)), status === 400 ? 400 : 422);
}

/** The body with the beginnings of its long lists, which show cheaply whether they hold something else. */
function withShortLists(body: unknown): unknown {
  if (typeof body !== "object" || body === null) return body;
  const isLong = ([, value]: [string, unknown]) => Array.isArray(value) && value.length > 2 * MAX_ISSUES;
  const long = Object.entries(body).filter(isLong) as [string, unknown[]][];
  if (long.length === 0) return body;
  return { ...body, ...Object.fromEntries(long.map(([name, list]) => [name, list.slice(0, MAX_ISSUES)])) };
}

/** The same as a 422 of typed errors, one for each field. */
function typedFields(error: z.ZodError): TesseraError {
  const texts = Map.groupBy(fieldTexts(error.issues), ({ path }) => path.join(".") || "_schema");
  const errors = [...texts].map(([field, found]) =>
    wireError("INVALID_PAYLOAD_SCHEMA_ERROR", found.map(({ text }) => text).join("\n"), {
      extra: { invalid: [field] },
    }),
  );
  return new TesseraError(422, { errors });
}

/** A path parameter that does not fit belongs to no object. */
export function parseParams<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const parsed = schema.safeParse(value);
  if (!parsed.success || !isWrittenAsRead(value, parsed.data)) throw notFound();
  return parsed.data;
}

/** An id has one spelling at most: `0x1`, `1e0`, `1.0` and ` 1` are no ids. */
function isWrittenAsRead(written: unknown, read: unknown): boolean {
  const given = new Map(Object.entries(written ?? {}));
  const isDigits = ([name, value]: [string, unknown]) =>
    typeof value !== "number" || /^-?\d+$/.test(String(given.get(name)));
  return Object.entries(read ?? {}).every(isDigits);
}

export function parseQuery<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const parsed = schema.safeParse(value, { reportInput: true });
  if (parsed.success) return parsed.data;
  throw invalidFields(fieldErrors(parsed.error.issues));
}

/** `q`, already read as rison. A missing one is taken as an empty object where the schema allows that. */
export function parseQ<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const parsed = schema.safeParse(value === undefined ? {} : value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const place = issue && issue.path.length > 0 ? `${issue.path.join(".")}: ` : "";
  throw badRequest(`Not a valid rison schema ${place}${issue?.message ?? ""}`);
}

/** Texts by field; a map, since fields may be called like what every object has. */
type Tree = Map<string, Tree | string[]>;

export function fieldErrors(issues: readonly Issue[]): FieldErrors {
  const root: Tree = new Map();
  for (const { path, text } of fieldTexts(issues)) {
    const names = path.length > 0 ? path : [OF_THE_WHOLE];
    const above = names.slice(0, -1).reduce((tree, name) => branchOf(tree, name), root);
    const field = names.at(-1) ?? OF_THE_WHOLE;
    const known = above.get(field);
    if (known instanceof Map) leafOf(known, OF_THE_WHOLE).push(text);
    else leafOf(above, field).push(text);
  }
  return plain(root);
}

const OF_THE_WHOLE = "_schema";

function leafOf(tree: Tree, name: string): string[] {
  const known = tree.get(name);
  if (Array.isArray(known)) return known;
  const made: string[] = [];
  tree.set(name, made);
  return made;
}

/** What was said of the field itself stays beside what is said of its parts. */
function branchOf(tree: Tree, name: string): Tree {
  const known = tree.get(name);
  if (known instanceof Map) return known;
  const made: Tree = new Map(known ? [[OF_THE_WHOLE, known]] : []);
  tree.set(name, made);
  return made;
}

function plain(tree: Tree): FieldErrors {
  return Object.fromEntries([...tree].map(([name, part]) => [name, part instanceof Map ? plain(part) : part]));
}

function fieldTexts(issues: readonly Issue[]): { path: string[]; text: string }[] {
  return issues.flatMap((issue) => {
    const paths = issue.code === "unrecognized_keys" ? issue.keys.map((key) => [...issue.path, key]) : [issue.path];
    const within = isWithin(issue) ? [OF_THE_WHOLE] : [];
    return paths.map((path) => ({ path: [...path.map(String), ...within], text: textOf(issue) }));
  });
}

/** Something else stands where an object should be: that is said of the object, not of the field that holds it. */
function isWithin(issue: Issue): boolean {
  const isGiven = issue.input !== undefined && issue.input !== null;
  return issue.code === "invalid_type" && issue.expected === "object" && issue.path.length > 0 && isGiven;
}

const TYPE_TEXTS: Readonly<Record<string, string>> = {
  string: "Not a valid string.",
  number: "Not a valid number.",
  int: "Not a valid integer.",
  boolean: "Not a valid boolean.",
  array: "Not a valid list.",
  object: "Not a valid mapping type.",
  record: "Not a valid mapping type.",
};

type Issue = z.core.$ZodIssue;

function textOf(issue: Issue): string {
  if (issue.code === "unrecognized_keys") return "Unknown field.";
  if (issue.code === "custom") return issue.message;
  if (issue.path.length > 0 && issue.input === undefined) return "Missing data for required field.";
  if (issue.input === null) return "Field may not be null.";
  return typeText(issue) ?? sizeText(issue) ?? issue.message;
}

function typeText(issue: Issue): string | undefined {
  if (issue.code === "invalid_type") {
    return issue.path.length === 0 || isWithin(issue)
      ? "Invalid input type."
      : (TYPE_TEXTS[issue.expected] ?? "Invalid value.");
  }
  if (issue.code === "invalid_value") return `Must be one of: ${issue.values.map(String).join(", ")}.`;
  return issue.code === "invalid_union" ? "Invalid value." : undefined;
}

function sizeText(issue: Issue): string | undefined {
  const isLength = "origin" in issue && (issue.origin === "string" || issue.origin === "array");
  if (issue.code === "too_small") {
    return isLength
      ? `Shorter than minimum length ${issue.minimum}.`
      : `Must be greater than ${issue.inclusive ? "or equal to " : ""}${issue.minimum}.`;
  }
  if (issue.code !== "too_big") return undefined;
  return isLength
    ? `Longer than maximum length ${issue.maximum}.`
    : `Must be less than ${issue.inclusive ? "or equal to " : ""}${issue.maximum}.`;
}

/**
 * Numbers and truth values that a program wrote as texts (`"15"`, `"true"`), as scripts do that read them from their
 * command line: the same body with them read, or the very body where there are none. The time it takes grows with the
 * body's length, however many there are.
 */
function readLoosely(value: unknown, issues: readonly z.core.$ZodIssue[]): unknown {
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
const isReadLoosely = (issue: z.core.$ZodIssue): boolean =>
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
