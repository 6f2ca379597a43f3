import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { typedError } from "../../../model/errors.ts";
import { loadSampleData, readFlights, registerTable, type SampleData } from "../../../testing/sample-data.ts";
import { startTestServer, type TestClient, type TestServer } from "../../../testing/server.ts";
import { layerError } from "./annotations.ts";

let server: TestServer;
let admin: TestClient;
let gamma: TestClient;
let data: SampleData;
let layerId = 0;

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;
const LAYERS = "/api/v1/annotation_layer/";
const STORM = { short_descr: "Storm", start_dttm: "2001-01-05T06:00:00", end_dttm: "2001-01-07" };

beforeAll(async () => {
  server = await startTestServer();
  data = await loadSampleData(server.app);
  admin = await server.as("admin");
  gamma = await server.as("viewer", ["Gamma"]);
  layerId = (await admin.post<Json>(LAYERS, { name: "Weather" })).body.id;
  await admin.post(`${LAYERS}${layerId}/annotation/`, { ...STORM, long_descr: "Trees fell" });
});
afterAll(() => server.stop());

const layer = (part: object) => ({ name: "Layer", show: true, showMarkers: false, ...part });
const native = (part: object = {}) => layer({ annotationType: "EVENT", sourceType: "NATIVE", value: layerId, ...part });
const RANGE = { col: "date", op: "TEMPORAL_RANGE", val: "2001-01-02 : 2001-01-09" };
const context = (layers: object[], more: object = {}) => ({
  datasource: { id: data.flightsId, type: "table" },
  queries: [{ metrics: ["count"], filters: [RANGE], annotation_layers: layers }],
  ...more,
});
async function ask(layers: object[], { client = admin, more = {} }: { client?: TestClient; more?: object } = {}) {
  const { status, body } = await client.post<Json>("/api/v1/chart/data", context(layers, more));
  return { ...body.result?.[0], status, message: body.message ?? body.errors?.[0]?.message };
}

const axis = (timeGrain: string) => ({
  sqlExpression: "date",
  label: "date",
  columnType: "BASE_AXIS",
  timeGrain,
  isColumnReference: true,
  expressionType: "SQL",
});
const FORM = { viz_type: "echarts_timeseries_line", x_axis: "date", time_grain_sqla: "P1D", metrics: ["count"] };
let charts = 0;
async function newChart(part: object = {}, datasetId = data.flightsId): Promise<number> {
  const { body } = await admin.post<Json>("/api/v1/chart/", {
    slice_name: `Chart ${++charts}`,
    viz_type: "echarts_timeseries_line",
    datasource_id: datasetId,
    datasource_type: "table",
    params: JSON.stringify(FORM),
    ...part,
  });
  return body.id;
}
const saved = (query: object, datasetId = data.flightsId) =>
  JSON.stringify({ datasource: { id: datasetId, type: "table" }, queries: [query], form_data: {} });
const ofChart = (value: number, part: object = {}) =>
  layer({ annotationType: "TIME_SERIES", sourceType: "line", value, ...part });

const DAY = 86_400_000;
const perDay = new Map<number, number>();
for (const { date } of readFlights()) {
  const day = Date.parse(`${date.slice(0, 10).replaceAll("/", "-")}Z`);
  perDay.set(day, (perDay.get(day) ?? 0) + 1);
}
const days = (from: string, to: string) =>
  [...perDay]
    .filter(([day]) => day >= Date.parse(from) && day < Date.parse(to))
    .map(([date, count]) => ({ date, count }))
    .sort((a, b) => a.date - b.date);
const byDate = (records: { date: number }[]) => records.toSorted((a, b) => a.date - b.date);

describe("native annotations", () => {
  test("come with the chart's data, whatever its time range", async () => {
    const answer = await ask([native()]);
    expect(answer.annotation_data).toEqual({
      Layer: {
        columns: ["start_dttm", "end_dttm", "short_descr", "long_descr", "json_metadata"],
        records: [
          {
            start_dttm: Date.UTC(2001, 0, 5, 6),
            end_dttm: Date.UTC(2001, 0, 7),
            short_descr: "Storm",
            long_descr: "Trees fell",
            json_metadata: null,
          },
        ],
      },
    });
  });

  test("are always current", async () => {
    const id = (await admin.post<Json>(LAYERS, { name: "Changing" })).body.id;
    const records = async () => (await ask([native({ value: id })])).annotation_data.Layer.records;
    expect(await records()).toEqual([]);
    const createdId = (await admin.post<Json>(`${LAYERS}${id}/annotation/`, STORM)).body.id;
    expect(await records()).toMatchObject([{ short_descr: "Storm" }]);
    expect(await records()).toMatchObject([{ short_descr: "Storm" }]);
    await admin.put(`${LAYERS}${id}/annotation/${createdId}`, { short_descr: "Flood" });
    expect(await records()).toMatchObject([{ short_descr: "Flood" }]);
    await admin.delete(`${LAYERS}${id}/annotation/${createdId}`);
    expect(await records()).toEqual([]);
    expect((await ask([native({ value: 999_999 })])).annotation_data.Layer.records).toEqual([]);
  });

  test("aren't returned for formulas, or for results other than the chart's", async () => {
    const formula = layer({ annotationType: "FORMULA", value: "2x", name: "Line" });
    expect((await ask([formula, native({ name: "constructor" })])).annotation_data).toMatchObject({
      constructor: { records: [{ short_descr: "Storm" }] },
    });
    expect((await ask([formula])).annotation_data).toEqual({});
    const samples = await ask([native()], { more: { result_type: "samples" } });
    expect(samples).toMatchObject({ status: 200, annotation_data: {} });
  });

  test("are visible with the annotation permission, and in a saved chart to its viewers", async () => {
    await server.userId("viewer", ["Gamma"]);
    const reader = await server.as("reader", ["Gamma", "DataReader"]);
    const roles = await server.app.db.insertInto("roles").values({ name: "DataReader" }).returning("id").execute();
    const roleId = roles[0]?.id ?? 0;
    await server.app.db
      .insertInto("role_permissions")
      .values({ role_id: roleId, permission: "all_datasource_access", view: "all_datasource_access" })
      .execute();
    const userId = await server.userId("reader");
    await server.app.db.insertInto("user_roles").values({ role_id: roleId, user_id: userId }).execute();
    server.app.events.changed("role");
    server.app.events.changed("user");
    expect(await ask([], { client: reader })).toMatchObject({ status: 200 });
    const refused = { records: [], error: "Forbidden" };
    expect((await ask([native()], { client: reader })).annotation_data).toEqual({ Layer: refused });
    const params = JSON.stringify({ ...FORM, annotation_layers: [native()] });
    const slice_id = await newChart({ params });
    const shown = await ask([native()], { client: reader, more: { form_data: { slice_id } } });
    expect(shown.annotation_data.Layer.records).toHaveLength(1);
    const other = (await admin.post<Json>(LAYERS, { name: "Secret" })).body.id;
    const more = { form_data: { slice_id } };
    const hidden = await ask([native({ value: other })], { client: reader, more });
    expect(hidden.annotation_data).toEqual({ Layer: refused });
    expect((await ask([native()], { client: gamma, more })).status).toBe(403);
  });

  test("can't be added to a chart by users who can't see them", async () => {
    const reader = await server.as("reader", ["Gamma", "DataReader"]);
    const hidden = (await admin.post<Json>(LAYERS, { name: "Hidden" })).body.id;
    const of = (layer: object) => ({ params: JSON.stringify({ ...FORM, annotation_layers: [layer] }) });
    const chart = { slice_name: "Own", datasource_id: data.flightsId, datasource_type: "table", ...of(native()) };
    const own = await reader.post<Json>("/api/v1/chart/", chart);
    expect(own.status, "seen in another chart").toBe(201);
    const path = `/api/v1/chart/${own.body.id}`;
    const refused = { params: [`Annotation layers do not exist: ${hidden}`] };
    for (const value of [hidden, String(hidden)]) {
      const layer = native({ value });
      const created = await reader.post<Json>("/api/v1/chart/", { ...chart, ...of(layer) });
      expect([created.status, created.body.message]).toEqual([422, refused]);
      expect((await reader.put<Json>(path, of(layer))).status).toBe(422);
    }
    await admin.put(path, of(native({ value: hidden })));
    expect((await reader.put(path, of(native({ value: hidden, color: "#aa0000" })))).status).toBe(200);

    const named = await admin.post<Json>(LAYERS, { name: "Named" });
    const otherChart = await admin.post<Json>("/api/v1/chart/", { ...chart, ...of(native({ value: named.body.id })) });
    const bundle = await (await admin.fetch(`/api/v1/chart/export/?q=!(${otherChart.body.id})`)).blob();
    await admin.delete(`/api/v1/chart/${otherChart.body.id}`);
    const form = new FormData();
    form.set("formData", bundle, "bundle.zip");
    expect((await reader.fetch("/api/v1/chart/import/", { method: "POST", body: form })).status).toBe(200);
    const imported = await server.app.db.selectFrom("charts").select("params").orderBy("id", "desc").execute();
    expect(JSON.parse(imported[0]?.params ?? "").annotation_layers).toMatchObject([{ value: null }]);
  });
});

describe("another chart's data", () => {
  test("is the answer of its saved query", async () => {
    const query = { columns: [axis("P1D")], metrics: ["count"], filters: [RANGE] };
    const chart = await newChart({ query_context: saved(query) });
    const { annotation_data } = await ask([ofChart(chart)]);
    expect(byDate(annotation_data.Layer.records)).toEqual(days("2001-01-02", "2001-01-09"));
    expect(Object.keys(annotation_data.Layer)).toEqual(["records"]);
  });

  test("is that of its form data if no query was saved", async () => {
    const chart = await newChart();
    expect(byDate((await ask([ofChart(chart)])).annotation_data.Layer.records)).toEqual(days("2000", "2002"));
  });

  test("uses this chart's range, or its own, depending on the layer", async () => {
    const query = { columns: [axis("P1D")], metrics: ["count"] };
    const chart = await newChart({ query_context: saved(query) });
    const records = async (overrides: object) =>
      byDate((await ask([ofChart(chart, { overrides })])).annotation_data.Layer.records);
    expect(await records({ time_range: null })).toEqual(days("2001-01-02", "2001-01-09"));
    expect(await records({ time_range: "2001-01-20 : 2001-01-23" })).toEqual(days("2001-01-20", "2001-01-23"));
    expect(await records({})).toEqual(days("2000", "2002"));
    const monthly = await records({ time_grain_sqla: "P1M" });
    expect(monthly[0]?.date).toBe(Date.UTC(2001, 0, 1));
    expect(monthly.length).toBeLessThan(5);
  });

  test("is shown at this chart's time if shifted", async () => {
    const query = { columns: [axis("P1D")], metrics: ["count"], filters: [RANGE] };
    const chart = await newChart({ query_context: saved(query) });
    const overrides = { time_range: "2001-01-15 : 2001-01-18", time_shift: "7 days" };
    const { annotation_data } = await ask([ofChart(chart, { overrides })]);
    expect(byDate(annotation_data.Layer.records)).toEqual(
      days("2001-01-08", "2001-01-11").map((row) => ({ ...row, date: row.date + 7 * DAY })),
    );
  });

  test("changes with that chart", async () => {
    const query = { columns: [axis("P1D")], metrics: ["count"], filters: [RANGE] };
    const chart = await newChart({ query_context: saved(query) });
    const before = await ask([ofChart(chart)]);
    const narrower = { ...query, filters: [{ ...RANGE, val: "2001-01-03 : 2001-01-04" }] };
    await admin.put(`/api/v1/chart/${chart}`, { query_context: saved(narrower) });
    const after = await ask([ofChart(chart)]);
    expect(before.annotation_data.Layer.records).toHaveLength(7);
    expect(after.annotation_data.Layer.records).toHaveLength(1);
    await expect.poll(async () => (await ask([ofChart(chart)])).is_cached).toBe(true);
  });

  test("can't recurse", async () => {
    const chart = await newChart();
    const own = { columns: [axis("P1D")], metrics: ["count"], annotation_layers: [ofChart(chart)] };
    await admin.put(`/api/v1/chart/${chart}`, { query_context: saved(own) });
    expect((await ask([ofChart(chart)])).status).toBe(200);
  });

  test("returns 400 if unavailable", async () => {
    const failure = async (part: object) => {
      const { status, message } = await ask([layer({ annotationType: "EVENT", sourceType: "table", ...part })]);
      return [status, message];
    };
    expect(await failure({ value: 999_999 })).toEqual([400, "The chart does not exist"]);
    expect(await failure({ value: "soon" })).toEqual([400, "The chart does not exist"]);
    const unknown = await newChart({ viz_type: "mystery", params: "{}" });
    expect(await failure({ value: unknown })).toEqual([400, "The chart query context does not exist"]);
    const unfinished = await newChart({ params: JSON.stringify({ ...FORM, metrics: [] }) });
    expect(await failure({ value: unfinished })).toEqual([400, "The chart query context does not exist"]);
    expect((await failure({ value: unknown, annotationType: "PARTY" }))[1]).toContain(
      "annotation_layers.annotationType",
    );
  });

  test("that fails leaves the chart and other layers unchanged, and is retried later", async () => {
    const unknown = await newChart({ query_context: saved({ metrics: ["nothing"] }) });
    const failing = await newChart({
      query_context: saved({ metrics: ["count"], extras: { where: "no_such_column = 1" } }),
    });
    const layers = [ofChart(unknown, { name: "A" }), ofChart(failing, { name: "B" }), native({ name: "C" })];
    const answer = await ask(layers);
    expect(answer).toMatchObject({
      status: 200,
      rowcount: 1,
      annotation_data: {
        A: { records: [], error: "Metric 'nothing' does not exist" },
        B: { records: [], error: expect.stringContaining("no_such_column") },
        C: { records: [{ short_descr: "Storm" }] },
      },
    });
    await admin.put(`/api/v1/chart/${unknown}`, { query_context: saved({ metrics: ["count"] }) });
    expect((await ask(layers)).annotation_data.A).toEqual({ records: [{ count: readFlights().length }] });
  });

  test("still needs access to its dataset", async () => {
    const secretId = await registerTable(server.app, data.databaseId, {
      name: "secret_cars",
      time: "Year",
      sql: "select * from cars",
    });
    const secret = await newChart({ params: JSON.stringify({ ...FORM, x_axis: "Year" }) }, secretId);
    const half = await server.as("half", ["Gamma"]);
    const dataset = `[samples].[flights](id:${data.flightsId})`;
    const [role] = await server.app.db.insertInto("roles").values({ name: "Flights" }).returning("id").execute();
    await server.app.db
      .insertInto("role_permissions")
      .values({ role_id: role?.id ?? 0, permission: "datasource_access", view: dataset })
      .execute();
    const values = { role_id: role?.id ?? 0, user_id: await server.userId("half") };
    await server.app.db.insertInto("user_roles").values(values).execute();
    server.app.events.changed("role");
    server.app.events.changed("user");
    expect((await ask([], { client: half })).status).toBe(200);
    expect(await ask([ofChart(secret)], { client: half })).toMatchObject({
      status: 400,
      message: "The chart does not exist",
    });
    const owners = [await server.userId("half")];
    const visible = await newChart({ query_context: saved({ metrics: ["count"] }), owners }, secretId);
    const shown = async (client: TestClient) => (await ask([ofChart(visible)], { client })).annotation_data.Layer;
    const refused = { records: [], error: expect.stringContaining("access") };
    expect(await shown(half)).toEqual(refused);
    expect((await shown(admin)).records).toHaveLength(1);
    expect(await shown(half)).toEqual(refused);
  });
});

test.each([
  [
    typedError("BACKEND_TIMEOUT_ERROR", "The query took longer than the limit of 60 seconds and was stopped."),
    "Query timeout",
  ],
  [typedError("COLUMN_DOES_NOT_EXIST_ERROR", "no_such_column does not exist"), "no_such_column does not exist"],
])("a layer whose query fails explains why: %s", (error, text) => {
  expect(layerError(error)).toEqual({ records: [], error: text });
});
