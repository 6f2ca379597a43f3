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

  test("adds a second query without the axis only for the overall value", () => {
    const { queries } = bigNumber.buildQuery({ ...FORM, aggregation: "raw" });
    expect(queries).toHaveLength(2);
    expect(queries[1]).toMatchObject({ columns: [], metrics: ["count"], post_processing: [] });
    expect(bigNumber.buildQuery({ ...FORM, aggregation: "median" }).queries).toHaveLength(1);
  });

  test("applies rolling to resampled values", () => {
    const rolling = { rolling_type: "mean", rolling_periods: "3", min_periods: "" };
    const resample = { resample_rule: "1D", resample_method: "zerofill" };
    expect(operations({ ...rolling, ...resample })).toEqual(["pivot", "resample", "rolling", "flatten"]);
    expect(operations({ rolling_type: "cumsum" })).toEqual(["pivot", "cum", "flatten"]);
    const steps = bigNumber.buildQuery({ ...FORM, ...rolling, ...resample }).queries[0]?.post_processing;
    expect(steps?.[2]?.options).toEqual({
      rolling_type: "mean",
      window: 3,
      min_periods: 0,
      columns: { count: "count" },
    });
    expect(steps?.[1]?.options).toEqual({ rule: "1D", method: "asfreq", fill_value: 0 });
  });

  test("requests a time series for legacy charts without an axis", () => {
    const { queries } = bigNumber.buildQuery({ ...FORM, x_axis: undefined, granularity_sqla: "date" });
    expect(queries[0]).toMatchObject({ columns: [], is_timeseries: true, granularity: "date" });
  });
});

describe("aggregation", () => {
  const points = pointsOf(RESULT, "date", "count");

  test("sorts points by time, whatever the order of rows", () => {
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

  test("uses the last known value if the last one is missing", () => {
    const gap = pointsOf({ data: [...MONTHS, { date: Date.UTC(2001, 4), count: null }] }, "date", "count");
    expect(aggregate(gap, "LAST_VALUE")).toBe(40);
    expect(aggregate([], "sum")).toBeUndefined();
  });

  test("reads the overall value from the second result", () => {
    expect(draw({ aggregation: "raw" }, [RESULT, { data: [{ count: 77 }] }]).props.text).toBe("77");
  });
});

describe("change", () => {
  const points = pointsOf(RESULT, "date", "count");
  const change = (formData: Record<string, unknown>) =>
    changeOf(points, { ...FORM, ...formData } as never, (value) => String(value));

  test("compares with the point the given number of steps back", () => {
    expect(change({ compare_lag: 1 })).toEqual({
      direction: "up",
      text: "+100.0%",
      base: "vs 20",
      tone: undefined,
    });
    expect(change({ compare_lag: 2 })?.text).toBe("+33.3%");
    expect(change({ compare_lag: 2, compare_suffix: "in two months" })?.base).toBe("in two months");
  });

  test("is absent without a lag or a base value", () => {
    expect(change({})).toBeUndefined();
    expect(change({ compare_lag: 9 })).toBeUndefined();
  });

  test("is good or bad only if the author chose which", () => {
    const colored = { compare_lag: 1, comparison_color_enabled: true };
    expect(change({ ...colored, comparison_color_scheme: "Green" })?.tone).toBe("good");
    expect(change({ ...colored, comparison_color_scheme: "Red" })?.tone).toBe("bad");
  });
});

describe("drawing", () => {
  test("draws the line with its labels, in a neutral color unless one was picked", () => {
    const { trend } = draw({}).props;
    expect(trend).toMatchObject({ color: theme.textTertiary, fromZero: true });
    expect(trend?.labels[0]).toEqual({ x: "Jan 2001", y: "10" });
    expect(draw({ color_picker: { r: 1, g: 2, b: 3, a: 1 } }).props.trend?.color).toBe("rgba(1,2,3,1)");
  });

  test("draws no line if it is off or has a single point", () => {
    expect(draw({ show_trend_line: false }).props.trend).toBeUndefined();
    expect(draw({}, [{ ...RESULT, data: MONTHS.slice(0, 1) }]).props.trend).toBeUndefined();
  });

  test("shows axis ends and the fixed range if configured", () => {
    const { trend } = draw({ show_x_axis: true, show_y_axis: true }).props;
    expect(trend?.xEnds).toEqual(["Jan 2001", "Apr 2001"]);
    expect(trend?.yEnds).toEqual(["10", "40"]);
    const bounds = { from_dttm: Date.UTC(2000, 0), to_dttm: Date.UTC(2002, 0) };
    const fixed = draw({ time_range_fixed: true }, [{ ...RESULT, ...bounds }]).props.trend;
    expect(fixed?.xRange).toEqual([bounds.from_dttm, bounds.to_dttm]);
  });

  test("summarizes range, extremes and change", () => {
    expect(draw({ compare_lag: 1 }).summary).toBe(
      "count: 40, +100.0% vs 20; from 10 (Jan 2001) to 40 (Apr 2001), lowest 10, highest 40.",
    );
    expect(draw({ show_timestamp: true }).props.note).toBe("Apr 2001");
  });

  test("is empty without rows", () => {
    expect(draw({}, [{ data: [] }])).toMatchObject({ isEmpty: true, props: { text: "N/A", isMissing: true } });
  });
});

describe("controls", () => {
  test("hide settings that don't apply", () => {
    const names = (formData: Record<string, unknown>) =>
      visibleControls(bigNumber.sections, { formData: { ...FORM, ...formData } }).map((control) => control.name);
    expect(names({})).not.toContain("compare_suffix");
    expect(names({ compare_lag: 1 })).toContain("compare_suffix");
    expect(names({ time_range: "No filter" })).not.toContain("time_range_fixed");
    expect(names({ show_trend_line: false })).not.toContain("show_x_axis");
  });

  test("have the default values of the API", () => {
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

  test("require an axis and a metric; gallery cases are complete", () => {
    expect(Object.keys(bigNumber.validate({ viz_type: "big_number" }))).toEqual(["x_axis", "metric"]);
    for (const { formData } of gallery) {
      expect(bigNumber.validate({ ...bigNumber.defaults(), viz_type: "big_number", ...formData })).toEqual({});
    }
  });
});
