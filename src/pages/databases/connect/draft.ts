import type { ConnectionStep } from "../../../api/database/contract.ts";
import { t } from "../../../i18n/translate.ts";
import type { WireError } from "../../../model/errors.ts";
import type { ApiError } from "../../../web/client/errors.ts";
import { missingInTunnel, type TunnelDraft, tunnelBody, tunnelOf } from "./tunnel.ts";

export interface Draft {
  engine: string;
  name: string;
  method: "dynamic_form" | "sqlalchemy_form";
  /** By field name. Stored secrets are masked and sent back unchanged. */
  parameters: Readonly<Record<string, ParameterValue>>;
  uri: string;
  /** Null removes a stored tunnel. */
  tunnel?: TunnelDraft | null;
}

export type ParameterValue = string | number | boolean | null;

export interface FormField {
  name: string;
  label: string;
  kind: "text" | "number" | "password" | "area" | "switch";
  required: boolean;
  initial?: ParameterValue;
  placeholder?: string;
}

export interface EngineChoice {
  engine: string;
  name: string;
  preferred: boolean;
  placeholder: string;
  fields: readonly FormField[];
  supportsTunnel: boolean;
  /** Driver to download on the first connection; null if it is installed. */
  download: { megabytes: number; allowed: boolean } | null;
}

export type EngineLocation = "server" | "file" | "service";

export function locationOf({ fields }: Pick<EngineChoice, "fields">): EngineLocation {
  const names = fields.map((field) => field.name);
  if (names.includes("port")) return "server";
  return names.length === 1 ? "file" : "service";
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
  return { engine, name, method: "dynamic_form", parameters: Object.fromEntries(initial), uri: "" };
}

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
    uri: stored.sqlalchemy_uri,
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

export function connectionBody({ engine, method, parameters, uri, tunnel }: Draft) {
  const tunnelPart = tunnel === undefined ? {} : { ssh_tunnel: tunnelBody(tunnel) };
  if (method === "sqlalchemy_form") return { configuration_method: method, sqlalchemy_uri: uri.trim(), ...tunnelPart };
  const query = Object.fromEntries(new URLSearchParams(String(parameters.query ?? "")));
  return { configuration_method: method, engine, parameters: { ...parameters, query }, ...tunnelPart };
}

export function missingIn({ name, method, parameters, uri, tunnel }: Draft, fields: readonly FormField[]): string[] {
  const needed = fields.filter((field) => field.required && isBlank(parameters[field.name])).map((field) => field.name);
  const ofConnection = method === "sqlalchemy_form" ? (isBlank(uri) ? ["sqlalchemy_uri"] : []) : needed;
  const missing = [...ofConnection, ...missingInTunnel(tunnel)];
  return isBlank(name) ? [...missing, "database_name"] : missing;
}

const isBlank = (value: ParameterValue | undefined) =>
  value === undefined || value === null || (typeof value === "string" && value.trim() === "");

export interface Problems {
  fields: Readonly<Record<string, string>>;
  rest: readonly string[];
  /** What an administrator could allow. */
  allow?: Allowable;
}

export type Allowable = NonNullable<ConnectionStep["allow"]>;

export const NO_PROBLEMS: Problems = { fields: {}, rest: [] };

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
  const allow = error.errors.find(({ extra }) => extra?.allow)?.extra?.allow as Allowable | undefined;
  return { fields, rest: [...new Set(rest)], ...(allow ? { allow } : {}) };
}

export const REQUIRED = t("This is a required field");

function namesIn({ extra }: WireError, key: "missing" | "invalid"): string[] {
  const names = extra?.[key];
  return Array.isArray(names) ? names.map(String) : [];
}
