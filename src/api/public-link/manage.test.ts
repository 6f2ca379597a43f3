import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startTestServer, type TestClient, type TestServer } from "../../testing/server.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;
const BASE = "/api/v1/public_link/";
const DAY_MS = 24 * 60 * 60 * 1000;

let server: TestServer;
let admin: TestClient;
let ann: TestClient;
let bob: TestClient;
let dashboardId: number;

beforeAll(async () => {
  server = await startTestServer();
  [admin, ann, bob] = [await server.as("admin"), await server.as("ann"), await server.as("bob")];
  const owners = [await server.userId("ann")];
  const board = { dashboard_title: "Sales", published: true, owners };
  dashboardId = (await admin.post<Json>("/api/v1/dashboard/", board)).body.id;
});
afterAll(() => server.stop());
beforeEach(() => admin.put(`${BASE}settings`, { enabled: true, max_days: 10 }));

const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();
const make = (change: object = {}, client = ann) =>
  client.post<Json>(BASE, { dashboard_id: dashboardId, ends_on: inDays(3), ...change });
const listed = async (client: TestClient, q = "") => (await client.get<Json>(BASE + q)).body.result as Json[];

test("are off until an administrator turns them on, which the log records", async () => {
  await server.app.db.deleteFrom("settings").where("name", "=", "public_links").execute();
  expect((await ann.get<Json>(`${BASE}settings`)).body.result).toEqual({ enabled: false, max_days: 30 });
  expect((await make()).status).toBe(403);
  const on = { enabled: true, max_days: 7 };
  expect((await ann.put(`${BASE}settings`, on)).status).toBe(403);
  expect((await server.anonymous.get(`${BASE}settings`)).status).toBe(401);
  for (const wrong of [{ enabled: true }, { ...on, max_days: 0 }, { ...on, max_days: 366 }, { ...on, more: 1 }])
    expect((await admin.put(`${BASE}settings`, wrong)).status).toBe(400);
  expect((await admin.put<Json>(`${BASE}settings`, on)).body.result).toEqual(on);
  expect((await make()).status).toBe(201);
  const log = await server.app.db.selectFrom("logs").selectAll().orderBy("id", "desc").execute();
  const change = log.find(({ action }) => action === "public_link_settings_changed");
  expect(change?.user_id).toBe(await server.userId("admin"));
  expect(JSON.parse(change?.json ?? "")).toEqual({ before: { enabled: false, max_days: 30 }, ...on });
});

test("need an end date within the limit", async () => {
  const problem = async (ends_on: unknown) => (await make({ ends_on })).body.message;
  expect((await make({ ends_on: undefined })).status).toBe(400);
  expect(await problem(inDays(11.5))).toEqual({ ends_on: ["Public links last 10 days at most."] });
  expect(await problem(inDays(-1))).toEqual({ ends_on: ["Choose a day in the future."] });
  expect((await make({ ends_on: "2026-13-45" })).status).toBe(400);
  expect((await make({ ends_on: inDays(10.5) })).status).toBe(201);
  expect((await make({ name: "a\nb" })).status).toBe(400);
  expect((await make({ name: "x".repeat(151) })).status).toBe(400);
});

test("are created by those who can edit the dashboard only", async () => {
  expect((await make({}, bob)).status).toBe(403);
  expect((await make({ dashboard_id: 99_999 })).status).toBe(404);
  expect((await make({}, admin)).status).toBe(201);
  expect((await server.anonymous.post(BASE, { dashboard_id: dashboardId, ends_on: inDays(1) })).status).toBe(401);
});

test("are listed and revoked by their makers; administrators see and revoke all", async () => {
  const { id } = (await make({ name: "Ann's" })).body;
  const [own] = await listed(ann);
  expect(own).toMatchObject({
    id,
    name: "Ann's",
    status: "active",
    dashboard: { id: dashboardId, dashboard_title: "Sales" },
    created_by: { first_name: "Ann" },
    opens: 0,
    last_opened_on: null,
  });
  expect((await ann.get<Json>(BASE + id)).body.result).toMatchObject({ id, name: "Ann's", status: "active" });
  expect((await bob.get(BASE + id)).status).toBe(404);
  expect(await listed(bob)).toEqual([]);
  expect((await bob.delete(BASE + id)).status).toBe(404);
  expect((await bob.post(`${BASE}revoke`, { created_by: await server.userId("ann") })).status).toBe(403);
  const byName = `?q=(filters:!((col:name,opr:public_link_all_text,value:ann)))`;
  expect((await listed(admin, byName)).map((row) => row.id)).toEqual([id]);
  expect((await ann.delete(BASE + id)).status).toBe(200);
  const state = (status: string) => `?q=(filters:!((col:status,opr:public_link_status,value:${status})))`;
  expect((await listed(ann, state("revoked"))).map((row) => row.id)).toEqual([id]);
  expect((await listed(ann, state("active"))).map((row) => row.id)).not.toContain(id);
  expect(await listed(ann, state("ended"))).toEqual([]);
});

test("of a person are revoked together", async () => {
  const others = (await make({}, admin)).body.id;
  await make();
  const annId = await server.userId("ann");
  const { body } = await admin.post<Json>(`${BASE}revoke`, { created_by: annId });
  expect(body.count).toBeGreaterThan(0);
  expect((await listed(ann)).every(({ status }) => status === "revoked")).toBe(true);
  expect((await listed(admin)).find((row) => row.id === others).status).toBe("active");
  expect((await admin.post<Json>(`${BASE}revoke`, { created_by: annId })).body.count).toBe(0);
});

test("are limited in number, and dropped long after they ended", async () => {
  const { db } = server.app;
  const row = { dashboard_id: dashboardId, created_by_fk: await server.userId("ann"), name: null, opens: 0 };
  const dates = { created_on: "2020-01-01T00:00:00.000000", revoked_on: null, last_opened_on: null };
  const insert = (token_hash: string, ends_on: string) =>
    db
      .insertInto("public_links")
      .values({ ...row, ...dates, token_hash, ends_on })
      .execute();
  await insert("old", "2020-02-01T00:00:00.000000");
  for (let i = 0; i < 100; i++) await insert(`new ${i}`, "2099-01-01T00:00:00.000000");
  const refused = await make();
  expect([refused.status, JSON.stringify(refused.body)]).toEqual([422, expect.stringContaining("at most 100")]);
  await db.updateTable("public_links").set({ revoked_on: server.app.clock.timestamp() }).execute();
  expect((await make()).status).toBe(201);
  expect(await db.selectFrom("public_links").select("id").where("token_hash", "=", "old").execute()).toEqual([]);
});
