import { describe, expect, test } from "vitest";
import { loadedChartType } from "../../../chart-types/index.ts";
import { simpleFilter, simpleMetric } from "../../../features/adhoc/adhoc.ts";
import type { FormData } from "../../../model/form-data.ts";
import { loadAllChartTypes } from "../../../testing/chart-types.ts";
import { UNEMPLOYMENT } from "../../../testing/sample-charts.ts";
import { moved, removed, replaced } from "./lists.ts";
import {
  acceptsColumn,
  bestPlacement,
  disallowsAdhocMetrics,
  placeItem,
  placementsOf,
  rejectionReason,
  rolesOf,
} from "./roles.ts";
import { startingForm } from "./starting-form.ts";

await loadAllChartTypes();

const LINE = loadedChartType("echarts_timeseries_line")!;
const dataset = UNEMPLOYMENT;
const column = (name: string) => dataset.columns.find((one) => one.column_name === name)!;
const stateOf = (form: Partial<FormData> = {}) => ({ formData: { ...startingForm(LINE, dataset), ...form }, dataset });
const controlOf = (name: string) =>
  LINE.sections.flatMap((section) => section.rows.flat()).find((control) => control.name === name)!;

describe("roles", () => {
  test("a column shows the control that uses it, a filter only if it is the only one", () => {
    const roles = rolesOf(
      LINE,
      stateOf({
        groupby: ["series"],
        metrics: ["count", simpleMetric(column("rate"), "AVG")],
        adhoc_filters: [simpleFilter("sector", "IN", ["X"]), simpleFilter("date", "TEMPORAL_RANGE", "Last week")],
      }),
    );
    expect(Object.fromEntries(roles)).toEqual({
      "column:date": "X-axis",
      "metric:count": "Metric",
      "column:rate": "Metric",
      "column:series": "Dimension",
      "column:sector": "Filter",
    });
  });

  test("without a chart type nothing has a role", () => {
    expect(rolesOf(undefined, stateOf()).size).toBe(0);
    expect(placementsOf(undefined, { kind: "metric", name: "count" }, stateOf())).toEqual([]);
  });
});

describe("placing an item", () => {
  test("a numeric column becomes SUM, a text column COUNT_DISTINCT", () => {
    const sum = placeItem(controlOf("metrics"), { kind: "column", name: "rate" }, stateOf());
    expect(sum?.text).toBe("SUM(rate)");
    expect(sum?.value).toMatchObject(["count", { aggregate: "SUM", label: "SUM(rate)" }]);
    const distinct = placeItem(controlOf("metrics"), { kind: "column", name: "series" }, stateOf());
    expect(distinct?.text).toBe("COUNT_DISTINCT(Industry)");
  });

  test("a tooltip accepts a metric once, and the metric shows it", () => {
    const scatter = loadedChartType("deck_scatter")!;
    const tooltip = scatter.sections
      .flatMap((section) => section.rows.flat())
      .find((one) => one.name === "tooltip_contents")!;
    const item = { kind: "metric", name: "avg_rate" } as const;
    const placed = placeItem(tooltip, item, { formData: { tooltip_contents: ["series"] }, dataset });
    expect(placed?.value).toEqual(["series", { item_type: "metric", metric_name: "avg_rate" }]);
    const state = { formData: { viz_type: "deck_scatter", tooltip_contents: placed?.value }, dataset };
    expect(placeItem(tooltip, item, state)).toBeUndefined();
    expect(rejectionReason(tooltip, item, state)).toMatch(/is already used here$/);
    expect(rolesOf(scatter, state).get("metric:avg_rate")).toBe("Tooltip content");
  });

  test("a metric fits metric controls only, once", () => {
    const item = { kind: "metric", name: "avg_rate" } as const;
    expect(placeItem(controlOf("groupby"), item, stateOf())).toBeUndefined();
    expect(placeItem(controlOf("metrics"), item, stateOf())?.value).toEqual(["count", "avg_rate"]);
    expect(placeItem(controlOf("metrics"), { kind: "metric", name: "count" }, stateOf())).toBeUndefined();
  });

  test("a column dropped on filters starts a filter for it", () => {
    const placement = placeItem(controlOf("adhoc_filters"), { kind: "column", name: "series" }, stateOf());
    expect(placement?.text).toBe("Filter by Industry");
    expect(placement?.value).toMatchObject([{ subject: "date" }, { subject: "series", operator: "IN" }]);
  });

  test("missing and unfilterable columns are rejected", () => {
    expect(placeItem(controlOf("groupby"), { kind: "column", name: "gone" }, stateOf())).toBeUndefined();
    const closed = { ...dataset, columns: [{ ...column("rate"), filterable: false }] };
    const state = { ...stateOf(), dataset: closed };
    expect(placeItem(controlOf("adhoc_filters"), { kind: "column", name: "rate" }, state)).toBeUndefined();
  });

  test("a click uses the most likely free control", () => {
    const best = (name: string, form: Partial<FormData> = {}) =>
      bestPlacement(LINE, { kind: "column", name }, stateOf(form))?.control.name;
    expect(best("rate")).toBe("metrics");
    expect(best("series")).toBe("groupby");
    expect(best("date")).toBeUndefined();
    expect(best("date", { x_axis: null })).toBe("x_axis");
    expect(best("series", { groupby: ["series"] })).toBeUndefined();
  });

  test("the menu offers all controls, the most likely first", () => {
    const names = placementsOf(LINE, { kind: "column", name: "series" }, stateOf()).map((one) => one.control.name);
    expect(names[0]).toBe("groupby");
    expect(names).toEqual(expect.arrayContaining(["x_axis", "metrics", "adhoc_filters"]));
  });

  test("a control can require a kind of column", () => {
    expect(acceptsColumn("temporal", column("date"))).toBe(true);
    expect(acceptsColumn("numeric", column("date"))).toBe(false);
    expect(acceptsColumn(undefined, column("series"))).toBe(true);
  });

  test("a dataset can allow saved metrics only", () => {
    const closed = { ...dataset, extra: '{"disallow_adhoc_metrics": true}' };
    expect(disallowsAdhocMetrics(closed)).toBe(true);
    expect(disallowsAdhocMetrics({ ...dataset, extra: "{" } as typeof closed)).toBe(false);
    const state = { ...stateOf(), dataset: closed };
    expect(placeItem(controlOf("metrics"), { kind: "column", name: "rate" }, state)).toBeUndefined();
  });
});

test("list helpers don't mutate their argument", () => {
  const list = ["a", "b", "c"];
  expect(removed(list, 1)).toEqual(["a", "c"]);
  expect(replaced(list, 0, "z")).toEqual(["z", "b", "c"]);
  expect(moved(list, 0, 2)).toEqual(["b", "c", "a"]);
  expect(moved(list, 2, 0)).toEqual(["c", "a", "b"]);
  expect(moved(list, 9, 0)).toEqual(list);
  expect(list).toEqual(["a", "b", "c"]);
});
