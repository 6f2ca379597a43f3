import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type DrawOptions, drawChart, type Parsed } from "../../testing/chart.ts";
import { definition as gauge } from "./definition.ts";

const draw = (values: readonly unknown[], form: Record<string, unknown> = {}, options: DrawOptions = {}) =>
  drawChart(
    gauge,
    { metric: "n", ...form },
    values.map((n, i) => ({ name: `name ${i}`, n })),
    options,
  );
const dial = (...of: Parameters<typeof draw>) => draw(...of).option.series[0];
const many = { groupby: ["name"] };

describe("the scale of a dial", () => {
  it("includes all values and zero, between round ticks", () => {
    const value = fc.oneof(fc.double({ noNaN: true, min: 1e-6, max: 1e12 }), fc.integer({ min: -1000, max: 1000 }));
    fc.assert(
      fc.property(fc.array(value, { minLength: 1, maxLength: 4 }), (values) => {
        const { min, max, splitNumber } = dial(values, many);
        const unseen = (max - min) * 1e-9;
        expect(min).toBeLessThanOrEqual(Math.min(0, ...values) + unseen);
        expect(max).toBeGreaterThanOrEqual(Math.max(0, ...values) - unseen);
        expect(max).toBeGreaterThan(min);
        expect(splitNumber).toBeGreaterThan(0);
        expect(splitNumber).toBeLessThanOrEqual(30);
      }),
    );
  });

  it("accepts reversed bounds", () => {
    const { min, max } = dial([5], { min_val: 100, max_val: 0 });
    expect([min, max > min]).toEqual([100, true]);
    expect(dial([5], { min_val: 7, max_val: 7 })).toMatchObject({ min: 7, max: 8 });
  });

  it("has the configured number of parts, within limits", () => {
    expect(dial([5], { split_number: 1000, min_val: 0, max_val: 10 }).splitNumber).toBe(30);
    expect(dial([5], { split_number: 0, min_val: 0, max_val: 10 }).splitNumber).toBe(1);
  });
});

describe("the band of a dial", () => {
  const bands = (form: object) => dial([50], { min_val: 0, max_val: 100, ...form }).axisLine.lineStyle.color;

  it("ends with the scale, whatever the author's intervals", () => {
    expect(bands({ intervals: "50,500" }).map(([share]: [number]) => share)).toEqual([0.5, 1]);
    expect(bands({ intervals: "-5,50" }).map(([share]: [number]) => share)).toEqual([0.5, 1]);
    expect(bands({ intervals: " , x, 25 ," }).map(([share]: [number]) => share)).toEqual([0.25, 1]);
  });

  it("uses scheme colors by index, wrapping around at both ends", () => {
    const colors = (interval_color_indices: string) =>
      bands({ intervals: "25,50", interval_color_indices, color_scheme: "d3Category10" }).map(
        ([, color]: [number, string]) => color,
      );
    expect(colors("11,1").slice(0, 2)).toEqual(["#1F77B4", "#1F77B4"]);
    expect(colors("0,2").slice(0, 2)).toEqual(["#17BECF", "#FF7F0E"]);
    expect(colors("").slice(0, 2)).toEqual(["#1F77B4", "#FF7F0E"]);
  });

  it("is wide enough for the rings of all values", () => {
    const rings = dial([1, 2, 3], { ...many, overlap: false });
    expect(rings.progress.overlap).toBe(false);
    expect(rings.axisLine.lineStyle.width).toBeGreaterThan(dial([1, 2, 3], many).axisLine.lineStyle.width);
    expect(rings.progress.width).toBeLessThan(rings.axisLine.lineStyle.width / 3);
  });
});

describe("the texts of a dial", () => {
  const detail = (form: Record<string, unknown>, value: unknown = 1234.5, options?: DrawOptions) =>
    dial([value], form, options).data[0].detail;

  it("keep the text around the value, including special characters", () => {
    expect(detail({ value_formatter: "$& {value} $1" }).formatter()).toBe("$& 1,234.5 $1");
    expect(detail({ value_formatter: "about" }).formatter()).toBe("about 1,234.5");
    expect(detail({ value_formatter: "   " }).formatter()).toBe("1,234.5");
    expect(detail({ value_formatter: "{value} / {value}" }).formatter()).toBe("1,234.5 / {value}");
  });

  it("are truncated if far too long, and shrink instead of overflowing", () => {
    const long = detail({ value_formatter: `{value} ${"very ".repeat(80)}long` });
    expect(long.formatter()).toMatch(/…$/);
    expect(long.fontSize).toBeGreaterThanOrEqual(11);
  });

  it("are hidden if there is no room", () => {
    expect(detail({}, 5, { width: 100, height: 60 }).show).toBe(false);
    expect(dial([5], {}, { width: 90, height: 80 }).axisLabel.show).toBe(false);
  });

  it("of several values are listed with their colors, truncating names before values", () => {
    const rows = [
      "a name that is far too long for a list beside a dial, however wide this chart may be drawn",
      "😀",
    ].map((name, i) => ({ name, n: 10 - i }));
    const { option } = drawChart(gauge, { metric: "n", ...many }, rows, { width: 420, height: 300 });
    const texts = option.graphic.filter(({ type }: Parsed) => type === "text").map((one: Parsed) => one.style.text);
    expect(texts).toEqual([expect.stringMatching(/^a name.*…$/), "10", "😀", "9"]);
    expect(
      new Set(option.graphic.filter(({ type }: Parsed) => type === "circle").map((one: Parsed) => one.style.fill)).size,
    ).toBe(2);
  });
});

describe("values", () => {
  it("are parsed from text, and others are left out", () => {
    const { option, drawing } = draw(["7", null, "NaN", "", "five", -3], many);
    expect(option.series[0].data.map(({ value }: Parsed) => value)).toEqual([7, -3]);
    expect(drawing.summary).toBe("Gauge of n for 2 values; highest 7 for name 0, lowest -3 for name 5.");
  });

  it("keep their color if selected, and are muted otherwise", () => {
    const selected = { clauses: [{ column: "name", values: ["name 1"] }], label: "" };
    const { picture, option } = draw([9, 5], many, { selected });
    expect(picture.mark?.({ seriesIndex: 0, dataIndex: 1 })).toMatchObject({ isSelected: true });
    const [first, second] = option.series[0].data.map((one: Parsed) => one.itemStyle.color);
    expect(first).not.toBe(second);
    expect(picture.tooltip?.([{ seriesIndex: 0, dataIndex: 7 }])).toBeNull();
  });
});
