import { afterAll, beforeAll, expect, test } from "vitest";
import { loadSampleData, type SampleData } from "../../testing/sample-data.ts";
import { startTestServer, type TestClient, type TestServer } from "../../testing/server.ts";
import type { Lineage } from "./contract.ts";
import { updateLineage } from "./index-keeper.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;

let server: TestServer;
let admin: TestClient;
let data: SampleData;
let alertId: number;

const sqlMetric = (sqlExpression: string) => ({ expressionType: "SQL", sqlExpression, label: "x" });

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.as("admin");
  data = await loadSampleData(server.app);
  const dashboard = await created("dashboard", { dashboard_title: "Cars", published: true });
  const named = await assertion("Cars have names", { kind: "not_null", params: { column: "Name" } });
  await assertion("Power", { kind: "range", params: { metric: sqlMetric("AVG(Horsepower)"), min: 1 } });
  await assertion("Enough", { kind: "range", params: { metric: "count", min: 1 }, where: "Horsepower > 0" });
  await assertion("Powered", { kind: "sql", params: { sql: "select Horsepower from cars where Horsepower < 0" } });
  const compared = { metric: "count", other_dataset_id: data.carsId, other_metric: "count" };
  await assertion("As many", { kind: "equals_dataset", params: compared, dataset_id: data.flightsId });
  const recipients = [{ type: "Email", recipient_config_json: { target: "a@b.example" } }];
  alertId = await created("report", {
    ...{ type: "Alert", crontab: "0 9 * * *", dashboard, name: "Names are gone", recipients },
    extra: { assertion_ids: [named] },
  });
});
afterAll(() => server.stop());

async function created(noun: string, body: object): Promise<number> {
  const answer = await admin.post<Json>(`/api/v1/${noun}/`, body);
  expect(answer.body, noun).toMatchObject({ id: expect.any(Number) });
  return answer.body.id;
}

const assertion = (name: string, body: object) => created("assertion", { name, dataset_id: data.carsId, ...body });

async function lineage(path: string, client = admin): Promise<Lineage> {
  await updateLineage(server.app);
  const { body } = await client.get<Json>(`/api/v1/lineage/${path}`);
  expect(body, path).toHaveProperty("result");
  return body.result;
}

const KINDS = ["assertion", "report"];
const about = ({ nodes }: Lineage) =>
  nodes
    .filter(({ kind }) => KINDS.includes(kind))
    .map(({ label, distance }) => [label, distance])
    .sort();

test("a dataset is used by its assertions, those that compare with it, and the alerts about them", async () => {
  const found = await lineage(`dataset/${data.carsId}`);
  expect(about(found)).toEqual([
    ["As many", 1],
    ["Cars have names", 1],
    ["Enough", 1],
    ["Names are gone", 2],
    ["Power", 1],
    ["Powered", 1],
  ]);
  expect(found.used_by).toMatchObject({ assertion: 5, report: 1 });
  const node = found.nodes.find(({ label }) => label === "Cars have names");
  expect(node).toMatchObject({ within: "cars", url: `/tablemodelview/list/?edit=${data.carsId}&tab=assertions` });
  expect(found.edges).toContainEqual({ from: `report:${alertId}:`, to: node?.key, role: "assertion" });
  expect(found.edges).toContainEqual({ from: node?.key, to: found.node.key, role: "assertion" });
});

test("a column is used by assertions that name it, also in metrics, conditions and statements", async () => {
  expect(about(await lineage(`column/${data.carsId}?name=Horsepower`))).toEqual([
    ["Enough", 1],
    ["Power", 1],
    ["Powered", 1],
  ]);
  const found = await lineage(`column/${data.carsId}?name=Name`);
  expect(about(found)).toEqual([
    ["Cars have names", 1],
    ["Names are gone", 2],
  ]);
  const field = found.nodes.find(({ kind }) => kind === "field");
  expect(found.edges).toContainEqual({ from: found.node.key, to: field?.key, role: "dataset" });
  expect(about(await lineage(`column/${data.carsId}?name=Origin`))).toEqual([]);
});

test("a metric is used by assertions about it", async () => {
  expect(about(await lineage(`metric/${data.carsId}?name=count`))).toEqual([
    ["As many", 1],
    ["Enough", 1],
  ]);
});

test("an alert uses its assertions, and their datasets and columns", async () => {
  const { nodes } = await lineage(`report/${alertId}`);
  const used = nodes.map(({ label, distance }) => [label, distance]);
  expect(used).toContainEqual(["Cars have names", -1]);
  expect(used).toContainEqual(["cars", -2]);
  expect(used).toContainEqual(["Name", -2]);
  expect(nodes.map(({ distance }) => distance)).toEqual(
    nodes.map(({ distance }) => distance).toSorted((a, b) => b - a),
  );
});

test("assertions about datasets that the caller can't read are only counted", async () => {
  await server.as("reader", ["Gamma"]);
  const userId = await server.userId("reader");
  await server.app.db.insertInto("dataset_owners").values({ dataset_id: data.carsId, user_id: userId }).execute();
  server.app.events.changed("dataset", data.carsId);
  server.app.events.changed("user", userId);
  const found = await lineage(`dataset/${data.carsId}`, await server.as("reader"));
  expect(about(found).map(([label]) => label)).toEqual(["Cars have names", "Enough", "Power", "Powered"]);
  expect(found.used_by.assertion).toBe(5);
  expect(found.hidden.used_by.assertion).toBe(1);
  expect(JSON.stringify(found)).not.toContain("As many");
});
