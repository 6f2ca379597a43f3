import { Uint8ArrayReader, Uint8ArrayWriter, ZipWriter } from "@zip.js/zip.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseYaml, toYaml } from "../../model/yaml.ts";
import { createClock } from "../../server/clock.ts";
import { loadSampleData, type SampleData } from "../../testing/sample-data.ts";
import { startTestServer, type TestClient, type TestServer } from "../../testing/server.ts";
import { readArchive, writeArchive } from "./archive.ts";

let source: TestServer;
let target: TestServer;
let data: SampleData;
let here: TestClient;
let there: TestClient;
let dashboardId: number;
let chartIds: number[];
let aheadMs = 0;

beforeAll(async () => {
  source = await startTestServer({ app: { clock: createClock(() => Date.now() + aheadMs) } });
  target = await startTestServer();
  data = await loadSampleData(source.app);
  [here, there] = [await source.as("admin"), await target.as("admin")];
  for (let spare = 0; spare < 3; spare++) await createChart(`Spare ${spare}`);
  chartIds = [await createChart("By origin"), await createChart("By year: 1/2")];
  dashboardId = await createDashboard();
});
afterAll(async () => {
  await source.stop();
  await target.stop();
});

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;

async function createChart(slice_name: string): Promise<number> {
  const params = JSON.stringify({ viz_type: "table", groupby: ["Origin"], made_up_key: [1, { a: null }] });
  const body = { slice_name, datasource_id: data.carsId, datasource_type: "table", viz_type: "table", params };
  return (await here.post<Json>("/api/v1/chart/", body)).body.id;
}

async function createDashboard(): Promise<number> {
  const [a, b] = chartIds as [number, number];
  const tile = (id: number) => ({ id: `CHART-${id}`, type: "CHART", children: [], meta: { chartId: id, width: 4 } });
  const positions = {
    DASHBOARD_VERSION_KEY: "v2",
    ROOT_ID: { id: "ROOT_ID", type: "ROOT", children: ["GRID_ID"] },
    GRID_ID: { id: "GRID_ID", type: "GRID", children: ["ROW-1"] },
    "ROW-1": { id: "ROW-1", type: "ROW", children: [`CHART-${a}`, `CHART-${b}`], meta: {} },
    [`CHART-${a}`]: tile(a),
    [`CHART-${b}`]: tile(b),
  };
  const filter = {
    id: "NATIVE_FILTER-1",
    type: "NATIVE_FILTER",
    name: "Time",
    filterType: "filter_select",
    targets: [{ datasetId: data.flightsId, column: { name: "origin" } }],
    scope: { rootPath: ["ROOT_ID"], excluded: [b, 99_999] },
    chartsInScope: [a],
  };
  const json_metadata = JSON.stringify({
    positions,
    native_filter_configuration: [filter],
    chart_configuration: {
      [a]: { id: a, crossFilters: { scope: { rootPath: ["ROOT_ID"], excluded: [a] }, chartsInScope: [b] } },
    },
    global_chart_configuration: { scope: { rootPath: ["ROOT_ID"], excluded: [b] }, chartsInScope: [a] },
    timed_refresh_immune_slices: [a],
    expanded_slices: { [b]: true },
    my_own_key: { deep: [1, 2] },
    time_zone: "Asia/Tokyo",
  });
  const body = { dashboard_title: "Fleet", slug: "fleet", published: true, json_metadata };
  return (await here.post<Json>("/api/v1/dashboard/", body)).body.id;
}

async function exported(noun: string, id: number, client = here): Promise<Buffer> {
  const answer = await client.fetch(`/api/v1/${noun}/export/?q=!(${id})`);
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
}

async function imported(
  bytes: Uint8Array,
  fields: Record<string, string> = {},
  { client = there, noun = "dashboard" } = {},
) {
  const form = new FormData();
  form.set("formData", new Blob([new Uint8Array(bytes)]), "bundle.zip");
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  const answer = await client.fetch(`/api/v1/${noun}/import/`, { method: "POST", body: form });
  return { status: answer.status, body: (await answer.json()) as Json };
}

async function zipOf(files: Record<string, string | object>): Promise<Buffer> {
  const texts = Object.entries(files).map(
    ([path, file]) => [path, typeof file === "string" ? file : toYaml(file)] as const,
  );
  return writeArchive("root", new Map(texts));
}

async function changed(bytes: Buffer, change: (path: string, file: Json) => Json): Promise<Buffer> {
  const files = await readArchive(bytes);
  const after = [...files].map(([path, text]) => [path, toYaml(change(path, parseYaml(text, path)))] as const);
  return writeArchive("root", new Map(after));
}

describe("an export", () => {
  test("has a file for everything, with safe names", async () => {
    const files = await readArchive(await exported("dashboard", dashboardId));
    expect([...files.keys()].map((path) => path.replace(/_\d+\.yaml$/, "_N.yaml"))).toEqual([
      "metadata.yaml",
      "charts/By_origin_N.yaml",
      "charts/By_year_1_2_N.yaml",
      "dashboards/Fleet_N.yaml",
      "databases/samples.yaml",
      "datasets/samples/cars_N.yaml",
      "datasets/samples/flights_N.yaml",
    ]);
    expect(parseYaml(files.get("metadata.yaml") ?? "", "")).toMatchObject({ version: "1.0.0", type: "Dashboard" });
    const dashboard = parseYaml([...files].find(([path]) => path.startsWith("dashboards/"))?.[1] ?? "", "") as Json;
    expect(dashboard.metadata.native_filter_configuration[0].targets[0]).not.toHaveProperty("datasetId");
    expect(dashboard.metadata.my_own_key).toEqual({ deep: [1, 2] });
  });

  test("is identical every time, byte for byte", async () => {
    const before = await exported("dashboard", dashboardId);
    aheadMs += 60_000;
    expect((await exported("dashboard", dashboardId)).equals(before)).toBe(true);
  });

  test("sets the page's cookie when done, and requires the permission and an existing object", async () => {
    const answer = await here.fetch(`/api/v1/chart/export/?q=!(${chartIds[0]})&token=abc`);
    expect(answer.headers.get("set-cookie")).toContain("abc=done");
    const signedOut = await here.fetch(`/api/v1/chart/export/?q=!(${chartIds[0]})&token=session`);
    expect(signedOut.headers.get("set-cookie")).toBeNull();
    expect(answer.headers.get("content-disposition")).toMatch(/filename=chart_export_\d{8}T\d{6}\.zip/);
    expect((await here.get("/api/v1/chart/export/?q=!(9999)")).status).toBe(404);
    expect((await source.anonymous.get(`/api/v1/chart/export/?q=!(${chartIds[0]})`)).status).toBe(401);
    expect((await (await source.as("gamma")).get("/api/v1/database/export/?q=!(1)")).status).toBe(403);
  });
});

describe("an import", () => {
  test("creates everything, with ids of the target server", async () => {
    const { status, body } = await imported(await exported("dashboard", dashboardId));
    expect([status, body]).toMatchObject([200, { message: "OK" }]);
    const { result } = (await there.get<Json>("/api/v1/dashboard/fleet")).body;
    const charts = (await there.get<Json>("/api/v1/dashboard/fleet/charts")).body.result as Json[];
    const [a, b] = ["By origin", "By year: 1/2"].map((name) => charts.find((chart) => chart.slice_name === name).id);
    expect([a, b]).not.toEqual(chartIds);
    expect(charts[0].form_data.made_up_key).toEqual([1, { a: null }]);
    const layout = JSON.parse(result.position_json);
    expect(layout[`CHART-${chartIds[0]}`].meta.chartId).toBe(a);
    const metadata = JSON.parse(result.json_metadata);
    const flights = (await there.get<Json>("/api/v1/dataset/?q=(filters:!((col:table_name,opr:eq,value:flights)))"))
      .body.ids[0];
    expect(metadata.native_filter_configuration[0]).toMatchObject({
      targets: [{ datasetId: flights, column: { name: "origin" } }],
      scope: { excluded: [b] },
      chartsInScope: [a],
    });
    expect(metadata.time_zone).toBe("Asia/Tokyo");
    expect(metadata.chart_configuration).toEqual({
      [a]: { id: a, crossFilters: { scope: { rootPath: ["ROOT_ID"], excluded: [a] }, chartsInScope: [b] } },
    });
    expect(metadata.global_chart_configuration.scope.excluded).toEqual([b]);
    expect(metadata.timed_refresh_immune_slices).toEqual([a]);
    expect(metadata.expanded_slices).toEqual({ [b]: true });
    expect(metadata.my_own_key).toEqual({ deep: [1, 2] });
    expect(result.owners).toMatchObject([{ first_name: "Admin" }]);
  });

  test.each([
    ["null", null],
    ["missing", undefined],
    ["text", (id: number) => String(id)],
  ] as const)("finds a tile's chart by uuid when its chartId is %s", async (_, broken) => {
    const own = await startTestServer();
    const client = await own.as("admin");
    const bundle = await changed(await exported("dashboard", dashboardId), (path, file) => {
      for (const tile of path.startsWith("dashboards/") ? Object.values<Json>(file.position) : [])
        if (tile.type === "CHART")
          tile.meta.chartId = typeof broken === "function" ? broken(tile.meta.chartId) : broken;
      return file;
    });
    expect((await imported(bundle, {}, { client })).status).toBe(200);
    const { result } = (await client.get<Json>("/api/v1/dashboard/fleet")).body;
    const charts = (await client.get<Json>("/api/v1/dashboard/fleet/charts")).body.result as Json[];
    const tiles = Object.values<Json>(JSON.parse(result.position_json)).filter(({ type }) => type === "CHART");
    expect(tiles.map(({ meta }) => meta.chartId).toSorted()).toEqual(charts.map(({ id }) => id).toSorted());
    expect(charts).toHaveLength(2);
    await own.stop();
  });

  test("over existing objects requires overwrite, and leaves dependencies unchanged", async () => {
    const bundle = await changed(await exported("dashboard", dashboardId), (path, file) => {
      if (path.startsWith("dashboards/")) return { ...file, dashboard_title: "Fleet, again" };
      return path.startsWith("charts/") ? { ...file, slice_name: "Renamed" } : file;
    });
    const refused = await imported(bundle);
    expect(refused.status).toBe(422);
    const [error] = refused.body.errors;
    const file = [...(await readArchive(bundle)).keys()].find((path) => path.startsWith("dashboards/")) ?? "";
    expect(error.error_type).toBe("GENERIC_COMMAND_ERROR");
    expect(error.extra[file]).toBe("Dashboard already exists and `overwrite=true` was not passed");
    expect(error.extra.issue_codes[0].code).toBe(1010);
    expect((await imported(bundle, { overwrite: "true" })).status).toBe(200);
    const { result } = (await there.get<Json>("/api/v1/dashboard/fleet")).body;
    expect(result.dashboard_title).toBe("Fleet, again");
    expect(result.charts).toEqual(["By origin", "By year: 1/2"]);
  });

  test("survives a round trip unchanged", async () => {
    const { id } = (await there.get<Json>("/api/v1/dashboard/fleet")).body.result;
    const files = await readArchive(await exported("dashboard", id, there));
    const dataset = [...files].find(([path]) => path.includes("/cars_"))?.[1];
    const original = [...(await readArchive(await exported("dashboard", dashboardId)))].find(([path]) =>
      path.includes("/cars_"),
    )?.[1];
    expect(dataset).toBe(original);
  });

  test("saves nothing if one file is invalid", async () => {
    const count = async () => (await there.get<Json>("/api/v1/chart/")).body.count;
    const before = await count();
    const bundle = await changed(await exported("dashboard", dashboardId), (path, file) => {
      const fresh = file.uuid ? { ...file, uuid: file.uuid.replace(/^.{8}/, "00000000") } : file;
      return path.startsWith("charts/By_year")
        ? { ...fresh, dataset_uuid: "00000000-0000-4000-8000-000000000000" }
        : fresh;
    });
    const { status, body } = await imported(bundle);
    expect(status).toBe(422);
    expect(JSON.stringify(body)).toContain("already exists");
    expect(await count()).toBe(before);
  });

  test("asks for a database's password and keeps it secret", async () => {
    const database = {
      database_name: "warehouse",
      sqlalchemy_uri: "postgresql://ann:XXXXXXXXXX@db.example.org/sales",
      uuid: "11111111-1111-4111-8111-111111111111",
      version: "1.0.0",
      extra: {},
    };
    const files = { "metadata.yaml": { version: "1.0.0", type: "Database" }, "databases/warehouse.yaml": database };
    const refused = await imported(await zipOf(files), {}, { noun: "database" });
    expect(refused.body.errors[0].extra["databases/warehouse.yaml"]).toEqual({
      _schema: ["Must provide a password for the database"],
    });
    const passwords = JSON.stringify({ "databases/warehouse.yaml": "s3cret" });
    expect((await imported(await zipOf(files), { passwords }, { noun: "database" })).status).toBe(200);
    const row = await target.app.db
      .selectFrom("databases")
      .selectAll()
      .where("database_name", "=", "warehouse")
      .executeTakeFirstOrThrow();
    expect(row.sqlalchemy_uri).not.toContain("s3cret");
    const back = await readArchive(await exported("database", row.id, there));
    expect(back.get("databases/warehouse.yaml")).toContain("ann:XXXXXXXXXX@");
  });

  test("requires permission to create what it contains", async () => {
    const empty = await startTestServer();
    const gamma = await empty.as("gamma");
    const { status, body } = await imported(await exported("dashboard", dashboardId), {}, { client: gamma });
    expect(status).toBe(422);
    expect(JSON.stringify(body)).toContain(
      "Database doesn't exist and user doesn't have permission to create databases",
    );
    expect((await imported(new Uint8Array(4), {}, { client: empty.anonymous })).status).toBe(401);
    await empty.stop();
  });
});

describe("an invalid bundle", () => {
  test("is rejected with a message", async () => {
    const text = async (bytes: Uint8Array) => {
      const { status, body } = await imported(bytes);
      return [status, body.message];
    };
    expect(await text(Buffer.from("hello"))).toEqual([422, "Not a ZIP file"]);
    expect(await text(await zipOf({ "a.txt": "x" }))).toEqual([400, "No valid import files were found"]);
    expect(await text(await zipOf({ "charts/a.yaml": "a: 1" }))).toEqual([
      422,
      "Could not find a valid command to import file",
    ]);
    const old = { "metadata.yaml": { version: "0.9.0", type: "Dashboard" } };
    expect(await text(await zipOf(old))).toEqual([422, "Import has incorrect version"]);
    const wrong = await imported(await zipOf({ "metadata.yaml": { version: "1.0.0", type: "Slice" } }));
    expect(wrong.body.errors[0].extra["metadata.yaml"]).toEqual({ type: ["Must be equal to Dashboard."] });
    const broken = await imported(
      await zipOf({ "metadata.yaml": { version: "1.0.0", type: "Dashboard" }, "charts/a.yaml": "a: 1" }),
    );
    expect(broken.body.errors[0].extra["charts/a.yaml"].slice_name).toEqual(["Missing data for required field."]);
  });

  test.each(["../../etc/a.yaml", "/etc/a.yaml", "C:\\a.yaml"])("%s is outside of the archive", async (name) => {
    const writer = new ZipWriter(new Uint8ArrayWriter());
    await writer.add(name, new Uint8ArrayReader(Buffer.from("a: 1")));
    await expect(readArchive(await writer.close())).rejects.toMatchObject({ status: 400 });
  });

  test("with a ZIP or YAML bomb is rejected", async () => {
    const bomb = await zipOf({ "charts/a.yaml": "a".repeat(5_000_000) });
    await expect(readArchive(bomb)).rejects.toMatchObject({ status: 400 });
    const noise = Array.from({ length: 150_000 }, (_, n) => `- k${n}: ${Math.sin(n)}`).join("\n");
    await expect(readArchive(await zipOf({ "charts/a.yaml": noise }))).rejects.toMatchObject({ status: 400 });
    const levels = Array.from({ length: 9 }, (_, n) => `a${n + 1}: &a${n + 1} [${Array(9).fill(`*a${n}`).join(", ")}]`);
    expect(() => parseYaml(`a0: &a0 [x]\n${levels.join("\n")}`, "charts/a.yaml")).toThrow(/charts\/a.yaml/);
  });
});

test("a dashboard exported as an example is the same bundle, needs the same permission and never includes rows", async () => {
  const path = `/api/v1/dashboard/${dashboardId}/export_as_example/`;
  const example = await here.fetch(path);
  const bundle = await here.fetch(`/api/v1/dashboard/export/?q=!(${dashboardId})`);
  expect([example.status, example.headers.get("content-type")]).toEqual([200, "application/zip"]);
  expect(Buffer.from(await example.arrayBuffer()).equals(Buffer.from(await bundle.arrayBuffer()))).toBe(true);
  expect((await here.get(`${path}?export_data=true`)).status).toBe(422);
  expect((await here.get("/api/v1/dashboard/99999/export_as_example/")).status).toBe(404);
  expect((await source.anonymous.get(path)).status).toBe(401);
});
