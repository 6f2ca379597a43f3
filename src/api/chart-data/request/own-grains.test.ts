import { afterAll, beforeAll, expect, test } from "vitest";
import { readConfig } from "../../../server/config/config.ts";
import { loadSampleData, readFlights, type SampleData } from "../../../testing/sample-data.ts";
import { startTestServer, type TestClient, type TestServer } from "../../../testing/server.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;

const ADDED = {
  PT12H: { label: "Half day", expressions: { duckdb: "time_bucket(INTERVAL 12 HOUR, {col})" } },
  PT45M: { label: "45 minute", expressions: { postgresql: "{col}" } },
};
const settings = (more: object) => readConfig({ TESSERA_HOME: "/tmp", ...more }, process.cwd());
let server: TestServer;
let admin: TestClient;
let data: SampleData;

beforeAll(async () => {
  const { timeGrainsAdded, timeGrainsOff } = settings({
    TESSERA_TIME_GRAIN_ADDONS: JSON.stringify(ADDED),
    TESSERA_TIME_GRAIN_DENYLIST: "PT1S",
  });
  server = await startTestServer({ config: { timeGrainsAdded, timeGrainsOff } });
  data = await loadSampleData(server.app);
  admin = await server.as("admin");
});
afterAll(() => server.stop());

const ask = (query: object, rest: object = {}) =>
  admin.post<Json>("/api/v1/chart/data", {
    datasource: { id: data.flightsId, type: "table" },
    queries: [query],
    ...rest,
  });
const byTime = (time_grain_sqla: string) =>
  ask({ is_timeseries: true, granularity: "date", metrics: ["count"], extras: { time_grain_sqla }, row_limit: 5000 });

test("lists added grains last and omits removed ones", async () => {
  const { body } = await ask({}, { result_type: "timegrains" });
  const grains = body.result[0].data.map((grain: Json) => [grain.duration, grain.name, grain.function]);
  expect(grains.at(-1)).toEqual(["PT12H", "Half day", "time_bucket(INTERVAL 12 HOUR, {col})"]);
  expect(grains.flat()).not.toEqual(expect.arrayContaining(["PT1S"]));
  expect(grains.flat()).not.toEqual(expect.arrayContaining(["PT45M"]));
  const dataset = await admin.get<Json>(`/api/v1/dataset/${data.flightsId}`);
  expect(dataset.body.result.time_grain_sqla.at(-1)).toEqual(["PT12H", "Half day"]);
});

test("a time of day groups unchanged and isn't a time axis, even if an imported dataset marks it temporal", async () => {
  const sql = "SELECT TIME '08:30:00' AS opens UNION ALL SELECT TIME '10:00:00'";
  const created = await admin.post<Json>("/api/v1/dataset/", {
    database: data.databaseId,
    table_name: "openings",
    sql,
  });
  expect(created.status).toBe(201);
  const { id } = created.body;
  const columnOf = async () => (await admin.get<Json>(`/api/v1/dataset/${id}`)).body.result.columns[0];
  expect(await columnOf()).toMatchObject({ type: "TIME", type_generic: 1, is_dttm: false });
  await admin.put(`/api/v1/dataset/${id}`, {
    columns: [{ id: (await columnOf()).id, column_name: "opens", is_dttm: true }],
  });
  expect(await columnOf()).toMatchObject({ type: "TIME", type_generic: 1, is_dttm: false });
  const axis = { label: "opens", sqlExpression: "opens", columnType: "BASE_AXIS", timeGrain: "P1D" };
  const filters = [{ col: "opens", op: "IN", val: ["08:30:00"] }];
  const { status, body } = await ask(
    { columns: [axis], metrics: ["count"], filters },
    { datasource: { id, type: "table" } },
  );
  expect([status, body.result[0].data]).toEqual([200, [{ opens: "08:30:00", count: 1 }]]);
});

test("groups by added grains", async () => {
  const halves = new Map<string, number>();
  for (const { date } of readFlights()) {
    const half = `${date.slice(0, 10)} ${Number(date.slice(11, 13)) < 12 ? 0 : 12}`;
    halves.set(half, (halves.get(half) ?? 0) + 1);
  }
  const { body } = await byTime("PT12H");
  expect(body.result[0].data.map((row: Json) => row.count).sort()).toEqual([...halves.values()].sort());
  expect((await byTime("PT1S")).status).toBe(400);
  expect((await byTime("PT45M")).status).toBe(400);
});

test.each(["[1]", "{", '{"PT2H": {"label": "x"}}', '{"PT2H": {"label": "x", "expressions": {"duckdb": "now()"}}}'])(
  "an invalid grain is reported at startup: %s",
  (text) => expect(() => settings({ TESSERA_TIME_GRAIN_ADDONS: text })).toThrow("TESSERA_TIME_GRAIN_ADDONS must be"),
);

test("translates custom SQL to the engine's syntax on request", async () => {
  const extras = { where: `"origin" = 'ATL' AND "delay" > 0`, having: "COUNT(*) > 1", transpile_to_dialect: true };
  const { body } = await ask({ columns: ["origin"], metrics: ["count"], extras });
  const late = readFlights().filter((flight) => flight.origin === "ATL" && flight.delay > 0).length;
  expect(body.result[0].data).toEqual([{ origin: "ATL", count: late }]);
  const bad = await ask({ columns: ["origin"], extras: { where: '"origin" =', transpile_to_dialect: true } });
  expect([bad.status, bad.body.message]).toEqual([400, expect.stringContaining("Invalid SQL clause")]);
  const sub = { where: '"origin" IN (SELECT 1)', transpile_to_dialect: true };
  expect((await ask({ columns: ["origin"], extras: sub })).status).toBe(403);
});
