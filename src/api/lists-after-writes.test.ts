import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { RISON } from "rison2";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fillLargeStore, type LargeStore, sessionOf } from "../testing/large-store.ts";
import { startTestServer, type TestClient, type TestServer } from "../testing/server.ts";

const SIZE = { users: 40, databases: 3, datasets: 60, charts: 300, dashboards: 80, activity: 1 };
const STEPS = 160;
const folder = mkdtempSync(join(tmpdir(), "tessera-kept-"));

let server: TestServer;
let largeStore: LargeStore;
let admin: TestClient;

beforeAll(async () => {
  server = await startTestServer({
    checkAnswers: false,
    ...(!process.env.TESSERA_TEST_DATABASE_URL && { app: { store: { url: undefined, file: `${folder}/store.db` } } }),
  });
  largeStore = await fillLargeStore(server.app.db, SIZE);
  admin = await server.as("admin");
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

let seed = 20_261;
const under = (n: number) => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
  return Math.floor((seed / 2_147_483_648) * n);
};
const oneOf = <T>(values: readonly T[]): T => values[under(values.length)]!;

type Listed = { count: number; ids: number[] };

async function listed(nth: number, path: string): Promise<Listed> {
  const cookie = sessionOf(largeStore.users[nth]!.username);
  const { status, body } = await server.anonymous.get<Listed>(path, { cookie });
  expect(status).toBe(200);
  return { count: body.count, ids: body.ids };
}

async function listTwice(nth: number, path: string): Promise<{ read: Listed; written: Listed }> {
  const { reads, db } = server.app;
  const read = await listed(nth, path);
  Object.assign(server.app, { reads: db });
  const written = await listed(nth, path).finally(() => Object.assign(server.app, { reads }));
  return { read, written };
}

const pathOf = (noun: string, query: object = {}) =>
  `/api/v1/${noun}/?q=${encodeURIComponent(RISON.stringify({ page_size: 100, columns: ["id"], ...query }))}`;

const idsIn = async (table: string, column: string) =>
  (await sql<{ id: number }>`select ${sql.ref(column)} as id from ${sql.table(table)}`.execute(server.app.db)).rows.map(
    ({ id }) => id,
  );
const idIn = (table: string) => idsIn(table, "id");
const put = async (path: string, body: object) => expect((await admin.put(path, body)).status).toBe(200);
const run = async (text: ReturnType<typeof sql>) => void (await text.execute(server.app.db));
const person = () => oneOf(largeStore.users).id;

async function changeRoles(grant: boolean): Promise<void> {
  const user = largeStore.users[under(6)]!;
  const { rows } = await sql<{ role_id: number }>`select role_id from user_roles where user_id = ${user.id}`.execute(
    server.app.db,
  );
  const own = rows.map((row) => row.role_id);
  const teams = (await server.app.db.selectFrom("roles").select("id").where("name", "like", "team %").execute()).map(
    ({ id }) => id,
  );
  const roles = grant ? [...new Set([...own, oneOf(teams)])] : own.filter((id) => !teams.includes(id));
  await put(`/api/v1/security/users/${user.id}`, { roles });
}

const bundles: Blob[] = [];

async function exportOne(): Promise<void> {
  const answer = await admin.fetch(`/api/v1/dashboard/export/?q=!(${oneOf(await idIn("dashboards"))})`);
  expect(answer.status).toBe(200);
  bundles.push(await answer.blob());
}

async function importOne(): Promise<void> {
  const body = new FormData();
  body.append("formData", oneOf(bundles), "bundle.zip");
  body.append("overwrite", "true");
  body.append("passwords", "{}");
  const answer = await admin.fetch("/api/v1/dashboard/import/", { method: "POST", body });
  expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('"message":"OK"')]);
}

const WRITES: readonly (() => Promise<unknown>)[] = [
  async () => put(`/api/v1/chart/${oneOf(await idIn("charts"))}`, { owners: [person()] }),
  async () =>
    put(`/api/v1/chart/${oneOf(await idIn("charts"))}`, {
      datasource_id: oneOf(await idIn("datasets")),
      datasource_type: "table",
    }),
  async () => put(`/api/v1/dashboard/${oneOf(await idIn("dashboards"))}`, { published: under(2) === 0 }),
  async () => put(`/api/v1/dashboard/${oneOf(await idIn("dashboards"))}`, { owners: [person(), person()] }),
  async () => put(`/api/v1/dashboard/${oneOf(await idIn("dashboards"))}`, { roles: under(2) ? [] : [9 + under(40)] }),
  async () => admin.delete(`/api/v1/chart/${oneOf(await idIn("charts"))}`),
  async () => admin.delete(`/api/v1/dashboard/${oneOf(await idIn("dashboards"))}`),
  async () => run(sql`delete from charts where id = ${oneOf(await idIn("charts"))}`),
  async () => run(sql`delete from dataset_owners`),
  async () =>
    run(sql`insert into dataset_owners values (${oneOf(await idIn("datasets"))}, ${person()})
    on conflict do nothing`),
  async () =>
    run(sql`insert into dashboard_charts values (${oneOf(await idIn("dashboards"))},
    ${oneOf(await idIn("charts"))}) on conflict do nothing`),
  async () => run(sql`update dashboards set published = not published where id % 7 = ${under(7)}`),
  async () => run(sql`update datasets set database_id = 1 where id = ${oneOf(await idIn("datasets"))}`),
  async () => run(sql`delete from chart_owners where user_id = ${person()}`),
  async () => (bundles.length < 4 ? exportOne() : importOne()),
  async () => changeRoles(true),
  async () => changeRoles(false),
];

test("lists match the store after random writes", async () => {
  await listed(3, pathOf("chart"));
  const wrong: object[] = [];
  const answers = new Set<string>();
  for (let step = 0; step < STEPS; step++) {
    await oneOf(WRITES)();
    const owned = { filters: [{ col: "owners", opr: "rel_m_m", value: person() }] };
    const path = pathOf(oneOf(["chart", "dashboard", "dataset"]), under(3) ? {} : owned);
    // The first six: an administrator and five Gammas; the eleventh is an Alpha.
    const nth = oneOf([1, 2, 3, 4, 5, 10]);
    const { read, written } = await listTwice(nth, path);
    answers.add(JSON.stringify([nth, path, written]));
    if (JSON.stringify(read) !== JSON.stringify(written)) wrong.push({ step, nth, path, read, written });
  }
  expect(wrong).toEqual([]);
  expect(answers.size).toBeGreaterThan(STEPS / 3);
});

const isPostgres = () => server.app.dialect === "postgres";

async function writeElsewhere(statement: string): Promise<void> {
  if (isPostgres()) return run(sql.raw(statement) as ReturnType<typeof sql>);
  const script = `const { DatabaseSync } = require("node:sqlite");
    new DatabaseSync(process.argv[1], { timeout: 10000 }).exec(process.argv[2]);`;
  execFileSync(process.execPath, ["--no-warnings", "-e", script, `${folder}/store.db`, statement]);
}

test("lists include writes by other processes", async () => {
  const user = largeStore.users[1]!.id;
  const path = pathOf("dashboard", { filters: [{ col: "owners", opr: "rel_m_m", value: user }] });
  const before = await listed(1, path);
  const dashboard = (await idIn("dashboards")).find((id) => !before.ids.includes(id))!;
  for (const [statement, isIncluded] of [
    [`insert into dashboard_owners values (${dashboard}, ${user}) on conflict do nothing`, true],
    [`delete from dashboard_owners where dashboard_id = ${dashboard} and user_id = ${user}`, false],
  ] as const) {
    await writeElsewhere(statement);
    const { read, written } = await listTwice(1, path);
    expect([read, read.ids.includes(dashboard)]).toEqual([written, isIncluded]);
  }
});
