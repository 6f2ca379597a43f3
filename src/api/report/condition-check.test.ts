import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadSampleData, type SampleData } from "../../testing/sample-data.ts";
import { startTestServer, type TestClient, type TestServer } from "../../testing/server.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;

const TEST = "/api/v1/report/test";
let server: TestServer;
let samples: SampleData;
let alpha: TestClient;
beforeAll(async () => {
  server = await startTestServer();
  samples = await loadSampleData(server.app);
  alpha = await server.as("alpha");
});
afterAll(() => server.stop());

const requested = (sql: string, more: object = {}) => ({
  database: samples.databaseId,
  sql,
  validator_type: "operator",
  validator_config_json: { op: ">", threshold: 100 },
  ...more,
});
const NOT_NULL = { validator_type: "not null", validator_config_json: {} };
const tried = (sql: string, more?: object, client = alpha) => client.post<Json>(TEST, requested(sql, more));

describe("testing a condition", () => {
  test("returns the value and whether the alert would fire, and stores nothing", async () => {
    const answer = await tried("SELECT count(*) FROM cars");
    expect(answer).toMatchObject({
      status: 200,
      body: { result: { value: 406, is_triggered: true, text: "The value is 406, more than 100", row_count: 1 } },
    });
    expect(answer.body.result.seconds).toBeGreaterThanOrEqual(0);
    expect((await tried("SELECT {{ 7 * 6 }}")).body.result).toMatchObject({ value: 42, is_triggered: false });
    expect(await server.app.db.selectFrom("report_logs").selectAll().execute()).toEqual([]);
    expect(await server.app.db.selectFrom("queries").selectAll().execute()).toEqual([]);
  });

  test.each([
    ["<", 100, false],
    ["<=", 100, true],
    ["<=", 99, false],
    [">", 99, true],
    [">", 100, false],
    [">=", 100, true],
    ["==", 100, true],
    ["!=", 100, false],
  ])("compares 100 %s %d: %s", async (op, threshold, isTriggered) => {
    const { body } = await tried("SELECT 100", { validator_config_json: { op, threshold } });
    expect(body.result.is_triggered).toBe(isTriggered);
  });

  test.each([
    ["SELECT NULL", null, "Query returned NULL value", 1],
    ["SELECT Name FROM cars WHERE 1 = 0", null, "Query returned no rows (empty result set)", 0],
    ["SELECT CAST('NaN' AS DOUBLE)", null, "Query returned NULL value", 1],
  ])("doesn't fire without a value: %s", async (sql, value, text, row_count) => {
    for (const more of [{}, NOT_NULL])
      expect((await tried(sql, more)).body.result).toMatchObject({ value, is_triggered: false, text, row_count });
  });

  test.each([
    ["SELECT 0", 0, false],
    ["SELECT CAST(0 AS DECIMAL(9,2))", 0, false],
    ["SELECT false", "false", false],
    ["SELECT 3.5", 3.5, true],
    ["SELECT -1", -1, true],
    ["SELECT '0'", "0", true],
    ["SELECT ''", "", true],
    ["SELECT 'late'", "late", true],
    ["SELECT DATE '1970-01-01'", "1970-01-01T00:00:00.000", true],
  ])("supports not null: %s", async (sql, value, is_triggered) => {
    expect((await tried(sql, NOT_NULL)).body.result).toMatchObject({ value, is_triggered });
  });

  test("accepts text that is a number", async () => {
    expect((await tried("SELECT '12.5'")).body.result).toMatchObject({ value: 12.5, is_triggered: false });
  });

  test.each([
    ["rows", "SELECT Name FROM cars", {}, "Alert query returned more than one row. 2 rows returned"],
    ["columns", "SELECT 1, 2, 3", {}, "Alert query returned more than one column. 3 columns returned"],
    ["text", "SELECT 'late'", {}, "Alert query returned a non-number value."],
    ["a timestamp", "SELECT DATE '2024-01-01'", {}, "Alert query returned a non-number value."],
    ["no operator", "SELECT 1", { validator_config_json: {} }, "The alert condition needs an operator"],
    ["two statements", "SELECT 1; SELECT 2", {}, "The alert query must be a single statement"],
    ["a change", "DELETE FROM cars", {}, "This database doesn't allow DML or DDL"],
    ["no table", "SELECT * FROM nowhere", {}, "nowhere"],
    ["no SQL", "SELEC 1", {}, "Error parsing"],
    ["nothing", " -- nothing", {}, "There is no SQL statement to run."],
    ["an unclosed template", "SELECT {{ 1", {}, ""],
    ["a file", "SELECT * FROM read_csv('/etc/passwd')", {}, "disallowed function(s): {read_csv}"],
  ])("explains the rejection: %s", async (_, sql, more, text) => {
    expect(await tried(sql, more)).toMatchObject({ status: 422, body: { message: expect.stringContaining(text) } });
  });

  test("only reads, even on databases that allow writes", async () => {
    const { db, events } = server.app;
    const setChanges = async (allow_dml: boolean) => {
      await db.updateTable("databases").set({ allow_dml }).where("id", "=", samples.databaseId).execute();
      events.changed("database", samples.databaseId);
    };
    await setChanges(true);
    const answer = await tried("DELETE FROM cars");
    await setChanges(false);
    expect(answer).toMatchObject({ status: 422, body: { message: "The alert query can only read data" } });
    expect((await tried("SELECT count(*) FROM cars")).body.result.value).toBe(406);
  });
});

test("testing a condition uses the caller's permissions", async () => {
  const unknown = { status: 422, body: { message: { database: "Database does not exist" } } };
  expect(await tried("SELECT 1", { database: 99_999 })).toMatchObject(unknown);
  expect((await server.anonymous.post(TEST, requested("SELECT 1"))).status).toBe(401);
  expect((await tried("SELECT 1", {}, await server.as("gamma"))).status).toBe(403);

  const admin = await server.as("admin");
  const { id: role } = (await admin.post<Json>("/api/v1/security/roles/", { name: "Alerts" })).body;
  const grant = async (pairs: readonly (readonly [string, string])[]) => {
    const rows = pairs.map(([permission, view]) => ({ role_id: role, permission, view }));
    await server.app.db.insertInto("role_permissions").values(rows).execute();
    server.app.events.changed("role", role);
  };
  await grant([["can_write", "ReportSchedule"]]);
  const writer = await server.as("writer", ["Alerts"]);
  expect(await tried("SELECT count(*) FROM cars", {}, writer)).toMatchObject(unknown);

  await grant([["datasource_access", `[samples].[cars](id:${samples.carsId})`]]);
  expect((await tried("SELECT count(*) FROM cars", {}, writer)).body.result.value).toBe(406);
  expect((await tried("SELECT count(*) FROM flights", {}, writer)).status).toBe(403);
  const rule = {
    name: "cars",
    filter_type: "Regular",
    tables: [samples.carsId],
    roles: [role],
    clause: "Origin = 'USA'",
  };
  expect((await admin.post("/api/v1/rowlevelsecurity/", rule)).status).toBe(201);
  expect((await tried("SELECT count(*) FROM cars", {}, writer)).body.result.value).toBe(254);
});

test("channels list their missing settings", async () => {
  const { body } = await alpha.get<Json>("/api/v1/report/channels");
  expect(body.result).toEqual({
    Email: { available: false, missing: "TESSERA_SMTP_URL" },
    Slack: { available: false, missing: "TESSERA_SLACK_TOKEN" },
    Webhook: { available: true },
  });
  expect((await server.as("gamma").then((gamma) => gamma.get("/api/v1/report/channels"))).status).toBe(403);
  const smtp = { host: "mail", port: 25, isSecure: false, needsTls: false, user: undefined, password: undefined };
  const set = async (delivery: object) => {
    const other = await startTestServer({ config: { delivery: { ...server.app.config.delivery, ...delivery } } });
    const answer = await (await other.as("alpha")).get<Json>("/api/v1/report/channels");
    await other.stop();
    return answer.body.result;
  };
  expect((await set({ smtp })).Email).toEqual({ available: false, missing: "TESSERA_SMTP_FROM" });
  const whole = await set({ smtp, mailFrom: "bi@example.org", slackToken: "xoxb-1" });
  expect([whole.Email, whole.Slack]).toEqual([{ available: true }, { available: true }]);
});
