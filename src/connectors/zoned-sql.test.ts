import { expect, test } from "vitest";
import { QueryObject } from "../model/query-context.ts";
import { compileQuery } from "../query/compile.ts";
import type { Dialect } from "../query/dialect.ts";
import { type PolyglotDialect, polyglotReader } from "../query/sql/polyglot-reader.ts";
import { bigqueryDialect } from "./bigquery/bigquery.ts";
import { clickhouseDialect } from "./clickhouse/dialect.ts";
import { mssqlDialect } from "./mssql/mssql.ts";
import { redshiftDialect } from "./redshift/redshift.ts";
import { snowflakeDialect } from "./snowflake/snowflake.ts";
import { sqliteDialect } from "./sqlite/sqlite.ts";
import { trinoDialect } from "./trino/trino.ts";

/** Engines without a test server; `testing/questions/zones.test.ts` asks the others. */
interface ZonedEngine {
  parser: PolyglotDialect;
  dialect: Dialect;
  type: string;
  /** 20:00 in UTC. */
  day: string;
  offset: string;
  since: string;
}

const ENGINES: readonly ZonedEngine[] = [
  {
    parser: "redshift",
    dialect: redshiftDialect,
    type: "timestamp with time zone",
    day: `DATE_TRUNC('day', CAST(CAST("at" AS TIMESTAMPTZ) AT TIME ZONE 'America/New_York' AS TIMESTAMP))`,
    offset: `CAST("at" AS TIMESTAMPTZ) AT TIME ZONE 'UTC' + INTERVAL '19800 seconds'`,
    since: `"at" >= TIMESTAMPTZ '2024-03-10 00:00:00.000000-05:00' AND "at" < TIMESTAMPTZ '2024-03-11 00:00:00.000000-04:00'`,
  },
  {
    parser: "clickhouse",
    dialect: clickhouseDialect,
    type: "Nullable(DateTime64(3, 'Europe/Berlin'))",
    day: "date_trunc('day', toStartOfSecond(toDateTime64(toTimeZone(`at`, 'America/New_York'), 3)))",
    offset: "toTimeZone(`at`, 'UTC') + toIntervalSecond(19800)",
    since:
      "`at` >= toDateTime64('2024-03-10 05:00:00.000000', 6, 'UTC') AND `at` < toDateTime64('2024-03-11 04:00:00.000000', 6, 'UTC')",
  },
  {
    parser: "trino",
    dialect: trinoDialect,
    type: "timestamp(3) with time zone",
    day: `date_trunc('day', CAST(CAST("at" AT TIME ZONE 'America/New_York' AS TIMESTAMP(6)) AS TIMESTAMP(6)))`,
    offset: `CAST("at" AT TIME ZONE 'UTC' AS TIMESTAMP(6)) + 19800 * INTERVAL '1' SECOND`,
    since: `"at" >= TIMESTAMP '2024-03-10 00:00:00.000000 -05:00' AND "at" < TIMESTAMP '2024-03-11 00:00:00.000000 -04:00'`,
  },
  {
    parser: "bigquery",
    dialect: bigqueryDialect,
    type: "TIMESTAMP",
    day: "DATETIME_TRUNC(CAST(DATETIME(`at`, 'America/New_York') AS DATETIME), DAY)",
    offset: "DATETIME_ADD(CAST(`at` AS DATETIME), INTERVAL 19800 SECOND)",
    since:
      "`at` >= TIMESTAMP '2024-03-10 00:00:00.000000-05:00' AND `at` < TIMESTAMP '2024-03-11 00:00:00.000000-04:00'",
  },
  {
    parser: "snowflake",
    dialect: snowflakeDialect,
    type: "TIMESTAMP_TZ",
    day: `CAST(CONVERT_TIMEZONE('America/New_York', CAST("AT" AS TIMESTAMP_TZ)) AS TIMESTAMP_NTZ)`,
    offset: `DATEADD(SECOND, 19800, CAST(CONVERT_TIMEZONE('UTC', CAST("AT" AS TIMESTAMP_TZ)) AS TIMESTAMP_NTZ))`,
    since: `"AT" >= CAST('2024-03-10 00:00:00.000000 -05:00' AS TIMESTAMP_TZ) AND "AT" < CAST('2024-03-11 00:00:00.000000 -04:00' AS TIMESTAMP_TZ)`,
  },
  {
    parser: "tsql",
    dialect: mssqlDialect,
    type: "datetimeoffset",
    day: "DATEADD(SECOND, CASE WHEN CAST(SWITCHOFFSET([at], 0) AS DATETIME2) < CAST('2024-03-10T07:00:00.000' AS DATETIME2(3)) THEN -18000 ELSE -14400 END, CAST(SWITCHOFFSET([at], 0) AS DATETIME2))",
    offset: "DATEADD(SECOND, 19800, CAST(SWITCHOFFSET([at], 0) AS DATETIME2))",
    since:
      "[at] >= CAST('2024-03-10 00:00:00.000000 -05:00' AS DATETIMEOFFSET) AND [at] < CAST('2024-03-11 00:00:00.000000 -04:00' AS DATETIMEOFFSET)",
  },
];

const column = (column_name: string, type: string) => ({
  column_name,
  type,
  is_dttm: true,
  filterable: true,
  groupby: true,
});

function sqlOf({ dialect, type }: Pick<ZonedEngine, "dialect" | "type">, grain: string, zone?: string): string {
  const axis = { label: "at", sqlExpression: "at", columnType: "BASE_AXIS", expressionType: "SQL", timeGrain: grain };
  const query = QueryObject.parse({
    columns: [{ ...axis, isColumnReference: true }],
    metrics: ["n"],
    filters: [
      { col: "at", op: "TEMPORAL_RANGE", val: "2024-03-10 : 2024-03-11" },
      { col: "plain", op: "TEMPORAL_RANGE", val: "2024-03-10 : 2024-03-11" },
    ],
  });
  const columns = [column("at", type), column("plain", "TIMESTAMP_NTZ")];
  const metrics = [{ metric_name: "n", expression: "COUNT(*)" }];
  const dataset = {
    catalog: null,
    schema: null,
    table_name: "t",
    sql: null,
    offset: 0,
    main_dttm_col: "at",
    columns,
    metrics,
  };
  return compileQuery({ query, dataset, dialect, now: 0, zone }).sql;
}

test.each(ENGINES)("$parser cuts and compares moments by the clock of a zone", async (engine) => {
  const sql = sqlOf(engine, "P1D", "America/New_York");
  expect(sql).toContain(engine.day);
  expect(sql).toContain(engine.since);
  expect(sqlOf(engine, "P1D", "+05:30")).toContain(engine.offset);
  const plain = sqlOf(engine, "P1D");
  expect(plain).not.toMatch(/New_York|TIMESTAMPTZ|toTimeZone|18000/);
  const ofPlain = (text: string) => text.split("\n").find((line) => /plain/.test(line));
  expect(ofPlain(sql)).toBe(ofPlain(plain));
  for (const grain of Object.keys(engine.dialect.timeGrains)) {
    expect((await polyglotReader(engine.parser).inspect(sqlOf(engine, grain, "America/New_York"))).kind).toBe("read");
  }
});

test("names of zones are those that databases know, in any case", () => {
  const [redshift] = ENGINES;
  const named = (zone: string) => /TIME ZONE '(.+?)'/.exec(sqlOf(redshift!, "P1D", zone))?.[1];
  expect(["asia/tokyo", "Asia/Calcutta", "Asia/Kolkata", "Europe/Kiev", "US/Pacific", "Etc/UTC"].map(named)).toEqual([
    ...["Asia/Tokyo", "Asia/Kolkata", "Asia/Kolkata", "Europe/Kyiv", "America/Los_Angeles", "UTC"],
  ]);
});

test("SQLite's times have no zone", () => {
  const engine = { dialect: sqliteDialect, type: "TIMESTAMP WITH TIME ZONE" };
  expect(sqlOf(engine, "P1D", "Asia/Tokyo")).toBe(sqlOf(engine, "P1D"));
});
