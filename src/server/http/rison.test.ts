import fc from "fast-check";
import { RISON } from "rison2";
import { describe, expect, test } from "vitest";
import { TesseraError } from "../../model/errors.ts";
import { parseRison } from "./rison.ts";

describe("parseRison", () => {
  test("reads what clients of the wire send", () => {
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

  test("reads JSON where it is no rison", () => {
    expect(parseRison('{"page":1,"columns":["a"]}')).toEqual({ page: 1, columns: ["a"] });
    expect(parseRison("[1,2]")).toEqual([1, 2]);
  });

  test.each(["(a:b", "garbage(", "(a:1)x", '{"a":', "!x", "(__proto__:(x:1))", '{"__proto__":{"x":1}}', "a b"])(
    "refuses %s",
    (text) => {
      const error = failureOf(text);
      expect(error.status).toBe(400);
      expect(error.body).toEqual({ message: "Not a valid rison/json argument" });
    },
  );

  test("refuses deep and long texts without reading them", () => {
    for (const text of ["!(".repeat(100_000), "(a:".repeat(80), "[".repeat(5000), `'${"a".repeat(70_000)}'`]) {
      expect(failureOf(text).status).toBe(400);
    }
  });

  test("any JSON value survives the way through rison", () => {
    const value = fc.jsonValue({ maxDepth: 4 }).filter((v) => !JSON.stringify(v).includes("__proto__"));
    fc.assert(
      fc.property(value, (given) => {
        const sent = JSON.parse(JSON.stringify(given));
        expect(parseRison(RISON.stringify(sent))).toEqual(sent);
      }),
    );
  });

  test("any text either parses or is refused, never anything else", () => {
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
