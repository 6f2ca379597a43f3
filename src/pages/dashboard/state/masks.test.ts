import { describe, expect, it } from "vitest";
import { crossFilterMask } from "../../../model/cross-filter.ts";
import type { NativeFilter } from "../../../model/native-filter.ts";
import { overrideMask, selectMask } from "../../../model/native-filter-query.ts";
import { filters, sampleDashboard } from "../../../testing/sample-dashboard.ts";
import {
  badgeOf,
  clearedMasks,
  crossFilters,
  extraFormDataOf,
  gateOf,
  inheritedOf,
  initialMasks,
  layerFiltersOf,
  pendingChanges,
} from "./masks.ts";

const dashboard = sampleDashboard();
const byName = (name: string) => dashboard.filters.find((filter) => filter.name === name) as NativeFilter;
const chicago = crossFilterMask(1, { clauses: [{ column: "origin", values: ["ORD"] }], label: "ORD" });

describe("initialMasks", () => {
  it("uses the first source that isn't empty, and defaults for the rest", () => {
    const withDefault = sampleDashboard({
      native_filter_configuration: [
        { ...filters[0], defaultDataMask: { filterState: { value: ["ATL"] }, extraFormData: { filters: [] } } },
        filters[2],
      ],
    });
    const [origin] = withDefault.filters as [NativeFilter];
    expect(initialMasks(withDefault.filters, [undefined, {}])[origin.id]?.filterState?.value).toEqual(["ATL"]);
    const inline = { [origin.id]: selectMask(origin, ["LAX"]) };
    const previous = { [origin.id]: selectMask(origin, ["SFO"]) };
    expect(initialMasks(withDefault.filters, [inline, undefined, previous])[origin.id]?.filterState?.value).toEqual([
      "LAX",
    ]);
    expect(initialMasks(withDefault.filters, [undefined, undefined, previous])[origin.id]?.filterState?.value).toEqual([
      "SFO",
    ]);
  });
});

describe("extraFormDataOf", () => {
  it("applies a time column only to charts whose dataset has it", () => {
    const column = { id: "NATIVE_FILTER-column", name: "Time column", filterType: "filter_timecolumn", targets: [{}] };
    const timed = sampleDashboard({ native_filter_configuration: [column] });
    const masks = { [column.id]: overrideMask(timed.filters[0] as NativeFilter, "date") };
    expect(extraFormDataOf(timed, masks, 1)).toEqual({ granularity_sqla: "date" });
    expect(extraFormDataOf(timed, masks, 3)).toEqual({});
  });

  const masks = {
    [byName("Origin").id]: selectMask(byName("Origin"), ["LAX"]),
    [byName("City").id]: selectMask(byName("City"), ["Chicago"]),
    [byName("Departure").id]: overrideMask(byName("Departure"), "Last week"),
    "1": chicago,
  };

  it("merges the conditions of a chart, filters before cross-filters", () => {
    expect(extraFormDataOf(dashboard, masks, 2)).toEqual({
      filters: [
        { col: "origin", op: "IN", val: ["LAX"] },
        { col: "origin", op: "IN", val: ["ORD"] },
      ],
      time_range: "Last week",
    });
  });

  it("leaves out filters of other tabs, and a chart's own selection", () => {
    expect(extraFormDataOf(dashboard, masks, 1).filters).toEqual([{ col: "origin", op: "IN", val: ["LAX"] }]);
    expect(extraFormDataOf(dashboard, masks, 4).filters).toHaveLength(3);
  });

  it("applies filters and cross-filters scoped to map layers only to these layers", () => {
    const only = (chart: number, place: number) => ({
      rootPath: ["ROOT_ID"],
      excluded: [],
      selectedLayers: [`chart-${chart}-layer-${place}`],
    });
    const narrowed = sampleDashboard({
      native_filter_configuration: [{ ...filters[0], scope: only(2, 0) }, filters[2]],
      chart_configuration: { 1: { id: 1, crossFilters: { scope: only(2, 1), chartsInScope: [2] } } },
    });
    const map = {
      ...narrowed.charts.get(2),
      form_data: { viz_type: "deck_multi", datasource: "7__table", slice_id: 2 },
    };
    const layered = { ...narrowed, charts: new Map([...narrowed.charts, [2, map as never]]) };
    const origin = byName("Origin").id;
    expect(extraFormDataOf(layered, masks, 2)).toEqual({ time_range: "Last week" });
    expect(layerFiltersOf(layered, masks, 2)).toEqual({
      layer_filter_scope: { [origin]: [0], 1: [1] },
      filter_data_mapping: {
        [origin]: { filters: [{ col: "origin", op: "IN", val: ["LAX"] }] },
        1: { filters: [{ col: "origin", op: "IN", val: ["ORD"] }] },
      },
    });
    expect(layerFiltersOf(layered, masks, 3)).toBeNull();
    expect(extraFormDataOf(narrowed, masks, 2).filters).toHaveLength(2);
  });

  it("still applies a filter whose charts are all on another tab", () => {
    expect(
      extraFormDataOf(dashboard, { [byName("City").id]: selectMask(byName("City"), ["Reno"]) }, 4).filters,
    ).toEqual([{ col: "city", op: "IN", val: ["Reno"] }]);
  });
});

describe("crossFilters", () => {
  it("apply to charts whose dataset has the column, and list those without it", () => {
    const delay = crossFilterMask(2, { clauses: [{ column: "delay", values: [15] }], label: "15" });
    const [cross] = crossFilters(dashboard, { "2": delay });
    expect(cross).toMatchObject({ source: "Chart 2", columns: "delay", label: "15", reach: [1], incompatible: [3, 4] });
    expect(crossFilters(dashboard, { "1": chicago })[0]?.reach).toEqual([2, 3, 4]);
  });

  it("apply to no chart when they are turned off", () => {
    const off = sampleDashboard({ cross_filters_enabled: false });
    expect(crossFilters(off, { "1": chicago })[0]?.reach).toEqual([]);
    expect(extraFormDataOf(off, { "1": chicago }, 2)).toEqual({});
  });
});

describe("gateOf", () => {
  const required = { ...filters[0], controlValues: { enableEmptyFilter: true } };
  const first = { ...filters[0], controlValues: { enableEmptyFilter: true, defaultToFirstItem: true } };

  it("blocks charts in scope until a required filter has a value", () => {
    const gated = sampleDashboard({ native_filter_configuration: [required] });
    const [filter] = gated.filters as [NativeFilter];
    expect(gateOf({ dashboard: gated, applied: {} }, 1)).toEqual({ kind: "required", filter });
    expect(gateOf({ dashboard: gated, applied: { [filter.id]: selectMask(filter, ["ORD"]) } }, 1).kind).toBe("open");
  });

  it("waits for a first value, but not for one that failed to load", () => {
    const gated = sampleDashboard({ native_filter_configuration: [first] });
    expect(gateOf({ dashboard: gated, applied: {} }, 1).kind).toBe("waiting");
    const failedFilters = new Set(["NATIVE_FILTER-origin"]);
    expect(gateOf({ dashboard: gated, applied: {}, failedFilters }, 1).kind).toBe("required");
    const optional = sampleDashboard({
      native_filter_configuration: [{ ...first, controlValues: { defaultToFirstItem: true } }],
    });
    expect(gateOf({ dashboard: optional, applied: {}, failedFilters }, 1).kind).toBe("open");
  });

  it("doesn't block charts out of scope", () => {
    const scoped = { ...required, scope: { rootPath: ["TAB-b"], excluded: [] } };
    const gated = sampleDashboard({ native_filter_configuration: [scoped] });
    expect(gateOf({ dashboard: gated, applied: {} }, 1).kind).toBe("open");
    expect(gateOf({ dashboard: gated, applied: {} }, 4).kind).toBe("required");
  });
});

describe("badgeOf", () => {
  const applied = {
    [byName("Origin").id]: selectMask(byName("Origin"), ["LAX"]),
    [byName("Departure").id]: overrideMask(byName("Departure"), "Last week"),
    "1": chicago,
  };

  it("lists filters and cross-filters with their values", () => {
    expect(badgeOf({ dashboard, applied }, 2)).toEqual([
      { id: byName("Origin").id, name: "Origin", value: "LAX", kind: "filter", status: "applied" },
      { id: byName("Departure").id, name: "Departure", value: "Last week", kind: "filter", status: "applied" },
      { id: "1", name: "origin", value: "ORD", kind: "cross-filter", status: "applied" },
    ]);
  });

  it("marks filters that the chart's query rejected", () => {
    const results = [
      {
        applied_filters: [{ column: "origin" }],
        rejected_filters: [{ column: "__time_range", reason: "no_temporal_column" }],
      },
    ];
    const statuses = badgeOf({ dashboard, applied }, 3, results).map((entry) => [entry.name, entry.status]);
    expect(statuses).toEqual([
      ["Origin", "applied"],
      ["Departure", "incompatible"],
      ["origin", "applied"],
    ]);
  });

  it("gives the reason for a filter that no query applied", () => {
    const [origin, departure] = badgeOf({ dashboard, applied }, 2, [{ applied_filters: [], rejected_filters: [] }]);
    expect(origin).toMatchObject({ status: "incompatible", reason: "No such column" });
    expect(departure).toMatchObject({ status: "incompatible", reason: "No time column" });
    const [templated] = badgeOf({ dashboard, applied }, 2, [
      { applied_filters: [], applied_template_filters: ["origin"] },
    ]);
    expect(templated?.status).toBe("applied");
  });
});

describe("inheritedOf", () => {
  it("gives a dependent filter its parents' conditions, and lists empty parents", () => {
    const child = { ...filters[1], cascadeParentIds: ["NATIVE_FILTER-origin"] };
    const parent = { ...filters[0], controlValues: { defaultToFirstItem: true } };
    const cascading = sampleDashboard({ native_filter_configuration: [parent, child] });
    const [origin, city] = cascading.filters as [NativeFilter, NativeFilter];
    expect(inheritedOf(city, cascading.filters, {}).waitsFor).toEqual([origin]);
    const set = inheritedOf(city, cascading.filters, { [origin.id]: selectMask(origin, ["ORD"]) });
    expect(set).toEqual({ inherited: { filters: [{ col: "origin", op: "IN", val: ["ORD"] }] }, waitsFor: [] });
  });
});

describe("clearing and applying", () => {
  it("empties filters in scope, keeps those out of scope and drops selections", () => {
    const masks = {
      [byName("Origin").id]: selectMask(byName("Origin"), ["LAX"]),
      [byName("City").id]: selectMask(byName("City"), ["Reno"]),
      "1": chicago,
    };
    const cleared = clearedMasks(dashboard, masks, (filter) => filter.name !== "City");
    expect(cleared[byName("Origin").id]?.filterState?.value).toBeNull();
    expect(cleared[byName("City").id]?.filterState?.value).toEqual(["Reno"]);
    expect(cleared["1"]).toBeUndefined();
  });

  it("keeps the default of a required filter", () => {
    const required = sampleDashboard({
      native_filter_configuration: [
        {
          ...filters[0],
          controlValues: { enableEmptyFilter: true },
          defaultDataMask: { extraFormData: {}, filterState: { value: ["ATL"] } },
        },
      ],
    });
    const [filter] = required.filters as [NativeFilter];
    const cleared = clearedMasks(required, { [filter.id]: selectMask(filter, ["LAX"]) }, () => true);
    expect(cleared[filter.id]?.filterState?.value).toEqual(["ATL"]);
  });

  it("counts only values with a different effect", () => {
    const origin = byName("Origin");
    const lax = { [origin.id]: selectMask(origin, ["LAX"]) };
    expect(pendingChanges(dashboard.filters, lax, {})).toEqual([origin.id]);
    expect(pendingChanges(dashboard.filters, lax, { ...lax })).toEqual([]);
    expect(pendingChanges(dashboard.filters, { [origin.id]: selectMask(origin, []) }, {})).toEqual([]);
  });
});
