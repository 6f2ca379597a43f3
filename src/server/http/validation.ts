import type { z } from "zod";
import { badRequest, invalidFields, notFound, TesseraError, wireError } from "../../model/errors.ts";

/** Schema errors of bodies as `{field: [texts]}`, in the wire's words. Nested fields are joined by dots. */
export function parseBody<T extends z.ZodType>(
  schema: T,
  value: unknown,
  status: 400 | 422 | "typed" = 400,
): z.output<T> {
  const parsed = schema.safeParse(value, { reportInput: true });
  if (parsed.success) return parsed.data;
  const fields = fieldErrors(parsed.error);
  throw status === "typed" ? typedFields(fields) : invalidFields(fields, status);
}

/** The same as a 422 of typed errors, one for each field. */
function typedFields(fields: Record<string, string[]>): TesseraError {
  const errors = Object.entries(fields).map(([field, texts]) =>
    wireError("INVALID_PAYLOAD_SCHEMA_ERROR", texts.join("\n"), { extra: { invalid: [field] } }),
  );
  return new TesseraError(422, { errors });
}

/** A path parameter that does not fit belongs to no object. */
export function parseParams<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw notFound();
}

export function parseQuery<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const parsed = schema.safeParse(value, { reportInput: true });
  if (parsed.success) return parsed.data;
  throw invalidFields(fieldErrors(parsed.error));
}

/** `q`, already read as rison. A missing one is taken as an empty object where the schema allows that. */
export function parseQ<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const parsed = schema.safeParse(value === undefined ? {} : value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const place = issue && issue.path.length > 0 ? `${issue.path.join(".")}: ` : "";
  throw badRequest(`Not a valid rison schema ${place}${issue?.message ?? ""}`);
}

export function fieldErrors(error: z.ZodError): Record<string, string[]> {
  const fields = new Map<string, string[]>();
  for (const issue of error.issues) {
    const names = issue.code === "unrecognized_keys" ? issue.keys.map((key) => [...issue.path, key]) : [issue.path];
    for (const name of names) {
      const field = name.length > 0 ? name.join(".") : "_schema";
      fields.set(field, [...(fields.get(field) ?? []), textOf(issue)]);
    }
  }
  return Object.fromEntries(fields);
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
    return issue.path.length === 0 ? "Invalid input type." : (TYPE_TEXTS[issue.expected] ?? "Invalid value.");
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
