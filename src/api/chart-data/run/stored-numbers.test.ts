import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, expect, test } from "vitest";
import { registerTable } from "../../../testing/sample-data.ts";
import { startTestServer, type TestClient, type TestServer } from "../../../testing/server.ts";
import { addDatabase } from "../../../testing/sql-lab.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;

const MOMENTS = [Date.UTC(2024, 0, 31, 23, 30), Date.UTC(2024, 1, 1, 10), Date.UTC(2024, 1, 2)];

let server: TestServer;
let admin: TestClient;
let database = 0;
let dataset = 0;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.as("admin");
  const file = join(server.app.config.home, "numbers.sqlite");
  const source = new DatabaseSync(file);
  source.exec("CREATE TABLE events (ms DATETIME, seconds TIMESTAMP, texts DATETIME, day DATE, counted INTEGER)");
  const insert = source.prepare("INSERT INTO events VALUES (?, ?, ?, 20240131, ?)");
  source.exec("INSERT INTO events VALUES (NULL, NULL, NULL, NULL, NULL)");
  for (const ms of MOMENTS) insert.run(ms, ms / 1000, new Date(ms).toISOString().slice(0, 19).replace("T", " "), ms);
  source.close();
  database = await addDatabase(server.app, { database_name: "numbers", sqlalchemy_uri: `sqlite:///${file}` });
  const table = { database, schema: "main", table_name: "events" };
  dataset = (await admin.post<Json>("/api/v1/dataset/", table)).body.id;
});
afterAll(() => server.stop());

async function ask(id: number, query: object): Promise<Json> {
  const body = { datasource: { id, type: "table" }, queries: [{ row_limit: 9, ...query }] };
  const { status, body: answer } = await admin.post<Json>("/api/v1/chart/data", body);
  return status === 200 ? answer.result[0].data : answer.message;
}

const formatsOf = async (id: number) => {
  const { columns } = (await admin.get<Json>(`/api/v1/dataset/${id}`)).body.result;
  return Object.fromEntries(columns.map((one: Json) => [one.column_name, one.python_date_format]));
};

async function expectTimes(id: number, name: string): Promise<void> {
  const rows = (filter: object) => ask(id, { columns: [name], metrics: null, filters: [{ col: name, ...filter }] });
  const within = { op: "TEMPORAL_RANGE", val: "2024-02-01 : 2024-03-01" };
  expect(await rows(within), name).toEqual(MOMENTS.slice(1).map((ms) => ({ [name]: ms })));
  expect(await rows({ op: "==", val: MOMENTS[1] }), name).toEqual([{ [name]: MOMENTS[1] }]);
  expect(await rows({ op: ">=", val: "2024-02-02" }), name).toEqual([{ [name]: MOMENTS[2] }]);
  const x = { label: "x", sqlExpression: name, columnType: "BASE_AXIS", timeGrain: "P1M", expressionType: "SQL" };
  const filters = [{ col: name, op: "IS NOT NULL" }];
  expect(await ask(id, { columns: [x], metrics: ["count"], orderby: [["x", true]], filters }), name).toEqual([
    { x: Date.UTC(2024, 0, 1), count: 1 },
    { x: Date.UTC(2024, 1, 1), count: 2 },
  ]);
}

test("detects the unit of numeric times when a dataset is created, and filters by it", async () => {
  const formats = { ms: "epoch_ms", seconds: "epoch_s", texts: null, day: null, counted: null };
  expect(await formatsOf(dataset)).toEqual(formats);
  for (const name of ["ms", "seconds", "texts"]) await expectTimes(dataset, name);
});

test("detects the unit of numeric times in a virtual dataset", async () => {
  const sql = "SELECT * FROM events";
  const { body } = await admin.post<Json>("/api/v1/dataset/", { database, schema: "main", table_name: "virtual", sql });
  for (const name of ["ms", "seconds", "texts"]) await expectTimes(body.id, name);
});

test("keeps users' time formats on refresh, and detects missing ones", async () => {
  const { columns } = (await admin.get<Json>(`/api/v1/dataset/${dataset}`)).body.result;
  const written = (name: string, python_date_format: string | null) => ({
    ...Object.fromEntries(
      ["id", "column_name"].map((key) => [key, columns.find((one: Json) => one.column_name === name)[key]]),
    ),
    python_date_format,
  });
  const saved = columns.map((one: Json) =>
    written(
      one.column_name,
      one.column_name === "ms" ? "%Y" : one.column_name === "seconds" ? null : one.python_date_format,
    ),
  );
  expect((await admin.put(`/api/v1/dataset/${dataset}`, { columns: saved })).status).toBe(200);
  expect((await admin.put(`/api/v1/dataset/${dataset}/refresh`)).status).toBe(200);
  expect(await formatsOf(dataset)).toMatchObject({ ms: "%Y", seconds: "epoch_s" });
});

test("rejects numbers of unknown unit as times", async () => {
  const id = await registerTable(server.app, database, {
    name: "counted",
    time: "counted",
    sql: "SELECT counted FROM events",
  });
  const filters = [{ col: "counted", op: "TEMPORAL_RANGE", val: "2024-02-01 : 2024-03-01" }];
  const reported = /column "counted" holds numbers.* epoch_ms for milliseconds/;
  expect(await ask(id, { columns: ["counted"], metrics: null, filters })).toMatch(reported);
  const x = { label: "x", sqlExpression: "counted", columnType: "BASE_AXIS", timeGrain: "P1D", expressionType: "SQL" };
  expect(await ask(id, { columns: [x], metrics: ["count"] })).toMatch(reported);
  expect(
    await ask(id, { columns: ["counted"], metrics: null, filters: [{ ...filters[0], val: "No filter" }] }),
  ).toHaveLength(4);
});
