import { describe, expect, test } from "vitest";
import { chartTheme } from "../../chart-kit/colors/theme.ts";
import type { EChartSpec } from "../../chart-kit/echart/echart-spec.ts";
import { QueryContext } from "../../model/query-context.ts";
import { definition as timePivot } from "./definition.ts";
import { gallery } from "./gallery.ts";
import { periodOf } from "./periods.ts";

const base = { ...timePivot.defaults(), viz_type: timePivot.key, datasource: "1__table", x_axis: "day", metric: "m" };

function draw(rows: [string | number, number | null][], more: Record<string, unknown> = {}) {
  const drawing = timePivot.transform({
    formData: { ...base, ...more },
    results: [{ data: rows.map(([day, m]) => ({ day, m })), colnames: ["day", "m"], coltypes: [2, 0] }],
    theme: chartTheme("light"),
    colorOf: () => "#000000",
    rampOf: () => [],
    width: 600,
    height: 300,
  });
  const picture = drawing.props as EChartSpec;
  const series = picture.option.series as { name: string; data: [number, number][]; lineStyle: { opacity: number } }[];
  return { ...drawing, picture, series };
}

test("requests the metric over time, in order", () => {
  for (const { name, formData } of gallery) {
    const [query] = QueryContext.parse(timePivot.buildQuery({ ...base, ...formData })).queries;
    expect(query?.orderby?.[0]?.[1], name).toBe(true);
    expect(timePivot.validate({ ...base, ...formData }), name).toEqual({});
  }
  expect(timePivot.validate({ ...base, freq: "often" })).toHaveProperty("freq");
});

test("margins fit the labels, or are as configured", () => {
  const grid = (more: object) => draw([["2012-01-02", 5]], { ...more }).picture.option.grid;
  expect(grid({ left_margin: "auto", bottom_margin: "auto" })).toEqual(grid({ left_margin: null }));
  expect(grid({ left_margin: 150, bottom_margin: "75" })).toMatchObject({ left: 150, bottom: 75 });
});

describe("periods", () => {
  const start = (freq: string, at: string) =>
    new Date(periodOf(freq)?.startOf(Date.parse(at)) ?? 0).toISOString().slice(0, 10);

  test("can be years, days, and weeks ending on a weekday", () => {
    expect(start("AS", "2012-02-29T12:00:00Z")).toBe("2012-01-01");
    expect(start("D", "2012-02-29T23:59:00Z")).toBe("2012-02-29");
    // 29 February 2012 was a Wednesday.
    expect(start("W-SUN", "2012-02-29")).toBe("2012-02-27");
    expect(start("W-MON", "2012-02-29")).toBe("2012-02-28");
    expect(start("W-MON", "2012-02-28")).toBe("2012-02-28");
    expect(start("W-MON", "1969-12-31")).toBe("1969-12-30");
  });

  test("of several weeks start on a week boundary and follow each other", () => {
    const period = periodOf("4W-MON");
    const first = period?.startOf(Date.parse("2012-02-29")) ?? 0;
    expect(new Date(first).getUTCDay()).toBe(2);
    expect(period?.startOf(period.next(first) - 1)).toBe(first);
    expect([periodOf("often"), periodOf("W-XYZ"), periodOf("")]).toEqual([undefined, undefined, undefined]);
  });
});

describe("the time pivot drawing", () => {
  const ROWS: [string, number | null][] = [
    ["2010-01-01", 1],
    ["2010-07-01", 2],
    ["2011-01-01", 3],
    ["2011-07-01", null],
    ["2012-01-01", 5],
  ];

  test("has a line per period at the same positions, fainter the older it is", () => {
    const { series } = draw(ROWS, { freq: "AS" });
    expect(series.map(({ name }) => name)).toEqual(["2010", "2011", "2012"]);
    expect(series.map(({ data }) => data[0])).toEqual([
      [0, 1],
      [0, 3],
      [0, 5],
    ]);
    const opacities = series.map(({ lineStyle }) => lineStyle.opacity);
    expect(opacities).toEqual(opacities.toSorted((a, b) => a - b));
    expect(opacities.at(-1)).toBe(1);
  });

  test("describes points, the current period first", () => {
    const { picture, summary } = draw(ROWS, { freq: "AS" });
    const hits = [0, 1, 2].map((seriesIndex) => ({ seriesIndex, dataIndex: 0 }));
    expect(picture.tooltip?.(hits)).toMatchObject({
      title: "Jan",
      rows: [{ label: "2012 (current)", value: "5" }, { label: "2011" }, { label: "2010" }],
    });
    expect(picture.mark?.({ seriesIndex: 0, dataIndex: 1 })?.text).toBe("2010, Jul: 2");
    expect(picture.mark?.({ seriesIndex: 1, dataIndex: 1 })).toBeNull();
    expect(summary).toBe("Period pivot: m, 3 periods. The last value of 2012 is 5; 3 at the same point in 2011.");
  });

  test("draws the newest of very many periods as lines, and all earlier ones as one mark", () => {
    const DAY = 86_400_000;
    const rows = Array.from({ length: 7 * 400 }, (_, i): [string, number] => [new Date(i * DAY).toISOString(), i % 7]);
    const { picture, series, summary } = draw(rows, { freq: "W-MON" });
    expect(series).toHaveLength(25);
    expect(series.at(-1)).toMatchObject({ type: "custom", silent: true, name: "377 earlier periods" });
    expect(picture.walk).toHaveLength(24);
    expect(summary).toContain("401 periods");
    const hits = series.map((_: unknown, seriesIndex: number) => ({ seriesIndex, dataIndex: 0 }));
    expect(picture.tooltip?.(hits)).toMatchObject({ rows: { length: 16 }, note: "+ 385 more" });
    expect(draw(rows, { freq: "W-MON", line_interpolation: "step-after" }).series).toHaveLength(401);
  });

  test("handles no rows, only NULL, and a single value", () => {
    expect(draw([]).isEmpty).toBe(true);
    expect(draw([["2010-01-01", null]]).isEmpty).toBe(true);
    expect(draw([["2010-01-01", 4]])).toMatchObject({ isEmpty: false, summary: expect.stringContaining("1 period.") });
  });
});

test("points between gaps are visible without a line", () => {
  const { series } = draw(
    [
      ["2011-01-01", null],
      ["2011-03-01", 3],
      ["2011-05-01", null],
      ["2012-01-01", 1],
      ["2012-03-01", 2],
    ],
    { freq: "AS" },
  );
  const [gaps, whole] = series as unknown as { showSymbol: boolean; symbolSize: (v: null, at: object) => number }[];
  expect([gaps?.showSymbol, whole?.showSymbol]).toEqual([true, false]);
  expect([0, 1, 2].map((dataIndex) => gaps?.symbolSize(null, { dataIndex }))).toEqual([0.01, 5, 0.01]);
});

test("the grain defaults to days, and can be turned off", () => {
  const grain = (form: object) =>
    timePivot.buildQuery({ ...base, time_grain_sqla: undefined, ...form }).queries[0]?.columns?.[0];
  expect(grain({})).toMatchObject({ timeGrain: "P1D" });
  expect(grain({ time_grain_sqla: "P1W" })).toMatchObject({ timeGrain: "P1W" });
  expect(grain({ time_grain_sqla: null })).not.toHaveProperty("timeGrain");
});

test("the axis of a single value spans a period", () => {
  const axis = draw([["2012-01-02", 5]], { freq: "AS" }).picture.option.xAxis as { max: number };
  expect(axis.max).toBeGreaterThan(300 * 86_400_000);
});
