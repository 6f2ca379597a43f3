import { CompiledQuery, sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createClock, formatTimestamp } from "../../server/clock.ts";
import { MOST_VIEWS } from "../../server/store/views.ts";
import { loadSampleData, type SampleData } from "../../testing/sample-data.ts";
import { startTestServer, type TestClient, type TestServer } from "../../testing/server.ts";
import * as dashboard from "../dashboard/contract.ts";
import { usage } from "./usage-contract.ts";

const DAY = 24 * 60 * 60 * 1000;
let server: TestServer;
let samples: SampleData;
let admin: TestClient;

beforeAll(async () => {
  server = await startTestServer({ app: { clock: createClock(() => Date.now()) } });
  samples = await loadSampleData(server.app);
  admin = await server.as("admin");
});
afterAll(() => server.stop());

const createDashboard = async (dashboard_title: string, body: object = {}) =>
  (await admin.post<{ id: number }>("/api/v1/dashboard/", { dashboard_title, published: true, ...body })).body.id;

async function view(id: number, { user, daysAgo = 0, chart = false, times = 1 }: Viewing = {}): Promise<void> {
  const { app } = server;
  const row = {
    action: chart ? "mount_explorer" : "mount_dashboard",
    user_id: user === undefined ? null : await server.userId(user),
    dashboard_id: chart ? null : id,
    slice_id: chart ? id : null,
    dttm: formatTimestamp(app.clock.now() - daysAgo * DAY),
    ...{ json: null, duration_ms: null, referrer: null },
  };
  for (let left = times; left > 0; left -= 1000) {
    await app.db
      .insertInto("logs")
      .values(Array.from({ length: Math.min(left, 1000) }, () => row))
      .execute();
  }
}
interface Viewing {
  user?: string;
  daysAgo?: number;
  chart?: boolean;
  times?: number;
}

const usageOf = async (client: TestClient, type: "dashboard" | "chart", ids: number[]) =>
  (await client.call(usage, { q: { type, ids } })).result;

describe("the usage of dashboards and charts", () => {
  test("counts views and users of the last 30 days, and has the last view of all time", async () => {
    for (const name of ["ada", "bob"]) await server.as(name);
    const [busy, quiet, unseen] = [await createDashboard("Busy"), await createDashboard("Quiet"), 0];
    const never = await createDashboard("Never");
    await view(busy, { user: "ada", times: 3 });
    await view(busy, { user: "bob", daysAgo: 29 });
    await view(busy, { daysAgo: 2 });
    await view(busy, { user: "ada", daysAgo: 31 });
    await view(quiet, { user: "bob", daysAgo: 40 });
    await view(busy, { chart: true, daysAgo: 60 });
    const result = await usageOf(admin, "dashboard", [busy, quiet, never, unseen + 999_999]);
    expect(result.map(({ id, views, viewers }) => [id, views, viewers])).toEqual([
      [busy, 5, 2],
      [quiet, 0, 0],
      [never, 0, 0],
    ]);
    const last = new Map(result.map((one) => [one.id, one.last_viewed_utc]));
    expect(last.get(never)).toBeNull();
    expect(last.get(busy)).toMatch(/^20\d\d-.*\+0000$/);
    expect(last.get(quiet)?.slice(0, 10)).toBe(formatTimestamp(server.app.clock.now() - 40 * DAY).slice(0, 10));
  });

  test("is that of charts opened in Explore", async () => {
    const body = { slice_name: "Weights", datasource_id: samples.carsId, datasource_type: "table" };
    const { id } = (await admin.post<{ id: number }>("/api/v1/chart/", body)).body;
    await view(id, { chart: true, user: "admin", times: 2 });
    await view(id, { user: "admin", times: 4 });
    expect(await usageOf(admin, "chart", [id])).toMatchObject([{ id, views: 2, viewers: 1, has_more: false }]);
  });

  test("stops counting at 10,000 views", async () => {
    const id = await createDashboard("Lobby screen");
    await view(id, { times: MOST_VIEWS });
    expect(await usageOf(admin, "dashboard", [id])).toMatchObject([{ views: 10_000, has_more: false }]);
    await view(id);
    expect(await usageOf(admin, "dashboard", [id])).toMatchObject([{ views: 10_000, has_more: true }]);
  });

  test("is shown only for objects that the caller can see", async () => {
    const role = (await admin.post<{ id: number }>("/api/v1/security/roles/", { name: "board" })).body.id;
    const secret = await createDashboard("Secret", { roles: [role] });
    await view(secret);
    expect(await usageOf(await server.as("gamma"), "dashboard", [secret])).toEqual([]);
    expect(await usageOf(await server.as("member", ["Gamma", "board"]), "dashboard", [secret])).toMatchObject([
      { id: secret, views: 1 },
    ]);
    const path = `/api/v1/log/usage/?q=(type:dashboard,ids:!(${secret}))`;
    expect((await server.anonymous.get(path)).status).toBe(401);
    expect((await (await server.as("nobody", ["Public"])).get(path)).status).toBe(403);
  });

  test("is limited to 100 objects", async () => {
    const ids = Array.from({ length: 101 }, (_, index) => index + 1);
    const ask = (some: number[]) => admin.get(`/api/v1/log/usage/?q=(type:chart,ids:!(${some.join()}))`);
    expect([(await ask(ids)).status, (await ask(ids.slice(1))).status, (await ask([])).status]).toEqual([
      400, 200, 200,
    ]);
  });
});

test("lists are sorted by views and by the last view, for users with an account", async () => {
  const titles = ["Sorted A", "Sorted B", "Sorted C"];
  const [a = 0, b = 0] = [await createDashboard("Sorted A"), await createDashboard("Sorted B")];
  await createDashboard("Sorted C");
  await view(a, { times: 2, daysAgo: 3 });
  await view(a, { times: 9, daysAgo: 33 });
  await view(b, { times: 5, daysAgo: 9 });
  const sorted = async (order_column: string, order_direction: "asc" | "desc") => {
    const { result } = await admin.call(dashboard.list, { q: { order_column, order_direction, page_size: 100 } });
    return result.map((row) => row.dashboard_title).filter((title) => titles.includes(title));
  };
  expect(await sorted("views", "desc")).toEqual(["Sorted B", "Sorted A", "Sorted C"]);
  expect(await sorted("last_viewed", "desc")).toEqual(["Sorted A", "Sorted B", "Sorted C"]);
  expect(await sorted("last_viewed", "asc")).toEqual(["Sorted C", "Sorted B", "Sorted A"]);
});

test("the usage of a page of rows is one statement, which reads an index of each object's views only", async () => {
  const { app } = server;
  for (const [type, index] of [
    ["dashboard", "dashboard_views"],
    ["chart", "chart_views"],
  ] as const) {
    const plans = await plansOf(() => usageOf(admin, type, [1, 2, 3]));
    expect(plans).toHaveLength(1);
    const reads = plans[0]?.split("\n").filter((line) => /\b(SEARCH|SCAN|Scan)\b.*\blogs\b/.test(line)) ?? [];
    expect(reads.length).toBeGreaterThan(1);
    const byIndex =
      app.dialect === "sqlite"
        ? new RegExp(`SEARCH logs USING COVERING INDEX ${index} \\(`)
        : new RegExp(`Index Only Scan.* using ${index}`);
    for (const line of reads) expect(line).toMatch(byIndex);
  }
});

/** Of the statements that read the log. */
async function plansOf(run: () => Promise<unknown>): Promise<string[]> {
  const { app } = server;
  const { reads, db } = app;
  const nodes: Parameters<ReturnType<typeof db.getExecutor>["compileQuery"]>[0][] = [];
  const recording = reads.withPlugin({
    transformQuery: ({ node }) => {
      nodes.push(node);
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  Object.assign(app, { reads: recording });
  await run().finally(() => Object.assign(app, { reads }));
  const statements = nodes.map((node) => db.getExecutor().compileQuery(node, { queryId: "plan" }));
  const ofLog = statements.filter((one) => one.sql.includes("logs"));
  return Promise.all(ofLog.map(planOf));
}

function planOf({ sql: text, parameters }: CompiledQuery): Promise<string> {
  const isSqlite = server.app.dialect === "sqlite";
  return server.app.db.transaction().execute(async (trx) => {
    if (!isSqlite) {
      for (const kind of ["seqscan", "bitmapscan"]) await sql.raw(`set local enable_${kind} = off`).execute(trx);
    }
    const explained = CompiledQuery.raw(`${isSqlite ? "explain query plan" : "explain"} ${text}`, [...parameters]);
    const { rows } = await trx.executeQuery<Record<string, unknown>>(explained);
    return rows.map((row) => row.detail ?? row["QUERY PLAN"]).join("\n");
  });
}
