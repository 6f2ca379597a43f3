import { z } from "zod";

/** One field of a create or update body as `_info` tells it. */
export interface FieldDescription {
  name: string;
  label: string;
  description: string;
  type: string;
  required: boolean;
  unique: boolean;
}

const TYPES: Readonly<Record<string, string>> = {
  string: "String",
  number: "Integer",
  integer: "Integer",
  boolean: "Boolean",
  array: "List",
  object: "Raw",
};

/** Describes the fields of an object schema; nothing for other schemas. */
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
  }));
}

function typeOf(field: z.core.JSONSchema._JSONSchema): string {
  if (typeof field === "boolean") return "Raw";
  const options = (field.anyOf ?? [field]).filter((option) => typeof option !== "boolean" && option.type !== "null");
  const [first] = options;
  const type = typeof first === "object" ? first.type : undefined;
  return typeof type === "string" ? (TYPES[type] ?? "Raw") : "Raw";
}
