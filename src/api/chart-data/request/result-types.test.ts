import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadSampleData, readCars, type SampleData } from "../../../testing/sample-data.ts";
import { startTestServer, type TestClient, type TestServer } from "../../../testing/server.ts";

let server: TestServer;
let admin: TestClient;
let data: SampleData;
const cars = readCars();

beforeAll(async () => {
  server = await startTestServer({ config: { timeGrainsOff: ["PT0.5H", "P1Y"] } });
  data = await loadSampleData(server.app);
  admin = await server.as("admin");
});
afterAll(() => server.stop());

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;

const context = (query: object, rest: object = {}) => ({
  datasource: { id: data.carsId, type: "table" },
  queries: [query],
  ...rest,
});
const ask = async (query: object, rest: object = {}): Promise<Json> => {
  const { status, body } = await admin.post<Json>("/api/v1/chart/data", context(query, rest));
  expect([status, body.result?.length]).toEqual([200, 1]);
  return body.result[0];
};

const QUERY = {
  columns: ["Origin"],
  metrics: ["count"],
  orderby: [["Origin", true]],
  filters: [
    { col: "Cylinders", op: "==", val: 8 },
    { col: "Year", op: "TEMPORAL_RANGE", val: "1971-01-01 : 1972-01-01" },
    { col: "nothing", op: "==", val: 1 },
  ],
  applied_time_extras: { __time_range: "1971" },
};
const in1971 = cars.filter((car) => car.Cylinders === 8 && car.Year.startsWith("1971"));

const SAME = {
  cache_key: expect.stringMatching(/^[0-9a-f]{64}$/),
  cached_dttm: null,
  queried_dttm: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/),
  cache_timeout: 86_400,
  is_cached: null,
  query: expect.stringMatching(/^SELECT[^;]+;\n\n$/),
  status: "success",
  error: null,
  stacktrace: null,
  applied_template_filters: [],
  annotation_data: {},
  result_format: "json",
  detected_currency: null,
};
const FILTERS = {
  applied_filters: [{ column: "Cylinders" }, { column: "Year" }, { column: "__time_range" }],
  rejected_filters: [{ column: "nothing", reason: "not_in_datasource" }],
};
const ROWS = { data: [{ Origin: "USA", count: in1971.length }], colnames: ["Origin", "count"], coltypes: [1, 0] };
const RANGE = { from_dttm: Date.UTC(1971, 0, 1), to_dttm: Date.UTC(1972, 0, 1) };
const LABELS = { Origin: ["Origin"], count: ["count"], "Number of rows": ["count"] };

describe("response keys by result type", () => {
  test("full", async () => {
    expect(await ask(QUERY)).toStrictEqual({
      ...{ ...SAME, ...FILTERS, ...ROWS, ...RANGE },
      ...{ rowcount: 1, sql_rowcount: 1, indexnames: [0], label_map: LABELS },
    });
  });

  test("results", async () => {
    const result = await ask(QUERY, { result_type: "results" });
    expect(result).toStrictEqual({ ...ROWS, rowcount: 1, sql_rowcount: 1, detected_currency: null });
  });

  test("post_processed: by row, except tables made on the server", async () => {
    const steps = [{ operation: "contribution", options: { columns: ["count"], rename_columns: ["share"] } }];
    const result = await ask({ ...QUERY, post_processing: steps }, { result_type: "post_processed", form_data: {} });
    expect(result).toStrictEqual({
      ...{ ...SAME, ...FILTERS, ...RANGE },
      data: [{ Origin: "USA", count: in1971.length, share: 1 }],
      ...{ colnames: ["Origin", "count", "share"], coltypes: [1, 0, 0] },
      ...{ rowcount: 1, sql_rowcount: 1, indexnames: [0], label_map: { ...LABELS, share: ["share"] } },
    });
  });

  test("samples: raw rows that match the filters, unsorted", async () => {
    const { colnames, coltypes, label_map, data: rows, ...rest } = await ask(QUERY, { result_type: "samples" });
    expect([rows.length, colnames]).toEqual([in1971.length, Object.keys(rows[0])]);
    expect(Object.fromEntries(colnames.map((name: string, i: number) => [name, coltypes[i]]))).toMatchObject({
      ...{ Name: 1, Cylinders: 0, Year: 2, Origin: 1 },
    });
    expect(label_map).toEqual(Object.fromEntries(colnames.map((name: string) => [name, [name]])));
    expect(rest).toStrictEqual({
      ...SAME,
      ...{ ...FILTERS, from_dttm: null, to_dttm: null },
      ...{ rowcount: in1971.length, sql_rowcount: in1971.length, indexnames: in1971.map((_, i) => i) },
    });
  });

  test("drill_detail: raw rows with the same filters and time range", async () => {
    const { colnames, coltypes, label_map, data: rows, ...rest } = await ask(QUERY, { result_type: "drill_detail" });
    expect(rows.map((row: Json) => row.Name)).toEqual(in1971.map((car) => car.Name).sort());
    expect([Object.keys(label_map), coltypes.length]).toEqual([colnames, colnames.length]);
    expect(rest).toStrictEqual({
      ...{ ...SAME, ...FILTERS, ...RANGE },
      ...{ rowcount: in1971.length, sql_rowcount: in1971.length, indexnames: in1971.map((_, i) => i) },
    });
  });

  test("defaults to full JSON, and accepts limits written as text", async () => {
    const nothing = { result_type: null, result_format: null, form_data: null, force: null };
    const result = await ask(
      { ...QUERY, row_limit: "10", row_offset: "0", extras: { transpile_to_dialect: true } },
      nothing,
    );
    expect(result.data).toEqual(ROWS.data);
    const answer = await admin.post<Json>("/api/v1/chart/data", context({ ...QUERY, row_limit: "many" }));
    expect(answer.status).toBe(400);
  });

  test("query", async () => {
    const result = await ask(QUERY, { result_type: "query" });
    expect(result).toStrictEqual({ language: "sql", query: SAME.query });
  });

  test("columns and timegrains, for any query", async () => {
    const columns = await ask({}, { result_type: "columns" });
    expect(Object.keys(columns)).toEqual(["data"]);
    expect(columns.data).toContainEqual({ column_name: "Year", verbose_name: null, dtype: 2 });
    const grains = await ask({ metrics: ["nothing"] }, { result_type: "timegrains" });
    expect(Object.keys(grains)).toEqual(["data"]);
    expect(grains.data[0]).toEqual({ name: "Second", function: "DATE_TRUNC('second', {col})", duration: "PT1S" });
  });

  test("disabled grains are neither listed nor accepted", async () => {
    const { data: grains } = await ask({}, { result_type: "timegrains" });
    const durations = grains.map(({ duration }: Json) => duration);
    expect(durations).toContain("PT1H");
    const { result } = (await admin.get<Json>(`/api/v1/dataset/${data.carsId}`)).body;
    const offered = result.time_grain_sqla.map(([duration]: [string]) => duration);
    for (const time_grain_sqla of ["PT30M", "PT0.5H", "P1Y"]) {
      expect(durations).not.toContain(time_grain_sqla);
      expect(offered).not.toContain(time_grain_sqla);
      const query = { columns: ["__timestamp"], metrics: ["count"], granularity: "Year", extras: { time_grain_sqla } };
      const { status, body } = await admin.post<Json>("/api/v1/chart/data", context(query));
      expect([status, body.message]).toEqual([
        400,
        `Error: Time grain ${time_grain_sqla} is not supported by this database`,
      ]);
    }
  });

  test("a query can have its own type, and files without rows are JSON", async () => {
    const body = { ...context({ ...QUERY, result_type: "query" }), result_type: "full", result_format: "csv" };
    const several = { ...body, queries: [...body.queries, { ...QUERY, result_type: "results" }] };
    const { result } = (await admin.post<Json>("/api/v1/chart/data", { ...several, result_format: "json" })).body;
    expect(result.map((one: object) => Object.keys(one)[0])).toEqual(["query", "data"]);
    for (const result_type of ["query", "columns", "timegrains"]) {
      const answer = await admin.post<Json>("/api/v1/chart/data", { ...body, result_type });
      expect([result_type, answer.status, answer.headers.get("content-type")]).toEqual([
        ...[result_type, 200, "application/json; charset=utf-8"],
      ]);
    }
  });
});

describe("a query that only shows SQL and can't be compiled", () => {
  test.each([
    ["an unknown metric", { metrics: ["nothing"] }, "Metric 'nothing' does not exist"],
    ["nothing requested", {}, "Empty query?"],
    ["an invalid time range", { metrics: ["count"], granularity: "Year", time_range: "soon : later" }, "[soon]"],
    [
      "a comparison with an open range",
      { columns: ["Year"], metrics: ["count"], time_offsets: ["1 year ago"] },
      "enclosed",
    ],
    [
      "an unknown filter",
      { metrics: ["count"], filters: [{ col: "Origin", op: "NEAR", val: 1 }] },
      "operation type: NEAR",
    ],
    ["a template that fails", { metrics: ["count"], extras: { where: "{% if %}" } }, "Jinja2 template error"],
  ])("%s explains why", async (_, query, text) => {
    const result = await ask(query, { result_type: "query" });
    expect(Object.keys(result)).toEqual(["language", "error"]);
    expect(result.error).toContain(text);
    const run = await admin.post<Json>("/api/v1/chart/data", context(query));
    expect(run.status).toBeGreaterThanOrEqual(400);
  });

  test("doesn't give access to other data", async () => {
    const gamma = await server.as("gamma");
    const answer = await gamma.post("/api/v1/chart/data", context({ metrics: ["nothing"] }, { result_type: "query" }));
    expect(answer.status).toBe(403);
  });
});

describe("a stored chart", () => {
  const PIE = { viz_type: "pie", groupby: ["Origin"], metric: "count", sort_by_metric: true };
  const newChart = async (part: object): Promise<number> => {
    const values = { slice_name: "c", viz_type: "pie", datasource_id: data.carsId, datasource_type: "table", ...part };
    return (await admin.post<Json>("/api/v1/chart/", values)).body.id;
  };
  const dataOf = async (id: number, query = "") => {
    const { status, body } = await admin.get<Json>(`/api/v1/chart/${id}/data/${query}`);
    if (status !== 200) return [status, body.message];
    return body.result[0].data.map(({ count__contribution, ...row }: Json) => row);
  };
  const params = JSON.stringify(PIE);
  const saved = (query: object, rest: object = {}) => JSON.stringify(context(query, rest));
  const counts = ["USA", "Japan", "Europe"]
    .map((Origin) => ({ Origin, count: cars.filter((car) => car.Origin === Origin).length }))
    .sort((one, other) => other.count - one.count);

  test("runs its query context", async () => {
    const query_context = saved({ columns: ["Origin"], metrics: ["count"], orderby: [["count", false]], row_limit: 2 });
    const id = await newChart({ query_context });
    expect(await dataOf(id)).toEqual(counts.slice(0, 2));
    const csv = await admin.fetch(`/api/v1/chart/${id}/data/?format=csv`);
    expect(await csv.text()).toContain("Origin,Number of rows\nUSA,");
  });

  test("uses its form data if it has no query context, like an imported chart", async () => {
    const id = await newChart({ params });
    expect(await dataOf(id)).toEqual(counts);
    expect(await dataOf(id, "?type=results&format=json")).toEqual(counts);
    const csv = await admin.fetch(`/api/v1/chart/${id}/data/?format=csv&type=post_processed`);
    expect(await csv.text()).toContain("Europe,");
    for (const query_context of ["{}", saved({ columns: 7 })]) {
      expect(await dataOf(await newChart({ params, query_context }))).toEqual(counts);
    }
  });

  test("uses its current form data if the query context is older", async () => {
    const form_data = { ...PIE, groupby: ["Cylinders"] };
    const stale = { columns: ["Cylinders"], metrics: ["count"] };
    const id = await newChart({ params, query_context: saved(stale, { form_data }) });
    expect(await dataOf(id)).toEqual(counts);
    const stored = await newChart({
      params: JSON.stringify(form_data),
      query_context: saved({ ...stale, row_limit: 1 }, { form_data: { ...form_data, slice_id: 7, force: true } }),
    });
    expect(await dataOf(stored)).toHaveLength(1);
    await admin.put(`/api/v1/chart/${stored}`, { params });
    expect(await dataOf(stored)).toEqual(counts);
  });

  test("uses its own dataset, even if its query context names another", async () => {
    const query_context = saved({ metrics: ["count"] }, { datasource: { id: 999_999, type: "table" } });
    expect(await dataOf(await newChart({ query_context }))).toEqual([{ count: cars.length }]);
  });

  test("without a query returns an error that asks to save it", async () => {
    const message = "Chart has no query context saved. Please save the chart again.";
    for (const part of [{}, { params: JSON.stringify({ viz_type: "pie" }) }, { params, viz_type: "mystery" }]) {
      expect(await dataOf(await newChart(part))).toEqual([400, message]);
    }
    expect(await dataOf(999_999)).toEqual([404, "Not found"]);
  });
});

test("applies a dashboard's default filter values", async () => {
  const form = { viz_type: "table", query_mode: "aggregate", groupby: ["Origin"], metrics: ["count"] };
  const body = { slice_name: "By origin", datasource_id: data.carsId, datasource_type: "table", viz_type: "table" };
  const created = await admin.post<Json>("/api/v1/chart/", { ...body, params: JSON.stringify(form) });
  const chart = created.body.id;
  const tile = { id: "CHART-a", type: "CHART", children: [], meta: { chartId: chart, width: 4 } };
  const positions = {
    ROOT_ID: { id: "ROOT_ID", type: "ROOT", children: ["GRID_ID"] },
    GRID_ID: { id: "GRID_ID", type: "GRID", children: ["CHART-a"] },
    "CHART-a": tile,
  };
  const filter = (id: string, values: string[], excluded: number[] = []) => ({
    ...{ id, name: id, filterType: "filter_select", scope: { rootPath: ["ROOT_ID"], excluded } },
    targets: [{ datasetId: data.carsId, column: { name: "Origin" } }],
    defaultDataMask:
      values.length === 0 ? {} : { extraFormData: { filters: [{ col: "Origin", op: "IN", val: values }] } },
  });
  const native_filter_configuration = [
    filter("Set", ["Japan"]),
    filter("Open", []),
    filter("Elsewhere", ["USA"], [chart]),
    {
      ...{ ...filter("Time column", []), filterType: "filter_timecolumn", targets: [{ datasetId: data.flightsId }] },
      defaultDataMask: { extraFormData: { granularity_sqla: "departure" }, filterState: { value: ["departure"] } },
    },
  ];
  const json_metadata = JSON.stringify({ positions, native_filter_configuration });
  const dashboard = (await admin.post<Json>("/api/v1/dashboard/", { dashboard_title: "Cars", json_metadata })).body.id;
  const path = `/api/v1/chart/${chart}/data/`;
  const { body: answer } = await admin.get<Json>(`${path}?filters_dashboard_id=${dashboard}`);
  expect(answer.result[0].data).toEqual([
    { Origin: "Japan", count: cars.filter((car) => car.Origin === "Japan").length },
  ]);
  expect(answer.dashboard_filters.filters).toEqual([
    { id: "Set", name: "Set", status: "applied", column: "Origin" },
    { id: "Open", name: "Open", status: "not_applied", column: "Origin" },
    { id: "Time column", name: "Time column", status: "not_applied", column: null },
  ]);
  await server.app.db.updateTable("dashboards").set({ position_json: null }).where("id", "=", dashboard).execute();
  const withoutPlace = await admin.get<Json>(`${path}?filters_dashboard_id=${dashboard}`);
  expect(withoutPlace.body.dashboard_filters).toEqual(answer.dashboard_filters);
  expect((await admin.get<Json>(path)).body.result[0].data).toHaveLength(3);
  const other = (await admin.post<Json>("/api/v1/dashboard/", { dashboard_title: "Other" })).body.id;
  expect((await admin.get(`${path}?filters_dashboard_id=${other}`)).status).toBe(400);
  expect((await admin.get(`${path}?filters_dashboard_id=99999`)).status).toBe(403);
  expect((await admin.get(`${path}?filters_dashboard_id=x`)).status).toBe(400);
});
