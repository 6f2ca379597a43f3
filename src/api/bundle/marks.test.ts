import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { toYaml } from "../../model/yaml.ts";
import { loadSampleData } from "../../testing/sample-data.ts";
import { startTestServer, type TestClient, type TestServer } from "../../testing/server.ts";
import { writeArchive } from "./archive.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;
let server: TestServer;
let admin: TestClient;

beforeAll(async () => {
  server = await startTestServer();
  await loadSampleData(server.app);
  admin = await server.as("admin");
});
afterAll(() => server.stop());

async function importTheme(more: object): Promise<{ uuid: string; status: number; text: string }> {
  const uuid = randomUUID();
  const theme = { theme_name: uuid, json_data: {}, uuid, version: "1.0.0", ...more };
  const files = { "metadata.yaml": { version: "1.0.0", type: "Theme" }, "themes/t.yaml": theme };
  const texts = Object.entries(files).map(([path, file]) => [path, toYaml(file)] as const);
  const form = new FormData();
  form.set("formData", new Blob([new Uint8Array(await writeArchive("root", new Map(texts)))]), "bundle.zip");
  const answer = await admin.fetch("/api/v1/theme/import/", { method: "POST", body: form });
  return { uuid, status: answer.status, text: await answer.text() };
}

const marked = async (uuid: string) =>
  (await server.app.db.selectFrom("bundle_marks").select("uuid").where("uuid", "=", uuid).execute()).length;

test("rejects a file whose unknown keys exceed the size limit", async () => {
  expect((await importTheme({ unknown: "x".repeat(60_000) })).status).toBe(200);
  const refused = await importTheme({ unknown: "x".repeat(70_000) });
  expect([refused.status, refused.text]).toEqual([413, expect.stringContaining("64 kB")]);
  const themes = await server.app.db.selectFrom("themes").select("id").where("uuid", "=", refused.uuid).execute();
  expect(themes).toEqual([]);
});

test("unknown keys are deleted with their object", async () => {
  const { uuid } = await importTheme({ unknown: 1 });
  expect(await marked(uuid)).toBe(1);
  const { id } = await server.app.db
    .selectFrom("themes")
    .select("id")
    .where("uuid", "=", uuid)
    .executeTakeFirstOrThrow();
  expect((await admin.delete(`/api/v1/theme/${id}`)).status).toBe(200);
  expect(await marked(uuid)).toBe(0);
});

test("unknown keys of a dashboard are deleted when it is purged from the trash", async () => {
  const { id } = (await admin.post<Json>("/api/v1/dashboard/", { dashboard_title: "d" })).body;
  const { uuid } = (await admin.get<Json>(`/api/v1/dashboard/${id}`)).body.result;
  const exported = await admin.fetch(`/api/v1/dashboard/export/?q=!(${id})`);
  const form = new FormData();
  form.set("formData", new Blob([new Uint8Array(await exported.arrayBuffer())]), "bundle.zip");
  form.set("overwrite", "true");
  expect((await admin.fetch("/api/v1/dashboard/import/", { method: "POST", body: form })).status).toBe(200);
  await admin.delete(`/api/v1/dashboard/${id}`);
  expect(await marked(uuid)).toBe(1);
  const trashed = await server.app.db
    .selectFrom("trash")
    .select("id")
    .where("uuid", "=", uuid)
    .executeTakeFirstOrThrow();
  expect((await admin.delete(`/api/v1/trash/${trashed.id}`)).status).toBe(200);
  expect(await marked(uuid)).toBe(0);
});
