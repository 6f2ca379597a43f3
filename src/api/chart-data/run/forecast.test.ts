import { afterAll, beforeAll, expect, test } from "vitest";
import { loadSampleData, readFlights, type SampleData } from "../../../testing/sample-data.ts";
import { startTestServer, type TestClient, type TestServer } from "../../../testing/server.ts";

let server: TestServer;
let admin: TestClient;
let data: SampleData;

beforeAll(async () => {
  server = await startTestServer();
  data = await loadSampleData(server.app);
  admin = await server.as("admin");
});
afterAll(() => server.stop());

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;
const DAY = 86_400_000;
const axis = {
  sqlExpression: "date",
  label: "date",
  columnType: "BASE_AXIS",
  timeGrain: "P1D",
  isColumnReference: true,
  expressionType: "SQL",
};

function forecastOf(options: object, more: object = {}) {
  return {
    datasource: { id: data.flightsId, type: "table" },
    queries: [
      {
        columns: [axis],
        metrics: ["count"],
        orderby: [["count", false]],
        post_processing: [
          {
            operation: "pivot",
            options: { index: ["date"], columns: [], aggregates: { count: { operator: "mean" } } },
          },
          { operation: "flatten" },
          {
            operation: "prophet",
            options: { time_grain: "P1D", periods: 14, confidence_interval: 0.8, index: "date", ...options },
          },
        ],
        ...more,
      },
    ],
  };
}

test("a forecast of a chart's query keeps the history, predicts later days, and is repeatable", async () => {
  const days = new Set(readFlights().map((flight) => flight.date.slice(0, 10)));
  const { status, body } = await admin.post<Json>("/api/v1/chart/data", forecastOf({}));
  expect(status).toBe(200);
  const [result] = body.result;
  expect(result.colnames).toEqual(["date", "count", "count__yhat", "count__yhat_lower", "count__yhat_upper"]);
  expect(result.coltypes).toEqual([2, 0, 0, 0, 0]);
  expect([result.rowcount, result.sql_rowcount]).toEqual([days.size + 14, days.size]);
  const rows: Record<string, number>[] = result.data;
  const total = rows.reduce((sum, row) => sum + (row.count ?? 0), 0);
  expect(total).toBe(readFlights().length);
  const last = rows.at(-15)?.date ?? 0;
  expect(rows.slice(-14).map((row) => row.date)).toEqual(Array.from({ length: 14 }, (_, i) => last + (i + 1) * DAY));
  for (const row of rows.slice(-14)) {
    expect(row.count).toBeNull();
    expect(row.count__yhat_lower).toBeLessThan(row.count__yhat ?? 0);
    expect(row.count__yhat_upper).toBeGreaterThan(row.count__yhat ?? 0);
  }
  const again = await admin.post<Json>("/api/v1/chart/data", { ...forecastOf({}), force: true });
  expect(again.body.result[0].data).toEqual(rows);
});

test("other queries are answered during a forecast", async () => {
  const long = forecastOf({ yearly_seasonality: 40, weekly_seasonality: 30, periods: 3000 });
  const order: string[] = [];
  const slow = admin.post<Json>("/api/v1/chart/data", long).then(({ status }) => order.push(`forecast ${status}`));
  const quick = admin.get("/api/v1/me/").then(({ status }) => order.push(`other ${status}`));
  await Promise.all([slow, quick]);
  expect(order).toEqual(["other 200", "forecast 200"]);
});

test("invalid forecast settings return 400", async () => {
  const failure = async (options: object, more: object = {}) => {
    const { status, body } = await admin.post<Json>("/api/v1/chart/data", forecastOf(options, more));
    return [status, body.message];
  };
  expect(await failure({ confidence_interval: 1.5 })).toEqual([
    400,
    "Error: Confidence interval must be between 0 and 1 (exclusive)",
  ]);
  expect(await failure({ index: "__timestamp" })).toEqual([400, "Error: DataFrame must include temporal column"]);
  expect(await failure({}, { row_limit: 1 })).toEqual([400, "Error: Dataframe has less than 2 non-NaN rows."]);
});

test("a file includes the forecast", async () => {
  const { status, body } = await admin.post<string>("/api/v1/chart/data", { ...forecastOf({}), result_format: "csv" });
  expect(status).toBe(200);
  expect(body.split("\n")[0]).toContain("count__yhat_upper");
});
