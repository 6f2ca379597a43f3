import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { engineOf } from "../../server/engine/app-engine.ts";
import { loadSampleData, registerTable, sampleFile } from "../../testing/sample-data.ts";
import { startTestServer, type TestClient, type TestServer } from "../../testing/server.ts";

/**
 * `recorded.json`: responses of Superset 6.1 over HTTP to these form data on the same two tables, the cars of
 * vega-datasets and the places below. Years were text there; the ranges here select the same rows with years as dates.
 */
interface Recorded {
  form: { viz_type: string; datasource: string };
  data: unknown;
}
const recorded = JSON.parse(readFileSync(join(import.meta.dirname, "recorded.json"), "utf8")) as Record<
  string,
  Recorded
>;

const POINT = (lat: string, lon: string) => `'{"type": "Point", "coordinates": [' || ${lon} || ', ' || ${lat} || ']}'`;
const TABLES = [
  `CREATE TABLE places AS SELECT code, name, lat, lon, src, dst, v, w, CAST(d AS TIMESTAMP) AS d, ${POINT("lat", "lon")} AS geo,
     '[[' || lon || ', ' || lat || '], [' || (lon + 1) || ', ' || (lat + 1) || ']]' AS line,
     '[[' || lon || ', ' || lat || '], [' || (lon + 1) || ', ' || lat || '], [' || (lon + 1) || ', ' || (lat + 1) || '], [' || lon || ', ' || lat || ']]' AS poly,
     hash, lat || ',' || lon AS latlon, CASE code WHEN 'DE' THEN '_p~iF~ps|U_ulLnnqC' END AS pl
   FROM (VALUES
     ('DE', 'Germany', 52.5::DECIMAL(6,1), 13.4::DECIMAL(6,1), 'a', 'b', 1.5::DOUBLE, 10, '2024-01-01 00:00:00', 'u33db'),
     ('FR', 'France', 48.8, 2.3, 'a', 'c', 2.5, 20, '2024-01-02 00:00:00', 'u09tv'),
     ('IT', 'Italy', 41.9, 12.5, 'b', 'a', 3.0, 30, '2024-01-08 06:00:00', 'sr2yk'),
     ('ES', NULL, 40.4, -3.7, 'c', 'a', 4.0, 40, '2024-02-01 00:00:00', 'ezjmg'),
     ('XX', 'Nowhere', NULL, NULL, 'b', 'c', NULL, 50, '2024-02-03 00:00:00', NULL)
   ) AS t(code, name, lat, lon, src, dst, v, w, d, hash)`,
];

let server: TestServer;
let admin: TestClient;
const ids: Record<string, number> = {};

beforeAll(async () => {
  server = await startTestServer();
  const { databaseId, carsId } = await loadSampleData(server.app);
  await engineOf(server.app).load({ file: join(server.app.config.home, "samples.duckdb"), statements: TABLES });
  Object.assign(ids, { "1__table": carsId, database: databaseId });
  ids["2__table"] = await registerTable(server.app, databaseId, { name: "places", time: "d" });
  admin = await server.as("admin");
});
afterAll(() => server.stop());

// biome-ignore lint/suspicious/noExplicitAny: answers have a shape per chart type
type Json = any;
const PATH = "/superset/explore_json/";
const placed = (form: { datasource?: string; [key: string]: unknown }) => ({
  ...form,
  datasource: `${ids[form.datasource ?? "2__table"]}__table`,
});
const ask = async (form: { datasource?: string; [key: string]: unknown }, search = "") => {
  const body = new URLSearchParams({ form_data: JSON.stringify(placed(form)) });
  const response = await admin.fetch(PATH + search, { method: "POST", body });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: (text.startsWith("{") ? JSON.parse(text) : {}) as Json,
  };
};

function normalized(value: unknown): unknown {
  if (typeof value === "number") return Number(value.toPrecision(6));
  if (Array.isArray(value)) {
    const parts = value.map(normalized);
    return parts.every((part) => typeof part === "object" && part !== null && !Array.isArray(part))
      ? parts
          .map((part) => [JSON.stringify(part), part] as const)
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([, part]) => part)
      : parts;
  }
  if (typeof value !== "object" || value === null) return value;
  const { nodes, matrix, ...rest } = value as { nodes?: unknown[]; matrix?: number[][] };
  if (nodes && matrix) return flows(nodes, matrix);
  return Object.fromEntries(
    Object.entries(rest)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([k, v]) => [k, normalized(v)]),
  );
}

const flows = (nodes: unknown[], matrix: number[][]) =>
  nodes
    .flatMap((to, i) => nodes.flatMap((from, j) => (matrix[i]?.[j] ? [`${from}>${to}: ${matrix[i]?.[j]}`] : [])))
    .sort();

describe("returns the same data as the legacy call", () => {
  test.each(Object.keys(recorded))("%s", async (name) => {
    const { form, data } = recorded[name] as Recorded;
    const answer = await ask(form);
    expect(answer.status, answer.text).toBe(200);
    expect(normalized(answer.body.data)).toEqual(normalized(data));
  });

  test("and the other fields that clients read", async () => {
    const form = { ...(recorded.filtered as Recorded).form, row_limit: 77 };
    const { body } = await ask(form);
    expect(body).toMatchObject({
      errors: [],
      is_cached: false,
      cached_dttm: null,
      cache_timeout: 86_400,
      status: "success",
      stacktrace: null,
      colnames: ["src", "dst", "count"],
      coltypes: [1, 1, 0],
      form_data: { viz_type: "chord" },
    });
    expect(body.applied_filters).toEqual([{ column: "w" }, { column: "code" }]);
    expect(body.rejected_filters).toEqual([{ column: "nope", reason: "not_in_datasource" }]);
    expect(body.query).toMatch(/SELECT[\s\S]*GROUP BY/);
    await expect.poll(async () => (await ask(form)).body.is_cached).toBe(true);
    expect((await ask(form, "?force=true")).body.is_cached).toBe(false);
  });
});

describe("comparisons and analytics", () => {
  const base = {
    datasource: "1__table",
    viz_type: "compare",
    metrics: ["count"],
    time_grain_sqla: "P1Y",
    granularity_sqla: "Year",
    time_range: "1970-01-01 : 1977-01-01",
  };
  const counts = [29, 28, 40, 27, 30, 34];
  const ys = (series: { values: { y: number | null }[] }) => series.values.map(({ y }) => y);
  const byYear = () => {
    const cars = JSON.parse(readFileSync(sampleFile("cars.json"), "utf8")) as { Year: string }[];
    return (year: number) => cars.filter(({ Year }) => Year.startsWith(String(year))).length;
  };

  test("compare years with earlier years as values, differences and ratios", async () => {
    const count = byYear();
    const years = [1970, 1971, 1972, 1973, 1974, 1975, 1976];
    const [current, before] = (await ask({ ...base, time_compare: ["1 year"] })).body.data as Json[];
    expect(ys(current)).toEqual(years.map(count));
    expect(before).toMatchObject({ key: ["count", "1 year offset"], classed: "time-shift-0" });
    expect(ys(before)).toEqual(years.map((year) => (year === 1970 ? null : count(year - 1))));
    const [difference] = (await ask({ ...base, time_compare: ["1 year"], comparison_type: "absolute" })).body
      .data as Json[];
    expect(ys(difference)).toEqual(years.map((year) => (year === 1970 ? null : count(year) - count(year - 1))));
    const [ratio] = (await ask({ ...base, time_compare: ["1 year"], comparison_type: "ratio" })).body.data as Json[];
    expect(ys(ratio)[2]).toBeCloseTo(count(1972) / count(1971), 10);
  });

  test("compute rolling means and cumulative sums, and reject invalid resampling", async () => {
    const form = { ...base, time_range: "1970-06-01 : 1976-01-02" };
    const rolling = { ...form, rolling_type: "mean", rolling_periods: 2 };
    const [mean] = (await ask(rolling)).body.data as Json[];
    expect(ys(mean).slice(1)).toEqual(counts.slice(1).map((value, i) => (value + (counts[i] ?? 0)) / 2));
    const [sum] = (await ask({ ...form, rolling_type: "cumsum" })).body.data as Json[];
    expect(ys(sum)).toEqual([29, 57, 97, 124, 154, 188]);
    const wrong = await ask({ ...form, resample_rule: "1D", resample_method: "best" });
    expect([wrong.status, wrong.body.errors]).toEqual([
      400,
      [expect.objectContaining({ message: "Invalid resample method: best" })],
    ]);
  });
});

describe("errors", () => {
  test.each([
    [{ viz_type: "time_table", time_grain_sqla: "P1D" }, "Pick at least one metric"],
    [
      { viz_type: "time_table", metrics: ["count", "x"], groupby: ["src"], granularity_sqla: "d" },
      "When using 'Group By' you are limited to use a single metric",
    ],
    [
      { viz_type: "bubble", entity: "code", x: "count", y: "count", size: "count" },
      "Please use 3 different metric labels",
    ],
    [
      { viz_type: "cal_heatmap", metrics: ["count"], granularity_sqla: "d", subdomain_granularity: "day" },
      "Please provide both time bounds (Since and Until)",
    ],
    [{ viz_type: "deck_scatter", spatial: null }, "Bad spatial key"],
    [
      { viz_type: "mapbox", all_columns_x: "lon", all_columns_y: "lat", groupby: ["name"] },
      "[Longitude] and [Latitude] columns must be present in [Group By]",
    ],
  ])("%j", async (form, error) => {
    const answer = await ask(form);
    expect([answer.status, answer.body]).toEqual([400, { error }]);
  });

  test("name the right call for chart types that have their own", async () => {
    for (const viz_type of ["pie", "constructor", "__proto__"]) {
      const answer = await ask({ viz_type, metric: "count" });
      expect([answer.status, answer.body.error]).toEqual([400, expect.stringContaining("/api/v1/chart/data")]);
    }
  });

  test.each([
    { viz_type: "bubble", entity: "code", x: [{}], y: "count", size: "count" },
    { viz_type: "rose", metrics: [{ expressionType: "SQL" }], granularity_sqla: "d" },
    { viz_type: "deck_geojson", geojson: [[null]] },
    { viz_type: "deck_geojson", geojson: 7 },
    { viz_type: "deck_scatter", spatial: { type: "constructor" } },
    { viz_type: "deck_scatter", spatial: { type: "latlong", latCol: {}, lonCol: "lon" } },
    { viz_type: "deck_multi", deck_slices: Array.from({ length: 101 }, (_, i) => i) },
  ])("invalid control values: %j", async (form) => {
    expect((await ask(form)).status).toBe(400);
  });

  test("aren't returned for null entries of a list", async () => {
    const form = { viz_type: "bullet", metric: ["count", null], extra_filters: [null], filters: [null] };
    const { status, body } = await ask(form);
    expect([status, body.data]).toEqual([200, { measures: [5] }]);
    const world = { viz_type: "world_map", entity: "code", metric: "count", country_fieldtype: "constructor" };
    expect((await ask(world)).status).toBe(200);
  });

  test("of a failed query have the shape of the response", async () => {
    const metric = { expressionType: "SQL", sqlExpression: "SUM(nothere)", label: "x" };
    const { status, body } = await ask({ viz_type: "bullet", metric });
    expect(status).toBe(400);
    expect(body).toMatchObject({ status: "failed", data: null, rowcount: 0 });
    expect(body.errors[0].error_type).toBe("COLUMN_DOES_NOT_EXIST_ERROR");
  });

  test("aren't returned for empty results, which are null", async () => {
    const { body } = await ask({
      viz_type: "bullet",
      metric: "count",
      datasource: "2__table",
      where: "1 = 0",
      groupby: [],
    });
    expect(body.data).toEqual({ measures: [0] });
    const empty = await ask({ viz_type: "chord", groupby: "src", columns: "dst", metric: "count", where: "w > 1e9" });
    expect([empty.status, empty.body.data, empty.body.rowcount]).toEqual([200, null, 0]);
  });

  test("are returned without access to the dataset", async () => {
    const gamma = await server.as("gamma");
    const form_data = JSON.stringify(placed({ viz_type: "bullet", metric: "count" }));
    const answer = await gamma.fetch(`${PATH}?form_data=${encodeURIComponent(form_data)}`);
    expect(answer.status).toBe(403);
    const anonymous = await server.anonymous.fetch(`${PATH}?form_data=${encodeURIComponent(form_data)}`);
    expect(anonymous.status).toBe(401);
  });

  test("are returned for invalid form data", async () => {
    for (const form_data of ["{", "[]", '"x"', "{}"]) {
      const answer = await admin.fetch(PATH, { method: "POST", body: new URLSearchParams({ form_data }) });
      expect(answer.status, form_data).toBe(400);
    }
    expect((await admin.fetch(PATH, { method: "POST", body: new URLSearchParams() })).status).toBe(400);
    expect((await admin.fetch(`${PATH}?form_data=${encodeURIComponent('{"viz_type":"bullet"}')}`)).status).toBe(400);
  });
});

describe("other responses to the same form data", () => {
  const form = { viz_type: "chord", groupby: "src", columns: "dst", metric: "count" };

  test("return the SQL, rows, samples or a file", async () => {
    expect((await ask(form, "?query=true")).body).toEqual({
      query: expect.stringContaining("SELECT"),
      language: "sql",
    });
    const results = (await ask(form, "?results=true")).body;
    expect(results.rowcount).toBe(5);
    expect(results.colnames).toEqual(["src", "dst", "count"]);
    expect((await ask(form, "?samples=true")).body.data[0]).toHaveProperty("geo");
    const csv = await ask(form, "?csv=true");
    expect(csv.headers.get("content-type")).toContain("text/csv");
    expect(csv.text.trim().split("\n")).toHaveLength(6);
  });

  test("return rows with all digits of their numbers", async () => {
    const table = { database: ids.database, table_name: "long", sql: "SELECT 9007199254740993::BIGINT AS l" };
    const { id } = (await admin.post<{ id: number }>("/api/v1/dataset/", table)).body;
    const form_data = JSON.stringify({ viz_type: "para", series: "l", metrics: ["count"] });
    for (const kind of ["results", "samples"]) {
      const search = new URLSearchParams({ form_data, [kind]: "true" });
      const answer = await admin.fetch(`/superset/explore_json/table/${id}/?${search}`);
      expect(await answer.text()).toContain("9007199254740993");
    }
  });

  test("prefer the dataset in the path, also with GET", async () => {
    const form_data = encodeURIComponent(JSON.stringify({ ...form, datasource: "999__table" }));
    const answer = await admin.get<Json>(`${PATH}table/${ids["2__table"]}/?form_data=${form_data}`);
    expect([answer.status, answer.body.rowcount]).toEqual([200, 5]);
  });

  test("apply legacy filters, clauses and time settings", async () => {
    const old = {
      ...form,
      granularity_sqla: "d",
      filters: [{ col: "w", op: ">", val: 15 }],
      extra_filters: [{ col: "__time_range", op: "==", val: "2024-01-01 : 2024-02-02" }],
      where: "code <> 'IT'",
    };
    const { body } = await ask(old);
    expect(flows(body.data.nodes, body.data.matrix)).toEqual(["a>c: 1", "c>a: 1"]);
  });

  test("name the visible charts of layers", async () => {
    const created = await admin.post<{ id: number }>("/api/v1/chart/", {
      slice_name: "Layer",
      viz_type: "deck_scatter",
      datasource_id: ids["2__table"],
      datasource_type: "table",
      params: JSON.stringify({ viz_type: "deck_scatter" }),
    });
    const { body } = await ask({ viz_type: "deck_multi", deck_slices: [created.body.id, 99_999] });
    expect(body.data).toMatchObject({
      features: {},
      slices: [{ slice_id: created.body.id, slice_name: "Layer", form_data: { viz_type: "deck_scatter" } }],
    });
  });
});

test("annotations are returned with the data of charts that have layers, and of no others", async () => {
  const layer = (await admin.post<Json>("/api/v1/annotation_layer/", { name: "Launches" })).body.id;
  const event = { short_descr: "First", start_dttm: "2024-01-02", end_dttm: "2024-01-03" };
  await admin.post(`/api/v1/annotation_layer/${layer}/annotation/`, event);
  const form = {
    viz_type: "cal_heatmap",
    granularity_sqla: "d",
    metrics: ["count"],
    time_range: "2024-01-01 : 2024-03-01",
    domain_granularity: "day",
    subdomain_granularity: "hour",
  };
  const plain = await ask(form);
  expect([plain.status, "annotation_data" in plain.body]).toEqual([200, false]);
  const native = { name: "launches", annotationType: "EVENT", sourceType: "NATIVE", value: layer, show: true };
  const { status, body } = await ask({ ...form, annotation_layers: [native] });
  expect([status, body.annotation_data.launches.records]).toEqual([
    200,
    [expect.objectContaining({ short_descr: "First" })],
  ]);
});
