import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadSampleData } from "../testing/sample-data.ts";
import { startTestServer, type TestClient, type TestServer } from "../testing/server.ts";
import { insertDatabase } from "./database/store.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;
let server: TestServer;
let admin: TestClient;
let colleague: TestClient;
const ids: Record<string, number> = {};

beforeAll(async () => {
  server = await startTestServer();
  const { carsId, databaseId } = await loadSampleData(server.app);
  admin = await server.as("admin");
  colleague = await server.as("colleague", ["Admin"]);
  const create = async (path: string, body: object) => (await admin.post<Json>(`/api/v1/${path}/`, body)).body.id;
  [ids.cars, ids.samples] = [carsId, databaseId];
  const roles = await server.app.db.selectFrom("roles").select(["id", "name"]).execute();
  ids.gamma = roles.find((role) => role.name === "Gamma")?.id ?? 0;
  ids.theme = await create("theme", { theme_name: "t", json_data: '{"token":{"colorPrimary":"#fff"}}' });
  ids.template = await create("css_template", { template_name: "t", css: "a" });
  const rule = { name: "r", filter_type: "Regular", tables: [carsId], roles: [], clause: "1 = 1" };
  ids.rule = await create("rowlevelsecurity", rule);
  ids.database = await create("database", { database_name: "d", sqlalchemy_uri: "duckdb:///d.duckdb" });
  await admin.put(`/api/v1/database/${ids.database}`, { masked_encrypted_extra: '{"token":"s3cret"}' });
  const values = { database_name: "w", sqlalchemy_uri: "postgresql://u:first@127.0.0.1/d" };
  ids.warehouse = await insertDatabase(server.app, values, { now: server.app.clock.timestamp(), userId: null });
  ids.query = await create("saved_query", { label: "q", sql: "SELECT 1", db_id: databaseId });
  const chart = await create("chart", { slice_name: "c", datasource_id: carsId, datasource_type: "table" });
  const recipients = [{ type: "Email", recipient_config_json: { target: "a@example.org" } }];
  ids.report = await create("report", { type: "Report", name: "r", crontab: "0 0 * * *", chart, recipients });
  ids.layer = await create("annotation_layer", { name: "l" });
  const annotation = { short_descr: "a", start_dttm: "2024-01-01T00:00:00", end_dttm: "2024-01-02T00:00:00" };
  ids.annotation = await create(`annotation_layer/${ids.layer}/annotation`, annotation);
});
afterAll(() => server.stop());

const recipient = (target: string) => ({ recipients: [{ type: "Email", recipient_config_json: { target } }] });
const theme = (theme_name: string) => ({ theme_name, json_data: '{"token":{"colorPrimary":"#fff"}}' });

interface Meeting {
  path: () => string;
  first: object;
  second: () => object;
  lost: string[];
  isOwn?: boolean;
}
const MEETINGS: Record<string, Meeting> = {
  themes: { path: () => `theme/${ids.theme}`, first: theme("one"), second: () => theme("two"), lost: ["theme_name"] },
  "CSS templates": {
    path: () => `css_template/${ids.template}`,
    first: { css: "b" },
    second: () => ({ css: "c" }),
    lost: ["css"],
  },
  "row-level security rules": {
    path: () => `rowlevelsecurity/${ids.rule}`,
    first: { clause: "1 = 2" },
    second: () => ({ clause: "1 = 3", roles: [ids.gamma] }),
    lost: ["clause", "roles"],
  },
  databases: {
    path: () => `database/${ids.database}`,
    first: { extra: '{"a":1}' },
    second: () => ({ extra: '{"a":2}', cache_timeout: 5 }),
    lost: ["cache_timeout", "extra"],
  },
  "saved queries": {
    path: () => `saved_query/${ids.query}`,
    first: { sql: "SELECT 2" },
    second: () => ({ sql: "SELECT 3" }),
    lost: ["sql"],
    isOwn: true,
  },
  reports: {
    path: () => `report/${ids.report}`,
    first: recipient("b@example.org"),
    second: () => recipient("c@example.org"),
    lost: ["recipients"],
  },
  "annotation layers": {
    path: () => `annotation_layer/${ids.layer}`,
    first: { descr: "b" },
    second: () => ({ descr: "c" }),
    lost: ["descr"],
  },
  annotations: {
    path: () => `annotation_layer/${ids.layer}/annotation/${ids.annotation}`,
    first: { long_descr: "b" },
    second: () => ({ long_descr: "c" }),
    lost: ["long_descr"],
  },
};

const stateOf = (answer: { headers: Headers }) => ({ "if-match": answer.headers.get("etag") ?? "" });

describe.each(Object.entries(MEETINGS))("%s", (_, { path, first, second, lost, isOwn }) => {
  test("a stale save is rejected with what it would overwrite, and can be confirmed", async () => {
    const other = isOwn ? admin : colleague;
    const address = `/api/v1/${path()}`;
    const opened = await admin.get<Json>(address);
    const otherSave = await other.put<Json>(address, first, stateOf(opened));
    expect([otherSave.status, otherSave.headers.get("etag") === opened.headers.get("etag")]).toEqual([200, false]);
    const between = (await admin.get<Json>(address)).body.result;
    const stale = await admin.put<Json>(address, second(), stateOf(opened));
    expect(stale.status).toBe(412);
    const reported = stale.body.errors[0].extra.overwriteConfirmMetadata;
    expect(reported.updatedBy).toBe(isOwn ? "Admin User" : "Colleague User");
    expect(reported.changedItems.map((item: Json) => item.keyPath.replace(/[.[].*/, ""))).toEqual(lost);
    expect(JSON.stringify(stale.body)).not.toMatch(/s3cret|0ther|sealed/);
    expect((await admin.get<Json>(address)).body.result).toEqual(between);
    expect((await admin.put(address, first, stateOf(opened))).status).toBe(200);
    const now = stateOf(await admin.get(address));
    expect((await admin.put(address, second(), now)).status).toBe(200);
    expect((await admin.put(address, first)).status).toBe(200);
  });
});

test("a created chart has the state that its first save is based on", async () => {
  const { body, headers } = await admin.post<Json>("/api/v1/chart/", {
    slice_name: "New",
    datasource_id: ids.cars,
    datasource_type: "table",
  });
  expect(headers.get("etag")).toBe((await admin.get(`/api/v1/chart/${body.id}`)).headers.get("etag"));
});

test("a stale save of a database's secret is rejected, whether or not the secret changed", async () => {
  const address = `/api/v1/database/${ids.warehouse}`;
  const based = stateOf(await admin.get(address));
  const uri = (password: string) => ({ sqlalchemy_uri: `postgresql://u:${password}@127.0.0.1/d` });
  const extra = (token: string) => ({ masked_encrypted_extra: JSON.stringify({ token }) });
  expect((await colleague.put(address, { ...uri("theirs"), ...extra("t0ken") }, based)).status).toBe(200);
  for (const [body, reported] of [
    [uri("mine"), ["password"]],
    [uri("theirs"), ["password"]],
    [
      { engine: "postgresql", parameters: { host: "127.0.0.1", username: "u", password: "mine", database: "d" } },
      ["password"],
    ],
    [extra("0ther"), ["masked_encrypted_extra"]],
    [extra("t0ken"), ["masked_encrypted_extra"]],
    [{ ...uri("mine"), ...extra("0ther") }, ["password", "masked_encrypted_extra"]],
  ] as const) {
    const stale = await admin.put<Json>(address, body, based);
    expect([body, stale.status]).toEqual([body, 412]);
    const { changedItems } = stale.body.errors[0].extra.overwriteConfirmMetadata;
    expect(changedItems.map((item: Json) => item.keyPath)).toEqual(reported);
    expect(JSON.stringify(stale.body)).not.toMatch(/mine|theirs|0ther|t0ken/);
  }
  expect((await admin.put(address, { ...uri("XXXXXXXXXX"), ...extra("XXXXXXXXXX") }, based)).status).toBe(200);
  const now = stateOf(await admin.get(address));
  expect((await admin.put(address, uri("mine"), now)).status).toBe(200);
});

test("only one of many concurrent saves with the same base succeeds", async () => {
  const address = `/api/v1/theme/${ids.theme}`;
  const based = stateOf(await admin.get(address));
  const saves = Array.from({ length: 5 }, (_, n) => admin.put(address, theme(`writer ${n}`), based));
  const answers = await Promise.all(saves);
  expect(answers.map((answer) => answer.status).sort()).toEqual([200, 412, 412, 412, 412]);
});

test("concurrent saves of different fields without a base all succeed", async () => {
  const create = async (path: string, body: object) => (await admin.post<Json>(`/api/v1/${path}/`, body)).body.id;
  const group = await create("security/groups", { name: "g", roles: [], users: [] });
  const dataset = await create("dataset", { table_name: "meeting", sql: "SELECT 1 AS a", database: ids.samples });
  const boards = [await create("dashboard", {}), await create("dashboard", {})];
  const databases = [ids.database, ids.samples];
  const meetings: [string, (i: number) => object, object, (result: Json) => unknown, string?][] = [
    [
      `database/${ids.database}`,
      (i) => ({ extra: `{"n":${i}}` }),
      { server_cert: "" },
      (r) => [r.extra],
      "/connection",
    ],
    [`security/groups/${group}`, (i) => ({ name: `g${i}` }), { label: "l" }, (r) => [r.name]],
    [`dataset/${dataset}`, (i) => ({ database_id: databases[i % 2] }), { description: "d" }, (r) => [r.database.id]],
    [`report/${ids.report}`, (i) => ({ dashboard: boards[i % 2] }), { description: "d" }, (r) => [r.dashboard.id]],
    [
      `annotation_layer/${ids.layer}/annotation/${ids.annotation}`,
      (i) => ({ end_dttm: `2024-01-0${3 + i}T00:00:00` }),
      { long_descr: "l" },
      (r) => [r.end_dttm],
    ],
  ];
  for (const [path, one, two, reported, place = ""] of meetings) {
    for (let i = 0; i < 6; i++) {
      const saves = [one(i), two].map((body) => admin.put<Json>(`/api/v1/${path}`, body));
      expect((await Promise.all(saves)).map(({ status }) => status)).toEqual([200, 200]);
      const { result } = (await admin.get<Json>(`/api/v1/${path}${place}`)).body;
      expect([path, reported(result)]).toEqual([path, Object.values(one(i))]);
    }
  }
});
