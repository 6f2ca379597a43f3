import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { accounts } from "../../server/auth/accounts.ts";
import { changeRules } from "../../server/rights/changes.ts";
import { listedDashboardRules, openDashboardRules } from "../../server/rights/dashboards.ts";
import { allowedAmong, anyOfInList, type Condition } from "../../server/rights/rule.ts";
import { grantThroughDashboard } from "../../server/rights/through-dashboard.ts";
import type { User } from "../../server/user.ts";
import { RightsModel } from "../../testing/rights-model.ts";
import { buildWorld, randomOf, type World, type WorldDashboard, type WorldUser } from "../../testing/rights-world.ts";
import { startTestServer, type TestServer } from "../../testing/server.ts";
import { datasetForQuery } from "../dataset/index.ts";

/** Random folders over random objects, compared with a model written from docs/rights.md. */

interface ModelFolder {
  id: number;
  parent: ModelFolder | undefined;
  owners: number[];
  editors: number[];
  editorRoles: number[];
  viewers: { role: number; by: number | null }[];
}
interface Placement {
  folder: ModelFolder;
  by: number | null;
}
type Noun = "chart" | "dashboard" | "dataset";

const SEED = 20_261_129;
const DELETED_USER = 999_999;
let server: TestServer;
let world: World;
let model: RightsModel;
const placements = new Map<string, Placement>();

beforeAll(async () => {
  server = await startTestServer();
  world = await buildWorld(server, SEED);
  model = new RightsModel(world);
  await addFolders();
});
afterAll(() => server.stop());

async function addFolders(): Promise<void> {
  const random = randomOf(SEED);
  const { db, clock } = server.app;
  const people = world.users.map(({ id }) => id);
  const roles = world.roles.map(({ id }) => id);
  const backer = () => (random.chance(0.4) ? null : random.chance(0.1) ? DELETED_USER : random.pick(people));
  const folders: ModelFolder[] = [];
  const audit = { created_on: clock.timestamp(), changed_on: clock.timestamp() };
  for (let i = 0; i < 10; i++) {
    const parent = folders.length > 0 && random.chance(0.6) ? random.pick(folders) : undefined;
    const row = { uuid: randomUUID(), name: `f${i}`, parent_id: parent?.id ?? null, ...audit };
    const { id } = await db.insertInto("folders").values(row).returning("id").executeTakeFirstOrThrow();
    const viewers = random.chance(0.5) ? random.some(roles, 2).map((role) => ({ role, by: backer() })) : [];
    const rights = {
      owners: random.some(people, 1),
      editors: random.some(people, 1),
      editorRoles: random.some(roles, 1),
    };
    const folder = { id, parent, ...rights, viewers };
    folders.push(folder);
    for (const [distance, ancestor] of ancestorsOf(folder).entries())
      await sql`insert into folder_ancestors values (${id}, ${ancestor.id}, ${distance})`.execute(db);
    for (const user of folder.owners) await sql`insert into folder_owners values (${id}, ${user})`.execute(db);
    for (const user of folder.editors) await sql`insert into folder_editors values (${id}, ${user})`.execute(db);
    for (const role of folder.editorRoles)
      await sql`insert into folder_editor_roles values (${id}, ${role})`.execute(db);
    for (const { role, by } of viewers)
      await sql`insert into folder_viewer_roles values (${id}, ${role}, ${by})`.execute(db);
  }
  for (const noun of ["chart", "dashboard", "dataset"] as const) {
    for (const { id } of world[`${noun}s`]) {
      if (random.chance(0.3)) continue;
      const placement = { folder: random.pick(folders), by: backer() };
      placements.set(`${noun} ${id}`, placement);
      await sql`insert into ${sql.table(`${noun}_folders`)} values (${id}, ${placement.folder.id}, ${placement.by})`.execute(
        db,
      );
    }
  }
}

const ancestorsOf = (folder: ModelFolder): ModelFolder[] => [
  folder,
  ...(folder.parent ? ancestorsOf(folder.parent) : []),
];
const above = (noun: Noun, id: number) => {
  const placement = placements.get(`${noun} ${id}`);
  return placement ? ancestorsOf(placement.folder) : [];
};
const hasRole = (user: WorldUser, roles: readonly number[]) => user.roles.some(({ id }) => roles.includes(id));
const edits = (user: WorldUser, noun: Noun, id: number) =>
  above(noun, id).some(
    ({ owners, editors, editorRoles }) => [...owners, ...editors].includes(user.id) || hasRole(user, editorRoles),
  );
const viewersOf = ({ id }: WorldDashboard) => above("dashboard", id).flatMap(({ viewers }) => viewers);
const isShared = (user: WorldUser, board: WorldDashboard) =>
  model.sharesRole(user, board) || (board.isPublished && viewersOf(board).some(({ role }) => hasRole(user, [role])));
const isRestricted = (board: WorldDashboard) => board.roles.length > 0 || viewersOf(board).length > 0;
const opens = (user: WorldUser, board: WorldDashboard) =>
  model.owns(user, board) ||
  isShared(user, board) ||
  (!isRestricted(board) && (board.charts.length === 0 || model.showsReadable(user, board)));
const lists = (user: WorldUser, board: WorldDashboard) =>
  model.owns(user, board) ||
  isShared(user, board) ||
  (!isRestricted(board) &&
    ((board.isPublished && model.showsReadable(user, board)) ||
      (edits(user, "dashboard", board.id) && opens(user, board))));

function readsThrough(user: WorldUser, board: WorldDashboard, chart: World["charts"][number]): boolean {
  if (!opens(user, board) || !board.charts.includes(chart.id)) return false;
  const isOwnRole = board.roles.length > 0 && (model.owns(user, board) || model.sharesRole(user, board));
  const { by: placedBy = null } = placements.get(`dashboard ${board.id}`) ?? {};
  const ways = viewersOf(board).flatMap(({ role, by }) => (hasRole(user, [role]) ? [[placedBy, by]] : []));
  return [...(isOwnRole ? [[]] : []), ...ways].some((way) => {
    const named = way.filter((id) => id !== null);
    const backers = world.users.filter(({ id }) => named.includes(id));
    if (new Set(named).size > backers.length) return false;
    return model.canAllRead([...model.authorsOf(board, chart), ...backers], chart.datasetId ?? 0);
  });
}

const userOf = async ({ id }: WorldUser) => (await server.app.once(accounts).active(id)) as User;
async function idsWhere(condition: Condition | undefined): Promise<Set<number>> {
  const query = server.app.db.selectFrom("dashboards").select("id");
  return new Set((await (condition ? query.where(condition) : query).execute()).map(({ id }) => id));
}

test("lists, opening and changes match the model", async () => {
  const { db } = server.app;
  const wrong: string[] = [];
  const held = { listed: 0, opened: 0, changed: 0 };
  const compare = (what: keyof typeof held, text: string, is: boolean, expected: boolean) => {
    if (is) held[what]++;
    if (is !== expected) wrong.push(`${text} ${what}: ${is}`);
  };
  for (const person of world.users) {
    const user = await userOf(person);
    const changed = async (noun: Noun) =>
      allowedAmong(
        db,
        { table: `${noun}s`, rules: changeRules(user, noun) },
        world[`${noun}s`].map(({ id }) => id),
      );
    const [charts, dashboards, datasets] = [
      await changed("chart"),
      await changed("dashboard"),
      await changed("dataset"),
    ];
    const listed = await idsWhere(anyOfInList("dashboards", listedDashboardRules(user)));
    const open = { table: "dashboards", rules: openDashboardRules(user) } as const;
    const opened = await allowedAmong(
      db,
      open,
      world.dashboards.map(({ id }) => id),
    );
    for (const board of world.dashboards) {
      const text = `${person.name} dashboard ${board.id}`;
      const mayChange = model.owns(person, board) || (edits(person, "dashboard", board.id) && opens(person, board));
      compare("listed", text, listed.has(board.id), lists(person, board));
      compare("opened", text, opened.has(board.id), opens(person, board));
      compare("changed", text, dashboards.has(board.id), mayChange);
    }
    for (const chart of world.charts) {
      const mayChange =
        model.owns(person, chart) || (edits(person, "chart", chart.id) && model.seesChart(person, chart));
      compare("changed", `${person.name} chart ${chart.id}`, charts.has(chart.id), mayChange);
    }
    for (const dataset of world.datasets) {
      const mayChange =
        model.owns(person, dataset) || (edits(person, "dataset", dataset.id) && model.readsDataset(person, dataset));
      compare("changed", `${person.name} dataset ${dataset.id}`, datasets.has(dataset.id), mayChange);
    }
  }
  expect(wrong).toEqual([]);
  expect(Math.min(...Object.values(held))).toBeGreaterThan(50);
});

test("data through dashboards matches the model", async () => {
  const wrong: string[] = [];
  let grants = 0;
  for (const person of world.users) {
    const user = await userOf(person);
    for (const board of world.dashboards) {
      for (const chart of model.chartsOf(board)) {
        if (chart.datasetId === null) continue;
        const dataset = await datasetForQuery(server.app, chart.datasetId);
        const formData = { dashboardId: board.id, slice_id: chart.id };
        const isGranted = (await grantThroughDashboard(server.app, user, { dataset, formData })) !== undefined;
        if (isGranted) grants++;
        if (isGranted !== readsThrough(person, board, chart))
          wrong.push(`${person.name} chart ${chart.id} on ${board.id}: ${isGranted}`);
      }
    }
  }
  expect(wrong).toEqual([]);
  expect(grants).toBeGreaterThan(10);
});
