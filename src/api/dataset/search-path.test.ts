import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer, type TestClient, type TestServer } from "../../testing/server.ts";
import { addAnalyst, addDatabase, execute } from "../../testing/sql-lab.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;

const url = process.env.TESSERA_TEST_POSTGRES_URL;

describe.skipIf(!url)("unqualified table names on PostgreSQL", () => {
  const mark = randomUUID().replaceAll("-", "").slice(0, 12);
  const [one, two, role] = [`one_${mark}`, `two_${mark}`, `role_${mark}`];
  const name = `path_${mark}`;
  let client: pg.Client;
  let server: TestServer;
  let databaseId: number;
  const readers = new Map<string, TestClient>();

  beforeAll(async () => {
    client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(`CREATE SCHEMA ${one}; CREATE SCHEMA ${two}; CREATE ROLE ${role} LOGIN`);
    for (const schema of [one, two]) await client.query(`CREATE TABLE ${schema}.facts AS SELECT '${schema}' AS place`);
    await client.query(
      `CREATE TABLE ${two}.further AS SELECT 1 AS n; CREATE TABLE public.facts_${mark} AS SELECT 1 AS n`,
    );
    for (const schema of [one, two, "public"])
      await client.query(
        `GRANT USAGE ON SCHEMA ${schema} TO ${role}; GRANT SELECT ON ALL TABLES IN SCHEMA ${schema} TO ${role}`,
      );
    await client.query(`ALTER ROLE ${role} SET search_path = "$user", ${one}, ${two}`);
    server = await startTestServer();
    const address = new URL(String(url).replace("postgres:", "postgresql:"));
    address.username = role;
    databaseId = await addDatabase(server.app, { database_name: name, sqlalchemy_uri: address.href });
    for (const [who, schemas] of [
      ["first", [one]],
      ["second", [two]],
      ["both", [one, two]],
      ["usual", ["public"]],
    ] as const)
      readers.set(
        who,
        await addAnalyst(server, who, [
          ...schemas.map((schema) => ["schema_access", `[${name}].[${schema}]`] as const),
          ...(["Dataset", "Chart"] as const).flatMap(
            (view) =>
              [
                ["can_write", view],
                ["can_read", view],
              ] as const,
          ),
        ]),
      );
  });
  afterAll(async () => {
    await server?.stop();
    await client?.query(`DROP SCHEMA ${one} CASCADE; DROP SCHEMA ${two} CASCADE; DROP TABLE public.facts_${mark}`);
    await client?.query(`DROP OWNED BY ${role}; DROP ROLE ${role}`);
    await client?.end();
  });

  const run = async (who: string, sql: string, more: object = {}) => {
    const { status, body } = await execute(readers.get(who) as TestClient, databaseId, sql, more);
    return status === 200 ? body.data : [status, body.errors[0].error_type, body.errors[0].extra?.tables];
  };
  const refused = (table: string) => [403, "TABLE_SECURITY_ACCESS_ERROR", [table]];

  test("resolve to the first schema of the search path that has them", async () => {
    expect(await run("first", "SELECT * FROM facts")).toEqual([{ place: one }]);
    expect(await run("second", "SELECT * FROM facts")).toEqual(refused(`${one}.facts`));
    expect(await run("usual", "SELECT * FROM facts")).toEqual(refused(`${one}.facts`));
    expect(await run("second", "SELECT * FROM further")).toEqual([{ n: 1 }]);
    expect(await run("first", "SELECT * FROM further")).toEqual(refused(`${two}.further`));
    expect(await run("usual", `SELECT * FROM facts_${mark}`)).toEqual(refused(`${one}.facts_${mark}`));
    expect(await run("usual", `SELECT * FROM public.facts_${mark}`)).toEqual([{ n: 1 }]);
  });

  test("resolve to the selected schema", async () => {
    expect(await run("second", "SELECT * FROM facts", { schema: two })).toEqual([{ place: two }]);
    expect(await run("first", "SELECT * FROM facts", { schema: two })).toEqual(refused(`${two}.facts`));
  });

  test("that exist in several schemas must be qualified", async () => {
    const [status, type] = await run("both", "SELECT * FROM facts, further");
    expect([status, type]).toEqual([422, "INVALID_SQL_ERROR"]);
    expect(await run("both", `SELECT place, n FROM facts, ${two}.further`)).toEqual([{ place: one, n: 1 }]);
  });

  test("don't resolve to the system catalog", async () => {
    expect((await run("first", "SELECT * FROM pg_class")).slice(0, 2)).toEqual([403, "DATABASE_SECURITY_ACCESS_ERROR"]);
  });

  const create = async (who: string, body: object) => {
    const client = readers.get(who) as TestClient;
    return client.post<Json>("/api/v1/dataset/", { database: databaseId, table_name: `v ${randomUUID()}`, ...body });
  };
  const rowsOf = async (who: string, id: number, column: string) => {
    const client = readers.get(who) as TestClient;
    const queries = [{ columns: [column], metrics: null }];
    const answer = await client.post<Json>("/api/v1/chart/data", { datasource: { id, type: "table" }, queries });
    return answer.body.result?.[0].data ?? answer.body;
  };

  test("in a dataset's SQL resolve to the dataset's schema, if its author can access it", async () => {
    const answer = await create("second", { sql: "SELECT place FROM facts", schema: two });
    expect(answer.status).toBe(201);
    expect(await rowsOf("second", answer.body.id, "place")).toEqual([{ place: two }]);
    expect((await create("second", { sql: "SELECT place FROM facts" })).status).toBe(403);
    const first = await create("first", { sql: "SELECT place FROM facts" });
    expect(await rowsOf("first", first.body.id, "place")).toEqual([{ place: one }]);
  });
});
