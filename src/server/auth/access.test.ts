import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadSampleData, type SampleData } from "../../testing/sample-data.ts";
import { startTestServer, type TestClient, type TestServer } from "../../testing/server.ts";

let server: TestServer;
let data: SampleData;
const callers: Record<string, TestClient> = {};

beforeAll(async () => {
  server = await startTestServer();
  data = await loadSampleData(server.app);
  callers.anonymous = server.anonymous;
  for (const [name, role] of [
    ["gamma", "Gamma"],
    ["alpha", "Alpha"],
    ["admin", "Admin"],
    ["analyst", "sql_lab"],
  ] as const) {
    callers[name] = await server.as(name, [role]);
  }
});
afterAll(() => server.stop());

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;

describe("API access per role", () => {
  const CARS = "(id)";
  test.each([
    ["GET", "/api/v1/chart/", 401, 200, 200, 200, 403],
    ["GET", "/api/v1/chart/_info", 401, 200, 200, 200, 403],
    ["GET", "/api/v1/chart/related/owners", 401, 200, 200, 200, 403],
    ["POST", "/api/v1/chart/", 401, 400, 400, 400, 403],
    ["PUT", "/api/v1/chart/99999", 401, 404, 404, 404, 403],
    ["DELETE", "/api/v1/chart/99999", 401, 404, 404, 404, 403],
    ["GET", "/api/v1/chart/export/?q=!(99999)", 401, 404, 404, 404, 403],
    ["GET", "/api/v1/dashboard/", 401, 200, 200, 200, 403],
    ["POST", "/api/v1/dashboard/", 401, 201, 201, 201, 403],
    ["PUT", "/api/v1/dashboard/99999/filters", 401, 404, 404, 404, 403],
    ["POST", "/api/v1/dashboard/99999/favorites/", 401, 404, 404, 404, 403],
    ["GET", "/api/v1/dashboard/permalink/none", 401, 404, 404, 404, 403],
    ["GET", "/api/v1/dataset/", 401, 200, 200, 200, 403],
    ["POST", "/api/v1/dataset/", 401, 403, 400, 400, 403],
    ["PUT", `/api/v1/dataset/${CARS}`, 401, 403, 403, 200, 403],
    ["PUT", "/api/v1/dataset/99999/refresh", 401, 403, 404, 404, 403],
    ["POST", "/api/v1/dataset/get_or_create/", 401, 403, 400, 400, 403],
    ["GET", `/api/v1/dataset/export/?q=!(${CARS})`, 401, 403, 200, 200, 403],
    ["GET", "/api/v1/database/", 401, 200, 200, 200, 200],
    ["GET", "/api/v1/database/export/?q=!(1)", 401, 403, 403, 200, 403],
    ["POST", "/api/v1/database/import/", 401, 403, 403, 400, 403],
    ["GET", `/api/v1/datasource/table/${CARS}/column/Origin/values/`, 401, 403, 200, 200, 403],
    ["GET", "/api/v1/explore/", 401, 404, 404, 404, 403],
    ["POST", "/api/v1/explore/permalink", 401, 400, 400, 400, 403],
    ["GET", "/api/v1/explore/form_data/none", 401, 404, 404, 404, 403],
    ["GET", "/api/v1/time_range/?q='Last week'", 401, 200, 200, 200, 403],
    ["GET", "/api/v1/log/", 401, 403, 403, 200, 403],
    ["GET", "/api/v1/log/recent_activity/", 401, 200, 200, 200, 403],
    ["GET", "/api/v1/security/users/", 401, 403, 403, 200, 403],
    ["GET", "/api/v1/security/roles/", 401, 403, 403, 200, 403],
    ["GET", "/api/v1/me/", 401, 200, 200, 200, 200],
    ["PUT", "/api/v1/me/", 401, 400, 400, 400, 403],
  ])("%s %s", async (method, path, ...expected) => {
    const body = method === "GET" || method === "DELETE" ? undefined : "{}";
    const headers: Record<string, string> = body ? { "content-type": "application/json" } : {};
    const found: Record<string, number> = {};
    for (const [name, client] of Object.entries(callers)) {
      const answer = await client.fetch(path.replace(CARS, String(data.carsId)), { method, headers, body });
      found[name] = answer.status;
      const text = (await answer.json().catch(() => ({}))) as Json;
      if (answer.status === 401) expect(text).toEqual({ msg: "Missing Authorization Header" });
      if (answer.status === 403) expect(text).toEqual({ message: "Forbidden" });
    }
    expect(found).toEqual(Object.fromEntries(Object.keys(callers).map((name, i) => [name, expected[i]])));
  });
});

describe("roles of a user", () => {
  test("two roles add up, and having no role grants nothing", async () => {
    const both = await server.as("both", ["Gamma", "sql_lab"]);
    const { roles } = (await both.get<Json>("/api/v1/me/roles/")).body.result;
    expect(Object.keys(roles).sort()).toEqual(["Gamma", "sql_lab"]);
    expect((await both.get("/api/v1/chart/")).status).toBe(200);
    const none = await server.as("none", []);
    expect((await none.get("/api/v1/chart/")).status).toBe(403);
  });

  test("include the roles of their groups, until they leave", async () => {
    const { app } = server;
    const member = await server.as("member", []);
    const { id } = await app.db
      .insertInto("groups")
      .values({ name: "analysts" })
      .returning("id")
      .executeTakeFirstOrThrow();
    const gamma = await app.db.selectFrom("roles").select("id").where("name", "=", "Gamma").executeTakeFirstOrThrow();
    await app.db.insertInto("group_roles").values({ group_id: id, role_id: gamma.id }).execute();
    const user_id = await server.userId("member");
    await app.db.insertInto("user_groups").values({ user_id, group_id: id }).execute();
    app.events.changed("user", user_id);
    expect((await member.get("/api/v1/chart/")).status).toBe(200);
    await app.db.deleteFrom("user_groups").where("user_id", "=", user_id).execute();
    app.events.changed("user", user_id);
    expect((await member.get("/api/v1/chart/")).status).toBe(403);
  });
});
