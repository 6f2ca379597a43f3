import { afterAll, beforeAll, expect, test } from "vitest";
import { casesOf } from "../../testing/full-size.ts";
import { loadSampleData, type SampleData } from "../../testing/sample-data.ts";
import { startTestServer, type TestClient, type TestServer } from "../../testing/server.ts";
import { contextOfForm } from "../chart-data/run/chart-context.ts";
import type { Renamed } from "./contract.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;
type Form = { viz_type: string; [key: string]: unknown };

/** At least one of each form. */
const CHARTS = casesOf(20, 500);
const RENAME = "/api/v1/lineage/rename";

let server: TestServer;
let admin: TestClient;
let data: SampleData;
let datasetId: number;
const sqlOf = (hp: string) =>
  `SELECT Name, Horsepower AS ${hp}, Origin, Cylinders, "Year", Weight_in_lbs AS weight FROM cars WHERE Horsepower > 0`;

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.as("admin");
  data = await loadSampleData(server.app);
  datasetId = await created("dataset", {
    database: data.databaseId,
    schema: "main",
    table_name: "strong",
    sql: sqlOf("hp"),
  });
  const { columns, metrics } = await dataset();
  await admin.put(`/api/v1/dataset/${datasetId}`, {
    columns: [
      ...columns.map(({ id, column_name }: Json) => ({ id, column_name, verbose_name: `The ${column_name}` })),
      { column_name: "class", expression: "CASE WHEN hp > 100 THEN 'strong' ELSE 'hp' END" },
    ],
    metrics: [
      ...metrics.map(({ id, metric_name, expression }: Json) => ({ id, metric_name, expression })),
      { metric_name: "power", expression: 'SUM("hp") /* hp */' },
      { metric_name: "share", expression: "{{ metric('power') }} / NULLIF(COUNT(*), 0)" },
    ],
  });
});
afterAll(() => server.stop());

async function created(noun: string, body: object, client = admin): Promise<number> {
  const answer = await client.post<Json>(`/api/v1/${noun}/`, body);
  expect(answer.body, noun).toMatchObject({ id: expect.any(Number) });
  return answer.body.id;
}

const dataset = async () => (await admin.get<Json>(`/api/v1/dataset/${datasetId}`)).body.result;
const show = async (noun: string, id: number) => (await admin.get<Json>(`/api/v1/${noun}/${id}`)).body.result;

const HP = { expressionType: "SIMPLE", column: { column_name: "hp" }, aggregate: "AVG" };
const OWN = { expressionType: "SQL", sqlExpression: "MAX(hp) - MIN(HP) + LENGTH('hp')", label: "spread of hp" };

/** Forms that name the column and the metrics in all kinds of places, and as values. */
const FORMS: readonly Form[] = [
  { viz_type: "pie", metric: "power", groupby: ["class"], sort_by_metric: true },
  { viz_type: "pie", metric: HP, groupby: ["Origin"] },
  {
    viz_type: "table",
    query_mode: "raw",
    all_columns: ["Name", "hp", "class"],
    order_by_cols: ['["hp",false]', '["Name",true]'],
  },
  {
    viz_type: "table",
    query_mode: "aggregate",
    groupby: ["Origin"],
    metrics: ["power", "share", OWN],
    timeseries_limit_metric: "power",
    column_config: { power: { d3NumberFormat: ",.1f" }, share: { horizontalAlign: "left" } },
    conditional_formatting: [{ column: "power", operator: ">", targetValue: 10, colorScheme: "#ff0000" }],
  },
  {
    viz_type: "echarts_timeseries_line",
    x_axis: "Year",
    time_grain_sqla: "P1Y",
    metrics: ["power", HP],
    groupby: ["class"],
  },
  { viz_type: "echarts_timeseries_bar", x_axis: "hp", metrics: ["count"], groupby: [], x_axis_sort: "power" },
  { viz_type: "pivot_table_v2", groupbyRows: ["class"], groupbyColumns: ["Origin"], metrics: ["share", OWN] },
  { viz_type: "treemap_v2", groupby: ["Origin", "class"], metric: "share" },
  { viz_type: "bubble_v2", entity: "Name", x: "power", y: HP, size: "share", series: "class" },
  { viz_type: "box_plot", columns: ["Name"], groupby: ["Origin"], metrics: ["power"] },
  { viz_type: "word_cloud", series: "class", metric: "power" },
  { viz_type: "big_number_total", metric: "share" },
  { viz_type: "histogram_v2", column: "hp", groupby: ["Origin"], bins: 5 },
  { viz_type: "funnel", groupby: ["class"], metric: "power" },
  { viz_type: "gauge_chart", groupby: ["class"], metric: HP },
  { viz_type: "sunburst_v2", columns: ["Origin", "class"], metric: "power", secondary_metric: "share" },
  {
    viz_type: "radar",
    groupby: ["Origin"],
    metrics: ["power", "share"],
    column_config: { power: { radarMetricMaxValue: 9 } },
  },
  { viz_type: "heatmap_v2", x_axis: "class", groupby: "Origin", metric: "power" },
  {
    viz_type: "handlebars",
    query_mode: "raw",
    all_columns: ["hp", "Name"],
    handlebarsTemplate: "{{#each data}}{{hp}} hp{{/each}}",
  },
  { viz_type: "sankey_v2", source: "class", target: "Origin", metric: "power" },
];

const FILTERS = [
  { expressionType: "SIMPLE", clause: "WHERE", subject: "hp", operator: ">", comparator: 50 },
  { expressionType: "SIMPLE", clause: "WHERE", subject: "class", operator: "==", comparator: "hp" },
  { expressionType: "SQL", clause: "WHERE", sqlExpression: "hp > {{ url_param('hp') or 20 }} OR 'hp' = ''" },
  { expressionType: "SQL", clause: "HAVING", sqlExpression: "SUM(hp) > 0" },
];

function formOf(at: number): Form {
  const form = FORMS[at % FORMS.length] as Form;
  const filter = FILTERS[(at + Math.floor(at / FORMS.length)) % FILTERS.length];
  const isRaw = form.query_mode === "raw" || form.viz_type === "histogram_v2";
  const isFit = filter?.clause !== "HAVING" || !isRaw;
  return { ...form, row_limit: 500, adhoc_filters: isFit ? [filter] : [] };
}

const chart = (at: number, client = admin) => {
  const form = formOf(at);
  return created(
    "chart",
    {
      slice_name: `Chart ${at} of hp`,
      viz_type: form.viz_type,
      datasource_id: datasetId,
      datasource_type: "table",
      params: JSON.stringify({ ...form, datasource: `${datasetId}__table` }),
    },
    client,
  );
};

/** The values that the chart shows, and the names of their columns. */
async function drawn(id: number): Promise<{ status: number; values: unknown; names: string[] }> {
  const { params, viz_type } = await show("chart", id);
  const context = await contextOfForm({ ...JSON.parse(params), viz_type, datasource: `${datasetId}__table` });
  expect(context, params).toBeDefined();
  const { status, body } = await admin.post<Json>("/api/v1/chart/data", context);
  const rows = (body.result ?? []).flatMap(({ data: found }: Json) => found as Record<string, unknown>[]);
  const names = [...new Set((body.result ?? []).flatMap(({ colnames }: Json) => colnames as string[]))] as string[];
  return { status, values: rows.map((row: object) => Object.values(row).map(String)).sort(), names };
}

async function rename(kind: "column" | "metric", from: string, to: string): Promise<Renamed> {
  const { status, body } = await admin.post<Json>(RENAME, { dataset_id: datasetId, kind, from, to });
  expect(body).toHaveProperty("result");
  expect(status).toBe(200);
  return body.result;
}

test("charts, filters and expressions are the same after a column and metrics were renamed", async () => {
  const ids: number[] = [];
  for (let at = 0; at < CHARTS; at++) ids.push(await chart(at));
  const filter = {
    id: "NATIVE_FILTER-1",
    name: "hp",
    filterType: "filter_range",
    targets: [{ datasetId, column: { name: "hp" } }],
    controlValues: { sortMetric: "power" },
    defaultDataMask: { extraFormData: { filters: [{ col: "hp", op: ">", val: 1 }] }, filterState: { value: [1, 2] } },
  };
  const dashboardId = await created("dashboard", {
    dashboard_title: "hp",
    json_metadata: JSON.stringify({ native_filter_configuration: [filter] }),
  });
  const before = [];
  for (const id of ids) before.push(await drawn(id));
  expect(before.filter(({ status }) => status !== 200)).toEqual([]);
  expect(before.every(({ values }) => (values as unknown[]).length > 0)).toBe(true);

  await admin.put(`/api/v1/dataset/${datasetId}`, { sql: sqlOf('"horse power"') });
  expect(await rename("column", "hp", "horse power")).toMatchObject({ left: [], hidden: {} });
  expect(await rename("metric", "power", "total power")).toMatchObject({ left: [], hidden: {} });
  expect(await rename("column", "class", "kind")).toMatchObject({ left: [] });

  const broken: unknown[] = [];
  for (const [at, id] of ids.entries()) {
    const now = await drawn(id);
    const was = before[at];
    const isSame = now.status === 200 && JSON.stringify(now.values) === JSON.stringify(was?.values);
    if (!isSame || now.names.some((name) => ["hp", "power", "class"].includes(name)))
      broken.push([formOf(at), now, was?.names]);
  }
  expect(broken).toEqual([]);
  const { columns, metrics } = await dataset();
  expect(columns.find(({ column_name }: Json) => column_name === "horse power")).toMatchObject({
    verbose_name: "The hp",
  });
  expect(columns.find(({ column_name }: Json) => column_name === "kind").expression).toBe(
    "CASE WHEN \"horse power\" > 100 THEN 'strong' ELSE 'hp' END",
  );
  expect(metrics.map(({ metric_name, expression }: Json) => `${metric_name}: ${expression}`)).toEqual(
    expect.arrayContaining([
      'total power: SUM("horse power") /* hp */',
      "share: {{ metric('total power') }} / NULLIF(COUNT(*), 0)",
    ]),
  );
  const metadata = JSON.parse((await show("dashboard", dashboardId)).json_metadata);
  expect(metadata.native_filter_configuration[0]).toMatchObject({
    name: "hp",
    targets: [{ column: { name: "horse power" } }],
    controlValues: { sortMetric: "total power" },
    defaultDataMask: { extraFormData: { filters: [{ col: "horse power" }] } },
  });
  const table = JSON.parse((await show("chart", ids[3] as number)).params);
  expect(Object.keys(table.column_config)).toEqual(["total power", "share"]);
  expect(table.conditional_formatting[0].column).toBe("total power");
  const template = JSON.parse((await show("chart", ids[18] as number)).params).handlebarsTemplate;
  expect(template).toBe("{{#each data}}{{[horse power]}} hp{{/each}}");
}, 600_000);

test("a rename is one version of each item, which can be restored", async () => {
  const id = await chart(0);
  const versions = async () => (await admin.get<Json>(`/api/v1/chart/${id}/versions`)).body.count;
  await admin.put(`/api/v1/chart/${id}`, {
    params: JSON.stringify({ ...FORMS[0], metric: "share", groupby: ["kind"] }),
  });
  const saved = await versions();
  expect((await rename("metric", "share", "part")).renamed.chart).toBeGreaterThan(0);
  expect(JSON.parse((await show("chart", id)).params).metric).toBe("part");
  expect(await versions()).toBe(saved + 1);
  expect((await admin.post(`/api/v1/chart/${id}/versions/${saved}/restore`)).status).toBe(200);
  expect(JSON.parse((await show("chart", id)).params).metric).toBe("share");
  await rename("metric", "part", "share");
});

test("what the caller can't edit is left and listed, and the rest is renamed", async () => {
  const alpha = await server.as("alpha");
  const own = await chart(11, admin);
  const { db } = server.app;
  const alphaId = await server.userId("alpha");
  await db.insertInto("dataset_owners").values({ dataset_id: datasetId, user_id: alphaId }).execute();
  await db.insertInto("chart_owners").values({ chart_id: own, user_id: alphaId }).execute();
  for (const noun of ["dataset", "chart"] as const) server.app.events.changed(noun);
  server.app.events.changed("user", alphaId);
  const { status, body } = await (await server.as("alpha")).post<Json>(RENAME, {
    dataset_id: datasetId,
    kind: "metric",
    from: "share",
    to: "ratio",
  });
  expect(status).toBe(200);
  expect(JSON.parse((await show("chart", own)).params).metric).toBe("ratio");
  expect(body.result.left.length).toBeGreaterThan(0);
  for (const { kind, reason } of body.result.left) expect([kind, reason]).toEqual(["chart", "not_editable"]);
  expect(alpha.cookie).not.toBe("");
});

test("rejects names that don't exist or are taken, and users who don't own the dataset", async () => {
  const refused = async (body: object, client = admin) =>
    (await client.post<Json>(RENAME, { dataset_id: datasetId, kind: "column", from: "kind", to: "new", ...body }))
      .status;
  expect(await refused({ from: "none" })).toBe(422);
  expect(await refused({ to: "Origin" })).toBe(422);
  expect(await refused({ from: "Origin", to: "not in the query" })).toBe(422);
  expect(await refused({ kind: "metric", from: "ratio", to: "count" })).toBe(422);
  expect(await refused({ dataset_id: 99_999 })).toBe(404);
  expect(await refused({ to: " " })).toBe(400);
  expect(await refused({}, await server.as("gamma"))).toBe(403);
  expect((await dataset()).columns.some(({ column_name }: Json) => column_name === "kind")).toBe(true);
});

test("what a rename updates is told before, managed items are left, and the rest isn't broken after it", async () => {
  const [own, managed] = [await chart(11, admin), await chart(11, admin)];
  for (const id of [own, managed]) {
    const params = JSON.stringify({ ...FORMS[0], metric: "ratio", groupby: ["kind"] });
    await admin.put(`/api/v1/chart/${id}`, { params, ...(id === managed && { is_managed_externally: true }) });
  }
  const metrics_renamed = [{ from: "ratio", to: "fraction" }];
  const effects = async (more: object) => {
    const body = { kind: "dataset", ids: [datasetId], metrics_renamed, ...more };
    const { result } = (await admin.post<Json>("/api/v1/lineage/impact", body)).body;
    return [own, managed].map((id) => result.affected.find((each: Json) => each.id === id)?.effect);
  };
  expect(await effects({})).toEqual(["breaks", "breaks"]);
  expect(await effects({ uses_new_names: true })).toEqual(["updates", "breaks"]);
  expect(await effects({ uses_new_names: true, metrics_removed: ["ratio"] })).toEqual(["breaks", "breaks"]);
  const { left } = await rename("metric", "ratio", "fraction");
  expect(left).toContainEqual(expect.objectContaining({ id: managed, reason: "not_editable" }));
  expect(JSON.parse((await show("chart", managed)).params).metric).toBe("ratio");
  const q = "(columns:!(id),filters:!((col:id,opr:chart_is_broken,value:!t)),page_size:100)";
  const broken = async () => (await admin.get<Json>(`/api/v1/chart/?q=${q}`)).body.result.map(({ id }: Json) => id);
  expect(await broken()).toContain(managed);
  expect(await broken()).not.toContain(own);
  // A mark never rests on what a chart used before it was saved.
  await admin.put(`/api/v1/chart/${managed}`, {
    is_managed_externally: true,
    params: JSON.stringify({ ...FORMS[0], metric: "fraction" }),
  });
  expect(await broken()).not.toContain(managed);
});
