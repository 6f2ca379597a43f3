import { describe, expect, test } from "vitest";
import { appendChart, insert, newComponent } from "../../../editor/layout-edits.ts";
import { topTabsOf } from "../../../editor/layout-rules.ts";
import { emptyLayout, GRID_ID, ROOT_ID } from "../../../model/dashboard-layout.ts";
import { chartsInScope } from "../../../model/filter-scope.ts";
import type { NativeFilter } from "../../../model/native-filter.ts";
import {
  addEntry,
  type FilterDraft,
  moveEntry,
  newControl,
  newDivider,
  newFilter,
  problemsOf,
  retarget,
  scopeOf,
  scopeOfKeys,
  settledEntries,
} from "./filter-draft.ts";

const filter = (name: string, parents: string[] = []): NativeFilter => ({
  ...newFilter(name),
  id: `NATIVE_FILTER-${name}`,
  targets: [{ datasetId: 1, column: { name: "origin" } }],
  cascadeParentIds: parents.map((parent) => `NATIVE_FILTER-${parent}`),
});
const draftOf = (...entries: FilterDraft["entries"]): FilterDraft => ({ entries, pending: new Set() });

describe("filters being configured", () => {
  test("a new filter names everything it needs", () => {
    const fresh = newFilter();
    expect(problemsOf(draftOf(fresh))[fresh.id]).toEqual([
      "Name is required",
      "Dataset is required",
      "Column is required",
    ]);
    const time = { ...fresh, name: "When", filterType: "filter_time" };
    expect(problemsOf(draftOf(time))).toEqual({});
    const divider = newDivider();
    expect(problemsOf(draftOf(divider))[divider.id]).toEqual(["Title is required"]);
  });

  test("filters that depend on each other in a circle are refused", () => {
    const draft = draftOf(filter("a", ["b"]), filter("b", ["a"]), filter("c", ["a"]));
    expect(Object.keys(problemsOf(draft))).toEqual(["NATIVE_FILTER-a", "NATIVE_FILTER-b"]);
    expect(problemsOf(draft)["NATIVE_FILTER-a"]).toEqual(["Cyclic dependency detected"]);
  });

  test("a removed filter leaves the dependencies of others, and its own problems do not count", () => {
    const draft = { ...draftOf(filter("a"), filter("b", ["a"])), pending: new Set(["NATIVE_FILTER-a"]) };
    expect(settledEntries(draft)).toEqual([expect.objectContaining({ name: "b", cascadeParentIds: [] })]);
    const broken = newFilter();
    expect(problemsOf({ entries: [broken], pending: new Set([broken.id]) })).toEqual({});
  });

  test("reordering stays within the list", () => {
    const draft = draftOf(filter("a"), filter("b"), filter("c"));
    const names = (d: FilterDraft) => d.entries.map((entry) => "name" in entry && entry.name);
    expect(names(moveEntry(draft, "NATIVE_FILTER-c", -2))).toEqual(["c", "a", "b"]);
    expect(moveEntry(draft, "NATIVE_FILTER-a", -1)).toBe(draft);
  });

  test("display controls stay below the filters", () => {
    const control = { ...newControl(), name: "x" };
    const draft = addEntry(addEntry(draftOf(filter("a")), control), filter("b"));
    const names = (d: FilterDraft) => d.entries.map((entry) => "name" in entry && entry.name);
    expect(names(draft)).toEqual(["a", "b", "x"]);
    expect(moveEntry(draft, control.id, -2)).toBe(draft);
    expect(moveEntry(draft, "NATIVE_FILTER-b", 1)).toBe(draft);
    expect(problemsOf(draftOf(control))[control.id]).toEqual(["Dataset is required"]);
  });

  test("another column forgets the old default value", () => {
    const before = { ...filter("a"), defaultDataMask: { filterState: { value: ["ORD"] } } };
    expect(
      retarget(before, { targets: [{ datasetId: 1, column: { name: "destination" } }] }).defaultDataMask.filterState,
    ).toEqual({});
  });
});

describe("scopes", () => {
  let layout = insert(emptyLayout("d"), newComponent("TABS"), { parentId: ROOT_ID, index: 0 });
  const tabs = topTabsOf(layout)!;
  layout = insert(layout, newComponent("TAB", { text: "Two" }), { parentId: tabs.id, index: 1 });
  const [one = "", two = ""] = layout[tabs.id]!.children;
  for (const [id, tab] of [
    [1, one],
    [2, one],
    [3, two],
  ] as const)
    layout = appendChart(layout, { id, name: `${id}` }, tab);

  test.each([[[1, 2, 3]], [[1]], [[3]], [[1, 3]], [[]]])("charts %j are written and read back", (ids) => {
    expect(chartsInScope(scopeOf(layout, new Set(ids)), layout)).toEqual(ids);
  });

  test("a whole tab is written as the tab, so that charts added to it later are reached", () => {
    expect(scopeOf(layout, new Set([3]))).toEqual({ rootPath: [two], excluded: [] });
    expect(scopeOf(layout, new Set([1, 2, 3]))).toEqual({ rootPath: ["ROOT_ID"], excluded: [] });
  });

  test("without tabs the charts left out are excluded", () => {
    let plain = emptyLayout("d");
    for (const id of [1, 2]) plain = appendChart(plain, { id, name: `${id}` }, GRID_ID);
    expect(scopeOf(plain, new Set([2]))).toEqual({ rootPath: ["ROOT_ID"], excluded: [1] });
  });

  test("layers of maps are named where only some are reached", () => {
    let plain = emptyLayout("d");
    for (const id of [1, 2]) plain = appendChart(plain, { id, name: `${id}` }, GRID_ID);
    const keys = ["ROOT_ID", "chart-1", "chart-1-layer-0", "chart-2-layer-1"];
    expect(scopeOfKeys(plain, keys)).toEqual({
      rootPath: ["ROOT_ID"],
      excluded: [],
      selectedLayers: ["chart-2-layer-1"],
    });
    expect(scopeOfKeys(plain, ["chart-2"])).toEqual({ rootPath: ["ROOT_ID"], excluded: [1] });
  });
});
