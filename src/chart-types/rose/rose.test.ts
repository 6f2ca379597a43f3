import { describe, expect, it } from "vitest";
import { textWidth } from "../../chart-kit/text-width.ts";
import { QueryContext } from "../../model/query-context.ts";
import { drawChart, type Parsed } from "../../testing/chart.ts";
import { definition as rose } from "./definition.ts";
import { gallery } from "./gallery.ts";

const FORM = {
  granularity_sqla: "date",
  time_grain_sqla: "P1M",
  metrics: ["count"],
  groupby: ["weather"],
  viz_type: "rose",
  datasource: "1__table",
};
const ROWS = [
  { date: Date.UTC(2015, 0, 1), rain: 20, sun: 10 },
  { date: Date.UTC(2015, 1, 1), rain: 5, sun: null },
];
const draw = (form = {}, rows: Record<string, unknown>[] = ROWS, more = {}) =>
  drawChart(rose, { ...FORM, ...form }, rows, { types: { date: 2 }, ...more });
const sectors = (option: Parsed, series: number) =>
  option.series[series].data.map(
    (_: unknown, dataIndex: number) => option.series[series].renderItem({ dataIndex }).children[0].shape,
  );

describe("query", () => {
  const ask = (form = {}) => QueryContext.parse(rose.buildQuery({ ...rose.defaults(), ...FORM, ...form })).queries[0];

  it("requests one row per period and one column per series", () => {
    expect(ask({ limit: 5 })).toMatchObject({
      columns: [{ label: "date", columnType: "BASE_AXIS", timeGrain: "P1M" }, "weather"],
      metrics: ["count"],
      series_columns: ["weather"],
      series_limit: 5,
    });
    expect(ask()?.post_processing?.map((step) => step?.operation)).toEqual(
      expect.arrayContaining(["pivot", "flatten"]),
    );
  });

  it("supports rolling, resampling and contribution", () => {
    const operations = (form: object) => ask(form)?.post_processing?.map((step) => step?.operation);
    expect(operations({ rolling_type: "mean", rolling_periods: 3 })).toContain("rolling");
    expect(operations({ contribution: true })).toContain("contribution");
    const shifted = { time_compare: ["1 year ago"], comparison_type: "ratio" };
    expect(operations(shifted)).toContain("compare");
    expect(ask(shifted)?.time_offsets).toEqual(["1 year ago"]);
    expect(ask({ order_desc: false })?.orderby).toEqual([["count", true]]);
  });

  it("is valid for every gallery case, and requires a time column and metrics", () => {
    for (const { name, formData } of gallery) {
      expect(rose.validate({ ...rose.defaults(), ...formData, viz_type: "rose" }), name).toEqual({});
    }
    expect(Object.keys(rose.validate({ viz_type: "rose" }))).toEqual(["granularity_sqla", "metrics"]);
  });
});

describe("petals", () => {
  it("with empty or multiline names have a one-line legend entry", () => {
    const { option } = draw({}, [{ date: 0, "": 1, "a\nb": 2 }]);
    expect(option.legend.data).toEqual(["<empty string>", "a b"]);
  });

  it("have no outline where it would cover them", () => {
    const many = Object.fromEntries(Array.from({ length: 400 }, (_, i) => [`s${i}`, i === 0 ? 300 : 1]));
    const { option } = draw({}, [{ date: 0, ...many }]);
    const styles = [0, 1].map((i) => option.series[i].renderItem({ dataIndex: 0 }).children[0].style);
    expect(styles[0].stroke).toBeDefined();
    expect(styles[1].stroke).toBeUndefined();
  });

  it("stack their series, by radius or by area", () => {
    const { option } = draw();
    const [rain, sun] = [sectors(option, 0), sectors(option, 1)];
    expect(rain[0].r / sun[0].r).toBeCloseTo(20 / 30);
    expect(sun[0].r0).toBeCloseTo(rain[0].r);
    expect(rain[1].startAngle).toBeCloseTo(rain[0].endAngle);
    const area = sectors(draw({ rose_area_proportion: true }).option, 0);
    expect((area[0].r / area[1].r) ** 2).toBeCloseTo(4);
  });

  it("list all series of a period in the tooltip, largest first, or only one", () => {
    expect(draw().picture.tooltip?.([{ seriesIndex: 1, dataIndex: 0 }])).toMatchObject({
      title: "Jan 2015",
      rows: [
        { label: "rain", value: "20" },
        { label: "sun", value: "10", isFocus: true },
      ],
      total: { label: "Total", value: "30" },
    });
    expect(draw({ rich_tooltip: false }).picture.tooltip?.([{ seriesIndex: 1, dataIndex: 0 }])?.rows).toHaveLength(1);
  });

  it("are described in mark and summary, and leave out names that would overlap", () => {
    const { picture, drawing, option } = draw();
    expect(picture.mark?.({ seriesIndex: 0, dataIndex: 1 })?.text).toBe("rain, Feb 2015: 5");
    expect(drawing.summary).toBe(
      "Rose chart of count, 2 series over 2 periods; highest Jan 2015 (30), lowest Feb 2015 (5).",
    );
    expect(option.graphic).toHaveLength(2);
    const many = Array.from({ length: 120 }, (_, i) => ({ date: Date.UTC(2005, i, 1), rain: i }));
    expect(draw({ groupby: [] }, many).option.graphic.length).toBeLessThan(80);
    expect(draw({}, ROWS, { width: 150, height: 100 }).option.graphic).toEqual([]);
  });

  it("have names that don't overlap, even at the top and bottom of the circle", () => {
    const months = Array.from({ length: 48 }, (_, i) => ({ date: Date.UTC(2012, i, 1), rain: i + 1 }));
    for (const height of [300, 420, 900]) {
      const names = draw({ groupby: [] }, months, { width: 800, height }).option.graphic;
      const spans = names.map(({ x, y, style }: Parsed) => {
        const width = textWidth(style.text);
        const left = style.textAlign === "left" ? x : x - width / (style.textAlign === "right" ? 1 : 2);
        return { left, right: left + width, y };
      });
      expect(spans.length, String(height)).toBeGreaterThan(7);
      for (const [i, a] of spans.entries()) {
        for (const b of spans.slice(i + 1)) {
          expect(Math.abs(a.y - b.y) >= 11 || a.right < b.left || b.right < a.left, `${height}`).toBe(true);
        }
      }
    }
  });

  it("are empty without rows, and limited to the last periods if there are too many", () => {
    expect(draw({}, []).drawing).toMatchObject({ isEmpty: true, summary: "Rose chart of count: no values." });
    const days = Array.from({ length: 400 }, (_, i) => ({ date: Date.UTC(2015, 0, 1 + i), rain: 1 }));
    expect(draw({}, days).drawing.warning).toBe("Showing the last 366 of 400 periods");
  });
});

it("draws nothing for empty values, and warns about negative ones", () => {
  const of = (rain: number | null) => draw({}, [{ date: Date.UTC(2015, 0, 1), rain, sun: null }]).drawing;
  expect([of(null), of(0), of(2)].map(({ isEmpty }) => isEmpty)).toEqual([true, true, false]);
  expect(of(-3)).toMatchObject({ isEmpty: true, warning: "1 negative value left out" });
  expect(of(2).warning).toBeUndefined();
});

it("names missing and empty values apart from texts, and parts with commas as they are", () => {
  const rows = [{ date: ROWS[0]?.date, "<NULL>": 1, '"<NULL>"': 2, "": 3, "Paris\\, France, x": 4 }];
  const label_map = { "Paris\\, France, x": ["Paris, France", "x"] };
  const { option } = draw({}, rows, { result: { label_map } });
  expect(option.legend.data).toEqual(["<NULL>", '"<NULL>"', "<empty string>", "Paris, France, x"]);
});
