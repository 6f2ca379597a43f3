import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestClient, type TestServer } from "../../testing/server.ts";
import { addAnalyst, addSqlite } from "../../testing/sql-lab.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;

let server: TestServer;
let admin: TestClient;
let path: string;

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.as("admin");
  const id = await addSqlite(server.app, "seen");
  const file = new DatabaseSync(join(server.app.config.home, "seen.db"));
  file.exec("CREATE VIEW places AS SELECT place FROM facts WHERE place <> ''");
  file.close();
  path = `/api/v1/database/${id}/table_metadata/extra/?name=places&schema=main`;
});
afterAll(() => server.stop());

test("a view's query is shown to users who can read it", async () => {
  const view = "CREATE VIEW places AS SELECT place FROM facts WHERE place <> ''";
  expect((await admin.get<Json>(path)).body).toEqual({ metadata: { view } });
  expect((await admin.get<Json>(path.replace("places", "facts"))).body).toEqual({});
  const reader = await addAnalyst(server, "reader", [["schema_access", "[seen].[main]"]]);
  expect((await reader.get<Json>(path)).body).toEqual({ metadata: { view } });
  const otherAnalyst = await addAnalyst(server, "stranger", [["schema_access", "[seen].[other]"]]);
  expect((await otherAnalyst.get(path)).status).toBe(403);
  expect((await (await server.as("gamma")).get(path)).status).toBe(404);
  expect((await server.anonymous.get(path)).status).toBe(401);
});
