import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestClient, type TestServer } from "../../testing/server.ts";
import { addDatabase, ended, execute } from "../../testing/sql-lab.ts";
import { replayTrino, type TrinoReplay } from "../../testing/trino-recording.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;

const SHOWN = "https://trino.example/ui/query.html?1";
const page = (progressPercentage: number, rest: object = {}) =>
  JSON.stringify({ infoUri: SHOWN, stats: { progressPercentage }, ...rest });
const ROWS = { columns: [{ name: "a", type: "integer" }], data: [[1]] };

let trino: TrinoReplay;
let server: TestServer;
let admin: TestClient;
let databaseId: number;

beforeAll(async () => {
  trino = await replayTrino({
    version: "stand-in",
    statements: {
      "START TRANSACTION READ ONLY": [{ transaction: "one", body: '{"columns":[]}', more: false }],
      ROLLBACK: [{ body: '{"columns":[]}', more: false }],
      "SELECT current_schema": [
        { body: '{"columns":[{"name":"s","type":"varchar"}],"data":[["default"]]}', more: false },
      ],
      "SELECT 1 AS a\nLIMIT 100001": [
        { body: page(10), more: true },
        { body: page(100, ROWS), more: false },
      ],
      // Repeats its last page forever.
      "SELECT 2 AS a\nLIMIT 100001": [{ body: page(40), more: true }],
    },
  });
  server = await startTestServer();
  admin = await server.as("admin");
  const sqlalchemy_uri = `trino://test@${new URL(trino.url).host}/memory/default`;
  databaseId = await addDatabase(server.app, { database_name: "lake", sqlalchemy_uri, allow_run_async: true });
});
afterAll(async () => {
  await server?.stop();
  trino?.close();
});

test("a finished query keeps its tracking URL", async () => {
  const { status, body } = await execute(admin, databaseId, "SELECT 1 AS a", { client_id: "over" });
  expect([status, body.data]).toEqual([200, [{ a: 1 }]]);
  expect(body.query).toMatchObject({ trackingUrl: SHOWN, progress: 100, state: "success" });
  const list = await admin.get<Json>("/api/v1/query/?q=(columns:!(client_id,tracking_url))");
  expect(list.body.result).toContainEqual(expect.objectContaining({ tracking_url: SHOWN }));
});

test("a running query shows its tracking URL and progress to its user", async () => {
  await execute(admin, databaseId, "SELECT 2 AS a", { client_id: "slow", runAsync: true });
  const state = async () => {
    const { body } = await admin.get<Json>("/api/v1/query/updated_since?q=(last_updated_ms:0)");
    return body.result.find((one: { id: string }) => one.id === "slow");
  };
  await expect.poll(async () => (await state()).progress, { timeout: 10_000 }).toBe(40);
  expect(await state()).toMatchObject({
    state: "running",
    trackingUrl: SHOWN,
    extra: { progress: "Running block 1 out of 1" },
  });
  await admin.post("/api/v1/query/stop", { client_id: "slow" });
  expect((await ended(admin, "slow")).state).toBe("stopped");
});
