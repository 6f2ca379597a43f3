import { afterAll, beforeAll, expect, test } from "vitest";
import { loadSampleData, type SampleData } from "../../testing/sample-data.ts";
import { startTestServer, type TestClient, type TestServer } from "../../testing/server.ts";
import type { Impact } from "./contract.ts";
import { updateLineage } from "./index-keeper.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;

let server: TestServer;
let admin: TestClient;
let data: SampleData;
let dashboardId: number;
let adminId: number;

const AVERAGE = { expressionType: "SIMPLE", column: { column_name: "Horsepower" }, aggregate: "AVG" };

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.as("admin");
  adminId = await server.userId("admin");
  data = await loadSampleData(server.app);
  dashboardId = await created("dashboard", { dashboard_title: "Cars", published: true });
  const named = await assertion("Cars have names", { kind: "not_null", params: { column: "Name" } });
  await assertion("Power is plausible", { kind: "range", params: { metric: AVERAGE, min: 1 } });
  const where = '"Horsepower" > 0';
  await assertion("Powered have origins", { kind: "not_null", params: { column: "Origin" }, where });
  await assertion("On Cars", {
    ...{ kind: "not_null", params: { column: "Name" } },
    dashboard_id: dashboardId,
  });
  const compared = { metric: "count", other_dataset_id: data.carsId, other_metric: AVERAGE };
  await assertion("As many", { kind: "equals_dataset", params: compared, dataset_id: data.flightsId });
  const alert = { type: "Alert", crontab: "0 9 * * *", dashboard: dashboardId };
  const recipients = [{ type: "Email", recipient_config_json: { target: "a@b.example" } }];
  await created("report", { ...alert, name: "Names are gone", recipients, extra: { assertion_ids: [named] } });
});
afterAll(() => server.stop());

async function created(noun: string, body: object): Promise<number> {
  const answer = await admin.post<Json>(`/api/v1/${noun}/`, body);
  expect(answer.body, noun).toMatchObject({ id: expect.any(Number) });
  return answer.body.id;
}

const assertion = (name: string, body: object) => created("assertion", { name, dataset_id: data.carsId, ...body });

async function impact(change: object, client = admin): Promise<Impact> {
  await updateLineage(server.app);
  const { body } = await client.post<Json>("/api/v1/lineage/impact", {
    kind: "dataset",
    ids: [data.carsId],
    ...change,
  });
  expect(body).toHaveProperty("result");
  return body.result;
}

const about = (found: Impact) =>
  found.affected
    .filter(({ kind }) => kind === "assertion" || kind === "report")
    .map(({ label, effect, because }) => [label, effect, because])
    .sort();

test("a dataset's assertions are deleted with it, and those that compare with it break", async () => {
  const found = await impact({ deleted: true });
  expect(about(found)).toEqual([
    ["As many", "breaks", ["cars"]],
    ["Cars have names", "deleted", ["cars"]],
    ["Names are gone", "breaks", ["Cars have names"]],
    ["On Cars", "deleted", ["cars"]],
    ["Power is plausible", "deleted", ["cars"]],
    ["Powered have origins", "deleted", ["cars"]],
  ]);
  expect(found).toMatchObject({ deleted: { assertion: 4 }, breaks: { assertion: 1, report: 1 }, hidden: {} });
  expect(found.affected.find(({ label }) => label === "Cars have names")).toMatchObject({
    within: "cars",
    url: `/tablemodelview/list/?edit=${data.carsId}&tab=assertions`,
    owners: [expect.objectContaining({ id: adminId })],
    can_edit: true,
  });
});

test("removing a column breaks assertions that name it, also in metrics and conditions", async () => {
  expect(about(await impact({ columns_removed: ["Horsepower"] }))).toEqual([
    ["As many", "breaks", ["Horsepower"]],
    ["Power is plausible", "breaks", ["Horsepower"]],
    ["Powered have origins", "breaks", ["Horsepower"]],
  ]);
  const retyped = await impact({ columns_retyped: [{ name: "Name", type: "INT" }] });
  expect(about(retyped)).toEqual([
    ["Cars have names", "changes", ["Name"]],
    ["Names are gone", "changes", ["Cars have names"]],
    ["On Cars", "changes", ["Name"]],
  ]);
});

test("renaming a column breaks assertions, or updates those about the dataset", async () => {
  const columns_renamed = [{ from: "Horsepower", to: "power" }];
  expect((await impact({ columns_renamed })).breaks.assertion).toBe(3);
  expect(about(await impact({ columns_renamed, uses_new_names: true }))).toEqual([
    ["As many", "breaks", ["Horsepower"]],
    ["Power is plausible", "updates", ["Horsepower"]],
    ["Powered have origins", "updates", ["Horsepower"]],
  ]);
});

test("a dashboard's assertions are deleted with it, but the dataset's stay", async () => {
  const found = await impact({ kind: "dashboard", ids: [dashboardId], deleted: true });
  expect(about(found)).toEqual([
    ["Names are gone", "breaks", ["Cars"]],
    ["On Cars", "deleted", ["Cars"]],
  ]);
});

test("assertions about datasets that the caller can't read are only counted", async () => {
  await server.as("reader", ["Gamma"]);
  await server.app.db
    .insertInto("dataset_owners")
    .values({ dataset_id: data.carsId, user_id: await server.userId("reader") })
    .execute();
  server.app.events.changed("dataset", data.carsId);
  server.app.events.changed("user", await server.userId("reader"));
  const found = await impact({ columns_removed: ["Horsepower"] }, await server.as("reader"));
  expect(found.hidden).toMatchObject({ assertion: 1 });
  expect(JSON.stringify(found)).not.toContain("As many");
  expect(found.affected.map(({ label }) => label)).toContain("Power is plausible");
});
