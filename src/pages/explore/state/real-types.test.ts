import { describe, expect, test } from "vitest";
import { controlsOf } from "../../../chart-seam/define.ts";
import { CHART_CARDS, loadedChartType } from "../../../chart-types/index.ts";
import { loadAllChartTypes } from "../../../testing/chart-types.ts";
import { UNEMPLOYMENT } from "../../../testing/sample-charts.ts";
import { fixedChoices } from "./fixed-choices.ts";
import { startingCategory } from "./profile.ts";
import { chartPayload } from "./save.ts";
import { startingForm } from "./starting-form.ts";
import { createExploreStore, deriveState, problemsOf } from "./store.ts";
import { suggestCharts } from "./suggest.ts";
import { panelSections } from "./visibility.ts";

await loadAllChartTypes();

const open = (key: string) => {
  const formData = startingForm(loadedChartType(key)!, UNEMPLOYMENT);
  return createExploreStore({ dataset: UNEMPLOYMENT, chart: null, formData }, loadedChartType);
};

describe("every chart type", () => {
  const keys = CHART_CARDS.map((type) => type.key);

  test.each(keys)("%s opens on a dataset with controls and can be saved when complete", (key) => {
    const store = open(key);
    const state = store.getState();
    const type = loadedChartType(key)!;
    const panels = panelSections(type, { formData: state.formData, dataset: UNEMPLOYMENT }, {});
    expect(panels.flatMap((panel) => panel.rows.flat()).length).toBeGreaterThan(2);
    if (Object.keys(problemsOf(state, loadedChartType)).length > 0) return expect(state.lastRun).toBeNull();
    const payload = chartPayload({ type, formData: state.formData, name: "x", dashboards: [], owners: [] });
    expect(JSON.parse(payload.query_context).queries.length).toBeGreaterThan(0);
    expect(payload.viz_type).toBe(key);
  });

  test.each(keys)("switching from a line chart with series to %s and back loses nothing", (key) => {
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

test("reports a column that is already the x-axis; queries a duplicate metric once", () => {
  const store = open("echarts_timeseries_bar");
  const problems = () => problemsOf(store.getState(), loadedChartType);
  const { x_axis } = store.getState().formData;
  store.getState().set("groupby", [x_axis]);
  expect(problems()).toEqual({ groupby: `Already used in X-axis: ${x_axis}` });
  expect(store.getState().lastRun?.groupby).not.toEqual([x_axis]);
  store.getState().set("groupby", []);
  store.getState().set("metrics", ["count", "count"]);
  expect(problems()).toEqual({});
  const { formData } = store.getState();
  expect(loadedChartType("echarts_timeseries_bar")!.buildQuery(formData).queries[0]?.metrics).toEqual(["count"]);
});

test.each(CHART_CARDS.map((type) => type.key))("%s opens without values that its selects don't offer", (key) => {
  const type = loadedChartType(key)!;
  const fixed = controlsOf(type.sections).filter((control) => fixedChoices(control));
  const form = startingForm(type, UNEMPLOYMENT);
  const oddForm = { ...form, ...Object.fromEntries(fixed.map(({ name }) => [name, "no such choice"])) };
  const store = createExploreStore({ dataset: UNEMPLOYMENT, chart: null, formData: oddForm }, loadedChartType);
  const opened = store.getState();
  for (const { name } of fixed)
    expect([name, opened.formData[name] ?? opened.stash[name] ?? null]).toEqual([name, null]);
  expect(deriveState(opened, loadedChartType).altered).toEqual([]);
  // Dashboards draw the stored form as it is, so neither value may fail to parse.
  for (const value of ["no such choice", null])
    for (const { name } of fixed)
      expect([name, value, type.read({ ...form, [name]: value })?.viz_type]).toEqual([name, value, key]);
});

test("legacy spellings of a choice are accepted", () => {
  const formData = { ...open("echarts_area").getState().formData, stack: true };
  const store = createExploreStore({ dataset: UNEMPLOYMENT, chart: null, formData }, loadedChartType);
  expect(store.getState().formData.stack).toBe("Stack");
});

describe("from a dataset to a useful chart", () => {
  test("without a chart type, shows a metric by the first category", () => {
    const { formData, lastRun } = open("table").getState();
    expect(formData).toMatchObject({ metrics: ["count"], groupby: ["series"] });
    expect(lastRun).toEqual(formData);
  });

  test("one click on Bar puts the category on the x-axis", () => {
    const store = open("table");
    store.getState().changeType("echarts_timeseries_bar");
    const { formData } = store.getState();
    expect(formData).toMatchObject({ x_axis: "series", metrics: ["count"] });
    expect(formData.groupby ?? []).toEqual([]);
    expect(deriveState(store.getState(), loadedChartType).drawn?.viz_type).toBe("echarts_timeseries_bar");
  });

  test("a line chart puts time on the x-axis and the category into series", () => {
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

  test("a pie opens with a dimension, a histogram with a numeric column", () => {
    expect(open("pie").getState().formData).toMatchObject({ metric: "count", groupby: ["series"] });
    expect(open("histogram_v2").getState()).toMatchObject({ formData: { column: "count" } });
    const store = open("big_number_total");
    store.getState().changeType("pie");
    expect(store.getState().formData.groupby).toEqual(["series"]);
    store.getState().changeType("histogram_v2");
    expect(store.getState().lastRun).toMatchObject({ viz_type: "histogram_v2", column: "count" });
  });

  test("identifiers aren't categories", () => {
    const columns = ["user_id", "state"].map((column_name) => ({
      ...UNEMPLOYMENT.columns[1]!,
      column_name,
      verbose_name: null,
    }));
    expect(startingCategory({ ...UNEMPLOYMENT, columns }, undefined)?.column_name).toBe("state");
  });

  test("suggestions are complete charts", () => {
    const found = suggestCharts(UNEMPLOYMENT, loadedChartType);
    expect(found.map((one) => one.title)).toEqual([
      "Rows over time",
      "Rows by Industry",
      "Rows",
      "Distribution of count",
      "rate vs. count",
      "Share of Rows by Industry",
    ]);
    for (const one of found) expect(one.type.validate(one.formData)).toEqual({});
  });
});

test("a type change counts once, not once per default", () => {
  const store = open("table");
  store.getState().changeType("echarts_timeseries_bar");
  const names = deriveState(store.getState(), loadedChartType).altered.map((one) => one.name);
  expect(names).toContain("viz_type");
  expect(names.length).toBeLessThan(6);
});

test("a control that appears or disappears counts as a change only when set", () => {
  const store = open("echarts_timeseries_bar");
  const changed = () => deriveState(store.getState(), loadedChartType).altered.map((one) => one.name);
  store.getState().set("limit", 5);
  expect(changed()).toEqual(["limit"]);
  store.getState().set("group_others_when_limit_reached", true);
  expect(changed()).toEqual(["limit", "group_others_when_limit_reached"]);
  store.getState().set("limit", null);
  expect(changed()).toEqual([]);
});

describe("choices that depend on other controls", () => {
  test("are cleared when no longer offered, and restored by undo", () => {
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

describe("an area chart", () => {
  const areas = "echarts_area";

  test("starts stacked, new or changed from another type, and saves it", () => {
    expect(open(areas).getState().formData.stack).toBe("Stack");
    const store = open("echarts_timeseries_line");
    store.getState().changeType(areas);
    const { formData } = store.getState();
    expect(formData.stack).toBe("Stack");
    const type = loadedChartType(areas)!;
    const { params } = chartPayload({ type, formData, name: "x", dashboards: [], owners: [] });
    expect(JSON.parse(params)).toMatchObject({ stack: "Stack" });
  });

  test("isn't stacked where values don't add up, and stays as it was saved or chosen", () => {
    const line = open("echarts_timeseries_line");
    line.getState().set("metrics", ["avg_rate"]);
    line.getState().changeType(areas);
    expect(line.getState().formData.stack ?? null).toBeNull();

    const saved = { ...startingForm(loadedChartType(areas)!, UNEMPLOYMENT), stack: undefined };
    const store = createExploreStore({ dataset: UNEMPLOYMENT, chart: null, formData: saved }, loadedChartType);
    expect(store.getState().formData.stack ?? null).toBeNull();

    const chosen = open(areas);
    chosen.getState().set("stack", null);
    chosen.getState().changeType("table");
    chosen.getState().changeType(areas);
    expect(chosen.getState().formData.stack ?? null).toBeNull();
  });
});
