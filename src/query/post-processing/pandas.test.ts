import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { PostProcessing } from "../../model/query-context.ts";
import { processorMs } from "../../testing/processor-time.ts";
import { type Frame, frameOf, labelOf, type NamedColumn } from "../frame.ts";
import { postProcess } from "./post-process.ts";

interface Fixture {
  about: string;
  frames: Record<string, NamedColumn[]>;
  cases: { name: string; frame: string; steps: PostProcessing[]; columns: [label: string, values: unknown[]][] }[];
}

/**
 * Computed with pandas, NumPy and SciPy from the same frames and options, see its `about`. Results of `ffill`, `bfill`
 * and `asfreq` with a fill value were filled once more, for gaps that existed before.
 */
const fixture = JSON.parse(readFileSync(join(import.meta.dirname, "pandas-cases.json"), "utf8")) as Fixture;

const rowsOf = (columns: readonly NamedColumn[]) => columns[0]?.values.length ?? 0;
const shown = (frame: Frame) =>
  [...frame.index, ...frame.columns].map((column) => [labelOf(column), Array.from(column.values, rounded)]);

function rounded(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(rounded);
  if (typeof value !== "number") return value ?? null;
  return Math.abs(value) < 1e-12 ? 0 : Number(value.toPrecision(9));
}

describe("matches pandas", () => {
  test("in more than 250 cases", () => expect(fixture.cases.length).toBeGreaterThan(250));

  test.each(fixture.cases.map((one) => [one.name, one] as const))("%s", (_, { frame, steps, columns }) => {
    const source = fixture.frames[frame] ?? [];
    const expected = columns.map(([label, values]) => [label, values.map(rounded)]);
    expect(shown(postProcess(frameOf(source, rowsOf(source)), steps))).toEqual(expected);
  });
});

const numbersFrame = (values: readonly (number | null)[]) =>
  frameOf([{ name: "n", kind: "numeric", values }], values.length);
const last = (frame: Frame) => Array.from(frame.columns.at(-1)?.values ?? [], (value) => value ?? null);

describe("large windows", () => {
  test.each(["count", "sum", "mean", "median", "min", "max", "std", "var", "skew", "kurt", "quantile", "cov", "corr"])(
    "%s equals a small window over the same rows",
    (type) => {
      const value = fc.option(fc.integer({ min: -50, max: 50 }), { freq: 8 });
      const options = {
        columns: { n: "r" },
        rolling_type: type,
        min_periods: 1,
        rolling_type_options: type === "quantile" ? { quantile: 0.3 } : {},
      };
      fc.assert(
        fc.property(fc.array(value, { minLength: 1, maxLength: 32 }), fc.boolean(), (values, center) => {
          // A window over everything: 32 rows are computed one way, 33 the other.
          const run = (window: number) =>
            last(
              postProcess(numbersFrame(values), [{ operation: "rolling", options: { ...options, window, center } }]),
            );
          const [small, large] = center ? [run(31), run(31)] : [run(32), run(33)];
          expect(large.length).toBe(small.length);
          for (const [i, one] of small.entries()) {
            const other = large[i];
            if (typeof one === "number" && typeof other === "number") expect(other).toBeCloseTo(one, 5);
            else if (type !== "skew" && type !== "kurt") expect(other ?? null).toBe(one);
          }
        }),
        { numRuns: 60 },
      );
    },
  );

  test.each(["sum", "std", "kurt", "median", "min", "quantile", "count"])("%s over 100,000 rows is fast", (type) => {
    const values = Array.from({ length: 100_000 }, (_, i) => (i * 7919) % 1000);
    const started = processorMs();
    const rolling_type_options = type === "quantile" ? { quantile: 0.5 } : {};
    const step = {
      operation: "rolling",
      options: { columns: { n: "r" }, rolling_type: type, rolling_type_options, window: 50_000, min_periods: 1 },
    };
    expect(postProcess(numbersFrame(values), [step]).rows).toBe(100_000);
    expect(processorMs() - started).toBeLessThan(2500);
  });
});

test("pivots 50,000 rows quickly", () => {
  const rows = 50_000;
  const column = (name: string, kind: "numeric" | "text" | "temporal", value: (i: number) => unknown): NamedColumn => ({
    name,
    kind,
    values: Array.from({ length: rows }, (_, i) => value(i)),
  });
  const frame = frameOf(
    [
      column("t", "temporal", (i) => Math.floor(i / 50) * 86_400_000),
      column("s", "text", (i) => `series ${i % 50}`),
      column("n", "numeric", (i) => i),
    ],
    rows,
  );
  const started = processorMs();
  const options = { index: ["t"], columns: ["s"], aggregates: { n: { operator: "mean" } } };
  const result = postProcess(frame, [{ operation: "pivot", options }, { operation: "flatten" }]);
  expect([result.rows, result.columns.length]).toEqual([1000, 51]);
  expect(processorMs() - started).toBeLessThan(1500);
});

describe("geographic coordinates", () => {
  const texts = (name: string, values: (string | null)[]) => frameOf([{ name, kind: "text", values }], values.length);
  const numbersOf = (frame: Frame, name: string) =>
    Array.from(frame.columns.find((column) => labelOf(column) === name)?.values ?? []);
  const names = { latitude: "lat", longitude: "lon" };
  const run = (frame: Frame, operation: string, options: Record<string, unknown>) =>
    postProcess(frame, [{ operation, options }]);

  test("are encoded as and decoded from geohashes", () => {
    const decoded = run(texts("g", ["u33dc0cppx5w", null]), "geohash_decode", { geohash: "g", ...names });
    expect(numbersOf(decoded, "lat")[0]).toBeCloseTo(52.52, 1);
    expect(numbersOf(decoded, "lon")[0]).toBeCloseTo(13.38, 1);
    expect(numbersOf(decoded, "lat")[1]).toBeNull();
    const encoded = run(decoded, "geohash_encode", { geohash: "again", ...names });
    expect(numbersOf(encoded, "again")).toEqual(["u33dc0cppx5w", null]);
    expect(() => run(texts("g", ["ai!"]), "geohash_decode", { geohash: "g", ...names })).toThrow(
      "Invalid geohash string",
    );
    const far = frameOf(
      [
        { name: "lat", kind: "numeric", values: [91] },
        { name: "lon", kind: "numeric", values: [0] },
      ],
      1,
    );
    expect(() => run(far, "geohash_encode", { geohash: "g", ...names })).toThrow("Invalid longitude/latitude");
  });

  test("are parsed from geodetic text", () => {
    const values = ["41.5, -81.0", "41.5 -81.0 2.5km", `41 30'0"N 81 0'0"W, 20m`, "S 10.5 E 3", null];
    const parsed = run(texts("p", values), "geodetic_parse", { geodetic: "p", ...names, altitude: "alt" });
    expect(numbersOf(parsed, "lat")).toEqual([41.5, 41.5, 41.5, -10.5, null]);
    expect(numbersOf(parsed, "lon")).toEqual([-81, -81, -81, 3, null]);
    expect(numbersOf(parsed, "alt")).toEqual([0, 2.5, 0.02, 0, null]);
    const spaces = " ".repeat(90);
    for (const wrong of ["somewhere", "95, 0", "1", "81 W, 41 N", `${" ".repeat(5000)}x`, `1${spaces}1${spaces}x`]) {
      expect(() => run(texts("p", [wrong]), "geodetic_parse", { geodetic: "p", ...names })).toThrow(
        "Invalid geodetic string",
      );
    }
  });

  // The first seven as geopy reads them; the last two it takes for other places.
  test.each([
    ["23 26m 22s N 23 27m 30s E", 23.439444444444444, 23.458333333333332],
    ["UT: N 39°20' 0'' / W 74°35' 0''", 39.333333333333336, -74.58333333333333],
    ["40°26′46″N 79°58′56″W", 40.44611111111111, -79.98222222222222],
    ["40° 26.767' N 79° 58.933' W", 40.44611666666667, -79.98221666666667],
    ["41 30m10s N 81 W", 41.50277777777778, -81],
    ["-23 26m 22s, 23 27m 30s", -23.439444444444444, 23.458333333333332],
    ["10, 190", 10, -170],
    ["40 26 46 N 79 58 56 W", 40.44611111111111, -79.98222222222222],
    ["41 30 N, 81 0 W", 41.5, -81],
  ])("are parsed from degrees, minutes and seconds: %s", (text, latitude, longitude) => {
    const parsed = run(texts("p", [text]), "geodetic_parse", { geodetic: "p", ...names });
    expect(numbersOf(parsed, "lat")[0]).toBeCloseTo(latitude, 10);
    expect(numbersOf(parsed, "lon")[0]).toBeCloseTo(longitude, 10);
  });
});

describe("invalid options", () => {
  const frame = numbersFrame([1, 2, 3]);
  test.each([
    ["rolling", { columns: { n: "n" }, rolling_type: "mean", window: 0 }, "Window must be > 0"],
    ["rolling", { columns: { n: "n" }, rolling_type: "mode", window: 2 }, "Invalid rolling_type: mode"],
    ["rolling", { columns: { n: "n" }, rolling_type: "mean", window: 2, win_type: "odd" }, "Invalid win_type: odd"],
    ["rolling", { columns: { n: "n" }, rolling_type: "mean", window: 2, win_type: "gaussian" }, "win_type needs std"],
    [
      "rolling",
      { columns: { n: "n" }, rolling_type: "max", window: 2, win_type: "hann" },
      "Invalid rolling_type for win_type",
    ],
    [
      "rolling",
      { columns: { x: "n" }, rolling_type: "mean", window: 2 },
      "Referenced columns not available in DataFrame.",
    ],
    [
      "rolling",
      { columns: { n: "n" }, rolling_type: "mean", window: 2e9, win_type: "boxcar" },
      "The window is too large for a win_type",
    ],
    ["resample", { rule: "D", method: "sum" }, "Resample operation requires DatetimeIndex"],
    ["pivot", { index: [], aggregates: {} }, "Pivot operation requires at least one index"],
    ["aggregate", { aggregates: { x: { operator: "sum" } } }, "Column referenced by aggregate is undefined: x"],
    ["aggregate", { aggregates: { n: { operator: "nothing" } } }, "Unknown aggregate: nothing"],
    [
      "rolling",
      { columns: { n: "n" }, rolling_type: "mean", window: 2, rolling_type_options: { ddof: 0 } },
      'Invalid options for mean: {"ddof":0}',
    ],
    ["rolling", { columns: { n: "n" }, rolling_type: "quantile", window: 2 }, "Invalid options for quantile: {}"],
    [
      "aggregate",
      { aggregates: { n: { column: "x", operator: "sum" } } },
      "Column referenced by aggregate is undefined: x",
    ],
  ])("%s %j", (operation, options, message) => {
    expect(() => postProcess(frame, [{ operation, options }])).toThrow(message);
  });

  test.each(["0D", "5", "X", "W-XXX", "QS-FOO", "D D", "-1D"])("the rule %s", (rule) => {
    const times = frameOf([{ name: "t", kind: "temporal", values: [0] }], 1);
    const pivot = { operation: "pivot", options: { index: ["t"], aggregates: { t: { operator: "max" } } } };
    expect(() => postProcess(times, [pivot, { operation: "resample", options: { rule, method: "sum" } }])).toThrow(
      /Invalid frequency/,
    );
  });
});
