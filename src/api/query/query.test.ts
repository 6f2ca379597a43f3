import { afterAll, beforeAll, expect, test } from "vitest";
import { formatTimestamp } from "../../server/clock.ts";
import { loadSampleData, type SampleData } from "../../testing/sample-data.ts";
import { startTestServer, type TestClient, type TestServer } from "../../testing/server.ts";
import { addAnalyst, ended, execute } from "../../testing/sql-lab.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;

let server: TestServer;
let data: SampleData;
let admin: TestClient;
let analyst: TestClient;
const ids: Record<string, number> = {};

beforeAll(async () => {
  server = await startTestServer();
  data = await loadSampleData(server.app);
  admin = await server.as("admin");
  analyst = await addAnalyst(server, "analyst", [["database_access", `[samples].(id:${data.databaseId})`]]);
  const run = async (client: TestClient, id: string, sql: string) => {
    await execute(client, data.databaseId, sql, { client_id: id, tab: id, sql_editor_id: "7", schema: "main" });
    ids[id] = (await ended(client, id)).queryId;
  };
  await run(admin, "one", "SELECT COUNT(*) FROM cars");
  await run(analyst, "two", "SELECT 2 AS two");
  await run(analyst, "wrong", "SELECT nope");
});
afterAll(() => server.stop());

const ALL = "/api/v1/query/";
const list = async (client: TestClient, q = "") => (await client.get<Json>(q ? `${ALL}?q=${q}` : ALL)).body;

test("users find their own queries, and administrators all queries", async () => {
  expect((await list(analyst)).ids).toEqual([ids.wrong, ids.two]);
  const all = await list(admin);
  expect(all).toMatchObject({ count: 3, ids: [ids.wrong, ids.two, ids.one], list_title: "List Query" });
  expect(all.result[2]).toMatchObject({
    client_id: "one",
    status: "success",
    tab_name: "one",
    sql: "SELECT COUNT(*) FROM cars",
    sql_tables: [{ table: "cars", schema: null, catalog: null }],
    rows: 1,
    database: { database_name: "samples" },
    user: { first_name: "Admin" },
    schema: "main",
  });
  expect(all.result[2].executed_sql).toContain('"main".cars');
  expect(all.result[2].end_time).toBeGreaterThanOrEqual(all.result[2].start_time);
});

test("queries can be filtered and sorted", async () => {
  expect((await list(admin, "(filters:!((col:status,opr:eq,value:failed)))")).ids).toEqual([ids.wrong]);
  expect((await list(admin, "(filters:!((col:sql,opr:ct,value:CARS)))")).ids).toEqual([ids.one]);
  const user = await server.userId("analyst");
  expect((await list(admin, `(filters:!((col:user,opr:rel_o_m,value:${user})))`)).count).toBe(2);
  expect((await list(admin, "(order_column:tab_name,order_direction:asc)")).ids).toEqual([ids.one, ids.two, ids.wrong]);
  expect((await admin.get(`${ALL}?q=(order_column:nope)`)).status).toBe(400);
  const statuses = await admin.get<Json>(`${ALL}distinct/status`);
  expect(statuses.body.result.map((row: Json) => row.value)).toEqual(["failed", "success"]);
  expect((await admin.get<Json>(`${ALL}related/user`)).body.count).toBeGreaterThan(1);
  expect((await admin.get<Json>(`${ALL}_info?q=(keys:!(permissions))`)).body).toEqual({ permissions: ["can_read"] });
});

test("pages and counts are correct for very many matches", async () => {
  const [first] = await server.app.db.selectFrom("queries").selectAll().where("client_id", "=", "one").execute();
  const user_id = await server.userId("alpha");
  const many = Array.from({ length: 450 }, (_, n) => {
    const { id: _id, ...row } = { ...first, sql: n % 2 ? "SELECT 1 FROM Many" : "SELECT 2" } as NonNullable<
      typeof first
    >;
    return { ...row, user_id, client_id: `many${n}`, start_time: 1_000_000 + n };
  });
  await server.app.db.insertInto("queries").values(many).execute();
  const page = async (client: TestClient, value: string, number: number) => {
    const filters = `filters:!((col:sql,opr:ct,value:'${value}'))`;
    const { count, result } = await list(
      client,
      `(order_column:start_time,order_direction:desc,page:${number},page_size:100,${filters})`,
    );
    return { count, of: result.map((row: Json) => row.client_id) };
  };
  const every = many
    .filter((row) => row.sql?.includes("Many"))
    .map((row) => row.client_id)
    .reverse();
  expect(await page(admin, "FROM many", 0)).toEqual({ count: 225, of: every.slice(0, 100) });
  expect(await page(admin, "FROM many", 2)).toEqual({ count: 225, of: every.slice(200) });
  expect(await page(admin, "FROM many", 3)).toEqual({ count: 225, of: [] });
  expect(await page(analyst, "FROM many", 0)).toEqual({ count: 0, of: [] });
  await server.app.db.deleteFrom("queries").where("user_id", "=", user_id).execute();
});

test("a query is visible to users with access", async () => {
  const shown = await analyst.get<Json>(`${ALL}${ids.wrong}`);
  expect(shown.body).toMatchObject({ id: ids.wrong, result: { status: "failed", client_id: "wrong" } });
  expect(shown.body.result.error_message).toContain("nope");
  expect((await admin.get(`${ALL}${ids.two}`)).status).toBe(200);
  expect((await analyst.get(`${ALL}${ids.one}`)).status).toBe(404);
  expect((await analyst.get(`${ALL}999999`)).status).toBe(404);
});

test("updated_since returns only the user's own queries", async () => {
  const since = async (client: TestClient, ms: number) =>
    (await client.get<Json>(`${ALL}updated_since?q=(last_updated_ms:${ms})`)).body.result.map((one: Json) => one.id);
  expect((await since(analyst, 0)).toSorted()).toEqual(["two", "wrong"]);
  expect(await since(admin, 0)).toEqual(["one"]);
  expect(await since(admin, Date.now() + 60_000)).toEqual([]);
  expect((await admin.get(`${ALL}updated_since?q=(last_updated_ms:x)`)).status).toBe(400);
  expect((await admin.get(`${ALL}updated_since`)).status).toBe(400);
});

test("users can't stop other users' queries", async () => {
  expect((await analyst.post(`${ALL}stop`, { client_id: "one" })).status).toBe(404);
  expect((await admin.post(`${ALL}stop`, { client_id: "nope" })).status).toBe(404);
  expect((await admin.post(`${ALL}stop`, {})).status).toBe(400);
  expect((await admin.post<Json>(`${ALL}stop`, { client_id: "two" })).body).toEqual({ result: "OK" });
  expect((await ended(analyst, "two")).state).toBe("success");
});

test("a query whose server stopped has failed", async () => {
  await server.app.db
    .updateTable("queries")
    .set({ status: "running", changed_on: formatTimestamp(Date.now() - 600_000) })
    .where("client_id", "=", "one")
    .execute();
  expect(await ended(admin, "one")).toMatchObject({
    state: "failed",
    errorMessage: expect.stringContaining("The server that was running the query stopped."),
  });
});

test("queries need an account and the permission", async () => {
  expect((await server.anonymous.get(ALL)).status).toBe(401);
  expect((await (await server.as("gamma")).get(ALL)).status).toBe(403);
});
