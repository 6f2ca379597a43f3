import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hashPassword } from "../../server/auth/passwords.ts";
import { issueToken } from "../../server/auth/tokens.ts";
import { formatTimestamp } from "../../server/clock.ts";
import { startTestServer, type TestServer } from "../../testing/server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

describe("GET /api/v1/me/", () => {
  test("is rejected without a session", async () => {
    const { status, body } = await server.anonymous.get("/api/v1/me/");
    expect({ status, body }).toEqual({ status: 401, body: { msg: "Missing Authorization Header" } });
  });

  test("returns the signed-in user", async () => {
    const { body } = await (await server.as("gamma")).get("/api/v1/me/");
    expect(body).toEqual({
      result: {
        id: await server.userId("gamma"),
        username: "gamma",
        email: "gamma@example.org",
        first_name: "Gamma",
        last_name: "User",
        is_active: true,
        is_anonymous: false,
        login_count: 0,
      },
    });
  });

  test("returns roles with their permissions", async () => {
    const { body } = await (await server.as("gamma")).get<{ result: { roles: Record<string, string[][]> } }>(
      "/api/v1/me/roles/",
    );
    expect(Object.keys(body.result.roles)).toEqual(["Gamma"]);
    expect(body.result.roles.Gamma).toContainEqual(["can_read", "Chart"]);
    expect(body.result.roles.Gamma).not.toContainEqual(["can_write", "Dataset"]);
    expect(body.result).toMatchObject({
      username: "gamma",
      firstName: "Gamma",
      isAnonymous: false,
      permissions: { datasource_access: [], database_access: [] },
    });
  });
});

describe("PUT /api/v1/me/", () => {
  test("changes the name immediately for every later request", async () => {
    const client = await server.as("renamed");
    const { status, body } = await client.put("/api/v1/me/", { first_name: "Ada" });
    expect(status).toBe(200);
    expect(body).toMatchObject({ result: { first_name: "Ada", last_name: "User" } });
    expect((await client.get("/api/v1/me/")).body).toMatchObject({ result: { first_name: "Ada" } });
  });

  test("requires a field and rejects unknown ones", async () => {
    const client = await server.as("gamma");
    expect(await client.put("/api/v1/me/", {})).toMatchObject({
      status: 400,
      body: { message: "At least one field must be provided." },
    });
    expect(await client.put("/api/v1/me/", { first_name: 1, admin: true })).toMatchObject({
      status: 400,
      body: { message: { first_name: ["Not a valid string."], admin: ["Unknown field."] } },
    });
  });

  test("a new password ends the other sessions and is used to sign in", async () => {
    const first = await server.as("careful");
    const other = await server.as("careful");
    expect((await first.put("/api/v1/me/", { password: "correct horse" })).status).toBe(200);
    expect((await first.get("/api/v1/me/")).status).toBe(200);
    expect((await other.get("/api/v1/me/")).status).toBe(401);
    const { status } = await server.anonymous.post("/api/v1/security/login", {
      username: "careful",
      password: "correct horse",
      provider: "db",
    });
    expect(status).toBe(200);
  });

  describe("the password", () => {
    const CURRENT = "correct horse battery";
    const signedInBefore = async (name: string, minutes: number) => {
      const client = await server.as(name);
      const id = await server.userId(name);
      const password_hash = await hashPassword(CURRENT);
      await server.app.db.updateTable("users").set({ password_hash }).where("id", "=", id).execute();
      const created_on = formatTimestamp(server.app.clock.now() - minutes * 60_000);
      await server.app.db.updateTable("sessions").set({ created_on }).where("user_id", "=", id).execute();
      return client;
    };
    const refusal = (message: string) => ({ status: 400, body: { message: { current_password: [message] } } });

    test("can change at any time with the current one, and without it within five minutes of signing in", async () => {
      const client = await signedInBefore("proven", 6);
      const change = { password: "another one" };
      expect(await client.put("/api/v1/me/", change)).toMatchObject(refusal("Enter your current password."));
      const wrong = await client.put("/api/v1/me/", { ...change, current_password: "x" });
      expect(wrong).toMatchObject(refusal("The current password is incorrect."));
      expect((await client.put("/api/v1/me/", { ...change, current_password: CURRENT })).status).toBe(200);
      const recent = await signedInBefore("recent", 4);
      const wrongAnyway = { ...change, current_password: "" };
      expect((await recent.put("/api/v1/me/", wrongAnyway)).status).toBe(400);
      expect((await recent.put("/api/v1/me/", change)).status).toBe(200);
    });

    test("can be guessed at most ten times a minute", async () => {
      const client = await signedInBefore("guessed", 6);
      const guess = (n: number) =>
        client.put("/api/v1/me/", { password: "mine alone", current_password: `guess ${n}` });
      for (let n = 0; n < 10; n++) expect((await guess(n)).status).toBe(400);
      expect((await guess(10)).status).toBe(429);
    });

    test("of an administrator changes in the same way", async () => {
      const client = await signedInBefore("admin", 6);
      const path = `/api/v1/security/users/${await server.userId("admin")}`;
      expect(await client.put(path, { password: "taken over" })).toMatchObject({
        status: 403,
        body: { message: "Change your own password under Your account. You'll need your current password." },
      });
      expect((await client.put(path, { first_name: "Root" })).status).toBe(200);
      const other = `/api/v1/security/users/${await server.userId("gamma")}`;
      expect((await client.put(other, { password: "a new one" })).status).toBe(200);
    });
  });

  test("an account without a password can set one only soon after signing in, and never with an API key", async () => {
    const change = { password: "another one" };
    const client = await server.as("away");
    const id = await server.userId("away");
    const { body } = await client.post<{ result: { key: string } }>("/api/v1/security/api_keys/", { name: "program" });
    const key = { authorization: `Bearer ${body.result.key}` };
    expect((await server.anonymous.put("/api/v1/me/", change, key)).status).toBe(403);
    expect((await server.anonymous.put("/api/v1/me/", { first_name: "A" }, key)).status).toBe(200);
    const token = { authorization: `Bearer ${await issueToken(server.app, id, "access")}` };
    expect((await server.anonymous.put("/api/v1/me/", change, token)).status).toBe(403);
    const created_on = formatTimestamp(server.app.clock.now() - 16 * 60_000);
    await server.app.db.updateTable("sessions").set({ created_on }).where("user_id", "=", id).execute();
    expect(await client.put("/api/v1/me/", change)).toMatchObject({
      status: 403,
      body: { message: "Sign in again to change the password." },
    });
    expect((await client.put("/api/v1/me/", { first_name: "B" })).status).toBe(200);
    const last_login = server.app.clock.timestamp();
    await server.app.db.updateTable("users").set({ last_login }).where("id", "=", id).execute();
    expect((await client.put("/api/v1/me/", change)).status).toBe(403);
    expect((await server.anonymous.put("/api/v1/me/", change, token)).status).toBe(200);
    expect((await client.get("/api/v1/me/")).status).toBe(401);
  });
});

test("users have no avatar, and unknown users return 404", async () => {
  const path = (id: number) => `/api/v1/user/${id}/avatar.png`;
  const gamma = await server.as("gamma");
  expect((await gamma.get(path(await server.userId("alpha")))).status).toBe(204);
  for (const id of [99999, 0, 2 ** 40]) expect((await gamma.get(path(id))).status).toBe(404);
  expect((await gamma.get("/api/v1/user/x/avatar.png")).status).toBe(404);
  expect((await server.anonymous.get(path(1))).status).toBe(401);
});
