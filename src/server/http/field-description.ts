import { z } from "zod";

export interface FieldDescription {
  name: string;
  label: string;
  description: string;
  type: string;
  required: boolean;
  unique: boolean;
  validate?: string[];
}

const TYPES: Readonly<Record<string, string>> = {
  string: "String",
  number: "Integer",
  integer: "Integer",
  boolean: "Boolean",
  array: "List",
  object: "Raw",
};

export function describeFields(schema: z.ZodType | undefined): FieldDescription[] {
  if (!schema) return [];
  const json = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  const required = new Set(json.required ?? []);
  return Object.entries(json.properties ?? {}).map(([name, field]) => ({
    name,
    label: name
      .split("_")
      .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
      .join(" "),
    description: "",
    type: typeOf(field),
    required: required.has(name),
    unique: false,
    ...limitsOf(field),
  }));
}

type Field = z.core.JSONSchema._JSONSchema;

function schemaOf(field: Field): z.core.JSONSchema.BaseSchema | undefined {
  if (typeof field === "boolean") return undefined;
  return (field.anyOf ?? [field]).find((option) => typeof option !== "boolean" && option.type !== "null");
}

function typeOf(field: Field): string {
  const type = [schemaOf(field)?.type ?? []].flat().filter((each) => each !== "null");
  return (type.length === 1 && TYPES[type[0] ?? ""]) || "Raw";
}

function limitsOf(field: Field): { validate?: string[] } {
  const schema = schemaOf(field) ?? {};
  const limit = schema.enum ? choiceOf(schema.enum) : schema.type === "string" ? lengthOf(schema) : rangeOf(schema);
  return limit === undefined ? {} : { validate: [limit] };
}

function choiceOf(choices: readonly unknown[]): string {
  const listed = `(${choices.map((choice) => `'${choice}'`).join(", ")}${choices.length === 1 ? "," : ""})`;
  return `<OneOf(choices=${listed}, labels=[], error='Must be one of: {choices}.')>`;
}

function lengthOf({ minLength, maxLength }: z.core.JSONSchema.BaseSchema): string | undefined {
  if (minLength === undefined && maxLength === undefined) return undefined;
  return `<Length(min=${formatLimit(minLength)}, max=${formatLimit(maxLength)}, equal=None, error=None)>`;
}

function rangeOf({ minimum, maximum }: z.core.JSONSchema.BaseSchema): string | undefined {
  const [min, max] = [minimum, maximum].map((limit) =>
    Math.abs(limit ?? IMPLICIT_LIMIT) < IMPLICIT_LIMIT ? limit : undefined,
  );
  if (min === undefined && max === undefined) return undefined;
  return `<Range(min=${formatLimit(min)}, max=${formatLimit(max)}, min_inclusive=True, max_inclusive=True, error=None)>`;
}

const IMPLICIT_LIMIT = Number.MAX_SAFE_INTEGER;

const formatLimit = (limit: number | undefined) => limit ?? "None";
