import { readFileSync } from "node:fs";
import type { Client, Entry } from "ldapts";
import type { App } from "../app.ts";
import type { LdapSettings } from "../config/sign-in-settings.ts";
import { type ExternalIdentity, SignInRejected } from "./external-identity.ts";

/**
 * Finds the user's entry, then binds with the password. User input is escaped in filters, and an empty password is
 * never sent, because directories treat it as an anonymous bind.
 */

const TIMEOUT_MS = 10_000;
/** An unknown user name must take as long as a wrong password. */
const UNKNOWN_USER = "cn=nobody who is here";

interface LdapCredentials {
  username: string;
  password: string;
}

export async function ldapIdentity(
  app: App,
  settings: LdapSettings,
  credentials: LdapCredentials,
): Promise<ExternalIdentity | undefined> {
  if (credentials.username === "" || credentials.password === "" || credentials.username.includes("\0"))
    return undefined;
  try {
    return await authenticate(settings, credentials);
  } catch (error) {
    app.log.warn("LDAP sign-in failed", { why: error instanceof Error ? error.message : "unknown" });
    throw new SignInRejected("unreachable", error);
  }
}

async function authenticate(
  settings: LdapSettings,
  credentials: LdapCredentials,
): Promise<ExternalIdentity | undefined> {
  const searchClient = await connect(settings);
  try {
    if (settings.bindDn !== undefined) await searchClient.bind(settings.bindDn, settings.bindPassword);
    const entry = await entryOf(searchClient, settings, credentials.username);
    if (!(await canBind(settings, entry?.dn ?? `${UNKNOWN_USER},${settings.base}`, credentials.password)) || !entry)
      return undefined;
    const groups = await groupsOf(searchClient, { settings, entry, username: credentials.username });
    return identityOf(settings, entry, { username: credentials.username, groups });
  } finally {
    await searchClient.unbind().catch(() => undefined);
  }
}

async function connect(settings: LdapSettings): Promise<Client> {
  const { Client } = await import("ldapts");
  const { url, startTls, caFile } = settings;
  const tls = { ...(caFile === undefined ? {} : { ca: [readFileSync(caFile)] }), servername: url.hostname };
  const client = new Client({
    url: url.href.replace(/\/$/, ""),
    timeout: TIMEOUT_MS,
    connectTimeout: TIMEOUT_MS,
    ...(url.protocol === "ldaps:" ? { tlsOptions: tls } : {}),
  });
  if (startTls) await client.startTLS(tls);
  return client;
}

async function entryOf(client: Client, settings: LdapSettings, username: string): Promise<Entry | undefined> {
  const { Filter, SizeLimitExceededError } = await import("ldapts");
  const filter = settings.userFilter.replaceAll("{username}", () => Filter.escape(username));
  const { groupsAttribute, idAttribute } = settings;
  const attributes = ["*", groupsAttribute, idAttribute];
  const options = { filter, attributes, sizeLimit: 2, explicitBufferAttributes: [idAttribute] };
  const found = await client.search(settings.base, options).catch((error: unknown) => {
    if (error instanceof SizeLimitExceededError) return { searchEntries: [] };
    throw error;
  });
  return found.searchEntries.length === 1 ? found.searchEntries[0] : undefined;
}

async function canBind(settings: LdapSettings, dn: string, password: string): Promise<boolean> {
  const { InvalidCredentialsError, InvalidDNSyntaxError, NoSuchObjectError } = await import("ldapts");
  const client = await connect(settings);
  try {
    await client.bind(dn, password);
    return true;
  } catch (error) {
    const rejections = [InvalidCredentialsError, InvalidDNSyntaxError, NoSuchObjectError];
    if (rejections.some((rejection) => error instanceof rejection)) return false;
    throw error;
  } finally {
    await client.unbind().catch(() => undefined);
  }
}

interface Membership {
  settings: LdapSettings;
  entry: Entry;
  username: string;
}

async function groupsOf(client: Client, { settings, entry, username }: Membership): Promise<string[]> {
  const { groupBase, groupFilter, groupsAttribute } = settings;
  if (groupBase === undefined) return textsOf(entry[groupsAttribute]);
  const { Filter } = await import("ldapts");
  const filter = groupFilter
    .replaceAll("{dn}", () => Filter.escape(entry.dn))
    .replaceAll("{username}", () => Filter.escape(username));
  const { searchEntries } = await client.search(groupBase, { filter, attributes: ["cn"] });
  return searchEntries.map(({ dn }) => dn);
}

function identityOf(
  settings: LdapSettings,
  entry: Entry,
  { username, groups }: { username: string; groups: readonly string[] },
): ExternalIdentity {
  const id = entry[settings.idAttribute];
  const subject = Buffer.isBuffer(id) ? idOf(id) : textsOf(id)[0];
  if (!subject) throw new Error(`entries have no ${settings.idAttribute}; set TESSERA_LDAP_ID_ATTRIBUTE`);
  const nameAttribute = /\(([\w-]+)=\{username\}\)/.exec(settings.userFilter)?.[1] ?? "uid";
  return {
    issuer: `ldap:${settings.base.toLowerCase()}`,
    subject,
    username: textsOf(entry[nameAttribute])[0] ?? username,
    email: textsOf(entry.mail)[0],
    // Users may be able to edit their own entries.
    isEmailVerified: false,
    firstName: textsOf(entry.givenName)[0] ?? textsOf(entry.cn)[0],
    lastName: textsOf(entry.sn)[0],
    groups,
  };
}

function idOf(bytes: Buffer): string {
  const text = bytes.toString("utf8");
  return /^[\x20-\x7e]+$/.test(text) ? text : bytes.toString("hex");
}

function textsOf(value: Entry[string] | undefined): string[] {
  const values = Array.isArray(value) ? value : value === undefined ? [] : [value];
  return values.map(String).filter((text) => text !== "");
}
