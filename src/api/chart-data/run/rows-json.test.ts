import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { FrameColumn } from "../../../query/frame.ts";
import { rowsJson } from "./rows-json.ts";

const textOf = async (...args: Parameters<typeof rowsJson>) => Buffer.concat(await rowsJson(...args)).toString();

const column = (label: string, kind: FrameColumn["kind"], values: FrameColumn["values"]) => ({
  label,
  column: { path: [label], kind, values },
});

describe("rows as JSON", () => {
  test("match JSON.stringify for any text and numbers, in columns of any kind", async () => {
    const cell = fc.oneof(fc.string({ unit: "binary" }), fc.constant(null), fc.boolean(), fc.double());
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(cell, fc.double(), fc.string())), async (rows) => {
        const columns = [
          column(
            'a "key"\n',
            "text",
            rows.map(([value]) => value),
          ),
          column(
            "b",
            "numeric",
            Float64Array.from(rows, ([, value]) => value),
          ),
          column(
            "c",
            "text",
            rows.map(([, , value]) => value),
          ),
        ];
        const expected = rows.map(([a, b, c]) => ({ 'a "key"\n': a, b, c }));
        expect(await textOf(columns, rows.length)).toBe(JSON.stringify(expected).replaceAll(":-0,", ":0,"));
      }),
    );
  });

  test("keep many chunks complete and in order", async () => {
    const values = Float64Array.from({ length: 10_001 }, (_, i) => Math.floor(i / 3));
    const rows = JSON.parse(await textOf([column("n", "numeric", values)], values.length)) as { n: number }[];
    expect(rows.map(({ n }) => n)).toEqual([...values]);
  });

  test("keep numbers of any size, and text that only looks like a number", async () => {
    const values = [2n ** 70n, "12345678901234567.89", "1e5", '1,"x":2', null, Number.NaN];
    expect(await textOf([column("n", "numeric", values)], 6)).toBe(
      '[{"n":1180591620717411303424},{"n":12345678901234567.89},{"n":"1e5"},{"n":"1,\\"x\\":2"},{"n":null},{"n":null}]',
    );
  });

  test("can have no columns, or no rows", async () => {
    expect(await textOf([], 2)).toBe("[{},{}]");
    expect(await textOf([column("n", "numeric", [])], 0)).toBe("[]");
  });
});
