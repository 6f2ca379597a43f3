import { describe, expect, it } from "vitest";
import { withVisibleFilters } from "./open-explore.ts";

const formData = {
  viz_type: "table",
  datasource: "7__table",
  adhoc_filters: [
    {
      clause: "WHERE" as const,
      expressionType: "SIMPLE" as const,
      subject: "date",
      operator: "TEMPORAL_RANGE",
      comparator: "No filter",
    },
  ],
};

describe("withVisibleFilters", () => {
  it("turns the dashboard's filters into extra filters of the chart", () => {
    const opened = withVisibleFilters(formData, {
      filters: [{ col: "origin", op: "IN", val: ["ORD"] }],
      adhoc_filters: [{ clause: "WHERE", expressionType: "SQL", sqlExpression: "delay > 0" }],
      time_grain_sqla: "P1W",
    });
    expect(opened.adhoc_filters).toEqual([
      formData.adhoc_filters[0],
      {
        clause: "WHERE",
        expressionType: "SIMPLE",
        subject: "origin",
        operator: "IN",
        comparator: ["ORD"],
        isExtra: true,
      },
      { clause: "WHERE", expressionType: "SQL", sqlExpression: "delay > 0", isExtra: true },
    ]);
    expect(opened.extra_form_data).toEqual({ time_grain_sqla: "P1W" });
  });

  it("puts a time range into the chart's own time filter when it has one", () => {
    const opened = withVisibleFilters(formData, { time_range: "Last week" });
    expect(opened.adhoc_filters).toEqual([{ ...formData.adhoc_filters[0], comparator: "Last week", isExtra: true }]);
    expect(opened.extra_form_data).toEqual({});
    const without = withVisibleFilters({ viz_type: "table" }, { time_range: "Last week" });
    expect(without.extra_form_data).toEqual({ time_range: "Last week" });
  });

  it("keeps filters on SQL expressions hidden but applied", () => {
    const col = { sqlExpression: "upper(origin)", label: "ORIGIN" };
    const opened = withVisibleFilters(formData, { filters: [{ col, op: "IN", val: ["ORD"] }] });
    expect(opened.adhoc_filters).toHaveLength(1);
    expect(opened.extra_form_data).toEqual({ filters: [{ col, op: "IN", val: ["ORD"] }] });
  });
});
