import { expect, test } from "vitest";
import { loadTypedForm } from "../chart-types/index.ts";
import { FormData } from "../model/form-data.ts";
import { QueryContext } from "../model/query-context.ts";
import { drawingProblems } from "./define.ts";

async function loadForm(form: Record<string, unknown>) {
  const found = await loadTypedForm(FormData.parse({ datasource: "1__table", ...form }));
  if (!found) throw new Error("no such type");
  return found;
}

async function buildQueries(form: Record<string, unknown>) {
  const { type, formData } = await loadForm(form);
  expect(drawingProblems(type, formData)).toEqual({});
  return QueryContext.parse(type.buildQuery(formData)).queries;
}

test.each([
  ["big_number", { metric: "count" }],
  ["mixed_timeseries", { metrics: ["count"], metrics_b: ["count"] }],
  ["dual_line", { metric: "count", metric_2: "count" }],
  ["echarts_timeseries", { metrics: ["count"] }],
  ["echarts_timeseries_line", { metrics: ["count"] }],
  ["echarts_timeseries_bar", { metrics: ["count"] }],
  ["echarts_area", { metrics: ["count"] }],
  ["echarts_timeseries_smooth", { metrics: ["count"] }],
  ["echarts_timeseries_step", { metrics: ["count"] }],
  ["echarts_timeseries_scatter", { metrics: ["count"] }],
  ["line", { metrics: ["count"] }],
  ["area", { metrics: ["count"] }],
  ["bar", { metrics: ["count"] }],
  ["time_pivot", { metric: "count" }],
  ["compare", { metrics: ["count"] }],
  ["horizon", { metrics: ["count"] }],
  ["waterfall", { metric: "count" }],
])("%s without an x-axis uses its time column", async (viz_type, form) => {
  for (const none of [{}, { x_axis: null }, { x_axis: "" }, { x_axis: [] }]) {
    const [query] = await buildQueries({ viz_type, granularity_sqla: "ds", time_grain_sqla: "P1D", ...none, ...form });
    expect(query?.columns?.[0]).toMatchObject({ columnType: "BASE_AXIS", sqlExpression: "ds" });
  }
  // Superset converts these to other types, which always use the time column.
  const axis = ["line", "area", "bar", "dual_line"].includes(viz_type) ? "ds" : "other";
  const [query] = await buildQueries({ viz_type, granularity_sqla: "ds", x_axis: "other", ...form });
  expect(query?.columns?.[0]).toMatchObject({ sqlExpression: axis });
});

test("box plots without columns use their time column for the distribution", async () => {
  const form = { viz_type: "box_plot", metrics: ["count"], groupby: ["region"], granularity_sqla: "ds" };
  expect((await buildQueries(form))[0]?.columns).toEqual(["ds", "region"]);
  expect((await buildQueries({ ...form, columns: ["year"] }))[0]?.columns).toEqual(["year", "region"]);
});

test("box plots read the series limit from the keys of time-series charts too", async () => {
  const form = { viz_type: "box_plot", metrics: ["count"], groupby: ["region"], columns: ["year"] };
  const limited = { series_limit: 25, series_limit_metric: "count" };
  const [query] = await buildQueries({ ...form, limit: "25", timeseries_limit_metric: "count" });
  expect(query).toMatchObject(limited);
  expect((await buildQueries({ ...form, limit: 5, ...limited }))[0]).toMatchObject(limited);
  expect((await buildQueries({ ...form, limit: "" }))[0]).not.toHaveProperty("series_limit");
});

test.each([
  [{ since: "2010", until: "2014-01-02" }, "2010 : 2014-01-02"],
  [{ since: "100 years ago", until: "" }, "100 years ago : "],
  [{ until: "now" }, " : now"],
  [{ since: null, until: "" }, " : "],
  [{}, "Last week"],
])("since and until in %j override the time range", async (ends, range) => {
  const [query] = await buildQueries({
    viz_type: "big_number_total",
    metric: "count",
    time_range: "Last week",
    ...ends,
  });
  expect(query?.time_range).toBe(range);
});

const REGION = { col: "region", op: "in", val: ["r1"] };
const total = { viz_type: "big_number_total", metric: "count" };
const filter = (subject: string) => ({ expressionType: "SIMPLE", subject, operator: ">", comparator: 3 });

test("applies filters, WHERE and HAVING of forms older than ad hoc filters", async () => {
  const form = { filters: [REGION], where: "num > 3", having: "COUNT(*) > 1" };
  const [query] = await buildQueries({ ...total, ...form, having_filters: [{ col: "count", op: ">", val: "1" }] });
  expect(query?.filters).toEqual([REGION]);
  expect(query?.extras).toMatchObject({ where: "(num > 3)", having: "(count > 1) AND (COUNT(*) > 1)" });
  const [current] = await buildQueries({ ...total, ...form, adhoc_filters: [filter("num")] });
  expect(current?.filters).toEqual([{ col: "num", op: ">", val: 3 }]);
  expect(current?.extras).toMatchObject({ where: "(num > 3)", having: "" });
});

test("applies filters of the dashboard that a form was saved from to all its queries", async () => {
  const extra_filters = [REGION, { col: "__time_range", op: "==", val: "Last week" }, null];
  const mixed = { viz_type: "mixed_timeseries", x_axis: "ds", metrics: ["count"], metrics_b: ["count"] };
  const queries = await buildQueries({ ...mixed, granularity_sqla: "ds", time_range: "Last year", extra_filters });
  expect(queries.map(({ filters, time_range }) => ({ filters, time_range }))).toEqual([
    { filters: [REGION], time_range: "Last week" },
    { filters: [REGION], time_range: "Last week" },
  ]);
});

test.each([
  [{ granularity: "ds" }, "ds"],
  [{ granularity: "ds", granularity_sqla: "other" }, "other"],
  [{ granularity: "all" }, undefined],
  [{ granularity: "1 day" }, undefined],
  [{ granularity: null }, undefined],
])("%j sets the time column", async (form, column) => {
  expect((await buildQueries({ ...total, time_range: "Last week", ...form }))[0]?.granularity).toBe(column);
});

test.each([
  [{ aggregate: "SUM", column: { column_name: "num" }, label: "S" }, "SIMPLE", "SUM"],
  [{ expressionType: "SIMPLE", aggregate: "count_distinct", column: "num" }, "SIMPLE", "COUNT_DISTINCT"],
  [{ sqlExpression: "SUM(num)", label: "S" }, "SQL", undefined],
])("%j is read as a metric, alone and in a list", async (metric, expressionType, aggregate) => {
  const [one] = await buildQueries({ ...total, metric });
  expect(one?.metrics).toMatchObject([{ expressionType, ...(aggregate ? { aggregate } : {}) }]);
  const several = { viz_type: "table", query_mode: "aggregate", groupby: ["region"], metrics: ["count", metric, null] };
  expect((await buildQueries(several))[0]?.metrics).toHaveLength(2);
});

test.each([
  ["true", true],
  [1, true],
  ["false", false],
  [0, false],
  [null, false],
  ["", false],
  [undefined, true],
])("a flag stored as %j is %s", async (order_desc, isDescending) => {
  const form = { viz_type: "table", query_mode: "aggregate", groupby: ["region"], metrics: ["count"] };
  const [query] = await buildQueries({ ...form, timeseries_limit_metric: "count", order_desc });
  expect(query?.orderby).toEqual([["count", !isDescending]]);
});

test("columns are queried once, and empty ones are dropped", async () => {
  const [query] = await buildQueries({ viz_type: "pie", metric: "count", groupby: ["region", null, "", "region"] });
  expect(query?.columns).toEqual(["region"]);
});

test.each([
  { viz_type: "histogram_v2", column: "num", bins: "many" },
  { viz_type: "histogram", all_columns_x: ["num"], link_length: "many" },
])("the invalid number in %j falls back to the default and is reported", async (form) => {
  const [query] = await buildQueries(form);
  expect(query?.post_processing?.[0]?.options).toMatchObject({ bins: 5 });
  const { type, formData } = await loadForm(form);
  expect(type.readable(formData).lost).toEqual(["bins"]);
});

test("charts use their type's default row limit, and legacy bubbles their own", async () => {
  expect((await buildQueries({ viz_type: "pie", metric: "count", groupby: ["region"] }))[0]?.row_limit).toBe(100);
  const bubble = { viz_type: "bubble", entity: "name", x: "a", y: "b", size: "count", row_limit: 10_000 };
  expect((await buildQueries({ ...bubble, limit: "25" }))[0]?.row_limit).toBe(25);
});

test.each([
  ["Time Column", undefined],
  ["month", "P1M"],
  ["week_start_monday", "1969-12-29T00:00:00Z/P1W"],
  ["P0.25Y", "P0.25Y"],
])("the legacy grain %s becomes %s", async (time_grain_sqla, grain) => {
  const [query] = await buildQueries({
    viz_type: "echarts_timeseries_line",
    x_axis: "ds",
    metrics: ["count"],
    time_grain_sqla,
  });
  expect(query?.columns?.[0]).toMatchObject({ columnType: "BASE_AXIS", ...(grain ? { timeGrain: grain } : {}) });
});

const LAST_YEAR = { expressionType: "SIMPLE", subject: "ds", operator: "TEMPORAL_RANGE", comparator: "Last year" };

test.each([
  [{ time_comparison: "m", enable_time_comparison: true }, ["1 month ago"]],
  [{ time_comparison: "r", enable_time_comparison: true }, ["inherit"]],
  [{ time_comparison: "m", enable_time_comparison: false }, undefined],
  [
    { time_comparison: "c", enable_time_comparison: true, adhoc_custom: [{ comparator: "1981-01-01 : 1983-01-01" }] },
    ["1981-01-01"],
  ],
])("the legacy comparison %j of a table becomes time offsets", async (comparison, offsets) => {
  const form = { viz_type: "table", query_mode: "aggregate", groupby: ["region"], metrics: ["count"] };
  const [query] = await buildQueries({ ...form, adhoc_filters: [LAST_YEAR], ...comparison });
  expect(query?.time_offsets).toEqual(offsets);
});

test("pivot tables sort by the metric of the legacy key", async () => {
  const form = { viz_type: "pivot_table_v2", groupbyRows: ["region"], metrics: ["count"] };
  const [query] = await buildQueries({ ...form, timeseries_limit_metric: "other", order_desc: false });
  expect(query?.orderby).toEqual([["other", true]]);
});
