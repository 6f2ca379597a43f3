import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { OperationArguments } from "../../model/operation.ts";
import { loadSampleData, type SampleData } from "../../testing/sample-data.ts";
import { startTestServer, type TestClient, type TestServer } from "../../testing/server.ts";
import { type Asset, apply, list, type PlannedAsset, plan } from "./contract.ts";

let server: TestServer;
let data: SampleData;
let admin: TestClient;

beforeAll(async () => {
  server = await startTestServer();
  data = await loadSampleData(server.app);
  admin = await server.as("admin");
});
afterAll(() => server.stop());

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;
type Body = OperationArguments<typeof plan>["body"];

const assets = async () => (await admin.call(list, {})).result;
const planned = async (body: Body) =>
  (await admin.call(plan, { body })).result.items.filter(({ action }) => action !== "unchanged");
const applied = async (body: Body) => (await admin.call(apply, { body })).result.items;
const brief = (items: readonly PlannedAsset[]) => items.map(({ kind, name, action }) => ({ kind, name, action }));
const find = (all: readonly Asset[], kind: string, name?: string) => {
  const found = all.find((asset) => asset.kind === kind && (name === undefined || asset.name === name));
  if (!found) throw new Error(`no ${kind} ${name}`);
  return found;
};
const fieldsOf = (asset: Asset) => asset.value as Json;

async function createChart(slice_name: string): Promise<number> {
  const body = { slice_name, viz_type: "table", datasource_id: data.carsId, datasource_type: "table" };
  return (await admin.post<Json>("/api/v1/chart/", { ...body, params: '{"metrics":["count"]}' })).body.id;
}

async function createDashboard(dashboard_title: string, chartId: number): Promise<number> {
  const { id } = (await admin.post<Json>("/api/v1/dashboard/", { dashboard_title })).body;
  await admin.put(`/api/v1/chart/${chartId}`, { dashboards: [id] });
  return id;
}

describe("plan and apply", () => {
  test("everything listed is unchanged when it is planned again", async () => {
    await createDashboard("Round trip", await createChart("Round trip chart"));
    const files = Object.fromEntries((await assets()).map(({ path, value }) => [path, value]));
    expect(Object.keys(files).length).toBeGreaterThan(5);
    expect(await planned({ files })).toEqual([]);
  });

  test("a change lists its fields, owners and dashboards, and is saved only by apply", async () => {
    const id = await createChart("Old name");
    await createDashboard("Uses it", id);
    const chart = find(await assets(), "chart", "Old name");
    const value = { ...fieldsOf(chart), slice_name: "New name", params: { ...fieldsOf(chart).params, row_limit: 7 } };
    const files = { [chart.path]: value };
    const [item] = await planned({ files });
    expect(item).toMatchObject({ action: "change", kind: "chart", dashboards: ["Uses it"], name: "New name" });
    expect(item?.owners).toHaveLength(1);
    expect(item?.fields).toEqual([
      { field: "slice_name", before: "Old name", after: "New name" },
      { field: "params.row_limit", before: null, after: 7 },
    ]);
    expect((await admin.get<Json>(`/api/v1/chart/${id}`)).body.result.slice_name).toBe("Old name");
    await applied({ files });
    expect((await admin.get<Json>(`/api/v1/chart/${id}`)).body.result.slice_name).toBe("New name");
    expect(await planned({ files })).toEqual([]);
  });

  test("YAML is accepted as well as values", async () => {
    const yaml = "template_name: From YAML\ncss: 'a {}'\n";
    const files = { "css_templates/a.yaml": yaml };
    expect(brief(await applied({ files }))).toEqual([{ kind: "css_template", name: "From YAML", action: "create" }]);
    expect(await planned({ files })).toEqual([]);
  });

  test("a problem in any file saves nothing", async () => {
    const files = {
      "css_templates/ok.yaml": { template_name: "Never there" },
      "charts/broken.yaml": { slice_name: "No UUID" },
    };
    const answer = await admin.post<Json>("/api/v1/assets/apply", { files });
    expect(answer.status).toBe(422);
    expect(answer.body.errors[0].extra["charts/broken.yaml"]).toBeDefined();
    expect((await assets()).some(({ name }) => name === "Never there")).toBe(false);
  });

  test("a problem that a later object has rolls back the earlier ones", async () => {
    const files = {
      "css_templates/ok.yaml": { template_name: "Rolled back" },
      "row_level_security/bad.yaml": {
        ...{ name: "Bad", filter_type: "Regular", clause: "1 = 1" },
        ...{ datasets: [randomUUID()], roles: ["Gamma"] },
      },
    };
    const answer = await admin.post<Json>("/api/v1/assets/apply", { files });
    expect(answer.status).toBe(422);
    expect(answer.body.errors[0].extra["row_level_security/bad.yaml"]).toBeDefined();
    expect((await assets()).some(({ name }) => name === "Rolled back")).toBe(false);
  });

  test("objects that changed since are refused with 412", async () => {
    const id = await createChart("Raced");
    const chart = find(await assets(), "chart", "Raced");
    await admin.put(`/api/v1/chart/${id}`, { description: "theirs" });
    const body = {
      files: { [chart.path]: { ...fieldsOf(chart), description: "ours" } },
      based_on: [{ kind: "chart", key: chart.key, state: chart.state }],
    };
    const answer = await admin.post<Json>("/api/v1/assets/apply", body);
    expect(answer.status).toBe(412);
    expect(answer.body.errors[0].message).toContain("Raced");
    expect((await admin.get<Json>(`/api/v1/chart/${id}`)).body.result.description).toBe("theirs");
  });

  test("removed objects go to the trash with apply", async () => {
    const id = await createChart("Pruned");
    const { key } = find(await assets(), "chart", "Pruned");
    const body = { remove: [{ kind: "chart", key }] };
    expect(brief(await planned(body))).toEqual([{ kind: "chart", name: "Pruned", action: "delete" }]);
    expect((await admin.get(`/api/v1/chart/${id}`)).status).toBe(200);
    await applied(body);
    expect((await admin.get(`/api/v1/chart/${id}`)).status).toBe(404);
  });

  test("paths outside of the folder are refused", async () => {
    for (const path of ["../a.yaml", "charts/../../a.yaml", "charts/a.sh", "charts\\a.yaml"])
      expect((await admin.post("/api/v1/assets/plan", { files: { [path]: {} } })).status).toBe(422);
  });
});

describe("kinds that bundles don't have", () => {
  const dataset = async () => find(await assets(), "dataset", "cars");

  test("rules, roles, reports, layers and tags are created, changed and removed", async () => {
    const { key } = await dataset();
    const chartId = await createChart("Reported");
    const chart = find(await assets(), "chart", "Reported");
    const uuid = randomUUID();
    const files: Record<string, Json> = {
      "tags.yaml": { tags: [{ tag_name: "finance", description: "Money" }] },
      "annotation_layers/launches.yaml": {
        name: "Launches",
        annotations: [
          {
            short_descr: "First",
            start_dttm: "2024-01-01T00:00:00.000000",
            end_dttm: "2024-01-02T00:00:00.000000",
          },
        ],
      },
      "roles/analysts.yaml": { name: "Analysts", data_access: { datasets: [key] } },
      "row_level_security/own.yaml": {
        ...{ name: "Own rows", filter_type: "Regular", clause: "1 = 1" },
        ...{ datasets: [key], roles: ["Analysts"] },
      },
      "reports/daily.yaml": {
        ...{ type: "Report", name: "Daily", uuid, crontab: "0 9 * * *", chart_uuid: chart.key },
        recipients: [{ type: "Email", recipient_config_json: { target: "a@example.com" } }],
      },
    };
    const created = await applied({ files });
    expect(created.every(({ action }) => action === "create")).toBe(true);
    expect(created).toHaveLength(5);
    expect(await planned({ files })).toEqual([]);
    const changed: Record<string, Json> = {
      "tags.yaml": { tags: [{ tag_name: "finance", description: "Budgets" }] },
      "annotation_layers/launches.yaml": { ...files["annotation_layers/launches.yaml"], annotations: [] },
      "roles/analysts.yaml": { name: "Analysts", data_access: { all_datasets: true } },
      "row_level_security/own.yaml": { ...files["row_level_security/own.yaml"], clause: "2 = 2" },
      "reports/daily.yaml": { ...files["reports/daily.yaml"], crontab: "0 8 * * *" },
    };
    const fields = (await applied({ files: changed })).flatMap((item) => item.fields.map(({ field }) => field));
    expect(fields.sort()).toEqual([
      "annotations",
      "clause",
      "crontab",
      "data_access.all_datasets",
      "data_access.datasets",
      "tags.finance.description",
    ]);
    const { rows } = { rows: await server.app.db.selectFrom("reports").selectAll().execute() };
    expect(rows).toMatchObject([{ uuid, crontab: "0 8 * * *", chart_id: chartId }]);
    const now = await assets();
    const remove = [
      ...["Launches", "Analysts", "Own rows", "Daily"].map((name) => now.find((asset) => asset.name === name)),
    ].map((asset) => ({ kind: asset?.kind ?? "", key: asset?.key ?? "" }));
    expect((await applied({ remove })).map(({ action }) => action)).toEqual(Array(4).fill("delete"));
    const names = (await assets()).map(({ name }) => name);
    for (const name of ["Launches", "Analysts", "Own rows", "Daily"]) expect(names).not.toContain(name);
  });
});

describe("rights", () => {
  test("the calls need the permissions of exporting and importing everything", async () => {
    const gamma = await server.as("gamma");
    expect((await gamma.get("/api/v1/assets/")).status).toBe(403);
    expect((await gamma.post("/api/v1/assets/plan", {})).status).toBe(403);
    expect((await gamma.post("/api/v1/assets/apply", {})).status).toBe(403);
  });

  test("every object needs the permission of its own edit", async () => {
    const { db } = server.app;
    const role = await db.insertInto("roles").values({ name: "Deployer" }).returning("id").executeTakeFirstOrThrow();
    const pairs = [
      ["can_export", "ImportExportRestApi"],
      ["can_import_", "ImportExportRestApi"],
      ["can_write", "Chart"],
    ] as const;
    for (const [permission, view] of pairs)
      await db.insertInto("role_permissions").values({ role_id: role.id, permission, view }).execute();
    server.app.events.changed("role");
    const deployer = await server.as("deployer", ["Deployer", "Alpha"]);
    const id = await createChart("Not theirs");
    const chart = find(await assets(), "chart", "Not theirs");
    const files = { [chart.path]: { ...fieldsOf(chart), slice_name: "Taken over" } };
    const refused = await deployer.post<Json>("/api/v1/assets/apply", { files });
    expect(refused.status).toBe(422);
    expect(JSON.stringify(refused.body)).toContain("doesn't have permissions to overwrite it");
    const own = { "roles/x.yaml": { name: "Sneaky", data_access: { all_datasets: true } } };
    expect((await deployer.post("/api/v1/assets/apply", { files: own })).status).toBe(422);
    await admin.put(`/api/v1/chart/${id}`, { owners: [await server.userId("deployer")] });
    expect((await deployer.post("/api/v1/assets/apply", { files })).status).toBe(200);
  });

  test("applying doesn't add the caller to the owners", async () => {
    const id = await createChart("Owned by alpha");
    const alpha = await server.userId("alpha");
    await admin.put(`/api/v1/chart/${id}`, { owners: [alpha] });
    const chart = find(await assets(), "chart", "Owned by alpha");
    await applied({ files: { [chart.path]: { ...fieldsOf(chart), description: "x" } } });
    const { owners } = (await admin.get<Json>(`/api/v1/chart/${id}`)).body.result;
    expect(owners.map((owner: Json) => owner.id)).toEqual([alpha]);
  });
});

test("managed objects say where they are edited", async () => {
  const id = await createDashboard("Managed", await createChart("Managed chart"));
  const dashboard = find(await assets(), "dashboard", "Managed");
  await applied({ paths: { [dashboard.path]: dashboard.key }, managed_by: "analytics" });
  const { body } = await admin.get<Json>(`/api/v1/dashboard/${id}`);
  expect(body.result).toMatchObject({ is_managed_externally: true, external_url: `analytics/${dashboard.path}` });
});

test("references by number stay when only one file is sent", async () => {
  const layer = await admin.post<Json>("/api/v1/annotation_layer/", { name: "Numbered" });
  const id = await createChart("With layer");
  const annotation_layers = [
    { name: "L", annotationType: "EVENT", sourceType: "NATIVE", value: layer.body.id, style: "solid", show: true },
  ];
  await admin.put(`/api/v1/chart/${id}`, { params: JSON.stringify({ annotation_layers }) });
  const chart = find(await assets(), "chart", "With layer");
  await applied({ files: { [chart.path]: { ...fieldsOf(chart), description: "touched" } } });
  const { params } = (await admin.get<Json>(`/api/v1/chart/${id}`)).body.result;
  expect(JSON.parse(params).annotation_layers[0].value).toBe(layer.body.id);
});

describe("assertions", () => {
  test("are files, which name datasets by UUID, and alerts name them by UUID", async () => {
    const other = { metric: "count", other_dataset_id: data.flightsId, other_metric: "count" };
    const body = { name: "As many flights", dataset_id: data.carsId, kind: "equals_dataset", params: other };
    const id = (await admin.post<Json>("/api/v1/assertion/", body)).body.id;
    const chart = await createChart("Alert's chart");
    const alert = { type: "Alert", name: "Flights", crontab: "0 0 * * *", chart, extra: { assertion_ids: [id] } };
    expect((await admin.post<Json>("/api/v1/report/", alert)).status).toBe(201);
    const all = await assets();
    const asset = find(all, "assertion", "As many flights");
    const [cars, flights] = ["cars", "flights"].map((name) => find(all, "dataset", name).key);
    expect(fieldsOf(asset)).toMatchObject({ dataset_uuid: cars, params: { other_dataset_uuid: flights } });
    expect(fieldsOf(asset).params).not.toHaveProperty("other_dataset_id");
    expect(fieldsOf(find(all, "report", "Flights"))).toMatchObject({ assertion_uuids: [asset.key], extra: {} });
    const files = { [asset.path]: { ...fieldsOf(asset), name: "Same count", crontab: "0 6 * * *" } };
    expect((await planned({ files })).map(({ fields }) => fields.map(({ field }) => field))).toEqual([
      ["name", "crontab"],
    ]);
    await applied({ files });
    expect((await admin.get<Json>(`/api/v1/assertion/${id}`)).body.result).toMatchObject({
      ...{ name: "Same count", crontab: "0 6 * * *", uuid: asset.key },
      params: { other_dataset_id: data.flightsId },
    });
    const uuid = randomUUID();
    const added = { ...fieldsOf(asset), uuid, name: "Names", kind: "not_null", params: { column: "Name" } };
    await applied({ files: { "assertions/names.yaml": added } });
    expect(find(await assets(), "assertion", "Names")).toMatchObject({ key: uuid });
    await applied({ remove: [{ kind: "assertion", key: uuid }] });
    expect((await assets()).some(({ key }) => key === uuid)).toBe(false);
    const files2 = Object.fromEntries((await assets()).map(({ path, value }) => [path, value]));
    expect(await planned({ files: files2 })).toEqual([]);
    const wrong = { ...added, uuid: randomUUID(), dataset_uuid: randomUUID() };
    expect((await admin.post<Json>("/api/v1/assets/apply", { files: { "assertions/x.yaml": wrong } })).status).toBe(
      422,
    );
  });

  test("that fail are listed with a changed dataset, and checked once it is saved", async () => {
    const check = { kind: "unique", params: { columns: ["Origin"] } };
    const { id } = (
      await admin.post<Json>("/api/v1/assertion/", { name: "Origins", dataset_id: data.carsId, ...check })
    ).body;
    await admin.post(`/api/v1/assertion/${id}/check`);
    const cars = find(await assets(), "dataset", "cars");
    const files = { [cars.path]: { ...fieldsOf(cars), description: "Old cars" } };
    const [item] = await planned({ files });
    expect(item?.failing).toContainEqual({ name: "Origins", message: "3 values of Origin occur more than once" });
    await applied({ files });
    const triggers = async () => (await admin.get<Json>(`/api/v1/assertion/${id}/results`)).body.result;
    await expect.poll(triggers).toContainEqual(expect.objectContaining({ trigger: "plan", state: "failed" }));
  });
});
