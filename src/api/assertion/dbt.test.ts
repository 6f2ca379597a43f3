import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { jobQueue } from "../../server/jobs/jobs.ts";
import { startTestServer, type TestClient, type TestServer } from "../../testing/server.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;

let server: TestServer;
let admin: TestClient;
let shop: DatabaseSync;
let datasetId: number;

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.as("admin");
  const file = join(server.app.config.home, "shop.db");
  shop = new DatabaseSync(file);
  shop.exec(`create table orders (id integer, status text, customer_id integer, loaded_at timestamp);
    insert into orders values (1, 'paid', 1, '2020-01-01 00:00:00'), (1, 'lost', null, '2020-01-02 00:00:00')`);
  const uri = `sqlite:///${file}`;
  const database = await admin.post<Json>("/api/v1/database/", { database_name: "shop", sqlalchemy_uri: uri });
  const dataset = { database: database.body.id, schema: "main", table_name: "orders" };
  datasetId = (await admin.post<Json>("/api/v1/dataset/", dataset)).body.id;
});
afterAll(async () => {
  shop.close();
  await server.stop();
});

const MODEL = "model.shop.orders";
const testNode = (name: string, test: string | null, more: object = {}) => ({
  [`test.shop.${name}`]: {
    ...{ resource_type: "test", name, alias: name, schema: "main_dbt_test__audit", description: "" },
    ...{ config: { enabled: true, severity: "ERROR", fail_calc: "count(*)", error_if: "!= 0" }, column_name: null },
    ...{ attached_node: MODEL, depends_on: { macros: [], nodes: [MODEL] }, compiled_code: null },
    test_metadata: test && { name: test, namespace: null, kwargs: { column_name: "id", model: "{{ ref('orders') }}" } },
    ...more,
  },
});
const model = (id: string, name: string) => ({
  [id]: { resource_type: "model", name, alias: name, schema: "main", database: "shop", columns: {}, unique_id: id },
});
const statusKwargs = (values: readonly string[]) => ({
  test_metadata: { name: "accepted_values", namespace: null, kwargs: { column_name: "STATUS", values } },
});

const NODES = {
  ...model(MODEL, "orders"),
  ...model("model.shop.customers", "customers"),
  ...testNode("unique_orders_id", "unique"),
  ...testNode("not_null_orders_customer_id", "not_null", {
    test_metadata: { name: "not_null", namespace: null, kwargs: { column_name: '"customer_id"' } },
    config: { where: "status = 'paid'" },
  }),
  ...testNode("accepted_values_orders_status", null, statusKwargs(["paid", "open"])),
  ...testNode("relationships_orders_customer_id", "relationships", {
    depends_on: { nodes: [MODEL, "model.shop.customers"] },
    compiled_code: "select * from orders where customer_id is not null and customer_id > 5",
  }),
  ...testNode("assert_positive", null, { attached_node: null, compiled_code: "select * from orders where id < 0" }),
  ...testNode("expression_is_true", null, {
    test_metadata: { name: "expression_is_true", namespace: "dbt_utils", kwargs: { expression: "id > 0" } },
  }),
  ...testNode("disabled", "unique", { config: { enabled: false } }),
  ...testNode("lenient", "unique", { config: { error_if: ">10" } }),
  ...testNode("of_customers", "unique", { attached_node: "model.shop.customers" }),
};
const SOURCES = {
  "source.shop.raw.orders": {
    ...{ resource_type: "source", name: "orders", identifier: "orders", schema: "main", loaded_at_field: "loaded_at" },
    freshness: { warn_after: { count: 12, period: "hour" }, error_after: { count: 2, period: "day" }, filter: null },
  },
};
const manifestOf = (nodes: object = NODES) => JSON.stringify({ metadata: {}, nodes, sources: SOURCES, macros: {} });

const read = (body: object, by = admin) => by.post<Json>(`/api/v1/dataset/${datasetId}/assertions/from_dbt`, body);
const saved = async () => (await admin.get<Json>(`/api/v1/dataset/${datasetId}/assertions`)).body;

describe("reading the tests of a dbt project", () => {
  test("previews what is made and what is skipped, and why", async () => {
    const { body } = await read({ manifest: manifestOf(), preview: true });
    expect(body.result.made.map(({ id, name, kind, params, where }: Json) => [id, name, kind, params, where])).toEqual([
      [null, "unique_orders_id", "unique", { columns: ["id"] }, null],
      [null, "not_null_orders_customer_id", "not_null", { column: "customer_id" }, "status = 'paid'"],
      [null, "accepted_values_orders_status", "accepted_values", { column: "status", values: ["paid", "open"] }, null],
      [null, "relationships_orders_customer_id", "sql", { sql: expect.stringContaining("customer_id > 5") }, null],
      [null, "assert_positive", "sql", { sql: "select * from orders where id < 0" }, null],
      [null, "orders", "freshness", { column: "loaded_at", hours: 48 }, null],
    ]);
    expect(body.result.skipped).toEqual([
      { name: "expression_is_true", reason: "Run dbt compile first: its SQL isn't in the file." },
      { name: "disabled", reason: "It's disabled." },
      { name: "lenient", reason: "It allows up to 10 failing rows (error_if)." },
    ]);
    expect((await saved()).count).toBe(0);
  });

  test("makes and checks them, and a second time changes those that differ", async () => {
    const run_results = JSON.stringify({
      results: [{ unique_id: "test.shop.expression_is_true", status: "pass", compiled_code: "select 1 where 1 = 0" }],
    });
    const first = (await read({ manifest: manifestOf(), run_results })).body.result;
    expect([first.made.length, first.changed, first.skipped.length]).toEqual([7, [], 2]);
    await expect
      .poll(async () => Object.fromEntries((await saved()).result.map(({ name, state }: Json) => [name, state])))
      .toEqual({
        unique_orders_id: "failed",
        not_null_orders_customer_id: "passed",
        accepted_values_orders_status: "failed",
        relationships_orders_customer_id: "passed",
        assert_positive: "passed",
        expression_is_true: "passed",
        orders: "failed",
      });
    const nodes = { ...NODES, ...testNode("accepted_values_orders_status", null, statusKwargs(["paid", "lost"])) };
    const second = (await read({ manifest: manifestOf(nodes), run_results })).body.result;
    expect(second).toMatchObject({ made: [], changed: [{ name: "accepted_values_orders_status" }] });
    await expect
      .poll(async () => (await saved()).result.find(({ id }: Json) => id === second.changed[0].id).state)
      .toBe("passed");
    const unique = testNode("unique_orders_id", "unique", { description: "Orders have their own numbers" });
    const third = (await read({ manifest: manifestOf({ ...nodes, ...unique }), run_results })).body.result;
    expect(third).toMatchObject({ made: [], changed: [{ name: "unique_orders_id" }] });
    const described = (await saved()).result.find(({ id }: Json) => id === third.changed[0].id);
    expect(described).toMatchObject({ description: "Orders have their own numbers", state: "failed", value: "1" });
    expect((await saved()).count).toBe(7);
  });

  test.each([["{}x"], ["[]"], ['{"nodes": 3}'], [""]])("%j isn't a manifest", async (manifest) => {
    const { status, body } = await read({ manifest });
    expect([status, body.message]).toEqual([400, "This isn't a manifest.json of dbt."]);
  });

  test("tolerates nodes of any shape", async () => {
    const nodes = { a: 3, b: null, c: [], d: { resource_type: 1, test_metadata: "x", depends_on: 3, config: [] } };
    const { status, body } = await read({ manifest: manifestOf(nodes), preview: true });
    expect([status, body.result.made]).toEqual([200, []]);
  });

  test("cleans names, and skips what can't be saved, with its reason", async () => {
    const long = `select 1 where 1 = 0 /* ${"x".repeat(300)} */`;
    const sql = { attached_node: MODEL, compiled_code: long };
    const nodes = {
      ...model(MODEL, "orders"),
      ...testNode("lines", "unique", { name: "one\ntwo\0 \ud800three" }),
      ...testNode("nameless", "unique", { name: " \t" }),
      ...testNode("nameless_sql", null, { ...sql, name: "" }),
      ...testNode("emoji", "unique", { name: `${"x".repeat(249)}😀` }),
      ...testNode("where", "unique", { config: { where: "x".repeat(20_001) } }),
      ...testNode("told", "unique", { description: "x".repeat(10_001) }),
      ...testNode("x".repeat(500), "unique", { name: "id" }),
    };
    const { made, skipped } = (await read({ manifest: manifestOf(nodes) })).body.result;
    const names = made.map(({ name }: Json) => name);
    expect(names).toEqual(["one two \ufffdthree", "unique id", "sql", "x".repeat(249)]);
    expect(skipped).toEqual([
      { name: "where", reason: expect.stringMatching(/^where: Too big/) },
      { name: "told", reason: expect.stringMatching(/^description: Too big/) },
      { name: "id", reason: expect.stringMatching(/^external_id: Too big/) },
    ]);
    for (const { id } of made) {
      const { name, kind, params, where } = (await admin.get<Json>(`/api/v1/assertion/${id}`)).body.result;
      expect((await admin.put(`/api/v1/assertion/${id}`, { name, kind, params, where })).status, name).toBe(200);
    }
  });

  test.each([
    [{ error_if: ">= 2" }, "It allows 1 failing row (error_if)."],
    [{ severity: "WARN", warn_if: "> 5" }, "It allows up to 5 failing rows (warn_if)."],
    [{ severity: "error", error_if: ">1000", warn_if: ">10" }, "It allows up to 1,000 failing rows (error_if)."],
    [{ error_if: "between 5\nand 10" }, "It has its own rule for failures: error_if: between 5 and 10"],
    [{ fail_calc: "max(n)", error_if: ">3" }, "It has its own rule for failures: fail_calc: max(n), error_if: >3"],
    [{ error_if: "x".repeat(300) }, `It has its own rule for failures: error_if: ${"x".repeat(200)}`],
    [{ severity: "warn", warn_if: "!= 0", error_if: ">10" }, undefined],
    [{ error_if: ">= 1", warn_if: ">10" }, undefined],
    [{ error_if: ">= 0" }, "It has its own rule for failures: error_if: >= 0"],
  ])("of a test with %j skips it unless each row fails it", async (config, reason) => {
    const manifest = manifestOf({ ...model(MODEL, "orders"), ...testNode("limited", "unique", { config }) });
    const { made, skipped } = (await read({ manifest, preview: true })).body.result;
    expect(skipped).toEqual(reason ? [{ name: "limited", reason }] : []);
    expect(made.some(({ name }: Json) => name === "limited")).toBe(reason === undefined);
  });

  test("needs the right to edit the dataset", async () => {
    const alpha = await server.as("alpha");
    expect((await read({ manifest: manifestOf() }, alpha)).status).toBe(403);
    expect((await read({ manifest: manifestOf() }, await server.as("gamma"))).status).toBe(403);
  });
});

describe("a large project", () => {
  const config = {
    ...{ enabled: true, alias: null, schema: "dbt_test__audit", database: null, tags: [], meta: {}, group: null },
    ...{ materialized: "test", severity: "ERROR", store_failures: null, where: null, limit: null },
    ...{ fail_calc: "count(*)", warn_if: "!= 0", error_if: "!= 0" },
  };
  const docs = { show: true, node_color: null };
  const columns = Object.fromEntries(
    ["id", "status", "customer_id"].map((name) => [name, { name, description: "A column.", meta: {}, tags: [] }]),
  );
  const modelNamed = (name: string) => ({
    [`model.shop.${name}`]: {
      ...{ ...model(name, name)[name], unique_id: `model.shop.${name}`, columns, docs, refs: [], sources: [] },
      ...{ raw_code: `select * from {{ ref("${name}") }}\n`.repeat(20), path: `marts/${name}.sql`, patch_path: null },
      config: { ...config, materialized: "table" },
    },
  });
  const testOn = (name: string, nth: number) =>
    testNode(`not_null_${name}_${nth}`, "not_null", {
      ...{ unique_id: `test.shop.not_null_${name}_${nth}`, attached_node: `model.shop.${name}`, config, docs },
      ...{ depends_on: { macros: ["macro.dbt.test_not_null"], nodes: [`model.shop.${name}`] } },
      ...{ raw_code: "{{ test_not_null(**_dbt_generic_test_kwargs) }}", path: `not_null_${name}_${nth}.sql` },
      ...{ fqn: ["shop", "marts", `not_null_${name}_${nth}`], checksum: { name: "none", checksum: "" }, tags: [] },
      compiled_code: `select id\nfrom "shop"."main"."${name}"\nwhere id is null -- ${nth} ${"x".repeat(400)}`,
    });

  test("of 500 models and 3,000 tests is read", async () => {
    const names = ["orders", ...Array.from({ length: 499 }, (_, i) => `model_${i}`)];
    const tests = Array.from({ length: 3000 }, (_, i) => testOn(names[i % names.length] as string, i));
    const manifest = manifestOf(Object.assign({}, ...names.map(modelNamed), ...tests));
    expect(manifest.length).toBeGreaterThan(5_000_000);
    const { status, body } = await read({ manifest, preview: true });
    expect([status, body.result.made.length, body.result.skipped]).toEqual([200, 6, []]);
  });

  test("makes 1,000 assertions at once, checked by one job, and the others the next time", async () => {
    const nodes = Object.assign(modelNamed("orders"), ...Array.from({ length: 1010 }, (_, i) => testOn("orders", i)));
    const manifest = JSON.stringify({ nodes });
    const add = vi.spyOn(server.app.once(jobQueue), "add");
    const first = (await read({ manifest })).body.result;
    expect(add).toHaveBeenCalledTimes(1);
    add.mockRestore();
    expect([first.made.length, new Set(first.made.map(({ id }: Json) => id)).size]).toEqual([1000, 1000]);
    const reason = "Import again: at most 1,000 assertions are imported at once.";
    expect(first.skipped).toEqual(
      Array.from({ length: 10 }, (_, i) => ({ name: `not_null_orders_${1000 + i}`, reason })),
    );
    const { count, result } = await saved();
    expect(result).toHaveLength(500);
    expect(count).toBeGreaterThanOrEqual(1000);
    expect(result.at(-1).owners).toMatchObject([{ first_name: expect.any(String) }]);
    const second = (await read({ manifest })).body.result;
    expect([second.made.length, second.changed, second.skipped]).toEqual([10, [], []]);
    await expect
      .poll(async () => (await admin.get<Json>(`/api/v1/assertion/${first.made[20].id}`)).body.result.state)
      .toBe("passed");
  });

  test("has at most 10,000 tests of a table", async () => {
    const some = Array.from({ length: 10_001 }, (_, i) => [
      `test.${i}`,
      { resource_type: "test", attached_node: MODEL },
    ]);
    const nodes = { ...model(MODEL, "orders"), ...Object.fromEntries(some) };
    const { status, body } = await read({ manifest: JSON.stringify({ nodes }) });
    expect([status, body.message]).toEqual([422, "The file takes too much time or memory to read"]);
  });

  test("is refused above 10 MB", async () => {
    expect((await read({ manifest: "x".repeat(10_000_001) })).status).toBe(413);
  });
});
