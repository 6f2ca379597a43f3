import { afterAll, beforeAll, expect, test } from "vitest";
import { loadSampleData } from "../../testing/sample-data.ts";
import { startTestServer, type TestClient, type TestServer } from "../../testing/server.ts";
import { readArchive } from "../bundle/archive.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;
const SECRET = "Zanzibar";
const PATH = "/api/v1/dashboard";
let server: TestServer;
let admin: TestClient;
let flyer: TestClient;
const charts = { hidden: { id: 0, uuid: "" }, visible: { id: 0, uuid: "" } };

beforeAll(async () => {
  server = await startTestServer();
  const data = await loadSampleData(server.app);
  admin = await server.as("admin");
  const { id: role_id } = await server.app.db
    .insertInto("roles")
    .values({ name: "flyers" })
    .returning("id")
    .executeTakeFirstOrThrow();
  const pair = { role_id, permission: "datasource_access", view: `[samples].[flights](id:${data.flightsId})` };
  await server.app.db.insertInto("role_permissions").values(pair).execute();
  flyer = await server.as("flyer", ["Gamma", "flyers"]);
  const create = async (slice_name: string, datasource_id: number) => {
    const query_context = JSON.stringify({
      datasource: { id: datasource_id, type: "table" },
      queries: [{ a: SECRET }],
    });
    const values = {
      slice_name,
      datasource_id,
      datasource_type: "table",
      viz_type: "table",
      params: "{}",
      query_context,
    };
    const { id } = (await admin.post<Json>("/api/v1/chart/", values)).body;
    return { id, uuid: (await admin.get<Json>(`/api/v1/chart/${id}`)).body.result.uuid };
  };
  charts.hidden = await create("Hidden", data.carsId);
  charts.visible = await create("Visible", data.flightsId);
});
afterAll(() => server.stop());

const layoutOf = (...metas: object[]) => ({
  ROOT_ID: { id: "ROOT_ID", type: "ROOT", children: ["GRID_ID"] },
  GRID_ID: { id: "GRID_ID", type: "GRID", children: metas.map((_, n) => `CHART-${n}`) },
  ...Object.fromEntries(
    metas.map((meta, n) => [`CHART-${n}`, { id: `CHART-${n}`, type: "CHART", children: [], meta }]),
  ),
});
async function metasOf(client: TestClient, id: number): Promise<Json[]> {
  const layout = JSON.parse((await client.get<Json>(`${PATH}/${id}`)).body.result.position_json);
  return [0, 1].map((n) => layout[`CHART-${n}`].meta);
}
const chartsOn = async (id: number) => (await admin.get<Json>(`${PATH}/${id}/charts`)).body.result;

async function mixed(): Promise<{ id: number; json_metadata: string }> {
  const positions = layoutOf({ chartId: charts.visible.id }, { chartId: charts.hidden.id });
  const json_metadata = JSON.stringify({ positions });
  const values = { dashboard_title: "Mixed", published: true, json_metadata };
  return { id: (await admin.post<Json>(`${PATH}/`, values)).body.id, json_metadata };
}

test("a layout gets the uuids of visible charts, and leaves hidden ones unchanged", async () => {
  const guess = { chartId: charts.hidden.id, sliceName: "my guess", width: 4 };
  const json_metadata = JSON.stringify({ positions: layoutOf({ chartId: charts.visible.id }, guess) });
  const { id } = (await flyer.post<Json>(`${PATH}/`, { dashboard_title: "Curious", json_metadata })).body;
  const expected = [{ chartId: charts.visible.id, uuid: charts.visible.uuid }, guess];
  expect(await metasOf(flyer, id)).toEqual(expected);
  expect((await flyer.put(`${PATH}/${id}`, { json_metadata })).status).toBe(200);
  expect(await metasOf(flyer, id)).toEqual(expected);
  const copy = await flyer.post<Json>(`${PATH}/${id}/copy/`, { dashboard_title: "Copy", json_metadata });
  expect(await metasOf(flyer, copy.body.result.id)).toEqual(expected);
});

test("a copy clones visible charts, and keeps the originals of hidden ones", async () => {
  const { id, json_metadata } = await mixed();
  const body = { dashboard_title: "Mine", duplicate_slices: true, json_metadata };
  const copied = await flyer.post<Json>(`${PATH}/${id}/copy/`, body);
  const placed = await chartsOn(copied.body.result.id);
  expect(placed.map(({ slice_name }: Json) => slice_name).sort()).toEqual(["Hidden", "Visible"]);
  const own = placed.map((chart: Json) => chart.id);
  expect([own.includes(charts.hidden.id), own.includes(charts.visible.id)]).toEqual([true, false]);
  for (const chart of own) {
    const { status, body: shown } = await flyer.get<Json>(`/api/v1/chart/${chart}`);
    if (status === 200) expect(shown.result.slice_name).toBe("Visible");
  }
});

test("a bundle leaves out charts that its exporter can't see, also if their dataset was deleted", async () => {
  const { id } = await mixed();
  await server.app.db.updateTable("charts").set({ datasource_id: null }).where("id", "=", charts.hidden.id).execute();
  const answer = await flyer.fetch(`${PATH}/export/?q=!(${id})`);
  expect(answer.status).toBe(200);
  const bundle = await readArchive(Buffer.from(await answer.arrayBuffer()));
  const names = [...bundle.keys()].filter((path) => path.startsWith("charts/"));
  expect(names).toEqual([expect.stringMatching(/^charts\/Visible_/)]);
  const own = (await admin.fetch(`${PATH}/export/?q=!(${id})`)).arrayBuffer();
  const whole = await readArchive(Buffer.from(await own));
  expect([...whole.keys()].filter((path) => path.startsWith("charts/"))).toHaveLength(2);
});
