import type { KeyboardEvent } from "react";

/** True if Escape only closes an open select; then it stops the event, so that the parent stays open. */
export function closesSelectOnly(event: KeyboardEvent): boolean {
  const { target } = event;
  const isOpen = target instanceof Element && target.matches("[role=combobox][aria-expanded=true]");
  if (event.key !== "Escape" || !isOpen) return false;
  event.stopPropagation();
  return true;
}
