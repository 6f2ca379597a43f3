import { afterAll, beforeAll, expect, test } from "vitest";
import { casesOf, isSampled } from "../../../testing/full-size.ts";
import { longestStretch, shortestOf } from "../../../testing/longest-stretch.ts";
import { loadSampleData, type SampleData } from "../../../testing/sample-data.ts";
import { startTestServer, type TestClient, type TestServer } from "../../../testing/server.ts";
import { pass } from "../../../testing/waits.ts";

const MOST_MS = 100;

let server: TestServer;
let admin: TestClient;
let data: SampleData;
beforeAll(async () => {
  server = await startTestServer({ checkAnswers: false });
  data = await loadSampleData(server.app);
  admin = await server.as("admin");
});
afterAll(() => server.stop());

const times = <T>(count: number, make: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));
const COUNT = { columns: [], metrics: ["count"], row_limit: 50_000 };
const ROWS = { columns: ["origin", "destination", "date"], metrics: ["count"], row_limit: 50_000 };
const median = { groupby: ["date"], aggregates: { count: { operator: "median", column: "count" } } };
const pivoted = { index: ["date"], columns: ["origin"], aggregates: { count: { operator: "mean" } } };
const window = { columns: { count: "count" }, rolling_type: "median", window: 5000 };

const WIDE = {
  columns: times(30, (i) => ({ expressionType: "SQL", sqlExpression: `delay + ${i}`, label: `c${i}` })),
  metrics: null,
  row_limit: 50_000,
};

const QUERIES: Readonly<Record<string, { row_limit: number; [key: string]: unknown }>> = {
  "100,000 values to filter by": { ...COUNT, filters: [{ col: "delay", op: "IN", val: times(100_000, (i) => i) }] },
  "a condition with 100,000 values": { ...COUNT, extras: { where: `delay IN (${times(100_000, String).join(",")})` } },
  "many sorts": {
    ...ROWS,
    post_processing: times(casesOf(20, 100), (i) => ({
      operation: "sort",
      options: { by: i % 2 ? "date" : "origin" },
    })),
  },
  "many aggregations": {
    ...ROWS,
    post_processing: times(casesOf(10, 50), () => ({ operation: "aggregate", options: median })),
  },
  "many moving medians": {
    ...ROWS,
    post_processing: times(casesOf(20, 100), () => ({ operation: "rolling", options: window })),
  },
  "a pivot of a million cells": {
    ...ROWS,
    row_limit: 6000,
    post_processing: [{ operation: "pivot", options: pivoted }],
  },
  "a wide pivot of few rows": {
    ...ROWS,
    row_limit: 500,
    post_processing: [
      {
        operation: "pivot",
        options: {
          index: ["date"],
          columns: ["origin", "destination", "date"],
          aggregates: Object.fromEntries(times(5, (i) => [`m${i}`, { operator: "sum", column: "count" }])),
        },
      },
      { operation: "contribution", options: { orientation: "row" } },
    ],
  },
  "a wide window over few rows": {
    ...ROWS,
    row_limit: 40,
    post_processing: times(casesOf(6, 30), () => ({
      operation: "rolling",
      options: {
        ...window,
        rolling_type: "mean",
        win_type: "gaussian",
        rolling_type_options: { std: 3 },
        window: 90_000,
      },
    })),
  },
  "50,000 rows of 30 columns": WIDE,
  "50,000 rows of 30 columns, renamed": {
    ...WIDE,
    post_processing: [{ operation: "rename", options: { columns: { c1: "renamed" } } }],
  },
  "50,000 rows of 30 columns as a table": { ...WIDE, result_type: "post_processed", form_data: { viz_type: "table" } },
  "a pivot table of 50,000 rows": {
    ...ROWS,
    result_type: "post_processed",
    form_data: {
      viz_type: "pivot_table_v2",
      groupbyRows: ["origin"],
      groupbyColumns: ["destination"],
      metrics: ["count"],
      rowTotals: true,
      colTotals: true,
    },
  },
  "a table of 50,000 rows": {
    ...ROWS,
    result_type: "post_processed",
    form_data: { viz_type: "table", column_config: { count: { d3NumberFormat: ".3f" } } },
  },
  "many comparisons": {
    ...ROWS,
    granularity: "date",
    time_range: "2001-01-01 : 2001-03-01",
    time_offsets: times(casesOf(10, 30), (i) => `${i + 1} days ago`),
  },
};

test.each(Object.entries(QUERIES).filter((_, at) => isSampled(at, 5)))(
  "other requests are answered during %s",
  async (_, query) => {
    const ask = (less: number) => {
      const row_limit = query.row_limit - less;
      const body = {
        datasource: { id: data.flightsId, type: "table" },
        queries: [{ ...query, row_limit }],
        ...(query.form_data ? { form_data: query.form_data } : {}),
        force: true,
      };
      const sent = Buffer.from(JSON.stringify(body));
      return longestStretch(async () => {
        const headers = { "content-type": "application/json" };
        const answer = await admin.fetch("/api/v1/chart/data", { method: "POST", headers, body: sent });
        await answer.arrayBuffer();
        expect(answer.status).toBe(200);
      });
    };
    let requestCount = 0;
    expect(await shortestOf(3, MOST_MS, () => ask(++requestCount))).toBeLessThan(MOST_MS);
  },
  60_000,
);

test("rejects a pivot that is too large to read", async () => {
  const query = {
    ...ROWS,
    post_processing: [{ operation: "pivot", options: { ...pivoted, columns: ["origin", "destination"] } }],
  };
  const body = { datasource: { id: data.flightsId, type: "table" }, queries: [query] };
  const answer = await admin.post<{ errors: { message: string }[] }>("/api/v1/chart/data", body);
  expect(answer.status).toBe(400);
  expect(answer.body.errors[0]?.message).toBe("The pivoted result is too large. Group by fewer values.");
});

test("many heavy templates in one request don't block other requests, and are stopped", async () => {
  const where = (i: number) =>
    `{% for i in range(${9000 + i}) %}{% for j in range(9999) %}{% endfor %}{% endfor %}1 = 1`;
  const queries = times(40, (i) => ({ columns: [], metrics: ["count"], extras: { where: where(i) } }));
  const context = { datasource: { id: data.flightsId, type: "table" } };
  const ask = async () => {
    const requests = queries.map((query, i) => ({ key: String(i), context: { ...context, queries: [query] } }));
    const whole = await admin.post<object>("/api/v1/chart/data", { ...context, queries });
    expect(whole.status).toBe(422);
    const headers = { "content-type": "application/json" };
    const body = JSON.stringify({ requests });
    const batch = await admin.fetch("/api/v1/chart/data/batch", { method: "POST", headers, body });
    expect([batch.status, (await batch.text()).match(/"status":422/g)?.length]).toEqual([200, 40]);
  };
  const began = performance.now();
  expect(await longestStretch(ask)).toBeLessThan(150);
  expect(performance.now() - began).toBeLessThan(5000);
  // Queries without templates are answered all the same.
  const plain = await admin.post("/api/v1/chart/data", { ...context, queries: [{ ...COUNT, row_limit: 7 }] });
  expect(plain.status).toBe(200);
});

test("rejects more values than the post-processing thread accepts at once", async () => {
  const columns = times(400, (i) => ({ expressionType: "SQL", sqlExpression: `delay + ${i}`, label: `c${i}` }));
  const post_processing = [{ operation: "rename", options: { columns: { c1: "renamed" } } }];
  const query = {
    columns: [...columns, "origin", "destination", "date"],
    metrics: ["count"],
    row_limit: 6000,
    post_processing,
  };
  const body = { datasource: { id: data.flightsId, type: "table" }, queries: [query] };
  const answer = await admin.post<{ errors: { message: string }[] }>("/api/v1/chart/data", body);
  expect([answer.status, answer.body.errors[0]?.message]).toEqual([
    400,
    "Post-processing is limited to 2,000,000 values. Request fewer rows or columns, or remove some steps.",
  ]);
});

test("rejects long labels that would exhaust memory, alone or together", async () => {
  const wide = (length: number, row_limit: number) => ({
    datasource: { id: data.flightsId, type: "table" },
    queries: [
      { ...ROWS, row_limit, columns: [{ expressionType: "SQL", sqlExpression: "origin", label: "a".repeat(length) }] },
    ],
    force: true,
  });
  const alone = await admin.post<{ errors: { message: string }[] }>("/api/v1/chart/data", wide(2_000_000, 40));
  expect([alone.status, alone.body.errors[0]?.message]).toEqual([
    400,
    "The result is larger than 64 MB. Request fewer rows or columns, or download it as CSV.",
  ]);
  const requests = times(8, (i) => ({ key: String(i), context: wide(200_000 + i, 220) }));
  const headers = { "content-type": "application/json" };
  const init = { method: "POST", headers, body: JSON.stringify({ requests }) };
  const answer = await admin.fetch("/api/v1/chart/data/batch", init);
  // Nothing is taken before all are made.
  await pass(6000, "a slow peer");
  const lines = (await answer.text()).trimEnd().split("\n");
  const statuses = lines.map((line) => Number(/"status":(\d+)/.exec(line.slice(-400) + line.slice(0, 100))?.[1]));
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0);
}, 60_000);
