import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hashPassword } from "../../server/auth/passwords.ts";
import { issueToken } from "../../server/auth/tokens.ts";
import { startTestServer, type TestClient, type TestServer } from "../../testing/server.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;
const USERS = "/api/v1/security/users/";

let server: TestServer;
let admin: TestClient;
let roleIds: Record<string, number>;

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.as("admin");
  const rows = await server.app.db.selectFrom("roles").select(["id", "name"]).execute();
  roleIds = Object.fromEntries(rows.map((row) => [row.name, row.id]));
});
afterAll(() => server.stop());

const ada = (changes: object = {}) => ({
  first_name: "Ada",
  last_name: "King",
  username: "ada",
  email: "ada@example.org",
  password: "correct horse",
  roles: [roleIds.Gamma],
  ...changes,
});
const signIn = (username: string, password: string) =>
  server.anonymous.post<Json>("/api/v1/security/login", { username, password, provider: "db", refresh: true });
const me = (token: string) => server.anonymous.get("/api/v1/me/", { authorization: `Bearer ${token}` });

describe("users", () => {
  test("are created, shown, changed and deleted; passwords are never shown", async () => {
    const created = await admin.post<Json>(USERS, ada());
    expect(created.status).toBe(201);
    expect(JSON.stringify(created.body)).not.toContain("correct horse");
    const { id } = created.body;
    const shown = await admin.get<Json>(`${USERS}${id}`);
    expect(shown.body.result).toMatchObject({ username: "ada", active: true, roles: [{ name: "Gamma" }], groups: [] });
    expect(JSON.stringify(shown.body)).not.toContain("argon2");
    expect((await signIn("ada", "correct horse")).status).toBe(200);
    expect((await admin.put(`${USERS}${id}`, { first_name: "Augusta", roles: [roleIds.Alpha] })).status).toBe(200);
    const { result: me } = (await admin.get<Json>("/api/v1/me/")).body;
    expect((await admin.get<Json>(`${USERS}${id}`)).body).toMatchObject({
      label_columns: { "created_by.id": "Created By Id", "roles.name": "Roles Name" },
      result: {
        first_name: "Augusta",
        last_name: "King",
        roles: [{ name: "Alpha" }],
        created_by: { id: me.id },
        changed_by: { id: me.id },
      },
    });
    expect((await admin.delete(`${USERS}${id}`)).body).toEqual({ message: "OK" });
    expect((await admin.get(`${USERS}${id}`)).status).toBe(404);
    expect((await signIn("ada", "correct horse")).status).toBe(401);
  });

  test("keep at least one role or group", async () => {
    const group = (await admin.post<Json>("/api/v1/security/groups/", { name: "Keepers", label: "", description: "" }))
      .body.id;
    const { id } = (await admin.post<Json>(USERS, ada({ username: "kept", email: "kept@x.org" }))).body;
    const change = async (body: object) => (await admin.put<Json>(`${USERS}${id}`, body)).status;
    expect(await change({ roles: [] })).toBe(400);
    expect(await change({ groups: [] })).toBe(200);
    expect(await change({ roles: [], groups: [group] })).toBe(200);
    expect(await change({ groups: [] })).toBe(400);
    const { body } = await admin.put<Json>(`${USERS}${id}`, { first_name: "Other", roles: [], groups: [] });
    expect(body).toEqual({ message: { roles: ["At least one role or group is required"] } });
    expect((await admin.get<Json>(`${USERS}${id}`)).body.result).toMatchObject({
      first_name: "Ada",
      groups: [{ id: group }],
    });
    expect(await change({ roles: [roleIds.Gamma], groups: [] })).toBe(200);
  });

  test("with a shorter password from before still sign in, but can't set such a one again", async () => {
    const { id } = (await admin.post<Json>(USERS, ada({ username: "old", email: "old@x.org" }))).body;
    const password_hash = await hashPassword("123");
    await server.app.db.updateTable("users").set({ password_hash }).where("id", "=", id).execute();
    expect((await signIn("old", "123")).status).toBe(200);
    expect((await admin.put<Json>(`${USERS}${id}`, { password: "123" })).body).toEqual({
      message: { password: ["Shorter than minimum length 8."] },
    });
    expect((await admin.put(`${USERS}${id}`, { first_name: "Older" })).status).toBe(200);
    expect((await admin.delete(`${USERS}${id}`)).status).toBe(200);
  });

  test("are found by name, username or email", async () => {
    const { id } = (await admin.post<Json>(USERS, ada({ username: "gh", email: "navy@x.org", last_name: "Hopper" })))
      .body;
    const found = async (value: string) => {
      const q = `(filters:!((col:username,opr:all_text,value:'${value}')),columns:!(username))`;
      return (await admin.get<Json>(`${USERS}?q=${encodeURIComponent(q)}`)).body.result.map(
        (row: Json) => row.username,
      );
    };
    for (const text of ["gh", "HOPPER", "da hop", "navy@"]) expect([text, await found(text)]).toEqual([text, ["gh"]]);
    expect(await found("nobody")).toEqual([]);
    expect((await admin.delete(`${USERS}${id}`)).status).toBe(200);
  });

  test("local addresses are accepted", async () => {
    for (const email of ["eve@localhost", "eve@host.x"]) {
      const { status, body } = await admin.post<Json>(USERS, ada({ username: "eve", email }));
      expect(status).toBe(201);
      expect((await admin.get<Json>(`${USERS}${body.id}`)).body.result.email).toBe(email);
      expect((await admin.delete(`${USERS}${body.id}`)).status).toBe(200);
    }
  });

  test("invalid users are rejected by field, saving nothing", async () => {
    const refused = async (changes: object) => {
      const { status, body } = await admin.post<Json>(USERS, ada({ username: "eve", email: "eve@x.org", ...changes }));
      return [status, Object.keys(body.message)];
    };
    expect(await refused({ username: "", password: "" })).toEqual([400, ["username", "password"]]);
    for (const email of ["nothing", "", "a b@c.org", "a@b@c.org", "@c.org"])
      expect(await refused({ email })).toEqual([400, ["email"]]);
    for (const length of [7, 1025])
      expect(await refused({ password: "x".repeat(length) })).toEqual([400, ["password"]]);
    expect(await refused({ roles: [], groups: [] })).toEqual([400, ["roles"]]);
    expect(await refused({ roles: [99_999] })).toEqual([422, ["roles"]]);
    expect(await refused({ groups: [-5] })).toEqual([422, ["groups"]]);
    expect(await refused({ username: "ADMIN" })).toEqual([422, ["username"]]);
    expect(await refused({ username: "gamma@example.org" })).toEqual([422, ["username"]]);
    expect(await refused({ email: "Gamma@example.org" })).toEqual([422, ["email"]]);
    expect(await refused({ is_admin: true })).toEqual([400, ["is_admin"]]);
    const stored = await server.app.db.selectFrom("users").select("id").where("username", "=", "eve").execute();
    expect(stored).toEqual([]);
    expect((await admin.put(`${USERS}99999999999`, { first_name: "x" })).status).toBe(404);
  });

  test("a new password and deactivation end sessions and tokens immediately and permanently", async () => {
    const { body } = await admin.post<Json>(USERS, ada({ username: "bob", email: "bob@example.org" }));
    const changes = [{ password: "another one" }, { active: false }];
    for (const change of changes) {
      const session = await server.as("bob");
      const { access_token, refresh_token } = (
        await signIn("bob", "password" in change ? "correct horse" : "another one")
      ).body;
      expect([(await session.get("/api/v1/me/")).status, (await me(access_token)).status]).toEqual([200, 200]);
      expect((await admin.put(`${USERS}${body.id}`, change)).status).toBe(200);
      const again = { authorization: `Bearer ${refresh_token}` };
      const ended = async () => [
        (await session.get("/api/v1/me/")).status,
        (await me(access_token)).status,
        (await server.anonymous.post("/api/v1/security/refresh", undefined, again)).status,
      ];
      expect(await ended()).toEqual([401, 401, 401]);
      await admin.put(`${USERS}${body.id}`, { active: true });
      expect(await ended()).toEqual([401, 401, 401]);
      expect((await me(await issueToken(server.app, body.id, "access"))).status).toBe(200);
    }
  });

  test("are for administrators only, whatever permissions others have", async () => {
    const { id } = await server.app.db
      .insertInto("roles")
      .values({ name: "Clerk" })
      .returning("id")
      .executeTakeFirstOrThrow();
    const pairs = ["can_read", "can_write"].map((permission) => ({ role_id: id, permission, view: "User" }));
    await server.app.db.insertInto("role_permissions").values(pairs).execute();
    const clerk = await server.as("clerk", ["Clerk"]);
    const own = `${USERS}${await server.userId("clerk")}`;
    expect((await clerk.put(own, { roles: [roleIds.Admin] })).status).toBe(403);
    expect((await clerk.post(USERS, ada({ username: "mallory", email: "m@x.org" }))).status).toBe(403);
    expect((await clerk.delete(own)).status).toBe(403);
    const gamma = await server.as("gamma");
    for (const reference of [await server.userId("admin"), 99_999]) {
      expect((await gamma.get(`${USERS}${reference}`)).status).toBe(403);
      expect((await server.anonymous.get(`${USERS}${reference}`)).status).toBe(401);
    }
  });
});

describe("the last active administrator", () => {
  const refused = { status: 422, body: { errors: [{ error_type: "GENERIC_COMMAND_ERROR" }] } };

  test("can't be deleted, deactivated or stripped of the role", async () => {
    const own = `${USERS}${await server.userId("admin")}`;
    expect(await admin.put(own, { active: false })).toMatchObject(refused);
    expect(await admin.put(own, { roles: [roleIds.Gamma] })).toMatchObject(refused);
    expect((await admin.put(own, { roles: [] })).status).toBe(400);
    expect(await admin.delete(own)).toMatchObject(refused);
    expect((await admin.get<Json>(own)).body.result).toMatchObject({ active: true, roles: [{ name: "Admin" }] });
  });

  test("remains when two delete each other concurrently", async () => {
    const second = await server.as("second", ["Admin"]);
    const [one, two] = [await server.userId("admin"), await server.userId("second")];
    const answers = await Promise.all([
      admin.put(`${USERS}${two}`, { active: false }),
      second.put(`${USERS}${one}`, { active: false }),
    ]);
    const active = await server.app.db.selectFrom("users").select("id").where("id", "in", [one, two]);
    const left = await active.where("active", "=", true).execute();
    expect(left).toHaveLength(1);
    expect(answers.map((answer) => answer.status)).toContain(200);
  });
});
