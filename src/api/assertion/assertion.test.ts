import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer, type TestClient, type TestServer } from "../../testing/server.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;

let server: TestServer;
let admin: TestClient;
let shop: DatabaseSync;
let ids: { database: number; orders: number; totals: number };

const DAY_MS = 24 * 60 * 60 * 1000;
const START_MS = Date.now();
const dayText = (daysAgo: number) => new Date(START_MS - daysAgo * DAY_MS).toISOString().slice(0, 19).replace("T", " ");

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.as("admin");
  const file = join(server.app.config.home, "shop.db");
  shop = new DatabaseSync(file);
  shop.exec(`create table orders (id integer, region text, amount real, ordered_at timestamp);
    create table totals (region text, amount real);
    insert into totals values ('East', 30), ('West', 30)`);
  const insert = shop.prepare("insert into orders values (?, ?, ?, ?)");
  for (const [id, region] of [
    [1, "East"],
    [2, "East"],
    [3, "West"],
  ] as const)
    insert.run(id, region, id * 10, dayText(id));
  const database = await created("database", { database_name: "shop", sqlalchemy_uri: `sqlite:///${file}` });
  const dataset = (table_name: string) => created("dataset", { database, schema: "main", table_name });
  ids = { database, orders: await dataset("orders"), totals: await dataset("totals") };
});
afterAll(async () => {
  shop.close();
  await server.stop();
});

async function created(noun: string, body: object): Promise<number> {
  const answer = await admin.post<Json>(`/api/v1/${noun}/`, body);
  expect(answer.body, noun).toMatchObject({ id: expect.any(Number) });
  return answer.body.id;
}

const sum = (column: string) => ({ expressionType: "SIMPLE", column: { column_name: column }, aggregate: "SUM" });
const amount = sum("amount");

async function tested(body: object): Promise<Json> {
  const answer = await admin.post<Json>("/api/v1/assertion/test", { dataset_id: ids.orders, ...body });
  expect(answer.body).toHaveProperty("result");
  return answer.body.result;
}

describe("a draft tells whether it would pass, and why not", () => {
  test.each<[string, object, string, string | null, string]>([
    ["range", { metric: amount, min: 1, max: 100 }, "passed", "60", "SUM(amount) is 60"],
    ["range", { metric: amount, max: 59.5 }, "failed", "60", "SUM(amount) is 60, more than 59.5"],
    ["range", { metric: amount, min: 61 }, "failed", "60", "SUM(amount) is 60, less than 61"],
    ["range", { metric: "count", min: 3 }, "passed", "3", "COUNT(*) is 3"],
    ["not_null", { column: "region" }, "passed", "0", "Passed"],
    ["unique", { columns: ["id"] }, "passed", "0", "Passed"],
    ["unique", { columns: ["region"] }, "failed", "1", "1 value of region occurs more than once"],
    ["unique", { columns: ["region", "id"] }, "passed", "0", "Passed"],
    ["accepted_values", { column: "region", values: ["East", "West"] }, "passed", "0", "Passed"],
    [
      "accepted_values",
      { column: "region", values: ["West"] },
      "failed",
      "2",
      "2 rows have an unexpected region, such as East",
    ],
    ["accepted_values", { column: "id", values: [1, 2] }, "failed", "1", "1 row has an unexpected id, such as 3"],
    ["sum_equals", { metric: amount, by: "region" }, "passed", "60", "SUM(amount) is 60, compared with 60"],
    [
      "sum_equals",
      { metric: amount, by: "region", total: "count" },
      "failed",
      "60",
      "SUM(amount) is 60, compared with 3",
    ],
    ["sql", { sql: "select * from orders where amount < 0" }, "passed", "0", "Passed"],
    ["sql", { sql: "select * from orders where amount > 10" }, "failed", "2", "The query returned 2 rows"],
  ])("%s %o: %s", async (kind, params, state, value, message) => {
    expect(await tested({ kind, params })).toMatchObject({ state, value, message, error: null });
  });

  test("freshness", async () => {
    const column = "ordered_at";
    expect(await tested({ kind: "freshness", params: { column, hours: 25 } })).toMatchObject({ state: "passed" });
    const stale = await tested({ kind: "freshness", params: { column, hours: 23 } });
    expect(stale).toMatchObject({ state: "failed", value: `${dayText(1).replace(" ", "T")}.000Z` });
    expect(stale.message).toMatch(/^Latest ordered_at: .*, older than 23 h$/);
    const text = await tested({ kind: "freshness", params: { column: "region", hours: 23 } });
    expect(text).toMatchObject({ state: "error", error: "region isn't a time column." });
  });

  test("equal to another dataset, within a tolerance", async () => {
    const params = { metric: amount, other_dataset_id: ids.totals, other_metric: sum("amount") };
    expect(await tested({ kind: "equals_dataset", params })).toMatchObject({ state: "passed", compared: "60" });
    const where = "region = 'East'";
    expect(await tested({ kind: "equals_dataset", params, where })).toMatchObject({
      ...{ state: "failed", value: "30" },
      message: "SUM(amount) is 30, compared with 60 in totals",
    });
    const tolerant = { ...params, tolerance_percent: 50 };
    expect(await tested({ kind: "equals_dataset", params: tolerant, where })).toMatchObject({ state: "passed" });
  });

  test("change of the last full day", async () => {
    const params = { metric: amount, column: "ordered_at", period: "day" };
    const change = await tested({ kind: "change", params: { ...params, percent: 60 } });
    expect(change).toMatchObject({ state: "passed", value: "-50", compared: "20" });
    expect(await tested({ kind: "change", params: { ...params, percent: 40 } })).toMatchObject({
      state: "failed",
      message: "SUM(amount) changed by -50% from 20",
    });
  });

  test("is about the rows that its condition selects", async () => {
    const where = "region = 'West'";
    expect(await tested({ kind: "unique", params: { columns: ["region"] }, where })).toMatchObject({ state: "passed" });
  });

  test.each([
    [{ kind: "sql", params: { sql: "delete from orders" } }, /doesn't allow DML/],
    [{ kind: "sql", params: { sql: "select 1; select 2" } }, "The query must be a single statement."],
    [{ kind: "range", params: { metric: "missing", min: 1 } }, /missing/],
    ...["'ten'", "max(region)", "''", `'${"1".repeat(300)}'`].map((sqlExpression): [object, string] => [
      { kind: "range", params: { metric: { expressionType: "SQL", sqlExpression, label: "m" }, min: 1 } },
      "“m” isn't a number",
    ]),
    [{ kind: "not_null", params: { column: "region" }, where: "nonsense(" }, /./],
  ])("%o has an error", async (body, error) => {
    expect(await tested(body)).toMatchObject({ state: "error", value: null, error: expect.stringMatching(error) });
  });

  test.each<[object, number, string]>([
    [{ kind: "range", params: { metric: "count" } }, 400, "params.min"],
    [{ kind: "range", params: { metric: "count", min: 2, max: 1 } }, 400, "params.max"],
    [{ kind: "not_null", params: { columns: ["a"] } }, 400, "params.column"],
    [{ kind: "other", params: {} }, 400, "kind"],
    [{ kind: "not_null", params: { column: "id" }, crontab: "x" }, 400, "crontab"],
    [{ kind: "not_null", params: { column: "id" }, timezone: "Nowhere" }, 400, "timezone"],
    [{ kind: "not_null", params: { column: "id" }, dataset_id: 999_999 }, 422, "dataset_id"],
    [{ kind: "not_null", params: { column: "id" }, dashboard_id: 999_999 }, 422, "dashboard_id"],
  ])("%o is refused", async (body, status, field) => {
    const answer = await admin.post<Json>("/api/v1/assertion/", { name: "x", dataset_id: ids.orders, ...body });
    expect(answer.status).toBe(status);
    expect(answer.body.message).toHaveProperty([field]);
  });
});

describe("a saved assertion", () => {
  test("never stores or answers more than a number of a value, nor more than a page of results", async () => {
    const long = { expressionType: "SQL", sqlExpression: `'${"0".repeat(10_000)}'`, label: "long" };
    const sums = { metric: long, by: "region", total: long };
    const check = { kind: "sum_equals", params: sums, active: false };
    const id = await created("assertion", { name: "Long", dataset_id: ids.orders, ...check });
    for (let i = 0; i < 101; i++) await admin.post(`/api/v1/assertion/${id}/check`);
    const answer = await admin.get<Json>(`/api/v1/assertion/${id}/results?q=(page_size:1000)`);
    expect(answer.body.result).toHaveLength(100);
    expect(answer.body.count).toBeGreaterThan(100);
    expect(answer.body.result[0]).toMatchObject({ state: "error", value: null, compared: null });
    expect((await shown(id)).error).toBe("“long” isn't a number");
    expect(JSON.stringify(answer.body).length).toBeLessThan(30_000);
    await admin.delete(`/api/v1/assertion/${id}`);
  });

  const shown = async (id: number) => (await admin.get<Json>(`/api/v1/assertion/${id}`)).body.result;

  test("is checked when it's saved and on request, with since when it fails", async () => {
    const id = await created("assertion", {
      name: "Regions are known",
      dataset_id: ids.orders,
      kind: "accepted_values",
      params: { column: "region", values: ["East"] },
    });
    await expect
      .poll(() => shown(id))
      .toMatchObject({
        name: "Regions are known",
        state: "failed",
        value: "1",
        crontab: "0 * * * *",
        owners: [{ first_name: expect.any(String) }],
      });
    const since = (await shown(id)).failed_since;
    const again = (await admin.post<Json>(`/api/v1/assertion/${id}/check`)).body.result;
    expect(again).toMatchObject({ state: "failed", failed_since: since, can_edit: true });
    await admin.put(`/api/v1/assertion/${id}`, { params: { column: "region", values: ["East", "West"] } });
    await expect.poll(() => shown(id)).toMatchObject({ state: "passed", value: "0", failed_since: null });
    const { result, count } = (await admin.get<Json>(`/api/v1/assertion/${id}/results`)).body;
    expect(count).toBe(3);
    expect(result).toMatchObject([
      { state: "passed", value: "0", trigger: "save" },
      { state: "failed", value: "1", trigger: "request" },
      { state: "failed", value: "1", trigger: "save" },
    ]);
    const page = async (q: string) => (await admin.get<Json>(`/api/v1/assertion/${id}/results?q=${q}`)).body;
    expect(await page("(page:1,page_size:2)")).toEqual({ count: 3, result: result.slice(2) });
    expect((await page("(page:-1,page_size:1)")).result).toEqual(result.slice(0, 1));

    const list = (await admin.get<Json>(`/api/v1/dataset/${ids.orders}/assertions`)).body;
    expect(list).toMatchObject({ count: 1, result: [{ id, state: "passed" }] });
    const q = `(filters:!((col:dataset_id,opr:eq,value:${ids.orders}),(col:state,opr:eq,value:passed)))`;
    expect((await admin.get<Json>(`/api/v1/assertion/?q=${q}`)).body.ids).toEqual([id]);
    expect((await admin.delete(`/api/v1/assertion/${id}`)).status).toBe(200);
    expect((await admin.get(`/api/v1/assertion/${id}`)).status).toBe(404);
  });

  test("names up to three values that aren't accepted, the most frequent first", async () => {
    const long = "x".repeat(300);
    const texts = ["", "", "", "b\nc", "b\nc", long, long, "d", "ok", null];
    const selects = texts.map((text) => `select ${text === null ? "null" : `'${text}'`} as word`);
    const dataset_id = await created("dataset", {
      ...{ database: ids.database, schema: "main", table_name: "words", sql: selects.join(" union all ") },
    });
    const check = { kind: "accepted_values", params: { column: "word", values: ["ok"] } };
    const id = await created("assertion", { name: "Words", dataset_id, ...check });
    await expect.poll(() => shown(id)).toMatchObject({ state: "failed", value: "8" });
    const found = await shown(id);
    const cut = "x".repeat(200);
    expect(JSON.parse(found.compared)).toEqual(["", "b c", cut]);
    expect(found.message).toBe(`8 rows have an unexpected word, such as "", b c, ${cut}`);
    const { result } = (await admin.get<Json>(`/api/v1/assertion/${id}/results`)).body;
    expect(result[0]).toMatchObject({ value: "8", compared: null });
    await admin.put(`/api/v1/assertion/${id}`, { params: { column: "word", values: ["ok", "", "b\nc", long, "d"] } });
    await expect.poll(() => shown(id)).toMatchObject({ state: "passed", compared: null, message: "Passed" });
    await admin.delete(`/api/v1/dataset/${dataset_id}`);
  });

  test("is deleted with others, or none is if one doesn't exist", async () => {
    const body = { dataset_id: ids.orders, kind: "not_null", params: { column: "id" } };
    const [first, second] = [
      await created("assertion", { name: "First", ...body }),
      await created("assertion", { name: "Second", ...body }),
    ];
    expect((await admin.delete(`/api/v1/assertion/?q=!(${first},999999)`)).status).toBe(404);
    expect((await shown(first)).name).toBe("First");
    expect((await admin.delete(`/api/v1/assertion/?q=!(${first},${second})`)).status).toBe(200);
    for (const id of [first, second]) expect((await admin.get(`/api/v1/assertion/${id}`)).status).toBe(404);
  });

  test("is counted in the list of datasets, failing ones apart from those that couldn't be checked", async () => {
    const body = { dataset_id: ids.totals, kind: "sql" };
    const statements = ["select 1 as bad", "select * from missing", "select 1 where 1 = 0"];
    const made: number[] = [];
    for (const sql of statements) made.push(await created("assertion", { name: sql, ...body, params: { sql } }));
    for (const id of made) await expect.poll(async () => (await shown(id)).state).not.toBe("unchecked");
    const columns = "columns:!(id,assertions.failed,assertions.errors,assertions.total)";
    const q = `(${columns},filters:!((col:id,opr:eq,value:${ids.totals})))`;
    const { result } = (await admin.get<Json>(`/api/v1/dataset/?q=${q}`)).body;
    expect(result).toEqual([{ id: ids.totals, assertions: { failed: 1, errors: 1, total: 3 } }]);
    for (const id of made) await admin.delete(`/api/v1/assertion/${id}`);
  });

  test("goes to the trash with its dataset and comes back with it", async () => {
    const dataset_id = await created("dataset", {
      database: ids.database,
      schema: "main",
      table_name: "shortlived",
      sql: "select 1 as one",
    });
    const body = { name: "One", dataset_id, kind: "not_null", params: { column: "one" } };
    const id = await created("assertion", body);
    await expect.poll(async () => (await shown(id)).state).toBe("passed");
    await admin.delete(`/api/v1/dataset/${dataset_id}`);
    expect((await admin.get(`/api/v1/assertion/${id}`)).status).toBe(404);
    const trash = (await admin.get<Json>("/api/v1/trash/")).body.result;
    const item = trash.find(({ name }: Json) => name === "shortlived");
    expect((await admin.post(`/api/v1/trash/${item.id}/restore`)).status).toBe(200);
    expect(await shown(id)).toMatchObject({ name: "One", state: "passed", owners: [{}] });
  });
});

test("a column that is renamed in everything keeps its assertions, and a metric too", async () => {
  const check = { kind: "sum_equals", params: { metric: amount, by: "region" }, where: "region <> 'North'" };
  const id = await created("assertion", { name: "Adds up", dataset_id: ids.orders, ...check });
  const rename = (kind: string, from: string, to: string) =>
    admin.post<Json>("/api/v1/lineage/rename", { dataset_id: ids.orders, kind, from, to });
  shop.exec("alter table orders rename column region to area");
  expect((await rename("column", "region", "area")).status).toBe(200);
  const { body } = await admin.post<Json>(`/api/v1/assertion/${id}/check`);
  expect(body.result).toMatchObject({ state: "passed", params: { by: "area" }, where: "area <> 'North'" });
  await admin.put(`/api/v1/assertion/${id}`, { kind: "range", params: { metric: "count", min: 1 }, where: null });
  expect((await rename("metric", "count", "orders")).status).toBe(200);
  const after = (await admin.post<Json>(`/api/v1/assertion/${id}/check`)).body.result;
  expect(after).toMatchObject({ state: "passed", params: { metric: "orders" }, value: "3" });
});
