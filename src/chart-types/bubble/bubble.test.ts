import { describe, expect, it } from "vitest";
import type { EChartSpec } from "../../chart-kit/echart/echart-spec.ts";
import { QueryContext } from "../../model/query-context.ts";
import { drawChart, type Parsed } from "../../testing/chart.ts";
import { definition as bubble } from "./definition.ts";
import { gallery } from "./gallery.ts";

const FORM = {
  series: "region",
  entity: "country",
  x: "income",
  y: "life",
  size: "people",
  viz_type: "bubble_v2",
  datasource: "1__table",
};
const ROWS = [
  { country: "China", region: "Asia", income: 13000, life: 76, people: 1300 },
  { country: null, region: "Asia", income: 6000, life: 67, people: 325 },
  { country: "Nowhere", region: "", income: null, life: 50, people: 1 },
  { country: "Malta", region: "Europe", income: 30000, life: 82, people: 0 },
];
const draw = (form = {}, rows: Record<string, unknown>[] = ROWS, more = {}) =>
  drawChart(bubble, { ...FORM, ...form }, rows, more);

it("shows as many x-axis labels as fit, or all if configured", () => {
  const hides = (form: object) => draw(form).option.xAxis.axisLabel.hideOverlap;
  expect([hides({}), hides({ xAxisLabelInterval: "auto" }), hides({ xAxisLabelInterval: 0 })]).toEqual([
    true,
    true,
    false,
  ]);
});

it("keeps the configured distance between axes and titles", () => {
  const ofMargins = (margin: number) => {
    const titles = { x_axis_title: "Income", y_axis_title: "Life" };
    const { xAxis, yAxis, grid } = draw({
      ...titles,
      x_axis_title_margin: margin,
      y_axis_title_margin: margin,
    }).option;
    return [xAxis.nameGap, yAxis.nameGap, grid.bottom, grid.left];
  };
  const [usual, wide] = [ofMargins(15), ofMargins(50)];
  expect(wide.map((gap, i) => gap - (usual[i] ?? 0))).toEqual([35, 35, 35, 35]);
});

describe("query", () => {
  const ask = (form: Record<string, unknown> = {}) =>
    QueryContext.parse(bubble.buildQuery({ ...bubble.defaults(), ...FORM, ...form })).queries[0];

  it("queries three metrics by entity and series", () => {
    expect(ask()).toMatchObject({ columns: ["country", "region"], metrics: ["income", "life", "people"] });
    expect(ask({ series: null })?.columns).toEqual(["country"]);
    expect(ask({ orderby: "people" })?.orderby).toEqual([["people", false]]);
    expect(ask({ orderby: "people", order_desc: false })?.orderby).toEqual([["people", true]]);
  });

  it("is valid for every gallery case; requires an entity and its metrics", () => {
    for (const { name, formData } of gallery) {
      expect(bubble.validate({ ...bubble.defaults(), ...formData, viz_type: "bubble_v2" }), name).toEqual({});
    }
    expect(Object.keys(bubble.validate({ viz_type: "bubble_v2" })).sort()).toEqual(["entity", "size", "x", "y"]);
  });

  it("reads legacy control names", () => {
    const old = {
      viz_type: "bubble",
      entity: "c",
      x: "a",
      y: "b",
      size: "s",
      x_axis_label: "Income",
      x_log_scale: true,
      limit: 50,
    };
    expect(bubble.migrate?.(old)).toMatchObject({
      viz_type: "bubble_v2",
      entity: "c",
      x_axis_title: "Income",
      logXAxis: true,
      row_limit: 50,
    });
  });
});

describe("bubbles", () => {
  it("are positioned by two metrics, and sized by a third", () => {
    const { option } = draw({ max_bubble_size: "50" });
    expect(option.series.map((series: Parsed) => series.name)).toEqual(["Asia", "Europe"]);
    const [china] = option.series[0].data;
    expect(china.value).toEqual([13000, 76, 1300]);
    const widths = option.series.map((one: Parsed) =>
      one.data.map((_: unknown, dataIndex: number) => one.symbolSize(null, { dataIndex })),
    );
    expect(widths).toEqual([[50, 25], [5]]);
  });

  it("are reduced to the largest if there are too many, with a warning", () => {
    const many = Array.from({ length: 5000 }, (_, i) => ({
      country: `c${i}`,
      region: "Asia",
      income: i,
      life: i,
      people: i,
    }));
    const { drawing } = draw({}, many);
    const { bitmaps, mark } = drawing.props as EChartSpec;
    expect(bitmaps?.[0]?.size).toBe(3000);
    expect(mark?.({ seriesIndex: 0, dataIndex: 2999 })?.text).toMatch(/^c2000: /);
    expect(drawing.warning).toBe("Showing the largest 3,000 of 5,000 bubbles");
  });

  it("without values are left out and counted", () => {
    expect(draw().drawing.warning).toBe("1 row without values was left out");
    expect(draw({ logXAxis: true }, [...ROWS, { ...ROWS[0], income: 0 }]).drawing.warning).toMatch(/^2 /);
  });

  it("use the configured axes", () => {
    const { type, axisLabel, axisTick } = draw({ logXAxis: true }).option.xAxis;
    expect(type).toBe("log");
    // Only one power of ten lies between 6,000 and 30,000.
    expect(axisLabel.customValues).toEqual([5000, 10_000, 20_000]);
    expect(axisLabel.customValues.map(axisLabel.formatter)).toEqual(["5k", "10k", "20k"]);
    expect(axisTick.customValues).toEqual(axisLabel.customValues);
    expect(draw({ truncateYAxis: true, y_axis_bounds: [60, 90] }).option.yAxis).toMatchObject({ min: 60, max: 90 });
    expect(draw({ x_axis_title: "Income" }).option.xAxis.name).toBe("Income");
    expect(draw({ xAxisFormat: "$,.0f" }).option.xAxis.axisLabel.formatter(13000)).toBe("$13,000");
  });

  it("have a tooltip and screen reader text", () => {
    const { picture, drawing } = draw();
    expect(picture.tooltip?.([{ seriesIndex: 0, dataIndex: 1 }])).toEqual({
      title: "<NULL> (Asia)",
      rows: [
        { label: "income", value: "6,000" },
        { label: "life", value: "67" },
        { label: "people", value: "325" },
      ],
    });
    expect(picture.mark?.({ seriesIndex: 1, dataIndex: 0 })?.text).toBe("Malta: income 30,000, life 82, people 0");
    expect(drawing.summary).toBe(
      "Bubble chart of life by income, sized by people: 3 bubbles; highest Malta (82), lowest <NULL> (67), largest China (1,300).",
    );
  });

  it("show names on the left if they don't fit on the right", () => {
    const { labelLayout } = draw({}, ROWS, { width: 400 }).option.series[0];
    const rect = { width: 20 };
    expect(labelLayout({ labelRect: { x: 300, width: 80 }, rect })).toEqual({ hideOverlap: true });
    expect(labelLayout({ labelRect: { x: 350, width: 80 }, rect })).toEqual({ hideOverlap: true, dx: -110 });
  });

  it("have no legend for one series, and no labels in a small chart", () => {
    expect(draw({ series: null }).option.legend).toBeUndefined();
    expect(draw().option.legend.data).toEqual(["Asia", "Europe"]);
    expect(draw({}, ROWS, { width: 150, height: 100 }).option.xAxis.axisLabel.show).toBe(false);
    expect(draw({}, []).drawing).toMatchObject({
      isEmpty: true,
      summary: "Bubble chart of life by income: no values.",
    });
  });

  it("cover only part of the chart, however many they are", () => {
    const rows = Array.from({ length: 700 }, (_, i) => ({
      country: `c${i}`,
      region: "All",
      income: i,
      life: i % 50,
      people: 7,
    }));
    const { option } = draw({ max_bubble_size: "100" }, rows, { width: 300, height: 200 });
    const [series] = option.series;
    const widths: number[] = series.data.map((_: unknown, dataIndex: number) => series.symbolSize(null, { dataIndex }));
    const area = widths.reduce((sum, width) => sum + (Math.PI * width ** 2) / 4, 0);
    expect(area).toBeLessThanOrEqual(0.6 * 300 * 200 + 1);
    expect(Math.min(...widths)).toBeGreaterThanOrEqual(2);
  });
});
