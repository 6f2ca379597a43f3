import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadSampleData, type SampleData } from "../../testing/sample-data.ts";
import { startTestServer, type TestClient, type TestServer } from "../../testing/server.ts";
import { externalMetadata, externalMetadataByName, validateExpression } from "./contract.ts";

const DATABASE = "samples";

let server: TestServer;
let admin: TestClient;
let gamma: TestClient;
let data: SampleData;

beforeAll(async () => {
  server = await startTestServer();
  data = await loadSampleData(server.app);
  admin = await server.as("admin");
  gamma = await server.as("gamma");
});
afterAll(() => server.stop());

describe("the columns of a source", () => {
  test("are read from the dataset's table, without saving", async () => {
    const columns = await admin.call(externalMetadata, { params: { type: "table", id: data.carsId } });
    expect(columns.find((column) => column.column_name === "Horsepower")).toMatchObject({
      type_generic: 0,
      is_dttm: false,
    });
    expect(columns.find((column) => column.column_name === "Year")).toMatchObject({ type_generic: 2, is_dttm: true });
  });

  test("are read from unsaved SQL", async () => {
    const q = {
      datasource_type: "table",
      database_name: DATABASE,
      table_name: "trial",
      sql: "select 1 as one, 'a' as letter",
    };
    const columns = await admin.call(externalMetadataByName, { q });
    expect(columns.map(({ column_name, type_generic }) => [column_name, type_generic])).toEqual([
      ["one", 0],
      ["letter", 1],
    ]);
    const broken = await admin
      .call(externalMetadataByName, { q: { ...q, sql: "select * from nowhere" } })
      .catch(String);
    expect(broken).toContain("422");
  });

  test("need access to the source", async () => {
    const path = `/datasource/external_metadata/table/${data.carsId}/`;
    expect((await gamma.get(path)).status).toBe(403);
    expect((await server.anonymous.get(path)).status).toBe(401);
    expect((await admin.get("/datasource/external_metadata/table/99999/")).status).toBe(404);
    const sql = encodeURIComponent(`(datasource_type:table,database_name:'${DATABASE}',table_name:t,sql:'select 1')`);
    expect((await gamma.get(`/datasource/external_metadata_by_name/?q=${sql}`)).status).toBe(404);
  });
});

describe("an expression", () => {
  const problems = async (expression: string, expression_type: "column" | "metric" | "where" | "having" = "column") =>
    (
      await admin.call(validateExpression, {
        params: { type: "table", id: String(data.carsId) },
        body: { expression, expression_type },
      })
    ).result;

  test("that is valid has no problems", async () => {
    expect(await problems("lower(Origin)")).toEqual([]);
    expect(await problems("SUM(Horsepower) / COUNT(*)", "metric")).toEqual([]);
    expect(await problems("Horsepower > 100 OR Origin = 'USA'", "where")).toEqual([]);
    expect(await problems("COUNT(*) > 3", "having")).toEqual([]);
  });

  test("with an unknown name is reported with its position", async () => {
    const [problem] = await problems("Horsepower\n + Colour");
    expect(problem?.message).toContain("Colour");
    expect([problem?.line_number, problem?.start_column, problem?.end_column]).toEqual([2, 4, 10]);
  });

  test("with invalid syntax is reported and not run", async () => {
    expect(await problems("SUM(", "metric")).toHaveLength(1);
    expect(await problems("1) ; drop table cars; --", "where")).toHaveLength(1);
    expect(await problems("1 = 1) OR (1 = 1", "where")).toHaveLength(1);
    expect(await problems("lower(Origin)")).toEqual([]);
  });

  test("needs access to the dataset", async () => {
    const path = `/api/v1/datasource/table/${data.carsId}/validate_expression/`;
    expect((await gamma.post(path, { expression: "1" })).status).toBe(403);
    expect((await admin.post(path, { expression: "" })).status).toBe(400);
    expect((await admin.post("/api/v1/datasource/table/99999/validate_expression/", { expression: "1" })).status).toBe(
      404,
    );
  });
});
