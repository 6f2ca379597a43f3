import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { routeRegistry } from "../../server/http/route.ts";
import { loadSampleData } from "../../testing/sample-data.ts";
import { startTestServer, type TestClient, type TestServer } from "../../testing/server.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;

const MOMENT = { start_dttm: "2020-01-01T00:00:00", end_dttm: "2020-01-02T00:00:00" };
const IDS = { used: 0, ofPart: 0, ofOwnPart: 0, foreign: 0, theme: 0, foreignTheme: 0, css: 0, dashboard: 0 };

async function embeddingServer(guestRole: string) {
  const embedding = { guestRole, guestTokenSecret: undefined, guestTokenAudience: undefined, guestTokenSeconds: 300 };
  const server = await startTestServer({ config: { embedding } });
  const admin = await server.as("admin");
  const { carsId } = await loadSampleData(server.app);
  const create = async (path: string, body: object) => (await admin.post<Json>(path, body)).body.id as number;
  for (const name of ["used", "ofPart", "ofOwnPart", "foreign"] as const) {
    IDS[name] = await create("/api/v1/annotation_layer/", { name });
    await create(`/api/v1/annotation_layer/${IDS[name]}/annotation/`, { short_descr: `event ${name}`, ...MOMENT });
  }
  IDS.theme = await create("/api/v1/theme/", { theme_name: "Ours", json_data: "{}" });
  IDS.foreignTheme = await create("/api/v1/theme/", { theme_name: "Theirs", json_data: "{}" });
  IDS.css = await create("/api/v1/css_template/", { template_name: "Theirs", css: ".a{}" });
  const layers = (value: number) => [{ name: "L", annotationType: "EVENT", sourceType: "NATIVE", value }];
  const chart = (viz_type: string, params: object) =>
    create("/api/v1/chart/", {
      ...{ slice_name: viz_type, datasource_id: carsId, datasource_type: "table", viz_type },
      params: JSON.stringify({ viz_type, ...params }),
    });
  const part = await chart("echarts_timeseries_line", { annotation_layers: layers(IDS.ofPart) });
  const own = JSON.stringify({ params: JSON.stringify({ annotation_layers: layers(IDS.ofOwnPart) }) });
  const charts = [
    await chart("echarts_timeseries_line", { annotation_layers: layers(IDS.used) }),
    await chart("deck_multi", { deck_slices: [part] }),
    await chart("cartodiagram", { selected_chart: own }),
  ];
  const children = charts.map((id) => `CHART-${id}`);
  const positions = {
    ROOT_ID: { id: "ROOT_ID", type: "ROOT", children: ["GRID_ID"] },
    GRID_ID: { id: "GRID_ID", type: "GRID", children },
    ...Object.fromEntries(
      charts.map((id) => [`CHART-${id}`, { id: `CHART-${id}`, type: "CHART", children: [], meta: { chartId: id } }]),
    ),
  };
  const json_metadata = JSON.stringify({ positions });
  const board = { dashboard_title: "Ours", theme_id: IDS.theme, json_metadata };
  IDS.dashboard = await create("/api/v1/dashboard/", board);
  await chart("pie", { annotation_layers: layers(IDS.foreign) });
  await create("/api/v1/dashboard/", { dashboard_title: "Theirs", published: true, theme_id: IDS.foreignTheme });
  const embedded = await admin.post<Json>(`/api/v1/dashboard/${IDS.dashboard}/embedded`, { allowed_domains: [] });
  const resources = [{ type: "dashboard", id: embedded.body.result.uuid }];
  const { body } = await admin.post<Json>("/api/v1/security/guest_token/", { user: {}, resources, rls: [] });
  const headers = { "x-guesttoken": body.token };
  return { server, admin, get: (path: string) => server.anonymous.get<Json>(path, headers) };
}

describe.each(["Public", "Admin"])("a guest with the role %s", (role) => {
  let server: TestServer;
  let admin: TestClient;
  let get: TestClient["get"];
  beforeAll(async () => {
    ({ server, admin, get } = await embeddingServer(role));
  });
  afterAll(() => server.stop());

  test("reads only the annotation layers of the dashboard's charts", async () => {
    const { body } = await get<Json>("/api/v1/annotation_layer/?q=(order_column:name,order_direction:asc)");
    expect(body.result.map(({ name }: Json) => name)).toEqual(["ofOwnPart", "ofPart", "used"]);
    for (const id of [IDS.used, IDS.ofPart, IDS.ofOwnPart]) {
      expect((await get(`/api/v1/annotation_layer/${id}`)).status).toBe(200);
      expect((await get<Json>(`/api/v1/annotation_layer/${id}/annotation/`)).body.count).toBe(1);
    }
    for (const path of ["", "/annotation/", `/annotation/${IDS.foreign}`]) {
      expect((await get(`/api/v1/annotation_layer/${IDS.foreign}${path}`)).status).toBe(404);
    }
  });

  test("reads only the dashboard's theme, without its creator", async () => {
    const { body } = await get<Json>("/api/v1/theme/");
    expect(body.ids).toEqual([IDS.theme]);
    const { result } = (await get<Json>(`/api/v1/theme/${IDS.theme}`)).body;
    expect(result).toMatchObject({ theme_name: "Ours", changed_by_name: "" });
    expect(JSON.stringify(result)).not.toContain("Admin");
    expect((await get(`/api/v1/theme/${IDS.foreignTheme}`)).status).toBe(404);
  });

  test("reads no CSS templates: dashboards contain their own CSS", async () => {
    expect((await get<Json>("/api/v1/css_template/")).body.ids).toEqual([]);
    expect((await get(`/api/v1/css_template/${IDS.css}`)).status).toBe(404);
    expect((await admin.get(`/api/v1/css_template/${IDS.css}`)).status).toBe(200);
  });

  test("learns nothing about the installation from any other call", async () => {
    const answered: string[] = [];
    for (const { operation } of server.app.once(routeRegistry).routes) {
      if (operation.method !== "GET" || !/^\/(api|dynamic|superset|datasource|tabstate)/.test(operation.path)) continue;
      const path = operation.path.replace(/:column\b|:column_name/, "owners").replace(/:\w+/g, "1");
      const { status, body } = await get(path);
      if (status === 200 && Object.keys(body).length > 0) answered.push(operation.path);
    }
    const OWN = /^\/api\/v1\/(dashboard|chart|annotation_layer|theme|css_template)\//;
    expect(answered.filter((path) => !OWN.test(path))).toEqual([
      "/api/v1/me/",
      "/api/v1/me/roles/",
      "/api/v1/me/queue/",
      "/api/v1/security/sign_in_options/",
    ]);
    expect((await get<Json>("/api/v1/dashboard/")).body.ids).toEqual([IDS.dashboard]);
    expect((await get<Json>("/api/v1/chart/")).body.ids).toEqual([]);
  });
});
