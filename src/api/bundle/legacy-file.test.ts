import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadSampleData, type SampleData } from "../../testing/sample-data.ts";
import { startTestServer, type TestClient, type TestServer } from "../../testing/server.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;

let server: TestServer;
let admin: TestClient;
let data: SampleData;
beforeAll(async () => {
  server = await startTestServer();
  data = await loadSampleData(server.app);
  admin = await server.as("admin");
});
afterAll(() => server.stop());

const slice = (id: number, slice_name: string, table = "cars") => ({
  __Slice__: {
    id,
    slice_name,
    viz_type: "table",
    datasource_name: table,
    datasource_type: "table",
    params: JSON.stringify({ remote_id: id, database_name: "samples", datasource_name: table, groupby: ["Origin"] }),
  },
});
const tile = (chartId: number) => ({
  id: `CHART-${chartId}`,
  type: "CHART",
  children: [],
  meta: { chartId, width: 4 },
});
const dashboard = (changes: object = {}) => ({
  dashboards: [
    {
      __Dashboard__: {
        dashboard_title: "From long ago",
        slug: "long-ago",
        css: ".old {}",
        slices: [slice(71, "Placed"), slice(72, "Not placed"), slice(73, "Of a table not here", "boats")],
        position_json: JSON.stringify({
          DASHBOARD_VERSION_KEY: "v2",
          ROOT_ID: { id: "ROOT_ID", type: "ROOT", children: ["GRID_ID"] },
          GRID_ID: { id: "GRID_ID", type: "GRID", children: ["ROW-1"], parents: ["ROOT_ID"] },
          "ROW-1": { id: "ROW-1", type: "ROW", children: ["CHART-71"], meta: {} },
          "CHART-71": tile(71),
        }),
        json_metadata: JSON.stringify({
          remote_id: 9,
          timed_refresh_immune_slices: [71],
          native_filter_configuration: [
            {
              id: "NATIVE_FILTER-1",
              name: "Origin",
              filterType: "filter_select",
              targets: [{ datasetId: 31, column: { name: "Origin" } }],
            },
          ],
        }),
        ...changes,
      },
    },
  ],
  datasources: [
    {
      __SqlaTable__: {
        id: 31,
        table_name: "cars",
        params: JSON.stringify({ remote_id: 31, database_name: "samples" }),
        columns: [{ __TableColumn__: { column_name: "Origin", type: "TEXT", groupby: true } }],
        metrics: [{ __SqlMetric__: { metric_name: "n", expression: "COUNT(*)" } }],
      },
    },
    {
      __SqlaTable__: {
        table_name: "boats",
        sql: "select 1 as length",
        params: JSON.stringify({ database_name: "samples" }),
        columns: [{ __TableColumn__: { column_name: "length", type: "BIGINT" } }],
        metrics: [{ __SqlMetric__: { metric_name: "longest", expression: "MAX(length)" } }],
      },
    },
  ],
});

async function send(noun: string, content: string, { client = admin, overwrite = false } = {}) {
  const body = new FormData();
  body.set("formData", new Blob([content]), "export.json");
  if (overwrite) body.set("overwrite", "true");
  const answer = await client.fetch(`/api/v1/${noun}/import/`, { method: "POST", body });
  return { status: answer.status, body: (await answer.json()) as Json };
}

describe("a dashboard as JSON", () => {
  test("is imported with its charts, datasets, filters and layout, and again only with overwrite", async () => {
    expect(await send("dashboard", JSON.stringify(dashboard()))).toMatchObject({ status: 200 });
    const path = "/api/v1/dashboard/long-ago";
    const { result } = (await admin.get<Json>(path)).body;
    expect(result).toMatchObject({ dashboard_title: "From long ago", css: ".old {}" });
    const charts = (await admin.get<Json>(`${path}/charts`)).body.result;
    expect(charts.map((chart: Json) => chart.slice_name).sort()).toEqual([
      "Not placed",
      "Of a table not here",
      "Placed",
    ]);
    const placed = charts.find((chart: Json) => chart.slice_name === "Placed");
    expect(placed.form_data).toMatchObject({
      datasource: `${data.carsId}__table`,
      groupby: ["Origin"],
      slice_id: placed.id,
    });
    const tiles = Object.values(JSON.parse(result.position_json)).filter((part: Json) => part.type === "CHART");
    expect(tiles.map((part: Json) => part.meta.chartId).sort()).toEqual(charts.map((chart: Json) => chart.id).sort());
    const metadata = JSON.parse(result.json_metadata);
    expect(metadata.timed_refresh_immune_slices).toEqual([placed.id]);
    expect(metadata.native_filter_configuration[0].targets).toEqual([
      { datasetId: data.carsId, column: { name: "Origin" } },
    ]);
    const boats = (await admin.get<Json>("/api/v1/dataset/?q=(filters:!((col:table_name,opr:eq,value:boats)))")).body;
    expect(boats).toMatchObject({ count: 1, result: [{ kind: "virtual" }] });
    const again = await send("dashboard", JSON.stringify(dashboard()));
    expect(again.status).toBe(422);
    expect(again.body.errors[0].message).toContain("Dashboard already exists and `overwrite=true` was not passed");
    const changed = JSON.stringify(dashboard({ css: ".new {}" }));
    expect((await send("dashboard", changed, { overwrite: true })).status).toBe(200);
    expect((await admin.get<Json>(path)).body.result).toMatchObject({ id: result.id, css: ".new {}" });
    const cars = (await admin.get<Json>(`/api/v1/dataset/${data.carsId}`)).body.result;
    expect(cars.columns.length).toBeGreaterThan(1);
  });

  test("gets a layout if it has none", async () => {
    const old = dashboard({ slug: "no-layout", dashboard_title: "No layout", position_json: "[]" });
    expect((await send("dashboard", JSON.stringify(old))).status).toBe(200);
    const { position_json } = (await admin.get<Json>("/api/v1/dashboard/no-layout")).body.result;
    expect(Object.values(JSON.parse(position_json)).filter((part: Json) => part.type === "CHART")).toHaveLength(3);
  });
});

test("imports a dataset as YAML into an existing database", async () => {
  const yaml = (database: string) => `
databases:
- database_name: ${database}
  tables:
  - table_name: planes
    sql: select 7 as wings
    columns:
    - {column_name: wings, type: BIGINT}
    metrics:
    - {metric_name: most, expression: MAX(wings)}
`;
  expect((await send("dataset", yaml("samples"))).status).toBe(200);
  const { result } = (await admin.get<Json>("/api/v1/dataset/?q=(filters:!((col:table_name,opr:eq,value:planes)))"))
    .body;
  const shown = (await admin.get<Json>(`/api/v1/dataset/${result[0].id}`)).body.result;
  expect(shown.metrics).toMatchObject([{ metric_name: "most", expression: "MAX(wings)" }]);
  const absent = await send("dataset", yaml("nowhere"));
  expect(absent).toMatchObject({ status: 422, body: { errors: [{ error_type: "GENERIC_COMMAND_ERROR" }] } });
});

test.each([
  ["dashboard", "{}"],
  ["dashboard", '{"dashboards": []}'],
  ["dashboard", '{"dashboards": [{"__Dashboard__": 7}]}'],
  ["dashboard", '{"dashboards": [{"__proto__": {"__Dashboard__": {}}}]}'],
  ["dashboard", "[".repeat(10_000)],
  ["dashboard", '{"a":'.repeat(5000)],
  ["dataset", "databases: 7"],
  ["dataset", "databases:\n- tables:\n  - {}\n  database_name: samples"],
  ["dataset", "a: &a [*a, *a]"],
  ["dataset", "!!js/function 'x'"],
  ["chart", "{}"],
])("a file that isn't an old %s export is rejected: %.40s", async (noun, content) => {
  const { status, body } = await send(noun, content);
  expect([status, JSON.stringify(body).length < 1000]).toEqual([422, true]);
});

test("importing an old file needs the import permission", async () => {
  const gamma = await server.as("gamma");
  const content = JSON.stringify(dashboard({ slug: "sneaked" }));
  expect((await send("dashboard", content, { client: gamma })).status).toBe(422);
  expect((await admin.get("/api/v1/dashboard/sneaked")).status).toBe(404);
  expect((await send("dashboard", content, { client: await server.as("nobody", ["Public"]) })).status).toBe(403);
  expect((await send("dashboard", content, { client: server.anonymous })).status).toBe(401);
});
