import { afterAll, beforeAll, expect, test } from "vitest";
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

test("only visible related objects are listed", async () => {
  const related = async (client: TestClient, path: string) =>
    Object.entries((await client.get<Json>(path)).body).map(([kind, { count, result }]: [string, Json]) => [
      kind,
      count,
      result.map(({ id }: Json) => id),
    ]);
  const create = async (path: string, body: object) => (await admin.post<{ id: number }>(path, body)).body.id;
  const charts: number[] = [];
  for (const id of [data.carsId, data.flightsId]) {
    const chart = { slice_name: `Of ${id}`, viz_type: "table", datasource_id: id, datasource_type: "table" };
    charts.push(await create("/api/v1/chart/", chart));
  }
  const boards: number[] = [];
  for (const [i, published] of [
    [0, true],
    [0, false],
    [1, true],
  ] as const) {
    const board = await create("/api/v1/dashboard/", { dashboard_title: `Board ${i}`, published });
    await admin.put(`/api/v1/chart/${charts[i]}`, { dashboards: [...(i === 0 ? boards : []), board] });
    boards.push(board);
  }
  const rights = { permission: "datasource_access", view: `[samples].[cars](id:${data.carsId})` };
  const role = await server.app.db
    .insertInto("roles")
    .values({ name: "Cars" })
    .returning("id")
    .executeTakeFirstOrThrow();
  await server.app.db
    .insertInto("role_permissions")
    .values({ role_id: role.id, ...rights })
    .execute();
  const own = await server.as("cars reader", ["Gamma", "Cars"]);
  const path = `/api/v1/database/${data.databaseId}/related_objects/`;
  expect(await related(own, path)).toEqual([
    ["datasets", 1, [data.carsId]],
    ["charts", 1, [charts[0]]],
    ["dashboards", 1, [boards[0]]],
    ["sqllab_tab_states", 0, []],
  ]);
  expect(await related(own, `/api/v1/dataset/${data.carsId}/related_objects`)).toEqual([
    ["charts", 1, [charts[0]]],
    ["dashboards", 1, [boards[0]]],
  ]);
  expect(await related(admin, path)).toMatchObject([
    ["datasets", 2, [data.carsId, data.flightsId]],
    ["charts", 2, charts],
    ["dashboards", 3, boards],
    ["sqllab_tab_states", 0, []],
  ]);
  await admin.delete(`/api/v1/dashboard/?q=!(${boards})`);
  await admin.delete(`/api/v1/chart/?q=!(${charts})`);
});
