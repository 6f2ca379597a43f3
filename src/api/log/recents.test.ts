import { afterAll, beforeAll, expect, test } from "vitest";
import { createClock } from "../../server/clock.ts";
import { startTestServer, type TestServer } from "../../testing/server.ts";

const DAY = 24 * 60 * 60 * 1000;
let laterMs = 0;
let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ app: { clock: createClock(() => Date.now() + laterMs) } });
});
afterAll(() => server.stop());

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;

test("recent activity covers the last year, by action, and isn't distinct on request", async () => {
  let client = await server.as("alpha");
  const titles = async (q: string) =>
    (await client.get<Json>(`/api/v1/log/recent_activity/?q=${q}`)).body.result.map((entry: Json) => entry.item_title);
  const create = async (dashboard_title: string) =>
    (await client.post<Json>("/api/v1/dashboard/", { dashboard_title })).body.id;
  const open = (event_name: string, dashboard_id: number) =>
    client.post("/superset/log/?explode=events", { events: [{ event_name, dashboard_id }] });
  const [old, fresh] = [await create("Old"), await create("Fresh")];
  await open("mount_dashboard", old);
  laterMs += 364 * DAY;
  client = await server.as("alpha");
  await open("mount_dashboard", fresh);
  await open("load_chart", fresh);
  expect(await titles("()")).toEqual(["Fresh", "Old"]);
  expect(await titles("(actions:!(mount_explorer))")).toEqual([]);
  expect(await titles("(actions:!(log))")).toEqual(["Fresh"]);
  expect(await titles("(actions:!())")).toEqual([]);
  const { result } = (await client.get<Json>("/api/v1/log/recent_activity/?q=(page:1,page_size:1)")).body;
  expect(result).toMatchObject([{ item_type: "dashboard", item_url: `/superset/dashboard/${old}/` }]);
  expect(result[0].time_delta_humanized).toBe("11 months ago");
  laterMs += 2 * DAY;
  expect(await titles("()")).toEqual(["Fresh"]);
  expect(await titles("(distinct:!f)")).toEqual(["Fresh", "Old"]);
  expect((await client.get("/api/v1/log/recent_activity/?q=(page:x)")).status).toBe(400);
});

test("an administrator can read the log by user, action and time, and single entries", async () => {
  const gamma = await server.as("gamma");
  const admin = await server.as("admin");
  const { id } = (await admin.post<Json>("/api/v1/dashboard/", { dashboard_title: "Open", published: true })).body;
  await gamma.post("/superset/log/", {
    events: [{ event_name: "mount_dashboard", dashboard_id: id }, { event_name: "x" }],
  });
  const person = await server.userId("gamma");
  const list = async (more: string) =>
    (await admin.get<Json>(`/api/v1/log/?q=(filters:!((col:user,opr:rel_o_m,value:${person})${more}))`)).body;
  const all = await list("");
  expect(all).toMatchObject({ count: 2, list_title: "List Log" });
  const named = await list(",(col:action,opr:eq,value:mount_dashboard)");
  expect(named.result).toMatchObject([{ dashboard_id: id, user: { first_name: "Gamma", username: "gamma" } }]);
  const entry = (await admin.get<Json>(`/api/v1/log/${named.ids[0]}`)).body;
  expect(entry).toMatchObject({ id: named.ids[0], result: { action: "mount_dashboard", user_id: person } });
  expect((await list(",(col:dttm,opr:lt,value:'2000-01-01')")).count).toBe(0);
  expect((await gamma.get(`/api/v1/log/${named.ids[0]}`)).status).toBe(403);
});
