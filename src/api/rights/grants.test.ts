import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { grantThroughDashboard } from "../../server/rights/through-dashboard.ts";
import { stampOf } from "../../server/store/stamp.ts";
import { type Pair, type User, type UserRole, userOf } from "../../server/user.ts";
import { casesOf } from "../../testing/full-size.ts";
import { canRead, type GrantRequest, type GrantWorld, type Viewer } from "../../testing/grant-model.ts";
import { randomOf } from "../../testing/rights-world.ts";
import { startTestServer, type TestServer } from "../../testing/server.ts";
import { insertDatabase } from "../database/index.ts";

/**
 * What dashboards grant, in random worlds of users, roles, datasets, charts and dashboards with every reference that
 * metadata can contain, compared with a separate model.
 */

/** All with `TESSERA_TEST_WORLDS=10000`; another series with `TESSERA_TEST_SEED`. */
const WORLDS = Number(process.env.TESSERA_TEST_WORLDS ?? casesOf(100, 400));
const SEED = Number(process.env.TESSERA_TEST_SEED ?? 20_261_127);
const REQUESTS = 25;
type Random = ReturnType<typeof randomOf>;

let server: TestServer;
let databaseId: number;
beforeAll(async () => {
  server = await startTestServer();
  const values = { database_name: "shop", sqlalchemy_uri: "duckdb:///shop.duckdb" };
  databaseId = await insertDatabase(server.app, values as never, stampOf(server.app, null));
});
afterAll(() => server.stop());

test("a dashboard grants what its charts, filters and controls show and its authors can read", async () => {
  const random = randomOf(SEED);
  const wrong: string[] = [];
  let granted = 0;
  for (let n = 0; n < WORLDS; n++) {
    const world = await makeWorld(random, n);
    for (let i = 0; i < REQUESTS; i++) {
      const request = makeRequest(random, world);
      const { id, name, schema, owners } = random.pick(world.datasets.filter((one) => one.id === request.datasetId));
      const facts = { id, table_name: name, databaseId, databaseName: "shop", catalog: null, schema, ownerIds: owners };
      const user = userFor(request.viewer);
      const grant = await grantThroughDashboard(server.app, user, { dataset: facts, formData: request.form });
      if (grant) granted++;
      if ((grant !== undefined) !== canRead(world, request))
        wrong.push(`${JSON.stringify(request)}: ${grant !== undefined} in ${JSON.stringify(world)}`);
    }
  }
  expect(wrong.slice(0, 1)).toEqual([]);
  expect(granted).toBeGreaterThan(WORLDS / 2);
});

function userFor({ id, roles, guest }: Viewer): User {
  const userRoles: UserRole[] = roles.map((role) => ({ id: role.id, name: role.name, pairs: role.pairs as Pair[] }));
  const who = { username: `user ${id}`, firstName: "", lastName: "", email: "" };
  const state = { isAnonymous: guest !== undefined, isActive: true, loginCount: 0, createdOn: null };
  return userOf({
    id,
    ...who,
    ...state,
    roles: userRoles,
    ...(guest ? { guest: { dashboards: guest, rules: [] } } : {}),
  });
}

async function makeWorld(random: Random, n: number): Promise<GrantWorld> {
  const { db } = server.app;
  return db.transaction().execute(async (trx) => {
    const stamp = { created_on: server.app.clock.timestamp(), changed_on: server.app.clock.timestamp() };
    const world: GrantWorld = { people: [], datasets: [], charts: [], dashboards: [] };
    const one = async (table: "datasets" | "charts" | "dashboards" | "roles" | "users", values: object) => {
      const { id } = await trx
        .insertInto(table)
        .values(values as never)
        .returning("id")
        .executeTakeFirstOrThrow();
      return Number(id);
    };
    const users: number[] = [];
    for (let i = 0; i < 4; i++) {
      const name = `p${n}-${i}`;
      const names = {
        uuid: randomUUID(),
        username: name,
        first_name: name,
        last_name: "",
        email: `${name}@example.com`,
      };
      users.push(await one("users", { ...names, active: random.chance(0.9), password_hash: null, ...stamp }));
    }
    for (let i = 0; i < 3; i++) {
      const schema = random.pick(["s1", "s2"]);
      const name = `t${n}-${i}`;
      const values = {
        uuid: randomUUID(),
        database_id: databaseId,
        table_name: name,
        schema,
        sql: "SELECT 1",
        ...stamp,
      };
      const id = await one("datasets", values);
      for (const [column_name, groupby] of [
        ["g", true],
        ["h", false],
      ] as const)
        await trx
          .insertInto("dataset_columns")
          .values({ uuid: randomUUID(), dataset_id: id, column_name, groupby, ...stamp })
          .execute();
      const owners = random.some(users, 1);
      for (const user_id of owners)
        await trx.insertInto("dataset_owners").values({ dataset_id: id, user_id }).execute();
      world.datasets.push({ id, name, schema, owners });
    }
    const roles: GrantWorld["people"][number]["roles"] = [];
    for (let i = 0; i < 4; i++) {
      const pairs = pairsOf(random, world);
      const name = `r${n}-${i}`;
      const id = await one("roles", { name });
      for (const [permission, view] of pairs)
        await trx.insertInto("role_permissions").values({ role_id: id, permission, view }).execute();
      roles.push({ id, name, pairs });
    }
    for (const id of users) {
      const own = random.some(roles, 3);
      for (const role of own) await trx.insertInto("user_roles").values({ user_id: id, role_id: role.id }).execute();
      world.people.push({ id, roles: own });
    }
    const audit = () => ({
      created_by_fk: random.chance(0.6) ? null : random.pick(users),
      changed_by_fk: random.chance(0.6) ? null : random.pick(users),
      is_orphaned: random.chance(0.05),
    });
    for (let i = 0; i < 5; i++) {
      const datasetId = random.chance(0.1) ? null : random.pick(world.datasets).id;
      const layers = i > 0 && random.chance(0.4) ? random.some(world.charts, 3).map((chart) => chart.id) : undefined;
      const by = audit();
      const params = layers ? { deck_slices: layers.map((id) => (random.chance(0.5) ? id : { id })) } : {};
      const shape = { viz_type: layers ? "deck_multi" : "table", params: JSON.stringify(params) };
      const values = { uuid: randomUUID(), slice_name: `c${i}`, datasource_id: datasetId, ...shape, ...by, ...stamp };
      world.charts.push({ id: await one("charts", values), datasetId, layers: layers ?? null, ...by });
    }
    for (let i = 0; i < 3; i++) {
      const by = audit();
      const published = random.chance(0.8);
      const filters = random.some(world.datasets, 4).map(({ id }, at) => ({ id: `F-${at}`, datasetId: id }));
      const controls = random.some(world.datasets, 1).map(({ id }, at) => ({ id: `C-${at}`, datasetId: id }));
      const json_metadata = metadataOf(random, filters, controls);
      const values = { uuid: randomUUID(), dashboard_title: `d${i}`, published, json_metadata, ...by, ...stamp };
      const id = await one("dashboards", values);
      const charts = random.some(world.charts, 6).map((chart) => chart.id);
      for (const chart_id of charts)
        await trx.insertInto("dashboard_charts").values({ dashboard_id: id, chart_id }).execute();
      const restricted = random.chance(0.85) ? random.some(roles, 3).map((role) => role.id) : [];
      for (const role_id of restricted)
        await trx.insertInto("dashboard_roles").values({ dashboard_id: id, role_id }).execute();
      const owners = random.some(users, 1);
      for (const user_id of owners)
        await trx.insertInto("dashboard_owners").values({ dashboard_id: id, user_id }).execute();
      const isEmbedded = random.chance(0.7);
      const uuid = `embedding-${n}-${id}`;
      if (isEmbedded)
        await trx
          .insertInto("embedded_dashboards")
          .values({ uuid, dashboard_id: id, allowed_domains: "[]", ...stamp })
          .execute();
      const key = isEmbedded ? uuid : null;
      world.dashboards.push({ id, published, key, roles: restricted, owners, charts, filters, controls, ...by });
    }
    return world;
  });
}

function pairsOf(random: Random, world: GrantWorld): (readonly [string, string])[] {
  const dataset = random.pick(world.datasets);
  const choices = [
    ["datasource_access", `[shop].[${dataset.name}](id:${dataset.id})`],
    ["schema_access", `[shop].[${dataset.schema}]`],
    ["database_access", `[shop].(id:${databaseId})`],
    ["all_datasource_access", "all_datasource_access"],
    ["can_drill", "Dashboard"],
    ["can_read", "Chart"],
  ] as const;
  return random.some(choices, 3);
}

type Referring = { id: string; datasetId: number }[];

function metadataOf(random: Random, filters: Referring, controls: Referring): string {
  const target = (datasetId: number) => ({ datasetId, column: { name: "g" } });
  return JSON.stringify({
    native_filter_configuration: [
      ...filters.map(({ id, datasetId }) => ({
        id,
        name: id,
        filterType: "filter_select",
        targets: [target(datasetId)],
      })),
      ...(random.chance(0.2) ? [{ id: 7 }] : []),
    ],
    chart_customization_config: controls.map(({ id, datasetId }) =>
      random.chance(0.5)
        ? { id, customization: { name: id, dataset: datasetId, column: "g" } }
        : {
            id,
            type: "CHART_CUSTOMIZATION",
            name: id,
            filterType: "chart_customization_dynamic_groupby",
            targets: [target(datasetId)],
          },
    ),
    ...(random.chance(0.2) ? { global_chart_configuration: {} } : {}),
  });
}

function makeRequest(random: Random, world: GrantWorld): GrantRequest {
  const board = random.pick(world.dashboards);
  const onBoard = world.charts.filter(({ id }) => board.charts.includes(id));
  const chart = random.pick(random.chance(0.7) && onBoard.length > 0 ? onBoard : world.charts);
  const layered = world.charts.filter((one) => one.layers !== null);
  const parent = layered.length > 0 ? random.pick(layered) : chart;
  const written = (id: number) => (random.chance(0.3) ? String(id) : id);
  const filter = random.pick([...board.filters, ...board.controls, { id: "F-9", datasetId: chart.datasetId ?? 0 }]);
  const dashboardId = random.chance(0.9) ? written(board.id) : random.pick([undefined, null, "x", -1, [board.id]]);
  const forms = [
    { slice_id: written(chart.id) },
    { slice_id: written(chart.id), groupby: ["h"] },
    { slice_id: written(random.pick(parent.layers ?? [chart.id]) ?? chart.id), parent_slice_id: written(parent.id) },
    { parent_slice_id: written(parent.id) },
    { slice_id: 0, chart_id: written(chart.id), groupby: random.pick([["g"], ["h"], ["g", "h"], []]) },
    { type: "NATIVE_FILTER", native_filter_id: filter.id },
    { type: "NATIVE_FILTER", native_filter_id: filter.id, slice_id: written(chart.id) },
    {},
  ];
  const form = { dashboardId, ...random.pick(forms) };
  const aimed = [filter.datasetId, chart.datasetId, parent.datasetId].filter((id) => id !== null && id !== 0);
  const datasetId = random.chance(0.7) && aimed.length > 0 ? (random.pick(aimed) ?? 0) : random.pick(world.datasets).id;
  const members = world.people.filter(({ roles }) => roles.some(({ id }) => board.roles.includes(id)));
  const person = random.pick(random.chance(0.7) && members.length > 0 ? members : world.people);
  const named = random
    .some(world.dashboards, 2)
    .map((one) => (random.chance(0.5) ? String(one.id) : (one.key ?? "none")));
  const viewer = random.chance(0.3) ? { id: 0, roles: person.roles.slice(0, 1), guest: named } : person;
  return { viewer, datasetId, form };
}
