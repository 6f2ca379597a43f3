import { describe, expect, it } from "vitest";
import {
  CHART_SIZE,
  chartSize,
  emptyLayout,
  FIGURE_SIZE,
  GRID_ID,
  type Layout,
  parseLayout,
} from "./dashboard-layout.ts";
import {
  activeTabsOf,
  ancestorsOf,
  chartNodes,
  chartsOnOpenTabs,
  layoutTree,
  tabsLeadingTo,
  withMissingCharts,
} from "./layout-tree.ts";

const chart = (id: string, chartId: number, width = 4, height = 50) => ({
  id,
  type: "CHART",
  children: [],
  meta: { chartId, width, height, sliceName: `chart ${chartId}` },
});

const gridLayout = (): Layout =>
  parseLayout({
    DASHBOARD_VERSION_KEY: "v2",
    ROOT_ID: { id: "ROOT_ID", type: "ROOT", children: ["GRID_ID"] },
    GRID_ID: { id: "GRID_ID", type: "GRID", children: ["HEADER-a", "ROW-1", "DIVIDER-1", "gone"] },
    "HEADER-a": { id: "HEADER-a", type: "HEADER", children: [], meta: { text: "Figures", headerSize: "SMALL_HEADER" } },
    "DIVIDER-1": { id: "DIVIDER-1", type: "DIVIDER", children: [], meta: {} },
    "ROW-1": { id: "ROW-1", type: "ROW", children: ["CHART-1", "COLUMN-1"], meta: { background: "BACKGROUND_WHITE" } },
    "COLUMN-1": { id: "COLUMN-1", type: "COLUMN", children: ["CHART-2", "CHART-3"], meta: { width: 3 } },
    "CHART-1": chart("CHART-1", 1, 8, 33),
    "CHART-2": chart("CHART-2", 2, 6, 2),
    "CHART-3": chart("CHART-3", 3, 1),
  });

const tabbedLayout = (): Layout =>
  parseLayout({
    ROOT_ID: { id: "ROOT_ID", type: "ROOT", children: ["TABS-1"] },
    GRID_ID: { id: "GRID_ID", type: "GRID", children: [] },
    "TABS-1": { id: "TABS-1", type: "TABS", children: ["TAB-a", "TAB-b"] },
    "TAB-a": { id: "TAB-a", type: "TAB", children: ["ROW-a"], meta: { text: "Delays" } },
    "TAB-b": { id: "TAB-b", type: "TAB", children: ["TABS-2"], meta: { text: "Routes" } },
    "TABS-2": { id: "TABS-2", type: "TABS", children: ["TAB-c", "TAB-d"] },
    "TAB-c": { id: "TAB-c", type: "TAB", children: ["CHART-2"], meta: { text: "By day" } },
    "TAB-d": { id: "TAB-d", type: "TAB", children: ["CHART-3"], meta: { text: "By week" } },
    "ROW-a": { id: "ROW-a", type: "ROW", children: ["CHART-1"] },
    "CHART-1": chart("CHART-1", 1),
    "CHART-2": chart("CHART-2", 2),
    "CHART-3": chart("CHART-3", 3),
  });

describe("parseLayout", () => {
  const parts = [
    "width",
    "height",
    "text",
    "uuid",
    "sliceName",
    "sliceNameOverride",
    "code",
    "background",
    "headerSize",
  ];

  it.each(parts)("keeps a component whose %s is null or of another type", (key) => {
    for (const value of [null, {}, ["a"]]) {
      const stored = { ...chart("CHART-1", 7), meta: { ...chart("CHART-1", 7).meta, [key]: value, own: value } };
      const { "CHART-1": read } = parseLayout({ "CHART-1": stored });
      expect(read).toMatchObject({ type: "CHART", meta: { chartId: 7, own: value } });
    }
  });

  it("keeps a row without settings, children or parents", () => {
    const row = { id: "ROW-1", type: "ROW", children: null, parents: null, meta: null };
    expect(parseLayout({ "ROW-1": row })["ROW-1"]).toEqual({ id: "ROW-1", type: "ROW", children: [], meta: {} });
  });
});

describe("layoutTree", () => {
  it("reads rows, columns, headings and dividers with widths in columns and heights in pixels", () => {
    const { blocks, topTabs } = layoutTree(gridLayout());
    expect(topTabs).toBeUndefined();
    expect(blocks.map((node) => node.type)).toEqual(["HEADER", "ROW", "DIVIDER"]);
    const [first, column] = blocks[1]?.children ?? [];
    expect(first).toMatchObject({ type: "CHART", width: 8, height: 264 });
    expect(column).toMatchObject({ type: "COLUMN", width: 3 });
    expect(column?.children.map((node) => node.width)).toEqual([3, 3]);
    expect(column?.children[0]?.height).toBe(40);
  });

  it("returns tabs under the root as top tabs", () => {
    const { topTabs, blocks } = layoutTree(tabbedLayout());
    expect(blocks).toEqual([]);
    expect(topTabs?.children.map((tab) => tab.meta.text)).toEqual(["Delays", "Routes"]);
  });

  it("includes a component once even in a circular layout", () => {
    const layout = gridLayout();
    layout["COLUMN-1"]?.children.push("ROW-1");
    expect(chartNodes(layoutTree(layout).blocks).map((node) => node.meta.chartId)).toEqual([1, 2, 3]);
  });

  it("is empty for an empty dashboard or no layout", () => {
    expect(layoutTree(emptyLayout("New")).blocks).toEqual([]);
    expect(layoutTree({}).blocks).toEqual([]);
  });
});

describe("withMissingCharts", () => {
  it("appends missing charts in rows of three", () => {
    const charts = [1, 2, 3, 4, 5, 6, 7].map((id) => ({ id, name: `chart ${id}` }));
    const layout = withMissingCharts(gridLayout(), charts);
    const rows = layoutTree(layout).blocks.slice(3);
    expect(rows.map((row) => row.children.map((tile) => tile.meta.chartId))).toEqual([[4, 5, 6], [7]]);
    expect(rows[0]?.children.every((tile) => tile.width === 4 && tile.height === 320)).toBe(true);
  });

  it("gives charts their size and fills rows with them", () => {
    const sizes = [CHART_SIZE, { width: 6, height: 40 }, FIGURE_SIZE, FIGURE_SIZE, CHART_SIZE];
    const layout = withMissingCharts(
      {},
      sizes.map((size, id) => ({ id, name: `chart ${id}`, size })),
    );
    const rows = layoutTree(layout).blocks;
    expect(rows.map((row) => row.children.map((tile) => [tile.width, tile.height]))).toEqual([
      [
        [4, 320],
        [6, 320],
      ],
      [
        [3, 112],
        [3, 112],
      ],
      [[4, 320]],
    ]);
  });

  it("keeps the rows and tiles of charts that had no place before", () => {
    const first = withMissingCharts({}, [{ id: 1, name: "one", uuid: "a" }]);
    const moved = withMissingCharts(first, [
      { id: 2, name: "two", uuid: "a" },
      { id: 3, name: "three" },
    ]);
    const rows = layoutTree(moved).blocks.map((row) => row.children.map((tile) => tile.meta.chartId));
    expect(rows).toEqual([[1], [2, 3]]);
  });

  it("keeps a complete layout and fills an empty one", () => {
    const layout = gridLayout();
    expect(withMissingCharts(layout, [{ id: 1, name: "one" }])).toBe(layout);
    const filled = layoutTree(withMissingCharts({}, [{ id: 9, name: "nine" }]));
    expect(chartNodes(filled.blocks).map((node) => node.meta.sliceName)).toEqual(["nine"]);
  });

  it("uses the first tab when the dashboard has tabs", () => {
    const layout = withMissingCharts(tabbedLayout(), [{ id: 8, name: "eight" }]);
    expect(layout["TAB-a"]?.children).toHaveLength(2);
    expect(layout[GRID_ID]?.children).toEqual([]);
    expect(chartsOnOpenTabs(layout, activeTabsOf(layout, {}))).toEqual(new Set([1, 8]));
  });
});

describe("tabs", () => {
  it("opens the first tab unless a valid one is chosen", () => {
    const layout = tabbedLayout();
    expect(activeTabsOf(layout, {})).toEqual({ "TABS-1": "TAB-a", "TABS-2": "TAB-c" });
    const active = activeTabsOf(layout, { "TABS-1": "TAB-b", "TABS-2": "TAB-x" });
    expect(active).toEqual({ "TABS-1": "TAB-b", "TABS-2": "TAB-c" });
    expect(chartsOnOpenTabs(layout, active)).toEqual(new Set([2]));
  });

  it("finds the tabs to open for a nested component", () => {
    expect(tabsLeadingTo(tabbedLayout(), "CHART-3")).toEqual({ "TABS-1": "TAB-b", "TABS-2": "TAB-d" });
    expect(tabsLeadingTo(tabbedLayout(), "TAB-b")).toEqual({ "TABS-1": "TAB-b" });
    expect(ancestorsOf(tabbedLayout()).get("CHART-3")).toEqual(["ROOT_ID", "TABS-1", "TAB-b", "TABS-2", "TAB-d"]);
  });
});

it("sizes new tiles by what their chart shows", () => {
  expect(chartSize("big_number", "KPI")).toEqual(FIGURE_SIZE);
  expect(chartSize("bullet", "KPI").height).toBeLessThan(chartSize("gauge_chart", "KPI").height);
  expect(chartSize("echarts_timeseries_line", "Evolution").width).toBe(6);
  expect(chartSize("table", "Table").height).toBeGreaterThan(CHART_SIZE.height);
  expect(chartSize("of another server")).toEqual(CHART_SIZE);
});
