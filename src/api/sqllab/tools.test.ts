import { request as httpRequest, type IncomingMessage } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadSampleData, readCars, type SampleData } from "../../testing/sample-data.ts";
import { startTestServer, type TestClient, type TestServer } from "../../testing/server.ts";
import { addAnalyst, addSqlite, execute } from "../../testing/sql-lab.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;

let server: TestServer;
let data: SampleData;
let admin: TestClient;

beforeAll(async () => {
  server = await startTestServer();
  data = await loadSampleData(server.app);
  admin = await server.as("admin");
});
afterAll(() => server.stop());

async function download(path: string): Promise<{ message: IncomingMessage; body: Buffer }> {
  const message = await new Promise<IncomingMessage>((resolve) => {
    httpRequest(`${server.url}${path}`, { headers: { cookie: admin.cookie } }, resolve).end();
  });
  const parts: Buffer[] = [];
  for await (const part of message) parts.push(part as Buffer);
  return { message, body: Buffer.concat(parts) };
}

describe("a file of a query's rows", () => {
  test("is a UTF-8 CSV for spreadsheets, named after its tab, with the query's row limit", async () => {
    const sql = "SELECT Name, Year FROM cars ORDER BY Name, Year";
    await execute(admin, data.databaseId, sql, { client_id: "export", tab: "My tab", queryLimit: 12 });
    const { message, body } = await download("/api/v1/sqllab/export/export/");
    expect(message.headers["content-disposition"]).toMatch(/^attachment; filename=sqllab_My_tab_\d{8}_\d{6}\.csv$/);
    expect(message.headers["content-type"]).toBe("text/csv; charset=utf-8");
    expect(message.headers["x-row-limit"]).toBe("12");
    expect(message.trailers).toEqual({ "x-row-count": "12", "x-row-limit-reached": "true" });
    const names = readCars()
      .map((car) => car.Name)
      .sort();
    expect([...body.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const lines = body.toString().slice(1).trimEnd().split("\n");
    expect(lines).toHaveLength(13);
    expect(lines[0]).toBe("Name,Year");
    expect(lines[1]).toMatch(new RegExp(`^${names[0]},\\d{4}-\\d\\d-\\d\\d$`));
  });

  test("has all rows, beyond the display limit, and the requested name", async () => {
    await execute(admin, data.databaseId, "SELECT range AS n FROM range(25000)", { client_id: "many" });
    const answer = await admin.fetch("/api/v1/sqllab/export_streaming/", {
      method: "POST",
      body: new URLSearchParams({ client_id: "many", filename: "numbers.csv", expected_rows: "25000" }),
    });
    expect(answer.headers.get("content-disposition")).toBe("attachment; filename=numbers.csv");
    expect((await answer.text()).trimEnd().split("\n")).toHaveLength(25_001);
  });

  test("has the microseconds of times", async () => {
    const sql = "SELECT TIMESTAMP '2024-02-29 23:59:58.500123' AS moment";
    await execute(admin, data.databaseId, sql, { client_id: "micros" });
    expect(await (await admin.fetch("/api/v1/sqllab/export/micros/")).text()).toBe(
      "moment\n2024-02-29 23:59:58.500123\n",
    );
  });

  test("without rows has a header; formulas stay text", async () => {
    await execute(admin, data.databaseId, "SELECT Name FROM cars WHERE false", { client_id: "none" });
    expect(await (await admin.fetch("/api/v1/sqllab/export/none/")).text()).toBe("Name\n");
    await execute(admin, data.databaseId, "SELECT '=1+1' AS f", { client_id: "formula" });
    expect(await (await admin.fetch("/api/v1/sqllab/export/formula/")).text()).not.toMatch(/\n=1/);
  });

  test("is truncated if the query fails midway", async () => {
    const sql = "SELECT CASE WHEN range = 90000 THEN error('gone')::BIGINT ELSE range END AS n FROM range(100000)";
    await execute(admin, data.databaseId, `${sql} LIMIT 10`, { client_id: "breaks" });
    await server.app.db.updateTable("queries").set({ sql, limit: 100_000 }).where("client_id", "=", "breaks").execute();
    const read = await admin
      .fetch("/api/v1/sqllab/export/breaks/")
      .then((answer) => answer.text())
      .then(
        () => "whole",
        (error: Error) => error.message,
      );
    expect(read).toBe("terminated");
  });

  test("belongs to its user, with current permissions", async () => {
    const role = ["database_access", `[samples].(id:${data.databaseId})`] as const;
    const leaver = await addAnalyst(server, "leaver", [role]);
    await execute(leaver, data.databaseId, "SELECT Name FROM cars LIMIT 1", { client_id: "leaving" });
    expect((await leaver.get("/api/v1/sqllab/export/leaving/")).status).toBe(200);
    const other = await addAnalyst(server, "other", [role]);
    const refused = await other.get<Json>("/api/v1/sqllab/export/leaving/");
    expect([refused.status, refused.body.errors[0].error_type]).toEqual([403, "QUERY_SECURITY_ACCESS_ERROR"]);
    await server.app.db.deleteFrom("role_permissions").where("view", "=", role[1]).execute();
    server.app.events.changed("role");
    expect((await leaver.get("/api/v1/sqllab/export/leaving/")).status).toBe(403);
    expect((await admin.get("/api/v1/sqllab/export/nope/")).status).toBe(404);
    expect((await (await server.as("gamma")).get("/api/v1/sqllab/export/leaving/")).status).toBe(403);
  });

  test("doesn't exist for queries without rows", async () => {
    const id = await addSqlite(server.app, "writable", { allow_dml: true });
    await execute(admin, id, "INSERT INTO facts VALUES (4, 'x')", { client_id: "insert" });
    expect((await admin.get("/api/v1/sqllab/export/insert/")).status).toBe(400);
    expect((await execute(admin, id, "SELECT COUNT(*) AS n FROM facts")).body.data).toEqual([{ n: 4 }]);
  });
});

describe("formatting SQL", () => {
  const format = async (body: object) => admin.post<Json>("/api/v1/sqllab/format_sql/", body);

  test("adds line breaks and keeps the meaning, also of templates", async () => {
    const sql = "select a,b from t where x='select' and d > '{{ day }}' {% if a %} and y=1 {% endif %}";
    const { status, body } = await format({ sql, engine: "postgresql" });
    expect(status).toBe(200);
    expect(body.result.split("\n").length).toBeGreaterThan(4);
    expect(body.result).toContain("SELECT");
    expect(body.result).toContain("'select'");
    expect(body.result).toContain("{{ day }}");
    expect(body.result).toContain("{% if a %}");
  });

  test("renders templates if given parameters", async () => {
    const { body } = await format({ sql: "select {{ n }}", database_id: data.databaseId, template_params: '{"n": 5}' });
    expect(body.result).toBe("SELECT\n  5");
  });

  test("leaves unreadable SQL unchanged, and rejects invalid requests", async () => {
    expect((await format({ sql: "SELECT 'open", engine: "nope" })).body.result).toBe("SELECT 'open");
    expect((await format({})).status).toBe(400);
    expect((await format({ sql: "SELECT 1", database_id: 99_999 })).status).toBe(404);
    expect((await (await server.as("gamma")).post("/api/v1/sqllab/format_sql/", { sql: "" })).status).toBe(403);
  });
});

test("costs aren't estimated by engines without support", async () => {
  const body = { database_id: data.databaseId, sql: "SELECT 1", schema: "main", template_params: { a: 1 } };
  const { status, body: answer } = await admin.post<Json>("/api/v1/sqllab/estimate/", body);
  expect([status, answer]).toEqual([422, { message: "Database does not support cost estimation" }]);
  const otherAnalyst = await addAnalyst(server, "stranger", []);
  expect((await otherAnalyst.post("/api/v1/sqllab/estimate/", { ...body, sql: "SELECT * FROM cars" })).status).toBe(
    403,
  );
});

describe("a permalink to a tab", () => {
  const state = { dbId: 1, name: "Tab", sql: "SELECT 1", schema: "main", autorun: true, templateParams: "{}" };

  test("restores what was saved", async () => {
    const { status, body } = await admin.post<Json>("/api/v1/sqllab/permalink", state);
    expect([status, body.url]).toEqual([201, expect.stringMatching(new RegExp(`/sqllab/p/${body.key}$`))]);
    const other = await addAnalyst(server, "reader", []);
    expect((await other.get(`/api/v1/sqllab/permalink/${body.key}`)).body).toEqual(state);
  });

  test("needs the right key and the permission", async () => {
    expect((await admin.get("/api/v1/sqllab/permalink/nope")).status).toBe(404);
    expect((await admin.get("/api/v1/sqllab/permalink/kv:1")).status).toBe(404);
    expect((await admin.post("/api/v1/sqllab/permalink", { name: "x" })).status).toBe(400);
    expect((await (await server.as("gamma")).post("/api/v1/sqllab/permalink", state)).status).toBe(403);
  });
});

describe("the page opened by a form post", () => {
  const post = (fields: Record<string, string>) =>
    admin.fetch("/sqllab/", { method: "POST", body: new URLSearchParams(fields) });

  test("escapes the posted values", async () => {
    const form_data = JSON.stringify({ datasourceKey: "1__table", sql: "SELECT '</script><b>'" });
    const answer = await post({ form_data });
    const html = await answer.text();
    expect([answer.status, answer.headers.get("cache-control")]).toEqual([200, "no-store"]);
    const [, carried = ""] = /data-answer="\/sqllab\/">(.*?)<\/script>/.exec(html) ?? [];
    expect(JSON.parse(carried)).toEqual(JSON.parse(form_data));
  });

  test("rejects invalid JSON, forms without a token, and users without the permission", async () => {
    expect((await post({ form_data: "[1]" })).status).toBe(400);
    const headers = { "content-type": "application/x-www-form-urlencoded", cookie: admin.cookie };
    const body = "form_data=%7B%7D";
    expect((await fetch(`${server.url}/sqllab/`, { method: "POST", headers, body })).status).toBe(400);
    expect(
      (await fetch(`${server.url}/sqllab/`, { method: "POST", body, headers: { ...headers, cookie: "" } })).status,
    ).toBe(401);
  });

  test("keeps posted values for signed-out browsers, from pages of this site", async () => {
    const accept = "text/html,*/*;q=0.8";
    const send = (headers: Record<string, string>, form_data = '{"sql":"SELECT 1"}') =>
      fetch(`${server.url}/sqllab/`, {
        method: "POST",
        headers: { accept, ...headers },
        body: new URLSearchParams({ form_data }),
      });
    const answer = await send({});
    expect([answer.status, await answer.text()]).toEqual([
      200,
      expect.stringContaining('"/sqllab/">{"sql":"SELECT 1"}'),
    ]);
    expect((await send({ origin: "https://other.example" })).status).toBe(400);
    expect((await send({ "sec-fetch-site": "cross-site" })).status).toBe(400);
    expect((await send({}, "nothing")).status).toBe(400);
    const gamma = await server.as("gamma");
    const headers = { accept, cookie: gamma.cookie, "x-csrftoken": gamma.csrf };
    expect((await send(headers)).status).toBe(403);
  });
});
