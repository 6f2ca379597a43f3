import { describe, expect, test } from "vitest";
import { type Control, verbatim } from "../../chart-seam/control.ts";
import { inLocale } from "../../i18n/node.ts";
import { type SavedChange, savedChanges } from "../../model/saved-change.ts";
import { changesInBrief } from "./saved-words.ts";

type Json = Record<string, unknown>;

const TAB = { id: "TAB-1", type: "TAB", children: ["CHART-1"], meta: { text: "Sales" } };
const LAYOUT = {
  ROOT_ID: { id: "ROOT_ID", type: "ROOT", children: ["TABS-1"] },
  "TABS-1": { id: "TABS-1", type: "TABS", children: ["TAB-1"], meta: {} },
  "TAB-1": TAB,
  "CHART-1": { id: "CHART-1", type: "CHART", children: [], meta: { chartId: 7, sliceName: "Delays", width: 4 } },
  "MARKDOWN-1": { id: "MARKDOWN-1", type: "MARKDOWN", children: [], meta: { code: "Hello" } },
};
const FILTERS = ["Region", "Year", "Carrier"].map((name) => ({
  id: `NATIVE_FILTER-${name}`,
  name,
  cascadeParentIds: [],
}));
const METADATA = { native_filter_configuration: FILTERS, label_colors: {}, refresh_frequency: 0 };

const content = (metadata: Json = {}, layout: Json = {}, more: Json = {}) => ({
  dashboard_title: "Board",
  css: null,
  json_metadata: JSON.stringify({ ...METADATA, ...metadata }),
  position_json: JSON.stringify({ ...LAYOUT, ...layout }),
  ...more,
});
const summaryOf = (before: Json, after: Json) => changesInBrief("dashboard", savedChanges(before, after));
const filters = (change: (filter: Json, index: number) => Json) => ({
  native_filter_configuration: FILTERS.map(change),
});
const longer = (id: string, part: Json, tabs: string[]) => ({
  [id]: { id, ...part },
  "TABS-1": { ...LAYOUT["TABS-1"], children: tabs },
});

const SAVES: [summaryOf: string, after: Json, before?: Json][] = [
  ["Title changed", content({}, {}, { dashboard_title: "Sales board" })],
  ["Title and CSS changed", content({}, {}, { dashboard_title: "Sales board", css: "a {}" })],
  ["Tab “Costs” added", content({}, longer("TAB-2", { type: "TAB", meta: { text: "Costs" } }, ["TAB-1", "TAB-2"]))],
  ["Tab “Sales” removed", content({}, { "TAB-1": undefined, "TABS-1": { ...LAYOUT["TABS-1"], children: [] } })],
  ["Tab “Turnover” renamed", content({}, { "TAB-1": { ...TAB, meta: { text: "Turnover" } } })],
  ["Chart “Delays” removed", content({}, { "CHART-1": undefined, "TAB-1": { ...TAB, children: [] } })],
  ["Text changed", content({}, { "MARKDOWN-1": { ...LAYOUT["MARKDOWN-1"], meta: { code: "Bye" } } })],
  [
    "Resized: “Delays”",
    content({}, { "CHART-1": { ...LAYOUT["CHART-1"], meta: { ...LAYOUT["CHART-1"].meta, width: 8 } } }),
  ],
  [
    "Moved: “Delays”",
    content({}, { "TAB-1": { ...TAB, children: [] }, "ROW-1": { id: "ROW-1", type: "ROW", children: ["CHART-1"] } }),
  ],
  [
    "Moved: “Delays” and text",
    content({}, { "TAB-1": { ...TAB, children: [] }, GRID_ID: { id: "GRID_ID", children: ["CHART-1", "MARKDOWN-1"] } }),
    content({}, { GRID_ID: { id: "GRID_ID", children: [] }, "ROW-9": { id: "ROW-9", children: ["MARKDOWN-1"] } }),
  ],
  [
    "4 elements moved",
    content({}, { GRID_ID: { id: "GRID_ID", children: ["HEADER-1", "HEADER-2", "HEADER-3", "HEADER-4"] } }),
    content({}, { "ROW-9": { id: "ROW-9", children: ["HEADER-1", "HEADER-2", "HEADER-3", "HEADER-4"] } }),
  ],
  ["Filter “Region” changed", content(filters((one, at) => (at === 0 ? { ...one, filterType: "filter_range" } : one)))],
  ["Filter “Area” renamed", content(filters((one, at) => (at === 0 ? { ...one, name: "Area" } : one)))],
  ["3 filters changed", content(filters((one) => ({ ...one, description: "x" })))],
  ["2 filters removed", content({ native_filter_configuration: FILTERS.slice(2) })],
  [
    "Filter “Region” added",
    content({ native_filter_configuration: FILTERS.slice(0, 1) }),
    content({ native_filter_configuration: undefined }),
  ],
  ["Filter order", content({ native_filter_configuration: FILTERS.toReversed() })],
  [
    "Colors",
    content({ color_scheme: "d3", label_colors: { a: "#f00" }, map_label_colors: { "sum(revenue)": "#0f0" } }),
  ],
  ["Settings", content({ refresh_frequency: 30, some_internal_key: 1 })],
  ["Cross-filters", content({ cross_filters_enabled: false })],
  [
    "Tab “Sales” added · Chart “Delays” added · Text added",
    content(),
    { ...content(), position_json: null, charts: [] },
  ],
  [
    "Title changed · Filter “Region” renamed · Tab “B” renamed · Colors and 2 more",
    content(
      {
        ...filters((one, at) => (at === 0 ? { ...one, name: "Region" } : one)),
        label_colors: { a: "#f00" },
        refresh_frequency: 3,
        cross_filters_enabled: false,
      },
      { "TAB-1": { ...TAB, meta: { text: "B" } } },
      { dashboard_title: "x" },
    ),
    content(filters((one, at) => (at === 0 ? { ...one, name: "Old" } : one))),
  ],
];

describe("summary of a dashboard save", () => {
  test.each(SAVES)("%s", (words, after, before = content()) => {
    expect(summaryOf(before, after)).toBe(words);
  });

  test("ignores written-out defaults and scopes derived from the layout", () => {
    const written = {
      cross_filters_enabled: true,
      filter_bar_orientation: "VERTICAL",
      shared_label_colors: [],
      expanded_slices: {},
    };
    expect(savedChanges(content(), content(written, {}, { css: "" }))).toEqual([]);
    const scoped = content({ ...filters((one) => ({ ...one, chartsInScope: [7] })), refresh_frequency: 10 });
    expect(summaryOf(content(), scoped)).toBe("Settings");
  });

  test("counts only charts that a dashboard without a layout didn't have", () => {
    const before = { ...content(), position_json: null, charts: [7] };
    const more = { "CHART-2": { id: "CHART-2", type: "CHART", meta: { chartId: 8, sliceName: "Routes" } } };
    const after = content({ stagger_refresh: true, stagger_time: 5000 }, more);
    expect(summaryOf(before, after)).toBe("Tab “Sales” added · Text added · Chart “Routes” added");
    expect(summaryOf(after, before)).toBe("Tab “Sales” removed · Text removed · Chart “Routes” removed");
    expect(changesInBrief("dashboard", [{ path: "charts", kind: "changed" }])).toBe("Charts changed");
  });

  test("contains no storage keys", () => {
    const after = content(
      { map_label_colors: { "sum(revenue)": "#0f0" }, x_y: 1 },
      { "ROW-9": { type: "ROW" } },
      { theme_id: 3 },
    );
    expect(summaryOf(content(), after)).toBe("Theme changed · Settings");
  });

  test("uses current names for versions of earlier releases, which only have paths", () => {
    const changes: SavedChange[] = [{ path: "position_json.TAB-1.meta.text", kind: "changed" }];
    expect(changesInBrief("dashboard", changes, { names: new Map([["TAB-1", "Sales"]]) })).toBe("Tab “Sales” renamed");
    const untitled = { names: new Map([["MARKDOWN-1", "text"]]) };
    expect(changesInBrief("dashboard", [{ path: "position_json.MARKDOWN-1", kind: "added" }], untitled)).toBe(
      "Text added",
    );
    expect(changesInBrief("dashboard", [{ path: "position_json.TAB-1", kind: "changed" }])).toBe("Layout");
  });
});

const METRICS: Control = { name: "metrics", label: verbatim("Metrics"), widget: "metrics", multi: true };
const paths = (...all: string[]) => all.map((path): SavedChange => ({ path, kind: "changed" }));

test("summarizes a chart save by its controls, without storage keys", () => {
  const context = { controls: new Map([["metrics", METRICS]]) };
  expect(changesInBrief("chart", paths("slice_name", "params.metrics"), context)).toBe("Name and Metrics changed");
  expect(changesInBrief("chart", paths("params.metrics", "params.odd_key"), context)).toBe(
    "Metrics changed · Settings",
  );
  expect(changesInBrief("chart", paths("params.odd_key"))).toBe("Settings");
  const many = paths("slice_name", "description", "cache_timeout", "certified_by", "params.metrics");
  expect(changesInBrief("chart", many, context)).toBe("Name, Description, Cache timeout and 2 more changed");
});

test("summarizes a dataset save by its columns and metrics", () => {
  const column = (column_name: string, verbose_name?: string) => ({ column_name, verbose_name });
  const before = { sql: "SELECT 1", columns: [column("a"), column("b")], metrics: [] };
  const after = { sql: "SELECT 2", columns: [column("a", "A"), column("b", "B"), column("c")], metrics: [] };
  expect(changesInBrief("dataset", savedChanges(before, after))).toBe(
    "SQL changed · 2 columns changed · Column “c” added",
  );
});

const PARTS = [
  ["json_metadata.native_filter_configuration[F-1]", "Filter", "filters"],
  ["json_metadata.native_filter_configuration[DIVIDER-1]", "Filter divider", "filter dividers"],
  ["json_metadata.chart_customization_config[C-1]", "Display control", "display controls"],
  ["position_json.TAB-1", "Tab", "tabs"],
  ["position_json.CHART-1", "Chart", "charts"],
  ["position_json.HEADER-1", "Heading", "headings"],
  ["position_json.MARKDOWN-1", "Text", "text blocks"],
  ["position_json.DIVIDER-1", "Divider", "dividers"],
] as const;

describe.each(PARTS)("the part at %s", (path, one, many) => {
  const second = path.replace("-1", "-2");
  const brief = (changes: SavedChange[]) => changesInBrief("dashboard", changes);

  test("is described by its kind, and by its name if known", () => {
    expect(brief([{ path, kind: "added" }])).toBe(`${one} added`);
    expect(brief([{ path, kind: "removed", name: "Sales" }])).toBe(`${one} “Sales” removed`);
  });

  test("is counted with others of the same kind", () => {
    const two: SavedChange[] = [path, second].map((each) => ({ path: each, kind: "added" }));
    expect(brief(two)).toBe(`2 ${many} added`);
  });

  test("is described in sentences that are translated as a whole", () => {
    const changes: SavedChange[] = [{ path, kind: "added", name: "Sales" }];
    expect(inLocale({ language: "en-XA" }, () => brief(changes))).toMatch(/^\[[^[]*Sales”[^[]*\]$/);
  });
});
