import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createClock } from "../../server/clock.ts";
import { isSampled, REPEATED_BY } from "../full-size.ts";
import { startTestServer, type TestClient, type TestServer } from "../server.ts";
import { AGGREGATE_QUESTIONS } from "./aggregates.ts";
import { ENGINES, seedStatements } from "./engines.ts";
import { FILTER_QUESTIONS } from "./filters.ts";
import { compared, type DatasetName, type Row } from "./question.ts";
import { register } from "./register.ts";
import { TIME_QUESTIONS } from "./times.ts";

/**
 * Every engine answers the same questions on the same rows through the API. Answers are computed from the seed in plain
 * JavaScript, so that an error common to all engines is found too. `npm test` asks
 * each engine a quarter of the questions.
 */
const QUESTIONS = [...FILTER_QUESTIONS, ...AGGREGATE_QUESTIONS, ...TIME_QUESTIONS];
const NOW = Date.UTC(2021, 4, 17, 10) + new Date(Date.UTC(2021, 4, 17, 10)).getTimezoneOffset() * 60_000;

test("there are more than two hundred questions with unique names", () => {
  expect(QUESTIONS.length).toBeGreaterThan(200);
  expect(new Set(QUESTIONS.map(({ name }) => name)).size).toBe(QUESTIONS.length);
});

for (const [place, engine] of ENGINES.entries()) {
  const sample = QUESTIONS.filter((_, at) => isSampled(at + place, 8));
  const isThere = engine.variable === null || Boolean(process.env[engine.variable]);
  describe.skipIf(!isThere)(`${engine.name} answers`, () => {
    let server: TestServer;
    let client: TestClient;
    let ids: Record<DatasetName, number>;
    let drop: () => Promise<void>;

    beforeAll(async () => {
      server = await startTestServer({ app: { clock: createClock(() => NOW) }, checkAnswers: false });
      client = await server.as("admin");
      const loaded = await engine.load(server.app, seedStatements(engine));
      drop = loaded.drop;
      ids = await register(server, engine.name, loaded);
    });
    afterAll(async () => {
      await server?.stop();
      await drop?.();
    });

    test.each(sample.map((question) => [question.name, question] as const))("%s", async (_, question) => {
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
      expect(comparable(rows, isOrdered), `${answer.result[0].query} ${REPEATED_BY}`).toEqual(
        comparable(question.expect, isOrdered),
      );
    });
  });
}

// biome-ignore lint/suspicious/noExplicitAny: answers and errors have many shapes
type Json = any;

function exactly(text: string): Json {
  const revive = (_: string, value: unknown, { source }: { source?: string } = {}) =>
    typeof value === "number" && !Number.isSafeInteger(value) && /^-?\d+$/.test(source ?? "")
      ? BigInt(source ?? 0)
      : value;
  return JSON.parse(text, revive as Parameters<typeof JSON.parse>[1]);
}

/** Rounds fractions to twelve digits, as sums depend on their order, and converts bigints that fit a double. */
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
