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
  });

  test("of many are complete", async () => {
    const origins = [...new Set(readFlights().map((flight) => flight.origin))].sort();
    expect(await values("origin", {}, data.flightsId)).toEqual(origins);
  });

  test("name what does not exist, and who may not", async () => {
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

  test("are pages of whole rows, with their total", async () => {
    const first = await samples({ per_page: 100 });
    expect(first).toMatchObject({ page: 1, per_page: 100, total_count: cars.length, rowcount: 100 });
    expect(first.colnames).toEqual(expect.arrayContaining(["Name", "Year", "Origin"]));
    const last = await samples({ per_page: 100, page: 5 });
    expect(last.rowcount).toBe(cars.length - 400);
    expect((await samples({ per_page: 100_000 })).per_page).toBe(1000);
  });

  test("with filters are the rows behind a number", async () => {
    const heavy = await samples({}, { filters: [{ col: "Origin", op: "==", val: "Japan" }] });
    const expected = cars.filter((car) => car.Origin === "Japan").length;
    expect([heavy.total_count, heavy.rowcount]).toEqual([expected, expected]);
  });

  test("need the right to see them", async () => {
    const path = `/datasource/samples?datasource_type=table&datasource_id=${data.carsId}`;
    expect((await (await server.as("gamma")).post(path, {})).status).toBe(403);
    expect((await admin.post(`/datasource/samples?datasource_type=table`, {})).status).toBe(400);
  });
});
