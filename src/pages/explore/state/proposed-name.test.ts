import { describe, expect, test } from "vitest";
import type { Dataset } from "../../../model/dataset.ts";
import type { FormData } from "../../../model/form-data.ts";
import { proposedName } from "./proposed-name.ts";

const SALES = {
  table_name: "sales",
  columns: [
    { column_name: "region", verbose_name: "Region", type: "VARCHAR" },
    { column_name: "day", type: "DATE", is_dttm: true },
    { column_name: "price", type: "DOUBLE" },
  ],
  metrics: [
    { metric_name: "revenue", verbose_name: "Revenue", expression: "SUM(price)" },
    { metric_name: "count", expression: "COUNT(*)" },
  ],
} as unknown as Dataset;

const nameOf = (form: Partial<FormData>) => proposedName({ viz_type: "table", ...form } as FormData, SALES);

describe("the name of a new chart", () => {
  test("has the metric, the dimension and the time grain", () => {
    const line = { metrics: ["revenue"], x_axis: "day", groupby: ["region"] };
    expect(nameOf({ ...line, time_grain_sqla: "P1W" })).toBe("Revenue by Region, weekly");
    expect(nameOf({ ...line, time_grain_sqla: "1969-12-29T00:00:00Z/P1W" })).toBe("Revenue by Region, weekly");
    expect(nameOf({ ...line, groupby: [], time_grain_sqla: "P3M" })).toBe("Revenue, quarterly");
    expect(nameOf({ ...line, groupby: [] })).toBe("Revenue over time");
  });

  test("leaves the grain out where no time is shown", () => {
    expect(nameOf({ metrics: ["revenue"], x_axis: "region", time_grain_sqla: "P1D" })).toBe("Revenue by Region");
    expect(nameOf({ metric: "revenue", groupby: ["region"] })).toBe("Revenue by Region");
    expect(nameOf({ metric: "count" })).toBe("Count");
  });

  test("names two of the metrics", () => {
    expect(nameOf({ metrics: ["revenue", "count"], groupby: ["region"] })).toBe("Revenue and Count by Region");
  });

  test("falls back to the column or the dataset", () => {
    expect(nameOf({ column: "price" })).toBe("Distribution of price");
    expect(nameOf({ all_columns: ["region", "price"] })).toBe("sales");
  });

  test("fits the field", () => {
    const metric = { expressionType: "SQL", sqlExpression: "1", label: "x".repeat(300), hasCustomLabel: true } as const;
    expect(nameOf({ metric: metric as never })).toHaveLength(250);
  });
});
