import fc from "fast-check";
import { RISON } from "rison2";
import { describe, expect, test } from "vitest";
import { TesseraError } from "../../model/errors.ts";
import { parseRison } from "./rison.ts";

describe("parseRison", () => {
  test("reads rison", () => {
    expect(
      parseRison(
        "(filters:!((col:slice_name,opr:chart_all_text,value:'a b')),order_column:changed_on,order_direction:desc,page:0,page_size:25)",
      ),
    ).toEqual({
      filters: [{ col: "slice_name", opr: "chart_all_text", value: "a b" }],
      order_column: "changed_on",
      order_direction: "desc",
      page: 0,
      page_size: 25,
    });
    expect(parseRison("!(1,2,-3)")).toEqual([1, 2, -3]);
    expect(parseRison("(a:!t,b:!f,c:!n,d:1.5e3,e:'it!'s !!')")).toEqual({
      a: true,
      b: false,
      c: null,
      d: 1500,
      e: "it's !",
    });
    expect(parseRison("'Last week'")).toBe("Last week");
    expect(parseRison("(columns:!(changed_by.first_name))")).toEqual({ columns: ["changed_by.first_name"] });
  });

  test("falls back to JSON", () => {
    expect(parseRison('{"page":1,"columns":["a"]}')).toEqual({ page: 1, columns: ["a"] });
    expect(parseRison("[1,2]")).toEqual([1, 2]);
  });

  test.each(["(a:b", "garbage(", "(a:1)x", '{"a":', "!x", "(__proto__:(x:1))", '{"__proto__":{"x":1}}', "a b"])(
    "rejects %s",
    (text) => {
      const error = failureOf(text);
      expect(error.status).toBe(400);
      expect(error.body).toEqual({ message: "Not a valid rison/json argument" });
    },
  );

  test("rejects deep and long input without parsing", () => {
    for (const text of ["!(".repeat(100_000), "(a:".repeat(80), "[".repeat(5000), `'${"a".repeat(70_000)}'`]) {
      expect(failureOf(text).status).toBe(400);
    }
  });

  test("round-trips any JSON value", () => {
    const value = fc.jsonValue({ maxDepth: 4 }).filter((v) => !JSON.stringify(v).includes("__proto__"));
    fc.assert(
      fc.property(value, (original) => {
        const sent = JSON.parse(JSON.stringify(original));
        expect(parseRison(RISON.stringify(sent))).toEqual(sent);
      }),
    );
  });

  test("parses or rejects any text", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        try {
          parseRison(text);
        } catch (error) {
          expect(error).toBeInstanceOf(TesseraError);
        }
      }),
    );
  });
});

function failureOf(text: string): TesseraError {
  try {
    parseRison(text);
  } catch (error) {
    if (error instanceof TesseraError) return error;
    throw error;
  }
  throw new Error("was not refused");
}
