import { describe, expect, test } from "vitest";
import { type PolyglotDialect, polyglotReader } from "./polyglot-reader.ts";
import { postgresReader } from "./postgres-reader.ts";
import type { SqlReader } from "./sql-reader.ts";

const DIALECTS: PolyglotDialect[] = [
  "mysql",
  "sqlite",
  "clickhouse",
  "trino",
  "bigquery",
  "snowflake",
  "tsql",
  "redshift",
];
const READERS: [string, SqlReader][] = [
  ["postgresql", postgresReader()],
  ...DIALECTS.map((dialect): [string, SqlReader] => [dialect, polyglotReader(dialect)]),
];
const refused = { name: "TesseraError", status: expect.toBeOneOf([400, 403]) };

describe.each(READERS)("%s", (_, reader) => {
  test.each(["a", "a + 1", "SUM(a)", "CASE WHEN a = 'it''s' THEN 1 ELSE 0 END", "a IN (1, 2)", "a -- the end"])(
    "accepts the expression %s",
    async (sql) => {
      await expect(reader.checkExpression(sql, "where")).resolves.toBeUndefined();
    },
  );

  test.each([
    "",
    "a, b",
    "a AS b",
    "*",
    "a FROM t",
    "a WHERE 1 = 1",
    "1; SELECT 2",
    "1 UNION SELECT 2",
    "1) --",
    "1 /*",
  ])("rejects the expression %s", async (sql) => {
    await expect(reader.checkExpression(sql, "where")).rejects.toMatchObject(refused);
  });

  test("reports that subqueries aren't allowed", async () => {
    const type = { status: 403, body: { errors: [{ error_type: "ADHOC_SUBQUERY_NOT_ALLOWED_ERROR" }] } };
    await expect(reader.checkExpression("a IN (SELECT b FROM c)", "where")).rejects.toMatchObject(type);
  });

  test.each(["(FROM t)", "EXISTS(FROM t)", "EXISTS(((FROM t AS u)))", "a IN (FROM t)", "(FROM u, t)"])(
    "rejects queries without SELECT: %s",
    async (sql) => {
      await expect(reader.checkExpression(sql, "where")).rejects.toMatchObject(refused);
      await expect(reader.checkExpression(`(CASE WHEN ${sql} THEN 1 END)`, "column")).rejects.toMatchObject(refused);
    },
  );

  test("splits statements, ignoring semicolons in strings and comments", async () => {
    const sql = "SELECT ';' AS a; -- ; no\n ; /* ; */ SELECT 2 ;";
    expect(await reader.split(sql)).toEqual([
      { sql: "SELECT ';' AS a", start: 0, end: 15 },
      { sql: "SELECT 2", start: 36, end: 44 },
    ]);
  });

  test("finds the tables behind CTEs and joins", async () => {
    const sql = "WITH a AS (SELECT * FROM s.b) SELECT * FROM a JOIN c USING (id), d AS e WHERE x IN (SELECT id FROM f)";
    const { kind, reads } = await reader.inspect(sql);
    expect(kind).toBe("read");
    expect(reads.map((table) => table.name).toSorted()).toEqual(["b", "c", "d", "f"]);
  });

  test.each([
    "INSERT INTO t SELECT * FROM b",
    "DELETE FROM t WHERE a = 1",
    "UPDATE t SET a = 1",
    "DROP TABLE t",
    "CREATE TABLE t AS SELECT 1",
  ])("detects the table written by %s", async (sql) => {
    const { kind, writes } = await reader.inspect(sql);
    expect(kind).toBe("write");
    expect(writes.map((table) => table.name)).toEqual(["t"]);
    await expect(reader.checkStatement(sql)).rejects.toMatchObject(refused);
  });

  test("filters each table in place and leaves the rest unchanged", async () => {
    const sql = "SELECT 't' /* t */ FROM t JOIN s.t AS u ON t.id = u.id";
    const secured = await reader.secured(sql, ({ name }) => (name === "t" ? "a = 1" : null));
    expect(secured).toBe(
      "SELECT 't' /* t */ FROM (SELECT * FROM t WHERE (a = 1\n)) AS t JOIN (SELECT * FROM s.t WHERE (a = 1\n)) AS u ON t.id = u.id",
    );
  });

  test("reports the position of a syntax error", async () => {
    const error = await reader.inspect("SELECT a\nFROM (t").catch((cause: unknown) => cause);
    expect(error).toMatchObject({ body: { errors: [{ error_type: "SYNTAX_ERROR", extra: { line: 2 } }] } });
  });
});

describe("ClickHouse lambdas that are named like a function", () => {
  const reader = polyglotReader("clickhouse");
  const NAMED = [
    "arrayMap((a, b) -> 1 AS equals, [1], [2])",
    "arrayMap(((a, b) -> 1) AS equals, [1], [2])",
    "arrayMap(lambda(tuple(a, b), 1) AS equals, [1], [2])",
    "arrayExists(x -> (x + 1) AS lower, [1])",
  ];
  const FINE = [
    "arrayMap(x -> x + 1, arr)",
    "arrayFilter((x, y) -> (x AS z) > y, a, b)",
    "mapApply((k, v) -> (k, v), m)",
  ];

  test.each(NAMED)("neither custom SQL nor a secured statement names one: %s", async (sql) => {
    await expect(reader.checkExpression(sql, "column")).rejects.toMatchObject({ status: 400 });
    await expect(reader.secured(`SELECT ${sql}, a FROM t`, () => "a = 1")).rejects.toMatchObject({ status: 400 });
  });

  test.each([
    "WITH (a, b) -> 1 AS equals SELECT a FROM t",
    "WITH ((a, b) -> 1) AS equals SELECT a FROM t",
    "WITH 1 AS a SELECT * FROM t",
    "WITH q AS (SELECT 1), (SELECT 1) AS a SELECT * FROM t",
    "SELECT a FROM t SETTINGS transform_null_in = 1",
  ])("are rejected if they could change what a condition means: %s", async (sql) => {
    await expect(reader.secured(sql, () => "a = 1")).rejects.toMatchObject({ status: 400 });
    expect(await reader.secured(sql, () => null)).toBe(sql);
  });

  test.each(FINE)("other lambdas are accepted: %s", async (sql) => {
    await reader.checkExpression(sql, "column");
    expect(await reader.secured(`SELECT ${sql} AS x FROM t`, () => "a = 1")).toContain("WHERE (a = 1");
  });
});

describe("a statement is limited to its first rows", () => {
  const reader = (name: string) => READERS.find(([known]) => known === name)?.[1] as SqlReader;
  const SQL = "SELECT a FROM t ORDER BY a";

  test.each(READERS.filter(([name]) => name !== "tsql"))("by a LIMIT of its own: %s", async (_, own) => {
    expect(await own.limited(`${SQL} -- why`, 5)).toBe(`${SQL}\nLIMIT 5`);
    const union = "SELECT a FROM t UNION SELECT b FROM (SELECT b FROM u LIMIT 1) v";
    expect(await own.limited(`${union};`, 5)).toBe(`${union}\nLIMIT 5`);
  });

  test("by an outer LIMIT if it has its own and keeps its order", async () => {
    for (const name of ["postgresql", "sqlite", "clickhouse"])
      expect(await reader(name).limited(`${SQL} LIMIT 10`, 5)).toBe(
        `SELECT * FROM (\n${SQL} LIMIT 10\n) AS limited\nLIMIT 5`,
      );
    for (const name of ["mysql", "trino", "bigquery", "snowflake", "redshift", "tsql"])
      expect(await reader(name).limited(`${SQL} LIMIT 10`, 5)).toBeNull();
  });

  test("by the driver if it can't have a LIMIT", async () => {
    expect(await reader("tsql").limited(SQL, 5)).toBeNull();
    for (const sql of ["DELETE FROM t", "EXPLAIN SELECT a FROM t", "SHOW search_path"])
      expect(await reader("postgresql").limited(sql, 5)).toBeNull();
  });
});

test.each([
  "SELECT * FROM ('secret')",
  "SELECT * FROM ('secret' AS s)",
  "SELECT 1 FROM u LEFT JOIN ('secret') s ON 1",
  "SELECT (SELECT group_concat(v) FROM u, ('secret'))",
  "WITH q AS (SELECT * FROM ('secret')) SELECT * FROM q",
])("rejects a string in parentheses, which SQLite reads as a table: %s", async (sql) => {
  const reader = polyglotReader("sqlite");
  await expect(reader.checkStatement(sql)).rejects.toMatchObject(refused);
  await expect(reader.secured(sql, () => null)).rejects.toMatchObject(refused);
  expect((await reader.inspect(sql)).refusedFunctions).not.toEqual([]);
});

describe("MySQL variables, which could keep values of hidden rows", () => {
  const reader = polyglotReader("mysql");
  const sql = "SELECT 1 FROM t WHERE (@a := CONCAT_WS(',', @a, v)) IS NOT NULL UNION ALL SELECT @a";

  test("can't be set by expressions", async () => {
    for (const expression of ["@a := v", "(@`a`:=v) IS NOT NULL", "MAX(@'a' /* */ := v)"])
      await expect(reader.checkExpression(expression, "where")).rejects.toMatchObject(refused);
    await expect(reader.checkExpression("v = ':='", "where")).resolves.toBeUndefined();
  });

  test("can't be set where a rule applies", async () => {
    await expect(reader.secured(sql, () => "a = 1")).rejects.toMatchObject(refused);
    expect(await reader.secured(sql, () => null)).toBe(sql);
  });
});

test.each(READERS)("a number that runs into a word is rejected: %s", async (_, reader) => {
  for (const number of ["1e1", "1.", "1.5", ".5", "1e-1", "1"]) {
    await expect(reader.inspect(`SELECT a, ${number}FROM t`)).rejects.toMatchObject(refused);
    await expect(reader.checkExpression(`${number}FROM`, "where")).rejects.toMatchObject(refused);
    await expect(reader.checkExpression(`${number} + 1.5E+2`, "where")).resolves.toBeUndefined();
  }
});

describe("where a rule applies", () => {
  const predicateOf = () => "a = 1";
  const refusal = (message: string) => ({
    status: 400,
    body: { errors: [{ error_type: "TABLE_SECURITY_ACCESS_ERROR", message: expect.stringContaining(message) }] },
  });

  test.each(READERS)("plans, which reveal hidden rows, are rejected: %s", async (_, reader) => {
    const plan = await reader.inspect("EXPLAIN SELECT a FROM t").catch(() => undefined);
    if (plan?.kind !== "read" || plan.reads.length === 0) return;
    await expect(reader.secured("EXPLAIN SELECT a FROM t", predicateOf)).rejects.toMatchObject(refusal("query plans"));
    expect(await reader.secured("EXPLAIN SELECT a FROM t", () => null)).toBe("EXPLAIN SELECT a FROM t");
    expect(await reader.secured("SELECT COUNT(explain) AS c FROM t", predicateOf)).toContain("WHERE (a = 1");
  });

  test("DESCRIBE of a query is treated as a plan on MySQL", async () => {
    for (const sql of ["DESCRIBE SELECT a FROM t", "desc SELECT a FROM t", "EXPLAIN FORMAT=JSON SELECT a FROM t"])
      await expect(polyglotReader("mysql").secured(sql, predicateOf)).rejects.toMatchObject({ status: 400 });
  });

  test("a table named without SELECT is rejected with a hint to use SELECT", async () => {
    await expect(postgresReader().secured("TABLE t", predicateOf)).rejects.toMatchObject(refusal("Use SELECT"));
    expect(await postgresReader().secured("TABLE t", () => null)).toBe("TABLE t");
  });
});

test("MySQL hints can't change how conditions are read", async () => {
  const reader = polyglotReader("mysql");
  for (const hint of [
    "/*+ SET_VAR(timestamp = 0) */",
    "/*+ NO_MERGE(x)\n set_var( sql_mode='NO_BACKSLASH_ESCAPES') */",
  ]) {
    await expect(reader.inspect(`SELECT ${hint} a FROM t`)).rejects.toMatchObject(refused);
    await expect(reader.checkExpression(`${hint} a`, "column")).rejects.toMatchObject(refused);
  }
  expect((await reader.inspect("SELECT /*+ MAX_EXECUTION_TIME(10) */ a FROM t")).kind).toBe("read");
});

test.each(DIALECTS)("a name without one of its parts is rejected: %s", async (dialect) => {
  for (const sql of ["SELECT * FROM d..t", "SELECT * FROM d. /* */ .t", "SELECT * FROM s.d..t", "SELECT * FROM ..t"])
    await expect(polyglotReader(dialect).inspect(sql)).rejects.toMatchObject(refused);
});

describe("text that only looks like a comment, a string or a name", () => {
  const reader = (name: string) => READERS.find(([known]) => known === name)?.[1] as SqlReader;
  const isRefused = async (name: string, sql: string) => {
    await expect(reader(name).inspect(sql), sql).rejects.toMatchObject(refused);
    await expect(
      reader(name).secured(sql, () => "a = 1"),
      sql,
    ).rejects.toMatchObject(refused);
  };

  test.each(["\u00a0", "\u2003", "\u3000", "\ufeff", "\u2028"])(
    "dashes followed by the space %j start no comment in MySQL",
    async (space) => {
      await isRefused("mysql", `SELECT 1 --${space} , (SELECT v FROM secret)\nFROM (SELECT 1 AS \`${space}\`) q`);
      await isRefused("mysql", `WITH RECURSIVE${space}secret AS (SELECT 1 AS v) SELECT v FROM secret`);
      await isRefused("sqlite", `WITH RECURSIVE${space}secret AS (SELECT 1 AS v) SELECT v FROM secret`);
      await expect(reader("mysql").checkExpression(`a --${space}`, "where")).rejects.toMatchObject(refused);
    },
  );

  test.each(DIALECTS)("a comment with a line end that only some engines recognize is rejected: %s", async (dialect) => {
    for (const end of ["\r", "\v", "\f", "\u0085", "\u2028"]) {
      await isRefused(dialect, `SELECT 1 -- ${end}, v FROM secret\n`);
      await expect(reader(dialect).split(`SELECT 1 -- ${end}; SELECT 2`)).rejects.toMatchObject(refused);
    }
    expect((await reader(dialect).inspect("SELECT a -- why\r\n FROM t -- that\r\n")).reads).toHaveLength(1);
  });

  test("can't hide EXPLAIN behind a line end that only PostgreSQL recognizes", async () => {
    await isRefused("postgresql", "-- \rEXPLAIN\nSELECT a FROM t");
  });

  test("includes quotes escaped by backslashes in Redshift", async () => {
    await isRefused("redshift", "SELECT '\\', ' , v FROM secret -- '");
    expect((await reader("redshift").inspect("SELECT 'a\\\\', v FROM secret -- '")).reads).toHaveLength(1);
  });

  test.each(["SHUTDOWN", "commit", "Revert", "ROLLBACK", "RECONFIGURE", "CHECKPOINT", "RETURN"])(
    "%s starts a new statement on SQL Server and can't be an alias",
    async (word) => {
      for (const sql of [`SELECT 1 ${word}`, `SELECT a FROM t ${word}`, `SELECT a FROM t\n${word}`])
        await isRefused("tsql", sql);
      expect((await reader("tsql").inspect(`SELECT 1 AS [${word}] FROM t`)).kind).toBe("read");
    },
  );

  test("includes CTE names in another letter case, where a setting can make case matter", async () => {
    for (const [name, sql] of [
      ["tsql", "WITH Secret AS (SELECT 1 AS v) SELECT v FROM secret"],
      ["redshift", 'WITH "Secret" AS (SELECT 1 AS v) SELECT v FROM secret'],
    ] as const)
      expect((await reader(name).inspect(sql)).reads.map((table) => table.name)).toEqual(["secret"]);
    for (const name of ["tsql", "redshift"])
      expect((await reader(name).inspect("WITH q AS (SELECT 1 AS v) SELECT v FROM q")).reads).toEqual([]);
  });
});

test("a path in one pair of quotes keeps its last part as the table alias", async () => {
  const secured = await polyglotReader("bigquery").secured("SELECT t.a FROM `p.d.t`", () => "a = 1");
  expect(secured).toBe("SELECT t.a FROM (SELECT * FROM `p.d.t` WHERE (a = 1\n)) AS `t`");
});
