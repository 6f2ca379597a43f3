import { describe, expect, test } from "vitest";
import type { ChartType, TimeExtent } from "../../chart-seam/chart-type.ts";
import { definition as area } from "../../chart-types/area/definition.ts";
import { definition as bar } from "../../chart-types/timeseries-bar/definition.ts";
import { definition as line } from "../../chart-types/timeseries-line/definition.ts";
import { drawChart, type Parsed } from "../../testing/chart.ts";
import { chartTheme } from "../colors/theme.ts";

const monday = (week: number) => Date.UTC(2024, 0, 1 + 7 * week);
const day = (week: number, days: number) => monday(week) + days * 86_400_000;
const rows = [143, 1008, 1008, 912].map((n, week) => ({ date: monday(week), n }));
const WHOLE = { from_dttm: monday(0), to_dttm: monday(4), queried_dttm: "2024-06-01T00:00:00+00:00" };

function draw(type: ChartType, result: object, form: object = {}, timeExtent?: TimeExtent) {
  const all = { x_axis: "date", metrics: ["n"], time_grain_sqla: "P1W", ...form };
  const { drawing, option, picture } = drawChart(type, all, rows, { types: { date: 2 }, result, timeExtent });
  const note = (dataIndex: number) => picture.tooltip?.([{ seriesIndex: 0, dataIndex }])?.note;
  return { drawing, option, notes: rows.map((_, i) => note(i)) };
}

const CUT = "Partial: only a part of this period is in the time range";
const RUNNING = "Partial: this period isn't over yet";

describe("the first and the last period", () => {
  test.each([line, bar, area])("are whole if the time range covers them ($key)", (type) => {
    const { notes, drawing } = draw(type, WHOLE);
    expect(notes).toEqual([undefined, undefined, undefined, undefined]);
    expect(drawing.summary).not.toMatch(/part of|over yet/);
  });

  test.each([line, bar, area])("say that the time range cuts them ($key)", (type) => {
    const { notes, drawing } = draw(type, { ...WHOLE, from_dttm: day(0, 6), to_dttm: day(3, 5) });
    expect(notes).toEqual([CUT, undefined, undefined, CUT]);
    expect(drawing.summary).toMatch(/Only a part of 2024-01-01 .* is in the time range\. Only a part of 2024-01-22/);
  });

  test("say that they aren't over yet, by the time of the query, not of the reader", () => {
    const { notes, drawing } = draw(line, { queried_dttm: new Date(day(3, 2)).toISOString() });
    expect(notes).toEqual([undefined, undefined, undefined, RUNNING]);
    expect(drawing.summary).toContain("isn't over yet.");
  });

  test("are whole without a grain", () => {
    const { notes } = draw(line, { from_dttm: day(0, 6), to_dttm: day(3, 5) }, { time_grain_sqla: null });
    expect(notes).toEqual([undefined, undefined, undefined, undefined]);
  });
});

describe("without a time range, periods in which the data begins or ends", () => {
  const notesOf = (extent: TimeExtent, form = {}) => draw(bar, {}, form, extent).notes;
  const daily = (from: number, to: number): TimeExtent => ({ from, to, moments: (to - from) / 86_400_000 + 1 });
  const [BEGUN, ENDED] = ["begins", "ends"].map((word) => `Partial: the data ${word} within this period`);

  test("are partial", () => {
    expect(notesOf(daily(day(0, 2), day(3, 4)))).toEqual([BEGUN, undefined, undefined, ENDED]);
    const { drawing, option } = draw(bar, {}, {}, daily(day(0, 2), day(3, 4)));
    expect(drawing.summary).toContain("The data covers only a part of 2024-01-01");
    expect(option.series[0].data.map((point: Parsed) => point.itemStyle?.opacity)).toEqual([
      ...[0.5, undefined, undefined, 0.5],
    ]);
  });

  test.each<[string, TimeExtent]>([
    ["whole weeks of days", daily(monday(0), day(3, 6))],
    ["weeks of working days", { from: monday(0), to: day(3, 4), moments: 20 }],
    ["office hours", { from: monday(0) + 9 * 3_600_000, to: day(3, 4) + 17 * 3_600_000, moments: 160 }],
    ["one day a week", { from: monday(0), to: monday(3), moments: 4 }],
    ["data from elsewhere", daily(monday(-20), monday(40))],
  ])("are whole for %s", (_, extent) => expect(notesOf(extent).filter(Boolean)).toEqual([]));
});

describe("without a time range, days in which the data begins or ends", () => {
  const HOUR = 3_600_000;
  const days = [15_400, 15_900, 15_600, 1].map((n, i) => ({ date: day(0, i), n }));
  const notesOf = (timeExtent: TimeExtent) => {
    const form = { x_axis: "date", metrics: ["n"], time_grain_sqla: "P1D" };
    const { picture } = drawChart(line, form, days, { types: { date: 2 }, timeExtent });
    return days.map((_, dataIndex) => picture.tooltip?.([{ seriesIndex: 0, dataIndex }])?.note);
  };
  const minutes = (from: number, to: number): TimeExtent => ({ from, to, moments: 4000 });

  test("are partial if they have a few hours of data by the minute", () => {
    const notes = notesOf(minutes(day(0, 0) + 20 * HOUR, day(0, 3) + 0.5 * HOUR));
    const text = (word: string) => `Partial: the data ${word} within this period`;
    expect(notes).toEqual([text("begins"), undefined, undefined, text("ends")]);
  });

  test.each<[string, TimeExtent]>([
    ["whole days", minutes(day(0, 0) + HOUR, day(0, 3) + 23 * HOUR)],
    ["office hours", minutes(day(0, 0) + 9 * HOUR, day(0, 3) + 17 * HOUR)],
    ["data by day", { from: day(0, 0), to: day(0, 3), moments: 4 }],
    ["many years by day", { from: day(-2000, 0), to: day(0, 3), moments: 14_004 }],
  ])("are whole for %s", (_, extent) => expect(notesOf(extent).filter(Boolean)).toEqual([]));
});

test("one row on the first day of a month is a partial month", () => {
  const months = [0, 1, 2, 3].map((month) => ({ date: Date.UTC(2001, month, 1), n: month === 3 ? 1 : 480_000 }));
  const form = { x_axis: "date", metrics: ["n"], time_grain_sqla: "P1M" };
  const timeExtent = { from: Date.UTC(2001, 0, 1), to: Date.UTC(2001, 3, 1, 0, 35), moments: 100_000 };
  const { picture } = drawChart(line, form, months, { types: { date: 2 }, timeExtent });
  expect(picture.tooltip?.([{ seriesIndex: 0, dataIndex: 3 }])?.note).toContain("the data ends within");
});

test("areas and curves are pale up to an unfinished point", () => {
  const veils = (type: ChartType, form = {}) =>
    (draw(type, { ...WHOLE, to_dttm: day(3, 5) }, form).option.graphic ?? []).filter(
      ({ type: t }: Parsed) => t === "rect",
    );
  expect(veils(area)).toMatchObject([{ style: { fill: chartTheme("light").background, opacity: 0.5 } }]);
  expect(veils(area)[0].shape.width).toBeGreaterThan(100);
  expect(veils(area, { zoomable: true })).toEqual([]);
  expect(veils(line)).toEqual([]);
});

test("an unfinished bar is pale, and the line to an unfinished point is dashed", () => {
  const result = { ...WHOLE, to_dttm: day(3, 5) };
  const opacities = draw(bar, result).option.series[0].data.map((point: Parsed) => point.itemStyle?.opacity);
  expect(opacities).toEqual([undefined, undefined, undefined, 0.5]);
  const gaps = (one: ReturnType<typeof draw>) => one.option.series.filter(({ silent }: Parsed) => silent);
  expect(gaps(draw(line, result))).toMatchObject([
    {
      lineStyle: { type: [3, 4] },
      data: [
        [monday(3), 912],
        [monday(2), 1008],
      ],
    },
  ]);
  expect(gaps(draw(line, WHOLE))).toEqual([]);
});
