import type { WireError } from "../../../model/errors.ts";
import type { ApiError } from "../../../web/client/errors.ts";
import { missingInTunnel, type TunnelDraft, tunnelBody, tunnelOf } from "./tunnel.ts";

/** How a database is reached, as it is being written: by the fields of its engine's form, or by its address. */
export interface Draft {
  engine: string;
  /** What people see the database as. */
  name: string;
  method: "dynamic_form" | "sqlalchemy_form";
  /** By the field's name; secrets that are stored are masked and go back as they came. */
  parameters: Readonly<Record<string, ParameterValue>>;
  address: string;
  /** The SSH server that leads there; null takes away the one there was. */
  tunnel?: TunnelDraft | null;
}

export type ParameterValue = string | number | boolean | null;

/** One field of the form of an engine, from the JSON schema that `GET /database/available/` gives. */
export interface FormField {
  name: string;
  label: string;
  kind: "text" | "number" | "password" | "area" | "switch";
  required: boolean;
  initial?: ParameterValue;
  placeholder?: string;
}

/** An engine that can be connected. */
export interface EngineChoice {
  engine: string;
  name: string;
  preferred: boolean;
  /** What its addresses look like. */
  placeholder: string;
  fields: readonly FormField[];
  /** Whether an SSH server can lead to its databases. */
  takesTunnel: boolean;
  /** What connecting downloads first; null where nothing is missing. */
  download: { megabytes: number; allowed: boolean } | null;
}

interface SchemaProperty {
  type?: string;
  description?: string;
  format?: string;
  default?: string | number;
  example?: string;
  "x-encrypted-extra"?: boolean;
}

interface ParametersSchema {
  properties?: Record<string, SchemaProperty>;
  required?: string[];
}

/** The fields of a form, in the order in which they are filled in. */
export function fieldsOf(schema: unknown): FormField[] {
  const { properties = {}, required = [] } = (schema ?? {}) as ParametersSchema;
  return Object.entries(properties).map(([name, property]) => ({
    name,
    label: property.description ?? name,
    kind: kindOf(property),
    required: required.includes(name),
    ...(property.default === undefined ? {} : { initial: property.default }),
    ...(property.example === undefined ? {} : { placeholder: property.example }),
  }));
}

function kindOf({ type, format, "x-encrypted-extra": isSecretText }: SchemaProperty): FormField["kind"] {
  if (isSecretText) return "area";
  if (type === "boolean") return "switch";
  if (type === "integer") return "number";
  return format === "password" ? "password" : "text";
}

export function draftFor({ engine, fields, name }: EngineChoice): Draft {
  const initial = fields.flatMap((field) =>
    field.initial === undefined ? [] : [[field.name, field.initial] as const],
  );
  return { engine, name, method: "dynamic_form", parameters: Object.fromEntries(initial), address: "" };
}

/** What the API answers of a connection that is there. */
export interface StoredConnection {
  database_name: string;
  backend: string;
  configuration_method?: unknown;
  parameters?: unknown;
  sqlalchemy_uri: string;
  ssh_tunnel?: unknown;
}

export function draftOf(stored: StoredConnection): Draft {
  const tunnel = tunnelOf(stored.ssh_tunnel);
  return {
    engine: stored.backend,
    name: stored.database_name,
    method: stored.configuration_method === "dynamic_form" ? "dynamic_form" : "sqlalchemy_form",
    parameters: parametersOf(stored.parameters),
    address: stored.sqlalchemy_uri,
    ...(tunnel ? { tunnel } : {}),
  };
}

function parametersOf(parameters: unknown): Draft["parameters"] {
  const entries = Object.entries((parameters ?? {}) as Record<string, unknown>).map(([name, value]) => [
    name,
    name === "query" && typeof value === "object" && value !== null
      ? new URLSearchParams(value as Record<string, string>).toString()
      : value,
  ]);
  return Object.fromEntries(entries) as Draft["parameters"];
}

/** The body's part that says how the database is reached. */
export function reachOf({ engine, method, parameters, address, tunnel }: Draft) {
  const led = tunnel === undefined ? {} : { ssh_tunnel: tunnelBody(tunnel) };
  if (method === "sqlalchemy_form") return { configuration_method: method, sqlalchemy_uri: address.trim(), ...led };
  const query = Object.fromEntries(new URLSearchParams(String(parameters.query ?? "")));
  return { configuration_method: method, engine, parameters: { ...parameters, query }, ...led };
}

/** The names of what has to be filled in and is not: fields, `database_name`, `sqlalchemy_uri`, `ssh_tunnel.username`. */
export function missingIn(
  { name, method, parameters, address, tunnel }: Draft,
  fields: readonly FormField[],
): string[] {
  const needed = fields.filter((field) => field.required && isBlank(parameters[field.name])).map((field) => field.name);
  const ofAddress = method === "sqlalchemy_form" ? (isBlank(address) ? ["sqlalchemy_uri"] : []) : needed;
  const ofPlace = [...ofAddress, ...missingInTunnel(tunnel)];
  return isBlank(name) ? [...ofPlace, "database_name"] : ofPlace;
}

const isBlank = (value: ParameterValue | undefined) =>
  value === undefined || value === null || (typeof value === "string" && value.trim() === "");

/** What is wrong, by the field it is wrong with; `rest` belongs to none. */
export interface Problems {
  fields: Readonly<Record<string, string>>;
  rest: readonly string[];
}

export const NO_PROBLEMS: Problems = { fields: {}, rest: [] };

/** The errors of an answer, at their fields. */
export function problemsOf(error: ApiError, known: readonly string[]): Problems {
  const fields: Record<string, string> = {};
  const rest: string[] = [];
  const place = (names: readonly string[], message: string) => {
    const placed = names.filter((name) => known.includes(name));
    for (const name of placed) fields[name] = message;
    if (placed.length === 0) rest.push(message);
  };
  for (const [name, messages] of Object.entries(error.fields)) {
    const text = messages.join(" ");
    place([name], known.includes(name) ? text : `${name}: ${text}`);
  }
  for (const each of error.errors) {
    const missing = namesIn(each, "missing");
    for (const name of missing) place([name], REQUIRED);
    if (missing.length === 0) place(namesIn(each, "invalid"), each.message);
  }
  if (Object.keys(fields).length === 0 && rest.length === 0) rest.push(error.message);
  return { fields, rest: [...new Set(rest)] };
}

export const REQUIRED = "This is a required field";

function namesIn({ extra }: WireError, key: "missing" | "invalid"): string[] {
  const names = extra?.[key];
  return Array.isArray(names) ? names.map(String) : [];
}
