import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { chartSize } from "../../model/dashboard-layout.ts";
import { parseYaml, toYaml } from "../../model/yaml.ts";
import { loadSampleData, type SampleData } from "../../testing/sample-data.ts";
import { startTestServer, type TestClient, type TestServer } from "../../testing/server.ts";
import { readArchive, writeArchive } from "./archive.ts";

let server: TestServer;
let data: SampleData;
let admin: TestClient;

beforeAll(async () => {
  server = await startTestServer();
  data = await loadSampleData(server.app);
  admin = await server.as("admin");
});
afterAll(() => server.stop());

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;
type Files = Map<string, Json>;

async function createChart(slice_name: string, params: object = {}): Promise<number> {
  const body = { slice_name, viz_type: "table", datasource_id: data.carsId, datasource_type: "table" };
  const answer = await admin.post<Json>("/api/v1/chart/", { ...body, params: JSON.stringify(params) });
  return answer.body.id;
}

async function exported(noun: string, id: number): Promise<Files> {
  const answer = await admin.fetch(`/api/v1/${noun}/export/?q=!(${id})`);
  const files = await readArchive(Buffer.from(await answer.arrayBuffer()));
  return new Map([...files].map(([path, text]) => [path, parseYaml(text, path)]));
}

interface Sending {
  client?: TestClient;
  fields?: Record<string, string>;
  query?: string;
}

async function send(noun: string, files: Files, { client = admin, fields = {}, query = "" }: Sending = {}) {
  const texts = [...files].map(([path, file]) => [path, typeof file === "string" ? file : toYaml(file)] as const);
  const form = new FormData();
  form.set("formData", new Blob([new Uint8Array(await writeArchive("root", new Map(texts)))]), "bundle.zip");
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  const answer = await client.fetch(`/api/v1/${noun}/import/${query}`, { method: "POST", body: form });
  return { status: answer.status, body: (await answer.json()) as Json };
}

const dryRun = (noun: string, files: Files, more: Sending = {}) =>
  send(noun, files, { ...more, query: "?dry_run=true" });
const pathIn = (files: Files, start: string) => [...files.keys()].find((path) => path.startsWith(start)) ?? "";
const actions = ({ body }: { body: Json }) =>
  Object.fromEntries(body.result.items.map((item: Json) => [item.name, item.action]));
const chartNames = async () =>
  (await admin.get<Json>("/api/v1/chart/?q=(page_size:100)")).body.result.map((chart: Json) => chart.slice_name);

function asNew(files: Files, folder: string, change: (file: Json) => Json = (file) => file): Files {
  return new Map(
    [...files].map(([path, file]) => {
      return path.startsWith(folder) ? [path, change({ ...file, uuid: randomUUID() })] : [path, file];
    }),
  );
}

test("a dry run returns what an import creates, and creates nothing", async () => {
  const files = await exported("chart", await createChart("Dry source"));
  const copy = asNew(files, "charts/", (file) => ({ ...file, slice_name: "Dry copy" }));
  const reported = await dryRun("chart", copy);
  expect(reported.status).toBe(200);
  expect(actions(reported)).toEqual({ "Dry copy": "create", cars: "keep", samples: "keep" });
  expect(reported.body.result.items.find((item: Json) => item.name === "Dry copy")).toEqual({
    file: pathIn(copy, "charts/"),
    kind: "chart",
    name: "Dry copy",
    action: "create",
  });
  expect(await chartNames()).not.toContain("Dry copy");
  const done = await send("chart", copy);
  expect(actions(done)).toEqual(actions(reported));
  expect(await chartNames()).toContain("Dry copy");
});

test("a dry run reports unchanged objects as kept", async () => {
  const id = await createChart("Dry same", { color_scheme: "tessera", row_limit: 10 });
  const body = { dashboard_title: "Dry board", json_metadata: JSON.stringify({ color_scheme: "tessera" }) };
  const dashboard = (await admin.post<Json>("/api/v1/dashboard/", body)).body.id;
  await admin.put(`/api/v1/chart/${id}`, { dashboards: [dashboard] });
  const overwrite = { fields: { overwrite: "true" } };
  expect((await send("dashboard", await exported("dashboard", dashboard), overwrite)).status).toBe(200);
  const files = await exported("dashboard", dashboard);
  const same = await dryRun("dashboard", files);
  expect(new Set(Object.values(actions(same)))).toEqual(new Set(["keep"]));
  const path = pathIn(files, "dashboards/");
  expect(same.body.result.needs).toEqual({
    [path]: "Dashboard already exists and `overwrite=true` was not passed",
  });
  const tagged = new Map(files).set(path, { ...files.get(path), tags: ["Dry tag"] });
  expect(actions(await dryRun("dashboard", tagged))).toMatchObject({ "Dry board": "update" });
  files.set(path, { ...files.get(path), description: "Changed" });
  expect(actions(await dryRun("dashboard", files))).toMatchObject({ "Dry board": "update", "Dry same": "keep" });
  files.set(path, { ...files.get(path), dashboard_title: "Renamed board" });
  const renamed = (await dryRun("dashboard", files)).body.result.items.find((one: Json) => one.file === path);
  expect(renamed).toMatchObject({ name: "Renamed board", replaces: "Dry board", action: "update" });
  const { body: now } = await admin.get<Json>(`/api/v1/dashboard/${dashboard}`);
  expect(now.result.description).not.toBe("Changed");
  expect((await send("dashboard", files)).status).toBe(422);
});

test("charts without a place are exported and imported as their dashboard shows them", async () => {
  const board = (await admin.post<Json>("/api/v1/dashboard/", { dashboard_title: "No places" })).body.id;
  const charts = [await createChart("First"), await createChart("Second")];
  for (const id of charts) await admin.put(`/api/v1/chart/${id}`, { dashboards: [board] });
  const files = await exported("dashboard", board);
  expect(new Set(Object.values(actions(await dryRun("dashboard", files))))).toEqual(new Set(["keep"]));
  expect((await send("dashboard", files, { fields: { overwrite: "true" } })).status).toBe(200);
  const { result } = (await admin.get<Json>(`/api/v1/dashboard/${board}`)).body;
  const tiles = Object.values<Json>(JSON.parse(result.position_json)).filter(({ type }) => type === "CHART");
  expect(tiles.map(({ meta: { chartId, width, height } }) => ({ chartId, width, height }))).toEqual(
    charts.map((chartId) => ({ chartId, ...chartSize("table", "Table") })),
  );
  expect(await exported("dashboard", board)).toEqual(files);
});

test("a dry run keeps every kind of object that was just exported", async () => {
  const theme = await admin.post<Json>("/api/v1/theme/", { theme_name: "Dry theme", json_data: '{"token":{}}' });
  const query = { db_id: data.databaseId, label: "Dry query", sql: "select 1", schema: "main" };
  const saved = await admin.post<Json>("/api/v1/saved_query/", query);
  const ids = { theme: theme.body.id, saved_query: saved.body.id, database: data.databaseId, dataset: data.carsId };
  for (const [noun, id] of Object.entries(ids)) {
    const reported = await dryRun(noun, await exported(noun, id));
    expect([noun, reported.status, new Set(Object.values(actions(reported)))]).toEqual([noun, 200, new Set(["keep"])]);
  }
});

test("a dry run reports restores from the trash", async () => {
  const id = await createChart("Dry deleted");
  const files = await exported("chart", id);
  await admin.delete(`/api/v1/chart/${id}`);
  expect(actions(await dryRun("chart", files))).toMatchObject({ "Dry deleted": "restore" });
  expect((await admin.get(`/api/v1/chart/${id}`)).status).toBe(404);
});

test("a dry run reports unused content of a file", async () => {
  const files = asNew(await exported("chart", await createChart("Dry odd")), "charts/", (file) => ({
    ...file,
    slice_name: "Dry odd copy",
    viz_type: "spinning_globe",
    params: { ...file.params, viz_type: "spinning_globe", js_tooltip: "alert(1)", js_columns: ["a"] },
    mood: "blue",
    empty: null,
  }));
  files.set("notes/readme.txt", "hello").set("charts/.DS_Store", "x").set("roles/a.yaml", { name: "a" });
  const reported = await dryRun("chart", files);
  const path = pathIn(files, "charts/");
  expect(reported.body.result.unused).toEqual([
    { file: "root/notes/readme.txt", text: "This file isn't part of an export" },
    { file: "roles/a.yaml", text: "This file isn't part of an export" },
    { file: path, text: "Chart type “spinning_globe” isn't available: the chart is imported, but can't be drawn" },
    { file: path, text: "Scripts are kept, but never run: js_tooltip" },
    { file: path, text: "Unknown settings (not used, but included in exports): mood" },
  ]);
});

test("a dry run reports missing references of a dashboard", async () => {
  const dashboard = (await admin.post<Json>("/api/v1/dashboard/", { dashboard_title: "Dry parts", slug: "dry" })).body
    .id;
  const missing = randomUUID();
  const files = asNew(await exported("dashboard", dashboard), "dashboards/", (file) => ({
    ...file,
    theme_uuid: randomUUID(),
    position: {
      ...file.position,
      "CHART-x": { type: "CHART", id: "CHART-x", children: [], meta: { uuid: missing, width: 4, height: 50 } },
    },
    metadata: {
      ...file.metadata,
      label_colors: 7,
      filter_scopes: { 1: {} },
      default_filters: "{}",
      native_filter_configuration: [
        {
          id: "F-1",
          name: "Region",
          filterType: "filter_select",
          type: "NATIVE_FILTER",
          targets: [{ datasetUuid: missing, column: { name: "a" } }],
        },
      ],
    },
  }));
  const reported = await dryRun("dashboard", files);
  const texts = reported.body.result.unused.map((each: Json) => each.text);
  expect(texts).toEqual([
    "The slug “dry” is already in use",
    "Its theme is neither in the file nor on this server",
    "Unreadable settings (not used, but included in exports): label_colors",
    "Unknown settings (not used, but included in exports): filter_scopes",
    `Charts that are neither in the file nor on this server: ${missing}`,
    "Filter “Region”: its dataset is neither in the file nor on this server",
  ]);
});

test("a database with a taken name is reported, and imported under another name", async () => {
  const files = asNew(await exported("chart", await createChart("Dry other")), "charts/");
  const path = pathIn(files, "databases/");
  const uuid = randomUUID();
  files.set(path, { ...files.get(path), uuid });
  for (const [each, file] of files)
    if (each.startsWith("datasets/")) files.set(each, { ...file, uuid: randomUUID(), database_uuid: uuid });
  const [dataset] = [...files].filter(([each]) => each.startsWith("datasets/"));
  for (const [each, file] of files)
    if (each.startsWith("charts/")) files.set(each, { ...file, dataset_uuid: dataset?.[1].uuid });
  const reported = await dryRun("chart", files);
  expect(reported.status).toBe(200);
  expect(reported.body.result.needs).toEqual({
    [path]: { database_name: ["A database with the same name already exists."] },
  });
  expect(actions(reported)).toMatchObject({ "Dry other": "create", cars: "create" });
  expect((await send("chart", files)).status).toBe(422);
  const fields = { database_names: JSON.stringify({ [path]: "Sample of March" }) };
  expect((await dryRun("chart", files, { fields })).body.result.needs).toEqual({});
  expect((await send("chart", files, { fields })).status).toBe(200);
  const { body } = await admin.get<Json>("/api/v1/database/?q=(page_size:100)");
  expect(body.result.map((database: Json) => database.database_name)).toContain("Sample of March");
});

test("a dry run needs the same permissions as an import", async () => {
  const files = asNew(await exported("chart", await createChart("Dry rights")), "charts/");
  const gamma = await server.as("gamma");
  const [reported, done] = [
    await dryRun("chart", files, { client: gamma }),
    await send("chart", files, { client: gamma }),
  ];
  expect(reported).toEqual(done);
  expect(reported.status).toBe(422);
  const broken = new Map(files).set(pathIn(files, "charts/"), "slice_name: [");
  expect((await dryRun("chart", broken)).status).toBe(422);
  expect((await send("chart", files, { query: "?dry_run=perhaps" })).status).toBe(400);
  expect((await send("chart", files, { query: "?dry_run=True" })).status).toBe(200);
  expect(await chartNames()).not.toContain("Dry rights copy");
});

test("a dry run of all assets reports every object", async () => {
  const sent = async (query: string) => {
    const answer = await admin.fetch("/api/v1/assets/export/");
    const form = new FormData();
    form.set("bundle", new Blob([new Uint8Array(await answer.arrayBuffer())]), "assets.zip");
    return admin.fetch(`/api/v1/assets/import/${query}`, { method: "POST", body: form });
  };
  expect((await sent("")).status).toBe(200);
  const reported = await sent("?dry_run=true");
  expect(reported.status).toBe(200);
  const { items, needs } = ((await reported.json()) as Json).result;
  expect(new Set(items.map((item: Json) => item.action))).toEqual(new Set(["keep"]));
  expect(needs).toEqual({});
});
