import {
  CHART_SIZE,
  type ComponentType,
  DEFAULT_CHART_HEIGHT,
  DEFAULT_CHART_WIDTH,
  GRID_COLUMNS,
  GRID_ID,
  GRID_UNIT,
  type Layout,
  type LayoutComponent,
  type LayoutMeta,
  looksEven,
  MIN_HEIGHT_UNITS,
  ROOT_ID,
  type TileSize,
} from "./dashboard-layout.ts";

/**
 * position_json as a tree to render, with widths in grid columns and heights in pixels. Broken references are dropped
 * and each component appears once, so the tree is always finite.
 */
export interface LayoutNode {
  id: string;
  type: ComponentType;
  meta: LayoutMeta;
  children: LayoutNode[];
  /** 1 to 12 columns. Rows, tabs, headings, dividers and tiles in a column take the available width. */
  width: number;
  /** Pixels; charts and markdown only. */
  height?: number;
}

export interface LayoutTree {
  topTabs?: LayoutNode;
  blocks: LayoutNode[];
}

const SIZED: readonly ComponentType[] = ["CHART", "MARKDOWN", "DYNAMIC"];

export function layoutTree(layout: Layout): LayoutTree {
  const reading = { layout, visited: new Set<string>() };
  const roots = nodesOf(reading, layout[ROOT_ID]?.children ?? [GRID_ID], { available: GRID_COLUMNS });
  const topTabs = roots.find((node) => node.type === "TABS");
  if (topTabs) return { topTabs, blocks: [] };
  return { blocks: roots.flatMap((node) => (node.type === "GRID" ? node.children : [node])) };
}

interface Reading {
  layout: Layout;
  visited: Set<string>;
}

interface Room {
  available: number;
  isColumn?: boolean;
}

function nodesOf(reading: Reading, ids: readonly string[], room: Room): LayoutNode[] {
  const { layout, visited } = reading;
  const nodes: LayoutNode[] = [];
  for (const id of ids) {
    const component = layout[id];
    if (!component || visited.has(id)) continue;
    visited.add(id);
    nodes.push(nodeOf(reading, component, room));
  }
  return nodes;
}

function nodeOf(reading: Reading, component: LayoutComponent, room: Room): LayoutNode {
  const width = widthOf(component, room);
  return {
    id: component.id,
    type: component.type,
    meta: component.meta,
    width,
    children: nodesOf(reading, component.children, { available: width, isColumn: component.type === "COLUMN" }),
    ...(SIZED.includes(component.type) ? { height: heightOf(component.meta) } : {}),
  };
}

function widthOf(component: LayoutComponent, { available, isColumn }: Room): number {
  const hasWidth = (SIZED.includes(component.type) && !isColumn) || component.type === "COLUMN";
  if (!hasWidth) return available;
  const storedWidth = Math.round(component.meta.width ?? DEFAULT_CHART_WIDTH);
  return Math.min(Math.max(storedWidth, 1), available);
}

function heightOf(meta: LayoutMeta): number {
  return Math.max(meta.height ?? DEFAULT_CHART_HEIGHT, MIN_HEIGHT_UNITS) * GRID_UNIT;
}

export function walk(nodes: readonly LayoutNode[], visit: (node: LayoutNode) => void): void {
  for (const node of nodes) {
    visit(node);
    walk(node.children, visit);
  }
}

export function chartNodes(nodes: readonly LayoutNode[]): LayoutNode[] {
  const found: LayoutNode[] = [];
  walk(nodes, (node) => {
    if (node.type === "CHART" && typeof node.meta.chartId === "number") found.push(node);
  });
  return found;
}

export function placedCharts(layout: Layout): Set<number> {
  const ids = Object.values(layout)
    .filter((component) => component.type === "CHART")
    .map((component) => component.meta.chartId);
  return new Set(ids.filter((id): id is number => typeof id === "number"));
}

interface MissingChart {
  id: number;
  name: string;
  uuid?: string;
  size?: TileSize;
}

/** Appends charts missing from the layout in full rows, under the grid or the first tab. Returns a new layout. */
export function withMissingCharts(layout: Layout, charts: readonly MissingChart[]): Layout {
  const placed = placedCharts(layout);
  const missing = charts.filter((chart) => !placed.has(chart.id));
  if (missing.length === 0) return layout;
  const result: Layout = { ...layout };
  if (!result[ROOT_ID]) result[ROOT_ID] = { id: ROOT_ID, type: "ROOT", children: [GRID_ID], meta: {} };
  const homeId = homeOfMissing(result);
  const home = result[homeId] ?? { id: homeId, type: "GRID" as const, children: [], parents: [ROOT_ID], meta: {} };
  const parents = [...(home.parents ?? []), homeId];
  const rows: string[] = [];
  for (const group of inFullRows(missing)) {
    const rowId = freeId(result, "ROW-missing", rows.length + 1);
    rows.push(rowId);
    const children: string[] = [];
    result[rowId] = { id: rowId, type: "ROW", children, parents, meta: { background: "BACKGROUND_TRANSPARENT" } };
    for (const chart of group) {
      const tile = tileOf(chart, { id: tileId(result, chart), parents: [...parents, rowId] });
      result[tile.id] = tile;
      children.push(tile.id);
    }
  }
  result[homeId] = { ...home, children: [...home.children, ...rows] };
  return result;
}

function inFullRows(charts: readonly MissingChart[]): MissingChart[][] {
  const rows: MissingChart[][] = [];
  let free = 0;
  for (const chart of charts) {
    const { width, height } = chart.size ?? CHART_SIZE;
    const row = rows.at(-1);
    const isEven = row?.every(({ size = CHART_SIZE }) => looksEven(size.height, height));
    if (row && isEven && width <= free) row.push(chart);
    else {
      rows.push([chart]);
      free = GRID_COLUMNS;
    }
    free -= width;
  }
  return rows;
}

function tileOf(
  { id: chartId, name, uuid, size = CHART_SIZE }: MissingChart,
  { id, parents }: { id: string; parents: string[] },
): LayoutComponent {
  const meta = { chartId, sliceName: name, ...(uuid === undefined ? {} : { uuid }), ...size };
  return { id, type: "CHART", children: [], parents, meta };
}

/** By uuid if there is one: it is the same on every server. */
function tileId(layout: Layout, { id, uuid }: MissingChart): string {
  const own = `CHART-missing-${uuid ?? id}`;
  return layout[own] ? freeId(layout, own, 2) : own;
}

/** Rows and tiles of charts that had no place may be stored since. */
function freeId(layout: Layout, prefix: string, first: number): string {
  for (let number = first; ; number++) if (!layout[`${prefix}-${number}`]) return `${prefix}-${number}`;
}

function homeOfMissing(layout: Layout): string {
  const tabs = (layout[ROOT_ID]?.children ?? []).map((id) => layout[id]).find((child) => child?.type === "TABS");
  return tabs?.children.find((id) => layout[id]) ?? GRID_ID;
}

/** Nearest last, from the children lists, since stored `parents` may be stale. */
export function ancestorsOf(layout: Layout): Map<string, readonly string[]> {
  const ancestors = new Map<string, readonly string[]>();
  const descend = (id: string, path: readonly string[]) => {
    if (ancestors.has(id) || !layout[id]) return;
    ancestors.set(id, path);
    for (const child of layout[id].children) descend(child, [...path, id]);
  };
  descend(ROOT_ID, []);
  return ancestors;
}

export function tabsLeadingTo(layout: Layout, id: string): Record<string, string> {
  const path = [...(ancestorsOf(layout).get(id) ?? []), id];
  const open: Record<string, string> = {};
  path.forEach((step, index) => {
    const parent = path[index - 1];
    if (parent && layout[step]?.type === "TAB") open[parent] = step;
  });
  return open;
}

export function activeTabsOf(layout: Layout, chosen: Readonly<Record<string, string>>): Record<string, string> {
  const active: Record<string, string> = {};
  for (const component of Object.values(layout)) {
    if (component.type !== "TABS") continue;
    const tabs = component.children.filter((id) => layout[id]?.type === "TAB");
    const chosenTab = chosen[component.id];
    const tab = chosenTab && tabs.includes(chosenTab) ? chosenTab : tabs[0];
    if (tab) active[component.id] = tab;
  }
  return active;
}

export function chartsOnOpenTabs(layout: Layout, active: Readonly<Record<string, string>>): Set<number> {
  const visible = new Set<number>();
  const seen = new Set<string>();
  const descend = (id: string) => {
    const component = layout[id];
    if (!component || seen.has(id)) return;
    seen.add(id);
    if (component.type === "CHART" && typeof component.meta.chartId === "number") visible.add(component.meta.chartId);
    const open =
      component.type === "TABS" ? component.children.filter((tab) => tab === active[id]) : component.children;
    for (const child of open) descend(child);
  };
  descend(ROOT_ID);
  return visible;
}
