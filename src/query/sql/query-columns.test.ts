import { describe, expect, test } from "vitest";
import { expressionColumns, queryColumns } from "./query-columns.ts";

const ENGINES = ["duckdb", "postgresql", "sqlite", "mysql", "clickhouse", "trino", "bigquery", "snowflake", "mssql"];

async function sources(sql: string, known?: Parameters<typeof queryColumns>[2], engine = "duckdb") {
  const found = await queryColumns(sql, engine, known);
  return (
    found && {
      outputs: Object.fromEntries(
        found.outputs.map(({ name, from }) => [
          name,
          from.map(({ table, column }) => `${table?.name}.${column}`).sort(),
        ]),
      ),
      conditions: [...new Set(found.conditions.map(({ table, column }) => `${table?.name}.${column}`))].sort(),
      tables: found.tables.map(({ schema, name }) => (schema ? `${schema}.${name}` : name)).sort(),
      stars: found.stars.map(({ name }) => name),
    }
  );
}

describe("columns of queries", () => {
  test("come from tables, through WITH, sub-queries and unions", async () => {
    const sql = `WITH c AS (SELECT region AS r, amount * 2 AS a FROM main.orders WHERE state = 'amount')
      SELECT r, SUM(a) AS total FROM c GROUP BY r UNION ALL SELECT x.city, x.n FROM (SELECT city, n FROM towns) AS x`;
    expect(await sources(sql)).toEqual({
      outputs: { r: ["orders.region", "towns.city"], total: ["orders.amount", "towns.n"] },
      conditions: expect.arrayContaining(["orders.state"]),
      tables: ["main.orders", "towns"],
      stars: [],
    });
  });

  test("without a table are found in the tables that are known", async () => {
    const sql = "SELECT id, city FROM orders JOIN customers ON customer = cid";
    const known = [
      { table: { catalog: null, schema: null, name: "orders" }, columns: ["id", "customer"] },
      { table: { catalog: null, schema: null, name: "customers" }, columns: ["cid", "city"] },
    ];
    expect((await sources(sql))?.outputs).toEqual({ id: ["undefined.id"], city: ["undefined.city"] });
    expect((await sources(sql, known))?.outputs).toEqual({ id: ["orders.id"], city: ["customers.city"] });
  });

  test("of * are named by the table, and resolved if it is known", async () => {
    expect(await sources("SELECT * FROM orders")).toMatchObject({ outputs: {}, stars: ["orders"] });
    const known = [{ table: { catalog: null, schema: null, name: "orders" }, columns: ["id", "region"] }];
    expect((await sources("SELECT * FROM orders", known))?.outputs).toEqual({
      id: ["orders.id"],
      region: ["orders.region"],
    });
  });

  test("without a name count as conditions", async () => {
    expect(await sources("SELECT max(amount) FROM orders")).toMatchObject({
      outputs: {},
      conditions: ["orders.amount"],
    });
  });

  test.each(ENGINES)("are read in the dialect of %s", async (engine) => {
    const found = await sources("SELECT o.region AS r FROM main.orders o WHERE o.amount > 1", [], engine);
    expect(found).toMatchObject({ outputs: { r: ["orders.region"] }, conditions: ["orders.amount"] });
  });

  test("BigQuery's quoted paths are tables of a schema", async () => {
    const found = await queryColumns("SELECT a FROM `project.sales.orders`", "bigquery");
    expect(found?.tables).toEqual([{ catalog: "project", schema: "sales", name: "orders" }]);
  });

  test("of SQL that isn't understood are unknown", async () => {
    expect(await queryColumns("SELECT FROM WHERE (", "duckdb")).toBeNull();
  });
});

describe("columns of expressions", () => {
  test("are found with their places, not in texts, comments and names of functions", async () => {
    const sql = `SUM("Amount") /* tax */ + CASE WHEN größe = 'amount' THEN sum END`;
    const mentions = await expressionColumns(sql, "duckdb");
    expect(mentions?.map(({ start, end }) => sql.slice(start, end)).sort()).toEqual(['"Amount"', "größe", "sum"]);
    expect(mentions?.map(({ name }) => name).sort()).toEqual(["Amount", "größe", "sum"]);
  });

  test("after characters beyond 16 bits have UTF-16 offsets", async () => {
    const sql = "concat('😀', city)";
    const [mention] = (await expressionColumns(sql, "postgresql")) ?? [];
    expect(mention && sql.slice(mention.start, mention.end)).toBe("city");
  });

  test("of text that isn't an expression are unknown", async () => {
    expect(await expressionColumns("SUM((", "duckdb")).toBeNull();
  });
});
