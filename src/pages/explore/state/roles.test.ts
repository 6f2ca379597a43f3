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
  refusalOf,
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
  test("a used column shows the control it is in; filters only when nothing else uses it", () => {
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
  test("a number over metrics becomes its sum, a text the count of its values", () => {
    const sum = placeItem(controlOf("metrics"), { kind: "column", name: "rate" }, stateOf());
    expect(sum?.words).toBe("SUM of rate");
    expect(sum?.value).toMatchObject(["count", { aggregate: "SUM", label: "SUM(rate)" }]);
    const distinct = placeItem(controlOf("metrics"), { kind: "column", name: "series" }, stateOf());
    expect(distinct?.words).toBe("COUNT_DISTINCT of Industry");
  });

  test("a metric fits among the columns of a tooltip, once, and shows where it is", () => {
    const scatter = loadedChartType("deck_scatter")!;
    const told = scatter.sections
      .flatMap((section) => section.rows.flat())
      .find((one) => one.name === "tooltip_contents")!;
    const item = { kind: "metric", name: "avg_rate" } as const;
    const placed = placeItem(told, item, { formData: { tooltip_contents: ["series"] }, dataset });
    expect(placed?.value).toEqual(["series", { item_type: "metric", metric_name: "avg_rate" }]);
    const state = { formData: { viz_type: "deck_scatter", tooltip_contents: placed?.value }, dataset };
    expect(placeItem(told, item, state)).toBeUndefined();
    expect(refusalOf(told, item, state)).toMatch(/is here already$/);
    expect(rolesOf(scatter, state).get("metric:avg_rate")).toBe("Tooltip content");
  });

  test("a metric fits metrics only, and not twice", () => {
    const item = { kind: "metric", name: "avg_rate" } as const;
    expect(placeItem(controlOf("groupby"), item, stateOf())).toBeUndefined();
    expect(placeItem(controlOf("metrics"), item, stateOf())?.value).toEqual(["count", "avg_rate"]);
    expect(placeItem(controlOf("metrics"), { kind: "metric", name: "count" }, stateOf())).toBeUndefined();
  });

  test("a column over filters starts a filter that fits it", () => {
    const placement = placeItem(controlOf("adhoc_filters"), { kind: "column", name: "series" }, stateOf());
    expect(placement?.words).toBe("Filter by Industry");
    expect(placement?.value).toMatchObject([{ subject: "date" }, { subject: "series", operator: "IN" }]);
  });

  test("columns that are not there or may not be filtered find no place", () => {
    expect(placeItem(controlOf("groupby"), { kind: "column", name: "gone" }, stateOf())).toBeUndefined();
    const closed = { ...dataset, columns: [{ ...column("rate"), filterable: false }] };
    const state = { ...stateOf(), dataset: closed };
    expect(placeItem(controlOf("adhoc_filters"), { kind: "column", name: "rate" }, state)).toBeUndefined();
  });

  test("a click takes the likeliest free place and never a filled one", () => {
    const best = (name: string, form: Partial<FormData> = {}) =>
      bestPlacement(LINE, { kind: "column", name }, stateOf(form))?.control.name;
    expect(best("rate")).toBe("metrics");
    expect(best("series")).toBe("groupby");
    expect(best("date")).toBeUndefined();
    expect(best("date", { x_axis: null })).toBe("x_axis");
    expect(best("series", { groupby: ["series"] })).toBeUndefined();
  });

  test("the menu offers every place, the likeliest first", () => {
    const names = placementsOf(LINE, { kind: "column", name: "series" }, stateOf()).map((one) => one.control.name);
    expect(names[0]).toBe("groupby");
    expect(names).toEqual(expect.arrayContaining(["x_axis", "metrics", "adhoc_filters"]));
  });

  test("a control may ask for a kind of column", () => {
    expect(acceptsColumn("temporal", column("date"))).toBe(true);
    expect(acceptsColumn("numeric", column("date"))).toBe(false);
    expect(acceptsColumn(undefined, column("series"))).toBe(true);
  });

  test("a dataset may allow its saved metrics only", () => {
    const closed = { ...dataset, extra: '{"disallow_adhoc_metrics": true}' };
    expect(disallowsAdhocMetrics(closed)).toBe(true);
    expect(disallowsAdhocMetrics({ ...dataset, extra: "{" } as typeof closed)).toBe(false);
    const state = { ...stateOf(), dataset: closed };
    expect(placeItem(controlOf("metrics"), { kind: "column", name: "rate" }, state)).toBeUndefined();
  });
});

test("lists change without touching the one given", () => {
  const list = ["a", "b", "c"];
  expect(removed(list, 1)).toEqual(["a", "c"]);
  expect(replaced(list, 0, "z")).toEqual(["z", "b", "c"]);
  expect(moved(list, 0, 2)).toEqual(["b", "c", "a"]);
  expect(moved(list, 2, 0)).toEqual(["c", "a", "b"]);
  expect(moved(list, 9, 0)).toEqual(list);
  expect(list).toEqual(["a", "b", "c"]);
});
