import { msg } from "../i18n/translate.ts";
import {
  type ComponentType,
  DEFAULT_CHART_WIDTH,
  GRID_COLUMNS,
  GRID_ID,
  type Layout,
  type LayoutComponent,
  ROOT_ID,
} from "../model/dashboard-layout.ts";

export const NOT_ENOUGH_SPACE = msg(
  "There is not enough space for this component. Try decreasing its width, or increasing the destination width.",
);
export const TOP_TAB_INTO_NESTED = msg("Can not move top level tab into nested tabs.");

/** Parent -> child -> maximum depth of the parent. Tabs don't add depth. */
const NESTING: Readonly<Partial<Record<ComponentType, Readonly<Partial<Record<ComponentType, number>>>>>> = {
  ROOT: { TABS: 0, GRID: 0 },
  GRID: { CHART: 1, DYNAMIC: 1, MARKDOWN: 1, COLUMN: 1, DIVIDER: 1, HEADER: 1, ROW: 1, TABS: 1 },
  ROW: { CHART: 4, DYNAMIC: 4, MARKDOWN: 4, DIVIDER: 4, COLUMN: 4 },
  TABS: { TAB: 3 },
  TAB: { CHART: 5, DYNAMIC: 5, MARKDOWN: 5, DIVIDER: 5, HEADER: 5, COLUMN: 3, ROW: 3, TABS: 3 },
  COLUMN: { CHART: 5, HEADER: 5, MARKDOWN: 5, DYNAMIC: 5, ROW: 3, DIVIDER: 3, TABS: 3 },
};

const WRAPPED: readonly ComponentType[] = ["CHART", "COLUMN", "MARKDOWN", "DYNAMIC"];

export function componentOf(layout: Layout, id: string): LayoutComponent {
  const component = layout[id];
  if (!component) throw new Error(`unknown component: ${id}`);
  return component;
}

export function parentOf(layout: Layout, id: string): LayoutComponent | undefined {
  return Object.values(layout).find((component) => component.children.includes(id));
}

export function depthOf(layout: Layout, id: string): number {
  let depth = 0;
  for (let at = layout[id]; at && at.id !== ROOT_ID; at = parentOf(layout, at.id)) {
    if (at.type !== "TABS" && at.type !== "TAB") depth += 1;
  }
  return depth;
}

export function needsRow(parent: ComponentType, child: ComponentType): boolean {
  return (parent === "GRID" || parent === "TAB") && WRAPPED.includes(child);
}

export function canContain(layout: Layout, parentId: string, child: ComponentType): boolean {
  const parent = layout[parentId];
  const deepest = parent && NESTING[parent.type]?.[child];
  return deepest !== undefined && depthOf(layout, parentId) <= deepest;
}

export function canPlace(layout: Layout, parentId: string, child: LayoutComponent): boolean {
  if (!canContain(layout, parentId, child.type)) return false;
  const moved: Layout = { ...withoutChild(layout, child.id), [child.id]: child };
  const parent = moved[parentId];
  if (!parent) return false;
  moved[parentId] = { ...parent, children: [...parent.children, child.id] };
  return descendantsOf(moved, child.id).every((id) => {
    const holder = parentOf(moved, id);
    const component = moved[id];
    return holder && component && canContain(moved, holder.id, component.type);
  });
}

function withoutChild(layout: Layout, id: string): Layout {
  const parent = parentOf(layout, id);
  return parent ? { ...layout, [parent.id]: { ...parent, children: parent.children.filter((c) => c !== id) } } : layout;
}

export function descendantsOf(layout: Layout, id: string): string[] {
  return (layout[id]?.children ?? []).flatMap((child) => [child, ...descendantsOf(layout, child)]);
}

export const hasWidth = (component: LayoutComponent) => WRAPPED.includes(component.type);

export function widthOf(component: LayoutComponent): number {
  return hasWidth(component) ? (component.meta.width ?? DEFAULT_CHART_WIDTH) : 0;
}

export function minimumWidth(layout: Layout, component: LayoutComponent): number {
  if (component.type === "ROW") return usedColumns(layout, component.id);
  if (!CONTAINERS.includes(component.type)) return 1;
  const children = component.children.map((id) => layout[id]).filter((child) => child !== undefined);
  return Math.max(1, ...children.map((child) => minimumWidth(layout, child)));
}

const CONTAINERS: readonly ComponentType[] = ["COLUMN", "TABS", "TAB"];

export function usedColumns(layout: Layout, rowId: string): number {
  return (layout[rowId]?.children ?? []).reduce((sum, id) => sum + (layout[id] ? widthOf(layout[id]) : 0), 0);
}

export function innerWidth(layout: Layout, id: string): number {
  for (let at = layout[id]; at; at = parentOf(layout, at.id)) if (at.type === "COLUMN") return widthOf(at);
  return GRID_COLUMNS;
}

export function freeColumns(layout: Layout, rowId: string): number {
  return innerWidth(layout, rowId) - usedColumns(layout, rowId);
}

export function fittingWidth(layout: Layout, rowId: string, component: LayoutComponent): number | undefined {
  const isThere = layout[rowId]?.children.includes(component.id);
  const free = freeColumns(layout, rowId) + (isThere ? widthOf(component) : 0);
  const ownWidth = widthOf(component);
  if (ownWidth <= free) return ownWidth;
  return free >= minimumWidth(layout, component) ? free : undefined;
}

export function topTabsOf(layout: Layout): LayoutComponent | undefined {
  const root = layout[ROOT_ID];
  return root?.children.map((id) => layout[id]).find((child) => child?.type === "TABS");
}

export const isTopTab = (layout: Layout, id: string) => topTabsOf(layout)?.children.includes(id) ?? false;

export function defaultContainer(layout: Layout, activeTab?: string): string {
  const tabs = topTabsOf(layout);
  if (!tabs) return GRID_ID;
  return activeTab && tabs.children.includes(activeTab) ? activeTab : (tabs.children[0] ?? GRID_ID);
}
