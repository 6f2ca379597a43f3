import { describe, expect, test } from "vitest";
import { processorMs } from "../testing/processor-time.ts";
import { assertShallow, parseExact, parseLossless, readJson } from "./json-text.ts";

const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);

describe("external JSON", () => {
  test("is parsed", () => {
    expect(readJson('{"a":[1,{"b":null}],"c":"[[[["}')).toEqual({ a: [1, { b: null }], c: "[[[[" });
    expect(readJson(nested(200))).toBeInstanceOf(Array);
  });

  test("is rejected when malformed or nested too deeply", () => {
    expect(() => readJson("{")).toThrow(SyntaxError);
    for (const depth of [202, 5000, 500_000]) expect(() => readJson(nested(depth))).toThrow("nested too deeply");
    expect(() => assertShallow({ wide: Array.from({ length: 100_000 }, () => ({ a: 1 })) })).not.toThrow();
  });
});

test("rejects JSON that would block the server, naming the limit", () => {
  const values = Array.from({ length: 100_000 }, (_, i) => i);
  expect(readJson(JSON.stringify(values))).toEqual(values);
  expect(readJson(JSON.stringify({ text: ",:[{".repeat(200_000) }))).toHaveProperty("text");
  expect(() => readJson(`[${"1,".repeat(1_000_001)}1]`)).toThrow("JSON has more than 1,000,000 values");
  expect(() => readJson(`[${"[],".repeat(100_001)}1]`)).toThrow("JSON has more than 100,000 arrays");
  expect(() => readJson(`{${'"a":1,'.repeat(100_001)}"b":1}`)).toThrow("JSON has more than 100,000 keys");
  expect(() => readJson(`[${`"a",`.repeat(150_001)}1]`)).toThrow("JSON has more than 150,000 strings");
  const keyed = (keys: number) => `{${Array.from({ length: 90_000 }, (_, i) => `"k${i % keys}":1`).join()}}`;
  expect(readJson(keyed(30_000))).toHaveProperty("k29999");
  expect(() => readJson(keyed(30_001))).toThrow("JSON has more than 30,000 different keys");
});

test("circular values are rejected as too deep, quickly", () => {
  const self: unknown[] = [];
  self.push(self, [self], { self });
  const start = processorMs();
  expect(() => assertShallow(self)).toThrow(SyntaxError);
  expect(processorMs() - start).toBeLessThan(1000);
});

describe("lossless JSON", () => {
  test("integers beyond doubles keep their digits, others stay numbers", () => {
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

  test("fractions that a double would round keep their digits for display", () => {
    const text =
      '{"a":123456789012345678.123456789,"b":[0.1234567890123456789,-0.30000000000000004],"c":1.10,"d":1e-7}';
    expect(parseLossless(text)).toEqual({
      a: "123456789012345678.123456789",
      b: ["0.1234567890123456789", -0.30000000000000004],
      c: 1.1,
      d: 1e-7,
    });
    expect(parseLossless('["9.1234567890123456789,", 18446744073709551615]')).toEqual([
      "9.1234567890123456789,",
      "18446744073709551615",
    ]);
  });

  test("digits inside strings are unchanged", () => {
    const text = '{"a":"x:9007199254740993,","b":"[12345678901234567890]"}';
    expect(parseExact(text)).toEqual(JSON.parse(text));
  });

  test("invalid JSON is still an error", () => {
    expect(() => parseExact('{"a":9007199254740993,')).toThrow(SyntaxError);
  });

  test("applies to external JSON too, unless it is nested too deeply", () => {
    expect(readJson("[9007199254740993, 9007199254740991]")).toEqual(["9007199254740993", 9007199254740991]);
    expect(() => readJson(`${"[".repeat(5000)}9007199254740993${"]".repeat(5000)}`)).toThrow("nested too deeply");
  });
});

test("long integers keep their digits, quickly, and nothing else changes", () => {
  const text =
    '{"a": 12345678901234567890, "b": [-98765432109876543210, 1.5e30, 9007199254740991], "c": "1, 12345678901234567890"}';
  expect(readJson(text)).toEqual({
    a: "12345678901234567890",
    b: ["-98765432109876543210", 1.5e30, 9007199254740991],
    c: "1, 12345678901234567890",
  });
  expect(() => readJson("{12345678901234567890: [1, 12345678901234567890]}")).toThrow(SyntaxError);
  const long = `[${"[1],".repeat(90_000)}12345678901234567890]`;
  const started = process.cpuUsage().user;
  expect((readJson(long) as unknown[]).at(-1)).toBe("12345678901234567890");
  expect((process.cpuUsage().user - started) / 1000).toBeLessThan(300);
});
