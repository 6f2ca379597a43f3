import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { RowGrant } from "../../server/rights/row-grant.ts";
import { compressJson, decompressJson } from "../../server/store/content.ts";
import { anonymousUser } from "../../server/user.ts";
import { isSampled } from "../../testing/full-size.ts";
import {
  addRuledDataset,
  changedBundle,
  clearRuledOrders,
  findLeaks,
  importDatasets,
  OWN_ROWS,
  type RuledOrders,
  ruledOrders,
} from "../../testing/ruled-orders.ts";
import { startTestServer } from "../../testing/server.ts";
import { execute } from "../../testing/sql-lab.ts";
import { datasetForQuery } from "../dataset/index.ts";
import { securityFor } from "./index.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;

let world: RuledOrders;
beforeAll(async () => {
  world = await ruledOrders(await startTestServer());
});
afterEach(() => clearRuledOrders(world));
afterAll(() => world.server.stop());

const count = async (client = world.owner) => {
  const { body } = await execute(client, world.databaseId, "SELECT COUNT(*) AS n FROM orders", { schema: "main" });
  return body.data?.[0]?.n;
};
const put = async (id: number, body: object, client = world.owner) => {
  const { status } = await client.put(`/api/v1/dataset/${id}`, body);
  expect(status).toBe(200);
};
const rule = async (id: number) => (await world.admin.get<Json>(`/api/v1/rowlevelsecurity/${id}`)).body.result;
const tablesOf = async (id: number) =>
  (await rule(id)).bound_tables.map((each: Json) => [each.table_name, each.dataset_id]);

describe("a rule still applies to the table after the owner of its dataset", () => {
  const moved = (name: string, body: () => object) =>
    [name, async (id: number) => put(id, body())] as [string, (id: number) => Promise<unknown>];
  const remove = async (id: number) => {
    expect((await world.owner.delete(`/api/v1/dataset/${id}`)).status).toBe(200);
  };
  const trashed = async () => (await world.owner.get<Json>("/api/v1/trash/")).body.result[0].id;

  const changes: [string, (id: number) => Promise<unknown>][] = [
    moved("makes it virtual", () => ({ sql: "select 'alpha' as tenant, 1 as n" })),
    moved("makes it virtual over the table", () => ({ sql: "select 'alpha' as tenant, note from orders" })),
    moved("renames it", () => ({ table_name: "harmless" })),
    moved("names its schema", () => ({ schema: "main" })),
    moved("names its catalog and schema", () => ({ catalog: "shop", schema: "main" })),
    moved("moves it to another database", () => ({ database_id: world.otherDatabaseId })),
    moved("adds a calculated column named as the rule's", () => ({
      columns: [{ column_name: "tenant", expression: "'alpha'" }, { column_name: "note" }],
    })),
    ["deletes it", remove],
    [
      "deletes it and creates it again",
      async (id) => {
        await remove(id);
        const body = { database: world.databaseId, table_name: "orders" };
        expect((await world.owner.post("/api/v1/dataset/", body)).status).toBe(201);
      },
    ],
    [
      "deletes it and calls get_or_create",
      async (id) => {
        await remove(id);
        const body = { database_id: world.databaseId, table_name: "orders", schema: "main" };
        expect((await world.owner.post("/api/v1/dataset/get_or_create/", body)).status).toBe(200);
      },
    ],
    [
      "renames it, deletes it and restores it",
      async (id) => {
        await put(id, { table_name: "harmless" });
        await remove(id);
        expect((await world.owner.post(`/api/v1/trash/${await trashed()}/restore`)).status).toBe(200);
      },
    ],
    [
      "imports it as a virtual dataset",
      async (id) => {
        const bundle = await changedBundle(world.owner, id, (yaml) => yaml.replace(/^sql:.*$/m, "sql: select 1 as n"));
        expect(await importDatasets(world.owner, bundle)).toBe(200);
      },
    ],
    [
      "imports it under a new uuid and in another letter case",
      async (id) => {
        const bundle = await changedBundle(world.owner, id, (yaml) =>
          yaml.replace(/^uuid:.*$/m, `uuid: ${crypto.randomUUID()}`).replace(/^table_name:.*$/m, "table_name: ORDERS"),
        );
        expect(await importDatasets(world.owner, bundle)).toBe(200);
      },
    ],
    [
      "makes it virtual and duplicates it",
      async (id) => {
        await put(id, { sql: "select note, count(*) over () as n from orders" });
        const body = { base_model_id: id, table_name: "copy" };
        expect((await world.owner.post("/api/v1/dataset/duplicate", body)).status).toBe(201);
      },
    ],
  ];

  test.each(changes.filter((_, at) => isSampled(at, 3)))("%s", async (_, change) => {
    const { datasetId } = await addRuledDataset(world);
    expect(await count()).toBe(OWN_ROWS);
    await change(datasetId);
    expect([await count(), await findLeaks(world)]).toEqual([OWN_ROWS, []]);
    expect(await count(world.admin)).toBeGreaterThan(OWN_ROWS);
  });

  test("changes nothing", async () => {
    await addRuledDataset(world);
    expect([await count(), await findLeaks(world)]).toEqual([OWN_ROWS, []]);
  });

  test("restores its earlier virtual version", async () => {
    const { admin, databaseId, ownerId, roleId } = world;
    const dataset = { database: databaseId, table_name: "orders", sql: "select 1 as n", owners: [ownerId] };
    const { id } = (await admin.post<Json>("/api/v1/dataset/", dataset)).body;
    await put(id, { sql: null }, admin);
    const body = { name: "Tenant", filter_type: "Regular", tables: [id], roles: [roleId], clause: "tenant = 'alpha'" };
    expect((await admin.post("/api/v1/rowlevelsecurity/", body)).status).toBe(201);
    expect((await world.owner.post(`/api/v1/dataset/${id}/versions/1/restore`)).status).toBe(200);
    expect([await count(), await findLeaks(world)]).toEqual([OWN_ROWS, []]);
  });
});

test("a rule also applies to other datasets of its table, even without a link", async () => {
  await addRuledDataset(world);
  const body = { database: world.databaseId, table_name: "orders", schema: "main" };
  const { id } = (await world.owner.post<Json>("/api/v1/dataset/", body)).body;
  const context = { datasource: { id, type: "table" }, queries: [{ columns: ["note"], metrics: null }] };
  const { body: answer } = await world.owner.post<Json>("/api/v1/chart/data", context);
  expect(answer.result[0].data).toHaveLength(OWN_ROWS);
  const explained = await world.owner.get<Json>(`/api/v1/security/explain/?type=dataset&id=${id}&operation=rows`);
  expect(explained.body.result.rows).toMatchObject([{ holds: true }]);
});

test("hidden rows stay hidden everywhere else after an owner makes the dataset virtual", async () => {
  const { datasetId } = await addRuledDataset(world);
  await put(datasetId, { sql: "select 'alpha' as tenant" });
  const { databaseId, owner, admin } = world;
  const counted = async (client = owner) => {
    const { body } = await client.get<Json>(`/api/v1/database/${databaseId}/row_counts/?q=(schema_name:main)`);
    return body.result.map(({ table }: Json) => table).sort();
  };
  expect([await counted(admin), await counted()]).toEqual([["harmless", "orders"], ["harmless"]]);
  const failing = "SELECT CAST(note AS INTEGER) FROM orders";
  for (const sql of ["EXPLAIN SELECT * FROM orders", "DESCRIBE orders", "SUMMARIZE orders", failing]) {
    const { status, body } = await execute(owner, databaseId, sql, { schema: "main" });
    expect([status >= 400, JSON.stringify(body)], sql).toEqual([true, expect.not.stringMatching(/beta-\d/)]);
  }
  const cost = await owner.post("/api/v1/sqllab/estimate/", { database_id: databaseId, sql: "SELECT * FROM orders" });
  expect(cost.status).toBeGreaterThanOrEqual(400);
});

describe("the tables of a rule", () => {
  test("are shown with their datasets, or without one if it was deleted or reads another table", async () => {
    const { datasetId, ruleId } = await addRuledDataset(world);
    expect((await rule(ruleId)).bound_tables).toMatchObject([
      { table_name: "orders", schema: null, database_name: "shop", dataset_id: datasetId },
    ]);
    await put(datasetId, { sql: "select 1 as n" });
    expect(await tablesOf(ruleId)).toEqual([["orders", null]]);
    await put(datasetId, { sql: "" });
    expect(await tablesOf(ruleId)).toEqual([["orders", datasetId]]);
    await world.owner.delete(`/api/v1/dataset/${datasetId}`);
    expect(await rule(ruleId)).toMatchObject({
      tables: [],
      bound_tables: [{ table_name: "orders", dataset_id: null }],
    });
    const { result } = (await world.admin.get<Json>("/api/v1/rowlevelsecurity/")).body;
    expect(result[0].bound_tables).toMatchObject([{ table_name: "orders" }]);
  });

  test("follow a save by a user who can edit rules, and keep the previous ones until they are released", async () => {
    const { datasetId, ruleId } = await addRuledDataset(world);
    await put(datasetId, { table_name: "harmless" }, world.admin);
    expect(await tablesOf(ruleId)).toEqual([
      ["orders", null],
      ["harmless", datasetId],
    ]);
    const path = `/api/v1/rowlevelsecurity/${ruleId}`;
    expect((await world.admin.put(path, { name: "Renamed", tables: [datasetId] })).status).toBe(200);
    expect(await count()).toBe(OWN_ROWS);
    expect((await world.admin.put(path, { bound_tables: [] })).status).toBe(200);
    expect(await tablesOf(ruleId)).toEqual([["harmless", datasetId]]);
    expect(await count()).toBeGreaterThan(OWN_ROWS);
  });

  test("without a dataset stay when the rule is edited, and can be its only tables", async () => {
    const { datasetId, ruleId } = await addRuledDataset(world);
    await world.owner.delete(`/api/v1/dataset/${datasetId}`);
    const path = `/api/v1/rowlevelsecurity/${ruleId}`;
    expect((await world.admin.put(path, { clause: "tenant = 'nobody'", tables: [] })).status).toBe(200);
    expect(await count()).toBe(0);
    for (const nothing of [{ bound_tables: [] }, { tables: [], bound_tables: [] }])
      expect(await world.admin.put(path, nothing)).toMatchObject({
        status: 400,
        body: { message: { tables: ["Choose at least one dataset, or keep a table that has no dataset."] } },
      });
    const dataset = { database: world.databaseId, table_name: "harmless" };
    const { id } = (await world.admin.post<Json>("/api/v1/dataset/", dataset)).body;
    expect((await world.admin.put(path, { tables: [id], bound_tables: [] })).status).toBe(200);
    expect(await tablesOf(ruleId)).toEqual([["harmless", id]]);
  });

  test("are removed with a dataset that is removed from the rule", async () => {
    const { datasetId, ruleId } = await addRuledDataset(world);
    const dataset = { database: world.databaseId, table_name: "harmless" };
    const { id } = (await world.admin.post<Json>("/api/v1/dataset/", dataset)).body;
    await put(datasetId, { sql: "select 1 as n" });
    await world.admin.put(`/api/v1/rowlevelsecurity/${ruleId}`, { tables: [id] });
    expect(await tablesOf(ruleId)).toEqual([["harmless", id]]);
  });
});

test("restoring a dataset trashed before table bindings existed applies the rule to its table again", async () => {
  const { datasetId, ruleId } = await addRuledDataset(world);
  const { db } = world.server.app;
  await world.owner.delete(`/api/v1/dataset/${datasetId}`);
  const { id, content } = await db.selectFrom("trash").select(["id", "content"]).executeTakeFirstOrThrow();
  const links = (row: Json) => (row.rule_id ? { rule_id: row.rule_id, dataset_id: row.dataset_id } : row);
  const parts = ((await decompressJson(content)) as Json[]).map((part) => ({ ...part, rows: part.rows.map(links) }));
  await db
    .updateTable("trash")
    .set({ content: await compressJson(parts) })
    .execute();
  await db.deleteFrom("row_level_security_places").execute();
  expect((await world.owner.post(`/api/v1/trash/${id}/restore`)).status).toBe(200);
  expect([await tablesOf(ruleId), await count()]).toEqual([[["orders", datasetId]], OWN_ROWS]);
});

test("a rule of the same group on another dataset doesn't weaken the rule once that dataset reads the table", async () => {
  const group_key = "tenants";
  await addRuledDataset(world, { group_key });
  const dataset = { table_name: "mine", sql: "select 'beta' as tenant, 'mine' as note" };
  const { datasetId } = await addRuledDataset(world, { name: "Mine", group_key, clause: "tenant = 'beta'" }, dataset);
  await put(datasetId, { sql: null, table_name: "orders", schema: "main" });
  expect([await count(), await findLeaks(world)]).toEqual([OWN_ROWS, []]);
});

test("a rule keeps its template parameters when an owner changes the dataset's", async () => {
  const template_params = '{"tenant": "alpha"}';
  const { datasetId, ruleId } = await addRuledDataset(
    world,
    { clause: "tenant = '{{ tenant }}'" },
    { template_params },
  );
  const own = async () => [await count(), await findLeaks(world)];
  expect(await own()).toEqual([OWN_ROWS, []]);
  await put(datasetId, { template_params: '{"tenant": "beta"}' });
  expect(await own()).toEqual([OWN_ROWS, []]);
  await world.admin.put(`/api/v1/rowlevelsecurity/${ruleId}`, { name: "Renamed", tables: [datasetId] });
  expect(await own()).toEqual([OWN_ROWS, []]);
  await put(datasetId, { template_params: '{"tenant": "nobody"}' }, world.admin);
  expect(await own()).toEqual([0, []]);
});

test("a guest token's clause applies even after the dataset changed", async () => {
  const { datasetId } = await addRuledDataset(world);
  await put(datasetId, { sql: "select 'alpha' as tenant, note from orders where tenant = 'beta'" }, world.admin);
  const { app } = world.server;
  const guest = { dashboards: [], rules: [{ dataset: datasetId, clause: "note = 'beta-1'" }] };
  const user = { ...anonymousUser(undefined), guest };
  const dataset = await datasetForQuery(app, datasetId);
  const { predicates } = await securityFor(app, RowGrant.ofSql(user)).secured(dataset, async (clause) => clause);
  expect(predicates).toEqual(["(note = 'beta-1'\n)"]);
});
