import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ENGINES, type QuestionEngine } from "../../testing/questions/engines.ts";
import { startTestServer, type TestClient, type TestServer } from "../../testing/server.ts";
import { addDatabase, execute } from "../../testing/sql-lab.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;

const LONG_NAME = "o".repeat(63);

const STATEMENTS = [
  "SELECT note FROM orders",
  "SELECT 'alpha' AS tenant, note FROM orders",
  "SELECT 'alpha' AS tenant, note FROM orders WHERE tenant = 'alpha'",
  "SELECT 'alpha' AS tenant, MAX(note) AS n FROM orders GROUP BY note HAVING tenant = 'alpha'",
  "WITH orders AS (SELECT 'alpha' AS tenant, note FROM orders) SELECT * FROM orders",
  "WITH x AS (SELECT 'alpha' AS tenant) SELECT o.note FROM x, orders o",
  "SELECT note FROM (SELECT 'alpha' AS tenant) x JOIN orders o USING (tenant)",
  "SELECT note FROM (SELECT 'alpha' AS tenant) x NATURAL JOIN orders",
  "SELECT (SELECT MAX(note) FROM orders) AS n FROM (SELECT 'alpha' AS tenant) x",
  "SELECT 'alpha' AS tenant, (SELECT MAX(note) FROM orders) AS n",
  "SELECT tenant.note FROM orders AS tenant",
  "SELECT note FROM (SELECT 'alpha' AS tenant, note FROM orders) x",
  "SELECT note FROM orders WHERE 'alpha' IN (SELECT tenant FROM orders)",
  "SELECT note FROM orders AS x UNION ALL SELECT o.note FROM orders AS o ORDER BY 1 DESC",
  // Only on some engines.
  "WITH 'alpha' AS tenant SELECT note FROM orders",
  "WITH (SELECT 'alpha') AS tenant SELECT note FROM orders",
  "WITH 'alpha' AS tenant, x AS (SELECT note FROM orders) SELECT * FROM x",
  "SELECT note FROM orders ARRAY JOIN ['alpha'] AS tenant",
  "SELECT note FROM orders PREWHERE tenant = 'beta'",
  "SELECT ('alpha' AS tenant), note FROM orders",
  "SELECT * REPLACE ('alpha' AS tenant) FROM orders",
  "FROM orders SELECT 'alpha' AS tenant, note",
  "SELECT note FROM orders, LATERAL (SELECT 'alpha' AS tenant) x",
  `SELECT note FROM ${LONG_NAME}`,
  `SELECT note FROM ${LONG_NAME}x`,
];

const sql = (label: string, sqlExpression: string) => ({ label, sqlExpression, expressionType: "SQL" });
const QUERIES: readonly Json[] = [
  { columns: ["note"], metrics: null },
  { columns: [sql("tenant", "'alpha'"), "note"], metrics: null },
  { columns: [sql("tenant", "'alpha'"), "note"], metrics: ["count"], orderby: [["count", false]] },
  { columns: ["note"], metrics: [sql("tenant", "MAX('alpha')")] },
  { columns: ["note"], metrics: [sql("tenant", "MAX('alpha')")], extras: { having: "MAX('alpha') = 'alpha'" } },
  { columns: ["note"], metrics: null, extras: { where: "tenant = 'beta' OR 1 = 1" } },
  { columns: ["note"], metrics: ["count"], series_columns: ["note"], series_limit: 50, series_limit_metric: "count" },
  { columns: ["faked", "note"], metrics: null },
];

async function load(server: TestServer, engine: QuestionEngine) {
  const columns = ["tenant", "note"].map((name) => `${engine.quoteName(name)} ${engine.types.text}`).join(", ");
  const rows = ["alpha", "beta"].flatMap((tenant) => [0, 1, 2].map((i) => `('${tenant}', '${tenant}-${i}')`));
  const { uri, schema, drop } = await engine.load(
    server.app,
    ["orders", LONG_NAME].flatMap((name) => [
      `CREATE TABLE ${name} (${columns})${engine.tableEnd ?? ""}`,
      `INSERT INTO ${name} VALUES ${rows.join(", ")}`,
    ]),
  );
  const values = { database_name: engine.name, sqlalchemy_uri: uri };
  return { databaseId: await addDatabase(server.app, values), schema, drop };
}

describe.each(ENGINES)("$name", (engine) => {
  const isThere = engine.variable === null || Boolean(process.env[engine.variable]);
  let server: TestServer;
  let owner: TestClient;
  let loaded: Awaited<ReturnType<typeof load>>;
  let id: number;
  let longId: number;

  beforeAll(async () => {
    if (!isThere) return;
    server = await startTestServer();
    loaded = await load(server, engine);
    const inserted = server.app.db.insertInto("roles").values({ name: "Tenant alpha" }).returning("id");
    const role = (await inserted.executeTakeFirstOrThrow()).id;
    server.app.events.changed("role");
    const admin = await server.as("admin");
    owner = await server.as("olga", ["Alpha", "sql_lab", "Tenant alpha"]);
    const { databaseId: database, schema } = loaded;
    const created = await owner.post<Json>("/api/v1/dataset/", { database, schema, table_name: "orders" });
    id = created.body.id;
    const long = await owner.post<Json>("/api/v1/dataset/", { database, schema, table_name: LONG_NAME });
    longId = long.body.id;
    const rule = { name: "r", filter_type: "Regular", roles: [role], clause: "tenant = 'alpha'" };
    const body = { ...rule, tables: [id, longId] };
    expect((await admin.post("/api/v1/rowlevelsecurity/", body)).status).toBe(201);
    const faked = { column_name: "faked", expression: "'alpha'" };
    const columns = [{ column_name: "tenant" }, { column_name: "note" }, faked];
    expect((await owner.put(`/api/v1/dataset/${id}`, { columns })).status).toBe(200);
  });
  afterAll(async () => {
    await loaded?.drop();
    await server?.stop();
  });

  test.skipIf(!isThere)("SQL Lab never returns a row of another tenant", async () => {
    let answered = 0;
    for (const statement of STATEMENTS) {
      const { status, body } = await execute(owner, loaded.databaseId, statement, { schema: loaded.schema });
      if (status !== 200) continue;
      answered++;
      expect(JSON.stringify(body.data), statement).not.toMatch(/beta-\d/);
    }
    expect(answered).toBeGreaterThan(8);
  });

  test.skipIf(!isThere)("a table is found by every name that the engine accepts", async () => {
    const { db } = server.app;
    const original = await db.selectFrom("datasets").selectAll().where("id", "=", longId).executeTakeFirstOrThrow();
    const { id: _, uuid: __, ...values } = { ...original, table_name: `${LONG_NAME}x` };
    const copy = db.insertInto("datasets").values({ ...values, uuid: crypto.randomUUID() });
    const copied = await copy.returning("id").executeTakeFirstOrThrow();
    const count = { dataset_id: copied.id, metric_name: "count", expression: "COUNT(*)", uuid: crypto.randomUUID() };
    await db
      .insertInto("dataset_metrics")
      .values({ ...count, position: 0, created_on: values.created_on, changed_on: values.changed_on })
      .execute();
    server.app.events.changed("dataset");
    for (const dataset of [longId, copied.id]) {
      const context = { datasource: { id: dataset, type: "table" }, queries: [{ columns: [], metrics: ["count"] }] };
      const { status, body } = await owner.post<Json>("/api/v1/chart/data", context);
      const isFound = dataset === longId || engine.name === "PostgreSQL";
      expect([status, body.result?.[0].data], JSON.stringify(body)).toEqual(
        isFound ? [200, [{ count: 3 }]] : [400, undefined],
      );
    }
  });

  test.skipIf(!isThere)("charts never return a row of another tenant, whatever their columns are called", async () => {
    const calculated = [{ column_name: "tenant", expression: "'alpha'" }, { column_name: "note" }];
    for (const columns of [undefined, calculated]) {
      if (columns) expect((await owner.put(`/api/v1/dataset/${id}`, { columns })).status).toBe(200);
      for (const query of columns ? QUERIES.slice(0, -1) : QUERIES) {
        const context = { datasource: { id, type: "table" }, queries: [query] };
        const { status, body } = await owner.post<Json>("/api/v1/chart/data", context);
        expect(status, JSON.stringify([query, body])).toBe(200);
        const { data } = body.result[0];
        expect(data, JSON.stringify(query)).toHaveLength(3);
        expect(JSON.stringify(data), JSON.stringify(query)).not.toMatch(/beta-\d/);
      }
    }
  });
});
