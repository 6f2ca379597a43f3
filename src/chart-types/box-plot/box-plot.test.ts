import { describe, expect, it } from "vitest";
import { QueryContext } from "../../model/query-context.ts";
import { drawChart, type Parsed } from "../../testing/chart.ts";
import { definition as boxPlot } from "./definition.ts";
import { gallery } from "./gallery.ts";

const FORM = {
  columns: ["date"],
  groupby: ["genre"],
  metrics: ["rating"],
  viz_type: "box_plot",
  datasource: "1__table",
};
const row = (genre: string | null, shift: number, outliers: number[] = []) => ({
  genre,
  rating__mean: 5 + shift,
  rating__median: 5.5 + shift,
  rating__max: 9 + shift,
  rating__min: 1 + shift,
  rating__q1: 4 + shift,
  rating__q3: 7 + shift,
  rating__count: 120,
  rating__outliers: outliers,
});
const ROWS = [row("Drama", 1, [0.5, 12]), row(null, 0)];
const draw = (form = {}, rows: Record<string, unknown>[] = ROWS, more = {}) =>
  drawChart(boxPlot, { ...FORM, ...form }, rows, more);

describe("query", () => {
  const ask = (form: Record<string, unknown> = {}) =>
    QueryContext.parse(boxPlot.buildQuery({ ...boxPlot.defaults(), ...FORM, ...form })).queries[0];

  it("queries metrics by columns and groups, aggregated into boxes", () => {
    expect(ask({ series_limit: 10, series_limit_metric: "rating" })).toMatchObject({
      columns: ["date", "genre"],
      series_columns: ["genre"],
      metrics: ["rating"],
      series_limit: 10,
      series_limit_metric: "rating",
      post_processing: [
        { operation: "boxplot", options: { whisker_type: "tukey", groupby: ["genre"], metrics: ["rating"] } },
      ],
    });
  });

  it("includes the whisker type", () => {
    const options = (whiskerOptions: string) => ask({ whiskerOptions })?.post_processing?.[0]?.options;
    expect(options("Min/max (no outliers)")).toMatchObject({ whisker_type: "min/max" });
    expect(options("9/91 percentiles")).toMatchObject({ whisker_type: "percentile", percentiles: [9, 91] });
  });

  it("groups temporal columns by the grain", () => {
    const form = { temporal_columns_lookup: { date: true }, time_grain_sqla: "P1M" };
    expect(ask(form)?.columns?.[0]).toMatchObject({ columnType: "BASE_AXIS", sqlExpression: "date", timeGrain: "P1M" });
  });

  it("is valid for every gallery case; requires columns and metrics", () => {
    for (const { name, formData } of gallery) {
      expect(boxPlot.validate({ ...boxPlot.defaults(), ...formData, viz_type: "box_plot" }), name).toEqual({});
    }
    expect(boxPlot.validate({ ...FORM, columns: [], metrics: [] })).toEqual({
      columns: "Distribute across cannot be empty",
      metrics: "Metrics cannot be empty",
    });
  });
});

describe("boxes", () => {
  it("have quartiles, whiskers and outliers", () => {
    const { option } = draw();
    expect(option.xAxis.data).toEqual(["Drama", "<NULL>"]);
    expect(option.series[0].data.map((box: Parsed) => box.value)).toEqual([
      [2, 5, 6.5, 8, 10],
      [1, 4, 5.5, 7, 9],
    ]);
    expect(option.series[1].data.map((point: Parsed) => point.value)).toEqual([
      [0, 0.5],
      [0, 12],
    ]);
    expect(option.yAxis.max).toBeGreaterThanOrEqual(12);
  });

  it("show each metric of each group, or the metric alone without groups", () => {
    const both = {
      ...row("Drama", 0),
      ...Object.fromEntries(Object.entries(row("", 2)).map(([k, v]) => [k.replace("rating", "votes"), v])),
      genre: "Drama",
    };
    expect(draw({ metrics: ["rating", "votes"] }, [both]).option.xAxis.data).toEqual(["Drama, rating", "Drama, votes"]);
    expect(draw({ groupby: [] }, [row(null, 0)]).option.xAxis.data).toEqual(["rating"]);
  });

  it("have one color, or that of their metric or first dimension", () => {
    const colors = (form: object, rows: Record<string, unknown>[]) =>
      draw(form, rows).option.series[0].data.map((box: Parsed) => box.itemStyle.borderColor);
    expect(new Set(colors({}, ROWS)).size).toBe(1);
    const [red, other] = colors({ label_colors: { Drama: "#AA0000" } }, ROWS);
    expect([red, other]).toEqual(["#AA0000", colors({}, ROWS)[1]]);
    const votes = Object.fromEntries(ROWS.flatMap(Object.entries).map(([k, v]) => [k.replace("rating", "votes"), v]));
    const [a, b, c, d] = colors({ metrics: ["rating", "votes"] }, [
      { ...votes, ...ROWS[0] },
      { ...votes, ...ROWS[1] },
    ]);
    expect([a, b]).toEqual([c, d]);
    expect(a).not.toBe(b);
    const by = (genre: string, year: string) => ({ ...row(genre, 0), year });
    const [e, f, g] = colors({ groupby: ["genre", "year"] }, [by("Drama", "1"), by("Drama", "2"), by("War", "1")]);
    expect(e).toBe(f);
    expect(e).not.toBe(g);
  });

  it("rotate long names that don't fit flat", () => {
    const many = Array.from({ length: 14 }, (_, i) => row(`A rather long genre ${i}`, i));
    expect(draw({}, many).option.xAxis.axisLabel).toMatchObject({ rotate: 45, interval: 0 });
    expect(draw({ x_ticks_layout: "90°" }, many).option.xAxis.axisLabel.rotate).toBe(90);
    expect(draw().option.xAxis.axisLabel.rotate).toBeUndefined();
    expect(draw({ x_ticks_layout: "staggered" }, many).option.xAxis.axisLabel.formatter("b", 1)).toBe("\nb");
  });

  it("keep the configured distance between axes and titles", () => {
    const titles = { x_axis_title: "Genre", y_axis_title: "Rating" };
    const ofMargins = (margin: number) => {
      const form = { ...titles, x_axis_title_margin: margin, y_axis_title_margin: margin };
      const { xAxis, yAxis, grid } = draw(form).option;
      return [xAxis.nameGap, yAxis.nameGap, grid.bottom, grid.left];
    };
    const [none, some] = [ofMargins(0), ofMargins(30)];
    expect(some.map((gap, i) => gap - (none[i] ?? 0))).toEqual([30, 30, 30, 30]);
  });

  it("keep short names flat, and wrap names of two words", () => {
    const twelve = (name: (i: number) => string) => Array.from({ length: 12 }, (_, i) => row(name(i), i));
    const label = (name: (i: number) => string, width: number) =>
      draw({}, twelve(name), { width, height: 300 }).option.xAxis.axisLabel;
    expect(label((i) => `M${i}`, 400)).toMatchObject({ interval: 0 });
    expect(label((i) => `M${i}`, 400).rotate).toBeUndefined();
    expect(label((i) => `Black Drama${i}`, 700)).toMatchObject({ interval: 0, overflow: "break" });
    expect(label((i) => `Blackandwhite Drama${i}`, 700).rotate).toBe(45);
  });

  it("cross-filter, and have a tooltip and screen reader text", () => {
    const { picture, drawing } = draw();
    expect(picture.mark?.({ seriesIndex: 0, dataIndex: 1 })).toMatchObject({
      text: "<NULL>: median 5.5, quartiles 4 to 7, whiskers 1 to 9",
      selection: { clauses: [{ column: "genre", values: [null] }] },
    });
    expect(picture.tooltip?.([{ seriesIndex: 0, dataIndex: 0 }])).toMatchObject({
      title: "Drama",
      note: "120 values, including 2 outliers",
    });
    expect(picture.tooltip?.([{ seriesIndex: 1, dataIndex: 1 }])).toMatchObject({
      rows: [{ value: "12" }],
      note: "Outlier",
    });
    expect(drawing.summary).toBe("Box plot of rating, 2 boxes; highest median Drama (6.5), lowest <NULL> (5.5).");
  });

  it("with thousands of outliers draw some and show a warning", () => {
    const { drawing, option } = draw({}, [
      row(
        "Drama",
        0,
        Array.from({ length: 9000 }, (_, i) => i),
      ),
    ]);
    expect(option.series[1].data.length).toBeLessThan(2100);
    expect(option.series[1].data.at(-1).value).toEqual([0, 8999]);
    expect(drawing.warning).toMatch(/of 9,000 outliers/);
  });

  it("make an empty chart without values", () => {
    expect(draw({}, []).drawing).toMatchObject({ isEmpty: true, summary: "Box plot: no values." });
    expect(draw({}, [{ ...row("x", 0), rating__median: null }]).drawing.isEmpty).toBe(true);
  });
});

it("draws the first 300 boxes and shows a warning", () => {
  const rows = Array.from({ length: 1500 }, (_, i) => row(`g${i}`, 0, i < 3 ? Array(1000).fill(20) : []));
  const { drawing, option } = draw({}, rows);
  expect(option.xAxis.data).toEqual(rows.slice(0, 300).map(({ genre }) => genre));
  expect(drawing.warning).toMatch(/^Showing the first 300 of 1,500 boxes\. Showing [\d,]+ of 3,000 outliers$/);
  expect(draw({}, rows.slice(5, 305)).drawing.warning).toBeUndefined();
});
