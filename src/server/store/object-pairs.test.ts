import { afterAll, beforeAll, expect, test } from "vitest";
import { insertDatabase, updateDatabase } from "../../api/database/index.ts";
import { insertDataset, updateDataset } from "../../api/dataset/index.ts";
import { startTestServer, type TestClient, type TestServer } from "../../testing/server.ts";
import { stampOf } from "./stamp.ts";

let server: TestServer;
let reader: TestClient;
let databaseId: number;
let datasetId: number;
let roleId: number;

beforeAll(async () => {
  server = await startTestServer();
  const { app } = server;
  const stamp = stampOf(app, null);
  const database = { database_name: "shop", sqlalchemy_uri: "sqlite:///shop.db" };
  databaseId = await insertDatabase(app, database as Parameters<typeof insertDatabase>[1], stamp);
  const dataset = { database_id: databaseId, table_name: "orders", schema: "main", catalog: "big" };
  datasetId = await insertDataset(app.db, dataset as Parameters<typeof insertDataset>[1], stamp);
  const role = await app.db.insertInto("roles").values({ name: "readers" }).returning("id").executeTakeFirstOrThrow();
  roleId = role.id;
  reader = await server.as("reader", ["Gamma", "readers"]);
});
afterAll(() => server.stop());

const catalogue = async () => {
  const rows = await server.app.db
    .selectFrom("permission_pairs")
    .selectAll()
    .where("permission", "in", ["database_access", "catalog_access", "schema_access", "datasource_access"])
    .execute();
  return rows.map(({ permission, view }) => `${permission} ${view}`).toSorted();
};
const granted = async () =>
  (await server.app.db.selectFrom("role_permissions").selectAll().where("role_id", "=", roleId).execute()).map(
    ({ permission, view }) => `${permission} ${view}`,
  );
const sees = async () => (await reader.get(`/api/v1/dataset/${datasetId}`)).status === 200;

async function grant(permission: string, view: string): Promise<void> {
  await server.app.db.insertInto("role_permissions").values({ role_id: roleId, permission, view }).execute();
  server.app.events.changed("role", roleId);
}

test("a dataset permission is named after it and follows a rename", async () => {
  expect(await catalogue()).toEqual([
    "catalog_access [shop].[big]",
    `database_access [shop].(id:${databaseId})`,
    `datasource_access [shop].[orders](id:${datasetId})`,
    "schema_access [shop].[big].[main]",
  ]);
  expect(await sees()).toBe(false);
  await grant("datasource_access", `[shop].[orders](id:${datasetId})`);
  expect(await sees()).toBe(true);
  await updateDataset(server.app.db, datasetId, { table_name: "sales" });
  server.app.events.changed("dataset", datasetId);
  expect(await granted()).toEqual([`datasource_access [shop].[sales](id:${datasetId})`]);
  expect(await sees()).toBe(true);
});

test("renaming a database renames the permissions on everything in it", async () => {
  await grant("schema_access", "[shop].[big].[main]");
  await grant("schema_access", "[shopping].[x]");
  await updateDatabase(server.app, databaseId, { database_name: "store" });
  server.app.events.changed("database", databaseId);
  expect((await granted()).toSorted()).toEqual([
    `datasource_access [store].[sales](id:${datasetId})`,
    "schema_access [shopping].[x]",
    "schema_access [store].[big].[main]",
  ]);
  expect(await catalogue()).toEqual([
    "catalog_access [store].[big]",
    `database_access [store].(id:${databaseId})`,
    `datasource_access [store].[sales](id:${datasetId})`,
    "schema_access [store].[big].[main]",
  ]);
  expect(await sees()).toBe(true);
});

test("the permission is deleted with the dataset", async () => {
  const admin = await server.as("admin");
  expect((await admin.delete(`/api/v1/dataset/${datasetId}`)).status).toBe(200);
  expect((await granted()).toSorted()).toEqual(["schema_access [shopping].[x]", "schema_access [store].[big].[main]"]);
  expect(await catalogue()).not.toContain(`datasource_access [store].[sales](id:${datasetId})`);
});
