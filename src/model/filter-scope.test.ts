import { describe, expect, it } from "vitest";
import { parseLayout } from "./dashboard-layout.ts";
import { chartsInScope, crossFilterReach, cyclicFilters, dependenciesOf, isOutOfScope } from "./filter-scope.ts";
import { NativeFilter } from "./native-filter.ts";

const tile = (id: number) => ({ id: `CHART-${id}`, type: "CHART", children: [], meta: { chartId: id } });
const layout = parseLayout({
  ROOT_ID: { id: "ROOT_ID", type: "ROOT", children: ["TABS-1"] },
  "TABS-1": { id: "TABS-1", type: "TABS", children: ["TAB-a", "TAB-b"] },
  "TAB-a": { id: "TAB-a", type: "TAB", children: ["ROW-a"] },
  "TAB-b": { id: "TAB-b", type: "TAB", children: ["CHART-3"] },
  "ROW-a": { id: "ROW-a", type: "ROW", children: ["CHART-1", "CHART-2"] },
  "CHART-1": tile(1),
  "CHART-2": { ...tile(2), parents: ["ROOT_ID", "stale"] },
  "CHART-3": tile(3),
});

const filter = (id: string, cascadeParentIds: string[] = []) =>
  NativeFilter.parse({ id, name: id, filterType: "filter_select", cascadeParentIds });

describe("chartsInScope", () => {
  it("includes all charts for the root, a tab's charts for a tab, and no excluded ones", () => {
    expect(chartsInScope({ rootPath: ["ROOT_ID"], excluded: [] }, layout)).toEqual([1, 2, 3]);
    expect(chartsInScope({ rootPath: ["TAB-a"], excluded: [] }, layout)).toEqual([1, 2]);
    expect(chartsInScope({ rootPath: ["TAB-a", "TAB-b"], excluded: [2] }, layout)).toEqual([1, 3]);
    expect(chartsInScope({ rootPath: [], excluded: [] }, layout)).toEqual([]);
    expect(chartsInScope({ rootPath: ["CHART-3"], excluded: [] }, layout)).toEqual([3]);
  });

  it("is out of scope when no affected chart is on the open tabs", () => {
    expect(isOutOfScope([1, 2], new Set([3]))).toBe(true);
    expect(isOutOfScope([1, 3], new Set([3]))).toBe(false);
  });
});

describe("crossFilterReach", () => {
  const metadata = { chart_configuration: {}, global_chart_configuration: undefined, cross_filters_enabled: true };

  it("affects every other chart by default", () => {
    expect(crossFilterReach(1, metadata, layout)).toEqual([2, 3]);
    expect(crossFilterReach(1, { ...metadata, cross_filters_enabled: false }, layout)).toEqual([]);
  });

  it("uses the chart's own scope, or the global one", () => {
    const global_chart_configuration = { scope: { rootPath: ["TAB-a"], excluded: [] }, chartsInScope: [] };
    const own = { rootPath: ["ROOT_ID"], excluded: [2] };
    const chart_configuration = {
      "1": { id: 1, crossFilters: { scope: "global" as const, chartsInScope: [] } },
      "2": { id: 2, crossFilters: { scope: own, chartsInScope: [] } },
    };
    const configured = { ...metadata, chart_configuration, global_chart_configuration };
    expect(crossFilterReach(1, configured, layout)).toEqual([2]);
    expect(crossFilterReach(2, configured, layout)).toEqual([1, 3]);
    expect(crossFilterReach(3, configured, layout)).toEqual([1, 2]);
  });
});

describe("dependencies", () => {
  const country = filter("country");
  const state = filter("state", ["country"]);
  const city = filter("city", ["state", "deleted"]);
  const filters = [city, country, state];

  it("include all ancestors in display order", () => {
    expect(dependenciesOf(city, filters).map((one) => one.id)).toEqual(["country", "state"]);
    expect(dependenciesOf(country, filters)).toEqual([]);
  });

  it("in a cycle are reported and ignored", () => {
    const a = filter("a", ["b"]);
    const b = filter("b", ["a"]);
    const child = filter("child", ["a"]);
    expect(cyclicFilters([a, b, child, country])).toEqual(["a", "b"]);
    expect(dependenciesOf(a, [a, b])).toEqual([]);
  });
});
