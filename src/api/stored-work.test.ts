import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { issueGuestToken } from "../server/auth/guest-tokens.ts";
import { casesOf, isSampled } from "../testing/full-size.ts";
import { longestStretch, shortestOf } from "../testing/longest-stretch.ts";
import { loadSampleData, type SampleData } from "../testing/sample-data.ts";
import { startTestServer, type TestClient, type TestServer } from "../testing/server.ts";

/**
 * Requests that read many large stored texts leave the main thread free between them. The limit is the one in
 * `bounded-work.test.ts`.
 */

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;

const MOST_MS = Number(process.env.TESSERA_TEST_GAP_MS ?? 150);
const COUNT = Number(process.env.TESSERA_TEST_LARGE_ROWS ?? casesOf(3, 20));
const MB = 1_000_000;
const SECRET = "a secret that two servers share, long enough";

let server: TestServer;
let admin: TestClient;
let guest: Record<string, string>;
let data: SampleData;
let charts: number[];
let datasets: number[];
let dashboards: number[];
let queries: number[];

const times = <T>(count: number, make: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));
const strings = (bytes: number) => times(bytes / 10, (i) => `v${String(i).padStart(6, "0")}`);

const FORM = { viz_type: "pie", metric: "count", groupby: ["Origin"], annotation_layers: [], note: "NATIVE" };
const LONG_SQL = `select 1 as a /* ${"x".repeat(0.9 * MB)} */`;

beforeAll(async () => {
  const embedding = { guestRole: "Gamma", guestTokenSecret: new TextEncoder().encode(SECRET) };
  server = await startTestServer({
    checkAnswers: false,
    config: { embedding: { ...embedding, guestTokenAudience: undefined, guestTokenSeconds: 3000 } },
  });
  data = await loadSampleData(server.app);
  admin = await server.as("admin");
  const userId = await server.userId("admin");
  const now = server.app.clock.timestamp();
  await fill({ created_on: now, changed_on: now, created_by_fk: userId, changed_by_fk: userId });
  const created = await admin.post<Json>(`/api/v1/dashboard/${dashboards[0]}/embedded`, { allowed_domains: [] });
  const resources = [{ type: "dashboard", id: created.body.result.uuid }];
  const token = await issueGuestToken(server.app, { user: { username: "g" }, resources, rls_rules: [] });
  guest = { "x-guesttoken": token };
}, 120_000);
afterAll(() => server.stop());

type Stamps = Record<"created_on" | "changed_on", string> & Record<"created_by_fk" | "changed_by_fk", number>;

async function insertAll(table: Json, rows: readonly object[]): Promise<number[]> {
  const ids: number[] = [];
  for (const row of rows) {
    const insert = server.app.db
      .insertInto(table)
      .values(row as Json)
      .returning("id" as Json);
    ids.push(((await insert.executeTakeFirstOrThrow()) as Json).id);
  }
  return ids;
}

async function fill(stamps: Stamps): Promise<void> {
  const { db } = server.app;
  const { databaseId, carsId } = data;
  const texts = { database_id: databaseId, sql: LONG_SQL };
  datasets = await insertAll(
    "datasets",
    times(COUNT, (i) => ({ uuid: randomUUID(), ...stamps, table_name: `large ${i}`, ...texts })),
  );
  const params = JSON.stringify({ ...FORM, values: strings(1.4 * MB) });
  const query_context = JSON.stringify({ datasource: { id: carsId, type: "table" }, queries: [], x: strings(MB) });
  charts = await insertAll(
    "charts",
    times(COUNT, (i) => ({
      uuid: randomUUID(),
      ...stamps,
      slice_name: `large ${i}`,
      viz_type: "pie",
      datasource_type: "table",
      datasource_id: i === 0 ? carsId : datasets[i],
      params,
      query_context,
    })),
  );
  queries = await insertAll(
    "saved_queries",
    times(COUNT, (i) => ({ uuid: randomUUID(), label: `q${i}`, ...texts, ...stamps })),
  );
  const queryRow = { user_id: stamps.created_by_fk, status: "success", limiting_factor: "NOT_LIMITED", progress: 100 };
  const flags = { select_as_cta: false, select_as_cta_used: false, start_time: 1, changed_on: stamps.changed_on };
  await insertAll(
    "queries",
    times(COUNT, (i) => ({ client_id: `c${i}`, ...texts, executed_sql: LONG_SQL, ...queryRow, ...flags })),
  );
  const children = charts.map((id) => `CHART-${id}`);
  const layout = Object.fromEntries([
    ["ROOT_ID", { id: "ROOT_ID", type: "ROOT", children: ["GRID_ID"] }],
    ["GRID_ID", { id: "GRID_ID", type: "GRID", children }],
    ...charts.map((id) => [`CHART-${id}`, { id: `CHART-${id}`, type: "CHART", children: [], meta: { chartId: id } }]),
  ]);
  const position_json = JSON.stringify({ ...layout, x: strings(1.4 * MB) });
  const json_metadata = JSON.stringify({ cross_filters_enabled: true, x: strings(1.4 * MB) });
  dashboards = await insertAll(
    "dashboards",
    times(casesOf(2, 6), (i) => ({
      uuid: randomUUID(),
      dashboard_title: `D${i}`,
      published: true,
      ...stamps,
      position_json,
      json_metadata,
    })),
  );
  const on = dashboards.flatMap((dashboard_id) => charts.map((chart_id) => ({ dashboard_id, chart_id })));
  await db.insertInto("dashboard_charts").values(on).execute();
  const { id: role_id } = await db
    .selectFrom("roles")
    .select("id")
    .where("name", "=", "Gamma")
    .executeTakeFirstOrThrow();
  await db
    .insertInto("dashboard_roles")
    .values({ dashboard_id: dashboards[0] ?? 0, role_id })
    .execute();
}

const wrong: string[] = [];
let sendCount = 0;

interface Sending extends RequestInit {
  client?: TestClient;
  untilBytes?: number;
}

async function send(
  what: string,
  path: string,
  { client = admin, untilBytes = Number.POSITIVE_INFINITY, ...init }: Sending = {},
) {
  if (!isSampled(sendCount++, 3)) return;
  let status = 0;
  const once = () =>
    longestStretch(async () => {
      const answer = await client.fetch(path, init);
      status = answer.status;
      let bytes = 0;
      for await (const piece of answer.body ?? []) {
        bytes += (piece as Uint8Array).length;
        if (bytes >= untilBytes) break;
      }
    });
  const ms = await shortestOf(3, MOST_MS, once);
  if (ms > MOST_MS || status >= 300) wrong.push(`${what}: ${Math.round(ms)} ms, ${status}`);
}

const JSON_TYPE = { "content-type": "application/json" };
const post = (body: object, headers = {}) => ({
  method: "POST",
  headers: { ...JSON_TYPE, ...headers },
  body: JSON.stringify(body),
});
const list = (ids: readonly number[]) => `!(${ids.join(",")})`;

const check = (what: string, work: () => Promise<void>) =>
  test(what, async () => {
    wrong.length = 0;
    await work();
    expect(wrong).toEqual([]);
  }, 300_000);

check("lists", async () => {
  await send("charts", "/api/v1/chart/?q=(page_size:100)");
  await send("charts, form data", "/api/v1/chart/?q=(page_size:100,columns:!(id,params))");
  await send("charts, names", "/api/v1/chart/?q=(page_size:100,columns:!(id,slice_name))");
  await send("chart favorites", `/api/v1/chart/favorite_status/?q=${list(charts)}`);
  await send("dashboards", "/api/v1/dashboard/?q=(page_size:100)");
  await send("dashboard favorites", `/api/v1/dashboard/favorite_status/?q=${list(dashboards)}`);
  await send("datasets", "/api/v1/dataset/?q=(page_size:100)");
  await send("saved queries", "/api/v1/saved_query/?q=(page_size:100)");
  await send("query history", "/api/v1/query/?q=(page_size:100)");
  await send("queries since", "/api/v1/query/updated_since?q=(last_updated_ms:0)");
  await send("tagged objects", "/api/v1/tag/get_objects/?types=chart,dashboard,query");
});

check("a dashboard, its charts, and questions of members and guests", async () => {
  const one = `/api/v1/dashboard/${dashboards[0]}`;
  await send("dashboard", one);
  await send("charts", `${one}/charts`);
  await send("datasets", `${one}/datasets`);
  await send("tabs", `${one}/tabs`);
  await send("page", `/superset/dashboard/${dashboards[0]}/`, { headers: { accept: "text/html" } });
  await send("first view", `${one}/first_view`, post({}));
  await send("charts for a guest", `${one}/charts`, { headers: guest, client: server.anonymous });
  await send("what misses it", `${one}/related_objects`);
  await send("what misses a chart", `/api/v1/chart/${charts[0]}/related_objects`);
  await send("what misses a dataset", `/api/v1/dataset/${data.carsId}/related_objects`);
  await send("chart", `/api/v1/chart/${charts[0]}`);
  await send("explore", `/api/v1/explore/?slice_id=${charts[0]}`);
  const question = {
    datasource: { id: data.carsId, type: "table" },
    queries: [{ columns: ["Origin"], metrics: ["count"], row_limit: 100, orderby: [["count", false]] }],
    form_data: { slice_id: charts[0], dashboardId: dashboards[0] },
  };
  await send("member", "/api/v1/chart/data", { ...post(question), client: await server.as("gamma") });
  await send("guest", "/api/v1/chart/data", { ...post(question, guest), client: server.anonymous });
});

check("exports", async () => {
  await send("charts", `/api/v1/chart/export/?q=${list(charts.slice(0, 4))}`);
  await send("dashboards", `/api/v1/dashboard/export/?q=${list(dashboards)}`, { untilBytes: 1 });
  await send("datasets", `/api/v1/dataset/export/?q=${list(datasets)}`);
  await send("saved queries", `/api/v1/saved_query/export/?q=${list(queries)}`);
  await send("everything", "/api/v1/assets/export/", { untilBytes: 1 });
});

check("saves of the largest texts", async () => {
  const params = (note: string) => JSON.stringify({ ...FORM, note, values: strings(1.4 * MB) });
  const keys = (note: string) => JSON.stringify({ note, ...Object.fromEntries(times(29_000, (i) => [`key${i}`, {}])) });
  const put = (path: string, body: object) => ({ path, init: { ...post(body), method: "PUT" } });
  const saves = [
    put(`/api/v1/chart/${charts[0]}`, { params: params("a") }),
    put(`/api/v1/chart/${charts[0]}`, { params: params("b") }),
    put(`/api/v1/dashboard/${dashboards[0]}`, { json_metadata: params("a") }),
    put(`/api/v1/dashboard/${dashboards[0]}`, { json_metadata: keys("a") }),
    put(`/api/v1/dashboard/${dashboards[0]}`, { position_json: keys("b") }),
    put(`/api/v1/dataset/${datasets[1]}?override_columns=true`, {
      columns: times(15_000, (i) => ({ column_name: `c${i}` })),
    }),
  ];
  for (const { path, init } of saves) await send(path, path, init);
});

test("rejects a chart with more strings than can be parsed quickly", async () => {
  const params = JSON.stringify({ ...FORM, values: strings(3.4 * MB) });
  const body = { slice_name: "C", datasource_id: data.carsId, datasource_type: "table", params };
  expect((await admin.post<Json>("/api/v1/chart/", body)).status).toBe(400);
});
