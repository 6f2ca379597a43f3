import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { typedError } from "../../../model/errors.ts";
import { setLanguage } from "../../../server/auth/accounts.ts";
import { loadSampleData } from "../../../testing/sample-data.ts";
import { startTestServer, type TestClient, type TestServer } from "../../../testing/server.ts";
import { addDatabase } from "../../../testing/sql-lab.ts";
import { redactedError } from "./failure.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;
let server: TestServer;
let admin: TestClient;
let viewer: TestClient;
let guest: (path: string, body: object) => Promise<{ status: number; body: Json }>;
let dashboardId: number;
const idsByEngine: Record<string, { dataset: number; chart: number }> = {};

const HIDDEN = {
  "a deleted table": "SELECT a FROM secret_table WHERE b = 'secret value'",
  "a value of another type": "SELECT CAST('secret ' || Name AS INTEGER) AS a FROM cars",
  "SQL with a syntax error": "SELECT secret_column FROM FROM",
  "a deleted file": "SELECT secret_column AS a FROM t",
};
const FORM = { viz_type: "pie", metric: "count", groupby: ["a"], row_limit: 10 };

beforeAll(async () => {
  server = await startTestServer();
  const { app } = server;
  admin = await server.as("admin");
  const { databaseId } = await loadSampleData(app);
  const sqlalchemy_uri = `duckdb:///${app.config.home}/secret.duckdb`;
  const missing = await addDatabase(app, { database_name: "secret", sqlalchemy_uri });
  for (const [name, sql] of Object.entries(HIDDEN))
    idsByEngine[name] = await addChart(name, sql, name.includes("file") ? missing : databaseId);
  const all = Object.values(idsByEngine);
  const positions: Json = { ROOT_ID: { id: "ROOT_ID", type: "ROOT", children: ["GRID_ID"] } };
  positions.GRID_ID = { id: "GRID_ID", type: "GRID", children: all.map(({ chart }) => `CHART-${chart}`) };
  for (const { chart: chartId } of all)
    positions[`CHART-${chartId}`] = { id: `CHART-${chartId}`, type: "CHART", children: [], meta: { chartId } };
  const { id: role } = await app.db
    .insertInto("roles")
    .values({ name: "viewers" })
    .returning("id")
    .executeTakeFirstOrThrow();
  const board = { dashboard_title: "d", published: true, roles: [role], json_metadata: JSON.stringify({ positions }) };
  dashboardId = (await admin.post<Json>("/api/v1/dashboard/", board)).body.id;
  const embedding = await admin.post<Json>(`/api/v1/dashboard/${dashboardId}/embedded`, { allowed_domains: [] });
  const resources = [{ type: "dashboard", id: embedding.body.result.uuid }];
  const { token } = (await admin.post<Json>("/api/v1/security/guest_token/", { user: {}, resources, rls: [] })).body;
  guest = (path, body) => server.anonymous.post<Json>(path, body, { "x-guesttoken": token });
  viewer = await server.as("viewer", ["Gamma", "viewers"]);
});
afterAll(() => server.stop());

async function addChart(name: string, sql: string, database_id: number) {
  const { app } = server;
  const stamp = { created_on: app.clock.timestamp(), changed_on: app.clock.timestamp() };
  const { id: dataset } = await app.db
    .insertInto("datasets")
    .values({ uuid: randomUUID(), database_id, table_name: name, sql, ...stamp })
    .returning("id")
    .executeTakeFirstOrThrow();
  const part = { dataset_id: dataset, ...stamp };
  await app.db
    .insertInto("dataset_columns")
    .values({ uuid: randomUUID(), column_name: "a", type: "BIGINT", ...part })
    .execute();
  await app.db
    .insertInto("dataset_metrics")
    .values({ uuid: randomUUID(), metric_name: "count", expression: "COUNT(*)", ...part })
    .execute();
  app.events.changed("dataset", dataset);
  const chart = { slice_name: name, datasource_id: dataset, datasource_type: "table", viz_type: "pie" };
  const { body } = await admin.post<Json>("/api/v1/chart/", { ...chart, params: JSON.stringify(FORM) });
  return { dataset, chart: body.id as number };
}

test.each(Object.keys(HIDDEN))("%s", async (name) => {
  const { dataset, chart } = idsByEngine[name]!;
  const context = {
    datasource: { id: dataset, type: "table" },
    queries: [{ columns: ["a"], metrics: ["count"], orderby: [["count", false]], row_limit: 10 }],
    form_data: { ...FORM, slice_id: chart, dashboardId, datasource: `${dataset}__table` },
  };
  const reported = await admin.post<Json>("/api/v1/chart/data", context);
  expect([reported.status, JSON.stringify(reported.body)]).toEqual([
    400,
    expect.stringMatching(/secret|open the database/),
  ]);
  const batch = { requests: [{ key: "k", context }] };
  const answers = [
    await viewer.post<Json>("/api/v1/chart/data", context),
    await guest("/api/v1/chart/data", context),
    await viewer.post<Json>("/api/v1/chart/data", { ...context, result_format: "csv" }),
  ];
  for (const { status, body } of answers) {
    expect([status, body.errors[0].error_type]).toEqual([400, reported.body.errors[0].error_type]);
    expect(JSON.stringify(body)).not.toMatch(/secret|SELECT|cars|chevrolet|tessera-home/i);
    expect(body.message).toMatch("couldn't be loaded");
  }
  for (const answer of [
    await viewer.post("/api/v1/chart/data/batch", batch),
    await guest("/api/v1/chart/data/batch", batch),
  ])
    expect(JSON.stringify(answer.body)).not.toMatch(/secret|SELECT|cars|chevrolet|tessera-home/i);
});

test("hides the SQL when it reports a subquery in custom SQL", () => {
  const extra = { sql: "(SELECT secret FROM t)" };
  const error = typedError("ADHOC_SUBQUERY_NOT_ALLOWED_ERROR", "No sub-queries.", { status: 403, extra });
  expect(redactedError(error)).toMatchObject({ status: 403, body: { message: "No sub-queries." } });
  expect(JSON.stringify(redactedError(error))).not.toContain("secret");
});

test.each(["en", "en-XA"] as const)(
  "duplicate labels are named without “Error:” before them, in %s",
  async (language) => {
    const metric = { expressionType: "SQL", sqlExpression: "COUNT(*)", label: "n" };
    const queries = [{ columns: ["a"], metrics: [metric, { ...metric, sqlExpression: "COUNT(a)" }] }];
    const dataset = Object.values(idsByEngine)[0]?.dataset;
    const id = await server.userId("admin");
    await setLanguage(server.app, id, language);
    const body = { datasource: { id: dataset, type: "table" }, queries };
    const { status, body: failed } = await admin.post<Json>("/api/v1/chart/data", body);
    await setLanguage(server.app, id, "en");
    expect([status, failed.message]).toEqual([400, expect.stringMatching(language === "en" ? /^Duplicate/ : /^\[Đûp/)]);
  },
);
