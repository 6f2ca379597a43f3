import { describe, expect, test } from "vitest";
import { chartTheme } from "../../chart-kit/colors/theme.ts";
import type { FigureProps } from "../../chart-kit/kpi/figure.ts";
import { visibleControls } from "../../chart-seam/define.ts";
import type { ChartDataResult } from "../../model/query-context.ts";
import { definition as bigNumber } from "./definition.ts";
import { gallery } from "./gallery.ts";
import { aggregate, changeOf, pointsOf } from "./transform.ts";

const FORM = {
  ...bigNumber.defaults(),
  viz_type: "big_number",
  datasource: "7__table",
  x_axis: "date",
  time_grain_sqla: "P1M",
  metric: "count",
};
const theme = chartTheme("light");
const MONTHS = [10, 30, 20, 40].map((count, month) => ({ date: Date.UTC(2001, month), count }));
const RESULT = { data: [...MONTHS].reverse(), colnames: ["date", "count"], coltypes: [2, 0] };

function draw(formData: Record<string, unknown>, results: ChartDataResult[] = [RESULT]) {
  const drawing = bigNumber.transform({
    formData: { ...FORM, ...formData },
    results,
    theme,
    colorOf: () => "#000000",
    rampOf: () => [],
    width: 300,
    height: 200,
  });
  return { ...drawing, props: drawing.props as FigureProps };
}

const operations = (formData: Record<string, unknown>) =>
  (bigNumber.buildQuery({ ...FORM, ...formData }).queries[0]?.post_processing ?? []).map((step) => step?.operation);

describe("query", () => {
  test("queries the trend over the time axis, pivoted and flattened", () => {
    const { queries } = bigNumber.buildQuery(FORM);
    expect(queries).toHaveLength(1);
    expect(queries[0]?.columns).toEqual([
      {
        sqlExpression: "date",
        isColumnReference: true,
        label: "date",
        expressionType: "SQL",
        columnType: "BASE_AXIS",
        timeGrain: "P1M",
      },
    ]);
    expect(queries[0]?.post_processing?.[0]).toEqual({
      operation: "pivot",
      options: {
        index: ["date"],
        columns: [],
        aggregates: { count: { operator: "mean" } },
        drop_missing_columns: true,
      },
    });
    expect(operations({})).toEqual(["pivot", "flatten"]);
  });

  test("a second query without the axis only for the overall value", () => {
    const { queries } = bigNumber.buildQuery({ ...FORM, aggregation: "raw" });
    expect(queries).toHaveLength(2);
    expect(queries[1]).toMatchObject({ columns: [], metrics: ["count"], post_processing: [] });
    expect(bigNumber.buildQuery({ ...FORM, aggregation: "median" }).queries).toHaveLength(1);
  });

  test("rolling and resampling in this order", () => {
    const rolling = { rolling_type: "mean", rolling_periods: "3", min_periods: "" };
    const resample = { resample_rule: "1D", resample_method: "zerofill" };
    expect(operations({ ...rolling, ...resample })).toEqual(["pivot", "rolling", "resample", "flatten"]);
    expect(operations({ rolling_type: "cumsum" })).toEqual(["pivot", "cum", "flatten"]);
    const steps = bigNumber.buildQuery({ ...FORM, ...rolling, ...resample }).queries[0]?.post_processing;
    expect(steps?.[1]?.options).toEqual({
      rolling_type: "mean",
      window: 3,
      min_periods: 0,
      columns: { count: "count" },
    });
    expect(steps?.[2]?.options).toEqual({ rule: "1D", method: "asfreq", fill_value: 0 });
  });

  test("old charts without an axis ask for a time series", () => {
    const { queries } = bigNumber.buildQuery({ ...FORM, x_axis: undefined, granularity_sqla: "date" });
    expect(queries[0]).toMatchObject({ columns: [], is_timeseries: true, granularity: "date" });
  });
});

describe("aggregation", () => {
  const points = pointsOf(RESULT, "date", "count");

  test("points are in order of time whatever the rows' order", () => {
    expect(points.map((point) => point.y)).toEqual([10, 30, 20, 40]);
  });

  test.each([
    ["LAST_VALUE", 40],
    ["sum", 100],
    ["mean", 25],
    ["min", 10],
    ["max", 40],
    ["median", 25],
  ] as const)("%s", (how, expected) => {
    expect(aggregate(points, how)).toBe(expected);
    expect(draw({ aggregation: how }).props.text).toBe(String(expected));
  });

  test("the last known value when the last is missing", () => {
    const gap = pointsOf({ data: [...MONTHS, { date: Date.UTC(2001, 4), count: null }] }, "date", "count");
    expect(aggregate(gap, "LAST_VALUE")).toBe(40);
    expect(aggregate([], "sum")).toBeUndefined();
  });

  test("the overall value is the second answer", () => {
    expect(draw({ aggregation: "raw" }, [RESULT, { data: [{ count: 77 }] }]).props.text).toBe("77");
  });
});

describe("change", () => {
  const points = pointsOf(RESULT, "date", "count");
  const change = (formData: Record<string, unknown>) =>
    changeOf(points, { ...FORM, ...formData } as never, (value) => String(value));

  test("against the point so many steps back", () => {
    expect(change({ compare_lag: 1 })).toEqual({
      direction: "up",
      text: "+100.0\u202f%",
      base: "vs 20",
      tone: undefined,
    });
    expect(change({ compare_lag: 2 })?.text).toBe("+33.3\u202f%");
    expect(change({ compare_lag: 2, compare_suffix: "in two months" })?.base).toBe("in two months");
  });

  test("none without a lag or a base", () => {
    expect(change({})).toBeUndefined();
    expect(change({ compare_lag: 9 })).toBeUndefined();
  });

  test("good or bad only when the author says which is which", () => {
    const colored = { compare_lag: 1, comparison_color_enabled: true };
    expect(change({ ...colored, comparison_color_scheme: "Green" })?.tone).toBe("good");
    expect(change({ ...colored, comparison_color_scheme: "Red" })?.tone).toBe("bad");
  });
});

describe("drawing", () => {
  test("the line with its labels, neutral unless a color was picked", () => {
    const { trend } = draw({}).props;
    expect(trend).toMatchObject({ color: theme.textTertiary, fromZero: true });
    expect(trend?.labels[0]).toEqual({ x: "Jan 2001", y: "10" });
    expect(draw({ color_picker: { r: 1, g: 2, b: 3, a: 1 } }).props.trend?.color).toBe("rgba(1,2,3,1)");
  });

  test("no line when switched off or with a single point", () => {
    expect(draw({ show_trend_line: false }).props.trend).toBeUndefined();
    expect(draw({}, [{ ...RESULT, data: MONTHS.slice(0, 1) }]).props.trend).toBeUndefined();
  });

  test("ends of the axes and the fixed range on request", () => {
    const { trend } = draw({ show_x_axis: true, show_y_axis: true }).props;
    expect(trend?.xEnds).toEqual(["Jan 2001", "Apr 2001"]);
    expect(trend?.yEnds).toEqual(["10", "40"]);
    const bounds = { from_dttm: Date.UTC(2000, 0), to_dttm: Date.UTC(2002, 0) };
    const fixed = draw({ time_range_fixed: true }, [{ ...RESULT, ...bounds }]).props.trend;
    expect(fixed?.xRange).toEqual([bounds.from_dttm, bounds.to_dttm]);
  });

  test("the summary tells range, extremes and change", () => {
    expect(draw({ compare_lag: 1 }).summary).toBe(
      "count: 40, +100.0\u202f% vs 20; from 10 (Jan 2001) to 40 (Apr 2001), lowest 10, highest 40.",
    );
    expect(draw({ show_timestamp: true }).props.note).toBe("Apr 2001");
  });

  test("nothing to draw", () => {
    expect(draw({}, [{ data: [] }])).toMatchObject({ isEmpty: true, props: { text: "N/A", isMissing: true } });
  });
});

describe("controls", () => {
  test("hide what does not apply", () => {
    const names = (formData: Record<string, unknown>) =>
      visibleControls(bigNumber.sections, { formData: { ...FORM, ...formData } }).map((control) => control.name);
    expect(names({})).not.toContain("compare_suffix");
    expect(names({ compare_lag: 1 })).toContain("compare_suffix");
    expect(names({ time_range: "No filter" })).not.toContain("time_range_fixed");
    expect(names({ show_trend_line: false })).not.toContain("show_x_axis");
  });

  test("defaults are the wire's", () => {
    expect(bigNumber.defaults()).toMatchObject({
      viz_type: "big_number",
      aggregation: "LAST_VALUE",
      header_font_size: 0.4,
      subheader_font_size: 0.15,
      show_trend_line: true,
      start_y_axis_at_zero: true,
      color_picker: { r: 0, g: 122, b: 135, a: 1 },
    });
  });

  test("axis and metric are required, gallery cases are complete", () => {
    expect(Object.keys(bigNumber.validate({ viz_type: "big_number" }))).toEqual(["x_axis", "metric"]);
    for (const { formData } of gallery) {
      expect(bigNumber.validate({ ...bigNumber.defaults(), viz_type: "big_number", ...formData })).toEqual({});
    }
  });
});
