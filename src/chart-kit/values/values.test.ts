import { describe, expect, test } from "vitest";
import type { TransformInput } from "../../chart-seam/chart-type.ts";
import { Dataset } from "../../model/dataset.ts";
import { LabelColors } from "../colors/label-colors.ts";
import { chartTheme } from "../colors/theme.ts";
import { isInSelection, labelOf, selectionOf } from "../selection.ts";
import { warningOf } from "../warning.ts";
import { dimensionsOf, extremes, largest, measureOf, numberIn } from "./measure.ts";
import { markOf, namedValues } from "./named-values.ts";

const theme = chartTheme("light");
const dataset = Dataset.parse({
  id: 1,
  table_name: "sales",
  columns: [{ column_name: "city" }],
  metrics: [
    {
      metric_name: "revenue",
      expression: "SUM(r)",
      d3format: ",.1f",
      currency: { symbol: "EUR", symbolPosition: "suffix" },
    },
    { metric_name: "share", expression: "AVG(s)", d3format: ".1%" },
  ],
  verbose_map: { revenue: "Revenue", city: "City" },
});

function inputOf(rows: readonly Record<string, unknown>[], more: Partial<TransformInput> = {}): TransformInput {
  const colnames = Object.keys(rows[0] ?? {});
  return {
    formData: { viz_type: "x" },
    results: [{ data: [...rows], colnames, coltypes: colnames.map((name) => (name === "day" ? 2 : 1)) }],
    theme,
    colorOf: new LabelColors().chart(1),
    rampOf: () => [],
    width: 400,
    height: 300,
    ...more,
  } as TransformInput;
}

describe("a metric", () => {
  const at = (more: Partial<TransformInput> = {}) => inputOf([], { dataset, ...more });

  test("is formatted as the dataset says, under its verbose name", () => {
    const revenue = measureOf("revenue", at());
    expect([revenue.key, revenue.label]).toEqual(["revenue", "Revenue"]);
    expect(revenue.full(1234.56)).toBe("1,234.6 €");
    expect(measureOf("share", at()).full(0.256)).toBe("25.6%");
  });

  test("prefers the author's format and currency, except for the adaptive format", () => {
    expect(measureOf("share", at(), { format: ".3f" }).full(0.256)).toBe("0.256");
    expect(measureOf("share", at(), { format: "SMART_NUMBER" }).full(0.256)).toBe("25.6%");
    expect(measureOf("revenue", at(), { currency: { symbol: "USD" } }).full(5)).toBe("$ 5.0");
    expect(measureOf("revenue", at(), { currency: { symbol: "" } }).full(5)).toBe("5.0 €");
  });

  test("uses the currency of the data, or none if there are several", () => {
    const currency = { symbol: "AUTO", symbolPosition: "prefix" };
    const written = (detected_currency: string | null) =>
      measureOf("n", { results: [{ data: [], detected_currency }] }, { currency }).full(5);
    expect([written("GBP"), written(null)]).toEqual(["£ 5.00", "5"]);
  });

  test("formats plain numbers without a dataset and a name", () => {
    const none = measureOf(null, { results: [] });
    expect([none.key, none.label, none.short(12_345), none.full(12_345)]).toEqual(["", "", "12.3k", "12,345"]);
  });
});

describe("the number in a cell", () => {
  test.each([
    [5, 5],
    ["5.5", 5.5],
    ["-1e3", -1000],
    [0, 0],
    [true, 1],
    [null, null],
    [undefined, null],
    ["", null],
    ["NaN", null],
    ["Infinity", null],
    ["five", null],
    [Number.NaN, null],
  ])("%j is %s", (value, number) => expect(numberIn({ n: value }, "n")).toBe(number));
});

describe("dimension names", () => {
  const rows = [{ city: "Ulm", day: Date.UTC(1969, 6, 20), part: null }];

  test("are text and formatted times, joined per row", () => {
    const dims = dimensionsOf(["city", "day", "part"], inputOf(rows, { dataset }), { dateFormat: "%d.%m.%Y" });
    expect(dims.nameOf(rows[0] ?? {})).toBe("Ulm, 20.07.1969, <NULL>");
    expect(dims.labels).toEqual(["City", "day", "part"]);
    expect(dims.valuesOf(rows[0] ?? {})).toEqual(["Ulm", Date.UTC(1969, 6, 20), null]);
  });

  test("parse times stored as text, and keep other text", () => {
    const dims = dimensionsOf(["day"], inputOf(rows), { dateFormat: "%Y" });
    expect(["1969-07-20", "some day", null].map((value) => dims.textOf(value, 0))).toEqual([
      "1969",
      "some day",
      "<NULL>",
    ]);
  });

  test("are empty without dimensions, and <NULL> for a missing column", () => {
    expect(dimensionsOf([], inputOf(rows)).nameOf(rows[0] ?? {})).toBe("");
    expect(dimensionsOf(["gone"], inputOf(rows)).nameOf(rows[0] ?? {})).toBe("<NULL>");
  });
});

describe("value labels", () => {
  test.each([
    [null, "<NULL>"],
    [undefined, "<NULL>"],
    ["", "<empty string>"],
    [0, "0"],
    [0.1 + 0.2, "0.3"],
    [1e21, "1e+21"],
    [false, "false"],
    ["two\r\nlines", "two lines"],
    ["  padded  ", "  padded  "],
    ["😀 שלום", "😀 שלום"],
  ])("%j reads %s", (value, text) => expect(labelOf(value)).toBe(text));

  test("text that looks like the null label gets its own label", () => {
    expect(labelOf("<NULL>")).not.toBe(labelOf(null));
    expect(labelOf("<empty string>")).not.toBe(labelOf(""));
  });
});

describe("the largest marks", () => {
  const marks = [3, -1, 3, 7, 0].map((value, at) => ({ value, at }));

  test("are sorted by size, ties in their order, up to the limit", () => {
    expect(largest(marks, 3).map(({ at }) => at)).toEqual([3, 0, 2]);
    expect(largest(marks, 2).map(({ at }) => at)).toEqual([3, 0]);
    expect(largest(marks, 99).map(({ value }) => value)).toEqual([7, 3, 3, 0, -1]);
    expect(largest([], 3)).toEqual([]);
  });

  test("extremes are the first of equal marks, and undefined without marks", () => {
    expect(extremes(marks, ({ value }) => value)).toEqual({ low: marks[1], high: marks[3] });
    expect(extremes([], () => 0)).toBeUndefined();
  });
});

describe("marks of rows", () => {
  const rows = [
    { city: "Ulm", n: 5 },
    { city: "Bonn", n: null },
    { city: null, n: "7" },
    { city: "Köln", n: "NaN" },
    { city: "", n: -2 },
  ];
  const marksOf = (more: Partial<TransformInput> = {}, drawnOf?: (marks: readonly { value: number }[]) => never[]) => {
    const input = inputOf(rows, more);
    const dims = dimensionsOf(["city"], input);
    return {
      dims,
      marks: namedValues(input, { dims, measure: measureOf("n", input), ...(drawnOf ? { drawnOf } : {}) }),
    };
  };

  test("are made for rows with a number, in order, each in a different color", () => {
    const { marks } = marksOf();
    expect(marks.map(({ name, value }) => [name, value])).toEqual([
      ["Ulm", 5],
      ["<NULL>", 7],
      ["<empty string>", -2],
    ]);
    expect(new Set(marks.map(({ color }) => color)).size).toBe(3);
  });

  test("have no label color unless drawn", () => {
    const { marks } = marksOf({}, (all) => all.slice(0, 1) as never[]);
    expect(marks.map(({ color }) => color !== "")).toEqual([true, false, false]);
  });

  test("are named by the metric if there is no dimension", () => {
    const input = inputOf([{ n: 5 }]);
    const dims = dimensionsOf([], input);
    expect(namedValues(input, { dims, measure: measureOf("n", input) })[0]?.name).toBe("n");
  });

  test("are muted unless selected", () => {
    const selected = { clauses: [{ column: "city", values: [null] }], label: "" };
    const { marks, dims } = marksOf({ selected });
    expect(marks.map(({ isSelected, isFocus }) => [isSelected, isFocus])).toEqual([
      [false, false],
      [true, true],
      [false, false],
    ]);
    expect(marks[0]?.color).toBe(theme.muted);
    expect(markOf(marks[1], dims, ({ name }) => name)).toEqual({
      text: "<NULL>",
      selection: { clauses: [{ column: "city", values: [null] }], label: "<NULL>" },
      isSelected: true,
    });
    expect(markOf(undefined, dims, () => "")).toBeNull();
  });
});

describe("a cross-filter selection", () => {
  const columns = ["city", { expressionType: "SQL", sqlExpression: "YEAR(d)", label: "year" } as const];

  test("has a clause for a dimension without a value", () => {
    expect(selectionOf(columns, ["Ulm"])?.clauses.map(({ values }) => values)).toEqual([["Ulm"], [null]]);
  });

  test("matches after numbers became text in a URL", () => {
    const selection = { clauses: [{ column: columns[1] ?? "", values: ["2001"] }], label: "" };
    expect(isInSelection(selection, columns, ["Ulm", 2001])).toBe(true);
    expect(isInSelection(selection, columns, ["Ulm", 2002])).toBe(false);
    expect(isInSelection(selection, columns, ["Ulm", null])).toBe(false);
  });

  test("on other columns selects nothing", () => {
    expect(isInSelection({ clauses: [{ column: "country", values: ["DE"] }], label: "" }, columns, ["Ulm", 1])).toBe(
      false,
    );
    expect(isInSelection({ clauses: [], label: "" }, columns, ["Ulm", 1])).toBe(false);
  });
});

test("joins warnings", () => {
  expect(warningOf(["One", false, undefined, "", "Two"])).toEqual({ warning: "One. Two" });
  expect(warningOf([false, undefined])).toEqual({});
});
