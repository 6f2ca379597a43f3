import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { accounts } from "../../server/auth/accounts.ts";
import { loadSampleData } from "../../testing/sample-data.ts";
import { startTestServer, type TestServer } from "../../testing/server.ts";
import { pass } from "../../testing/waits.ts";
import { chartDataOf } from "../chart-data/index.ts";

describe("prefetched queries", () => {
  let server: TestServer;
  let dashboardId = 0;
  let datasetId = 0;

  beforeAll(async () => {
    server = await startTestServer();
    const admin = await server.as("admin");
    datasetId = (await loadSampleData(server.app)).carsId;
    const chart = await admin.post<{ id: number }>("/api/v1/chart/", {
      slice_name: "Cars",
      viz_type: "big_number_total",
      datasource_id: datasetId,
      datasource_type: "table",
      params: JSON.stringify({ viz_type: "big_number_total", metric: "count" }),
    });
    const broken = await admin.post<{ id: number }>("/api/v1/chart/", {
      slice_name: "Broken",
      viz_type: "table",
      datasource_id: datasetId,
      datasource_type: "table",
      params: JSON.stringify({ viz_type: "table", extra_form_data: "none", adhoc_filters: "none" }),
    });
    const grid = await admin.post<{ id: number }>("/api/v1/chart/", {
      slice_name: "Grid",
      viz_type: "big_number_total",
      datasource_id: datasetId,
      datasource_type: "table",
      params: JSON.stringify(GRID),
    });
    const tile = (chartId: number) => ({ type: "CHART", children: [], meta: { chartId, width: 4, height: 20 } });
    const positions = {
      ROOT_ID: { id: "ROOT_ID", type: "ROOT", children: ["GRID_ID"] },
      GRID_ID: { id: "GRID_ID", type: "GRID", children: ["ROW-1"], parents: ["ROOT_ID"] },
      "ROW-1": { id: "ROW-1", type: "ROW", children: ["CHART-1", "CHART-2", "CHART-3"], meta: {} },
      "CHART-1": { id: "CHART-1", ...tile(broken.body.id) },
      "CHART-2": { id: "CHART-2", ...tile(chart.body.id) },
      "CHART-3": { id: "CHART-3", ...tile(grid.body.id) },
    };
    const created = await admin.post<{ id: number }>("/api/v1/dashboard/", { dashboard_title: "Cars", slug: "cars" });
    dashboardId = created.body.id;
    await admin.put(`/api/v1/dashboard/${dashboardId}`, { json_metadata: JSON.stringify({ positions }) });
  });
  afterAll(() => server.stop());

  const open = async (username: string, path: string) =>
    (await server.as(username)).fetch(path, { headers: { accept: "text/html" } });
  const stored = () => chartDataOf(server.app).cache.size;

  test("don't start for users without access, for other pages, or for a view with a custom state", async () => {
    await open("gamma", `/superset/dashboard/${dashboardId}/`);
    await open("admin", "/dashboard/list/");
    await open("admin", "/superset/dashboard/cars/?native_filters_key=abc");
    await open("admin", "/superset/dashboard/nothing-here/");
    for (const [username, reference, status] of [
      ["gamma", "cars", 403],
      ["admin", "nothing-here", 404],
    ] as const) {
      const answer = await (await server.as(username)).post(`/api/v1/dashboard/${reference}/first_view`, {});
      expect(answer.status).toBe(status);
    }
    await pass(300, "nothing may happen meanwhile");
    expect(stored()).toBe(0);
  });

  const GRID = {
    viz_type: "big_number_total",
    metric: "count",
    matrixify_enable: true,
    matrixify_mode_rows: "dimensions",
    matrixify_dimension_rows: { dimension: "Origin", values: [] },
    matrixify_dimension_selection_mode_rows: "topn",
    matrixify_topn_value_rows: 3,
    matrixify_topn_metric_rows: "count",
  };

  test("cover the visible cells of a grid", async () => {
    await open("admin", "/superset/dashboard/cars/");
    const admin = await server.as("admin");
    const cell = (origin: string) => ({
      datasource: { id: datasetId, type: "table" },
      queries: [{ columns: [], metrics: ["count"], filters: [{ col: "Origin", op: "IN", val: [origin] }], extras: {} }],
    });
    await vi.waitFor(async () => expect(await isCached(cell("USA"))).toBe(true), 20_000);
    expect(await isCached(cell("Europe"))).toBe(false);
    const { body } = await admin.post<{ result: { data: unknown[] }[] }>("/api/v1/chart/data", cell("USA"));
    expect(body.result[0]?.data).toEqual([{ count: 254 }]);
  });

  async function isCached(context: object): Promise<boolean> {
    const user = (await accounts(server.app).active(await server.userId("admin")))!;
    return (await chartDataOf(server.app).cached(user, { context })).body !== undefined;
  }
  const whole = () => ({
    datasource: { id: datasetId, type: "table" },
    queries: [{ columns: [], metrics: ["count"], filters: [], extras: {} }],
  });

  async function expectCached(): Promise<void> {
    await vi.waitFor(async () => expect(await isCached(whole())).toBe(true), 20_000);
    const admin = await server.as("admin");
    const { body } = await admin.post<{ result: { is_cached: boolean | null; data: Record<string, number>[] }[] }>(
      "/api/v1/chart/data",
      whole(),
    );
    expect(body.result[0]?.data).toEqual([{ count: 406 }]);
    expect(body.result[0]?.is_cached).toBe(true);
  }

  test("make the browser's own request a cache hit, even if another chart fails", async () => {
    await open("admin", "/superset/dashboard/cars/");
    await expectCached();
  });

  test("make the browser's request a cache hit after in-app navigation too, with a stale answer", async () => {
    const admin = await server.as("admin");
    await admin.put(`/api/v1/dataset/${datasetId}`, { cache_timeout: null });
    const before = stored();
    expect((await admin.post("/api/v1/dashboard/cars/first_view", {})).status).toBe(202);
    await vi.waitFor(() => expect(stored()).toBeGreaterThan(before), 20_000);
    await expectCached();
  });
});
