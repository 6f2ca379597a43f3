import { nanoid } from "nanoid";
import type { Message } from "../i18n/message.ts";
import { msg, t } from "../i18n/translate.ts";
import {
  CHART_SIZE,
  type ComponentType,
  DEFAULT_CHART_WIDTH,
  GRID_ID,
  type Layout,
  type LayoutComponent,
  type LayoutMeta,
  looksEven,
  MIN_HEIGHT_UNITS,
  ROOT_ID,
  TEXT_SIZE,
  type TileSize,
} from "../model/dashboard-layout.ts";
import {
  canPlace,
  componentOf,
  descendantsOf,
  fittingWidth,
  freeColumns,
  hasWidth,
  innerWidth,
  isTopTab,
  minimumWidth,
  NOT_ENOUGH_SPACE,
  needsRow,
  parentOf,
  TOP_TAB_INTO_NESTED,
  topTabsOf,
  widthOf,
} from "./layout-rules.ts";

/** Each edit takes a layout and returns the next, or throws a Refusal with the reason. */

export class Refusal extends Error {
  override readonly name = "Refusal";
}

export interface Slot {
  parentId: string;
  index: number;
}

const newMeta = (): Readonly<Partial<Record<ComponentType, LayoutMeta>>> => ({
  CHART: { ...CHART_SIZE },
  MARKDOWN: { ...TEXT_SIZE, code: "" },
  COLUMN: { width: DEFAULT_CHART_WIDTH, background: "BACKGROUND_TRANSPARENT" },
  ROW: { background: "BACKGROUND_TRANSPARENT" },
  HEADER: { text: t("New heading"), headerSize: "MEDIUM_HEADER", background: "BACKGROUND_TRANSPARENT" },
  TAB: { text: "", defaultText: t("Tab title"), placeholder: t("Tab title") },
});

export function newComponent(type: ComponentType, meta: LayoutMeta = {}): LayoutComponent {
  return { id: `${type}-${nanoid()}`, type, children: [], meta: { ...newMeta()[type], ...meta } };
}

/** `parts`: what the component contains. */
export function insert(layout: Layout, component: LayoutComponent, slot: Slot, parts: Layout = {}): Layout {
  const all = { ...layout, ...parts };
  if (component.type === "TABS" && slot.parentId === ROOT_ID) return addTopTabs(all, component);
  const firstTab = component.type === "TABS" && component.children.length === 0 ? newComponent("TAB") : undefined;
  if (!firstTab) return placeComponent(all, component, slot);
  return placeComponent({ ...all, [firstTab.id]: firstTab }, { ...component, children: [firstTab.id] }, slot);
}

/** `index` counts children before the move. */
export function move(layout: Layout, id: string, slot: Slot): Layout {
  const component = componentOf(layout, id);
  const source = parentOf(layout, id);
  if (!source) throw new Refusal(t("This component can't be moved."));
  if (slot.parentId === id || descendantsOf(layout, id).includes(slot.parentId)) {
    throw new Refusal(t("A component can't be moved into itself."));
  }
  if (isTopTab(layout, id) && slot.parentId !== source.id) throw new Refusal(t(TOP_TAB_INTO_NESTED));
  const at = source.children.indexOf(id);
  if (source.id === slot.parentId) {
    const index = slot.index > at ? slot.index - 1 : slot.index;
    return index === at ? layout : withChildren(layout, source.id, placed(without(source.children, id), id, index));
  }
  const withoutSource = withChildren(layout, source.id, without(source.children, id));
  if (slot.parentId === ROOT_ID && component.type === "TABS")
    return addTopTabs(prune(withoutSource, source.id), component);
  return prune(placeComponent(withoutSource, component, slot), source.id);
}

function placeComponent(layout: Layout, component: LayoutComponent, slot: Slot): Layout {
  const parent = componentOf(layout, slot.parentId);
  if (needsRow(parent.type, component.type)) {
    const row = newComponent("ROW");
    const withRow = placeComponent(layout, row, slot);
    return placeComponent(withRow, component, { parentId: row.id, index: 0 });
  }
  const present = { ...layout, [component.id]: component };
  if (!canPlace(present, parent.id, component)) throw new Refusal(refusalText(component.type, parent.type));
  if (parent.type !== "ROW" && minimumWidth(present, component) > innerWidth(present, parent.id)) {
    throw new Refusal(t(NOT_ENOUGH_SPACE));
  }
  const sized = parent.type === "ROW" ? fitted(present, parent.id, component) : component;
  return withChildren({ ...present, [sized.id]: sized }, parent.id, placed(parent.children, sized.id, slot.index));
}

function fitted(layout: Layout, rowId: string, component: LayoutComponent): LayoutComponent {
  if (!hasWidth(component)) return component;
  const width = fittingWidth(layout, rowId, component);
  if (width === undefined) throw new Refusal(t(NOT_ENOUGH_SPACE));
  return width === widthOf(component) ? component : { ...component, meta: { ...component.meta, width } };
}

/** As the subject at the start of a sentence, and within one. */
const COMPONENT_NAMES: Readonly<Record<ComponentType, readonly [Message, Message]>> = {
  ROOT: [msg("The dashboard"), msg("the dashboard")],
  GRID: [msg("The grid"), msg("the grid")],
  HEADER: [msg("A heading"), msg("a heading")],
  ROW: [msg("A row"), msg("a row")],
  COLUMN: [msg("A column"), msg("a column")],
  CHART: [msg("A chart"), msg("a chart")],
  MARKDOWN: [msg("Text"), msg("text")],
  TABS: [msg("Tabs"), msg("tabs")],
  TAB: [msg("A tab"), msg("a tab")],
  DIVIDER: [msg("A divider"), msg("a divider")],
  DYNAMIC: [msg("This component"), msg("this component")],
};

function refusalText(child: ComponentType, parent: ComponentType): string {
  return t("{child} can't be placed in {parent}, or nesting would be too deep.", {
    child: t(COMPONENT_NAMES[child][0]),
    parent: t(COMPONENT_NAMES[parent][1]),
  });
}

function addTopTabs(layout: Layout, tabs: LayoutComponent): Layout {
  const root = componentOf(layout, ROOT_ID);
  if (topTabsOf(layout)) throw new Refusal(t("The dashboard already has top-level tabs."));
  const grid = layout[GRID_ID] ?? { id: GRID_ID, type: "GRID" as const, children: [], meta: {} };
  const first = layout[tabs.children[0] ?? ""] ?? newComponent("TAB");
  return {
    ...layout,
    [first.id]: { ...first, children: [...grid.children, ...first.children] },
    [tabs.id]: tabs.children.length > 0 ? tabs : { ...tabs, children: [first.id] },
    [GRID_ID]: { ...grid, children: [] },
    [ROOT_ID]: { ...root, children: [tabs.id] },
  };
}

/** Removing top-level tabs moves their content back to the grid. */
export function remove(layout: Layout, id: string): Layout {
  const component = componentOf(layout, id);
  if (topTabsOf(layout)?.id === id) return removeTopTabs(layout, component);
  const parent = parentOf(layout, id);
  if (!parent || component.type === "GRID") throw new Refusal(t("This component can't be deleted."));
  if (isTopTab(layout, id) && parent.children.length === 1) return removeTopTabs(layout, parent);
  const gone = new Set([id, ...descendantsOf(layout, id)]);
  const remaining = Object.fromEntries(Object.entries(layout).filter(([key]) => !gone.has(key)));
  return prune(withChildren(remaining, parent.id, without(parent.children, id)), parent.id);
}

function removeTopTabs(layout: Layout, tabs: LayoutComponent): Layout {
  const content = tabs.children.flatMap((tab) => layout[tab]?.children ?? []);
  const gone = new Set([tabs.id, ...tabs.children]);
  const remaining = Object.fromEntries(Object.entries(layout).filter(([key]) => !gone.has(key)));
  const grid = layout[GRID_ID] ?? { id: GRID_ID, type: "GRID" as const, children: [], meta: {} };
  return {
    ...remaining,
    [ROOT_ID]: { ...componentOf(layout, ROOT_ID), children: [GRID_ID] },
    [GRID_ID]: { ...grid, children: [...grid.children, ...content] },
  };
}

function prune(layout: Layout, id: string): Layout {
  const component = layout[id];
  const isLeftover = component && (component.type === "ROW" || component.type === "TABS");
  if (!isLeftover || component.children.length > 0) return layout;
  const parent = parentOf(layout, id);
  if (!parent) return layout;
  const { [id]: _, ...remaining } = layout;
  return prune(withChildren(remaining, parent.id, without(parent.children, id)), parent.id);
}

/**
 * Width in grid columns, height in 8 px units, limited by the container; tiles in a column have its width. Returns the
 * same layout when nothing changes.
 */
export function resize(layout: Layout, id: string, size: { width?: number; height?: number }): Layout {
  const component = componentOf(layout, id);
  const meta = { ...component.meta };
  const isInColumn = parentOf(layout, id)?.type === "COLUMN";
  if (size.width !== undefined && hasWidth(component) && !isInColumn) {
    meta.width = clamp(Math.round(size.width), minimumWidth(layout, component), maximumWidth(layout, id));
  }
  if (size.height !== undefined && component.type !== "COLUMN") {
    meta.height = Math.max(MIN_HEIGHT_UNITS, Math.round(size.height));
  }
  if (meta.width === component.meta.width && meta.height === component.meta.height) return layout;
  return { ...layout, [id]: { ...component, meta } };
}

export function maximumWidth(layout: Layout, id: string): number {
  const component = componentOf(layout, id);
  const parent = parentOf(layout, id);
  return parent?.type === "ROW" ? widthOf(component) + freeColumns(layout, parent.id) : widthOf(component);
}

export function update(layout: Layout, id: string, meta: LayoutMeta): Layout {
  const component = componentOf(layout, id);
  return { ...layout, [id]: { ...component, meta: { ...component.meta, ...meta } } };
}

export function appendChart(
  layout: Layout,
  chart: { id: number; name: string; uuid?: string; size?: TileSize },
  homeId: string,
): Layout {
  const { id, name, uuid, size } = chart;
  const meta: LayoutMeta = { chartId: id, sliceName: name, ...(uuid ? { uuid } : {}), ...size };
  const component = newComponent("CHART", meta);
  return insert(layout, component, slotAtEnd(layout, component, homeId));
}

/** The last row of the container takes a chart if it has room and tiles of similar height. */
export function slotAtEnd(layout: Layout, component: LayoutComponent, homeId: string): Slot {
  const home = componentOf(layout, homeId);
  const last = layout[home.children.at(-1) ?? ""];
  const target = component.type === "CHART" && last?.type === "ROW" && suits(layout, last, component) ? last : home;
  return { parentId: target.id, index: target.children.length };
}

function suits(layout: Layout, row: LayoutComponent, chart: LayoutComponent): boolean {
  const own = chart.meta.height ?? CHART_SIZE.height;
  return (
    freeColumns(layout, row.id) >= widthOf(chart) &&
    row.children.every((id) => looksEven(layout[id]?.meta.height ?? 0, own))
  );
}

function withChildren(layout: Layout, id: string, children: string[]): Layout {
  return { ...layout, [id]: { ...componentOf(layout, id), children } };
}

const without = (children: readonly string[], id: string) => children.filter((child) => child !== id);

function placed(children: readonly string[], id: string, index: number): string[] {
  const at = clamp(index, 0, children.length);
  return [...children.slice(0, at), id, ...children.slice(at)];
}

const clamp = (value: number, low: number, high: number) => Math.min(Math.max(value, low), Math.max(low, high));
