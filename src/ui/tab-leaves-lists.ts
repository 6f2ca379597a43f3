const ESCAPE = { key: "Escape", code: "Escape", keyCode: 27, bubbles: true, cancelable: true };

/**
 * Tab goes on from an open list and takes nothing, as from any field: Enter takes. antd's lists would take what is
 * highlighted, or give it back where it is taken already, and keep the focus; and lists that were told to close are open
 * still for a moment, in which a quick Tab would undo the choice just made.
 */
export function letTabLeaveLists(): () => void {
  const leave = (event: KeyboardEvent) => {
    const { key, target } = event;
    if (key !== "Tab" || !(target instanceof Element) || !target.closest(".ant-select-open")) return;
    event.stopPropagation();
    // The next stop may be the field's own button that clears it, from which the list would not close by itself.
    const close = () => {
      if (target.ariaExpanded === "true") target.dispatchEvent(new KeyboardEvent("keydown", ESCAPE));
    };
    if (target.role === "combobox") window.addEventListener("focusin", close, { once: true });
  };
  window.addEventListener("keydown", leave, true);
  return () => window.removeEventListener("keydown", leave, true);
}
