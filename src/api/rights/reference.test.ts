import { afterAll, beforeAll, expect, test } from "vitest";
import { accounts } from "../../server/auth/accounts.ts";
import { guestOf, issueGuestToken } from "../../server/auth/guest-tokens.ts";
import { changeRules } from "../../server/rights/changes.ts";
import { chartRules } from "../../server/rights/charts.ts";
import { listedDashboardRules, openDashboardRules } from "../../server/rights/dashboards.ts";
import { databaseRule, datasetRules, locationRule } from "../../server/rights/datasets.ts";
import type { Condition } from "../../server/rights/rule.ts";
import { allowedAmong, anyOf } from "../../server/rights/rule.ts";
import { grantThroughDashboard } from "../../server/rights/through-dashboard.ts";
import type { User } from "../../server/user.ts";
import { casesOf, isSampled } from "../../testing/full-size.ts";
import { RightsModel } from "../../testing/rights-model.ts";
import {
  buildWorld,
  randomOf,
  type World,
  type WorldDashboard,
  type WorldDataset,
  type WorldUser,
} from "../../testing/rights-world.ts";
import { createClient, startTestServer, type TestClient, type TestServer } from "../../testing/server.ts";
import { findDatabase } from "../database/index.ts";
import { canAccessDataset, datasetForQuery } from "../dataset/index.ts";
import { assertSqlAccess } from "../dataset/sql-access.ts";

/**
 * Every operation of every user on every object, on every surface, compared with a model of the rules that is written
 * from the API's documentation and shares no code with the server.
 */

const SEED = Number(process.env.TESSERA_TEST_SEED ?? 20_261_122);
let server: TestServer;
let world: World;
let model: RightsModel;
const clients = new Map<number, TestClient>();
let answers = 0;
const wrong: string[] = [];

function compare(what: string, found: unknown, expected: unknown): void {
  answers++;
  if (JSON.stringify(found) !== JSON.stringify(expected))
    wrong.push(`${what}: ${JSON.stringify(found)}, not ${JSON.stringify(expected)}`);
}

beforeAll(async () => {
  server = await startTestServer();
  world = await buildWorld(server, SEED);
  model = new RightsModel(world);
  for (const user of world.users) clients.set(user.id, await server.as(user.name));
});
afterAll(() => server.stop());

const people = () => world.users.filter((_, at) => isSampled(at, 2));

// ---- The policy layer ----

const userOf = async (user: WorldUser) => (await server.app.once(accounts).active(user.id)) as User;
const idsOf = (things: readonly { id: number }[]) => things.map((one) => one.id);

async function idsWhere(table: "datasets" | "charts" | "dashboards", condition: Condition | undefined) {
  const query = server.app.db.selectFrom(table).select("id").orderBy("id");
  return new Set(idsOf(await (condition ? query.where(condition) : query).execute()));
}

test("lists, single objects and changes match the model", async () => {
  const { db } = server.app;
  for (const person of people()) {
    const user = await userOf(person);
    const nouns = [
      ["dataset", world.datasets, datasetRules(user), model.readsDataset],
      ["chart", world.charts, chartRules(user), model.seesChart],
    ] as const;
    for (const [noun, things, rules, seenBy] of nouns) {
      const listed = await idsWhere(`${noun}s`, anyOf(rules));
      const visible = await allowedAmong(db, { table: `${noun}s`, rules }, idsOf(things));
      const changed = await allowedAmong(db, { table: `${noun}s`, rules: changeRules(user, noun) }, idsOf(things));
      for (const thing of things) {
        const expected = seenBy(person, thing as never);
        compare(`${person.name} lists ${noun} ${thing.id}`, listed.has(thing.id), expected);
        compare(`${person.name} sees ${noun} ${thing.id}`, visible.has(thing.id), expected);
        compare(`${person.name} changes ${noun} ${thing.id}`, changed.has(thing.id), model.owns(person, thing));
      }
    }
    const listed = await idsWhere("dashboards", anyOf(listedDashboardRules(user)));
    const opened = await allowedAmong(
      db,
      { table: "dashboards", rules: openDashboardRules(user) },
      idsOf(world.dashboards),
    );
    const changed = await allowedAmong(
      db,
      { table: "dashboards", rules: changeRules(user, "dashboard") },
      idsOf(world.dashboards),
    );
    for (const board of world.dashboards) {
      compare(`${person.name} lists dashboard ${board.id}`, listed.has(board.id), model.lists(person, board));
      compare(`${person.name} opens dashboard ${board.id}`, opened.has(board.id), model.opens(person, board));
      compare(`${person.name} changes dashboard ${board.id}`, changed.has(board.id), model.owns(person, board));
    }
  }
});

test("rows match the model: datasets, schemas, databases, SQL, and through dashboards", async () => {
  const random = randomOf(SEED + 1);
  const { app } = server;
  for (const person of people()) {
    const user = await userOf(person);
    for (const dataset of world.datasets) {
      const record = await datasetForQuery(app, dataset.id);
      compare(
        `${person.name} reads ${dataset.name}`,
        canAccessDataset(user, record),
        model.readsDataset(person, dataset),
      );
    }
    for (const { id, name } of world.databases) {
      compare(
        `${person.name} sees ${name}`,
        databaseRule(user, { id, database_name: name }) !== undefined,
        model.seesDatabase(person, { id, name }),
      );
      for (const catalog of [null, "c1", "c2"])
        for (const schema of [null, "s1", "s2", "c1"]) {
          const isOpen = locationRule(user, { databaseId: id, databaseName: name, catalog, schema }) !== undefined;
          compare(
            `${person.name} reads ${name}.${catalog}.${schema}`,
            isOpen,
            model.readsPlace(person, id, catalog, schema),
          );
        }
    }
    for (let i = 0; i < 40; i++) {
      const board = random.pick(world.dashboards);
      const chart = random.pick(random.chance(0.7) && board.charts.length > 0 ? model.chartsOf(board) : world.charts);
      const filter = random.chance(0.3) ? random.pick([...board.filters, { id: "none", datasetId: 0 }]) : undefined;
      const datasetId =
        (random.chance(0.8) ? (filter?.datasetId ?? chart.datasetId) : null) ?? random.pick(world.datasets).id;
      const form = filter ? { type: "NATIVE_FILTER", native_filter_id: filter.id } : { slice_id: chart.id };
      const found = await readsThrough(user, datasetId, { dashboardId: board.id, ...form });
      const requested = { board, datasetId, chartId: chart.id, ...(filter ? { filterId: filter.id } : {}) };
      const expected = model.readsThrough(model.opens(person, board), board.roles.length > 0, requested);
      compare(`${person.name} reads ${datasetId} through ${board.id}, ${JSON.stringify(form)}`, found, expected);
    }
  }
});

async function readsThrough(user: User, datasetId: number, formData: Record<string, unknown>): Promise<boolean> {
  const dataset = await datasetForQuery(server.app, datasetId).catch(() => undefined);
  return dataset !== undefined && (await grantThroughDashboard(server.app, user, { dataset, formData })) !== undefined;
}

test("tables in SQL match the model", async () => {
  const tables = world.datasets.filter((one) => !one.isVirtual);
  for (const person of people().slice(0, 20)) {
    const user = await userOf(person);
    for (const { databaseId, schema, name } of tables) {
      const database = await findDatabase(server.app.db, databaseId);
      if (!database) throw new Error("the database is gone");
      const sql = `SELECT * FROM ${schema}.${name}`;
      const isOpen = await assertSqlAccess(server.app, user, { database, sql }).then(
        () => true,
        () => false,
      );
      const known = tables.filter((one) => one.databaseId === databaseId && one.schema === schema && one.name === name);
      const expected =
        model.readsPlace(person, databaseId, null, schema) || known.some((one) => model.readsDataset(person, one));
      compare(`${person.name} asks ${sql}`, isOpen, expected);
    }
  }
});

// ---- Over HTTP ----

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;
const sorted = (ids: readonly number[]) => [...ids].sort((a, b) => a - b);
const statusIf = (pair: boolean, isOpen: boolean, denied: number) => (pair ? (isOpen ? 200 : denied) : 403);

test("calls match the model: lists, pickers, favorites, explanations", async () => {
  const random = randomOf(SEED + 2);
  const admin = await server.as("admin");
  const nouns = [
    ["dataset", "Dataset", world.datasets, model.readsDataset],
    ["chart", "Chart", world.charts, model.seesChart],
    ["dashboard", "Dashboard", world.dashboards, model.lists],
    ["database", "Database", world.databases, model.seesDatabase],
  ] as const;
  for (const person of people()) {
    const client = clients.get(person.id) as TestClient;
    for (const [noun, view, things, seenBy] of nouns) {
      const visible = (things as { id: number }[]).filter((one) => seenBy(person, one as never)).map((one) => one.id);
      const { status, body } = await client.get<Json>(`/api/v1/${noun}/?q=(page_size:100)`);
      const expected = model.holds(person, "can_read", view) ? visible : 403;
      compare(`${person.name} lists ${noun}s by HTTP`, status === 200 ? sorted(body.ids) : status, expected);
    }
    const related = await client.get<Json>("/api/v1/dataset/related/database?q=(page_size:100)");
    const databases =
      related.status === 200 ? sorted(related.body.result.map((one: Json) => one.value)) : related.status;
    const own = world.databases.filter((one) => model.seesDatabase(person, one)).map((one) => one.id);
    compare(`${person.name} picks databases`, databases, model.holds(person, "can_read", "Dataset") ? own : 403);
    for (const [noun, view, things, seenBy] of [
      ["chart", "Chart", world.charts, model.seesChart],
      ["dashboard", "Dashboard", world.dashboards, model.opens],
    ] as const) {
      const ids = idsOf(things);
      const { status, body } = await client.get<Json>(`/api/v1/${noun}/favorite_status/?q=!(${ids.join()})`);
      const visible = (things as { id: number }[]).filter((one) => seenBy(person, one as never)).map((one) => one.id);
      const expected = !model.holds(person, "can_read", view) ? 403 : visible.length === 0 ? 404 : visible;
      compare(
        `${person.name} asks for favorite ${noun}s`,
        status === 200 ? sorted(body.result.map((one: Json) => one.id)) : status,
        expected,
      );
    }
    for (let i = 0; i < 6; i++) {
      const board = random.pick(world.dashboards);
      const [operation, permission, isOpen] = random.pick([
        ["see", "can_read", model.opens(person, board)],
        ["list", "can_read", model.lists(person, board)],
        ["change", "can_write", model.owns(person, board)],
        ["export", "can_export", model.exportsBoard(person, board)],
      ] as const);
      const path = `/api/v1/security/explain/?type=dashboard&id=${board.id}&operation=${operation}`;
      const reported = (await admin.get<Json>(`${path}&user=${person.id}`)).body.result.allowed;
      compare(
        `explains ${operation} ${board.id} for ${person.name}`,
        reported,
        model.holds(person, permission, "Dashboard") && isOpen,
      );
    }
  }
});

test("calls for single objects match the model", async () => {
  const random = randomOf(SEED + 3);
  const admin = await server.as("admin");
  const links = new Map<number, string>();
  for (const board of world.dashboards)
    links.set(board.id, (await admin.post<Json>(`/api/v1/dashboard/${board.id}/permalink`, { dataMask: {} })).body.key);
  for (const person of people()) {
    const client = clients.get(person.id) as TestClient;
    const can = (permission: string, view: string) => model.holds(person, permission, view);
    const get = async (what: string, path: string, expected: number) =>
      compare(`${person.name} gets ${what}`, (await client.get(path)).status, expected);
    for (let i = 0; i < 7; i++) {
      const board = random.pick(world.dashboards);
      const chart = random.pick(world.charts);
      const dataset = random.pick(world.datasets);
      const database = random.pick(world.databases);
      const shown = model.datasetOf(chart.datasetId);
      const isOpen = model.opens(person, board);
      const sees = model.seesChart(person, chart);
      await get(
        `dashboard ${board.id}`,
        `/api/v1/dashboard/${board.id}`,
        statusIf(can("can_read", "Dashboard"), isOpen, 403),
      );
      await get(
        `charts of ${board.id}`,
        `/api/v1/dashboard/${board.id}/charts`,
        statusIf(can("can_read", "Dashboard"), isOpen, 403),
      );
      await get(
        `link to ${board.id}`,
        `/api/v1/dashboard/permalink/${links.get(board.id)}`,
        statusIf(can("can_read", "DashboardPermalinkRestApi"), isOpen, 403),
      );
      await get(`chart ${chart.id}`, `/api/v1/chart/${chart.id}`, statusIf(can("can_read", "Chart"), sees, 404));
      await get(
        `dataset ${dataset.id}`,
        `/api/v1/dataset/${dataset.id}`,
        statusIf(can("can_read", "Dataset"), model.readsDataset(person, dataset), 404),
      );
      await get(
        `database ${database.id}`,
        `/api/v1/database/${database.id}`,
        statusIf(can("can_read", "Database"), model.seesDatabase(person, database), 404),
      );
      const explores = shown ? statusIf(true, model.readsDataset(person, shown), 403) : sees ? 200 : 404;
      await get(
        `chart ${chart.id} in Explore`,
        `/api/v1/explore/?slice_id=${chart.id}`,
        can("can_read", "Explore") ? explores : 403,
      );
      if (i < 2) {
        const isWhole = !shown || model.readsDataset(person, shown);
        await get(
          `export of ${chart.id}`,
          `/api/v1/chart/export/?q=!(${chart.id})`,
          statusIf(can("can_export", "Chart") && (!sees || isWhole), sees, 404),
        );
        const { db } = server.app;
        const { changed_by_fk } = await db
          .selectFrom("dashboards")
          .select("changed_by_fk")
          .where("id", "=", board.id)
          .executeTakeFirstOrThrow();
        const put = await client.put(`/api/v1/dashboard/${board.id}`, {});
        // A save makes the user its author, whose rights limit what others see: the model keeps the first ones.
        await db.updateTable("dashboards").set({ changed_by_fk }).where("id", "=", board.id).execute();
        compare(
          `${person.name} saves ${board.id}`,
          put.status,
          statusIf(can("can_write", "Dashboard"), isOpen && model.owns(person, board), 403),
        );
        if (!model.owns(person, chart)) {
          const missing = await client.delete(`/api/v1/chart/?q=!(${chart.id})`);
          compare(
            `${person.name} deletes ${chart.id}`,
            missing.status,
            can("can_write", "Chart") ? (sees ? 403 : 404) : 403,
          );
        }
      }
    }
  }
});

test("chart rows match row-level security", async () => {
  const random = randomOf(SEED + 4);
  for (const person of people()) {
    const client = clients.get(person.id) as TestClient;
    for (let i = 0; i < 7; i++) {
      const dataset = random.pick(world.datasets.filter((one) => one.isVirtual));
      const board = random.pick(world.dashboards);
      const chart = random.pick(board.charts.length > 0 ? model.chartsOf(board) : world.charts);
      const form_data = random.chance(0.5) ? { dashboardId: board.id, slice_id: chart.id } : null;
      const datasetId =
        form_data && random.chance(0.7) && model.datasetOf(chart.datasetId)?.isVirtual
          ? (chart.datasetId ?? 0)
          : dataset.id;
      const requested = model.datasetOf(datasetId) as WorldDataset;
      const query = { columns: ["n"], metrics: [], row_limit: 1000 };
      const context = { datasource: { id: datasetId, type: "table" }, queries: [query], form_data };
      const { status, body } = await client.post<Json>("/api/v1/chart/data", context);
      const through =
        form_data !== null &&
        model.readsThrough(model.opens(person, board), board.roles.length > 0, { board, datasetId, chartId: chart.id });
      const isOpen = model.readsDataset(person, requested) || through;
      const expected = model.holds(person, "can_read", "Chart") && isOpen ? model.numbersLeft(person, datasetId) : 403;
      compare(
        `${person.name} reads rows of ${datasetId}, ${JSON.stringify(form_data)}`,
        status === 200 ? body.result[0].rowcount : status,
        expected,
      );
    }
  }
});

test("guests see what their token names while embedding is on", async () => {
  const random = randomOf(SEED + 5);
  const { app } = server;
  for (let n = 0; n < 25; n++) {
    const named = random.some(world.dashboards, 4);
    const resources = named.map(({ id }) => ({ type: "dashboard", id: random.chance(0.5) ? id : `embedding-${id}` }));
    const token = await issueGuestToken(app, { user: {}, resources, rls_rules: [] });
    const isOpen = (board: WorldDashboard) => board.isEmbedded && named.includes(board);
    const user = await guestOf(app, token);
    const opened = await allowedAmong(
      app.db,
      { table: "dashboards", rules: openDashboardRules(user) },
      idsOf(world.dashboards),
    );
    for (const board of world.dashboards) {
      compare(`guest ${n} opens ${board.id}`, opened.has(board.id), isOpen(board));
      const chart = random.pick(board.charts.length > 0 ? model.chartsOf(board) : world.charts);
      const datasetId = chart.datasetId ?? 0;
      const formData = { dashboardId: board.id, slice_id: chart.id };
      const found = await readsThrough(user, datasetId, formData);
      compare(
        `guest ${n} reads ${datasetId} through ${board.id}`,
        found,
        model.readsThrough(isOpen(board), true, { board, datasetId, chartId: chart.id }),
      );
    }
    const client = createClient(server.url, "", "");
    const { body } = await client.get<Json>("/api/v1/dashboard/?q=(page_size:100)", { "x-guesttoken": token });
    compare(`guest ${n} lists dashboards`, sorted(body.ids), idsOf(world.dashboards.filter(isOpen)));
    const charts = await client.get<Json>("/api/v1/chart/", { "x-guesttoken": token });
    compare(`guest ${n} lists charts`, charts.body.ids, []);
  }
});

const byId = (names: string[]) => [...names].sort();
const named = (type: string, things: readonly { id: number }[]) => things.map((one) => `${type} ${one.id}`);
const hasRole = (user: WorldUser, ...names: string[]) => user.roles.some((role) => names.includes(role.name));

test("tags, visits and pickers name only visible objects", async () => {
  const { app } = server;
  const admin = await server.as("admin");
  const stamp = app.clock.timestamp();
  const tag = { name: "everything", created_on: stamp, changed_on: stamp };
  const { id: tag_id } = await app.db.insertInto("tags").values(tag).returning("id").executeTakeFirstOrThrow();
  const kinds = [
    ["chart", world.charts],
    ["dashboard", world.dashboards],
    ["dataset", world.datasets],
  ] as const;
  for (const [object_type, things] of kinds)
    for (const { id: object_id } of things)
      await app.db.insertInto("tagged_objects").values({ tag_id, object_type, object_id }).execute();
  expect((await admin.get<Json>("/api/v1/tag/get_objects/?tags=everything")).body.result).toHaveLength(
    world.charts.length + world.dashboards.length + world.datasets.length,
  );
  for (const person of people()) {
    const client = clients.get(person.id) as TestClient;
    const isBuilt = hasRole(person, "Admin", "Alpha", "Gamma");
    const charts = world.charts.filter((chart) => model.seesChart(person, chart));
    const listed = world.dashboards.filter((board) => model.lists(person, board));
    const datasets = world.datasets.filter((dataset) => model.readsDataset(person, dataset));
    const tagged = await client.get<Json>("/api/v1/tag/get_objects/?tags=everything");
    compare(
      `${person.name} asks for what is tagged`,
      tagged.status === 200 ? byId(tagged.body.result.map((one: Json) => `${one.type} ${one.id}`)) : tagged.status,
      isBuilt ? byId([...named("chart", charts), ...named("dashboard", listed), ...named("dataset", datasets)]) : 403,
    );
    const at = { user_id: person.id, dttm: app.clock.timestamp() };
    const visits = [
      ...world.charts.map(({ id }) => ({ ...at, action: "mount_explorer", slice_id: id, dashboard_id: null })),
      ...world.dashboards.map(({ id }) => ({ ...at, action: "mount_dashboard", slice_id: null, dashboard_id: id })),
    ];
    await app.db.insertInto("logs").values(visits).execute();
    const recent = await client.get<Json>("/api/v1/log/recent_activity/?q=(page_size:100)");
    const opened = world.dashboards.filter((board) => model.opens(person, board));
    compare(
      `${person.name} asks for recent visits`,
      recent.status === 200
        ? byId(recent.body.result.map((one: Json) => `${one.item_type} ${/(\d+)\/?$/.exec(one.item_url)?.[1]}`))
        : recent.status,
      isBuilt ? byId([...named("slice", charts), ...named("dashboard", opened)]) : 403,
    );
    for (const [column, things] of [
      ["chart", charts],
      ["dashboard", listed],
    ] as const) {
      const { status, body } = await client.get<Json>(`/api/v1/report/related/${column}?q=(page_size:100)`);
      const found = status === 200 ? sorted(body.result.map((one: Json) => one.value)) : status;
      compare(`${person.name} picks a ${column}`, found, hasRole(person, "Admin", "Alpha") ? idsOf(things) : 403);
    }
  }
});

test("versions are shown to users who can edit the object", async () => {
  const random = randomOf(SEED + 6);
  for (const person of people()) {
    const client = clients.get(person.id) as TestClient;
    for (let i = 0; i < 5; i++) {
      const chart = random.pick(world.charts);
      const board = random.pick(world.dashboards);
      const dataset = random.pick(world.datasets);
      const cases = [
        ["chart", "Chart", chart, model.seesChart(person, chart) ? 403 : 404],
        ["dashboard", "Dashboard", board, 403],
        ["dataset", "Dataset", dataset, model.readsDataset(person, dataset) ? 403 : 404],
      ] as const;
      for (const [noun, view, thing, otherwise] of cases) {
        const { status } = await client.get(`/api/v1/${noun}/${thing.id}/versions/`);
        const isOwn = model.owns(person, thing) && model.holds(person, "can_write", view);
        const expected = isOwn ? 200 : model.holds(person, "can_write", view) ? otherwise : 403;
        compare(`${person.name} asks for versions of ${noun} ${thing.id}`, status, expected);
      }
    }
  }
});

test("thousands of answers were compared, and all match the model", () => {
  expect(wrong.slice(0, 20), `TESSERA_TEST_SEED=${SEED} repeats the sample`).toEqual([]);
  expect(wrong.length).toBe(0);
  expect(answers).toBeGreaterThanOrEqual(casesOf(3000, 10_000));
});
