import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { insertDatabase } from "../../api/database/index.ts";
import { insertDataset, saveColumns, saveMetrics } from "../../api/dataset/index.ts";
import { createClock } from "../../server/clock.ts";
import { stampOf } from "../../server/store/stamp.ts";
import { startTestServer, type TestClient, type TestServer } from "../server.ts";
import { AGGREGATE_QUESTIONS } from "./aggregates.ts";
import { ENGINES, type QuestionEngine, seedStatements } from "./engines.ts";
import { FILTER_QUESTIONS } from "./filters.ts";
import { compared, type DatasetName, type Question, type Row } from "./question.ts";
import { TIME_QUESTIONS } from "./times.ts";

/**
 * The same questions on the same rows, asked of every engine there is through the API, and answered from the seed in
 * plain JavaScript: an answer that is equal everywhere and wrong is found out too.
 */
const QUESTIONS = [...FILTER_QUESTIONS, ...AGGREGATE_QUESTIONS, ...TIME_QUESTIONS];
const NOW = Date.UTC(2021, 4, 17, 10) + new Date(Date.UTC(2021, 4, 17, 10)).getTimezoneOffset() * 60_000;

const DATASETS: Readonly<Record<DatasetName, object>> = {
  facts: { table_name: "facts", main_dttm_col: "seen", fetch_values_predicate: "id > 3" },
  shifted: { table_name: "facts_shifted", main_dttm_col: "seen", offset: 2 },
  bounded: { table_name: "facts_bounded", main_dttm_col: "seen", always_filter_main_dttm: true },
  events: { table_name: "events", main_dttm_col: "at" },
  joined: {
    table_name: "joined",
    sql: "SELECT f.id, f.kind, e.place, e.n FROM facts f JOIN events e ON e.id = f.id -- one each\n;",
  },
};
const FORMATS: Readonly<Record<string, string>> = { secs: "epoch_s", millis: "epoch_ms", ymd: "%Y%m%d" };

test("there are more than two hundred questions, each with a name of its own", () => {
  expect(QUESTIONS.length).toBeGreaterThan(200);
  expect(new Set(QUESTIONS.map(({ name }) => name)).size).toBe(QUESTIONS.length);
});

for (const engine of ENGINES) {
  const isThere = engine.variable === null || Boolean(process.env[engine.variable]);
  describe.skipIf(!isThere)(`${engine.name} answers`, () => {
    let server: TestServer;
    let client: TestClient;
    let ids: Record<DatasetName, number>;
    let drop: () => Promise<void>;

    beforeAll(async () => {
      server = await startTestServer({ app: { clock: createClock(() => NOW) }, config: { checkAnswers: false } });
      client = await server.as("admin");
      const loaded = await engine.load(server.app, seedStatements(engine));
      drop = loaded.drop;
      ids = await register(server, engine, loaded);
    });
    afterAll(async () => {
      await server?.stop();
      await drop?.();
    });

    test.each(QUESTIONS.map((question) => [question.name, question] as const))("%s", async (_, question) => {
      const { of = "facts", query, rest = {} } = question;
      const body = { datasource: { id: ids[of], type: "table" }, queries: [query], force: true, ...rest };
      const response = await client.fetch("/api/v1/chart/data", {
        method: "POST",
        body: JSON.stringify(body),
        headers: { "content-type": "application/json" },
      });
      const answer = exactly(await response.text());
      const rows = answer.result?.[0]?.data;
      expect(rows, `${answer.message ?? ""} ${answer.result?.[0]?.query ?? ""}`).toBeDefined();
      const isOrdered = "orderby" in query;
      expect(comparable(rows, isOrdered), answer.result[0].query).toEqual(
        comparable(expected(engine, question), isOrdered),
      );
    });
  });
}

async function register(
  server: TestServer,
  engine: QuestionEngine,
  { uri, schema }: { uri: string; schema: string | null },
): Promise<Record<DatasetName, number>> {
  const { app } = server;
  const stamp = stampOf(app, null);
  const { connectionOf } = await import("../../api/database/index.ts");
  const database = { database_name: engine.name, sqlalchemy_uri: uri } as Parameters<typeof insertDatabase>[1];
  const databaseId = await insertDatabase(app, database, stamp);
  app.events.changed("database", databaseId);
  const { connection } = await connectionOf(app, databaseId);
  const entries = Object.entries(DATASETS).map(async ([name, given]) => {
    const sql = (given as { sql?: string }).sql;
    const inSchema = sql && schema ? sql.replaceAll(/(facts|events) ([fe]) /g, `${schema}.$1 $2 `) : sql;
    const table = (given as { table_name: string }).table_name;
    const source = inSchema ? await connection.describe(inSchema) : await connection.columns(table, schema);
    const values = { ...given, ...(inSchema ? { sql: inSchema } : {}), database_id: databaseId, schema };
    const id = await insertDataset(app.db, values as Parameters<typeof insertDataset>[1], stamp);
    const columns = source.map((column) => ({
      column_name: column.name,
      type: column.type,
      is_dttm: ["born", "seen", "at", "day", "secs", "millis", "ymd"].includes(column.name),
      python_date_format: FORMATS[column.name] ?? null,
    }));
    const calculated = { column_name: "is small", expression: "id < 10 -- few", type: "BOOLEAN" };
    await saveColumns(app.db, { datasetId: id, stamp }, [...columns, calculated]);
    await saveMetrics(app.db, { datasetId: id, stamp }, [{ metric_name: "count", expression: "COUNT(*)" }]);
    app.events.changed("dataset", id);
    return [name, id] as const;
  });
  return Object.fromEntries(await Promise.all(entries)) as Record<DatasetName, number>;
}

function expected(engine: QuestionEngine, { expect: given }: Question): Row[] {
  const rows = typeof given === "function" ? given(engine) : given;
  if (!engine.hasNumericBooleans) return rows;
  const plain = (value: unknown) => (typeof value === "boolean" ? Number(value) : value);
  return rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, plain(value)])));
}

// biome-ignore lint/suspicious/noExplicitAny: answers and errors have many shapes
type Json = any;

/** JSON whose integers beyond 2^53 are bigints. */
function exactly(text: string): Json {
  const revive = (_: string, value: unknown, { source }: { source?: string } = {}) =>
    typeof value === "number" && !Number.isSafeInteger(value) && /^-?\d+$/.test(source ?? "")
      ? BigInt(source ?? 0)
      : value;
  return JSON.parse(text, revive as Parameters<typeof JSON.parse>[1]);
}

/** Fractions to twelve digits, as sums may be made in any order; bigints that a double holds as numbers. */
function comparable(rows: Row[], isOrdered: boolean): Row[] {
  const plain = (value: unknown) => {
    if (typeof value === "bigint") return Number.isSafeInteger(Number(value)) ? Number(value) : value;
    return typeof value === "number" && !Number.isInteger(value) ? Number(value.toPrecision(12)) : value;
  };
  const plainRows = rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [name, value === undefined ? null : plain(value)])),
  );
  if (isOrdered) return plainRows;
  const text = (row: Row) =>
    JSON.stringify(
      Object.keys(row)
        .sort()
        .map((name) => [name, row[name]]),
      (_, v) => (typeof v === "bigint" ? `${v}` : v),
    );
  return plainRows.sort((a, b) => compared(text(a), text(b)));
}
