import { describe, expect, it } from "vitest";
import { controlsOf, visibleControls } from "../../chart-seam/define.ts";
import { QueryContext } from "../../model/query-context.ts";
import { definition as timeseriesLine } from "./definition.ts";
import { gallery } from "./gallery.ts";

const base = { ...timeseriesLine.defaults(), datasource: "1__table", viz_type: timeseriesLine.key };

describe("line chart", () => {
  it("builds a valid query for every gallery case", () => {
    for (const { name, formData } of gallery) {
      const context = QueryContext.parse(timeseriesLine.buildQuery({ ...base, ...formData }));
      expect(context.queries[0]?.metrics?.length, name).toBeGreaterThan(0);
      expect(timeseriesLine.validate({ ...base, ...formData }), name).toEqual({});
    }
  });

  it("requires an axis and a metric", () => {
    expect(timeseriesLine.validate(base)).toEqual({
      x_axis: "X-axis cannot be empty",
      metrics: "Metrics cannot be empty",
    });
  });

  it("starts with the defaults of its controls", () => {
    expect(timeseriesLine.defaults()).toMatchObject({
      viz_type: "echarts_timeseries_line",
      row_limit: 10_000,
      order_desc: true,
      truncate_metric: true,
      show_empty_columns: true,
      color_scheme: "tessera",
      opacity: 0.2,
      markerSize: 6,
      only_total: true,
      rich_tooltip: true,
      legendType: "scroll",
      truncateXAxis: true,
      xAxisLabelInterval: "auto",
      y_axis_title_margin: 0,
    });
  });

  it("has every control once, and opacity only with an area", () => {
    const names = controlsOf(timeseriesLine.sections).map((control) => control.name);
    expect(new Set(names).size).toBe(names.length);
    const shown = (formData: Record<string, unknown>) =>
      visibleControls(timeseriesLine.sections, { formData }).map((control) => control.name);
    expect(shown({})).not.toContain("opacity");
    expect(shown({ area: true })).toContain("opacity");
    expect(shown({ stack: "Stack", show_value: true })).toContain("only_total");
    expect(shown({ stack: "Stack", show_value: true })).not.toContain("percentage_threshold");
  });

  it("rejects options that aren't an object", () => {
    const formData = { ...base, x_axis: "date", metrics: ["count"], echart_options: "{a:" };
    expect(timeseriesLine.validate(formData)).toEqual({
      echart_options: "ECharts options must be a JSON-like object without functions",
    });
  });
});
