import { readFileSync } from "node:fs";
import { afterAll, describe, expect, test } from "vitest";
import { createEngine } from "./engine.ts";
import type { EngineColumn } from "./protocol.ts";

const engine = createEngine({ memoryLimit: "1GB", threads: 2, temporaryFolder: "/tmp", connectionsPerFile: 2 });
afterAll(() => engine.close());

const columnOf = async (sql: string): Promise<EngineColumn> =>
  (await engine.query({ file: ":memory:", sql })).columns[0] as EngineColumn;
const valuesOf = async (sql: string) => Array.from((await columnOf(sql)).values);

type Kind = EngineColumn["kind"];

describe("every DuckDB type with a value, an extreme and null", () => {
  const BIG = 170141183460469231731687303715884105727n;
  test.each<[string, Kind, string[], unknown[]]>([
    ["BOOLEAN", "boolean", ["true", "false"], [true, false]],
    ["TINYINT", "numeric", ["127", "-128"], [127, -128]],
    ["SMALLINT", "numeric", ["32767", "-32768"], [32767, -32768]],
    ["INTEGER", "numeric", ["2147483647", "-2147483648"], [2147483647, -2147483648]],
    ["BIGINT", "numeric", ["9007199254740991", "-9007199254740991"], [9007199254740991, -9007199254740991]],
    ["BIGINT", "numeric", ["9007199254740993", "5"], [9007199254740993n, 5]],
    ["BIGINT", "numeric", ["9223372036854775807", "-9223372036854775808"], [2n ** 63n - 1n, -(2n ** 63n)]],
    ["UTINYINT", "numeric", ["255", "0"], [255, 0]],
    ["USMALLINT", "numeric", ["65535", "0"], [65535, 0]],
    ["UINTEGER", "numeric", ["4294967295", "0"], [4294967295, 0]],
    ["UBIGINT", "numeric", ["18446744073709551615", "7"], [2n ** 64n - 1n, 7]],
    ["HUGEINT", "numeric", [`${BIG}`, "-12"], [BIG, -12]],
    ["UHUGEINT", "numeric", [`${2n ** 128n - 1n}`, "12"], [2n ** 128n - 1n, 12]],
    ["BIGNUM", "numeric", [`${10n ** 60n}`, "-12"], [10n ** 60n, -12]],
    ["FLOAT", "numeric", ["1.5", "-0.25"], [1.5, -0.25]],
    ["DOUBLE", "numeric", ["0.1", "1e300"], [0.1, 1e300]],
    ["DECIMAL(4,1)", "numeric", ["999.9", "-0.1"], [999.9, -0.1]],
    ["DECIMAL(9,3)", "numeric", ["999999.999", "-0.001"], [999999.999, -0.001]],
    ["DECIMAL(15,2)", "numeric", ["9999999999999.99", "1.50"], [9999999999999.99, 1.5]],
    ["DECIMAL(18,4)", "numeric", ["12345678901234.5678", "0.1"], ["12345678901234.5678", 0.1]],
    ["DECIMAL(18,0)", "numeric", ["999999999999999999", "-3"], ["999999999999999999", -3]],
    ["DECIMAL(38,10)", "numeric", ["1234567890123456789.0123456789", "-2.5"], ["1234567890123456789.0123456789", -2.5]],
    ["DATE", "temporal", ["2024-02-29", "1969-12-31"], [Date.UTC(2024, 1, 29), -86_400_000]],
    ["DATE", "temporal", ["infinity", "9999-12-31"], [null, Date.UTC(9999, 11, 31)]],
    ["TIMESTAMP", "temporal", ["1969-12-31 23:59:59.9995", "2001-01-01"], [-1, Date.UTC(2001, 0, 1)]],
    ["TIMESTAMP", "temporal", ["9999-12-31 23:59:59.999", "-infinity"], [253402300799999, null]],
    ["TIMESTAMP_S", "temporal", ["2024-02-29 12:00:00", "infinity"], [Date.UTC(2024, 1, 29, 12), null]],
    ["TIMESTAMP_MS", "temporal", ["2024-02-29 12:00:00.123", "1900-01-01"], [1709208000123, Date.UTC(1900, 0, 1)]],
    ["TIMESTAMP_NS", "temporal", ["2024-02-29 12:00:00.123999999", "1969-12-31 23:59:59.9"], [1709208000123, -100]],
    ["TIMESTAMPTZ", "temporal", ["2024-02-29 12:00:00+02", "2024-02-29 12:00:00"], [1709200800000, 1709208000000]],
    ["TIME", "text", ["01:02:03", "23:59:59.5"], ["01:02:03", "23:59:59.5"]],
    ["INTERVAL", "text", ["3 days", "1 month"], ["3 days", "1 month"]],
    ["VARCHAR", "text", ["", "äöü 😀 and some more"], ["", "äöü 😀 and some more"]],
    ["BLOB", "text", ["abc", "\\xC3\\xA4"], ["abc", "ä"]],
    ["BIT", "text", ["0101", "1"], ["0101", "1"]],
    ["UUID", "text", ["a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11"], ["a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11"]],
    ["INTEGER[]", "text", ["[1, NULL]", "[]"], ["[1,null]", "[]"]],
    ["STRUCT(a INTEGER, b VARCHAR)", "text", ["{'a': 1, 'b': 'x'}"], ['{"a":1,"b":"x"}']],
    ["ENUM('small', 'large')", "text", ["large", "small"], ["large", "small"]],
    ["JSON", "text", ['{"a": 1}'], ['{"a": 1}']],
  ])("%s", async (type, kind, texts, expected) => {
    const rows = texts.map((text) => `SELECT '${text.replaceAll("'", "''")}'::VARCHAR AS t`);
    const sql = `SELECT t::${type} FROM (${rows.join(" UNION ALL ")} UNION ALL SELECT NULL)`;
    const column = await columnOf(sql);
    expect(column.kind).toBe(kind);
    expect([...column.values]).toEqual([...expected, null]);
    const asJson = await engine.query({ file: ":memory:", sql, labels: ['the "t"'] });
    expect(asJson).toMatchObject({ rows: texts.length + 1, columns: [{ kind, type: column.type }] });
    const cells = [...expected, null].map((value) =>
      typeof value === "bigint" || kind === "numeric" ? String(value) : JSON.stringify(value),
    );
    expect(Buffer.concat(asJson.json ?? []).toString()).toBe(
      `[${cells.map((cell) => `{"the \\"t\\"":${cell}}`).join(",")}]`,
    );
  });

  test.each(["TIMESTAMP", "TIMESTAMP_NS"])("%s has microseconds on request", async (type) => {
    const sql = `SELECT '2024-02-29 12:00:00.123456'::${type}`;
    const [column] = (await engine.query({ file: ":memory:", sql, microseconds: true })).columns;
    expect(column?.values[0]).toBe(1_709_208_000_123.456);
  });

  test("NaN and infinities are null", async () => {
    expect(await valuesOf("SELECT unnest(['NaN', 'inf', '-inf', '0.5']::DOUBLE[])")).toEqual([null, null, null, 0.5]);
    expect(await valuesOf("SELECT unnest(['NaN', 'inf', '1']::FLOAT[])")).toEqual([null, null, 1]);
  });

  test("decimals keep all digits", async () => {
    const sql = `SELECT d, d::VARCHAR FROM (SELECT (hash(i) % 10000000000000)::DECIMAL(18,5) / (1 + i % 7 * 1000) AS x,
      CAST(x AS DECIMAL(18,5)) AS d FROM range(20000) t(i))`;
    const [numbers, texts] = (await engine.query({ file: ":memory:", sql })).columns;
    const trimmed = (text: string) => text.replace(/\.?0+$/, "");
    const printed = Array.from(numbers?.values ?? [], String);
    expect(printed).toEqual(Array.from(texts?.values ?? [], (text) => trimmed(String(text))));
  });
});

describe("texts", () => {
  const LENGTHS = [0, 1, 5, 11, 12, 13, 14, 30, 80, 3000];

  test("are read over many chunks: short, long, null and repeated", async () => {
    const sql = `SELECT CASE WHEN i % 7 = 3 THEN NULL ELSE repeat(chr(97 + (i % 26)::INTEGER), [${LENGTHS}][i % 10 + 1]) END
      FROM range(30000) t(i)`;
    const values = await valuesOf(sql);
    expect(values).toHaveLength(30_000);
    values.forEach((value, i) => {
      const expected = i % 7 === 3 ? null : String.fromCharCode(97 + (i % 26)).repeat(LENGTHS[i % 10] as number);
      if (value !== expected) throw new Error(`row ${i}: ${String(value)}`);
    });
  });

  test("that are sorted, joined or non-ASCII equal the engine's", async () => {
    const table =
      "SELECT i, CASE i % 3 WHEN 0 THEN 'plain ' WHEN 1 THEN 'größer, länger ' ELSE '😀' END || md5(i::VARCHAR) AS t";
    const sql = `SELECT a.t, length(a.t), a.i FROM (${table} FROM range(20000) r(i)) a
      JOIN (SELECT range * 2 AS j FROM range(8000)) b ON a.i = b.j ORDER BY a.t DESC`;
    const [texts, lengths, ids] = (await engine.query({ file: ":memory:", sql })).columns;
    expect(texts?.values).toHaveLength(8000);
    texts?.values.forEach((text, row) => {
      const characters = [...String(text)].length;
      if (characters !== lengths?.values[row]) throw new Error(`row ${row}: ${String(text)}`);
      const id = Number(ids?.values[row]);
      if (!String(text).startsWith(["plain ", "größer", "😀"][id % 3] as string)) throw new Error(`row ${row}`);
    });
  });

  test("and numbers as JSON equal JSON.stringify over many parts", async () => {
    const sql = `SELECT i, i * 3037000499 AS far, i / 7 AS part, -i AS less, i % 2 = 0 AS even,
      CASE i % 4 WHEN 0 THEN NULL WHEN 1 THEN '' WHEN 2 THEN chr((i % 200 + 1)::INTEGER) || '"\\' ELSE repeat('é"', 9000) END AS t
      FROM (SELECT range AS i FROM range(3000))`;
    const labels = ["i", "far", "part", "less", "even", "t"];
    const plain = await engine.query({ file: ":memory:", sql });
    const { json = [], rows } = await engine.query({ file: ":memory:", sql, labels });
    expect(rows).toBe(3000);
    const row = (at: number) => labels.map((label, i) => [label, plain.columns[i]?.values[at]]);
    const expected = Array.from({ length: 3000 }, (_, at) => JSON.stringify(Object.fromEntries(row(at))));
    expect(Buffer.concat(json).toString() === `[${expected.join(",")}]`).toBe(true);
    const none = await engine.query({ file: ":memory:", sql: "SELECT 1 AS a WHERE false", labels: ["a"] });
    expect(String(Buffer.concat(none.json ?? []))).toBe("[]");
  });

  test("are rejected while reading if there is too much", async () => {
    const sql = "SELECT repeat('x', 100000) FROM range(1000000)";
    await expect(engine.query({ file: ":memory:", sql, labels: ["x"] })).rejects.toThrow("exceeds the limit");
    let peakKb = 0;
    const watch = setInterval(() => {
      const status = readFileSync(`/proc/${engine.pid}/status`, "utf8");
      peakKb = Math.max(peakKb, Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]));
    }, 20);
    await expect(engine.query({ file: ":memory:", sql })).rejects.toThrow("exceeds the limit of 200 MB");
    clearInterval(watch);
    expect(peakKb).toBeLessThan(1_500_000);
    expect(await valuesOf("SELECT 1")).toEqual([1]);
  });
});
