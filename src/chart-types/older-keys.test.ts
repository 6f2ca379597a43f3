import { expect, test } from "vitest";
import { FormData } from "../model/form-data.ts";
import { QueryContext } from "../model/query-context.ts";
import { loadTypedForm } from "./index.ts";

async function typed(form: Record<string, unknown>) {
  const found = await loadTypedForm(FormData.parse({ datasource: "1__table", ...form }));
  if (!found) throw new Error("no such type");
  return found;
}

async function asked(form: Record<string, unknown>) {
  const { type, formData } = await typed(form);
  expect(type.validate(formData)).toEqual({});
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
])("%s without an x-axis is over its time column", async (viz_type, form) => {
  for (const none of [{}, { x_axis: null }, { x_axis: "" }, { x_axis: [] }]) {
    const [query] = await asked({ viz_type, granularity_sqla: "ds", time_grain_sqla: "P1D", ...none, ...form });
    expect(query?.columns?.[0]).toMatchObject({ columnType: "BASE_AXIS", sqlExpression: "ds" });
  }
  // Superset makes other types of these, which are over the time column whatever is left over.
  const axis = ["line", "area", "bar", "dual_line"].includes(viz_type) ? "ds" : "other";
  const [query] = await asked({ viz_type, granularity_sqla: "ds", x_axis: "other", ...form });
  expect(query?.columns?.[0]).toMatchObject({ sqlExpression: axis });
});

test("box plots without columns are distributed over their time column", async () => {
  const form = { viz_type: "box_plot", metrics: ["count"], groupby: ["region"], granularity_sqla: "ds" };
  expect((await asked(form))[0]?.columns).toEqual(["ds", "region"]);
  expect((await asked({ ...form, columns: ["year"] }))[0]?.columns).toEqual(["year", "region"]);
});

test("box plots have the limit of groups under the keys of time series too", async () => {
  const form = { viz_type: "box_plot", metrics: ["count"], groupby: ["region"], columns: ["year"] };
  const limited = { series_limit: 25, series_limit_metric: "count" };
  const [query] = await asked({ ...form, limit: "25", timeseries_limit_metric: "count" });
  expect(query).toMatchObject(limited);
  expect((await asked({ ...form, limit: 5, ...limited }))[0]).toMatchObject(limited);
  expect((await asked({ ...form, limit: "" }))[0]).not.toHaveProperty("series_limit");
});

test.each([
  [{ since: "2010", until: "2014-01-02" }, "2010 : 2014-01-02"],
  [{ since: "100 years ago", until: "" }, "100 years ago : "],
  [{ until: "now" }, " : now"],
  [{ since: null, until: "" }, " : "],
  [{}, "Last week"],
])("the ends of a range, %j, win over the range", async (ends, range) => {
  const [query] = await asked({ viz_type: "big_number_total", metric: "count", time_range: "Last week", ...ends });
  expect(query?.time_range).toBe(range);
});
