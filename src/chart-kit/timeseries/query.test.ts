import { describe, expect, it } from "vitest";
import { QueryContext } from "../../model/query-context.ts";
import { buildTimeseriesQuery } from "./query.ts";
import { TimeseriesForm } from "./schema.ts";

const COUNT = "count";
const SUM = {
  expressionType: "SIMPLE",
  column: { column_name: "delay" },
  aggregate: "SUM",
  label: "SUM(delay)",
} as const;

function query(more: Record<string, unknown>) {
  const form = TimeseriesForm.parse({
    viz_type: "echarts_timeseries_line",
    datasource: "7__table",
    x_axis: "date",
    time_grain_sqla: "P1M",
    metrics: [COUNT],
    row_limit: 10000,
    ...more,
  });
  const context = QueryContext.parse(buildTimeseriesQuery(form));
  const [first] = context.queries;
  if (!first) throw new Error("no query");
  return first;
}

const operations = (more: Record<string, unknown>) =>
  (query(more).post_processing ?? []).map((step) => step?.operation ?? "");
const options = (operation: string, more: Record<string, unknown>) =>
  (query(more).post_processing ?? []).find((step) => step?.operation === operation)?.options;

describe("columns and order", () => {
  it("requests the base axis with its grain first, then the dimensions", () => {
    expect(query({ groupby: ["origin"] })).toMatchObject({
      columns: [
        { columnType: "BASE_AXIS", sqlExpression: "date", timeGrain: "P1M", label: "date", isColumnReference: true },
        "origin",
      ],
      series_columns: ["origin"],
      metrics: [COUNT],
      orderby: [[COUNT, false]],
      row_limit: 10000,
    });
  });

  it("sorts by the sort metric in the chosen direction, and limits series by it", () => {
    const queryObject = query({
      limit: "5",
      timeseries_limit_metric: SUM,
      order_desc: false,
      group_others_when_limit_reached: true,
    });
    expect(queryObject.orderby).toEqual([[expect.objectContaining({ label: "SUM(delay)" }), true]]);
    expect(queryObject).toMatchObject({ series_limit: 5, group_others_when_limit_reached: true });
    expect(queryObject.series_limit_metric).toMatchObject({ aggregate: "SUM" });
  });

  it("doesn't group others without a limit", () => {
    expect(query({ group_others_when_limit_reached: true })).not.toHaveProperty("group_others_when_limit_reached");
  });

  it("prefers a dashboard's grain and time shifts to its own", () => {
    const queryObject = query({
      time_compare: ["1 year ago"],
      extra_form_data: { time_grain_sqla: "P1W", time_compare: ["1 week ago"] },
    });
    expect(queryObject.columns?.[0]).toMatchObject({ timeGrain: "P1W" });
    expect(queryObject.time_offsets).toEqual(["1 week ago"]);
  });

  it("requests a single row without a pivot if there is no x-axis", () => {
    expect(query({ x_axis: null })).toMatchObject({ columns: [], post_processing: [] });
  });
});

describe("post-processing", () => {
  it("always pivots and flattens", () => {
    expect(operations({})).toEqual(["pivot", "flatten"]);
    expect(options("pivot", { groupby: ["origin"], show_empty_columns: false })).toEqual({
      index: ["date"],
      columns: ["origin"],
      aggregates: { count: { operator: "mean" } },
      drop_missing_columns: true,
    });
  });

  it("applies all steps in the right order", () => {
    const everything = {
      metrics: [COUNT],
      groupby: ["origin"],
      rolling_type: "mean",
      rolling_periods: "3",
      time_compare: ["1 year ago"],
      comparison_type: "difference",
      resample_rule: "1D",
      resample_method: "zerofill",
      contributionMode: "row",
      x_axis_sort: "date",
      x_axis_sort_asc: false,
    };
    expect(operations(everything)).toEqual([
      "pivot",
      "resample",
      "rolling",
      "compare",
      "rename",
      "contribution",
      "sort",
      "flatten",
    ]);
    expect(options("rolling", everything)).toMatchObject({ rolling_type: "mean", window: 3, min_periods: 0 });
    expect(options("resample", everything)).toEqual({ method: "asfreq", rule: "1D", fill_value: 0 });
    expect(options("contribution", everything)).toEqual({ orientation: "row", time_shifts: ["1 year ago"] });
    expect(options("sort", everything)).toEqual({ is_sort_index: true, ascending: false });
  });

  it("computes cumulative sums", () => {
    expect(operations({ rolling_type: "cumsum" })).toEqual(["pivot", "cum", "flatten"]);
    expect(options("cum", { rolling_type: "cumsum" })).toEqual({ operator: "sum", columns: { count: "count" } });
    expect(operations({ rolling_type: "None" })).toEqual(["pivot", "flatten"]);
  });

  it("aggregates shifted columns too and compares each metric with its shift", () => {
    const shifted = { metrics: [COUNT, SUM], time_compare: ["1 year ago"], comparison_type: "percentage" };
    expect(Object.keys((options("pivot", shifted)?.aggregates as object) ?? {})).toEqual([
      "count",
      "count__1 year ago",
      "SUM(delay)",
      "SUM(delay)__1 year ago",
    ]);
    expect(options("compare", shifted)).toEqual({
      source_columns: ["count", "SUM(delay)"],
      compare_columns: ["count__1 year ago", "SUM(delay)__1 year ago"],
      compare_type: "percentage",
      drop_original_columns: true,
    });
    expect(operations({ ...shifted, comparison_type: "values" })).not.toContain("compare");
  });

  it("drops the name of a single metric from series names, and keeps several", () => {
    expect(options("rename", { groupby: ["origin"] })).toEqual({ columns: { count: null }, level: 0, inplace: true });
    expect(options("rename", { groupby: ["origin"], time_compare: ["1 year ago"] })?.columns).toEqual({
      count: null,
      "count__1 year ago": "1 year ago",
    });
    expect(operations({ groupby: ["origin"], metrics: [COUNT, SUM] })).not.toContain("rename");
    expect(operations({ groupby: ["origin"], truncate_metric: false })).not.toContain("rename");
    expect(operations({})).not.toContain("rename");
  });

  it("sorts by a metric only if it has a single column", () => {
    expect(options("sort", { x_axis: "origin", x_axis_sort: "count" })).toEqual({ by: "count", ascending: true });
    expect(operations({ x_axis: "origin", x_axis_sort: "count", groupby: ["month"] })).not.toContain("sort");
  });
});
