import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadSampleData, type SampleData } from "../../testing/sample-data.ts";
import { startTestServer, type TestClient, type TestServer } from "../../testing/server.ts";

let server: TestServer;
let admin: TestClient;
let gamma: TestClient;
let data: SampleData;
let chartId: number;

beforeAll(async () => {
  server = await startTestServer();
  data = await loadSampleData(server.app);
  [admin, gamma] = [await server.as("admin"), await server.as("gamma")];
  const chart = {
    slice_name: "Cars",
    datasource_id: data.carsId,
    datasource_type: "table",
    viz_type: "pie",
    params: '{"a":1}',
  };
  chartId = (await admin.post<Json>("/api/v1/chart/", chart)).body.id;
});
afterAll(() => server.stop());

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;
const open = async (query: string) => (await admin.get<Json>(`/api/v1/explore/?${query}`)).body.result;

describe("opening", () => {
  test("a chart returns its form data, dataset, owners and history", async () => {
    const result = await open(`slice_id=${chartId}`);
    const datasource = `${data.carsId}__table`;
    expect(result.form_data).toEqual({ a: 1, viz_type: "pie", slice_id: chartId, datasource });
    expect(result.dataset).toMatchObject({ id: data.carsId, main_dttm_col: "Year" });
    expect(result.slice).toMatchObject({ slice_id: chartId, slice_name: "Cars", owners: [{ first_name: "Admin" }] });
    expect(result.metadata).toMatchObject({ owners: ["Admin User"], dashboards: [], created_by: "Admin User" });
    expect(result.message).toBeNull();
  });

  test("a dataset uses a table or the requested chart type", async () => {
    const query = `datasource_id=${data.carsId}&datasource_type=table`;
    expect(await open(query)).toMatchObject({ form_data: { viz_type: "table" }, slice: null, metadata: null });
    expect((await open(`${query}&viz_type=pie`)).form_data.viz_type).toBe("pie");
  });

  test("a missing object returns 404, an inaccessible one 403", async () => {
    expect((await admin.get("/api/v1/explore/")).status).toBe(404);
    for (const query of ["slice_id=999", `slice_id=999&datasource_id=${data.carsId}&datasource_type=table`])
      expect((await admin.get(`/api/v1/explore/?${query}`)).status).toBe(404);
    for (const query of [`datasource_id=${data.carsId}&datasource_type=table`, `slice_id=${chartId}`]) {
      const refused = await gamma.get<Json>(`/api/v1/explore/?${query}`);
      expect(refused.status).toBe(403);
      expect(refused.body.errors[0].error_type).toBe("DATASOURCE_SECURITY_ACCESS_ERROR");
      expect(JSON.stringify(refused.body)).not.toMatch(/cars/i);
    }
    expect((await server.anonymous.get("/api/v1/explore/?slice_id=1")).status).toBe(401);
  });

  test("a dataset without access returns whom to ask", async () => {
    const ada = await server.userId("ada");
    await admin.put(`/api/v1/dataset/${data.carsId}`, { owners: [ada] });
    const query = `datasource_id=${data.carsId}&datasource_type=table`;
    const refused = await gamma.get<Json>(`/api/v1/explore/?${query}`);
    const { owners } = refused.body.errors[0].extra;
    expect(owners).toContainEqual({ id: ada, first_name: "Ada", last_name: "User", email: "ada@example.org" });
  });
});

describe("form data under a key", () => {
  const body = (form_data: string) => ({
    datasource_id: data.carsId,
    datasource_type: "table",
    chart_id: chartId,
    form_data,
  });

  test("is stored, read, opened, replaced and deleted", async () => {
    const created = await admin.post<Json>("/api/v1/explore/form_data?tab_id=1", body('{"viz_type":"table","b":2}'));
    expect(created.status).toBe(201);
    const { key } = created.body;
    expect((await admin.get<Json>(`/api/v1/explore/form_data/${key}`)).body).toEqual({
      form_data: '{"viz_type":"table","b":2}',
    });
    expect((await open(`form_data_key=${key}&slice_id=${chartId}`)).form_data).toMatchObject({
      a: 1,
      b: 2,
      viz_type: "table",
    });
    expect((await admin.put<Json>(`/api/v1/explore/form_data/${key}`, body("{}"))).body).toEqual({ key });
    expect((await gamma.get(`/api/v1/explore/form_data/${key}`)).status).toBe(403);
    expect((await admin.delete<Json>(`/api/v1/explore/form_data/${key}`)).body).toEqual({
      message: "Deleted successfully",
    });
    const expired = await open(`form_data_key=${key}&slice_id=${chartId}`);
    expect(expired.message).toBe("Form data not found in cache, reverting to chart metadata.");
    expect(expired.form_data.viz_type).toBe("pie");
  });

  test("needs an existing dataset", async () => {
    expect((await admin.post("/api/v1/explore/form_data", { ...body("{}"), datasource_id: 999 })).status).toBe(404);
    expect((await admin.post("/api/v1/explore/form_data", { form_data: "{}" })).status).toBe(400);
  });

  test("must be a JSON object", async () => {
    for (const text of ["", "{", "[]", "null", `{"a":${"[".repeat(5000)}${"]".repeat(5000)}}`])
      expect((await admin.post("/api/v1/explore/form_data", body(text))).status).toBe(400);
  });
});

test("a permalink restores the state", async () => {
  const formData = { datasource: `${data.carsId}__table`, viz_type: "table", slice_id: chartId, c: 3 };
  const { status, body } = await admin.post<Json>("/api/v1/explore/permalink", { formData, urlParams: [["x", "y"]] });
  expect(status).toBe(201);
  expect(body.url).toBe(`${server.url}/superset/explore/p/${body.key}/`);
  const stored = (await admin.get<Json>(`/api/v1/explore/permalink/${body.key}`)).body;
  expect(stored).toMatchObject({ chartId, datasourceId: data.carsId, state: { formData, urlParams: [["x", "y"]] } });
  expect((await open(`permalink_key=${body.key}`)).form_data).toMatchObject({ c: 3 });
  expect((await admin.post("/api/v1/explore/permalink", { formData: {} })).status).toBe(400);
  expect((await gamma.get(`/api/v1/explore/permalink/${body.key}`)).status).toBe(403);
});
