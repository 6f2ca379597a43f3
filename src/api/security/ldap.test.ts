import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "ldapts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startLdap } from "../../../scripts/services.ts";
import { hashPassword } from "../../server/auth/passwords.ts";
import { ConfigError } from "../../server/config/config-error.ts";
import { readSignInSettings } from "../../server/config/sign-in-settings.ts";
import { createClient, startTestServer, type TestServer } from "../../testing/server.ts";

const BASE = "dc=example,dc=org";
const person = (uid: string, more = "") => `
dn: uid=${uid},ou=people,${BASE}
objectClass: inetOrgPerson
uid: ${uid}
cn: ${uid} Sample
givenName: ${uid.toUpperCase()}
sn: Sample
mail: ${uid}@example.org
userPassword: ${uid}-secret${more}
`;
const LDIF = `dn: ${BASE}
objectClass: dcObject
objectClass: organization
o: Example
dc: example

dn: ou=people,${BASE}
objectClass: organizationalUnit
ou: people

dn: ou=groups,${BASE}
objectClass: organizationalUnit
ou: groups

dn: cn=reader,${BASE}
objectClass: organizationalRole
objectClass: simpleSecurityObject
cn: reader
userPassword: reader-secret
${person("hedy")}${person("alan")}${person("joan")}${person("twin", "\ndescription: same")}${person("twin2", "\ndescription: same")}${person("admin")}
dn: cn=analysts,ou=groups,${BASE}
objectClass: groupOfNames
cn: analysts
member: uid=hedy,ou=people,${BASE}

dn: cn=strangers,ou=groups,${BASE}
objectClass: groupOfNames
cn: strangers
member: uid=joan,ou=people,${BASE}
`;

let folder = "";
let directory: Exclude<Awaited<ReturnType<typeof startLdap>>, string>;
let plain = "";
let secure = "";
const servers: TestServer[] = [];
let server: TestServer;

function settings(more: Record<string, string> = {}) {
  const env: Record<string, string> = {
    TESSERA_LDAP_URL: secure,
    TESSERA_LDAP_CA_FILE: directory.caFile,
    TESSERA_LDAP_BIND_DN: `cn=reader,${BASE}`,
    TESSERA_LDAP_BIND_PASSWORD: "reader-secret",
    TESSERA_LDAP_BASE: `ou=people,${BASE}`,
    TESSERA_LDAP_GROUP_BASE: `ou=groups,${BASE}`,
    TESSERA_LDAP_ROLES: '{"analysts": "Alpha", "cn=engineers,ou=groups,dc=example,dc=org": ["Gamma"]}',
    ...more,
  };
  return readSignInSettings((name) => env[name] || undefined);
}

async function serverWith(more: Record<string, string> = {}): Promise<TestServer> {
  const started = await startTestServer({ config: { signIn: settings(more) } });
  servers.push(started);
  return started;
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "tessera-ldap-"));
  const started = await startLdap(folder, LDIF);
  if (typeof started === "string") throw new Error(started);
  directory = started;
  [plain = "", secure = ""] = started.url.split(" ");
  server = await serverWith();
});
afterAll(async () => {
  for (const each of servers) await each.stop();
  await directory?.stop();
  rmSync(folder, { recursive: true, force: true });
});

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;

async function enter(username: string, password = `${username}-secret`, at = server) {
  const answer = await at.anonymous.post<Json>("/login/", { username, password });
  const cookie = /session=[^;]*/.exec(answer.headers.get("set-cookie") ?? "")?.[0] ?? "";
  const me = cookie ? (await createClient(at.url, cookie, "").get<Json>("/api/v1/me/roles/")).body.result : undefined;
  return { status: answer.status, message: answer.body.message, me };
}

describe("a username and password in the directory", () => {
  test("sign in, creating an account with a name and the groups' roles", async () => {
    const { me } = await enter("HEDY", "hedy-secret");
    expect([me.username, me.firstName, me.lastName, me.email]).toEqual(["hedy", "HEDY", "Sample", "hedy@example.org"]);
    expect(Object.keys(me.roles)).toEqual(["Alpha"]);
    expect((await enter("hedy")).me.userId).toBe(me.userId);
  });

  test("give tokens to programs that request LDAP, and an administrator's local password keeps working", async () => {
    const login = (fields: object) => server.anonymous.post<Json>("/api/v1/security/login", fields);
    const token = await login({ username: "hedy", password: "hedy-secret", provider: "ldap" });
    const bearer = { authorization: `Bearer ${token.body.access_token}` };
    expect((await server.anonymous.get<Json>("/api/v1/me/", bearer)).body.result.username).toBe("hedy");
    expect((await login({ username: "hedy", password: "hedy-secret", provider: "db" })).status).toBe(401);
    expect((await login({ username: "joan", password: "joan-secret", provider: "ldap" })).status).toBe(401);
    const password_hash = await hashPassword("here");
    await server.app.db.updateTable("users").set({ password_hash }).where("username", "=", "alpha").execute();
    expect((await enter("alpha", "here")).me.username).toBe("alpha");
    expect((await login({ username: "alpha", password: "here", provider: "ldap" })).status).toBe(401);
  });

  test("follow the directory's groups at each sign-in", async () => {
    const admin = new Client({ url: plain });
    await admin.bind(`cn=admin,${BASE}`, "admin-secret");
    await admin.add(`cn=engineers,ou=groups,${BASE}`, {
      objectClass: "groupOfNames",
      cn: "engineers",
      member: [`uid=alan,ou=people,${BASE}`],
    });
    await admin.unbind();
    expect(Object.keys((await enter("alan")).me.roles)).toEqual(["Gamma"]);
    const byEntry = await serverWith({ TESSERA_LDAP_GROUP_BASE: "" });
    expect(Object.keys((await enter("alan", "alan-secret", byEntry)).me.roles)).toEqual(["Gamma"]);
  });
});

describe("rejects", () => {
  test.each([
    ["hedy", "wrong"],
    ["hedy", ""],
    ["nobody", "hedy-secret"],
    ["*", "hedy-secret"],
    ["hed*", "hedy-secret"],
    ["hedy)(uid=*", "hedy-secret"],
    ["hedy)(|(uid=*)", "hedy-secret"],
    ["*)(userPassword=hedy-secret", "hedy-secret"],
    ["hedy\\2a", "hedy-secret"],
    ["hedy\0", "hedy-secret"],
    ["$&", "x"],
    [`uid=hedy,ou=people,${BASE}`, "hedy-secret"],
    ["x".repeat(5000), "x"],
    ["é😀", "x"],
  ])("%j with %j", async (username, password) => {
    expect((await enter(username, password)).status).toBe(401);
  });

  test("a username that matches two entries", async () => {
    const loose = await serverWith({ TESSERA_LDAP_USER_FILTER: "(|(uid={username})(description={username}))" });
    expect((await enter("same", "twin-secret", loose)).status).toBe(401);
    expect((await enter("twin", "twin-secret", loose)).message).toMatch(/have access yet/);
  });

  test("users without a role, and inactive ones, with a message", async () => {
    expect(await enter("joan")).toMatchObject({ status: 422, message: expect.stringMatching(/have access yet/) });
    const { me } = await enter("hedy");
    await (await server.as("admin")).put(`/api/v1/security/users/${me.userId}`, { active: false });
    expect(await enter("hedy")).toMatchObject({ status: 422, message: expect.stringMatching(/account is inactive/) });
    expect((await enter("hedy", "wrong")).status).toBe(401);
    const body = new URLSearchParams({ username: "joan", password: "joan-secret" });
    const form = await server.anonymous.fetch("/login/", { method: "POST", body });
    expect(form.headers.get("location")).toMatch(/^\/login\/\?error=no_role/);
  });

  test("users who only share a name or address with a local account", async () => {
    const gammaByDefault = await serverWith({ TESSERA_LDAP_DEFAULT_ROLE: "Gamma" });
    expect(await enter("admin", "admin-secret", gammaByDefault)).toMatchObject({
      status: 422,
      message: expect.stringMatching(/already uses your email address/),
    });
    await gammaByDefault.app.db
      .updateTable("users")
      .set({ email: "x@example.org" })
      .where("username", "=", "admin")
      .execute();
    expect((await enter("admin", "admin-secret", gammaByDefault)).me.username).toBe("admin@example.org");
  });

  test("more than ten guesses a minute", async () => {
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 11; attempt++) statuses.push((await enter("twin2", "wrong")).status);
    expect(statuses).toEqual([...Array(10).fill(401), 429]);
  });
});

describe("the directory", () => {
  test("is connected with TLS on either port, with a valid certificate", async () => {
    const upgraded = await serverWith({ TESSERA_LDAP_URL: plain, TESSERA_LDAP_STARTTLS: "on" });
    expect((await enter("hedy", "hedy-secret", upgraded)).me.username).toBe("hedy");
    for (const more of [{}, { TESSERA_LDAP_URL: plain, TESSERA_LDAP_STARTTLS: "on" }] as Record<string, string>[]) {
      const stranger = await serverWith({ ...more, TESSERA_LDAP_CA_FILE: "" });
      expect(await enter("hedy", "hedy-secret", stranger)).toMatchObject({
        status: 422,
        message: expect.stringMatching(/^Can.t reach the service/),
      });
    }
  });

  test("that is down, or rejects the reader, doesn't affect local passwords", async () => {
    const wrongs: Record<string, string>[] = [
      { TESSERA_LDAP_URL: "ldap://localhost:9" },
      { TESSERA_LDAP_BIND_PASSWORD: "wrong" },
      { TESSERA_LDAP_USER_FILTER: "(uid={username}" },
      { TESSERA_LDAP_ID_ATTRIBUTE: "objectGUID" },
    ];
    const password_hash = await hashPassword("here");
    for (const wrong of wrongs) {
      const other = await serverWith(wrong);
      await other.app.db.updateTable("users").set({ password_hash }).where("username", "=", "admin").execute();
      expect((await enter("admin", "here", other)).me.username).toBe("admin");
      expect((await enter("hedy", "hedy-secret", other)).status).toBe(422);
    }
  });

  test.each<[string, Record<string, string>]>([
    ["without TLS on another machine", { TESSERA_LDAP_URL: "ldap://directory.example.org" }],
    ["with another scheme", { TESSERA_LDAP_URL: "https://directory.example.org" }],
    ["without a base", { TESSERA_LDAP_BASE: "" }],
    ["with a reader without a password", { TESSERA_LDAP_BIND_PASSWORD: "" }],
    ["with a filter that matches every entry", { TESSERA_LDAP_USER_FILTER: "(uid=*)" }],
  ])("%s prevents startup with a message", (_, more) => {
    expect(() => settings(more)).toThrow(ConfigError);
  });
});
