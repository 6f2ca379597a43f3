import { t } from "../i18n/translate.ts";
import type { Layout, LayoutComponent } from "../model/dashboard-layout.ts";
import { insert, move, Refusal, type Slot } from "./layout-edits.ts";
import { parentOf } from "./layout-rules.ts";

/**
 * Finds the drop target: pointer position and edge map to a slot valid for `insert` and `move`, or a reason why not.
 * Keyboard drags visit the same slots in reading order.
 */

export type Edge = "top" | "right" | "bottom" | "left" | "inside";

export type Dragged = { kind: "existing"; id: string } | { kind: "new"; component: LayoutComponent };

export type DropTarget = { kind: "slot"; slot: Slot; layout: Layout } | { kind: "forbidden"; reason: string };

export function dropAt(layout: Layout, dragged: Dragged, target: { id: string; edge: Edge }): DropTarget {
  const slot = slotAt(layout, dragged, target);
  return slot ? tryDrop(layout, dragged, slot) : { kind: "forbidden", reason: t("Nothing can be dropped here.") };
}

export function tryDrop(layout: Layout, dragged: Dragged, slot: Slot): DropTarget {
  try {
    const next = dragged.kind === "existing" ? move(layout, dragged.id, slot) : insert(layout, dragged.component, slot);
    return { kind: "slot", slot, layout: next };
  } catch (error) {
    if (error instanceof Refusal) return { kind: "forbidden", reason: error.message };
    throw error;
  }
}

const isHorizontal = (parent: LayoutComponent) => parent.type === "ROW" || parent.type === "TABS";

function slotAt(layout: Layout, dragged: Dragged, { id, edge }: { id: string; edge: Edge }): Slot | undefined {
  const target = layout[id];
  if (!target) return undefined;
  if (edge === "inside") return isSame(dragged, id) ? undefined : endOf(target);
  const isBefore = edge === "top" || edge === "left";
  const within = isBefore ? { parentId: id, index: 0 } : endOf(target);
  const parent = parentOf(layout, id);
  if (!parent) return within;
  const isSideways = edge === "left" || edge === "right";
  if (isHorizontal(parent) === isSideways) {
    return { parentId: parent.id, index: parent.children.indexOf(id) + (isBefore ? 0 : 1) };
  }
  if (takesItsEdges(parent, target)) return slotAt(layout, dragged, { id: parent.id, edge });
  return takesSides(target) ? within : undefined;
}

const takesItsEdges = (parent: LayoutComponent, target: LayoutComponent) =>
  isHorizontal(parent) || (parent.type === "COLUMN" && !takesSides(target));

const endOf = (target: LayoutComponent): Slot => ({ parentId: target.id, index: target.children.length });
const isSame = (dragged: Dragged, id: string) => dragged.kind === "existing" && dragged.id === id;
const takesSides = (target: LayoutComponent) => target.type === "ROW" || target.type === "COLUMN";

export function openSlots(layout: Layout, dragged: Dragged, rootId: string): Slot[] {
  const open: Slot[] = [];
  const visit = (id: string) => {
    const component = layout[id];
    if (!component || (dragged.kind === "existing" && dragged.id === id)) return;
    component.children.forEach((child, index) => {
      offer({ parentId: id, index });
      visit(child);
    });
    offer({ parentId: id, index: component.children.length });
  };
  const offer = (slot: Slot) => {
    const result = tryDrop(layout, dragged, slot);
    if (result.kind === "slot" && result.layout !== layout) open.push(slot);
  };
  visit(rootId);
  return open;
}

export function describeSlot(layout: Layout, slot: Slot, nameOf: (component: LayoutComponent) => string): string {
  const parent = layout[slot.parentId];
  if (!parent) return "";
  const before = layout[parent.children[slot.index - 1] ?? ""];
  const after = layout[parent.children[slot.index] ?? ""];
  const place = describePlace(layout, parent);
  if (before) return t("{place}, after {name}", { place, name: nameOf(before) });
  return after ? t("{place}, before {name}", { place, name: nameOf(after) }) : t("{place}, empty", { place });
}

function describePlace(layout: Layout, component: LayoutComponent): string {
  const holder = parentOf(layout, component.id);
  const number = holder ? holder.children.indexOf(component.id) + 1 : 1;
  switch (component.type) {
    case "ROW":
      return t("Row {number}", { number: String(number) });
    case "COLUMN":
      return t("Column {number}", { number: String(number) });
    case "TAB":
      return t("Tab {name}", { name: component.meta.text || String(number) });
    default:
      return t("Dashboard");
  }
}
