import { describe, expect, test } from "vitest";
import { chartTheme } from "../../chart-kit/colors/theme.ts";
import type { FigureProps } from "../../chart-kit/kpi/figure.ts";
import type { ChartDataResult } from "../../model/query-context.ts";
import { definition as bigNumberTotal } from "./definition.ts";
import { gallery } from "./gallery.ts";

const FORM = {
  ...bigNumberTotal.defaults(),
  viz_type: "big_number_total",
  datasource: "7__table",
  metric: "late_share",
};

function draw(formData: Record<string, unknown>, result: ChartDataResult) {
  const drawing = bigNumberTotal.transform({
    formData: { ...FORM, ...formData },
    results: [result],
    theme: chartTheme("light"),
    colorOf: () => "#000000",
    rampOf: () => [],
    width: 300,
    height: 100,
  });
  return { ...drawing, props: drawing.props as FigureProps };
}

describe("big number", () => {
  test("queries one metric without columns", () => {
    const { queries, datasource } = bigNumberTotal.buildQuery(FORM);
    expect(datasource).toEqual({ id: 7, type: "table" });
    expect(queries).toHaveLength(1);
    expect(queries[0]).toMatchObject({ metrics: ["late_share"], columns: [] });
  });

  test("requires a metric", () => {
    expect(bigNumberTotal.validate({ ...FORM, metric: null })).toEqual({ metric: "Metric cannot be empty" });
    expect(bigNumberTotal.validate(FORM)).toEqual({});
  });

  test("formats the value as configured, with its subtitle", () => {
    const result = { data: [{ late_share: 0.255 }], colnames: ["late_share"], coltypes: [0] };
    const { props, summary } = draw({ y_axis_format: ",.1%", subtitle: "of departures" }, result);
    expect(props).toMatchObject({ text: "25.5%", isMissing: false, subtitle: "of departures", metricName: undefined });
    expect(summary).toBe("late_share: 25.5%, of departures.");
  });

  test("shows a null value as missing, and no rows as empty", () => {
    const missing = draw({}, { data: [{ late_share: null }], colnames: ["late_share"] });
    expect(missing.props).toMatchObject({ text: "N/A", isMissing: true });
    expect(missing.isEmpty).toBe(false);
    expect(draw({}, { data: [] }).isEmpty).toBe(true);
  });

  test("shows temporal results as dates", () => {
    const result = { data: [{ late_share: Date.UTC(2001, 5, 30) }], colnames: ["late_share"], coltypes: [2] };
    expect(draw({ time_format: "%Y-%m-%d" }, result).props.text).toBe("2001-06-30");
  });

  test("shows the metric's name, and its color by rule", () => {
    const rules = [
      { column: "late_share", operator: ">", targetValue: 0.2, colorScheme: "colorError", toTextColor: true },
    ];
    const { props } = draw(
      { show_metric_name: true, conditional_formatting: rules },
      { data: [{ late_share: 0.3 }], colnames: ["late_share"], coltypes: [0] },
    );
    expect(props.metricName).toBe("late_share");
    expect(props.color).toBe(chartTheme("light").error);
  });

  test("builds a query for every gallery case", () => {
    for (const { formData } of gallery) {
      const full = { ...FORM, ...formData };
      expect(bigNumberTotal.validate(full)).toEqual({});
      expect(bigNumberTotal.buildQuery(full).queries[0]?.metrics).toEqual([formData.metric]);
    }
  });
});
