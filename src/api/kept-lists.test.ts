import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { RISON } from "rison2";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { RIGHTS_COLUMNS } from "../server/store/migrations/rights-state.ts";
import { addCrowd, type Crowd, sessionOf } from "../testing/crowd.ts";
import { startTestServer, type TestClient, type TestServer } from "../testing/server.ts";

/** The embedded store keeps what people may see between their lists; lists tell the same as if it did not. */

const SIZE = { users: 40, databases: 3, datasets: 60, charts: 300, dashboards: 80, activity: 1 };
const STEPS = 160;
const folder = mkdtempSync(join(tmpdir(), "tessera-kept-"));

let server: TestServer;
let crowd: Crowd;
let admin: TestClient;

beforeAll(async () => {
  server = await startTestServer({
    checkAnswers: false,
    app: { store: { url: undefined, file: `${folder}/store.db` } },
  });
  crowd = await addCrowd(server.app.db, SIZE);
  admin = await server.as("admin");
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** The same numbers every time. */
let seed = 20_261;
const under = (n: number) => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
  return Math.floor((seed / 2_147_483_648) * n);
};
const oneOf = <T>(values: readonly T[]): T => values[under(values.length)]!;

type Listed = { count: number; ids: number[] };

async function listed(nth: number, path: string): Promise<Listed> {
  const cookie = sessionOf(crowd.users[nth]!.username);
  const { status, body } = await server.anonymous.get<Listed>(path, { cookie });
  expect(status).toBe(200);
  return { count: body.count, ids: body.ids };
}

/** The same question to the store's memory and past it. */
async function bothWays(nth: number, path: string): Promise<{ kept: Listed; fresh: Listed }> {
  const { readSeen } = server.app;
  const kept = await listed(nth, path);
  Object.assign(server.app, { readSeen: undefined });
  const fresh = await listed(nth, path).finally(() => Object.assign(server.app, { readSeen }));
  return { kept, fresh };
}

const pathOf = (noun: string, query: object = {}) =>
  `/api/v1/${noun}/?q=${encodeURIComponent(RISON.stringify({ page_size: 100, columns: ["id"], ...query }))}`;

/** Whether the memory answers yet: its thread begins with the first list. */
async function memoryIsThere(): Promise<void> {
  const seen = sql`select charts.id from charts`;
  await vi.waitFor(async () => {
    const rows = await server.app.readSeen?.(seen, sql<{ n: number }>`select count(*) as n from seen`);
    expect(rows).toEqual([{ n: expect.any(Number) }]);
  }, 20_000);
}

const idIn = async (table: string) =>
  (await sql<{ id: number }>`select id from ${sql.table(table)}`.execute(server.app.db)).rows.map(({ id }) => id);
const put = async (path: string, body: object) => expect((await admin.put(path, body)).status).toBe(200);
const run = async (text: ReturnType<typeof sql>) => void (await text.execute(server.app.db));
const person = () => oneOf(crowd.users).id;

async function changeRoles(grant: boolean): Promise<void> {
  const user = crowd.users[under(6)]!;
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

/** What changes who sees what, through the API, in bulk, and by what goes with a row that is deleted. */
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
  async () => changeRoles(true),
  async () => changeRoles(false),
];

test("after random writes lists tell the same as without the memory", async () => {
  await listed(3, pathOf("chart"));
  await memoryIsThere();
  const wrong: object[] = [];
  const answers = new Set<string>();
  for (let step = 0; step < STEPS; step++) {
    await oneOf(WRITES)();
    const owned = { filters: [{ col: "owners", opr: "rel_m_m", value: person() }] };
    const path = pathOf(oneOf(["chart", "dashboard", "dataset"]), under(3) ? {} : owned);
    // The first six: an administrator and five Gammas; the eleventh is an Alpha.
    const nth = oneOf([1, 2, 3, 4, 5, 10]);
    const { kept, fresh } = await bothWays(nth, path);
    answers.add(JSON.stringify([nth, path, fresh]));
    if (JSON.stringify(kept) !== JSON.stringify(fresh)) wrong.push({ step, nth, path, kept, fresh });
  }
  expect(wrong).toEqual([]);
  expect(answers.size).toBeGreaterThan(STEPS / 3);
});

const version = async () =>
  (await sql<{ version: number }>`select version from rights_state`.execute(server.app.db)).rows[0]?.version;

test("saves of what decides no rights leave what is kept as it is", async () => {
  const [chart, dashboard] = [oneOf(await idIn("charts")), oneOf(await idIn("dashboards"))];
  await put(`/api/v1/chart/${chart}`, { owners: [person()] });
  const { result } = (await admin.get<{ result: { owners: { id: number }[] } }>(`/api/v1/chart/${chart}`)).body;
  const before = await version();
  await put(`/api/v1/chart/${chart}`, { slice_name: "Another name", owners: result.owners.map(({ id }) => id) });
  await put(`/api/v1/dashboard/${dashboard}`, { dashboard_title: "Another name" });
  expect(await version()).toBe(before);
});

test.each(Object.entries(RIGHTS_COLUMNS))("every change of %s is counted", async (table, columns) => {
  await run(
    sql`insert into dataset_owners values (${oneOf(await idIn("datasets"))}, ${person()}) on conflict do nothing`,
  );
  const counts: (number | undefined)[] = [await version()];
  await server.app.db
    .transaction()
    .execute(async (trx) => {
      const count = async () =>
        counts.push((await sql<{ version: number }>`select version from rights_state`.execute(trx)).rows[0]?.version);
      for (const column of columns) {
        await sql`pragma defer_foreign_keys = on`.execute(trx);
        const name = sql.ref(column);
        const other =
          column === "published"
            ? sql`not ${name}`
            : sql`case typeof(${name}) when 'integer' then ${name} + 1000000
          else coalesce(${name}, '') || ' other' end`;
        await sql`update ${sql.table(table)} set ${name} = ${other}
          where rowid = (select max(rowid) from ${sql.table(table)})`.execute(trx);
        await count();
      }
      await sql`delete from ${sql.table(table)} where rowid = (select max(rowid) from ${sql.table(table)})`.execute(
        trx,
      );
      await count();
      throw new Error("undone");
    })
    .catch((error: Error) => expect(error.message).toBe("undone"));
  expect(counts).toEqual([...new Set(counts)]);
  expect(counts).toHaveLength(columns.length + 2);
  expect(await version()).toBe(counts[0]);
});
