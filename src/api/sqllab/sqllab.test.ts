import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadSampleData, readCars, type SampleData } from "../../testing/sample-data.ts";
import { startTestServer, type TestClient, type TestServer } from "../../testing/server.ts";
import { addAnalyst, addSqlite, ended, execute } from "../../testing/sql-lab.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;

let server: TestServer;
let data: SampleData;
let admin: TestClient;
const cars = readCars();

beforeAll(async () => {
  server = await startTestServer();
  data = await loadSampleData(server.app);
  admin = await server.as("admin");
});
afterAll(() => server.stop());

const run = (sql: string, more: object = {}, client = admin) => execute(client, data.databaseId, sql, more);
const ENDLESS = "SELECT SUM(a.range * b.range) FROM range(10000000) a, range(1000000) b";

describe("a query", () => {
  test("returns moments in UTC, says so, and never moves them", async () => {
    const sql = "SELECT TIMESTAMPTZ '2024-01-01 00:00:00+09' AS at, TIMESTAMP '2024-01-01 00:00:00' AS plain";
    const answer = await admin.fetch("/api/v1/sqllab/execute/", {
      method: "POST",
      headers: { "content-type": "application/json", "x-time-zone": "Asia/Tokyo" },
      body: JSON.stringify({ database_id: data.databaseId, sql, client_id: "zoned" }),
    });
    const body = (await answer.json()) as Json;
    expect(body.data).toEqual([{ at: "2023-12-31T15:00:00", plain: "2024-01-01T00:00:00" }]);
    expect(body.columns.map((column: Json) => column.zone)).toEqual(["UTC", undefined]);
  });

  test("returns its rows, with column types and statistics", async () => {
    const sql = `SELECT 1 AS a, 'x' AS a, NULL AS n, DATE '2024-02-29' AS day, TIMESTAMP '2024-02-29 12:30:00.5' AS t,
      TRUE AS yes, 9007199254740993 AS big`;
    const answer = await admin.fetch("/api/v1/sqllab/execute/", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ database_id: data.databaseId, sql, client_id: "first", tab: "Tab 1", json: true }),
    });
    const text = await answer.text();
    expect([answer.status, text]).toEqual([200, expect.stringContaining('"big":9007199254740993')]);
    const body = JSON.parse(text);
    expect(body.data).toMatchObject([
      { a: 1, a__1: "x", n: null, day: "2024-02-29", t: "2024-02-29T12:30:00.500", yes: true },
    ]);
    expect(body.columns.map((column: Json) => [column.name, column.type_generic, column.is_dttm])).toEqual([
      ["a", 0, false],
      ["a__1", 1, false],
      ["n", 0, false],
      ["day", 2, true],
      ["t", 2, true],
      ["yes", 3, false],
      ["big", 0, false],
    ]);
    expect(body.selected_columns).toEqual(body.columns);
    expect(body).toMatchObject({ status: "success", expanded_columns: [], query_id: body.query.queryId });
    expect(body.query).toMatchObject({
      id: "first",
      dbId: data.databaseId,
      db: "samples",
      state: "success",
      rows: 1,
      progress: 100,
      tab: "Tab 1",
      sql,
      limitingFactor: "NOT_LIMITED",
      user: "Admin User",
      errorMessage: null,
    });
    expect(body.query.endDttm).toBeGreaterThanOrEqual(body.query.startDttm);
  });

  test("with several statements returns the last result, and names a failing statement", async () => {
    const { body } = await run("SELECT 1 AS one; SELECT Origin FROM cars GROUP BY 1 ORDER BY 1;");
    expect(body.data).toEqual([{ Origin: "Europe" }, { Origin: "Japan" }, { Origin: "USA" }]);
    const failed = await run("SELECT 1; SELECT nope FROM cars; SELECT 3", { client_id: "blocks" });
    expect(failed.status).toBe(400);
    expect(failed.body.errors[0]).toMatchObject({ error_type: "COLUMN_DOES_NOT_EXIST_ERROR" });
    expect(failed.body.errors[0].message).toMatch(/^Block 2 out of 3: .*nope/);
    expect(await ended(admin, "blocks")).toMatchObject({
      state: "failed",
      errorMessage: failed.body.errors[0].message,
    });
  });

  test.each([
    ["SELECT Name FROM cars", { queryLimit: 10 }, 10, "DROPDOWN"],
    ["SELECT Name FROM cars LIMIT 7", { queryLimit: 10 }, 7, "QUERY"],
    ["SELECT Name FROM cars LIMIT 10", { queryLimit: 10 }, 10, "QUERY_AND_DROPDOWN"],
    ["SELECT Name FROM cars LIMIT 20", { queryLimit: 10 }, 10, "DROPDOWN"],
    ["SELECT Name FROM cars ORDER BY Name", { queryLimit: 1000 }, 406, "NOT_LIMITED"],
    ["SELECT * FROM range(150000)", { queryLimit: 0 }, 100_000, "DROPDOWN"],
    ["DESCRIBE cars", { queryLimit: 3 }, 3, "DROPDOWN"],
  ])("is limited, and names the limit: %s %j", async (sql, more, rows, limitingFactor) => {
    const { status, body } = await run(sql, more);
    expect([status, body.query?.rows, body.query?.limitingFactor]).toEqual([200, rows, limitingFactor]);
  });

  test("shows only as many rows as fit the display limit, and exports all", async () => {
    const { body } = await run("SELECT range AS n FROM range(12000)");
    expect([body.data.length, body.displayLimitReached, body.query.rows]).toEqual([10_000, true, 12_000]);
    const all = await admin.get<Json>(`/api/v1/sqllab/results/?q=(key:'${body.query.resultsKey}')`);
    expect([all.body.data.length, all.body.data[11_999], all.body.displayLimitReached]).toEqual([
      12_000,
      { n: 11_999 },
      undefined,
    ]);
    const some = await admin.get<Json>(`/api/v1/sqllab/results/?q=(key:'${body.query.resultsKey}',rows:5)`);
    expect([some.body.data.length, some.body.displayLimitReached]).toEqual([5, true]);
  });

  test("accepts numbers as text, and a missing client id", async () => {
    for (const client_id of ["", null]) {
      const more = { database_id: String(data.databaseId), queryLimit: "5", runAsync: "false", client_id };
      const { status, body } = await run("SELECT * FROM range(9)", more);
      expect([status, body.data?.length, body.query?.id]).toEqual([200, 5, expect.stringMatching(/^\w+$/)]);
    }
    expect((await run("SELECT 1", { database_id: "one" })).body).toEqual({
      message: { database_id: ["Not a valid number."] },
    });
  });

  test("without rows has its columns", async () => {
    const { body } = await run("SELECT Name FROM cars WHERE false");
    expect([body.data, body.columns.length, body.query.rows]).toEqual([[], 1, 0]);
  });

  test("is stopped at its timeout with a message", async () => {
    const short = await startTestServer({ config: { limits: { ...server.app.config.limits, sqlTimeoutMs: 300 } } });
    const { databaseId } = await loadSampleData(short.app);
    const client = await short.as("admin");
    const { status, body } = await execute(client, databaseId, ENDLESS, { client_id: "slow" });
    expect([status, body.errors[0]]).toMatchObject([
      408,
      { error_type: "SQLLAB_TIMEOUT_ERROR", message: "The query exceeded the 0.3 seconds timeout." },
    ]);
    expect((await ended(client, "slow")).state).toBe("timed_out");
    const again = await execute(client, databaseId, ENDLESS, { client_id: "slow" });
    expect([again.status, again.body.query.state]).toEqual([200, "timed_out"]);
    await short.stop();
  });

  test("fails if the result is too large", async () => {
    const config = { limits: { ...server.app.config.limits, sqlResultBytes: 10_000 } };
    const small = await startTestServer({ config });
    const { databaseId } = await loadSampleData(small.app);
    const { status, body } = await execute(await small.as("admin"), databaseId, "SELECT repeat('x', 100) FROM cars");
    expect([status, body.errors[0].error_type]).toEqual([400, "RESULT_TOO_LARGE_ERROR"]);
    await small.stop();
  });
});

describe("templates", () => {
  test("can use the tab's parameters, URL parameters and the user", async () => {
    const sql = "SELECT '{{ current_username() }}' AS u, {{ n }} AS n, '{{ url_param('city') }}' AS city";
    const { body } = await admin.post<Json>("/api/v1/sqllab/execute/?city=Oslo", {
      database_id: data.databaseId,
      sql,
      templateParams: '{"n": 7}',
    });
    expect(body.data).toEqual([{ u: "admin", n: 7, city: "Oslo" }]);
  });

  test("keep all digits of parameters", async () => {
    const { body } = await run("SELECT '{{ n }}' AS n", { templateParams: '{"n": 9007199254740993}' });
    expect(body.data).toEqual([{ n: "9007199254740993" }]);
  });

  test("can use a dataset's metrics only if they name the dataset", async () => {
    const { status, body } = await run("SELECT {{ metric('count') }}");
    expect([status, body.errors[0].message]).toEqual([
      422,
      "Please specify the Dataset ID for the ``count`` metric in the Jinja macro.",
    ]);
  });

  test("report missing and invalid parameters", async () => {
    const one = await run("SELECT {{ a }}");
    expect([one.status, one.body.errors[0]]).toMatchObject([
      400,
      {
        error_type: "MISSING_TEMPLATE_PARAMS_ERROR",
        message: 'The parameter "a" in your query is undefined.',
        extra: { undefined_parameters: ["a"], template_parameters: {} },
      },
    ]);
    const tried = await run("SELECT '{{ from_dttm }}' AS n, 1 -- {{ a }}\n/* {{ b }} */", {
      templateParams: '{"from_dttm": "2024-01-01"}',
    });
    expect(tried.body.data).toMatchObject([{ n: "2024-01-01" }]);
    const chartOnly = await run("SELECT '{{ from_dttm }} {{ columns }}'");
    expect(chartOnly.body.errors[0].extra.undefined_parameters).toEqual(["from_dttm", "columns"]);
    const two = await run("SELECT {{ a }}, {{ b }}", { templateParams: '{"c": 1}' });
    expect(two.body.errors[0].message).toBe('The following parameters in your query are undefined: "a", "b".');
    const malformed = await run("SELECT 1", { templateParams: "{" });
    expect([malformed.status, malformed.body.errors[0].error_type]).toEqual([400, "INVALID_TEMPLATE_PARAMS_ERROR"]);
    expect((await run("SELECT {% if %}")).status).toBe(422);
  });
});

describe("asynchronous queries", () => {
  test("return immediately, run, and keep their result under a key", async () => {
    const { status, body } = await run("SELECT COUNT(*) AS n FROM cars", { runAsync: true, client_id: "later" });
    expect([status, body.query.state, body.query.id]).toEqual([202, "pending", "later"]);
    const query = await ended(admin, "later");
    expect(query).toMatchObject({ state: "success", rows: 1 });
    const result = await admin.get<Json>(`/api/v1/sqllab/results/?q=(key:'${query.resultsKey}')`);
    expect([result.status, result.body.data, result.body.status]).toEqual([200, [{ n: cars.length }], "success"]);
  });

  test("that can't run are rejected immediately; later failures are reported", async () => {
    expect((await run("SELEC 1", { runAsync: true })).status).toBe(422);
    await run("SELECT error('gone')", { runAsync: true, client_id: "fails" });
    const query = await ended(admin, "fails");
    expect([query.state, query.errorMessage]).toEqual(["failed", expect.stringContaining("gone")]);
    expect(query.extra.errors[0].error_type).toBe("GENERIC_DB_ENGINE_ERROR");
  });

  test("are found by repeating the request, and can be stopped, in the engine too", async () => {
    await run(ENDLESS, { runAsync: true, client_id: "endless" });
    const again = await run(ENDLESS, { runAsync: true, client_id: "endless" });
    expect([again.status, again.body.query.id]).toEqual([200, "endless"]);
    const stopped = await admin.post<Json>("/api/v1/query/stop", { client_id: "endless" });
    expect([stopped.status, stopped.body]).toEqual([200, { result: "OK" }]);
    expect((await ended(admin, "endless")).state).toBe("stopped");
    expect((await admin.post("/api/v1/query/stop", { client_id: "endless" })).status).toBe(200);
    expect((await run("SELECT 1 AS a", { client_id: "after" })).body.data).toEqual([{ a: 1 }]);
  });

  test("that are stopped end the waiting request", async () => {
    const waiting = run(ENDLESS, { client_id: "waiting" });
    for (let state = ""; state !== "running"; ) {
      const { body } = await admin.get<Json>("/api/v1/query/updated_since?q=(last_updated_ms:0)");
      state = body.result.find((query: Json) => query.id === "waiting")?.state ?? "";
    }
    await admin.post("/api/v1/query/stop", { client_id: "waiting" });
    const { status, body } = await waiting;
    expect([status, body.status, body.data, body.query.state]).toEqual([200, "stopped", [], "stopped"]);
  });
});

describe("requests", () => {
  test.each([
    [{ sql: "SELECT 1" }, 400, { database_id: ["Missing data for required field."] }],
    [{ database_id: 1 }, 400, { sql: ["Missing data for required field."] }],
    [{ database_id: 1, sql: "SELECT 1", nope: 1 }, 400, { nope: ["Unknown field."] }],
    [{ database_id: 1, sql: "SELECT 1", client_id: "longer than eleven" }, 400, expect.anything()],
  ])("are rejected if invalid: %j", async (body, status, message) => {
    const answer = await admin.post<Json>("/api/v1/sqllab/execute/", body);
    expect([answer.status, answer.body.message]).toEqual([status, message]);
  });

  test("are rejected for unknown databases, empty SQL and taken ids", async () => {
    expect((await execute(admin, 99_999, "SELECT 1")).body.errors[0].error_type).toBe("DATABASE_NOT_FOUND_ERROR");
    expect((await run("-- nothing")).body.errors[0].error_type).toBe("INVALID_SQL_ERROR");
    await run("SELECT 1", { client_id: "taken" });
    const again = await run("SELECT 1", { client_id: "taken" });
    expect([again.status, again.body.message]).toEqual([400, { client_id: ["This query ID is already in use."] }]);
  });

  test("with a syntax error return its position", async () => {
    const { status, body } = await run("SELECT *\nFROM cars WHERE ORDER BY 1");
    expect(status).toBe(422);
    expect(body.errors[0]).toMatchObject({ error_type: "INVALID_SQL_ERROR", extra: { line: 2, engine: "duckdb" } });
    expect(body.errors[0].message).toMatch(/^Error parsing near 'ORDER' at line 2:17/);
  });

  test("need an account and the permission", async () => {
    const body = { database_id: data.databaseId, sql: "SELECT 1" };
    expect((await server.anonymous.post("/api/v1/sqllab/execute/", body)).status).toBe(401);
    for (const name of ["gamma", "alpha"])
      expect((await (await server.as(name)).post("/api/v1/sqllab/execute/", body)).status).toBe(403);
  });
});

describe("results", () => {
  test("belong to their user; unknown and expired ones have different errors", async () => {
    const { body } = await run("SELECT 1 AS a");
    const address = `/api/v1/sqllab/results/?q=(key:'${body.query.resultsKey}')`;
    const other = await addAnalyst(server, "stranger", [["database_access", `[samples].(id:${data.databaseId})`]]);
    const refused = await other.get<Json>(address);
    expect([refused.status, refused.body.errors[0].error_type]).toEqual([403, "QUERY_SECURITY_ACCESS_ERROR"]);
    expect((await admin.get("/api/v1/sqllab/results/?q=(key:nope)")).status).toBe(404);
    await server.app.db
      .updateTable("queries")
      .set({ results_key: "forgotten" })
      .where("id", "=", body.query_id)
      .execute();
    const missing = await admin.get<Json>("/api/v1/sqllab/results/?q=(key:forgotten)");
    expect([missing.status, missing.body.errors[0].error_type]).toEqual([410, "RESULTS_BACKEND_ERROR"]);
  });
});

describe("CREATE ... AS", () => {
  test("creates a table or view where allowed, which can be exported", async () => {
    const id = await addSqlite(server.app, "making", { allow_ctas: true, allow_cvas: true });
    const created = await execute(admin, id, "SELECT 1; SELECT id FROM facts ORDER BY id", {
      select_as_cta: true,
      tmp_table_name: "mine",
      client_id: "ctas",
      queryLimit: 1,
    });
    expect([created.status, created.body.data, created.body.query.tempTable]).toEqual([200, [], "mine"]);
    expect((await execute(admin, id, "SELECT COUNT(*) AS n FROM mine")).body.data).toEqual([{ n: 3 }]);
    const file = await admin.fetch("/api/v1/sqllab/export/ctas/");
    expect(await file.text()).toBe("id\n1\n");
    const view = { select_as_cta: true, ctas_method: "VIEW", tmp_table_name: "seen" };
    expect((await execute(admin, id, "SELECT place FROM facts", view)).status).toBe(200);
    expect((await execute(admin, id, "SELECT place FROM seen WHERE place <> ''")).body.data).toEqual([
      { place: "Oslo" },
    ]);
    const unnamed = await execute(admin, id, "SELECT 1 AS a", { select_as_cta: true });
    expect(unnamed.body.query.tempTable).toMatch(/^tmp_admin_table_\d{4}_\d\d_\d\d_\d\d_\d\d_\d\d$/);
    const several = await execute(admin, id, "SELECT 1; SELECT 2", { ...view, tmp_table_name: "other" });
    expect(several.body.errors[0].error_type).toBe("INVALID_CVAS_QUERY_ERROR");
    const noSelect = await execute(admin, id, "EXPLAIN SELECT 1", { select_as_cta: true });
    expect(noSelect.body.errors[0].error_type).toBe("INVALID_CTAS_QUERY_ERROR");
  });

  test("is rejected where not allowed", async () => {
    const id = await addSqlite(server.app, "fixed");
    const { status, body } = await execute(admin, id, "SELECT 1", { select_as_cta: true });
    expect([status, body.errors[0].error_type]).toEqual([400, "DML_NOT_ALLOWED_ERROR"]);
    expect((await run("SELECT 1", { select_as_cta: true })).body.errors[0].error_type).toBe("DML_NOT_ALLOWED_ERROR");
  });
});
