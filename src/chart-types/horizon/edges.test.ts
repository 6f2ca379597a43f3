import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type DrawOptions, drawChart } from "../../testing/chart.ts";
import { BANDS, folds } from "./bands.ts";
import { definition as horizon } from "./definition.ts";
import type { HorizonPicture } from "./transform.ts";

const day = (n: number) => Date.UTC(1969, 11, 28 + n);
type Values = Readonly<Record<string, readonly (number | null)[]>>;

function draw(values: Values, form: Record<string, unknown> = {}, options: DrawOptions = {}) {
  const length = Math.max(0, ...Object.values(values).map((list) => list.length));
  const rows = Array.from({ length }, (_, i) => ({
    date: day(i),
    ...Object.fromEntries(Object.entries(values).map(([name, list]) => [name, list[i] ?? null])),
  }));
  const { drawing } = drawChart(horizon, { x_axis: "date", metrics: ["n"], groupby: ["kind"], ...form }, rows, {
    types: { date: 2 },
    ...options,
  });
  return { ...drawing, picture: drawing.props as HorizonPicture };
}
const rowOf = ({ picture }: ReturnType<typeof draw>, label: string) => picture.rows.find((row) => row.label === label);
const highest = (path: string) => Math.min(...[...path.matchAll(/,(-?[\d.]+)/g)].map(([, y]) => Number(y)));

describe("folds of a horizon row", () => {
  const BOX = { width: 100, height: 20 };

  test("stay in their box, and are as many as the largest value requires", () => {
    const values = fc.array(fc.option(fc.double({ noNaN: true, min: -1e6, max: 1e6 }), { nil: null }), {
      minLength: 1,
      maxLength: 30,
    });
    fc.assert(
      fc.property(values, (list) => {
        const most = Math.max(...list.map((value) => Math.abs(value ?? 0)));
        for (const { path, depth } of folds(list, { ...BOX, most })) {
          expect(depth).toBeLessThan(BANDS);
          for (const [, y] of path.matchAll(/,(-?[\d.]+)/g)) {
            expect(Number(y)).toBeGreaterThanOrEqual(0);
            expect(Number(y)).toBeLessThanOrEqual(BOX.height);
          }
          expect(path).not.toContain("NaN");
        }
      }),
    );
  });

  test("are empty without values or if the maximum is 0", () => {
    expect(folds([], { ...BOX, most: 5 })).toEqual([]);
    expect(folds([null, null], { ...BOX, most: 5 })).toEqual([]);
    expect(folds([0, 0], { ...BOX, most: 0 })).toEqual([]);
  });

  test("are filled below the one that the value reaches", () => {
    const result = folds([10, 10], { ...BOX, most: 10 });
    expect(result).toHaveLength(BANDS);
    expect(result.map(({ path }) => highest(path))).toEqual([0, 0, 0, 0]);
    expect(folds([2.5, 2.5], { ...BOX, most: 10 })).toHaveLength(1);
  });
});

describe("rows of a horizon chart", () => {
  test("start at zero by change, and count a drop to zero as a change", () => {
    const change = draw({ up: [10, 15], down: [10, 0] }, { horizon_color_scale: "change" });
    const depths = (label: string) => rowOf(change, label)?.folds.map(({ path }) => highest(path) < 20);
    expect(depths("down")).toContain(true);
    expect(depths("up")).toContain(true);
    const flat = draw({ flat: [5, 5] }, { horizon_color_scale: "change" });
    expect(rowOf(flat, "flat")?.folds).toEqual([]);
  });

  test("all use every fold when scaled by series; only the largest does when scaled overall", () => {
    const depth = (scale: string, label: string) =>
      rowOf(draw({ large: [100], small: [1] }, { horizon_color_scale: scale }), label)?.folds.length;
    expect([depth("series", "small"), depth("series", "large")]).toEqual([BANDS, BANDS]);
    expect([depth("overall", "small"), depth("overall", "large")]).toEqual([1, BANDS]);
  });

  test("truncate names to a third of the chart, and hide them in a narrow one", () => {
    const long = "A series with a name that nobody has room for 😀".repeat(3);
    expect(rowOf(draw({ [long]: [1] }), long)?.shown).toMatch(/…$/);
    expect(draw({ [long]: [1] }).picture.labelWidth).toBeLessThanOrEqual(180);
    expect(draw({ [long]: [1] }, {}, { width: 200, height: 200 }).picture.labelWidth).toBe(0);
  });

  test("describe each point, and nothing at a gap", () => {
    const drawn = draw({ a: [1234.5, null, -3] });
    expect([0, 1, 2].map((at) => rowOf(drawn, "a")?.textAt(at))).toEqual(["1,234.5", "", "-3"]);
    expect([drawn.picture.momentAt(0), drawn.picture.points]).toEqual(["28 Dec 1969", 3]);
  });

  test("have different colors above and below zero, even with a one-sided ramp", () => {
    const colors = (linear_color_scheme: string) => {
      const row = rowOf(draw({ a: [5, -5] }, { linear_color_scheme }), "a");
      return new Set(row?.folds.map(({ color }) => color)).size;
    };
    expect([colors("tessera_diverging"), colors("schemeBlues")]).toEqual([2 * BANDS, 2 * BANDS]);
  });

  test("show only whole rows of 200 series", () => {
    const values = Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`series ${i}`, [i, i + 1]]));
    const { picture } = draw(values, {}, { width: 500, height: 300 });
    expect(picture.rows).toHaveLength(200);
    expect((picture.rowsHeight ?? 0) % (picture.rowHeight + 1)).toBe(0);
    expect(picture.rowsHeight).toBeLessThanOrEqual(280);
  });
});

describe("the time axis of a horizon chart", () => {
  test("has ticks within the plot, and one for a single time", () => {
    const { ticks, plotWidth } = draw({ a: Array.from({ length: 40 }, (_, i) => i) }).picture;
    expect(ticks.length).toBeGreaterThan(2);
    expect(ticks.every(({ x }) => x >= 0 && x <= plotWidth + 8)).toBe(true);
    expect(draw({ a: [5] }).picture.ticks).toHaveLength(1);
    expect(draw({}).picture.ticks).toEqual([]);
  });
});
