import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createClock, formatTimestamp } from "../../server/clock.ts";
import { startTestServer, type TestServer } from "../../testing/server.ts";
import { pruneLog } from "./store.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;

let laterMs = 0;
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ app: { clock: createClock(() => Date.now() + laterMs) } });
});
afterAll(() => server.stop());

const listed = async (filters: string, name = "admin") => {
  const client = await server.as(name);
  return client.get<Json>(`/api/v1/log/?q=(filters:!(${filters}),page_size:100)`);
};

const failures = () =>
  server.app.db
    .selectFrom("logs")
    .selectAll()
    .where("verb", "=", "sign_in")
    .where("result", "=", "refused")
    .orderBy("id")
    .execute();

const tryToSignIn = (username: string) =>
  server.anonymous.post("/api/v1/security/login", { username, password: "wrong", provider: "db" });

test("a flood of failed sign-ins is counted instead of filling the store", async () => {
  for (let i = 0; i < 60; i++) await tryToSignIn(`name ${i}`);
  const first = await failures();
  expect(first).toHaveLength(20);
  expect(first[0]).toMatchObject({ username: "name 0", status: 401, user_id: null });
  laterMs += 61_000;
  await tryToSignIn("name 61");
  const last = (await failures()).at(-1);
  expect(last?.username).toBe("name 61");
  expect(JSON.parse(last?.details ?? "{}")).toEqual({ skipped: 40 });
});

describe("the log", () => {
  beforeAll(async () => {
    const alpha = await server.as("alpha");
    await alpha.post("/api/v1/tag/", { name: "=Secret plan", objects_to_tag: [] });
    await alpha.post("/api/v1/css_template/", { template_name: "Quiet", css: "" });
    await (await server.as("gamma")).post("/api/v1/css_template/", { template_name: "No", css: "" });
  });

  test("is filtered by person, action, kind of object, result and time", async () => {
    const alphaId = await server.userId("alpha");
    const names = async (filters: string) =>
      (await listed(filters)).body.result.map((row: Json) => `${row.verb} ${row.object_kind} ${row.object_name}`);
    const mine = `(col:user,opr:rel_o_m,value:${alphaId})`;
    expect(await names(mine)).toEqual(["create css_template Quiet", "create tag =Secret plan"]);
    expect(await names(`${mine},(col:object_kind,opr:eq,value:tag)`)).toEqual(["create tag =Secret plan"]);
    expect(await names("(col:result,opr:eq,value:refused),(col:object_kind,opr:eq,value:css_template)")).toEqual([
      "create css_template null",
    ]);
    expect(await names(`${mine},(col:action,opr:log_verb,value:delete)`)).toEqual([]);
    expect(await names("(col:action,opr:log_all_text,value:'Secret plan')")).toEqual(["create tag =Secret plan"]);
    expect(await names(`${mine},(col:dttm,opr:gt,value:${Date.now() + laterMs + 60_000})`)).toEqual([]);
  });

  test("is for those who may read it; only administrators see names of what they can't open", async () => {
    expect((await listed("", "gamma")).status).toBe(403);
    expect((await (await server.as("gamma")).get("/api/v1/log/csv/")).status).toBe(403);
    const admin = await server.as("admin");
    const role = (await admin.post<Json>("/api/v1/security/roles/", { name: "Auditors" })).body.id;
    const pair = { role_id: role, permission: "can_read", view: "Log" };
    await server.app.db.insertInto("role_permissions").values(pair).execute();
    server.app.events.changed("role");
    await server.as("auditor", ["Auditors"]);
    const { status, body } = await listed("", "auditor");
    expect(status).toBe(200);
    expect(JSON.stringify(body)).not.toContain("Secret plan");
    expect(JSON.stringify(body)).not.toContain("Quiet");
    expect(body.result.map((row: Json) => row.action)).toContain("TagRestApi.post");
    expect((await listed("(col:action,opr:log_all_text,value:'Secret plan')", "auditor")).body.count).toBe(0);
  });

  test("is downloaded as CSV with the filters, safe for spreadsheets, which is recorded", async () => {
    const admin = await server.as("admin");
    const filters = "filters:!((col:object_kind,opr:eq,value:tag))";
    const file = await admin.get<string>(`/api/v1/log/csv/?q=(${filters})`);
    expect(file.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(file.headers.get("x-row-limit-reached")).toBe("false");
    const [head, ...rows] = file.body.trimEnd().split("\r\n");
    expect(head).toMatch(/^dttm,user_id,username,action,verb,object_kind,object_id,object_name,result/);
    expect(rows).toHaveLength(1);
    expect(rows[0]).toContain(",alpha,TagRestApi.post,create,tag,");
    expect(rows[0]).toContain("'=Secret plan");
    expect((await listed("(col:object_kind,opr:eq,value:log)")).body.result).toContainEqual(
      expect.objectContaining({ verb: "export", username: "admin", result: "ok" }),
    );
  });
});

test("an id that nothing can have is refused and recorded", async () => {
  const admin = await server.as("admin");
  const answer = await admin.delete("/api/v1/security/api_keys/a%00b");
  expect([400, 404]).toContain(answer.status);
  const { body } = await listed("(col:object_kind,opr:eq,value:api_key)");
  expect(body.result).toMatchObject([{ verb: "delete", status: answer.status, object_name: null }]);
});

test("views and the rest are kept for their own number of days; each cleaning is recorded", async () => {
  const { app } = server;
  const ago = (days: number) => formatTimestamp(app.clock.now() - days * 24 * 60 * 60 * 1000);
  const none = { user_id: null, dashboard_id: null, slice_id: null, json: null, duration_ms: null, referrer: null };
  const entry = (days: number, result: string | null) => ({ ...none, action: `old ${days}`, dttm: ago(days), result });
  const rows = [entry(10, null), entry(40, null), entry(41, "ok"), entry(500, "ok")];
  await app.db.insertInto("logs").values(rows).execute();
  const retention = { ...app.config.retention, logDays: 30, auditDays: 365 };
  await pruneLog({ ...app, config: { ...app.config, retention } });
  const left = await app.db.selectFrom("logs").select("action").where("action", "like", "old %").execute();
  expect(left.map(({ action }) => action).sort()).toEqual(["old 10", "old 41"]);
  const cleaned = await app.db.selectFrom("logs").select("details").where("action", "=", "log_pruned").execute();
  expect(cleaned).toEqual([{ details: '{"count":2}' }]);
});

test("repeating what changes nothing for others is counted instead of filling the store", async () => {
  const alpha = await server.as("alpha");
  const { body } = await alpha.post<Json>("/api/v1/dashboard/", { dashboard_title: "Favorite" });
  for (let i = 0; i < 310; i++) await alpha.post(`/api/v1/dashboard/${body.id}/favorites/`);
  const count = async () => (await listed("(col:verb,opr:eq,value:favorite)")).body.count;
  expect(await count()).toBe(300);
});

test("a deletion of more than 100 names the first 100, and the ids of the others", async () => {
  const alpha = await server.as("alpha");
  const ids: number[] = [];
  for (let i = 0; i < 103; i++)
    ids.push((await alpha.post<Json>("/api/v1/css_template/", { template_name: `Template ${i}`, css: "" })).body.id);
  expect((await alpha.delete(`/api/v1/css_template/?q=!(${ids})`)).status).toBe(200);
  const deleted = server.app.db.selectFrom("logs").selectAll().where("verb", "=", "delete").orderBy("id");
  const entries = await deleted.where("object_kind", "=", "css_template").execute();
  expect(entries.map(({ object_name }) => object_name)).toEqual(ids.slice(0, 100).map((_, i) => `Template ${i}`));
  expect(JSON.parse(entries[0]?.details ?? "{}")).toEqual({ others: 3, other_ids: ids.slice(100) });
});
