import { describe, expect, test } from "vitest";
import type { TableColumn } from "../../chart-seam/table-column.ts";
import { type DataRow, GENERIC_TYPE } from "../../model/query-context.ts";
import { arranged, changed, moved, pinnedCount } from "../table/column-state.ts";
import { clausesOf, conditionOf, FilterModel, filterRows } from "./column-filter.ts";

const column = (key: string, type: number): TableColumn => ({ key, label: key, type, format: String });
const COLUMNS = [
  column("city", GENERIC_TYPE.STRING),
  column("n", GENERIC_TYPE.NUMERIC),
  column("day", GENERIC_TYPE.TEMPORAL),
  column("__proto__", GENERIC_TYPE.STRING),
];
const ROWS: readonly DataRow[] = [
  { city: "Bern", n: 3, day: Date.UTC(2026, 0, 1, 23) },
  { city: "Oslo", n: -1, day: "2026-01-02" },
  { city: "", n: null, day: null },
  { city: null, n: 0, day: Date.UTC(2026, 0, 3) },
];

const matchingRows = (model: unknown) =>
  filterRows(ROWS, COLUMNS, FilterModel.parse(model)).map((row) => ROWS.indexOf(row));

test.each([
  [{ city: { filterType: "text", type: "contains", filter: "B" } }, [0]],
  [{ city: { filterType: "text", type: "notContains", filter: "b" } }, [1, 2, 3]],
  [{ city: { filterType: "text", type: "blank" } }, [2, 3]],
  [{ city: { filterType: "set", values: ["Oslo", null] } }, [1, 3]],
  [{ n: { filterType: "number", type: "inRange", filter: -1, filterTo: 0 } }, [1, 3]],
  [{ n: { filterType: "number", type: "notEqual", filter: 0 } }, [0, 1, 2]],
  [{ day: { filterType: "date", type: "equals", dateFrom: "2026-01-01 00:00:00" } }, [0]],
  [{ day: { filterType: "date", type: "greaterThan", dateFrom: "2026-01-01" } }, [1, 3]],
  [
    {
      city: { filterType: "text", type: "startsWith", filter: "o" },
      n: { filterType: "number", type: "lessThan", filter: 0 },
    },
    [1],
  ],
  [{ day: { filterType: "date", type: "notEqual", dateFrom: "2026-01-02" } }, [0, 2, 3]],
  [{ n: { filterType: "number", type: "equals", filter: "none" } }, [0, 1, 2, 3]],
  [
    { city: "nonsense", n: { filterType: "text" }, gone: { filterType: "text", type: "equals", filter: "x" } },
    [0, 1, 2, 3],
  ],
])("filters rows matching %j", (model, expected) => {
  expect(matchingRows(model)).toEqual(expected);
});

test("two conditions are combined with AND or OR", () => {
  const conditions = [
    { filterType: "number", type: "greaterThan", filter: 2 },
    { filterType: "number", type: "equals", filter: 0 },
  ];
  expect(matchingRows({ n: { filterType: "number", operator: "OR", conditions } })).toEqual([0, 3]);
  expect(matchingRows({ n: { filterType: "number", operator: "AND", conditions } })).toEqual([]);
});

describe("in the database", () => {
  test("days are queried from midnight to midnight", () => {
    expect(
      clausesOf({ filterType: "date", type: "inRange", dateFrom: "2026-01-01", dateTo: "2026-01-31" }, "day"),
    ).toEqual([
      { col: "day", op: ">=", val: "2026-01-01" },
      { col: "day", op: "<", val: "2026-02-01" },
    ]);
  });

  test.each([
    [
      { filterType: "number", type: "equals", filter: 0 },
      { filterType: "number", type: "blank" },
      "OR",
      [{ col: "a", op: "ANY OF", any: [[{ op: "==", val: 0 }], [{ op: "IS NULL" }]] }],
    ],
    [
      { filterType: "number", type: "lessThan", filter: 9 },
      { filterType: "number", type: "greaterThan", filter: 1 },
      "AND",
      [
        { col: "a", op: "<", val: 9 },
        { col: "a", op: ">", val: 1 },
      ],
    ],
    [
      { filterType: "date", type: "equals", dateFrom: "2026-01-05" },
      { filterType: "date", type: "lessThan", dateFrom: "2026-01-01" },
      "OR",
      [
        {
          col: "a",
          op: "ANY OF",
          any: [
            [
              { op: ">=", val: "2026-01-05" },
              { op: "<", val: "2026-01-06" },
            ],
            [{ op: "<", val: "2026-01-01" }],
          ],
        },
      ],
    ],
  ] as const)("%j and %j are joined by %s", (first, second, operator, expected) => {
    const conditions = [first, second];
    const model = FilterModel.parse({ a: { filterType: first.filterType, operator, conditions } });
    expect(model.a && clausesOf(model.a, "a")).toEqual(expected);
  });

  test("exclusion keeps rows without a value, as in the browser", () => {
    expect(clausesOf({ filterType: "date", type: "notEqual", dateFrom: "2026-01-31" }, "day")).toEqual([
      {
        ...{ col: "day", op: "ANY OF" },
        any: [[{ op: "<", val: "2026-01-31" }], [{ op: ">=", val: "2026-02-01" }], [{ op: "IS NULL" }]],
      },
    ]);
    expect(clausesOf({ filterType: "text", type: "notContains", filter: "x" }, "a")).toEqual([
      { col: "a", op: "ANY OF", any: [[{ op: "NOT CONTAINS TEXT", val: "x" }], [{ op: "IS NULL" }]] },
    ]);
    const none = clausesOf({ filterType: "set", values: [] }, "a").map(({ op }) => op);
    expect(none).toEqual(["IS NULL", "IS NOT NULL"]);
  });

  test("text search ignores case", () => {
    expect(clausesOf({ filterType: "text", type: "endsWith", filter: "x" }, "a")).toEqual([
      { col: "a", op: "ENDS WITH TEXT", val: "x" },
    ]);
    expect(clausesOf({ filterType: "text", type: "equals", filter: "x" }, "a")).toEqual([
      { col: "a", op: "EQUALS TEXT", val: "x" },
    ]);
    expect(clausesOf({ filterType: "set", values: ["x", null] }, "a")).toEqual([
      { col: "a", op: "IN", val: ["x", null] },
    ]);
  });
});

test.each(["constructor", "toString", "__proto__", "hasOwnProperty", "an unknown type"])(
  "%s isn't a valid condition",
  (type) => {
    const named = { filterType: "text", type, filter: "a" };
    const filter = { filterType: "text", type: "contains", filter: "a" };
    const joined = { filterType: "number", operator: "OR", conditions: [{ filterType: "number", type, filter: 1 }] };
    expect(FilterModel.parse({ named, joined, kept: filter })).toEqual({ kept: filter });
  },
);

test("a condition needs valid bounds", () => {
  expect(conditionOf("number", "inRange", ["1", ""])).toBeNull();
  expect(conditionOf("number", "equals", ["1x", ""])).toBeNull();
  expect(conditionOf("number", "inRange", ["1", "2.5"])).toMatchObject({ filter: 1, filterTo: 2.5 });
  expect(conditionOf("text", "blank", ["", ""])).toEqual({ filterType: "text", type: "blank" });
});

test("columns can be moved, pinned, hidden and restored", () => {
  const keys = (states: Parameters<typeof arranged>[1]) => arranged(COLUMNS, states).map(({ key }) => key);
  const swapped = moved([], COLUMNS, { key: "city", to: "day" });
  expect(keys(swapped)).toEqual(["n", "day", "city", "__proto__"]);
  const pinned = changed(swapped, COLUMNS, { colId: "day", pinned: "left" });
  expect(keys(pinned)).toEqual(["day", "n", "city", "__proto__"]);
  expect(pinnedCount(COLUMNS, pinned)).toBe(1);
  const hidden = changed(pinned, COLUMNS, { colId: "__proto__", hide: true });
  expect(keys(hidden)).toEqual(["day", "n", "city"]);
  expect(arranged([...COLUMNS, column("new", 1)], hidden).map(({ key }) => key)).toEqual(["day", "n", "city", "new"]);
  expect(keys([])).toEqual(COLUMNS.map(({ key }) => key));
});
