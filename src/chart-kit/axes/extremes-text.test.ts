import { expect, test } from "vitest";
import { endsText, rangeText } from "./extremes-text.ts";

const textOf = (values: readonly number[]) =>
  endsText(
    values.map((value, i) => ({ name: "abc".charAt(i), value })),
    { valueIn: ({ value }) => value, say: ({ name, value }) => `${name} (${value})`, write: String },
  );

test("names the highest and lowest value, or says that all are equal", () => {
  expect(textOf([7, 9, 2])).toBe("highest b (9), lowest c (2)");
  expect(textOf([7, 7, 7])).toBe("all equal to 7");
  expect(textOf([7])).toBe("a (7)");
  expect(textOf([])).toBe("no values");
});

test("writes equal values as one value, not as a range", () => {
  expect(rangeText([4, 2], String)).toBe("from 2 to 4");
  expect(rangeText([4, 4], String)).toBe("all equal to 4");
  expect(rangeText([4], String)).toBe("4");
});
