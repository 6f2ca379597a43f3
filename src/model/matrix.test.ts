import { expect, test } from "vitest";
import type { FormData } from "./form-data.ts";
import { axisQueries, cellForm, MAX_MEMBERS, matrixOf, membersOf, readDimension, wholeContext } from "./matrix.ts";

const FORM: FormData = { viz_type: "echarts_timeseries_line", datasource: "1__table", metrics: ["count"] };
const BY_VALUE = {
  matrixify_enable: true,
  matrixify_mode_rows: "dimensions",
  matrixify_dimension_rows: { dimension: "origin", values: ["ORD", null] },
  matrixify_mode_columns: "metrics",
  matrixify_columns: ["late_share", "avg_delay"],
};
const axisOf = (more: object) =>
  matrixOf({
    matrixify_enable: true,
    matrixify_mode_rows: "dimensions",
    matrixify_dimension_rows: { dimension: "origin", values: [] },
    ...more,
  })?.rows;

test("a side has metrics, chosen values or queried values", () => {
  expect(matrixOf(BY_VALUE)).toEqual({
    rows: { kind: "values", column: "origin", values: ["ORD", null] },
    columns: { kind: "metrics", metrics: ["late_share", "avg_delay"] },
  });
  const top = { matrixify_dimension_selection_mode_rows: "topn", matrixify_topn_metric_rows: "count" };
  expect(axisOf(top)).toEqual({ kind: "queried", column: "origin", limit: 10, metric: "count", isDescending: true });
  expect(axisOf({ ...top, matrixify_topn_value_rows: "3", matrixify_topn_order_rows: false })).toMatchObject({
    limit: 3,
    isDescending: false,
  });
  expect(axisOf({ ...top, matrixify_topn_value_rows: 4000 })).toMatchObject({ limit: MAX_MEMBERS });
  const all = { matrixify_dimension_selection_mode_rows: "all" };
  expect(axisOf(all)).toMatchObject({ metric: null, isDescending: false, limit: MAX_MEMBERS });
  expect(axisOf({ ...all, matrixify_all_sort_by_rows: "z_to_a" })).toMatchObject({ isDescending: true });
  expect(axisOf({ ...all, matrixify_all_sort_by_rows: "metric", matrixify_topn_metric_rows: "count" })).toMatchObject({
    metric: "count",
    isDescending: true,
  });
});

test.each<[string, object]>([
  ["that is off", { ...BY_VALUE, matrixify_enable: false }],
  ["without a side", { matrixify_enable: true, matrixify_mode_rows: "disabled" }],
  [
    "without a value",
    { matrixify_enable: true, matrixify_mode_rows: "dimensions", matrixify_dimension_rows: { dimension: "a" } },
  ],
  ["without a column", { matrixify_enable: true, matrixify_mode_rows: "dimensions", matrixify_dimension_rows: 7 }],
  ["without a metric", { matrixify_enable: true, matrixify_mode_rows: "metrics", matrixify_rows: [] }],
  ["of invalid metrics", { matrixify_enable: true, matrixify_mode_rows: "metrics", matrixify_rows: [{ a: 1 }] }],
  [
    "sorted by no metric",
    {
      matrixify_enable: true,
      matrixify_mode_rows: "dimensions",
      matrixify_dimension_rows: { dimension: "a", values: [] },
      matrixify_dimension_selection_mode_rows: "topn",
    },
  ],
])("a grid %s is the plain chart", (_, form) => expect(matrixOf(form as Record<string, unknown>)).toBeUndefined());

test("ignores an unreadable dimension", () => {
  expect(readDimension("origin")).toEqual({ dimension: "", values: [] });
  expect(readDimension({ dimension: "origin", values: "ORD" })).toEqual({ dimension: "origin", values: [] });
});

test("queries members per side with the chart's filters but not its groups", () => {
  const matrix = matrixOf({
    ...BY_VALUE,
    matrixify_dimension_selection_mode_rows: "topn",
    matrixify_topn_metric_rows: "count",
    matrixify_topn_value_rows: 2,
  })!;
  const base = {
    columns: ["date"],
    metrics: ["late_share"],
    filters: [{ col: "delay", op: ">", val: 3 }],
    extras: { where: "(a = 1)", having: "COUNT(*) > 3" },
    post_processing: [{ operation: "pivot" }],
  };
  expect(axisQueries(base, matrix)).toEqual([
    expect.objectContaining({
      columns: ["origin"],
      metrics: ["count"],
      orderby: [["count", false]],
      filters: base.filters,
      row_limit: 3,
      extras: { where: "(a = 1)", having: "", time_grain_sqla: undefined },
    }),
  ]);
  expect(axisQueries(base, matrix)[0]).not.toHaveProperty("post_processing");
  const rows = ["ORD", null, "ATL"].map((origin) => ({ origin, count: 1 }));
  const { rows: found, columns } = membersOf(matrix, [{ data: rows }]);
  expect(found).toEqual({
    list: ["ORD", null].map((value) => ({ kind: "value", column: "origin", value })),
    isTruncated: false,
  });
  expect(columns.list).toHaveLength(2);
});

test("truncates members over the limit and reports it", () => {
  const many = Array.from({ length: 30 }, (_, at) => `v${at}`);
  const matrix = matrixOf({ ...BY_VALUE, matrixify_dimension_rows: { dimension: "origin", values: many } })!;
  const { rows } = membersOf(matrix, []);
  expect([rows.list.length, rows.isTruncated]).toEqual([MAX_MEMBERS, true]);
});

test("a cell has its own metric and filters, plus the chart's and dashboard's", () => {
  const form = { ...FORM, ...BY_VALUE, extra_form_data: { filters: [{ col: "year", op: "==", val: 2001 }] } };
  const members = [
    { kind: "value" as const, column: "origin", value: "ORD" },
    { kind: "metric" as const, metric: "late_share" },
  ];
  expect(cellForm(form, members)).toEqual({
    ...FORM,
    metrics: ["late_share"],
    extra_form_data: {
      filters: [
        { col: "year", op: "==", val: 2001 },
        { col: "origin", op: "IN", val: ["ORD"] },
      ],
    },
  });
  const none = cellForm({ ...FORM, metric: "count" }, [{ kind: "value", column: "origin", value: null }, members[1]!]);
  expect(none).toMatchObject({
    metric: "late_share",
    extra_form_data: { filters: [{ col: "origin", op: "IS NULL" }] },
  });
});

test("one query returns the rows of all cells", () => {
  const form = { ...FORM, ...BY_VALUE };
  const matrix = matrixOf(form)!;
  const whole = wholeContext(form, matrix, (one) => ({
    datasource: { id: 1, type: "table" },
    queries: [
      {
        columns: ["date"],
        metrics: one.metrics as string[],
        filters: one.extra_form_data?.filters,
        row_limit: 5,
        post_processing: [{ operation: "pivot" }],
      },
    ],
    form_data: one,
  }));
  expect(whole.form_data).toBe(form);
  expect(whole.queries).toEqual([
    {
      columns: ["origin", "date"],
      metrics: ["late_share", "avg_delay"],
      filters: [{ col: "origin", op: "IN", val: ["ORD", null] }],
    },
  ]);
});
