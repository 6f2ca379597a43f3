import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { TesseraError } from "../model/errors.ts";
import { QueryObject } from "../model/query-context.ts";
import { compileQuery } from "../query/compile.ts";
import type { QueryDataset } from "../query/query-dataset.ts";
import { type PolyglotDialect, polyglotReader } from "../query/sql/polyglot-reader.ts";
import { AGGREGATE_QUESTIONS } from "../testing/questions/aggregates.ts";
import { FILTER_QUESTIONS } from "../testing/questions/filters.ts";
import { EVENT_COLUMNS, FACT_COLUMNS } from "../testing/questions/seed.ts";
import { TIME_QUESTIONS } from "../testing/questions/times.ts";
import { bigqueryDialect } from "./bigquery/bigquery.ts";
import { clickhouseDialect } from "./clickhouse/dialect.ts";
import { mssqlDialect } from "./mssql/mssql.ts";
import { redshiftDialect } from "./redshift/redshift.ts";
import { snowflakeDialect } from "./snowflake/snowflake.ts";
import { trinoDialect } from "./trino/trino.ts";

/**
 * Compiled SQL for engines without a test server, as reviewable snapshots in `compiled-sql/`, checked by a parser of
 * each dialect.
 */
const DIALECTS: [PolyglotDialect, typeof bigqueryDialect][] = [
  ["bigquery", bigqueryDialect],
  ["snowflake", snowflakeDialect],
  ["tsql", mssqlDialect],
  ["redshift", redshiftDialect],
  ["clickhouse", clickhouseDialect],
  ["trino", trinoDialect],
];

const NOW = Date.UTC(2024, 4, 15, 13, 47, 38);

const column = (column_name: string, type: string, more: object = {}) => ({
  column_name,
  type,
  is_dttm: /DATE|TIME/.test(type),
  filterable: true,
  groupby: true,
  ...more,
});

const orders: QueryDataset = {
  catalog: null,
  schema: "shop",
  table_name: "orders",
  sql: null,
  offset: 0,
  main_dttm_col: "ordered",
  columns: [
    column("id", "BIGINT"),
    column("ordered", "TIMESTAMP"),
    column("day", "DATE"),
    column("paid", "BOOLEAN"),
    column("amount", "DECIMAL(10,2)"),
    column("country", "VARCHAR(2)"),
    column("it's a \"na[me]`", "VARCHAR"),
    column("epoch", "BIGINT", { is_dttm: true, python_date_format: "epoch_ms" }),
    column("big", "BOOLEAN", { expression: "CASE WHEN amount > 100 THEN 1 ELSE 0 END" }),
  ],
  metrics: [{ metric_name: "revenue", expression: "SUM(amount)" }],
};
const statement: QueryDataset = {
  ...orders,
  schema: null,
  sql: "WITH recent AS (SELECT * FROM shop.orders WHERE id > 5), paid (id) AS (SELECT id FROM recent)\nSELECT r.* FROM recent AS r JOIN paid AS p ON p.id = r.id; ",
};

const simple = (aggregate: string, name: string, label?: string) => ({
  expressionType: "SIMPLE",
  aggregate,
  column: { column_name: name },
  ...(label ? { label } : {}),
});
const axis = (name: string, timeGrain: string) => ({
  columnType: "BASE_AXIS",
  expressionType: "SQL",
  isColumnReference: true,
  label: name,
  sqlExpression: name,
  timeGrain,
});
const where = (...filters: object[]) => ({ columns: ["id"], filters, row_limit: 10 });
const GRAINS = Object.keys(bigqueryDialect.timeGrains);

const QUERIES: Record<string, object> = {
  "raw rows": { columns: ["id", "country"], row_limit: 100 },
  "raw rows, page 3": { columns: ["id"], orderby: [["id", false]], row_limit: 50, row_offset: 100 },
  "raw rows without a limit's order": { columns: ["country"], row_limit: 5, row_offset: 5 },
  "distinct values": { columns: ["country"], metrics: [], row_limit: 1000 },
  "one metric": { metrics: ["revenue"] },
  "every aggregate": {
    metrics: [
      simple("SUM", "amount"),
      simple("AVG", "amount"),
      simple("MIN", "day"),
      simple("MAX", "ordered"),
      simple("COUNT", "id"),
      simple("COUNT_DISTINCT", "country"),
    ],
  },
  "metric by column, largest first": {
    columns: ["country"],
    metrics: ["revenue"],
    orderby: [["revenue", false]],
    row_limit: 10,
  },
  "ordered by what is not selected": {
    columns: ["country"],
    metrics: [simple("COUNT", "id", "n")],
    orderby: [[simple("MAX", "amount", "highest"), true]],
    row_limit: 10,
  },
  "metric of custom SQL": {
    columns: ["country"],
    metrics: [{ expressionType: "SQL", sqlExpression: "SUM(amount) / COUNT(*)", label: "mean order -- in €" }],
  },
  "calculated column": { columns: ["big"], metrics: ["revenue"] },
  "column of custom SQL": {
    columns: [{ expressionType: "SQL", sqlExpression: "UPPER(country)", label: "Country" }],
    metrics: ["revenue"],
  },
  "hostile names and values": {
    columns: ["it's a \"na[me]`"],
    filters: [{ col: "it's a \"na[me]`", op: "==", val: "'; DROP TABLE x; -- \\' \\\n [a-z]% `\"" }],
    row_limit: 1,
  },
  "a label too long": { metrics: [simple("SUM", "amount", "long ".repeat(60).trim())] },
  "labels that differ in case only": { metrics: [simple("SUM", "amount", "Total"), simple("MAX", "amount", "total")] },
  "time series": { columns: [axis("ordered", "P1D")], metrics: ["revenue"], time_range: "2024-01-01 : 2024-03-01" },
  "time series of old clients": {
    granularity: "ordered",
    is_timeseries: true,
    columns: ["country"],
    metrics: ["revenue"],
    extras: { time_grain_sqla: "P1M" },
    time_range: "Last quarter",
  },
  "time series of an epoch": { columns: [axis("epoch", "PT1H")], metrics: ["revenue"] },
  "days within a range": where({ col: "day", op: "TEMPORAL_RANGE", val: "2024-01-01T12:00:00 : 2024-02-01" }),
  "an epoch within a range": where({ col: "epoch", op: "TEMPORAL_RANGE", val: "2024-01-01 : now" }),
  "a moment compared": where({ col: "ordered", op: ">=", val: 1_704_067_200_123 }),
  "first series only": {
    columns: [axis("ordered", "P1W"), "country"],
    metrics: ["revenue"],
    series_columns: ["country"],
    series_limit: 5,
    row_limit: 1000,
  },
  "first series and the others": {
    columns: [axis("ordered", "P1W"), "country"],
    metrics: ["revenue"],
    series_columns: ["country"],
    series_limit: 5,
    series_limit_metric: simple("COUNT", "id", "n"),
    group_others_when_limit_reached: true,
  },
  "a list with a missing value": where({ col: "country", op: "IN", val: ["DE", null, "it's"] }),
  "not in a list": where({ col: "country", op: "NOT IN", val: ["DE", "FR"] }),
  "numbers compared": where({ col: "amount", op: ">", val: "12.50" }, { col: "amount", op: "<=", val: 99 }),
  "missing and present": where({ col: "country", op: "IS NOT NULL" }, { col: "amount", op: "IS NULL" }),
  "true and false": where({ col: "paid", op: "IS TRUE" }, { col: "paid", op: "==", val: false }),
  "text patterns": where(
    { col: "country", op: "LIKE", val: "50\\%_[a]" },
    { col: "country", op: "NOT LIKE", val: "x%" },
  ),
  "patterns whatever the case": where({ col: "country", op: "ILIKE", val: "%É%" }),
  "a pattern of numbers": where({ col: "id", op: "LIKE", val: "12%" }),
  "custom conditions": {
    columns: ["country"],
    metrics: ["revenue"],
    extras: { where: "amount > 1 OR country = 'DE' -- or so", having: "SUM(amount) > 10" },
  },
  "a metric filtered": { columns: ["country"], metrics: ["revenue"], filters: [{ col: "revenue", op: ">", val: 10 }] },
  "profile of a sample": {
    columns: ["amount"],
    metrics: [
      { expressionType: "SIMPLE", aggregate: "COUNT", label: "count" },
      { expressionType: "SIMPLE", aggregate: "COUNT", label: "rows", isTotal: true },
      { ...simple("COUNT", "amount", "present"), isTotal: true },
      { ...simple("COUNT_DISTINCT", "amount", "groups"), isTotal: true },
      { ...simple("MAX", "amount", "max"), isTotal: true },
      { ...simple("AVG", "amount", "mean"), isTotal: true },
    ],
    extras: { sample_rows: 1_000_000 },
  },
  "bins of numbers": {
    columns: [{ label: "bin", sqlExpression: "amount", isColumnReference: true, bin: { start: -5, width: 2.5 } }],
    metrics: [{ expressionType: "SIMPLE", aggregate: "COUNT", label: "rows" }],
    extras: { sample_rows: 1000 },
  },
  "count of rows": { columns: ["country"], metrics: ["revenue"], is_rowcount: true },
};

const STATEMENT_QUERIES: Record<string, object> = {
  "of a statement with common tables": { columns: ["country"], metrics: ["revenue"], row_limit: 10 },
  "of a statement, first series only": {
    columns: ["country"],
    metrics: ["revenue"],
    series_columns: ["country"],
    series_limit: 2,
  },
  "of a statement, count of rows": { columns: ["country"], is_rowcount: true },
};

const OF_TYPES = {
  integer: "INTEGER",
  bigint: "BIGINT",
  decimal: "DECIMAL(18, 4)",
  double: "DOUBLE",
  text: "VARCHAR",
  boolean: "BOOLEAN",
  date: "DATE",
  timestamp: "TIMESTAMP",
};
const tableOf = (name: string, kinds: Readonly<Record<string, keyof typeof OF_TYPES>>, main: string): QueryDataset => ({
  ...orders,
  table_name: name,
  main_dttm_col: main,
  columns: [
    ...Object.entries(kinds).map(([key, kind]) => column(key, OF_TYPES[kind])),
    column("is small", "BOOLEAN", { expression: "id < 10" }),
  ],
  metrics: [{ metric_name: "count", expression: "COUNT(*)" }],
});

describe.each(DIALECTS)("%s", (name, dialect) => {
  const reader = polyglotReader(name);
  const compiled = (query: object, dataset: QueryDataset) =>
    compileQuery({ query: QueryObject.parse(query), dataset, dialect, now: NOW });
  const maybeSql = (query: object, dataset: QueryDataset) => {
    try {
      return compiled(query, dataset).sql;
    } catch (error) {
      if (error instanceof TesseraError) return undefined;
      throw error;
    }
  };
  const all = [
    ...Object.entries(QUERIES).map(([title, query]) => [title, query, orders] as const),
    ...Object.entries(STATEMENT_QUERIES).map(([title, query]) => [title, query, statement] as const),
    ...GRAINS.map((grain) => [`grain ${grain}`, { columns: [axis("ordered", grain)], metrics: [] }, orders] as const),
  ];

  test("equals the snapshot", async () => {
    const texts = all.map(([title, query, dataset]) => `-- ${title}\n${compiled(query, dataset).sql};\n`);
    await expect(texts.join("\n")).toMatchFileSnapshot(
      join(import.meta.dirname, "compiled-sql", `${dialect.engine}.sql`),
    );
  });

  test("compiles to one read-only statement on the expected tables", async () => {
    for (const [title, query, dataset] of all) {
      const { sql } = compiled(query, dataset);
      const { kind, reads } = await reader.inspect(sql).catch((error) => {
        throw new Error(`${title}: ${error.message}\n${sql}`);
      });
      expect([title, kind, ...new Set(reads.map((table) => table.name.toLowerCase()))]).toEqual([
        title,
        "read",
        "orders",
      ]);
    }
  });

  test("compiles other servers' test queries to valid SQL", async () => {
    const datasets: Partial<Record<string, QueryDataset>> = {
      facts: tableOf("facts", FACT_COLUMNS, "at"),
      events: tableOf("events", EVENT_COLUMNS, "at"),
    };
    let understood = 0;
    for (const { name: title, of = "facts", query } of [
      ...AGGREGATE_QUESTIONS,
      ...FILTER_QUESTIONS,
      ...TIME_QUESTIONS,
    ]) {
      const dataset = datasets[of];
      const sql = dataset && maybeSql(query, dataset);
      if (!sql) continue;
      const { kind } = await reader.inspect(sql).catch((error) => {
        throw new Error(`${title}: ${error.message}\n${sql}`);
      });
      expect([title, kind]).toEqual([title, "read"]);
      understood += 1;
    }
    expect(understood).toBeGreaterThan(150);
  });
});

test("queries the latest partition where supported", async () => {
  const query = QueryObject.parse({ columns: ["id"], filters: [{ col: "day", op: "latest partition" }] });
  const text = (dialect: typeof bigqueryDialect, dataset = orders) =>
    compileQuery({ query, dataset, dialect, now: NOW }).sql;
  expect(text(trinoDialect)).toContain(`WHERE "day" = (SELECT MAX("day") FROM "shop"."orders$partitions")`);
  expect(text(bigqueryDialect)).toContain(
    "WHERE STARTS_WITH(FORMAT_TIMESTAMP('%Y%m%d%H', TIMESTAMP(`day`)), (SELECT MAX(partition_id) FROM `shop`.INFORMATION_SCHEMA.PARTITIONS WHERE table_name = 'orders'",
  );
  for (const [name, dialect] of DIALECTS) {
    if (!dialect.isLatestPartition) {
      expect(() => text(dialect)).toThrow("latest partition isn't supported by this database");
    } else {
      expect((await polyglotReader(name).inspect(text(dialect))).kind).toBe("read");
      expect(() => text(dialect, statement)).toThrow("latest partition needs a physical column: day is calculated");
    }
  }
});

test("adds what engines need beyond standard SQL", () => {
  const text = (dialect: typeof bigqueryDialect, query: object, dataset = orders) =>
    compileQuery({ query: QueryObject.parse(query), dataset, dialect, now: NOW }).sql;
  const page = { columns: ["id"], row_limit: 50, row_offset: 100 };
  expect(text(mssqlDialect, page)).toMatch(/ORDER BY \(SELECT NULL\)\nOFFSET 100 ROWS FETCH NEXT 50 ROWS ONLY$/);
  expect(text(trinoDialect, page)).toMatch(/\nOFFSET 100\nLIMIT 50$/);
  expect(text(bigqueryDialect, { columns: ["id"], metrics: [simple("SUM", "amount", "Sum, €")] })).toMatch(
    /AS `_[0-9a-f]{16}`/,
  );
  expect(text(snowflakeDialect, page)).toContain('"ID" AS "ID"');
  const hoisted = text(mssqlDialect, { columns: ["country"], is_rowcount: true }, statement);
  expect(hoisted).toMatch(/^WITH recent AS \(.*\), paid \(id\) AS \(.*\),\n__cte AS \(\nSELECT r\.\*/);
  expect(hoisted).toContain("FROM __cte AS [virtual_table]");
  expect(mssqlDialect.quoteText("a\\\nb")).toBe("(N'a\\' + N'\nb')");
  expect(redshiftDialect.quoteText("a\\'b")).toBe("'a\\\\''b'");
  expect(snowflakeDialect.quoteText("a\\'b")).toBe("'a\\\\''b'");
  expect(bigqueryDialect.quoteText("a\\'\nb")).toBe("'a\\\\\\'\\nb'");
});

test("searches bytes by their shown text", async () => {
  const dataset = { ...orders, columns: [column("id", "BIGINT"), column("raw", "BYTES"), column("seal", "VARBINARY")] };
  const filters = [
    { col: "raw", op: "==", val: "\\xff00" },
    { col: "seal", op: "IN", val: ["a", "\\xff00"] },
  ];
  const query = QueryObject.parse({ columns: ["id"], filters });
  const text = (dialect: typeof bigqueryDialect) => compileQuery({ query, dataset, dialect, now: NOW }).sql;
  expect(text(bigqueryDialect)).toContain("`raw` = FROM_HEX('ff00')");
  expect(text(trinoDialect)).toContain(`"seal" IN (X'61', X'ff00')`);
  expect(text(mssqlDialect)).toContain("[seal] IN (0x61, 0xff00)");
  expect(text(snowflakeDialect)).toContain(`"SEAL" IN (TO_BINARY('61', 'HEX'), TO_BINARY('ff00', 'HEX'))`);
  for (const [name, dialect] of DIALECTS) {
    expect((await polyglotReader(name).inspect(text(dialect))).kind).toBe("read");
  }
});

test("Trino's grains truncate zoned timestamps in UTC", () => {
  const dataset = {
    ...orders,
    columns: [column("at", "timestamp(3) with time zone"), column("plain", "timestamp(3)")],
  };
  for (const timeGrain of GRAINS) {
    const text = (name: string) =>
      compileQuery({
        query: QueryObject.parse({ columns: [axis(name, timeGrain)] }),
        dataset,
        dialect: trinoDialect,
        now: NOW,
      }).sql;
    const cuts = (sql: string) => sql.match(/CAST\([^)]*\)?/g);
    expect(new Set(cuts(text("at")))).toEqual(new Set([`CAST("at" AT TIME ZONE 'UTC' AS TIMESTAMP(6)`]));
    expect(text("plain")).not.toContain("AT TIME ZONE");
  }
});
