import { afterAll, beforeAll, expect, test } from "vitest";
import { parseYaml } from "../../model/yaml.ts";
import { loadSampleData, type SampleData } from "../../testing/sample-data.ts";
import { startTestServer, type TestClient, type TestServer } from "../../testing/server.ts";
import { readArchive, writeArchive } from "./archive.ts";

let source: TestServer;
let target: TestServer;
let here: TestClient;
let there: TestClient;
let data: SampleData;
let sourceChart: number;
let layerId: number;
let annotated: number;

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;
const STORM = { short_descr: "Storm", start_dttm: "2001-01-05T06:00:00", end_dttm: "2001-01-07T00:00:00" };
const FORM = { viz_type: "echarts_timeseries_line", x_axis: "date", time_grain_sqla: "P1D", metrics: ["count"] };

async function newChart(slice_name: string, annotation_layers: object[]): Promise<number> {
  const params = { ...FORM, annotation_layers };
  const query_context = {
    datasource: { id: data.flightsId, type: "table" },
    queries: [{ metrics: ["count"], annotation_layers }],
    form_data: params,
  };
  const { body } = await here.post<Json>("/api/v1/chart/", {
    slice_name,
    viz_type: FORM.viz_type,
    datasource_id: data.flightsId,
    datasource_type: "table",
    params: JSON.stringify(params),
    query_context: JSON.stringify(query_context),
  });
  return body.id;
}

beforeAll(async () => {
  [source, target] = [await startTestServer(), await startTestServer()];
  data = await loadSampleData(source.app);
  [here, there] = [await source.as("admin"), await target.as("admin")];
  for (let spare = 0; spare < 3; spare++) await newChart(`Spare ${spare}`, []);
  await here.post("/api/v1/annotation_layer/", { name: "Spare" });
  layerId = (await here.post<Json>("/api/v1/annotation_layer/", { name: "Weather", descr: "Bad" })).body.id;
  await here.post(`/api/v1/annotation_layer/${layerId}/annotation/`, { ...STORM, long_descr: "Trees fell" });
  sourceChart = await newChart("Flights a day", []);
  annotated = await newChart("Annotated", [
    { name: "Storms", annotationType: "EVENT", sourceType: "NATIVE", value: layerId, color: "#aa0000", made_up: 1 },
    { name: "Days", annotationType: "TIME_SERIES", sourceType: "line", value: sourceChart },
    { name: "Target", annotationType: "FORMULA", value: "2x" },
    { name: "Odd", annotationType: "PARTY" },
  ]);
});
afterAll(async () => {
  await source.stop();
  await target.stop();
});

async function exported(client: TestClient, id = annotated): Promise<ReadonlyMap<string, string>> {
  const answer = await client.fetch(`/api/v1/chart/export/?q=!(${id})`);
  expect(answer.status).toBe(200);
  return readArchive(Buffer.from(await answer.arrayBuffer()));
}

async function imported(client: TestClient, files: ReadonlyMap<string, string>, overwrite = false): Promise<number> {
  const form = new FormData();
  form.set("formData", new Blob([new Uint8Array(await writeArchive("bundle", files))]), "bundle.zip");
  if (overwrite) form.set("overwrite", "true");
  const answer = await client.fetch("/api/v1/chart/import/", { method: "POST", body: form });
  return answer.status;
}

async function chartNamed(client: TestClient, name: string): Promise<Json> {
  const q = encodeURIComponent(`(filters:!((col:slice_name,opr:eq,value:'${name}')))`);
  const { body } = await client.get<Json>(`/api/v1/chart/?q=${q}`);
  const [row] = body.result;
  return row && (await client.get<Json>(`/api/v1/chart/${row.id}`)).body.result;
}

test("a bundle includes the charts and layers that its annotation layers show", async () => {
  const files = await exported(here);
  expect(
    [...files.keys()]
      .map((path) => path.replace(/_\d+\.yaml$/, "_N.yaml"))
      .filter((name) => /^(charts|annotation_layers)\//.test(name))
      .sort(),
  ).toEqual(["annotation_layers/Weather_N.yaml", "charts/Annotated_N.yaml", "charts/Flights_a_day_N.yaml"]);
  const layer = parseYaml([...files].find(([path]) => path.startsWith("annotation_layers/"))?.[1] ?? "", "layer");
  expect(layer).toMatchObject({ name: "Weather", descr: "Bad", annotations: [{ short_descr: "Storm" }] });
});

test("annotation layers show the same data on another server, under other ids", async () => {
  expect(await imported(there, await exported(here))).toBe(200);
  const chart = await chartNamed(there, "Annotated");
  const days = await chartNamed(there, "Flights a day");
  const layers = (await there.get<Json>("/api/v1/annotation_layer/")).body.result;
  expect(layers.map((one: Json) => one.name)).toEqual(["Weather"]);
  expect([days.id, layers[0].id]).not.toEqual([sourceChart, layerId]);
  const moved = [
    { name: "Storms", sourceType: "NATIVE", value: layers[0].id, color: "#aa0000", made_up: 1 },
    { name: "Days", value: days.id },
    { name: "Target", value: "2x" },
    { name: "Odd", annotationType: "PARTY" },
  ];
  expect(JSON.parse(chart.params).annotation_layers).toMatchObject(moved);
  const context = JSON.parse(chart.query_context);
  expect(context.queries[0].annotation_layers).toMatchObject(moved);
  expect(context.form_data.annotation_layers).toMatchObject(moved);
  const { body } = await there.get<Json>(`/api/v1/annotation_layer/${layers[0].id}/annotation/`);
  expect(body.result).toMatchObject([{ ...STORM, long_descr: "Trees fell" }]);
});

test("importing again reuses existing layers", async () => {
  expect(await imported(there, await exported(here), true)).toBe(200);
  expect((await there.get<Json>("/api/v1/annotation_layer/")).body.count).toBe(1);
  const [layer] = (await there.get<Json>("/api/v1/annotation_layer/")).body.result;
  expect(JSON.parse((await chartNamed(there, "Annotated")).params).annotation_layers[0].value).toBe(layer.id);
});

test("missing references are kept without pointing to other objects", async () => {
  const files = new Map([...(await exported(here))].filter(([name]) => !/Weather|Flights_a_day/.test(name)));
  const fresh = await startTestServer();
  const client = await fresh.as("admin");
  await client.post("/api/v1/annotation_layer/", { name: "Something else" });
  expect(await imported(client, files)).toBe(200);
  expect(JSON.parse((await chartNamed(client, "Annotated")).params).annotation_layers).toMatchObject([
    { name: "Storms", value: null },
    { name: "Days", value: null },
    { name: "Target", value: "2x" },
    { name: "Odd" },
  ]);
  await fresh.stop();
});

test("a broken layer file is reported and nothing is saved", async () => {
  const files = new Map(await exported(here));
  files.set("annotation_layers/Weather_1.yaml", "name: Weather\nannotations:\n- short_descr: Storm\n");
  const fresh = await startTestServer();
  const client = await fresh.as("admin");
  expect(await imported(client, files)).toBe(422);
  expect((await client.get<Json>("/api/v1/chart/")).body.count).toBe(0);
  await fresh.stop();
});

test("layer charts of a map are included, and referenced by their new ids", async () => {
  const layer = await newChart("Airports seen", []);
  const params = {
    deck_slices: [layer, String(layer), 999_999_999, { viz_type: "deck_arc", datasource: `${data.flightsId}__table` }],
    selected_chart: JSON.stringify({ id: layer, params: JSON.stringify({ datasource: `${data.flightsId}__table` }) }),
  };
  const { body } = await here.post<Json>("/api/v1/chart/", {
    slice_name: "Of others",
    viz_type: "deck_multi",
    datasource_id: data.flightsId,
    datasource_type: "table",
    params: JSON.stringify(params),
    query_context: JSON.stringify({ queries: [], form_data: params }),
  });
  const files = await exported(here, body.id);
  expect([...files.keys()].filter((path) => path.startsWith("charts/"))).toHaveLength(2);
  expect(await imported(there, files)).toBe(200);

  const [part, whole] = [await chartNamed(there, "Airports seen"), await chartNamed(there, "Of others")];
  const datasource = JSON.parse(whole.params).datasource;
  expect(part.id).not.toBe(layer);
  for (const form of [JSON.parse(whole.params), JSON.parse(whole.query_context).form_data]) {
    expect(form.deck_slices).toEqual([part.id, String(part.id), 999_999_999, { viz_type: "deck_arc", datasource }]);
    const selected = JSON.parse(form.selected_chart);
    expect(selected.id).toBe(part.id);
    expect(JSON.parse(selected.params)).toEqual({ datasource });
  }
  expect([...(await exported(there, whole.id))]).toEqual([...files]);
});
