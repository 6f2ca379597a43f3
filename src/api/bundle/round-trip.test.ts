import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseYaml, toYaml } from "../../model/yaml.ts";
import { loadSampleData, type SampleData } from "../../testing/sample-data.ts";
import { startTestServer, type TestClient, type TestServer } from "../../testing/server.ts";
import { secretPartsOf } from "../database/index.ts";
import { readArchive, writeArchive } from "./archive.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;

let source: TestServer;
let data: SampleData;
let here: TestClient;
let dashboardId: number;
let themeId: number;

beforeAll(async () => {
  source = await startTestServer();
  data = await loadSampleData(source.app);
  here = await source.as("admin");
  const theme = { theme_name: "Night: shift", json_data: JSON.stringify({ token: { colorPrimary: "#123456" } }) };
  themeId = (await here.post<Json>("/api/v1/theme/", theme)).body.id;
  dashboardId = await createDashboard();
});
afterAll(() => source.stop());

async function createChart(slice_name: string, more: object = {}): Promise<number> {
  const params = {
    viz_type: "echarts_timeseries_line",
    metrics: ["count"],
    made_up: { n: 1e21, text: "a: #b\n- c" },
    ...more,
  };
  const query_context = {
    datasource: { id: data.flightsId, type: "table" },
    force: false,
    queries: [{ metrics: ["count"], annotation_layers: (more as Json).annotation_layers ?? [] }],
    form_data: { ...params, datasource: `${data.flightsId}__table`, slice_id: 77 },
  };
  const body = { slice_name, viz_type: params.viz_type, datasource_id: data.flightsId, datasource_type: "table" };
  const texts = { params: JSON.stringify(params), query_context: JSON.stringify(query_context) };
  return (await here.post<Json>("/api/v1/chart/", { ...body, ...texts })).body.id;
}

async function createDashboard(): Promise<number> {
  for (let spare = 0; spare < 5; spare++) await createChart(`Spare ${spare}`);
  const layer = (await here.post<Json>("/api/v1/annotation_layer/", { name: "Weather" })).body.id;
  const a = await createChart("Ünïcode: 50% & more");
  const annotation_layers = [
    { name: "Storms", annotationType: "EVENT", sourceType: "NATIVE", value: layer },
    { name: "Other", annotationType: "TIME_SERIES", sourceType: "line", value: a },
    { name: "Gone", annotationType: "TIME_SERIES", sourceType: "line", value: 9999 },
  ];
  const b = await createChart("With layers", { annotation_layers });
  const tile = (id: number) => ({ id: `CHART-${id}`, type: "CHART", children: [], meta: { chartId: id, width: 4 } });
  const positions = {
    ROOT_ID: { id: "ROOT_ID", type: "ROOT", children: ["GRID_ID"] },
    GRID_ID: { id: "GRID_ID", type: "GRID", children: ["CHART-a", "CHART-b", "CHART-gone"] },
    "CHART-a": tile(a),
    "CHART-b": tile(b),
    "CHART-gone": tile(9998),
  };
  const metadata = {
    positions,
    expanded_slices: { [b]: true, 9998: true },
    timed_refresh_immune_slices: [b, 9998],
    chart_configuration: { [b]: { id: b, crossFilters: { scope: { rootPath: ["ROOT_ID"], excluded: [a] } } } },
    native_filter_configuration: [
      {
        id: "NATIVE_FILTER-1",
        type: "NATIVE_FILTER",
        name: "Car",
        filterType: "filter_select",
        targets: [{ datasetId: data.carsId, column: { name: "Name" } }],
        scope: { rootPath: ["ROOT_ID"], excluded: [b] },
        chartsInScope: [b, a],
      },
    ],
  };
  const body = { dashboard_title: "  # tricky: [title]", slug: "tricky", css: ".a {\n}\n", theme_id: themeId };
  const { id } = (await here.post<Json>("/api/v1/dashboard/", { ...body, json_metadata: JSON.stringify(metadata) }))
    .body;
  const tags = (await here.post<Json>("/api/v1/tag/", { name: "fleet - all", description: "Of: the fleet" })).status;
  expect(tags).toBe(201);
  const { db } = source.app;
  const tag = await db.selectFrom("tags").select("id").where("name", "=", "fleet - all").executeTakeFirstOrThrow();
  await here.put(`/api/v1/dashboard/${id}`, { tags: [tag.id] });
  await here.put(`/api/v1/chart/${a}`, { tags: [tag.id] });
  return id;
}

async function exported(client: TestClient, path: string): Promise<{ bytes: Buffer; name: string }> {
  const answer = await client.fetch(path);
  expect(answer.status).toBe(200);
  return { bytes: Buffer.from(await answer.arrayBuffer()), name: answer.headers.get("content-disposition") ?? "" };
}

async function imported(
  client: TestClient,
  noun: string,
  { bytes, ...fields }: { bytes: Uint8Array; [field: string]: unknown },
) {
  const form = new FormData();
  form.set(noun === "assets" ? "bundle" : "formData", new Blob([new Uint8Array(bytes)]), "bundle.zip");
  for (const [name, value] of Object.entries(fields)) form.set(name, String(value));
  const answer = await client.fetch(`/api/v1/${noun}/import/`, { method: "POST", body: form });
  return { status: answer.status, body: (await answer.json()) as Json };
}

async function onNewServer<T>(work: (client: TestClient, server: TestServer) => Promise<T>): Promise<T> {
  const server = await startTestServer();
  try {
    return await work(await server.as("admin"), server);
  } finally {
    await server.stop();
  }
}

async function changed(bytes: Buffer, change: (path: string, file: Json) => Json): Promise<Buffer> {
  const files = await readArchive(bytes);
  const after = [...files].map(([path, text]) => [path, toYaml(change(path, parseYaml(text, path)))] as const);
  return writeArchive("root", new Map(after));
}

const textsOf = async (bytes: Buffer) => [...(await readArchive(bytes))];

test("tiles of charts that are gone have an id that no chart has", async () => {
  const { bytes } = await exported(here, `/api/v1/dashboard/export/?q=!(${dashboardId})`);
  const files = [...(await readArchive(bytes))].filter(([path]) => path.startsWith("dashboards/"));
  const [position] = files.map(([path, text]) => (parseYaml(text, path) as Json).position);
  expect(position["CHART-gone"].meta).toEqual({ width: 4, chartId: 0 });
});

describe("a bundle imported to an empty server exports the same bytes", () => {
  test("a dashboard, with charts, layers, datasets, theme and tags", async () => {
    const first = await exported(here, `/api/v1/dashboard/export/?q=!(${dashboardId})`);
    await onNewServer(async (there) => {
      expect(await imported(there, "dashboard", first)).toMatchObject({ status: 200, body: { message: "OK" } });
      const { result } = (await there.get<Json>("/api/v1/dashboard/tricky")).body;
      expect(result).toMatchObject({ charts: ["Ünïcode: 50% & more", "With layers"] });
      expect(result.theme).toMatchObject({ theme_name: "Night: shift" });
      expect(result.custom_tags).toMatchObject([{ name: "fleet - all" }]);
      const second = await exported(there, `/api/v1/dashboard/export/?q=!(${result.id})`);
      expect(await textsOf(second.bytes)).toEqual(await textsOf(first.bytes));
      expect(second.bytes.equals(first.bytes)).toBe(true);
      expect(second.name).toBe(first.name);
    });
  });

  test.each([
    ["chart", () => 1],
    ["dataset", () => data.carsId],
    ["database", () => data.databaseId],
    ["theme", () => themeId],
  ])("a %s", async (noun, id) => {
    const first = await exported(here, `/api/v1/${noun}/export/?q=!(${id()})`);
    await onNewServer(async (there) => {
      expect((await imported(there, noun, first)).status).toBe(200);
      const q = "(order_column:changed_on_delta_humanized,order_direction:asc)";
      const list = await there.get<Json>(`/api/v1/${noun}/${noun === "database" ? "" : `?q=${q}`}`);
      const [here1] = list.body.ids.toReversed();
      const second = await exported(there, `/api/v1/${noun}/export/?q=!(${here1})`);
      expect(await textsOf(second.bytes)).toEqual(await textsOf(first.bytes));
      expect(second.bytes.equals(first.bytes)).toBe(true);
    });
  });

  test("all assets, with unknown keys", async () => {
    const all = await exported(here, "/api/v1/assets/export/");
    expect(all.name).toMatch(/filename=assets_export_\d{8}T\d{6}\.zip/);
    const marked = await changed(all.bytes, (path, file) => {
      if (path === "metadata.yaml" || path === "tags.yaml" || path.startsWith("annotation")) return file;
      const { columns, metrics, ...rest } = file;
      const own = { x_unknown: { deep: [1, { "a: b": null }] }, x_also: "yes" };
      const items = (list: Json[]) => list.map((item) => ({ ...item, x_item: [true] }));
      const parts = columns ? { metrics: items(metrics), columns: items(columns) } : {};
      return { ...file, ...parts, ...own, ...(Object.keys(rest).length ? {} : {}) };
    });
    await onNewServer(async (there) => {
      expect(await imported(there, "assets", { bytes: marked })).toMatchObject({
        status: 200,
        body: { message: "OK" },
      });
      const second = await exported(there, "/api/v1/assets/export/");
      expect(await textsOf(second.bytes)).toEqual(await textsOf(marked));
      expect(await imported(there, "assets", second)).toMatchObject({ status: 200 });
      expect((await exported(there, "/api/v1/assets/export/")).bytes.equals(second.bytes)).toBe(true);
    });
  });

  test("except for the timestamp, once an object has changed", async () => {
    const first = await exported(here, `/api/v1/theme/export/?q=!(${themeId})`);
    await onNewServer(async (there) => {
      await imported(there, "theme", first);
      const [id] = (await there.get<Json>("/api/v1/theme/")).body.ids;
      await there.put(`/api/v1/theme/${id}`, { theme_name: "Day", json_data: "{}" });
      const second = await exported(there, `/api/v1/theme/export/?q=!(${id})`);
      const metadata = (texts: [string, string][]) => texts.find(([path]) => path === "metadata.yaml")?.[1] ?? "";
      expect(metadata(await textsOf(second.bytes)) > metadata(await textsOf(first.bytes))).toBe(true);
    });
  });
});

test("a saved query belongs to its owner, and survives a round trip too", async () => {
  const body = { db_id: data.databaseId, schema: "main", label: "How many? / cars", sql: "SELECT count(*)\nFROM cars" };
  const { id } = (await here.post<Json>("/api/v1/saved_query/", body)).body;
  const first = await exported(here, `/api/v1/saved_query/export/?q=!(${id})`);
  expect(first.name).toMatch(/filename=saved_query_export_\d{8}T\d{6}\.zip/);
  expect((await textsOf(first.bytes)).map(([path]) => path)).toEqual([
    "metadata.yaml",
    "databases/samples.yaml",
    "queries/samples/main/How_many_cars.yaml",
  ]);
  const alpha = await source.as("writer", ["Alpha", "sql_lab"]);
  expect((await alpha.get(`/api/v1/saved_query/export/?q=!(${id})`)).status).toBe(404);
  expect((await imported(alpha, "saved_query", { ...first, overwrite: true })).status).toBe(422);
  expect((await imported(here, "saved_query", first)).status).toBe(422);
  expect((await imported(here, "saved_query", { ...first, overwrite: true })).status).toBe(200);
  await onNewServer(async (there) => {
    expect((await imported(there, "saved_query", first)).status).toBe(200);
    const [own] = (await there.get<Json>("/api/v1/saved_query/")).body.ids;
    const second = await exported(there, `/api/v1/saved_query/export/?q=!(${own})`);
    expect(await textsOf(second.bytes)).toEqual(await textsOf(first.bytes));
    expect(second.bytes.equals(first.bytes)).toBe(true);
  });
});

describe("an import", () => {
  const database = (more: object = {}) => ({
    database_name: "warehouse",
    sqlalchemy_uri: "postgresql://ann:XXXXXXXXXX@db.example.org/sales",
    uuid: randomUUID(),
    version: "1.0.0",
    ...more,
  });
  const zip = (files: Record<string, object>) =>
    writeArchive("root", new Map(Object.entries(files).map(([path, file]) => [path, toYaml(file)])));

  test("asks for every missing secret with the messages that clients look for", async () => {
    const ssh_tunnel = {
      server_address: "bastion.example.org",
      server_port: 22,
      username: "ann",
      password: "XXXXXXXXXX",
      private_key: "XXXXXXXXXX",
      private_key_password: "XXXXXXXXXX",
    };
    const masked_encrypted_extra = { credentials_info: { project: "p", private_key: "XXXXXXXXXX" } };
    const file = database({ ssh_tunnel, masked_encrypted_extra });
    const path = "databases/warehouse.yaml";
    const bytes = await zip({ "metadata.yaml": { version: "1.0.0", type: "Database" }, [path]: file });
    await onNewServer(async (there, server) => {
      const requested = await imported(there, "database", { bytes });
      expect(requested.status).toBe(422);
      expect(requested.body.errors[0].extra[path]).toEqual({
        _schema: [
          "Must provide a password for the database",
          "Must provide a password for the ssh tunnel",
          "Must provide a private key for the ssh tunnel",
          "Must provide a private key password for the ssh tunnel",
          "Must provide value for masked_encrypted_extra field: $.credentials_info.private_key",
        ],
      });
      const forPath = (value: unknown) => JSON.stringify({ [path]: value });
      const secrets = {
        passwords: forPath("pw-1"),
        ssh_tunnel_passwords: forPath("pw-2"),
        ssh_tunnel_private_keys: forPath("key-3"),
        ssh_tunnel_private_key_passwords: forPath("pw-4"),
        encrypted_extra_secrets: forPath({ "$.credentials_info.private_key": "key-5" }),
      };
      expect((await imported(there, "database", { bytes, ...secrets, passwords: "[" })).status).toBe(422);
      expect(await imported(there, "database", { bytes, ...secrets })).toMatchObject({ status: 200 });
      const row = await server.app.db.selectFrom("databases").selectAll().executeTakeFirstOrThrow();
      const texts = (await textsOf((await exported(there, `/api/v1/database/export/?q=!(${row.id})`)).bytes)).join(
        "\n",
      );
      for (const secret of ["pw-1", "pw-2", "key-3", "pw-4", "key-5"]) expect(texts).not.toContain(secret);
      expect(texts).toContain("bastion.example.org");
      expect(JSON.stringify(row)).not.toMatch(/key-[35]|pw-[124]/);
      const { tunnel } = secretPartsOf(server.app.secrets, row);
      const stored = { password: "pw-2", private_key: "key-3", private_key_password: "pw-4" };
      expect(tunnel).toEqual({ ...ssh_tunnel, ...stored });
      const overwrite = { overwrite: "true" };
      expect(await imported(there, "database", { bytes, ...overwrite })).toMatchObject({ status: 200 });
      const again = await server.app.db.selectFrom("databases").selectAll().executeTakeFirstOrThrow();
      expect(secretPartsOf(server.app.secrets, again).tunnel).toEqual({ ...ssh_tunnel, ...stored });
      const moved = database({
        ssh_tunnel: { ...ssh_tunnel, server_address: "evil.example.org" },
        masked_encrypted_extra,
      });
      const changed = await zip({ "metadata.yaml": { version: "1.0.0", type: "Database" }, [path]: moved });
      const refused = await imported(there, "database", { bytes: changed, ...overwrite });
      expect(refused.body.errors[0].extra[path]._schema).toContain("Must provide a password for the database");
      expect(refused.body.errors[0].extra[path]._schema).toContain("Must provide a password for the ssh tunnel");
    });
  });

  test("converts charts of legacy types", async () => {
    const { bytes } = await exported(here, "/api/v1/chart/export/?q=!(1)");
    const old = await changed(bytes, (path, file) => {
      if (!path.startsWith("charts/")) return file;
      const params = {
        viz_type: "line",
        granularity_sqla: "date",
        time_range: "No filter",
        metrics: ["count"],
        keep: 1,
      };
      return { ...file, viz_type: "line", params };
    });
    const oldest = await changed(bytes, (path, file) =>
      path.startsWith("charts/") ? { ...file, uuid: randomUUID(), viz_type: "treemap", params: { keep: 2 } } : file,
    );
    await onNewServer(async (there) => {
      expect((await imported(there, "chart", { bytes: old })).status).toBe(200);
      expect((await imported(there, "chart", { bytes: oldest })).status).toBe(200);
      const [line, treemap] = (await there.get<Json>("/api/v1/chart/?q=(order_column:viz_type)")).body.result;
      expect(line).toMatchObject({ viz_type: "echarts_timeseries_line" });
      expect(JSON.parse(line.params)).toMatchObject({ x_axis: "date", keep: 1, viz_type: "echarts_timeseries_line" });
      expect(treemap).toMatchObject({ viz_type: "treemap_v2" });
      expect((await there.get<Json>(`/api/v1/chart/${line.id}`)).body.result.query_context).toBeNull();
    });
  });

  test("doesn't link objects that the importer can't see", async () => {
    const bundle = await exported(here, "/api/v1/chart/export/?q=!(1)");
    const files = await readArchive(bundle.bytes);
    const own = new Map([...files].filter(([path]) => !path.startsWith("data")));
    const bytes = await changed(await writeArchive("root", own), (path, file) =>
      path.startsWith("charts/") ? { ...file, uuid: randomUUID() } : file,
    );
    const gamma = await source.as("gamma");
    const refused = await imported(gamma, "chart", { bytes });
    expect(refused.status).toBe(422);
    expect(JSON.stringify(refused.body)).toContain("Dataset does not exist");
    expect((await imported(await source.as("alpha"), "chart", { bytes })).status).toBe(200);
  });

  test("restores deleted objects with their id and relations", async () => {
    const id = await createChart("Deleted");
    const { bytes } = await exported(here, `/api/v1/chart/export/?q=!(${id})`);
    await here.post(`/api/v1/chart/${id}/favorites/`);
    await here.delete(`/api/v1/chart/${id}`);
    const renamed = await changed(bytes, (path, file) =>
      path.startsWith("charts/") ? { ...file, slice_name: "Back" } : file,
    );
    expect((await imported(here, "chart", { bytes: renamed })).status).toBe(200);
    expect((await here.get<Json>(`/api/v1/chart/${id}`)).body.result.slice_name).toBe("Back");
    const favorite = await here.get<Json>(`/api/v1/chart/favorite_status/?q=!(${id})`);
    expect(favorite.body.result).toEqual([{ id, value: true }]);
    const { result } = (await here.get<Json>(`/api/v1/chart/${id}/versions/`)).body;
    expect(result[0].changed).toContain("slice_name");
  });

  test("saves a version of the objects it replaces", async () => {
    const id = await createChart("Before");
    const { bytes } = await exported(here, `/api/v1/chart/export/?q=!(${id})`);
    await here.put(`/api/v1/chart/${id}`, { slice_name: "Between" });
    await imported(here, "chart", { bytes, overwrite: true });
    const { result } = (await here.get<Json>(`/api/v1/chart/${id}/versions/`)).body;
    expect(result.length).toBeGreaterThanOrEqual(3);
    expect((await here.get<Json>(`/api/v1/chart/${id}`)).body.result.slice_name).toBe("Before");
  });

  test("of partial assets needs `sparse`, and administrator permissions", async () => {
    const { bytes } = await exported(here, "/api/v1/assets/export/");
    const files = new Map([...(await readArchive(bytes))].filter(([path]) => !/cars|databases/.test(path)));
    const sparse = await writeArchive("root", files);
    expect((await imported(await source.as("gamma"), "assets", { bytes })).status).toBe(403);
    const refused = await imported(here, "assets", { bytes: sparse });
    expect(refused.status).toBe(422);
    expect(JSON.stringify(refused.body)).toContain("Database does not exist");
    expect((await imported(here, "assets", { bytes: sparse, sparse: true })).status).toBe(200);
    expect((await here.fetch("/api/v1/assets/import/", { method: "POST", body: new FormData() })).status).toBe(400);
  });
});
