import { DuckDBInstance } from "@duckdb/node-api";
import { afterAll, describe, expect, test } from "vitest";
import { RowWriter } from "../sheet/row-writer.ts";
import { columnsBuilder } from "./columns.ts";
import { sheetRows } from "./sheet-sql.ts";

const instance = await DuckDBInstance.create(":memory:", { threads: "2" });
const connection = await instance.connect();

afterAll(() => {
  connection.closeSync();
  instance.closeSync();
});

const NONE = { rows: 0, differing: [] };

async function differences(sql: string): Promise<{ rows: number; differing: [string | undefined, string][] }> {
  const result = await connection.stream(sql);
  const types = result.columnTypes();
  const builder = columnsBuilder(result);
  const writer = new RowWriter("xlsx");
  for await (const chunk of result) {
    builder.append(chunk);
    const { columns, rows } = builder.take();
    writer.write(columns, 0, rows);
  }
  const expected = writer.take().toString();
  const written = await (await connection.run(sheetRows(sql, types) ?? "")).getRows();
  const rows = expected.split(/(?<=<\/row>)/);
  const pairs = rows.map((row, i): [string | undefined, string] => [written[i]?.join(), row]);
  return { rows: written.length - rows.length, differing: pairs.filter(([one, other]) => one !== other).slice(0, 5) };
}

describe("the engine's sheets equal RowWriter's", () => {
  test.each([
    ["booleans", "unnest([true, false, NULL]), 1"],
    [
      "integers",
      `unnest([1, -5, 999999999999999, 1000000000000000, -999999999999999, -1000000000000000, 9007199254740993, -9223372036854775808, NULL]),
        170141183460469231731687303715884105727, 1::TINYINT, NULL::INTEGER`,
    ],
    ["unsigned", "unnest([1, 18446744073709551615, NULL]::UBIGINT[]), (2 ** 100)::UHUGEINT, 255::UTINYINT"],
    [
      "doubles",
      `unnest(['NaN', '-inf', '0', '-0.0', '1', '-1.5', '0.1', '123456789.125', '9007199254740993', '999999999999999', '1e15', '-1e15', '1000000000000000.5',
        '1e16', '-12e16', '1.2345678901234567e19', '999999999999999900000', '1e21', '-1.5e21', '1e300', '5e-324', '1e-4', '0.00012', '-0.000012', '1.5e-6',
        '1e-6', '1e-7', '9.99e-7', '-1.5e-10', NULL]::DOUBLE[])`,
    ],
    ["many doubles", "sin(i) * 10 ** (i % 50 - 20), 1 FROM range(20000) t(i)"],
    ["fractions", "i / 60.0, i * 1.609344, (i / 8)::FLOAT FROM range(5000) t(i)"],
    [
      "decimals",
      "unnest([12.50, 0, -0.05, 100, NULL]::DECIMAL(9, 2)[]), 123456789.012300::DECIMAL(15, 6), unnest([0.5, -0.25, 0]::DECIMAL(4, 4)[]), 120::DECIMAL(15, 0)",
    ],
    [
      "long decimals",
      `unnest([12.50, 0, -0.05, 9999999999999.99, 99999999999999.99, 99999999999999, 999999999999999.5, -1000000000000000, 12345678901234567.89, NULL]::DECIMAL(38, 2)[]),
        unnest([123456789.012345, 1234567890.012345, 12345678901.2, 99999999999.999999]::DECIMAL(18, 6)[]), unnest([1, 999999999999999, 1000000000000000]::DECIMAL(20, 0)[])`,
    ],
    [
      "many decimals",
      "((hash(i) % 100000000000000000)::BIGINT / 1000000)::DECIMAL(18, 6), ((hash(i) % 1000000000000000000)::BIGINT // 10 ** (i % 9)::INTEGER)::DECIMAL(18, 0)::DECIMAL(30, 3) / 1000 FROM range(10000) t(i)",
    ],
    [
      "dates",
      "unnest(['2024-02-29', '1900-02-28', '1900-03-01', '1969-12-31', '0001-01-01', '0044-03-15 (BC)', '9999-12-31', '10000-01-01', 'infinity', NULL]::DATE[])",
    ],
    [
      "timestamps",
      `unnest(['2024-02-29 01:02:03', '2001-01-01', '2001-01-01 00:00:00.1', '2001-01-01 00:00:00.123456', '2024-01-01 23:59:59.999999', '1969-12-31 23:59:59.9',
        '2078-12-31 23:59:59.999999', '2079-01-01', '2100-06-07 08:09:10.111', '9999-12-31 23:59:59', '10000-01-01 00:00:01', '1900-02-28 12:00:00.5',
        '0033-01-01 01:00:00', '0044-03-15 (BC) 12:00:00.5', '-infinity', NULL]::TIMESTAMP[])`,
    ],
    [
      "many timestamps",
      "make_timestamp((-2203891200000000 + (hash(i) % 5600000000000000)::BIGINT)), make_timestamp(54 * i) FROM range(30000) t(i)",
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
      "chr(i::INTEGER) || 'x', 'x' || chr(i::INTEGER), chr(i::INTEGER) FROM range(0, 70000) t(i) WHERE i NOT BETWEEN 55296 AND 57343",
    ],
    [
      "formulas and escapes",
      `unnest(['=1', ' =1', '""=1', '" "@x', '-5', '-5.', '-1|2', '|cmd', 'a|b', '', ' ', NULL, 'a ', 'snake_case', '__', '_x0041_', '__x0041__', '_x0041_x0042_',
        '_x0041_x0042_x0043_', '_x00_', '_X0041_', '=_x000a_&', chr(1) || '_x0041_', 'é', 'aé', '😀', '<a href="x">&amp;</a>'])`,
    ],
    [
      "texts at the limit of a cell",
      `unnest([repeat('x', 31999), repeat('x', 32000), repeat('x', 32767), repeat('x', 32768), repeat('ä', 32767), repeat('ä', 40000), '=' || repeat('x', 32766),
        '=' || repeat('x', 32767), repeat('😀', 16383), repeat('😀', 16384), 'x' || repeat('😀', 16383), 'M' || repeat('😀M', 20000), 'xM' || repeat('😀M', 20000)])`,
    ],
  ])("%s", async (_, sql) => {
    expect(await differences(`SELECT ${sql}`)).toEqual(NONE);
  });

  test("for random text with special characters", async () => {
    const letters = `['=', '-', '_', '|', 'x', '0', ' ', '"', '_x0041_', chr(10), chr(13), 'a', '1', '😀', 'ä', '<', '&']`;
    const letter = (n: number) => `${letters}[(hash(i * 7 + ${n}) % 17 + 1)::BIGINT]`;
    const found = await differences(
      `SELECT left(${letter(1)} || ${letter(2)} || ${letter(3)} || ${letter(4)}, (i % 9)::INTEGER) FROM range(30000) t(i)`,
    );
    expect(found).toEqual(NONE);
  });

  test("isn't used for unsupported types or very many columns", async () => {
    const typesOf = async (sql: string) => (await connection.stream(sql)).columnTypes();
    for (const sql of ["SELECT INTERVAL 1 DAY, 1", "SELECT 1::DECIMAL(38, 7)", "SELECT now()", "SELECT [1]"])
      expect(sheetRows(sql, await typesOf(sql))).toBeUndefined();
    const wide = `SELECT ${Array.from({ length: 61 }, (_, i) => i).join(", ")}`;
    expect(sheetRows(wide, await typesOf(wide))).toBeUndefined();
  });
});
