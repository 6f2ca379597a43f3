import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { accounts } from "../../server/auth/accounts.ts";
import { isSampled } from "../../testing/full-size.ts";
import { type Car, loadSampleData, readCars, registerTable, type SampleData } from "../../testing/sample-data.ts";
import { startTestServer, type TestClient, type TestServer } from "../../testing/server.ts";
import { chartDataOf } from "../chart-data/index.ts";
import { dashboardResource } from "../dashboard/index.ts";
import { securedSql } from "./index.ts";

let server: TestServer;
let admin: TestClient;
let data: SampleData;
const users = new Map<string, TestClient>();
const datasets = new Map<string, number>();

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;

const PLACES = ["Japan", "USA", "Europe"];
const VIRTUAL: Readonly<Record<string, string>> = {
  "in sql": "SELECT Origin, Name, Year, Cylinders FROM cars -- all",
  "in a join": `SELECT b.Origin, a.Name, a.Year, a.Cylinders FROM (SELECT * FROM cars) a JOIN main.cars b USING (Name)`,
  "in a cte": `WITH cars2 AS (SELECT * FROM cars), cars AS (SELECT * FROM cars2)
    SELECT Origin, Name, Year, Cylinders FROM cars UNION ALL SELECT Origin, Name, Year, Cylinders FROM SAMPLES.Cars`,
  "in a sub-query": `SELECT (SELECT MAX(Origin) FROM cars) AS Origin, 'x' AS Name, DATE '1970-01-01' AS Year, 4 AS Cylinders`,
};

beforeAll(async () => {
  server = await startTestServer();
  data = await loadSampleData(server.app);
  admin = await server.as("admin");
  for (const [name, place] of [
    ["ann", "Japan"],
    ["bob", "USA"],
  ] as const) {
    const role = await addRole(`${place} readers`);
    users.set(name, await server.as(name, ["Alpha", `${place} readers`]));
    await rule({ name: `Only ${place}`, roles: [role], clause: `Origin = '${place}' -- ) OR (1 = 1` });
  }
  datasets.set("a table", data.carsId);
  for (const [name, sql] of Object.entries(VIRTUAL))
    datasets.set(name, await registerTable(server.app, data.databaseId, { name, time: "Year", sql }));
});
afterAll(() => server.stop());

async function addRole(name: string): Promise<number> {
  const { id } = await server.app.db.insertInto("roles").values({ name }).returning("id").executeTakeFirstOrThrow();
  server.app.events.changed("role");
  return id;
}

async function rule(more: object): Promise<number> {
  const body = { name: "A rule", filter_type: "Regular", tables: [data.carsId], roles: [], clause: "1 = 1", ...more };
  const answer = await admin.post<Json>("/api/v1/rowlevelsecurity/", body);
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  return answer.body.id;
}

const text = async (response: Response) => {
  const body = await response.text();
  if (response.status >= 400) throw new Error(`${response.status} ${body}`);
  return body;
};
const post = (path: string, body: object) => async (client: TestClient) =>
  text(
    await client.fetch(path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    }),
  );

const QUERY = { columns: ["Origin"], metrics: ["count"], filters: [], orderby: [["Origin", true]] };
const context = (id: number, query: object = {}, rest: object = {}) => ({
  datasource: { id, type: "table" },
  queries: [{ ...QUERY, ...query }],
  ...rest,
});
const data1 = (id: number, query: object = {}, rest: object = {}) =>
  post("/api/v1/chart/data", context(id, query, rest));

type Ask = (client: TestClient) => Promise<string>;

function surfaces(id: number): [string, Ask][] {
  return [
    ["chart data", data1(id)],
    ["chart data by force", data1(id, {}, { force: true })],
    ["results", data1(id, {}, { result_type: "results" })],
    ["rows without metrics", data1(id, { metrics: null, columns: ["Origin", "Name"] })],
    [
      "post-processed",
      data1(id, { post_processing: [{ operation: "cum", options: { columns: {}, operator: "sum" } }] }),
    ],
    ["series limit", data1(id, { series_columns: ["Origin"], series_limit: 3, series_limit_metric: "count" })],
    [
      "compared times",
      data1(id, {
        granularity: "Year",
        time_range: "1970-01-01 : 1983-01-01",
        time_offsets: ["1 year ago"],
        is_timeseries: true,
      }),
    ],
    ["samples of a context", data1(id, {}, { result_type: "samples" })],
    ["drill to detail", data1(id, { row_limit: 1000 }, { result_type: "drill_detail" })],
    ["a filter that tries to get out", data1(id, { extras: { where: "1 = 1 OR Origin IS NOT NULL" } })],
    [
      "a batch",
      post("/api/v1/chart/data/batch", {
        requests: [
          { key: "a", context: context(id) },
          { key: "b", context: context(id, { metrics: null }) },
        ],
      }),
    ],
    ["csv", data1(id, {}, { result_format: "csv", result_type: "results" })],
    [
      "csv of post-processed rows",
      data1(
        id,
        { post_processing: [{ operation: "cum", options: { columns: {}, operator: "sum" } }] },
        { result_format: "csv" },
      ),
    ],
    [
      "filter values",
      async (client) => text(await client.fetch(`/api/v1/datasource/table/${id}/column/Origin/values/`)),
    ],
    ["datasource samples", post(`/datasource/samples?datasource_type=table&datasource_id=${id}&per_page=500`, {})],
  ];
}

function placesIn(body: string): string[] {
  return PLACES.filter((place) => body.replaceAll(/Origin\W+=\W+\w+/g, "").includes(place));
}

describe("all users see only their rows", () => {
  test.each(["a table", ...Object.keys(VIRTUAL).filter((_, at) => isSampled(at, 3))])("%s", async (name) => {
    const all = surfaces(datasets.get(name) as number);
    for (const [surface, ask] of all.filter((_, at) => isSampled(at, 3))) {
      for (const round of ["first", "again", "kept"]) {
        const visible = Object.fromEntries(
          await Promise.all([...users].map(async ([who, client]) => [who, placesIn(await ask(client))])),
        );
        expect(visible, `${surface}, ${round}`).toEqual({ ann: ["Japan"], bob: ["USA"] });
      }
      if (name !== "in a sub-query") expect(placesIn(await ask(admin)), surface).toContain("Europe");
    }
  });

  test("even if other columns are named like the rule's column", async () => {
    for (const id of [data.carsId, datasets.get("in sql") as number]) {
      const column = { label: "Origin", sqlExpression: "'Japan'", expressionType: "SQL" };
      const body = await data1(id, { columns: [column], orderby: [] })(users.get("bob") as TestClient);
      expect((JSON.parse(body) as Json).result[0].data).toEqual([{ Origin: "Japan", count: 254 }]);
    }
  });

  test("and no values in database errors", async () => {
    const metric = { label: "m", expressionType: "SQL", sqlExpression: "SUM(CAST(Name AS INTEGER))" };
    for (const more of [{}, { result_format: "csv" }]) {
      const body = context(data.carsId, { columns: [], metrics: [metric], orderby: [] }, more);
      const errorOf = async (client: TestClient) => (await client.post<Json>("/api/v1/chart/data", body)).body.message;
      expect(await errorOf(admin)).toMatch(/Could not convert string '.+' to INT32/);
      expect(await errorOf(users.get("ann") as TestClient)).toMatch(/^Error: The database error is hidden because/);
    }
  });

  test("and nothing of a rule that stopped working", async () => {
    const file = await registerTable(server.app, data.databaseId, {
      name: "odd",
      time: null,
      sql: "SELECT Name, Origin FROM cars",
    });
    const role = await addRole("odd readers");
    const reader = await server.as("odd", ["Alpha", "odd readers"]);
    const id = await rule({ name: "Odd", roles: [role], tables: [file], clause: "Origin = 'Japan'" });
    await server.app.db
      .updateTable("row_level_security")
      .set({ clause: "Orgn = 'Secret'" })
      .where("id", "=", id)
      .execute();
    server.app.events.changed("row-level-security", id);
    for (const result_type of ["full", "drill_detail", "samples"]) {
      const body = { ...context(file, { columns: ["Name"], metrics: null, orderby: [] }), result_type };
      const answer = await reader.post<Json>("/api/v1/chart/data", body);
      expect([answer.status, answer.body.message]).toEqual([400, expect.stringMatching(/database error is hidden/)]);
      expect(JSON.stringify(answer.body)).not.toMatch(/Orgn|Secret/);
    }
    const own = context(file, { columns: ["Nme"], metrics: null, orderby: [] });
    expect((await reader.post<Json>("/api/v1/chart/data", own)).body.message).not.toMatch(/Secret/);
    await admin.delete(`/api/v1/rowlevelsecurity/${id}`);
  });

  test("with a separate cache per user", async () => {
    const ask = data1(data.carsId, { row_limit: 77 });
    for (const [who, place] of [
      ["ann", "Japan"],
      ["bob", "USA"],
      ["ann", "Japan"],
    ] as const) {
      const client = users.get(who) as TestClient;
      await vi.waitFor(async () => {
        const body = await ask(client);
        expect(placesIn(body)).toEqual([place]);
        expect(JSON.parse(body).result[0].is_cached).toBe(true);
      });
    }
    const keys = await Promise.all(
      [...users.values()].map(async (client) => (JSON.parse(await ask(client)) as Json).result[0].cache_key),
    );
    expect(new Set(keys).size).toBe(2);
  });

  test("in a saved chart", async () => {
    const query_context = JSON.stringify(context(data.carsId));
    const body = { slice_name: "Cars", viz_type: "table", datasource_id: data.carsId, datasource_type: "table" };
    const { id } = (await admin.post<Json>("/api/v1/chart/", { ...body, query_context })).body;
    for (const path of [`/api/v1/chart/${id}/data/`, `/api/v1/chart/${id}/data/?format=csv`])
      for (const [who, place] of [
        ["ann", "Japan"],
        ["bob", "USA"],
        ["ann", "Japan"],
      ] as const)
        expect(placesIn(await text(await (users.get(who) as TestClient).fetch(path)))).toEqual([place]);
  });

  test("in queries prefetched with a dashboard's page", async () => {
    const params = JSON.stringify({ viz_type: "table", groupby: ["Origin"], metrics: ["count"], row_limit: 33 });
    const body = {
      slice_name: "Places",
      viz_type: "table",
      datasource_id: data.carsId,
      datasource_type: "table",
      params,
    };
    const chart = (await admin.post<Json>("/api/v1/chart/", body)).body.id;
    const positions = {
      ROOT_ID: { id: "ROOT_ID", type: "ROOT", children: ["GRID_ID"] },
      GRID_ID: { id: "GRID_ID", type: "GRID", children: ["ROW-1"], parents: ["ROOT_ID"] },
      "ROW-1": { id: "ROW-1", type: "ROW", children: ["CHART-1"], meta: {} },
      "CHART-1": { id: "CHART-1", type: "CHART", children: [], meta: { chartId: chart, width: 4, height: 20 } },
    };
    const dashboard = (await admin.post<Json>("/api/v1/dashboard/", { dashboard_title: "Places", published: true }))
      .body.id;
    await admin.put(`/api/v1/dashboard/${dashboard}`, { json_metadata: JSON.stringify({ positions }) });
    const { cache } = chartDataOf(server.app);
    for (const who of ["admin", ...users.keys()]) {
      const known = cache.size;
      const user = await server.app.once(accounts).active(await server.userId(who));
      const visit = { path: `/superset/dashboard/${dashboard}/`, search: new URLSearchParams(), user };
      await dashboardResource.onPage?.(server.app, visit as Parameters<typeof dashboardResource.onPage>[1])?.warmUp?.();
      await vi.waitFor(() => expect(cache.size).toBeGreaterThan(known), 5000);
    }
    for (const [who, place] of [
      ["ann", "Japan"],
      ["bob", "USA"],
    ] as const)
      expect(placesIn(await data1(data.carsId, { extras: {} })(users.get(who) as TestClient))).toEqual([place]);
  });
});

describe("rules", () => {
  const rowsOf = async (client: TestClient, id = data.carsId): Promise<Record<string, number>> => {
    const body = JSON.parse(await data1(id)(client)) as Json;
    return Object.fromEntries(body.result[0].data.map((row: Json) => [row.Origin, row.count]));
  };

  test("of one group are OR-ed, others AND-ed; base rules apply to all other users", async () => {
    const role = await addRole("Grouped");
    const outside = await addRole("Outside the base");
    const grouped = await server.as("grouped", ["Alpha", "Grouped"]);
    const ids = [
      await rule({ name: "g1", roles: [role], clause: "Origin = 'Japan'", group_key: "place" }),
      await rule({ name: "g2", roles: [role], clause: "Origin = 'Europe'", group_key: "place" }),
    ];
    expect(await rowsOf(grouped)).toEqual({ Europe: 73, Japan: 79 });
    ids.push(await rule({ name: "g3", roles: [role], clause: "Cylinders = 4", group_key: "cylinders" }));
    expect(await rowsOf(grouped)).toEqual({ Europe: 66, Japan: 69 });
    ids.push(await rule({ name: "base", filter_type: "Base", roles: [outside], clause: "Origin <> 'Japan'" }));
    expect(await rowsOf(grouped)).toEqual({ Europe: 66 });
    expect(await rowsOf(admin)).toEqual({ Europe: 73, USA: 254 });
    expect(await rowsOf(await server.as("outsider", ["Alpha", "Outside the base"]))).toEqual({
      Europe: 73,
      Japan: 79,
      USA: 254,
    });
    await admin.delete(`/api/v1/rowlevelsecurity/?q=!(${ids.join(",")})`);
    expect(await rowsOf(grouped)).toEqual({ Europe: 73, Japan: 79, USA: 254 });
  });

  test("of all of a user's roles apply, on every path to rows", async () => {
    const [one, two, free] = [await addRole("One"), await addRole("Two"), await addRole("Free of the base")];
    const users: Record<string, [roles: string[], (car: Car) => boolean]> = {
      both: [
        ["One", "Two"],
        (car) => ["Japan", "Europe"].includes(car.Origin) && car.Cylinders === 4 && car.Year < "1980",
      ],
      "only one": [["One"], (car) => car.Origin === "Japan" && car.Cylinders === 4 && car.Year < "1980"],
      "only two": [["Two"], (car) => car.Origin === "Europe" && car.Year < "1980"],
      none: [[], (car) => car.Year < "1980"],
      free: [["Two", "Free of the base"], (car) => car.Origin === "Europe"],
    };
    const ids = [
      await rule({ name: "r1", roles: [one], clause: "Origin = 'Japan'", group_key: "place" }),
      await rule({ name: "r2", roles: [two], clause: "Origin = 'Europe'", group_key: "place" }),
      await rule({ name: "r3", roles: [one], clause: "Cylinders = 4 OR Cylinders IS NULL" }),
      await rule({ name: "r4", filter_type: "Base", roles: [free], clause: "Year < '1980-01-01'", group_key: "time" }),
    ];
    const inner = await registerTable(server.app, data.databaseId, {
      name: "inner cars",
      time: "Year",
      sql: "WITH c AS (SELECT * FROM (SELECT * FROM cars)) SELECT Origin, Name, Year, Cylinders FROM c",
    });
    const outer = await registerTable(server.app, data.databaseId, {
      name: "outer cars",
      time: "Year",
      sql: "SELECT Origin, Name, Year, Cylinders FROM cars",
    });
    const nested = { sql: `SELECT * FROM {{ dataset(${inner}) }}` };
    expect((await admin.put(`/api/v1/dataset/${outer}`, nested)).status).toBe(200);
    for (const [name, [roles, isSeen]] of Object.entries(users)) {
      const client = await server.as(name, ["Alpha", "sql_lab", ...roles]);
      const cars = readCars().filter(isSeen);
      const counts = Object.fromEntries(
        PLACES.map((place) => [place, cars.filter((car) => car.Origin === place).length]),
      );
      const expected = Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
      for (const id of [data.carsId, inner, outer]) {
        expect(await rowsOf(client, id), name).toEqual(expected);
        const values = await client.get<Json>(`/api/v1/datasource/table/${id}/column/Origin/values/`);
        expect(values.body.result.toSorted(), name).toEqual(Object.keys(expected).toSorted());
        const samples = `/datasource/samples?datasource_type=table&datasource_id=${id}&per_page=500&page=1`;
        const rows = (await client.post<Json>(samples, {})).body.result;
        expect([rows.total_count, rows.data.length], name).toEqual([cars.length, cars.length]);
      }
      const sql = "SELECT a.Origin, COUNT(*) AS n FROM cars AS a GROUP BY ALL";
      const response = await client.post<Json>("/api/v1/sqllab/execute/", {
        database_id: data.databaseId,
        sql,
        schema: "main",
        client_id: name.replace(" ", "-"),
        runAsync: false,
      });
      expect(Object.fromEntries(response.body.data.map((row: Json) => [row.Origin, row.n])), name).toEqual(expected);
    }
    await admin.delete(`/api/v1/rowlevelsecurity/?q=!(${ids.join(",")})`);
  });

  test("use their own dataset's parameters, which the reader can't choose", async () => {
    const role = await addRole("Parametric");
    const client = await server.as("parametric", ["Alpha", "sql_lab", "Parametric"]);
    const id = await rule({ name: "parametric", roles: [role], clause: "Origin = '{{ place | default('Japan') }}'" });
    await admin.put(`/api/v1/dataset/${data.carsId}`, { template_params: '{"place": "Europe"}' });
    expect(Object.keys(await rowsOf(client))).toEqual(["Europe"]);
    const chosen = '{"place": "USA"}';
    const sql = "SELECT DISTINCT Origin FROM cars";
    const dataset = { database: data.databaseId, table_name: "chosen", sql };
    const own = (await client.post<Json>("/api/v1/dataset/", dataset)).body.id;
    expect((await client.put(`/api/v1/dataset/${own}`, { template_params: chosen })).status).toBe(200);
    const placesOf = async (type: string, of: number) => {
      const requested = { datasource: { id: of, type }, queries: [{ columns: ["Origin"], metrics: null }] };
      return (await client.post<Json>("/api/v1/chart/data", requested)).body.result[0].data;
    };
    expect(await placesOf("table", own)).toEqual([{ Origin: "Europe" }]);
    const run = { database_id: data.databaseId, sql, schema: "main", client_id: "params", templateParams: chosen };
    const response = await client.post<Json>("/api/v1/sqllab/execute/", run);
    expect(response.body.data).toEqual([{ Origin: "Europe" }]);
    expect(await placesOf("query", response.body.query_id)).toEqual([{ Origin: "Europe" }]);
    await admin.put(`/api/v1/dataset/${data.carsId}`, { template_params: null });
    expect([await placesOf("table", own), Object.keys(await rowsOf(client))]).toEqual([
      [{ Origin: "Japan" }],
      ["Japan"],
    ]);
    await admin.delete(`/api/v1/rowlevelsecurity/${id}`);
  });

  test("apply immediately, despite the cache", async () => {
    const role = await addRole("Changing");
    const client = await server.as("changing", ["Alpha", "Changing"]);
    const virtual = datasets.get("in sql") as number;
    const both = async () => [Object.keys(await rowsOf(client)), Object.keys(await rowsOf(client, virtual))];
    expect(await both()).toEqual([PLACES.toSorted(), PLACES.toSorted()]);
    const id = await rule({ name: "changing", roles: [role], clause: "Origin = 'Japan'" });
    expect(await both()).toEqual([["Japan"], ["Japan"]]);
    await admin.put(`/api/v1/rowlevelsecurity/${id}`, { clause: "Origin = 'USA'" });
    expect(await both()).toEqual([["USA"], ["USA"]]);
    await admin.put(`/api/v1/rowlevelsecurity/${id}`, { tables: [virtual] });
    expect(await both()).toEqual([PLACES.toSorted(), ["USA"]]);
    await admin.delete(`/api/v1/rowlevelsecurity/${id}`);
    expect(await both()).toEqual([PLACES.toSorted(), PLACES.toSorted()]);
  });

  test.each([
    "Origin = 'Japan') OR (1 = 1",
    "Origin = ",
    "1 = 1; DROP TABLE cars",
    "Origin IN (SELECT Origin FROM cars)",
    "Origin = 'Japan' /*",
    "*",
  ])("that can't be applied reject the query without details: %s", async (clause) => {
    const role = await addRole(`Broken ${clause}`);
    const client = await server.as(`broken${role}`, ["Alpha", `Broken ${clause}`]);
    const id = await rule({ name: "broken", roles: [role] });
    await server.app.db.updateTable("row_level_security").set({ clause }).where("id", "=", id).execute();
    server.app.events.changed("row-level-security", id);
    for (const dataset of [data.carsId, datasets.get("in sql") as number]) {
      const { status, body } = await client.post<Json>("/api/v1/chart/data", context(dataset));
      expect(status).toBe(400);
      expect(body.errors[0]).toMatchObject({
        error_type: "TABLE_SECURITY_ACCESS_ERROR",
        message: "Row level security cannot be applied to this query.",
      });
      expect(JSON.stringify(body)).not.toContain(JSON.stringify(clause).slice(1, -1));
    }
    await admin.delete(`/api/v1/rowlevelsecurity/${id}`);
  });
});

describe("ad-hoc SQL", () => {
  const secured = async (who: string, sql: string, backend = "duckdb") => {
    const user = await server.app.once(accounts).active(await server.userId(who));
    if (!user) throw new Error(`${who} is not there`);
    return securedSql(server.app, user, { database: { id: data.databaseId, backend }, sql });
  };

  test("reads filtered tables and leaves others unchanged", async () => {
    expect(await secured("ann", "SELECT 1 FROM flights")).toBe("SELECT 1 FROM flights");
    expect(await secured("ann", "FROM cars; SELECT 2")).toBe(
      "FROM (SELECT * FROM cars WHERE (((Origin = 'Japan' -- ) OR (1 = 1\n)\n)\n)) AS cars;\nSELECT 2",
    );
  });

  test("filters wildcard tables of Google BigQuery", async () => {
    for (const name of ['"ca*"', '"*"', '"Cars*"'])
      expect(await secured("ann", `SELECT 1 FROM ${name}`, "bigquery")).toContain("Origin = 'Japan'");
    expect(await secured("ann", 'SELECT 1 FROM "cat*"', "bigquery")).not.toContain("Origin");
  });

  test.each([
    "DELETE FROM cars",
    "CREATE TABLE mine AS SELECT * FROM cars",
    "EXPLAIN ANALYZE DELETE FROM cars",
    "PIVOT cars ON Origin USING COUNT(*)",
    "COPY cars TO '/tmp/cars.csv'",
    "DESCRIBE cars",
    "PRAGMA table_info('cars')",
    "PRAGMA storage_info('main.cars')",
    "PRAGMA database_size",
    "SELECT * FROM cars; DROP TABLE flights",
  ])("is rejected if rows could leak in another way: %s", async (sql) => {
    await expect(secured("ann", sql)).rejects.toMatchObject({ status: 400 });
  });
});
