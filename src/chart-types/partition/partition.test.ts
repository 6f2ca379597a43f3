import { describe, expect, it } from "vitest";
import { QueryContext } from "../../model/query-context.ts";
import { drawChart, textsOf } from "../../testing/chart.ts";
import { definition as partition } from "./definition.ts";
import { gallery } from "./gallery.ts";

const FORM = { metrics: ["count"], groupby: ["phase", "size"], viz_type: "partition", datasource: "1__table" };
const ROWS = [
  { phase: "Approach", size: "Small", count: 50 },
  { phase: "Approach", size: null, count: 25 },
  { phase: "Climb", size: "", count: 24 },
  { phase: "Taxi", size: "Small", count: 1 },
];
const draw = (form = {}, rows: Record<string, unknown>[] = ROWS, more = {}) =>
  drawChart(partition, { ...FORM, ...form }, rows, more);
const heights = ({ option }: ReturnType<typeof drawChart>) =>
  option.series[0].data.map((_: unknown, dataIndex: number) =>
    Math.round(option.series[0].renderItem({ dataIndex }).children[0].shape.height),
  );
const year = (at: number) => Date.UTC(2000 + at, 0, 1);
const SERIES = [
  { phase: "Climb", year: year(0), count: 10 },
  { phase: "Climb", year: year(1), count: 30 },
];
const TIMED = { groupby: ["phase"], granularity_sqla: "year", time_grain_sqla: "P1Y" };

describe("query", () => {
  const ask = (form = {}) =>
    QueryContext.parse(partition.buildQuery({ ...partition.defaults(), ...FORM, ...form })).queries[0];

  it("requests the metrics by levels, and by time if it is used", () => {
    expect(ask()).toMatchObject({ columns: ["phase", "size"], metrics: ["count"], orderby: [["count", false]] });
    expect(ask({ ...TIMED, time_series_option: "agg_sum" })?.columns).toEqual([
      expect.objectContaining({ label: "year", timeGrain: "P1Y" }),
      "phase",
    ]);
    expect(ask({ limit: 5 })).toMatchObject({ series_limit: 5, series_columns: ["phase", "size"] });
  });

  it("is valid for every gallery case, and requires metrics, and a time column if time is used", () => {
    for (const { name, formData } of gallery) {
      expect(partition.validate({ ...partition.defaults(), ...formData, viz_type: "partition" }), name).toEqual({});
    }
    expect(Object.keys(partition.validate({ viz_type: "partition", time_series_option: "agg_sum" }))).toEqual([
      "granularity_sqla",
      "metrics",
    ]);
  });
});

describe("parts", () => {
  it("of one level have the same text color, whatever their shades", () => {
    const rows = Array.from({ length: 12 }, (_, i) => ({ phase: `P${i % 3}`, size: `S${i}`, count: 10 + 3 * i }));
    for (const mode of ["light", "dark"] as const) {
      const { renderItem, data } = draw({}, rows, { mode, height: 900 }).option.series[0];
      const inks = data.flatMap((_: unknown, dataIndex: number) => {
        const [, name] = renderItem({ dataIndex }).children;
        return name?.style.text.startsWith("S") ? [name.style.fill] : [];
      });
      expect(inks.length, mode).toBe(12);
      expect(new Set(inks).size, mode).toBe(1);
    }
  });

  it("are as high as their values, with small ones left out and counted", () => {
    const drawn = draw();
    expect(heights(drawn)).toEqual([399, 299, 199, 99, 95, 95]);
    expect(drawn.drawing.warning).toBe("1 small part left out");
    const below = draw({}, [...ROWS, { ...ROWS[0], phase: "Taxi", count: -1 }]).drawing.warning;
    expect(below).toBe("Negative values aren't shown. 1 small part left out");
    expect(heights(draw({ partition_threshold: 0 }))).toHaveLength(8);
    expect(heights(draw({ partition_limit: 1 }))).toHaveLength(3);
  });

  it("show names and values where they fit", () => {
    expect(textsOf({ series: draw().option.series })).toEqual([
      ...[
        "count",
        "100",
        "Approach",
        "75",
        "Small",
        "50",
        "&lt;NULL&gt;",
        "25",
        "Climb",
        "24",
        "&lt;empty string&gt;",
        "24",
      ],
    ]);
  });

  it("aggregate time as configured, or use it as the last level", () => {
    const value = (time_series_option: string) =>
      draw({ ...TIMED, time_series_option }, SERIES, { types: { year: 2 } }).picture.tooltip?.([
        { seriesIndex: 0, dataIndex: 1 },
      ])?.rows[0]?.value;
    expect(["agg_sum", "agg_mean", "point_diff", "point_percent", "point_factor"].map(value)).toEqual([
      "40",
      "20",
      "20",
      "2",
      "3",
    ]);
    const timed = draw({ ...TIMED, time_series_option: "time_series" }, SERIES, { types: { year: 2 } });
    expect(heights(timed)).toEqual([399, 399, 199, 199]);
    expect(timed.picture.mark?.({ seriesIndex: 0, dataIndex: 2 })?.text).toBe("count, Climb, 2000: 10, 25.0%");
  });

  it("of advanced analytics show the computed series next to their comparisons", () => {
    const form = { ...TIMED, time_series_option: "adv_anal", rolling_type: "cumsum", time_compare: ["1 year"] };
    const typed = partition.migrate!({ ...partition.defaults(), ...FORM, ...form });
    const [query] = QueryContext.parse(partition.buildQuery(typed)).queries;
    expect(query?.time_offsets).toEqual(["1 year ago"]);
    expect(query?.post_processing?.map((step) => step?.operation)).toEqual(["pivot", "cum", "flatten"]);
    const rows = [
      { year: year(0), "count, Climb": 10, "count__1 year ago, Climb": null },
      { year: year(1), "count, Climb": 40, "count__1 year ago, Climb": 10 },
    ];
    const { picture } = draw({ ...form, time_compare: ["1 year ago"] }, rows, { types: { year: 2 } });
    const tooltips = [0, 1, 2, 3, 4, 5, 6].map((dataIndex) => picture.mark?.({ seriesIndex: 0, dataIndex })?.text);
    expect(tooltips).toEqual([
      "count: 50, 83.3%",
      "count, Climb: 50, 83.3%",
      "count, Climb, 2000: 10, 16.7%",
      "count, Climb, 2001: 40, 66.7%",
      "count, 1 year ago: 10, 16.7%",
      "count, 1 year ago, Climb: 10, 16.7%",
      "count, 1 year ago, Climb, 2001: 10, 16.7%",
    ]);
  });

  it("with contribution are shares of the whole, or compare shares of periods", () => {
    const tooltipsOf = (form: object, rows: Record<string, unknown>[] = ROWS) => {
      const { picture } = draw({ contribution: true, ...form }, rows, { types: { year: 2 } });
      return [0, 1].map((dataIndex) => picture.tooltip?.([{ seriesIndex: 0, dataIndex }])?.rows[0]?.value);
    };
    expect(tooltipsOf({})).toEqual(["100.0%", "75.0%"]);
    expect(tooltipsOf({ number_format: ".2f" })).toEqual(["1.00", "0.75"]);
    expect(draw({ contribution: true }).drawing.summary).toMatch(/largest Approach \(75\.0%/);
    const rows = [...SERIES, { phase: "Taxi", year: year(0), count: 30 }, { phase: "Taxi", year: year(1), count: 10 }];
    const grown = (option: string) => tooltipsOf({ ...TIMED, time_series_option: option }, rows)[1];
    expect(grown("agg_sum")).toBe("50.0%");
    expect(grown("time_series")).toBe("50.0%");
    expect(grown("point_diff")).toBe("50.0%");
    expect(grown("point_factor")).toBe("3");
  });

  it("of several metrics are side by side", () => {
    const { picture } = draw({ metrics: ["count", "cost"] }, [{ phase: "Climb", size: "Small", count: 1, cost: 9 }]);
    expect(picture.mark?.({ seriesIndex: 0, dataIndex: 0 })?.text).toMatch(/^cost: 9/);
  });

  it("are described in tooltip and summary", () => {
    const { picture, drawing } = draw();
    expect(picture.tooltip?.([{ seriesIndex: 0, dataIndex: 2 }])).toMatchObject({
      title: "count › Approach › Small",
      note: "66.7% of Approach",
    });
    expect(draw({ rich_tooltip: false }).picture.tooltip?.([{ seriesIndex: 0, dataIndex: 2 }])).not.toHaveProperty(
      "note",
    );
    expect(drawing.summary).toBe(
      "Partition chart of count, 2 parts; largest Approach (75, 75.0%), smallest Climb (24, 24.0%).",
    );
    expect(draw({}, []).drawing).toMatchObject({ isEmpty: true, summary: "Partition chart of count: no values." });
  });
});
