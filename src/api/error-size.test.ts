import { afterAll, beforeAll, expect, test } from "vitest";
import { loadSampleData, type SampleData } from "../testing/sample-data.ts";
import { startTestServer, type TestClient, type TestServer } from "../testing/server.ts";

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

const long = (bytes: number) => "a".repeat(bytes);
const ANSWER_LIMIT = 50_000;

test.each<[name: string, path: string, body: () => object]>([
  [
    "a filter of a chart",
    "chart/data",
    () => ({
      datasource: { id: data.carsId, type: "table" },
      queries: [{ columns: ["Name"], extras: { where: `Name = '${long(200_000)}` } }],
    }),
  ],
  ["SQL Lab", "sqllab/execute/", () => ({ database_id: data.databaseId, sql: `selec '${long(400_000)}'` })],
  ["an estimate", "sqllab/estimate/", () => ({ database_id: data.databaseId, sql: `selec '${long(400_000)}'` })],
  [
    "the clause of a rule",
    "rowlevelsecurity/",
    () => ({
      ...{ name: "r", filter_type: "Regular", tables: [data.carsId], roles: [] },
      clause: `Name = '${long(60_000)}`,
    }),
  ],
])("truncates the error of %s", async (_, path, body) => {
  const answer = await admin.post<Json>(`/api/v1/${path}`, body());
  expect([400, 422]).toContain(answer.status);
  const text = JSON.stringify(answer.body);
  expect(text.length).toBeLessThan(ANSWER_LIMIT);
  expect(text).toContain("…");
  const { message = answer.body.errors[0].message } = answer.body;
  expect(message.length).toBeLessThan(400);
});

test("truncates the error of a failed query in the history", async () => {
  const sql = `select nowhere /* ${long(400_000)} */ from cars`;
  const response = await admin.post<Json>("/api/v1/sqllab/execute/", {
    database_id: data.databaseId,
    sql,
    client_id: "big",
  });
  expect(response.status).toBeGreaterThanOrEqual(400);
  const stored = await server.app.db
    .selectFrom("queries")
    .select(["error_message", "extra_json"])
    .where("client_id", "=", "big")
    .executeTakeFirstOrThrow();
  expect(JSON.stringify(stored).length).toBeLessThan(ANSWER_LIMIT);
});

test("returns SQL of ordinary length in full, with the position of the error", async () => {
  const sql = `select\n${Array.from({ length: 300 }, (_, n) => `  ${n} as column_${n},`).join("\n")}\n  nowhere\nfrom cars`;
  const { body } = await admin.post<Json>("/api/v1/sqllab/execute/", { database_id: data.databaseId, sql });
  expect(body.errors[0].extra).toMatchObject({ sql, line: 302 });
});

test("truncates a filter's name in an error, and uses the id of an unnamed one", async () => {
  const gamma = await server.as("gamma");
  const filter = (name: string) => ({
    ...{ id: "NATIVE_FILTER-abc", name, filterType: "filter_select", type: "NATIVE_FILTER" },
    targets: [{ datasetId: data.carsId, column: { name: "Origin" } }],
  });
  const save = async (name: string) => {
    const json_metadata = JSON.stringify({ native_filter_configuration: [filter(name)] });
    const { body } = await gamma.post<Json>("/api/v1/dashboard/", { dashboard_title: "d", json_metadata });
    return body.message;
  };
  expect(await save(" ")).toBe("You don't have access to the dataset used by filter NATIVE_FILTER-abc.");
  expect(await save("Origin")).toBe('You don\'t have access to the dataset used by filter "Origin".');
});
