import { afterAll, beforeAll, expect, test } from "vitest";
import { loadSampleData, type SampleData } from "../../../testing/sample-data.ts";
import { startTestServer, type TestClient, type TestServer } from "../../../testing/server.ts";
import { addAnalyst } from "../../../testing/sql-lab.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;
let server: TestServer;
let admin: TestClient;
let data: SampleData;

beforeAll(async () => {
  server = await startTestServer();
  data = await loadSampleData(server.app);
  admin = await server.as("admin");
});
afterAll(() => server.stop());

const explain = (client: TestClient, query: object = {}) =>
  client.post<Json>("/api/v1/chart/data/explain", {
    context: {
      datasource: { id: data.carsId, type: "table" },
      queries: [{ columns: ["Origin"], metrics: ["count"], row_limit: 10, ...query }],
      result_type: "full",
      result_format: "json",
    },
  });

const READ = ["can_read", "Chart"] as const;
const access = () => ["datasource_access", `[samples].[cars](id:${data.carsId})`] as const;

test("returns the statement and the engine's plan", async () => {
  const { status, body } = await explain(admin);
  expect(status).toBe(200);
  expect(body.statements).toEqual([
    { sql: expect.stringMatching(/GROUP BY/), plan: expect.stringMatching(/SEQ_SCAN[\s\S]*cars/) },
  ]);
  expect(body.facts).toMatchObject({ isCheap: true, isFullScan: false, isChanging: false });
});

test.each([
  ["Last 60 minutes", true],
  ["2000-01-01 : now", false],
  ["2000-01-01 : today", false],
])("tells of the range %s whether cached answers are too short-lived", async (val, isChanging) => {
  const query = { filters: [{ col: "Year", op: "TEMPORAL_RANGE", val }] };
  expect((await explain(admin, query)).body.facts.isChanging).toBe(isChanging);
});

test("doesn't show statements without the permission to view queries, or plans where rows are hidden", async () => {
  const plain = await addAnalyst(server, "plain", [READ, access()]);
  expect((await explain(plain)).body).toMatchObject({ statements: [], facts: { isCheap: true } });
  const viewer = await addAnalyst(server, "viewer", [READ, access(), ["can_view_query", "Dashboard"]]);
  expect((await explain(viewer)).body.statements).toHaveLength(1);
  const { id } = await server.app.db
    .selectFrom("roles")
    .select("id")
    .where("name", "=", "viewer")
    .executeTakeFirstOrThrow();
  const rule = { name: "own", filter_type: "Regular", tables: [data.carsId], roles: [id], clause: "Origin = 'Japan'" };
  expect((await admin.post("/api/v1/rowlevelsecurity/", rule)).status).toBe(201);
  const [statement] = (await explain(viewer)).body.statements;
  expect(statement).toEqual({ sql: expect.stringMatching(/Japan/), plan: null });
});

test("doesn't show what plans say about rows that rules hide, also those of a dashboard's author", async () => {
  const { flightsId } = data;
  const create = async (path: string, body: object) => (await admin.post<Json>(path, body)).body.id;
  const author = await addAnalyst(server, "author", [
    READ,
    ["datasource_access", `[samples].[flights](id:${flightsId})`],
  ]);
  const authorId = await server.userId("author");
  const role = (name: string) =>
    server.app.db.selectFrom("roles").select("id").where("name", "=", name).executeTakeFirstOrThrow();
  const member = await addAnalyst(server, "member", [READ, ["can_read", "Dashboard"]]);
  const { id: memberRole } = await role("member");
  const filter = {
    id: "NATIVE_FILTER-delay",
    filterType: "filter_range",
    targets: [{ datasetId: flightsId, column: { name: "delay" } }],
  };
  const json_metadata = JSON.stringify({
    native_filter_configuration: [{ ...filter, name: "Delay", type: "NATIVE_FILTER" }],
  });
  const board = { dashboard_title: "Flights", published: true, roles: [memberRole], json_metadata };
  const dashboardId = await create("/api/v1/dashboard/", board);
  const form = { viz_type: "big_number_total", metric: "count" };
  const place = { datasource_id: flightsId, datasource_type: "table", dashboards: [dashboardId] };
  const params = JSON.stringify(form);
  const sliceId = await create("/api/v1/chart/", { slice_name: "Flights", viz_type: form.viz_type, params, ...place });
  const authored = { created_by_fk: authorId, changed_by_fk: authorId };
  await server.app.db.updateTable("dashboards").set(authored).where("id", "=", dashboardId).execute();
  const factsFor = async (client: TestClient, least: number) => {
    const [{ context }] = (await admin.get<Json>(`/api/v1/dashboard/${dashboardId}/queries`)).body.result;
    const [query] = context.queries;
    const filters = [...query.filters, { col: "delay", op: ">=", val: least }];
    const form_data = { slice_id: sliceId, dashboardId };
    const { status, body } = await client.post<Json>("/api/v1/chart/data/explain", {
      context: { ...context, form_data, queries: [{ ...query, filters }] },
    });
    expect(status).toBe(200);
    return { ...body.facts, explainMs: 0 };
  };
  expect(await factsFor(author, 100)).not.toEqual(await factsFor(author, 1_000_000));
  expect(await factsFor(member, 100)).not.toEqual(await factsFor(member, 1_000_000));
  const rule = { name: "few", filter_type: "Regular", tables: [flightsId], clause: "distance < 500" };
  const roles = [(await role("author")).id];
  expect((await admin.post("/api/v1/rowlevelsecurity/", { ...rule, roles })).status).toBe(201);
  expect(await factsFor(author, 100)).toEqual(await factsFor(author, 1_000_000));
  expect(await factsFor(member, 100)).toEqual(await factsFor(member, 1_000_000));
});

test("needs access to the data, and valid SQL", async () => {
  const stranger = await addAnalyst(server, "stranger", [READ]);
  expect((await explain(stranger)).status).toBe(403);
  const injected = { extras: { where: "1 = 1); DROP TABLE cars; --" } };
  expect((await explain(admin, injected)).status).toBe(400);
  expect((await admin.post("/api/v1/chart/data/explain", { context: { queries: 1 } })).status).toBe(400);
  expect((await admin.post("/api/v1/chart/data/explain", {})).status).toBe(400);
});
