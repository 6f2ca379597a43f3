import { describe, expect, it } from "vitest";
import type { Selection, TransformInput } from "../../chart-seam/chart-type.ts";
import { frameOf, labelOf } from "../../query/frame.ts";
import { normaliseQuery } from "../../query/normal-query.ts";
import { postProcess } from "../../query/post-processing/post-process.ts";
import type { QueryDataset } from "../../query/query-dataset.ts";
import { LabelColors } from "../colors/label-colors.ts";
import { chartTheme } from "../colors/theme.ts";
import type { EChartSpec } from "../echart/echart-spec.ts";
import { timeseriesQuery } from "./query.ts";
import { TimeseriesForm, type TimeseriesKind } from "./schema.ts";
import { timeseriesDrawing } from "./transform.ts";
import { withSlider } from "./zoom.ts";

type Parsed = ReturnType<typeof JSON.parse>;

const theme = chartTheme("light");
const LINE: TimeseriesKind = { mark: "line", name: () => "Line chart" };
const BAR: TimeseriesKind = { mark: "bar", name: () => "Bar chart" };
const AREA: TimeseriesKind = { mark: "area", name: () => "Area chart" };
const MONTHS = [0, 1, 2].map((month) => Date.UTC(2001, month, 1));

interface ChartInput {
  form?: Record<string, unknown>;
  columns: Record<string, unknown[]>;
  width?: number;
  height?: number;
  selected?: Selection;
  ownState?: Record<string, unknown>;
  dataset?: TransformInput["dataset"];
}

const kindOf = (name: string, values: unknown[]) =>
  name === "date" ? "temporal" : values.every((v) => typeof v === "number" || v === null) ? "numeric" : "text";

function draw(
  kind: TimeseriesKind,
  { form, columns, width = 600, height = 350, selected, ownState, dataset }: ChartInput,
) {
  const formData = TimeseriesForm.parse({
    viz_type: "x",
    datasource: "1__table",
    x_axis: "date",
    metrics: ["count"],
    ...form,
  });
  const rows = Object.values(columns)[0]?.length ?? 0;
  const named = Object.entries(columns).map(
    ([name, values]) => ({ name, kind: kindOf(name, values), values }) as const,
  );
  const { postProcessing } = normaliseQuery(timeseriesQuery(formData), { columns: [] } as unknown as QueryDataset);
  const frame = postProcess(frameOf(named, rows), postProcessing);
  const all = [...frame.index, ...frame.columns];
  const colnames = all.map(labelOf);
  const data = Array.from({ length: frame.rows }, (_, i) =>
    Object.fromEntries(all.map((column, at) => [colnames[at] ?? "", column.values[i]])),
  );
  const coltypes = all.map((column) => ({ numeric: 0, text: 1, temporal: 2, boolean: 3 })[column.kind]);
  const drawing = timeseriesDrawing(
    {
      formData,
      results: [{ data, colnames, coltypes }],
      theme,
      width,
      height,
      selected,
      ownState,
      dataset,
      colorOf: new LabelColors().chart(1),
      rampOf: () => [],
    },
    kind,
  );
  const option = drawing.props.option as Record<string, Parsed>;
  return { drawing, option, picture: drawing.props };
}

const byMonth = { date: MONTHS, count: [10, 30, 20] };
const byOrigin = {
  date: [...MONTHS, ...MONTHS],
  origin: ["ORD", "ORD", "ORD", "DFW", "DFW", "DFW"],
  count: [1, 2, 3, 40, 50, 60],
};
const origins = { origin: ["ATL", "DFW", "ORD"], count: [125, 157, 166] };
const text = (series: Parsed, dataIndex: number) => series.label.formatter({ dataIndex });

describe("a null category", () => {
  const kinds = { kind: ["Drama", null, "Comedy"], count: [3, 275, 5] };
  const part = ["a", null, "a"];

  it.each([
    ["by value", {}, ["<NULL>", "Comedy", "Drama"]],
    ["horizontal", { orientation: "horizontal" }, ["<NULL>", "Comedy", "Drama"]],
    ["by name, last", { x_axis_sort: "kind", x_axis_sort_asc: false }, ["Drama", "Comedy", "<NULL>"]],
    [
      "by name, descending",
      { groupby: ["part"], x_axis_sort: "name", x_axis_sort_asc: false },
      ["Drama", "Comedy", "<NULL>"],
    ],
    ["with dimensions", { groupby: ["part"], stack: "Stack" }, ["<NULL>", "Comedy", "Drama"]],
  ])("has a bar: %s", (_, form, expected) => {
    const columns = "groupby" in form ? { ...kinds, part } : kinds;
    const { option, picture } = draw(BAR, { columns, form: { x_axis: "kind", ...form } });
    const axis = option.yAxis.type === "category" ? option.yAxis : option.xAxis;
    expect(axis.data).toEqual(expected);
    const hits = option.series.map((_: unknown, seriesIndex: number) => ({
      seriesIndex,
      dataIndex: expected.indexOf("<NULL>"),
    }));
    const texts = hits.map((hit: { seriesIndex: number; dataIndex: number }) => picture.mark?.(hit)?.text);
    expect(texts.join()).toContain("275");
    if (!("groupby" in form))
      expect(picture.mark?.(hits[0])?.selection?.clauses).toEqual([{ column: "kind", values: [null] }]);
  });

  it("is left out of a numeric axis, and keeps months in calendar order", () => {
    const numbers = draw(LINE, { columns: { n: [1, null, 2], count: [1, 2, 3] }, form: { x_axis: "n" } });
    expect(numbers.option.series[0].data).toEqual([
      [1, 1],
      [2, 3],
    ]);
    const months = draw(BAR, { columns: { m: ["March", null, "May"], count: [1, 9, 2] }, form: { x_axis: "m" } });
    expect(months.option.xAxis.data).toEqual(["March", "May", "<NULL>"]);
  });
});

describe("axes", () => {
  it("places time ticks at calendar units", () => {
    const { option } = draw(LINE, { columns: byMonth });
    expect(option.xAxis.type).toBe("time");
    const { customValues, formatter } = option.xAxis.axisLabel;
    expect(customValues.map((at: number) => formatter(at))).toEqual(["Jan 2001", "Feb", "Mar"]);
  });

  it("starts at zero, ends one tick above the data, and truncates only if configured", () => {
    const { option } = draw(LINE, { columns: byMonth });
    expect([option.yAxis.min, option.yAxis.max]).toEqual([0, 30]);
    const cut = draw(LINE, { columns: byMonth, form: { truncateYAxis: true, y_axis_bounds: [9, null] } });
    expect(cut.option.yAxis.min).toBe(9);
  });

  it("omits zero and negative values on a logarithmic axis", () => {
    const { option } = draw(LINE, { columns: { date: MONTHS, count: [0, 50, 7] }, form: { logAxis: true } });
    expect(option.yAxis).toMatchObject({ type: "log", min: 1 });
    const small = draw(BAR, { columns: { date: MONTHS, count: [0.9, 50, 7] }, form: { logAxis: true } }).option.yAxis;
    expect(small, "bars rise from the axis").toMatchObject({ min: 0.1, startValue: 0.1 });
    expect(option.series[0].data.map((point: number[]) => point[1])).toEqual([null, 50, 7]);
  });

  it("treats numbers as values, or as categories if configured", () => {
    const numbers = { x: [3, 1, 2], count: [1, 2, 3] };
    const { xAxis } = draw(LINE, { columns: numbers, form: { x_axis: "x" } }).option;
    expect(xAxis.type).toBe("value");
    expect(xAxis.axisLabel.formatter(1_500_000)).toBe("1,500,000");
    const years = { x: [1999, 2000], count: [1, 2] };
    expect(draw(LINE, { columns: years, form: { x_axis: "x" } }).option.xAxis.axisLabel.formatter(1999)).toBe("1999");
    const hours = { x: Array.from({ length: 24 }, (_, i) => i), count: Array.from({ length: 24 }, (_, i) => i) };
    const { min, max, axisLabel } = draw(LINE, { columns: hours, form: { x_axis: "x" } }).option.xAxis;
    expect([min, max, axisLabel.customValues.every(Number.isInteger)]).toEqual([0, 23, true]);
    expect(
      draw(LINE, { columns: numbers, form: { x_axis: "x", xAxisForceCategorical: true } }).option.xAxis,
    ).toMatchObject({ type: "category", data: ["1", "2", "3"] });
    expect(draw(BAR, { columns: numbers, form: { x_axis: "x" } }).option.xAxis.type).toBe("category");
  });

  it("shows titles only if there is room", () => {
    const form = { y_axis_title: "Flights", x_axis_title: "Month" };
    expect(draw(LINE, { columns: byMonth, form }).option.yAxis.name).toBe("Flights");
    expect(draw(LINE, { columns: byMonth, form, width: 280, height: 200 }).option.yAxis.name).toBeUndefined();
  });

  it("formats values as configured", () => {
    const { option, picture } = draw(LINE, { columns: byMonth, form: { y_axis_format: "$,.2f" } });
    expect(option.yAxis.axisLabel.formatter(10)).toBe("$10");
    const change = { time_compare: ["1 year ago"], comparison_type: "percentage" };
    const columns = { ...byMonth, "count__1 year ago": [8, 20, 25] };
    const tick = (y_axis_format: string) =>
      draw(LINE, { columns, form: { ...change, y_axis_format } }).option.yAxis.axisLabel.formatter(0.25);
    expect(tick("$,.2f")).toBe("25%");
    expect(tick(".2%")).toBe("25%");
    expect(picture.tooltip?.([{ seriesIndex: 0, dataIndex: 1 }])?.rows[0]?.value).toBe("$30.00");
  });
});

describe("series", () => {
  it("sorts by total by default, and names by dimension", () => {
    const form = { groupby: ["origin"] };
    expect(draw(LINE, { columns: byOrigin, form }).option.series.map((s: Parsed) => s.name)).toEqual(["DFW", "ORD"]);
    const byName = draw(LINE, {
      columns: byOrigin,
      form: { ...form, sort_series_type: "name", sort_series_ascending: true },
    });
    expect(byName.option.series.map((s: Parsed) => s.name)).toEqual(["DFW", "ORD"]);
    const reversed = draw(LINE, { columns: byOrigin, form: { ...form, sort_series_type: "name" } });
    expect(reversed.option.series.map((s: Parsed) => s.name)).toEqual(["ORD", "DFW"]);
  });

  it("labels empty names, and joins two-line names into one line", () => {
    const columns = { ...byOrigin, origin: ["", "", "", "a\nb", "a\nb", "a\nb"] };
    const { option, picture } = draw(LINE, { columns, form: { groupby: ["origin"] } });
    expect(option.series.map((s: Parsed) => s.name)).toEqual(["a b", "<empty string>"]);
    const values = [0, 1].map((seriesIndex) => picture.mark?.({ seriesIndex, dataIndex: 0 })?.selection?.clauses);
    expect(values.map((clauses) => clauses?.[0]?.values)).toEqual([["a\nb"], [""]]);
  });

  it("breaks lines at missing values and shows isolated points", () => {
    const { option } = draw(LINE, { columns: { date: MONTHS, count: [1, null, 3] } });
    expect(option.series[0].connectNulls).toBe(false);
    expect(option.series[0].data.map((point: unknown[]) => point[1])).toEqual([1, null, 3]);
    expect(option.series[0].symbolSize(null, { dataIndex: 0 })).toBe(5);
  });

  it("labels line ends instead of showing a legend, unless there are too many series", () => {
    const few = draw(LINE, { columns: byOrigin, form: { groupby: ["origin"] } });
    expect(few.option.legend).toBeUndefined();
    const texts = few.option.graphic.filter((g: Parsed) => g.type === "text").map((g: Parsed) => g.style.text);
    expect(texts).toEqual(["DFW", "60", "ORD", "3"]);
    const labels = ["a", "b", "c", "d", "e", "f", "g"];
    const columns = { date: labels.map(() => MONTHS[0]), origin: labels, count: labels.map((_, i) => i + 1) };
    const many = draw(LINE, { columns, form: { groupby: ["origin"] } });
    expect(many.option.legend.data).toHaveLength(7);
    expect(draw(LINE, { columns, form: { groupby: ["origin"], show_legend: false } }).option.legend).toBeUndefined();
  });

  it("uses at most twelve colors, and a neutral one for the rest and Others", () => {
    const labels = Array.from({ length: 30 }, (_, i) => `s${String(i).padStart(2, "0")}`);
    const columns = { date: labels.map(() => MONTHS[0]), origin: labels, count: labels.map((_, i) => 100 - i) };
    const drawn = draw(LINE, { columns, form: { groupby: ["origin"], limit: 30 } }).option.series;
    const colors = drawn.slice(0, 30).map((s: Parsed) => s.lineStyle.color);
    expect(new Set(colors.slice(0, 12)).size).toBe(12);
    expect(new Set(colors.slice(12))).toEqual(new Set([theme.others]));
    const withOthers = { date: [MONTHS[0], MONTHS[0]], origin: ["Others", "ORD"], count: [900, 1] };
    const grouped = { groupby: ["origin"], limit: 1, group_others_when_limit_reached: true };
    const { option } = draw(BAR, { columns: withOthers, form: grouped });
    expect(option.series.map((s: Parsed) => [s.name, s.itemStyle.color])).toEqual([
      ["ORD", theme.focus],
      ["Others", theme.others],
    ]);
    const own = draw(BAR, { columns: withOthers, form: { groupby: ["origin"] } });
    expect(own.option.series.map((s: Parsed) => s.name)).toEqual(["Others", "ORD"]);
    expect(own.option.series[0].itemStyle.color).not.toBe(theme.others);
  });

  it("draws a shifted series dashed, in the color of the original", () => {
    const columns = { date: MONTHS, count: [1, 2, 3], "count__1 year ago": [2, 3, 4] };
    const { option } = draw(LINE, { columns, form: { time_compare: ["1 year ago"] } });
    const [shifted, own] = option.series;
    expect([own.name, shifted.name]).toEqual(["count", "1 year ago, count"]);
    expect(shifted.lineStyle.type).toEqual([4, 3]);
    expect(shifted.lineStyle.color).toBe(own.lineStyle.color);
    // Its label has a dashed line too: the color alone is ambiguous.
    expect(option.graphic.map((g: Parsed) => g.type).filter((type: string) => type !== "text")).toEqual([
      "rect",
      "rect",
      "circle",
    ]);
    const small = draw(LINE, { columns, form: { time_compare: ["1 year ago"] }, width: 300, height: 200 }).option;
    expect(small.legend.data).toEqual([{ name: "1 year ago, count", icon: expect.stringMatching(/^path:/) }, "count"]);
  });
});

describe("bars", () => {
  it("are sorted by value unless their categories have a natural order", () => {
    const { option } = draw(BAR, { columns: origins, form: { x_axis: "origin" } });
    expect(option.xAxis.data).toEqual(["ORD", "DFW", "ATL"]);
    const days = { weekday: ["Wed", "Mon", "Tue"], count: [3, 1, 2] };
    expect(draw(BAR, { columns: days, form: { x_axis: "weekday" } }).option.xAxis.data).toEqual(["Mon", "Tue", "Wed"]);
    const bands = { band: ["0 to 9", "10 to 19"], count: [1, 2] };
    expect(draw(BAR, { columns: bands, form: { x_axis: "band" } }).option.xAxis.data).toEqual(["0 to 9", "10 to 19"]);
  });

  it("use the configured sort, also by an aggregate of several series", () => {
    const form = { x_axis: "origin", x_axis_sort: "count", x_axis_sort_asc: true };
    expect(draw(BAR, { columns: origins, form }).option.xAxis.data).toEqual(["ATL", "DFW", "ORD"]);
    const columns = { origin: ["a", "a", "b", "b"], month: ["Jan", "Feb", "Jan", "Feb"], count: [1, 9, 4, 5] };
    const summed = { x_axis: "origin", groupby: ["month"], x_axis_sort_asc: false };
    expect(draw(BAR, { columns, form: { ...summed, x_axis_sort: "max" } }).option.xAxis.data).toEqual(["a", "b"]);
    expect(draw(BAR, { columns, form: { ...summed, x_axis_sort: "min" } }).option.xAxis.data).toEqual(["b", "a"]);
  });

  it("are horizontal when labels are long", () => {
    const names = ["Professional and business services", "Leisure and hospitality", "Wholesale and retail trade"];
    const { option } = draw(BAR, {
      columns: { industry: names, count: [3, 2, 1] },
      form: { x_axis: "industry", show_value: true },
    });
    expect(option.yAxis).toMatchObject({ type: "category", inverse: true, data: names });
    expect(option.xAxis.axisLabel.show).toBe(false);
    expect(text(option.series[0], 0)).toBe("3");
    const upright = draw(BAR, {
      columns: { industry: names, count: [3, 2, 1] },
      form: { x_axis: "industry", orientation: "vertical" },
      width: 400,
    });
    expect(upright.option.xAxis.axisLabel).toMatchObject({ overflow: "truncate" });
  });

  it("name each bar that has room for some letters, rotated and cut if they are longer", () => {
    const labels = (count: number, name: string, form: object = {}) => {
      const x = Array.from({ length: count }, (_, i) => `${name} ${i}`);
      const columns = { name: x, count: x.map(() => 1) };
      const upright = { x_axis: "name", orientation: "vertical", ...form };
      return draw(BAR, { columns, form: upright, width: 320 }).option.xAxis.axisLabel;
    };
    const long = "Administrative and support services";
    expect(labels(4, long), "readable in its band").toMatchObject({ overflow: "truncate", interval: 0, rotate: 0 });
    const each = labels(7, long);
    expect(each).toMatchObject({ interval: 0, rotate: 45 });
    const names = Array.from({ length: 7 }, (_, i) => each.formatter(`${long} ${i}`, i));
    expect(names.filter((name) => !/^Admin.*…$/.test(name))).toEqual([]);
    expect(names[6].length, "beside the chart's edge").toBeGreaterThan(names[0].length);
    expect(labels(30, long), "one label for several narrow bars").toMatchObject({ overflow: "truncate" });
    const { interval } = labels(24, long);
    expect(Array.from({ length: 24 }, (_, i) => i).filter(interval)).toEqual([3, 10, 17]);
    expect(labels(10, "Name"), "short ones are turned").toMatchObject({ interval: 0, rotate: 45 });
    expect(labels(22, "Name"), "or upright").toMatchObject({ interval: 0, rotate: 90 });
    const some = labels(30, "Name");
    expect(some.rotate).toBe(0);
    expect([0, 1, 2, 3].map(some.interval), "where even that is too much, some").toEqual([true, false, false, false]);
    expect(labels(12, "19"), "numbers are known from others").toMatchObject({ rotate: 0 });
    expect(labels(7, long, { zoomable: true })).toMatchObject({ interval: "auto" });
  });

  it("are muted only once during a selection and stay visible", () => {
    const columns = { origin: ["a", "b"], date: [MONTHS[0], MONTHS[0]], count: [1, 2] };
    const selected = { clauses: [{ column: "origin", values: ["a"] }], label: "a" };
    const { option } = draw({ mark: "scatter", name: () => "" }, { form: { groupby: ["origin"] }, columns, selected });
    const styles = option.series.map(({ itemStyle }: Parsed) => [itemStyle.color, itemStyle.opacity]);
    expect(styles).toEqual(
      expect.arrayContaining([
        [theme.focus, 1],
        [theme.muted, 1],
      ]),
    );
  });

  it("show as many names as fit when horizontal", () => {
    const named = (count: number) => {
      const x = Array.from({ length: count }, (_, i) => `Name ${i}`);
      const form = { x_axis: "name", orientation: "horizontal" };
      return draw(BAR, { columns: { name: x, count: x.map((_, i) => i + 1) }, form, height: 200 }).option.yAxis
        .axisLabel;
    };
    expect(named(5).interval).toBe(0);
    const named10k = named(10_000);
    const shown = Array.from({ length: 10_000 }, (_, i) => i).filter((i) => named10k.interval(i));
    const places = shown.map((i) => ((i + 0.5) * 200) / 10_000);
    expect((places[1] ?? 0) - (places[0] ?? 0)).toBeGreaterThanOrEqual(13);
    expect(places[0], "none is half at an edge").toBeGreaterThan(6);
    expect(200 - (places.at(-1) ?? 200)).toBeGreaterThan(6);
  });

  it("stack by a dimension and show totals on top", () => {
    const columns = { origin: ["a", "a", "b", "b"], month: ["Jan", "Feb", "Jan", "Feb"], count: [1, 9, 4, null] };
    const form = { x_axis: "origin", groupby: ["month"], stack: "Stack", show_value: true, x_axis_sort: "origin" };
    const { option, picture } = draw(BAR, { columns, form });
    const [feb, jan] = option.series;
    expect([feb.name, jan.name]).toEqual(["Feb", "Jan"]);
    expect(feb.stack).toBe(jan.stack);
    expect([text(feb, 0), text(jan, 0), text(jan, 1)]).toEqual(["", "10", "4"]);
    picture.hide?.(new Set(["Feb"]));
    expect([text(jan, 0), text(jan, 1)], "of what is seen").toEqual(["1", "4"]);
    picture.hide?.(new Set(["Jan"]));
    expect([text(feb, 0), text(jan, 0)]).toEqual(["9", ""]);
    const empty = draw(BAR, { columns: { ...columns, count: [0, 9, 0, 4] }, form }).option.series;
    expect(
      [0, 1].map((at) => [text(empty[0], at), text(empty[1], at)]),
      "on no mark that is not seen",
    ).toEqual([
      ["9", ""],
      ["4", ""],
    ]);
    const own = draw(BAR, { columns, form: { ...form, only_total: false, percentage_threshold: 20 } });
    expect([text(own.option.series[0], 0), text(own.option.series[1], 0)]).toEqual(["9", ""]);
    const split = draw(BAR, { columns, form: { ...form, stackDimension: "month" } });
    expect(split.option.series[0].stack).not.toBe(split.option.series[1].stack);
  });

  it("with mixed signs show totals where there is no bar, and shares above 100 %", () => {
    const columns = { origin: ["a", "a", "b", "b"], month: ["Jan", "Feb", "Jan", "Feb"], count: [10, -4, -5, -2] };
    const form = { x_axis: "origin", groupby: ["month"], stack: "Stack", show_value: true, x_axis_sort: "origin" };
    const [jan, feb] = draw(BAR, { columns, form }).option.series;
    expect([text(feb, 0), text(jan, 0)], "above the part above zero").toEqual(["", "6"]);
    expect([text(feb, 1), text(jan, 1)], "at zero").toEqual(["", "-7"]);
    const share = draw(BAR, { columns, form: { ...form, contributionMode: "row" } }).option;
    expect(share.yAxis.max).not.toBe(1);
    expect(Math.max(...share.series.map((s: Parsed) => s.data[0]))).toBeCloseTo(10 / 6);
  });

  it("omit totals that a taller neighbor would overlap", () => {
    const names = Array.from({ length: 20 }, (_, i) => `n${String(i).padStart(2, "0")}`);
    const columns = {
      origin: names,
      month: names.map(() => "Jan"),
      count: names.map((_, i) => (i % 2 ? 123_456 : 7000)),
    };
    const form = { x_axis: "origin", groupby: ["month"], stack: "Stack", show_value: true, x_axis_sort: "origin" };
    const totals = (width: number) => {
      const [jan] = draw(BAR, { columns, form, width, height: 200 }).option.series;
      return [text(jan, 3), text(jan, 4)];
    };
    expect(totals(300)).toEqual(["123k", ""]);
    expect(totals(1400)).toEqual(["123k", "7,000"]);
  });

  it("omit values that a taller neighbor or the axis would overlap", () => {
    const names = Array.from({ length: 25 }, (_, i) => `n${i}`);
    const count = names.map((_, i) => (i < 5 ? 5000 - i * 900 : 60));
    const form = { x_axis: "origin", show_value: true, orientation: "vertical" };
    const values = (width: number) => {
      const [bars] = draw(BAR, { columns: { origin: names, count }, form, width, height: 200 }).option.series;
      return [text(bars, 0), text(bars, 2), text(bars, 12)];
    };
    expect(values(300)).toEqual(["", "", ""]);
    expect(values(1400)).toEqual(["5,000", "3,200", "60"]);
  });

  it("are colored by category if configured", () => {
    const { option } = draw(BAR, { columns: origins, form: { x_axis: "origin", color_by_primary_axis: true } });
    expect(new Set(option.series[0].data.map((point: Parsed) => point.itemStyle.color)).size).toBe(3);
  });
});

describe("stacked areas", () => {
  it("show shares of each point's total when expanded", () => {
    const { option, picture } = draw(AREA, { columns: byOrigin, form: { groupby: ["origin"], stack: "Expand" } });
    expect(option.yAxis).toMatchObject({ min: 0, max: 1 });
    expect(option.series[0].data[0][1]).toBeCloseTo(40 / 41);
    const tooltip = picture.tooltip?.([0, 1].map((seriesIndex) => ({ seriesIndex, dataIndex: 0 })));
    expect(tooltip?.rows[0]?.value).toMatch(/^97\.6/);
    expect(tooltip?.total).toBeUndefined();
    expect(picture.summary).toMatch(/highest 9\d\.\d%/);
  });

  it("have no gaps where a series has no value", () => {
    const columns = {
      date: [MONTHS[0], MONTHS[1], MONTHS[2], MONTHS[1]],
      origin: ["ORD", "ORD", "ORD", "DFW"],
      count: [1, 2, 3, 7],
    };
    const values = (kind: TimeseriesKind, stack: string | null) =>
      draw(kind, { columns, form: { groupby: ["origin"], stack, sort_series_type: "name" } })
        .option.series.filter((s: Parsed) => s.name === "DFW")
        .flatMap((s: Parsed) => s.data.map((point: number[]) => point[1]));
    expect(values(AREA, "Stack")).toEqual([0, 7, 0]);
    expect(values(AREA, "Expand")).toEqual([0, 7 / 9, 0]);
    expect(values(AREA, "Stream")).toEqual([0, 7, 0]);
    expect(values(AREA, null), "missing is missing").toEqual([null, 7, null]);
    const form = { groupby: ["origin"], stack: "Stack" };
    const { picture } = draw(AREA, { columns, form });
    const tooltip = picture.tooltip?.([0, 1].map((seriesIndex) => ({ seriesIndex, dataIndex: 0 })));
    expect(tooltip?.rows.map(({ label }) => label)).toEqual(["ORD"]);
  });

  it("float around a center as a stream", () => {
    const { option, picture } = draw(AREA, { columns: byOrigin, form: { groupby: ["origin"], stack: "Stream" } });
    expect(option.series[0]).toMatchObject({ silent: true, name: "" });
    expect(option.yAxis, "as high as there is room").toMatchObject({ min: 0, max: "dataMax" });
    expect(option.series[0].data.map((point: number[]) => point[1])).toEqual([(63 - 41) / 2, (63 - 52) / 2, 0]);
    expect(picture.mark?.({ seriesIndex: 1, dataIndex: 0 })?.text).toBe("DFW, 1 Jan 2001: 40");
  });

  it("can be switched by the viewer", () => {
    const form = { groupby: ["origin"], stack: "Stack", show_extra_controls: true };
    const { picture } = draw(AREA, { columns: byOrigin, form });
    expect(picture.stackSwitch).toMatchObject({ value: "Stack" });
    const switched = draw(AREA, { columns: byOrigin, form, ownState: { stack: null } });
    expect(switched.option.series[0].stack).toBeUndefined();
    expect(draw(AREA, { columns: byOrigin, form, height: 180 }).picture.stackSwitch).toBeUndefined();
  });

  it("follow the configured curve", () => {
    const smooth = draw(AREA, { columns: byMonth, form: { seriesType: "smooth" } });
    expect(smooth.option.series[0]).toMatchObject({ smooth: true, areaStyle: { opacity: 0.2 } });
    expect(draw(AREA, { columns: byMonth, form: { seriesType: "middle" } }).option.series[0].step).toBe("middle");
  });
});

describe("selection", () => {
  const selected: Selection = { clauses: [{ column: "origin", values: ["ORD"] }], label: "ORD" };

  it("filters by the dimensions of a series, and clears with a second click", () => {
    const { picture, option } = draw(LINE, { columns: byOrigin, form: { groupby: ["origin"] } });
    expect(picture.mark?.({ seriesIndex: 1, dataIndex: 0 })).toMatchObject({ selection: selected, isSelected: false });
    expect(option.series[0].triggerEvent).toBe(true);
    const again = draw(LINE, { columns: byOrigin, form: { groupby: ["origin"] }, selected });
    expect(again.picture.mark?.({ seriesIndex: 1, dataIndex: -1 })).toMatchObject({ isSelected: true });
    expect(again.option.series.map((s: Parsed) => s.lineStyle.color)).toEqual([theme.muted, theme.focus]);
  });

  it("filters by a bar's category if there is no dimension", () => {
    const { picture, option } = draw(BAR, { columns: origins, form: { x_axis: "origin" }, selected });
    expect(picture.mark?.({ seriesIndex: 0, dataIndex: 0 })).toMatchObject({ selection: selected, isSelected: true });
    expect(option.series[0].data.map((point: Parsed) => point.itemStyle.color)).toEqual([
      theme.focus,
      theme.muted,
      theme.muted,
    ]);
  });

  it("isn't offered on a time axis without dimensions", () => {
    const { picture } = draw(LINE, { columns: byMonth });
    expect(picture.mark?.({ seriesIndex: 0, dataIndex: 0 })).toMatchObject({ selection: null });
  });
});

describe("tooltip", () => {
  const hits = [0, 1].map((seriesIndex) => ({ seriesIndex, dataIndex: 2 }));

  it("lists values from largest to smallest with their total", () => {
    const { picture } = draw(LINE, { columns: byOrigin, form: { groupby: ["origin"], time_grain_sqla: "P1M" } });
    expect(picture.tooltip?.([...hits].reverse())).toMatchObject({
      title: "Mar 2001",
      rows: [
        { label: "DFW", value: "60" },
        { label: "ORD", value: "3" },
      ],
      total: { label: "Total", value: "63" },
    });
  });

  it("has no total for non-additive metrics, and shows shares if configured", () => {
    const form = { groupby: ["origin"], metrics: ["avg_delay"] };
    const columns = { ...byOrigin, avg_delay: byOrigin.count };
    expect(draw(LINE, { columns, form }).picture.tooltip?.(hits)?.total).toBeUndefined();
    const shares = draw(LINE, { columns: byOrigin, form: { groupby: ["origin"], showTooltipPercentage: true } });
    expect(shares.picture.tooltip?.(hits)?.rows.map((row) => row.share)).toEqual(["95.2%", "4.8%"]);
  });

  it("is empty at a gap", () => {
    const { picture } = draw(LINE, { columns: { date: MONTHS, count: [1, null, 3] } });
    expect(picture.tooltip?.([{ seriesIndex: 0, dataIndex: 1 }])).toBeNull();
    expect(picture.mark?.({ seriesIndex: 0, dataIndex: 1 })).toBeNull();
  });
});

describe("drawing", () => {
  it("has a one-sentence summary", () => {
    expect(draw(LINE, { columns: byMonth, form: { time_grain_sqla: "P1M" } }).drawing.summary).toBe(
      "Line chart: count, Jan 2001 to Mar 2001; highest 30 (Feb 2001), lowest 10 (Jan 2001). Higher at the end than at the start.",
    );
    expect(draw(BAR, { columns: origins, form: { x_axis: "origin" } }).drawing.summary).toContain("3 categories");
    const dataset = { id: 1, table_name: "flights", columns: [], metrics: [], verbose_map: { count: "Flights" } };
    const several = draw(LINE, { columns: byOrigin, form: { groupby: ["origin"] }, dataset });
    expect(several.drawing.summary).toMatch(/^Line chart: Flights, 2 series, /);
  });

  it("is empty without values", () => {
    expect(draw(LINE, { columns: { date: [], count: [] } }).drawing.isEmpty).toBe(true);
    expect(draw(LINE, { columns: { date: MONTHS, count: [null, null, null] } }).drawing.isEmpty).toBe(true);
    expect(draw(LINE, { columns: byMonth }).drawing.isEmpty).toBe(false);
  });

  it("shrinks to marks with the last value, then to a single number", () => {
    const withoutAnnotations = draw(LINE, { columns: byMonth, width: 200, height: 120 });
    expect(withoutAnnotations.option.xAxis.show).toBe(false);
    expect(withoutAnnotations.option.graphic.map((g: Parsed) => g.style.text)).toEqual(["20"]);
    const figure = draw(LINE, { columns: byMonth, width: 100, height: 60 });
    expect(figure.option.series).toEqual([]);
    expect(figure.option.graphic[0].style.text).toBe("20");
  });

  it("draws formulas as non-interactive lines", () => {
    const layer = { name: "Target", annotationType: "FORMULA", value: "25", style: "dashed", show: true };
    const { option, picture } = draw(LINE, { columns: byMonth, form: { annotation_layers: [layer] } });
    expect(option.series[1]).toMatchObject({ name: "Target", silent: true });
    const named = draw(LINE, { columns: byMonth, form: { annotation_layers: [{ ...layer, showLabel: true }] } });
    const ends = named.option.series.filter((series: Parsed) => series.endLabel?.formatter?.() === "Target");
    expect(ends).toHaveLength(1);
    expect(ends[0].z).toBeGreaterThan(Math.max(...named.option.series.slice(0, 2).map((series: Parsed) => series.z)));
    expect(option.series[1].data.map((point: number[]) => point[1])).toEqual([25, 25, 25]);
    expect(picture.walk).toEqual([{ seriesIndex: 0, length: 3 }]);
  });

  it("merges valid ECharts options, and warns about invalid ones", () => {
    const merged = draw(LINE, { columns: byMonth, form: { echart_options: '{"series":{"lineStyle":{"width":5}}}' } });
    expect(merged.option.series[0].lineStyle.width).toBe(5);
    const broken = draw(LINE, { columns: byMonth, form: { echart_options: "{nope" } });
    expect(broken.drawing.warning).toBe("ECharts options must be a JSON-like object without functions");
  });

  it("zooms with a slider", () => {
    const { option } = draw(LINE, { columns: byMonth, form: { zoomable: true } });
    const slid = withSlider({ option } as unknown as EChartSpec, chartTheme("dark")).option.dataZoom as Parsed[];
    expect(slid).toMatchObject([
      { type: "inside", xAxisIndex: 0, moveOnMouseMove: true },
      { type: "slider", xAxisIndex: 0, orient: "horizontal", left: option.grid.left },
    ]);
    const { xAxis } = withSlider({ option } as unknown as EChartSpec, chartTheme("dark")).option as Parsed;
    expect(xAxis).toMatchObject({ type: "time", axisLabel: { formatter: { year: "{yyyy}" } } });
    const lying = { option: { grid: option.grid, dataZoom: [{ yAxisIndex: 0 }] } } as unknown as EChartSpec;
    expect(withSlider(lying, chartTheme("dark")).option.dataZoom).toMatchObject([
      { moveOnMouseMove: false },
      { orient: "vertical", top: option.grid.top },
    ]);
  });
});
