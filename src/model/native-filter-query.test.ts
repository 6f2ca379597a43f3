import { describe, expect, it } from "vitest";
import { metricLabel } from "./adhoc.ts";
import { isDivider, NativeFilter, NativeFilterEntry } from "./native-filter.ts";
import {
  displayValue,
  extentQuery,
  filterControls,
  hasValue,
  histogramQuery,
  maskValues,
  overrideMask,
  rangeMask,
  rangeProblem,
  selectMask,
  splitPasted,
  storedDefault,
  valuesQuery,
} from "./native-filter-query.ts";
import { QueryContext } from "./query-context.ts";

const filter = (extra: Record<string, unknown> = {}) =>
  NativeFilter.parse({
    id: "NATIVE_FILTER-1",
    name: "Origin",
    filterType: "filter_select",
    targets: [{ datasetId: 7, column: { name: "origin" } }],
    ...extra,
  });

describe("stored filters", () => {
  const bare = { id: "NATIVE_FILTER-1", name: "Origin", filterType: "filter_select" };
  const read = (extra: Record<string, unknown>) => {
    const entry = NativeFilterEntry.parse({ ...bare, ...extra });
    if (isDivider(entry)) throw new Error("a divider");
    return entry;
  };

  it.each([
    ...["targets", "defaultDataMask", "controlValues", "cascadeParentIds", "scope", "chartsInScope", "tabsInScope"],
    ...["adhoc_filters", "type", "sortMetric", "time_range", "granularity_sqla", "requiredFirst", "description"],
  ])("take null for a missing %s", (key) => {
    expect(read({ [key]: null })).toMatchObject(read({}));
  });

  it("take null for missing parts, and keep null among values", () => {
    const mask = {
      extraFormData: { filters: [{ col: "origin", op: "IN", val: [null] }], time_range: null, granularity_sqla: null },
      filterState: { value: [null], label: null },
      ownState: null,
    };
    const entry = read({
      defaultDataMask: mask,
      scope: { rootPath: ["TAB-a"], excluded: null },
      targets: [{ datasetId: 7, column: null }],
    });
    expect(entry.scope).toEqual({ rootPath: ["TAB-a"], excluded: [] });
    expect(entry.targets).toEqual([{ datasetId: 7 }]);
    expect(entry.defaultDataMask.extraFormData).toEqual({ filters: [{ col: "origin", op: "IN", val: [null] }] });
    expect(entry.defaultDataMask.filterState?.value).toEqual([null]);
    expect(read({ defaultDataMask: { extraFormData: null, filterState: null } }).defaultDataMask).toEqual({});
  });

  it.each([
    ["filter_select", ["web"], { filters: [{ col: "origin", op: "IN", val: ["web"] }] }],
    ["filter_select", "web", { filters: [{ col: "origin", op: "IN", val: ["web"] }] }],
    [
      "filter_range",
      [3, 9],
      {
        filters: [
          { col: "origin", op: ">=", val: 3 },
          { col: "origin", op: "<=", val: 9 },
        ],
      },
    ],
    ["filter_range", [null, 9], { filters: [{ col: "origin", op: "<=", val: 9 }] }],
    ["filter_time", "Last week", { time_range: "Last week" }],
    ["filter_timegrain", ["P1M"], { time_grain_sqla: "P1M" }],
  ])("of type %s apply a default that is only a value, %j", (filterType, value, extraFormData) => {
    const stored = filter({ filterType, defaultDataMask: { filterState: { value } } });
    expect(storedDefault(stored).extraFormData).toEqual(extraFormData);
  });
});

describe("option queries", () => {
  it("query distinct values with counts under pre-filter, dependencies and search", () => {
    const context = valuesQuery({
      filter: filter({
        adhoc_filters: [
          { clause: "WHERE", expressionType: "SIMPLE", subject: "distance", operator: ">", comparator: 100 },
          { clause: "WHERE", expressionType: "SQL", sqlExpression: "delay > 0" },
        ],
        time_range: "Last year",
        granularity_sqla: "date",
        controlValues: { sortAscending: false },
      }),
      inherited: { filters: [{ col: "state", op: "IN", val: ["IL"] }] },
      search: "50%_a",
    });
    expect(QueryContext.safeParse(context).success).toBe(true);
    expect(context?.datasource).toEqual({ id: 7, type: "table" });
    expect(context?.queries[0]).toMatchObject({
      columns: ["origin"],
      filters: [
        { col: "distance", op: ">", val: 100 },
        { col: "state", op: "IN", val: ["IL"] },
        { col: "origin", op: "ILIKE", val: "%50%_a%" },
      ],
      extras: { where: "(delay > 0)" },
      time_range: "Last year",
      granularity: "date",
      orderby: [["origin", false]],
      row_limit: 1000,
    });
  });

  it("separate WHERE and HAVING", () => {
    const sql = (clause: "WHERE" | "HAVING", sqlExpression: string) =>
      ({ clause, expressionType: "SQL", sqlExpression }) as const;
    const adhoc_filters = [sql("HAVING", "COUNT(*) > 9"), sql("WHERE", "delay > 0"), sql("HAVING", "MAX(delay) > 60")];
    const query = valuesQuery({ filter: filter({ adhoc_filters }), inherited: {} })?.queries[0];
    expect(query?.extras).toEqual({ where: "(delay > 0)", having: "(COUNT(*) > 9) AND (MAX(delay) > 60)" });
  });

  it("use a parent's time range over the filter's own, and sort by the chosen metric", () => {
    const own = filter({ time_range: "Last year", sortMetric: "count" });
    const query = valuesQuery({ filter: own, inherited: { time_range: "2001-01-01 : 2001-07-01" } })?.queries[0];
    expect(query?.time_range).toBe("2001-01-01 : 2001-07-01");
    expect(query?.orderby).toEqual([["count", true]]);
    const labels = query?.metrics?.map(metricLabel);
    expect([new Set(labels).size, labels?.includes("count")]).toEqual([2, true]);
  });

  it("query a range's ends and the bins between them", () => {
    const range = filter({ filterType: "filter_range", targets: [{ datasetId: 7, column: { name: "dist" } }] });
    const extent = extentQuery({ filter: range, inherited: {} })?.queries[0];
    expect(extent?.metrics).toHaveLength(2);
    const bins = histogramQuery({ filter: range, inherited: {} }, { low: 0, high: 80, bins: 16 });
    expect(bins?.queries[0]?.columns).toEqual([
      { label: "__bin", sqlExpression: "dist", isColumnReference: true, bin: { start: 0, width: 5 } },
    ]);
    expect(histogramQuery({ filter: range, inherited: {} }, { low: 5, high: 5, bins: 16 })).toBeUndefined();
  });

  it("are undefined without a target", () => {
    expect(valuesQuery({ filter: filter({ targets: [{}] }), inherited: {} })).toBeUndefined();
  });
});

describe("masks", () => {
  it("of a value filter use IN, NOT IN or ILIKE", () => {
    expect(selectMask(filter(), ["ORD", "LAX"])).toEqual({
      id: "NATIVE_FILTER-1",
      extraFormData: { filters: [{ col: "origin", op: "IN", val: ["ORD", "LAX"] }] },
      filterState: { value: ["ORD", "LAX"], label: "ORD, LAX" },
    });
    const inverse = selectMask(filter({ controlValues: { inverseSelection: true } }), ["ORD"]);
    expect(inverse.extraFormData?.filters?.[0]).toEqual({ col: "origin", op: "NOT IN", val: ["ORD"], keepsNull: true });
    expect(inverse.filterState).toMatchObject({ excludeFilterValues: true, label: "ORD (excluded)" });
    const starts = selectMask(filter({ controlValues: { operatorType: "ilike_starts_with" } }), ["O"]);
    expect(starts.extraFormData?.filters).toEqual([{ col: "origin", op: "ILIKE", val: "O%" }]);
  });

  it("of an empty filter contribute nothing, or match nothing when a value is required", () => {
    expect(selectMask(filter(), []).extraFormData).toEqual({});
    const required = selectMask(filter({ controlValues: { enableEmptyFilter: true } }), []);
    expect(required.extraFormData?.adhoc_filters?.[0]?.sqlExpression).toBe("1 = 0");
    expect(hasValue(required)).toBe(false);
  });

  it("of a range use both ends, one end, or one exact value", () => {
    const both = rangeMask(filter(), [10, 20]);
    expect(both.extraFormData?.filters).toEqual([
      { col: "origin", op: ">=", val: 10 },
      { col: "origin", op: "<=", val: 20 },
    ]);
    expect(both.filterState?.label).toBe("10 – 20");
    expect(rangeMask(filter(), [null, 20]).filterState?.label).toBe("≤ 20");
    const exact = rangeMask(filter({ controlValues: { enableSingleValue: 1 } }), [5, null]);
    expect(exact.extraFormData?.filters).toEqual([{ col: "origin", op: "==", val: 5 }]);
    expect(hasValue(rangeMask(filter(), [null, null]))).toBe(false);
    expect(maskValues({ filterState: { value: [null, null] } })).toEqual([]);
  });

  it("reject a minimum that isn't below the maximum", () => {
    expect(rangeProblem([5, 5], undefined)).toBe("Minimum must be strictly less than maximum");
    expect(rangeProblem([5, 6], undefined)).toBeUndefined();
    expect(rangeProblem([5, null], undefined)).toBeUndefined();
    expect(rangeProblem([5, 5], "exact")).toBeUndefined();
  });

  it("override time range, grain and column", () => {
    const time = filter({ filterType: "filter_time" });
    expect(overrideMask(time, "Last week")).toMatchObject({
      extraFormData: { time_range: "Last week" },
      filterState: { value: "Last week" },
    });
    expect(overrideMask(time, "No filter").extraFormData).toEqual({});
    expect(overrideMask(filter({ filterType: "filter_timegrain" }), "P1W")).toMatchObject({
      extraFormData: { time_grain_sqla: "P1W" },
      filterState: { value: ["P1W"] },
    });
    expect(overrideMask(filter({ filterType: "filter_timecolumn" }), "date").extraFormData).toEqual({
      granularity_sqla: "date",
    });
  });
});

describe("values", () => {
  it("have labels for invisible values", () => {
    expect([null, "", true, 1234.5, "ORD"].map(displayValue)).toEqual([
      "<NULL>",
      "<empty string>",
      "TRUE",
      "1,234.5",
      "ORD",
    ]);
  });

  it("are split on comma, new line, tab and semicolon when pasted", () => {
    expect(splitPasted("ORD, LAX;JFK\r\nSFO\nORD\t DEN")).toEqual(["ORD", "LAX", "JFK", "SFO", "DEN"]);
  });

  it("use defaults for missing controls", () => {
    expect(filterControls(filter())).toMatchObject({ multiSelect: true, creatable: true, operator: "exact" });
    expect(filterControls(filter({ requiredFirst: true })).defaultToFirstItem).toBe(true);
    expect(filterControls(filter({ controlValues: { enableSingleValue: 2 } })).singleValue).toBe("max");
  });
});
