import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createClock, formatTimestamp } from "../../server/clock.ts";
import { loadSampleData, type SampleData } from "../../testing/sample-data.ts";
import { startTestServer, type TestClient, type TestServer } from "../../testing/server.ts";
import { until } from "../../testing/waits.ts";
import { attention, mostViewed } from "./contract.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
let laterMs = 0;
let server: TestServer;
let samples: SampleData;
let admin: TestClient;
beforeAll(async () => {
  server = await startTestServer({ app: { clock: createClock(() => Date.now() + laterMs) } });
  samples = await loadSampleData(server.app);
  admin = await server.as("admin");
});
afterAll(() => server.stop());

const later = async (ms: number) => {
  laterMs += ms;
  admin = await server.as("admin");
};
const createChart = async (slice_name: string) =>
  (await admin.post<Json>("/api/v1/chart/", { slice_name, datasource_id: samples.carsId, datasource_type: "table" }))
    .body.id as number;
const createDashboard = async (dashboard_title: string, body: object = {}) =>
  (await admin.post<Json>("/api/v1/dashboard/", { dashboard_title, ...body })).body.id as number;
const log = async (by: TestClient, events: readonly object[]) =>
  expect((await by.post("/superset/log/?explode=events", { events })).status).toBe(200);
const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);
const itemsOf = async (client: TestClient) => (await client.call(attention, {})).result;
const kindsOf = async (client: TestClient) => (await itemsOf(client)).map(({ kind, name }) => [kind, name]);

describe("the dashboards viewed most", () => {
  const titlesOf = async (username: string) =>
    (await (await server.as(username)).call(mostViewed, {})).result.map((row) => [row.dashboard_title, row.views]);

  test("are those of the caller's list, counted over all users", async () => {
    const view = (dashboard_id: number) => ({ event_name: "mount_dashboard", dashboard_id });
    const role = (await admin.post<Json>("/api/v1/security/roles/", { name: "readers" })).body.id;
    const secret = await createDashboard("Secret", { published: true });
    const draft = await createDashboard("Draft", { roles: [role] });
    const shared = await createDashboard("Shared", { published: true, roles: [role], slug: "shared" });
    await log(admin, [...times(5, view(secret)), ...times(4, view(draft)), ...times(2, view(shared)), view(999_999)]);
    await log(await server.as("reader", ["Gamma", "readers"]), [view(shared)]);
    expect(await titlesOf("admin")).toEqual([
      ["Secret", 5],
      ["Draft", 4],
      ["Shared", 3],
    ]);
    expect(await titlesOf("reader")).toEqual([["Shared", 3]]);
    expect(await titlesOf("gamma")).toEqual([]);
    const { result } = await (await server.as("reader")).call(mostViewed, {});
    expect(result[0]).toMatchObject({ id: shared, url: "/superset/dashboard/shared/" });
    await later(2 * MINUTE);
    await log(admin, [view(shared)]);
    expect(await titlesOf("reader")).toEqual([["Shared", 4]]);
    await later(31 * DAY);
    expect(await titlesOf("admin")).toEqual([]);
  });

  test("need the permission to read dashboards", async () => {
    expect((await (await server.as("nobody", ["Public"])).get("/api/v1/home/most_viewed/")).status).toBe(403);
    expect((await server.anonymous.get("/api/v1/home/most_viewed/")).status).toBe(401);
  });
});

describe("what needs attention", () => {
  test("is nothing at first, and needs an account", async () => {
    expect(await itemsOf(admin)).toEqual([]);
    expect((await server.anonymous.get("/api/v1/home/attention/")).status).toBe(401);
  });

  test("is a database that can't be opened, until it answers or was changed", async () => {
    const file = join(tmpdir(), `home-${crypto.randomUUID()}.sqlite`);
    const uri = `sqlite:///${file}`;
    writeFileSync(file, "");
    const body = { database_name: "Gone", sqlalchemy_uri: uri, expose_in_sqllab: true };
    const { id } = (await admin.post<Json>("/api/v1/database/", body)).body;
    await server.app.db
      .updateTable("databases")
      .set({ sqlalchemy_uri: `${uri}.missing` })
      .where("id", "=", id)
      .execute();
    server.app.events.changed("database", id);
    const ask = () => admin.post("/api/v1/sqllab/execute/", { database_id: id, sql: "select 1", runAsync: false });
    await ask();
    const [item] = await until(async () => {
      const items = await itemsOf(admin);
      return items.length > 0 && items;
    });
    expect(item).toMatchObject({ kind: "database_failed", name: "Gone", url: `/databaseview/list/?edit=${id}` });
    expect(item).toMatchObject({ message: expect.stringMatching(/\w/), is_quoted: true });
    await server.app.db
      .updateTable("database_failures")
      .set({ message: "The port is closed." })
      .where("database_id", "=", id)
      .execute();
    const path = "/api/v1/home/attention/";
    const german = await admin.get<Json>(path, { "accept-language": "de" });
    expect(german.body.result).toMatchObject([{ message: "Der Port ist geschlossen.", is_quoted: false }]);
    expect(item?.at).toMatch(/^20.*\+0000$/);
    expect(await itemsOf(await server.as("alpha"))).toEqual([]);
    await server.app.db.updateTable("databases").set({ sqlalchemy_uri: uri }).where("id", "=", id).execute();
    server.app.events.changed("database", id);
    await ask();
    await until(async () => (await itemsOf(admin)).length === 0);
  });

  test("is a failed report with its message, for owners and administrators", async () => {
    const owner = await server.as("alpha");
    const chart = await createChart("Weights");
    const body = { type: "Report", name: "Weekly", crontab: "0 0 * * *", chart, creation_method: "alerts_reports" };
    const { id } = (await owner.post<Json>("/api/v1/report/", body)).body;
    const at = server.app.clock.timestamp();
    const last = { last_state: "Error" as const, last_eval_dttm: at };
    await server.app.db.updateTable("reports").set(last).where("id", "=", id).execute();
    const run = { report_id: id, scheduled_dttm: at, end_dttm: at, state: "Error" as const };
    const rows = [
      { ...run, uuid: "a", start_dttm: at, error_message: "The mail server refused it" },
      { ...run, uuid: "b", start_dttm: server.app.clock.timestamp(), error_message: "Notification sent with error" },
    ].map((row) => ({ ...row, value: null, value_row_json: null }));
    await server.app.db.insertInto("report_logs").values(rows).execute();
    const expected = { kind: "report_failed", name: "Weekly", message: "The mail server refused it" };
    for (const client of [owner, admin])
      expect(await itemsOf(client)).toMatchObject([{ ...expected, url: `/report/${id}/log/`, at: `${at}+0000` }]);
    expect(await itemsOf(await server.as("other", ["Alpha"]))).toEqual([]);
    expect(await itemsOf(await server.as("gamma"))).toEqual([]);
    await owner.put(`/api/v1/report/${id}`, { active: false });
    expect(await itemsOf(owner)).toEqual([]);
  });

  test("is an alert that fired in the last week, for its owners", async () => {
    const owner = await server.as("alpha");
    const alert = { type: "Alert", name: "Late", crontab: "0 0 * * *", database: samples.databaseId, sql: "select 1" };
    const condition = { validator_type: "operator", validator_config_json: { op: ">", threshold: 0 } };
    const chart = await createChart("Late ones");
    const created = await owner.post<Json>("/api/v1/report/", { ...alert, ...condition, chart });
    const last = { last_state: "Success" as const, last_eval_dttm: server.app.clock.timestamp(), last_value: 41.8 };
    await server.app.db.updateTable("reports").set(last).where("id", "=", created.body.id).execute();
    expect(await itemsOf(owner)).toMatchObject([{ kind: "alert_fired", name: "Late", value: 41.8, message: null }]);
    expect(await itemsOf(admin)).toEqual([]);
    const before = formatTimestamp(server.app.clock.now() - 8 * DAY);
    await server.app.db
      .updateTable("reports")
      .set({ last_eval_dttm: before })
      .where("id", "=", created.body.id)
      .execute();
    expect(await itemsOf(owner)).toEqual([]);
  });

  test("is a dashboard with a slow chart, for those who can change it", async () => {
    const [slow, fast, foreign] = [await createChart("Slow"), await createChart("Fast"), await createChart("Foreign")];
    const id = await createDashboard("Heavy", { published: true });
    await server.app.db
      .insertInto("dashboard_charts")
      .values([slow, fast].map((chart_id) => ({ dashboard_id: id, chart_id })))
      .execute();
    const load = (slice_id: number, duration: number) => ({
      event_name: "load_chart",
      dashboard_id: id,
      slice_id,
      duration,
    });
    await log(admin, [...times(5, load(fast, 100)), ...times(4, load(slow, 8000)), ...times(9, load(foreign, 90_000))]);
    await later(2 * MINUTE);
    expect(await kindsOf(admin)).toEqual([]);
    await log(admin, [load(slow, 1e12)]);
    await later(2 * MINUTE);
    const seconds = (4 * 8 + 300) / 5;
    expect(await itemsOf(admin)).toMatchObject([
      { kind: "dashboard_slow", name: "Heavy", slow: { chart: "Slow", seconds, loads: 5 } },
    ]);
    expect(await kindsOf(await server.as("alpha"))).toEqual([]);
  });
});
