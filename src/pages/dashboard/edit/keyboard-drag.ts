import { nameOf } from "../../../editor/action.ts";
import type { DashboardEditor } from "../../../editor/dashboard-editor.ts";
import { describeSlot, openSlots } from "../../../editor/drop.ts";
import { defaultContainer, topTabsOf } from "../../../editor/layout-rules.ts";
import { inlineKey } from "../../../i18n/direction.ts";
import { t } from "../../../i18n/translate.ts";
import { announce } from "./announcer.ts";
import { endDrag, startDrag, useDragState } from "./drag-state.ts";
import { applyDrop } from "./use-drop.ts";

export function startKeyboardDrag(editor: DashboardEditor, id: string): void {
  const { layout } = editor.document;
  const component = layout[id];
  if (!component) return;
  const dragged = { kind: "existing", id } as const;
  const slots = openSlots(layout, dragged, topTabsOf(layout)?.id ?? defaultContainer(layout));
  if (slots.length === 0) {
    announce(t("There's nowhere else to move {name}", { name: nameOf(component) }));
    return;
  }
  startDrag(dragged, { slots, index: 0 });
  announce(
    t("{name} picked up. Arrow keys move, Enter drops, Escape cancels. {place}", {
      name: nameOf(component),
      place: slotText(editor, 0),
    }),
  );
}

/** Returns false when no keyboard drag is active or the key has no meaning for it. */
export function handleDragKey(editor: DashboardEditor, key: string): boolean {
  const { dragged, walk, slot } = useDragState.getState();
  if (!dragged || !walk) return false;
  const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[inlineKey(key)];
  if (step !== undefined) {
    const index = (walk.index + step + walk.slots.length) % walk.slots.length;
    useDragState.setState({ walk: { ...walk, index }, slot: walk.slots[index] ?? null });
    announce(slotText(editor, index));
    return true;
  }
  if (key === "Escape") {
    endDrag();
    announce(t("Move canceled"));
    return true;
  }
  if (key !== "Enter" && key !== " ") return false;
  endDrag();
  if (slot) applyDrop(editor, dragged, slot);
  announce(t("Dropped"));
  return true;
}

function slotText(editor: DashboardEditor, index: number): string {
  const slot = useDragState.getState().walk?.slots[index];
  return slot ? describeSlot(editor.document.layout, slot, nameOf) : "";
}
