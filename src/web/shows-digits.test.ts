import { describe, expect, test } from "vitest";
import { parseExact, showsDigits } from "./exact-json.ts";

describe("JSON read digit by digit", () => {
  test("integers that a double cannot hold keep their digits, all others stay numbers", () => {
    const text =
      '{"a":9007199254740993,"b":[-12345678901234567890, 9007199254740991],"c":1e300,"d":1.5,"e":"9007199254740993"}';
    expect(parseExact(text)).toEqual({
      a: "9007199254740993",
      b: ["-12345678901234567890", 9007199254740991],
      c: 1e300,
      d: 1.5,
      e: "9007199254740993",
    });
  });

  test("digits inside texts are left alone", () => {
    const text = '{"a":"x:9007199254740993,","b":"[12345678901234567890]"}';
    expect(parseExact(text)).toEqual(JSON.parse(text));
  });

  test("what is no JSON is still an error", () => {
    expect(() => parseExact('{"a":9007199254740993,')).toThrow(SyntaxError);
  });

  test("tables and whole rows show digits, charts measure", () => {
    const datasource = { id: 1, type: "table" } as const;
    expect(showsDigits({ datasource, queries: [], form_data: { viz_type: "table" } })).toBe(true);
    expect(showsDigits({ datasource, queries: [], result_type: "samples" })).toBe(true);
    expect(showsDigits({ datasource, queries: [], form_data: { viz_type: "pie" } })).toBe(false);
  });
});
