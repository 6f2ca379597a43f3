import { describe, expect, it } from "vitest";
import { QueryContext } from "../../model/query-context.ts";
import { drawChart, type Parsed, textsOf } from "../../testing/chart.ts";
import { slotOf } from "./calendar.ts";
import { definition as calHeatmap } from "./definition.ts";
import { gallery } from "./gallery.ts";
import { frameOf } from "./layout.ts";

const FORM = {
  granularity_sqla: "date",
  time_range: "2015",
  metrics: ["rain"],
  viz_type: "cal_heatmap",
  datasource: "1__table",
};
const day = (month: number, date: number) => Date.UTC(2015, month, date);
const ROWS = [
  { date: day(0, 1), rain: 0 },
  { date: day(0, 2), rain: 5 },
  { date: day(1, 1), rain: 10 },
  { date: day(1, 2), rain: null },
];
const draw = (form = {}, rows: Record<string, unknown>[] = ROWS, more = {}) =>
  drawChart(calHeatmap, { ...FORM, ...form }, rows, { types: { date: 2 }, ...more });
const cells = ({ option }: ReturnType<typeof drawChart>) => {
  const [series] = option.series;
  return series.data.map((_: unknown, dataIndex: number) => series.renderItem({ dataIndex }).children[0]);
};

describe("query", () => {
  it("queries metrics by cell within the time range", () => {
    const [query] = QueryContext.parse(calHeatmap.buildQuery({ ...calHeatmap.defaults(), ...FORM })).queries;
    expect(query).toMatchObject({
      granularity: "date",
      time_range: "2015",
      metrics: ["rain"],
      extras: { time_grain_sqla: "P1D" },
    });
    expect(query?.columns).toEqual([
      expect.objectContaining({ label: "date", columnType: "BASE_AXIS", timeGrain: "P1D" }),
    ]);
    const hourly = calHeatmap.buildQuery({ ...FORM, subdomain_granularity: "hour" }).queries[0];
    expect(hourly?.columns).toEqual([expect.objectContaining({ timeGrain: "PT1H" })]);
  });

  it("is valid for every gallery case; requires a column, a bounded range and cells shorter than blocks", () => {
    for (const { name, formData } of gallery) {
      expect(calHeatmap.validate({ ...calHeatmap.defaults(), ...formData, viz_type: "cal_heatmap" }), name).toEqual({});
    }
    const form = { ...FORM, time_range: "No filter", domain_granularity: "day", subdomain_granularity: "month" };
    expect(Object.keys(calHeatmap.validate(form))).toEqual(["time_range", "subdomain_granularity"]);
  });
});

describe("the calendar", () => {
  it("has weekdays from Monday as rows, and weeks of a month as columns", () => {
    expect(slotOf(day(0, 1), "month", "day")).toEqual({ block: day(0, 1), column: 0, row: 3 });
    expect(slotOf(day(0, 5), "month", "day")).toEqual({ block: day(0, 1), column: 1, row: 0 });
    expect(slotOf(day(0, 1) + 7 * 3_600_000, "day", "hour")).toEqual({ block: day(0, 1), column: 1, row: 1 });
    expect(slotOf(day(7, 1), "year", "month")).toEqual({ block: day(0, 1), column: 2, row: 1 });
  });

  it("colors cells from lowest to highest, and leaves gaps empty", () => {
    const fills = cells(draw()).map((cell: { style: { fill: string } }) => cell.style.fill);
    expect(fills).toHaveLength(3);
    expect(fills[0].toLowerCase()).toBe("#e8f1fc");
    expect(fills[2].toLowerCase()).toBe("#172881");
  });

  it("shrinks to fit its box, whatever the configured cell size", () => {
    const rows = Array.from({ length: 365 }, (_, i) => ({ date: day(0, 1) + i * 86_400_000, rain: i }));
    for (const size of [
      { width: 300, height: 200 },
      { width: 900, height: 160 },
    ]) {
      for (const { shape } of cells(draw({ cell_size: 40 }, rows, size))) {
        expect(shape.x).toBeGreaterThanOrEqual(0);
        expect(shape.x + shape.width).toBeLessThanOrEqual(size.width);
        expect(shape.y + shape.height).toBeLessThanOrEqual(size.height);
      }
    }
  });

  it("labels blocks and metrics, and shows values that fit", () => {
    const texts = (form = {}) => textsOf({ series: draw(form).option.series });
    expect(texts({ show_values: true, cell_size: 30 })).toEqual(["0", "5", "10"]);
    expect(texts({ show_values: true, cell_size: 8 })).toEqual([]);
    const labels = draw().option.graphic.flatMap((part: { style?: { text?: string } }) => part.style?.text ?? []);
    expect(labels).toEqual(["rain", "Jan", "Feb", "0", "10"]);
  });

  it("shows date and value in the tooltip and the summary", () => {
    const { picture, drawing } = draw();
    expect(picture.tooltip?.([{ seriesIndex: 0, dataIndex: 1 }])).toMatchObject({
      title: "Fri Jan 2, 2015",
      rows: [{ label: "rain", value: "5" }],
    });
    expect(drawing.summary).toBe("Calendar heatmap: rain from 0 (Thu Jan 1, 2015) to 10 (Sun Feb 1, 2015).");
    expect(draw({}, []).drawing).toMatchObject({ isEmpty: true, summary: "Calendar heatmap: no values." });
    expect(cells(draw({}, [ROWS[1] ?? {}]))).toHaveLength(1);
  });
});

it("keeps block names apart and inside the chart", () => {
  const slots = Array.from({ length: 30 }, (_, i) => ({ block: day(2, 1 + i), column: 3, row: 5 }));
  const labelWidth = 38;
  const { blocks, width } = frameOf({
    slots,
    width: 296,
    height: 240,
    cell: 10,
    padding: 2,
    label: 14,
    labelWidth,
    rowWidth: 80,
  });
  const places = [...blocks.values()];
  expect(Math.max(...places.map(({ x }) => x + labelWidth))).toBeLessThanOrEqual(296);
  expect(width).toBeLessThanOrEqual(296);
  const firsts = places.filter(({ y }) => y === 0).map(({ x }) => x);
  expect(firsts.slice(1).every((x, i) => x - (firsts[i] ?? 0) >= labelWidth)).toBe(true);
});

describe("days of a year in a small tile", () => {
  const days = Array.from({ length: 365 }, (_, i) => ({ date: day(0, 1 + i), rain: i }));
  const drawn = (size: object) => cells(draw({ cell_size: 16 }, days, size)).map(({ shape }: Parsed) => shape);

  it.each([
    [300, 200, 7.5],
    [365, 300, 12],
  ])("join their months at %i × %i, without overlaps", (width, height, least) => {
    const shapes = drawn({ width, height });
    expect(shapes[0].width).toBeGreaterThanOrEqual(least);
    const places = shapes.map(({ x, y }: Parsed) => `${Math.round(x)} ${Math.round(y)}`);
    expect(new Set(places).size).toBe(365);
    for (const { x, y } of shapes) {
      expect(x >= 0 && x + shapes[0].width <= width && y >= 0 && y + shapes[0].height <= height).toBe(true);
    }
  });
});

describe("very many cells", () => {
  const hours = (count: number) =>
    Array.from({ length: count }, (_, i) => ({ date: day(0, 1) + i * 3_600_000, rain: i % 24 }));
  const form = { domain_granularity: "day", subdomain_granularity: "hour", cell_size: 10 };

  it("are packed closely, with labels for rows that have room", () => {
    const { picture, drawing, option } = draw(form, hours(50_000), { width: 600, height: 360 });
    expect(drawing.warning).toBeUndefined();
    const [bitmap] = picture.bitmaps ?? [];
    expect(bitmap?.size).toBe(50_000);
    const boxes = Array.from({ length: 50_000 }, (_, i) => bitmap?.boxOf(i) ?? { x: -1, y: -1, width: 0, height: 0 });
    expect(boxes.every(({ x, y, width, height }) => x >= 0 && y >= 0 && x + width <= 600 && y + height <= 360)).toBe(
      true,
    );
    const { x, y, width, height } = boxes[30_000] ?? { x: 0, y: 0, width: 0, height: 0 };
    expect(bitmap?.at(x + width / 2, y + height / 2)).toBe(30_000);
    const names = option.graphic.flatMap((part: { style?: { text?: string } }) => part.style?.text ?? []);
    expect(names).toContain("Jan 1, 2015");
    const places = option.graphic
      .filter((part: { style?: { text?: string } }) => /, 20/.test(part.style?.text ?? ""))
      .map((part: { y: number }) => part.y);
    expect(places.length).toBeGreaterThan(5);
    expect(places.every((at: number, i: number) => i === 0 || at - places[i - 1] >= 13)).toBe(true);
  });

  it("show a warning if each would be smaller than a pixel", () => {
    const { drawing } = draw(form, hours(50_000), { width: 200, height: 160 });
    expect(drawing.warning).toContain("Too many cells to show (50,000)");
  });
});
