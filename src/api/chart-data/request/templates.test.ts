import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadSampleData, type SampleData } from "../../../testing/sample-data.ts";
import { startTestServer, type TestClient, type TestServer } from "../../../testing/server.ts";

let server: TestServer;
let data: SampleData;
let admin: TestClient;
let alpha: TestClient;

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;

beforeAll(async () => {
  server = await startTestServer();
  data = await loadSampleData(server.app);
  admin = await server.as("admin");
  alpha = await server.as("alpha");
});
afterAll(() => server.stop());

let chartCount = 0;

async function virtual(sql: string, rest: object = {}): Promise<number> {
  const body = { database: data.databaseId, table_name: `templated_${++chartCount}`, sql, ...rest };
  const created = await admin.post<Json>("/api/v1/dataset/", body);
  expect(created.body).toMatchObject({ id: expect.any(Number) });
  return created.body.id;
}

function ask(id: number, query: object, { client = admin, rest = {}, search = "" } = {}) {
  const context = { datasource: { id, type: "table" }, queries: [query], ...rest };
  return client.post<Json>(`/api/v1/chart/data${search}`, context);
}

async function rowsOf(id: number, query: object, options: Parameters<typeof ask>[2] = {}) {
  const { status, body } = await ask(id, query, options);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body.result[0];
}

const all = { columns: ["n"], metrics: null };

describe("templates of a virtual dataset", () => {
  test("run as rendered, and describe columns without filters", async () => {
    const sql = `SELECT Origin AS o, COUNT(*) AS n FROM cars
      {% if filter_values('o') %}WHERE Origin IN {{ filter_values('o', remove_filter=True) | where_in }}{% endif %} GROUP BY 1`;
    const id = await virtual(sql);
    expect(await rowsOf(id, { ...all, filters: [] }).then((r) => r.rowcount)).toBe(3);
    const filters = [{ col: "o", op: "IN", val: ["Japan"] }];
    const result = await rowsOf(id, { ...all, filters });
    expect(result.data).toEqual([{ n: 79 }]);
    expect(result.applied_template_filters).toEqual(["o"]);
    expect(result.applied_filters).toEqual([{ column: "o" }]);
    expect(result.query).not.toContain(`"o" IN`);
  });

  test("can read the dataset's parameters", async () => {
    const id = await virtual("SELECT {{ cylinders }} AS n", { template_params: '{"cylinders": 8}' });
    expect((await rowsOf(id, all)).data).toEqual([{ n: 8 }]);
    const own = { template_params: '{"row_limit": 3, "from_dttm": "2024-01-01", "filter": "f"}' };
    const replaced = await virtual("SELECT '{{ row_limit }} {{ from_dttm }} {{ filter }} {{ row_offset }}' AS n", own);
    expect((await rowsOf(replaced, { ...all, row_limit: 5 })).data).toEqual([{ n: "3 2024-01-01 f 0" }]);
  });

  test("can query another dataset and its metrics, if the user can read it", async () => {
    const inner = await virtual("SELECT Name, Cylinders FROM cars WHERE Cylinders > 6");
    const sql = `SELECT COUNT(*) AS n FROM {{ dataset(${inner}, columns=['Name']) }}`;
    const outer = await virtual(sql);
    expect((await rowsOf(outer, all)).data).toEqual([{ n: 108 }]);
    const counted = await virtual(`SELECT {{ metric('count', ${data.carsId}) }} AS n FROM cars`);
    expect((await rowsOf(counted, all)).data).toEqual([{ n: 406 }]);
    const gamma = await server.as("reader", ["Gamma"]);
    expect((await ask(outer, all, { client: gamma })).status).toBe(403);
    const name = await admin.get<Json>(`/api/v1/dataset/${outer}`);
    expect(name.body.result.sql).toBe(sql);
    const missing = await admin.post<Json>("/api/v1/dataset/", {
      database: data.databaseId,
      table_name: "missing",
      sql: "SELECT * FROM {{ dataset(99999) }}",
    });
    expect([missing.status, JSON.stringify(missing.body)]).toEqual([
      422,
      expect.stringContaining("Dataset 99999 not found!"),
    ]);
  });

  test("treat an inaccessible dataset as missing, without its name", async () => {
    const { body } = await admin.post<Json>("/api/v1/dataset/", {
      database: data.databaseId,
      table_name: "hidden salaries",
      sql: "SELECT Name FROM cars",
    });
    const requested = async (id: number) => {
      const sql = `SELECT * FROM {{ dataset(${id}, columns=['Name']) }}`;
      const outer = await virtual("SELECT 1 AS n");
      await server.app.db.updateTable("datasets").set({ sql }).where("id", "=", outer).execute();
      const user_id = await server.userId("owner of one");
      await server.app.db.insertInto("dataset_owners").values({ dataset_id: outer, user_id }).execute();
      server.app.events.changed("dataset", outer);
      const answer = await ask(outer, all, { client: await server.as("owner of one") });
      expect(JSON.stringify(answer.body)).not.toContain("hidden salaries");
      return [answer.status, answer.body.errors[0].message, Object.keys(answer.body.errors[0].extra)];
    };
    const [status, message, extra] = await requested(body.id);
    expect(message).toBe(`Dataset ${body.id} not found!`);
    expect(await requested(99_999)).toEqual([status, "Dataset 99999 not found!", extra]);
  });

  test("can't include themselves recursively", async () => {
    const id = await virtual("SELECT 1 AS n");
    const sql = `SELECT * FROM {{ dataset(${id}) }}`;
    await admin.put(`/api/v1/dataset/${id}`, { sql });
    await server.app.db.updateTable("datasets").set({ sql }).where("id", "=", id).execute();
    server.app.events.changed("dataset", id);
    const { status, body } = await ask(id, all);
    expect([status, body.errors[0].message]).toEqual([422, "Cyclic dataset macro detected"]);
  });

  test("are checked after rendering: only one read-only statement is allowed", async () => {
    const sql = "SELECT 1 AS n{{ url_param('x', '', escape_result=False) }}";
    const id = await virtual(sql);
    const hostile = (x: string) => ask(id, { ...all, url_params: { x } });
    expect((await hostile("; DROP TABLE cars")).status).toBe(422);
    expect((await hostile(" UNION SELECT 2")).status).toBe(422);
    const literal = await virtual(
      "SELECT '{{ url_param('x') }}' AS n, COUNT(*) AS c FROM cars WHERE Name = '{{ url_param('x') }}'",
    );
    const value = "x' OR '1'='1";
    expect((await rowsOf(literal, { columns: ["n", "c"], metrics: null, url_params: { x: value } })).data).toEqual([
      { n: value, c: 0 },
    ]);
  });
});

describe("templates in custom SQL", () => {
  const metric = (sqlExpression: string) => ({ expressionType: "SQL", sqlExpression, label: "m" });

  test("work in metrics, columns, conditions and sort order", async () => {
    const query = {
      columns: [{ label: "kind", sqlExpression: "{{ 'Origin' }}", expressionType: "SQL" }],
      metrics: [metric("SUM({{ 1 + 1 }})")],
      extras: { where: "Cylinders {{ '>' }} 4", having: "{% if true %}COUNT(*) > 10{% endif %}" },
      orderby: [[metric("{{ 'COUNT(*)' }}"), false]],
    };
    const { data: rows } = await rowsOf(data.carsId, query);
    expect(rows).toEqual(
      [
        { kind: "USA", m: 364 },
        { kind: "Europe", m: expect.any(Number) },
      ].slice(0, rows.length),
    );
    expect(rows.length).toBeGreaterThan(0);
  });

  test("are checked after rendering", async () => {
    const sneaky = metric("{{ '(SELECT' }} 1)");
    expect((await ask(data.carsId, { metrics: [sneaky] })).body.errors[0].message).toContain("sub-queries");
    const two = metric("{{ '1; SELECT 2' }}");
    expect((await ask(data.carsId, { metrics: [two] })).status).toBeOneOf([400, 403]);
  });

  test("fail with a typed error", async () => {
    const { status, body } = await ask(data.carsId, { metrics: [metric("SUM({{ 1 + }})")] });
    expect([status, body.errors[0]]).toMatchObject([
      422,
      { error_type: "GENERIC_COMMAND_ERROR", extra: { exception_type: "TemplateSyntaxError", line: null } },
    ]);
    expect(body.errors[0].message).toMatch(/^Jinja2 template error \(TemplateSyntaxError\): /);
  });
});

describe("a parameter without a value", () => {
  const missing = (names: string[], parameters: object) => ({
    errors: [
      {
        error_type: "MISSING_TEMPLATE_PARAMS_ERROR",
        extra: {
          undefined_parameters: names,
          template_parameters: parameters,
          issue_codes: [expect.objectContaining({ code: 1006 })],
        },
      },
    ],
  });

  test("is named in the error with the available parameters, for SQL of datasets and charts", async () => {
    const id = await virtual("SELECT {{ cylinders }} AS n", { template_params: '{"cylinders": 8}' });
    const parameters = { cylinder: 8 };
    await admin.put(`/api/v1/dataset/${id}`, { template_params: JSON.stringify(parameters) });
    const { status, body } = await ask(id, all);
    expect([status, body]).toMatchObject([400, missing(["cylinders"], parameters)]);
    expect(body.message).toBe('The parameter "cylinders" in your query is undefined.');
    const where = "Origin = {{ origin }} OR Name = {{ name }}";
    const requested = await ask(data.carsId, { ...all, columns: ["Origin"], extras: { where } });
    expect([requested.status, requested.body]).toMatchObject([400, missing(["origin", "name"], {})]);
  });

  test("stays as written in text, and isn't blamed for other errors", async () => {
    const where = (clause: string) => ask(data.carsId, { columns: ["Origin"], extras: { where: clause } });
    expect((await where("Origin = '{{ origin }}'")).body.result[0].rowcount).toBe(0);
    expect((await where("Origin = '{{ origin }}' AND")).body.errors[0].error_type).toBe("INVALID_SQL_ERROR");
  });
});

describe("the cache", () => {
  const cached = (client: TestClient, id: number, query: object) => rowsOf(id, query, { client });

  test("never serves a user another user's answer if theirs would differ", async () => {
    const id = await virtual("SELECT '{{ current_username() }}' AS n");
    for (let round = 0; round < 3; round++) {
      expect((await cached(admin, id, all)).data).toEqual([{ n: "admin" }]);
      expect((await cached(alpha, id, all)).data).toEqual([{ n: "alpha" }]);
    }
    expect((await cached(alpha, id, all)).is_cached).toBe(true);
  });

  test("separates users by the values that macros read, and is shared otherwise", async () => {
    const keyed = await virtual("SELECT 1 AS n {# #}{% set u = current_user_id() %}");
    const keys = await Promise.all([admin, alpha].map(async (client) => (await cached(client, keyed, all)).cache_key));
    expect(keys[0]).not.toBe(keys[1]);
    const free = await virtual("SELECT 2 AS n {% set u = current_user_id(add_to_cache_keys=False) %}");
    await expect.poll(async () => (await cached(admin, free, all)).is_cached).toBe(true);
    expect((await cached(alpha, free, all)).is_cached).toBe(true);
  });

  test("separates URL parameters, preferring the request's over the form's", async () => {
    const id = await virtual("SELECT '{{ url_param('x', 'none') }}' AS n");
    const value = async (query: object, search = "") => (await rowsOf(id, { ...all, ...query }, { search })).data[0].n;
    expect(await value({})).toBe("none");
    expect(await value({ url_params: { x: "a" } })).toBe("a");
    expect(await value({ url_params: { x: "a" } }, "?x=b")).toBe("b");
    expect(await value({ url_params: { x: "a" } })).toBe("a");
    const rest = { form_data: { url_params: { x: "form" } } };
    expect((await rowsOf(id, all, { rest })).data).toEqual([{ n: "form" }]);
  });
});

describe("row-level security", () => {
  test("can use templates too, and applies within datasets used by templates", async () => {
    const reader = await server.as("rls reader", ["Alpha"]);
    const roles = await server.app.db.selectFrom("roles").select("id").where("name", "=", "Alpha").execute();
    const inner = await virtual("SELECT Name, Origin FROM cars");
    const rule = {
      name: "by user",
      filter_type: "Regular",
      tables: [inner],
      roles: roles.map(({ id }) => id),
      clause: "Origin = '{% if current_username() == 'rls reader' %}Japan{% else %}Europe{% endif %}'",
    };
    const created = await admin.post<Json>("/api/v1/rowlevelsecurity/", rule);
    expect(created.status).toBe(201);
    const outer = await virtual(`SELECT COUNT(*) AS n FROM {{ dataset(${inner}) }}`);
    const rules = await virtual("SELECT {{ current_user_rls_rules() is none }} AS n");
    for (let round = 0; round < 2; round++) {
      expect((await rowsOf(outer, all, { client: reader })).data).toEqual([{ n: 79 }]);
      expect((await rowsOf(outer, all, { client: alpha })).data).toEqual([{ n: 73 }]);
      expect((await rowsOf(outer, all)).data).toEqual([{ n: 406 }]);
      expect((await rowsOf(inner, { metrics: ["count"] }, { client: reader })).data).toEqual([{ count: 79 }]);
      expect((await rowsOf(inner, { metrics: ["count"] }, { client: alpha })).data).toEqual([{ count: 73 }]);
    }
    expect((await rowsOf(rules, all, { client: reader })).data).toEqual([{ n: true }]);
    await admin.delete(`/api/v1/rowlevelsecurity/${created.body.id}`);
    expect((await rowsOf(outer, all, { client: reader })).data).toEqual([{ n: 406 }]);
  });
});
