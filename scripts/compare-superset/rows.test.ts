import { expect, test } from "vitest";
import { compareResults } from "./rows.ts";

const result = (...data: Record<string, unknown>[]) => ({ data });
const kindOf = (there: object[], here: object[], query = {}) =>
  compareResults(result(...(there as never[])), result(...(here as never[])), query).kind;

test("compares rows in any order, with numbers to nine digits", () => {
  const rows = [
    { a: "x", n: 0.1 + 0.2 },
    { a: null, n: 1 },
  ];
  expect(kindOf(rows, [{ n: 1 }, { a: "x", n: 0.3 }])).toBe("same");
  expect(kindOf(rows, [{ n: 1 }, { a: "x", n: 0.31 }])).toBe("different");
  expect(kindOf(rows, [{ n: 1 }])).toBe("different");
  expect(kindOf([{ a: 1 }, { a: 1 }], [{ a: 1 }])).toBe("different");
  expect(kindOf([{ a: 1 }], [{ b: 1 }])).toBe("different");
});

test("accepts different last rows with equal values when the row limit cuts the result", () => {
  const there = [
    { a: "x", n: 9 },
    { a: "y", n: 5 },
  ];
  const query = { row_limit: 2, orderby: [["n", false] as [unknown, boolean]] };
  expect(
    kindOf(
      there,
      [
        { a: "x", n: 9 },
        { a: "z", n: 5 },
      ],
      query,
    ),
  ).toBe("tie");
  expect(
    kindOf(
      there,
      [
        { a: "x", n: 9 },
        { a: "z", n: 4 },
      ],
      query,
    ),
  ).toBe("different");
  expect(
    kindOf(
      there,
      [
        { a: "z", n: 9 },
        { a: "y", n: 5 },
      ],
      query,
    ),
  ).toBe("different");
  expect(
    kindOf(
      there,
      [
        { a: "x", n: 9 },
        { a: "z", n: 5 },
      ],
      { ...query, row_limit: 3 },
    ),
  ).toBe("different");
  expect(
    kindOf(
      there,
      [
        { a: "x", n: 9 },
        { a: "z", n: 5 },
      ],
      { row_limit: "2" },
    ),
  ).toBe("tie");
  const label = { expressionType: "SQL", sqlExpression: "count(*)", label: "n" };
  expect(
    kindOf(
      there,
      [
        { a: "x", n: 9 },
        { a: "z", n: 5 },
      ],
      { ...query, orderby: [[label, false]] },
    ),
  ).toBe("tie");
});

test("ignores the name and order of legacy time columns, histogram bins and outliers", () => {
  expect(kindOf([{ __timestamp: 1, n: 2 }], [{ day: 1, n: 2 }])).toBe("same");
  expect(kindOf([{ "6.0 - 60.599999999999994": 2 }], [{ "6 - 60.6": 2 }])).toBe("same");
  expect(kindOf([{ outliers: [3, 1, 2] }], [{ outliers: [1, 2, 3] }])).toBe("same");
  expect(kindOf([{ outliers: [3, 1, 2] }], [{ outliers: [1, 2, 4] }])).toBe("different");
});

test("lists rows without a time in time-series charts as a known difference", () => {
  expect(kindOf([{ __timestamp: 1 }, { __timestamp: null }], [{ day: 1 }])).toBe("listed");
  expect(kindOf([{ __timestamp: 1 }, { __timestamp: 2 }], [{ day: 1 }])).toBe("different");
});
