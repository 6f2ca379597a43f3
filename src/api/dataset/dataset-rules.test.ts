import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { engineOf } from "../../server/engine/app-engine.ts";
import { loadSampleData, registerTable, type SampleData } from "../../testing/sample-data.ts";
import { startTestServer, type TestClient, type TestServer } from "../../testing/server.ts";

let server: TestServer;
let admin: TestClient;
let alpha: TestClient;
let gamma: TestClient;
let data: SampleData;

beforeAll(async () => {
  server = await startTestServer();
  data = await loadSampleData(server.app);
  [admin, alpha, gamma] = [await server.as("admin"), await server.as("alpha"), await server.as("gamma")];
});
afterAll(() => server.stop());

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;
const PATH = "/api/v1/dataset";
const get = async (path: string, client = admin): Promise<Json> => (await client.get<Json>(path)).body;
const show = async (id: number) => (await get(`${PATH}/${id}`)).result;
const put = (id: number, body: object, client = alpha) => client.put<Json>(`${PATH}/${id}`, body);

async function create(table_name: string, sql = "SELECT 1 AS a, 'x' AS b", more: object = {}, client = alpha) {
  const body = { database: data.databaseId, table_name, sql, ...more };
  const answer = await client.post<Json>(`${PATH}/`, body);
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  return answer.body.id as number;
}

describe("lists", () => {
  const names = async (q: string, client = admin) =>
    (await get(`${PATH}/?q=${encodeURIComponent(q)}`, client)).result.map((row: Json) => row.table_name);

  test("can be filtered and sorted", async () => {
    const certification = JSON.stringify({ certification: { certified_by: "Ann" } });
    const ids = [await create("Lists A", undefined, { schema: "main" }), await create("lists b")];
    await put(ids[1]!, { extra: certification });
    const having = (col: string, opr: string, value: unknown) =>
      names(`(filters:!((col:table_name,opr:sw,value:LISTS),(col:${col},opr:${opr},value:${value})))`);
    expect(await having("id", "dataset_is_certified", "!t")).toEqual(["lists b"]);
    expect(await having("id", "dataset_is_certified", "!f")).toEqual(["Lists A"]);
    expect(await having("schema", "eq", "main")).toEqual(["Lists A"]);
    expect(await having("schema", "neq", "main")).toEqual(["lists b"]);
    expect(await having("database", "rel_o_m", data.databaseId)).toEqual(["Lists A", "lists b"]);
    expect(await having("database", "nrel_o_m", data.databaseId)).toEqual([]);
    expect(await having("owners", "rel_m_m", await server.userId("admin"))).toEqual([]);
    expect(await having("sql", "dataset_is_null_or_empty", "!t")).toEqual([]);
    const order = "(order_column:table_name,order_direction:desc,page_size:2)";
    expect(await names(order)).toEqual(["lists b", "Lists A"]);
    for (const column of ["kind", "owners.first_name"]) {
      const last = await names(`(order_column:${column},order_direction:desc,page_size:2)`);
      expect([column, ...last.toSorted()]).toEqual([column, "Lists A", "lists b"]);
    }
    const wrong = await admin.get<Json>(`${PATH}/?q=(order_column:sql,order_direction:asc)`);
    expect([wrong.status, wrong.body.message]).toEqual([400, "Invalid order by column: sql"]);
    const row = (await get(`${PATH}/?q=(filters:!((col:id,opr:eq,value:${ids[0]})))`)).result[0];
    expect(row).toMatchObject({
      kind: "virtual",
      datasource_type: "table",
      explore_url: `/explore/?datasource_type=table&datasource_id=${ids[0]}`,
      changed_by: { first_name: "Alpha", last_name: "User" },
      owners: [{ first_name: "Alpha" }],
    });
    for (const id of ids) await alpha.delete(`${PATH}/${id}`);
  });

  test("link only to this site, whatever owners enter", async () => {
    const id = await create("Elsewhere");
    const led = async (default_endpoint: string) => {
      expect((await put(id, { default_endpoint })).status).toBe(200);
      const q = `(filters:!((col:id,opr:eq,value:${id})),columns:!(explore_url,default_endpoint))`;
      return (await get(`${PATH}/?q=${encodeURIComponent(q)}`)).result[0].explore_url;
    };
    expect(await led("/superset/dashboard/1/?a=b#c")).toBe("/superset/dashboard/1/?a=b#c");
    expect(await led(`${server.url}/superset/dashboard/1/`)).toBe("/superset/dashboard/1/");
    const foreignAddresses = [
      "javascript:alert(1)",
      "//evil.example",
      "/\\evil.example",
      "https://evil.example/",
      "/.//x",
      "",
    ];
    for (const address of foreignAddresses)
      expect(await led(address)).toBe(`/explore/?datasource_type=table&datasource_id=${id}`);
    await alpha.delete(`${PATH}/${id}`);
  });

  test("offer their schemas and databases as choices", async () => {
    const id = await create("In a schema", undefined, { schema: "main" });
    const distinct = await get(`${PATH}/distinct/schema`);
    expect(distinct).toEqual({ count: 1, result: [{ text: "main", value: "main" }] });
    expect((await get(`${PATH}/distinct/schema?q=(filter:x)`)).count).toBe(0);
    expect((await admin.get(`${PATH}/distinct/sql`)).status).toBe(404);
    const related = await get(`${PATH}/related/database?q=(filter:sam)`);
    expect(related.result).toEqual([{ value: data.databaseId, text: "samples", extra: {} }]);
    expect((await get(`${PATH}/related/database?q=(filter:ples)`)).count).toBe(0);
    const info = await get(`${PATH}/_info?q=(keys:!(permissions))`, alpha);
    expect(info.permissions.sort()).toEqual([
      "can_duplicate",
      "can_export",
      "can_get_drill_info",
      "can_get_or_create_dataset",
      "can_read",
      "can_write",
    ]);
    await alpha.delete(`${PATH}/${id}`);
  });

  test("contain what a caller owns or has access to, by schema or by dataset", async () => {
    const owner = await server.as("owner");
    const id = await create("Given", undefined, { schema: "main", owners: [await server.userId("owner")] });
    expect(await names("()", owner)).toEqual(["Given"]);
    expect((await owner.get(`${PATH}/${data.carsId}`)).status).toBe(404);
    const grant = async (name: string, permission: string, view: string) => {
      const role = server.app.db.insertInto("roles").values({ name }).returning("id");
      const { id: role_id } = await role.executeTakeFirstOrThrow();
      await server.app.db.insertInto("role_permissions").values({ role_id, permission, view }).execute();
    };
    await grant("Cars readers", "datasource_access", `[samples].[cars](id:${data.carsId})`);
    await grant("Main readers", "schema_access", "[samples].[main]");
    const reader = await server.as("reader", ["Gamma", "Cars readers"]);
    expect(await names("()", reader)).toEqual(["cars"]);
    expect((await reader.get(`${PATH}/${data.flightsId}`)).status).toBe(404);
    const wide = await server.as("wide", ["Gamma", "Main readers"]);
    expect(await names("()", wide)).toEqual(["Given"]);
    await alpha.delete(`${PATH}/${id}`);
  });
});

describe("a save", () => {
  test("keeps omitted fields, and writes given ones", async () => {
    const id = await create("Settings");
    const values = {
      description: "All of it",
      offset: 3,
      cache_timeout: 60,
      fetch_values_predicate: "a > 0",
      filter_select_enabled: false,
      default_endpoint: "/somewhere",
      normalize_columns: true,
      always_filter_main_dttm: true,
      main_dttm_col: null,
      extra: '{"warning_markdown":"old"}',
    };
    const answer = await put(id, values);
    expect([answer.status, answer.body]).toEqual([200, { id, result: values }]);
    expect(await show(id)).toMatchObject(values);
    await put(id, { description: null, offset: null });
    expect(await show(id)).toMatchObject({ ...values, description: null, offset: 3 });
    await alpha.delete(`${PATH}/${id}`);
  });

  test("of metrics keeps formats, currency and ids; removed metrics are deleted", async () => {
    const id = await create("Metrics");
    const currency = { symbol: "EUR", symbolPosition: "suffix" };
    const metrics = [
      {
        metric_name: "sum_a",
        expression: "SUM(a)",
        d3format: ",.2f",
        currency,
        warning_text: "late",
        verbose_name: "Sum",
      },
      { metric_name: "rows", expression: "COUNT(*)" },
    ];
    await put(id, { metrics });
    const first = await show(id);
    expect(first.metrics.map((metric: Json) => metric.metric_name)).toEqual(["sum_a", "rows"]);
    expect(first.metrics[0]).toMatchObject(metrics[0]!);
    expect(first.verbose_map).toMatchObject({ sum_a: "Sum", rows: "rows" });
    const stored = { id: first.metrics[1].id, metric_name: "row_count", expression: "COUNT(1)" };
    await put(id, { metrics: [stored] });
    expect((await show(id)).metrics).toMatchObject([stored]);
    const refused = [
      [{ metrics: [stored, { ...stored, id: undefined }] }, { metrics: ["One or more metrics are duplicated"] }],
      [{ metrics: [{ ...stored, id: 99_999 }] }, { metrics: ["One or more metrics do not exist"] }],
    ] as const;
    for (const [body, message] of refused) {
      const answer = await put(id, body);
      expect([answer.status, answer.body]).toEqual([422, { message }]);
    }
    expect((await put(id, { metrics: [{ metric_name: "", expression: "1" }] })).status).toBe(422);
    await alpha.delete(`${PATH}/${id}`);
  });

  test("of changed SQL keeps the columns until a refresh", async () => {
    const id = await create("Changing");
    await put(id, { sql: "SELECT 1 AS a, DATE '2024-01-01' AS day" });
    expect((await show(id)).columns.map((column: Json) => column.column_name)).toEqual(["a", "b"]);
    const overridden = await alpha.put(`${PATH}/${id}?override_columns=true`, {
      sql: "SELECT DATE '2024-01-01' AS day",
    });
    expect(overridden.status).toBe(200);
    const after = await show(id);
    expect(after.columns.map((column: Json) => [column.column_name, column.type, column.is_dttm])).toEqual([
      ["day", "DATE", true],
    ]);
    expect(after.granularity_sqla).toEqual([["day", "day"]]);
    const broken = await put(id, { sql: "SELECT nothing FROM nowhere" });
    expect([broken.status, Object.keys(broken.body.message)]).toEqual([422, ["sql"]]);
    expect((await show(id)).sql).toBe("SELECT DATE '2024-01-01' AS day");
    await alpha.delete(`${PATH}/${id}`);
  });

  test("accepts metrics and formats written back by programs, and fills gaps from the source", async () => {
    const id = await create("Synced");
    const items = async () => {
      const { metrics, columns, main_dttm_col } = await show(id);
      return { metrics: metrics.map((one: Json) => one.metric_name), columns, main_dttm_col };
    };
    const { columns } = await items();
    const own = { metric_name: "rows", expression: "COUNT(*)", d3format: ",d" };
    const back = columns.map(({ id, column_name }: Json) => ({ id, column_name, datetime_format: "%Y-%m-%d" }));
    expect((await put(id, { metrics: [own], main_dttm_col: null, columns: back })).status).toBe(200);
    expect(await items()).toMatchObject({ metrics: ["rows"], columns: [{ datetime_format: "%Y-%m-%d" }, {}] });
    await put(id, { sql: "SELECT 1 AS a, DATE '2024-01-01' AS day" });
    expect((await alpha.put(`${PATH}/${id}/refresh`, {})).status).toBe(200);
    expect(await items()).toMatchObject({ metrics: ["rows", "count"], main_dttm_col: "day" });
    expect((await show(id)).metrics[0]).toMatchObject(own);
    await put(id, { metrics: [], main_dttm_col: "a" });
    await alpha.put(`${PATH}/${id}?override_columns=true`, {});
    expect(await items()).toMatchObject({ metrics: ["count"], main_dttm_col: "a" });
    await alpha.delete(`${PATH}/${id}`);
  });

  test.each([
    ["two statements", "SELECT 1; SELECT 2"],
    ["a statement that writes", "CREATE TABLE x AS SELECT 1 AS a"],
    ["invalid SQL", "SELEC 1"],
    ["ATTACH", "ATTACH 'other.db'"],
    ["SET", "SET threads = 1"],
  ])("rejects %s", async (_, sql) => {
    const answer = await alpha.post<Json>(`${PATH}/`, { database: data.databaseId, table_name: "No", sql });
    expect(answer.status).toBe(422);
    expect(answer.body.message.sql).toHaveLength(1);
    expect((await get(`${PATH}/?q=(filters:!((col:table_name,opr:eq,value:No)))`)).count).toBe(0);
  });

  test("rejects another dataset's table and a missing database", async () => {
    const id = await create("Mover");
    const duplicate = await put(id, { table_name: "cars" });
    expect([duplicate.status, duplicate.body]).toEqual([422, { message: { table: ["Dataset cars already exists"] } }]);
    const nowhere = await put(id, { database_id: 999 });
    expect([nowhere.status, nowhere.body]).toEqual([422, { message: { database: ["Database does not exist"] } }]);
    const owners = await put(id, { owners: [999], description: "never" });
    expect([owners.status, owners.body]).toEqual([422, { message: { owners: ["Owners are invalid"] } }]);
    expect((await show(id)).description).toBeNull();
    expect((await put(99_999, {})).status).toBe(404);
    await alpha.delete(`${PATH}/${id}`);
  });
});

describe("SQL with request values", () => {
  const CARS = "SELECT Origin, Cylinders, Year FROM cars WHERE";
  const SAVED: [sql: string, requested: object, rows: number][] = [
    [`${CARS} Cylinders = {{ url_param('n') }}`, { url_params: { n: "6" } }, 84],
    [`${CARS} Origin = '{{ url_param('o') }}' LIMIT {{ url_param('rows', 5) }}`, { url_params: { o: "Japan" } }, 5],
    [
      `${CARS} Cylinders IN ({{ filter_values('c') | join(',') }})`,
      { filters: [{ col: "c", op: "IN", val: [3, 5] }] },
      7,
    ],
    [`${CARS} Year >= {{ get_time_filter('Year').from_expr }}`, { filters: [since("1982-01-01")] }, 61],
  ];
  function since(day: string) {
    return { col: "Year", op: "TEMPORAL_RANGE", val: `${day} : 2000-01-01` };
  }
  const ask = (id: number, query: object) =>
    admin.post<Json>("/api/v1/chart/data", {
      datasource: { id, type: "table" },
      queries: [{ columns: ["Origin", "Cylinders"], row_limit: 100, ...query }],
    });

  test.each(SAVED)("is saved without them and run with them: %s", async (sql, requested, rows) => {
    const id = await create("Templated", sql);
    expect((await show(id)).columns.map((column: Json) => column.column_name)).toEqual(["Origin", "Cylinders", "Year"]);
    expect((await ask(id, requested)).body.result[0].rowcount).toBe(rows);
    await alpha.delete(`${PATH}/${id}`);
  });

  test("can't be broken out of by a value", async () => {
    const id = await create("Templated", `${CARS} Cylinders = {{ url_param('n') }}`);
    for (const n of ["6 OR 1 = 1", "6; SELECT 1", "(SELECT 6)", "6--", "6/**/"]) {
      const { status, body } = await ask(id, { url_params: { n } });
      expect([n, status, JSON.stringify(body)]).toEqual([n, 422, expect.stringContaining("SecurityError")]);
    }
    await alpha.delete(`${PATH}/${id}`);
  });

  test("is rejected if no value makes it a valid query", async () => {
    for (const sql of [`${CARS} nothing = {{ url_param('n') }}`, `DROP TABLE {{ url_param('n') }}`]) {
      const body = { database: data.databaseId, table_name: "Templated", sql };
      expect((await alpha.post(`${PATH}/`, body)).status).toBe(422);
    }
  });
});

describe("a refresh", () => {
  test("follows the source: adds, removes and retypes columns, keeps calculated ones", async () => {
    const id = await create("Refreshed", "SELECT 1 AS a, 2 AS lost");
    const [a] = (await show(id)).columns;
    const columns = [
      { id: a.id, column_name: "a", verbose_name: "The A", description: "first" },
      { column_name: "doubled", expression: "a * 2" },
    ];
    await put(id, { columns });
    await put(id, { sql: "SELECT 'text' AS a, TRUE AS fresh" });
    expect((await alpha.put<Json>(`${PATH}/${id}/refresh`)).body).toEqual({ message: "OK" });
    const after = (await show(id)).columns;
    expect(after.map((column: Json) => [column.column_name, column.type, column.type_generic])).toEqual([
      ["a", "VARCHAR", 1],
      ["fresh", "BOOLEAN", 3],
      ["doubled", null, 1],
    ]);
    expect(after[0]).toMatchObject({ id: a.id, verbose_name: "The A", description: "first" });
    expect(after[2].expression).toBe("a * 2");
    expect((await gamma.put(`${PATH}/${id}/refresh`)).status).toBe(403);
    const other = await server.as("other alpha", ["Alpha"]);
    expect((await other.put(`${PATH}/${id}/refresh`)).status).toBe(403);
    await alpha.delete(`${PATH}/${id}`);
  });

  test("of a missing table fails and changes nothing", async () => {
    const { connectionOf } = await import("../database/index.ts");
    const file = `${server.app.config.home}/samples.duckdb`;
    await engineOf(server.app).load({ file, statements: ["CREATE TABLE brief AS SELECT 1 AS a"] });
    expect((await connectionOf(server.app, data.databaseId)).connection).toBeDefined();
    const id = await registerTable(server.app, data.databaseId, { name: "brief", time: null });
    await engineOf(server.app).load({ file, statements: ["DROP TABLE brief"] });
    const answer = await admin.put<Json>(`${PATH}/${id}/refresh`);
    expect([answer.status, Object.keys(answer.body.message)]).toEqual([422, ["table"]]);
    expect((await show(id)).columns).toHaveLength(1);
    await admin.delete(`${PATH}/${id}`);
  });
});

describe("the dataset of a table", () => {
  test("is found or created once", async () => {
    const file = `${server.app.config.home}/samples.duckdb`;
    await engineOf(server.app).load({ file, statements: ["CREATE TABLE once AS SELECT 1 AS a"] });
    const table = { database_id: data.databaseId, table_name: "once", schema: "main" };
    const ask = (client = alpha) => client.post<Json>(`${PATH}/get_or_create/`, table);
    const first = (await ask()).body.result.table_id;
    expect((await ask(admin)).body.result.table_id).toBe(first);
    expect((await show(first)).owners).toMatchObject([{ first_name: "Alpha" }]);
    expect((await ask(gamma)).status).toBe(403);
    const missing = { database_id: data.databaseId, table_name: "nothing", schema: "main" };
    const refused = await alpha.post<Json>(`${PATH}/get_or_create/`, missing);
    expect([refused.status, Object.keys(refused.body.message)]).toEqual([422, ["table"]]);
    const { schema: _, ...unqualified } = table;
    const found = async (requested: object) =>
      (await alpha.post<Json>(`${PATH}/get_or_create/`, requested)).body.result.table_id;
    expect(await found(unqualified)).toBe(first);
    await alpha.delete(`${PATH}/${first}`);
    const withoutSchema = await found(unqualified);
    expect(await found(table)).toBe(withoutSchema);
    await alpha.delete(`${PATH}/${withoutSchema}`);
  });

  test("a dataset in use lists its charts and dashboards; deleting it keeps them", async () => {
    const id = await create("Used");
    const dashboard = (await alpha.post<Json>("/api/v1/dashboard/", { dashboard_title: "D", slug: "d" })).body.id;
    const body = {
      slice_name: "C",
      datasource_id: id,
      datasource_type: "table",
      viz_type: "pie",
      dashboards: [dashboard],
    };
    const chart = (await alpha.post<Json>("/api/v1/chart/", body)).body.id;
    const related = await get(`${PATH}/${id}/related_objects`);
    expect(related.charts).toEqual({ count: 1, result: [{ id: chart, slice_name: "C", viz_type: "pie" }] });
    expect(related.dashboards).toMatchObject({ count: 1, result: [{ id: dashboard, title: "D", slug: "d" }] });
    expect((await gamma.get(`${PATH}/${id}/related_objects`)).status).toBe(404);
    await alpha.delete(`${PATH}/${id}`);
    expect((await alpha.get(`/api/v1/chart/${chart}`)).status).toBe(200);
    expect((await get(`/api/v1/dashboard/${dashboard}/datasets`)).result).toEqual([]);
  });

  test("is created once by many concurrent requests, and returned by get-or-create", async () => {
    const many = <T>(ask: () => Promise<T>) => Promise.all(Array.from({ length: 8 }, ask));
    const sql = { database: data.databaseId, table_name: "raced", sql: "SELECT 1 AS a" };
    const responses = await many(() => alpha.post<Json>(`${PATH}/`, sql));
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(1);
    const messages = responses.flatMap(({ body }) => (body.message ? [body.message] : []));
    expect(messages).toEqual(Array.from({ length: 7 }, () => ({ table: ["Dataset raced already exists"] })));
    const base_model_id = responses.find(({ status }) => status === 201)?.body.id;
    const copies = await many(() => alpha.post<Json>(`${PATH}/duplicate`, { base_model_id, table_name: "copied" }));
    const refused = copies.flatMap(({ body }) => (body.message ? [body.message] : []));
    expect(refused).toEqual(Array.from({ length: 7 }, () => ({ table: ["Dataset copied already exists"] })));
    const file = `${server.app.config.home}/samples.duckdb`;
    await engineOf(server.app).load({ file, statements: ["CREATE TABLE wanted AS SELECT 1 AS a"] });
    const place = { database_id: data.databaseId, table_name: "wanted" };
    const found = await many(() => alpha.post<Json>(`${PATH}/get_or_create/`, place));
    expect(new Set(found.map(({ status, body }) => `${status} ${typeof body.result?.table_id}`))).toEqual(
      new Set(["200 number"]),
    );
    expect(new Set(found.map(({ body }) => body.result.table_id)).size).toBe(1);
  });

  test("bulk delete is all or nothing", async () => {
    const ids = [await create("Del 1"), await create("Del 2", undefined, {}, admin)];
    const q = `?q=!(${ids.join(",")})`;
    expect((await alpha.delete(`${PATH}/${q}`)).status).toBe(403);
    expect((await alpha.get(`${PATH}/${ids[0]}`)).status).toBe(200);
    expect((await admin.delete(`${PATH}/?q=!(${ids[0]},99999)`)).status).toBe(404);
    expect((await admin.delete<Json>(`${PATH}/${q}`)).body).toEqual({ message: "Deleted 2 datasets" });
  });
});

describe("permissions on the source", () => {
  const reading = async (username: string, rights: readonly [string, string][]) => {
    const { app } = server;
    const { id } = await app.db
      .insertInto("roles")
      .values({ name: username })
      .returning("id")
      .executeTakeFirstOrThrow();
    const values = rights.map(([permission, view]) => ({ role_id: id, permission, view }));
    await app.db.insertInto("role_permissions").values(values).execute();
    app.events.changed("role");
    return server.as(username, ["Gamma", username]);
  };
  const MAKING: [string, string][] = [
    ["can_write", "Dataset"],
    ["can_get_or_create_dataset", "Dataset"],
  ];

  test("a dataset permission doesn't cover other tables of its database, by name or in SQL", async () => {
    const maker = await reading("maker", [...MAKING, ["datasource_access", `[samples].[cars](id:${data.carsId})`]]);
    const body = { database: data.databaseId, table_name: "stolen" };
    for (const [source, type] of [
      [{ sql: "SELECT * FROM flights" }, "TABLE_SECURITY_ACCESS_ERROR"],
      [{ table_name: "flights", schema: "main" }, "DATABASE_SECURITY_ACCESS_ERROR"],
    ] as const) {
      const answer = await maker.post<Json>(`${PATH}/`, { ...body, ...source });
      expect([answer.status, answer.body.errors[0].error_type]).toEqual([403, type]);
    }
    const conflict = await maker.post(`${PATH}/get_or_create/`, {
      database_id: data.databaseId,
      table_name: "nothing",
    });
    expect(conflict.status).toBe(403);
    const own = await create("lent");
    await put(own, { owners: [await server.userId("maker")] }, admin);
    expect((await put(own, { sql: "SELECT * FROM flights" }, maker)).status).toBe(403);
    expect((await put(own, { description: "mine" }, maker)).status).toBe(200);
  });

  test("a database permission is enough, and pickers show only that database", async () => {
    const [name, id] = ["samples", data.databaseId];
    const holder = await reading("holder", [...MAKING, ["database_access", `[${name}].(id:${id})`]]);
    expect(await create("held", "SELECT 1 AS a", {}, holder)).toBeGreaterThan(0);
    const visible = async (client: TestClient) => (await get(`${PATH}/related/database`, client)).result;
    expect(await visible(holder)).toEqual([{ value: id, text: name, extra: {} }]);
    expect(await visible(gamma)).toEqual([]);
  });
});
