import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadSampleData, type SampleData } from "../../../testing/sample-data.ts";
import { startTestServer, type TestClient, type TestServer } from "../../../testing/server.ts";

let server: TestServer;
let admin: TestClient;
let data: SampleData;

beforeAll(async () => {
  server = await startTestServer();
  data = await loadSampleData(server.app);
  admin = await server.as("admin");
});
afterAll(() => server.stop());

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;

const sql = (sqlExpression: string, label = "m") => ({ expressionType: "SQL", sqlExpression, label });
const contextOf = (query: object, rest: object = {}) => ({
  datasource: { id: data.carsId, type: "table" },
  queries: [query],
  force: true,
  ...rest,
});
const ask = (query: object, rest: object = {}, client = admin) =>
  client.post<Json>("/api/v1/chart/data", contextOf(query, rest));
const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);

async function quickly<T>(work: Promise<T>): Promise<T> {
  const started = performance.now();
  const result = await work;
  expect(performance.now() - started).toBeLessThan(2500);
  return result;
}

describe("a hostile request", () => {
  test("can't cut the statement before its limit with a NUL", async () => {
    const cut = { columns: ["Name"], metrics: null, row_limit: 2, orderby: [[sql("Name\0"), true]] };
    expect((await ask(cut)).status).toBe(400);
    expect((await ask({ metrics: [sql("COUNT(*)\0")] })).status).toBe(400);
  });

  test("can't block the server with long runs of white space", async () => {
    const value = `x${"\t".repeat(200_000)}x`;
    const filters = [{ col: "Name", op: "==", val: value }];
    const { body } = await quickly(ask({ metrics: ["count"], filters }));
    expect(body.result[0].data).toEqual([{ count: 0 }]);
    const spaces = { columns: [], metrics: [sql("repeat(' ', 100000) || 'x'")], row_limit: 1 };
    expect((await quickly(ask(spaces, { result_format: "csv" }))).status).toBe(200);
  });

  test("can't exhaust the server's memory", async () => {
    const { status, body } = await ask({ columns: [], metrics: [sql(`'${"x".repeat(1_000_000)}' || Name`)] });
    expect([status, body.errors[0].error_type]).toEqual([400, "GENERIC_DB_ENGINE_ERROR"]);
    expect(body.message).toContain("exceeds the limit");
  });

  test("can't keep the server busy with too many parts", async () => {
    const many = (count: number, part: unknown) => Array.from({ length: count }, () => part);
    const query = { columns: [], metrics: ["count"] };
    const layer = { name: "x", annotationType: "EVENT", sourceType: "table", value: 1, show: true };
    for (const queries of [
      many(101, query),
      [{ ...query, metrics: many(1001, "count") }],
      [{ ...query, filters: many(1001, { col: "Origin", op: "IS NOT NULL" }) }],
      [{ ...query, time_offsets: many(101, "1 day ago") }],
      [{ ...query, annotation_layers: many(101, layer) }],
      [{ ...query, post_processing: many(101, { operation: "sort", options: { by: "count" } }) }],
    ]) {
      const body = { datasource: { id: data.carsId, type: "table" }, queries };
      const answer = await admin.post<{ message: string }>("/api/v1/chart/data", body);
      expect([answer.status, answer.body.message]).toEqual([400, expect.stringContaining("Request is incorrect")]);
    }
  });

  test("with extreme nesting is rejected as invalid JSON", async () => {
    const text = JSON.stringify(contextOf({ metrics: ["count"] }, { form_data: { deep: "HERE" } }));
    for (const depth of [1000, 100_000]) {
      const body = text.replace('"HERE"', nested(depth));
      const headers = { "content-type": "application/json" };
      const answer = await admin.fetch("/api/v1/chart/data", { method: "POST", body, headers });
      expect([depth, answer.status]).toEqual([depth, 400]);
    }
  });

  test("gets ordinary labels for names of built-in object properties", async () => {
    for (const label of ["constructor", "toString", "__proto__"]) {
      const csv = await ask({ metrics: [sql("COUNT(*)", label)] }, { result_format: "csv" });
      expect(String(csv.body).replace("\ufeff", "")).toBe(`${label}\n406\n`);
    }
  });

  test("for an unknown datasource type gets an error", async () => {
    for (const type of ["view", "sl_table", "__proto__"]) {
      const { status, body } = await ask({ metrics: ["count"] }, { datasource: { id: data.carsId, type } });
      expect([status, body.errors[0].error_type]).toEqual([400, "UNKNOWN_DATASOURCE_TYPE_ERROR"]);
      expect(body.errors[0].message).toContain(type);
    }
  });

  test("as a form needs a query context", async () => {
    for (const form_data of ["null", "1", "[]", '"x"', "{", "{}"]) {
      const body = new URLSearchParams({ form_data });
      expect([form_data, (await admin.fetch("/api/v1/chart/data", { method: "POST", body })).status]).toEqual([
        form_data,
        400,
      ]);
    }
  });

  test("with times out of the supported range gets an error", async () => {
    const time_range = "9999999999 years ago : now";
    expect((await ask({ metrics: ["count"], granularity: "Year", time_range })).status).toBe(400);
    const filters = [{ col: "Year", op: ">", val: 1e300 }];
    expect((await ask({ metrics: ["count"], filters })).status).toBe(400);
  });
});

describe("the stored query of a chart", () => {
  const create = async (query_context: string | null) => {
    const chart = { slice_name: "Kept", datasource_id: data.carsId, datasource_type: "table", viz_type: "table" };
    const { body } = await admin.post<Json>("/api/v1/chart/", { ...chart, query_context });
    return body.id as number;
  };

  test("needs access to the chart", async () => {
    const id = await create(JSON.stringify(contextOf({ metrics: ["count"] })));
    expect((await admin.get<Json>(`/api/v1/chart/${id}/data/`)).body.result[0].data).toEqual([{ count: 406 }]);
    const gamma = await server.as("gamma");
    const [hidden, missing] = [
      await gamma.get(`/api/v1/chart/${id}/data/`),
      await gamma.get("/api/v1/chart/999/data/"),
    ];
    expect([hidden.status, hidden.body]).toEqual([404, missing.body]);
  });

  test("returns 400 if it has no query", async () => {
    for (const text of [null, "null", "1", "[]", "{}"]) {
      const id = await create(text);
      expect([text, (await admin.get(`/api/v1/chart/${id}/data/`)).status]).toEqual([text, 400]);
    }
  });

  test("can't be saved with extreme nesting, so lists stay readable", async () => {
    const chart = { slice_name: "Deep", datasource_id: data.carsId, datasource_type: "table", viz_type: "table" };
    const { status } = await admin.post("/api/v1/chart/", { ...chart, params: `{"a":${nested(50_000)}}` });
    expect(status).toBe(400);
    expect((await admin.get("/api/v1/chart/")).status).toBe(200);
  });
});
