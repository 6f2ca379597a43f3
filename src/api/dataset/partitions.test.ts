import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { stampOf } from "../../server/store/stamp.ts";
import { startTestServer, type TestClient, type TestServer } from "../../testing/server.ts";
import { addAnalyst, addDatabase } from "../../testing/sql-lab.ts";
import { replayTrino, type TrinoRecording, type TrinoReplay } from "../../testing/trino-recording.ts";
import { insertDataset, saveColumns } from "./store.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;

const reported = (names: string[], data: unknown[][]) => [
  { body: JSON.stringify({ columns: names.map((name) => ({ name, type: "varchar" })), data }), more: false },
];
const COLUMNS = `SELECT column_name, type_name, remarks FROM system.jdbc.columns WHERE table_cat = 'hive'
         AND table_schem = 'shop' AND table_name = 'orders' ORDER BY ordinal_position`;
const recording: TrinoRecording = {
  version: "stand-in",
  statements: {
    "START TRANSACTION READ ONLY": [{ transaction: "one", body: '{"columns":[]}', more: false }],
    ROLLBACK: [{ body: '{"columns":[]}', more: false }],
    "SELECT current_schema": reported(["schema"], [["shop"]]),
    [COLUMNS]: reported(["column_name", "type_name", "remarks"], [["day", "varchar", null]]),
    'SELECT * FROM "hive"."shop"."orders$partitions"': reported(["day"], [["2024-03-01"], ["2024-03-02"]]),
  },
};

let trino: TrinoReplay;
let server: TestServer;
let admin: TestClient;
let databaseId: number;
let orders: number;
const LATEST = "'{{ trino.latest_partition('hive.shop.orders') }}'";
const READS = [
  ["can_read", "Chart"],
  ["can_read", "Dataset"],
] as const;

beforeAll(async () => {
  trino = await replayTrino(recording);
  server = await startTestServer();
  admin = await server.as("admin");
  const address = `trino://test@${new URL(trino.url).host}/hive/shop`;
  databaseId = await addDatabase(server.app, { database_name: "lake", sqlalchemy_uri: address });
  orders = await dataset("orders", { schema: "shop", catalog: "hive" });
});
afterAll(async () => {
  await server?.stop();
  trino?.close();
});

async function dataset(name: string, more: object): Promise<number> {
  const { app } = server;
  const values = { database_id: databaseId, table_name: name, main_dttm_col: null, sql: null, ...more };
  const stamp = stampOf(app, null);
  const id = await insertDataset(app.db, values as Parameters<typeof insertDataset>[1], stamp);
  await saveColumns(app.db, { datasetId: id, stamp }, [{ column_name: "day", type: "varchar" }]);
  app.events.changed("dataset", id);
  return id;
}

const rendered = async (client: TestClient) => {
  const body = { sql: `SELECT ${LATEST}`, database_id: databaseId, template_params: '{"a": 1}' };
  const answer = await client.post<Json>("/api/v1/sqllab/format_sql/", body);
  return [answer.status, answer.body.result ?? answer.body.errors?.[0]?.error_type];
};
const queryOf = async (client: TestClient, id: number) => {
  const context = { datasource: { id, type: "table" }, queries: [{ columns: ["day"] }], result_type: "query" };
  const { status, body } = await client.post<Json>("/api/v1/chart/data", context);
  return [status, body.result?.[0] ?? body.errors?.[0]];
};

test("a SQL Lab template can list a table's partitions if the user can read the table", async () => {
  const text = expect.stringContaining("'2024-03-02'");
  expect(await rendered(admin)).toEqual([200, text]);
  const reader = await addAnalyst(server, "reader", [["datasource_access", `[lake].[orders](id:${orders})`]]);
  expect(await rendered(reader)).toEqual([200, text]);
  const otherAnalyst = await addAnalyst(server, "stranger", [["schema_access", "[lake].[other]"]]);
  expect(await rendered(otherAnalyst)).toEqual([403, "TABLE_SECURITY_ACCESS_ERROR"]);
});

describe("a dataset's SQL", () => {
  test("can list partitions of the tables it reads, for every reader", async () => {
    const id = await dataset("reads", { sql: `SELECT day FROM hive.shop.orders WHERE day = ${LATEST}` });
    const reader = await addAnalyst(server, "viewer", [["datasource_access", `[lake].[reads](id:${id})`], ...READS]);
    const shown = { query: expect.stringContaining("day = '2024-03-02'"), language: "sql" };
    expect(await queryOf(reader, id)).toEqual([200, shown]);
  });

  test("can't list partitions of tables it only mentions", async () => {
    const id = await dataset("mentions", { sql: `SELECT ${LATEST} AS day, 'hive.shop.orders' AS text` });
    const reader = await addAnalyst(server, "mentioner", [
      ["datasource_access", `[lake].[mentions](id:${id})`],
      ...READS,
    ]);
    const [status, error] = await queryOf(reader, id);
    expect([status, error.error_type]).toEqual([403, "TABLE_SECURITY_ACCESS_ERROR"]);
    expect((await queryOf(admin, id))[0]).toBe(200);
  });
});

test("a table's metadata has partitions, their columns, and the latest", async () => {
  const path = `/api/v1/database/${databaseId}/table_metadata/extra/?name=orders&schema=shop&catalog=hive`;
  const partitionQuery = 'SELECT * FROM "hive"."shop"."orders$partitions"';
  expect((await admin.get<Json>(path)).body).toEqual({
    metadata: {},
    partitions: { cols: ["day"], latest: { day: "2024-03-02" }, partitionQuery },
  });
  const reader = await addAnalyst(server, "lister", [["datasource_access", `[lake].[orders](id:${orders})`], ...READS]);
  expect((await reader.get<Json>(path)).status).toBe(403);
});

test("the latest partition filter is offered, and queries the table's partitions", async () => {
  const queries = [{ columns: ["day"], filters: [{ col: "day", op: "LATEST PARTITION" }] }];
  const context = { datasource: { id: orders, type: "table" }, queries, result_type: "query" };
  const { status, body } = await admin.post<Json>("/api/v1/chart/data", context);
  expect([status, body.result?.[0]?.query]).toEqual([
    200,
    expect.stringContaining('"day" = (SELECT MAX("day") FROM "hive"."shop"."orders$partitions")'),
  ]);
  const { result } = (await admin.get<Json>(`/api/v1/dataset/${orders}`)).body;
  expect(result.database).toMatchObject({ backend: "trino", tells_partitions: true });
});

test("partitions of tables with row-level security are hidden", async () => {
  const ruled = await addAnalyst(server, "ruled", [["datasource_access", `[lake].[orders](id:${orders})`], ...READS]);
  const { id: role } = await server.app.db
    .selectFrom("roles")
    .select("id")
    .where("name", "=", "ruled")
    .executeTakeFirstOrThrow();
  expect((await rendered(ruled))[0]).toBe(200);
  const virtual = await dataset("ruled", { sql: `SELECT day FROM hive.shop.orders WHERE day = ${LATEST}` });
  const rule = await admin.post<Json>("/api/v1/rowlevelsecurity/", {
    ...{ name: "old days", filter_type: "Regular", tables: [orders], roles: [role], clause: "day < '2024-03-02'" },
  });
  expect(rule.status).toBe(201);
  expect((await rendered(ruled))[0]).toBe(422);
  expect((await rendered(admin))[0]).toBe(200);
  const [status, answer] = await queryOf(ruled, virtual);
  expect(JSON.stringify([status, answer])).not.toContain("2024-03-02");
});
