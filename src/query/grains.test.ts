import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Connection } from "../connectors/connector.ts";
import { duckdbConnector, duckdbDialect } from "../connectors/duckdb/duckdb.ts";
import { createEngine } from "../server/engine/engine.ts";
import { maybeGrainFunction, timeGrainsOf } from "./grains.ts";

const folder = mkdtempSync(join(tmpdir(), "tessera-grains-"));
const file = join(folder, "grains.duckdb");
const engine = createEngine({ memoryLimit: "500MB", threads: 1, temporaryFolder: folder, connectionsPerFile: 1 });
let connection: Connection;

const INSTANTS = ["2024-02-29 23:59:59", "2023-12-31 00:00:00", "2024-01-01 06:30:31", "2024-03-02 12:34:56"];
const ALL = [
  ...INSTANTS,
  ...Array.from({ length: 20 }, (_, i) =>
    new Date(Date.UTC(2024, 5, 1 + i, i, i * 3, i * 2)).toISOString().slice(0, 19),
  ),
];

beforeAll(async () => {
  const rows = ALL.map((text, i) => `(${i}, TIMESTAMP '${text.replace("T", " ")}')`).join(", ");
  await engine.load({ file, statements: [`CREATE TABLE moments AS SELECT * FROM (VALUES ${rows}) AS t(i, moment)`] });
  connection = await duckdbConnector(engine).connect({ uri: `duckdb:///${file}`, timeoutMs: 30_000 });
});
afterAll(async () => {
  await engine.close();
  rmSync(folder, { recursive: true, force: true });
});

const MINUTE = 60_000;
const DAY = 86_400_000;
const fixed = (size: number) => (ms: number) => Math.floor(ms / size) * size;
const day = fixed(DAY);
const since = (ms: number, weekday: number) => day(ms) - ((new Date(ms).getUTCDay() - weekday + 7) % 7) * DAY;
const monthly = (size: number) => (ms: number) => {
  const date = new Date(ms);
  return Date.UTC(date.getUTCFullYear(), Math.floor(date.getUTCMonth() / size) * size, 1);
};

const EXPECTED: readonly (readonly [duration: string, name: string, start: (ms: number) => number])[] = [
  ["PT1S", "Second", fixed(1000)],
  ["PT5S", "5 second", fixed(5000)],
  ["PT30S", "30 second", fixed(30_000)],
  ["PT1M", "Minute", fixed(MINUTE)],
  ["PT5M", "5 minute", fixed(5 * MINUTE)],
  ["PT10M", "10 minute", fixed(10 * MINUTE)],
  ["PT15M", "15 minute", fixed(15 * MINUTE)],
  ["PT30M", "30 minute", fixed(30 * MINUTE)],
  ["PT1H", "Hour", fixed(60 * MINUTE)],
  ["PT6H", "6 hour", fixed(360 * MINUTE)],
  ["P1D", "Day", day],
  ["P1W", "Week", (ms) => since(ms, 1)],
  ["P1M", "Month", monthly(1)],
  ["P3M", "Quarter", monthly(3)],
  ["P1Y", "Year", monthly(12)],
  ["1969-12-28T00:00:00Z/P1W", "Week starting Sunday", (ms) => since(ms, 0)],
  ["1969-12-29T00:00:00Z/P1W", "Week starting Monday", (ms) => since(ms, 1)],
  ["P1W/1970-01-03T00:00:00Z", "Week ending Saturday", (ms) => since(ms, 0) + 6 * DAY],
  ["P1W/1970-01-04T00:00:00Z", "Week ending Sunday", (ms) => since(ms, 1) + 6 * DAY],
];

test("grains have their labels, in order", () => {
  const known = timeGrainsOf(duckdbDialect).map(({ duration, name }) => [duration, name]);
  const expected = EXPECTED.map(([duration, name]) => [duration, name]);
  expect(known).toEqual(expected.filter(([duration]) => Object.hasOwn(duckdbDialect.timeGrains, duration ?? "")));
  expect(known.length).toBeGreaterThan(15);
});

test.each(EXPECTED)("%s begins where a %s begins", async (duration, _, start) => {
  const write = maybeGrainFunction(duckdbDialect, duration);
  if (!write) throw new Error(`DuckDB lacks ${duration}`);
  const result = await connection.run(`SELECT (${write("moment")})::TIMESTAMP AS start FROM moments ORDER BY i`);
  const instants = ALL.map((text) => Date.parse(`${text.replace(" ", "T")}Z`));
  expect(Array.from(result.columns[0]?.values ?? [], Number)).toEqual(instants.map(start));
});

test("aliases map to their grains", () => {
  for (const [alias, duration] of [
    ["PT0.5H", "PT30M"],
    ["P0.25Y", "P3M"],
  ] as const) {
    expect(maybeGrainFunction(duckdbDialect, alias)?.("c")).toBe(maybeGrainFunction(duckdbDialect, duration)?.("c"));
  }
  expect(maybeGrainFunction(duckdbDialect, "P2D")).toBeUndefined();
  expect(maybeGrainFunction(duckdbDialect, "constructor")).toBeUndefined();
});
