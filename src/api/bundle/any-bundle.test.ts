import { afterAll, beforeAll, expect, test } from "vitest";
import { loadSampleData } from "../../testing/sample-data.ts";
import { startTestServer, type TestClient, type TestServer } from "../../testing/server.ts";
import { readArchive, writeArchive } from "./archive.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;

let server: TestServer;
let admin: TestClient;
let alpha: TestClient;
let chartId: number;
beforeAll(async () => {
  server = await startTestServer();
  const data = await loadSampleData(server.app);
  [admin, alpha] = [await server.as("admin"), await server.as("alpha")];
  const chart = { slice_name: "Cars", viz_type: "table", datasource_id: data.carsId, datasource_type: "table" };
  chartId = (await alpha.post<Json>("/api/v1/chart/", chart)).body.id;
});
afterAll(() => server.stop());

async function send(client: TestClient, bundle: Blob, { query = "", ...fields }: Record<string, string> = {}) {
  const body = new FormData();
  body.append("formData", bundle, "bundle.zip");
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  const answer = await client.fetch(`/api/v1/bundle/import/${query}`, { method: "POST", body });
  return { status: answer.status, body: (await answer.json()) as Json };
}

const exported = async (client: TestClient, path: string) =>
  new Blob([await (await client.fetch(`/api/v1/${path}`)).arrayBuffer()]);
const charts = () => exported(alpha, `chart/export/?q=!(${chartId})`);

async function changed(bundle: Blob, pattern: RegExp, change: (text: string) => string): Promise<Blob> {
  const files = await readArchive(Buffer.from(await bundle.arrayBuffer()));
  const texts = [...files].map(([path, text]) => [path, pattern.test(path) ? change(text) : text] as const);
  return new Blob([new Uint8Array(await writeArchive("root", new Map(texts)))]);
}

test("takes a bundle of charts, asks before it overwrites, and returns the ids", async () => {
  const renamed = await changed(await charts(), /charts\//, (text) => text.replace("Cars", "Cars by origin"));
  const plan = await send(alpha, renamed, { query: "?dry_run=true" });
  const item = plan.body.result.items.find(({ kind }: Json) => kind === "chart");
  expect(item).toMatchObject({ name: "Cars by origin", replaces: "Cars", action: "update" });
  expect(item.id).toBeUndefined();
  expect((await send(alpha, renamed)).status).toBe(422);
  const done = await send(alpha, renamed, { overwrite: "true" });
  expect(done.body.result.items.find(({ kind }: Json) => kind === "chart").id).toBe(chartId);
});

test("takes bundles of themes and of everything, with the permission of their kind", async () => {
  const theme = (await admin.post<Json>("/api/v1/theme/", { theme_name: "Sea", json_data: "{}" })).body.id;
  const themes = await exported(admin, `theme/export/?q=!(${theme})`);
  expect((await send(admin, themes, { overwrite: "true" })).body.result.items[0]).toMatchObject({ kind: "theme" });
  const everything = await exported(admin, "assets/export/");
  expect((await send(admin, everything)).status).toBe(200);
  const gamma = await server.as("gamma");
  expect((await send(gamma, everything)).status).toBe(403);
  expect((await send(gamma, await exported(alpha, "dataset/export/?q=!(1)"))).status).toBe(403);
  expect((await send(server.anonymous, themes)).status).toBe(401);
});

test("says at which line a file is broken", async () => {
  const broken = await changed(await charts(), /charts\//, (text) => `slice_name: a: b\n${text}`);
  const { status, body } = await send(alpha, broken);
  expect(status).toBe(422);
  expect(JSON.stringify(body)).toMatch(/charts\/[^"]*\.yaml":\["?\[?"?Line 1, column \d+: Nested mappings/);
});

test.each([
  ["text", "no bundle"],
  ["a list", "- 1"],
  ["JSON", "{}"],
  ["a broken archive", "PK broken"],
])("rejects %s", async (_, text) => {
  expect((await send(admin, new Blob([text]))).status).toBeGreaterThanOrEqual(400);
});
