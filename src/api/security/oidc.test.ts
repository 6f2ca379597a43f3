import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { issueToken } from "../../server/auth/tokens.ts";
import { createClock } from "../../server/clock.ts";
import { ConfigError } from "../../server/config/config-error.ts";
import { readSignInSettings } from "../../server/config/sign-in-settings.ts";
import { type CookieBrowser, cookieBrowser } from "../../testing/cookie-browser.ts";
import { type IdentityProvider, startIdentityProvider } from "../../testing/identity-provider.ts";
import { createClient, startTestServer, type TestServer } from "../../testing/server.ts";
import { groups } from "./roles-contract.ts";

const CLIENT = { id: "tessera", secret: "a secret that the two share" };
const ROLES =
  '{"bi-admins": ["Admin"], "analysts": "Alpha", "viewers": ["Gamma", "sql_lab"], "ghosts": ["No such role"]}';

let provider: IdentityProvider;
let server: TestServer;
let laterMs = 0;

function settings(more: Record<string, string> = {}) {
  const env: Record<string, string> = {
    TESSERA_OIDC_ISSUER: provider.issuer,
    TESSERA_OIDC_CLIENT_ID: CLIENT.id,
    TESSERA_OIDC_CLIENT_SECRET: CLIENT.secret,
    TESSERA_OIDC_NAME: "Example Identity",
    TESSERA_OIDC_ROLES: ROLES,
    TESSERA_OIDC_GROUPS: '{"sales": ["Sales"]}',
    ...more,
  };
  return readSignInSettings((name) => env[name]);
}

beforeAll(async () => {
  provider = await startIdentityProvider();
  const clock = createClock(() => Date.now() + laterMs);
  // The issuer is on loopback, which is blocked otherwise.
  server = await startTestServer({ config: { signIn: settings(), allowedHosts: [] }, app: { clock } });
  provider.register({ ...CLIENT, url: server.url });
  await (await server.as("admin")).call(groups.create, { body: { name: "Sales" } });
});
afterAll(async () => {
  await server.stop();
  await provider.stop();
});
beforeEach(() => {
  provider.person = { sub: "1", preferred_username: "grace", email: "grace@example.com", groups: ["analysts"] };
});

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;

async function profileOf(browser: CookieBrowser): Promise<Json> {
  const response = await browser.ask(`${server.url}/api/v1/me/roles/`);
  return response.status === 200 ? ((await response.json()) as Json).result : undefined;
}

async function arrive(next = "/chart/list/") {
  const browser = cookieBrowser();
  const end = await browser.open(`${server.url}/login/oidc?next=${encodeURIComponent(next)}`);
  return { browser, path: end.address.replace(server.url, ""), me: await profileOf(browser) };
}

const userRow = (username: string) =>
  server.app.db.selectFrom("users").selectAll().where("username", "=", username).executeTakeFirstOrThrow();

describe("signing in with the provider", () => {
  test("is offered on the sign-in page", async () => {
    expect((await server.anonymous.get<Json>("/api/v1/security/sign_in_options/")).body.result.providers).toEqual([
      { name: "Example Identity", url: "/login/oidc" },
    ]);
  });

  test("creates an account with the mapped roles and groups, and redirects to the requested page", async () => {
    provider.person = {
      sub: "ada-1",
      preferred_username: "ada.l",
      given_name: "Ada",
      family_name: "Lovelace",
      email: "ada.l@example.com",
      groups: ["viewers", "sales", "strangers", "ghosts"],
    };
    const { path, me, browser } = await arrive("/superset/dashboard/7/?a=1#x");
    expect(path).toBe("/superset/dashboard/7/?a=1#x");
    expect([me.username, me.firstName, me.lastName, me.email]).toEqual([
      "ada.l",
      "Ada",
      "Lovelace",
      "ada.l@example.com",
    ]);
    expect(Object.keys(me.roles).sort()).toEqual(["Gamma", "sql_lab"]);
    const admin = await server.as("admin");
    const shown = (await admin.get<Json>(`/api/v1/security/users/${me.userId}`)).body.result;
    expect(shown.groups.map((group: Json) => group.name)).toEqual(["Sales"]);
    expect((await userRow("ada.l")).password_hash).toBeNull();
    expect(browser.cookie(server.url, "oidc_sign_in")).toBeUndefined();
  });

  test("uses PKCE, state and nonce, new each time", async () => {
    const requested = [
      await cookieBrowser().ask(`${server.url}/login/oidc`),
      await cookieBrowser().ask(`${server.url}/login/oidc`),
    ];
    const [one, two] = requested.map((response) => new URL(response.headers.get("location") ?? "").searchParams);
    expect(one!.get("code_challenge_method")).toBe("S256");
    expect(one!.get("redirect_uri")).toBe(`${server.url}/login/oidc/callback`);
    for (const name of ["state", "nonce", "code_challenge"]) {
      expect(one!.get(name)!.length).toBeGreaterThan(20);
      expect(one!.get(name)).not.toBe(two!.get(name));
    }
    const cookie = requested[0]!.headers.getSetCookie().join();
    expect(cookie).toMatch(/HttpOnly/i);
    expect(cookie).toMatch(/SameSite=Lax/i);
    expect(decodeURIComponent(cookie)).not.toContain(one!.get("state"));
  });

  test("recognizes users by subject, and updates their data", async () => {
    const first = await arrive();
    provider.person = { ...provider.person!, preferred_username: "renamed", given_name: "Gracie", groups: ["viewers"] };
    const again = await arrive();
    expect(again.me.userId).toBe(first.me.userId);
    expect([again.me.username, again.me.firstName, Object.keys(again.me.roles).sort()]).toEqual([
      "grace",
      "Gracie",
      ["Gamma", "sql_lab"],
    ]);
    // A session started with the old roles has the new ones too.
    expect(Object.keys((await profileOf(first.browser)).roles).sort()).toEqual(["Gamma", "sql_lab"]);
    provider.person = { ...provider.person!, groups: [] };
    expect((await arrive()).path).toMatch(/^\/login\/\?error=no_role/);
    expect(Object.keys((await profileOf(first.browser)).roles)).toEqual([]);
  });

  test("replaces the old session", async () => {
    const { browser } = await arrive();
    const before = browser.cookie(server.url, "session")!;
    await browser.open(`${server.url}/login/oidc`);
    expect(browser.cookie(server.url, "session")).not.toBe(before);
    const old = createClient(server.url, `session=${before}`, "");
    expect((await old.get("/api/v1/me/")).status).toBe(401);
  });

  test.each(["https://evil.example/", "//evil.example", "/\\evil.example", "javascript:alert(1)", "/login/oidc", "x"])(
    "never redirects to %s",
    async (next) => {
      expect((await arrive(next)).path).toBe("/superset/welcome/");
    },
  );

  test("signing out ends the provider's session too", async () => {
    const { browser } = await arrive();
    const session = browser.cookie(server.url, "session")!;
    const stored = await server.app.db
      .selectFrom("sessions")
      .select("id_token")
      .where("id_token", "is not", null)
      .execute();
    expect(stored.every(({ id_token }) => !id_token!.includes("eyJhbGciOi"))).toBe(true);
    const { address } = await browser.open(`${server.url}/logout/`);
    const requested = new URL(address);
    expect([requested.origin, requested.searchParams.get("post_logout_redirect_uri")]).toEqual([
      provider.issuer,
      `${server.url}/login/`,
    ]);
    expect(requested.searchParams.get("id_token_hint")).toMatch(/^eyJ/);
    expect((await createClient(server.url, `session=${session}`, "").get("/api/v1/me/")).status).toBe(401);
    const local = await server.as("gamma");
    expect((await local.fetch("/logout/")).headers.get("location")).toBe("/login/");
  });
});

describe("rejects", () => {
  const refused = async () => {
    const { path, me } = await arrive();
    return [new URLSearchParams(path.split("?")[1]).get("error"), me];
  };

  test("users without a mapped role, unless there is a default role", async () => {
    provider.person = { sub: "nobody", preferred_username: "nobody", groups: ["strangers"] };
    expect(await refused()).toEqual(["no_role", undefined]);
    expect(await server.app.db.selectFrom("users").select("id").where("username", "=", "nobody").execute()).toEqual([]);
  });

  test("inactive users, whatever the provider says", async () => {
    provider.person = { sub: "leaver", preferred_username: "leaver", groups: ["analysts"] };
    const { me, browser } = await arrive();
    const admin = await server.as("admin");
    await admin.put(`/api/v1/security/users/${me.userId}`, { active: false });
    expect(await profileOf(browser)).toBeUndefined();
    expect(await refused()).toEqual(["inactive", undefined]);
  });

  test("users who cancel", async () => {
    provider.person = undefined;
    expect(await refused()).toEqual(["denied", undefined]);
  });

  test("a callback without its request: from another browser, forged, expired or repeated", async () => {
    const back = /\/login\/oidc\/callback/;
    const victim = cookieBrowser();
    const { address } = await victim.open(`${server.url}/login/oidc`, back);
    const errorOf = async (browser: CookieBrowser, at: string) =>
      new URL((await browser.ask(at)).headers.get("location") ?? "", server.url).searchParams.get("error");
    expect(await errorOf(cookieBrowser(), address)).toBe("expired");
    const other = cookieBrowser();
    await other.open(`${server.url}/login/oidc`, back);
    expect(await errorOf(other, address)).toBe("failed");
    const forged = cookieBrowser();
    await forged.ask(`${server.url}/login/oidc`);
    forged.setCookie(
      server.url,
      "oidc_sign_in",
      forged.cookie(server.url, "oidc_sign_in")!.replace(/.(?=.{9}$)/, (letter) => (letter === "A" ? "B" : "A")),
    );
    expect(await errorOf(forged, address)).toBe("expired");
    const late = cookieBrowser();
    const applied = await late.open(`${server.url}/login/oidc`, back);
    laterMs += 16 * 60_000;
    expect(await errorOf(late, applied.address)).toBe("expired");
    laterMs -= 16 * 60_000;
    const cookie = victim.cookie(server.url, "oidc_sign_in")!;
    expect(await errorOf(victim, address)).toBeNull();
    victim.setCookie(server.url, "oidc_sign_in", cookie);
    expect(await errorOf(victim, address)).toBe("failed");
  });

  test.each(["", "?code=x", "?code=x&state=y", "?error=server_error&state=z", "?code=%00&code=2"])(
    "a forged callback %s",
    async (query) => {
      const browser = cookieBrowser();
      await browser.ask(`${server.url}/login/oidc`);
      const answer = await browser.ask(`${server.url}/login/oidc/callback${query}`);
      expect([answer.status, answer.headers.get("location")]).toEqual([
        302,
        "/login/?error=failed&next=%2Fsuperset%2Fwelcome%2F",
      ]);
      expect(browser.cookie(server.url, "session")).toBeUndefined();
    },
  );
});

describe("existing accounts", () => {
  test("are taken over only with a verified email address", async () => {
    const id = await server.userId("linus");
    const claims = { sub: "linus-9", preferred_username: "linus", groups: ["viewers"] };
    provider.person = { ...claims, email: "linus@example.org" };
    expect((await arrive()).path).toMatch(/error=email_taken/);
    provider.person = { ...claims, email: "linus@example.org", email_verified: false };
    expect((await arrive()).path).toMatch(/error=email_taken/);
    provider.person = { ...claims, email: "LINUS@example.org", email_verified: true };
    const linked = await arrive();
    expect([linked.me.userId, Object.keys(linked.me.roles).sort()]).toEqual([id, ["Gamma", "sql_lab"]]);
    // The address belongs to another person at the provider now.
    provider.person = { ...claims, sub: "linus-10", email: "linus@example.org", email_verified: true };
    expect((await arrive()).path).toMatch(/error=email_taken/);
  });

  test("are never taken over by name", async () => {
    provider.person = { sub: "evil", preferred_username: "admin", groups: ["analysts"] };
    expect((await arrive()).path).toMatch(/error=name_taken/);
    provider.person = { ...provider.person, email: "evil@example.com" };
    const { me } = await arrive();
    expect([me.username, me.userId === (await server.userId("admin"))]).toEqual(["evil@example.com", false]);
    provider.person = { sub: "evil-2", preferred_username: "admin@example.org", groups: ["analysts"] };
    expect((await arrive()).path).toMatch(/error=name_taken/);
  });

  test("keep the last active administrator", async () => {
    const { db } = server.app;
    provider.person = { sub: "boss", preferred_username: "boss", groups: ["bi-admins"] };
    const boss = await arrive();
    const others = await db
      .selectFrom("users")
      .select("id")
      .where("id", "!=", boss.me.userId)
      .where("active", "=", true)
      .execute();
    const ids = others.map(({ id }) => id);
    await db.updateTable("users").set({ active: false }).where("id", "in", ids).execute();
    provider.person = { ...provider.person, groups: ["viewers"] };
    expect(Object.keys((await arrive()).me.roles)).toEqual(["Admin"]);
    await db.updateTable("users").set({ active: true }).where("id", "in", ids).execute();
    expect(Object.keys((await arrive()).me.roles).sort()).toEqual(["Gamma", "sql_lab"]);
  });

  test("created by the provider can't get a local password, so they end with the provider's account", async () => {
    const { me } = await arrive();
    const token = await issueToken(server.app, me.userId, "access");
    const put = (body: object) => server.anonymous.put<Json>("/api/v1/me/", body, { authorization: `Bearer ${token}` });
    expect(await put({ password: "a way in for later" })).toMatchObject({ status: 403 });
    expect((await put({ first_name: "Grace" })).status).toBe(200);
  });
});

async function startHostileProvider() {
  const [published, secret] = await Promise.all([generateKeyPair("RS256"), generateKeyPair("RS256")]);
  const jwk = { ...(await exportJWK(published.publicKey)), kid: "1", alg: "RS256" };
  const state = {
    issuer: "",
    endpoint: "",
    nonce: "",
    requestedPaths: [] as string[],
    stop: async () => void listening.close(),
  };
  const answers: Record<string, () => Promise<object> | object> = {
    "/.well-known/openid-configuration": () => ({
      issuer: state.issuer,
      authorization_endpoint: `${state.issuer}/auth`,
      token_endpoint: `${state.endpoint}/token`,
      jwks_uri: `${state.issuer}/jwks`,
    }),
    "/jwks": () => ({ keys: [jwk] }),
    "/token": async () => ({
      access_token: "x",
      token_type: "bearer",
      id_token: await new SignJWT({ nonce: state.nonce, groups: ["bi-admins"], preferred_username: "forged" })
        .setProtectedHeader({ alg: "RS256", kid: "1" })
        .setIssuer(state.issuer)
        .setAudience(CLIENT.id)
        .setSubject("1")
        .setIssuedAt()
        .setExpirationTime("5m")
        .sign(secret.privateKey),
    }),
  };
  const listening = createServer(async (request, response) => {
    const path = String(request.url);
    state.requestedPaths.push(path);
    response.setHeader("content-type", "application/json").end(JSON.stringify((await answers[path]?.()) ?? {}));
  });
  await new Promise<void>((resolve) => listening.listen(0, "127.0.0.1", resolve));
  state.issuer = `http://localhost:${(listening.address() as AddressInfo).port}`;
  return state;
}

describe("the provider", () => {
  test("that is down doesn't affect password sign-in", async () => {
    const signIn = settings({ TESSERA_OIDC_ISSUER: "http://127.0.0.1:9" });
    const other = await startTestServer({ config: { signIn } });
    const { headers } = await other.anonymous.fetch("/login/oidc?next=/chart/list/");
    expect(headers.get("location")).toBe("/login/?error=unreachable&next=%2Fchart%2Flist%2F");
    expect((await other.anonymous.fetch("/login/")).status).toBe(200);
    await other.stop();
  });

  test("can't send the server to forbidden addresses, or sign with unpublished keys", async () => {
    const hostile = await startHostileProvider();
    const signIn = settings({ TESSERA_OIDC_ISSUER: hostile.issuer });
    const clock = createClock(() => Date.now() + laterMs);
    const other = await startTestServer({ config: { signIn, allowedHosts: [] }, app: { clock } });
    for (const [endpoint, isRequested] of [
      [hostile.issuer.replace("localhost", "127.0.0.1"), false],
      ["http://169.254.169.254", false],
      [hostile.issuer, true],
    ] as const) {
      hostile.endpoint = endpoint;
      laterMs += 2 * 60 * 60_000;
      const browser = cookieBrowser();
      const { searchParams } = new URL((await browser.ask(`${other.url}/login/oidc`)).headers.get("location") ?? "");
      hostile.nonce = searchParams.get("nonce") ?? "";
      const end = await browser.ask(`${other.url}/login/oidc/callback?code=1&state=${searchParams.get("state")}`);
      expect(end.headers.get("location")).toMatch(/error=failed/);
      expect(hostile.requestedPaths.includes("/token")).toBe(isRequested);
    }
    laterMs = 0;
    await other.stop();
    await hostile.stop();
  });

  test("returns 404 if it isn't configured", async () => {
    const other = await startTestServer();
    expect((await other.anonymous.get<Json>("/api/v1/security/sign_in_options/")).body.result.providers).toEqual([]);
    for (const path of ["/login/oidc", "/login/oidc/callback?code=1"]) {
      expect((await other.anonymous.get(path)).status).toBe(404);
    }
    await other.stop();
  });

  test.each<[string, Record<string, string>]>([
    ["without TLS", { TESSERA_OIDC_ISSUER: "http://idp.example.com" }],
    ["with an invalid address", { TESSERA_OIDC_ISSUER: "idp" }],
    ["without a client", { TESSERA_OIDC_CLIENT_ID: "" }],
    ["with an invalid map", { TESSERA_OIDC_ROLES: "analysts=Alpha" }],
    ["with a map of numbers", { TESSERA_OIDC_ROLES: '{"a": 1}' }],
    ["with scopes without openid", { TESSERA_OIDC_SCOPES: "email" }],
  ])("%s prevents startup with a message", (_, more) => {
    const env = { TESSERA_OIDC_ISSUER: provider.issuer, TESSERA_OIDC_CLIENT_ID: "x", ...more };
    const text = (name: string) => (env as Record<string, string>)[name] || undefined;
    expect(() => readSignInSettings(text)).toThrow(ConfigError);
  });
});
