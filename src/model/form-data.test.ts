import { describe, expect, test } from "vitest";
import { z } from "zod";
import {
  columnControl,
  columnsControl,
  FormData,
  metricControl,
  metricsControl,
  readForm,
  readSharedForm,
  withoutUnreadable,
} from "./form-data.ts";

const LINE = FormData.extend({ groupby: columnsControl, metrics: metricsControl, x_axis: columnControl });

describe("stored form data", () => {
  test("converts metrics and filters of older releases", () => {
    const form = readForm(
      {
        viz_type: "line",
        granularity_sqla: ["ds", "other"],
        metrics: [
          { aggregate: "sum", column: "delay" },
          { sqlExpression: "1" },
          { expressionType: "SIMPLE", aggregate: "max", column: { column_name: "a" } },
        ],
        adhoc_filters: [
          { col: "origin", op: "in", val: ["ORD", null] },
          { sqlExpression: "a > 1", clause: "HAVING" },
          null,
        ],
      },
      LINE,
    );
    expect(form.granularity_sqla).toBe("ds");
    expect(form.metrics).toEqual([
      { expressionType: "SIMPLE", aggregate: "SUM", column: { column_name: "delay" } },
      { expressionType: "SQL", sqlExpression: "1" },
      { expressionType: "SIMPLE", aggregate: "MAX", column: { column_name: "a" } },
    ]);
    expect(form.adhoc_filters).toEqual([
      { clause: "WHERE", expressionType: "SIMPLE", subject: "origin", operator: "in", comparator: ["ORD", null] },
      { clause: "HAVING", expressionType: "SQL", sqlExpression: "a > 1" },
    ]);
  });

  test.each([undefined, null, "", {}, false])("has no filters for %j", (adhoc_filters) => {
    expect(FormData.parse({ viz_type: "pie", adhoc_filters }).adhoc_filters).toBeNull();
  });

  test("drops unreadable items or keys, and reports them", () => {
    const stored = {
      viz_type: "pie",
      metrics: ["count", { expressionType: "ELSE" }, "sum"],
      groupby: ["a", "", null, "a", 7],
      label_colors: { a: 5 },
      row_limit: "many",
      own: { kept: [Number.NaN] },
    };
    const { form, lost } = withoutUnreadable(stored, LINE);
    expect(lost.toSorted()).toEqual(["groupby", "label_colors", "metrics", "row_limit"]);
    expect(form).toMatchObject({ metrics: ["count", "sum"], own: stored.own });
    expect(form).not.toHaveProperty("label_colors");
    expect(readForm(stored, LINE)).toMatchObject({ groupby: ["a"], metrics: ["count", "sum"] });
    expect(stored.metrics).toHaveLength(3);
  });

  test("rejects missing required keys", () => {
    expect(() => readForm({ metrics: ["count"] }, LINE)).toThrow(z.ZodError);
  });

  test("is rejected with an unreadable filter, because it would show more rows than shared", () => {
    expect(readSharedForm({ viz_type: "pie", adhoc_filters: [{ expressionType: "SIMPLE", clause: "?" }] })).toBe(
      undefined,
    );
    expect(readSharedForm({ viz_type: "pie", adhoc_filters: "a > 1" })).toBeUndefined();
    expect(readSharedForm({ viz_type: "pie", row_limit: "many" })).toMatchObject({ viz_type: "pie" });
    for (const nothing of [null, "text", [], 7, {}, { viz_type: 5 }]) expect(readSharedForm(nothing)).toBeUndefined();
  });
});

test("pickers accept one or many columns, without duplicates", () => {
  const year = { label: "Year", sqlExpression: "YEAR(ds)" };
  expect(columnsControl.parse(["a", year, "a", { ...year, sqlExpression: "other" }])).toEqual(["a", year]);
  expect([columnControl.parse(["a", "b"]), columnControl.parse([""]), columnControl.parse([])]).toEqual([
    "a",
    null,
    undefined,
  ]);
  expect(metricControl.parse([{ aggregate: "avg", column: "__proto__" }])).toEqual({
    expressionType: "SIMPLE",
    aggregate: "AVG",
    column: { column_name: "__proto__" },
  });
  expect(metricsControl.parse(["count", "count"])).toEqual(["count", "count"]);
});
