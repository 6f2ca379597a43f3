import { describe, expect, test } from "vitest";
import { contentDiff, partIdOf, partTitle, savedChanges } from "./saved-change.ts";

const dashboard = (metadata: object, positions: object = {}) => ({
  dashboard_title: "Sales",
  json_metadata: JSON.stringify(metadata),
  position_json: JSON.stringify(positions),
});

describe("changes of a save", () => {
  test("lists filters, tabs and charts by title with the kind of change", () => {
    const filter = { id: "NATIVE_FILTER-1", name: "Region", filterType: "filter_select" };
    const before = dashboard(
      { native_filter_configuration: [filter] },
      { "TAB-a": { meta: { text: "Old tab" } }, "CHART-1": { meta: { sliceName: "Revenue", width: 4 } } },
    );
    const after = dashboard(
      { native_filter_configuration: [{ ...filter, name: "Area" }] },
      { "CHART-1": { meta: { sliceName: "Revenue", sliceNameOverride: "Income", width: 6 } } },
    );
    expect(savedChanges(before, after)).toEqual([
      { path: "json_metadata.native_filter_configuration[NATIVE_FILTER-1].name", kind: "changed", name: "Area" },
      { path: "position_json.TAB-a", kind: "removed", name: "Old tab" },
      { path: "position_json.CHART-1.meta.width", kind: "changed", name: "Income" },
      { path: "position_json.CHART-1.meta.sliceNameOverride", kind: "added", name: "Income" },
    ]);
  });

  test("ignores defaults and empty values that a save writes out", () => {
    const full = dashboard({
      refresh_frequency: 0,
      cross_filters_enabled: true,
      filter_bar_orientation: "VERTICAL",
      native_filter_configuration: [],
      color_scheme: null,
      default_filters: "{}",
    });
    expect(contentDiff(dashboard({}), full)).toEqual([]);
    expect(contentDiff({ ...full, json_metadata: null }, { ...full, css: "", description: null, tags: [] })).toEqual(
      [],
    );
    expect(contentDiff(dashboard({}), dashboard({ refresh_frequency: 30 }))).toEqual([
      { path: "json_metadata.refresh_frequency", before: 0, after: 30 },
    ]);
  });

  test("treats text that isn't JSON as a whole", () => {
    expect(savedChanges({ params: "{broken" }, { params: '{"a":1}' })).toEqual([{ path: "params", kind: "changed" }]);
    expect(contentDiff({ params: "{broken" }, { params: "{broken" })).toEqual([]);
    expect(contentDiff({ params: '{"n":9007199254740993}' }, { params: '{"n":9007199254740992}' })).toEqual([
      { path: "params.n", before: "9007199254740993", after: "9007199254740992" },
    ]);
  });

  test("accepts any stored value, and truncates long titles", () => {
    const unreadable = { json_metadata: '{"native_filter_configuration":[null,7]}', position_json: '{"A":null,"B":5}' };
    const named = dashboard({}, { "TAB-a": { meta: { text: "x".repeat(500) } } });
    expect(savedChanges(unreadable, unreadable)).toEqual([]);
    expect(
      savedChanges(dashboard({}), named).find(({ path }) => path === "position_json.TAB-a")?.name ?? "",
    ).toHaveLength(80);
  });
});

test("finds the part that a path belongs to", () => {
  expect(partIdOf("json_metadata.chart_customization_config[C-1].controlValues.offered")).toBe("C-1");
  expect(partIdOf("position_json.ROW-1.children")).toBe("ROW-1");
  expect(["json_metadata.label_colors.a", "position_json", "css"].map(partIdOf)).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test("returns no title for a part without one", () => {
  for (const part of [null, undefined, "x", 7, {}, { name: "" }, { meta: { text: 5 } }]) {
    expect(partTitle(part)).toBeUndefined();
  }
  expect(partTitle({ title: "Divider", meta: { text: "Tab" } })).toBe("Divider");
});
