import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { connectionOf } from "../../api/database/index.ts";
import { datasetForQuery } from "../../api/dataset/index.ts";
import { bigqueryDialect } from "../../connectors/bigquery/bigquery.ts";
import type { ColumnarBatch, Connection } from "../../connectors/connector.ts";
import { mssqlDialect } from "../../connectors/mssql/mssql.ts";
import { redshiftDialect } from "../../connectors/redshift/redshift.ts";
import { snowflakeDialect } from "../../connectors/snowflake/snowflake.ts";
import { TesseraError } from "../../model/errors.ts";
import type { QueryObject } from "../../model/query-context.ts";
import { type CompiledQuery, compileQuery } from "../../query/compile.ts";
import type { Dialect } from "../../query/dialect.ts";
import type { QueryDataset } from "../../query/query-dataset.ts";
import { polyglotReader } from "../../query/sql/polyglot-reader.ts";
import { casesOf, isSampled } from "../full-size.ts";
import { startTestServer, type TestServer } from "../server.ts";
import { ENGINES, seedStatements } from "./engines.ts";
import { likePattern } from "./filters.ts";
import { register } from "./register.ts";
import { FACTS, HOSTILE_COLUMNS } from "./seed.ts";
import { difference, treeOf } from "./shape.ts";

/**
 * Random query objects with hostile names and values: the statement must keep the structure it has with harmless ones,
 * and the results must match plain JavaScript.
 */
const SIGNS = [
  ..."'\"`\\;-/*%_#$?:@()[]{}<>=!|&^~,. \n\t\r\0aZ09éß日💥",
  "--",
  "/*",
  "*/",
  "{{",
  "}}",
  "{%",
  "\\'",
  "''",
  "' OR '1'='1",
  "\\\\",
  "\u2028",
  "\u00a0",
  "\ufeff",
  "\ud800",
  "$$",
  "%s",
  "x'00'",
  "; DROP TABLE facts",
];
const hostile = fc.string({ unit: fc.constantFrom(...SIGNS), minLength: 1, maxLength: 12 });
const literalOf = (text: string) =>
  text
    .replaceAll("\0", "")
    .replace(/^[\t\n]+|[\t\n]+$/g, "")
    .toWellFormed();
const value = hostile.filter((text) => !["", "<NULL>", "<empty string>"].includes(literalOf(text)));
const name = hostile.map((text) => `n${text}`);

interface Plan {
  isRaw: boolean;
  filters: { op: string; values: number[]; isTime: boolean }[];
  aggregate: "SUM" | "MIN" | "COUNT_DISTINCT" | "AVG";
  isLimited: boolean;
  hasOthers: boolean;
  isDescending: boolean;
}
const plan: fc.Arbitrary<Plan> = fc.record({
  isRaw: fc.boolean(),
  filters: fc.array(
    fc.record({
      op: fc.constantFrom(
        ...["==", "!=", "<", ">=", "IN", "NOT IN", "LIKE", "NOT LIKE", "ILIKE", "NOT ILIKE"],
        ...["CONTAINS TEXT", "NOT EQUALS TEXT"],
      ),
      values: fc.array(fc.nat({ max: 3 }), { minLength: 1, maxLength: 3 }),
      isTime: fc.boolean(),
    }),
    { maxLength: 3 },
  ),
  aggregate: fc.constantFrom("SUM", "MIN", "COUNT_DISTINCT", "AVG"),
  isLimited: fc.boolean(),
  hasOthers: fc.boolean(),
  isDescending: fc.boolean(),
});

const texts = fc.record({
  names: fc.uniqueArray(name, {
    minLength: 6,
    maxLength: 6,
    selector: (text) => text.replaceAll("\0", "").toLowerCase(),
  }),
  values: fc.array(value, { minLength: 4, maxLength: 4 }),
  labels: fc.uniqueArray(hostile, { minLength: 2, maxLength: 2 }),
});

interface Texts {
  names: readonly string[];
  values: readonly string[];
  labels: readonly string[];
}

function statementOf(dialect: Dialect, { names, values, labels }: Texts, of: Plan): CompiledQuery {
  const [table = "", text = "", other = "", number = "", time = "", metric = ""] = names;
  const column = (column_name: string, type: string) => ({
    column_name,
    type,
    is_dttm: type === "TIMESTAMP",
    filterable: true,
    groupby: true,
  });
  const dataset: QueryDataset = {
    table_name: table,
    schema: `${table}s`,
    columns: [column(text, "TEXT"), column(other, "TEXT"), column(number, "INTEGER"), column(time, "TIMESTAMP")],
    metrics: [{ metric_name: metric, expression: "COUNT(*)" }],
    main_dttm_col: time,
  };
  const sum = { expressionType: "SIMPLE", aggregate: of.aggregate, column: { column_name: number }, label: labels[0] };
  const query = {
    columns: [text, { label: labels[1], sqlExpression: other, isColumnReference: true }],
    metrics: of.isRaw ? null : [sum, metric],
    filters: of.filters.map((filter) => ({
      col: filter.isTime && !/LIKE|TEXT/.test(filter.op) ? time : text,
      op: filter.op,
      val: filter.op.endsWith("IN") ? filter.values.map((i) => values[i]) : values[filter.values[0] ?? 0],
    })),
    orderby: [[of.isRaw ? text : (labels[0] ?? ""), !of.isDescending]],
    ...(of.isLimited ? { series_columns: [text], series_limit: 3, group_others_when_limit_reached: of.hasOthers } : {}),
  };
  return compileQuery({ query: query as QueryObject, dataset, dialect, now: 0 });
}

const twin = (word: string): Texts => ({
  names: Array.from({ length: 6 }, (_, i) => `n${word}${i}`),
  values: Array.from({ length: 4 }, (_, i) => `v${word}${i}`),
  labels: Array.from({ length: 2 }, (_, i) => `l${word}${i}`),
});

const SERIES = [["kind"], ["flag"], ["big", "kind"], ["born"], ["seen"], ["amount", "name"]];

const rowsOf = ({ columns, rows }: ColumnarBatch) =>
  Array.from({ length: rows }, (_, row) => columns.map((column) => column.values[row]).join()).sort();

/** Engines without a test server: statements are checked with a parser of their dialect. */
describe.each([
  ["bigquery", bigqueryDialect],
  ["snowflake", snowflakeDialect],
  ["tsql", mssqlDialect],
  ["redshift", redshiftDialect],
] as const)("SQL for %s", (engine, dialect) => {
  const read = (own: Dialect, inputs: Texts, of: Plan) =>
    treeOf(engine, undefined as never, statementOf(own, inputs, of).sql.toWellFormed());
  /** SQL Server joins lines that end with a backslash, so such texts are written in two parts. */
  const isPlain = ({ values }: Texts) =>
    engine !== "tsql" || !values.some((text) => /\\\r?\n/.test(text.replaceAll("\0", "")));

  test("no name or value changes the structure of a statement", async () => {
    await fc.assert(
      fc.asyncProperty(texts.filter(isPlain), plan, async (inputs, of) => {
        const labels = inputs.labels.map((label, i) => `${i}${label}`);
        const hostile = { ...inputs, labels };
        const [tree, a, b] = await Promise.all(
          [hostile, twin("a"), twin("other")].map((own) => read(dialect, own, of)),
        );
        const { sql } = statementOf(dialect, hostile, of);
        expect(difference(tree, [a, b]), sql).toBeUndefined();
        // Sessions of SQL Server and Snowflake run nothing that is not read so.
        expect((await polyglotReader(engine).inspect(sql.toWellFormed())).kind).toBe("read");
      }),
      { numRuns: casesOf(4, 150) },
    );
  });

  test("detects a dialect that doesn't quote", async () => {
    const of: Plan = { isRaw: true, filters: [{ op: "==", values: [0], isTime: false }] } as unknown as Plan;
    const careless: [Partial<Dialect>, Partial<Texts>][] = [
      [{ quoteText: (text) => `'${text}'` }, { values: ["x' OR 'a' = 'a"] }],
      [{ quoteIdentifier: (text) => text }, { names: ["n, u", ...twin("a").names.slice(1)] }],
    ];
    for (const [own, overrides] of careless) {
      const trees = [{ ...twin("a"), ...overrides }, twin("a"), twin("other")].map((one) =>
        read({ ...dialect, ...own }, one, of),
      );
      const [tree, a, b] = await Promise.all(trees);
      expect(difference(tree, [a, b])).toBeDefined();
    }
  });
});

for (const engine of ENGINES) {
  const isThere = engine.variable === null || Boolean(process.env[engine.variable]);
  describe.skipIf(!isThere)(`on ${engine.name}`, { timeout: 180_000 }, () => {
    let server: TestServer;
    let drop: () => Promise<void>;
    let dataset: QueryDataset;
    let dialect: Dialect;
    let connection: Connection;

    beforeAll(async () => {
      server = await startTestServer();
      const loaded = await engine.load(server.app, seedStatements(engine));
      drop = loaded.drop;
      const record = await datasetForQuery(server.app, (await register(server, engine.name, loaded)).facts);
      const opened = await connectionOf(server.app, record.databaseId);
      dataset = record;
      dialect = opened.connector.dialect;
      connection = opened.connection;
    });
    afterAll(async () => {
      await server?.stop();
      await drop?.();
    });

    async function run(query: QueryObject) {
      const compiled = compileQuery({ query, dataset, dialect, now: 0 });
      for (const check of compiled.checks) await connection.sql.checkExpression(check.sql, check.kind);
      const { columns, rows } = await connection.run(compiled.sql);
      return Array.from({ length: rows }, (_, row) => columns.map((column) => column.values[row]));
    }

    test("a ranking query run first gives the same as a join", async () => {
      const plain = { metrics: ["count"], orderby: [["count", false]] };
      for (const columns of SERIES.filter((_, at) => isSampled(at, 3)))
        for (const [series_limit, group_others_when_limit_reached] of [
          [2, false],
          [2, true],
          [500, false],
        ]) {
          const limit = { series_columns: columns, series_limit, group_others_when_limit_reached };
          const query = { ...plain, columns, ...limit } as QueryObject;
          const first = compileQuery({ query, dataset, dialect: { ...dialect, joinsSubqueries: false }, now: 0 });
          const found = await connection.run(first.prequery?.sql ?? "");
          const text = first.prequery?.complete(found.columns) ?? "";
          expect(rowsOf(await connection.run(text)), text).toEqual((await run(query)).map((row) => row.join()).sort());
          expect((await connection.run(first.sql)).rows === 0 || group_others_when_limit_reached).toBe(true);
        }
    });

    test("no name or value changes the structure of a statement", async () => {
      await fc.assert(
        fc.asyncProperty(texts, plan, async (inputs, of) => {
          const labels = inputs.labels.map((label, i) => `${i}${label}`);
          const compiled = statementOf(dialect, { ...inputs, labels }, of);
          const [tree, a, b] = await Promise.all(
            [compiled, statementOf(dialect, twin("a"), of), statementOf(dialect, twin("other"), of)].map(({ sql }) =>
              treeOf(engine.name, connection, sql.toWellFormed()),
            ),
          );
          expect(difference(tree, [a, b]), compiled.sql).toBeUndefined();
          expect(compiled.checks.every(({ sql }) => sql === "COUNT(*)")).toBe(true);
        }),
        { numRuns: casesOf(8, 150) },
      );
    });

    test("detects a dialect that doesn't quote", async () => {
      const careless = { ...dialect, quoteText: (text: string) => `'${text}'` };
      const of: Plan = { isRaw: true, filters: [{ op: "==", values: [0], isTime: false }] } as unknown as Plan;
      const [tree, a, b] = await Promise.all(
        [{ ...twin("a"), values: ["x' OR 'a' = 'a"] }, twin("a"), twin("other")].map((texts) =>
          treeOf(engine.name, connection, statementOf(careless, texts, of).sql),
        ),
      );
      expect(difference(tree, [a, b])).toBeDefined();
    });

    test("hostile values and labels match exactly the rows that contain them", async () => {
      const known = fc.constantFrom(...FACTS.flatMap((fact) => fact.name || []));
      const anyValue = fc
        .oneof(known, value)
        .filter((text) => !["", "<NULL>", "<empty string>"].includes(literalOf(text)));
      const op = fc.constantFrom("==", "!=", "IN", "NOT IN", "LIKE", "NOT LIKE");
      const column = fc.constantFrom(...HOSTILE_COLUMNS);
      await fc.assert(
        fc.asyncProperty(fc.array(anyValue, { minLength: 1, maxLength: 4 }), op, column, hostile, async (...inputs) => {
          const [values, operator, group, label] = inputs;
          const isList = operator.endsWith("IN");
          const isNot = operator.startsWith("NOT") || operator === "!=";
          const expected = isList ? values.map(literalOf) : [literalOf(values[0] ?? "")];
          const pattern = likePattern((values[0] ?? "").replaceAll("\0", "").toWellFormed());
          const matches = (text: string) => (operator.endsWith("LIKE") ? pattern.test(text) : expected.includes(text));
          const own = FACTS.filter((fact) => fact.name !== null && matches(fact.name) !== isNot);
          const rows = await run({
            columns: [group],
            metrics: [{ expressionType: "SQL", sqlExpression: "COUNT(*)", label: `l${label}` }],
            filters: [{ col: "name", op: operator, val: isList ? values : (values[0] ?? "") }],
            orderby: [[group, true]],
          });
          const keys = [...new Set(own.map((fact) => fact[group]))].sort((x, y) => x - y);
          expect(rows).toEqual(keys.map((key) => [key, own.filter((fact) => fact[group] === key).length]));
        }),
        { numRuns: casesOf(6, 100) },
      );
    });

    test("accepts a value of a million characters", async () => {
      const text = SIGNS.join("").repeat(Math.ceil((engine.longestText ?? 1_000_000) / SIGNS.join("").length));
      const filters = [{ col: "name", op: "==", val: text }, { col: "name", op: "NOT IN", val: [text, "a"] }]; // biome-ignore format: short
      expect(await run({ columns: ["id"], metrics: null, filters: filters.slice(0, 1) })).toEqual([]);
      const rows = await run({ columns: ["id"], metrics: null, filters: filters.slice(1) });
      expect(rows).toHaveLength(FACTS.filter((fact) => fact.name !== null && fact.name !== "a").length);
      expect(
        await run({ columns: [], metrics: [{ expressionType: "SQL", sqlExpression: "COUNT(*)", label: text }] }),
      ).toEqual([[FACTS.length]]);
    });

    test("rejects text as number, boolean or operator", () => {
      const refuses = (filter: object) => {
        const query = { columns: ["id"], metrics: null, filters: [filter] } as QueryObject;
        expect(() => compileQuery({ query, dataset, dialect, now: 0 })).toThrow(TesseraError);
      };
      fc.assert(
        fc.property(
          value.filter((text) => Number.isNaN(Number(text.trim() || "x"))),
          (text) => {
            refuses({ col: "id", op: "==", val: text });
            refuses({ col: "amount", op: "IN", val: [1, text] });
            refuses({ col: "id", op: `= 1 OR ${text}`, val: 1 });
            refuses({ col: "seen", op: "==", val: 1, grain: text });
          },
        ),
      );
    });

    test("custom SQL is rejected, or only narrows the other filters", async () => {
      const words = ["id", "kind", "1", "=", "(", ")", "--", "/*", "*/", "'", '"', "`", "OR", "AND", "\n", ";", "#", "\\", ",", "NULL", "IS", "UNION SELECT id FROM facts", "SELECT", "LIMIT 1000"]; // biome-ignore format: a list
      const sql = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 7 }).map((parts) => parts.join(" "));
      const likely = fc.oneof(sql, sql.map((text) => `id = 3 OR ${text}`), sql.map((text) => `(kind = '${text}') OR 1 = 1`)); // biome-ignore format: short
      let accepted = 0;
      await fc.assert(
        fc.asyncProperty(likely, fc.constantFrom("where", "having"), async (text, place) => {
          const query: QueryObject = {
            columns: ["id"],
            metrics: [],
            filters: [{ col: "id", op: "<", val: 5 }],
            extras: { [place]: text },
            row_limit: 3,
            orderby: [["id", true]],
          };
          const rows = await run(query).catch((error: unknown) => {
            expect(error).toBeInstanceOf(TesseraError);
            return null;
          });
          if (rows === null) return;
          accepted++;
          expect(rows.length).toBeLessThanOrEqual(3);
          for (const row of rows) {
            expect(row).toHaveLength(1);
            expect(Number(row[0])).toBeLessThan(5);
          }
        }),
        { numRuns: casesOf(20, 150), examples: [["id = 3 OR id = 1", "where"]] },
      );
      expect(accepted).toBeGreaterThan(0);
    });
  });
}
