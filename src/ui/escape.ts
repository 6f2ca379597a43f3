import type { KeyboardEvent } from "react";

/**
 * Whether Escape was pressed to close the list of a field, which it then does and nothing else: what the field stands
 * in neither closes nor hears of it.
 */
export function closesListOnly(event: KeyboardEvent): boolean {
  const { target } = event;
  const isOpen = target instanceof Element && target.matches("[role=combobox][aria-expanded=true]");
  if (event.key !== "Escape" || !isOpen) return false;
  event.stopPropagation();
  return true;
}
