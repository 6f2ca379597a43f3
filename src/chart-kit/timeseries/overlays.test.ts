import { describe, expect, it } from "vitest";
import type { TransformInput } from "../../chart-seam/chart-type.ts";
import { LabelColors } from "../colors/label-colors.ts";
import { chartTheme } from "../colors/theme.ts";
import { timeseriesQuery } from "./query.ts";
import { TimeseriesForm, type TimeseriesKind } from "./schema.ts";
import { timeseriesDrawing } from "./transform.ts";

type Parsed = ReturnType<typeof JSON.parse>;

const LINE: TimeseriesKind = { mark: "line", name: () => "Line chart" };
const BAR: TimeseriesKind = { mark: "bar", name: () => "Bar chart" };
const day = (n: number) => Date.UTC(2024, 0, n);

interface Given {
  kind?: TimeseriesKind;
  form?: Record<string, unknown>;
  data: Record<string, unknown>[];
  annotations?: Record<string, { records: Record<string, unknown>[] }>;
  coltype?: number;
}

function draw({ kind = LINE, form, data, annotations = {}, coltype = 2 }: Given) {
  const formData = TimeseriesForm.parse({
    viz_type: "x",
    datasource: "1__table",
    x_axis: "date",
    time_grain_sqla: "P1D",
    metrics: ["count"],
    ...form,
  });
  const colnames = Object.keys(data[0] ?? {});
  const coltypes = colnames.map((name) => (name === "date" ? coltype : 0));
  const drawing = timeseriesDrawing(
    {
      formData,
      results: [{ data, colnames, coltypes, annotation_data: annotations }],
      theme: chartTheme("light"),
      width: 700,
      height: 400,
      colorOf: new LabelColors().chart(1),
      rampOf: () => [],
    } as TransformInput<TimeseriesForm>,
    kind,
  );
  return { drawing, option: drawing.props.option as Record<string, Parsed>, picture: drawing.props };
}

const predicted = (count: number | null, yhat: number) => ({
  count,
  count__yhat: yhat,
  count__yhat_lower: yhat - 20,
  count__yhat_upper: yhat + 20,
});
const FORECAST = [
  { date: day(1), ...predicted(100, 102) },
  { date: day(2), ...predicted(110, 108) },
  { date: day(3), ...predicted(null, 115) },
];

describe("a forecast", () => {
  it("is the last post-processing step", () => {
    const form = {
      forecastEnabled: true,
      forecastPeriods: "30",
      forecastSeasonalityWeekly: "true",
      forecastSeasonalityDaily: 5,
    };
    const parsed = TimeseriesForm.parse({
      viz_type: "x",
      x_axis: "date",
      time_grain_sqla: "P1W",
      metrics: ["count"],
      ...form,
    });
    expect(timeseriesQuery(parsed).post_processing?.at(-1)).toEqual({
      operation: "prophet",
      options: {
        time_grain: "P1W",
        periods: 30,
        confidence_interval: 0.8,
        yearly_seasonality: null,
        weekly_seasonality: true,
        daily_seasonality: 5,
        index: "date",
      },
    });
  });

  it("is a dashed line over a band, with observed values as points, in one color under one name", () => {
    const { option } = draw({ data: FORECAST });
    const [observed, line, floor, band] = option.series;
    expect(option.series).toHaveLength(4);
    expect(new Set(option.series.map((one: Parsed) => one.name))).toEqual(new Set(["count"]));
    expect(new Set(option.series.map((one: Parsed) => one.itemStyle.color)).size).toBe(1);
    expect([observed.lineStyle.width, observed.emphasis.lineStyle.width, observed.showSymbol]).toEqual([0, 0, true]);
    expect(line.lineStyle.type).toEqual([5, 4]);
    expect(line.data).toEqual([
      [day(1), 102],
      [day(2), 108],
      [day(3), 115],
    ]);
    expect(floor.data[2]).toEqual([day(3), 95]);
    expect(band.data[2]).toEqual([day(3), 40]);
    expect([floor.stack === band.stack, floor.areaStyle, band.areaStyle.opacity > 0]).toEqual([true, undefined, true]);
  });

  it("fits on the axis with its band", () => {
    const { option } = draw({ data: FORECAST });
    expect(option.yAxis.max).toBeGreaterThanOrEqual(135);
  });

  it("shows value, forecast and bounds, and only forecast and bounds in the future", () => {
    const { picture, drawing } = draw({ data: FORECAST });
    const at = (dataIndex: number) =>
      picture.tooltip?.([0, 1].map((seriesIndex) => ({ seriesIndex, dataIndex })))?.rows.map((row) => row.value);
    expect(at(0)).toEqual(["100, ŷ = 102 [82, 122]"]);
    expect(at(2)).toEqual(["ŷ = 115 [95, 135]"]);
    expect(picture.mark?.({ seriesIndex: 1, dataIndex: 2 })?.text).toContain("ŷ = 115");
    expect(drawing.summary).toContain("Forecast: 115 (2024-01-03)");
  });

  it("has one line and one legend entry per series", () => {
    const names = Array.from({ length: 8 }, (_, i) => `s${i}`);
    const row = (date: number, isFuture: boolean) =>
      Object.assign(
        { date },
        ...names.map((name, i) => ({
          [name]: isFuture ? null : i,
          [`${name}__yhat`]: i,
          [`${name}__yhat_lower`]: i - 1,
          [`${name}__yhat_upper`]: i + 1,
        })),
      );
    const { option, picture } = draw({ form: { groupby: ["city"] }, data: [row(day(1), false), row(day(2), true)] });
    expect(option.series).toHaveLength(8 * 4);
    expect(option.legend.data.toSorted()).toEqual(names);
    const rows = picture.tooltip?.(
      option.series.map((_: Parsed, seriesIndex: number) => ({ seriesIndex, dataIndex: 0 })),
    )?.rows;
    expect(rows).toHaveLength(8);
  });

  it("leaves the marks unchanged if it is empty or for bars", () => {
    const empty = FORECAST.map((row) => ({
      ...row,
      count__yhat: null,
      count__yhat_lower: null,
      count__yhat_upper: null,
    }));
    expect(draw({ data: empty }).option.series).toHaveLength(1);
    const bars = draw({ kind: BAR, data: FORECAST }).option.series;
    expect(bars.map((one: Parsed) => one.type)).toEqual(["bar", "line", "line", "line"]);
  });

  it("isn't detected from a column name alone", () => {
    const { option } = draw({ data: [{ date: day(1), x__yhat: 3 }] });
    expect(option.series.map((one: Parsed) => one.name)).toEqual(["x__yhat"]);
  });
});

const DATA = Array.from({ length: 10 }, (_, i) => ({ date: day(i + 1), count: i }));
const STORM = { start_dttm: day(3), end_dttm: day(5), short_descr: "Storm", long_descr: "Trees fell" };
const native = (part: object) => ({ name: "Weather", sourceType: "NATIVE", value: 1, show: true, ...part });

describe("annotation layers", () => {
  it("are queried if they are shown and have a source, except formulas", () => {
    const layers = [
      native({ annotationType: "EVENT" }),
      native({ annotationType: "EVENT", show: false }),
      native({ annotationType: "EVENT", value: "" }),
      { name: "f", annotationType: "FORMULA", value: "x" },
      { name: "?", annotationType: "PARTY" },
    ];
    const form = TimeseriesForm.parse({ viz_type: "x", x_axis: "date", metrics: ["count"], annotation_layers: layers });
    expect(timeseriesQuery(form).annotation_layers).toEqual([
      { name: "Weather", annotationType: "EVENT", sourceType: "NATIVE", value: 1, show: true, showMarkers: false },
    ]);
    const plain = TimeseriesForm.parse({
      viz_type: "x",
      x_axis: "date",
      metrics: ["count"],
      annotation_layers: [layers[3]],
    });
    expect(timeseriesQuery(plain)).not.toHaveProperty("annotation_layers");
  });

  it("of events are lines with a legend entry, and tooltips show their descriptions", () => {
    const layer = native({
      annotationType: "EVENT",
      showLabel: true,
      style: "dashed",
      width: 2,
      color: "#AA0000",
      opacity: "opacityMedium",
    });
    const annotations = { Weather: { records: [STORM, { ...STORM, start_dttm: day(40), short_descr: "Later" }] } };
    const { option, picture, drawing } = draw({ form: { annotation_layers: [layer] }, data: DATA, annotations });
    const { markLine } = option.series.at(-1);
    expect(markLine.data).toEqual([{ name: "Storm", xAxis: day(3) }]);
    expect(markLine.lineStyle).toEqual({ color: "#AA0000", width: 2, type: [4, 4], opacity: 0.5 });
    expect([markLine.label.show, markLine.label.formatter({ name: "Storm" })]).toEqual([true, "Storm"]);
    expect(option.legend.data).toEqual(["count", "Weather"]);
    const rows = (dataIndex: number) => picture.tooltip?.([{ seriesIndex: 0, dataIndex }])?.rows.slice(1);
    expect(rows(2)).toEqual([{ color: "#AA0000", label: "Storm", value: "Trees fell" }]);
    expect(rows(3)).toEqual([]);
    expect(drawing.summary).toContain("Annotations: Storm (2024-01-03)");
  });

  it("of intervals are bands, clipped to the axis", () => {
    const records = [
      STORM,
      { ...STORM, start_dttm: day(-5), end_dttm: day(2), short_descr: "Before" },
      { ...STORM, start_dttm: day(9), end_dttm: day(30), short_descr: "After" },
      { ...STORM, start_dttm: day(-9), end_dttm: day(-5), short_descr: "Gone" },
    ];
    const form = { annotation_layers: [native({ annotationType: "INTERVAL" })] };
    const { option, picture } = draw({ form, data: DATA, annotations: { Weather: { records } } });
    const { markArea } = option.series.at(-1);
    expect(markArea.data.map(([from, to]: Parsed) => [from.name, from.xAxis, to.xAxis])).toEqual([
      ["Before", day(1), day(2)],
      ["Storm", day(3), day(5)],
      ["After", day(9), day(11)],
    ]);
    expect(option.xAxis.max).toBe(day(11));
    expect(markArea.label.show).toBe(false);
    expect(picture.tooltip?.([{ seriesIndex: 0, dataIndex: 3 }])?.rows[1]).toMatchObject({ label: "Storm" });
  });

  it("of another chart read the configured columns", () => {
    const layer = {
      name: "Launches",
      annotationType: "EVENT",
      sourceType: "table",
      value: 7,
      timeColumn: "at",
      titleColumn: "what",
      descriptionColumns: ["who", "why"],
    };
    const records = [{ what: "Rocket", who: "We", why: null, at: "2024-01-04T12:00:00" }];
    const { option, picture } = draw({
      form: { annotation_layers: [layer] },
      data: DATA,
      annotations: { Launches: { records } },
    });
    expect(option.series.at(-1).markLine.data).toEqual([{ name: "Rocket", xAxis: Date.UTC(2024, 0, 4, 12) }]);
    expect(picture.tooltip?.([{ seriesIndex: 0, dataIndex: 3 }])?.rows[1]).toMatchObject({
      label: "Rocket",
      value: "We",
    });
  });

  it("of time series are separate lines on the same axes", () => {
    const layer = {
      name: "Goal",
      annotationType: "TIME_SERIES",
      sourceType: "line",
      value: 7,
      style: "dotted",
      width: 3,
      hideLine: false,
      showMarkers: true,
    };
    const records = [
      { date: day(5), goal: 50 },
      { date: day(1), goal: 40 },
      { date: day(90), goal: 900 },
    ];
    const input = { data: DATA, annotations: { Goal: { records } } };
    const { option, picture } = draw({ ...input, form: { annotation_layers: [layer] } });
    const line = option.series.at(-1);
    expect(line).toMatchObject({ name: "Goal", showSymbol: true, lineStyle: { width: 3, type: [1, 3] } });
    expect(line.data).toEqual([
      [day(1), 40],
      [day(5), 50],
    ]);
    expect(picture.tooltip?.([{ seriesIndex: 0, dataIndex: 4 }])?.rows.map((row) => row.value)).toEqual(["4", "50"]);
    const hidden = draw({ ...input, form: { annotation_layers: [{ ...layer, hideLine: true, color: "#112233" }] } });
    expect(hidden.option.series.at(-1).lineStyle).toMatchObject({ width: 0, color: "#112233" });
  });

  it("are positioned on category axes of times and names", () => {
    const form = { xAxisForceCategorical: true, annotation_layers: [native({ annotationType: "EVENT" })] };
    const annotations = { Weather: { records: [{ ...STORM, start_dttm: day(3) + 3_600_000 }] } };
    expect(draw({ form, data: DATA, annotations }).option.series.at(-1).markLine.data[0].xAxis).toBe(2);
    const named = {
      annotation_layers: [
        { name: "Weather", annotationType: "EVENT", sourceType: "table", value: 1, timeColumn: "city" },
      ],
    };
    const cities = ["Ulm", "Bonn"].map((date) => ({ date, count: 1 }));
    const records = [{ city: "Bonn" }, { city: "Rome" }];
    const { option } = draw({ form: named, data: cities, annotations: { Weather: { records } }, coltype: 1 });
    expect(option.series.at(-1).markLine.data).toEqual([{ name: "Weather", xAxis: 1 }]);
  });

  it("are rotated with horizontal bars", () => {
    const form = { orientation: "horizontal", annotation_layers: [native({ annotationType: "EVENT" })] };
    const { option } = draw({ kind: BAR, form, data: DATA, annotations: { Weather: { records: [STORM] } } });
    expect(option.series.at(-1).markLine.data).toEqual([{ name: "Storm", yAxis: day(3) }]);
  });

  it("without data, or hidden, draw nothing", () => {
    const layer = native({ annotationType: "EVENT" });
    expect(draw({ form: { annotation_layers: [layer] }, data: DATA }).option.series).toHaveLength(1);
    const annotations = { Weather: { records: [STORM] } };
    const hidden = { annotation_layers: [{ ...layer, show: false }] };
    expect(draw({ form: hidden, data: DATA, annotations }).option.series).toHaveLength(1);
  });
});
