import { SignJWT } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createClient, startTestServer, type TestClient, type TestServer } from "../../testing/server.ts";
import { createClock } from "../clock.ts";
import { hashPassword, isPassword } from "./passwords.ts";
import { endOtherSessions, startSession } from "./sessions.ts";
import { createSignInToken, redeemSignInToken } from "./sign-in-links.ts";
import { issueToken } from "./tokens.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
let laterMs = 0;
let server: TestServer;
let data: { id: number; client: TestClient };

beforeAll(async () => {
  server = await startTestServer({ app: { clock: createClock(() => Date.now() + laterMs) } });
});
afterAll(() => server.stop());
beforeEach(async () => {
  data = { id: await server.userId("ada"), client: await server.as("ada") };
});

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const me = (token: string) => server.anonymous.get<Json>("/api/v1/me/", bearer(token));
const refresh = (token: string) => server.anonymous.post<Json>("/api/v1/security/refresh", undefined, bearer(token));

describe("tokens", () => {
  test("access tokens last 15 minutes, refresh tokens 30 days", async () => {
    const [access, longer] = [
      await issueToken(server.app, data.id, "access"),
      await issueToken(server.app, data.id, "refresh"),
    ];
    laterMs += 14 * MINUTE;
    expect((await me(access)).status).toBe(200);
    laterMs += 2 * MINUTE;
    expect((await me(access)).body).toEqual({ msg: "Token has expired" });
    const renewed = await refresh(longer);
    expect(renewed.status).toBe(200);
    expect((await me(renewed.body.access_token)).status).toBe(200);
    laterMs += 31 * DAY;
    expect(await refresh(longer)).toMatchObject({ status: 401, body: { msg: "Token has expired" } });
  });

  test("access and refresh tokens aren't interchangeable", async () => {
    expect(await me(await issueToken(server.app, data.id, "refresh"))).toMatchObject({
      status: 422,
      body: { msg: "Only non-refresh tokens are allowed" },
    });
    expect(await refresh(await issueToken(server.app, data.id, "access"))).toMatchObject({
      status: 422,
      body: { msg: "Only refresh tokens are allowed" },
    });
  });

  test("rejects tampered, unsigned and wrongly signed tokens", async () => {
    const token = await issueToken(server.app, data.id, "access");
    const [header = "", payload = "", signature = ""] = token.split(".");
    const claims = JSON.parse(Buffer.from(payload, "base64url").toString());
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const other = encode({ ...claims, sub: String(await server.userId("admin")) });
    const unsigned = `${encode({ alg: "none", typ: "JWT" })}.${other}.`;
    const signed = new SignJWT(claims).setProtectedHeader({ alg: "HS512" });
    const signedAs = (change: object) =>
      new SignJWT({ ...claims, ...change }).setProtectedHeader({ alg: "HS256" }).sign(server.app.secrets.jwtKey);
    const forged: [text: string, msg: string][] = [
      [`${header}.${other}.${signature}`, "Signature verification failed"],
      [`${header}.${payload}.${signature.slice(0, -3)}AAA`, "Signature verification failed"],
      [unsigned, "The specified alg value is not allowed"],
      [await signed.sign(server.app.secrets.jwtKey), "The specified alg value is not allowed"],
      [await signedAs({ nbf: claims.exp }), "The token is not yet valid (nbf)"],
      [await signedAs({ sub: undefined }), "Missing claim: sub"],
      ["not.a.token", "Invalid token"],
      ["x", "Not enough segments"],
    ];
    for (const [text, msg] of forged) expect(await me(text)).toMatchObject({ status: 422, body: { msg } });
  });

  test.each([
    ["", 401, "Missing Authorization Header"],
    ["Basic YWRhOmE=", 401, "Missing 'Bearer' type in 'Authorization' header. Expected 'Authorization: Bearer <JWT>'"],
    ["bearer abc", 401, "Missing 'Bearer' type in 'Authorization' header. Expected 'Authorization: Bearer <JWT>'"],
    ["Bearer", 422, "Bad Authorization header. Expected 'Authorization: Bearer <JWT>'"],
    ["Bearer a b", 422, "Bad Authorization header. Expected 'Authorization: Bearer <JWT>'"],
  ])("rejects the header `%s`", async (authorization, status, msg) => {
    expect(await server.anonymous.get("/api/v1/me/", { authorization })).toMatchObject({ status, body: { msg } });
  });

  test("rejects tokens and sessions of deleted and deactivated users", async () => {
    const id = await server.userId("leaver");
    const [client, token] = [await server.as("leaver"), await issueToken(server.app, id, "access")];
    const longer = await issueToken(server.app, id, "refresh");
    expect([(await client.get("/api/v1/me/")).status, (await me(token)).status]).toEqual([200, 200]);
    await server.app.db.updateTable("users").set({ active: false }).where("id", "=", id).execute();
    server.app.events.changed("user", id);
    expect([(await client.get("/api/v1/me/")).status, (await me(token)).status]).toEqual([401, 401]);
    expect((await refresh(longer)).status).toBe(401);
    expect((await me(await issueToken(server.app, 99_999, "access"))).status).toBe(401);
  });

  test("a token takes precedence over a session and needs no CSRF token", async () => {
    const token = await issueToken(server.app, data.id, "access");
    const other = await server.as("other");
    const both = await other.get<Json>("/api/v1/me/", bearer(token));
    expect(both.body.result.username).toBe("ada");
    expect((await server.anonymous.put("/api/v1/me/", { first_name: "Ada" }, bearer(token))).status).toBe(200);
    expect((await other.get("/api/v1/me/", bearer("wrong"))).status).toBe(422);
  });
});

describe("the CSRF token", () => {
  const put = (csrf: string) =>
    createClient(server.url, data.client.cookie, csrf).put<Json>("/api/v1/me/", { first_name: "Ada" });
  const textOf = (answer: { body: Json }) => answer.body.errors[0].message;

  test("belongs to one session: rejects others, changed and missing ones", async () => {
    expect((await put(data.client.csrf)).status).toBe(200);
    const none = await put("");
    expect([none.status, textOf(none)]).toEqual([400, "400 Bad Request: The CSRF token is missing."]);
    expect(none.body.errors[0].error_type).toBe("GENERIC_BACKEND_ERROR");
    const [issued, signature] = data.client.csrf.split(".");
    const same = await server.as("ada");
    const other = await server.as("admin");
    const nextStamp = (Number.parseInt(issued ?? "", 36) + DAY).toString(36);
    for (const wrong of [same.csrf, other.csrf, `${nextStamp}.${signature}`, `${issued}.`, "x", "a.b.c"]) {
      expect(textOf(await put(wrong))).toBe("400 Bad Request: The CSRF tokens do not match.");
    }
  });

  test("is returned to signed-in users and lasts a week", async () => {
    const token = (await data.client.get<Json>("/api/v1/security/csrf_token/")).body.result;
    laterMs += 6 * DAY;
    expect((await put(token)).status).toBe(200);
    laterMs += 2 * DAY;
    expect(textOf(await put(token))).toBe("400 Bad Request: The CSRF token has expired.");
    const fresh = (await data.client.get<Json>("/api/v1/security/csrf_token/")).body.result;
    expect((await put(fresh)).status).toBe(200);
    expect((await server.anonymous.get("/api/v1/security/csrf_token/")).status).toBe(401);
  });

  test("isn't required for reading", async () => {
    const client = createClient(server.url, (await server.as("admin")).cookie, "");
    const exempt = [
      client.post<Json>("/api/v1/chart/data", {}),
      client.post<Json>("/superset/log/", { events: [] }),
      client.post<Json>("/datasource/samples?datasource_type=table&datasource_id=1", {}),
    ];
    for (const answer of await Promise.all(exempt)) expect(JSON.stringify(answer.body)).not.toContain("CSRF");
    const responses = [
      client.post<Json>("/api/v1/chart/", {}),
      client.put<Json>("/api/v1/dashboard/1/colors", {}),
      client.delete<Json>("/api/v1/dataset/1"),
      client.post<Json>("/api/v1/dashboard/1/favorites/"),
    ];
    for (const answer of await Promise.all(responses))
      expect([answer.status, textOf(answer)]).toEqual([400, "400 Bad Request: The CSRF token is missing."]);
  });
});

describe("sessions", () => {
  const isSignedIn = async (client: TestClient) => (await client.get("/api/v1/me/")).status === 200;

  test("other sessions end after a password change", async () => {
    const [here, there] = [await server.as("changer"), await server.as("changer")];
    expect([await isSignedIn(here), await isSignedIn(there)]).toEqual([true, true]);
    expect((await here.put("/api/v1/me/", { password: "a new and longer one" })).status).toBe(200);
    expect([await isSignedIn(here), await isSignedIn(there)]).toEqual([true, false]);
    await endOtherSessions(server.app, await server.userId("changer"));
    expect(await isSignedIn(here)).toBe(false);
  });

  test("unused sessions expire after two weeks and are deleted by the next sign-in", async () => {
    const idle = await server.as("idle");
    laterMs += 13 * DAY;
    const used = await server.as("used");
    expect(await isSignedIn(used)).toBe(true);
    laterMs += 2 * DAY;
    expect([await isSignedIn(idle), await isSignedIn(used)]).toEqual([false, true]);
    await server.as("sweeper");
    const users = await server.app.db
      .selectFrom("sessions")
      .innerJoin("users", "users.id", "sessions.user_id")
      .select("username")
      .execute();
    expect(users.map((row) => row.username)).not.toContain("idle");
  });

  test("are replaced by a new sign-in, and made-up ones are rejected", async () => {
    const first = await startSession(server.app, data.id);
    const digest = (
      await server.app.db
        .selectFrom("sessions")
        .select("token_hash")
        .orderBy("created_on", "desc")
        .executeTakeFirstOrThrow()
    ).token_hash;
    const second = await startSession(server.app, data.id, { replaced: { tokenHash: digest, userId: data.id } });
    const at = (token: string) => isSignedIn(createClient(server.url, `session=${token}`, ""));
    expect([await at(first), await at(second), await at("made-up"), await at(digest)]).toEqual([
      false,
      true,
      false,
      false,
    ]);
  });
});

describe("sign-in links", () => {
  test("work once within 15 minutes, and never with the stored digest", async () => {
    const token = await createSignInToken(server.app, data.id);
    const [row] = await server.app.db.selectFrom("sign_in_tokens").select("token_hash").execute();
    expect(await redeemSignInToken(server.app, row!.token_hash)).toBeUndefined();
    const uses = await Promise.all([1, 2, 3].map(() => redeemSignInToken(server.app, token)));
    expect(uses.filter((id) => id === data.id)).toHaveLength(1);
    const late = await createSignInToken(server.app, data.id);
    laterMs += 16 * MINUTE;
    expect(await redeemSignInToken(server.app, late)).toBeUndefined();
    expect(await redeemSignInToken(server.app, "")).toBeUndefined();
  });
});

test("passwords are salted, match exactly, and never match an account without one", async () => {
  const [one, two] = [await hashPassword("pässwörd ✓"), await hashPassword("pässwörd ✓")];
  expect(one).not.toBe(two);
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await isPassword(one, "pässwörd ✓")).toBe(true);
  expect(await isPassword(one, "passwörd ✓")).toBe(false);
  expect(await isPassword(null, "")).toBe(false);
  expect(await isPassword(undefined, "anything")).toBe(false);
  const long = "x".repeat(1024);
  const stored = await hashPassword(long);
  expect([await isPassword(stored, long), await isPassword(stored, `${long}y`)]).toEqual([true, false]);
});
