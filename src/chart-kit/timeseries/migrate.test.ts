import { describe, expect, it } from "vitest";
import { FormData } from "../../model/form-data.ts";
import { migrateBars, migrateComparison, migrateLines } from "./migrate.ts";

const form = (more: Record<string, unknown>) => FormData.parse({ datasource: "7__table", ...more });

describe("legacy line and area charts", () => {
  it("use the new names of renamed settings", () => {
    const old = form({
      viz_type: "line",
      x_axis_label: "Year",
      y_axis_label: "Births",
      left_margin: "auto",
      show_markers: true,
      y_log_scale: true,
      contribution: true,
      kept: "as it is",
    });
    expect(migrateLines(old)).toMatchObject({
      x_axis_title: "Year",
      y_axis_title: "Births",
      y_axis_title_margin: 0,
      markerEnabled: true,
      logAxis: true,
      contributionMode: "row",
      kept: "as it is",
    });
    expect(old.x_axis_label).toBe("Year");
  });

  it("keep their curves, stacks and comparisons", () => {
    const area = migrateLines(
      form({
        viz_type: "area",
        line_interpolation: "step-before",
        stacked_style: "expand",
        time_compare: ["1 year", "2 weeks ago"],
        comparison_type: "absolute",
      }),
    );
    expect(area).toMatchObject({
      seriesType: "start",
      stack: "Expand",
      time_compare: ["1 year ago", "2 weeks ago"],
      comparison_type: "difference",
    });
  });

  it("keep shifts that aren't distances into the past", () => {
    const time_compare = ["inherit", "custom", "1 year later", "2024-01-31", "2024-01-01 : 2024-02-01"];
    const line = form({ viz_type: "echarts_timeseries_line", time_compare });
    expect(migrateLines(line).time_compare).toEqual(time_compare);
    expect(migrateComparison(form({ viz_type: "rose", time_compare: "28 days" })).time_compare).toEqual([
      "28 days ago",
    ]);
  });

  it("become smooth or stepped lines according to their interpolation", () => {
    const type = (line_interpolation: string) => migrateLines(form({ viz_type: "line", line_interpolation })).viz_type;
    expect(["linear", "monotone", "basis", "step-before", "step-after"].map(type)).toEqual([
      "line",
      "echarts_timeseries_smooth",
      "echarts_timeseries_smooth",
      "echarts_timeseries_step",
      "echarts_timeseries_step",
    ]);
  });

  it("leave current form data unchanged", () => {
    const leftOver = { stacked_style: "expand", contribution: true, line_interpolation: "basis", y_log_scale: true };
    const now = form({ viz_type: "echarts_area", x_axis: "ds", seriesType: "smooth", stack: null, ...leftOver });
    expect(migrateLines(now)).toEqual(now);
    const bars = form({ viz_type: "echarts_timeseries_bar", x_axis: "ds", bar_stacked: true, show_bar_value: true });
    expect(migrateBars(bars)).toEqual(bars);
  });
});

describe("legacy bar charts", () => {
  it("over dimensions use the first one as axis and breakdowns as series", () => {
    const bars = migrateBars(
      form({
        viz_type: "dist_bar",
        groupby: ["region", "country"],
        columns: ["year"],
        bar_stacked: true,
        show_bar_value: true,
      }),
    );
    expect(bars).toMatchObject({
      x_axis: "region",
      groupby: ["country", "year"],
      stack: "Stack",
      show_value: true,
      orientation: "vertical",
      order_desc: true,
    });
    expect(bars).not.toHaveProperty("columns");
  });
});
