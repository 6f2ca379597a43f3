import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { afterAll, describe, expect, test } from "vitest";
import { RowWriter } from "../sheet/row-writer.ts";
import { columnsBuilder } from "./columns.ts";
import { csvCopy } from "./csv-copy.ts";

const folder = mkdtempSync(join(tmpdir(), "tessera-copy-"));
const file = join(folder, "rows.csv");
const instance = await DuckDBInstance.create(":memory:", { threads: "2" });
const connection = await instance.connect();

afterAll(() => {
  connection.closeSync();
  instance.closeSync();
  rmSync(folder, { recursive: true, force: true });
});

async function both(sql: string, isLimited = false): Promise<[string[], string[]]> {
  const result = await connection.stream(sql);
  const copy = csvCopy({ sql, types: result.columnTypes(), isLimited }, file);
  const builder = columnsBuilder(result);
  const writer = new RowWriter("csv");
  for await (const chunk of result) {
    builder.append(chunk);
    const { columns, rows } = builder.take();
    writer.write(columns, 0, rows);
  }
  const expected = writer.take().toString();
  await connection.run(copy ?? "");
  // Unneeded quotes make no difference.
  const actual = readFileSync(file, "utf8").replaceAll(/(?<=^|,)"([^",\r\n]+)"(?=,|$)/gm, "$1");
  return [actual.split("\n"), expected.split("\n")];
}

describe("the engine's CSV equals RowWriter's", () => {
  test.each([
    ["booleans", "unnest([true, false, NULL])"],
    [
      "integers",
      "unnest([1, -5, 9007199254740993, -9223372036854775808, NULL]), 170141183460469231731687303715884105727",
    ],
    ["unsigned", "unnest([1, 18446744073709551615, NULL]::UBIGINT[]), (2 ** 100)::UHUGEINT"],
    [
      "doubles",
      `unnest(['NaN', '-inf', '0', '-0.0', '1', '-1.5', '0.1', '123456789.125', '9007199254740993', '1e15', '1e16', '-12e16', '1.2345678901234567e19',
        '999999999999999900000', '1e21', '-1.5e21', '1e300', '5e-324', '1e-4', '0.00012', '-0.000012', '1.5e-6', '1e-6', '9.99e-7', '-1.5e-10', NULL]::DOUBLE[])`,
    ],
    ["many doubles", "sin(i) * 10 ** (i % 50 - 20) FROM range(20000) t(i)"],
    ["fractions", "i / 60.0, i * 1.609344, (i / 8)::FLOAT FROM range(5000) t(i)"],
    [
      "decimals",
      `unnest([12.50, 0, -0.05, 100, NULL]::DECIMAL(9, 2)[]), 123456789012345678.90::DECIMAL(38, 10), unnest([0.5, -0.25, 0]::DECIMAL(4, 4)[]), 120::DECIMAL(18, 0)`,
    ],
    [
      "dates",
      "unnest(['2024-02-29', '0001-01-01', '0044-03-15 (BC)', '0001-12-31 (BC)', '12345-06-07', 'infinity', NULL]::DATE[])",
    ],
    [
      "timestamps",
      `unnest(['2024-02-29 01:02:03', '2001-01-01 00:00:00.1', '2001-01-01 00:00:00.123456', '2001-01-01 00:00:00.12', '1969-12-31 23:59:59.9',
        '0033-01-01 01:00:00', '0044-03-15 (BC) 12:00:00.5', '0044-03-15 (BC) 12:00:00', '-infinity', NULL]::TIMESTAMP[])`,
    ],
    [
      "coarser timestamps",
      "unnest(['2024-02-29 01:02:03', NULL, 'infinity']::TIMESTAMP_S[]), '2001-01-01 00:00:00.12'::TIMESTAMP_MS",
    ],
    [
      "texts of other types",
      "unnest(['a', '=b', NULL]::ENUM('a', '=b')[]), 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'::UUID, '{\"a\": [1, 2]}'::JSON",
    ],
    [
      "each character, in each place",
      "chr(i::INTEGER) || 'x', 'x' || chr(i::INTEGER), chr(i::INTEGER) FROM range(1, 70000) t(i) WHERE i NOT BETWEEN 55296 AND 57343",
    ],
    [
      "formulas",
      `unnest(['=1', ' =1', '""=1', '" "@x', '""" =1', '-5', '-5.25', '-5.', '+1', '-1|2', '|cmd', '%x', 'a|b', '9-1', chr(160) || '=1', chr(11) || '=2', '', NULL])`,
    ],
  ])("%s", async (_, sql) => {
    const [actual, expected] = await both(`SELECT ${sql}`);
    expect(actual.length).toBeGreaterThan(1);
    expect(actual).toEqual(expected);
  });

  test("for random text with special characters", async () => {
    const letters = `['=', '-', '+', '|', '%', '@', ' ', '"', ',', chr(10), chr(13), 'a', '1', '.', 'ä', '{', '#']`;
    const letter = (n: number) => `${letters}[(hash(i * 7 + ${n}) % 17 + 1)::BIGINT]`;
    const [actual, expected] = await both(
      `SELECT left(${letter(1)} || ${letter(2)} || ${letter(3)} || ${letter(4)}, (i % 5)::INTEGER) FROM range(30000) t(i)`,
    );
    expect(actual).toEqual(expected);
  });

  test("keeps the query's order, with duplicate column names and trailing comments", async () => {
    const [actual, expected] = await both("SELECT i, i FROM range(50000) t(i) ORDER BY hash(i) LIMIT 20000 -- the end");
    expect(actual).toEqual(expected);
  });

  test("keeps the order of a limited query", async () => {
    await connection.run("CREATE TABLE many AS SELECT i FROM range(600000) t(i)");
    for (const sql of ["FROM many LIMIT 500000", "FROM many ORDER BY hash(i) LIMIT 500000"]) {
      const [actual, expected] = await both(sql, true);
      expect(actual.length).toBe(500_001);
      expect(actual.join("\n") === expected.join("\n")).toBe(true);
    }
  });

  test("isn't used for unsupported types", async () => {
    const types = (await connection.stream("SELECT INTERVAL 1 DAY, 1")).columnTypes();
    expect(csvCopy({ sql: "SELECT INTERVAL 1 DAY, 1", types, isLimited: false }, file)).toBeUndefined();
  });
});
