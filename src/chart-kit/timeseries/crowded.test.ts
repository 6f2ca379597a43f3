import { describe, expect, test } from "vitest";
import { definition as bar } from "../../chart-types/timeseries-bar/definition.ts";
import { definition as line } from "../../chart-types/timeseries-line/definition.ts";
import { drawChart, type Parsed } from "../../testing/chart.ts";
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
    expect(bars(40, "horizontal").drawing.warning).toBe("Not all names fit. Hover over a bar to see its name");
  });

  test("show the values of all columns or of none", () => {
    expect(bars(8, "vertical").values.toSorted()).toEqual(Array.from({ length: 8 }, (_, i) => `1,00${i}`));
    expect(bars(40, "vertical").values.filter(Boolean)).toEqual([]);
  });
});

describe("lines without a color of their own", () => {
  const others = chartTheme("light").others;
  const lines = (count: number) => {
    const rows = Array.from({ length: count }, (_, i) => ({ date: Date.UTC(2020, 0, 1), name: `n${i}`, n: i + 1 }));
    const names = rows.map(({ name }) => name);
    const wide = [1, 2].map((n) => ({
      date: Date.UTC(2020, 0, n),
      ...Object.fromEntries(names.map((name) => [name, n])),
    }));
    const form = { x_axis: "date", metrics: ["n"], groupby: ["name"] };
    return drawChart(line, form, wide, { ...SMALL, types: { date: 2 } }).option.series as Parsed[];
  };
  const colorless = (series: Parsed[]) => series.filter(({ lineStyle }) => lineStyle.color === others);

  test("are pale and behind the others where they are many", () => {
    const many = lines(100);
    expect(colorless(many).every(({ lineStyle, z }) => lineStyle.opacity < 0.5 && z === 1)).toBe(true);
    expect(many.filter(({ z }) => z !== 1).length).toBe(100 - colorless(many).length);
    expect(colorless(many).length).toBeGreaterThan(80);
    expect(colorless(lines(20)).every(({ lineStyle }) => lineStyle.opacity === undefined)).toBe(true);
  });
});
