import { ConfigError } from "./config-error.ts";
import { switchOf } from "./switch.ts";

export interface SignInSettings {
  oidc: OidcSettings | undefined;
  ldap: LdapSettings | undefined;
}

export interface OidcSettings {
  issuer: URL;
  clientId: string;
  clientSecret: string | undefined;
  scopes: string;
  /** Shown on the sign-in button. Default = "single sign-on" in the visitor's language. */
  name: string | undefined;
  usernameClaim: string;
  groupsClaim: readonly string[];
  mapping: AccountMapping;
}

export interface LdapSettings {
  url: URL;
  startTls: boolean;
  /** CA certificates for the directory; the system's by default. */
  caFile: string | undefined;
  /** Undefined = anonymous search. */
  bindDn: string | undefined;
  bindPassword: string | undefined;
  base: string;
  /** `{username}` is the entered name. */
  userFilter: string;
  groupBase: string | undefined;
  /** `{dn}` is the user's entry, `{username}` the entered name. */
  groupFilter: string;
  groupsAttribute: string;
  idAttribute: string;
  mapping: AccountMapping;
}

export interface AccountMapping {
  /** Without it, administrators assign roles. */
  roles: NameMap | undefined;
  groups: NameMap | undefined;
  /** For users without a mapped role; without it they can't sign in. */
  defaultRole: string | undefined;
}

export type NameMap = ReadonlyMap<string, readonly string[]>;

type Text = (name: string) => string | undefined;

/** Throws a ConfigError for invalid or insecure settings. */
export function readSignInSettings(text: Text): SignInSettings {
  return { oidc: oidcOf(text), ldap: ldapOf(text) };
}

function oidcOf(text: Text): OidcSettings | undefined {
  const value = text("TESSERA_OIDC_ISSUER");
  if (value === undefined) return undefined;
  const issuer = urlOf("TESSERA_OIDC_ISSUER", value, ["https:", "http:"]);
  if (issuer.protocol === "http:" && !isLoopback(issuer)) {
    throw new ConfigError("TESSERA_OIDC_ISSUER must start with https://.");
  }
  const scopes = text("TESSERA_OIDC_SCOPES") ?? "openid profile email";
  if (!scopes.split(" ").includes("openid")) throw new ConfigError('TESSERA_OIDC_SCOPES must include "openid".');
  return {
    issuer,
    clientId: required(text, "TESSERA_OIDC_CLIENT_ID", "TESSERA_OIDC_ISSUER"),
    clientSecret: text("TESSERA_OIDC_CLIENT_SECRET"),
    scopes,
    name: text("TESSERA_OIDC_NAME"),
    usernameClaim: text("TESSERA_OIDC_USERNAME_CLAIM") ?? "preferred_username",
    groupsClaim: (text("TESSERA_OIDC_GROUPS_CLAIM") ?? "groups").split("."),
    mapping: mappingOf(text, "TESSERA_OIDC"),
  };
}

function ldapOf(text: Text): LdapSettings | undefined {
  const value = text("TESSERA_LDAP_URL");
  if (value === undefined) return undefined;
  const url = urlOf("TESSERA_LDAP_URL", value, ["ldaps:", "ldap:"]);
  const startTls = switchOf("TESSERA_LDAP_STARTTLS", text("TESSERA_LDAP_STARTTLS"), false);
  if (url.protocol === "ldap:" && !startTls && !isLoopback(url)) {
    throw new ConfigError("TESSERA_LDAP_URL must start with ldaps:// unless TESSERA_LDAP_STARTTLS is on.");
  }
  const userFilter = text("TESSERA_LDAP_USER_FILTER") ?? "(uid={username})";
  if (!userFilter.includes("{username}")) throw new ConfigError("TESSERA_LDAP_USER_FILTER must contain {username}.");
  return {
    url,
    startTls: startTls && url.protocol === "ldap:",
    caFile: text("TESSERA_LDAP_CA_FILE"),
    bindDn: text("TESSERA_LDAP_BIND_DN"),
    bindPassword: text("TESSERA_LDAP_BIND_DN") && required(text, "TESSERA_LDAP_BIND_PASSWORD", "TESSERA_LDAP_BIND_DN"),
    base: required(text, "TESSERA_LDAP_BASE", "TESSERA_LDAP_URL"),
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

function nameMapOf(text: Text, name: string): NameMap | undefined {
  const value = text(name);
  if (value === undefined) return undefined;
  const invalid = new ConfigError(`${name} must be JSON like {"analysts": ["Alpha"]}.`);
  let parsed: unknown;
  try {
    parsed = JSON.parse(value);
  } catch {
    throw invalid;
  }
  if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed)) throw invalid;
  const entries = Object.entries(parsed).map(([outside, inside]): [string, string[]] => {
    const names: unknown[] = Array.isArray(inside) ? inside : [inside];
    if (!names.every((one): one is string => typeof one === "string")) throw invalid;
    return [outside, names];
  });
  return new Map(entries);
}

function required(text: Text, name: string, dependent: string): string {
  const value = text(name);
  if (value === undefined) throw new ConfigError(`${name} is required with ${dependent}.`);
  return value;
}

function urlOf(name: string, text: string, protocols: readonly string[]): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && protocols.includes(url.protocol) && url.hostname !== "") return url;
  throw new ConfigError(`${name} must start with ${protocols[0]}//, not "${text}".`);
}

const isLoopback = ({ hostname }: URL) => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
