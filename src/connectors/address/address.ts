import type { ConnectionOptions } from "node:tls";
import { msg, t } from "../../i18n/translate.ts";
import { typedError } from "../../model/errors.ts";
import type { ConnectionConfig, ConnectionField } from "../connector.ts";

/** Parts of a SQLAlchemy address, e.g. `postgresql+psycopg2://user:p%40ss@host:5432/db?sslmode=require`. */
export interface ServerAddress {
  user: string | null;
  password: string | null;
  host: string;
  port: number;
  database: string | null;
  /** Query options, plus the connect arguments from `extra`; the query takes precedence. */
  options: ReadonlyMap<string, string>;
}

const ADDRESS = /^[\w+.-]+:\/\/(?:([^?]*)@)?(\[[^\]]*\]|[^/?:@]*)(?::(\d*))?(?:\/([^?@]*))?(?:\?(.*))?$/s;
/** Accepts question marks in an unencoded password. */
const LENIENT = /^[\w+.-]+:\/\/(?:(.*)@)?(\[[^\]]*\]|[^/?:@]*)(?::([^/?]*))?(?:\/([^?]*))?(?:\?(.*))?$/s;

export const matchAddress = (uri: string) => ADDRESS.exec(uri) ?? LENIENT.exec(uri);

const LAST_PORT = 65_535;

/** Throws a typed error that never contains the password. */
export function parseServerAddress(config: ConnectionConfig, defaultPort: number): ServerAddress {
  const match = matchAddress(config.uri);
  const [, credentials = "", hostText = "", portText = "", database = "", query = ""] = match ?? [];
  const host = hostText.replace(/^\[|\]$/g, "");
  if (!match || host === "") throw missingParameter("host");
  const colon = credentials.indexOf(":");
  const [user, password] = colon < 0 ? [credentials, ""] : [credentials.slice(0, colon), credentials.slice(colon + 1)];
  return {
    user: decoded(user),
    password: decoded(password),
    host,
    port: portText === "" ? defaultPort : parsePort(portText),
    database: decoded(database),
    options: optionsOf(query, config.connectArguments ?? {}),
  };
}

export function missingParameter(name: string) {
  const message = t("One or more parameters are missing: {name}", { name });
  return typedError("CONNECTION_MISSING_PARAMETERS_ERROR", message, { extra: { missing: [name] } });
}

function parsePort(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port > 0 && port <= LAST_PORT) return port;
  throw typedError(
    "CONNECTION_INVALID_PORT_ERROR",
    t("The port must be a number from 1 to {lastPort}.", { lastPort: String(LAST_PORT) }),
    {
      extra: { invalid: ["port"] },
    },
  );
}

export function decoded(text: string): string | null {
  if (text === "") return null;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function optionsOf(query: string, parameters: Readonly<Record<string, unknown>>): ReadonlyMap<string, string> {
  const options = new Map<string, string>();
  for (const [name, value] of Object.entries(parameters)) {
    if (["string", "number", "boolean"].includes(typeof value)) options.set(name, String(value));
  }
  for (const [name, value] of new URLSearchParams(query)) options.set(name, value);
  return options;
}

export const originOf = ({ host, port }: ServerAddress, protocol: "http" | "https") =>
  `${protocol}://${host.includes(":") ? `[${host}]` : host}:${port}`;

export const isNotOff = (text: string | undefined) => !/^(false|0|no)$/i.test(text ?? "");

/**
 * libpq's modes. `prefer`: encrypted if the server supports it. `require`: encrypted, any server. `verify-ca`:
 * certificate signed by a known authority. `verify-full`: also for this host name.
 */
export type TlsMode = "disable" | "prefer" | "require" | "verify-ca" | "verify-full";

/** Certificates are PEM text, because paths would read the server's own files. */
export function tlsOptions(mode: TlsMode, address: ServerAddress, serverCert: string | null = null): ConnectionOptions {
  const { options } = address;
  const authority = serverCert || pemOf(options, "sslrootcert") || pemOf(options, "ssl_ca");
  const certificate = pemOf(options, "sslcert") || pemOf(options, "ssl_cert");
  const key = pemOf(options, "sslkey") || pemOf(options, "ssl_key");
  const isVerified = mode === "verify-ca" || mode === "verify-full" || Boolean(authority);
  return {
    rejectUnauthorized: isVerified,
    ...(authority ? { ca: authority } : {}),
    ...(certificate ? { cert: certificate } : {}),
    ...(key ? { key } : {}),
    ...(mode === "verify-full" ? {} : { checkServerIdentity: () => undefined }),
  };
}

function pemOf(options: ReadonlyMap<string, string>, name: string): string | null {
  const text = options.get(name) ?? "";
  if (text === "" || text.includes("-----BEGIN")) return text || null;
  const message = t("{name} must be the text of a certificate or key, not a path.", { name });
  throw typedError("CONNECTION_MISSING_PARAMETERS_ERROR", message, { extra: { invalid: [name] } });
}

export function serverFields(defaultPort: number): readonly ConnectionField[] {
  return [
    { name: "host", label: msg("Host"), kind: "text", required: true, placeholder: msg("e.g. db.example.com") },
    { name: "port", label: msg("Port"), kind: "number", required: true, default: defaultPort },
    {
      name: "database",
      label: msg("Database name"),
      kind: "text",
      required: true,
      placeholder: msg("e.g. world_population"),
    },
    { name: "username", label: msg("Username"), kind: "text", required: false, placeholder: msg("e.g. analytics") },
    { name: "password", label: msg("Password"), kind: "password", required: false },
    DISPLAY_NAME,
    {
      name: "query",
      label: msg("Additional parameters"),
      kind: "text",
      required: false,
      placeholder: msg("e.g. param1=value1"),
    },
  ];
}

export const DISPLAY_NAME: ConnectionField = {
  name: "database_name",
  label: msg("Display name"),
  kind: "text",
  required: true,
};
