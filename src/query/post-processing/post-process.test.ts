import { describe, expect, test } from "vitest";
import type { PostProcessing } from "../../model/query-context.ts";
import { type Frame, frameOf, labelOf, type NamedColumn } from "../frame.ts";
import { postProcess } from "./post-process.ts";

const day = (text: string) => Date.parse(`${text}T00:00:00Z`);

function frame(columns: Record<string, unknown[]>): Frame {
  const named = Object.entries(columns).map(([name, values]): NamedColumn => {
    const sample = values.find((value) => value !== null);
    const kind =
      name === "at"
        ? "temporal"
        : typeof sample === "number"
          ? "numeric"
          : typeof sample === "boolean"
            ? "boolean"
            : "text";
    return { name, kind, values };
  });
  return frameOf(named, Object.values(columns)[0]?.length ?? 0);
}

function run(input: Frame, ...steps: PostProcessing[]): Record<string, unknown[]> {
  const result = postProcess(input, steps);
  return Object.fromEntries(result.columns.map((column) => [labelOf(column), Array.from(column.values)]));
}

const step = (operation: string, options: Record<string, unknown> = {}): PostProcessing => ({ operation, options });
const sum = { operator: "sum" };

const sales = frame({
  at: ["2020-01-01", "2020-01-01", "2020-02-01", "2020-02-01", "2020-03-01"].map(day),
  city: ["Ulm", "Bonn", "Ulm", "Bonn", "Ulm"],
  amount: [1, 2, 3, 4, 5],
  items: [10, 20, 30, 40, 50],
});

describe("pivot and flatten", () => {
  test("spread values into columns, sorted, with the index as first column", () => {
    const result = run(
      sales,
      step("pivot", { index: ["at"], columns: ["city"], aggregates: { amount: sum } }),
      step("flatten"),
    );
    expect(Object.keys(result)).toEqual(["at", "amount, Bonn", "amount, Ulm"]);
    expect(result["amount, Bonn"]).toEqual([2, 4, null]);
    expect(result["amount, Ulm"]).toEqual([1, 3, 5]);
    expect(result.at).toEqual(["2020-01-01", "2020-02-01", "2020-03-01"].map(day));
  });

  test("sort metrics by name, fill missing values, and put values first on request", () => {
    const options = { index: ["at"], columns: ["city"], aggregates: { items: sum, amount: sum }, metric_fill_value: 0 };
    expect(Object.keys(run(sales, step("pivot", options), step("flatten")))).toEqual([
      "at",
      "amount, Bonn",
      "amount, Ulm",
      "items, Bonn",
      "items, Ulm",
    ]);
    const combined = run(sales, step("pivot", { ...options, combine_value_with_metric: true }), step("flatten"));
    expect(Object.keys(combined)).toEqual(["at", "Bonn, amount", "Bonn, items", "Ulm, amount", "Ulm, items"]);
    expect(combined["Bonn, amount"]).toEqual([2, 4, 0]);
  });

  test("name missing values, drop rows without an index, and aggregate several rows per cell", () => {
    const input = frame({
      at: [day("2020-01-01"), day("2020-01-01"), null],
      city: [null, null, "Ulm"],
      amount: [1, 3, 9],
    });
    const options = { index: ["at"], columns: ["city"], aggregates: { amount: { operator: "mean" } } };
    expect(run(input, step("pivot", options), step("flatten"))).toEqual({
      at: [day("2020-01-01")],
      "amount, <NULL>": [2],
    });
  });

  test("keep rows and columns without values, and missing keys, on request", () => {
    const input = frame({ kind: ["a", "b", null], city: ["x", "y", "x"], amount: [1, null, 3] });
    const options = { index: ["kind"], columns: ["city"], aggregates: { amount: { operator: "mean" } } };
    const pivoted = (more: object) => run(input, step("pivot", { ...options, ...more }), step("flatten"));
    expect(pivoted({})).toEqual({ kind: ["a"], "amount, x": [1] });
    expect(pivoted({ metric_fill_value: 0 })).toEqual({ kind: ["a"], "amount, x": [1] });
    expect(pivoted({ drop_missing_columns: false })).toEqual({
      kind: ["a", "b", null],
      "amount, x": [1, null, 3],
      "amount, y": [null, null, null],
    });
    expect(pivoted({ keep_missing_index: true })).toEqual({ kind: ["a", null], "amount, x": [1, 3] });
  });

  test("give 0 as the sum of no values and 1 as the product, and count rows", () => {
    const input = frame({ kind: ["a", "a"], city: ["x", "y"], amount: [null, null] });
    const pivoted = (operator: string) =>
      run(input, step("pivot", { index: ["kind"], aggregates: { amount: { operator } } })).amount;
    expect(["sum", "prod", "count", "max"].map(pivoted)).toEqual([[0], [1], [2], undefined]);
  });

  test("keep aggregates in the requested order", () => {
    const input = frame({ kind: ["a", "a"], b: [1, 2], c: [3, 4] });
    const aggregates = { z: { column: "c", operator: "sum" }, b: { operator: "max" } };
    const { columns } = postProcess(input, [step("aggregate", { groupby: ["kind"], aggregates })]);
    expect(columns.map(({ path }) => path[0])).toEqual(["kind", "z", "b"]);
  });

  test("keep missing times without drop_missing_columns, but not with keep_missing_index", () => {
    const input = frame({ at: [day("2020-01-01"), null], amount: [1, 2] });
    const pivoted = (more: object) =>
      run(input, step("pivot", { index: ["at"], aggregates: { amount: sum }, drop_missing_columns: false, ...more }));
    expect(pivoted({}).amount).toEqual([1, 2]);
    expect(pivoted({ keep_missing_index: true }).amount).toEqual([1]);
  });

  test("escape commas within values, so that labels can be split again", () => {
    const input = frame({ at: [day("2020-01-01")], city: ["Paris, France"], amount: [1] });
    const options = { index: ["at"], columns: ["city"], aggregates: { amount: sum } };
    expect(Object.keys(run(input, step("pivot", options), step("flatten")))).toEqual(["at", "amount, Paris\\, France"]);
  });

  test("escape commas also if only one level is left, but not in labels that never had levels", () => {
    const input = frame({ at: [day("2020-01-01")], city: ["Paris, France"], "a, b": [1] });
    const options = { index: ["at"], columns: ["city"], aggregates: { "a, b": sum } };
    const alone = { columns: { "a, b": null }, level: 0 };
    const named = ["at", "Paris\\, France"];
    expect(Object.keys(run(input, step("pivot", options), step("rename", alone), step("flatten")))).toEqual(named);
    expect(Object.keys(run(input, step("pivot", options), step("flatten", { drop_levels: [0] })))).toEqual(named);
    expect(Object.keys(run(input, step("pivot", { ...options, columns: [] }), step("flatten")))).toEqual([
      "at",
      "a, b",
    ]);
  });

  test("sort numbers and booleans by value, with missing ones last", () => {
    const at = Array(5).fill(day("2020-01-01"));
    const input = frame({ at, n: [10, null, 9, -1, 2], ok: [true, null, false, true, null], amount: [1, 1, 1, 1, 1] });
    const labels = (columns: string[], more: object = {}) => {
      const options = { index: ["at"], columns, aggregates: { amount: sum }, ...more };
      return Object.keys(run(input, step("pivot", options)));
    };
    expect(labels(["n"])).toEqual(["-1", "2", "9", "10", "<NULL>"].map((n) => `amount, ${n}`));
    expect(labels(["ok"])).toEqual(["False", "True", "<NULL>"].map((ok) => `amount, ${ok}`));
    const firstAndMargins = { combine_value_with_metric: true, marginal_distributions: true };
    expect(labels(["n"], firstAndMargins)).toEqual(["-1", "2", "9", "10", "<NULL>", "All"].map((n) => `${n}, amount`));
  });

  test("write dates and booleans of series as text", () => {
    const input = frame({ n: [1, 1], at: [day("2020-01-01"), day("2020-01-02")], ok: [true, false], amount: [1, 2] });
    const options = { index: ["n"], columns: ["at", "ok"], aggregates: { amount: sum } };
    expect(Object.keys(run(input, step("pivot", options)))).toEqual([
      "amount, 2020-01-01 00:00:00, True",
      "amount, 2020-01-02 00:00:00, False",
    ]);
  });

  test("add margins", () => {
    const options = { index: ["at"], columns: ["city"], aggregates: { amount: sum }, marginal_distributions: true };
    const result = run(sales, step("pivot", options));
    expect(result["amount, All"]).toEqual([3, 7, 5, 15]);
    expect(result["amount, Ulm"]).toEqual([1, 3, 5, 9]);
  });

  test.each([
    [{ index: [], aggregates: { amount: sum } }, "Pivot operation requires at least one index"],
    [{ index: ["at"], aggregates: {} }, "Pivot operation must include at least one aggregate"],
    [{ index: ["nope"], aggregates: { amount: sum } }, "Referenced columns not available in DataFrame."],
    [
      { index: ["at"], aggregates: { total: { column: "nope", operator: "sum" } } },
      "Column referenced by aggregate is undefined: nope",
    ],
    [{ index: ["at"], aggregates: { amount: { operator: "guess" } } }, "Unknown aggregate: guess"],
    [{ aggregates: { amount: sum } }, "Invalid options for pivot: index"],
  ])("reject %o", (options, message) => {
    expect(() => run(sales, step("pivot", options))).toThrow(message);
  });
});

describe("rename, select and sort", () => {
  test("rename or drop one level of a pivoted frame", () => {
    const pivoted = step("pivot", { index: ["at"], columns: ["city"], aggregates: { amount: sum } });
    expect(
      Object.keys(
        run(sales, pivoted, step("rename", { columns: { amount: null }, level: 0, inplace: true }), step("flatten")),
      ),
    ).toEqual(["at", "Bonn", "Ulm"]);
    expect(Object.keys(run(sales, step("rename", { columns: { amount: "total" } })))).toContain("total");
    expect(() => run(sales, step("rename", { columns: { amount: "items" } }))).toThrow("Label already exists");
    expect(() => run(sales, step("rename", { columns: { nope: "x" } }))).toThrow("Referenced columns not available");
  });

  test("select keeps, drops and renames columns", () => {
    expect(Object.keys(run(sales, step("select", { columns: ["items", "city"], rename: { city: "place" } })))).toEqual([
      "items",
      "place",
    ]);
    expect(Object.keys(run(sales, step("select", { exclude: ["at", "items"] })))).toEqual(["city", "amount"]);
    expect(run(sales, step("select", { columns: [] }))).toEqual(run(sales));
  });

  test("sort is stable, by several columns, with missing values last", () => {
    const input = frame({ a: [2, 1, null, 2, 1], b: ["x", "y", "z", "a", "b"] });
    expect(run(input, step("sort", { by: ["a", "b"], ascending: [false, true] })).b).toEqual(["a", "x", "b", "y", "z"]);
    expect(run(input, step("sort", { by: "a" })).b).toEqual(["y", "b", "x", "a", "z"]);
    const pivoted = step("pivot", { index: ["city"], aggregates: { amount: sum } });
    const upsideDown = step("sort", { is_sort_index: true, ascending: false });
    expect(run(frame({ n: [1, 3, 2] }), upsideDown).n).toEqual([2, 3, 1]);
    expect(run(sales, pivoted, upsideDown, step("flatten")).city).toEqual(["Ulm", "Bonn"]);
  });
});

describe("series", () => {
  const line = frame({ at: [1, 2, 3, 4].map((n) => day(`2020-01-0${n}`)), v: [1, 2, 4, 8], w: [2, 2, 2, 2] });

  test("compute rolling windows", () => {
    const rolling = (rest: object) => run(line, step("rolling", { columns: { v: "v" }, window: 2, ...rest })).v;
    expect(rolling({ rolling_type: "sum" })).toEqual([null, 3, 6, 12]);
    expect(rolling({ rolling_type: "mean", min_periods: 1 })).toEqual([1, 1.5, 3, 6]);
    expect(rolling({ rolling_type: "mean", min_periods: 2 })).toEqual([1.5, 3, 6]);
    expect(rolling({ rolling_type: "std", window: 3, min_periods: 0 })?.[2]).toBeCloseTo(1.527525, 5);
    expect(rolling({ rolling_type: "quantile", window: 3, rolling_type_options: { quantile: 0.5 } })?.[3]).toBe(4);
    expect(() => rolling({ rolling_type: "gaussian" })).toThrow("Invalid rolling_type");
  });

  test("accumulate, with missing values as 0", () => {
    const gaps = frame({ v: [1, null, 3] });
    const cum = (operator: string) => run(gaps, step("cum", { columns: { v: "c" }, operator }));
    expect(cum("sum")).toEqual({ v: [1, null, 3], c: [1, 1, 4] });
    expect(cum("max").c).toEqual([1, 1, 3]);
    expect(() => cum("avg")).toThrow("Invalid cumulative operator: avg");
  });

  test("accumulate every series of a metric after a pivot", () => {
    const pivoted = step("pivot", { index: ["at"], columns: ["city"], aggregates: { amount: sum } });
    const result = run(
      sales,
      pivoted,
      step("cum", { columns: { amount: "amount" }, operator: "sum" }),
      step("flatten"),
    );
    expect(result).toMatchObject({ "amount, Bonn": [2, 6, 6], "amount, Ulm": [1, 4, 9] });
  });

  test("compute differences by row and by column", () => {
    expect(run(line, step("diff", { columns: { v: "d" } })).d).toEqual([null, 1, 2, 4]);
    expect(run(line, step("diff", { columns: { v: "d" }, periods: -1 })).d).toEqual([-1, -2, -4, null]);
    expect(run(line, step("diff", { columns: { v: "v", w: "w" }, axis: 1 }))).toMatchObject({
      v: [null, null, null, null],
      w: [1, 0, -2, -6],
    });
  });

  test("compare two columns", () => {
    const compare = (type: string, rest = {}) =>
      run(line, step("compare", { source_columns: ["v"], compare_columns: ["w"], compare_type: type, ...rest }));
    expect(compare("difference").difference__v__w).toEqual([-1, 0, 2, 6]);
    expect(compare("percentage", { drop_original_columns: true })).toEqual({
      at: Array.from(line.columns[0]?.values ?? []),
      percentage__v__w: [-0.5, 0, 1, 3],
    });
    expect(
      run(line, step("compare", { source_columns: ["w"], compare_columns: ["v"], compare_type: "ratio", precision: 1 }))
        .ratio__w__v,
    ).toEqual([2, 1, 0.5, 0.2]);
    const halves = frame({ at: [1, 2, 3], a: [-3, 3, -1], b: [8, 8, 8] });
    const ratio = { source_columns: ["a"], compare_columns: ["b"], compare_type: "ratio", precision: 2 };
    expect(run(halves, step("compare", ratio)).ratio__a__b).toEqual([-0.38, 0.38, -0.12]);
  });

  test("compute differences across the columns of a pivot", () => {
    const input = frame({ at: [1, 1, 1], city: ["a", "b", "c"], v: [1, 5, 2] });
    const pivoted = step("pivot", { index: ["at"], columns: ["city"], aggregates: { v: { operator: "sum" } } });
    const across = step("diff", { columns: { v: "d" }, axis: 1 });
    expect(run(input, pivoted, across)).toEqual({
      ...{ "v, a": [1], "v, b": [5], "v, c": [2] },
      ...{ "d, a": [null], "d, b": [4], "d, c": [-3] },
    });
  });

  test("compute shares of rows, columns and given totals, with time shifts separately", () => {
    const input = frame({ a: [1, 3], b: [3, 1], "a__1 year ago": [5, 5], n: ["x", "y"] });
    const rows = run(
      input,
      step("contribution", { orientation: "row", columns: ["a", "b", "a__1 year ago"], time_shifts: ["1 year ago"] }),
    );
    expect(rows).toMatchObject({ a: [0.25, 0.75], b: [0.75, 0.25], "a__1 year ago": [1, 1], n: ["x", "y"] });
    const series = frame({ at: [1, 1], city: ["x", "y"], v: [1, 3], "v__1 year ago": [10, 30] });
    const aggregates = { v: sum, "v__1 year ago": sum };
    const pivoted = step("pivot", { index: ["at"], columns: ["city"], aggregates });
    const renamed = step("rename", { columns: { v: null, "v__1 year ago": "1 year ago" }, level: 0 });
    const shares = step("contribution", { orientation: "row", time_shifts: ["1 year ago"] });
    expect(run(series, pivoted, renamed, shares)).toEqual({
      ...{ x: [0.25], y: [0.75], "1 year ago, x": [0.25], "1 year ago, y": [0.75] },
    });
    expect(run(input, step("contribution", { columns: ["a"], rename_columns: ["share"] })).share).toEqual([0.25, 0.75]);
    expect(run(input, step("contribution", { columns: ["a"], contribution_totals: { a: 0 } })).a).toEqual(
      input.columns[0] && Array.from(input.columns[0].values, () => 0),
    );
    expect(run(input, step("contribution", { columns: ["a"], contribution_totals: { a: 8 } })).a).toEqual([
      0.125, 0.375,
    ]);
    expect(() => run(input, step("contribution", { columns: ["n"] }))).toThrow('Column "n" is not numeric');
  });
});

describe("resample", () => {
  test("rejects a result that is too large to read", () => {
    const year = [0, 365 * 86_400_000 - 1];
    const wide = frameOf(
      [
        { name: "t", kind: "temporal", values: year },
        ...Array.from({ length: 100 }, (_, i) => ({ name: `n${i}`, kind: "numeric" as const, values: [1, 2] })),
      ],
      2,
    );
    const aggregates = Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`n${i}`, { operator: "sum" }]));
    const steps = [step("pivot", { index: ["t"], aggregates }), step("resample", { rule: "10T", method: "ffill" })];
    expect(() => postProcess(wide, steps)).toThrow("The resampled result is too large");
  });

  const gaps = frame({ at: [day("2020-01-01"), day("2020-01-03"), day("2020-01-06")], v: [1, 3, 6] });
  const indexed = step("pivot", { index: ["at"], aggregates: { v: sum } });
  const resampled = (rule: string, method: string, rest = {}) =>
    run(gaps, indexed, step("resample", { rule, method, ...rest }), step("flatten"));

  test("fills, interpolates and aggregates", () => {
    expect(resampled("1D", "asfreq", { fill_value: 0 }).v).toEqual([1, 0, 3, 0, 0, 6]);
    expect(resampled("1D", "ffill").v).toEqual([1, 1, 3, 3, 3, 6]);
    expect(resampled("D", "bfill").v).toEqual([1, 3, 3, 6, 6, 6]);
    const gaps = frame({ at: ["01", "02", "03", "04"].map((d) => day(`2020-01-${d}`)), v: [1, null, 3, null] });
    const filled = (method: string, fill_value: number | null = null) =>
      run(
        gaps,
        step("pivot", { index: ["at"], aggregates: { v: { operator: "max" } }, drop_missing_columns: false }),
        step("resample", { rule: "D", method, fill_value }),
      ).v;
    expect(filled("ffill")).toEqual([1, 1, 3, 3]);
    expect(filled("bfill")).toEqual([1, 3, 3, null]);
    expect(filled("asfreq", 0)).toEqual([1, 0, 3, 0]);
    expect(filled("asfreq")).toEqual([1, null, 3, null]);
    expect(resampled("1D", "linear").v).toEqual([1, 2, 3, 4, 5, 6]);
    expect(resampled("2D", "sum").v).toEqual([1, 3, 6]);
    expect(resampled("1D", "mean").v).toEqual([1, null, 3, null, null, 6]);
  });

  test("names periods by their start or end", () => {
    expect(resampled("MS", "sum")).toEqual({ at: [day("2020-01-01")], v: [10] });
    expect(resampled("M", "median")).toEqual({ at: [day("2020-01-31")], v: [3] });
    expect(resampled("1W", "sum").at).toEqual([day("2020-01-05"), day("2020-01-12")]);
  });

  test("requires dates and a known rule", () => {
    expect(() => run(gaps, step("resample", { rule: "1D", method: "sum" }))).toThrow(
      "Resample operation requires DatetimeIndex",
    );
    expect(() => resampled("1fortnight", "sum")).toThrow("Invalid frequency: 1fortnight");
    expect(() => resampled("1D", "guess")).toThrow("Invalid resample method: guess");
  });
});

describe("distributions", () => {
  test("histograms have equal bins, and support groups, cumulative and normalized counts", () => {
    const input = frame({ v: [0, 1, 2, 3, 10, null], g: ["a", "a", "a", "b", "b", "b"] });
    expect(run(input, step("histogram", { column: "v", bins: 2 }))).toEqual({ "0 - 5": [4], "5 - 10": [1] });
    const cumulative = run(
      input,
      step("histogram", { column: "v", bins: 2, groupby: ["g"], cumulative: true, normalize: true }),
    );
    expect(cumulative).toEqual({ g: ["a", "b"], "0 - 5": [1, 0.5], "5 - 10": [1, 1] });
    expect(run(frame({ v: [7, 7] }), step("histogram", { column: "v", bins: 1 }))).toEqual({ "6.5 - 7.5": [2] });
    const narrow = frame({ v: [0, 0.0001, 0.0003] });
    expect(run(narrow, step("histogram", { column: "v", bins: 3 }))).toEqual({
      ...{ "0 - 0.0001": [1], "0.0001 - 0.0002": [1], "0.0002 - 0.0003": [1] },
    });
    expect(() => run(input, step("histogram", { column: "g" }))).toThrow("Column 'g' must be numeric.");
  });

  test("box plots support every whisker type", () => {
    const input = frame({ g: Array(6).fill("x"), v: [1, 2, 3, 4, 5, 100] });
    const box = (whisker_type: string, rest = {}) =>
      run(input, step("boxplot", { groupby: ["g"], metrics: ["v"], whisker_type, ...rest }));
    expect(box("tukey")).toEqual({
      g: ["x"],
      v__mean: [115 / 6],
      v__median: [3.5],
      v__max: [5],
      v__min: [1],
      v__q1: [2.5],
      v__q3: [4.5],
      v__count: [6],
      v__outliers: [[100]],
    });
    expect(box("min/max").v__max).toEqual([100]);
    expect(box("percentile", { percentiles: [0, 80] }).v__outliers).toEqual([[100]]);
    expect(() => box("percentile", { percentiles: [90, 10] })).toThrow("percentiles must be");
    expect(() => box("beard")).toThrow("Unsupported whisker type: beard");
  });

  test("ranks are equal for ties, within groups", () => {
    const input = frame({ g: ["a", "a", "a", "b"], v: [1, 2, 2, 5] });
    expect(run(input, step("rank", { metric: "v" })).rank).toEqual([0.25, 0.625, 0.625, 1]);
    const twice = postProcess(input, [step("rank", { metric: "v" }), step("rank", { metric: "v" })]);
    expect(twice.columns.map(({ path }) => path[0])).toEqual([...input.columns.map(({ path }) => path[0]), "rank"]);
    expect(run(input, step("rank", { metric: "v", group_by: "g" })).rank).toEqual([1 / 3, 2.5 / 3, 2.5 / 3, 1]);
  });

  test.each<[string, unknown]>([
    ["count", 5],
    ["count_nonzero", 4],
    ["median", null],
    ["nanmedian", 2],
    ["std", Math.sqrt(4.75)],
    ["var", 4.75],
    ["prod", 0],
    ["argmax", 4],
    ["max", 6],
    ["min", 0],
    ["nanmean", 2.5],
  ])("aggregate %s", (operator, expected) => {
    const input = frame({ v: [0, null, 2, 2, 6] });
    expect(run(input, step("aggregate", { groupby: [], aggregates: { r: { column: "v", operator } } }))).toEqual({
      r: [expected],
    });
  });

  test("aggregate by groups, with options for percentiles", () => {
    const aggregates = {
      top: { column: "amount", operator: "max" },
      p: { column: "amount", operator: "percentile", options: { q: 50 } },
    };
    expect(run(sales, step("aggregate", { groupby: ["city"], aggregates }))).toEqual({
      city: ["Bonn", "Ulm"],
      p: [3, 3],
      top: [4, 5],
    });
  });
});
