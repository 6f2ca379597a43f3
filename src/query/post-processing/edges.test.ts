import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { PostProcessing } from "../../model/query-context.ts";
import { escapeSeparator, type Frame, frameOf, labelOf, type NamedColumn, unescapeSeparator } from "../frame.ts";
import { postProcess } from "./post-process.ts";

const DAY = 86_400_000;

function frame(columns: Record<string, unknown[]>): Frame {
  const kindOf = (name: string, values: unknown[]) => {
    const sample = values.find((value) => value !== null);
    return name === "at" ? "temporal" : typeof sample === "string" ? "text" : "numeric";
  };
  const named = Object.entries(columns).map(
    ([name, values]): NamedColumn => ({ name, kind: kindOf(name, values), values }),
  );
  return frameOf(named, Object.values(columns)[0]?.length ?? 0);
}
const step = (operation: string, options: Record<string, unknown> = {}): PostProcessing => ({ operation, options });
function run(input: Frame, ...steps: PostProcessing[]): Record<string, unknown[]> {
  const result = postProcess(input, steps);
  return Object.fromEntries(result.columns.map((column) => [labelOf(column), Array.from(column.values)]));
}
const failure = (input: Frame, ...steps: PostProcessing[]) => {
  try {
    return postProcess(input, steps);
  } catch (error) {
    return error;
  }
};

const EMPTY = frame({ at: [], city: [], n: [] });
const numbers = fc.array(fc.option(fc.integer({ min: -1000, max: 1000 })), { minLength: 1, maxLength: 30 });

describe("without rows", () => {
  const aggregates = { n: { operator: "sum" } };
  test.each([
    ["pivot", { index: ["at"], columns: ["city"], aggregates }],
    ["aggregate", { groupby: ["city"], aggregates }],
    ["rolling", { columns: { n: "n" }, rolling_type: "mean", window: 3, min_periods: 2 }],
    ["cum", { columns: { n: "n" }, operator: "sum" }],
    ["diff", { columns: { n: "n" } }],
    ["compare", { source_columns: ["n"], compare_columns: ["n"], compare_type: "ratio" }],
    ["contribution", { orientation: "column", columns: ["n"] }],
    ["boxplot", { groupby: ["city"], metrics: ["n"], whisker_type: "tukey" }],
    ["histogram", { column: "n", groupby: ["city"] }],
    ["rank", { metric: "n", group_by: "city" }],
    ["sort", { by: ["n"], ascending: false }],
    ["select", { columns: ["n"] }],
    ["rename", { columns: { n: "m" } }],
    ["flatten", {}],
  ])("%s returns no rows", (operation, options) => {
    expect(postProcess(EMPTY, [step(operation, options)]).rows).toBe(0);
  });
});

describe("unknown names", () => {
  const one = frame({ at: [0], city: ["Ulm"], n: [1] });
  const names = ["constructor", "toString", "__proto__", "valueOf", "nothing", ""];

  test.each<[string, (name: string) => PostProcessing]>([
    ["an operation", (name) => step(name)],
    ["an aggregate", (name) => step("aggregate", { groupby: [], aggregates: { n: { operator: name } } })],
    ["a rolling type", (name) => step("rolling", { columns: { n: "n" }, rolling_type: name, window: 1 })],
    ["a running total", (name) => step("cum", { columns: { n: "n" }, operator: name })],
    ["a comparison", (name) => step("compare", { source_columns: ["n"], compare_columns: ["n"], compare_type: name })],
    ["a whisker", (name) => step("boxplot", { groupby: [], metrics: ["n"], whisker_type: name })],
    ["a rule", (name) => step("resample", { rule: name, method: "ffill" })],
    ["a column", (name) => step("select", { columns: [name] })],
    ["a key", (name) => step("aggregate", { groupby: [name], aggregates: { n: { operator: "sum" } } })],
    ["an index", (name) => step("pivot", { index: [name], aggregates: { n: { operator: "sum" } } })],
    ["a sort key", (name) => step("sort", { by: [name] })],
  ])("%s returns 400", (_, make) => {
    for (const name of names) expect([name, failure(one, make(name))]).toMatchObject([name, { status: 400 }]);
  });
});

describe("integers beyond 2^53", () => {
  const input = frame({ n: [9007199254740993n, 2, null, -9007199254740995n] });

  test("are summed without rounding", () => {
    const aggregates = { s: { column: "n", operator: "sum" }, m: { column: "n", operator: "max" } };
    const two = frame({ n: [9007199254740993n, 9007199254740994n] });
    expect(run(two, step("aggregate", { groupby: [], aggregates }))).toEqual({
      s: [18014398509481987n],
      m: [9007199254740994n],
    });
    expect(run(input, step("aggregate", { groupby: [], aggregates }))).toEqual({ s: [0], m: [9007199254740993n] });
  });

  test.each([
    ["sum", [9007199254740993n, 9007199254740995n, 9007199254740995n, 0]],
    ["min", [9007199254740993n, 2, 0, -9007199254740995n]],
    ["max", [9007199254740993n, 9007199254740993n, 9007199254740993n, 9007199254740993n]],
  ])("have a cumulative %s without rounding", (operator, expected) => {
    expect(run(input, step("cum", { columns: { n: "c" }, operator })).c).toEqual(expected);
  });

  test("are subtracted without rounding", () => {
    const differences = run(input, step("diff", { columns: { n: "d" } })).d;
    expect(differences).toEqual([null, -9007199254740991, null, null]);
  });
});

describe("sums are preserved", () => {
  test("by pivots: cells add up to the column total", () => {
    const rows = fc.array(
      fc.tuple(fc.integer({ min: 0, max: 3 }), fc.constantFrom("a", "b", "c, d"), fc.integer({ min: -99, max: 99 })),
      {
        minLength: 1,
      },
    );
    fc.assert(
      fc.property(rows, (records) => {
        const input = frame({
          at: records.map(([day]) => day * DAY),
          city: records.map(([, c]) => c),
          n: records.map(([, , n]) => n),
        });
        const result = run(
          input,
          step("pivot", {
            index: ["at"],
            columns: ["city"],
            aggregates: { n: { operator: "sum" } },
            metric_fill_value: 0,
          }),
          step("flatten"),
        );
        const { at, ...series } = result;
        expect(at).toEqual([...new Set(records.map(([day]) => day * DAY))].sort((a, b) => a - b));
        for (const [city, values] of Object.entries(series)) {
          const own = records.filter(([, c]) => `n, ${escapeSeparator(c)}` === city);
          expect(values.reduce<number>((a, b) => a + Number(b), 0)).toBe(own.reduce((a, [, , n]) => a + n, 0));
        }
      }),
    );
  });

  test("by running totals, differences and shares", () => {
    fc.assert(
      fc.property(numbers, (values) => {
        const known = values.map((value) => value ?? 0);
        const total = known.reduce((a, b) => a + b, 0);
        const running = run(frame({ n: values }), step("cum", { columns: { n: "total" }, operator: "sum" }));
        expect(running.total?.at(-1)).toBe(total);
        const steps = run(frame({ n: known }), step("diff", { columns: { n: "d" } })).d ?? [];
        expect(steps.slice(1)).toEqual(known.slice(1).map((value, i) => value - (known[i] ?? 0)));
        if (total === 0) return;
        const shares = run(frame({ n: values }), step("contribution", { orientation: "column", columns: ["n"] }))
          .n as number[];
        expect(shares.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 9);
      }),
    );
  });

  test("by histograms: every value is in one bin, and the last cumulative bin has all", () => {
    fc.assert(
      fc.property(numbers, fc.integer({ min: 1, max: 12 }), (values, bins) => {
        const known = values.filter((value) => value !== null);
        const counts = (more: object) =>
          Object.values(run(frame({ n: values }), step("histogram", { column: "n", bins, ...more }))).map(([count]) =>
            Number(count),
          );
        if (known.length === 0) return;
        expect(counts({}).reduce((a, b) => a + b, 0)).toBe(known.length);
        expect(counts({ cumulative: true }).at(-1)).toBe(known.length);
        expect(counts({ normalize: true }).reduce((a, b) => a + b, 0)).toBeCloseTo(1, 9);
      }),
    );
  });
});

describe("edge cases", () => {
  test("a box plot of one value is that value, and missing ones aren't counted", () => {
    const input = frame({ city: ["a", "b", "b"], n: [5, null, null] });
    const result = run(input, step("boxplot", { groupby: ["city"], metrics: ["n"], whisker_type: "tukey" }));
    expect(result).toMatchObject({ n__median: [5, null], n__min: [5, null], n__max: [5, null], n__count: [1, 0] });
    expect(result.n__outliers).toEqual([[], []]);
  });

  test("a box plot of two values extends from one to the other", () => {
    const input = frame({ n: [101, 12] });
    const result = run(input, step("boxplot", { groupby: [], metrics: ["n"], whisker_type: "tukey" }));
    expect(result).toMatchObject({ n__median: [56.5], n__min: [12], n__max: [101], n__count: [2], n__outliers: [[]] });
  });

  test("a histogram of equal values is centered on them", () => {
    expect(run(frame({ n: [3, 3, null] }), step("histogram", { column: "n", bins: 2 }))).toEqual({
      "2.5 - 3": [0],
      "3 - 3.5": [2],
    });
    expect(failure(frame({ n: ["x"] }), step("histogram", { column: "n" }))).toMatchObject({ status: 400 });
  });

  test("division by zero gives a missing value, not infinity", () => {
    const input = frame({ a: [1, 0, null], b: [0, 0, 2] });
    const compared = (compare_type: string) =>
      run(input, step("compare", { source_columns: ["a"], compare_columns: ["b"], compare_type }))[
        `${compare_type}__a__b`
      ];
    expect(compared("ratio")).toEqual([null, null, null]);
    expect(compared("percentage")).toEqual([null, null, null]);
    expect(compared("difference")).toEqual([1, 0, null]);
    expect(run(frame({ a: [0, 0] }), step("contribution", { columns: ["a"] }))).toEqual({ a: [null, null] });
  });

  test("resampling follows the calendar across leap days and years", () => {
    const at = [Date.UTC(2024, 0, 31), Date.UTC(2024, 3, 30)];
    const resampled = postProcess(frame({ at, n: [1, 4] }), [
      step("pivot", { index: ["at"], aggregates: { n: { operator: "sum" } } }),
      step("resample", { rule: "1M", method: "linear" }),
      step("flatten"),
    ]);
    const [index, n] = resampled.columns;
    const texts = Array.from(index?.values ?? [], (ms) => new Date(Number(ms)).toISOString().slice(0, 10));
    expect(texts).toEqual(["2024-01-31", "2024-02-29", "2024-03-31", "2024-04-30"]);
    expect(Array.from(n?.values ?? [])).toEqual([1, 2, 3, 4]);
    const far = frame({ at: [0, 4e12], n: [1, 2] });
    const fine = [
      step("pivot", { index: ["at"], aggregates: { n: { operator: "sum" } } }),
      step("resample", { rule: "1S", method: "ffill" }),
    ];
    expect(failure(far, ...fine)).toMatchObject({ status: 400 });
  });

  test("escaped labels round-trip", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom("a", ",", " ", "b") }), (text) => {
        expect(unescapeSeparator(escapeSeparator(text))).toBe(text);
      }),
    );
  });
});
