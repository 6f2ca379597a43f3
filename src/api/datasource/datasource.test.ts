import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadSampleData, readCars, readFlights, type SampleData } from "../../testing/sample-data.ts";
import { startTestServer, type TestClient, type TestServer } from "../../testing/server.ts";
import { getColumnValues, postSamples } from "./contract.ts";

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

const values = async (name: string, query = {}, id = data.carsId) => {
  const answer = await admin.call(getColumnValues, { params: { type: "table", id: String(id), name }, query });
  return answer.result;
};

describe("column values", () => {
  test("are distinct and in order, with NULL last", async () => {
    expect(await values("Origin")).toEqual(["Europe", "Japan", "USA"]);
    const horsepower = await values("Horsepower");
    const expected = [...new Set(cars.map((car) => car.Horsepower))].sort((a, b) => (a ?? Infinity) - (b ?? Infinity));
    expect(horsepower).toEqual(expected);
  });

  test("can be searched and limited", async () => {
    const names = [...new Set(cars.map((car) => car.Name))].filter((name) => name.includes("datsun")).sort();
    expect(await values("Name", { search: "DATSUN" })).toEqual(names);
    expect(await values("Name", { search: "DATSUN", limit: 2 })).toEqual(names.slice(0, 2));
    expect(await values("Cylinders", { search: "4" })).toEqual([4]);
    const spaced = [...new Set(cars.map((car) => car.Name))].filter((name) => /[%_]/.test(name)).sort();
    expect(await values("Name", { search: "_" })).toEqual(spaced.filter((name) => name.includes("_")));
    expect(await values("Name", { search: "%" })).toEqual(spaced.filter((name) => name.includes("%")));
  });

  test("are complete for large tables", async () => {
    const origins = [...new Set(readFlights().map((flight) => flight.origin))].sort();
    expect(await values("origin", {}, data.flightsId)).toEqual(origins);
  });

  test("report missing columns and missing permissions", async () => {
    const path = `/api/v1/datasource/table/${data.carsId}/column/Colour/values/`;
    const missing = await admin.get<{ message: string }>(path);
    expect([missing.status, missing.body.message]).toEqual([400, "Column name Colour does not exist"]);
    expect((await admin.get("/api/v1/datasource/table/99999/column/x/values/")).status).toBe(404);
    expect((await admin.get("/api/v1/datasource/query/99999/column/x/values/")).status).toBe(404);
    expect((await admin.get(`/api/v1/datasource/view/${data.carsId}/column/x/values/`)).status).toBe(400);
    expect((await (await server.as("gamma")).get(path)).status).toBe(403);
    expect((await server.anonymous.get(path)).status).toBe(401);
  });
});

describe("samples", () => {
  const samples = async (query: object, body: object | null = null) => {
    const address = { datasource_type: "table", datasource_id: String(data.carsId), ...query };
    return (await admin.call(postSamples, { query: address as never, body: body as never })).result;
  };

  test("are pages of raw rows, with the total", async () => {
    const first = await samples({ per_page: 100 });
    expect(first).toMatchObject({ page: 1, per_page: 100, total_count: cars.length, rowcount: 100 });
    expect(first.colnames).toEqual(expect.arrayContaining(["Name", "Year", "Origin"]));
    const last = await samples({ per_page: 100, page: 5 });
    expect(last.rowcount).toBe(cars.length - 400);
    expect((await samples({ per_page: 100_000 })).per_page).toBe(1000);
  });

  test("with filters are only the matching rows", async () => {
    const heavy = await samples({}, { filters: [{ col: "Origin", op: "==", val: "Japan" }] });
    const expected = cars.filter((car) => car.Origin === "Japan").length;
    expect([heavy.total_count, heavy.rowcount]).toEqual([expected, expected]);
  });

  test("need the samples permission", async () => {
    const path = `/datasource/samples?datasource_type=table&datasource_id=${data.carsId}`;
    expect((await (await server.as("gamma")).post(path, {})).status).toBe(403);
    expect((await admin.post(`/datasource/samples?datasource_type=table`, {})).status).toBe(400);
  });
});

describe("numbers too large for a double", () => {
  const LONG = "9007199254740993";
  const HUGE = "170141183460469231731687303715884105727";
  const DECIMAL = "12345678901234567890.0123456789";
  const textOf = async (path: string, init: RequestInit = {}) => (await admin.fetch(path, init)).text();
  let id: number;
  beforeAll(async () => {
    const sql = `SELECT ${LONG}::BIGINT AS l, ${HUGE}::HUGEINT AS h, ${DECIMAL}::DECIMAL(38, 10) AS d, -0.1 AS f, '${LONG}' AS t`;
    const body = { database: data.databaseId, table_name: "long", sql: `${sql} UNION ALL SELECT 1, 2, 3.5, 4, NULL` };
    id = (await admin.post<{ id: number }>("/api/v1/dataset/", body)).body.id;
  });

  test("keep their digits in samples and drill to detail", async () => {
    const path = `/datasource/samples?datasource_type=table&datasource_id=${id}`;
    for (const init of [{}, { headers: { "content-type": "application/json" }, body: '{"filters":[]}' }]) {
      const text = await textOf(path, { method: "POST", ...init });
      expect(text).toContain(`{"l":${LONG},"h":${HUGE},"d":${DECIMAL},"f":-0.1,"t":"${LONG}"}`);
      expect(text).toContain('"total_count":2');
    }
  });

  test.each([
    ["l", `[1,${LONG}]`],
    ["h", `[2,${HUGE}]`],
    ["d", `[3.5000000000,${DECIMAL}]`],
    ["t", `["${LONG}",null]`],
  ])("keep their digits in column values: %s", async (name, expected) => {
    const text = await textOf(`/api/v1/datasource/table/${id}/column/${name}/values/`);
    expect(text.replace(/3\.50*/, "3.5000000000")).toBe(`{"result":${expected}}`);
  });
});
