import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createClock } from "../../server/clock.ts";
import { loadSampleData, type SampleData } from "../../testing/sample-data.ts";
import { startTestServer, type TestClient, type TestServer } from "../../testing/server.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;

let nowMs = Date.UTC(2026, 2, 30, 23, 30, 0);
let server: TestServer;
let samples: SampleData;
let alpha: TestClient;
let sqlite: number;
beforeAll(async () => {
  server = await startTestServer({ app: { clock: createClock(() => nowMs) } });
  samples = await loadSampleData(server.app);
  alpha = await server.as("alpha");
  const file = join(server.app.config.home, "orders.db");
  const db = new DatabaseSync(file);
  db.exec("create table orders (day text); insert into orders values ('2026-03-28'), ('2026-03-29'), ('2026-03-29')");
  db.close();
  const admin = await server.as("admin");
  const body = { database_name: "orders", sqlalchemy_uri: `sqlite:///${file}` };
  sqlite = (await admin.post<Json>("/api/v1/database/", body)).body.id;
});
afterAll(() => server.stop());

const past = async (sql: string, more: object = {}) => {
  const condition = { validator_type: "operator", validator_config_json: { op: ">", threshold: 1 } };
  const body = { database: samples.databaseId, sql, days: 3, ...condition, ...more };
  return alpha.post<Json>("/api/v1/report/history", body);
};
const pointsOf = async (sql: string, more?: object) => {
  const { status, body } = await past(sql, more);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body.result.points.map(({ day, value, is_triggered }: Json) => [day, value, is_triggered]);
};

describe("backtest", () => {
  test("uses days in the time zone, and runs the query as of each day", async () => {
    const sql = "SELECT date_diff('day', DATE '2026-03-28', CURRENT_DATE)";
    expect((await past(sql)).body.result.is_relative).toBe(true);
    expect(await pointsOf(sql)).toEqual([
      ["2026-03-28", 0, false],
      ["2026-03-29", 1, false],
      ["2026-03-30", 2, true],
    ]);
    // Already the next day there, and the clocks have changed.
    expect(await pointsOf(sql, { timezone: "Europe/Berlin", days: 2 })).toEqual([
      ["2026-03-30", 2, true],
      ["2026-03-31", 3, true],
    ]);
    expect(await pointsOf("SELECT epoch(now()) - epoch(TIMESTAMP '2026-03-30 23:30:00')", { days: 2 })).toEqual([
      ["2026-03-29", -86_400, false],
      ["2026-03-30", 0, false],
    ]);
    expect((await past(sql, { days: undefined })).body.result.points).toHaveLength(30);
  });

  test.each([
    ["spring", Date.UTC(2026, 2, 29, 22, 30), ["2026-03-28", "2026-03-29", "2026-03-30"]],
    ["autumn", Date.UTC(2026, 9, 25, 22, 30), ["2026-10-23", "2026-10-24", "2026-10-25"]],
  ])("returns each day once when clocks change, in %s", async (_, ms, days) => {
    const before = nowMs;
    nowMs = ms;
    // A session that was not used for half a year is over.
    alpha = await server.as("alpha");
    const points = await pointsOf("SELECT CURRENT_DATE - DATE '2026-01-01'", { timezone: "Europe/Berlin" });
    nowMs = before;
    alpha = await server.as("alpha");
    expect(points.map(([day]: Json) => day)).toEqual(days);
    const values = points.map(([, value]: Json) => value);
    expect(values).toEqual([values[0], values[0] + 1, values[0] + 2]);
  });

  test.each([
    "SELECT count(*) FROM cars WHERE Year < today() - 18000",
    "SELECT count(*) FROM cars WHERE Year < current_date() - INTERVAL 50 YEAR",
    "WITH t AS (SELECT * FROM cars WHERE Year < localtimestamp) SELECT count(*) FROM t",
    "SELECT count(*) FROM cars WHERE Year < {{ 'current_timestamp' }}",
  ])("supports %s", async (sql) => {
    const { status, body } = await past(sql);
    expect([status, body.result?.is_relative, body.result?.points.length]).toEqual([200, true, 3]);
  });

  test("supports an engine that stores times as text", async () => {
    const of = (sql: string) => pointsOf(sql, { database: sqlite });
    const expected = [
      ["2026-03-28", 1, false],
      ["2026-03-29", 2, true],
      ["2026-03-30", 0, false],
    ];
    expect(await of("SELECT count(*) FROM orders WHERE day = date('now')")).toEqual(expected);
    expect(await of("SELECT count(*) FROM orders WHERE day = CURRENT_DATE")).toEqual(expected);
    expect(await of("SELECT count(*) FROM orders WHERE day = strftime('%Y-%m-%d', 'now')")).toEqual(expected);
    expect(await of("SELECT count(*) FROM orders WHERE day = date('now', '-1 day')")).toEqual([
      ["2026-03-28", 0, false],
      ["2026-03-29", 1, false],
      ["2026-03-30", 2, true],
    ]);
  });

  test.each([
    "SELECT count(*) FROM cars",
    "SELECT 'now() CURRENT_DATE' = 'x'",
    "SELECT count(*) /* today() */ FROM cars -- now()",
    'SELECT "now" FROM (SELECT 3 AS "now") t',
    "SELECT t.today FROM (SELECT 3 AS today) t",
  ])("returns only today for %s", async (sql) => {
    const { status, body } = await past(sql);
    expect([status, body.result?.is_relative]).toEqual([200, false]);
    expect(body.result.points).toMatchObject([{ day: "2026-03-30" }]);
  });
});

test.each([
  ["rows", "SELECT Name FROM cars WHERE Year < CURRENT_DATE", {}, 422, "more than one row"],
  ["text", "SELECT CAST(CURRENT_DATE AS VARCHAR)", {}, 422, "non-number"],
  ["a change", "DELETE FROM cars WHERE Year < CURRENT_DATE", {}, 422, "doesn't allow DML"],
  ["too many days", "SELECT 1", { days: 31 }, 400, ""],
  ["an invalid time zone", "SELECT 1", { timezone: "Mars" }, 400, ""],
])("a backtest rejects %s", async (_, sql, more, status, text) => {
  const answer = await past(sql, more);
  expect(answer.status).toBe(status);
  expect(JSON.stringify(answer.body)).toMatch(new RegExp(text));
});

test("a backtest rates non-numeric values by whether they would fire the alert", async () => {
  const more = { validator_type: "not null", validator_config_json: {} };
  const sql = "SELECT CASE WHEN CURRENT_DATE > DATE '2026-03-28' THEN 'late' END";
  expect(await pointsOf(sql, more)).toEqual([
    ["2026-03-28", null, false],
    ["2026-03-29", null, true],
    ["2026-03-30", null, true],
  ]);
});

test("a backtest runs with the caller's permissions and today's row-level security rules", async () => {
  const body = { database: samples.databaseId, sql: "SELECT count(*) FROM cars WHERE Year < CURRENT_DATE" };
  expect((await (await server.as("gamma")).post("/api/v1/report/history", body)).status).toBe(403);
  expect((await server.anonymous.post("/api/v1/report/history", body)).status).toBe(401);
  const admin = await server.as("admin");
  const roles = (await admin.get<Json>("/api/v1/security/roles/?q=(page_size:100)")).body.result;
  const role = roles.find(({ name }: Json) => name === "Alpha").id;
  // Row-level security uses the real date: a row hidden today stays hidden in the backtest.
  const clause = "CURRENT_DATE < DATE '2020-01-01'";
  const rule = { name: "old", filter_type: "Regular", tables: [samples.carsId], roles: [role], clause };
  const { id } = (await admin.post<Json>("/api/v1/rowlevelsecurity/", rule)).body;
  expect(await pointsOf(body.sql)).toEqual([
    ["2026-03-28", 0, false],
    ["2026-03-29", 0, false],
    ["2026-03-30", 0, false],
  ]);
  const narrow = { clause: "DATE '2026-03-29' > CURRENT_DATE" };
  await admin.put(`/api/v1/rowlevelsecurity/${id}`, narrow);
  expect((await pointsOf(body.sql)).map(([, value]: Json) => value)).toEqual([0, 0, 0]);
});
