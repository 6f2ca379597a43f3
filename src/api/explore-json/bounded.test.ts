import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { engineOf } from "../../server/engine/app-engine.ts";
import { casesOf, isSampled } from "../../testing/full-size.ts";
import { longestStretch, shortestOf } from "../../testing/longest-stretch.ts";
import { loadSampleData, registerTable } from "../../testing/sample-data.ts";
import { startTestServer, type TestClient, type TestServer } from "../../testing/server.ts";

const ROWS = casesOf(40_000, 100_000);

const TABLES = [
  `CREATE TABLE hits AS SELECT 'group ' || (i % 2000) AS name, 'kind ' || (i % 7) AS kind, i AS n, i % 1499 AS few,
     TIMESTAMP '2024-01-01' + INTERVAL 1 HOUR * ((i * 7919) % 500) AS t, 'at ' || i AS entity,
     '{"type": "Point", "coordinates": [' || (i % 180) || ', 1]}' AS geo FROM range(${ROWS}) AS r(i)`,
  "CREATE TABLE days AS SELECT TIMESTAMP '2024-01-01' + INTERVAL 1 DAY * i AS t, i AS n FROM range(60) AS r(i)",
];

const MOST_MS = 150;

let server: TestServer;
let admin: TestClient;
const ids: Record<string, number> = {};
beforeAll(async () => {
  server = await startTestServer({ checkAnswers: false });
  const { databaseId } = await loadSampleData(server.app);
  await engineOf(server.app).load({ file: join(server.app.config.home, "samples.duckdb"), statements: TABLES });
  for (const name of ["hits", "days"]) ids[name] = await registerTable(server.app, databaseId, { name, time: "t" });
  admin = await server.as("admin");
});
afterAll(() => server.stop());

interface Form {
  viz_type: string;
  [key: string]: unknown;
}

const hours = { metrics: ["count"], granularity_sqla: "t", time_grain_sqla: "PT1H" };
const series = { ...hours, groupby: ["name"] };

async function ask(form: Form, { table = "hits", search = "" } = {}) {
  const form_data = JSON.stringify({ ...form, datasource: `${ids[table]}__table`, row_limit: 100_000 });
  const body = new URLSearchParams({ form_data });
  const answer = await admin.fetch(`/superset/explore_json/?force=true${search}`, { method: "POST", body });
  return { status: answer.status, bytes: await answer.arrayBuffer() };
}

const HEAVY: readonly [string, Form, string?][] = [
  ["time_table", { viz_type: "time_table", ...series }],
  ["rose", { viz_type: "rose", ...series }],
  ["paired_ttest", { viz_type: "paired_ttest", ...series }],
  ["partition", { viz_type: "partition", groupby: ["name", "kind", "entity"], metrics: ["count"] }],
  [
    "compare",
    {
      viz_type: "compare",
      ...series,
      time_range: "2024-01-01 : 2024-01-22",
      time_compare: ["1 day"],
      rolling_type: "mean",
      rolling_periods: 400,
    },
  ],
  ["time_pivot", { viz_type: "time_pivot", metric: "count", granularity_sqla: "t", freq: "D" }],
  ["chord", { viz_type: "chord", groupby: "few", columns: "kind", metric: "count" }],
  ["para", { viz_type: "para", series: "entity", metrics: ["count"] }],
  ["deck_geojson", { viz_type: "deck_geojson", geojson: "geo", js_columns: ["entity"] }],
  ["the rows", { viz_type: "para", series: "entity", metrics: ["count"] }, "&results=true"],
];

test.each(HEAVY.filter((_, at) => isSampled(at, 5)))(
  "other requests are answered during %s of many rows",
  async (_, form, search = "") => {
    const once = () =>
      longestStretch(async () => {
        const { status, bytes } = await ask(form, { search });
        expect(status, Buffer.from(bytes.slice(0, 500)).toString()).toBe(200);
      });
    expect(await shortestOf(3, MOST_MS, once)).toBeLessThan(MOST_MS);
  },
  90_000,
);

const wide = { metrics: ["count"], granularity_sqla: "t", time_grain_sqla: "P1D" };
const resampled = (rule: string) => ({ ...wide, resample_rule: rule, resample_method: "ffill" });

test("moving windows of any length don't block other requests, and finish", async () => {
  const form = { viz_type: "compare", ...resampled("10T"), rolling_type: "mean", rolling_periods: 1e8 };
  const began = performance.now();
  const stretch = await longestStretch(async () => {
    expect((await ask(form, { table: "days" })).status).toBe(200);
  });
  expect(stretch).toBeLessThan(MOST_MS);
  expect(performance.now() - began).toBeLessThan(10_000);
});

test.each([
  [
    "too many resampled values",
    { viz_type: "rose", ...series, resample_rule: "1T", resample_method: "ffill" },
    "The resampled result is too large. Use a longer interval or fewer series.",
  ],
  [
    "a matrix with too many rows and columns",
    { viz_type: "chord", groupby: "entity", columns: "n", metric: "count" },
    "The chart's data is too large: group by fewer values.",
  ],
  [
    "a series per row",
    { viz_type: "time_table", ...series, groupby: ["entity"] },
    "The chart's data is too large: group by fewer values.",
  ],
])("rejects %s", async (_, form, message) => {
  let text = "";
  const stretch = await longestStretch(async () => {
    const { status, bytes } = await ask(form);
    text = Buffer.from(bytes).toString();
    expect(status, text.slice(0, 500)).toBe(400);
  });
  expect(JSON.parse(text)).toMatchObject({ status: "failed", errors: [{ message }] });
  expect(stretch).toBeLessThan(MOST_MS);
});

test("layers with large form data don't block other requests", async () => {
  const params = JSON.stringify(Object.fromEntries(Array.from({ length: 40_000 }, (_, i) => [`key ${i}`, i])));
  const charts: number[] = [];
  for (let i = 0; i < casesOf(3, 8); i++) {
    const chart = { slice_name: `Layer ${i}`, viz_type: "deck_scatter", datasource_id: ids.days, params };
    const { body } = await admin.post<{ id: number }>("/api/v1/chart/", { ...chart, datasource_type: "table" });
    charts.push(body.id);
  }
  const once = () =>
    longestStretch(async () => {
      expect((await ask({ viz_type: "deck_multi", deck_slices: charts })).status).toBe(200);
    });
  expect(await shortestOf(3, MOST_MS, once)).toBeLessThan(MOST_MS);
}, 60_000);
