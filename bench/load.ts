import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { RISON } from "rison2";
import { freePort, startPostgres } from "../scripts/services.ts";
import { createApp } from "../src/server/app.ts";
import { seedRoles } from "../src/server/auth/seed-roles.ts";
import { readConfig } from "../src/server/config.ts";
import { addCrowd, type Crowd, sessionOf } from "../src/testing/crowd.ts";
import { type RunningServer, startServer } from "../src/testing/stage.ts";
import { listRequests } from "./lists.ts";
import { memoryMb } from "./process.ts";

/** A store of a large company, and what its people do with it. */

const SIZE = { users: 5000, databases: 30, datasets: 2000, charts: 50_000, dashboards: 10_000, activity: 50_000 };
const ROUNDS = 5;
const CLIENTS = 200;
const SECONDS = 60;
const WARM_UP_MS = 5000;
const PAUSE_MS = 2000;

export type StoreName = "SQLite" | "PostgreSQL";

export interface ListMeasurement {
  name: string;
  as: string;
  /** The best and the worst of five, from asking to the last byte. */
  bestMs: number;
  worstMs: number;
}

export interface LoadMeasurement {
  requests: number;
  errors: number;
  kinds: { kind: string; p50Ms: number; p99Ms: number }[];
  /** Memory of the server in the second quarter of the time, and in the last. */
  memoryMb: [early: number, late: number];
}

export interface Loaded {
  lists: ListMeasurement[];
  clients: LoadMeasurement;
}

export async function measureLoad(store: StoreName): Promise<Loaded> {
  const folder = mkdtempSync(join(tmpdir(), "tessera-load-"));
  const home = join(folder, "home");
  mkdirSync(home);
  const postgres = store === "PostgreSQL" ? await startPostgres(folder) : undefined;
  if (typeof postgres === "string") throw new Error(postgres);
  const url = postgres?.url ?? "";
  try {
    const crowd = await fill(home, url);
    if (url) await vacuum(url);
    const env = { TESSERA_EXAMPLES: "off", TESSERA_DATABASE_URL: url };
    const server = await startServer({ home, port: await freePort(), env });
    try {
      return { lists: await measureLists(server, crowd), clients: await measureClients(server, crowd) };
    } finally {
      await server.stop();
    }
  } finally {
    await postgres?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function fill(home: string, url: string): Promise<Crowd> {
  const app = await createApp(readConfig({ TESSERA_HOME: home, TESSERA_DATABASE_URL: url }, process.cwd()));
  await seedRoles(app);
  const crowd = await addCrowd(app.db, SIZE);
  await app.close();
  return crowd;
}

/** What PostgreSQL does by itself a while after rows have come. */
async function vacuum(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query("vacuum analyze");
  await client.end();
}

/** Every list as an administrator, an Alpha and a Gamma whose roles open some of the datasets; the slowest first. */
async function measureLists(server: RunningServer, crowd: Crowd): Promise<ListMeasurement[]> {
  const found: ListMeasurement[] = [];
  for (const [as, nth] of [
    ["Admin", 0],
    ["Alpha", 10],
    ["Gamma", 3],
  ] as const) {
    const user = crowd.users[nth] ?? { id: 0, username: "" };
    const headers = { cookie: sessionOf(user.username) };
    const named = await namedFor(server, headers, user.id);
    for (const { name, path } of listRequests(named)) {
      const times: number[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        const begun = performance.now();
        const answer = await fetch(server.url + path, { headers });
        const text = await answer.text();
        times.push(performance.now() - begun);
        if (answer.status === 403) break;
        if (!answer.ok) throw new Error(`${name} as ${as}: ${answer.status} ${text.slice(0, 300)}`);
      }
      if (times.length === ROUNDS) found.push({ name, as, bestMs: Math.min(...times), worstMs: Math.max(...times) });
    }
  }
  return found.sort((a, b) => b.bestMs - a.bestMs);
}

async function namedFor(server: RunningServer, headers: Record<string, string>, userId: number) {
  const first = async (noun: string) => {
    const { ids } = (await (await fetch(`${server.url}/api/v1/${noun}/`, { headers })).json()) as { ids?: number[] };
    return ids?.[0] ?? 1;
  };
  const [datasetId, dashboardId, databaseId, tagId] = await Promise.all(
    ["dataset", "dashboard", "database", "tag"].map(first),
  );
  return {
    userId,
    datasetId: datasetId ?? 1,
    dashboardId: dashboardId ?? 1,
    databaseId: databaseId ?? 1,
    tagId: tagId ?? 1,
    roleId: 8,
  };
}

type Kind = "list" | "read" | "save";

interface Sample {
  kind: Kind;
  ms: number;
  isError: boolean;
}

/** 200 people of all roles who list, read and save, with a second's thought between. */
async function measureClients(server: RunningServer, crowd: Crowd): Promise<LoadMeasurement> {
  const samples: Sample[] = [];
  const memory: number[] = [];
  const people = await Promise.all(
    Array.from({ length: CLIENTS }, (_, n) => personOf(server, crowd.users[n + 1]?.username ?? "")),
  );
  const begin = performance.now() + WARM_UP_MS;
  const end = begin + SECONDS * 1000;
  const watch = setInterval(() => {
    if (performance.now() > begin) memory.push(memoryMb(server.process.pid ?? 0));
  }, 1000);
  await Promise.all(
    people.map(async (person, n) => {
      for (let turn = n; performance.now() < end; turn++) {
        await new Promise((resolve) => setTimeout(resolve, Math.random() * PAUSE_MS));
        const begun = performance.now();
        const { kind, answer } = ask(server, person, { turn, crowd });
        const isError = await answer.then(
          async (response) => (await response.arrayBuffer()) && !response.ok,
          () => true,
        );
        if (begun > begin) samples.push({ kind, ms: performance.now() - begun, isError });
      }
    }),
  );
  clearInterval(watch);
  return summaryOf(samples, memory);
}

interface Person {
  headers: Record<string, string>;
  userId: number;
  chartId: number | undefined;
}

async function personOf({ url }: RunningServer, username: string): Promise<Person> {
  const cookie = sessionOf(username);
  const get = async (path: string) => (await (await fetch(url + path, { headers: { cookie } })).json()) as never;
  const { result: csrf } = (await get("/api/v1/security/csrf_token/")) as { result: string };
  const { result: me } = (await get("/api/v1/me/")) as { result: { id?: number } };
  const userId = me.id ?? 0;
  const mine = RISON.stringify({ filters: [{ col: "owners", opr: "rel_m_m", value: userId }] });
  const { ids } = (await get(`/api/v1/chart/?q=${encodeURIComponent(mine)}`)) as { ids: number[] };
  const headers = { cookie, "x-csrftoken": csrf, "content-type": "application/json" };
  return { headers, userId, chartId: ids[0] };
}

function ask({ url }: RunningServer, person: Person, { turn, crowd }: { turn: number; crowd: Crowd }) {
  const { headers, chartId } = person;
  const get = (path: string) => fetch(url + path, { headers });
  if (turn % 10 === 9 && chartId !== undefined) {
    const body = JSON.stringify({ slice_name: `Saved in turn ${turn}`, description: `${performance.now()}` });
    return { kind: "save" as const, answer: fetch(`${url}/api/v1/chart/${chartId}`, { method: "PUT", headers, body }) };
  }
  if (turn % 2 === 0 && chartId !== undefined)
    return { kind: "read" as const, answer: get(`/api/v1/chart/${chartId}`) };
  const nth = (turn >> 1) % LISTS.length;
  const path = LISTS[nth]?.(crowd.users[turn % crowd.users.length]?.id ?? 1) ?? "";
  return { kind: "list" as const, answer: get(path) };
}

const listPath = (noun: string, query: object) =>
  `/api/v1/${noun}/?q=${encodeURIComponent(RISON.stringify({ page: 0, page_size: 25, ...query }))}`;
const recent = { order_column: "changed_on_delta_humanized", order_direction: "desc" };

/** What people look at most. */
const LISTS: readonly ((userId: number) => string)[] = [
  () => listPath("dashboard", recent),
  () => listPath("chart", recent),
  () => listPath("dataset", recent),
  (user) => listPath("dashboard", { ...recent, filters: [{ col: "owners", opr: "rel_m_m", value: user }] }),
  () => listPath("dashboard", { filters: [{ col: "dashboard_title", opr: "title_or_slug", value: "energy" }] }),
  () => "/api/v1/log/recent_activity/?q=(page_size:6)",
];

function summaryOf(samples: readonly Sample[], memory: readonly number[]): LoadMeasurement {
  const kinds = (["all", "list", "read", "save"] as const).map((kind) => {
    const times = samples.filter((sample) => kind === "all" || sample.kind === kind).map(({ ms }) => ms);
    return { kind, p50Ms: quantile(times, 0.5), p99Ms: quantile(times, 0.99) };
  });
  const quarter = Math.floor(memory.length / 4);
  return {
    requests: samples.length,
    errors: samples.filter((sample) => sample.isError).length,
    kinds,
    memoryMb: [mean(memory.slice(quarter, 2 * quarter)), mean(memory.slice(-quarter))],
  };
}

function quantile(values: readonly number[], q: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? 0;
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / Math.max(values.length, 1);
