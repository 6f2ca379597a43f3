import { readFileSync } from "node:fs";
import type { Client, Entry } from "ldapts";
import type { App } from "../app.ts";
import type { LdapSettings } from "../config/sign-in-settings.ts";
import { type ExternalPerson, SignInRefused } from "./external-person.ts";

/**
 * Sign-in by a directory: the entry of the name is looked for, then bound with the password. What the person types gets
 * into filters escaped, and an empty password, which directories take for nobody's, is never sent.
 */

const TIMEOUT_MS = 10_000;
/** Nobody's entry: a name that is not there takes as long as a wrong password. */
const NOBODY = "cn=nobody who is here";

interface Person {
  username: string;
  password: string;
}

/**
 * The person of a name and password; undefined when they do not fit. Throws `SignInRefused` when the directory does not
 * answer or cannot be used.
 */
export async function ldapPerson(app: App, settings: LdapSettings, given: Person): Promise<ExternalPerson | undefined> {
  if (given.username === "" || given.password === "" || given.username.includes("\0")) return undefined;
  try {
    return await vouched(settings, given);
  } catch (error) {
    app.log.warn("the directory could not be asked", { why: error instanceof Error ? error.message : "unknown" });
    throw new SignInRefused("unreachable", error);
  }
}

async function vouched(settings: LdapSettings, given: Person): Promise<ExternalPerson | undefined> {
  const searching = await connected(settings);
  try {
    if (settings.bindDn !== undefined) await searching.bind(settings.bindDn, settings.bindPassword);
    const entry = await entryOf(searching, settings, given.username);
    if (!(await fits(settings, entry?.dn ?? `${NOBODY},${settings.base}`, given.password)) || !entry) return undefined;
    const groups = await groupsOf(searching, { settings, entry, username: given.username });
    return personOf(settings, entry, { username: given.username, groups });
  } finally {
    await searching.unbind().catch(() => undefined);
  }
}

async function connected(settings: LdapSettings): Promise<Client> {
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

/** The one entry of a name; a name that fits several is nobody's. */
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

async function fits(settings: LdapSettings, dn: string, password: string): Promise<boolean> {
  const { InvalidCredentialsError, InvalidDNSyntaxError, NoSuchObjectError } = await import("ldapts");
  const client = await connected(settings);
  try {
    await client.bind(dn, password);
    return true;
  } catch (error) {
    const refusals = [InvalidCredentialsError, InvalidDNSyntaxError, NoSuchObjectError];
    if (refusals.some((refusal) => error instanceof refusal)) return false;
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

/** Names of the groups that list the person, or that the person's entry lists. */
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

function personOf(
  settings: LdapSettings,
  entry: Entry,
  { username, groups }: { username: string; groups: readonly string[] },
): ExternalPerson {
  const id = entry[settings.idAttribute];
  const subject = Buffer.isBuffer(id) ? idOf(id) : textsOf(id)[0];
  if (!subject) throw new Error(`entries have no ${settings.idAttribute}; set TESSERA_LDAP_ID_ATTRIBUTE`);
  const nameAttribute = /\(([\w-]+)=\{username\}\)/.exec(settings.userFilter)?.[1] ?? "uid";
  return {
    issuer: `ldap:${settings.base.toLowerCase()}`,
    subject,
    username: textsOf(entry[nameAttribute])[0] ?? username,
    email: textsOf(entry.mail)[0],
    // People may write their own entries.
    isEmailVerified: false,
    firstName: textsOf(entry.givenName)[0] ?? textsOf(entry.cn)[0],
    lastName: textsOf(entry.sn)[0],
    groups,
  };
}

/** Text as it is; anything else, as an objectGUID, in hex. */
function idOf(bytes: Buffer): string {
  const text = bytes.toString("utf8");
  return /^[\x20-\x7e]+$/.test(text) ? text : bytes.toString("hex");
}

function textsOf(value: Entry[string] | undefined): string[] {
  const values = Array.isArray(value) ? value : value === undefined ? [] : [value];
  return values.map(String).filter((text) => text !== "");
}
