import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { engineOf } from "../../server/engine/app-engine.ts";
import { OWN_ROWS, type RuledOrders, ruledOrders } from "../../testing/ruled-orders.ts";
import { registerTable } from "../../testing/sample-data.ts";
import { startTestServer, type TestClient, type TestServer } from "../../testing/server.ts";
import { addDatabase } from "../../testing/sql-lab.ts";
import { tablePreview } from "./contract.ts";

let server: TestServer;
let world: RuledOrders;
let wideId: number;

beforeAll(async () => {
  server = await startTestServer();
  world = await ruledOrders(server);
  const file = join(server.app.config.home, "wide.duckdb");
  const columns = Array.from({ length: 120 }, (_, i) => `${i} AS c${i}`).join(", ");
  const statements = [
    `CREATE TABLE wide AS SELECT ${columns} FROM range(5)`,
    "CREATE TABLE \"odd {{ name }}\" AS SELECT DATE '2024-02-29' AS day, TIMESTAMP '2024-02-29 10:30:00' AS moment, 9007199254740993 AS big, repeat('x', 5000) AS long, NULL AS nothing, TRUE AS flag FROM range(60)",
  ];
  await engineOf(server.app).load({ file, statements });
  wideId = await addDatabase(server.app, { database_name: "wide", sqlalchemy_uri: `duckdb:///${file}` });
});
afterAll(() => server.stop());

const preview = (id: number, name: string, client = world.admin) =>
  client.call(tablePreview, { params: { id }, query: { name, schema: "main" } });

/** Reads everything in databases, and has these permissions. */
async function reader(name: string, permissions: readonly (readonly [string, string])[]): Promise<TestClient> {
  const { db, events } = server.app;
  const { id: role_id } = await db.insertInto("roles").values({ name }).returning("id").executeTakeFirstOrThrow();
  const pairs = [["can_read", "Database"], ["all_database_access", "all_database_access"], ...permissions] as const;
  const rows = pairs.map(([permission, view]) => ({ role_id, permission, view }));
  await db.insertInto("role_permissions").values(rows).execute();
  events.changed("role");
  return server.as(name, [name]);
}

const statusOf = async (path: string, client = world.admin) => (await client.get(path)).status;

describe("the preview of a table", () => {
  test("shows up to 50 rows with types, exact numbers, and long texts cut", async () => {
    const shown = await preview(wideId, "odd {{ name }}");
    expect(shown.rows).toHaveLength(50);
    expect(shown).toMatchObject({ column_count: 6, has_more: true });
    expect(shown.columns.slice(0, 3)).toEqual([
      { name: "day", type: "DATE", kind: "temporal" },
      { name: "moment", type: "TIMESTAMP", kind: "temporal" },
      { name: "big", type: "BIGINT", kind: "numeric" },
    ]);
    const [day, moment, big, long, nothing, flag] = shown.rows[0] ?? [];
    expect([day, moment, big, nothing, flag]).toEqual([
      "2024-02-29",
      "2024-02-29 10:30:00",
      "9007199254740993",
      null,
      true,
    ]);
    expect(String(long).length).toBe(301);
  });

  test("shows up to 100 columns, and says how many there are", async () => {
    const shown = await preview(wideId, "wide");
    expect([shown.columns.length, shown.column_count, shown.has_more]).toEqual([100, 120, false]);
    expect(shown.rows[4]?.[99]).toBe(99);
  });

  test("applies row-level security", async () => {
    const orders = await registerTable(server.app, world.databaseId, { name: "orders", time: null });
    const rule = {
      name: "r",
      filter_type: "Regular",
      tables: [orders],
      roles: [world.roleId],
      clause: "tenant = 'alpha'",
    };
    expect((await world.admin.post("/api/v1/rowlevelsecurity/", rule)).status).toBe(201);
    expect((await preview(world.databaseId, "orders")).rows).toHaveLength(43);
    const own = await preview(world.databaseId, "orders", world.owner);
    expect(own.rows).toHaveLength(OWN_ROWS);
    expect(JSON.stringify(own)).not.toContain("beta");
  });

  test("needs access to the table, and an existing one", async () => {
    const path = (name: string) => `/api/v1/database/${wideId}/table_preview/?name=${name}&schema=main`;
    expect(await statusOf(path("nothing"))).toBe(404);
    expect(await statusOf(path("wide"), await server.as("gamma"))).toBe(404);
    expect(await statusOf(path("wide"), server.anonymous)).toBe(401);
    expect(await statusOf("/api/v1/database/99999/table_preview/?name=wide")).toBe(404);
    expect(await statusOf(`/api/v1/database/${wideId}/table_preview/`)).toBe(400);
  });

  test("needs the right to write datasets, or to run SQL if the database is in SQL Lab", async () => {
    const path = `/api/v1/database/${wideId}/table_preview/?name=wide&schema=main`;
    const reading = await reader("reader", []);
    const writing = await reader("writer", [["can_write", "Dataset"]]);
    const running = await reader("runner", [["can_execute_sql_query", "SQLLab"]]);
    const statuses = async () => [
      await statusOf(path, reading),
      await statusOf(path, writing),
      await statusOf(path, running),
    ];
    expect(await statuses()).toEqual([403, 200, 200]);
    await world.admin.put(`/api/v1/database/${wideId}`, { expose_in_sqllab: false });
    expect(await statuses()).toEqual([403, 200, 403]);
    await world.admin.put(`/api/v1/database/${wideId}`, { expose_in_sqllab: true });
  });

  test("is in the action log", async () => {
    await preview(wideId, "wide", world.owner);
    const q = "(filters:!((col:action,opr:eq,value:table_preview)),order_column:dttm,order_direction:desc)";
    const { body } = await world.admin.get<{ result: { json: string; user_id: number }[] }>(`/api/v1/log/?q=${q}`);
    const own = body.result.filter(({ user_id }) => user_id === world.ownerId).map(({ json }) => JSON.parse(json));
    expect(own).toContainEqual({ database_id: wideId, catalog: null, schema: "main", table: "wide" });
  });

  test("can be turned off for a database", async () => {
    const extra = JSON.stringify({ disable_data_preview: true });
    await world.admin.put(`/api/v1/database/${world.otherDatabaseId}`, { extra });
    expect(await statusOf(`/api/v1/database/${world.otherDatabaseId}/table_preview/?name=orders&schema=main`)).toBe(
      403,
    );
  });
});
