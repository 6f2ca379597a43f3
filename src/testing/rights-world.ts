import { randomUUID } from "node:crypto";
import { insertDatabase } from "../api/database/index.ts";
import type { App } from "../server/app.ts";
import { engineOf } from "../server/engine/app-engine.ts";
import { stampOf } from "../server/store/stamp.ts";
import type { TestServer } from "./server.ts";

export interface World {
  roles: WorldRole[];
  users: WorldUser[];
  databases: { id: number; name: string }[];
  datasets: WorldDataset[];
  charts: { id: number; datasetId: number | null; owners: number[]; authors: number[] }[];
  dashboards: WorldDashboard[];
  rules: { id: number; isBase: boolean; roles: number[]; datasets: number[]; removes: number }[];
}
export interface WorldRole {
  id: number;
  name: string;
  /** `permission view`, in addition to built-in ones. */
  pairs: Set<string>;
}
export interface WorldUser {
  id: number;
  name: string;
  roles: WorldRole[];
}
export interface WorldDataset {
  id: number;
  name: string;
  databaseId: number;
  catalog: string | null;
  schema: string | null;
  isVirtual: boolean;
  owners: number[];
}
export interface WorldDashboard {
  id: number;
  isPublished: boolean;
  isEmbedded: boolean;
  roles: number[];
  owners: number[];
  authors: number[];
  charts: number[];
  filters: { id: string; datasetId: number }[];
}

export function randomOf(seed: number) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (n: number) => Math.floor(next() * n);
  const pick = <T>(from: readonly T[]): T => from[below(from.length)] as T;
  return {
    below,
    pick,
    chance: (p: number) => next() < p,
    some: <T>(from: readonly T[], most: number): T[] => [
      ...new Set(Array.from({ length: below(most + 1) }, () => pick(from))),
    ],
  };
}
type Random = ReturnType<typeof randomOf>;

export const NUMBERS = 40;
const READS = ["Chart", "Dashboard", "Dataset", "Database", "Explore", "DashboardPermalinkRestApi"];
const WRITES = ["Chart", "Dashboard", "Dataset"];

export async function buildWorld(server: TestServer, seed: number): Promise<World> {
  const random = randomOf(seed);
  const { app } = server;
  const world: World = { roles: [], users: [], databases: [], datasets: [], charts: [], dashboards: [], rules: [] };
  const file = `${app.config.home}/world.duckdb`;
  const numbers = `CREATE TABLE numbers AS SELECT range AS n FROM range(${NUMBERS})`;
  await engineOf(app).load({ file, statements: [numbers] });
  for (const name of ["shop", "shop 2", "[odd].(name)"]) {
    const values = { database_name: name, sqlalchemy_uri: `duckdb:///${file}` } as Parameters<typeof insertDatabase>[1];
    world.databases.push({ id: await insertDatabase(app, values, stampOf(app, null)), name });
  }
  for (let i = 0; i < 28; i++) await addDataset(app, world, { random, i });
  await addRoles(app, world, random);
  await addUsers(server, world, random);
  await addThings(app, world, random);
  for (const noun of ["role", "user", "dataset", "chart", "dashboard", "row-level-security"] as const)
    app.events.changed(noun);
  return world;
}

async function addDataset(app: App, world: World, { random, i }: { random: Random; i: number }): Promise<void> {
  const database = random.pick(world.databases);
  const isVirtual = i % 4 !== 0;
  const place = {
    catalog: isVirtual && random.chance(0.5) ? random.pick(["c1", "c2"]) : null,
    schema: isVirtual && random.chance(0.3) ? null : random.pick(["s1", "s2", "c1"]),
  };
  const values = {
    uuid: randomUUID(),
    database_id: database.id,
    table_name: `t${i}`,
    ...place,
    sql: isVirtual ? "SELECT n FROM world.main.numbers" : null,
    ...stamps(app),
  };
  const { id } = await app.db.insertInto("datasets").values(values).returning("id").executeTakeFirstOrThrow();
  const column = { uuid: randomUUID(), dataset_id: id, column_name: "n", type: "BIGINT", type_generic: 0 };
  await app.db
    .insertInto("dataset_columns")
    .values({ ...column, ...stamps(app) })
    .execute();
  world.datasets.push({ id, name: `t${i}`, databaseId: database.id, ...place, isVirtual, owners: [] });
}

const stamps = (app: App) => ({ created_on: app.clock.timestamp(), changed_on: app.clock.timestamp() });

async function addRoles(app: App, world: World, random: Random): Promise<void> {
  for (const row of await app.db.selectFrom("roles").select(["id", "name"]).orderBy("id").execute())
    world.roles.push({ ...row, pairs: new Set() });
  for (let i = 0; i < 10; i++) {
    const pairs = new Set<string>();
    for (const view of READS) if (random.chance(0.6)) pairs.add(`can_read ${view}`);
    for (const view of WRITES) if (random.chance(0.3)) pairs.add(`can_write ${view}`);
    for (let n = random.below(4); n > 0; n--) pairs.add(dataPair(world, random));
    const name = `custom ${i}`;
    const { id } = await app.db.insertInto("roles").values({ name }).returning("id").executeTakeFirstOrThrow();
    for (const pair of pairs) {
      const [permission = "", ...view] = pair.split(" ");
      await app.db
        .insertInto("role_permissions")
        .values({ role_id: id, permission, view: view.join(" ") })
        .execute();
    }
    world.roles.push({ id, name, pairs });
  }
}

function dataPair(world: World, random: Random): string {
  const dataset = random.pick(world.datasets);
  const database = world.databases.find((one) => one.id === dataset.databaseId);
  const name = database?.name ?? "";
  const { catalog, schema } = dataset;
  const choices = [
    `database_access [${name}].(id:${dataset.databaseId})`,
    `catalog_access [${name}].[${catalog ?? "c1"}]`,
    catalog && random.chance(0.8)
      ? `schema_access [${name}].[${catalog}].[${schema ?? "s1"}]`
      : `schema_access [${name}].[${schema ?? "s2"}]`,
    `datasource_access [${name}].[${dataset.name}](id:${dataset.id})`,
    `datasource_access [${name}].[${dataset.name}](id:${dataset.id})`,
  ];
  if (random.chance(0.04)) return "all_datasource_access all_datasource_access";
  if (random.chance(0.04)) return "all_database_access all_database_access";
  return random.pick(choices);
}

async function addUsers(server: TestServer, world: World, random: Random): Promise<void> {
  const { db } = server.app;
  const groups: WorldRole[][] = [];
  const weighted = [...world.roles, ...world.roles.filter((role) => role.name.startsWith("custom"))];
  for (let i = 0; i < 4; i++) {
    const roles = random.some(
      weighted.filter((role) => role.name !== "Admin"),
      3,
    );
    const { id } = await db
      .insertInto("groups")
      .values({ name: `group ${i}` })
      .returning("id")
      .executeTakeFirstOrThrow();
    for (const role of roles) await db.insertInto("group_roles").values({ group_id: id, role_id: role.id }).execute();
    groups.push(roles);
  }
  const groupIds = (await db.selectFrom("groups").select("id").orderBy("id").execute()).map((row) => row.id);
  for (let i = 0; i < 30; i++) {
    const roles = random.some(weighted, 3);
    const gamma = world.roles.filter((role) => role.name === "Gamma" && random.chance(0.5));
    const own = [...new Set([...roles, ...gamma])];
    const name = `person ${i}`;
    const id = await server.userId(
      name,
      own.map((role) => role.name),
    );
    const joined = random.some([0, 1, 2, 3], 2);
    for (const group of joined)
      await db
        .insertInto("user_groups")
        .values({ user_id: id, group_id: groupIds[group] ?? 0 })
        .execute();
    const all = new Set([...own, ...joined.flatMap((group) => groups[group] ?? [])]);
    world.users.push({ id, name, roles: [...all] });
  }
}

async function addThings(app: App, world: World, random: Random): Promise<void> {
  const { db } = app;
  const people = world.users.map((user) => user.id);
  const own = async (noun: "dataset" | "chart" | "dashboard", id: number) => {
    const owners = random.some(people, 2);
    for (const user_id of owners) {
      if (noun === "dataset") await db.insertInto("dataset_owners").values({ dataset_id: id, user_id }).execute();
      if (noun === "chart") await db.insertInto("chart_owners").values({ chart_id: id, user_id }).execute();
      if (noun === "dashboard") await db.insertInto("dashboard_owners").values({ dashboard_id: id, user_id }).execute();
    }
    return owners;
  };
  for (const dataset of world.datasets) if (random.chance(0.3)) dataset.owners = await own("dataset", dataset.id);
  const params = JSON.stringify({ query_mode: "raw", all_columns: ["n"], row_limit: 1000 });
  for (let i = 0; i < 40; i++) {
    const datasetId = random.chance(0.05) ? null : random.pick(world.datasets).id;
    const values = { uuid: randomUUID(), slice_name: `chart ${i}`, viz_type: "table", params, ...stamps(app) };
    const { authors, ...audit } = authorsOf(random, people);
    const row = { ...values, ...audit, datasource_id: datasetId, datasource_type: "table" };
    const { id } = await db.insertInto("charts").values(row).returning("id").executeTakeFirstOrThrow();
    world.charts.push({ id, datasetId, owners: await own("chart", id), authors });
  }
  for (let i = 0; i < 30; i++) {
    const filters = random.some(world.datasets, 2).map((one, n) => ({ id: `F-${n}`, datasetId: one.id }));
    const entries = filters.map(({ id, datasetId }) => ({
      ...FILTER,
      id,
      targets: [{ datasetId, column: { name: "n" } }],
    }));
    const isPublished = random.chance(0.5);
    const json_metadata = JSON.stringify({ native_filter_configuration: entries });
    const values = { uuid: randomUUID(), dashboard_title: `board ${i}`, published: isPublished, json_metadata };
    const { authors, ...audit } = authorsOf(random, people);
    const row = { ...values, ...stamps(app), ...audit };
    const { id } = await db.insertInto("dashboards").values(row).returning("id").executeTakeFirstOrThrow();
    const charts = random.some(world.charts, 4).map((chart) => chart.id);
    for (const chart_id of charts)
      await db.insertInto("dashboard_charts").values({ dashboard_id: id, chart_id }).execute();
    const roles = random.chance(0.4) ? random.some(world.roles, 2).map((role) => role.id) : [];
    for (const role_id of roles) await db.insertInto("dashboard_roles").values({ dashboard_id: id, role_id }).execute();
    const isEmbedded = random.chance(0.4);
    const embedding = { uuid: `embedding-${id}`, dashboard_id: id, allowed_domains: "[]", ...stamps(app) };
    if (isEmbedded) await db.insertInto("embedded_dashboards").values(embedding).execute();
    const owners = await own("dashboard", id);
    world.dashboards.push({ id, isPublished, isEmbedded, roles, owners, authors, charts, filters });
  }
  for (let i = 0; i < 14; i++) {
    const isBase = random.chance(0.4);
    const values = {
      name: `rule ${i}`,
      filter_type: isBase ? ("Base" as const) : ("Regular" as const),
      clause: `n <> ${i}`,
    };
    const { id } = await db
      .insertInto("row_level_security")
      .values({ ...values, ...stamps(app) })
      .returning("id")
      .executeTakeFirstOrThrow();
    const roles = random.some(world.roles, 3).map((role) => role.id);
    const datasets = random
      .some(
        world.datasets.filter((one) => one.isVirtual),
        5,
      )
      .map((one) => one.id);
    for (const role_id of roles)
      await db.insertInto("row_level_security_roles").values({ rule_id: id, role_id }).execute();
    for (const dataset_id of datasets)
      await db.insertInto("row_level_security_tables").values({ rule_id: id, dataset_id }).execute();
    world.rules.push({ id, isBase, roles, datasets, removes: i });
  }
}

function authorsOf(random: Random, people: readonly number[]) {
  const [created_by_fk, changed_by_fk] = [0, 1].map(() => (random.chance(0.6) ? null : random.pick(people)));
  const authors = [created_by_fk, changed_by_fk].filter((id) => typeof id === "number");
  return { created_by_fk, changed_by_fk, authors: [...new Set(authors)] };
}

const FILTER = { type: "NATIVE_FILTER", name: "f", filterType: "filter_select" };
