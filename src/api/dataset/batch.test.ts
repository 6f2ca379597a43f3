import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { engineOf } from "../../server/engine/app-engine.ts";
import { startTestServer, type TestClient, type TestServer } from "../../testing/server.ts";
import { addDatabase } from "../../testing/sql-lab.ts";
import { tables } from "../database/contract.ts";
import { createMany } from "./contract.ts";

let server: TestServer;
let admin: TestClient;
let database: number;

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.as("admin");
  const file = join(server.app.config.home, "many.duckdb");
  const statements = Array.from({ length: 12 }, (_, i) => `CREATE TABLE t${i} (day DATE, amount INTEGER)`);
  await engineOf(server.app).load({ file, statements });
  database = await addDatabase(server.app, { database_name: "many", sqlalchemy_uri: `duckdb:///${file}` });
});
afterAll(() => server.stop());

const create = (names: string[], client = admin) =>
  client.call(createMany, { body: { database, schema: "main", tables: names } });
const datasetIds = async (client = admin, catalog_name?: string) => {
  const { result } = await client.call(tables, {
    params: { id: database },
    q: { schema_name: "main", catalog_name, with_datasets: true },
  });
  return new Map(result.map(({ value, dataset_id }) => [value, dataset_id]));
};

test("datasets are created in one go; tables that have one and those that fail are told apart", async () => {
  expect([...(await datasetIds()).values()].every((id) => id === null)).toBe(true);
  const first = await create(["t0", "t1"]);
  expect(first.result.map(({ status }) => status)).toEqual(["created", "created"]);
  const { result } = await create(["t2", "t0", "nothing", "t2", "t3"]);
  expect(result.map(({ table_name, status }) => `${table_name} ${status}`)).toEqual([
    "t2 created",
    "t0 exists",
    "nothing failed",
    "t3 created",
  ]);
  expect(result[1]?.message).toBe("Dataset t0 already exists");
  expect(result[2]?.message).toBeTruthy();
  const ids = await datasetIds();
  expect(ids.get("t2")).toBe(result[0]?.id);
  expect(ids.get("t4")).toBeNull();
  const { body } = await admin.get<{ result: { main_dttm_col: string } }>(`/api/v1/dataset/${result[0]?.id}`);
  expect(body.result.main_dttm_col).toBe("day");
});

test("a table that fails unexpectedly doesn't stop the others", async () => {
  // PostgreSQL can't explain definitions, so they aren't recorded.
  const db = server.app.db.withoutPlugins();
  await sql`create unique index one_of_two on datasets (database_id) where table_name in ('t8', 't9')`.execute(db);
  const { result } = await create(["t8", "t9", "t10", "t11"]);
  await sql`drop index one_of_two`.execute(db);
  expect(result.map(({ status }) => status).sort()).toEqual(["created", "created", "created", "failed"]);
  const failed = result.find(({ status }) => status === "failed");
  expect(["t8", "t9"]).toContain(failed?.table_name);
  expect(failed?.message).toBe("An unexpected error occurred");
});

test("the dataset of a table is in the catalog of the table", async () => {
  const { db } = server.app;
  const { result } = await create(["t7"]);
  const [id, none] = [result[0]?.id, null];
  expect(id).toBeGreaterThan(0);
  const shown = async (stored: string | null) => {
    await db.updateTable("datasets").set({ catalog: stored }).where("table_name", "=", "t7").execute();
    const idIn = async (catalog?: string) => (await datasetIds(admin, catalog)).get("t7");
    return [await idIn(), await idIn("many")];
  };
  expect(await shown(null)).toEqual([id, id]);
  expect(await shown("many")).toEqual([id, id]);
  expect(await shown("elsewhere")).toEqual([none, none]);
});

test("a batch needs the permission, and has from 1 to 50 tables", async () => {
  const post = async (client: TestClient, names: string[]) =>
    (await client.post("/api/v1/dataset/batch/", { database, schema: "main", tables: names })).status;
  expect(await post(admin, [])).toBe(422);
  expect(
    await post(
      admin,
      Array.from({ length: 51 }, (_, i) => `t${i}`),
    ),
  ).toBe(422);
  expect(await post(await server.as("gamma"), ["t5"])).toBe(403);
  expect(await post(server.anonymous, ["t5"])).toBe(401);
});

test("tables that the caller can't read fail without telling whether they have datasets", async () => {
  const { db, events } = server.app;
  const { id } = await db.insertInto("roles").values({ name: "Maker" }).returning("id").executeTakeFirstOrThrow();
  const pair = { permission: "can_write", view: "Dataset" };
  await db
    .insertInto("role_permissions")
    .values({ role_id: id, ...pair })
    .execute();
  events.changed("role");
  const other = await server.as("maker", ["Maker"]);
  const { result } = await create(["t0", "t6"], other);
  expect(result.map(({ status }) => status)).toEqual(["failed", "failed"]);
  expect(new Set(result.map(({ message }) => message?.replaceAll(/t\d/g, "t"))).size).toBe(1);
});
