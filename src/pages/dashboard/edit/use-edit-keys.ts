import { useEffect } from "react";
import { ACTIONS } from "../../../editor/action.ts";
import type { DashboardEditor } from "../../../editor/dashboard-editor.ts";
import { inlineKey } from "../../../i18n/direction.ts";
import { handleDragKey, startKeyboardDrag } from "./keyboard-drag.ts";

/** `reveal` opens the tab that a component was moved to. */
export function useEditKeys(editor: DashboardEditor, save: () => void, reveal: (id: string) => void): void {
  useEffect(() => {
    const handle = (event: KeyboardEvent) => {
      if (isSave(event)) {
        event.preventDefault();
        save();
        return;
      }
      if (event.defaultPrevented || isTyping(event.target) || document.querySelector('[role="dialog"]')) return;
      if (handleDragKey(editor, event.key) || runAction(editor, event) || lift(editor, event)) {
        event.preventDefault();
        event.stopPropagation();
        const { selection } = editor.getSnapshot();
        if (selection) reveal(selection);
      }
    };
    document.addEventListener("keydown", handle, true);
    return () => document.removeEventListener("keydown", handle, true);
  }, [editor, save, reveal]);
}

const isSave = (event: KeyboardEvent) => (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "s";

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches("input, textarea, select, [contenteditable]");
}

function runAction(editor: DashboardEditor, event: KeyboardEvent): boolean {
  const pressed = chordOf(event);
  const action = ACTIONS.find(({ keys }) => keys.some((key) => key.toLowerCase() === pressed));
  if (!action?.when(editor.getSnapshot())) return false;
  if (!pressed.startsWith("mod+") && !isOnTile(event.target)) return false;
  action.run(editor);
  return true;
}

function lift(editor: DashboardEditor, event: KeyboardEvent): boolean {
  const { selection } = editor.getSnapshot();
  if (event.key === "Escape" && selection) {
    editor.select(null);
    return true;
  }
  if (event.key !== " " || !selection || !isOnTile(event.target)) return false;
  startKeyboardDrag(editor, selection);
  return true;
}

function isOnTile(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement) || target.closest("button, a, [role=tab], [role=toolbar]")) return false;
  return target.closest("[data-layout-id]") !== null;
}

/** For example `mod+shift+z`, `shift+arrowright` or `delete`, as actions list them. */
export function chordOf(event: Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "shiftKey">): string {
  const parts = [
    event.ctrlKey || event.metaKey ? "mod" : "",
    event.shiftKey ? "shift" : "",
    inlineKey(event.key).toLowerCase(),
  ];
  return parts.filter(Boolean).join("+");
}
