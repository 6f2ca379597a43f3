import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadSampleData, type SampleData } from "../../../testing/sample-data.ts";
import { startTestServer, type TestClient, type TestServer } from "../../../testing/server.ts";
import { chartDataOf } from "../run/answer.ts";

let server: TestServer;
let data: SampleData;
let admin: TestClient;
let alpha: TestClient;
beforeAll(async () => {
  server = await startTestServer();
  data = await loadSampleData(server.app);
  admin = await server.as("admin");
  alpha = await server.as("alpha");
});
afterAll(() => server.stop());

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;
const queryOf = (column: string, filters: object[] = []) => ({ columns: [column], metrics: ["count"], filters });
const contextOf = (column: string, filters: object[] = []) => ({
  datasource: { id: data.carsId, type: "table" },
  queries: [queryOf(column, filters)],
});
async function chartWith(query_context: object | null): Promise<number> {
  const body = {
    slice_name: "Cars",
    viz_type: "table",
    datasource_id: data.carsId,
    datasource_type: "table",
    query_context: query_context && JSON.stringify(query_context),
  };
  return (await admin.post<Json>("/api/v1/chart/", body)).body.id;
}
async function isCached(id: number): Promise<boolean> {
  await chartDataOf(server.app).cacheWritten();
  return (await admin.get<Json>(`/api/v1/chart/${id}/data/`)).body.result[0].is_cached ?? false;
}
const WARM = "/api/v1/chart/warm_up_cache";

describe("warming up", () => {
  test("caches a chart's answer, and returns why charts failed", async () => {
    const id = await chartWith(contextOf("Origin"));
    expect((await admin.put<Json>(WARM, { chart_id: id })).body).toEqual({
      result: [{ chart_id: id, viz_error: null, viz_status: "success" }],
    });
    expect(await isCached(id)).toBe(true);
    const bad = await chartWith(contextOf("nothing_like_it"));
    expect((await admin.put<Json>(WARM, { chart_id: bad })).body.result).toEqual([
      { chart_id: bad, viz_error: expect.stringContaining("nothing_like_it"), viz_status: "failed" },
    ]);
  });

  test("applies filters from a dashboard", async () => {
    const id = await chartWith(contextOf("Cylinders"));
    const filter = { col: "Origin", op: "==", val: "USA" };
    await admin.put(WARM, { chart_id: id, extra_filters: JSON.stringify([filter]) });
    await chartDataOf(server.app).cacheWritten();
    const requested = { ...contextOf("Cylinders", [filter]), form_data: { slice_id: id } };
    expect((await admin.post<Json>("/api/v1/chart/data", requested)).body.result[0].is_cached).toBe(true);
    expect((await admin.put(WARM, { chart_id: id, extra_filters: "{" })).status).toBe(400);
    expect((await admin.put(WARM, { chart_id: id, dashboard_id: 99999 })).status).toBe(404);
  });

  test("covers every chart of a table, by the current and the legacy call", async () => {
    const table = { db_name: "samples", table_name: "cars" };
    const { body } = await admin.put<Json>("/api/v1/dataset/warm_up_cache", table);
    const statuses = body.result.map((one: Json) => one.viz_status);
    expect(new Set(statuses)).toEqual(new Set(["success", "failed"]));
    expect((await admin.put("/api/v1/dataset/warm_up_cache", { ...table, table_name: "planes" })).status).toBe(404);
    const id = await chartWith(contextOf("Name"));
    expect((await admin.get<Json>(`/superset/warm_up_cache/?slice_id=${id}`)).body).toMatchObject([{ chart_id: id }]);
    expect((await admin.get<Json>("/superset/warm_up_cache/?db_name=samples&table_name=cars")).body).toHaveLength(
      statuses.length + 1,
    );
    expect((await admin.get("/superset/warm_up_cache/")).status).toBe(400);
  });

  test("is for administrators", async () => {
    expect((await alpha.put(WARM, { chart_id: 1 })).status).toBe(403);
    expect((await alpha.put("/api/v1/dataset/warm_up_cache", { db_name: "a", table_name: "b" })).status).toBe(403);
    expect((await alpha.get("/superset/warm_up_cache/?slice_id=1")).status).toBe(403);
    expect((await server.anonymous.put(WARM, { chart_id: 1 })).status).toBe(401);
    expect((await admin.put(WARM, { chart_id: 99999 })).status).toBe(404);
  });
});

describe("invalidating the cache", () => {
  test("works for datasets by key and by schema, if the caller can read them", async () => {
    const id = await chartWith(contextOf("Horsepower"));
    const forget = (client: TestClient, body: object) => client.post<Json>("/api/v1/cachekey/invalidate", body);
    await admin.get(`/api/v1/chart/${id}/data/`);
    expect(await isCached(id)).toBe(true);
    expect(await forget(await server.as("gamma"), { datasource_uids: [`${data.carsId}__table`] })).toMatchObject({
      status: 201,
      body: {},
    });
    expect(await isCached(id)).toBe(true);
    await forget(alpha, { datasource_uids: [`${data.carsId}__table`, "99999__table", "nonsense"] });
    expect(await isCached(id)).toBe(false);
    expect(await isCached(id)).toBe(true);
    const place = { database_name: "samples", datasource_name: "cars", datasource_type: "table" };
    await forget(alpha, { datasources: [{ ...place, schema: "elsewhere" }] });
    expect(await isCached(id)).toBe(true);
    await forget(alpha, { datasources: [place] });
    expect(await isCached(id)).toBe(false);
    expect((await forget(alpha, { datasources: [{ datasource_name: "cars" }] })).status).toBe(400);
    expect((await forget(server.anonymous, {})).status).toBe(401);
  });
});
