import { create } from "zustand";
import type { Dragged, Edge } from "../../../editor/drop.ts";
import type { Slot } from "../../../editor/layout-edits.ts";
import type { LayoutComponent } from "../../../model/dashboard-layout.ts";

export interface DragState {
  dragged: Dragged | null;
  slot: Slot | null;
  forbidden: { id: string; reason: string } | null;
  /** Slots for keyboard drags; null for pointer drags. */
  walk: { slots: readonly Slot[]; index: number } | null;
}

const IDLE: DragState = { dragged: null, slot: null, forbidden: null, walk: null };

export const useDragState = create<DragState>(() => IDLE);

export function startDrag(dragged: Dragged, walk: DragState["walk"] = null): void {
  useDragState.setState({ ...IDLE, dragged, walk, slot: walk?.slots[walk.index] ?? null }, true);
}

export function endDrag(): void {
  useDragState.setState(IDLE, true);
}

export type DragData = { kind: "component"; id: string } | { kind: "palette"; make(): LayoutComponent };

export function draggedOf(data: DragData): Dragged {
  return data.kind === "component" ? { kind: "existing", id: data.id } : { kind: "new", component: data.make() };
}

export interface DropData {
  id: string;
  edge: Edge;
}
