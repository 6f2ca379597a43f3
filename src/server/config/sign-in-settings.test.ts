import { describe, expect, test } from "vitest";
import { ConfigError } from "./config-error.ts";
import { readSignInSettings } from "./sign-in-settings.ts";

const LDAP = { TESSERA_LDAP_URL: "ldaps://directory.example.org", TESSERA_LDAP_BASE: "dc=example" };
const OIDC = { TESSERA_OIDC_ISSUER: "https://id.example.org/realm", TESSERA_OIDC_CLIENT_ID: "tessera" };
const read = (env: Record<string, string>) => readSignInSettings((name) => env[name] || undefined);

test("external sign-in is off by default", () => {
  expect(read({})).toEqual({ oidc: undefined, ldap: undefined });
  expect(read({ TESSERA_OIDC_CLIENT_ID: "x", TESSERA_LDAP_BASE: "y" })).toEqual({ oidc: undefined, ldap: undefined });
});

describe("a directory", () => {
  test("is searched anonymously by the default attributes", () => {
    expect(read(LDAP).ldap).toMatchObject({
      userFilter: "(uid={username})",
      groupFilter: "(member={dn})",
      groupsAttribute: "memberOf",
      idAttribute: "entryUUID",
      bindDn: undefined,
      startTls: false,
      mapping: { roles: undefined, groups: undefined, defaultRole: undefined },
    });
  });

  test.each(["on", "true", "ON"])("uses STARTTLS when it is %s", (word) => {
    const plain = { ...LDAP, TESSERA_LDAP_URL: "ldap://directory.example.org" };
    expect(read({ ...plain, TESSERA_LDAP_STARTTLS: word }).ldap?.startTls).toBe(true);
    expect(() => read(plain)).toThrow("TESSERA_LDAP_URL must start with ldaps:// unless TESSERA_LDAP_STARTTLS is on.");
    expect(() => read({ ...plain, TESSERA_LDAP_STARTTLS: "off" })).toThrow(ConfigError);
    expect(read({ ...LDAP, TESSERA_LDAP_STARTTLS: word }).ldap?.startTls).toBe(false);
  });

  test("can be unencrypted on this machine", () => {
    for (const host of ["localhost", "127.0.0.1:1389", "[::1]:389"])
      expect(read({ ...LDAP, TESSERA_LDAP_URL: `ldap://${host}` }).ldap?.url.protocol).toBe("ldap:");
    for (const host of ["localhost.example.org", "127.0.0.1.example.org", "10.0.0.1"])
      expect(() => read({ ...LDAP, TESSERA_LDAP_URL: `ldap://${host}` })).toThrow(ConfigError);
  });

  test.each([
    [{ TESSERA_LDAP_STARTTLS: "yes" }, 'TESSERA_LDAP_STARTTLS must be on or off, not "yes".'],
    [{ TESSERA_LDAP_BIND_DN: "cn=reader" }, "TESSERA_LDAP_BIND_PASSWORD is required with TESSERA_LDAP_BIND_DN."],
    [{ TESSERA_LDAP_BASE: "" }, "TESSERA_LDAP_BASE is required with TESSERA_LDAP_URL."],
    [{ TESSERA_LDAP_USER_FILTER: "(uid=ann)" }, "TESSERA_LDAP_USER_FILTER must contain {username}."],
    [{ TESSERA_LDAP_URL: "https://x" }, 'TESSERA_LDAP_URL must start with ldaps://, not "https://x".'],
    [{ TESSERA_LDAP_URL: "ldaps://" }, 'TESSERA_LDAP_URL must start with ldaps://, not "ldaps://".'],
    [{ TESSERA_LDAP_ROLES: '["Admin"]' }, 'TESSERA_LDAP_ROLES must be JSON like {"analysts": ["Alpha"]}.'],
    [{ TESSERA_LDAP_GROUPS: '{"a": [null]}' }, 'TESSERA_LDAP_GROUPS must be JSON like {"analysts": ["Alpha"]}.'],
  ])("with %j prevents startup", (more, message) => {
    expect(() => read({ ...LDAP, ...more })).toThrow(new ConfigError(message));
  });
});

describe("single sign-on", () => {
  test("requires a client id and finds nested group claims", () => {
    const { oidc } = read({ ...OIDC, TESSERA_OIDC_GROUPS_CLAIM: "realm_access.roles" });
    expect(oidc).toMatchObject({
      clientSecret: undefined,
      scopes: "openid profile email",
      usernameClaim: "preferred_username",
      groupsClaim: ["realm_access", "roles"],
      name: undefined,
    });
  });

  test("maps groups with any name to roles", () => {
    const { oidc } = read({
      ...OIDC,
      TESSERA_OIDC_ROLES: '{"bi-admins": ["Admin"], "__proto__": "Gamma", "ünïcode": []}',
      TESSERA_OIDC_DEFAULT_ROLE: "Public",
    });
    expect([...(oidc?.mapping.roles ?? [])]).toEqual([
      ["bi-admins", ["Admin"]],
      ["__proto__", ["Gamma"]],
      ["ünïcode", []],
    ]);
    expect(oidc?.mapping.roles?.get("constructor")).toBeUndefined();
    expect(oidc?.mapping.defaultRole).toBe("Public");
  });
});
