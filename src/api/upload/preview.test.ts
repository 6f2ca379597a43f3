import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { setLanguage } from "../../server/auth/accounts.ts";
import { startTestServer, type TestClient, type TestServer } from "../../testing/server.ts";
import { connectionOf } from "../database/index.ts";
import { makeUploadDatabase } from "./built-in.ts";

let server: TestServer;
let alpha: TestClient;

beforeAll(async () => {
  server = await startTestServer();
  alpha = await server.as("alpha");
});
afterAll(() => server.stop());

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;

async function send(path: string, content: string, fields: Record<string, string>, client = alpha) {
  const form = new FormData();
  for (const [field, value] of Object.entries({ type: "csv", ...fields })) form.set(field, value);
  form.set("file", new Blob([content]), "rows.csv");
  const answer = await client.fetch(`/api/v1/database/${path}`, { method: "POST", body: form });
  return { status: answer.status, body: (await answer.json()) as Json };
}

const FILE = `skipped;\nplace;"a, b";day\nÅlesund;1,5;29/02/2024\nBergen;-;01/03/2024\n${"x".repeat(300)};2;\n`;
const READING = { delimiter: ";", skip_rows: "1", decimal_character: ",", day_first: "true", null_values: "-" };

test("the preview reads the first rows as the upload would", async () => {
  const preview = await send("upload_metadata/", FILE, { ...READING, rows_to_read: "2" });
  expect(preview.body.result.items).toEqual([
    {
      sheet_name: null,
      column_names: ["place", "a, b", "day"],
      column_types: ["text", "double", "date"],
      column_notes: [null, null, null],
      row_count: 3,
      format: {
        encoding: "utf-8",
        delimiter: ";",
        decimal_character: ",",
        thousands_character: "",
        day_first: true,
      },
      rows: [
        ["Ålesund", "1.5", "2024-02-29"],
        ["Bergen", null, "2024-03-01"],
      ],
    },
  ]);
  const whole = await send("upload_metadata/", FILE, { ...READING, rows_to_read: "1000" });
  expect(whole.body.result.items[0].rows[2][0]).toHaveLength(200);
  const names = await send("upload_metadata/", FILE, READING);
  expect(names.body.result.items).toEqual([{ sheet_name: null, column_names: ["place", "a, b", "day"] }]);
  const many = await send("upload_metadata/", `a\n${"1\n".repeat(500)}`, { rows_to_read: "400" });
  expect(many.body.result.items[0].rows).toHaveLength(100);
});

test("an unclosed quote and an overlong line are reported", async () => {
  const open = await send("upload_metadata/", 'a,b\n1,"x\n2,y\n', { rows_to_read: "5" });
  expect([open.status, open.body.message]).toEqual([
    422,
    "Parsing error: Line 2: a quote opens here but never closes.",
  ]);
  const long = await send("upload_metadata/", `a,b\n${"x".repeat(9_000_000)},2\n`, { rows_to_read: "5" });
  expect(long.body.message).toBe("Parsing error: Line 2 is longer than the limit of 8 MB.");
});

test("an unreadable file is reported in the user's language", async () => {
  const id = await server.userId("alpha");
  await setLanguage(server.app, id, "en-XA");
  const { body } = await send("upload_metadata/", 'a,b\n1,"x\n', { rows_to_read: "5" });
  await setLanguage(server.app, id, "en");
  expect(body.message).toMatch(/\[.*\[.*2.*\].*\]/);
  expect(body.message).not.toContain("quote");
});

test("a new server has one database for uploads, for users with the upload permission", async () => {
  await makeUploadDatabase(server.app);
  const q = "(filters:!((col:allow_file_upload,opr:upload_is_enabled,value:!t)))";
  const found = (await alpha.get<Json>(`/api/v1/database/?q=${q}`)).body;
  expect(found.result.map((row: Json) => row.database_name)).toEqual(["uploads"]);
  const [{ id }] = found.result;
  expect((await alpha.get<Json>(`/api/v1/database/${id}/tables/?q=(schema_name:main)`)).body.count).toBe(0);
  const fields = { ...READING, table_name: "places", schema: "main", columns_read: '["a, b","day"]' };
  expect((await send(`${id}/upload/`, FILE, fields)).status).toBe(201);
  const { connection } = await connectionOf(server.app, id);
  const { columns } = await connection.run("SELECT * FROM places");
  expect(columns.map(({ name }) => name)).toEqual(["a, b", "day"]);
  expect((await send(`${id}/upload/`, FILE, fields, await server.as("gamma"))).status).toBe(403);
  expect((await (await server.as("gamma")).get<Json>("/api/v1/database/")).body.count).toBe(0);
});

test("the upload database is created once: if deleted, it stays deleted after a restart", async () => {
  const admin = await server.as("admin");
  const { result } = (await admin.get<Json>("/api/v1/dataset/")).body;
  for (const { id } of result) await admin.delete(`/api/v1/dataset/${id}`);
  const databases = (await admin.get<Json>("/api/v1/database/")).body.result;
  for (const { id } of databases) expect((await admin.delete(`/api/v1/database/${id}`)).status).toBe(200);
  await makeUploadDatabase(server.app);
  expect((await admin.get<Json>("/api/v1/database/")).body.count).toBe(0);
  expect(existsSync(join(server.app.config.home, "uploads.duckdb"))).toBe(true);
});

test("servers that share a store create no upload database", async () => {
  const shared = { ...server.app, config: { ...server.app.config, databaseUrl: "postgres://elsewhere/store" } };
  await server.app.db.deleteFrom("settings").where("name", "=", "uploads_made").execute();
  await makeUploadDatabase(shared);
  expect((await alpha.get<Json>("/api/v1/database/")).body.count).toBe(0);
});
