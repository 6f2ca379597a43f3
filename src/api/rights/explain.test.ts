import { afterAll, beforeAll, expect, test } from "vitest";
import { loadSampleData, type SampleData } from "../../testing/sample-data.ts";
import { startTestServer, type TestClient, type TestServer } from "../../testing/server.ts";
import { explain } from "./contract.ts";

let server: TestServer;
let data: SampleData;
let admin: TestClient;
let gamma: TestClient;
let chartId: number;
let ruleId: number;

beforeAll(async () => {
  server = await startTestServer();
  data = await loadSampleData(server.app);
  [admin, gamma] = [await server.as("admin"), await server.as("gamma")];
  const chart = { slice_name: "Secret", datasource_id: data.carsId, datasource_type: "table", viz_type: "table" };
  chartId = (await admin.post<{ id: number }>("/api/v1/chart/", chart)).body.id;
  const roles = await server.app.db.selectFrom("roles").select("id").where("name", "=", "Alpha").execute();
  const rule = { name: "four", filter_type: "Regular", clause: "Cylinders = 4", tables: [data.carsId] };
  const body = { ...rule, roles: roles.map((role) => role.id) };
  ruleId = (await admin.post<{ id: number }>("/api/v1/rowlevelsecurity/", body)).body.id;
});
afterAll(() => server.stop());

const ask = async (client: TestClient, query: Parameters<typeof client.call<typeof explain>>[1]["query"]) =>
  (await client.call(explain, { query })).result;
const holding = (chain: readonly { rule: string; holds: boolean }[]) =>
  chain.filter((link) => link.holds).map((link) => link.rule);

test("names the role and rule that allow access", async () => {
  const user = await server.userId("alpha");
  const result = await ask(admin, { type: "chart", id: chartId, operation: "see", user });
  expect(result).toMatchObject({
    allowed: true,
    because: "Allowed: can read its dataset",
    subject: { kind: "user", id: user, name: "alpha", roles: ["Alpha"] },
    object: { type: "chart", id: chartId, name: "Secret" },
    permission: { pair: ["can_read", "Chart"], holds: true, roles: ["Alpha"] },
  });
  expect(holding(result.chain)).toEqual(["dataset"]);
});

test("names the missing permission, or every rule that doesn't match", async () => {
  const user = await server.userId("gamma");
  const change = await ask(admin, { type: "chart", id: chartId, operation: "change", user });
  expect(change).toMatchObject({ allowed: false, because: expect.stringContaining("only owners and administrators") });
  const dataset = await ask(admin, { type: "dataset", id: data.carsId, operation: "change", user });
  expect(dataset).toMatchObject({ allowed: false, because: "No role grants can_write on Dataset." });
  expect(dataset.permission.roles).toEqual([]);
});

test("names the row-level security rules for rows", async () => {
  const alpha = await server.userId("alpha");
  const reported = await ask(admin, { type: "dataset", id: data.carsId, operation: "rows", user: alpha });
  expect(reported.rows).toEqual([
    {
      id: ruleId,
      filter_type: "Regular",
      holds: true,
      text: "applies to the rule's roles; this user has Alpha",
      name: "four",
      clause: "Cylinders = 4",
      author: null,
    },
  ]);
  const own = await ask(admin, { type: "chart", id: chartId, operation: "rows" });
  expect([own.allowed, own.rows?.[0]?.holds]).toEqual([true, false]);
  const self = await ask(await server.as("alpha"), { type: "dataset", id: data.carsId, operation: "rows" });
  expect(self.rows?.[0]).toMatchObject({ holds: true, name: null, clause: null });
});

test("names the authors' rules for rows of a dashboard, with author names for administrators", async () => {
  const alpha = await server.as("alpha");
  const { id: role } = await server.app.db
    .selectFrom("roles")
    .select("id")
    .where("name", "=", "Gamma")
    .executeTakeFirstOrThrow();
  const values = { dashboard_title: "For Gamma", published: true, roles: [role] };
  const { id: dashboard_id } = (await alpha.post<{ id: number }>("/api/v1/dashboard/", values)).body;
  const chart = { slice_name: "Shown", datasource_id: data.carsId, datasource_type: "table", viz_type: "table" };
  const created = await alpha.post<{ id: number }>("/api/v1/chart/", { ...chart, dashboards: [dashboard_id] });
  const question = { type: "chart", id: created.body.id, operation: "rows", dashboard_id } as const;
  const reported = await ask(admin, { ...question, user: await server.userId("gamma") });
  const shared = { id: ruleId, filter_type: "Regular" };
  const rule = { name: "four", clause: "Cylinders = 4" };
  const text = "applies to an author of the dashboard or chart, and so to everyone who sees it";
  expect(reported.rows).toEqual([
    { ...shared, ...rule, holds: false, text: "applies to the rule's roles; this user has none of them", author: null },
    { ...shared, ...rule, holds: true, text, author: "alpha" },
  ]);
  const own = await ask(gamma, question);
  expect(own.rows?.[1]).toEqual({ ...shared, name: null, clause: null, holds: true, text, author: null });
  expect((await ask(alpha, question)).rows).toHaveLength(1);
  expect((await ask(gamma, { ...question, dashboard_id: undefined })).rows).toHaveLength(1);
});

test("explains the access of a role, and access to a database", async () => {
  const { id } = await server.app.db
    .selectFrom("roles")
    .select("id")
    .where("name", "=", "sql_lab")
    .executeTakeFirstOrThrow();
  const result = await ask(admin, { type: "database", id: data.databaseId, role: id });
  expect(result).toMatchObject({
    allowed: false,
    subject: { kind: "role", name: "sql_lab" },
    permission: { holds: true },
  });
  expect((await ask(admin, { type: "database", id: data.databaseId })).allowed).toBe(true);
});

test("users can ask about themselves, administrators about others", async () => {
  const own = await ask(gamma, { type: "chart", id: chartId });
  expect(own).toMatchObject({ allowed: false, subject: { name: "gamma" }, object: { name: null } });
  const path = `/api/v1/security/explain/?type=chart&id=${chartId}`;
  expect((await gamma.get(`${path}&user=${await server.userId("alpha")}`)).status).toBe(403);
  expect((await gamma.get(`${path}&role=1`)).status).toBe(403);
  expect((await server.anonymous.get(path)).status).toBe(401);
  expect((await admin.get(`${path}&user=99999`)).status).toBe(404);
  expect((await admin.get(`${path}&role=99999`)).status).toBe(404);
  expect((await admin.get(`${path}&role=1&user=1`)).status).toBe(400);
  expect((await admin.get(`${path}&operation=eat`)).status).toBe(400);
});

test("gives the same answer for missing and hidden objects", async () => {
  const hidden = await ask(gamma, { type: "chart", id: chartId });
  const absent = await ask(gamma, { type: "chart", id: 99_999 });
  expect({ ...absent, object: null }).toEqual({ ...hidden, object: null });
});
