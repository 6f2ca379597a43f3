import { describe, expect, it } from "vitest";
import { FormData } from "../model/form-data.ts";
import { QueryContext } from "../model/query-context.ts";
import { baseAxis, baseQuery, queryContext, splitFilters, timeGrainOf, withGrain } from "./query-context.ts";

const form = (more: Record<string, unknown>) => FormData.parse({ viz_type: "x", datasource: "7__table", ...more });

describe("filters of form data", () => {
  it("sends simple filters as clauses and custom SQL as WHERE and HAVING", () => {
    const { adhoc_filters } = form({
      adhoc_filters: [
        { expressionType: "SIMPLE", clause: "WHERE", subject: "origin", operator: "IN", comparator: ["ORD", "DFW"] },
        { expressionType: "SIMPLE", clause: "WHERE", subject: "delay", operator: "IS NOT NULL" },
        { expressionType: "SQL", clause: "WHERE", sqlExpression: "delay > 15" },
        { expressionType: "SQL", clause: "WHERE", sqlExpression: "distance < 100 OR distance > 200" },
        { expressionType: "SQL", clause: "HAVING", sqlExpression: "COUNT(*) > 600" },
        { expressionType: "SIMPLE", clause: "HAVING", subject: "SUM(delay)", operator: ">=", comparator: "1e3" },
      ],
    });
    expect(splitFilters(adhoc_filters ?? [])).toEqual({
      filters: [
        { col: "origin", op: "IN", val: ["ORD", "DFW"] },
        { col: "delay", op: "IS NOT NULL" },
      ],
      where: "(delay > 15) AND (distance < 100 OR distance > 200)",
      having: "(COUNT(*) > 600) AND (SUM(delay) >= 1e3)",
    });
  });

  it("omits filters without a value, and quotes text in HAVING", () => {
    const { adhoc_filters } = form({
      adhoc_filters: [
        { expressionType: "SIMPLE", clause: "WHERE", subject: "origin", operator: "IN", comparator: [] },
        { expressionType: "SIMPLE", clause: "WHERE", subject: "origin", operator: "==" },
        { expressionType: "SQL", clause: "WHERE", sqlExpression: "  " },
        { expressionType: "SIMPLE", clause: "HAVING", subject: "MAX(name)", operator: "==", comparator: "O'Hare" },
      ],
    });
    expect(splitFilters(adhoc_filters ?? [])).toEqual({ filters: [], where: "", having: "(MAX(name) = 'O''Hare')" });
  });
});

describe("base query", () => {
  it("appends a dashboard's filters, and prefers its time settings", () => {
    const query = baseQuery(
      form({
        time_range: "Last year",
        granularity_sqla: "date",
        time_grain_sqla: "P1D",
        row_limit: "500",
        adhoc_filters: [{ expressionType: "SIMPLE", subject: "a", operator: "==", comparator: 1 }],
        extra_form_data: {
          filters: [{ col: "b", op: "IN", val: ["x"] }],
          adhoc_filters: [{ expressionType: "SQL", clause: "WHERE", sqlExpression: "1 = 0" }],
          time_range: "2001-01-01 : 2001-07-01",
          time_grain_sqla: "P1W",
          granularity_sqla: "departure",
          relative_end: "now",
        },
      }),
    );
    expect(query).toEqual({
      filters: [
        { col: "a", op: "==", val: 1 },
        { col: "b", op: "IN", val: ["x"], isExtra: true },
      ],
      extras: { where: "(1 = 0)", having: "", time_grain_sqla: "P1W", relative_end: "now" },
      applied_time_extras: {
        __time_range: "2001-01-01 : 2001-07-01",
        __time_col: "departure",
        __time_grain: "P1W",
      },
      granularity: "departure",
      time_range: "2001-01-01 : 2001-07-01",
      row_limit: 500,
    });
  });

  it("has no time range or limits if the form data has none", () => {
    expect(baseQuery(form({}))).toEqual({ filters: [], extras: { where: "", having: "" }, applied_time_extras: {} });
  });

  it("creates a context that the server accepts and that includes the form data", () => {
    const formData = form({ metric: "count", url_params: { a: "1", nested: { b: 2 } } });
    const context = queryContext(formData, [{ ...baseQuery(formData), metrics: ["count"] }]);
    expect(QueryContext.parse(context)).toMatchObject({
      datasource: { id: 7, type: "table" },
      form_data: { metric: "count" },
      queries: [{ metrics: ["count"], url_params: { a: "1" } }],
    });
    expect(() => queryContext(FormData.parse({ viz_type: "x" }), [])).toThrow("invalid datasource");
  });
});

describe("axis columns", () => {
  it("marks the base axis with its grain", () => {
    expect(baseAxis("date", "P1M")).toEqual({
      label: "date",
      sqlExpression: "date",
      isColumnReference: true,
      expressionType: "SQL",
      columnType: "BASE_AXIS",
      timeGrain: "P1M",
    });
    expect(baseAxis({ sqlExpression: "lower(origin)", label: "o" }, null)).toMatchObject({
      sqlExpression: "lower(origin)",
      label: "o",
      columnType: "BASE_AXIS",
    });
  });

  it("sets the grain on temporal dimensions only", () => {
    const [date, origin] = withGrain(
      ["date", "origin"],
      new Set(["date"]),
      timeGrainOf(form({ time_grain_sqla: "P1Y" })),
    );
    expect(date).toMatchObject({ timeGrain: "P1Y", sqlExpression: "date" });
    expect(origin).toBe("origin");
  });
});
