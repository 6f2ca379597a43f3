import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { connectionOf } from "../../api/database/index.ts";
import { datasetForQuery } from "../../api/dataset/index.ts";
import type { Connection } from "../../connectors/connector.ts";
import { casesOf } from "../../testing/full-size.ts";
import { startTestServer, type TestClient, type TestServer } from "../server.ts";
import { ENGINES, seedStatements } from "./engines.ts";
import type { DatasetName } from "./question.ts";
import { register } from "./register.ts";
import { FACTS } from "./seed.ts";

/** A question has the same answer in every form: compiled, cached, over a statement, as its own SQL and as samples. */

// biome-ignore lint/suspicious/noExplicitAny: answers have many shapes
type Json = any;

const groups = fc.subarray(["kind", "flag", "born", "select", "is small"], { minLength: 1 });
const measure = (aggregate: string, column_name: string) => ({
  expressionType: "SIMPLE",
  aggregate,
  column: { column_name },
});
const METRICS = [
  "count",
  measure("SUM", "amount"),
  measure("AVG", "ratio"),
  measure("MIN", "name"),
  measure("MAX", "seen"),
  measure("COUNT_DISTINCT", "kind"),
];
const FILTERS = [
  { col: "id", op: "<", val: 70 },
  { col: "kind", op: "IN", val: ["red", "blue", null] },
  { col: "name", op: "LIKE", val: "%a%" },
  { col: "seen", op: "TEMPORAL_RANGE", val: "1960-01-01 : 2021-04-01" },
  { col: "ratio", op: "IS NOT NULL" },
  { col: "count", op: ">", val: 1 },
];

const question = fc
  .record({
    columns: groups,
    metrics: fc.subarray(METRICS, { minLength: 1 }),
    filters: fc.subarray(FILTERS),
    limit: fc.option(fc.nat({ max: 4 })),
    isDescending: fc.boolean(),
    row_limit: fc.integer({ min: 1, max: 40 }),
    row_offset: fc.nat({ max: 3 }),
  })
  .map(({ limit, isDescending, ...query }) => ({
    ...query,
    orderby: [[query.columns[0], !isDescending]],
    ...(limit === null ? {} : { series_columns: query.columns.slice(0, 1), series_limit: limit }),
  }));

for (const engine of ENGINES) {
  const isThere = engine.variable === null || Boolean(process.env[engine.variable]);
  describe.skipIf(!isThere)(`${engine.name} answers the same`, { timeout: 180_000 }, () => {
    let server: TestServer;
    let client: TestClient;
    let ids: Record<DatasetName, number>;
    let connection: Connection;
    let drop: () => Promise<void>;

    beforeAll(async () => {
      server = await startTestServer({ checkAnswers: false });
      client = await server.as("admin");
      const loaded = await engine.load(server.app, seedStatements(engine));
      drop = loaded.drop;
      ids = await register(server, engine.name, loaded);
      const { databaseId } = await datasetForQuery(server.app, ids.facts);
      ({ connection } = await connectionOf(server.app, databaseId));
    });
    afterAll(async () => {
      await server?.stop();
      await drop?.();
    });

    async function ask(of: DatasetName, query: object, more: object = {}): Promise<Json> {
      const body = { datasource: { id: ids[of], type: "table" }, queries: [query], ...more };
      const { status, body: answer } = await client.post<Json>("/api/v1/chart/data", body);
      expect([status, answer.message]).toEqual([200, undefined]);
      return answer.result[0];
    }

    async function run(sql: string): Promise<unknown[][]> {
      const { columns, rows } = await connection.run(sql);
      return Array.from({ length: rows }, (_, row) => columns.map(({ values }) => plain(values[row])));
    }

    test("to compiled and cached queries, over a statement and as the statement's own SQL", async () => {
      await fc.assert(
        fc.asyncProperty(question, async (query) => {
          const fresh = await ask("facts", query, { force: true });
          const again = await ask("facts", query, { force: true });
          expect(again.data).toEqual(fresh.data);
          await expect.poll(async () => (await ask("facts", query)).is_cached).toBe(true);
          expect((await ask("facts", query)).data).toEqual(fresh.data);
          expect((await ask("stated", query, { force: true })).data).toEqual(fresh.data);
          const shown = await ask("facts", query, { result_type: "query" });
          expect(`${shown.query}`).toBe(fresh.query);
          const rows = await run(shown.query.replace(/;\s*$/, ""));
          expect(rows).toEqual(fresh.data.map((row: Json) => fresh.colnames.map((name: string) => plain(row[name]))));
        }),
        { numRuns: casesOf(8, 25) },
      );
    });

    test("to samples and raw rows", async () => {
      const address = `/datasource/samples?datasource_type=table&datasource_id=${ids.facts}&force=true&per_page=1000&page=1`;
      const { body } = await client.post<Json>(address, {});
      const samples: Json[] = body.result.data;
      const columns: string[] = body.result.colnames;
      const raw = await ask("facts", { columns, metrics: null, orderby: [["id", true]] }, { force: true });
      expect(raw.data).toHaveLength(FACTS.length);
      expect([...samples].sort((a, b) => a.id - b.id)).toEqual(raw.data);
    });
  });
}

/** Normalizes wire values: booleans may be 1 and 0, and the last digit of a sum depends on its order. */
function plain(value: unknown): unknown {
  if (typeof value === "bigint" || typeof value === "boolean") return Number(value);
  return typeof value === "number" && !Number.isInteger(value) ? Number(value.toPrecision(12)) : (value ?? null);
}
