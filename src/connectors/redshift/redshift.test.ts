import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Connection } from "../connector.ts";
import { createConnectors, maybeConnector } from "../index.ts";
import { redshiftConnector, redshiftDialect } from "./redshift.ts";

test("is selected by its addresses, with its own port", async () => {
  const connectors = createConnectors({ duckdb: {} as never });
  expect(maybeConnector(connectors, "redshift+psycopg2://me@host/db")?.engine).toBe(redshiftConnector.engine);
  expect(redshiftConnector.form.fields.find(({ name }) => name === "port")?.default).toBe(5439);
  const connection = await redshiftConnector.connect({ uri: "redshift://me:hush@127.0.0.1:1/db", timeoutMs: 5000 });
  const error = await connection.run("SELECT 1").catch((thrown) => thrown);
  await connection.close();
  expect(error.body.errors[0]).toMatchObject({
    error_type: "CONNECTION_PORT_CLOSED_ERROR",
    extra: { engine_name: "Redshift" },
  });
  expect(JSON.stringify(error.body)).not.toContain("hush");
});

test("backslashes are literal in texts and patterns", () => {
  const { quoteText, like } = redshiftDialect;
  expect(quoteText("\\' OR 1=1 --")).toBe("'\\\\'' OR 1=1 --'");
  expect(like('"a"', quoteText("50\\%"), false)).toBe(`"a" LIKE '50\\\\\\\\%'`);
});

const url = process.env.TESSERA_TEST_POSTGRES_URL;

describe.skipIf(!url)("on a real PostgreSQL, by Redshift's session", () => {
  let connection: Connection;
  beforeAll(async () => {
    const uri = `${url?.replace(/^postgres(ql)?:/, "redshift:")}?sslmode=disable`;
    connection = await redshiftConnector.connect({ uri, timeoutMs: 20_000 });
  });
  afterAll(() => connection?.close());

  test("reads rows in a read-only transaction", async () => {
    const { columns } = await connection.run(
      "SELECT 1234.5::numeric AS a, timestamp '2024-02-29 12:00' AS b, NULL AS c",
    );
    expect(columns.map(({ values }) => values[0])).toEqual([1234.5, Date.UTC(2024, 1, 29, 12), null]);
    await expect(connection.run("CREATE TABLE made (id INT)")).rejects.toThrow("read-only transaction");
    expect(await connection.describe("SELECT 1 AS a, 'x'::text AS b")).toMatchObject([{ name: "a" }, { name: "b" }]);
  });

  test("errors name the engine", async () => {
    const error = { error_type: "TABLE_DOES_NOT_EXIST_ERROR", extra: { engine_name: "Redshift" } };
    await expect(connection.run("SELECT * FROM nowhere_at_all")).rejects.toMatchObject({ body: { errors: [error] } });
  });
});
