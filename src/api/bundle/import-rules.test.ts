import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseYaml, toYaml } from "../../model/yaml.ts";
import { loadSampleData, type SampleData } from "../../testing/sample-data.ts";
import { startTestServer, type TestClient, type TestServer } from "../../testing/server.ts";
import { readArchive, writeArchive } from "./archive.ts";

let server: TestServer;
let data: SampleData;
let admin: TestClient;
let alpha: TestClient;

beforeAll(async () => {
  server = await startTestServer();
  data = await loadSampleData(server.app);
  [admin, alpha] = [await server.as("admin"), await server.as("alpha")];
});
afterAll(() => server.stop());

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;
type Files = Map<string, Json>;

async function createChart(slice_name: string, more: object = {}, client = admin): Promise<number> {
  const body = {
    slice_name,
    datasource_id: data.carsId,
    datasource_type: "table",
    viz_type: "table",
    params: "{}",
    ...more,
  };
  return (await client.post<Json>("/api/v1/chart/", body)).body.id;
}
const show = async (path: string) => (await admin.get<Json>(`/api/v1/${path}`)).body.result;

async function exported(noun: string, ...ids: number[]): Promise<Files> {
  const answer = await admin.fetch(`/api/v1/${noun}/export/?q=!(${ids.join(",")})`);
  const files = await readArchive(Buffer.from(await answer.arrayBuffer()));
  return new Map([...files].map(([path, text]) => [path, parseYaml(text, path)]));
}

async function send(noun: string, form: FormData, client = admin) {
  const answer = await client.fetch(`/api/v1/${noun}/import/`, { method: "POST", body: form });
  return { status: answer.status, body: (await answer.json()) as Json };
}

async function imported(noun: string, files: Files, fields: Record<string, string> = {}, client = admin) {
  const texts = [...files].map(([path, file]) => [path, typeof file === "string" ? file : toYaml(file)] as const);
  const form = new FormData();
  form.set("formData", new Blob([new Uint8Array(await writeArchive("root", new Map(texts)))]), "bundle.zip");
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return send(noun, form, client);
}

const fileOf = (files: Files, start: string) => [...files].find(([path]) => path.startsWith(start))?.[1];
const problemsOf = ({ body }: { body: Json }) => {
  const { issue_codes: _, ...problems } = body.errors[0].extra;
  return problems;
};

test("two files with the same uuid are rejected", async () => {
  const files = await exported("chart", await createChart("Twice"));
  const [path = "", file] = [...files].find(([name]) => name.startsWith("charts/")) ?? [];
  const uuid = randomUUID();
  files.set(path, { ...file, uuid });
  files.set("charts/zz_other.yaml", { ...file, uuid, slice_name: "Other" });
  const refused = await imported("chart", files);
  expect(refused.status).toBe(422);
  expect(problemsOf(refused)).toEqual({ "charts/zz_other.yaml": { uuid: ["Another file has the same UUID"] } });
});

test("a dashboard imported without its deleted theme exports unchanged", async () => {
  const theme = (await admin.post<Json>("/api/v1/theme/", { theme_name: "Gone", json_data: "{}" })).body.id;
  const body = { dashboard_title: "Themed", theme_id: theme };
  const id = (await admin.post<Json>("/api/v1/dashboard/", body)).body.id;
  await admin.put(`/api/v1/dashboard/${id}`, { theme_id: null });
  await admin.delete(`/api/v1/theme/${theme}`);
  await admin.post(`/api/v1/dashboard/${id}/versions/1/restore`);
  const files = await exported("dashboard", id);
  expect((await imported("dashboard", files, { overwrite: "true" })).status).toBe(200);
  expect(await exported("dashboard", id)).toEqual(files);
});

describe("overwriting a database with another server's address", () => {
  const path = "databases/tokens.yaml";
  const databaseAt = (host: string, more: object = {}) =>
    new Map<string, Json>([
      ["metadata.yaml", { version: "1.0.0", type: "Database" }],
      [
        path,
        {
          database_name: "Tokens",
          sqlalchemy_uri: `trino://ann@${host}/hive`,
          uuid: "5e1c3a76-5a51-4f5e-9a5e-000000000001",
          version: "1.0.0",
          ...more,
        },
      ],
    ]);
  const masked = { masked_encrypted_extra: { access_token: "XXXXXXXXXX" } };
  const secretsWith = (token: string) => ({
    encrypted_extra_secrets: JSON.stringify({ [path]: { "$.access_token": token } }),
  });
  const stored = async () => {
    const { secretPartsOf } = await import("../database/store.ts");
    const rows = server.app.db.selectFrom("databases").selectAll().where("database_name", "=", "Tokens");
    return secretPartsOf(server.app.secrets, await rows.executeTakeFirstOrThrow()).encryptedExtra;
  };

  test("asks for its secrets again, and keeps only those in the bundle", async () => {
    const here = "one.example.invalid";
    expect((await imported("database", databaseAt(here, masked), secretsWith("t0ken"))).status).toBe(200);
    const overwrite = { overwrite: "true" };
    expect((await imported("database", databaseAt(here, masked), overwrite)).status).toBe(200);
    expect(await stored()).toBe('{"access_token":"t0ken"}');
    const refused = await imported("database", databaseAt("two.example.invalid", masked), overwrite);
    expect(problemsOf(refused)).toEqual({
      [path]: { _schema: ["Must provide value for masked_encrypted_extra field: $.access_token"] },
    });
    const again = { ...overwrite, ...secretsWith("other") };
    expect((await imported("database", databaseAt("two.example.invalid", masked), again)).status).toBe(200);
    expect(await stored()).toBe('{"access_token":"other"}');
    expect((await imported("database", databaseAt("three.example.invalid"), overwrite)).status).toBe(200);
    expect(await stored()).toBeNull();
  });
});

describe("overwriting", () => {
  test("a chart uses the file and adds the importer as an owner", async () => {
    const id = await createChart("Before", { description: "old", cache_timeout: 5 }, alpha);
    const files = await exported("chart", id);
    const own = { viz_type: "pie", custom: { deep: [null, "ä"] } };
    Object.assign(fileOf(files, "charts/"), { slice_name: "After", description: null, viz_type: "pie", params: own });
    const refused = await imported("chart", files);
    expect(refused.status).toBe(422);
    expect(Object.values(problemsOf(refused))).toEqual(["Chart already exists and `overwrite=true` was not passed"]);
    expect((await imported("chart", files, { overwrite: "true" })).body).toMatchObject({ message: "OK" });
    const chart = await show(`chart/${id}`);
    expect(chart).toMatchObject({ slice_name: "After", description: null, viz_type: "pie", cache_timeout: 5 });
    expect(JSON.parse(chart.params).custom).toEqual(own.custom);
    expect(chart.owners.map((owner: Json) => owner.first_name)).toEqual(["Admin", "Alpha"]);
  });

  test("with an invalid overwrite value is rejected", async () => {
    const id = await createChart("Undecided");
    const answer = await imported("chart", await exported("chart", id), { overwrite: "maybe" });
    expect([answer.status, answer.body.message]).toEqual([400, "overwrite must be true or false"]);
  });

  test("objects of other users is rejected", async () => {
    const files = await exported("chart", await createChart("Of admin"));
    const { status, body } = await imported("chart", files, { overwrite: "true" }, alpha);
    expect(status).toBe(422);
    expect(body.errors[0]).toMatchObject({ error_type: "GENERIC_COMMAND_ERROR", level: "warning" });
    expect(JSON.stringify(body)).toContain("A chart already exists and user doesn't have permissions to overwrite it");
    const fresh = await exported("chart", await createChart("New"));
    fileOf(fresh, "charts/").uuid = randomUUID();
    expect((await imported("chart", fresh, {}, alpha)).status).toBe(200);
  });

  test("a dataset replaces its columns and metrics, unless it's a dependency of a chart", async () => {
    const body = { database: data.databaseId, table_name: "mine", sql: "SELECT 1 AS a, 2 AS b" };
    const dataset = (await admin.post<Json>("/api/v1/dataset/", body)).body.id;
    const chart = await createChart("On mine", { datasource_id: dataset });
    const files = await exported("chart", chart);
    const file = fileOf(files, "datasets/");
    file.columns = [{ ...file.columns[0], column_name: "c", expression: "a + b", verbose_name: "Sum" }];
    file.metrics = [{ metric_name: "m", expression: "MAX(a)", currency: { symbol: "USD", symbolPosition: "prefix" } }];
    expect((await imported("chart", files, { overwrite: "true" })).status).toBe(200);
    expect((await show(`dataset/${dataset}`)).column_names).toEqual(["a", "b"]);
    files.set("metadata.yaml", { version: "1.0.0", type: "SqlaTable" });
    expect((await imported("dataset", files, { overwrite: "true" })).status).toBe(200);
    const after = await show(`dataset/${dataset}`);
    expect(after.columns).toMatchObject([{ column_name: "c", expression: "a + b", verbose_name: "Sum" }]);
    expect(after.metrics).toMatchObject([{ metric_name: "m", currency: { symbol: "USD", symbolPosition: "prefix" } }]);
  });

  test("a dashboard replaces its charts", async () => {
    const [a, b] = [await createChart("Stays"), await createChart("Goes")];
    const created = await admin.post<Json>("/api/v1/dashboard/", { dashboard_title: "Two" });
    for (const id of [a, b]) await admin.put(`/api/v1/chart/${id}`, { dashboards: [created.body.id] });
    const files = await exported("dashboard", created.body.id);
    const dashboard = fileOf(files, "dashboards/");
    const layout = Object.values<Json>(dashboard.position);
    expect(layout.filter((part) => part.type === "CHART").map((part) => part.meta.sliceName)).toEqual([
      "Stays",
      "Goes",
    ]);
    const [row] = layout.filter((part) => part.type === "ROW");
    expect(row.children).toHaveLength(2);
    const gone = row.children.find((child: string) => dashboard.position[child].meta.sliceName === "Goes");
    row.children = row.children.filter((child: string) => child !== gone);
    delete dashboard.position[gone];
    expect((await imported("dashboard", files, { overwrite: "true" })).status).toBe(200);
    expect((await show(`dashboard/${created.body.id}`)).charts).toEqual(["Stays"]);
    expect((await show(`chart/${b}`)).dashboards).toEqual([]);
  });
});

describe("a round trip", () => {
  test("returns a database, its datasets and a dashboard as the same bytes", async () => {
    const chart = await createChart("Ünïcode: 50% & more", {
      params: JSON.stringify({
        viz_type: "table",
        datasource: `${data.carsId}__table`,
        text: "multi\nline: yes",
        no: "on",
        date: "2024-01-01",
        n: 1e21,
      }),
      query_context: JSON.stringify({ datasource: { id: data.carsId, type: "table" }, queries: [] }),
    });
    const created = await admin.post<Json>("/api/v1/dashboard/", {
      dashboard_title: "  # tricky: [title]",
      css: ".a {\n}\n",
    });
    await admin.put(`/api/v1/chart/${chart}`, { dashboards: [created.body.id] });
    const first = await exported("dashboard", created.body.id);
    const other = await startTestServer();
    const there = await other.as("admin");
    expect((await imported("dashboard", first, {}, there)).status).toBe(200);
    const id = (await there.get<Json>("/api/v1/dashboard/")).body.ids[0];
    const answer = await there.fetch(`/api/v1/dashboard/export/?q=!(${id})`);
    const back = await readArchive(Buffer.from(await answer.arrayBuffer()));
    const texts = (files: Iterable<[string, string]>) =>
      [...files]
        .filter(([path]) => path !== "metadata.yaml")
        .map(([path, text]) => [path.replace(/_\d+\.yaml$/, ".yaml"), text.replace(/chartId: \d+/g, "chartId: N")]);
    const sent = [...first].map(([path, file]): [string, string] => [path, toYaml(file)]);
    expect(texts(back)).toEqual(texts(sent));
    await other.stop();
  });
});

describe("a layout", () => {
  const bundle = async (position: object | null, more: object = {}): Promise<Files> => {
    const files = await exported("chart", await createChart("Placed"));
    files.set("metadata.yaml", { version: "1.0.0", type: "Dashboard" });
    const uuid = randomUUID();
    files.set("dashboards/d.yaml", { dashboard_title: uuid, uuid, position, metadata: {}, version: "1.0.0", ...more });
    return files;
  };
  const saved = async (files: Files) => {
    expect((await imported("dashboard", files)).body).toMatchObject({ message: "OK" });
    return show(`dashboard/${files.get("dashboards/d.yaml").uuid}`);
  };

  test("never uses a local chart that has the source server's chart id", async () => {
    const foreignChart = await createChart("Stranger");
    const tile = { id: "CHART-x", type: "CHART", children: [], meta: { chartId: foreignChart, uuid: randomUUID() } };
    const grid = { id: "GRID_ID", type: "GRID", children: ["CHART-x"] };
    const root = { id: "ROOT_ID", type: "ROOT", children: ["GRID_ID"] };
    const shown = await saved(await bundle({ ROOT_ID: root, GRID_ID: grid, "CHART-x": tile }));
    expect(shown.charts).toEqual([]);
    expect((await show(`chart/${foreignChart}`)).dashboards).toEqual([]);
  });

  test("is empty by default, and a taken slug is dropped", async () => {
    await admin.post("/api/v1/dashboard/", { dashboard_title: "Has it", slug: "taken" });
    const shown = await saved(await bundle(null, { slug: "taken" }));
    expect(Object.keys(JSON.parse(shown.position_json))).toEqual(expect.arrayContaining(["ROOT_ID", "GRID_ID"]));
    expect(shown.slug).toBeNull();
  });
});

test("accepts any 128-bit uuid in either letter case", async () => {
  const uuid = "aaaaaaaa-2222-3333-4444-555555555555";
  const files = await exported("chart", await createChart("Written"));
  Object.assign(fileOf(files, "charts/"), { uuid: uuid.toUpperCase(), slice_name: "By hand" });
  expect((await imported("chart", files)).body).toMatchObject({ message: "OK" });
  expect((await imported("chart", files)).status).toBe(422);
  expect(await show(`chart/${uuid}`)).toMatchObject({ uuid, slice_name: "By hand" });
});

describe("rejects", () => {
  test("a request without a file or form", async () => {
    expect((await send("chart", new FormData())).status).toBe(400);
    const answer = await admin.post<Json>("/api/v1/chart/import/", { formData: "x" });
    expect(answer.status).toBe(400);
    expect(answer.body.errors[0].message).toBe("Request MIME type is not 'multipart/form-data'");
  });

  test("two files at once", async () => {
    const form = new FormData();
    for (const name of ["a.zip", "b.zip"]) form.append("formData", new Blob(["x"]), name);
    expect(await send("chart", form)).toMatchObject({ status: 400, body: { message: "formData must be one file" } });
  });

  test("invalid files, reporting every problem and saving nothing", async () => {
    const chart = await createChart("Good");
    const files = await exported("chart", chart);
    const good = fileOf(files, "charts/");
    files.set("charts/no_uuid.yaml", { ...good, uuid: "x" });
    files.set("charts/no_name.yaml", { ...good, uuid: randomUUID(), slice_name: undefined });
    const before = (await admin.get<Json>("/api/v1/chart/")).body.count;
    const answer = await imported("chart", files, { overwrite: "true" });
    expect(answer.status).toBe(422);
    expect(Object.keys(problemsOf(answer)).sort()).toEqual(["charts/no_name.yaml", "charts/no_uuid.yaml"]);
    expect(answer.body.errors[0].message).toMatch(/^Error importing chart: /);
    expect((await admin.get<Json>("/api/v1/chart/")).body.count).toBe(before);
  });

  test.each([
    ["tabs in its indent", "a:\n\t- b"],
    ["an unclosed list", "a: [1, 2"],
    ["the same key twice", "a: 1\na: 2"],
  ])("YAML with %s", async (_, text) => {
    const files: Files = new Map([["metadata.yaml", { version: "1.0.0", type: "Slice" }]]);
    const answer = await imported("chart", new Map([...files, ["charts/bad.yaml", text]]));
    expect(answer.status).toBe(422);
    expect(JSON.stringify(answer.body)).toContain("charts/bad.yaml");
  });

  test("passwords that aren't JSON, a chart with a missing dataset, and a taken name", async () => {
    const files = await exported("chart", await createChart("Any"));
    expect(await imported("chart", files, { passwords: "{", overwrite: "true" })).toMatchObject({
      status: 422,
      body: { message: { passwords: ["Not valid JSON."] } },
    });
    const lonely: Files = new Map([...files].filter(([path]) => !path.startsWith("data")));
    const chart = fileOf(lonely, "charts/");
    Object.assign(chart, { uuid: randomUUID(), dataset_uuid: randomUUID() });
    const missing = await imported("chart", lonely);
    expect(Object.values(problemsOf(missing))).toEqual([{ dataset_uuid: ["Dataset does not exist"] }]);
    const database = await exported("database", data.databaseId);
    fileOf(database, "databases/").uuid = randomUUID();
    const duplicate = await imported(
      "database",
      new Map([...database].filter(([path]) => !path.startsWith("datasets"))),
    );
    expect(Object.values(problemsOf(duplicate))).toEqual([
      { database_name: ["A database with the same name already exists."] },
    ]);
  });
});

describe("objects that can't be saved can't be imported either", () => {
  const metadata = (type: string) => ["metadata.yaml", { version: "1.0.0", type, timestamp: "2024-01-01" }] as const;

  test("databases at forbidden addresses, with the same error as saving", async () => {
    const other = await startTestServer({ config: { allowedHosts: [], databaseFolders: [] } });
    const client = await other.as("admin");
    const file = { database_name: "Elsewhere", uuid: randomUUID(), version: "1.0.0" };
    const path = "databases/elsewhere.yaml";
    const send = async (fields: object) =>
      imported("database", new Map<string, Json>([metadata("Database"), [path, { ...file, ...fields }]]), {}, client);
    for (const [fields, error_type] of [
      [{ sqlalchemy_uri: "postgresql://ann@169.254.169.254/x" }, "CONNECTION_INVALID_HOSTNAME_ERROR"],
      [{ sqlalchemy_uri: "postgresql:///x" }, "CONNECTION_MISSING_PARAMETERS_ERROR"],
      [{ sqlalchemy_uri: "duckdb:////etc/passwd" }, "CONNECTION_DATABASE_PERMISSIONS_ERROR"],
      [{ sqlalchemy_uri: "sqlite:///tessera.db" }, "CONNECTION_DATABASE_PERMISSIONS_ERROR"],
      [
        {
          sqlalchemy_uri: "mysql://u@db.example/x",
          extra: { engine_params: { connect_args: { local_infile: true } } },
        },
        "CONNECTION_DATABASE_PERMISSIONS_ERROR",
      ],
    ] as const) {
      const answer = await send(fields);
      const [whole, cause] = answer.body.errors;
      expect([answer.status, whole.extra[path]]).toEqual([422, { sqlalchemy_uri: [cause.message] }]);
      const extra = "extra" in fields ? { extra: JSON.stringify(fields.extra) } : {};
      const body = { database_name: "Elsewhere", sqlalchemy_uri: fields.sqlalchemy_uri, ...extra };
      const saved = await client.post<Json>("/api/v1/database/", body);
      expect([saved.body.errors, cause.error_type]).toEqual([[cause], error_type]);
    }
    // Unknown hosts and engines without a connector connect nowhere.
    expect((await send({ sqlalchemy_uri: "postgresql://ann@nowhere.invalid/x" })).status).toBe(200);
    const druid = { sqlalchemy_uri: "druid://127.0.0.1/x", uuid: randomUUID(), database_name: "Druid" };
    expect((await send(druid)).status).toBe(200);
    // Existing dependencies aren't checked.
    const dependent = await imported(
      "chart",
      new Map<string, Json>([
        metadata("Slice"),
        [path, { ...file, sqlalchemy_uri: "postgresql://ann@169.254.169.254/x" }],
      ]),
      {},
      client,
    );
    expect(dependent.status).toBe(200);
    await other.stop();
  });

  test("themes that could break out of their style sheet", async () => {
    for (const json_data of [
      { token: { brandLogoUrl: "javascript:alert(1)" } },
      { token: { fontFamily: "x;}</style><script>" } },
      JSON.stringify({ token: { colorPrimary: "url(https://other.example/)" } }),
      "{",
    ]) {
      const file = { theme_name: "Night", json_data, uuid: randomUUID(), version: "1.0.0" };
      const answer = await imported("theme", new Map<string, Json>([metadata("Theme"), ["themes/a.yaml", file]]));
      expect([answer.status, problemsOf(answer)]).toEqual([
        422,
        { "themes/a.yaml": { json_data: [expect.stringMatching(/^Invalid /)] } },
      ]);
    }
    expect((await admin.get<Json>("/api/v1/theme/")).body.count).toBe(0);
  });

  test("slugs with paths, and tags with reserved names", async () => {
    const uuid = randomUUID();
    const board = { dashboard_title: "T", slug: "../../login", uuid, version: "1.0.0", position: {}, metadata: {} };
    const files = (more: object) =>
      new Map<string, Json>([metadata("Dashboard"), ["dashboards/a.yaml", { ...board, ...more }]]);
    for (const tags of [["owner:1"], ["a,b"], ["a\u0000"]])
      expect(problemsOf(await imported("dashboard", files({ tags })))).toEqual({
        "dashboards/a.yaml": { tags: { 0: [expect.stringMatching(/^Tag names can.t/)] } },
      });
    expect((await imported("dashboard", files({ tags: ["mine"] }))).status).toBe(200);
    expect((await show(`dashboard/${uuid}`)).slug).toBe("login");
  });
});
