import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadSampleData, readCars, type SampleData } from "../../testing/sample-data.ts";
import { startTestServer, type TestClient, type TestServer } from "../../testing/server.ts";
import { addAnalyst, addSqlite } from "../../testing/sql-lab.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;

let server: TestServer;
let data: SampleData;
let admin: TestClient;

beforeAll(async () => {
  server = await startTestServer();
  data = await loadSampleData(server.app);
  admin = await server.as("admin");
});
afterAll(() => server.stop());

const countsFor = (client: TestClient, id = data.databaseId, schema = "main") =>
  client.get<Json>(`/api/v1/database/${id}/row_counts/?q=(schema_name:${schema})`);
const tablesIn = (body: Json) => body.result.map(({ table }: { table: string }) => table).sort();

describe("table row counts", () => {
  test("are the engine's estimates", async () => {
    const { body } = await countsFor(admin);
    expect(body.result).toContainEqual({ table: "cars", rows: readCars().length, is_exact: false });
    expect((await countsFor(admin, data.databaseId, "nowhere")).body).toEqual({ result: [] });
  });

  test("are missing if the engine would have to count", async () => {
    expect((await countsFor(admin, await addSqlite(server.app, "small"))).body).toEqual({ result: [] });
  });

  test("are shown only for tables without row-level security", async () => {
    const role = "Drivers in Japan";
    const reader = await addAnalyst(server, role, [["schema_access", "[samples].[main]"]]);
    const before = tablesIn((await countsFor(reader)).body);
    expect(before).toContain("cars");
    const { id } = await server.app.db
      .selectFrom("roles")
      .select("id")
      .where("name", "=", role)
      .executeTakeFirstOrThrow();
    const rule = {
      name: "Japan",
      filter_type: "Regular",
      tables: [data.carsId],
      roles: [id],
      clause: "Origin = 'Japan'",
    };
    expect((await admin.post("/api/v1/rowlevelsecurity/", rule)).status).toBe(201);
    expect(tablesIn((await countsFor(reader)).body)).toEqual(before.filter((name: string) => name !== "cars"));
    expect(tablesIn((await countsFor(admin)).body)).toContain("cars");
  });

  test("need access to the schema and the database", async () => {
    const reader = await addAnalyst(server, "of one", [["datasource_access", `[samples].[cars](id:${data.carsId})`]]);
    expect((await countsFor(reader)).body).toEqual({ result: [] });
    expect((await countsFor(await server.as("gamma"))).status).toBe(404);
    expect((await countsFor(server.anonymous)).status).toBe(401);
    expect((await admin.get(`/api/v1/database/${data.databaseId}/row_counts/?q=(schema_name:!(1))`)).status).toBe(400);
  });
});
