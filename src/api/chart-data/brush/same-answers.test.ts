import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { answersOf, type IndexAnswer } from "../../../query/brush/answer.ts";
import { binsOf, type Dimension, rangeFilters } from "../../../query/brush/bins.ts";
import type { ReadPart } from "../../../query/brush/parts.ts";
import {
  allParts,
  type BrushQuery,
  type BrushRow,
  brushQuery,
  brushTables,
  dimension,
  ROUNDED_LABELS,
} from "../../../testing/brush-cases.ts";
import { casesOf, SEED } from "../../../testing/full-size.ts";
import { registerTable } from "../../../testing/sample-data.ts";
import { startTestServer, type TestClient, type TestServer } from "../../../testing/server.ts";
import { addDatabase } from "../../../testing/sql-lab.ts";

let server: TestServer;
let admin: TestClient;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.as("admin");
});
afterAll(() => server.stop());

const TABLES = casesOf(3, 20);
const CASES = casesOf(10, 1250);
const BRUSHES = 10;

const text = (value: string | null) => (value === null ? "NULL" : `'${value.replaceAll("'", "''")}'`);
const literals = ({ n, big, m, x, born, seen, name, kind }: BrushRow) =>
  [n, big, m, x === null ? null : x.toExponential(), ...[born, seen, name, kind].map(text)]
    .map((value) => value ?? "NULL")
    .join(", ");

/** The types of the first row are those of the columns. */
const valuesSql = (rows: readonly BrushRow[], types: readonly string[]) => {
  const names = ["n", "big", "m", "x", "born", "seen", "name", "kind"];
  const columns = names.map((name, i) => `CAST(${name} AS ${types[i]}) AS ${name}`).join(", ");
  return `SELECT ${columns} FROM (VALUES ${rows.map((row) => `(${literals(row)})`).join(", ")}) AS t(${names.join(", ")})`;
};

const POSTGRES = process.env.TESSERA_TEST_POSTGRES_URL?.replace("postgres:", "postgresql:");
const DUCKDB_TYPES = ["INTEGER", "BIGINT", "DECIMAL(12,2)", "DOUBLE", "DATE", "TIMESTAMP", "VARCHAR", "VARCHAR"];
const POSTGRES_TYPES = ["INTEGER", "BIGINT", "NUMERIC(12,2)", "DOUBLE PRECISION", "DATE", "TIMESTAMP", "TEXT", "TEXT"];

async function sqliteTables(tables: readonly BrushRow[][]): Promise<number[]> {
  const file = new DatabaseSync(join(server.app.config.home, "brushed.db"));
  const columns = "n INTEGER, big BIGINT, m DECIMAL(12,2), x REAL, born DATE, seen TIMESTAMP, name TEXT, kind TEXT";
  for (const [i, rows] of tables.entries()) {
    file.exec(`CREATE TABLE brushed_${i} (${columns})`);
    file.exec(`INSERT INTO brushed_${i} VALUES ${rows.map((row) => `(${literals(row)})`).join(", ")}`);
  }
  file.close();
  const database = await addDatabase(server.app, { database_name: "brushed", sqlalchemy_uri: "sqlite:///brushed.db" });
  return Promise.all(tables.map((_, i) => registerTable(server.app, database, { name: `brushed_${i}`, time: "seen" })));
}

async function virtualTables(tables: readonly BrushRow[][], uri: string, types: readonly string[]): Promise<number[]> {
  const database = await addDatabase(server.app, { database_name: `brushed ${types[2]}`, sqlalchemy_uri: uri });
  const register = (rows: BrushRow[], i: number) =>
    registerTable(server.app, database, { name: `rows_${i}`, time: "seen", sql: valuesSql(rows, types) });
  return Promise.all(tables.map(register));
}

async function indexOf(datasetId: number, query: BrushQuery, dimensions: readonly Dimension[]): Promise<ReadPart> {
  const context = { datasource: { id: datasetId, type: "table" }, queries: [query] };
  const response = await admin.fetch("/api/v1/chart/brush_index", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ dimensions, targets: [{ key: "chart", context }] }),
  });
  expect(response.status).toBe(200);
  const parts = await allParts(response.body as ReadableStream<Uint8Array>);
  expect(parts).toHaveLength(1);
  return parts[0] as ReadPart;
}

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;

async function exactAnswers(datasetId: number, queries: readonly object[]): Promise<Json[]> {
  const context = (query: object) => ({ datasource: { id: datasetId, type: "table" }, queries: [query] });
  const requests = queries.map((query, i) => ({ key: String(i), context: context(query) }));
  const response = await admin.fetch("/api/v1/chart/data/batch", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ requests }),
  });
  const lines = (await response.text())
    .trim()
    .split("\n")
    .map((line): Json => JSON.parse(line));
  return queries.map((_, i) => lines.find(({ key }) => key === String(i)));
}

const isNear = (a: number, b: number) => a === b || Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(a), Math.abs(b));

/** Rounded numbers take the value of the other side where they are near it. */
function comparable(
  { data, colnames }: Pick<IndexAnswer, "data" | "colnames">,
  other: readonly Json[],
  isExact: (name: string) => boolean,
) {
  return data.map((row, i) =>
    colnames.map((name) => {
      const [own, others] = [row[name] ?? null, other[i]?.[name]];
      return !isExact(name) && typeof own === "number" && typeof others === "number" && isNear(own, others)
        ? others
        : own;
    }),
  );
}

function sorted<Row extends Record<string, unknown>>(rows: readonly Row[], keys: readonly string[]): Row[] {
  const keyOf = (row: Row) => JSON.stringify(keys.map((key) => row[key] ?? null));
  return rows.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

/** SQLite has no decimals. */
function assertSame(answer: IndexAnswer, exact: Json, { engine, query }: { engine: string; query: BrushQuery }): void {
  const { result } = exact.body;
  const [{ data, colnames, coltypes, rowcount, label_map }] = result;
  expect(answer.colnames).toEqual(colnames);
  expect(answer.rowcount).toBe(rowcount);
  expect(answer.label_map).toEqual(label_map);
  if (rowcount > 0) expect(answer.coltypes).toEqual(coltypes);
  const keys = query.columns.map((column: Json) => column.label ?? column);
  const isPivoted = query.post_processing?.some((step: Json) => step.operation === "pivot");
  const isOrdered = query.orderby !== undefined || isPivoted;
  const [own, theirs] = isOrdered ? [answer.data, data] : [sorted(answer.data, keys), sorted(data as Json[], keys)];
  const isDecimal = (name: string) => engine !== "SQLite" || !/\bm\b/.test(name);
  const isExact = (name: string) =>
    ![...ROUNDED_LABELS].some((label) => name.includes(label)) && !query.post_processing?.length && isDecimal(name);
  const expected = (theirs as Json[]).map((row) => colnames.map((name: string) => row[name] ?? null));
  expect(comparable({ data: own, colnames: answer.colnames }, theirs, isExact)).toEqual(expected);
}

const ENGINES = [
  ["DuckDB", (tables: BrushRow[][]) => virtualTables(tables, "duckdb:///:memory:", DUCKDB_TYPES)],
  ["SQLite", sqliteTables],
  ...(POSTGRES
    ? [["PostgreSQL", (tables: BrushRow[][]) => virtualTables(tables, POSTGRES, POSTGRES_TYPES)] as const]
    : []),
] as const;

describe.each(ENGINES)("on %s", (engine, makeTables) => {
  test("random brushes have the database's answers", { timeout: casesOf(120_000, 1_800_000) }, async ({ annotate }) => {
    const ids = await makeTables(brushTables(SEED, TABLES));
    const reasons = new Map<string, number>();
    let compared = 0;
    const cases = fc.record({
      table: fc.nat(ids.length - 1),
      dimensions: fc.array(dimension, { minLength: 1, maxLength: 2 }).filter(([a, b]) => a?.column !== b?.column),
      query: brushQuery,
      ranges: fc.array(fc.array(fc.tuple(fc.nat(1000), fc.nat(1000)), { minLength: 2, maxLength: 2 }), {
        minLength: BRUSHES,
        maxLength: BRUSHES,
      }),
    });
    await fc.assert(
      fc.asyncProperty(cases, async ({ table, dimensions, query, ranges }) => {
        const id = ids[table] ?? 0;
        const { part, index } = await indexOf(id, query, dimensions);
        const reason = part.isCovered ? "covered" : part.reason;
        reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
        if (!index) return;
        const brushes = ranges.map((pair) =>
          dimensions.map((one, i) => {
            const [a, b] = (pair[i] ?? [0, 0]).map((place) => place % (binsOf(one) + 1)).toSorted((c, d) => c - d);
            const [from = 0, to = 0] = [a, b];
            return ("values" in one && from === to ? [0, 1] : [from, to]) as [number, number];
          }),
        );
        const queries = brushes.map((bins) => ({
          ...query,
          filters: [...(query.filters ?? []), ...dimensions.flatMap((one, i) => rangeFilters(one, bins[i] ?? [0, 0]))],
        }));
        const answer = answersOf(index);
        const exact = await exactAnswers(id, queries);
        for (const [i, bins] of brushes.entries()) {
          const own = answer(bins);
          if (own === null) expect(exact[i].status, JSON.stringify(exact[i])).toBe(400);
          else {
            expect(exact[i].status, JSON.stringify(exact[i])).toBe(200);
            assertSame(own, exact[i], { engine, query });
          }
          compared++;
        }
      }),
      { seed: SEED, numRuns: CASES, endOnFailure: true },
    );
    await annotate(`${engine}: ${compared} brushes, seed ${SEED}, ${JSON.stringify(Object.fromEntries(reasons))}`);
    expect(reasons.get("failed")).toBeUndefined();
    expect(compared).toBeGreaterThanOrEqual(casesOf(BRUSHES, 10_000));
  });
});
