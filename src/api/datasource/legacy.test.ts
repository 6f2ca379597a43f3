import { afterAll, beforeAll, expect, test } from "vitest";
import { loadSampleData, type SampleData } from "../../testing/sample-data.ts";
import { startTestServer, type TestClient, type TestServer } from "../../testing/server.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;

let server: TestServer;
let admin: TestClient;
let gamma: TestClient;
let data: SampleData;
beforeAll(async () => {
  server = await startTestServer();
  data = await loadSampleData(server.app);
  admin = await server.as("admin");
  gamma = await server.as("gamma");
});
afterAll(() => server.stop());

const form = (fields: Record<string, string>): RequestInit => ({ method: "POST", body: new URLSearchParams(fields) });

test("a dataset is read, and saved with changes", async () => {
  const path = `/datasource/get/table/${data.carsId}/`;
  const { body: before } = await admin.get<Json>(path);
  expect(before).toMatchObject({ id: data.carsId, table_name: "cars", type: "table" });
  const columns = before.columns.map((column: Json) => ({ ...column, description: `About ${column.column_name}` }));
  const changed = { ...before, description: "Cars of the seventies", columns, owners: [await server.userId("admin")] };
  const saved = await admin.fetch("/datasource/save/", form({ data: JSON.stringify(changed) }));
  expect(saved.status).toBe(200);
  const { body: after } = await admin.get<Json>(path);
  expect(after.description).toBe("Cars of the seventies");
  expect(after.columns.map((column: Json) => [column.id, column.description])).toEqual(
    before.columns.map((column: Json) => [column.id, `About ${column.column_name}`]),
  );
  expect(after.metrics).toMatchObject(before.metrics.map(({ changed_on: _, ...metric }: Json) => metric));
  const again = await admin.post("/datasource/save/", { data: JSON.stringify(after) });
  expect([again.status, (await admin.get<Json>(path)).body.owners]).toEqual([200, after.owners]);
});

test("certification and warnings of columns are returned as fields", async () => {
  const path = `/api/v1/dataset/${data.flightsId}`;
  const { columns } = (await admin.get<Json>(path)).body.result;
  const extra = JSON.stringify({ certification: { certified_by: "Ada", details: "checked" }, warning_markdown: "old" });
  const part = ({ id, column_name }: Json, n: number) => ({ id, column_name, extra: n === 0 ? extra : "[1]" });
  expect((await admin.put(path, { columns: columns.map(part) })).status).toBe(200);
  const { dataset } = (await admin.get<Json>(`/api/v1/explore/?datasource_id=${data.flightsId}&datasource_type=table`))
    .body.result;
  const certification = {
    is_certified: true,
    certified_by: "Ada",
    certification_details: "checked",
    warning_markdown: "old",
  };
  const none = { is_certified: false, certified_by: null, certification_details: null, warning_markdown: null };
  expect(dataset.columns[0]).toMatchObject(certification);
  expect(dataset.columns[1]).toMatchObject(none);
  expect(dataset.metrics[0]).toMatchObject(none);
});

test("invalid saves and those of other users are rejected", async () => {
  const { body } = await admin.get<Json>(`/datasource/get/table/${data.carsId}/`);
  const save = (client: TestClient, text: string) => client.post<Json>("/datasource/save/", { data: text });
  for (const text of ["{", "7", "[]"]) expect((await save(admin, text)).status).toBe(400);
  expect((await save(admin, JSON.stringify({ ...body, offset: "late" }))).body.message).toHaveProperty("offset");
  expect((await save(admin, JSON.stringify({ ...body, columns: [7] }))).status).toBe(400);
  expect((await save(admin, JSON.stringify({ ...body, id: 99999 }))).status).toBe(404);
  expect((await save(await server.as("alpha"), JSON.stringify(body))).status).toBe(403);
  expect((await save(gamma, JSON.stringify(body))).status).toBe(403);
});

test("reading needs access to the rows", async () => {
  const path = `/datasource/get/table/${data.carsId}/`;
  expect((await gamma.get(path)).status).toBe(403);
  expect((await admin.get(path.replace("table", "query"))).status).toBe(400);
  expect((await admin.get(`/datasource/get/table/99999/`)).status).toBe(404);
  expect((await server.anonymous.get(path)).status).toBe(401);
});

test("a query returns only its results, and a chart only its form data", async () => {
  const metrics = [{ expressionType: "SQL", sqlExpression: "9007199254740993", label: "big" }];
  const context = { datasource: { id: data.carsId, type: "table" }, queries: [{ metrics: ["count"], columns: [] }] };
  const ask = (client: TestClient, body: object) => client.post<Json>("/api/v1/query/", body);
  const answer = await ask(admin, { query_context: JSON.stringify(context) });
  expect(answer.body.map((result: Json) => result.data)).toEqual([[{ count: 406 }]]);
  const exact = JSON.stringify({ ...context, queries: [{ metrics, columns: [] }] });
  expect(await (await admin.fetch("/api/v1/query/", form({ query_context: exact }))).text()).toContain(
    "9007199254740993",
  );
  expect((await ask(admin, { query_context: "{" })).status).toBe(400);
  expect((await ask(admin, {})).status).toBe(400);
  expect((await ask(gamma, { query_context: JSON.stringify(context) })).status).toBe(403);
  const chart = { slice_name: "Old", viz_type: "table", datasource_id: data.carsId, datasource_type: "table" };
  const { id } = (await admin.post<Json>("/api/v1/chart/", { ...chart, params: '{"row_limit": 7}' })).body;
  expect((await admin.get<Json>(`/api/v1/form_data/?slice_id=${id}`)).body).toMatchObject({ row_limit: 7 });
  expect((await admin.get<Json>("/api/v1/form_data/")).body).toEqual({});
  expect((await gamma.get(`/api/v1/form_data/?slice_id=${id}`)).status).toBe(404);
  expect((await admin.get("/api/v1/form_data/?slice_id=x")).status).toBe(400);
});

test("a dataset returns rendered templates on request", async () => {
  const body = { database: data.databaseId, table_name: "templated", sql: "select {{ 1 + 1 }} as two" };
  const { id } = (await admin.post<Json>("/api/v1/dataset/", body)).body;
  const expression = "MAX({{ 'two' }})";
  await admin.put(`/api/v1/dataset/${id}`, { metrics: [{ metric_name: "m", expression }] });
  const shown = (await admin.get<Json>(`/api/v1/dataset/${id}?include_rendered_sql=true`)).body.result;
  expect(shown).toMatchObject({ sql: body.sql, rendered_sql: "select 2 as two" });
  expect(shown.metrics).toMatchObject([{ expression, rendered_expression: "MAX(two)" }]);
  expect((await admin.get<Json>(`/api/v1/dataset/${id}`)).body.result).not.toHaveProperty("rendered_sql");
});
