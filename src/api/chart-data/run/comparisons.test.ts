import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadSampleData, readCars, readFlights, registerTable, type SampleData } from "../../../testing/sample-data.ts";
import { startTestServer, type TestClient, type TestServer } from "../../../testing/server.ts";

let server: TestServer;
let admin: TestClient;
let data: SampleData;
const flights = readFlights().map((flight) => ({
  ...flight,
  at: Date.parse(`${flight.date.replaceAll("/", "-").replace(" ", "T")}Z`),
}));
const cars = readCars();

beforeAll(async () => {
  server = await startTestServer();
  data = await loadSampleData(server.app);
  admin = await server.as("admin");
});
afterAll(() => server.stop());

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;
async function ask(query: object, id = data.flightsId) {
  const body = { datasource: { id, type: "table" }, queries: [query] };
  const answer = await admin.post<Json>("/api/v1/chart/data", body);
  return {
    status: answer.status,
    message: answer.body.message ?? answer.body.errors?.[0]?.message,
    rows: answer.body.result?.[0]?.data,
  };
}
const ALIKE = `SELECT "at", 12345678901234.56789::DECIMAL(20, 5) AS exact, DATE '2020-01-01' AS born, 9007199254740993 AS big,
  0.1::FLOAT AS rough, [1, 2] AS list, NULL AS missing, v
  FROM (VALUES (TIMESTAMP '2023-01-15', 12345678901234.25::DECIMAL(20, 5)), (TIMESTAMP '2024-01-15', 2.5)) t("at", v)`;

const DAY = 86_400_000;
const between = (since: number, until: number) => flights.filter((flight) => flight.at >= since && flight.at < until);

describe("time comparisons", () => {
  const axis = {
    sqlExpression: "date",
    label: "date",
    columnType: "BASE_AXIS",
    timeGrain: "P1D",
    isColumnReference: true,
    expressionType: "SQL",
  };
  const first = Math.floor(Math.min(...flights.map((flight) => flight.at)) / DAY) * DAY;
  const iso = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  const [since, until] = [first + 7 * DAY, first + 10 * DAY];
  const range = { col: "date", op: "TEMPORAL_RANGE", val: `${iso(since)} : ${iso(until)}` };

  test.each(["exact", "born", "big", "rough", "list", "missing"])("join by a key of type %s", async (key) => {
    const id = await registerTable(server.app, data.databaseId, { name: `alike ${key}`, time: "at", sql: ALIKE });
    const value = { expressionType: "SIMPLE", aggregate: "MAX", column: { column_name: "v" }, label: "value" };
    const range = { time_range: "2024-01-01 : 2025-01-01", time_offsets: ["1 year ago"] };
    for (const more of [
      { granularity: "at" },
      { filters: [{ col: "at", op: "TEMPORAL_RANGE", val: range.time_range }] },
    ]) {
      const { rows } = await ask({ columns: [key], metrics: [value], ...range, ...more }, id);
      expect(rows.map((row: Json) => [row.value, row["value__1 year ago"]])).toEqual([[2.5, 12345678901234.25]]);
    }
  });

  const DAILY = `SELECT CAST(day AS TIMESTAMP) AS day FROM range(DATE '2024-01-01', DATE '2026-06-01', INTERVAL 1 DAY) t(day)`;

  test.each([
    ["P1W", "2026-03-02 : 2026-03-30", "1 year ago", [7, 7, 7, 7]],
    ["P1W", "2026-03-02 : 2026-03-30", "1 month ago", [7, 7, 7, 7]],
    ["P1W", "2025-12-22 : 2026-01-19", "1 year ago", [7, 7, 7, 7]],
    ["1969-12-28T00:00:00Z/P1W", "2026-03-01 : 2026-03-29", "1 year ago", [7, 7, 7, 7]],
    ["P1W/1970-01-03T00:00:00Z", "2026-03-01 : 2026-03-29", "1 year ago", [7, 7, 7, 7]],
    ["P1M", "2026-01-01 : 2026-04-01", "inherit", [31, 30, 31]],
    ["P1M", "2026-01-01 : 2026-04-01", "28 days ago", [31, 31, 28]],
    ["P3M", "2026-01-01 : 2026-04-01", "1 month ago", [92]],
  ])("compare whole periods of %s in %s with those of %s", async (timeGrain, range, offset, counts) => {
    const id = await registerTable(server.app, data.databaseId, {
      name: `daily ${timeGrain} ${range} ${offset}`,
      time: "day",
      sql: DAILY,
    });
    const day = { ...axis, sqlExpression: "day", label: "day", timeGrain };
    const { rows } = await ask(
      {
        ...{ columns: [day], metrics: ["count"], time_offsets: [offset], orderby: [[day, true]] },
        filters: [{ col: "day", op: "TEMPORAL_RANGE", val: range }],
      },
      id,
    );
    expect(rows.map((row: Json) => row[`count__${offset}`])).toEqual(counts);
  });

  test("show each day's value of a week ago", async () => {
    const { rows } = await ask({
      columns: [axis],
      metrics: ["count"],
      filters: [range],
      time_offsets: ["1 week ago", "2 days ago"],
      orderby: [[axis, true]],
    });
    const days = [since, since + DAY, since + 2 * DAY].filter((day) => between(day, day + DAY).length > 0);
    expect(rows).toEqual(
      days.map((day) => ({
        date: day,
        count: between(day, day + DAY).length,
        "count__1 week ago": between(day - 7 * DAY, day - 6 * DAY).length || null,
        "count__2 days ago": between(day - 2 * DAY, day - DAY).length || null,
      })),
    );
  });

  test("join days as stored if the dataset has a time offset", async () => {
    const sql = `SELECT day FROM (VALUES (TIMESTAMP '2024-04-30 00:00:00'), (TIMESTAMP '2024-05-01 00:00:00'),
      (TIMESTAMP '2024-05-31 00:00:00')) AS ends(day)`;
    const created = await admin.post<Json>("/api/v1/dataset/", { database: data.databaseId, table_name: "ends", sql });
    await admin.put(`/api/v1/dataset/${created.body.id}`, { offset: -5 });
    const day = { ...axis, sqlExpression: "day", label: "day" };
    const days = { label: "days", expressionType: "SIMPLE", aggregate: "COUNT", column: { column_name: "day" } };
    const may = { col: "day", op: "TEMPORAL_RANGE", val: "2024-05-02 : 2024-06-01" };
    const { rows } = await ask(
      { columns: [day], metrics: [days], filters: [may], time_offsets: ["1 month ago"] },
      created.body.id,
    );
    expect(rows).toEqual([{ day: Date.UTC(2024, 4, 30, 19), days: 1, "days__1 month ago": 1 }]);
  });

  test("support the previous range, a date, and a single value", async () => {
    const { rows } = await ask({ metrics: ["count"], filters: [range], time_offsets: ["inherit", iso(first)] });
    expect(rows).toEqual([
      {
        count: between(since, until).length,
        count__inherit: between(since - (until - since), since).length,
        [`count__${iso(first)}`]: between(first, first + (until - since)).length,
      },
    ]);
  });

  test.each([
    ["an open range", { ...range, val: `${iso(since)} : ` }, "1 week ago", "An enclosed time range"],
    ["no range", undefined, "1 week ago", "An enclosed time range"],
    ["an invalid offset", range, "whenever", "whenever"],
  ])("reject %s", async (_, filter, offset, text) => {
    const answer = await ask({ metrics: ["count"], filters: filter ? [filter] : [], time_offsets: [offset] });
    expect([answer.status, answer.message]).toEqual([400, expect.stringContaining(text)]);
  });

  test("accept only the database's grains", async () => {
    for (const timeGrain of ["constructor", "toString", "P7X"]) {
      expect((await ask({ columns: [{ ...axis, timeGrain }], metrics: ["count"] })).status).toBe(400);
    }
  });
});

describe("custom SQL", () => {
  const metric = (sqlExpression: string) => ({ expressionType: "SQL", sqlExpression, label: "m" });

  test("can end with a semicolon, and contain comments", async () => {
    const expected = [{ m: cars.length }];
    for (const sql of ["COUNT(*);", " COUNT(*) ; ;\n", "COUNT(*) -- all", "/* all */ COUNT(*)"]) {
      expect((await ask({ metrics: [metric(sql)] }, data.carsId)).rows).toEqual(expected);
    }
    const where = { metrics: ["count"], extras: { where: "Cylinders = 8;", having: "COUNT(*) > 0 -- any" } };
    expect((await ask(where, data.carsId)).rows).toEqual([{ count: cars.filter((car) => car.Cylinders === 8).length }]);
  });

  test.each(["COUNT(*); DROP TABLE cars", "COUNT(*) GROUP BY ALL", "getenv('HOME')", ";"])(
    "%s is rejected before it runs",
    async (sql) => {
      expect((await ask({ metrics: [metric(sql)] }, data.carsId)).status).toBe(400);
    },
  );
});
