import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { AdhocFilter, columnLabel, metricLabel, QueryColumn, QueryFilter, QueryMetric } from "./adhoc.ts";
import { emptyLayout, type Layout, parseLayout, toPositions } from "./dashboard-layout.ts";
import { parseDashboardMetadata, unparsedMetadata } from "./dashboard-metadata.ts";
import { DataMask, type ExtraFormData, mergeExtraFormData } from "./data-mask.ts";
import { ERROR_ISSUES, type ErrorType, forbidden, ISSUES, notFound, typedError, unprocessable } from "./errors.ts";
import { chartsInScope } from "./filter-scope.ts";
import { columnsControl, FormData, metricsControl, parseDatasource } from "./form-data.ts";
import {
  activeTabsOf,
  ancestorsOf,
  chartNodes,
  chartsOnOpenTabs,
  layoutTree,
  placedCharts,
  withMissingCharts,
} from "./layout-tree.ts";
import { isDivider, NativeFilterEntry } from "./native-filter.ts";
import { QueryContext, QueryObject } from "./query-context.ts";

describe("labels", () => {
  test.each([
    ["count", "count"],
    [{ expressionType: "SIMPLE", aggregate: "SUM", column: { column_name: "delay" } }, "SUM(delay)"],
    [{ expressionType: "SIMPLE", aggregate: "COUNT", column: null }, "COUNT(*)"],
    [{ expressionType: "SIMPLE", column: { column_name: "a" }, label: "Mine" }, "Mine"],
    [{ expressionType: "SQL", sqlExpression: "MAX(a) - MIN(a)" }, "MAX(a) - MIN(a)"],
    [{ expressionType: "SQL", sqlExpression: "1", label: "" }, "1"],
  ])("of the metric %j is %s", (metric, label) => {
    expect(metricLabel(QueryMetric.parse(metric))).toBe(label);
  });

  test("of columns are their label, their SQL or their name", () => {
    const columns = [
      "a",
      { sqlExpression: "a || b" },
      { sqlExpression: "date", label: "Day", columnType: "BASE_AXIS" },
    ];
    expect(columns.map((column) => columnLabel(QueryColumn.parse(column)))).toEqual(["a", "a || b", "Day"]);
  });
});

describe("form data", () => {
  test("preserves unknown keys", () => {
    const text = {
      viz_type: "old_one",
      datasource: "7__table",
      row_limit: "50",
      groupby: ["a"],
      custom: { deep: [null] },
    };
    expect(FormData.parse(text)).toEqual({ ...text, row_limit: 50 });
    expect(FormData.safeParse({ datasource: "7__table" }).success).toBe(false);
  });

  test("accepts one, many or none as lists", () => {
    expect(columnsControl.parse("a")).toEqual(["a"]);
    expect(columnsControl.parse(null)).toEqual([]);
    expect(metricsControl.parse(undefined)).toEqual([]);
    const sql = { expressionType: "SQL", sqlExpression: "1" };
    expect(metricsControl.parse(["count", sql])).toEqual(["count", sql]);
    expect(metricsControl.safeParse([{ expressionType: "ELSE" }]).success).toBe(false);
  });

  test("identifies its dataset", () => {
    expect(parseDatasource("12__table")).toEqual({ id: 12, type: "table" });
    for (const text of ["", "table", "x__table", "1_table", "1__", "1__ta ble"])
      expect(() => parseDatasource(text)).toThrow("invalid datasource");
  });

  test("filters default to WHERE and take any scalar or list", () => {
    expect(AdhocFilter.parse({ expressionType: "SQL", sqlExpression: "a > 1" }).clause).toBe("WHERE");
    for (const val of ["x", 1, true, null, [], ["x", 1, null]])
      expect(QueryFilter.parse({ col: "a", op: "in", val }).val).toEqual(val);
    expect(QueryFilter.safeParse({ col: "a", op: "==", val: { a: 1 } }).success).toBe(false);
  });
});

describe("queries", () => {
  test("drop unknown keys and reject invalid values", () => {
    expect(QueryObject.parse({ metrics: ["count"], made_up: 1 })).toEqual({ metrics: ["count"] });
    const context = { datasource: { id: 1, type: "table" }, queries: [{}] };
    expect(QueryContext.safeParse(context).success).toBe(true);
    const broken = [{ queries: [{ row_limit: -1 }] }, { queries: [{ orderby: ["a"] }] }, { result_type: "all" }];
    for (const part of broken) expect(QueryContext.safeParse({ ...context, ...part }).success).toBe(false);
  });
});

describe("data masks", () => {
  const part: fc.Arbitrary<ExtraFormData> = fc.record(
    {
      filters: fc.array(fc.record({ col: fc.constantFrom("a", "b"), op: fc.constant("IN"), val: fc.constant(["x"]) }), {
        maxLength: 3,
      }),
      time_range: fc.constantFrom("Last week", "No filter"),
      granularity_sqla: fc.constantFrom("date", "day"),
    },
    { requiredKeys: [] },
  );

  test("merge in order: filters are combined, other keys overridden", () => {
    fc.assert(
      fc.property(fc.array(part, { maxLength: 5 }), fc.nat(5), (parts, cut) => {
        const whole = mergeExtraFormData(parts);
        expect(whole.filters ?? []).toEqual(parts.flatMap((one) => one.filters ?? []));
        expect(whole.time_range).toBe(parts.findLast((one) => one.time_range !== undefined)?.time_range);
        const grouped = [mergeExtraFormData(parts.slice(0, cut)), mergeExtraFormData(parts.slice(cut))];
        expect(mergeExtraFormData(grouped)).toEqual(whole);
      }),
    );
  });

  test("don't change their inputs, and ignore undefined and null", () => {
    const first: ExtraFormData = { filters: [{ col: "a", op: "IN", val: ["x"] }] };
    mergeExtraFormData([first, { filters: [{ col: "b", op: "IN", val: ["y"] }] }]);
    expect(first.filters).toHaveLength(1);
    expect(mergeExtraFormData([undefined, {}, { time_range: undefined }, { time_grain_sqla: null as never }])).toEqual(
      {},
    );
    expect(DataMask.parse({ id: "f", extraFormData: { own: 1 }, filterState: { value: [1], extra: 2 } })).toMatchObject(
      {
        extraFormData: { own: 1 },
        filterState: { extra: 2 },
      },
    );
  });
});

describe("a dashboard's metadata", () => {
  test("has defaults and preserves unknown keys", () => {
    expect(parseDashboardMetadata("")).toEqual(parseDashboardMetadata("{}"));
    expect(parseDashboardMetadata(null)).toMatchObject({
      cross_filters_enabled: true,
      filter_bar_orientation: "VERTICAL",
    });
    expect(parseDashboardMetadata('{"mine": {"a": [1]}, "refresh_frequency": 30}')).toMatchObject({
      mine: { a: [1] },
      refresh_frequency: 30,
    });
    expect(parseDashboardMetadata("{")).toEqual(parseDashboardMetadata("{}"));
  });

  test("loses only unreadable keys, which are saved unchanged", () => {
    const filter = { id: "NATIVE_FILTER-1", name: "Region", filterType: "filter_select" };
    const stored = {
      label_colors: { a: "#ff0000" },
      color_scheme: "supersetColors",
      filter_bar_orientation: "DIAGONAL",
      expanded_slices: [],
      global_chart_configuration: {},
      native_filter_configuration: [filter, { id: 7 }],
      chart_customization_config: ["none"],
      mine: null,
    };
    expect(parseDashboardMetadata(JSON.stringify(stored))).toMatchObject({
      label_colors: { a: "#ff0000" },
      color_scheme: "supersetColors",
      filter_bar_orientation: "VERTICAL",
      expanded_slices: {},
      native_filter_configuration: [filter],
      chart_customization_config: [],
      mine: null,
    });
    expect(unparsedMetadata(JSON.stringify(stored))).toEqual({
      filter_bar_orientation: "DIAGONAL",
      expanded_slices: [],
      native_filter_configuration: [{ id: 7 }],
      chart_customization_config: ["none"],
    });
    expect(unparsedMetadata('{"refresh_frequency": 30, "native_filter_configuration": []}')).toEqual({});
  });

  test("distinguishes filters from dividers, and applies defaults", () => {
    const [filter, divider] = [
      { id: "a", name: "A", filterType: "filter_select" },
      { id: "b", type: "DIVIDER" },
    ].map((entry) => NativeFilterEntry.parse(entry));
    expect([isDivider(filter!), isDivider(divider!)]).toEqual([false, true]);
    expect(filter).toMatchObject({ targets: [], cascadeParentIds: [], scope: { rootPath: ["ROOT_ID"], excluded: [] } });
    expect(divider).toMatchObject({ title: "" });
  });
});

describe("arbitrary layouts", () => {
  const types = ["GRID", "ROW", "COLUMN", "TABS", "TAB", "CHART", "MARKDOWN"] as const;
  const ids = ["ROOT_ID", "GRID_ID", "a", "b", "c", "d", "e", "f"];
  const children = fc.array(fc.constantFrom(...ids, "gone"), { maxLength: 4 });
  const component = fc.record({
    type: fc.constantFrom(...types),
    children,
    chartId: fc.option(fc.integer({ min: 1, max: 5 })),
  });
  const layouts = fc.array(component, { minLength: ids.length, maxLength: ids.length }).map(
    (parts): Layout =>
      Object.fromEntries(
        parts.map(({ type, children: own, chartId }, i) => {
          const id = ids[i] ?? "";
          return [id, { id, type: i === 0 ? "ROOT" : type, children: own, meta: { chartId } }] as const;
        }),
      ),
  );

  test("are finite, with each component once", () => {
    fc.assert(
      fc.property(layouts, (layout) => {
        const { topTabs, blocks } = layoutTree(layout);
        const nodes = chartNodes(topTabs ? [topTabs] : blocks);
        expect(new Set(nodes.map((node) => node.id)).size).toBe(nodes.length);
        for (const node of nodes) expect(node.width >= 1 && node.width <= 12).toBe(true);
      }),
    );
  });

  test("have finite tabs, scopes and ancestors", () => {
    fc.assert(
      fc.property(layouts, (layout) => {
        const everything = chartsInScope({ rootPath: ["ROOT_ID"], excluded: [] }, layout);
        const visible = chartsOnOpenTabs(layout, activeTabsOf(layout, {}));
        for (const chart of visible) expect(everything).toContain(chart);
        for (const [id, path] of ancestorsOf(layout)) expect(path).not.toContain(id);
      }),
    );
  });

  test("get exactly their missing charts", () => {
    fc.assert(
      fc.property(layouts, (layout) => {
        const charts = [1, 2, 3, 9].map((id) => ({ id, name: String(id) }));
        const filled = withMissingCharts(layout, charts);
        for (const chart of charts) expect(placedCharts(filled).has(chart.id)).toBe(true);
        expect(withMissingCharts(filled, charts)).toBe(filled);
      }),
    );
  });

  test("round-trip", () => {
    const layout = emptyLayout("Title");
    expect(toPositions(layout)).toMatchObject({ DASHBOARD_VERSION_KEY: "v2" });
    expect(parseLayout(JSON.stringify(toPositions(layout)))).toEqual(layout);
    const own = { a: { id: "a", type: "ROW", children: [], meta: { own: [1] }, more: true } };
    expect(parseLayout(own)).toEqual(own);
    expect(parseLayout({ a: { id: "a", type: "ALIEN" }, b: null, c: "text" })).toEqual({});
    expect([parseLayout(null), parseLayout("")]).toEqual([{}, {}]);
    expect(() => parseLayout("{")).toThrow();
  });
});

describe("errors", () => {
  test("of every type describe their issues", () => {
    for (const [type, codes] of Object.entries(ERROR_ISSUES) as [ErrorType, readonly number[]][]) {
      const body = typedError(type, "Text").body as {
        errors: { extra: { issue_codes?: { code: number; message: string }[] } | null }[];
      };
      const issueCodes = body.errors[0]?.extra?.issue_codes ?? [];
      expect(issueCodes.map((issue) => issue.code)).toEqual([...codes]);
      for (const { code, message } of issueCodes) expect(message).toBe(`Issue ${code} - ${ISSUES[code]}`);
    }
    expect(typedError("UNKNOWN_DATASOURCE_TYPE_ERROR", "x").body).toMatchObject({
      errors: [{ extra: null, level: "error" }],
    });
  });

  test("have a status, a body and a log message", () => {
    expect([notFound(), forbidden(), unprocessable()].map((error) => [error.status, error.message])).toEqual([
      [404, "Not found"],
      [403, "Forbidden"],
      [422, "Could not process entity"],
    ]);
    expect(unprocessable({ slug: ["Must be unique"] }).message).toBe('{"slug":["Must be unique"]}');
  });
});
