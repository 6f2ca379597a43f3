import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import type { Connection } from "../../../connectors/connector.ts";
import { duckdbDialect } from "../../../connectors/duckdb/duckdb.ts";
import { QueryObject } from "../../../model/query-context.ts";
import { compileQuery } from "../../../query/compile.ts";
import { loadSampleData, readCars, type SampleData } from "../../../testing/sample-data.ts";
import { startTestServer, type TestClient, type TestServer } from "../../../testing/server.ts";
import { pass } from "../../../testing/waits.ts";
import { connectionOf } from "../../database/index.ts";
import { datasetForQuery } from "../../dataset/index.ts";
import { scanSharing } from "./scan-sharing.ts";

let server: TestServer;
let admin: TestClient;
let data: SampleData;
let connection: Connection;

beforeAll(async () => {
  server = await startTestServer();
  data = await loadSampleData(server.app);
  admin = await server.as("admin");
  ({ connection } = await connectionOf(server.app, data.databaseId));
});
afterAll(() => server.stop());
afterEach(() => vi.restoreAllMocks());

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;

const contextOf = (query: object) => ({
  datasource: { id: data.carsId, type: "table" },
  queries: [query],
  force: true,
});

async function batch(queries: readonly object[]): Promise<{ status: number; body: Json }[]> {
  const requests = queries.map((query, i) => ({ key: String(i), context: contextOf(query) }));
  const response = await admin.fetch("/api/v1/chart/data/batch", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ requests }),
  });
  const lines = (await response.text()).trim().split("\n");
  const answers = lines.map((line): Json => JSON.parse(line));
  return queries.map((_, i) => answers.find((line) => line.key === String(i)));
}

async function apart(query: object): Promise<{ status: number; body: Json }> {
  return admin.post<Json>("/api/v1/chart/data", contextOf(query));
}

const facts = ({ status, body }: { status: number; body: Json }) => {
  const [result] = body.result ?? [];
  return { status, result: result && { ...result, queried_dttm: null }, errors: body.errors, message: body.message };
};

function seededRandom(seed: number) {
  let state = seed;
  const roll = (sides: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
  return { roll, pick: <T>(from: readonly T[]): T => from[roll(from.length)] as T };
}

const AXIS = { label: "Year", sqlExpression: "Year", expressionType: "SQL", columnType: "BASE_AXIS", timeGrain: "P1Y" };
const GROUPS = [[], ["Origin"], ["Cylinders"], ["Origin", "Cylinders"], [AXIS], [AXIS, "Origin"]] as const;
const sql = (label: string, sqlExpression: string) => ({ expressionType: "SQL", sqlExpression, label });
const simple = (aggregate: string, column_name: string) => ({
  expressionType: "SIMPLE",
  aggregate,
  column: { column_name },
  label: `${aggregate} of ${column_name}`,
});
const METRICS = [
  "count",
  simple("SUM", "Horsepower"),
  simple("MIN", "Miles_per_Gallon"),
  simple("MAX", "Name"),
  simple("COUNT_DISTINCT", "Cylinders"),
  sql("half -- of them", "COUNT(*) / 2.0 -- a comment"),
  sql('a "quoted" label', "MEDIAN(Weight_in_lbs)"),
  sql("nothing", "MAX(CASE WHEN Cylinders > 100 THEN 1 END)"),
];
const HAVING = ["COUNT(*) > 20", "COUNT(*) >= 75 -- or more", "NULL"] as const;
const [, OR_MORE, NONE] = HAVING;
const DISPLACEMENT = sql("none", "COUNT(Displacement)");
const FILTERS = [
  [],
  [{ col: "Origin", op: "IN", val: ["USA", "Japan"] }],
  [{ col: "Horsepower", op: "IS NULL" }],
  [{ col: "Cylinders", op: ">", val: 1000 }],
];

function randomQuery({ roll, pick }: ReturnType<typeof seededRandom>, columns: readonly unknown[], filters: unknown) {
  const first = roll(METRICS.length);
  const metrics = METRICS.slice(first, first + 1 + roll(3));
  const ties = columns.map((column) => [column, pick([true, false])]);
  return {
    columns,
    metrics,
    filters,
    orderby: [...(roll(2) ? [[metrics[0], pick([true, false])]] : []), ...ties],
    row_limit: pick([1, 3, 1000]),
    row_offset: pick([0, 0, 2]),
    ...(roll(6) === 0 ? { extras: { having: "COUNT(*) > 20" } } : {}),
    ...(roll(6) === 0 ? { orderby: [[sql("unselected", "SUM(Acceleration)"), false], ...ties] } : {}),
  };
}

describe("concurrent queries over the same rows", () => {
  // The first ones don't share: the dataset is read and each custom SQL is checked once.
  beforeAll(async () => {
    await batch([
      ...[...METRICS, DISPLACEMENT].map((metric) => ({ columns: [], metrics: [metric] })),
      ...HAVING.map((having) => ({ columns: [AXIS], metrics: ["count"], extras: { having } })),
      { columns: [], metrics: ["count"], orderby: [[sql("unselected", "SUM(Acceleration)"), false]] },
    ]);
  });

  test.each(Array.from({ length: 12 }, (_, seed) => seed))(
    "return the same as separate ones (set %i)",
    async (seed) => {
      const shared = vi.spyOn(connection as Required<Connection>, "runShared");
      const selected = vi.spyOn(connection as Required<Connection>, "runSelected");
      const chance = seededRandom(seed * 7919 + 1);
      const scans = Array.from({ length: 2 }, () => [chance.pick(GROUPS), chance.pick(FILTERS)] as const);
      const queries = Array.from({ length: 8 }, () => {
        const [columns, filters] = chance.pick(scans);
        return randomQuery(chance, columns, filters);
      });
      const answers = await batch(queries);
      expect(shared.mock.results.length + selected.mock.results.length).toBeGreaterThan(0);
      for (const { value } of shared.mock.results) await expect(value).resolves.toBeDefined();
      for (const [i, query] of queries.entries()) expect(facts(answers[i] as Json)).toEqual(facts(await apart(query)));
    },
  );

  test("share one scan and keep their own results", async () => {
    const shared = vi.spyOn(connection as Required<Connection>, "runShared");
    const alone = vi.spyOn(connection, "run");
    const answers = await batch([
      { columns: ["Origin"], metrics: ["count"], orderby: [["count", false]], row_limit: 1 },
      { columns: ["Origin"], metrics: [simple("MAX", "Horsepower")], orderby: [["Origin", true]] },
    ]);
    const cars = readCars();
    const of = (origin: string) => cars.filter((car) => car.Origin === origin);
    expect(answers.map(({ body }) => body.result[0].data)).toEqual([
      [{ Origin: "USA", count: of("USA").length }],
      ["Europe", "Japan", "USA"].map((Origin) => ({
        Origin,
        "MAX of Horsepower": Math.max(...of(Origin).map((car) => car.Horsepower ?? 0)),
      })),
    ]);
    expect(shared).toHaveBeenCalledOnce();
    expect(alone.mock.calls.filter(([text]) => text.includes("Origin"))).toEqual([]);
  });

  test("share one scan if one keeps only some groups", async () => {
    const shared = vi.spyOn(connection as Required<Connection>, "runShared");
    const alone = vi.spyOn(connection, "run");
    const many = { extras: { having: OR_MORE }, orderby: [["Origin", true]] };
    const answers = await batch([
      { columns: ["Origin"], metrics: ["count"], orderby: [["Origin", true]] },
      { columns: ["Origin"], metrics: ["count"], ...many },
      { columns: ["Origin"], metrics: [DISPLACEMENT], extras: { having: NONE } },
    ]);
    const rows = ["Europe", "Japan", "USA"].map((Origin) => ({
      Origin,
      count: readCars().filter((car) => car.Origin === Origin).length,
    }));
    expect(answers.map(({ body }) => body.result[0].data)).toEqual([rows, rows.filter(({ count }) => count >= 75), []]);
    expect(shared).toHaveBeenCalledOnce();
    expect(alone.mock.calls.filter(([text]) => text.includes("Origin"))).toEqual([]);
  });

  test.each([
    ["a selected column's name", "total > 75", 200],
    ["invalid in HAVING", "ROW_NUMBER() OVER () < 2", 400],
  ])("run separately if a HAVING condition is %s", async (_, having, status) => {
    const query = {
      columns: ["Origin"],
      metrics: [sql("total", "COUNT(*)")],
      extras: { having },
      orderby: [["Origin", true]],
    };
    const shared = vi.spyOn(connection as Required<Connection>, "runShared");
    const [own, , other] = await batch([
      query,
      { columns: ["Origin"], metrics: ["count"] },
      { columns: ["Origin"], metrics: [simple("MAX", "Horsepower")] },
    ]);
    expect([own!.status, other!.status]).toEqual([status, 200]);
    expect(facts(own!)).toEqual(facts(await apart(query)));
    expect(shared).toHaveBeenCalledOnce();
    await expect(shared.mock.results[0]?.value).resolves.toHaveLength(2);
  });

  test("fail separately", async () => {
    const broken = sql("broken", "SUM(CAST(Name AS INTEGER))");
    const [good, bad, unknown] = await batch([
      { columns: ["Origin"], metrics: ["count"] },
      { columns: ["Origin"], metrics: [broken] },
      { columns: ["Origin"], metrics: [sql("unknown", "SUM(no_such_column)")] },
    ]);
    expect([good!.status, good!.body.result[0].rowcount]).toEqual([200, 3]);
    expect([bad!.status, JSON.stringify(bad!.body)]).toEqual([400, expect.stringContaining("Conversion Error")]);
    expect([unknown!.status, unknown!.body.errors[0].error_type]).toEqual([400, "COLUMN_DOES_NOT_EXIST_ERROR"]);
  });

  test("can't read each other's names", async () => {
    const [, second] = await batch([
      { columns: ["Origin"], metrics: [sql("total", "COUNT(*)")] },
      { columns: ["Origin"], metrics: [sql("twice", "total * 2")] },
    ]);
    expect(second!.status).toBe(400);
  });
});

describe("disconnecting", () => {
  const SLOW = "SUM(sqrt(hash(Name || range) % 1000))";

  async function slowQueries(count: number) {
    const dataset = {
      ...(await datasetForQuery(server.app, data.carsId)),
      sql: "SELECT * FROM cars, range(3000000)",
    };
    return Array.from({ length: count }, (_, i) => {
      const query = QueryObject.parse({ columns: ["Origin"], metrics: [sql("slow", SLOW)], row_limit: i + 1 });
      return compileQuery({ query, dataset, dialect: duckdbDialect, now: 0 });
    });
  }

  test("stops the shared scan with the last client, and frees the engine immediately", async () => {
    const [one, two] = await slowQueries(2);
    const run = scanSharing();
    const [first, second] = [new AbortController(), new AbortController()];
    const outcomes = Promise.allSettled([
      run(connection, one!, { signal: first.signal }),
      run(connection, two!, { signal: second.signal }),
    ]);
    await pass(150, "any instant has to do");
    first.abort();
    await pass(50, "any instant has to do");
    const left = performance.now();
    second.abort();
    expect((await outcomes).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect((await connection.run("SELECT 42 AS answer")).columns[0]?.values[0]).toBe(42);
    expect(performance.now() - left).toBeLessThan(2000);
  });
});
