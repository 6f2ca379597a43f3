import { afterAll, beforeAll, expect, test } from "vitest";
import { loadSampleData, type SampleData } from "../../../testing/sample-data.ts";
import { startTestServer, type TestClient, type TestServer } from "../../../testing/server.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;
let server: TestServer;
let admin: TestClient;
let data: SampleData;
let chartId: number;
let emptyId: number;

beforeAll(async () => {
  server = await startTestServer();
  data = await loadSampleData(server.app);
  admin = await server.as("admin");
  const chart = { slice_name: "Origins", viz_type: "pie", datasource_id: data.carsId, datasource_type: "table" };
  const created = await admin.post<Json>("/api/v1/chart/", { ...chart, params: JSON.stringify(form()) });
  chartId = created.body.id;
  emptyId = (await admin.post<Json>("/api/v1/chart/", { ...chart, viz_type: "none", params: "{}" })).body.id;
});
afterAll(() => server.stop());

const form = () => ({
  viz_type: "pie",
  datasource: `${data.carsId}__table`,
  metric: "count",
  groupby: ["Origin"],
  row_limit: 10,
});
const query = () => ({ columns: ["Origin"], metrics: ["count"], orderby: [["count", false]] });
const addressOf = (requested: unknown, more = "") =>
  `/api/v1/chart/data?form_data=${encodeURIComponent(typeof requested === "string" ? requested : JSON.stringify(requested))}${more}`;
const ORIGINS = ["Europe", "Japan", "USA"];
const originsOf = (body: Json) => body.result[0].data.map((row: Json) => row.Origin).sort();

test("accepts a saved chart, complete form data and a query context", async () => {
  const context = { datasource: { id: data.carsId, type: "table" }, queries: [query()] };
  for (const requested of [{ slice_id: chartId }, form(), context]) {
    const { status, body } = await admin.get<Json>(addressOf(requested));
    expect([requested, status, status === 200 && originsOf(body)]).toEqual([requested, 200, ORIGINS]);
  }
  const again = (more: string) => admin.get<Json>(addressOf({ slice_id: chartId }, more));
  expect((await again("")).body.result[0].is_cached).toBe(true);
  expect((await again("&force=true")).body.result[0].is_cached).toBeNull();
});

test("returns all cells of a grid chart, and the cell of each row", async () => {
  const grid = {
    ...form(),
    matrixify_enable: true,
    matrixify_mode_rows: "dimensions",
    matrixify_dimension_rows: { dimension: "Cylinders", values: [] },
    matrixify_dimension_selection_mode_rows: "topn",
    matrixify_topn_value_rows: 2,
    matrixify_topn_metric_rows: "count",
    matrixify_mode_columns: "metrics",
    matrixify_columns: ["count", { expressionType: "SQL", sqlExpression: "AVG(Miles_per_Gallon)", label: "avg_mpg" }],
  };
  const chart = { slice_name: "Grid", viz_type: "pie", datasource_id: data.carsId, datasource_type: "table" };
  const { body: created } = await admin.post<Json>("/api/v1/chart/", { ...chart, params: JSON.stringify(grid) });
  for (const path of [`/api/v1/chart/${created.id}/data/`, addressOf({ slice_id: created.id }), addressOf(grid)]) {
    const { body } = await admin.get<Json>(path);
    const [result] = body.result;
    expect(result.colnames).toEqual(["Cylinders", "Origin", "count", "avg_mpg"]);
    expect([...new Set(result.data.map((row: Json) => row.Cylinders))].sort()).toEqual([4, 8]);
    expect(result.data).toContainEqual(expect.objectContaining({ Cylinders: 8, Origin: "USA", count: 108 }));
    expect(result.data).toHaveLength(4);
  }
  const file = await (await admin.fetch(`/api/v1/chart/${created.id}/data/?format=csv`)).text();
  expect(file.replace("\ufeff", "").split("\n")[0]?.trim()).toBe("Cylinders,Origin,Number of rows,avg_mpg");
});

test("returns a file with the download permission", async () => {
  const answer = await admin.fetch(addressOf({ slice_id: chartId }, "&csv=true"));
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/csv; charset=utf-8"]);
  expect((await answer.text()).trim().split("\n")).toHaveLength(4);
  expect((await admin.fetch(addressOf({ slice_id: chartId }, "&csv=false"))).headers.get("content-type")).toContain(
    "json",
  );
});

test("needs the same permissions as POST", async () => {
  const gamma = await server.as("gamma");
  expect((await gamma.get(addressOf({ slice_id: chartId }))).status).toBe(404);
  const refused = await gamma.get<Json>(addressOf(form()));
  expect([refused.status, refused.body.errors[0].error_type]).toEqual([403, "DATASOURCE_SECURITY_ACCESS_ERROR"]);
  expect((await server.anonymous.get(addressOf(form()))).status).toBe(401);
});

const ODD = { viz_type: "echarts_timeseries_line", x_axis: { sqlExpression: 5 }, metrics: [5] };
const ODD_GRID = { ...ODD, metrics: ["count"], matrixify_enable: true, matrixify_mode_columns: "metrics" };

test.each([ODD, { ...ODD_GRID, matrixify_columns: ["count"] }])(
  "reports a chart with invalid form data as having no query",
  async (params) => {
    const chart = {
      slice_name: "Odd",
      viz_type: params.viz_type,
      datasource_id: data.carsId,
      datasource_type: "table",
    };
    const { id } = (await admin.post<Json>("/api/v1/chart/", { ...chart, params: JSON.stringify(params) })).body;
    for (const path of [addressOf({ slice_id: id }), `/api/v1/chart/${id}/data/`]) {
      const answer = await admin.get<Json>(path);
      expect([answer.status, answer.body.message]).toEqual([400, expect.stringMatching(/no query context saved/)]);
    }
    const warmed = await admin.put<Json>("/api/v1/chart/warm_up_cache", { chart_id: id });
    expect(warmed.status).toBe(200);
    expect(warmed.body.result).toMatchObject([{ chart_id: id, viz_error: expect.any(String) }]);
  },
);

test("rejects a request without a query", async () => {
  const requested: unknown[] = [
    "{",
    "[]",
    "7",
    "null",
    {},
    { slice_id: "x" },
    { viz_type: "none" },
    { slice_id: emptyId },
  ];
  for (const one of requested) {
    const { status } = await admin.get(addressOf(one));
    expect([one, status]).toEqual([one, 400]);
  }
  expect((await admin.get("/api/v1/chart/data")).status).toBe(400);
  expect((await admin.get(addressOf({ slice_id: 99_999 }))).status).toBe(404);
  const deep = `{"a":${"[".repeat(50_000)}${"]".repeat(50_000)}}`;
  expect([400, 414, 431]).toContain((await admin.fetch(addressOf(deep))).status);
});
