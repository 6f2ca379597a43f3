import { typedError } from "../../model/errors.ts";
import { matchAddress } from "./address.ts";

/**
 * Options by which drivers elsewhere read files, run statements or code, or reach another place than the address says.
 * None of them would reach a driver of ours; who asks for one is told so.
 */
const UNSAFE_OPTIONS = new RegExp(
  `^(?:${[
    "init_?(?:command|connect|sql)",
    "connection_?init_?sql",
    "session_?variables",
    ".*local_?infile.*",
    "allow_?multi_?queries",
    "auto_?deserialize",
    "(?:query|statement|connection)_?(?:interceptors?|lifecycle.*)",
    "(?:ssl_?)?socket_?factory.*",
    "logger(?:_?file)?.*",
    "allow_?url_?in_?local_?infile",
    "unix_?socket.*",
    "socket(?:_?path)?",
    "read_?default_?(?:file|group)",
    "defaults?_?file",
    "plugin_?dir",
    "pass_?file",
    "service(?:_?file)?",
    "host(?:addr|name)?",
    "port",
    "server",
    "account",
    "region_?url",
    "api_?endpoint",
    "proxy.*",
    "creator",
    "odbc_?connect",
    "krb.*",
    "credentials_?path",
    "private_?key_?(?:path|file)",
    "token_?file.*",
    "log_?(?:file|path)",
    "extension.*",
    "allow_?(?:unsigned|community)_?extensions",
  ].join("|")})$`,
  "i",
);

/** Drivers that take one would ask it. */
const URL_VALUE = /^\w+:\/\//;

/** `/etc/x`, `~/x`, `./x`, `file:x`, `C:\\x`, `\\\\host\\x`. */
const PATH = /^(?:\/|~|\.{1,2}[/\\]|file:|[a-z]:[/\\]|\\\\)/i;

/**
 * Throws a typed error for an address or connect arguments that name files, unix sockets or options that run something.
 * The path of a database that is a file itself is checked elsewhere.
 */
export function assertSafeAddress(uri: string, connectArguments: Readonly<Record<string, unknown>> = {}): void {
  if (/[\0\r\n]/.test(uri)) throw unsafe("The address contains characters that no address has.", []);
  const [, , host = "", , , query = ""] = matchAddress(uri) ?? [];
  if (/%|^\//.test(host))
    throw unsafe("Databases are reached by the network, not by sockets of this machine.", ["host"]);
  for (const [name, value] of new URLSearchParams(query)) assertSafeOption(name, value);
  for (const [name, value] of Object.entries(connectArguments)) assertSafeArgument(name, value, 0);
}

const MAX_DEPTH = 5;

function assertSafeArgument(name: string, value: unknown, depth: number): void {
  if (typeof value !== "object" || value === null) {
    assertSafeOption(name, String(value ?? ""));
    return;
  }
  if (depth > MAX_DEPTH) throw unsafe(`The option "${name}" is nested too deep.`, [name]);
  if (depth === 0) assertSafeOption(name, "");
  if (name === "credentials_info") return;
  for (const [key, inner] of Object.entries(value)) assertSafeArgument(key, inner, depth + 1);
}

function assertSafeOption(name: string, value: string): void {
  if (UNSAFE_OPTIONS.test(name.replaceAll("-", "_"))) throw unsafe(`The option "${name}" is not allowed.`, [name]);
  if (URL_VALUE.test(value.trim())) throw unsafe(`The option "${name}" must not be an address.`, [name]);
  if (PATH.test(value.trim())) throw unsafe(`The option "${name}" must not be the path of a file.`, [name]);
}

const unsafe = (message: string, invalid: readonly string[]) =>
  typedError("CONNECTION_DATABASE_PERMISSIONS_ERROR", message, { extra: { invalid } });
