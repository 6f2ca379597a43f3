import { t } from "../../i18n/translate.ts";
import type { ConnectionField, Connector } from "../connector.ts";
import { matchAddress } from "./address.ts";
import { isSecretName, MASK } from "./secrets.ts";

export type Parameters = Readonly<Record<string, unknown>>;

const ADDRESS_FIELDS = new Set([
  "host",
  "port",
  "database",
  "username",
  "password",
  "query",
  "database_name",
  "encryption",
  "ssh",
]);

export function addressFrom(connector: Connector, parameters: Parameters): string {
  const [host, port, database, username, password] = ["host", "port", "database", "username", "password"].map((name) =>
    textOf(parameters[name]),
  ) as [string, string, string, string, string];
  const options = optionsFrom(connector, parameters);
  const query = options.size > 0 ? `?${options}` : "";
  if (connector.place === "file") return `${connector.engine}:///${inPath(encodeURI(database), /[?#]/g)}${query}`;
  const place = (host.includes(":") ? `[${host}]` : host) + (port === "" ? "" : `:${port}`);
  const path = database === "" ? "" : `/${inPath(database, /[%?#@]/g)}`;
  return `${connector.engine}://${credentialsOf(username, password)}${place}${path}${query}`;
}

function optionsFrom({ form }: Connector, parameters: Parameters): URLSearchParams {
  const own = new Map<string, string>();
  for (const [name, value] of Object.entries(parameters)) {
    if (ADDRESS_FIELDS.has(name) || value === undefined || value === null || value === "") continue;
    own.set(name, typeof value === "object" ? JSON.stringify(value) : String(value));
  }
  if (parameters.encryption === true)
    for (const [name, value] of Object.entries(form.encryption ?? {})) own.set(name, value);
  const others = [...new URLSearchParams(queryOf(parameters.query))].filter(([name]) => !own.has(name));
  return new URLSearchParams([...others, ...own]);
}

function credentialsOf(username: string, password: string): string {
  if (username === "" && password === "") return "";
  return `${encodeURIComponent(username)}${password === "" ? "" : `:${encodeURIComponent(password)}`}@`;
}

const inPath = (text: string, ending: RegExp) => text.replace(ending, encodeURIComponent);

const textOf = (value: unknown) =>
  typeof value === "string" || typeof value === "number" ? String(value).trim().toWellFormed() : "";

function queryOf(query: unknown): Record<string, string> | string {
  if (typeof query === "string") return query;
  if (typeof query !== "object" || query === null) return {};
  return Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]));
}

/** The inverse of `addressFrom`, with masked secrets. */
export function parametersFrom(connector: Connector, uri: string): Record<string, unknown> {
  const [, credentials = "", host = "", port = "", path = "", query = ""] = matchAddress(uri) ?? [];
  const options = new URLSearchParams(query);
  const encryption = takenEncryption(connector, options);
  const own: Record<string, unknown> = {};
  for (const { name } of connector.form.fields) {
    const value = options.get(name);
    if (ADDRESS_FIELDS.has(name) || value === null) continue;
    own[name] = shown(name, value);
    options.delete(name);
  }
  const rest = Object.fromEntries([...options].map(([name, value]) => [name, shown(name, value)]));
  if (connector.place === "file") return { database: decoded(path), query: rest };
  const [user = "", password] = credentials.split(/:(.*)/s);
  return {
    host: host.replace(/^\[|\]$/g, ""),
    ...(port === "" ? {} : { port: Number(port) }),
    database: decoded(path),
    username: decoded(user),
    password: password === undefined ? null : MASK,
    query: rest,
    ...encryption,
    ...own,
  };
}

const shown = (name: string, value: string) => (isSecretName(name) ? MASK : value);

function takenEncryption({ form }: Connector, options: URLSearchParams): { encryption?: boolean } {
  const marks = Object.entries(form.encryption ?? {});
  if (marks.length === 0) return {};
  const encryption = marks.every(([name, value]) => options.get(name) === value);
  if (encryption) for (const [name] of marks) options.delete(name);
  return { encryption };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export function parametersSchema({ form }: Connector): Record<string, unknown> {
  const fields = form.fields.filter(({ name }) => name !== "database_name");
  const properties = Object.fromEntries(fields.map((field) => [field.name, propertyOf(field)]));
  const encryption = { type: "boolean", description: t("Use an encrypted connection to the database") };
  return {
    type: "object",
    properties: { ...properties, ...(form.encryption ? { encryption } : {}) },
    required: fields.filter((field) => field.required).map((field) => field.name),
  };
}

function propertyOf({ name, label, kind, default: standard, placeholder }: ConnectionField) {
  const described = {
    description: t(label),
    ...(standard === undefined ? {} : { default: standard }),
    ...(placeholder === undefined ? {} : { example: t(placeholder) }),
  };
  if (name === "query") return { type: "object", additionalProperties: {}, ...described };
  if (kind === "number") return { type: "integer", format: "int32", minimum: 0, maximum: 65_535, ...described };
  if (kind === "json") return { type: "string", "x-encrypted-extra": true, ...described };
  return { type: "string", ...(kind === "password" ? { format: "password" } : {}), ...described };
}
