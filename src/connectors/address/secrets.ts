import { matchAddress } from "./address.ts";

export const MASK = "XXXXXXXXXX";

const SECRET_NAMES =
  /pass(?:word|code|phrase|wd)?$|pwd|secret|token|private_?key|credential|api_?key|(?:ssl|ssl_|client_)key$/i;

export const isSecretName = (name: string) => SECRET_NAMES.test(name);

export function maskedUri(uri: string): string {
  const { before, user, password, after } = splitUri(uri);
  const shown = password === null ? user : `${user}:${MASK}`;
  return before + (user === "" && password === null ? "" : `${shown}@`) + withOptions(after, () => MASK);
}

export function unmaskedUri(uri: string, stored: string): string {
  const { before, user, password, after } = splitUri(uri);
  const known = splitUri(stored);
  const secret = password === MASK && known.password !== null ? known.password : password;
  const credentials = secret === null ? user : `${user}:${secret}`;
  const options = new Map(optionsOf(known.after));
  const rest = withOptions(after, (name, value) => (value === MASK ? (options.get(name) ?? value) : value));
  return before + (user === "" && secret === null ? "" : `${credentials}@`) + rest;
}

/** True if stored secrets would be sent to another server. */
export function isOtherServer(uri: string, stored: string): boolean {
  return serverOf(uri) !== serverOf(stored);
}

export function hasMask(uri: string): boolean {
  const { password, after } = splitUri(uri);
  return password === MASK || optionsOf(after).some(([name, value]) => isSecretName(name) && value === MASK);
}

/** All BigQuery projects are at Google. */
const serverOf = (uri: string) =>
  /^bigquery\b/.test(uri) ? "bigquery" : splitUri(uri).after.split(/[/?#]/, 1)[0]?.toLowerCase();

function splitUri(uri: string): { before: string; user: string; password: string | null; after: string } {
  const start = uri.indexOf("://") + 3;
  const credentials = matchAddress(uri)?.[1];
  if (start < 3 || credentials === undefined) {
    return { before: uri.slice(0, Math.max(start, 0)), user: "", password: null, after: uri.slice(Math.max(start, 0)) };
  }
  const colon = credentials.indexOf(":");
  return {
    before: uri.slice(0, start),
    user: colon < 0 ? credentials : credentials.slice(0, colon),
    password: colon < 0 ? null : credentials.slice(colon + 1),
    after: uri.slice(start + credentials.length + 1),
  };
}

const OPTION = /([?&])([^=&]*)=([^&]*)/g;

const withOptions = (after: string, secretOf: (name: string, value: string) => string) =>
  after.replace(OPTION, (...found: string[]) => {
    const [whole = "", sign = "", name = "", value = ""] = found;
    return isSecretName(name) ? `${sign}${name}=${secretOf(name, value)}` : whole;
  });

const optionsOf = (after: string) =>
  [...after.matchAll(OPTION)].map(([, , name = "", value = ""]): [string, string] => [name, value]);
