import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createClock } from "../../server/clock.ts";
import { loadSampleData, type SampleData } from "../../testing/sample-data.ts";
import { startTestServer, type TestClient, type TestServer } from "../../testing/server.ts";

const DAY = 24 * 60 * 60 * 1000;
let laterMs = 0;
let server: TestServer;
let alpha: TestClient;
let data: SampleData;
let chartId: number;

beforeAll(async () => {
  server = await startTestServer({ app: { clock: createClock(() => Date.now() + laterMs) } });
  data = await loadSampleData(server.app);
  alpha = await server.as("alpha");
  const chart = { slice_name: "Cars", datasource_id: data.carsId, datasource_type: "table", viz_type: "pie" };
  chartId = (await alpha.post<Json>("/api/v1/chart/", { ...chart, params: '{"row_limit":7}' })).body.id;
});
afterAll(() => server.stop());

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;
const open = async (query: string, client = alpha) => client.get<Json>(`/api/v1/explore/?${query}`);
const body = (form_data: object, more: object = {}) => ({
  datasource_id: data.carsId,
  datasource_type: "table",
  form_data: JSON.stringify(form_data),
  ...more,
});
const keep = async (value: object, client = alpha, tab: string = "?tab_id=1") =>
  (await client.post<Json>(`/api/v1/explore/form_data${tab}`, value)).body.key as string;

describe("stored form data", () => {
  test("has one key per session, tab, chart and dataset", async () => {
    const first = await keep(body({ a: 1 }));
    expect(await keep(body({ a: 2 }))).toBe(first);
    const others = [
      await keep(body({}), alpha, "?tab_id=2"),
      await keep(body({}), alpha, ""),
      await keep(body({}, { chart_id: chartId })),
      await keep(body({}, { datasource_id: data.flightsId })),
      await keep(body({}), await server.as("alpha")),
    ];
    expect(new Set([first, ...others]).size).toBe(6);
    expect((await alpha.get<Json>(`/api/v1/explore/form_data/${first}`)).body).toEqual({ form_data: '{"a":2}' });
  });

  test("can be changed and deleted by its author only", async () => {
    const key = await keep(body({ mine: true }));
    const admin = await server.as("admin");
    const path = `/api/v1/explore/form_data/${key}`;
    const refused = { status: 403, body: { message: "You don't have permission to modify the value." } };
    expect(await admin.put(path, body({}))).toMatchObject(refused);
    expect(await admin.delete(path)).toMatchObject(refused);
    expect((await admin.get(path)).status).toBe(200);
    expect((await alpha.put("/api/v1/explore/form_data/nothing", body({}))).status).toBe(404);
    expect((await alpha.delete("/api/v1/explore/form_data/nothing")).status).toBe(404);
  });

  test("opens with its dataset, with a dataset other than its chart's, and without its chart", async () => {
    const key = await keep(
      body({ viz_type: "table", row_limit: 9 }, { datasource_id: data.flightsId, chart_id: chartId }),
    );
    const { result } = (await open(`form_data_key=${key}`)).body;
    expect(result.form_data).toMatchObject({ row_limit: 9, slice_id: chartId, datasource: `${data.flightsId}__table` });
    expect([result.dataset.id, result.slice.slice_id]).toEqual([data.flightsId, chartId]);
    const missing = (await open(`form_data_key=gone&datasource_id=${data.carsId}&datasource_type=table`)).body.result;
    expect(missing.message).toBe("Form data not found in cache, reverting to dataset.");
    expect((await open("form_data_key=gone")).status).toBe(404);
  });

  test("expires a week after the last access", async () => {
    const key = await keep(body({ a: 1 }));
    const read = async () => (await (await server.as("alpha")).get(`/api/v1/explore/form_data/${key}`)).status;
    laterMs += 6 * DAY;
    expect(await read()).toBe(200);
    laterMs += 6 * DAY;
    expect(await read()).toBe(200);
    laterMs += 8 * DAY;
    expect(await read()).toBe(404);
    alpha = await server.as("alpha");
  });

  test.each([
    ["no form data", { form_data: undefined }, { form_data: ["Missing data for required field."] }],
    ["an unknown field", { nonsense: 1 }, { nonsense: ["Unknown field."] }],
    ["a dataset that isn't a number", { datasource_id: "x" }, { datasource_id: [expect.any(String)] }],
  ])("rejects %s", async (_, more, message) => {
    const answer = await alpha.post<Json>("/api/v1/explore/form_data", body({}, more));
    expect([answer.status, answer.body]).toEqual([400, { message }]);
  });
});

describe("permalinks", () => {
  const link = async (formData: object, client = alpha) =>
    client.post<Json>("/api/v1/explore/permalink", { formData, urlParams: [["standalone", "1"]] });

  test("the same state and user get the same key", async () => {
    const formData = { datasource: `${data.carsId}__table`, viz_type: "pie" };
    const { key } = (await link(formData)).body;
    expect((await link(formData)).body.key).toBe(key);
    expect((await link({ ...formData, viz_type: "table" })).body.key).not.toBe(key);
    const stored = (await alpha.get<Json>(`/api/v1/explore/permalink/${key}`)).body;
    expect(stored).toMatchObject({ chartId: null, datasourceId: data.carsId, datasourceType: "table" });
    expect(stored.state.urlParams).toEqual([["standalone", "1"]]);
    expect((await alpha.get("/api/v1/explore/permalink/nothing")).status).toBe(404);
    expect((await open("permalink_key=nothing")).status).toBe(404);
  });

  test("can't be created for missing or inaccessible charts and data", async () => {
    const datasource = `${data.carsId}__table`;
    expect((await link({ datasource, slice_id: 99_999 })).status).toBe(404);
    expect((await link({ datasource: "99999__table" })).status).toBe(404);
    expect((await link({ datasource }, await server.as("gamma"))).status).toBe(403);
    expect((await link({ datasource }, server.anonymous)).status).toBe(401);
  });

  test("for a chart open it with the state", async () => {
    const formData = { datasource: `${data.carsId}__table`, slice_id: chartId, row_limit: 3 };
    const { key } = (await link(formData)).body;
    const { result } = (await open(`permalink_key=${key}`)).body;
    expect(result.form_data).toMatchObject({ row_limit: 3, viz_type: "pie", slice_id: chartId });
    expect(result.form_data.url_params).toEqual({ standalone: "1" });
    expect(result.slice.form_data.row_limit).toBe(7);
    expect(result.metadata.owners).toEqual(["Alpha User"]);
  });
});
