import type { KeyboardEvent } from "react";

const PLAIN = new Set(["text", "password", "search", "email", "url", "number"]);

/** Enter in a one-line field that has no other use for it, such as a list to choose from or an input method. */
export function isEnterInField(event: KeyboardEvent): boolean {
  const { target, key, nativeEvent } = event;
  if (key !== "Enter" || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return false;
  if (event.defaultPrevented || nativeEvent.isComposing) return false;
  return target instanceof HTMLInputElement && PLAIN.has(target.type) && target.role !== "combobox";
}
