import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadSampleData, registerTable, type SampleData } from "../../testing/sample-data.ts";
import { startTestServer, type TestClient, type TestServer } from "../../testing/server.ts";

let server: TestServer;
let admin: TestClient;
let data: SampleData;
let gammaRole: number;

beforeAll(async () => {
  server = await startTestServer();
  data = await loadSampleData(server.app);
  admin = await server.as("admin");
  gammaRole = await roleId("Gamma");
});
afterAll(() => server.stop());

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;
const PATH = "/api/v1/rowlevelsecurity";

async function roleId(name: string): Promise<number> {
  const row = await server.app.db.selectFrom("roles").select("id").where("name", "=", name).executeTakeFirstOrThrow();
  return row.id;
}
const ruleOf = (more: object = {}) => ({
  name: "Japan only",
  filter_type: "Regular",
  tables: [data.carsId],
  roles: [gammaRole],
  clause: "Origin = 'Japan'",
  ...more,
});
const create = (more: object = {}) => admin.post<Json>(`${PATH}/`, ruleOf(more));

describe("a rule", () => {
  test("is created, shown, changed and deleted", async () => {
    const created = await create({ description: "Why", group_key: "place" });
    expect(created).toMatchObject({ status: 201, body: { result: { name: "Japan only", tables: [data.carsId] } } });
    const { id } = created.body;
    const shown = (await admin.get<Json>(`${PATH}/${id}`)).body;
    expect(shown).toMatchObject({
      id,
      result: {
        name: "Japan only",
        description: "Why",
        group_key: "place",
        filter_type: "Regular",
        clause: "Origin = 'Japan'",
        tables: [{ id: data.carsId, schema: null, table_name: "cars" }],
        roles: [{ id: gammaRole, name: "Gamma" }],
      },
    });
    const changed = await admin.put<Json>(`${PATH}/${id}`, { name: "USA", clause: "Origin = 'USA'", roles: [] });
    expect(changed).toMatchObject({ status: 200, body: { id, result: { name: "USA" } } });
    const { result } = (await admin.get<Json>(`${PATH}/${id}?q=(columns:!(name,roles.name,tables.id))`)).body;
    expect(result).toEqual({ name: "USA", roles: [], tables: [{ id: data.carsId }] });
    expect(await admin.delete(`${PATH}/${id}`)).toMatchObject({ status: 200, body: { message: "OK" } });
    expect((await admin.get(`${PATH}/${id}`)).status).toBe(404);
  });

  test.each([
    ["no name", { name: "" }, 400],
    ["a long name", { name: "n".repeat(256) }, 400],
    ["an unknown type", { filter_type: "Other" }, 400],
    ["no table", { tables: [] }, 400],
    ["no clause", { clause: "" }, 400],
    ["an unknown field", { color: "red" }, 400],
    ["a missing table", { tables: [987_654] }, 422],
    ["a missing role", { roles: [987_654] }, 422],
  ])("is rejected with %s", async (_, more, status) => {
    expect((await create(more)).status).toBe(status);
    expect((await admin.get<Json>(`${PATH}/`)).body.count).toBe(0);
  });

  test.each([
    ["Origin = ", { message: "The clause isn't a valid condition: Invalid SQL clause: Origin = ", line: 1, column: 9 }],
    ["Origin = 'Japan'\n  ORR 1", { line: 2, column: 7 }],
    ["Origin = 'Japan') OR (1 = 1", { line: 1, column: 17 }],
    ["1 = 1; DROP TABLE cars", { line: 1, column: 6 }],
    ["1 = 1, 2", { line: 1, column: 6 }],
    ["Origin = '{{ url_param('o') }}' AND", { line: 1 }],
    ["{% if %}", { error_type: "GENERIC_COMMAND_ERROR" }],
    ["Origin IN (SELECT 1)", { error_type: "ADHOC_SUBQUERY_NOT_ALLOWED_ERROR" }],
    ["getenv('HOME') = ''", { detail: "Function not allowed: getenv" }],
    ["*", {}],
  ])("is rejected with an invalid clause: %s", async (clause, { line, column, detail, ...error }: Json) => {
    const answer = await create({ clause });
    const extra = Object.fromEntries(Object.entries({ line, column, detail }).filter(([, value]) => value));
    expect(answer).toMatchObject({ status: 422, body: { errors: [{ ...error, extra }] } });
    const { id } = (await create({ name: "sound" })).body;
    expect((await admin.put(`${PATH}/${id}`, { clause })).status).toBe(422);
    expect((await admin.get<Json>(`${PATH}/${id}`)).body.result.clause).toBe("Origin = 'Japan'");
    await admin.delete(`${PATH}/${id}`);
  });

  test.each([
    "Origin IN {{ current_user_roles() | where_in }}",
    "Cylinders = {{ url_param('n') }}",
    "{% if current_username() %}Origin = '{{ current_username() }}'{% else %}1 = 0{% endif %}",
    "Origin IN ({{ filter_values('Origin') | where_in }})",
    "Year < {{ get_time_filter('Year').to_expr }} -- comment",
  ])("can use templates: %s", async (clause) => {
    const { status, body } = await create({ clause });
    expect([status, body.result?.clause]).toEqual([201, clause]);
    const other = clause.includes("Origin") ? [data.flightsId] : [data.carsId];
    expect((await admin.put(`${PATH}/${body.id}`, { name: "Named", tables: other })).status).toBe(200);
    await admin.delete(`${PATH}/${body.id}`);
  });

  test.each([
    ["Orign = 'Japan'", "COLUMN_DOES_NOT_EXIST_ERROR", /^The clause doesn't work on the dataset “cars”: .*"Orign"/],
    ["Orign = {{ current_user_id() }}", "COLUMN_DOES_NOT_EXIST_ERROR", /“cars”/],
    ["Cylinders + Origin", "GENERIC_DB_ENGINE_ERROR", /“cars”/],
  ])("is rejected with a clause that doesn't fit its datasets: %s", async (clause, error_type, message) => {
    const wrong = { status: 422, body: { errors: [{ error_type, message: expect.stringMatching(message) }] } };
    expect(await create({ clause })).toMatchObject(wrong);
    const { id } = (await create()).body;
    expect(await admin.put(`${PATH}/${id}`, { clause })).toMatchObject(wrong);
    expect((await admin.get<Json>(`${PATH}/${id}`)).body.result.clause).toBe("Origin = 'Japan'");
    expect((await admin.put(`${PATH}/${id}`, { description: "d" })).status).toBe(200);
    await admin.delete(`${PATH}/${id}`);
  });

  test("is checked against every dataset, unless the dataset itself doesn't work", async () => {
    const both = { tables: [data.carsId, data.flightsId], clause: "Cylinders = 4" };
    expect((await create(both)).status).toBe(422);
    const odd = { name: "broken", time: null, sql: "SELECT Origin FROM cars" };
    const broken = await registerTable(server.app, data.databaseId, odd);
    await server.app.db.updateTable("datasets").set({ sql: "SELECT * FROM gone" }).where("id", "=", broken).execute();
    server.app.events.changed("dataset", broken);
    const { status, body } = await create({ tables: [broken] });
    expect(status).toBe(201);
    await admin.delete(`${PATH}/${body.id}`);
  });

  test("has a unique name", async () => {
    const { id } = (await create()).body;
    const other = (await create({ name: "Other" })).body.id;
    expect(await create()).toMatchObject({ status: 422, body: { message: "Name must be unique" } });
    expect((await admin.put(`${PATH}/${other}`, { name: "Japan only" })).status).toBe(422);
    expect((await admin.put(`${PATH}/${id}`, { name: "Japan only" })).status).toBe(200);
    const deleted = await admin.delete<Json>(`${PATH}/?q=!(${id},${other})`);
    expect(deleted).toMatchObject({ status: 200, body: { message: "Deleted 2 rules" } });
    expect((await admin.delete(`${PATH}/?q=!(${id})`)).status).toBe(404);
    expect((await admin.delete(`${PATH}/${id}`)).status).toBe(404);
    expect((await admin.put(`${PATH}/${id}`, {})).status).toBe(404);
  });
});

describe("lists", () => {
  const names = async (q: string) =>
    (await admin.get<Json>(`${PATH}/?q=${encodeURIComponent(q)}`)).body.result.map((row: Json) => row.name);

  test("filter by every searchable column, and sort", async () => {
    const ids: number[] = [];
    for (const more of [
      { name: "b", group_key: "one" },
      { name: "A", filter_type: "Base", tables: [data.carsId, data.flightsId], roles: [] },
    ])
      ids.push((await create(more)).body.id);
    expect(await names("(order_column:name,order_direction:asc)")).toEqual(["A", "b"]);
    expect(await names("(filters:!((col:filter_type,opr:eq,value:Base)))")).toEqual(["A"]);
    expect(await names("(filters:!((col:group_key,opr:ct,value:on)))")).toEqual(["b"]);
    expect(await names(`(filters:!((col:tables,opr:rel_m_m,value:${data.flightsId})))`)).toEqual(["A"]);
    expect(await names(`(filters:!((col:roles,opr:rel_m_m,value:${gammaRole})))`)).toEqual(["b"]);
    const { body } = await admin.get<Json>(`${PATH}/?q=(order_column:name,order_direction:asc)`);
    expect(body).toMatchObject({ count: 2, list_title: "List Row Level Security Filter" });
    expect(body.result[0]).toMatchObject({
      tables: [{ table_name: "cars" }, { table_name: "flights" }],
      changed_by: { first_name: "Admin" },
      changed_on_delta_humanized: expect.any(String),
    });
    const related = (await admin.get<Json>(`${PATH}/related/tables?q=(filter:fl)`)).body;
    expect(related.result).toEqual([{ value: data.flightsId, text: "flights", extra: {} }]);
    expect((await admin.get<Json>(`${PATH}/related/roles?q=(filter:alp)`)).body.result[0].text).toBe("Alpha");
    const info = (await admin.get<Json>(`${PATH}/_info`)).body;
    expect(info.permissions.toSorted()).toEqual(["can_read", "can_write"]);
    expect(Object.keys(info.filters).toSorted()).toContain("tables");
    await admin.delete(`${PATH}/?q=!(${ids.join(",")})`);
  });

  test("are for administrators only", async () => {
    for (const name of ["alpha", "gamma"]) {
      const client = await server.as(name);
      const statuses = [
        (await client.get(`${PATH}/`)).status,
        (await client.get(`${PATH}/1`)).status,
        (await client.get(`${PATH}/_info`)).status,
        (await client.post(`${PATH}/`, ruleOf())).status,
        (await client.put(`${PATH}/1`, {})).status,
        (await client.delete(`${PATH}/1`)).status,
        (await client.delete(`${PATH}/?q=!(1)`)).status,
      ];
      expect(statuses).toEqual(Array(7).fill(403));
    }
    expect((await server.anonymous.get(`${PATH}/`)).status).toBe(401);
  });
});
