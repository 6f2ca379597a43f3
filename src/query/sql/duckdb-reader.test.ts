import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { typedError } from "../../model/errors.ts";
import { createEngine } from "../../server/engine/engine.ts";
import { casesOf } from "../../testing/full-size.ts";
import { duckdbReader, type SerializedSql } from "./duckdb-reader.ts";
import { withoutTrailer } from "./statement-shape.ts";

const folder = mkdtempSync(join(tmpdir(), "tessera-tree-"));
const engine = createEngine({ memoryLimit: "512MB", threads: 1, temporaryFolder: folder, connectionsPerFile: 2 });

beforeAll(() => engine.warm());
afterAll(async () => {
  await engine.close();
  rmSync(folder, { recursive: true, force: true });
});

async function evaluate(expression: string): Promise<string> {
  const result = await engine.query({ file: ":memory:", sql: `SELECT ${expression}` });
  return String(result.columns[0]?.values[0]);
}
const reader = duckdbReader(evaluate);
const outcome = (check: Promise<void>): Promise<unknown> =>
  check.then(
    () => "taken",
    (error: unknown) => error,
  );
const expression = (sql: string) => outcome(reader.checkExpression(sql, "where"));
const statement = (sql: string) => outcome(reader.checkStatement(sql));

test("constants too large for a number are read", async () => {
  for (const sql of ["SELECT 1e400", "SELECT a FROM t WHERE b < -1e400", `SELECT 1e400 AS """value"":Infinity"`]) {
    expect(await statement(sql)).toBe("taken");
  }
  expect(await expression("a < 1e400")).toBe("taken");
  expect((await reader.inspect("SELECT 1e400 FROM t")).reads).toMatchObject([{ name: "t" }]);
});

describe("an expression", () => {
  test.each([
    "a",
    '"odd ""name"""',
    "SUM(a) FILTER (WHERE b > 0)",
    "ROW_NUMBER() OVER (PARTITION BY a ORDER BY b)",
    "CASE a WHEN 1 THEN 'one' ELSE NULL END",
    "a::DATE - INTERVAL 1 DAY",
    "a IN (1, 2) AND b NOT LIKE '%; DROP%'",
    "list_transform([1, 2], lambda x: x + 1)",
    "a BETWEEN 1 AND 2 OR (b IS NOT DISTINCT FROM c)",
    "'it''s -- no comment /* nor this */'",
    "a -- the end",
  ])("is accepted: %s", async (sql) => {
    expect(await expression(sql)).toBe("taken");
  });

  test.each([
    "",
    "a, b",
    "a AS b",
    "*",
    "COLUMNS('a.*')",
    "a FROM cars",
    "a WHERE TRUE",
    "a GROUP BY ALL",
    "a ORDER BY 1",
    "a LIMIT 1",
    "a QUALIFY TRUE",
    "1; SELECT 2",
    "1 UNION SELECT 2",
    "(SELECT 1)",
    "a IN (FROM cars)",
    "EXISTS (SELECT 1)",
    "ARRAY(SELECT 1)",
    "$1",
    "?",
    "sleep_ms(1)",
    "getenv('HOME')",
    "('HOME').getenv()",
    '"GETENV"(a)',
    "main.getenv('HOME')",
    "list_transform([1], lambda x: getenv('HOME'))",
    "SUM(a) FILTER (WHERE current_setting('threads') = '1')",
    "nextval('s')",
    "1) --",
    "1 /*",
    "'open",
  ])("is rejected: %s", async (sql) => {
    expect(await expression(sql)).toMatchObject({ name: "TesseraError", status: expect.toBeOneOf([400, 403]) });
  });

  test("with a subquery is reported as such", async () => {
    const refused = { status: 403, body: { errors: [{ error_type: "ADHOC_SUBQUERY_NOT_ALLOWED_ERROR" }] } };
    expect(await expression("a > (SELECT MAX(a) FROM cars)")).toMatchObject(refused);
  });

  test("stays a single expression, whatever surrounds it", async () => {
    const part = fc.constantFrom(
      "a",
      "(",
      ")",
      ",",
      ";",
      "'",
      '"',
      "--",
      "/*",
      "*/",
      "SELECT",
      "FROM cars",
      "UNION",
      "1",
      "\n",
    );
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 8 }), async (parts) => {
        const sql = parts.join(" ");
        if ((await expression(sql)) !== "taken") return;
        const text = `SELECT (${withoutTrailer(sql)}\n) AS whole, 7 AS rest`.replaceAll("'", "''");
        const tree = JSON.parse(await evaluate(`json_serialize_sql('${text}')`)) as SerializedSql;
        if (tree.error) return;
        expect(tree.statements).toHaveLength(1);
        expect(
          (tree.statements?.[0]?.node.select_list as { alias: string }[] | undefined)?.map((item) => item.alias),
        ).toEqual(["whole", "rest"]);
      }),
      { numRuns: casesOf(50, 150) },
    );
  });
});

describe("a statement", () => {
  test.each([
    "SELECT * FROM cars",
    "FROM cars",
    "VALUES (1)",
    "SELECT 1;",
    "/* why */ SELECT 1 -- because",
    "WITH a AS (SELECT 1) SELECT * FROM a, range(3)",
    "SELECT * FROM a JOIN b USING (id) WHERE id IN (SELECT id FROM c)",
    "SELECT 1 UNION ALL SELECT 2 ORDER BY 1 LIMIT 1",
    "SELECT * FROM other.pg_backup",
  ])("is accepted: %s", async (sql) => {
    expect(await statement(sql)).toBe("taken");
  });

  test.each([
    ["", "Virtual dataset query cannot be empty"],
    [" ; ", "Virtual dataset query cannot be empty"],
    ["SELECT 1; SELECT 2", "Virtual dataset query cannot consist of multiple statements"],
    ["INSERT INTO a VALUES (1)", "Virtual dataset query must be read-only"],
    ["CREATE TABLE a AS SELECT 1", "Virtual dataset query must be read-only"],
    ["CALL duckdb_settings()", "Virtual dataset query must be read-only"],
    ["WITH a AS (FROM read_text('/etc/hostname')) FROM a", "Function not allowed: read_text"],
    ["FROM cars WHERE EXISTS (FROM glob('/*'))", "Function not allowed: glob"],
    ["FROM cars, LATERAL (FROM read_blob(cars.path))", "Function not allowed: read_blob"],
    ["FROM query('SELECT 1')", "Function not allowed: query"],
    ["SELECT json_serialize_plan('FROM secret')", "Function not allowed: json_serialize_plan"],
    ["FROM json_execute_serialized_sql('{}')", "Function not allowed: json_execute_serialized_sql"],
    ["SELECT pg_read_file('x')", "Function not allowed: pg_read_file"],
    ["FROM sniff_csv('/etc/passwd')", "Function not allowed: sniff_csv"],
    ["FROM postgres_scan('host=127.0.0.1', 'public', 't')", "Function not allowed: postgres_scan"],
    ["FROM cars ORDER BY getenv('HOME')", "Function not allowed: getenv"],
    ["SELECT * REPLACE (getenv('HOME') AS b) FROM cars", "Function not allowed: getenv"],
    ["FROM cars LIMIT (SELECT COUNT(*) FROM duckdb_settings())", "Function not allowed: duckdb_settings"],
    ["FROM duckdb_databases", "Table not allowed: duckdb_databases"],
    ["FROM system.duckdb_databases", "Table not allowed: duckdb_databases"],
    ['FROM "SYSTEM"."PRAGMA_database_list"', "Table not allowed: PRAGMA_database_list"],
    ["FROM system.main.sqlite_master", "Table not allowed: sqlite_master"],
    ["FROM temp.pg_class", "Table not allowed: pg_class"],
    ["SELECT 1 WHERE 1 IN (SELECT oid FROM pg_catalog.pg_class)", "Table not allowed: pg_class"],
  ])("is rejected: %s", async (sql, message) => {
    expect(await statement(sql)).toMatchObject({ status: 400, message });
  });

  test("with a syntax error is reported with its position", async () => {
    const { body } = (await statement("SELECT a,\n  b FORM cars WHERE")) as {
      body: { errors: { error_type: string; extra: object }[] };
    };
    expect(body.errors[0]).toMatchObject({ error_type: "SYNTAX_ERROR", extra: { engine_name: "DuckDB" } });
    expect(body.errors[0]?.extra).toMatchObject({ line: expect.any(Number), column: expect.any(Number) });
  });
});

test("an expression isn't reported as invalid if the engine that parses it dies", async () => {
  const died = typedError("GENERIC_DB_ENGINE_ERROR", "The query engine stopped.", { cause: { reason: "stopped" } });
  const dying = duckdbReader(() => Promise.reject(died));
  await expect(dying.checkExpression("MEDIAN(delay)", "metric")).rejects.toBe(died);
});

test("removes trailing semicolons and nothing else", () => {
  expect(withoutTrailer("SELECT 1 ; \n;\t")).toBe("SELECT 1");
  expect(withoutTrailer("SELECT ';'")).toBe("SELECT ';'");
  expect(withoutTrailer(" ;; ")).toBe("");
  expect(withoutTrailer(`SELECT 1${";".repeat(100_000)}`)).toBe("SELECT 1");
});
