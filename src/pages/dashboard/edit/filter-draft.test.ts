import { describe, expect, test } from "vitest";
import { appendChart, insert, newComponent } from "../../../editor/layout-edits.ts";
import { topTabsOf } from "../../../editor/layout-rules.ts";
import { emptyLayout, GRID_ID, ROOT_ID } from "../../../model/dashboard-layout.ts";
import { chartsInScope } from "../../../model/filter-scope.ts";
import type { NativeFilter } from "../../../model/native-filter.ts";
import {
  addEntry,
  crossEntry,
  emptyTabsIn,
  type FilterDraft,
  moveEntry,
  newControl,
  newDivider,
  newFilter,
  onDataset,
  problemsOf,
  remainingEntries,
  retarget,
  scopeOf,
  scopeOfKeys,
  stepEntry,
  withBehavior,
  withDefaultRange,
} from "./filter-draft.ts";

const filter = (name: string, parents: string[] = []): NativeFilter => ({
  ...newFilter(name),
  id: `NATIVE_FILTER-${name}`,
  targets: [{ datasetId: 1, column: { name: "origin" } }],
  cascadeParentIds: parents.map((parent) => `NATIVE_FILTER-${parent}`),
});
const draftOf = (...entries: FilterDraft["entries"]): FilterDraft => ({ entries, pending: new Set() });

describe("changing a filter's behavior", () => {
  const genre = {
    ...newFilter("Genre"),
    targets: [{ datasetId: 1, column: { name: "genre" } }],
    defaultDataMask: {
      extraFormData: { filters: [{ col: "genre", op: "IN", val: ["a", "b"] }] },
      filterState: { value: ["a", "b"] },
    },
  };

  test("keeps the default values and rebuilds their conditions", () => {
    const inverse = withBehavior(genre, { inverseSelection: true });
    expect(inverse.defaultDataMask.extraFormData).toMatchObject({ filters: [{ op: "NOT IN", val: ["a", "b"] }] });
    expect(withBehavior(inverse, { inverseSelection: false }).defaultDataMask.extraFormData).toMatchObject({
      filters: [{ op: "IN", val: ["a", "b"] }],
    });
    expect(withBehavior(genre, { operatorType: "ilike_contains" }).defaultDataMask.extraFormData).toMatchObject({
      filters: [{ op: "ILIKE", val: "%a%" }],
    });
    const single = withBehavior(genre, { multiSelect: false }).defaultDataMask;
    expect(single.filterState?.value).toEqual(["a"]);
    expect(withBehavior(newFilter(), { enableEmptyFilter: true }).defaultDataMask.extraFormData).toEqual({});
  });

  test("keeps the default range and rebuilds its condition", () => {
    const range = withDefaultRange({ ...genre, filterType: "filter_range" }, [2, 5]);
    const single = withBehavior(range, { enableSingleValue: 0 }).defaultDataMask;
    expect(single.extraFormData).toEqual({ filters: [{ col: "genre", op: ">=", val: 2 }] });
    expect(single.filterState?.value).toEqual([2, 5]);
  });
});

const problemTexts = (draft: FilterDraft, id: string) => problemsOf(draft)[id]?.map(({ text }) => text);

describe("filter drafts", () => {
  test("a new filter reports everything it needs", () => {
    const fresh = newFilter();
    expect(problemTexts(draftOf(fresh), fresh.id)).toEqual([
      "Name is required",
      "Dataset is required",
      "Column is required",
    ]);
    const time = { ...fresh, name: "When", filterType: "filter_time" };
    expect(problemsOf(draftOf(time))).toEqual({});
    const divider = newDivider();
    expect(problemTexts(draftOf(divider), divider.id)).toEqual(["Title is required"]);
  });

  test("rejects circular dependencies", () => {
    const draft = draftOf(filter("a", ["b"]), filter("b", ["a"]), filter("c", ["a"]));
    expect(Object.keys(problemsOf(draft))).toEqual(["NATIVE_FILTER-a", "NATIVE_FILTER-b"]);
    expect(problemTexts(draft, "NATIVE_FILTER-a")).toEqual(["Cyclic dependency detected"]);
  });

  test("a removed filter is dropped from dependencies, and its own errors don't count", () => {
    const draft = { ...draftOf(filter("a"), filter("b", ["a"])), pending: new Set(["NATIVE_FILTER-a"]) };
    expect(remainingEntries(draft)).toEqual([expect.objectContaining({ name: "b", cascadeParentIds: [] })]);
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
    expect(problemTexts(draftOf(control), control.id)).toEqual(["Dataset is required"]);
  });

  test("grains, time columns and dividers can move between filters and display controls; other types can't", () => {
    const grain: NativeFilter = {
      ...filter("grain"),
      filterType: "filter_timegrain",
      controlValues: { enableEmptyFilter: true, multiSelect: true },
      scope: { rootPath: ["TAB-a"], excluded: [] },
    };
    const control = { ...newControl(), name: "x" };
    const draft = draftOf(filter("a"), grain, control);
    const { draft: crossed, moved } = stepEntry(draft, grain.id, 1);
    expect(crossed.entries[1]).toEqual({
      ...grain,
      id: moved,
      type: "CHART_CUSTOMIZATION",
      filterType: "chart_customization_timegrain",
      controlValues: { enableEmptyFilter: true },
    });
    expect(moved).toMatch(/^CHART_CUSTOMIZATION-/);
    const back = stepEntry(crossed, moved, -1);
    expect(back.moved).toMatch(/^NATIVE_FILTER-/);
    expect(back.draft.entries[1]).toMatchObject({
      type: "NATIVE_FILTER",
      filterType: "filter_timegrain",
      name: "grain",
    });
    const divider = { ...newDivider(), title: "When" };
    const below = crossEntry(draftOf(divider, control), divider.id);
    expect(below.draft.entries.map(({ type }) => type)).toEqual(["CHART_CUSTOMIZATION", "CHART_CUSTOMIZATION_DIVIDER"]);
    expect(crossEntry(draft, "NATIVE_FILTER-a")).toEqual({ draft, moved: "NATIVE_FILTER-a" });
    expect(stepEntry(draft, control.id, -1).draft).toBe(draft);
    expect(stepEntry(draft, control.id, 1).draft).toBe(draft);
  });

  test("rejects a default range unless the minimum is below the maximum", () => {
    const range = (value: (number | null)[], controlValues = {}) => ({
      ...filter("r"),
      filterType: "filter_range",
      controlValues,
      defaultDataMask: { filterState: { value } },
    });
    expect(problemTexts(draftOf(range([5, 5])), "NATIVE_FILTER-r")).toEqual([
      "Minimum must be strictly less than maximum",
    ]);
    for (const fine of [range([1, 5]), range([null, 5]), range([5, 5], { enableSingleValue: 1 })]) {
      expect(problemsOf(draftOf(fine))).toEqual({});
    }
  });

  test("another dataset drops what only the old one had", () => {
    const before: NativeFilter = {
      ...filter("a"),
      sortMetric: "total",
      granularity_sqla: "day",
      adhoc_filters: [
        { clause: "WHERE", expressionType: "SIMPLE", subject: "carrier", operator: "==", comparator: "AA" },
        { clause: "WHERE", expressionType: "SQL", sqlExpression: "1 = 1" },
      ],
    };
    expect(onDataset(before, 9)).toMatchObject({
      targets: [{ datasetId: 9 }],
      sortMetric: null,
      granularity_sqla: null,
      adhoc_filters: [{ sqlExpression: "1 = 1" }],
    });
  });

  test("another column resets the default value", () => {
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
    expect(chartsInScope(scopeOf(layout, new Set(ids), new Set()), layout)).toEqual(ids);
  });

  test("a whole tab is stored as the tab, so that charts added later are included", () => {
    expect(scopeOf(layout, new Set([3]), new Set())).toEqual({ rootPath: [two], excluded: [] });
    expect(scopeOf(layout, new Set([1, 2, 3]), new Set())).toEqual({ rootPath: ["ROOT_ID"], excluded: [] });
  });

  test("a tab without charts is in scope only if it was checked", () => {
    const wider = insert(layout, newComponent("TAB", { text: "Notes" }), { parentId: tabs.id, index: 2 });
    const notes = wider[tabs.id]!.children[2] ?? "";
    const all = scopeOfKeys(wider, ["chart-1", "chart-2", "chart-3", notes]);
    expect(all).toEqual({ rootPath: ["ROOT_ID"], excluded: [] });
    expect(emptyTabsIn(all, wider)).toEqual([notes]);
    const others = scopeOfKeys(wider, ["chart-1", "chart-2", "chart-3"]);
    expect(others).toEqual({ rootPath: [one, two], excluded: [] });
    expect(emptyTabsIn(others, wider)).toEqual([]);
  });

  test("without tabs the charts left out are excluded", () => {
    let plain = emptyLayout("d");
    for (const id of [1, 2]) plain = appendChart(plain, { id, name: `${id}` }, GRID_ID);
    expect(scopeOf(plain, new Set([2]), new Set())).toEqual({ rootPath: ["ROOT_ID"], excluded: [1] });
  });

  test("map layers are listed when only some are in scope", () => {
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
