import { describe, expect, test } from "vitest";
import { simpleFilter } from "../../../features/adhoc/adhoc.ts";
import type { Dataset } from "../../../model/dataset.ts";
import type { FormData } from "../../../model/form-data.ts";
import { FIGURE, findSample, SERIES, UNEMPLOYMENT, WEATHER } from "../../../testing/sample-charts.ts";
import { startingForm } from "./starting-form.ts";
import { createExploreStore, deriveState } from "./store.ts";

function open(changes: Partial<FormData> = {}, live = true) {
  const formData: FormData = { ...startingForm(SERIES, UNEMPLOYMENT), ...changes };
  const chart = { id: 12, name: "Unemployment", description: null, ownerIds: [1], isManagedExternally: false };
  const store = createExploreStore({ dataset: UNEMPLOYMENT, chart, formData, live }, findSample);
  return { store, derived: () => deriveState(store.getState(), findSample) };
}

test("fills temporal_columns_lookup for API-created charts and after a swap", () => {
  const dated = { ...SERIES, defaults: (dataset?: Dataset) => ({ temporal_columns_lookup: timesOf(dataset) }) };
  const timesOf = (dataset?: Dataset) =>
    Object.fromEntries((dataset?.columns ?? []).flatMap((one) => (one.is_dttm ? [[one.column_name, true]] : [])));
  const formData = { viz_type: SERIES.key, datasource: "3__table", x_axis: "date", metrics: ["count"] };
  const later = {
    ...WEATHER,
    columns: WEATHER.columns.map((one) => ({ ...one, column_name: `${one.column_name}_2` })),
  };
  const store = createExploreStore({ dataset: UNEMPLOYMENT, chart: null, formData, saved: formData }, () => dated);
  expect(store.getState().formData.temporal_columns_lookup).toEqual({ date: true });
  expect(deriveState(store.getState(), () => dated).altered).toEqual([]);
  store.getState().swap(later, "keep");
  expect(store.getState().formData.temporal_columns_lookup).toMatchObject({ date_2: true });
});

test("saving a query as a dataset updates all undo steps and isn't a change", () => {
  const query = { ...UNEMPLOYMENT, id: 5, type: "query" };
  const formData = startingForm(SERIES, query);
  expect(formData.datasource).toBe("5__query");
  const store = createExploreStore({ dataset: query, chart: null, formData }, findSample);
  store.getState().set("groupby", ["series"]);
  store.getState().convertToDataset({ ...UNEMPLOYMENT, id: 8, type: "table" });
  const { lastRun, saved } = store.getState();
  expect([lastRun, saved].map((form) => form?.datasource)).toEqual(["8__table", "8__table"]);
  expect(deriveState(store.getState(), findSample).altered.map(({ name }) => name)).toEqual(["groupby"]);
  store.getState().undo();
  expect(store.getState().formData.datasource).toBe("8__table");
  expect(store.getState().dataset.id).toBe(8);
});

describe("explore store", () => {
  test("a new chart runs immediately with a metric, a time axis and an empty time filter", () => {
    const { store, derived } = open();
    const { formData } = store.getState();
    expect(formData.metrics).toEqual(["count"]);
    expect(formData.x_axis).toBe("date");
    expect(formData.adhoc_filters).toMatchObject([{ subject: "date", operator: "TEMPORAL_RANGE" }]);
    expect(derived()).toMatchObject({ isStale: false, problems: {}, altered: [] });
    expect(derived().drawn).toEqual(formData);
  });

  test("with live update, each change runs; an invalid form keeps the last chart, marked stale", () => {
    const { store, derived } = open();
    store.getState().set("groupby", ["series"]);
    expect(derived().drawn?.groupby).toEqual(["series"]);
    store.getState().set("metrics", []);
    expect(derived().problems).toEqual({ metrics: "Metrics cannot be empty" });
    expect(derived().drawn?.metrics).toEqual(["count"]);
    expect(derived().isStale).toBe(true);
    store.getState().undo();
    expect(derived()).toMatchObject({ problems: {}, isStale: false });
  });

  test("without live update, only render controls apply before the next run", () => {
    const { store, derived } = open({}, false);
    store.getState().set("show_legend", false);
    expect(derived().isStale).toBe(false);
    expect(derived().drawn?.show_legend).toBe(false);
    store.getState().set("row_limit", 1000);
    expect(derived().isStale).toBe(true);
    expect(derived().drawn?.row_limit).toBe(10000);
    store.getState().run();
    expect(derived().isStale).toBe(false);
    expect(derived().drawn?.row_limit).toBe(1000);
  });

  test("run queries again without changes; stop lasts until the next change", () => {
    const { store } = open();
    const before = store.getState().runs;
    store.getState().run(true);
    expect(store.getState()).toMatchObject({ force: true });
    expect(store.getState().runs).toBeGreaterThan(before);
    store.getState().stop();
    expect(store.getState().isStopped).toBe(true);
    store.getState().set("row_limit", 1000);
    expect(store.getState()).toMatchObject({ isStopped: false, force: false });
  });

  test("a hidden control's value is stashed and restored", () => {
    const { store } = open({ limit: 5, group_others: true });
    store.getState().set("limit", null);
    expect(store.getState().formData.group_others).toBeUndefined();
    store.getState().set("limit", 5);
    expect(store.getState().formData.group_others).toBe(true);
  });

  test("typing in a field is one step; undo and redo return its label", () => {
    const { store } = open();
    for (const text of ["U", "Un", "Une"]) store.getState().set("title", text);
    store.getState().set("groupby", ["series"]);
    expect(store.getState().undo()).toBe("Dimensions");
    expect(store.getState().undo()).toBe("Title");
    expect(store.getState().formData.title).toBeUndefined();
    expect(store.getState().undo()).toBeUndefined();
    expect(store.getState().redo()).toBe("Title");
    expect(store.getState().formData.title).toBe("Une");
    expect(store.getState().redo()).toBe("Dimensions");
    expect(store.getState().redo()).toBeUndefined();
  });

  test("history keeps fifty steps", () => {
    const { store } = open();
    for (let i = 0; i < 60; i++) store.getState().set("groupby", [`c${i}`]);
    let steps = 0;
    while (store.getState().undo()) steps += 1;
    expect(steps).toBe(50);
    expect(store.getState().formData.groupby).toEqual(["c9"]);
  });

  test("altered controls have before and after; discard resets all and can be undone", () => {
    const { store, derived } = open();
    store.getState().set("groupby", ["series"]);
    store.getState().set("show_legend", false);
    store.getState().set("adhoc_filters", [simpleFilter("series", "IN", ["a", "b", "c"])]);
    expect(derived().altered).toEqual([
      { name: "groupby", label: "Dimensions", before: "N/A", after: "Industry" },
      { name: "adhoc_filters", label: "Filters", before: "date No filter", after: "Industry is one of 3 values" },
      { name: "show_legend", label: "Show legend", before: "True", after: "False" },
    ]);
    store.getState().discard();
    expect(derived().altered).toEqual([]);
    store.getState().undo();
    expect(derived().altered).toHaveLength(3);
  });

  test("changing the type keeps what fits, reports what is unused, and restores it", () => {
    const { store, derived } = open({ groupby: ["series"], limit: 5, metrics: ["avg_rate"] });
    store.getState().changeType("figure");
    expect(store.getState().formData).toMatchObject({ viz_type: "figure", metric: "avg_rate", datasource: "3__table" });
    expect(store.getState().newlyUnused.map((one) => one.label)).toEqual(["X axis", "Dimensions", "Series limit"]);
    expect(derived().altered[0]).toMatchObject({ label: "Metric" });
    expect(derived().altered).toContainEqual({
      name: "viz_type",
      label: "Chart type",
      before: SERIES.name,
      after: FIGURE.name,
    });
    store.getState().changeType("series");
    expect(store.getState().formData).toMatchObject({ groupby: ["series"], limit: 5, metrics: ["avg_rate"] });
  });

  test("swapping keeps existing columns and reports lost ones", () => {
    const { store } = open({ groupby: ["series"], metrics: ["count", "avg_rate"] });
    const result = store.getState().swap(WEATHER, "keep");
    expect(result).toMatchObject({
      kept: ["X axis", "Metrics (1 of 2)", "Filters"],
      lost: ["Metrics (avg_rate)", "Dimensions (Industry)"],
    });
    expect(store.getState().formData).toMatchObject({ datasource: "9__table", metrics: ["count"], groupby: [] });
    store.getState().undo();
    expect(store.getState().dataset.id).toBe(3);
    expect(store.getState().formData.groupby).toEqual(["series"]);
  });

  test("a missing time axis becomes the new main time column, other axes are dropped", () => {
    const [date, ...others] = WEATHER.columns;
    const later = { ...WEATHER, columns: [...others, { ...date!, column_name: "seen", verbose_name: "Seen on" }] };
    const { store } = open({ x_axis: "date" });
    expect(store.getState().swap(later, "keep")).toMatchObject({ replaced: ["X axis: Seen on"] });
    expect(store.getState().formData.x_axis).toBe("seen");
    const { store: other } = open({ x_axis: "series" });
    expect(other.getState().swap(later, "keep")).toMatchObject({
      lost: expect.arrayContaining(["X axis (Industry)"]),
      replaced: [],
    });
    expect(other.getState().formData.x_axis).toBeNull();
  });

  test("a swap alone is a change, and discard restores the dataset", () => {
    const { store, derived } = open();
    store.getState().swap(WEATHER, "keep");
    expect(derived().altered).toContainEqual(expect.objectContaining({ label: "Dataset", after: WEATHER.table_name }));
    store.getState().discard();
    expect(store.getState().dataset.id).toBe(3);
    expect(derived().altered).toEqual([]);
  });

  test("clear starts over on the new dataset", () => {
    const { store } = open({ groupby: ["series"], slice_id: 12 });
    store.getState().swap(WEATHER, "clear");
    expect(store.getState().formData).toMatchObject({ datasource: "9__table", slice_id: 12, groupby: [] });
  });

  test("saving clears the changes but not the history", () => {
    const { store, derived } = open();
    store.getState().set("groupby", ["series"]);
    store.getState().rename("By industry");
    expect(derived().isRenamed).toBe(true);
    const chart = { id: 44, name: "By industry", description: null, ownerIds: [1], isManagedExternally: false };
    store.getState().markSaved(chart, store.getState());
    expect(derived()).toMatchObject({ altered: [], isRenamed: false, isStale: false });
    expect(store.getState().formData.slice_id).toBe(44);
    expect(store.getState().undo()).toBe("Name");
  });

  test("changes made during a save are kept as changes", () => {
    const { store, derived } = open();
    const began = store.getState();
    began.set("row_limit", 77);
    began.rename("Meanwhile");
    began.markSaved({ ...began.chart!, name: "Unemployment" }, began);
    expect(store.getState()).toMatchObject({ name: "Meanwhile", formData: { row_limit: 77, slice_id: 12 } });
    expect(derived()).toMatchObject({ altered: [{ name: "row_limit" }], isRenamed: true });
  });

  test("legacy chart types are migrated, unknown ones are kept", () => {
    const { store } = open({ viz_type: "old_series" });
    expect(store.getState().formData.viz_type).toBe("series");
    expect(open({ row_limit: 0, limit: "0" }).store.getState().formData).toMatchObject({
      row_limit: 50_000,
      limit: null,
    });
    const unknown = open({ viz_type: "deck_globe", secret: 7 });
    expect(unknown.store.getState().formData).toMatchObject({ viz_type: "deck_globe", secret: 7 });
    expect(unknown.derived().problems).toEqual({});
  });
});

describe("a chart drawn from another dataset", () => {
  test("is hidden if it can't be drawn on the new dataset, and restored by undo", () => {
    const { store } = open({ metrics: ["avg_rate"] }, false);
    expect(deriveState(store.getState(), findSample).drawn).not.toBeNull();
    store.getState().swap(WEATHER, "keep");
    expect(deriveState(store.getState(), findSample).drawn).toBeNull();
    store.getState().undo();
    expect(deriveState(store.getState(), findSample).drawn?.datasource).toBe("3__table");
  });

  test("is replaced immediately, even without live update", () => {
    const { store } = open({ metrics: ["count"] }, false);
    store.getState().swap(WEATHER, "keep");
    expect(deriveState(store.getState(), findSample).drawn?.datasource).toBe("9__table");
  });
});

test("another chart type is one change, and edits before and after it are one each", () => {
  const { store, derived } = open();
  store.getState().set("groupby", ["series"]);
  store.getState().changeType(FIGURE.key);
  expect(derived().altered.length).toBeGreaterThan(2);
  expect(derived().changes).toBe(2);
  store.getState().set("metric", "sum__count");
  expect(derived().changes).toBe(3);
  store.getState().changeType(SERIES.key);
  expect(derived().changes).toBe(derived().altered.length);
});
