import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestClient, type TestServer } from "../../testing/server.ts";
import { inBundle, isBundleFile, writeArchive } from "./archive.ts";

let server: TestServer;
let admin: TestClient;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.as("admin");
});
afterAll(() => server.stop());

const THEME = (name: string) => `theme_name: ${name}\njson_data: {}\nuuid: ${randomUUID()}\nversion: 1.0.0\n`;
const metadata = (type: string) => `version: 1.0.0\ntype: ${type}\n`;

async function imported(call: string, files: Record<string, string>) {
  const bytes = await writeArchive("x", new Map(Object.entries(files)));
  const form = new FormData();
  form.set("formData", new Blob([new Uint8Array(bytes)]), "bundle.zip");
  const answer = await admin.fetch(`/api/v1/${call}/import/`, { method: "POST", body: form });
  return { status: answer.status, text: await answer.text() };
}

test.each([
  ["at the top", ""],
  ["in a folder", "export/"],
  ["deeper", "a/b/export/"],
])("uses the folder of metadata.yaml as the bundle root: %s", (_, root) => {
  const files = new Map([
    [`${root}metadata.yaml`, "m"],
    [`${root}dashboards/d.yaml`, "d"],
    [`${root}datasets/examples/t.yaml`, "t"],
    ["elsewhere.yaml", "e"],
  ]);
  expect(Object.fromEntries(inBundle(files).files)).toMatchObject({
    "metadata.yaml": "m",
    "dashboards/d.yaml": "d",
    "datasets/examples/t.yaml": "t",
  });
});

test("accepts folder names in any case and the .yml extension", () => {
  const files = new Map([
    ["Export/Metadata.yml", "m"],
    ["Export/Dashboards/Sales.yml", "d"],
    ["Export/TAGS.yaml", "t"],
  ]);
  expect([...inBundle(files).files.keys()]).toEqual(["metadata.yaml", "dashboards/Sales.yaml", "tags.yaml"]);
  const twice = new Map([
    ["metadata.yaml", "m"],
    ["charts/a.yaml", "1"],
    ["Charts/a.yml", "2"],
  ]);
  expect(() => inBundle(twice)).toThrow("two entries with the same name");
  const paths = ["a/charts/x.yaml", "a/.hidden.yaml", "a/._x.yaml", "__MACOSX/a/x.yaml", "a/readme.md", "a/.DS_Store"];
  expect(paths.filter(isBundleFile)).toEqual(["a/charts/x.yaml"]);
});

test("every import call rejects a request without files", async () => {
  const types = { dashboard: "Dashboard", chart: "Slice", dataset: "SqlaTable", database: "Database" };
  for (const [call, type] of Object.entries(types)) {
    const { status, text } = await imported(call, { "metadata.yaml": metadata(type), "other/a.yaml": "a: 1" });
    expect([call, status, text]).toEqual([call, 422, expect.stringContaining("The file contains no")]);
  }
  const deep = { "a/b/metadata.yml": metadata("Theme"), "a/b/Themes/t.yml": THEME("Deep") };
  expect((await imported("theme", deep)).status).toBe(200);
  const { body } = await admin.get<{ result: { theme_name: string }[] }>("/api/v1/theme/");
  expect(body.result.map((theme) => theme.theme_name)).toContain("Deep");
});
