import { afterAll, beforeAll, expect, test } from "vitest";
import { parseYaml, toYaml } from "../../model/yaml.ts";
import { loadSampleData, type SampleData } from "../../testing/sample-data.ts";
import { startTestServer, type TestClient, type TestServer } from "../../testing/server.ts";
import { readArchive, writeArchive } from "./archive.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;

let server: TestServer;
let data: SampleData;
let admin: TestClient;
let alpha: TestClient;
let chartId: number;
beforeAll(async () => {
  server = await startTestServer();
  data = await loadSampleData(server.app);
  [admin, alpha] = [await server.as("admin"), await server.as("alpha")];
  const chart = { slice_name: "Cars", viz_type: "table", datasource_id: data.carsId, datasource_type: "table" };
  chartId = (await alpha.post<Json>("/api/v1/chart/", chart)).body.id;
});
afterAll(() => server.stop());

const BASE = "/api/v1/folder/";
const make = async (client: TestClient, body: object): Promise<number> => (await client.post<Json>(BASE, body)).body.id;
const put = (client: TestClient, folder: number | "none", id = chartId) =>
  client.post<Json>(`${BASE}${folder}/objects`, { objects: [{ type: "chart", id }] });
const folderOf = async (): Promise<string | undefined> => {
  const q = "?q=(select_columns:!(id,folder.name))";
  const { result } = (await admin.get<Json>(`/api/v1/chart/${q}`)).body;
  return result.find((row: Json) => row.id === chartId)?.folder?.name;
};
const exported = async (): Promise<Blob> =>
  new Blob([await (await alpha.fetch(`/api/v1/chart/export/?q=!(${chartId})`)).arrayBuffer()]);
async function imported(client: TestClient, bundle: Blob): Promise<number> {
  const body = new FormData();
  body.append("formData", bundle, "charts.zip");
  body.append("overwrite", "true");
  return (await client.fetch("/api/v1/chart/import/", { method: "POST", body })).status;
}

async function withFolders(bundle: Blob, change: (folders: Json[]) => Json[]): Promise<Blob> {
  const files = await readArchive(Buffer.from(await bundle.arrayBuffer()));
  const texts = [...files].map(([path, text]) => {
    if (!path.endsWith("folders.yaml")) return [path, text] as const;
    const content = parseYaml(text, path) as Json;
    return [path, toYaml({ ...content, folders: change(content.folders) })] as const;
  });
  return new Blob([new Uint8Array(await writeArchive("root", new Map(texts)))]);
}

test("a bundle has the folders of its objects without rights, and brings them back", async () => {
  const outer = await make(alpha, { name: "Finance", description: "Money", editors: [await server.userId("gamma")] });
  const inner = await make(alpha, { name: "Reports", parent_id: outer });
  await make(alpha, { name: "Other" });
  await put(alpha, inner);
  const bundle = await exported();
  const files = await readArchive(Buffer.from(await bundle.arrayBuffer()));
  const [path] = [...files.keys()].filter((name) => name.endsWith("folders.yaml"));
  const { folders } = parseYaml(files.get(path ?? "") ?? "", "folders.yaml") as Json;
  const chart = await server.app.db.selectFrom("charts").select("uuid").where("id", "=", chartId).executeTakeFirst();
  expect(folders.map(({ name, charts }: Json) => [name, charts]).sort()).toEqual([
    ["Finance", []],
    ["Reports", [chart?.uuid]],
  ]);
  expect(JSON.stringify(folders)).not.toMatch(/owners|editors|roles/);
  await alpha.delete(`${BASE}?q=!(${inner},${outer})`);
  expect(await folderOf()).toBeUndefined();
  expect(await imported(alpha, bundle)).toBe(200);
  expect(await folderOf()).toBe("Reports");
  const { result } = (await alpha.get<Json>(BASE)).body;
  const found = new Map<string, Json>(result.map((row: Json) => [row.name, row]));
  expect(found.get("Reports").parent_id).toBe(found.get("Finance").id);
  expect(found.get("Finance")).toMatchObject({ description: "Money", editors: [], owners: [{ first_name: "Alpha" }] });
  expect(await (await exported()).text()).toBe(await bundle.text());
});

test("an import puts nothing into a folder that the user can't edit", async () => {
  const theirs = await make(admin, { name: "Board" });
  await make(alpha, { name: "Mine" });
  const bundle = await exported();
  const { uuid } = (await admin.get<Json>(`${BASE}${theirs}`)).body.result;
  const changed = await withFolders(bundle, (folders) => {
    const folder = folders.find(({ charts }: Json) => charts.length > 0);
    return [{ ...folder, uuid, name: "Renamed", parent_uuid: null }];
  });
  const before = await folderOf();
  expect(await imported(alpha, changed)).toBe(200);
  expect(await folderOf()).toBe(before);
  expect((await admin.get<Json>(`${BASE}${theirs}`)).body.result).toMatchObject({
    name: "Board",
    counts: { chart: 0 },
  });
});

test("folders that contain each other, and broken ones, are refused or left out", async () => {
  const bundle = await exported();
  const around = (folders: Json[]) =>
    folders.map((folder, i) => ({ ...folder, uuid: `${i}aaaaaaa-0000-4000-8000-00000000000${i}` }));
  const cycle = await withFolders(bundle, (folders) => {
    const [a, b] = around(folders);
    return [
      { ...a, parent_uuid: b.uuid },
      { ...b, parent_uuid: a.uuid },
    ];
  });
  expect(await imported(alpha, cycle)).toBe(200);
  const unnamed = await withFolders(bundle, ([folder]) => [{ ...folder, name: "" }]);
  expect(await imported(alpha, unnamed)).toBe(422);
});
