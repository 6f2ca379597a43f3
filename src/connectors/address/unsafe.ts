import { t } from "../../i18n/translate.ts";
import { typedError } from "../../model/errors.ts";
import { matchAddress } from "./address.ts";

/**
 * Options with which drivers could read files, run code or reach another host. Our drivers ignore them, but users
 * should be told.
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

const URL_VALUE = /^\w+:\/\//;

const PATH = /^(?:\/|~|\.{1,2}[/\\]|file:|[a-z]:[/\\]|\\\\)/i;

/**
 * Throws a typed error for files, unix sockets and options that run something. Paths of database files are checked
 * elsewhere.
 */
export function assertSafeAddress(uri: string, connectArguments: Readonly<Record<string, unknown>> = {}): void {
  if (/[\0\r\n]/.test(uri)) throw unsafe(t("The connection string contains invalid characters."), []);
  const [, , host = "", , , query = ""] = matchAddress(uri) ?? [];
  if (/%|^\//.test(host)) throw unsafe(t("Unix sockets aren't supported. Enter a host name."), ["host"]);
  for (const [name, value] of new URLSearchParams(query)) assertSafeOption(name, value);
  for (const [name, value] of Object.entries(connectArguments)) assertSafeArgument(name, value, 0);
}

const MAX_DEPTH = 5;

function assertSafeArgument(name: string, value: unknown, depth: number): void {
  if (typeof value !== "object" || value === null) {
    assertSafeOption(name, String(value ?? ""));
    return;
  }
  if (depth > MAX_DEPTH) throw unsafe(t('The option "{name}" is nested too deeply.', { name }), [name]);
  if (depth === 0) assertSafeOption(name, "");
  if (name === "credentials_info") return;
  for (const [key, inner] of Object.entries(value)) assertSafeArgument(key, inner, depth + 1);
}

function assertSafeOption(name: string, value: string): void {
  if (UNSAFE_OPTIONS.test(name.replaceAll("-", "_")))
    throw unsafe(t('The option "{name}" isn\'t allowed.', { name }), [name]);
  if (URL_VALUE.test(value.trim())) throw unsafe(t('The option "{name}" can\'t be a URL.', { name }), [name]);
  if (PATH.test(value.trim())) throw unsafe(t('The option "{name}" can\'t be a file path.', { name }), [name]);
}

const unsafe = (message: string, invalid: readonly string[]) =>
  typedError("CONNECTION_DATABASE_PERMISSIONS_ERROR", message, { extra: { invalid } });
