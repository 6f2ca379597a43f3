import { hash, randomBytes } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createClock } from "../../server/clock.ts";
import { createAgent } from "../../testing/agent.ts";
import { startTestServer, type TestClient, type TestServer } from "../../testing/server.ts";
import { isRedirectUri } from "./redirects.ts";

// biome-ignore lint/suspicious/noExplicitAny: answers of many shapes
type Json = any;

const REDIRECT = "http://127.0.0.1:33418/callback";
const verifier = randomBytes(32).toString("base64url");
const challenge = hash("sha256", verifier, "base64url");

let server: TestServer;
let alpha: TestClient;
let clientId: string;
let nowMs = Date.parse("2026-05-01T12:00:00Z");

beforeAll(async () => {
  server = await startTestServer({ config: { agents: "oauth" }, app: { clock: createClock(() => nowMs) } });
  clientId = (await register({ client_name: "An agent" })).body.client_id;
});
afterAll(() => server.stop());

const register = (fields: object) =>
  server.anonymous.post<Json>("/oauth/register", { redirect_uris: [REDIRECT], ...fields });

const requested = (changes: object = {}) => ({
  client_id: clientId,
  redirect_uri: REDIRECT,
  response_type: "code",
  code_challenge: challenge,
  code_challenge_method: "S256",
  scope: "read sql",
  state: "a state",
  ...changes,
});

const allow = (changes: object = {}, client = alpha) =>
  client.post<Json>("/api/v1/oauth/authorization/", {
    ...requested(),
    allow: true,
    scopes: ["read", "sql", "write"],
    ...changes,
  });

async function codeFor(changes: object = {}, client = alpha): Promise<string> {
  const { body } = await allow(changes, client);
  return new URL(body.redirect_to).searchParams.get("code") ?? "";
}

async function post(path: string, fields: Record<string, string>) {
  const response = await fetch(server.url + path, { method: "POST", body: new URLSearchParams(fields) });
  return { status: response.status, body: (await response.json()) as Json };
}

const redeem = (code: string, changes: Record<string, string> = {}) =>
  post("/oauth/token", {
    grant_type: "authorization_code",
    client_id: clientId,
    redirect_uri: REDIRECT,
    code_verifier: verifier,
    code,
    ...changes,
  });

const refresh = (refresh_token: string, changes: Record<string, string> = {}) =>
  post("/oauth/token", { grant_type: "refresh_token", client_id: clientId, refresh_token, ...changes });

const statusAt = async (token: string) => (await createAgent(server, token).send("ping")).status;

async function connect(): Promise<Json> {
  return (await redeem(await codeFor())).body;
}

beforeEach(async () => {
  nowMs += 120_000;
  alpha = await server.as("alpha");
});

describe("signing in", () => {
  test("an app finds its way from the first refusal to a tool, within its scopes", async () => {
    const refused = await createAgent(server, "none").send("ping");
    const challengeHeader = refused.headers.get("www-authenticate") ?? "";
    const address = /resource_metadata="([^"]+)"/.exec(challengeHeader)?.[1] ?? "";
    const resource = (await (await fetch(address)).json()) as Json;
    expect(resource).toMatchObject({ resource: `${server.url}/mcp`, authorization_servers: [server.url] });
    expect((await server.anonymous.get<Json>("/.well-known/oauth-protected-resource")).body).toEqual(resource);
    const found = await fetch(`${resource.authorization_servers[0]}/.well-known/oauth-authorization-server`);
    expect(await found.json()).toMatchObject({
      issuer: server.url,
      code_challenge_methods_supported: ["S256"],
      token_endpoint_auth_methods_supported: ["none"],
    });
    const query = new URLSearchParams(requested({ resource: resource.resource }));
    expect((await alpha.get<Json>(`/api/v1/oauth/authorization/?${query}`)).body.result).toEqual({
      name: "An agent",
      redirect_to: "127.0.0.1:33418",
      scopes: ["read", "sql"],
    });
    const { body } = await allow();
    const { searchParams } = new URL(body.redirect_to);
    expect([searchParams.get("state"), searchParams.get("iss")]).toEqual(["a state", server.url]);
    const { status, body: tokens } = await redeem(searchParams.get("code") ?? "");
    expect([status, tokens.token_type, tokens.scope, tokens.expires_in]).toEqual([200, "Bearer", "read sql", 3600]);
    const agent = createAgent(server, tokens.access_token);
    const { body: listed } = await agent.send("tools/list");
    const tools = listed.result.tools.map(({ name }: Json) => name);
    expect(tools).toContain("run_sql");
    expect(tools).not.toContain("confirm_change");
    expect((await agent.call("preview_dashboard", { title: "Not allowed" })).status).toBe(403);
    expect((await agent.call("search")).status).toBe(200);
  });

  test("users can allow less than requested, or deny", async () => {
    const { body: tokens } = await redeem(await codeFor({ scopes: ["read"] }));
    expect(tokens.scope).toBe("read");
    expect((await createAgent(server, tokens.access_token).call("run_sql", { database_id: 1, sql: "x" })).status).toBe(
      403,
    );
    for (const denied of [{ allow: false }, { scopes: [] }]) {
      const { searchParams } = new URL((await allow(denied)).body.redirect_to);
      expect([searchParams.get("error"), searchParams.get("code")]).toEqual(["access_denied", null]);
    }
  });

  test("only users in their browser connect apps", async () => {
    const { body: key } = await alpha.post<Json>("/api/v1/security/api_keys/", { name: "k" });
    const authorization = { authorization: `Bearer ${key.result.key}` };
    const order = { ...requested(), allow: true, scopes: ["read"] };
    expect((await server.anonymous.post("/api/v1/oauth/authorization/", order, authorization)).status).toBe(403);
    expect((await server.anonymous.post("/api/v1/oauth/authorization/", order)).status).toBe(401);
    const withoutToken = { cookie: alpha.cookie };
    expect((await server.anonymous.post("/api/v1/oauth/authorization/", order, withoutToken)).status).toBe(400);
    const { access_token } = await connect();
    const authorized = { authorization: `Bearer ${access_token}` };
    expect((await server.anonymous.get("/api/v1/me/", authorized)).status).toBe(422);
  });
});

describe("refusals", () => {
  test.each([
    ["another redirect", { redirect_uri: `${REDIRECT}/more` }],
    ["a redirect in another case", { redirect_uri: REDIRECT.toUpperCase() }],
    ["no redirect", { redirect_uri: undefined }],
    ["an unknown app", { client_id: "none" }],
    ["plain PKCE", { code_challenge_method: "plain" }],
    ["no PKCE", { code_challenge: undefined }],
    ["a short challenge", { code_challenge: "abc" }],
    ["tokens in the address", { response_type: "token" }],
    ["another resource", { resource: "https://other.example/mcp" }],
    ["an unknown scope", { scope: "admin" }],
  ])("%s stays on the page", async (_, changes) => {
    const { status, body } = await allow(changes);
    expect([status, body.redirect_to]).toEqual([400, undefined]);
  });

  test("a code works once, for a minute, for its app, redirect and verifier", async () => {
    const other = (await register({ client_name: "Another" })).body.client_id;
    const mismatches: Record<string, string>[] = [
      { code_verifier: randomBytes(32).toString("base64url") },
      { code_verifier: "short" },
      { redirect_uri: "http://127.0.0.1:33418/" },
      { client_id: other },
    ];
    for (const wrong of mismatches)
      expect(await redeem(await codeFor(), wrong)).toMatchObject({ status: 400, body: { error: "invalid_grant" } });
    expect((await redeem(await codeFor(), { client_id: "none" })).body.error).toBe("invalid_client");
    expect((await redeem(await codeFor(), { resource: "https://other.example" })).body.error).toBe("invalid_target");
    expect((await redeem(await codeFor(), { grant_type: "password" })).body.error).toBe("unsupported_grant_type");
    const late = await codeFor();
    nowMs += 61_000;
    expect((await redeem(late)).body.error).toBe("invalid_grant");
    const code = await codeFor();
    const { body: tokens } = await redeem(code);
    expect(await statusAt(tokens.access_token)).toBe(200);
    expect((await redeem(code)).body.error).toBe("invalid_grant");
    // Who used it first may not be who it was for.
    expect(await statusAt(tokens.access_token)).toBe(401);
  });

  test("redirects are https, this machine's, or an app's own", () => {
    const good = [
      "https://claude.ai/api/callback",
      "http://localhost:1/x",
      "http://[::1]/",
      "com.example.app:/oauth",
      "com.example-app.mcp://oauth/callback",
      "cursor://anysphere.cursor-mcp/oauth/callback",
    ];
    const bad = [
      ...[
        "http://example.com/",
        "javascript:alert(1)",
        "data:text/html,x",
        "file:///etc/passwd",
        "https://a.example/#x",
      ],
      ...[
        "https://user:pw@a.example/",
        "not a url",
        "https://a.example/\n",
        "http://127.0.0.1.evil.example/",
        "blob:x",
        "x-evil://accounts.google.com/",
        "ms-settings://accounts.example/",
        "x-apple.systempreferences:com.apple.preference",
        "search-ms:query=x",
        "vbscript:x",
        "xcursor://x",
      ],
    ];
    const isAllowed = (uri: string) => isRedirectUri(uri, ["cursor"]);
    expect(good.filter((uri) => !isAllowed(uri))).toEqual([]);
    expect(bad.filter(isAllowed)).toEqual([]);
  });

  test("the page shows the whole scheme of an app's own redirect, not the host it pretends", async () => {
    const redirect_uri = "com.evil.app://accounts.google.com/";
    const app = await register({ redirect_uris: [redirect_uri] });
    expect(app.body.client_name).toBe("com.evil.app:");
    const query = new URLSearchParams(requested({ client_id: app.body.client_id, redirect_uri }));
    const { body } = await alpha.get<Json>(`/api/v1/oauth/authorization/?${query}`);
    expect(body.result.redirect_to).toBe("com.evil.app:");
  });

  test("an editor's own scheme connects, by the exact address and with the scheme shown", async () => {
    const redirect_uri = "cursor://anysphere.cursor-mcp/oauth/callback";
    const { client_id, client_name } = (await register({ redirect_uris: [redirect_uri] })).body;
    expect(client_name).toBe("cursor:");
    const query = new URLSearchParams(requested({ client_id, redirect_uri }));
    const { body } = await alpha.get<Json>(`/api/v1/oauth/authorization/?${query}`);
    expect(body.result.redirect_to).toBe("cursor:");
    const code = await codeFor({ client_id, redirect_uri });
    expect((await redeem(code, { client_id, redirect_uri })).body.scope).toBe("read sql");
    for (const other of [
      "cursor://anysphere.cursor-mcp/oauth",
      "cursor://x/",
      "cursor://anysphere.cursor-mcp/oauth/callback?a",
    ])
      expect((await allow({ client_id, redirect_uri: other })).status).toBe(400);
  });

  test("an app on this machine can use another port each time, and nothing else", async () => {
    const redirect_uri = "http://127.0.0.1:45001/callback";
    const code = await codeFor({ redirect_uri });
    expect((await redeem(code)).body.error).toBe("invalid_grant");
    expect((await redeem(await codeFor({ redirect_uri }), { redirect_uri })).status).toBe(200);
    for (const other of [
      "http://127.0.0.1:45001/callback/",
      "http://localhost:33418/callback",
      "http://127.0.0.1:33418@evil.example/callback",
      "http://127.0.0.1:99999/callback",
    ])
      expect([other, (await allow({ redirect_uri: other })).status]).toEqual([other, 400]);
  });

  test("signing out ends codes that weren't redeemed, and not what apps already have", async () => {
    const leaver = await server.as("signs_out", ["Alpha"]);
    const { body: tokens } = await redeem(await codeFor({}, leaver));
    const code = await codeFor({}, leaver);
    await leaver.get("/logout/");
    expect((await redeem(code)).body.error).toBe("invalid_grant");
    expect(await statusAt(tokens.access_token)).toBe(200);
  });

  test("apps registered with a redirect that isn't allowed can't be connected", async () => {
    const redirect_uri = "x-evil://accounts.google.com/";
    const client_id = (await register({})).body.client_id;
    const redirect_uris = JSON.stringify([redirect_uri]);
    await server.app.db
      .updateTable("oauth_clients")
      .set({ redirect_uris })
      .where("client_id", "=", client_id)
      .execute();
    expect((await allow({ client_id, redirect_uri })).status).toBe(400);
  });

  test("registration rejects other redirects, cleans names, and is limited", async () => {
    for (const redirect_uris of [[], undefined, ["http://evil.example/"], Array(11).fill(REDIRECT)])
      expect((await register({ redirect_uris })).body).toMatchObject({ error: "invalid_redirect_uri" });
    expect((await register({ client_name: "A\u202e\nname" })).body.client_name).toBe("A name");
    const statuses = new Set<number>();
    for (let i = 0; i < 60; i++) statuses.add((await register({})).status);
    expect([...statuses]).toContain(429);
  });

  test("everything is missing unless the server allows OAuth", async () => {
    const keysOnly = await startTestServer();
    for (const path of ["authorization-server", "protected-resource", "protected-resource/mcp"])
      expect((await keysOnly.anonymous.get(`/.well-known/oauth-${path}`)).status).toBe(404);
    expect((await keysOnly.anonymous.post("/oauth/register", { redirect_uris: [REDIRECT] })).status).toBe(404);
    await keysOnly.stop();
  });
});

describe("tokens", () => {
  test("are only stored as digests", async () => {
    const { access_token, refresh_token } = await connect();
    const rows = JSON.stringify(await server.app.db.selectFrom("oauth_grants").selectAll().execute());
    expect(rows).not.toContain(access_token);
    expect(rows).not.toContain(refresh_token);
  });

  test("access ends after an hour and is refreshed; a refresh token used twice ends both", async () => {
    const first = await connect();
    nowMs += 3_601_000;
    expect(await statusAt(first.access_token)).toBe(401);
    const { body: second } = await refresh(first.refresh_token);
    expect([await statusAt(second.access_token), second.scope]).toEqual([200, "read sql"]);
    expect((await refresh(second.refresh_token, { scope: "read write" })).body.error).toBe("invalid_scope");
    expect((await refresh(first.refresh_token)).body.error).toBe("invalid_grant");
    expect(await statusAt(second.access_token)).toBe(401);
    expect((await refresh(second.refresh_token)).body.error).toBe("invalid_grant");
  });

  test.each(["admin", "read admin", "read write", "READ"])(
    "a refresh for the scope %s changes nothing",
    async (scope) => {
      const { access_token, refresh_token } = await connect();
      const refused = await refresh(refresh_token, { scope });
      expect([refused.status, refused.body.error]).toEqual([400, "invalid_scope"]);
      expect(await statusAt(access_token)).toBe(200);
      const { body } = await refresh(refresh_token, { scope: " " });
      expect([await statusAt(body.access_token), body.scope]).toEqual([200, "read sql"]);
      expect((await refresh(body.refresh_token, { scope: "read read" })).body.scope).toBe("read");
    },
  );

  test("a refresh for fewer scopes narrows its access token, and not the next one", async () => {
    const { refresh_token } = await connect();
    const narrow = (await refresh(refresh_token, { scope: "read" })).body;
    const toolsOf = async (token: string) => {
      const { body } = await createAgent(server, token).send("tools/list");
      return body.result.tools.map(({ name }: Json) => name);
    };
    expect(narrow.scope).toBe("read");
    expect(await toolsOf(narrow.access_token)).toContain("search");
    expect(await toolsOf(narrow.access_token)).not.toContain("run_sql");
    for (const forged of [narrow.access_token.replace(".read", ""), narrow.access_token.replace(".read", ".read+sql")])
      expect(await statusAt(forged)).toBe(401);
    const { body: apps } = await alpha.get<Json>("/api/v1/oauth/apps/");
    expect(apps.result[0].scopes).toEqual(["read", "sql"]);
    const whole = (await refresh(narrow.refresh_token)).body;
    expect(whole.scope).toBe("read sql");
    expect(await toolsOf(whole.access_token)).toContain("run_sql");
  });

  test("an unused app loses access after 30 days", async () => {
    const { refresh_token } = await connect();
    nowMs += 31 * 24 * 3_600_000;
    expect((await refresh(refresh_token)).status).toBe(400);
  });

  test("apps, users, new passwords and deactivation end access", async () => {
    const byApp = await connect();
    expect((await post("/oauth/revoke", { client_id: clientId, token: byApp.refresh_token })).status).toBe(200);
    expect(await statusAt(byApp.access_token)).toBe(401);
    const byUser = await connect();
    const { body } = await alpha.get<Json>("/api/v1/oauth/apps/");
    expect(body.result[0]).toMatchObject({ name: "An agent", scopes: ["read", "sql"] });
    const { uuid } = body.result[0];
    expect((await (await server.as("gamma")).delete(`/api/v1/oauth/apps/${uuid}`)).status).toBe(404);
    expect((await alpha.delete(`/api/v1/oauth/apps/${uuid}`)).status).toBe(200);
    expect(await statusAt(byUser.access_token)).toBe(401);
    const leaver = await server.as("leaver", ["Gamma"]);
    const { body: tokens } = await redeem(await codeFor({}, leaver));
    expect(await statusAt(tokens.access_token)).toBe(200);
    const id = await server.userId("leaver");
    await (await server.as("admin")).put(`/api/v1/security/users/${id}`, { active: false });
    expect(await statusAt(tokens.access_token)).toBe(401);
    expect((await refresh(tokens.refresh_token)).status).toBe(400);
  });

  test("connecting and disconnecting are in the action log, without tokens", async () => {
    await connect();
    const { uuid } = (await alpha.get<Json>("/api/v1/oauth/apps/")).body.result[0];
    await alpha.delete(`/api/v1/oauth/apps/${uuid}`);
    const columns = ["action", "username", "object_name", "result"] as const;
    const rows = server.app.db.selectFrom("logs").select(columns).where("object_kind", "=", "connected_app");
    expect((await rows.orderBy("id", "desc").limit(2).execute()).reverse()).toEqual([
      { action: "app_connected", username: "alpha", object_name: "An agent", result: "ok" },
      { action: "app_disconnected", username: "alpha", object_name: "An agent", result: "ok" },
    ]);
  });
});
