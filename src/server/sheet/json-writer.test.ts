import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { JsonWriter, rangeJson } from "./json-writer.ts";
import type { CellColumn } from "./row-writer.ts";

const numbers = (values: number[], exact: [number, bigint | string][] = [], kind = "numeric") =>
  ({ form: "numbers", kind, numbers: Float64Array.from(values), exact }) as unknown as CellColumn;
function texts(values: (string | null)[]): CellColumn {
  const encoded = values.map((value) => (value === null ? null : Buffer.from(value)));
  const lengths = Int32Array.from(encoded, (bytes) => bytes?.length ?? -1);
  return {
    form: "texts",
    bytes: Buffer.concat(encoded.filter((bytes) => bytes !== null)),
    lengths,
  } as unknown as CellColumn;
}
const booleans = (flags: number[]) => ({ form: "booleans", flags: Uint8Array.from(flags) }) as unknown as CellColumn;
const values = (all: unknown[]) => ({ form: "values", values: all }) as unknown as CellColumn;

function written(labels: string[], columns: CellColumn[], rows: number) {
  const writer = new JsonWriter(labels);
  writer.write(columns, rows);
  const text = writer.take().toString();
  return { text, read: JSON.parse(`[${text.slice(0, -1)}]`) as unknown[] };
}

describe("rows as JSON", () => {
  test("contain every kind of value and null", () => {
    const columns = [
      numbers([1.5, Number.NaN, Number.NEGATIVE_INFINITY]),
      texts(["a", null, ""]),
      booleans([1, 0, 255]),
      values([{ a: [1] }, null, undefined]),
    ];
    expect(written(["n", "t", "b", "v"], columns, 3).read).toEqual([
      { n: 1.5, t: "a", b: true, v: { a: [1] } },
      { n: null, t: null, b: false, v: null },
      { n: null, t: "", b: null, v: null },
    ]);
  });

  test("keep digits beyond doubles, and times in milliseconds", () => {
    const exact: [number, bigint | string][] = [
      [0, 9007199254740993n],
      [2, "0.12345678901234567890"],
    ];
    expect(written(["n"], [numbers([9007199254740992, 5, 0.1], exact)], 3).text).toBe(
      '{"n":9007199254740993},{"n":5},{"n":0.12345678901234567890},',
    );
    expect(written(["t"], [numbers([-0.5, 1.999, Number.NaN], [], "temporal")], 3).text).toBe(
      '{"t":-1},{"t":1},{"t":null},',
    );
  });

  test("round-trip any number", () => {
    const any = fc.oneof(fc.double(), fc.maxSafeInteger(), fc.constantFrom(-0, 1e8, 99_999_999, 1e21, 5e-324, 2 ** 53));
    fc.assert(
      fc.property(fc.array(any, { minLength: 1, maxLength: 20 }), (all) => {
        const expected = all.map((n) => ({ n: Number.isFinite(n) ? n + 0 : null }));
        expect(written(["n"], [numbers(all)], all.length).read).toEqual(expected);
      }),
    );
  });

  test("round-trip any text, short and long", () => {
    const any = fc.string({ unit: fc.constantFrom(...'a"\\\n\u0000\u001f\u007f\u2028é日😀\ufeff'), maxLength: 12 });
    fc.assert(
      fc.property(fc.array(fc.option(any), { minLength: 1, maxLength: 10 }), (all) => {
        expect(written(["t"], [texts(all)], all.length).read).toEqual(all.map((t) => ({ t })));
      }),
    );
    const long = '\ufeff"é\n'.repeat(20_000);
    expect(written(["t"], [texts([long, "after"])], 2).read).toEqual([{ t: long }, { t: "after" }]);
  });

  test("support any column name, and no columns", () => {
    expect(written(["__proto__", 'a"b\n'], [numbers([1]), numbers([2])], 1).text).toBe('{"__proto__":1,"a\\"b\\n":2},');
    expect(written([], [], 2).text).toBe("{},{},");
  });

  test("stay unchanged while more is written", () => {
    const writer = new JsonWriter(["n"]);
    writer.write([numbers([1])], 1);
    const first = writer.detach();
    writer.write([numbers([2, 3])], 2);
    expect([first.toString(), writer.length]).toEqual(['{"n":1},', 16]);
    writer.release(first);
    expect(writer.take().toString()).toBe('{"n":2},{"n":3},');
    expect(writer.take()).toHaveLength(0);
  });
});

test("a range contains the numbers before its end", () => {
  expect([0, 1, 12].map((end) => JSON.parse(rangeJson(end).toString()))).toEqual([
    [],
    [0],
    Array.from({ length: 12 }, (_, i) => i),
  ]);
});
