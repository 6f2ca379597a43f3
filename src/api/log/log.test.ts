import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { formatTimestamp } from "../../server/clock.ts";
import { startTestServer, type TestServer } from "../../testing/server.ts";
import { recentActivity } from "./contract.ts";
import { addEntry, pruneLog } from "./store.ts";

let server: TestServer;
let dashboardId: number;
let chartId: number;

beforeAll(async () => {
  server = await startTestServer();
  const now = server.app.clock.timestamp();
  const stamp = { created_on: now, changed_on: now };
  const dashboard = await server.app.db
    .insertInto("dashboards")
    .values({ uuid: crypto.randomUUID(), dashboard_title: "Flights", slug: "flights", ...stamp })
    .returning("id")
    .executeTakeFirstOrThrow();
  const chart = await server.app.db
    .insertInto("charts")
    .values({ uuid: crypto.randomUUID(), slice_name: "Delays", ...stamp })
    .returning("id")
    .executeTakeFirstOrThrow();
  dashboardId = dashboard.id;
  chartId = chart.id;
});
afterAll(() => server.stop());

const form = (fields: Record<string, string>): RequestInit => ({
  method: "POST",
  body: new URLSearchParams(fields),
});

describe("POST /superset/log/", () => {
  test("accepts 2 MB of stored data per minute", async () => {
    const texts: [string, Record<string, string>, object][] = [
      ["of three bytes each", {}, { d: "\u6f22".repeat(960) }],
      ["of the referrer", { referer: `http://127.0.0.1/${"r".repeat(970)}` }, {}],
    ];
    for (const [name, headers, event] of texts) {
      const client = await server.as(`writes ${name}`);
      const events = Array.from({ length: 250 }, () => ({ event_name: "x", ...event }));
      const bytes = events.length * (JSON.stringify(event).length + (headers.referer?.length ?? 0));
      let stored = 0;
      for (let i = 0; i < 20; i++) {
        const { status } = await client.post("/superset/log/?explode=events", { events }, headers);
        if (status !== 200) {
          expect(status, name).toBe(429);
          break;
        }
        stored += name.includes("three") ? events.length * 960 * 3 : bytes;
      }
      expect(stored, name).toBeGreaterThan(700_000);
      expect(stored, name).toBeLessThan(2_000_000);
    }
  });

  test("accepts events as a form, as a beacon's form data, and as JSON, without a CSRF token", async () => {
    const { cookie } = await server.as("reporter", ["Alpha"]);
    const events = JSON.stringify([{ event_name: "mount_dashboard" }, { event_name: "load_chart", duration: 12.5 }]);
    const headers = { cookie };
    const url = `/superset/log/?explode=events&dashboard_id=${dashboardId}`;
    const anonymous = server.anonymous;
    expect((await anonymous.fetch(url, { ...form({ events }), headers })).status).toBe(200);
    const beacon = new FormData();
    beacon.set("events", events);
    expect((await anonymous.fetch(url, { method: "POST", body: beacon, headers })).status).toBe(200);
    const body = { events: [{ event_name: "mount_explorer", source: "explore", source_id: chartId }] };
    expect((await anonymous.post("/superset/log/?explode=events", body, headers)).status).toBe(200);

    const admin = await server.as("admin");
    const userId = await server.userId("reporter");
    const { body: list } = await admin.get<{ count: number; result: Record<string, unknown>[] }>(
      `/api/v1/log/?q=(filters:!((col:user,opr:rel_o_m,value:${userId})),order_column:dttm,order_direction:asc)`,
    );
    expect(list.count).toBe(5);
    expect(list.result.map((entry) => [entry.action, entry.dashboard_id, entry.slice_id, entry.duration_ms])).toEqual([
      ["mount_dashboard", dashboardId, null, null],
      ["log", dashboardId, null, 12.5],
      ["mount_dashboard", dashboardId, null, null],
      ["log", dashboardId, null, 12.5],
      ["mount_explorer", null, chartId, null],
    ]);
    const found = async (text: string) => {
      const mine = `(col:user,opr:rel_o_m,value:${userId})`;
      const q = `(filters:!(${mine},(col:action,opr:log_all_text,value:${text})))`;
      return (await admin.get<{ count: number }>(`/api/v1/log/?q=${q}`)).body.count;
    };
    expect([await found("LOAD_chart"), await found("mount_"), await found("nothing")]).toEqual([2, 3, 0]);
  });

  test("rejects anonymous callers like Superset, and anything but a list of events", async () => {
    expect(await server.anonymous.post("/superset/log/", { events: [] })).toMatchObject({
      status: 401,
      body: { message: "Access is Denied", severity: "danger" },
    });
    const client = await server.as("gamma");
    for (const events of ["{", '"x"', "[1]"]) {
      expect((await client.fetch("/superset/log/", form({ events }))).status).toBe(400);
    }
  });

  test("accepts up to 1024 events, the size of a browser's batch", async () => {
    const client = await server.as("gamma");
    const report = (count: number) =>
      client.post("/superset/log/?explode=events", { events: Array.from({ length: count }, (_, ts) => ({ ts })) });
    expect((await report(1024)).status).toBe(200);
    expect((await report(1025)).status).toBe(400);
  });
});

test("entries are kept forever, or for the configured number of days", async () => {
  const { app } = server;
  const reported = { ...app, config: { ...app.config, retention: { ...app.config.retention, logDays: 365 } } };
  const storedActions = async () => {
    const rows = await app.db.selectFrom("logs").select("action").where("action", "like", "after %").execute();
    return rows.map(({ action }) => action);
  };
  const ageDays = (days: number) => formatTimestamp(app.clock.now() - days * 24 * 60 * 60 * 1000);
  const none = { user_id: null, dashboard_id: null, slice_id: null, json: null, duration_ms: null, referrer: null };
  for (const days of [364, 366, 900]) await addEntry(app, { ...none, action: `after ${days}`, dttm: ageDays(days) });
  await pruneLog(app);
  expect(await storedActions()).toEqual(["after 364", "after 366", "after 900"]);
  await pruneLog(reported);
  expect(await storedActions()).toEqual(["after 364"]);
});

function beginForm(beginning: string, headers: Record<string, string> = {}): Promise<number | undefined> {
  const type = "multipart/form-data; boundary=b";
  const options = { method: "POST", headers: { "content-type": type, ...headers } };
  return new Promise((resolve, reject) => {
    const sent = request(`${server.url}/superset/log/`, options, (response) => {
      resolve(response.statusCode);
      sent.destroy();
    });
    sent.on("error", reject);
    sent.write(beginning);
  });
}

describe("forms of anonymous callers", () => {
  const part = (more: string) => `--b\r\ncontent-disposition: form-data; name="events"${more}\r\n\r\n`;

  test("are read only up to the first file or the limit", async () => {
    expect(await beginForm(part('; filename="a.bin"').padEnd(1000, "x"))).toBe(400);
    expect(await beginForm(part(""), { "content-length": "180000000" })).toBe(413);
    expect(await beginForm(part("").padEnd(1024 * 1024 + 1, "x"))).toBe(413);
    const body = `${part("")}[]\r\n--b--\r\n`;
    const headers = { "content-type": "multipart/form-data; boundary=b" };
    expect((await server.anonymous.fetch("/superset/log/", { method: "POST", body, headers })).status).toBe(401);
  });

  test.each(["multipart/form-data", "multipart/form-data; boundary=other"])("with %s are rejected", async (type) => {
    const headers = { "content-type": type };
    const answer = await server.anonymous.fetch("/superset/log/", { method: "POST", body: part(""), headers });
    expect(answer.status).toBe(400);
  });
});

describe("GET /api/v1/log/recent_activity/", () => {
  test("returns one entry per object, latest first, only the user's own, without deleted objects", async () => {
    const client = await server.as("viewer", ["Alpha"]);
    const open = (event_name: string, ids: object) =>
      client.post("/superset/log/", { events: [{ event_name, ...ids }] });
    await open("mount_dashboard", { dashboard_id: dashboardId });
    await open("mount_explorer", { slice_id: chartId });
    await open("mount_explorer", { slice_id: 999_999 });
    await open("mount_dashboard", { dashboard_id: dashboardId });
    const { result } = await client.call(recentActivity, { q: {} });
    expect(result.map((entry) => [entry.item_type, entry.item_title, entry.item_url])).toEqual([
      ["dashboard", "Flights", "/superset/dashboard/flights/"],
      ["slice", "Delays", `/explore/?slice_id=${chartId}`],
    ]);
    expect(result[0]?.time_delta_humanized).toMatch(/^(now|a second ago|\d+ seconds ago)$/);
    const all = await client.call(recentActivity, { q: { distinct: false } });
    expect(all.result).toHaveLength(3);
    const second = await client.call(recentActivity, { q: { page: 1, page_size: 1 } });
    expect(second.result.map((entry) => entry.item_title)).toEqual(["Delays"]);
    expect((await (await server.as("stranger")).call(recentActivity, { q: {} })).result).toEqual([]);
  });

  test("the title of an inaccessible object is never revealed, whatever was logged", async () => {
    const snoop = await server.as("snoop");
    await snoop.post("/superset/log/", { events: [{ event_name: "mount_explorer", slice_id: chartId }] });
    expect((await snoop.call(recentActivity, { q: {} })).result).toEqual([]);
    const stored = server.app.db.selectFrom("logs").select("action");
    const own = stored.where("user_id", "=", await server.userId("snoop")).where("slice_id", "=", chartId);
    expect(await own.execute()).toEqual([{ action: "log" }]);
  });

  test("returns 401 without a session", async () => {
    expect((await server.anonymous.get("/api/v1/log/recent_activity/")).status).toBe(401);
  });
});

describe("GET /api/v1/log/", () => {
  test("is for administrators", async () => {
    expect(await (await server.as("gamma")).get("/api/v1/log/")).toMatchObject({
      status: 403,
      body: { message: "Forbidden" },
    });
    expect((await (await server.as("admin")).get("/api/v1/log/999999")).status).toBe(404);
  });
});

test("changes can be listed without views, with the names of charts and dashboards", async () => {
  const entry = { user_id: null, dttm: server.app.clock.timestamp(), json: null, duration_ms: null, referrer: null };
  await addEntry(server.app, { ...entry, action: "mount_dashboard", dashboard_id: dashboardId, slice_id: null });
  await addEntry(server.app, { ...entry, action: "comment_added", dashboard_id: null, slice_id: chartId });
  const admin = await server.as("admin");
  const listed = async (kind: string) => {
    const columns = "columns:!(action,slice_name,dashboard_title),page_size:100";
    const path = `/api/v1/log/?q=(filters:!((col:action,opr:log_kind,value:${kind})),${columns})`;
    return (await admin.get<{ result: object[] }>(path)).body.result;
  };
  const changes = await listed("changes");
  expect(changes).toContainEqual({ action: "comment_added", slice_name: "Delays", dashboard_title: null });
  expect(JSON.stringify(changes)).not.toMatch(/"(log|mount_\w+)"/);
  const views = await listed("views");
  expect(views).toContainEqual({ action: "mount_dashboard", slice_name: null, dashboard_title: "Flights" });
  expect(JSON.stringify(views)).not.toContain("comment_added");
});

test("an administrator's program can record events only for its own account", async () => {
  const admin = await server.as("admin");
  const body = { action: "nightly-load", dashboard_id: dashboardId, json: '{"rows": 7}', duration_ms: 12 };
  const created = await admin.post<{ id: number }>("/api/v1/log/", body);
  expect(created).toMatchObject({ status: 201, body: { result: body } });
  const stored = await admin.get<{ result: object }>(`/api/v1/log/${created.body.id}`);
  expect(stored.body.result).toMatchObject({ ...body, user_id: await server.userId("admin"), slice_id: null });
  expect((await admin.post("/api/v1/log/", { action: "x", user_id: 1 })).status).toBe(422);
  expect((await admin.post("/api/v1/log/", { action: "x", slice_id: 2 ** 40 })).status).toBe(422);
  expect((await (await server.as("gamma")).post("/api/v1/log/", body)).status).toBe(403);
  expect((await server.anonymous.post("/api/v1/log/", body)).status).toBe(401);
});
