import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { loadSampleData } from "../testing/sample-data.ts";
import { startTestServer, type TestClient, type TestServer } from "../testing/server.ts";
import type { BenchReport } from "./bench.ts";
import { runCommand } from "./command.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;

let server: TestServer;
let admin: TestClient;
let token: string;
let dashboardId: number;
beforeAll(async () => {
  server = await startTestServer();
  const samples = await loadSampleData(server.app);
  admin = await server.as("admin");
  const create = async (path: string, body: object) => (await admin.post<Json>(path, body)).body.id as number;
  dashboardId = await create("/api/v1/dashboard/", { dashboard_title: "Cars", slug: "cars" });
  const datasource = `${samples.carsId}__table`;
  const forms = [
    { viz_type: "table", query_mode: "raw", all_columns: ["Name"], row_limit: 300, datasource },
    { viz_type: "big_number_total", metric: "count", datasource },
  ];
  const ids: number[] = [];
  for (const form of forms) {
    const chart = { slice_name: `A ${form.viz_type}`, viz_type: form.viz_type, params: JSON.stringify(form) };
    const about = { datasource_id: samples.carsId, datasource_type: "table", dashboards: [dashboardId] };
    ids.push(await create("/api/v1/chart/", { ...chart, ...about }));
  }
  await change({ position_json: positionOf(ids) });
  const { body } = await admin.post<Json>("/api/v1/security/api_keys/", { name: "bench" });
  token = body.result.key;
});
afterAll(() => server.stop());

const change = (body: object) => admin.put(`/api/v1/dashboard/${dashboardId}`, body);
const setBudget = (performance_budget: object | null) =>
  change({ json_metadata: JSON.stringify({ performance_budget }) });

function positionOf(ids: readonly number[]): string {
  const tiles = ids.map((chartId) => ({ type: "CHART", id: `C${chartId}`, children: [], meta: { chartId, width: 4 } }));
  const row = { type: "ROW", id: "R", children: tiles.map(({ id }) => id), meta: {} };
  const grid = { type: "GRID", id: "GRID_ID", children: ["R"] };
  const nodes = [{ type: "ROOT", id: "ROOT_ID", children: ["GRID_ID"] }, grid, row, ...tiles];
  return JSON.stringify(Object.fromEntries(nodes.map((node) => [node.id, node])));
}

let printed: string[];
beforeEach(() => {
  printed = [];
});

function bench(args: string, input = token): Promise<number> {
  const print = (line: string) => void printed.push(line);
  const env = { TESSERA_HOME: server.app.config.home };
  const ends = { print, printError: print, input: async () => `${input}\n` };
  return runCommand({ args: ["bench", ...args.split(" ")], env, root: process.cwd(), ...ends });
}

test("times every tile, past the cache and from it", async () => {
  await setBudget(null);
  expect(await bench(`cars --url ${server.url} --token - --runs 2 --json`)).toBe(0);
  const { tiles, total, p95Ms, excess, budget } = JSON.parse(printed.join("")) as BenchReport;
  expect(tiles.map(({ name, rows }) => [name, rows])).toEqual([
    ["A table", 300],
    ["A big_number_total", 1],
  ]);
  for (const { coldMs, warmMs, bytes } of tiles)
    for (const value of [coldMs, warmMs, bytes]) expect(value).toBeGreaterThan(0);
  expect([total.rows, total.bytes]).toEqual([301, tiles.reduce((sum, { bytes }) => sum + bytes, 0)]);
  expect(p95Ms).toBeGreaterThanOrEqual(total.coldMs);
  expect([budget, excess]).toEqual([null, []]);
});

test("fails when the budget is exceeded, and says by what", async () => {
  await setBudget({ p95_ms: 600_000, rows: 301 });
  const call = `${dashboardId} --url ${server.url} --token ${token} --runs 1`;
  expect(await bench(call)).toBe(0);
  expect(printed.map((line) => line.split(/ {2,}/)[0])).toEqual([
    "Tile",
    "A table",
    "A big_number_total",
    "Total",
    expect.stringMatching(/^p95 of 1 cold runs: [\d.]+ ms$/),
  ]);
  await setBudget({ rows: 300, bytes: 1 });
  expect(await bench(call)).toBe(1);
  expect(printed.at(-1)).toMatch(
    /^The performance budget is exceeded: 301 rows \(at most 300\), \d+ bytes \(at most 1\)$/,
  );
});

test("explains what is wrong with the call, the address, the key or the dashboard", async () => {
  for (const wrong of ["cars --runs 0", "cars --runs many", "cars --url nowhere", "cars --unknown", "cars more"])
    expect(await bench(wrong)).toBe(2);
  expect(await bench("cars --url http://127.0.0.1:9")).toBe(1);
  expect(printed.at(-1)).toContain("http://127.0.0.1:9 can't be reached");
  expect(await bench(`missing --url ${server.url} --token -`)).toBe(1);
  expect(printed.at(-1)).toContain("status 404");
  expect(await bench(`cars --url ${server.url} --token -`, "no key")).toBe(1);
  expect(printed.at(-1)).toMatch(/status 4\d\d/);
});
