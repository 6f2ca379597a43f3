import { describe, expect, test } from "vitest";
import { definition as table } from "../../chart-types/table/definition.ts";
import { drawChart } from "../../testing/chart.ts";
import { chartTheme } from "../colors/theme.ts";
import { columnsOfResult } from "../table/column.ts";
import { arranged, changed, moved, pinnedCount } from "../table/column-state.ts";
import { toTsv } from "../table/tsv.ts";
import { pinOffsets } from "../table/widths.ts";
import { barOf, lookOf } from "./columns.ts";
import { withComparison } from "./comparison.ts";
import { ownStateOf, queryModeOf, serverPageSize, TableFormData } from "./form-data.ts";
import { type TableDrawing, toneOf } from "./transform.ts";

const theme = chartTheme("light");

describe("the bar in a cell", () => {
  const bar = (value: unknown, min: number, max: number, more = {}) =>
    barOf(value as never, { extent: { min, max }, isAligned: false, isColored: true, ...more }, theme);

  test.each([
    ["half of the largest", 5, 0, 10, { from: 0, to: 0.5 }],
    ["all of it", 10, 2, 10, { from: 0, to: 1 }],
    ["to the left of zero", -5, -5, 5, { from: 0, to: 0.5 }],
    ["of negative values only, to the right end", -10, -10, -5, { from: 0, to: 1 }],
    ["of no value", 0, 0, 0, { from: 0, to: 0 }],
    ["of a long number", "9007199254740993", 0, 18_014_398_509_481_984, { from: 0, to: 0.5 }],
  ])("%s", (_, value, min, max, place) => expect(bar(value, min, max)).toMatchObject(place));

  test("starts on the left when not aligned around zero", () => {
    expect(bar(-5, -10, 4, { isAligned: true })).toMatchObject({ from: 0, to: 0.5 });
    expect(bar(0, 0, 0, { isAligned: true })).toMatchObject({ from: 0, to: 0 });
  });

  test("has another color for negative values, unless the author sets one", () => {
    expect([bar(-1, -1, 1)?.color, bar(1, -1, 1)?.color, bar(-1, -1, 1, { isColored: false })?.color]).toEqual([
      ...[theme.focus, theme.warm, theme.warm],
    ]);
  });

  test("is omitted for non-numeric values", () => {
    for (const value of [null, "", "NaN", true, Number.NaN, Number.POSITIVE_INFINITY])
      expect(bar(value, 0, 1)).toBeUndefined();
  });

  test("is omitted in a column without rules", () => {
    expect(lookOf("n", { rules: [], bar: undefined, theme })).toBeUndefined();
  });
});

describe("a time comparison", () => {
  const compared = (now: unknown, before: unknown) => {
    const [row = {}] = withComparison([{ n: now as never, "n__1 year ago": before as never }], ["n"], "1 year ago");
    return ["Main n", "# n", "△ n", "% n"].map((key) => row[key]);
  };

  test.each([
    [12, 10, [12, 10, 2, 0.2]],
    [-5, -10, [-5, -10, 5, 0.5]],
    [5, -10, [5, -10, 15, 1.5]],
    [0, 10, [0, 10, -10, -1]],
    [5, 0, [5, 0, 5, null]],
    [0, 0, [0, 0, 0, null]],
    [5, null, [5, null, null, null]],
    [null, 5, [null, 5, null, null]],
    ["NaN", 5, ["NaN", 5, null, null]],
  ])("of %j with %j", (now, before, parts) => expect(compared(now, before)).toEqual(parts));

  test("keeps all digits of integer differences beyond double precision", () => {
    expect(compared("9007199254740995", "9007199254740992")[2]).toBe("3");
    expect(compared("9007199254740993", 2)[2]).toBe("9007199254740991");
    expect(compared("9007199254740993", 0.5)[2]).toBeCloseTo(9007199254740992, -1);
  });

  test("keeps the row's other values, and returns null for missing metrics", () => {
    const [row] = withComparison([{ city: "Ulm" }], ["n"], "1 year ago");
    expect(row).toMatchObject({ city: "Ulm", "Main n": null, "% n": null });
  });
});

describe("stored table state", () => {
  test("drops invalid parts", () => {
    const state = ownStateOf({
      ...{ currentPage: -1, pageSize: 0, sortBy: "n", searchText: 7, other: true },
      columnState: [{ colId: "a", pinned: "right", width: -5 }],
    });
    expect(state).toMatchObject({ other: true, columnState: [{ colId: "a", pinned: null, width: null }] });
    expect([state.currentPage, state.pageSize, state.sortBy, state.searchText]).toEqual([...Array(4)]);
    expect(ownStateOf(undefined)).toEqual({});
    expect(ownStateOf({ columnState: [{ hide: true }] }).columnState).toBeUndefined();
  });

  test("has ten rows per page by default", () => {
    const form = (more: object) => TableFormData.parse({ viz_type: "table", datasource: "1__table", ...more });
    expect(serverPageSize(form({}), {})).toBe(10);
    expect(serverPageSize(form({ server_page_length: "" }), {})).toBe(10);
    expect(serverPageSize(form({ server_page_length: "50" }), {})).toBe(50);
    expect(serverPageSize(form({ server_page_length: 50 }), { pageSize: 20 })).toBe(20);
    expect([queryModeOf(form({ all_columns: ["a"] })), queryModeOf(form({}))]).toEqual(["raw", "aggregate"]);
    expect(queryModeOf(form({ all_columns: ["a"], query_mode: "odd", metrics: ["n"] }))).toBe("aggregate");
  });
});

describe("columns arranged by viewers", () => {
  const COLUMNS = columnsOfResult({ data: [{ a: 1, b: 2, c: 3 }] });
  const keys = (states: Parameters<typeof arranged>[1]) => arranged(COLUMNS, states).map(({ key }) => key);

  test("follow the stored order, pinned first, hidden left out, new ones last", () => {
    expect(keys([])).toEqual(["a", "b", "c"]);
    expect(keys([{ colId: "c" }, { colId: "a" }])).toEqual(["c", "a", "b"]);
    expect(keys([{ colId: "c" }, { colId: "a" }, { colId: "b", pinned: "left" }])).toEqual(["b", "c", "a"]);
    expect(keys([{ colId: "b", hide: true }, { colId: "gone" }])).toEqual(["a", "c"]);
    expect(
      pinnedCount(COLUMNS, [
        { colId: "b", pinned: "left" },
        { colId: "gone", pinned: "left" },
      ]),
    ).toBe(1);
  });

  test("move to another column's position in both directions, ignoring unknown columns", () => {
    const order = (key: string, to: string) => moved([], COLUMNS, { key, to }).map(({ colId }) => colId);
    expect([order("a", "c"), order("c", "a")]).toEqual([
      ["b", "c", "a"],
      ["c", "a", "b"],
    ]);
    expect([order("gone", "a"), order("a", "gone")]).toEqual([[], []]);
  });

  test("keep their other settings when one changes", () => {
    const states = changed([{ colId: "b", width: 90 }], COLUMNS, { colId: "b", pinned: "left" });
    expect(states.find(({ colId }) => colId === "b")).toEqual({ colId: "b", width: 90, pinned: "left" });
    expect(states).toHaveLength(3);
  });

  test("leave most of the table to unpinned columns", () => {
    expect(pinOffsets([100, 100], { start: 20, available: 1000 })).toEqual([20, 120]);
    expect(pinOffsets([300, 300, 300], { start: 0, available: 1000 })).toEqual([0, 300]);
    expect(pinOffsets([900], { start: 0, available: 1000 })).toEqual([]);
  });
});

describe("a table with unusual data", () => {
  const drawn = (rows: readonly Record<string, unknown>[], form = {}, options = {}) => {
    const { drawing } = drawChart(table, { groupby: ["city"], metrics: ["n"], ...form }, rows, options);
    return { ...drawing, props: drawing.props as TableDrawing };
  };
  const textsOf = ({ props }: ReturnType<typeof drawn>, key: string) => {
    const column = props.columns.find((one) => one.key === key);
    return props.rows.map((row) => (row[key] === null ? null : column?.format(row[key] ?? null, row)));
  };

  test("is empty without rows", () => {
    expect(drawn([]).isEmpty).toBe(true);
  });

  test("distinguishes very large, very small and missing numbers", () => {
    const rows = [1e15, -1e15, 0.000012, null, 0].map((n, i) => ({ city: `c${i}`, n }));
    expect(textsOf(drawn(rows), "n")).toEqual([
      "1,000,000,000,000,000.00",
      "-1,000,000,000,000,000.00",
      "0.000012",
      null,
      "0.00",
    ]);
  });

  test("keeps names in any script unchanged", () => {
    const names = ["שלום", "👩‍👩‍👧‍👦", "x".repeat(3000), "<b>bold</b>", "  ", "\ttab"];
    expect(textsOf(drawn(names.map((city) => ({ city, n: 1 }))), "city")).toEqual(names);
  });

  test("formats dates before 1970, and shows invalid ones unchanged", () => {
    const rows = [
      { day: Date.UTC(1969, 6, 20, 20, 17), n: 1 },
      { day: 9e15, n: 1 },
      { day: "never", n: 1 },
    ];
    const texts = textsOf(drawn(rows, { groupby: ["day"], time_grain_sqla: null }, { types: { day: 2, n: 0 } }), "day");
    expect(texts).toEqual(["1969-07-20 20:17:00", "9000000000000000", "never"]);
  });

  test("names the first few of 200 columns and counts the rest in the summary", () => {
    const row = Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`column ${i}`, i]));
    const { summary } = drawn([row], { query_mode: "raw", all_columns: Object.keys(row), groupby: [], metrics: [] });
    expect(summary).toMatch(/^Table of 1 row: column 0, .*column 5 and 194 more\.$/);
  });

  test("hides columns and shows custom labels as configured", () => {
    const { props } = drawn([{ city: "Ulm", n: 1 }], {
      column_config: { city: { visible: false }, n: { customColumnName: "Count" } },
    });
    expect(props.columns.map(({ label }) => label)).toEqual(["Count"]);
    expect(props.label).toBe("n by city");
  });

  test("highlights rows that match the whole selection", () => {
    const selected = {
      clauses: [
        { column: "city", values: ["Ulm", null] },
        { column: "n", values: [1] },
      ],
      label: "",
    };
    const tone = (row: Record<string, never>) => toneOf(row, selected);
    expect([
      tone({ city: "Ulm", n: 1 } as never),
      tone({ city: null, n: 1 } as never),
      tone({ city: "Ulm", n: 2 } as never),
    ]).toEqual([...["selected", "selected", "muted"]]);
    expect(toneOf({ city: "Ulm" }, { clauses: [], label: "" })).toBeUndefined();
    expect(toneOf({ city: "Ulm" }, null)).toBeUndefined();
  });
});

test("copies only existing rows, missing values as empty", () => {
  const rows = [
    { a: "x", b: null },
    { a: "line\nbreak", b: 0 },
  ];
  const columns = columnsOfResult({ data: rows, colnames: ["a", "b"], coltypes: [1, 0] });
  const copied = toTsv(rows, columns, { from: { row: 0, column: 0 }, to: { row: 9, column: 9 } });
  expect(copied).toBe('x\t\n"line\nbreak"\t0');
  expect(toTsv([], columns, { from: { row: -1, column: 1 }, to: { row: 0, column: 1 } })).toBe("b");
});
