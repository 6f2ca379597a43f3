import { afterAll, beforeAll, expect, test } from "vitest";
import { loadTypedForm } from "../../chart-types/index.ts";
import type { FormData } from "../../model/form-data.ts";
import { axisQueries, cellForm, type Member, matrixOf, wholeContext } from "../../model/matrix.ts";
import type { QueryContext, QueryObject } from "../../model/query-context.ts";
import { loadSampleData, type SampleData } from "../../testing/sample-data.ts";
import { startTestServer, type TestClient, type TestServer } from "../../testing/server.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;
const HEAVIEST = { expressionType: "SIMPLE", column: { column_name: "Horsepower" }, aggregate: "MAX", label: "most" };
const CHOSEN = {
  viz_type: "pie",
  metric: "count",
  groupby: ["Cylinders"],
  matrixify_enable: true,
  matrixify_mode_rows: "dimensions",
  matrixify_dimension_rows: { dimension: "Origin", values: ["Japan", "Europe"] },
  matrixify_mode_columns: "metrics",
  matrixify_columns: ["count", HEAVIEST],
};
const FIRST = {
  ...CHOSEN,
  matrixify_dimension_rows: { dimension: "Origin", values: [] },
  matrixify_dimension_selection_mode_rows: "topn",
  matrixify_topn_metric_rows: "count",
  matrixify_topn_value_rows: 2,
};
const origin = (value: string | null): Member => ({ kind: "value", column: "Origin", value });
const COUNT: Member = { kind: "metric", metric: "count" };

let server: TestServer;
let admin: TestClient;
let data: SampleData;
let chosen: FormData;
let first: FormData;
let token: Record<string, string>;

async function newChart(dashboards: number[], form: { viz_type: string }): Promise<FormData> {
  const of = { datasource_id: data.carsId, datasource_type: "table", viz_type: form.viz_type, dashboards };
  const { body } = await admin.post<Json>("/api/v1/chart/", {
    slice_name: "Grid",
    ...of,
    params: JSON.stringify(form),
  });
  return { ...form, datasource: `${data.carsId}__table`, slice_id: body.id, dashboardId: dashboards[0] };
}

beforeAll(async () => {
  const guestTokenSecret = new TextEncoder().encode("the secret that two servers share, long enough");
  server = await startTestServer({
    config: {
      embedding: { guestRole: "Public", guestTokenSecret, guestTokenAudience: undefined, guestTokenSeconds: 300 },
    },
  });
  data = await loadSampleData(server.app);
  admin = await server.as("admin");
  const json_metadata = JSON.stringify({ cross_filters_enabled: false });
  const { body } = await admin.post<Json>("/api/v1/dashboard/", { dashboard_title: "Grids", json_metadata });
  [chosen, first] = [await newChart([body.id], CHOSEN), await newChart([body.id], FIRST)];
  const embedded = await admin.post<Json>(`/api/v1/dashboard/${body.id}/embedded`, { allowed_domains: [] });
  const resources = [{ type: "dashboard", id: embedded.body.result.uuid }];
  const created = await admin.post<Json>("/api/v1/security/guest_token/", { user: {}, resources, rls: [] });
  token = { "x-guesttoken": created.body.token };
});
afterAll(() => server.stop());

async function build(form: FormData): Promise<QueryContext> {
  const { type, formData } = (await loadTypedForm(form))!;
  return type.buildQuery(formData);
}
const requestAsGuest = (context: QueryContext) => server.anonymous.post<Json>("/api/v1/chart/data", context, token);
const cell = async (form: FormData, ...members: Member[]) => requestAsGuest(await build(cellForm(form, members)));
const changed = (context: QueryContext, change: Partial<QueryObject>): QueryContext => ({
  ...context,
  queries: context.queries.map((query) => ({ ...query, ...change })),
});

test("guests see only the cells of a grid, each with its own metric and value", async () => {
  const { status, body } = await cell(chosen, origin("Japan"), COUNT);
  const all = (await admin.post<Json>("/api/v1/chart/data", await build(cellForm(chosen, [COUNT])))).body.result[0]
    .data;
  const sum = (rows: Json[]) => rows.reduce((total, row) => total + row.count, 0);
  expect(status).toBe(200);
  expect(sum(body.result[0].data)).toBeGreaterThan(0);
  expect(sum(body.result[0].data)).toBeLessThan(sum(all));
  expect((await cell(chosen, origin("Europe"), { kind: "metric", metric: HEAVIEST as never })).status).toBe(200);
  const refused = [
    cell(chosen, origin("USA"), COUNT),
    cell(chosen, origin(null), COUNT),
    cell(chosen, COUNT),
    cell(chosen, { kind: "value", column: "Name", value: "x" }, COUNT),
    cell(chosen, origin("Japan"), { kind: "metric", metric: { ...HEAVIEST, aggregate: "MIN" } as never }),
    requestAsGuest(changed(await build(cellForm(chosen, [origin("Japan"), COUNT])), { columns: ["Name"] })),
  ];
  expect((await Promise.all(refused)).map((one) => one.status)).toEqual(refused.map(() => 403));
});

test("guests can list the values of a dynamic side, and see their cells", async () => {
  const base = await build(cellForm(first, [COUNT]));
  const question = { ...base, queries: axisQueries(base.queries[0]!, matrixOf(first)!) };
  const { status, body } = await requestAsGuest(question);
  expect(status).toBe(200);
  const [{ Origin: top }] = body.result[0].data;
  expect((await cell(first, origin(top), COUNT)).status).toBe(200);
  expect((await requestAsGuest(changed(question, { columns: ["Name"] }))).status).toBe(403);
  expect((await requestAsGuest(changed(question, { metrics: [HEAVIEST as never] }))).status).toBe(403);
});

test("guests can read all cells at once, only for the selected values", async () => {
  const typed = await loadTypedForm(chosen);
  const whole = wholeContext(chosen, matrixOf(chosen)!, (form) => typed!.type.buildQuery(form));
  const { status, body } = await requestAsGuest(whole);
  expect(status).toBe(200);
  expect(new Set(body.result[0].data.map((row: Json) => row.Origin))).toEqual(new Set(["Japan", "Europe"]));
  expect(body.result[0].colnames).toEqual(["Origin", "Cylinders", "count", "most"]);
  expect((await requestAsGuest(changed(whole, { filters: [] }))).status).toBe(403);
});

test("returns up to 200 cells in one call, and rejects more", { timeout: 60_000 }, async () => {
  const context = await build(cellForm(chosen, [COUNT]));
  const requests = Array.from({ length: 200 }, (_, key) => ({
    key: String(key),
    context: changed(context, { filters: [{ col: "Horsepower", op: ">", val: key }] }),
  }));
  const response = await admin.fetch("/api/v1/chart/data/batch", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ requests }),
  });
  const lines = (await response.text())
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(lines).toHaveLength(200);
  expect(new Set(lines.map(({ status }) => status))).toEqual(new Set([200]));
  const more = await admin.post("/api/v1/chart/data/batch", { requests: [...requests, ...requests] });
  expect(more.status).toBe(400);
});
