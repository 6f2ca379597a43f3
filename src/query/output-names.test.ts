import fc from "fast-check";
import { expect, test } from "vitest";
import { defaultDialect } from "./dialect.ts";
import { outputNames } from "./output-names.ts";

const short = { ...defaultDialect, maxLabelLength: 63 };

test("uses labels as column names if the engine can store them", () => {
  const labels = ["a", "Sum of x", "SUM(x)", 'say "hi"', "ä", "a--b", "x".repeat(63)];
  expect(outputNames(short, labels)).toEqual(labels);
});

test("hashes labels that exceed the engine's limit in bytes", () => {
  const [whole, cut, other] = outputNames(short, ["é".repeat(31), "é".repeat(32), "é".repeat(33)]);
  expect(whole).toBe("é".repeat(31));
  expect(cut).toMatch(/^[0-9a-f]{16}$/);
  expect(other).not.toBe(cut);
  expect(outputNames(defaultDialect, ["x".repeat(1001)])[0]).toHaveLength(16);
});

test("gives each label a unique name of valid length, ignoring case", () => {
  const label = fc.string({ unit: fc.constantFrom("a", "A", "ß", "\0", " ", "\n", "💥", "é"), maxLength: 70 });
  fc.assert(
    fc.property(fc.uniqueArray(label, { maxLength: 12 }), (labels) => {
      const names = outputNames(short, labels);
      expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(labels.length);
      for (const name of names) {
        expect(Buffer.byteLength(name)).toBeGreaterThan(0);
        expect(Buffer.byteLength(name)).toBeLessThanOrEqual(63);
        expect(name).not.toMatch(/[\0\n]|\s$/);
      }
    }),
  );
});
