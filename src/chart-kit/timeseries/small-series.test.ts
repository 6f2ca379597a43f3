import { describe, expect, test } from "vitest";
import type { ChartType } from "../../chart-seam/chart-type.ts";
import { definition as area } from "../../chart-types/area/definition.ts";
import { definition as bar } from "../../chart-types/timeseries-bar/definition.ts";
import { definition as line } from "../../chart-types/timeseries-line/definition.ts";
import { definition as scatter } from "../../chart-types/timeseries-scatter/definition.ts";
import { drawChart, type Parsed } from "../../testing/chart.ts";
import { chartTheme } from "../colors/theme.ts";

const NAMES = Array.from({ length: 23 }, (_, i) => `p${String(i).padStart(2, "0")}`);
const ROWS = [0, 1, 2].map((month) => ({
  date: Date.UTC(2024, month, 1),
  ...Object.fromEntries(NAMES.map((name, i) => [name, i === 20 && month === 1 ? null : 100 - i])),
}));

function draw(type: ChartType, form: object = {}, selected?: string) {
  const clauses = [{ column: "product", values: [selected ?? ""] }];
  const options = selected === undefined ? {} : { selected: { clauses, label: selected } };
  const all = { x_axis: "date", metrics: ["count"], groupby: ["product"], ...form };
  const { option, picture } = drawChart(type, all, ROWS, { types: { date: 2 }, ...options });
  const series = (option.series as Parsed[]).filter(({ name }) => name !== "");
  return { series, picture, names: series.map(({ name }) => name) };
}

describe("more series than colors", () => {
  test.each([line, bar, area])("are the 12 largest and Others, which sums the rest ($key)", (type) => {
    const { names, series, picture } = draw(type);
    expect(names).toEqual([...NAMES.slice(0, 12), "Others (11)"]);
    expect(series[12].itemStyle.color).toBe(chartTheme("light").others);
    const rest = NAMES.slice(12).reduce((sum, _, i) => sum + 88 - i, 0);
    expect(series[12].data[0]).toEqual([Date.UTC(2024, 0, 1), rest]);
    const hits = series.map((_, seriesIndex) => ({ seriesIndex, dataIndex: 0 }));
    const { rows, total } = picture.tooltip?.(hits) ?? { rows: [] };
    expect(rows.slice(0, 5).map(({ label, value }) => [label, value])).toEqual([
      ["Others (11)", String(rest)],
      ...[
        ["– p12", "88"],
        ["– p13", "87"],
        ["– p14", "86"],
        ["– + 8 more", ""],
      ],
    ]);
    expect(total?.value).toBe("2,047");
    expect(picture.mark?.({ seriesIndex: 12, dataIndex: 0 })?.selection).toBeNull();
  });

  test("stay apart where the metric doesn't add up or a limit says how many", () => {
    for (const form of [{ metrics: ["avg_price"] }, { limit: 23 }, { metrics: ["count", "sum"] }]) {
      expect(draw(line, form).names).toHaveLength(23);
    }
    expect(draw(scatter).names).toHaveLength(23);
    expect(draw(area, { contributionMode: "column" }).names).toHaveLength(23);
  });

  test("differ in color when they stay apart, and the tooltip marks the hovered one", () => {
    const { series, picture } = draw(line, { metrics: ["avg_price"] });
    expect(new Set(series.map(({ lineStyle }) => lineStyle.color)).size).toBe(23);
    const hits = series.map((_, i) => ({ seriesIndex: i, dataIndex: 0, isHovered: i === 20 }));
    const { rows } = picture.tooltip?.(hits) ?? { rows: [] };
    expect(rows).toHaveLength(17);
    expect(rows.filter(({ isFocus }) => isFocus)).toMatchObject([{ label: series[20].name }]);
  });

  test("keep what other charts are filtered by", () => {
    expect(draw(line, {}, "p22").names).toEqual([...NAMES.slice(0, 12), "p22", "Others (10)"]);
  });
});
