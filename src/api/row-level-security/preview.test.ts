import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { addRuledDataset, clearRuledOrders, type RuledOrders, ruledOrders } from "../../testing/ruled-orders.ts";
import { startTestServer, type TestClient } from "../../testing/server.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;

const PATH = "/api/v1/rowlevelsecurity/preview/";

let world: RuledOrders;
let gammaId: number;
/** Administers rules and reads all data, but isn't an administrator; the tenant rule applies to this user. */
let keeper: TestClient;
/** Administers rules, but can't read the datasets. */
let stranger: TestClient;

beforeAll(async () => {
  world = await ruledOrders(await startTestServer());
  const { app } = world.server;
  gammaId = await idOfRole("Gamma");
  const { id } = await app.db.insertInto("roles").values({ name: "Rules" }).returning("id").executeTakeFirstOrThrow();
  const pairs = ["can_read", "can_write"].map((permission) => ({
    role_id: id,
    permission,
    view: "Row Level Security",
  }));
  await app.db.insertInto("role_permissions").values(pairs).execute();
  app.events.changed("role");
  keeper = await world.server.as("kim", ["Alpha", "Rules", "Tenant alpha"]);
  stranger = await world.server.as("sam", ["Gamma", "Rules"]);
});
afterAll(() => world.server.stop());
beforeEach(() => clearRuledOrders(world));

async function idOfRole(name: string): Promise<number> {
  const row = world.server.app.db.selectFrom("roles").select("id").where("name", "=", name);
  return (await row.executeTakeFirstOrThrow()).id;
}

async function addOrders(): Promise<number> {
  const { admin, databaseId, ownerId } = world;
  const body = { database: databaseId, table_name: "orders", owners: [ownerId] };
  return (await admin.post<Json>("/api/v1/dataset/", body)).body.id;
}

const draft = (id: number, more: object = {}) => ({
  ...{ filter_type: "Regular", tables: [id], roles: [gammaId], clause: "note like 'beta-1%'" },
  ...more,
});
const preview = (client: TestClient, body: object) => client.post<Json>(PATH, body);

test("counts the rows that stay, and shows five of them", async () => {
  const id = await addOrders();
  const { status, body } = await preview(world.admin, draft(id, { role: gammaId }));
  expect(status).toBe(200);
  const [dataset] = body.result.datasets;
  expect(body.result.applies).toBe(true);
  expect(dataset).toMatchObject({ id, table_name: "orders", all: 43, left: 11, readable: false, problem: null });
  expect(dataset.columns).toEqual(["tenant", "note"]);
  expect(dataset.rows).toHaveLength(5);
  expect(dataset.rows.every(([tenant, note]: string[]) => tenant === "beta" && note?.startsWith("beta-1"))).toBe(true);
  expect((await world.admin.get<Json>("/api/v1/rowlevelsecurity/")).body.count).toBe(0);
});

test("says when the rule doesn't apply, and who gets a rule for everyone else", async () => {
  const id = await addOrders();
  const other = await preview(world.admin, draft(id, { role: world.roleId }));
  expect(other.body.result).toMatchObject({ applies: false, datasets: [{ all: 43, left: 43 }] });
  const base = await preview(world.admin, draft(id, { filter_type: "Base", role: world.roleId }));
  expect(base.body.result).toMatchObject({ applies: true, datasets: [{ left: 11 }] });
});

test("combines the draft with other rules, and replaces the rule that is edited", async () => {
  const { datasetId, ruleId } = await addRuledDataset(world);
  const body = draft(datasetId, { roles: [world.roleId], user: world.ownerId, clause: "tenant = 'beta'" });
  expect((await preview(world.admin, body)).body.result.datasets[0]).toMatchObject({ all: 43, left: 0 });
  const replaced = await preview(world.admin, { ...body, id: ruleId });
  expect(replaced.body.result.datasets[0]).toMatchObject({ all: 43, left: 40, readable: true });
  await world.admin.put(`/api/v1/rowlevelsecurity/${ruleId}`, { group_key: "tenant" });
  const grouped = await preview(world.admin, { ...body, group_key: "tenant" });
  expect(grouped.body.result.datasets[0]).toMatchObject({ left: 43 });
});

test("uses the previewed user's name in templates", async () => {
  const id = await addOrders();
  const body = draft(id, { roles: [world.roleId], clause: "'{{ current_username() }}' = 'olga'" });
  expect((await preview(world.admin, { ...body, user: world.ownerId })).body.result.datasets[0].left).toBe(43);
  const admin = await world.server.userId("admin");
  const own = await preview(world.admin, { ...body, filter_type: "Base", user: admin });
  expect(own.body.result.datasets[0].left).toBe(0);
});

test("never shows rows that are hidden from the caller", async () => {
  const { datasetId, ruleId } = await addRuledDataset(world);
  for (const more of [{}, { id: ruleId }, { group_key: "x" }, { id: ruleId, clause: "1 = 1) or (1 = 1" }]) {
    const body = draft(datasetId, { clause: "1 = 1", role: gammaId, ...more });
    const { body: answer } = await preview(keeper, body);
    expect(JSON.stringify(answer)).not.toMatch(/beta-\d/);
    if (answer.result) expect(answer.result.datasets[0]).toMatchObject({ all: 3, left: 3, readable: null });
  }
});

test("shows no rows of datasets that the caller can't read", async () => {
  const id = await addOrders();
  const { body } = await preview(stranger, draft(id, { role: gammaId }));
  expect(body.result.datasets[0]).toMatchObject({ all: null, left: null, columns: [], rows: [] });
  expect(body.result.datasets[0].problem).toMatch(/don't have access/);
});

test("is for users who can change rules; others' names only for administrators", async () => {
  const id = await addOrders();
  expect((await preview(world.owner, draft(id, { role: gammaId }))).status).toBe(403);
  expect((await preview(keeper, draft(id, { user: world.ownerId }))).status).toBe(403);
  expect((await preview(keeper, draft(id, { user: await world.server.userId("kim") }))).status).toBe(200);
  expect((await preview(world.admin, draft(id, { user: 987_654 }))).status).toBe(404);
  expect((await preview(world.admin, draft(id, { role: 987_654 }))).status).toBe(404);
  expect((await preview(world.admin, draft(id, { role: gammaId, user: 1 }))).status).toBe(400);
});

test.each([
  ["a column that a dataset lacks", { clause: "colour = 'red'" }, /colour/],
  ["a subquery", { clause: "tenant in (select tenant from harmless)" }, /clause isn't a valid condition/],
  ["a second statement", { clause: "1 = 1; drop table orders" }, /clause isn't a valid condition/],
  ["a missing dataset", { tables: [987_654] }, /Datasource does not exist/],
])("rejects %s", async (_, more, text) => {
  const { status, body } = await preview(world.admin, draft(await addOrders(), more));
  expect([status, JSON.stringify(body)]).toEqual([422, expect.stringMatching(text)]);
});

test("without a user or role only checks the clause", async () => {
  const { status, body } = await preview(world.admin, draft(await addOrders()));
  expect([status, body.result]).toEqual([200, { applies: null, datasets: [] }]);
});

test("an error doesn't name columns of a dataset that the caller can't read", async () => {
  const { status, body } = await preview(
    stranger,
    draft(await addOrders(), { clause: "tenan = 'alpha'", role: gammaId }),
  );
  expect(status).toBe(422);
  expect(body.errors[0].message).toBe("The clause doesn't work on the dataset “orders”.");
  expect(JSON.stringify(body)).not.toMatch(/tenant\b/);
});

test("is in the action log", async () => {
  const id = await addOrders();
  expect((await preview(world.admin, draft(id, { role: gammaId }))).status).toBe(200);
  const q = "(order_column:dttm,order_direction:desc,page_size:50)";
  const { result } = (await world.admin.get<Json>(`/api/v1/log/?q=${q}`)).body;
  const entry = result.find(({ action }: Json) => action === "preview_row_level_security");
  expect(JSON.parse(entry.details)).toMatchObject({ role: gammaId, tables: [id] });
});
