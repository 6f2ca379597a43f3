import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadSampleData, type SampleData } from "../../testing/sample-data.ts";
import { startTestServer, type TestClient, type TestServer } from "../../testing/server.ts";
import { addAnalyst, execute } from "../../testing/sql-lab.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;

let server: TestServer;
let analyst: TestClient;
let other: TestClient;
let data: SampleData;
let id: number;

const SQL = "SELECT Name, Origin, Year FROM cars WHERE Cylinders > 4";

beforeAll(async () => {
  server = await startTestServer();
  data = await loadSampleData(server.app);
  const admin = await server.as("admin");
  analyst = await explorer("explorer");
  other = await explorer("other");
  const response = await execute(analyst, data.databaseId, SQL, { tab: "Heavy cars" });
  id = response.body.query_id;
  expect(id).toBeGreaterThan(0);
  expect((await admin.get(`/api/v1/query/${id}`)).status).toBe(200);
});
afterAll(() => server.stop());

const explorer = (name: string) =>
  addAnalyst(server, name, [
    ["datasource_access", `[samples].[cars](id:${data.carsId})`],
    ["can_read", "Explore"],
    ["can_read", "ExploreFormDataRestApi"],
    ["can_write", "ExploreFormDataRestApi"],
    ["can_read", "ExplorePermalinkRestApi"],
    ["can_write", "ExplorePermalinkRestApi"],
  ]);
const open = (query: string, client = analyst) => client.get<Json>(`/api/v1/explore/?${query}`);
const form = (more: object = {}) => ({
  datasource_id: id,
  datasource_type: "query",
  form_data: JSON.stringify({ viz_type: "pie", datasource: `${id}__query`, ...more }),
});

describe("Explore on a query", () => {
  test("has the query's columns, SQL and database", async () => {
    const { status, body } = await open(`datasource_type=query&datasource_id=${id}`);
    expect(status).toBe(200);
    const { dataset, form_data, slice } = body.result;
    expect(dataset).toMatchObject({ id, type: "query", uid: `${id}__query`, table_name: "Heavy cars", sql: SQL });
    expect(dataset.columns.map((one: Json) => [one.column_name, one.type_generic])).toEqual([
      ["Name", 1],
      ["Origin", 1],
      ["Year", 2],
    ]);
    expect(dataset.database.id).toBe(data.databaseId);
    expect([form_data.datasource, form_data.viz_type, slice]).toEqual([`${id}__query`, "table", null]);
  });

  test("stores form data under a key and behind a permalink, for users with access to the query", async () => {
    const stored = await analyst.post<Json>("/api/v1/explore/form_data?tab_id=1", form({ row_limit: 3 }));
    expect(stored.status).toBe(201);
    const { key } = stored.body;
    const again = await open(`form_data_key=${key}&datasource_id=${id}&datasource_type=query`);
    expect(again.body.result.form_data).toMatchObject({ datasource: `${id}__query`, row_limit: 3, viz_type: "pie" });
    expect((await open(`form_data_key=${key}`)).body.result.dataset.type).toBe("query");
    expect((await analyst.put(`/api/v1/explore/form_data/${key}`, form())).status).toBe(200);
    expect((await other.get(`/api/v1/explore/form_data/${key}`)).status).toBe(403);
    const link = await analyst.post<Json>("/api/v1/explore/permalink", { formData: JSON.parse(form().form_data) });
    expect(link.status).toBe(201);
    const opened = await open(`permalink_key=${link.body.key}`);
    expect(opened.body.result.dataset).toMatchObject({ id, type: "query" });
    expect((await open(`permalink_key=${link.body.key}`, other)).status).toBe(403);
    const lost = await open(`form_data_key=nothing&datasource_id=${id}&datasource_type=query`);
    expect(lost.body.result.message).toBe("Form data not found in cache, reverting to query.");
  });

  test("rejects another user's query, a missing one, and SQL that writes or has two statements", async () => {
    const address = (of: number | string) => `datasource_type=query&datasource_id=${of}`;
    expect((await open(address(id), other)).status).toBe(403);
    expect((await open(address(99_999))).status).toBe(404);
    const two = await execute(analyst, data.databaseId, "SELECT 1 AS a; SELECT 2 AS b");
    expect((await open(address(two.body.query_id))).status).toBe(400);
  });
});
