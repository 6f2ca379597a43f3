import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer, type TestClient, type TestServer } from "../../testing/server.ts";
import { connectionOf } from "../database/index.ts";
import { loadExamples } from "./examples.ts";

const ROWS: Readonly<Record<string, number>> = {
  airports: 3376,
  birdstrikes: 10_000,
  cars: 406,
  countries: 620,
  disasters: 803,
  earthquakes: 1707,
  flight_routes: 5366,
  flights: 3_000_000,
  gapminder: 682,
  health_and_income: 187,
  london_boroughs: 33,
  london_tube_lines: 406,
  movies: 3201,
  penguins: 344,
  seattle_weather: 1461,
  sp500: 123,
  unemployment_across_industries: 1708,
  us_counties: 3185,
  us_employment: 120,
};

let server: TestServer;
let admin: TestClient;
const lines: string[] = [];

beforeAll(async () => {
  server = await startTestServer();
  writeFileSync(join(server.app.config.home, "examples.loading.duckdb"), "left by a load that was interrupted");
  await loadExamples(server.app, (line) => lines.push(line));
  admin = await server.as("admin");
});
afterAll(() => server.stop());

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;
const get = async (path: string): Promise<Json> => (await admin.get<Json>(path)).body;

async function rowsOf(sql: string): Promise<unknown[][]> {
  const { ids } = await get("/api/v1/database/");
  const { connection } = await connectionOf(server.app, ids[0]);
  const { columns, rows } = await connection.run(sql);
  return Array.from({ length: rows }, (_, row) => columns.map((column) => column.values[row]));
}

describe("the tables", () => {
  test("contain every row of their source", async () => {
    const counts = Object.keys(ROWS).map((name) => `SELECT '${name}', count(*) FROM "${name}"`);
    expect(Object.fromEntries(await rowsOf(counts.join(" UNION ALL ")))).toEqual(ROWS);
  });

  test("report progress one by one, and leave no temporary file", () => {
    for (const name of Object.keys(ROWS)) expect(lines.filter((line) => line.includes(` ${name} `))).toHaveLength(1);
    expect(existsSync(join(server.app.config.home, "examples.loading.duckdb"))).toBe(false);
  });

  test.each([
    ["movies", "release_date", "DATE"],
    ["sp500", "date", "DATE"],
    ["cars", "year", "DATE"],
    ["flights", "date", "TIMESTAMP"],
    ["earthquakes", "time", "TIMESTAMP"],
    ["unemployment_across_industries", "date", "DATE"],
    ["gapminder", "year", "DATE"],
  ])("%s.%s is a %s, and the dataset's main time column", async (table, column, type) => {
    const { ids } = await get(`/api/v1/dataset/?q=(filters:!((col:table_name,opr:eq,value:${table})))`);
    const { result } = await get(`/api/v1/dataset/${ids[0]}`);
    expect(result.columns.find((item: Json) => item.column_name === column)).toMatchObject({ type, is_dttm: true });
    expect(result.main_dttm_col).toBe(column);
  });

  test("parse text values of the source", async () => {
    expect(await rowsOf("SELECT min(date)::VARCHAR, max(date)::VARCHAR FROM sp500")).toEqual([
      ["2000-01-01", "2010-03-01"],
    ]);
    expect(await rowsOf("SELECT max(year(release_date)) <= 2012 FROM movies")).toEqual([[true]]);
    expect(await rowsOf("SELECT count(*) FROM earthquakes WHERE latitude NOT BETWEEN -90 AND 90")).toEqual([[0]]);
  });
});

describe("the datasets", () => {
  test("exist for each table, with existing columns and working metrics", async () => {
    const list = await get("/api/v1/dataset/?q=(page_size:100)");
    expect(list.result.map((row: Json) => row.table_name).sort()).toEqual(Object.keys(ROWS));
    for (const { id, table_name } of list.result) {
      const { columns, metrics } = (await get(`/api/v1/dataset/${id}`)).result;
      expect(metrics.map((metric: Json) => metric.metric_name)).toContain("count");
      const texts = [
        ...columns.map((c: Json) => `any_value(${c.expression || `"${c.column_name}"`})`),
        ...metrics.map((m: Json) => m.expression),
      ];
      expect(await rowsOf(`SELECT ${texts.join(", ")} FROM "${table_name}"`)).toHaveLength(1);
    }
  });

  test("have the column types of the table", async () => {
    for (const { id, table_name } of (await get("/api/v1/dataset/?q=(page_size:100)")).result) {
      const { columns } = (await get(`/api/v1/dataset/${id}`)).result;
      const reported = columns.filter((c: Json) => !c.expression).map((c: Json) => [table_name, c.column_name, c.type]);
      const described = await rowsOf(`SELECT column_name, column_type FROM (DESCRIBE "${table_name}")`);
      expect(reported).toEqual(described.map(([name, type]) => [table_name, name, type]));
    }
  });
});

test("population is that of a single year, in any grouping", async () => {
  const { ids } = await get("/api/v1/dataset/?q=(filters:!((col:table_name,opr:eq,value:gapminder)))");
  const { metrics } = (await get(`/api/v1/dataset/${ids[0]}`)).result;
  const { expression } = metrics.find((metric: Json) => metric.metric_name === "population");
  const years = "SELECT sum(pop) AS people FROM gapminder GROUP BY year";
  const same = `SELECT abs(${expression} - (SELECT avg(people) FROM (${years}))) < 1 FROM gapminder`;
  expect(await rowsOf(same)).toEqual([[true]]);
  const yearly = `SELECT bool_and(grouped = added) FROM (SELECT ${expression} AS grouped, sum(pop) AS added FROM gapminder GROUP BY year, region)`;
  expect(await rowsOf(yearly)).toEqual([[true]]);
});

describe("the dashboards", () => {
  test.each([
    ["us-flight-delays", "US flight delays", 8, ["filter_range", "filter_select", "filter_time"]],
    ["world-development", "World development", 8, ["filter_range", "filter_select", "filter_time"]],
    ["weather-and-work", "Weather and work", 8, ["filter_range", "filter_select", "filter_time"]],
  ])("%s has its charts, tabs and filters", async (slug, title, least, filters) => {
    const { result } = await get(`/api/v1/dashboard/${slug}`);
    expect(result).toMatchObject({ dashboard_title: title, published: true });
    const metadata = JSON.parse(result.json_metadata);
    const kinds = metadata.native_filter_configuration.map((filter: Json) => filter.filterType);
    expect(kinds).toEqual(expect.arrayContaining(filters));
    const charts = (await get(`/api/v1/dashboard/${slug}/charts`)).result;
    expect(charts.length).toBeGreaterThanOrEqual(least);
    const placed = Object.values(JSON.parse(result.position_json)).flatMap((item: Json) => item?.meta?.chartId ?? []);
    expect(placed.sort()).toEqual(charts.map((chart: Json) => chart.id).sort());
    const crossing = Object.keys(metadata.chart_configuration).map(Number);
    expect(charts.map((chart: Json) => chart.id)).toEqual(expect.arrayContaining(crossing));
    expect((await get(`/api/v1/dashboard/${slug}/tabs`)).result.tab_tree.length).toBeGreaterThan(1);
  });
});

test("loading the examples again changes nothing", async () => {
  const before = await get("/api/v1/chart/?q=(page_size:100)");
  const again: string[] = [];
  await loadExamples(server.app, (line) => again.push(line));
  expect(again).toEqual([]);
  expect((await get("/api/v1/chart/?q=(page_size:100)")).ids).toEqual(before.ids);
});
