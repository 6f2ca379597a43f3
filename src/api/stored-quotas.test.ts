import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { OBJECTS } from "../server/store/objects.ts";
import { QUOTAS } from "../server/store/quotas.ts";
import { isSampled } from "../testing/full-size.ts";
import { loadSampleData, type SampleData } from "../testing/sample-data.ts";
import { startTestServer, type TestClient, type TestServer } from "../testing/server.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;
const KB = 1000;
const MB = 1000 * KB;
let server: TestServer;
let writer: TestClient;
let other: TestClient;
let data: SampleData;
const quotas = QUOTAS as { objects: { rows: number; bytes: number }; versions: { rows: number; bytes: number } };
const { objects, versions } = quotas;

beforeAll(async () => {
  server = await startTestServer({ checkAnswers: false });
  data = await loadSampleData(server.app);
  writer = await server.as("writer", ["Admin"]);
  other = await server.as("other", ["Admin"]);
});
afterAll(() => server.stop());
beforeEach(() => {
  quotas.objects = { rows: 40, bytes: 2 * MB };
});
afterEach(() => {
  Object.assign(quotas, { objects, versions });
});

const text = (bytes: number) => "x".repeat(bytes);
const json = (bytes: number) => JSON.stringify({ a: text(bytes) });
let names = 0;
const name = () => `name ${++names}`;

async function create(client: TestClient, path: string, body: object): Promise<number> {
  const answer = await client.post<Json>(`/api/v1/${path}`, body);
  if (answer.status !== 201) throw new Error(JSON.stringify([answer.status, answer.body]));
  return answer.body.id;
}
const chart = () => ({ slice_name: name(), datasource_id: data.carsId, datasource_type: "table", viz_type: "table" });
const dataset = () => ({ database: data.databaseId, table_name: name(), sql: "select 1 as a" });
const report = () => ({
  ...{ type: "Report", name: name(), crontab: "0 9 * * *", timezone: "UTC", dashboard: boards[0] },
  recipients: [{ type: "Email", recipient_config_json: { target: "a@example.com" } }],
});
const annotation = () => ({ short_descr: name(), start_dttm: "2020-01-01", end_dttm: "2020-01-02" });
const boards: number[] = [];

interface Kind {
  table: keyof typeof OBJECTS;
  send(client: TestClient): Promise<{ status: number; body: Json }>;
}

const thenPut = (path: string, create: () => object, change: () => object) => async (client: TestClient) => {
  const answer = await client.post<Json>(`/api/v1/${path}`, create());
  return answer.status === 201 ? client.put<Json>(`/api/v1/${path}${answer.body.id}`, change()) : answer;
};
const post = (path: string, body: () => object) => (client: TestClient) => client.post<Json>(`/api/v1/${path}`, body());

const KINDS: Record<string, Kind> = {
  charts: { table: "charts", send: post("chart/", () => ({ ...chart(), params: json(300 * KB) })) },
  "charts with short texts": {
    table: "charts",
    send: post("chart/", () => ({
      ...{ ...chart(), params: json(60 * KB), query_context: json(60 * KB) },
      ...{ description: text(60 * KB), certification_details: text(60 * KB) },
    })),
  },
  "chart queries that the page sends": {
    table: "charts",
    send: thenPut("chart/", chart, () => ({ query_context: json(250 * KB), query_context_generation: true })),
  },
  dashboards: {
    table: "dashboards",
    send: thenPut(
      "dashboard/",
      () => ({ dashboard_title: name() }),
      () => ({ css: text(200 * KB) }),
    ),
  },
  datasets: { table: "datasets", send: post("dataset/", () => ({ ...dataset(), template_params: json(60 * KB) })) },
  "dataset columns": {
    table: "datasets",
    send: thenPut("dataset/", dataset, () => ({
      columns: Array.from({ length: 5 }, (_, n) => ({
        column_name: `c${n}`,
        expression: "1",
        description: text(60 * KB),
      })),
    })),
  },
  "dataset metrics": {
    table: "datasets",
    send: thenPut("dataset/", dataset, () => ({
      metrics: Array.from({ length: 5 }, (_, n) => ({ metric_name: `m${n}`, expression: `'${text(60 * KB)}'` })),
    })),
  },
  "annotation layers": {
    table: "annotation_layers",
    send: thenPut(
      "annotation_layer/",
      () => ({ name: name() }),
      () => ({ descr: text(60 * KB) }),
    ),
  },
  annotations: {
    table: "annotations",
    send: post("annotation_layer/1/annotation/", () => ({ ...annotation(), long_descr: text(60 * KB) })),
  },
  "CSS templates": {
    table: "css_templates",
    send: thenPut(
      "css_template/",
      () => ({ template_name: name(), css: "a" }),
      () => ({ css: text(200 * KB) }),
    ),
  },
  themes: {
    table: "themes",
    send: post("theme/", () => ({ theme_name: name(), json_data: "{}".padEnd(200 * KB) })),
  },
  tags: { table: "tags", send: post("tag/", () => ({ name: name(), description: text(60 * KB) })) },
  reports: {
    table: "reports",
    send: thenPut("report/", report, () => ({ description: text(60 * KB) })),
  },
  rules: {
    table: "row_level_security",
    send: thenPut(
      "rowlevelsecurity/",
      () => ({ name: name(), filter_type: "Regular", clause: "1 = 1", tables: [data.carsId], roles: [] }),
      () => ({ description: text(60 * KB) }),
    ),
  },
};

async function storedBy(table: keyof typeof OBJECTS, userId: number): Promise<number> {
  const { db } = server.app;
  const lengthOf = (rows: object[]) =>
    rows
      .flatMap((row) => Object.values(row))
      .reduce((sum, value) => sum + (typeof value === "string" ? value.length : 0), 0);
  const own = (await sql<{ id: number }>`select * from ${sql.table(table)} where created_by_fk = ${userId}`.execute(db))
    .rows;
  if (table !== "datasets") return lengthOf(own);
  const ids = own.map(({ id }) => id);
  const columns = await db.selectFrom("dataset_columns").selectAll().where("dataset_id", "in", ids).execute();
  const metrics = await db.selectFrom("dataset_metrics").selectAll().where("dataset_id", "in", ids).execute();
  return lengthOf([...own, ...columns, ...metrics]);
}

describe("one user", () => {
  beforeAll(async () => {
    quotas.objects = objects;
    await create(other, "annotation_layer/", { name: name() });
    boards.push(await create(other, "dashboard/", { dashboard_title: name() }));
  });

  test.each(Object.entries(KINDS).filter((_, at) => isSampled(at, 3)))(
    "stops at the quota of %s",
    async (_, { table, send }) => {
      await server.app.db
        .deleteFrom(table as "charts")
        .where("created_by_fk", "=", await server.userId("writer"))
        .execute();
      const statuses: number[] = [];
      let last: { status: number; body: Json } = { status: 200, body: {} };
      while (last.status < 300 && statuses.length < 60) {
        last = await send(writer);
        statuses.push(last.status);
      }
      expect([last.status, JSON.stringify(last.body)]).toEqual([422, expect.stringContaining("reached the limit")]);
      expect(statuses.length).toBeGreaterThan(3);
      const bytes = await storedBy(table, await server.userId("writer"));
      expect(bytes).toBeGreaterThan(1 * MB);
      expect(bytes).toBeLessThan(2.1 * MB);
      expect((await send(other)).status).toBeLessThan(300);
    },
  );

  test("can save smaller content, and can't restore more than the quota from the trash", async () => {
    await server.app.db
      .deleteFrom("charts")
      .where("created_by_fk", "=", await server.userId("writer"))
      .execute();
    const large = () => create(writer, "chart/", { ...chart(), params: json(900 * KB) });
    const [first, second] = [await large(), await large()];
    const refused = await writer.put<Json>(`/api/v1/chart/${second}`, { params: json(1100 * KB) });
    expect(refused.status).toBe(422);
    await writer.delete(`/api/v1/chart/${first}`);
    await large();
    const { id: trashed } = await server.app.db
      .selectFrom("trash")
      .select("id")
      .where("object_id", "=", first)
      .where("noun", "=", "chart")
      .executeTakeFirstOrThrow();
    const restore = () => writer.post<Json>(`/api/v1/trash/${trashed}/restore`, {});
    expect((await restore()).status).toBe(422);
    const still = server.app.db.selectFrom("trash").select("id").where("id", "=", trashed);
    expect(await still.execute()).toHaveLength(1);
    expect((await writer.put(`/api/v1/chart/${second}`, { params: "{}" })).status).toBe(200);
    expect((await restore()).status).toBe(200);
  });
});

test("a user's oldest versions are deleted, except each object's latest and other users'", async () => {
  quotas.versions = { rows: 20, bytes: versions.bytes };
  const boardOf = (client: TestClient) => create(client, "dashboard/", { dashboard_title: name() });
  const [othersBoard, quiet, busy] = [await boardOf(other), await boardOf(writer), await boardOf(writer)];
  for (let n = 0; n < 3; n++) await other.put(`/api/v1/dashboard/${othersBoard}`, { dashboard_title: name() });
  for (let n = 0; n < 50; n++) await writer.put(`/api/v1/dashboard/${busy}`, { dashboard_title: name() });
  const counted = async (client: TestClient, id: number) =>
    (await client.get<Json>(`/api/v1/dashboard/${id}/versions/`)).body.count;
  expect(await counted(writer, busy)).toBeLessThan(40);
  expect(await counted(writer, quiet)).toBe(1);
  expect(await counted(other, othersBoard)).toBe(4);
});

test("imported objects beyond the quota can still be changed", async () => {
  const { db } = server.app;
  const id = await create(writer, "annotation_layer/", { name: name() });
  const rows = Array.from({ length: 45 }, () => ({ name: name(), created_on: "2020", changed_on: "2020" }));
  await db.insertInto("annotation_layers").values(rows).execute();
  await db.updateTable("annotation_layers").set({ created_by_fk: null }).where("id", "=", id).execute();
  expect((await writer.put(`/api/v1/annotation_layer/${id}`, { descr: "longer" })).status).toBe(200);
});

test("anonymous users share a quota", async () => {
  const { db } = server.app;
  const { id: role_id } = await db
    .selectFrom("roles")
    .select("id")
    .where("name", "=", "Public")
    .executeTakeFirstOrThrow();
  await db.insertInto("role_permissions").values({ role_id, permission: "can_write", view: "CssTemplate" }).execute();
  server.app.events.changed("role");
  const token = await server.anonymous.get<Json>("/api/v1/security/csrf_token/");
  const headers = { "x-csrftoken": token.body.result, cookie: token.headers.get("set-cookie")?.split(";")[0] ?? "" };
  const body = () => ({ template_name: name(), css: text(200 * KB) });
  const statuses: number[] = [];
  for (let n = 0; n < 12; n++)
    statuses.push((await server.anonymous.post("/api/v1/css_template/", body(), headers)).status);
  expect(statuses.slice(0, 9)).toEqual(Array(9).fill(201));
  expect(statuses.slice(10)).toEqual([422, 422]);
  expect((await writer.post("/api/v1/css_template/", { template_name: name(), css: "a" })).status).toBe(201);
});

test("usage is computed from an index, or from rows without reading their text", async () => {
  const { app } = server;
  if (app.dialect !== "sqlite") return;
  for (const [table, { texts, ...more }] of Object.entries(OBJECTS)) {
    if (table === "row_level_security" || table === "databases") continue;
    const numbers = "numbers" in more ? more.numbers : [];
    const bytes = [...texts.map((one) => `coalesce(octet_length("${one}"), 0)`), ...numbers].join(" + ");
    const { rows } = await sql<{ detail: string }>`explain query plan
      select count(*), sum(${sql.raw(bytes)}) from ${sql.table(table)} where created_by_fk = 1`.execute(app.db);
    expect(rows.map(({ detail }) => detail).join()).toContain(`COVERING INDEX ${table}_stored`);
  }
});
