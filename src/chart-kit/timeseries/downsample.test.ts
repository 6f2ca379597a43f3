import { expect, test } from "vitest";
import { definition as timeseriesArea } from "../../chart-types/area/definition.ts";
import { definition as timeseriesBar } from "../../chart-types/timeseries-bar/definition.ts";
import { definition as timeseriesLine } from "../../chart-types/timeseries-line/definition.ts";
import { definition as timeseriesScatter } from "../../chart-types/timeseries-scatter/definition.ts";
import { drawChart, type Parsed, pointsOf } from "../../testing/chart.ts";

const HOUR = 3_600_000;
const COUNT = 50_000;
const FORM = { x_axis: "at", metrics: ["value"] };
const rows = Array.from({ length: COUNT }, (_, i) => ({
  at: i * HOUR,
  value: i > 30_000 && i < 32_000 ? null : i === 12_345 ? 900 : i === 23_456 ? -900 : Math.sin(i / 900) * 10,
}));
const OPTIONS = { types: { at: 2 }, width: 500, height: 300 };
const draw = (type: typeof timeseriesLine, form = {}, data: Record<string, unknown>[] = rows) =>
  drawChart(type, { ...FORM, ...form }, data, OPTIONS);
const firstOf = ({ option }: ReturnType<typeof drawChart>) => pointsOf(option.series[0].data);

test.each([
  ["line", timeseriesLine],
  ["bars", timeseriesBar],
])("downsamples to the extremes per pixel (%s) and says so in the summary", (_, type) => {
  const drawn = draw(type);
  const points = firstOf(drawn);
  expect(points.length).toBeLessThan(1100);
  const valueAt = (hour: number) => points.find(([at]) => at === hour * HOUR)?.[1];
  expect([valueAt(12_345), valueAt(23_456)]).toEqual([900, -900]);
  expect([points[0]?.[0], points.at(-1)?.[0]]).toEqual([0, (COUNT - 1) * HOUR]);
  expect(points.some(([, value]) => value === null)).toBe(true);
  expect(drawn.drawing.summary).toContain("Simplified from 50,000 points.");
  expect(drawn.drawing.summary).toContain("900");
  expect(drawn.picture.tooltip?.([{ seriesIndex: 0, dataIndex: 0 }])?.note).toContain("50,000 points");
});

test("a stack keeps the extremes of its outline per pixel and of its series per several pixels", () => {
  const spiked = rows.slice(0, 10_000).map(({ at }, i) => ({
    at,
    a: i === 5000 ? 99 : 50 + Math.sin(i) * 10,
    // The total is constant where both of these aren't.
    b: i === 5000 ? 1 : 50,
    c: i === 7000 ? 500 : 50,
  }));
  const form = { metrics: ["a", "b", "c"], stack: "Stack" };
  for (const type of [timeseriesArea, timeseriesBar]) {
    const { option, drawing } = drawChart(type, { ...FORM, ...form }, spiked, OPTIONS);
    const series = (option.series as Parsed[]).map(({ data }) => pointsOf(data));
    const valuesAt = (hour: number) => series.map((points) => points.find(([at]) => at === hour * HOUR)?.[1]);
    expect(series.every(({ length }) => length === series[0]?.length && length < 1600)).toBe(true);
    expect(valuesAt(5000)).toEqual(expect.arrayContaining([99, 1, 50]));
    expect(valuesAt(7000)).toContain(500);
    expect(drawing.summary).toContain("Simplified from 10,000 points.");
  }
});

test("very narrow stacked bars are one shape per series; missing values have no height", () => {
  const stacked = rows.slice(0, 900).map(({ at }, i) => ({ at, a: 1, b: i % 3 === 0 ? null : 2 }));
  const { option } = drawChart(timeseriesBar, { ...FORM, metrics: ["a", "b"], stack: "Stack" }, stacked, OPTIONS);
  const series = option.series as Parsed[];
  expect(series.map(({ large, barMinHeight }) => [large, barMinHeight])).toEqual([
    [true, 0],
    [true, 0],
  ]);
  expect(series.find(({ name }) => name === "b").data.slice(0, 2)).toEqual([
    [0, 0],
    [HOUR, 2],
  ]);
});

test("keeps all points if they fit, when zoomable and for categories and scatter", () => {
  expect(firstOf(draw(timeseriesLine, {}, rows.slice(0, 900)))).toHaveLength(900);
  expect(firstOf(draw(timeseriesLine, { zoomable: true }))).toHaveLength(COUNT);
  expect(firstOf(draw(timeseriesLine, { xAxisForceCategorical: true }))).toHaveLength(COUNT);
  const scatter = draw(timeseriesScatter).option.series[0] as Parsed;
  expect(scatter.data).toHaveLength(2 * COUNT);
  expect([...scatter.data.slice(2 * 12_345, 2 * 12_345 + 2)]).toEqual([12_345 * HOUR, 900]);
});

test("very narrow bars are one shape unless labeled, colored or missing", () => {
  const bars = rows.slice(0, 900);
  const isOneShape = (form = {}, data: Record<string, unknown>[] = bars, options = OPTIONS) =>
    drawChart(timeseriesBar, { ...FORM, ...form }, data, options).option.series[0].large === true;
  expect(isOneShape()).toBe(true);
  expect(isOneShape({ show_value: true })).toBe(false);
  expect(isOneShape({ logAxis: true })).toBe(false);
  expect(isOneShape({}, [...bars, { at: 901 * HOUR, value: null }])).toBe(false);
  expect(isOneShape({}, bars, { ...OPTIONS, width: 2000 })).toBe(false);
});
