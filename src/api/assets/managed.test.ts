import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadSampleData, type SampleData } from "../../testing/sample-data.ts";
import { startTestServer, type TestClient, type TestServer } from "../../testing/server.ts";
import { apply, list } from "./contract.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;

let server: TestServer;
let data: SampleData;
let admin: TestClient;
let chartId: number;
let freeId: number;
let dashboardId: number;

beforeAll(async () => {
  server = await startTestServer();
  data = await loadSampleData(server.app);
  admin = await server.as("admin");
  chartId = await createChart("Sales");
  freeId = await createChart("Costs");
  dashboardId = (await admin.post<Json>("/api/v1/dashboard/", { dashboard_title: "Overview" })).body.id;
  const { result } = await admin.call(list, {});
  const isManaged = ({ kind, name }: { kind: string; name: string }) =>
    `${kind} ${name}` === "chart Sales" || kind === "dashboard" || kind === "dataset" || kind === "database";
  const paths = Object.fromEntries(result.filter(isManaged).map(({ path, key }) => [path, key]));
  await admin.call(apply, { body: { files: {}, paths, managed_by: "https://git.example/analytics" } });
});
afterAll(() => server.stop());

async function createChart(slice_name: string): Promise<number> {
  const body = { slice_name, viz_type: "table", datasource_id: data.carsId, datasource_type: "table" };
  return (await admin.post<Json>("/api/v1/chart/", { ...body, params: '{"metrics":["count"]}' })).body.id;
}

const refusalFor = (name: string) => ({
  status: 403,
  body: {
    message: expect.stringMatching(`^${name} is edited in https://git.example/analytics/\\S+\\.yaml\\. Edit it`),
  },
});

describe("an object that files manage", () => {
  test("isn't changed, deleted, moved or tagged through the API, one by one or in bulk", async () => {
    const [chart, dashboard] = [`/api/v1/chart/${chartId}`, `/api/v1/dashboard/${dashboardId}`];
    const folder = (await admin.post<Json>("/api/v1/folder/", { name: "Team" })).body.id;
    const move = (type: string, id: number) =>
      admin.post(`/api/v1/folder/${folder}/objects`, { objects: [{ type, id }] });
    const attempts: [string, () => Promise<{ status: number; body: unknown }>][] = [
      ["Sales", () => admin.put(chart, { slice_name: "Mine" })],
      ["Sales", () => admin.delete(chart)],
      ["Sales", () => admin.delete(`/api/v1/chart/?q=!(${freeId},${chartId})`)],
      ["Sales", () => admin.post(`${chart}/versions/1/restore`)],
      ["Sales", () => move("chart", chartId)],
      ["Sales", () => admin.post(`/api/v1/tag/2/${chartId}/`, { properties: { tags: ["mine"] } })],
      ["Overview", () => admin.put(dashboard, { dashboard_title: "Mine" })],
      ["Overview", () => admin.put(`${dashboard}/filters`, { deleted: [], modified: [], reordered: [] })],
      ["Overview", () => admin.put(`${dashboard}/colors`, { color_scheme: "supersetColors" })],
      ["Overview", () => admin.delete(dashboard)],
      ["Overview", () => admin.delete(`/api/v1/dashboard/?q=!(${dashboardId})`)],
      ["Overview", () => admin.put(`/api/v1/chart/${freeId}`, { dashboards: [dashboardId] })],
      ["cars", () => admin.put(`/api/v1/dataset/${data.carsId}`, { description: "mine" })],
      ["cars", () => admin.delete(`/api/v1/dataset/?q=!(${data.carsId})`)],
      ["\\w+", () => admin.put(`/api/v1/database/${data.databaseId}`, { expose_in_sqllab: false })],
      ["\\w+", () => admin.delete(`/api/v1/database/${data.databaseId}`)],
    ];
    for (const [i, [name, attempt]] of attempts.entries())
      expect([i, await attempt()]).toMatchObject([i, refusalFor(name)]);
    const bulk = {
      tags: [
        {
          name: "q3",
          objects_to_tag: [
            ["chart", chartId],
            ["chart", freeId],
          ],
        },
      ],
    };
    expect((await admin.post<Json>("/api/v1/tag/bulk_create", bulk)).body.result).toEqual({
      objects_tagged: [["chart", freeId]],
      objects_skipped: [["chart", chartId]],
    });
    expect((await admin.get<Json>(`/api/v1/chart/${freeId}`)).body.result.slice_name).toBe("Costs");
  });

  test("keeps the query context that its chart type generates", async () => {
    const query_context = JSON.stringify({ datasource: { id: data.carsId, type: "table" }, queries: [] });
    const body = { query_context, query_context_generation: true };
    expect((await admin.put(`/api/v1/chart/${chartId}`, body)).status).toBe(200);
  });

  test("is changed by its program, and by everyone else once it's detached", async () => {
    const chart = `/api/v1/chart/${chartId}`;
    expect((await admin.put(chart, { slice_name: "Theirs", is_managed_externally: true })).status).toBe(200);
    expect((await admin.put(chart, { is_managed_externally: false, external_url: null })).status).toBe(200);
    expect((await admin.put(chart, { slice_name: "Mine" })).status).toBe(200);
    expect((await admin.delete(chart)).status).toBe(200);
  });

  test("is deleted by its program when its file is gone", async () => {
    const asset = (await admin.call(list, {})).result.find(
      ({ kind, name }) => kind === "dashboard" && name === "Overview",
    );
    const remove = [{ kind: "dashboard" as const, key: asset?.key ?? "" }];
    await admin.call(apply, { body: { files: {}, remove } });
    expect((await admin.get(`/api/v1/dashboard/${dashboardId}`)).status).toBe(404);
  });
});
