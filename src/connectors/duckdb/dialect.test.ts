import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createEngine } from "../../server/engine/engine.ts";
import type { Connection } from "../connector.ts";
import { duckdbConnector, duckdbDialect } from "./duckdb.ts";

const folder = mkdtempSync(join(tmpdir(), "tessera-dialect-"));
const file = join(folder, "data.duckdb");
const engine = createEngine({ memoryLimit: "512MB", threads: 2, temporaryFolder: folder, connectionsPerFile: 4 });
let connection: Connection;

beforeAll(async () => {
  const odd = `CREATE TABLE "odd ""name""; --" AS SELECT 1 AS "a.b", 2 AS "SELECT"`;
  await engine.load({
    file,
    statements: [
      "CREATE TABLE cars AS SELECT 1 AS id, 'Ford' AS name",
      odd,
      "CREATE SCHEMA other",
      "CREATE TABLE other.cars AS SELECT 2 AS only_here",
    ],
  });
  connection = await duckdbConnector(engine).connect({ uri: `duckdb:///${file}`, timeoutMs: 20_000 });
});
afterAll(async () => {
  await connection.close();
  await engine.close();
  rmSync(folder, { recursive: true, force: true });
});

const scalar = async (sql: string) => (await connection.run(`SELECT ${sql} AS v`)).columns[0]?.values[0];
const anyText = fc.string({
  unit: fc.constantFrom("a", "'", '"', "\\", "%", "_", ";", "-", "\n", "é", "😀", "$", "{", "?"),
});

describe("literals round-trip", () => {
  test("texts", async () => {
    await fc.assert(
      fc.asyncProperty(anyText, async (text) => {
        expect(await scalar(duckdbDialect.quoteText(text))).toBe(text);
      }),
      { numRuns: 60 },
    );
  });

  test("names", async () => {
    await fc.assert(
      fc.asyncProperty(
        anyText.filter((text) => text !== ""),
        async (text) => {
          const result = await connection.run(`SELECT 1 AS ${duckdbDialect.quoteIdentifier(text)}`);
          expect(result.columns[0]?.name).toBe(text);
        },
      ),
      { numRuns: 60 },
    );
  });

  test("timestamps and dates", async () => {
    const moments = fc.integer({ min: Date.UTC(1600, 0, 1), max: Date.UTC(2400, 0, 1) });
    await fc.assert(
      fc.asyncProperty(moments, async (ms) => {
        expect(await scalar(`CAST(${duckdbDialect.temporalLiteral(ms, "timestamp")} AS TIMESTAMP)`)).toBe(ms);
        const day = Math.floor(ms / 86_400_000) * 86_400_000;
        expect(await scalar(`CAST(${duckdbDialect.temporalLiteral(day, "date")} AS DATE)`)).toBe(day);
      }),
      { numRuns: 40 },
    );
  });

  test("epochs and patterns", async () => {
    expect(await scalar(duckdbDialect.epochToTimestamp("1709251199", "s"))).toBe(1_709_251_199_000);
    expect(await scalar(duckdbDialect.epochToTimestamp("1709251199123", "ms"))).toBe(1_709_251_199_123);
    expect(await scalar(duckdbDialect.epochToTimestamp("-1", "s"))).toBe(-1000);
    expect(await scalar(duckdbDialect.caseInsensitiveLike("'ÉLAN'", "'%lan'", false))).toBe(true);
    expect(await scalar(duckdbDialect.caseInsensitiveLike("'ÉLAN'", "'é%'", true))).toBe(false);
    expect(await scalar(`${duckdbDialect.castToText("12.50::DECIMAL(4,2)")} LIKE '12.5%'`)).toBe(true);
  });
});

test("grains truncate to the start of the period", async () => {
  const grains = Object.entries(duckdbDialect.timeGrains).filter(([name]) => !name.startsWith("P1W/"));
  const moments = fc.integer({ min: Date.UTC(1960, 0, 1), max: Date.UTC(2060, 0, 1) });
  await fc.assert(
    fc.asyncProperty(moments, async (ms) => {
      const at = `CAST(${duckdbDialect.temporalLiteral(ms, "timestamp")} AS TIMESTAMP)`;
      const starts = grains.flatMap(([, write]) => [write(at), write(`CAST(${write(at)} AS TIMESTAMP)`)]);
      const result = await connection.run(`SELECT ${starts.map((sql, i) => `${sql} AS c${i}`).join(", ")}`);
      grains.forEach(([name], i) => {
        const [start, again] = [result.columns[2 * i]?.values[0], result.columns[2 * i + 1]?.values[0]];
        expect([name, Number(start) <= ms]).toEqual([name, true]);
        expect([name, again]).toEqual([name, start]);
      });
    }),
    { numRuns: 15 },
  );
});

describe("a failing statement", () => {
  test.each([
    ["SELECT nope FROM cars", "COLUMN_DOES_NOT_EXIST_ERROR", "nope"],
    ["SELECT c.nope FROM cars c", "COLUMN_DOES_NOT_EXIST_ERROR", "nope"],
    [
      "SELECT CAST('Table with name ' || 'x' || ' does not exist' AS INTEGER)",
      "GENERIC_DB_ENGINE_ERROR",
      "Conversion Error",
    ],
    ["SELECT * FROM nowhere", "TABLE_DOES_NOT_EXIST_ERROR", "nowhere"],
    ["SELECT FROM WHERE", "SYNTAX_ERROR", "syntax error"],
    ["SELECT 'x'::INTEGER", "GENERIC_DB_ENGINE_ERROR", "Could not convert"],
    ["SELECT SUM(name) FROM cars", "GENERIC_DB_ENGINE_ERROR", "sum"],
  ])("%s is a %s", async (sql, error_type, text) => {
    const error = {
      error_type,
      message: expect.stringContaining(text),
      extra: expect.objectContaining({ sql, engine_name: "DuckDB" }),
    };
    await expect(connection.run(sql)).rejects.toMatchObject({ status: 400, body: { errors: [error] } });
  });

  test("fails the same way as a stream", async () => {
    const read = async () => {
      for await (const _ of connection.stream("SELECT nope FROM cars")) throw new Error("a batch came");
    };
    await expect(read()).rejects.toMatchObject({ body: { errors: [{ error_type: "COLUMN_DOES_NOT_EXIST_ERROR" }] } });
  });
});

test("lists tables and columns of the schema, whatever their names", async () => {
  expect((await connection.schemas()).sort()).toEqual(["main", "other"]);
  expect((await connection.tables("other")).map((table) => table.name)).toEqual(["cars"]);
  expect((await connection.columns("cars", "other")).map((column) => column.name)).toEqual(["only_here"]);
  expect((await connection.columns("cars")).map((column) => column.name)).toEqual(["id", "name"]);
  expect((await connection.columns('odd "name"; --')).map((column) => column.name)).toEqual(["a.b", "SELECT"]);
  expect(await connection.tables("nowhere")).toEqual([]);
  expect(await connection.columns("cars' OR '1'='1")).toEqual([]);
});
