import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hashPassword } from "../../server/auth/passwords.ts";
import { createSignInToken } from "../../server/auth/sign-in-links.ts";
import { createClock } from "../../server/clock.ts";
import { createClient, startTestServer, type TestServer } from "../../testing/server.ts";
import { users } from "./accounts-contract.ts";
import { safePath } from "./browser-session.ts";
import { roles } from "./roles-contract.ts";

const PASSWORD = "correct horse battery";
const DAY_MS = 86_400_000;

let server: TestServer;
let laterMs = 0;
let userId: number;

beforeAll(async () => {
  server = await startTestServer({ app: { clock: createClock(() => Date.now() + laterMs) } });
  userId = await server.userId("ada");
  const password_hash = await hashPassword(PASSWORD);
  await server.app.db.updateTable("users").set({ password_hash }).where("id", "=", userId).execute();
});
afterAll(() => server.stop());

const login = (fields: object) =>
  server.anonymous.post<Record<string, string>>("/api/v1/security/login", {
    username: "ada",
    password: PASSWORD,
    provider: "db",
    ...fields,
  });

function sessionOf(response: Response): string | undefined {
  return /session=([^;]*)/.exec(response.headers.get("set-cookie") ?? "")?.[1];
}

const form = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
  server.anonymous.fetch("/login/", { method: "POST", body: new URLSearchParams(fields), headers });

describe("tokens for programs", () => {
  test("a username and password give tokens that work until they expire", async () => {
    const { status, body } = await login({ refresh: true });
    expect(status).toBe(200);
    const bearer = { authorization: `Bearer ${body.access_token}` };
    expect((await server.anonymous.get("/api/v1/me/", bearer)).body).toMatchObject({ result: { username: "ada" } });
    expect((await server.anonymous.put("/api/v1/me/", { first_name: "Ada" }, bearer)).status).toBe(200);
    laterMs += 16 * 60_000;
    expect(await server.anonymous.get("/api/v1/me/", bearer)).toMatchObject({
      status: 401,
      body: { msg: "Token has expired" },
    });
    const renewed = await server.anonymous.post<Record<string, string>>("/api/v1/security/refresh", undefined, {
      authorization: `Bearer ${body.refresh_token}`,
    });
    expect(renewed.status).toBe(200);
    const fresh = { authorization: `Bearer ${renewed.body.access_token}` };
    expect((await server.anonymous.get("/api/v1/me/", fresh)).status).toBe(200);
  });

  test("signing in with a username and password ignores a token in the headers", async () => {
    const body = { username: "ada", password: PASSWORD, provider: "db" };
    for (const authorization of ["Bearer x", "Bearer ", "Basic YTpi"]) {
      const answer = await server.anonymous.post<Record<string, string>>("/api/v1/security/login", body, {
        authorization,
      });
      expect([authorization, answer.status]).toEqual([authorization, 200]);
    }
  });

  test("access and refresh tokens aren't interchangeable, and a refresh token must be requested", async () => {
    const { body } = await login({ refresh: true });
    const swapped = { authorization: `Bearer ${body.refresh_token}` };
    expect((await server.anonymous.get("/api/v1/me/", swapped)).status).toBe(422);
    const access = { authorization: `Bearer ${body.access_token}` };
    expect((await server.anonymous.post("/api/v1/security/refresh", undefined, access)).status).toBe(422);
    expect((await server.anonymous.post("/api/v1/security/refresh")).body).toEqual({
      msg: "Missing Authorization Header",
    });
    expect((await login({})).body).not.toHaveProperty("refresh_token");
  });

  test("clients can request the refresh token with a boolean, a string or a number", async () => {
    for (const refresh of [true, "true", "True", 1]) {
      expect((await login({ refresh })).body, String(refresh)).toHaveProperty("refresh_token");
    }
    for (const refresh of [false, null, "", 0]) {
      const { status, body } = await login({ refresh });
      expect([refresh, status, "refresh_token" in body]).toEqual([refresh, 200, false]);
    }
  });

  test("rejects wrong credentials, other providers and missing fields", async () => {
    const refused = { status: 401, body: { message: "Not authorized" } };
    expect(await login({ password: "wrong" })).toMatchObject(refused);
    expect(await login({ username: "nobody" })).toMatchObject(refused);
    expect(await login({ provider: "oauth" })).toMatchObject({
      status: 400,
      body: { message: "Alternative authentication provider is not allowed" },
    });
    expect((await server.anonymous.post("/api/v1/security/login", { username: "ada" })).body).toEqual({
      message: { password: ["Missing data for required field."] },
    });
  });

  test("rejects a token signed with another key", async () => {
    const other = await startTestServer();
    try {
      await other.userId("ada");
      const password_hash = await hashPassword(PASSWORD);
      await other.app.db.updateTable("users").set({ password_hash }).where("username", "=", "ada").execute();
      const { body } = await other.anonymous.post<Record<string, string>>("/api/v1/security/login", {
        username: "ada",
        password: PASSWORD,
      });
      const foreign = { authorization: `Bearer ${body.access_token}` };
      const refused = { status: 422, body: { msg: "Signature verification failed" } };
      expect(await server.anonymous.get("/api/v1/me/", foreign)).toMatchObject(refused);
    } finally {
      await other.stop();
    }
  });
});

describe("browser sign-in", () => {
  test("with JSON sets a new session in an HttpOnly cookie", async () => {
    const response = await server.anonymous.fetch("/login/", {
      method: "POST",
      body: JSON.stringify({ username: "ada", password: PASSWORD, next: "/chart/list/?a=1" }),
      headers: { "content-type": "application/json" },
    });
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ result: { next: "/chart/list/?a=1" } });
    expect(response.headers.get("set-cookie")).toMatch(/; HttpOnly/);
    expect(response.headers.get("set-cookie")).toMatch(/; SameSite=Lax/);
    const client = createClient(server.url, `session=${sessionOf(response)}`, "");
    const { body } = await client.get<{ result: string }>("/api/v1/security/csrf_token/");
    const withToken = createClient(server.url, client.cookie, body.result);
    expect((await client.put("/api/v1/me/", { last_name: "King" })).status).toBe(400);
    expect((await withToken.put("/api/v1/me/", { last_name: "King" })).status).toBe(200);
    const [row] = await server.app.db.selectFrom("sessions").select("token_hash").execute();
    expect(row?.token_hash).not.toBe(sessionOf(response));
  });

  test("with a form redirects back, never to another site", async () => {
    const response = await form({ username: "ada", password: PASSWORD, next: "https://evil.example/" });
    expect([response.status, response.headers.get("location")]).toEqual([302, "/superset/welcome/"]);
    const wrong = await form({ username: "ada", password: "x" });
    expect([wrong.status, wrong.headers.get("location")]).toEqual([
      302,
      "/login/?error=credentials&next=%2Fsuperset%2Fwelcome%2F",
    ]);
    expect(sessionOf(wrong)).toBeUndefined();
  });

  test("a page of another site can't sign users in", async () => {
    const fields = { username: "ada", password: PASSWORD };
    expect((await form(fields, { origin: "https://evil.example" })).status).toBe(400);
    expect((await form(fields, { "sec-fetch-site": "cross-site" })).status).toBe(400);
    expect((await form(fields, { origin: server.url })).status).toBe(302);
  });

  test("signing in again replaces the session; signing out ends it", async () => {
    const first = sessionOf(await form({ username: "ada", password: PASSWORD }));
    const second = sessionOf(await form({ username: "ada", password: PASSWORD }, { cookie: `session=${first}` }));
    expect(second).not.toBe(first);
    const me = (session: string | undefined) => server.anonymous.get("/api/v1/me/", { cookie: `session=${session}` });
    expect((await me(first)).status).toBe(401);
    expect((await me(second)).status).toBe(200);
    const headers = { cookie: `session=${second}` };
    for (const destination of ["image", "iframe", "style", "script"]) {
      const part = await server.anonymous.fetch("/logout/", { headers: { ...headers, "sec-fetch-dest": destination } });
      expect([part.status, part.headers.get("set-cookie")]).toEqual([403, null]);
    }
    await server.anonymous.fetch("/logout/", { headers, method: "HEAD" });
    expect((await me(second)).status).toBe(200);
    const out = await server.anonymous.fetch("/logout/", { headers });
    expect([out.status, out.headers.get("location")]).toEqual([302, "/login/"]);
    expect((await me(second)).status).toBe(401);
    const leadsTo = async (next: string) =>
      (await server.anonymous.fetch(`/logout/?next=${encodeURIComponent(next)}`)).headers.get("location");
    expect(await leadsTo("/explore/?slice_id=3")).toBe(`/login/?next=${encodeURIComponent("/explore/?slice_id=3")}`);
    expect(await leadsTo("//evil.example/")).toBe(`/login/?next=${encodeURIComponent("/superset/welcome/")}`);
  });

  test("an unused session expires", async () => {
    const client = await server.as("idler");
    laterMs += 13 * DAY_MS;
    expect((await client.get("/api/v1/me/")).status).toBe(200);
    laterMs += 13 * DAY_MS;
    expect((await client.get("/api/v1/me/")).status).toBe(200);
    laterMs += 15 * DAY_MS;
    expect((await client.get("/api/v1/me/")).status).toBe(401);
  });

  test("the CSRF token expires after a week", async () => {
    const client = await server.as("patient");
    laterMs += 6 * DAY_MS;
    expect((await client.put("/api/v1/me/", { first_name: "A" })).status).toBe(200);
    laterMs += 2 * DAY_MS;
    expect(await client.put("/api/v1/me/", { first_name: "A" })).toMatchObject({
      status: 400,
      body: { errors: [{ message: "400 Bad Request: The CSRF token has expired." }] },
    });
  });
});

describe("one-time links", () => {
  test("work once, within their time, and count as a sign-in", async () => {
    const token = await createSignInToken(server.app, userId);
    const look = await server.anonymous.fetch(`/login/?token=${token}`, { method: "HEAD" });
    expect(look.headers.get("set-cookie")).toBe(null);
    const first = await server.anonymous.fetch(`/login/?token=${token}&next=/chart/list/`);
    expect([first.status, first.headers.get("location")]).toEqual([302, "/chart/list/"]);
    const cookie = `session=${sessionOf(first)}`;
    expect((await server.anonymous.get("/api/v1/me/", { cookie })).body).toMatchObject({ result: { username: "ada" } });
    const again = await server.anonymous.fetch(`/login/?token=${token}`);
    expect([again.status, again.headers.get("location")]).toEqual([302, "/login/?link=expired"]);
    expect(sessionOf(again)).toBeUndefined();
    const plain = await server.anonymous.fetch(`/login/?token=${await createSignInToken(server.app, userId)}`);
    expect(plain.headers.get("location")).toBe("/superset/welcome/#signed-in-by-link");
    const late = await createSignInToken(server.app, userId);
    laterMs += 16 * 60_000;
    const tooLate = await server.anonymous.fetch(`/login/?token=${late}`);
    expect(tooLate.headers.get("location")).toBe("/login/?link=expired");
    const stored = await server.app.db.selectFrom("sign_in_tokens").select("token_hash").execute();
    expect(stored).toEqual([]);
  });
});

describe("guessing passwords", () => {
  test("the eleventh attempt within a minute is rejected, for that name only", async () => {
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 11; attempt++) {
      statuses.push((await login({ username: "Victim", password: String(attempt) })).status);
    }
    expect(statuses).toEqual([...Array(10).fill(401), 429]);
    expect((await login({ username: "victim" })).status).toBe(429);
    expect((await login({})).status).toBe(200);
    laterMs += 61_000;
    expect((await login({ username: "victim" })).status).toBe(401);
  });

  test("valid passwords aren't counted", async () => {
    laterMs += 61_000;
    for (let attempt = 0; attempt < 12; attempt++) expect((await login({})).status).toBe(200);
  });

  test("an unknown name takes as long as a wrong password", async () => {
    laterMs += 61_000;
    const time = async (username: string) => {
      const start = process.cpuUsage();
      await login({ username, password: "wrong" });
      const { user, system } = process.cpuUsage(start);
      return user + system;
    };
    let [known, unknown] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    for (let attempt = 0; attempt < 10; attempt++) {
      known = Math.min(known, await time("ada"));
      unknown = Math.min(unknown, await time("unknown"));
    }
    expect(unknown / known).toBeGreaterThan(0.5);
    expect(unknown / known).toBeLessThan(2);
  });
});

describe("users and roles", () => {
  test("are listed for administrators, without secrets", async () => {
    const admin = await server.as("admin");
    const list = await admin.call(users.list, {
      q: { filters: [{ col: "username", opr: "eq", value: "ada" }], columns: ["username", "roles.name"] },
    });
    expect(list.result).toEqual([{ username: "ada", roles: [{ name: "Gamma" }] }]);
    const everything = JSON.stringify((await admin.call(users.list, { q: {} })).result);
    expect(everything).not.toContain("argon2");
    const names = (await admin.call(roles.list, { q: { order_column: "name" } })).result.map((role) => role.name);
    expect(names).toEqual(["Admin", "Alpha", "Gamma", "Public", "sql_lab"]);
    expect((await (await server.as("alpha")).get("/api/v1/security/users/")).status).toBe(403);
    expect((await server.anonymous.get("/api/v1/security/roles/")).status).toBe(401);
  });
});

test.each([
  ["/chart/list/?x=1#a", "/chart/list/?x=1#a"],
  ["//evil.example/x", "/superset/welcome/"],
  ["/\\evil.example", "/superset/welcome/"],
  ["/\t/evil.example", "/superset/welcome/"],
  ["/a/..//evil.example", "/superset/welcome/"],
  ["/\r\nSet-Cookie:a=b", "/Set-Cookie:a=b"],
  ["https://evil.example", "/superset/welcome/"],
  ["javascript:alert(1)", "/superset/welcome/"],
  ["/login/?next=/x", "/superset/welcome/"],
  [undefined, "/superset/welcome/"],
])("after signing in, %s redirects to %s", (requested, path) => {
  expect(safePath(requested)).toBe(path);
});

test("guesses are limited by name and by address, without locking users out where they have signed in", async () => {
  const proxied = await startTestServer({ config: { trustProxy: true } });
  const id = await proxied.userId("grace");
  const password_hash = await hashPassword(PASSWORD);
  await proxied.app.db.updateTable("users").set({ password_hash }).where("id", "=", id).execute();
  const { signInsPerMinute } = proxied.app.config.limits;
  const attempt = async (address: string, username: string, password = "guess") => {
    const body = { username, password, provider: "db" };
    const headers = { "x-forwarded-for": address };
    return (await proxied.anonymous.post("/api/v1/security/login", body, headers)).status;
  };
  const guess = (of: (n: number) => [address: string, name: string]) =>
    Promise.all(Array.from({ length: 10 * signInsPerMinute }, (_, n) => attempt(...of(n))));
  try {
    expect(await attempt("192.0.2.1", "grace", PASSWORD)).toBe(200);
    for (let n = 0; n < 30; n++) await attempt("198.51.100.200", "grace");
    expect(await attempt("192.0.2.2", "grace", PASSWORD)).toBe(200);
    await guess((n) => [`198.51.100.${n}`, "grace"]);
    expect(await attempt("192.0.2.3", "grace", PASSWORD)).toBe(429);
    expect(await attempt("192.0.2.1", "grace", PASSWORD)).toBe(200);
    await guess((n) => ["203.0.113.9", `name${n}`]);
    expect(await attempt("203.0.113.9", "ada")).toBe(429);
    expect(await attempt("203.0.113.10", "ada")).toBe(401);
  } finally {
    await proxied.stop();
  }
});

test("behind a proxy, addresses written by the caller are ignored", async () => {
  const proxied = await startTestServer({ config: { trustProxy: true } });
  const attempt = async (n: number) => {
    const headers = { "x-forwarded-for": `198.51.100.${n}, 203.0.113.7` };
    const body = { username: "victim", password: "guess", provider: "db" };
    return (await proxied.anonymous.post("/api/v1/security/login", body, headers)).status;
  };
  const statuses: number[] = [];
  for (let n = 0; n < 11; n++) statuses.push(await attempt(n));
  expect(statuses).toEqual([...Array(10).fill(401), 429]);
  await proxied.stop();
});
