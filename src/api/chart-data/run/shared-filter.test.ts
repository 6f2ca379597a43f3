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
let virtual: QueryDataset;
let change: (sql: string) => Promise<void>;

const ROWS = `SELECT i::INTEGER AS id, 'region ' || (i % 7) AS region, 'shop ' || (hash(i) % 40) AS shop,
  (hash(i * 3) % 1000)::INTEGER AS amount, CASE WHEN i % 11 > 0 THEN (i % 100) / 4.0 END AS price,
  TIMESTAMP '2024-01-01' + INTERVAL (i % 400) DAY AS day FROM range(`;

beforeAll(async () => {
  server = await startTestServer();
  const { databaseId } = await loadSampleData(server.app);
  const file = `${server.app.config.home}/samples.duckdb`;
  change = (sql) => engineOf(server.app).load({ file, statements: [sql] });
  await change(`CREATE TABLE orders AS ${ROWS}0, 5000) t(i)`);
  ({ connection } = await connectionOf(server.app, databaseId));
  const idOf = (sql?: string) =>
    registerTable(server.app, databaseId, { name: sql ? "joined" : "orders", time: "day", ...(sql ? { sql } : {}) });
  dataset = await datasetForQuery(server.app, await idOf());
  virtual = await datasetForQuery(server.app, await idOf("SELECT *, amount * 2 AS twice FROM orders WHERE amount > 5"));
});
afterAll(() => server.stop());
afterEach(() => vi.restoreAllMocks());

const sql = (label: string, sqlExpression: string) => ({ expressionType: "SQL", sqlExpression, label });
const METRICS = [
  "count",
  sql("total", "SUM(amount)"),
  sql("mean", "AVG(price)"),
  sql("most", "MAX(shop)"),
  sql("shops", "COUNT(DISTINCT shop)"),
  sql("median", "MEDIAN(amount)"),
  sql('a "quoted" label', "SUM(amount) FILTER (WHERE amount > 100)"),
  sql("nothing", "MAX(CASE WHEN amount < 0 THEN shop END)"),
  sql("first day", "MIN(day)"),
];
const time = (timeGrain: string) => ({
  label: "day",
  sqlExpression: "day",
  expressionType: "SQL",
  columnType: "BASE_AXIS",
  timeGrain,
});
const COLUMNS = [[], ["region"], ["shop"], ["region", "shop"], [time("P1M")], [time("P1W"), "region"]];
const FILTERS = [
  { col: "region", op: "IN", val: ["region 1", "region 3"] },
  { col: "region", op: "==", val: "region 2" },
  { col: "amount", op: ">", val: 300 },
  { col: "amount", op: "<", val: 20 },
  { col: "price", op: "IS NULL" },
  { col: "day", op: "TEMPORAL_RANGE", val: "2024-02-01 : 2024-05-01" },
  { col: "shop", op: "LIKE", val: "shop 1%" },
  { col: "id", op: "==", val: -1 },
];
const PREDICATES = [[], ["region <> 'region 4'"], ["amount % 2 = 0"]];
const CHANGES = [
  `INSERT INTO orders ${ROWS}5000, 5400) t(i)`,
  `CREATE OR REPLACE TABLE orders AS ${ROWS}100, 3000) t(i)`,
  "DELETE FROM orders WHERE id % 5 = 0",
  `CREATE OR REPLACE TABLE orders AS ${ROWS}0, 5000) t(i)`,
];

const chart = fc.record({
  columns: fc.constantFrom(...COLUMNS),
  metrics: fc.uniqueArray(fc.constantFrom(...METRICS), { minLength: 1, maxLength: 3 }),
  own: fc.option(fc.constantFrom(...FILTERS), { freq: 3, nil: undefined }),
  limit: fc.constantFrom(1, 5, 1000),
  having: fc.constantFrom(undefined, undefined, undefined, "COUNT(*) > 20"),
});
type Chart = typeof chart extends fc.Arbitrary<infer Value> ? Value : never;
const dashboard = fc.record({
  charts: fc.array(chart, { minLength: 3, maxLength: 9 }),
  filters: fc.uniqueArray(fc.constantFrom(...FILTERS), { maxLength: 2 }),
  isVirtual: fc.boolean(),
  people: fc.constantFrom([PREDICATES[0]], [PREDICATES[1]], [PREDICATES[0], PREDICATES[2]]),
  change: fc.option(fc.constantFrom(...CHANGES), { freq: 20, nil: undefined }),
});
type Dashboard = typeof dashboard extends fc.Arbitrary<infer Value> ? Value : never;

function statement(
  { columns, metrics, own, limit, having }: Chart,
  { filters, isVirtual }: Dashboard,
  predicates: readonly string[],
): CompiledQuery {
  const query = QueryObject.parse({
    columns,
    metrics,
    filters: own && !filters.includes(own) ? [...filters, own] : filters,
    row_limit: limit,
    orderby: [[metrics[0], false], ...columns.map((column) => [column, true])],
    extras: having ? { having } : {},
  });
  return compileQuery({ query, dataset: isVirtual ? virtual : dataset, dialect: duckdbDialect, now: 0, predicates });
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

async function compare(one: Dashboard): Promise<void> {
  if (one.change) await change(one.change);
  const batches = one.people.map((predicates = []) => one.charts.map((each) => statement(each, one, predicates)));
  const shared = await Promise.all(
    batches.map(async (statements) => {
      const run = scanSharing();
      return Promise.all(statements.map((compiled) => run(connection, compiled, { signal: never })));
    }),
  );
  for (const [i, statements] of batches.entries()) {
    for (const [j, compiled] of statements.entries()) {
      const separate = await runSeparately(connection, compiled, { signal: never });
      expect(valuesOf(shared[i]?.[j] as ColumnarResult)).toEqual(valuesOf(separate));
    }
  }
}

describe("a dashboard's queries with the same conditions", () => {
  test(`return the same as separate ones, also after changes of the data (${REPEATED_BY})`, async () => {
    const selected = vi.spyOn(connection as Required<Connection>, "runSelected");
    await fc.assert(fc.asyncProperty(dashboard, compare), {
      numRuns: casesOf(15, 10_000),
      seed: SEED,
      endOnFailure: true,
    });
    const outcomes = await Promise.all(selected.mock.results.map(({ value }) => value as Promise<unknown>));
    expect(outcomes.filter((outcome) => outcome !== undefined).length).toBeGreaterThan(outcomes.length / 4);
  }, 3_600_000);

  const batch = (charts: readonly Partial<Chart>[], filter: object = FILTERS[0] as object) => {
    const whole = { filters: [filter], isVirtual: false } as unknown as Dashboard;
    return charts.map((each) =>
      statement(
        { metrics: ["count"], columns: [], limit: 10, own: undefined, having: undefined, ...each } as Chart,
        whole,
        [],
      ),
    );
  };

  test("read the rows once", async () => {
    const run = vi.spyOn(connection as Required<Connection>, "runSelected");
    const separate = vi.spyOn(connection, "run");
    const sharing = scanSharing();
    const statements = batch(COLUMNS.map((columns) => ({ columns })));
    const results = await Promise.all(statements.map((one) => sharing(connection, one, { signal: never })));
    expect(run).toHaveBeenCalledOnce();
    expect(await run.mock.results[0]?.value).toHaveLength(COLUMNS.length);
    const texts = separate.mock.calls.map(([text]) => text);
    expect(texts.filter((text) => !/^(SELECT COUNT\(\*\), |WITH )/.test(text))).toEqual([]);
    expect(results.map(({ rows }) => rows)[0]).toBe(1);
  });

  test("run separately if one fails, with its own error", async () => {
    const broken = { metrics: [sql("broken", "SUM(CAST(shop AS INTEGER))")] } as unknown as Partial<Chart>;
    const sharing = scanSharing();
    const statements = batch([{}, { columns: ["region"] }, { columns: ["shop"], ...broken }]);
    const outcomes = await Promise.allSettled(statements.map((one) => sharing(connection, one, { signal: never })));
    expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "rejected"]);
    expect(outcomes[2]).toMatchObject({ reason: { message: expect.stringContaining("Conversion Error") } });
  });

  test("stop with the last client", async () => {
    const [first, second] = [new AbortController(), new AbortController()];
    const sharing = scanSharing();
    const slow = sql("slow", "SUM(sqrt(hash(shop || range) % 1000))");
    const source = { ...dataset, sql: "SELECT * FROM orders, range(3000000)" };
    const query = (columns: unknown[]) => QueryObject.parse({ columns, metrics: [slow], filters: [FILTERS[0]] });
    const [one, two, three] = [[], ["region"], ["shop"]].map((columns) =>
      compileQuery({ query: query(columns), dataset: source, dialect: duckdbDialect, now: 0 }),
    ) as [CompiledQuery, CompiledQuery, CompiledQuery];
    const outcomes = Promise.allSettled([
      sharing(connection, one, { signal: first.signal }),
      sharing(connection, two, { signal: second.signal }),
      sharing(connection, three, { signal: second.signal }),
    ]);
    first.abort();
    second.abort();
    expect((await outcomes).map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
    expect((await connection.run("SELECT 42 AS answer")).columns[0]?.values[0]).toBe(42);
  });
});
