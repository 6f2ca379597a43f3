import fc from "fast-check";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import type { ColumnarResult, Connection } from "../../../connectors/connector.ts";
import { duckdbDialect } from "../../../connectors/duckdb/duckdb.ts";
import { QueryObject } from "../../../model/query-context.ts";
import { type CompiledQuery, compileQuery } from "../../../query/compile.ts";
import type { QueryDataset } from "../../../query/query-dataset.ts";
import { engineOf } from "../../../server/engine/app-engine.ts";
import { casesOf, REPEATED_BY, SEED } from "../../../testing/full-size.ts";
import { loadSampleData, registerTable } from "../../../testing/sample-data.ts";
import { startTestServer, type TestServer } from "../../../testing/server.ts";
import { connectionOf } from "../../database/index.ts";
import { datasetForQuery } from "../../dataset/index.ts";
import { runSeparately, scanSharing } from "./scan-sharing.ts";

let server: TestServer;
let connection: Connection;
let dataset: QueryDataset;
let change: (sql: string) => Promise<void>;

const ROWS = `SELECT (hash(i) % 900)::INTEGER - 100 AS delay, (hash(i * 3) % 100)::INTEGER AS weight,
  CASE WHEN i % 13 > 0 THEN (hash(i * 5) % 4000 / 100.0)::DECIMAL(8, 2) END AS price, (i % 17) / 7.0 AS ratio,
  CASE WHEN i % 9 > 0 THEN 'shop ' || (i % 40) END AS shop, i AS id,
  CASE WHEN i % 50 > 0 THEN DATE '2024-01-01' + (hash(i * 7) % 400)::INTEGER END AS day FROM range(`;

beforeAll(async () => {
  server = await startTestServer();
  const { databaseId } = await loadSampleData(server.app);
  const file = `${server.app.config.home}/samples.duckdb`;
  change = (sql) => engineOf(server.app).load({ file, statements: [sql] });
  await change(`CREATE TABLE trips AS ${ROWS}0, 250000) t(i)`);
  ({ connection } = await connectionOf(server.app, databaseId));
  dataset = await datasetForQuery(
    server.app,
    await registerTable(server.app, databaseId, { name: "trips", time: "day" }),
  );
});
afterAll(() => server.stop());
afterEach(() => vi.restoreAllMocks());

const sql = (label: string, sqlExpression: string) => ({ expressionType: "SQL", sqlExpression, label });
const METRICS = [
  "count",
  sql("total", "SUM(weight)"),
  sql("mean", "AVG(price)"),
  sql("late", "AVG(CASE WHEN delay >= 15 THEN 1.0 ELSE 0.0 END)"),
  sql("share", "SUM(price) / NULLIF(COUNT(price), 0) * 100"),
  sql("range", "MAX(price) - MIN(price)"),
  sql("first shop", "MIN(shop)"),
  sql("heavy", "SUM(weight) FILTER (WHERE weight > 50)"),
  sql("ratio", "SUM(ratio)"),
  sql("shops", "COUNT(DISTINCT shop)"),
  sql("median", "MEDIAN(weight)"),
];
const time = (timeGrain: string) => ({
  label: "day",
  sqlExpression: "day",
  expressionType: "SQL",
  columnType: "BASE_AXIS",
  timeGrain,
});
const DAYS = [
  [time("P1M")],
  [time("P1W")],
  [sql("weekday", "isodow(day)")],
  [sql("weekday", "isodow(day)"), sql("month", "MONTH(trips.day)")],
  ["day"],
];
const DELAYS = [
  [sql("band", "floor(delay / 25.0) * 25")],
  [sql("lateness", "CASE WHEN delay > 60 THEN 'late' WHEN delay > 0 THEN 'a bit' ELSE 'punctual' END")],
  [sql("sign", "sign(delay)"), "delay"],
];
const OTHERS: Chart["columns"][] = [
  [],
  [time("P1M"), "shop"],
  [sql("half", "random() < 2")],
  [sql("row", "length(trips::VARCHAR) + sign(delay)")],
  [sql("place", "#2 + sign(delay)")],
];
const FILTERS = [
  { col: "day", op: "TEMPORAL_RANGE", val: "2024-02-01 : 2024-07-01" },
  { col: "delay", op: ">", val: 300 },
  { col: "delay", op: "IN", val: [1, 2, 3, 20] },
  { col: "shop", op: "LIKE", val: "shop 1%" },
  { col: "price", op: "IS NULL" },
  { col: "id", op: "==", val: -1 },
];
const PREDICATES = [[], ["shop <> 'shop 4'"], ["delay % 2 = 0"]];
const CHANGES = [
  `INSERT INTO trips ${ROWS}250000, 260000) t(i)`,
  `CREATE OR REPLACE TABLE trips AS ${ROWS}1000, 240000) t(i)`,
];

/** Those of which equal values are equal to the last digit, so that charts can be sorted by them. */
const EXACT: readonly Chart["metrics"][number][] = METRICS.filter(
  (metric) => !/AVG|ratio|share/.test(JSON.stringify(metric)),
);
interface Chart {
  columns: readonly (string | object)[];
  metrics: (string | object)[];
  own: object | undefined;
  limit: number;
  having: string | undefined;
}

const chartBy = (columns: readonly Chart["columns"][]): fc.Arbitrary<Chart> =>
  fc.record({
    columns: fc.oneof(
      { weight: 5, arbitrary: fc.constantFrom(...columns) },
      { weight: 1, arbitrary: fc.constantFrom(...OTHERS) },
    ),
    metrics: fc.oneof(
      { weight: 1, arbitrary: fc.uniqueArray(fc.constantFrom(...METRICS), { minLength: 1, maxLength: 2 }) },
      {
        weight: 12,
        arbitrary: fc.uniqueArray(fc.constantFrom(...METRICS.slice(0, 9)), { minLength: 1, maxLength: 3 }),
      },
    ),
    own: fc.oneof(
      { weight: 7, arbitrary: fc.constant(undefined) },
      { weight: 1, arbitrary: fc.constantFrom(...FILTERS) },
    ),
    limit: fc.constantFrom(1, 5, 1000),
    having: fc.constantFrom(undefined, undefined, "COUNT(*) > 700", "(AVG(weight) >= 49.5)"),
  });
const dashboard = fc.record({
  charts: fc.oneof(...[DAYS, DELAYS].map((columns) => fc.array(chartBy(columns), { minLength: 3, maxLength: 9 }))),
  predicates: fc.constantFrom(...PREDICATES),
  change: fc.constantFrom(undefined, undefined, undefined, ...CHANGES),
});
type Dashboard = typeof dashboard extends fc.Arbitrary<infer Value> ? Value : never;

function statement(one: Partial<Chart>, predicates: readonly string[] = []) {
  const { columns = [], metrics = ["count"], own, limit = 1000, having } = one;
  const query = QueryObject.parse({
    columns,
    metrics,
    filters: own ? [own] : [],
    row_limit: limit,
    orderby: [
      ...metrics.filter((metric) => EXACT.includes(metric)).map((metric) => [metric, false]),
      ...columns.map((column) => [column, true]),
    ],
    extras: having ? { having } : {},
  });
  return compileQuery({ query, dataset, dialect: duckdbDialect, now: 0, predicates });
}

const never = new AbortController().signal;

const valuesOf = ({ columns, rows }: ColumnarResult) => ({
  rows,
  columns: columns.map(({ name, type, kind, values }) => ({
    name,
    type,
    kind,
    values: Array.from(values as unknown[]),
  })),
});

/** Averages and sums of floating-point numbers can differ in their last digits. */
function expectAlike(one: ColumnarResult, other: ColumnarResult, sql: string): void {
  const [received, expected] = [valuesOf(one), valuesOf(other)];
  for (const [i, { values }] of received.columns.entries()) {
    const same = expected.columns[i]?.values ?? [];
    for (const [row, value] of values.entries()) {
      const its = same[row];
      const isClose =
        typeof value === "number" && typeof its === "number" && Math.abs(value - its) < 1e-12 * Math.abs(its);
      if (isClose) values[row] = its;
    }
  }
  expect(received, sql).toEqual(expected);
}

function shared(statements: readonly CompiledQuery[]): Promise<ColumnarResult[]> {
  const run = scanSharing();
  return Promise.all(statements.map((compiled) => run(connection, compiled, { signal: never })));
}

async function compare(one: Dashboard): Promise<void> {
  if (one.change) await change(one.change);
  const statements = one.charts.map((each) => statement(each, one.predicates));
  const results = await shared(statements);
  for (const [i, compiled] of statements.entries()) {
    const separate = await runSeparately(connection, compiled, { signal: never });
    expectAlike(results[i] as ColumnarResult, separate, compiled.sql);
  }
}

describe("a dashboard's queries whose groups are computed from the same columns", () => {
  test(`return the same as separate ones, also after changes of the data (${REPEATED_BY})`, async () => {
    const grouped = vi.spyOn(connection as Required<Connection>, "runByColumns");
    await fc.assert(fc.asyncProperty(dashboard, compare), {
      numRuns: casesOf(12, 10_000),
      seed: SEED,
      endOnFailure: true,
    });
    const outcomes = await Promise.all(grouped.mock.results.map(({ value }) => value as Promise<unknown>));
    expect(outcomes.filter((outcome) => outcome !== undefined).length).toBeGreaterThan(1);
  }, 3_600_000);

  const bands = [[sql("band", "floor(delay / 25.0) * 25")], [sql("sign", "sign(delay)")]];

  test("read the rows once", async () => {
    const run = vi.spyOn(connection, "run");
    const runShared = vi.spyOn(connection as Required<Connection>, "runShared");
    const results = await shared(bands.map((columns) => statement({ columns, having: "COUNT(*) > 700" })));
    expect(run.mock.calls.map(([text]) => /duckdb_tables|STATS/.exec(text)?.[0])).toEqual(["duckdb_tables", "STATS"]);
    expect(runShared).toHaveBeenCalledOnce();
    expect(results.map(({ rows }) => rows)).toEqual([36, 2]);
  });

  test.each([
    ["need all values", { metrics: [METRICS[10]] }],
    ["count distinct values", { metrics: [METRICS[9]] }],
    [
      "depend on chance",
      { columns: [[sql("half", "random() < 2 AND delay > 0")], [sql("other", "random() < delay")]] },
    ],
  ])(
    "run separately if they %s",
    async (_, { metrics, columns = bands }: { metrics?: unknown; columns?: unknown[] }) => {
      const grouped = vi.spyOn(connection as Required<Connection>, "runByColumns");
      const charts = columns.map((each) => ({ columns: each, ...(metrics ? { metrics } : {}) }) as Partial<Chart>);
      await shared(charts.map((each) => statement(each)));
      expect(await Promise.all(grouped.mock.results.map(({ value }) => value))).toEqual(
        grouped.mock.results.map(() => undefined),
      );
    },
  );

  test("run separately if one fails, with its own error", async () => {
    const broken = [sql("broken", "CAST(CASE WHEN delay > 0 THEN 'x' END AS INTEGER)")];
    const run = scanSharing();
    const outcomes = await Promise.allSettled(
      [...bands, broken].map((columns) => run(connection, statement({ columns }), { signal: never })),
    );
    expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "rejected"]);
    expect(outcomes[2]).toMatchObject({ reason: { message: expect.stringContaining("Conversion Error") } });
  });
});
