import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { freePort, startPostgres } from "../scripts/services.ts";
import { seedRoles } from "../src/server/auth/seed-roles.ts";
import { readConfig } from "../src/server/config/config.ts";
import { createApp } from "../src/server/start/create-app.ts";
import { fillLargeStore, type LargeStore, sessionOf } from "../src/testing/large-store.ts";
import { type RunningServer, startServer } from "../src/testing/stage.ts";
import { type LoadMeasurement, measureClients, PACES, type Pace } from "./clients.ts";
import { listRequests } from "./lists.ts";

const SIZE = { users: 5000, databases: 30, datasets: 2000, charts: 50_000, dashboards: 10_000, activity: 50_000 };
const ROUNDS = 5;

export type StoreName = "SQLite" | "PostgreSQL";

export interface ListMeasurement {
  name: string;
  as: string;
  /** Best and worst of five, from request to the last byte. */
  bestMs: number;
  worstMs: number;
}

export interface Loaded {
  lists: ListMeasurement[];
  clients: LoadMeasurement[];
}

export async function measureLoad(store: StoreName): Promise<Loaded> {
  const folder = mkdtempSync(join(tmpdir(), "tessera-load-"));
  const home = join(folder, "home");
  mkdirSync(home);
  const postgres = store === "PostgreSQL" ? await startPostgres(folder) : undefined;
  if (typeof postgres === "string") throw new Error(postgres);
  const url = postgres?.url ?? "";
  try {
    const largeStore = await fill(home, url);
    if (url) await vacuum(url);
    const env = { TESSERA_EXAMPLES: "off", TESSERA_DATABASE_URL: url };
    const server = await startServer({ home, port: await freePort(), env });
    try {
      const lists = await measureLists(server, largeStore);
      const clients: LoadMeasurement[] = [];
      for (const pace of Object.keys(PACES) as Pace[]) clients.push(await measureClients(server, largeStore, pace));
      return { lists, clients };
    } finally {
      await server.stop();
    }
  } finally {
    await postgres?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function fill(home: string, url: string): Promise<LargeStore> {
  const app = await createApp(readConfig({ TESSERA_HOME: home, TESSERA_DATABASE_URL: url }, process.cwd()));
  await seedRoles(app);
  const largeStore = await fillLargeStore(app.db, SIZE);
  await app.close();
  return largeStore;
}

/** PostgreSQL would do this itself some time after rows are added. */
async function vacuum(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query("vacuum analyze");
  await client.end();
}

async function measureLists(server: RunningServer, largeStore: LargeStore): Promise<ListMeasurement[]> {
  const found: ListMeasurement[] = [];
  for (const [as, nth] of [
    ["Admin", 0],
    ["Alpha", 10],
    ["Gamma", 3],
  ] as const) {
    const user = largeStore.users[nth] ?? { id: 0, username: "" };
    const headers = { cookie: sessionOf(user.username) };
    const named = await namedFor(server, headers, user.id);
    for (const { name, path } of listRequests(named)) {
      const times: number[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        const startMs = performance.now();
        const answer = await fetch(server.url + path, { headers });
        const text = await answer.text();
        times.push(performance.now() - startMs);
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
