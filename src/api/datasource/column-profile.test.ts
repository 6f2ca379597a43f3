import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { addRuledDataset, OWN_ROWS, ruledOrders } from "../../testing/ruled-orders.ts";
import { loadSampleData, readCars, readFlights, type SampleData } from "../../testing/sample-data.ts";
import { startTestServer, type TestClient, type TestServer } from "../../testing/server.ts";
import { connectionOf } from "../database/index.ts";
import { getColumnProfile } from "./contract.ts";

let server: TestServer;
let admin: TestClient;
let data: SampleData;
const cars = readCars();

beforeAll(async () => {
  server = await startTestServer();
  data = await loadSampleData(server.app);
  admin = await server.as("admin");
});
afterAll(() => server.stop());

const profile = async (name: string, id = data.carsId) => {
  const answer = await admin.call(getColumnProfile, { params: { type: "table", id: String(id), name }, query: {} });
  return answer.result;
};
const MANY = 5000;

async function manyValues(): Promise<number> {
  const { body: cars } = await admin.get<{ result: { database: { id: number } } }>(`/api/v1/dataset/${data.carsId}`);
  const sql = `SELECT range AS n FROM range(${MANY})`;
  const named = { database: cars.result.database.id, table_name: `numbers ${crypto.randomUUID()}`, sql };
  return (await admin.post<{ id: number }>("/api/v1/dataset/", named)).body.id;
}

async function calculated(expressions: Record<string, string>): Promise<number> {
  const id = await manyValues();
  const columns = Object.entries(expressions).map(([column_name, expression]) => ({ column_name, expression }));
  const n = { column_name: "n", type: "BIGINT" };
  expect((await admin.put(`/api/v1/dataset/${id}?override_columns=true`, { columns: [n, ...columns] })).status).toBe(
    200,
  );
  return id;
}

/** What the engine read meanwhile, without checks of custom SQL. */
async function statementsOf(act: () => Promise<unknown>): Promise<string[]> {
  const { body } = await admin.get<{ result: { database: { id: number } } }>(`/api/v1/dataset/${data.carsId}`);
  const { connection } = await connectionOf(server.app, body.result.database.id);
  const run = vi.spyOn(Object.getPrototypeOf(connection) as typeof connection, "run");
  await act();
  const statements = run.mock.calls.map(([sql]) => sql).filter((sql) => !/^SELECT json_serialize_sql/.test(sql));
  run.mockRestore();
  return statements;
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);

describe("the profile of a column", () => {
  test("of numbers counts rows, missing and distinct values, with extremes, mean and histogram", async () => {
    const found = await profile("Horsepower");
    const known = cars.map((car) => car.Horsepower).filter((value): value is number => value !== null);
    expect(found).toMatchObject({
      kind: "numeric",
      rows: cars.length,
      is_sample: false,
      missing: cars.length - known.length,
      distinct: new Set(known).size,
      min: Math.min(...known),
      max: Math.max(...known),
    });
    expect(found.missing).toBeGreaterThan(0);
    expect(found.mean).toBeCloseTo(sum(known) / known.length, 6);
    const bins = found.histogram?.bins ?? [];
    expect(sum(bins.map((bin) => bin.count))).toBe(known.length);
    for (const { from, to, count } of bins.slice(0, -1)) {
      expect(count).toBe(known.filter((value) => value >= from && value < to).length);
    }
    expect(found.values[0]?.count).toBe(Math.max(...known.map((value) => known.filter((v) => v === value).length)));
  });

  test("of text lists the most frequent values", async () => {
    const found = await profile("Origin");
    const count = (origin: string) => cars.filter((car) => car.Origin === origin).length;
    expect(found).toMatchObject({ kind: "text", distinct: 3, min: null, max: null, mean: null, histogram: null });
    expect(found.values).toEqual([
      { value: "USA", count: count("USA") },
      { value: "Japan", count: count("Japan") },
      { value: "Europe", count: count("Europe") },
    ]);
  });

  test("counts distinct values exactly, also very many", async () => {
    const names = new Set(cars.map((car) => car.Name)).size;
    expect((await profile("Name")).distinct).toBe(names);
    const distances = new Set(readFlights().map((flight) => flight.distance)).size;
    const flights = await profile("distance", data.flightsId);
    expect([flights.distinct, flights.values.length]).toEqual([distances, 10]);
    expect((await profile("n", await manyValues())).distinct).toBe(MANY);
  });

  test("of calculated columns follows the type of their values", async () => {
    const id = await calculated({
      doubled: "n * 2",
      share: "CASE WHEN n % 5 = 0 THEN NULL ELSE n % 7 / 7.0 END",
      parity: "CASE WHEN n % 2 = 0 THEN 'even' ELSE 'odd' END",
      day: "DATE '2024-01-01' + CAST(n % 100 AS INTEGER)",
      isEven: "n % 2 = 0",
    });
    const doubled = await profile("doubled", id);
    expect(doubled).toMatchObject({ kind: "numeric", distinct: MANY, min: 0, max: 2 * (MANY - 1), mean: MANY - 1 });
    expect(sum(doubled.histogram?.bins.map((bin) => bin.count) ?? [])).toBe(MANY);
    const share = await profile("share", id);
    expect(share).toMatchObject({ kind: "numeric", rows: MANY, missing: MANY / 5, distinct: 7, min: 0 });
    expect(share.mean).toBeCloseTo(3 / 7, 2);
    expect(sum(share.histogram?.bins.map((bin) => bin.count) ?? [])).toBe((MANY * 4) / 5);
    expect(await profile("parity", id)).toMatchObject({
      kind: "text",
      distinct: 2,
      values: expect.arrayContaining([{ value: "even", count: MANY / 2 }]),
      histogram: null,
    });
    const day = await profile("day", id);
    expect([day.kind, day.min, day.max]).toEqual(["temporal", Date.UTC(2024, 0, 1), Date.UTC(2024, 3, 9)]);
    expect(day.histogram?.grain).toBe("P1W");
    expect(new Date(day.histogram?.bins[0]?.from ?? 0).getUTCDay()).toBe(1);
    expect(sum(day.histogram?.bins.map((bin) => bin.count) ?? [])).toBe(MANY);
    expect((await profile("isEven", id)).kind).toBe("boolean");
  });

  test("is one query where 2,000 groups have every value, and one more for other histograms", async () => {
    const id = await calculated({ few: "n % 50", ends: "n * 3" });
    expect(await statementsOf(() => profile("few", id))).toHaveLength(1);
    const [groups, bins] = await statementsOf(() => profile("n", id));
    expect(groups).toContain("OVER ()");
    expect(bins).toContain("FLOOR");
    expect(await statementsOf(() => profile("few", id))).toEqual([]);
  });

  test("of a dataset of SQL reads its rows", async () => {
    const found = await profile("n", await manyValues());
    expect(found).toMatchObject({ rows: MANY, missing: 0, min: 0, max: MANY - 1, mean: (MANY - 1) / 2 });
    expect(found.histogram?.bins.map((bin) => bin.count)).toEqual(Array.from({ length: 20 }, () => MANY / 20));
  });

  test("of times has bins of a time grain", async () => {
    const dates = readFlights().map((flight) => flight.date);
    const found = await profile("date", data.flightsId);
    expect(found.kind).toBe("temporal");
    expect(found.histogram?.grain).toMatch(/^P/);
    const bins = found.histogram?.bins ?? [];
    expect(bins.length).toBeLessThanOrEqual(62);
    expect(sum(bins.map((bin) => bin.count))).toBe(dates.length);
    expect(bins[0]?.from).toBeLessThanOrEqual(Number(found.min));
    expect(bins.at(-1)?.to).toBeGreaterThan(Number(found.max));
  });

  test("has only the rows that row-level security shows its reader", async () => {
    const world = await ruledOrders(server);
    const { datasetId: id } = await addRuledDataset(world);
    const params = { type: "table", id: String(id), name: "note" };
    const [whole, own] = await Promise.all(
      [world.admin, world.owner].map(
        async (client) => (await client.call(getColumnProfile, { params, query: {} })).result,
      ),
    );
    expect(whole?.rows).toBeGreaterThan(OWN_ROWS);
    expect([own?.rows, own?.distinct]).toEqual([OWN_ROWS, OWN_ROWS]);
    expect(own?.values.every(({ value }) => String(value).startsWith("alpha"))).toBe(true);
  });

  test("needs an existing column and access to the dataset", async () => {
    const path = `/api/v1/datasource/table/${data.carsId}/column/Colour/profile/`;
    const missing = await admin.get<{ message: string }>(path);
    expect([missing.status, missing.body.message]).toEqual([400, "Column name Colour does not exist"]);
    const known = path.replace("Colour", "Origin");
    expect((await (await server.as("gamma")).get(known)).status).toBe(403);
    expect((await server.anonymous.get(known)).status).toBe(401);
  });
});
