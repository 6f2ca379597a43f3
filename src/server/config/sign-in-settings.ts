import { ConfigError } from "./config-error.ts";
import { switchOf } from "./switch.ts";

/** How people sign in beside their name and password here. */
export interface SignInSettings {
  oidc: OidcSettings | undefined;
  ldap: LdapSettings | undefined;
}

/** A provider of OpenID Connect. */
export interface OidcSettings {
  issuer: URL;
  clientId: string;
  /** Undefined for a public client. */
  clientSecret: string | undefined;
  scopes: string;
  /** As the button of the sign-in page names it. */
  name: string;
  usernameClaim: string;
  /** Names of claims from outside to inside: what the person's groups are called by. */
  groupsClaim: readonly string[];
  mapping: AccountMapping;
}

/** A directory that is asked for names and passwords. */
export interface LdapSettings {
  url: URL;
  startTls: boolean;
  /** File with the certificates that the directory's is checked against; the system's without it. */
  caFile: string | undefined;
  /** Who looks for people; anonymous without it. */
  bindDn: string | undefined;
  bindPassword: string | undefined;
  base: string;
  /** `{username}` stands for what the person has typed. */
  userFilter: string;
  /** Where groups are looked for; without it the person's `groupsAttribute` says them. */
  groupBase: string | undefined;
  /** `{dn}` stands for the person's entry, `{username}` for what they have typed. */
  groupFilter: string;
  groupsAttribute: string;
  /** The attribute that names an entry for ever. */
  idAttribute: string;
  mapping: AccountMapping;
}

/** What the groups of a person elsewhere are here. */
export interface AccountMapping {
  /** Names of groups elsewhere to names of roles here; without it roles are given by administrators. */
  roles: NameMap | undefined;
  /** The same for groups here. */
  groups: NameMap | undefined;
  /** The role of everybody who gets none by the map; without it such people are not let in. */
  defaultRole: string | undefined;
}

export type NameMap = ReadonlyMap<string, readonly string[]>;

type Text = (name: string) => string | undefined;

/** Throws a ConfigError for settings that cannot work or would not be safe. */
export function readSignInSettings(text: Text): SignInSettings {
  return { oidc: oidcOf(text), ldap: ldapOf(text) };
}

function oidcOf(text: Text): OidcSettings | undefined {
  const given = text("TESSERA_OIDC_ISSUER");
  if (given === undefined) return undefined;
  const issuer = urlOf("TESSERA_OIDC_ISSUER", given, ["https:", "http:"]);
  if (issuer.protocol === "http:" && !isLoopback(issuer)) {
    throw new ConfigError("TESSERA_OIDC_ISSUER must start with https://.");
  }
  const scopes = text("TESSERA_OIDC_SCOPES") ?? "openid profile email";
  if (!scopes.split(" ").includes("openid"))
    throw new ConfigError('TESSERA_OIDC_SCOPES must have "openid" among them.');
  return {
    issuer,
    clientId: needed(text, "TESSERA_OIDC_CLIENT_ID", "TESSERA_OIDC_ISSUER"),
    clientSecret: text("TESSERA_OIDC_CLIENT_SECRET"),
    scopes,
    name: text("TESSERA_OIDC_NAME") ?? "single sign-on",
    usernameClaim: text("TESSERA_OIDC_USERNAME_CLAIM") ?? "preferred_username",
    groupsClaim: (text("TESSERA_OIDC_GROUPS_CLAIM") ?? "groups").split("."),
    mapping: mappingOf(text, "TESSERA_OIDC"),
  };
}

function ldapOf(text: Text): LdapSettings | undefined {
  const given = text("TESSERA_LDAP_URL");
  if (given === undefined) return undefined;
  const url = urlOf("TESSERA_LDAP_URL", given, ["ldaps:", "ldap:"]);
  const startTls = switchOf("TESSERA_LDAP_STARTTLS", text("TESSERA_LDAP_STARTTLS"), false);
  if (url.protocol === "ldap:" && !startTls && !isLoopback(url)) {
    throw new ConfigError("TESSERA_LDAP_URL must start with ldaps://, or TESSERA_LDAP_STARTTLS be on.");
  }
  const userFilter = text("TESSERA_LDAP_USER_FILTER") ?? "(uid={username})";
  if (!userFilter.includes("{username}")) throw new ConfigError("TESSERA_LDAP_USER_FILTER must have {username} in it.");
  return {
    url,
    startTls: startTls && url.protocol === "ldap:",
    caFile: text("TESSERA_LDAP_CA_FILE"),
    bindDn: text("TESSERA_LDAP_BIND_DN"),
    bindPassword: text("TESSERA_LDAP_BIND_DN") && needed(text, "TESSERA_LDAP_BIND_PASSWORD", "TESSERA_LDAP_BIND_DN"),
    base: needed(text, "TESSERA_LDAP_BASE", "TESSERA_LDAP_URL"),
    userFilter,
    groupBase: text("TESSERA_LDAP_GROUP_BASE"),
    groupFilter: text("TESSERA_LDAP_GROUP_FILTER") ?? "(member={dn})",
    groupsAttribute: text("TESSERA_LDAP_GROUPS_ATTRIBUTE") ?? "memberOf",
    idAttribute: text("TESSERA_LDAP_ID_ATTRIBUTE") ?? "entryUUID",
    mapping: mappingOf(text, "TESSERA_LDAP"),
  };
}

function mappingOf(text: Text, prefix: string): AccountMapping {
  return {
    roles: nameMapOf(text, `${prefix}_ROLES`),
    groups: nameMapOf(text, `${prefix}_GROUPS`),
    defaultRole: text(`${prefix}_DEFAULT_ROLE`),
  };
}

/** `{"bi-admins": ["Admin"], "sales": "Gamma"}` */
function nameMapOf(text: Text, name: string): NameMap | undefined {
  const given = text(name);
  if (given === undefined) return undefined;
  const wrong = new ConfigError(`${name} must be JSON like {"analysts": ["Alpha"]}.`);
  let parsed: unknown;
  try {
    parsed = JSON.parse(given);
  } catch {
    throw wrong;
  }
  if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed)) throw wrong;
  const entries = Object.entries(parsed).map(([outside, inside]): [string, string[]] => {
    const names: unknown[] = Array.isArray(inside) ? inside : [inside];
    if (!names.every((one): one is string => typeof one === "string")) throw wrong;
    return [outside, names];
  });
  return new Map(entries);
}

function needed(text: Text, name: string, because: string): string {
  const value = text(name);
  if (value === undefined) throw new ConfigError(`${name} is needed with ${because}.`);
  return value;
}

function urlOf(name: string, text: string, protocols: readonly string[]): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && protocols.includes(url.protocol) && url.hostname !== "") return url;
  throw new ConfigError(`${name} must start with ${protocols[0]}//, not be "${text}".`);
}

const isLoopback = ({ hostname }: URL) => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
