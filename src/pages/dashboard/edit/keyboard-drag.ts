import { nameOf } from "../../../editor/action.ts";
import type { DashboardEditor } from "../../../editor/dashboard-editor.ts";
import { openSlots, slotWords } from "../../../editor/drop.ts";
import { contentHome, topTabsOf } from "../../../editor/layout-rules.ts";
import { announce } from "./announcer.ts";
import { endDrag, startDrag, useDragState } from "./drag-state.ts";
import { land } from "./use-drop.ts";

/** Dragging by keyboard: Space lifts the selected tile, arrows move the bar from slot to slot, Enter drops, Esc cancels. */
export function startKeyboardDrag(editor: DashboardEditor, id: string): void {
  const { layout } = editor.document;
  const component = layout[id];
  if (!component) return;
  const dragged = { kind: "existing", id } as const;
  const slots = openSlots(layout, dragged, topTabsOf(layout)?.id ?? contentHome(layout));
  if (slots.length === 0) {
    announce(`There is no other place for ${nameOf(component)}`);
    return;
  }
  startDrag(dragged, { slots, index: 0 });
  announce(`${nameOf(component)} lifted. Arrows move, Enter drops, Escape cancels. ${words(editor, 0)}`);
}

/** Handles a key of a keyboard drag; false when none is under way or the key means nothing to it. */
export function handleDragKey(editor: DashboardEditor, key: string): boolean {
  const { dragged, walk, slot } = useDragState.getState();
  if (!dragged || !walk) return false;
  const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[key];
  if (step !== undefined) {
    const index = (walk.index + step + walk.slots.length) % walk.slots.length;
    useDragState.setState({ walk: { ...walk, index }, slot: walk.slots[index] ?? null });
    announce(words(editor, index));
    return true;
  }
  if (key === "Escape") {
    endDrag();
    announce("Move cancelled");
    return true;
  }
  if (key !== "Enter" && key !== " ") return false;
  endDrag();
  if (slot) land(editor, dragged, slot);
  announce("Dropped");
  return true;
}

function words(editor: DashboardEditor, index: number): string {
  const slot = useDragState.getState().walk?.slots[index];
  return slot ? slotWords(editor.document.layout, slot, nameOf) : "";
}
