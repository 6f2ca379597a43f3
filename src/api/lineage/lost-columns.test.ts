import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, expect, test } from "vitest";
import { formatTimestamp } from "../../server/clock.ts";
import { startTestServer, type TestClient, type TestServer } from "../../testing/server.ts";
import { updateLineage } from "./index-keeper.ts";
import { checkAllTables, checkChangedTables } from "./lost-columns.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;

let server: TestServer;
let admin: TestClient;
let shop: DatabaseSync;
let datasetId: number;
let virtualId: number;
let ids: Record<"amount" | "metric" | "virtual" | "other", number>;

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.as("admin");
  const file = join(server.app.config.home, "shop.db");
  shop = new DatabaseSync(file);
  shop.exec("create table orders (id integer, region text, amount real)");
  const database = await created("database", { database_name: "shop", sqlalchemy_uri: `sqlite:///${file}` });
  datasetId = await created("dataset", { database, schema: "main", table_name: "orders" });
  const { metrics } = (await admin.get<Json>(`/api/v1/dataset/${datasetId}`)).body.result;
  const known = metrics.map(({ id, metric_name, expression }: Json) => ({ id, metric_name, expression }));
  await admin.put(`/api/v1/dataset/${datasetId}`, {
    metrics: [...known, { metric_name: "revenue", expression: "SUM(amount)" }],
  });
  const sql = "select region, sum(amount) as total from orders group by region";
  virtualId = await created("dataset", { database, schema: "main", table_name: "totals", sql });
  const amount = { expressionType: "SIMPLE", column: { column_name: "amount" }, aggregate: "SUM" };
  ids = {
    amount: await chart("Amount", { viz_type: "big_number_total", metric: amount }),
    metric: await chart("Revenue", { viz_type: "big_number_total", metric: "revenue" }),
    virtual: await chart("Regions", { viz_type: "pie", metric: "count", groupby: ["region"] }, virtualId),
    other: await chart("Orders", { viz_type: "pie", metric: "count", groupby: ["region"] }),
  };
});
afterAll(async () => {
  shop.close();
  await server.stop();
});

async function created(noun: string, body: object): Promise<number> {
  const answer = await admin.post<Json>(`/api/v1/${noun}/`, body);
  expect(answer.body, noun).toMatchObject({ id: expect.any(Number) });
  return answer.body.id;
}

const chart = (slice_name: string, form: { viz_type: string; [key: string]: unknown }, datasource_id = datasetId) =>
  created("chart", {
    slice_name,
    viz_type: form.viz_type,
    datasource_id,
    datasource_type: "table",
    params: JSON.stringify(form),
  });

async function broken(): Promise<Record<string, string[]>> {
  const q = "(columns:!(id,slice_name,broken_by),filters:!((col:id,opr:chart_is_broken,value:!t)))";
  const { result } = (await admin.get<Json>(`/api/v1/chart/?q=${q}`)).body;
  return Object.fromEntries(result.map((row: Json) => [row.slice_name, row.broken_by]));
}

const LOST = { Amount: ["amount"], Revenue: ["amount"], Regions: ["amount"] };

async function checkNow(): Promise<void> {
  await server.app.db.deleteFrom("settings").where("name", "=", "lineage_checked_on").execute();
  await checkAllTables(server.app);
}

test("a check finds that a table lost a column, and marks the charts it breaks, until it's back", async () => {
  await checkNow();
  expect(await broken()).toEqual({});
  shop.exec("alter table orders drop column amount");
  await checkNow();
  expect(await broken()).toEqual(LOST);
  const dashboard = await created("dashboard", { dashboard_title: "Shop" });
  await admin.put(`/api/v1/chart/${ids.metric}`, { dashboards: [dashboard] });
  await admin.put(`/api/v1/chart/${ids.other}`, { dashboards: [dashboard] });
  const { result } = (await admin.get<Json>(`/api/v1/dashboard/${dashboard}/charts`)).body;
  expect(result.map(({ id, is_broken }: Json) => [id, is_broken])).toEqual([
    [ids.metric, true],
    [ids.other, undefined],
  ]);
  shop.exec("alter table orders add column amount real");
  await checkNow();
  expect(await broken()).toEqual({});
});

test("refreshing a dataset marks the charts that the lost column breaks", async () => {
  shop.exec("alter table orders drop column amount");
  expect((await admin.put(`/api/v1/dataset/${datasetId}/refresh`)).status).toBe(200);
  await updateLineage(server.app);
  await checkChangedTables(server.app);
  expect(await broken()).toEqual(LOST);
  shop.exec("alter table orders add column amount real");
  await admin.put(`/api/v1/dataset/${datasetId}/refresh`);
  await checkNow();
  expect(await broken()).toEqual({});
});

test("an unreadable table changes nothing, and checks wait their time", async () => {
  shop.exec("alter table orders rename to gone");
  await checkNow();
  expect(await broken()).toEqual({});
  shop.exec("alter table gone rename to orders");
  shop.exec("alter table orders drop column amount");
  await checkAllTables(server.app);
  expect(await broken()).toEqual({});
});

test("charts, dashboards and datasets that nobody opened for 90 days can be listed", async () => {
  const { db, clock } = server.app;
  const unused = async (noun: string) => {
    const q = `(filters:!((col:id,opr:${noun}_is_unused,value:!t)))`;
    return (await admin.get<Json>(`/api/v1/${noun}/?q=${q}`)).body.ids;
  };
  expect([await unused("chart"), await unused("dashboard"), await unused("dataset")]).toEqual([[], [], []]);
  const created_on = formatTimestamp(clock.now() - 100 * 24 * 60 * 60 * 1000);
  for (const table of ["charts", "dashboards", "datasets"] as const)
    await db.updateTable(table).set({ created_on }).execute();
  expect((await unused("chart")).sort()).toEqual(Object.values(ids).sort());
  expect(await unused("dataset")).toHaveLength(2);
  const [{ id: dashboard }] = (await db.selectFrom("dashboards").select("id").execute()) as [{ id: number }];
  expect(await unused("dashboard")).toEqual([dashboard]);
  const view = { user_id: null, json: "{}", dttm: clock.timestamp(), duration_ms: null, referrer: null };
  await db
    .insertInto("logs")
    .values({ ...view, action: "mount_dashboard", dashboard_id: dashboard, slice_id: null })
    .execute();
  await db
    .insertInto("logs")
    .values({ ...view, action: "mount_explorer", dashboard_id: null, slice_id: ids.amount })
    .execute();
  expect(await unused("dashboard")).toEqual([]);
  expect(await unused("chart")).toEqual([ids.virtual]);
  expect(await unused("dataset")).toEqual([virtualId]);
});
