import { describe, expect, test } from "vitest";
import { parseDashboardMetadata } from "../../model/dashboard-metadata.ts";
import type { NativeFilterEntry } from "../../model/native-filter.ts";
import {
  applyFilterChanges,
  chartIdsOf,
  mapCharts,
  normalizeSlug,
  splitMetadata,
  tabsOf,
  withChartUuids,
} from "./metadata.ts";

const filter = (id: string, name = id) =>
  ({ id, type: "NATIVE_FILTER", name, filterType: "filter_select" }) as NativeFilterEntry;
const ids = (entries: readonly NativeFilterEntry[]) => entries.map((entry) => entry.id);

describe("filter changes", () => {
  const current = [filter("a"), filter("b"), filter("c")];

  test("delete, replace in place, and append", () => {
    const changes = { deleted: ["a"], modified: [filter("b", "B"), filter("d")], reordered: [] };
    const after = applyFilterChanges(current, changes);
    expect(ids(after)).toEqual(["b", "c", "d"]);
    expect(after[0]).toMatchObject({ name: "B" });
  });

  test("an order that omits a filter deletes it, unless it is new", () => {
    const after = applyFilterChanges(current, { deleted: [], modified: [filter("d")], reordered: ["c", "a"] });
    expect(ids(after)).toEqual(["c", "a", "d"]);
  });
});

describe("json_metadata of a save", () => {
  test("gets defaults and keeps unknown keys", () => {
    const { metadata, positions } = splitMetadata(
      '{"stagger_time": 100, "show_native_filters": true, "positions": {"a": 1}}',
    );
    expect(metadata).toMatchObject({
      stagger_time: 100,
      cross_filters_enabled: true,
      refresh_frequency: 0,
      label_colors: {},
    });
    expect(metadata).not.toHaveProperty("show_native_filters");
    expect(metadata).not.toHaveProperty("positions");
    expect(positions).toEqual({ a: 1 });
  });

  test.each(["{", "[]", '"text"', '{"native_filter_configuration": 1}'])("%s is rejected", (text) => {
    expect(() => splitMetadata(text)).toThrow(expect.objectContaining({ status: 400 }));
  });

  test.each([5, { a: 1 }, "Nope", "", "x".repeat(9999)])(
    "the time zone %j is rejected, and unread if stored",
    (zone) => {
      const text = JSON.stringify({ time_zone: zone, color_scheme: "d3Category10" });
      expect(() => splitMetadata(text)).toThrow(expect.objectContaining({ status: 400 }));
      expect(parseDashboardMetadata(text)).toMatchObject({ time_zone: null, color_scheme: "d3Category10" });
    },
  );

  test.each(["Asia/Tokyo", null])("the time zone %j is kept", (zone) => {
    const text = JSON.stringify({ time_zone: zone });
    expect(splitMetadata(text).metadata.time_zone).toBe(zone);
    expect(parseDashboardMetadata(text).time_zone).toBe(zone);
  });
});

describe("layouts", () => {
  const layout = {
    DASHBOARD_VERSION_KEY: "v2",
    ROOT_ID: { id: "ROOT_ID", type: "ROOT", children: ["TABS-1"] },
    "TABS-1": { id: "TABS-1", type: "TABS", children: ["TAB-a", "TAB-b"] },
    "TAB-a": { id: "TAB-a", type: "TAB", children: ["ROW-1", "TABS-2"], meta: { text: "First" } },
    "TAB-b": { id: "TAB-b", type: "TAB", children: [], meta: { text: "", defaultText: "Tab title" } },
    "TABS-2": { id: "TABS-2", type: "TABS", children: ["TAB-c"] },
    "TAB-c": { id: "TAB-c", type: "TAB", children: [], meta: { text: "Inner" } },
    "ROW-1": { id: "ROW-1", type: "ROW", children: ["CHART-1", "CHART-2"] },
    "CHART-1": { id: "CHART-1", type: "CHART", children: [], meta: { chartId: 7, width: 4 } },
    "CHART-2": { id: "CHART-2", type: "CHART", children: [], meta: { chartId: 7, own: true } },
  };

  test("list each chart once", () => {
    expect(chartIdsOf(layout)).toEqual([7]);
  });

  test("get the uuid of each chart and keep everything else", () => {
    const after = withChartUuids(layout, new Map([[7, "u-7"]])) as typeof layout;
    expect(after["CHART-2"].meta).toEqual({ chartId: 7, own: true, uuid: "u-7" });
    expect(after["ROW-1"]).toBe(layout["ROW-1"]);
    expect(mapCharts({ text: "kept" }, () => ({}))).toEqual({ text: "kept" });
  });

  test("return a tree of tabs", () => {
    const { all_tabs, tab_tree } = tabsOf(JSON.stringify(layout));
    expect(all_tabs).toEqual({ "TAB-a": "First", "TAB-b": "Tab title", "TAB-c": "Inner" });
    expect(tab_tree[0]).toMatchObject({ value: "TAB-a", children: [{ value: "TAB-c", parents: ["TAB-a"] }] });
    expect(tabsOf(null)).toEqual({ all_tabs: {}, tab_tree: [] });
  });
});

test.each([
  [" My dashboard! ", "My-dashboard"],
  ["", null],
  ["???", null],
  [null, null],
  [undefined, undefined],
  ["Übersicht 数据", "Übersicht-数据"],
  ["../../x", "x"],
])("the slug %j is stored as %j", (slug, stored) => {
  expect(normalizeSlug(slug)).toBe(stored);
});
