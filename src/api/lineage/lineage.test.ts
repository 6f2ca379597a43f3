import { afterAll, beforeAll, expect, test } from "vitest";
import { loadSampleData, type SampleData } from "../../testing/sample-data.ts";
import { startTestServer, type TestClient, type TestServer } from "../../testing/server.ts";
import type { Impact, Lineage, PlacedNode } from "./contract.ts";
import { updateLineage } from "./index-keeper.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;

let server: TestServer;
let admin: TestClient;
let data: SampleData;
let chartId: number;
let sqlChartId: number;
let dashboardId: number;
let virtualId: number;
let macroId: number;
let alertId: number;

const WEIGHT = { expressionType: "SIMPLE", column: { column_name: "Weight_in_lbs" }, aggregate: "AVG" };

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.as("admin");
  data = await loadSampleData(server.app);
  const stored = (await admin.get<Json>(`/api/v1/dataset/${data.carsId}`)).body.result;
  await admin.put(`/api/v1/dataset/${data.carsId}`, {
    columns: [
      ...stored.columns.map(({ id, column_name }: Json) => ({ id, column_name })),
      { column_name: "heavy", expression: '"Weight_in_lbs" > 3000' },
    ],
    metrics: [
      ...stored.metrics.map(({ id, metric_name, expression }: Json) => ({ id, metric_name, expression })),
      { metric_name: "power", expression: "SUM(Horsepower) / COUNT(*)" },
      { metric_name: "share_heavy", expression: "AVG(CASE WHEN heavy THEN 1 ELSE 0 END)" },
    ],
  });
  chartId = await chart("Power by origin", { viz_type: "pie", metric: "power", groupby: ["Origin"] });
  sqlChartId = await chart("Heavy cars", {
    viz_type: "table",
    query_mode: "aggregate",
    groupby: ["Cylinders"],
    metrics: ["share_heavy", WEIGHT],
    adhoc_filters: [
      { expressionType: "SQL", clause: "WHERE", sqlExpression: "\"miles_per_gallon\" > 1 AND 'Year' <> ''" },
    ],
  });
  const filter = {
    id: "NATIVE_FILTER-1",
    name: "Country",
    filterType: "filter_select",
    targets: [{ datasetId: data.carsId, column: { name: "Origin" } }],
    controlValues: { sortMetric: "power" },
  };
  const layout = {
    ROOT_ID: { id: "ROOT_ID", type: "ROOT", children: ["GRID_ID"] },
    GRID_ID: { id: "GRID_ID", type: "GRID", children: ["CHART-1"] },
    "CHART-1": { id: "CHART-1", type: "CHART", children: [], meta: { chartId, width: 4, height: 50 } },
  };
  const metadata = { native_filter_configuration: [filter], positions: layout };
  dashboardId = await created("dashboard", {
    dashboard_title: "Cars",
    published: true,
    json_metadata: JSON.stringify(metadata),
  });
  virtualId = await created("dataset", {
    database: data.databaseId,
    schema: "main",
    table_name: "by_origin",
    sql: 'WITH c AS (SELECT Origin AS country, Horsepower * 2 AS hp FROM cars WHERE "Cylinders" > 2) SELECT country, SUM(hp) AS total FROM c GROUP BY 1',
  });
  macroId = await created("dataset", {
    database: data.databaseId,
    schema: "main",
    table_name: "by_macro",
    sql: `SELECT country, total, {{ metric('power', ${data.carsId}) }} AS p FROM {{ dataset(${virtualId}) }}, cars GROUP BY 1, 2`,
  });
  alertId = await created("report", {
    type: "Alert",
    name: "Weak cars",
    crontab: "0 9 * * *",
    database: data.databaseId,
    sql: "SELECT min(Horsepower) FROM main.cars",
    validator_type: "operator",
    validator_config_json: { op: "<", threshold: 40 },
    dashboard: dashboardId,
    recipients: [{ type: "Email", recipient_config_json: { target: "a@b.example" } }],
  });
});
afterAll(() => server.stop());

async function created(noun: string, body: object): Promise<number> {
  const answer = await admin.post<Json>(`/api/v1/${noun}/`, body);
  expect(answer.body, noun).toMatchObject({ id: expect.any(Number) });
  return answer.body.id;
}

const chart = (slice_name: string, form: { viz_type: string; [key: string]: unknown }, datasource_id = data.carsId) =>
  created("chart", {
    slice_name,
    viz_type: form.viz_type,
    datasource_id,
    datasource_type: "table",
    params: JSON.stringify({ ...form, datasource: `${datasource_id}__table` }),
  });

async function lineage(path: string, client = admin): Promise<Lineage> {
  await updateLineage(server.app);
  const { status, body } = await client.get<Json>(`/api/v1/lineage/${path}`);
  expect(status).toBe(200);
  return body.result;
}

const impact = async (body: object, client = admin): Promise<Impact> => {
  await updateLineage(server.app);
  const answer = await client.post<Json>("/api/v1/lineage/impact", body);
  expect(answer.body).toHaveProperty("result");
  return answer.body.result;
};

const keysOf = (nodes: readonly PlacedNode[], isWanted: (distance: number) => boolean) =>
  nodes.filter(({ distance }) => isWanted(distance)).map(({ kind, label }) => `${kind} ${label}`);

const usersOf = ({ nodes }: Lineage) => keysOf(nodes, (distance) => distance > 0).sort();
const usedBy = ({ nodes }: Lineage) => keysOf(nodes, (distance) => distance < 0).sort();

test("follows a column through metrics, charts, filters, queries and macros to dashboards and alerts", async () => {
  const horsepower = await lineage(`column/${data.carsId}?name=Horsepower`);
  expect(usersOf(horsepower)).toEqual([
    "chart Power by origin",
    "column p",
    "column total",
    "column total",
    "dashboard Cars",
    "dataset by_macro",
    "filter Country",
    "metric power",
    "report Weak cars",
  ]);
  expect(usedBy(horsepower)).toEqual(["field horsepower"]);
  const { node, edges, hidden, is_truncated, pending } = horsepower;
  expect({ node, hidden, is_truncated, pending }).toMatchObject({
    node: { kind: "column", id: data.carsId, label: "Horsepower", within: "cars" },
    hidden: { uses: {}, used_by: {} },
    is_truncated: false,
    pending: 0,
  });
  expect(edges).toContainEqual({ from: `chart:${chartId}:`, to: `metric:${data.carsId}:power`, role: "metric" });
});

test("finds columns in expressions, whatever their case, and not in texts", async () => {
  const users = async (name: string) => usersOf(await lineage(`column/${data.carsId}?name=${name}`));
  expect(await users("Weight_in_lbs")).toEqual(["chart Heavy cars", "column heavy", "metric share_heavy"]);
  expect(await users("Miles_per_Gallon")).toEqual(["chart Heavy cars"]);
  expect(await users("Year")).toEqual([]);
  expect(await users("Cylinders")).toEqual(["chart Heavy cars", "dataset by_macro", "dataset by_origin"]);
});

test("tells what a dashboard and an alert use", async () => {
  expect(usedBy(await lineage(`dashboard/${dashboardId}`))).toEqual(
    expect.arrayContaining([
      "chart Power by origin",
      "filter Country",
      "metric power",
      "column Origin",
      "dataset cars",
    ]),
  );
  expect(usedBy(await lineage(`report/${alertId}`))).toEqual(
    expect.arrayContaining(["dashboard Cars", "field horsepower", "table main.cars"]),
  );
  expect(usedBy(await lineage(`chart/${sqlChartId}`))).toContain("column heavy");
});

test("says what removing and retyping columns breaks, with owners and views", async () => {
  await server.app.db
    .insertInto("logs")
    .values({
      action: "mount_dashboard",
      user_id: await server.userId("admin"),
      dashboard_id: dashboardId,
      slice_id: null,
      json: "{}",
      dttm: server.app.clock.timestamp(),
      duration_ms: null,
      referrer: null,
    })
    .execute();
  const found = await impact({ kind: "dataset", ids: [data.carsId], columns_removed: ["Horsepower"] });
  expect(found.affected.map(({ kind, label }) => `${kind} ${label}`)).toEqual(
    expect.arrayContaining(["chart Power by origin", "dashboard Cars", "filter Country", "report Weak cars"]),
  );
  expect(found.breaks).toEqual({ chart: 1, filter: 1, dashboard: 1, report: 1, dataset: 1 });
  expect(found.affected[0]).toMatchObject({ label: "Cars", views: 1, viewers: 1, can_edit: true });
  expect(found.affected.find(({ label }) => label === "Power by origin")).toMatchObject({
    because: expect.arrayContaining(["power"]),
    owners: [expect.objectContaining({ id: await server.userId("admin") })],
  });
  const lost = await impact({ kind: "dataset", ids: [data.carsId], columns_removed: ["Cylinders"], is_lost: true });
  expect(lost.breaks).toMatchObject({ dataset: 2, chart: 1 });
  const retyped = await impact({
    kind: "dataset",
    ids: [data.carsId],
    columns_retyped: [{ name: "Origin", type: "INT" }],
  });
  expect(retyped.breaks).toEqual({});
  expect(retyped.changes).toMatchObject({ chart: 1, filter: 1, dashboard: 1 });
});

test("says what another query, another dataset and deleting break", async () => {
  const chartOnVirtual = await chart(
    "Totals",
    { viz_type: "pie", metric: WEIGHT_OF_TOTAL, groupby: ["country"] },
    virtualId,
  );
  const sql = "SELECT Origin AS country, 1 AS n FROM cars";
  const changed = await impact({ kind: "dataset", ids: [virtualId], sql });
  expect(changed.affected.map(({ id, kind }) => `${kind} ${id}`)).toEqual(
    expect.arrayContaining([`chart ${chartOnVirtual}`, `dataset ${macroId}`]),
  );
  const swapped = await impact({ kind: "dataset", ids: [data.carsId], swapped_to: data.flightsId });
  expect(swapped.breaks).toMatchObject({ chart: 2, filter: 1 });
  const deleted = await impact({ kind: "dataset", ids: [virtualId], deleted: true });
  expect(deleted.breaks).toMatchObject({ chart: 1, dataset: 1 });
  const chartDeleted = await impact({ kind: "chart", ids: [chartId], deleted: true });
  expect(chartDeleted).toMatchObject({ breaks: { report: 1 }, changes: { dashboard: 1 } });
});

test("says what shows a chart that gets another dataset, and which filters no longer reach it", async () => {
  const swap = (to: number, client = admin) => impact({ kind: "chart", ids: [chartId], swapped_to: to }, client);
  const found = await swap(data.flightsId);
  expect(found).toMatchObject({ breaks: {}, changes: { dashboard: 1, filter: 1, report: 1 } });
  expect(found.affected.find(({ kind }) => kind === "filter")).toMatchObject({ label: "Country", because: ["Origin"] });
  expect(found.affected.find(({ kind }) => kind === "dashboard")).toMatchObject({
    label: "Cars",
    effect: "changes",
    owners: [expect.objectContaining({ id: await server.userId("admin") })],
    views: expect.any(Number),
  });
  const same = await created("dataset", {
    ...{ database: data.databaseId, schema: "main", table_name: "cars_again" },
    sql: "SELECT * FROM cars",
  });
  expect((await swap(same)).changes).toEqual({ dashboard: 1, report: 1 });
  await admin.delete(`/api/v1/dataset/${same}`);
  const body = { kind: "chart", ids: [chartId], swapped_to: 99999 };
  expect((await admin.post("/api/v1/lineage/impact", body)).status).toBe(404);
});

const WEIGHT_OF_TOTAL = { expressionType: "SIMPLE", column: { column_name: "total" }, aggregate: "MAX" };

test("shows only what the caller may see, and counts the rest", async () => {
  const reader = await server.as("reader", ["Gamma"]);
  expect((await reader.get(`/api/v1/lineage/column/${data.carsId}?name=Horsepower`)).status).toBe(404);
  expect((await reader.post("/api/v1/lineage/impact", { kind: "dataset", ids: [data.carsId] })).status).toBe(404);
  const own = await lineage(`dashboard/${dashboardId}`, await server.as("alpha"));
  expect(own.hidden).toEqual({ uses: {}, used_by: expect.anything() });
  const { db } = server.app;
  await db
    .insertInto("dataset_owners")
    .values({ dataset_id: data.carsId, user_id: await server.userId("reader") })
    .execute();
  server.app.events.changed("dataset", data.carsId);
  server.app.events.changed("user", await server.userId("reader"));
  const seen = await lineage(`column/${data.carsId}?name=Horsepower`, await server.as("reader"));
  expect(seen.used_by.report).toBe(1);
  expect(seen.hidden.used_by).toMatchObject({ report: 1, dataset: 1, column: 3 });
  expect(JSON.stringify(seen)).not.toContain("Weak cars");
  expect((await server.anonymous.get(`/api/v1/lineage/chart/${chartId}`)).status).toBe(401);
});

test("keeps up with changes, the trash and direct writes", async () => {
  const users = async () => usersOf(await lineage(`column/${data.carsId}?name=Name`));
  const id = await chart("Names", { viz_type: "pie", metric: "count", groupby: ["Name"] });
  expect(await users()).toEqual(["chart Names"]);
  const params = (column: string) => JSON.stringify({ viz_type: "pie", metric: "count", groupby: [column] });
  await admin.put(`/api/v1/chart/${id}`, { params: params("Origin") });
  expect(await users()).toEqual([]);
  await server.app.db
    .updateTable("charts")
    .set({ params: params("Name") })
    .where("id", "=", id)
    .execute();
  expect(await users()).toEqual(["chart Names"]);
  await admin.delete(`/api/v1/chart/${id}`);
  expect(await users()).toEqual([]);
  const trashed = (await admin.get<Json>("/api/v1/trash/")).body.result[0];
  await admin.post(`/api/v1/trash/${trashed.id}/restore`);
  expect(await users()).toEqual(["chart Names"]);
  await server.app.db.deleteFrom("lineage_edges").execute();
  expect(await users()).toEqual(["chart Names"]);
});

test("rejects unknown kinds and changes", async () => {
  for (const path of ["user/1", "chart/x", "chart/0", `column/${data.carsId}?name=${"x".repeat(2001)}`])
    expect([400, 404], path).toContain((await admin.get(`/api/v1/lineage/${path}`)).status);
  for (const path of ["chart/99999", `report/99999`])
    expect((await admin.get(`/api/v1/lineage/${path}`)).status).toBe(404);
  expect((await admin.post("/api/v1/lineage/impact", { kind: "dataset", ids: [] })).status).toBe(400);
  expect((await admin.post("/api/v1/lineage/impact", { kind: "dataset", ids: [1], other: 1 })).status).toBe(400);
});
