import { describe, expect, test } from "vitest";
import { definition as area } from "../../chart-types/area/definition.ts";
import { definition as bar } from "../../chart-types/timeseries-bar/definition.ts";
import { definition as line } from "../../chart-types/timeseries-line/definition.ts";
import { definition as scatter } from "../../chart-types/timeseries-scatter/definition.ts";
import { drawChart, type Parsed } from "../../testing/chart.ts";
import { rgbAt } from "../colors/shade.ts";
import { chartTheme } from "../colors/theme.ts";

const SMALL = { width: 365, height: 300 };

function bars(count: number, orientation: string) {
  const rows = Array.from({ length: count }, (_, i) => ({ name: `n${i}`, n: 1000 + i }));
  const form = { x_axis: "name", metrics: ["n"], orientation, show_value: true };
  const { drawing, option } = drawChart(bar, form, rows, SMALL);
  const { formatter } = option.series[0].label ?? {};
  return { drawing, values: rows.map((_, dataIndex) => formatter?.({ dataIndex }) ?? "") };
}

describe("bars with more names than fit", () => {
  test("say that names are left out", () => {
    expect(bars(8, "horizontal").drawing.warning).toBeUndefined();
    const note = "Not all names fit. Hover over a bar to see its name";
    expect(bars(40, "horizontal").drawing.warning).toBe(note);
    expect(bars(40, "vertical").drawing.warning).toBe(note);
    expect(bars(20, "vertical").drawing.warning).toBeUndefined();
  });

  test("show the values of all columns or of none", () => {
    expect(bars(8, "vertical").values.toSorted()).toEqual(Array.from({ length: 8 }, (_, i) => `1,00${i}`));
    expect(bars(40, "vertical").values.filter(Boolean)).toEqual([]);
  });
});

describe("series without a color of their own", () => {
  const { others, background } = chartTheme("light");
  const drawn = (type: typeof line, count: number, more = {}) => {
    const rows = Array.from({ length: count }, (_, i) => ({ date: Date.UTC(2020, 0, 1), name: `n${i}`, n: i + 1 }));
    const names = rows.map(({ name }) => name);
    const wide = [1, 2].map((n) => ({
      date: Date.UTC(2020, 0, n),
      ...Object.fromEntries(names.map((name) => [name, n])),
    }));
    const form = { x_axis: "date", metrics: ["n"], groupby: ["name"], ...more };
    return drawChart(type, form, wide, { ...SMALL, types: { date: 2 } }).option.series as Parsed[];
  };
  const lines = (count: number) => drawn(line, count);
  const colorless = (series: Parsed[]) => series.filter(({ lineStyle }) => lineStyle.color === others);

  test("are pale in stacked areas, without lines that add up to a block", () => {
    const areas = drawn(area, 200, { stack: "Stack" });
    const pale = areas.filter(({ itemStyle }) => itemStyle.color === others);
    expect(pale.length).toBeGreaterThan(150);
    const shareOf = (color: string) => rgbAt([color], 0).reduce((sum, part) => sum + part, 0) / (3 * 255);
    expect(shareOf(background)).toBeGreaterThan(0.9);
    for (const { lineStyle, areaStyle } of pale) {
      expect([lineStyle.width, areaStyle.opacity]).toEqual([0, 1]);
      expect(shareOf(areaStyle.color)).toBeGreaterThan(0.75);
    }
    expect(new Set(pale.slice(0, 2).map(({ areaStyle }) => areaStyle.color)).size, "neighbors differ").toBe(2);
    const few = drawn(area, 2, { stack: "Stack" });
    expect(few.every(({ lineStyle }) => lineStyle.width > 0)).toBe(true);
  });

  test("are behind the others in scatter plots", () => {
    const points = drawn(scatter, 100);
    const isGray = ({ itemStyle }: Parsed) => itemStyle.color === others;
    expect(points.filter(isGray).every(({ z, itemStyle }) => z === 1 && itemStyle.opacity < 0.5)).toBe(true);
    expect(points.filter((one) => !isGray(one)).every(({ z }) => z > 1)).toBe(true);
  });

  test("are pale and behind the others where they are many", () => {
    const many = lines(100);
    expect(colorless(many).every(({ lineStyle, z }) => lineStyle.opacity < 0.5 && z === 1)).toBe(true);
    expect(many.filter(({ z }) => z !== 1).length).toBe(100 - colorless(many).length);
    expect(colorless(many).length).toBeGreaterThan(80);
    expect(colorless(lines(20)).every(({ lineStyle }) => lineStyle.opacity === undefined)).toBe(true);
  });
});
