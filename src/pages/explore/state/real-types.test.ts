import { describe, expect, test } from "vitest";
import { controlsOf } from "../../../chart-seam/define.ts";
import { CHART_CARDS, loadedChartType } from "../../../chart-types/index.ts";
import { loadAllChartTypes } from "../../../testing/chart-types.ts";
import { UNEMPLOYMENT } from "../../../testing/sample-charts.ts";
import { startingCategory } from "./extent.ts";
import { fixedChoices } from "./fixed-choices.ts";
import { chartPayload } from "./save.ts";
import { startingForm } from "./starting-form.ts";
import { createExploreStore, problemsOf, standingOf } from "./store.ts";
import { suggestCharts } from "./suggest.ts";
import { panelSections } from "./visibility.ts";

await loadAllChartTypes();

const open = (key: string) => {
  const formData = startingForm(loadedChartType(key)!, UNEMPLOYMENT);
  return createExploreStore({ dataset: UNEMPLOYMENT, chart: null, formData }, loadedChartType);
};

describe("every chart type of the product", () => {
  const keys = CHART_CARDS.map((type) => type.key);

  test.each(keys)("%s opens on a dataset with controls that draw, and can be saved once complete", (key) => {
    const store = open(key);
    const state = store.getState();
    const type = loadedChartType(key)!;
    const panels = panelSections(type, { formData: state.formData, dataset: UNEMPLOYMENT }, {});
    expect(panels.flatMap((panel) => panel.rows.flat()).length).toBeGreaterThan(2);
    if (Object.keys(problemsOf(state, loadedChartType)).length > 0) return expect(state.ran).toBeNull();
    const payload = chartPayload({ type, formData: state.formData, name: "x", dashboards: [], owners: [] });
    expect(JSON.parse(payload.query_context).queries.length).toBeGreaterThan(0);
    expect(payload.viz_type).toBe(key);
  });

  test.each(keys)("from a line chart with a series to %s and back nothing is lost", (key) => {
    const store = open("echarts_timeseries_line");
    store.getState().set("groupby", ["series"]);
    store.getState().set("metrics", ["avg_rate"]);
    store.getState().changeType(key);
    expect(store.getState().formData.viz_type).toBe(key);
    store.getState().changeType("echarts_timeseries_line");
    const { metrics, x_axis } = store.getState().formData;
    expect([metrics].flat()).toContain("avg_rate");
    expect(x_axis).toBe("date");
  });
});

test("a column that is the x-axis already is said where it was chosen again; a metric chosen twice is asked once", () => {
  const store = open("echarts_timeseries_bar");
  const problems = () => problemsOf(store.getState(), loadedChartType);
  const { x_axis } = store.getState().formData;
  store.getState().set("groupby", [x_axis]);
  expect(problems()).toEqual({ groupby: `Chosen as X-axis already: ${x_axis}` });
  expect(store.getState().ran?.groupby).not.toEqual([x_axis]);
  store.getState().set("groupby", []);
  store.getState().set("metrics", ["count", "count"]);
  expect(problems()).toEqual({});
  const { formData } = store.getState();
  expect(loadedChartType("echarts_timeseries_bar")!.buildQuery(formData).queries[0]?.metrics).toEqual(["count"]);
});

test.each(CHART_CARDS.map((type) => type.key))("%s opens without values that its lists do not offer", (key) => {
  const type = loadedChartType(key)!;
  const fixed = controlsOf(type.sections).filter((control) => fixedChoices(control));
  const form = startingForm(type, UNEMPLOYMENT);
  const odd = { ...form, ...Object.fromEntries(fixed.map(({ name }) => [name, "no such choice"])) };
  const store = createExploreStore({ dataset: UNEMPLOYMENT, chart: null, formData: odd }, loadedChartType);
  const opened = store.getState();
  for (const { name } of fixed)
    expect([name, opened.formData[name] ?? opened.stash[name] ?? null]).toEqual([name, null]);
  expect(standingOf(opened, loadedChartType).altered).toEqual([]);
  // What is stored is drawn by dashboards as it is: neither it nor null keeps a chart from being drawn.
  for (const value of ["no such choice", null])
    for (const { name } of fixed)
      expect([name, value, type.read({ ...form, [name]: value })?.viz_type]).toEqual([name, value, key]);
});

test("older ways of writing a choice are that choice", () => {
  const formData = { ...open("echarts_area").getState().formData, stack: true };
  const store = createExploreStore({ dataset: UNEMPLOYMENT, chart: null, formData }, loadedChartType);
  expect(store.getState().formData.stack).toBe("Stack");
});

describe("from a dataset to a useful chart", () => {
  test("opening one without a chart type shows a metric by the first category", () => {
    const { formData, ran } = open("table").getState();
    expect(formData).toMatchObject({ metrics: ["count"], groupby: ["series"] });
    expect(ran).toEqual(formData);
  });

  test("one click on Bar makes bars by category, sorted out on the axis", () => {
    const store = open("table");
    store.getState().changeType("echarts_timeseries_bar");
    const { formData } = store.getState();
    expect(formData).toMatchObject({ x_axis: "series", metrics: ["count"] });
    expect(formData.groupby ?? []).toEqual([]);
    expect(standingOf(store.getState(), loadedChartType).drawn?.viz_type).toBe("echarts_timeseries_bar");
  });

  test("a line puts time on the axis and the category into series", () => {
    const store = open("table");
    store.getState().changeType("echarts_timeseries_bar");
    store.getState().changeType("echarts_timeseries_line");
    expect(store.getState().formData).toMatchObject({
      x_axis: "date",
      groupby: ["series"],
      metrics: ["count"],
      time_grain_sqla: "P1D",
    });
  });

  test("a share opens with its parts, a distribution with a measure", () => {
    expect(open("pie").getState().formData).toMatchObject({ metric: "count", groupby: ["series"] });
    expect(open("histogram_v2").getState()).toMatchObject({ formData: { column: "count" } });
    const store = open("big_number_total");
    store.getState().changeType("pie");
    expect(store.getState().formData.groupby).toEqual(["series"]);
    store.getState().changeType("histogram_v2");
    expect(store.getState().ran).toMatchObject({ viz_type: "histogram_v2", column: "count" });
  });

  test("identifiers are no categories", () => {
    const columns = ["user_id", "state"].map((column_name) => ({
      ...UNEMPLOYMENT.columns[1]!,
      column_name,
      verbose_name: null,
    }));
    expect(startingCategory({ ...UNEMPLOYMENT, columns }, undefined)?.column_name).toBe("state");
  });

  test("suggestions are charts that can run as they are", () => {
    const found = suggestCharts(UNEMPLOYMENT, loadedChartType);
    expect(found.map((one) => one.title)).toEqual([
      "Rows over time",
      "Rows by Industry",
      "Rows",
      "Distribution of count",
      "rate against count",
      "Share of Rows by Industry",
    ]);
    for (const one of found) expect(one.type.validate(one.formData)).toEqual({});
  });
});

test("a change of type counts as one change, not as one for each of its defaults", () => {
  const store = open("table");
  store.getState().changeType("echarts_timeseries_bar");
  const names = standingOf(store.getState(), loadedChartType).altered.map((one) => one.name);
  expect(names).toContain("viz_type");
  expect(names.length).toBeLessThan(6);
});

test("a control that a choice shows, or hides again, is a change only once it is set", () => {
  const store = open("echarts_timeseries_bar");
  const changed = () => standingOf(store.getState(), loadedChartType).altered.map((one) => one.name);
  store.getState().set("limit", 5);
  expect(changed()).toEqual(["limit"]);
  store.getState().set("group_others_when_limit_reached", true);
  expect(changed()).toEqual(["limit", "group_others_when_limit_reached"]);
  store.getState().set("limit", null);
  expect(changed()).toEqual([]);
});

describe("choices that come from other controls", () => {
  test("are let go when nothing offers them any more, and are back with the step that let them go", () => {
    const store = open("echarts_timeseries_bar");
    for (const [name, value] of Object.entries({
      x_axis: "series",
      metrics: ["count", "avg_rate"],
      groupby: ["sector"],
      stack: "Stack",
      x_axis_sort: "sum",
      stackDimension: "sector",
    })) {
      store.getState().set(name, value);
    }
    store.getState().set("groupby", []);
    expect(store.getState().formData).toMatchObject({ x_axis_sort: "sum", stackDimension: null });
    store.getState().set("metrics", ["count"]);
    expect(store.getState().formData.x_axis_sort).toBeNull();
    store.getState().undo();
    expect(store.getState().formData.x_axis_sort).toBe("sum");
    store.getState().undo();
    expect(store.getState().formData.stackDimension).toBe("sector");
  });
});
