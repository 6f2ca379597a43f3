import { describe, expect, test } from "vitest";
import { chartTheme } from "../../chart-kit/colors/theme.ts";
import type { EChartSpec } from "../../chart-kit/echart/echart-spec.ts";
import { controlsOf } from "../../chart-seam/define.ts";
import { QueryContext } from "../../model/query-context.ts";
import { pointsOf } from "../../testing/chart.ts";
import { definition as mixedTimeseries } from "./definition.ts";
import { gallery } from "./gallery.ts";

const base = {
  ...mixedTimeseries.defaults(),
  viz_type: mixedTimeseries.key,
  datasource: "1__table",
  x_axis: "day",
  metrics: ["a"],
  metrics_b: ["b"],
};
const DAY = 86_400_000;

function draw(a: [number, number | null][], b: [number, number | null][], more: Record<string, unknown> = {}) {
  const result = (rows: [number, number | null][], name: string) => ({
    data: rows.map(([day, value]) => ({ day: day * DAY, [name]: value })),
    colnames: ["day", name],
    coltypes: [2, 0],
  });
  const drawing = mixedTimeseries.transform({
    formData: { ...base, ...more },
    results: [result(a, "a"), result(b, "b")],
    theme: chartTheme("light"),
    colorOf: (label) => (label === "a" ? "#111111" : "#222222"),
    rampOf: () => [],
    width: 800,
    height: 400,
  });
  const picture = drawing.props as EChartSpec;
  return { ...drawing, picture, series: picture.option.series as Record<string, unknown>[] };
}

describe("the queries", () => {
  test("are valid for every gallery case", () => {
    for (const { name, formData } of gallery) {
      const form = { ...base, ...formData };
      expect(QueryContext.parse(mixedTimeseries.buildQuery(form)).queries, name).toHaveLength(2);
      expect(mixedTimeseries.validate(form), name).toEqual({});
    }
  });

  test("leave out series without values, unless configured to show them", () => {
    const drops = (form: object) =>
      mixedTimeseries.buildQuery({ ...base, ...form }).queries.map((query) => {
        const pivot = query.post_processing?.find((step) => step?.operation === "pivot");
        return pivot?.options?.drop_missing_columns;
      });
    expect(drops({})).toEqual([true, true]);
    expect(drops({ show_empty_columns: true })).toEqual([false, false]);
  });

  test("have their own metrics, dimensions, limits, comparisons and filters over one axis", () => {
    const filter = { clause: "WHERE", expressionType: "SIMPLE", subject: "x", operator: "==", comparator: "1" };
    const form = {
      ...base,
      groupby_b: ["g"],
      limit_b: 3,
      row_limit_b: 7,
      adhoc_filters_b: [filter],
      time_compare: ["1 year ago"],
    };
    const [a, b] = mixedTimeseries.buildQuery(form).queries;
    expect(a).toMatchObject({ metrics: ["a"], time_offsets: ["1 year ago"], filters: [] });
    expect(b).toMatchObject({ metrics: ["b"], series_columns: ["g"], series_limit: 3, row_limit: 7 });
    expect(b?.filters).toEqual([expect.objectContaining({ col: "x", val: "1" })]);
    expect(b).not.toHaveProperty("time_offsets");
    expect(b?.columns?.[0]).toEqual(a?.columns?.[0]);
  });

  test("group series beyond their own limits as Others", () => {
    const areDetails = (form: object) =>
      mixedTimeseries
        .buildQuery({ ...base, groupby: ["g"], groupby_b: ["g"], limit: 3, limit_b: 4, ...form })
        .queries.map((query) => query.group_others_when_limit_reached ?? false);
    expect(areDetails({ group_others_when_limit_reached: true })).toEqual([true, false]);
    expect(areDetails({ group_others_when_limit_reached_b: true })).toEqual([false, true]);
  });

  test("have the same controls", () => {
    const names = new Set(controlsOf(mixedTimeseries.sections).map((control) => control.name));
    for (const name of [
      "metrics",
      "groupby",
      "adhoc_filters",
      "limit",
      "group_others_when_limit_reached",
      "rolling_type",
      "time_compare",
      "resample_rule",
    ]) {
      expect([name, names.has(name), names.has(`${name}_b`)]).toEqual([name, true, true]);
    }
    for (const name of ["seriesType", "stack", "area", "show_value", "opacity", "markerSize", "yAxisIndex"]) {
      expect([name, names.has(name), names.has(`${name}B`)]).toEqual([name, true, true]);
    }
    expect(mixedTimeseries.validate({ ...base, metrics_b: [] })).toEqual({ metrics_b: "Metrics cannot be empty" });
  });
});

describe("the mixed chart", () => {
  const A: [number, number | null][] = [
    [0, 10],
    [1, null],
  ];
  const B: [number, number | null][] = [
    [1, 0.5],
    [2, 0.25],
  ];

  test("draws each query in its own shape and on its own side, over the dates of both", () => {
    const { series, picture } = draw(A, B, { seriesType: "bar", seriesTypeB: "smooth", yAxisIndexB: 1 });
    expect(series).toMatchObject([
      { type: "bar", name: "a" },
      { type: "line", smooth: true, yAxisIndex: 1, name: "b" },
    ]);
    expect(series[0]).not.toHaveProperty("yAxisIndex");
    expect(series.map(({ data }) => (data as unknown[]).length)).toEqual([3, 3]);
    const [left, right] = picture.option.yAxis as { max: number; position: string }[];
    expect(left).toMatchObject({ position: "left" });
    expect(right).toMatchObject({ position: "right" });
    expect(left?.max).toBeGreaterThanOrEqual(10);
    expect(right?.max).toBeLessThan(1);
  });

  test("uses one scale for queries on the same side", () => {
    const axes = draw(A, B).picture.option.yAxis as { max: number }[];
    expect(axes).toHaveLength(1);
    expect(axes[0]?.max).toBeGreaterThanOrEqual(10);
  });

  test("leaves little space for small negative values on a shared side", () => {
    const below = (form: Record<string, unknown>) => {
      const drawn = draw([[0, 250]], [[0, -4]], form);
      return (drawn.picture.option.yAxis as { min: number }[]).map(({ min }) => min);
    };
    expect(below({})).toEqual([-10]);
    expect(below({ yAxisIndexB: 1 })[0]).toBe(0);
  });

  test("stacks each query separately", () => {
    const { series } = draw(A, B, { stack: true, stackB: true });
    expect(new Set(series.map(({ stack }) => stack)).size).toBe(2);
  });

  test("describes points in tooltip, mark and summary", () => {
    const { picture, summary } = draw(A, B, { show_query_identifiers: true });
    const content = picture.tooltip?.([
      { seriesIndex: 0, dataIndex: 0 },
      { seriesIndex: 1, dataIndex: 1 },
    ]);
    expect(content?.rows.map(({ label, value }) => `${label}: ${value}`)).toEqual([
      "a (Query A): 10",
      "b (Query B): 0.5",
    ]);
    expect(picture.mark?.({ seriesIndex: 1, dataIndex: 2 })?.text).toContain("0.25");
    expect(picture.mark?.({ seriesIndex: 0, dataIndex: 1 })).toBeNull();
    expect(summary).toContain("; 10 (1 Jan 1970).");
    expect(summary).toContain("highest 0.5");
  });

  test("merges the author's options for both queries, and warns if they are invalid", () => {
    const own = draw([[0, 1]], [[0, 2]], { echart_options: "{ series: { lineStyle: { width: 7 } } }" });
    expect(own.series.map((series) => Reflect.get(series.lineStyle ?? {}, "width"))).toEqual([7, 7]);
    expect(draw([[0, 1]], [], { echart_options: "{ a: b }" }).warning).toBe(
      "ECharts options must be a JSON-like object without functions",
    );
  });

  test("is empty only if both queries are", () => {
    expect(draw(A, []).isEmpty).toBe(false);
    expect(draw([], []).isEmpty).toBe(true);
  });
});

test("a selection in one query also dims the other query", () => {
  const selected = { clauses: [{ column: "g", values: ["x"] }], label: "x" };
  const theme = chartTheme("light");
  const drawing = mixedTimeseries.transform({
    formData: { ...base, seriesType: "bar", groupby_b: ["g"] },
    results: [
      { data: [{ day: 0, a: 1 }], colnames: ["day", "a"], coltypes: [2, 0] },
      {
        data: [{ day: 0, x: 2, y: 3 }],
        colnames: ["day", "x", "y"],
        coltypes: [2, 0, 0],
        label_map: { day: ["day"], x: ["x"], y: ["y"] },
      },
    ],
    ...{ theme, selected, colorOf: () => "#111111", rampOf: () => [], width: 800, height: 400 },
  });
  const series = (drawing.props as EChartSpec).option.series as { name: string; itemStyle: Record<string, unknown> }[];
  expect(Object.fromEntries(series.map(({ name, itemStyle }) => [name, itemStyle.color]))).toEqual({
    ...{ a: theme.muted, x: theme.focus, y: theme.muted },
  });
  expect(series[0]?.itemStyle.opacity).toBeLessThan(0.5);
});

test("migrates a dual line chart to a metric on each side", () => {
  const old = {
    viz_type: "dual_line",
    datasource: "1__table",
    metric: "a",
    metric_2: "b",
    y_axis_2_format: ".1%",
  };
  expect(mixedTimeseries.migrate?.(old)).toMatchObject({
    viz_type: "mixed_timeseries",
    metrics: ["a"],
    metrics_b: ["b"],
    yAxisIndexB: 1,
    y_axis_format_secondary: ".1%",
  });
});

test("downsamples both queries at the same positions and says so in the summary", () => {
  const rows = (spike: number) =>
    Array.from({ length: 20_000 }, (_, i): [number, number] => [i, i === spike ? 900 : Math.sin(i / 90)]);
  const drawn = draw(rows(1234), rows(4321));
  const [a, b] = drawn.series.map(({ data }) => pointsOf(data));
  expect(a?.length).toBeLessThan(4000);
  expect(b?.map(([at]) => at)).toEqual(a?.map(([at]) => at));
  expect(a?.find(([at]) => at === 1234 * DAY)?.[1]).toBe(900);
  expect(b?.find(([at]) => at === 4321 * DAY)?.[1]).toBe(900);
  expect(drawn.summary).toContain("Simplified from 20,000 points.");
  expect(pointsOf(draw(rows(1), rows(2), { zoomable: true }).series[0]?.data)).toHaveLength(20_000);
});
