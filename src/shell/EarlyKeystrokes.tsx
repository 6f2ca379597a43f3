import { type RefObject, useLayoutEffect } from "react";

interface EarlyKeystrokesProps {
  text: RefObject<string>;
  onClose(): void;
}

/**
 * Buffers keys typed while the palette or a dialog is loading, and keeps them from the page's single-letter shortcuts.
 * When loading fails, keys go to the alert.
 */
export function EarlyKeystrokes({ text, onClose }: EarlyKeystrokesProps) {
  useLayoutEffect(() => {
    const keep = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || document.querySelector("[data-missing-part]")) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      if (event.key === "Escape") onClose();
      else if (event.key.length === 1) text.current += event.key;
    };
    window.addEventListener("keydown", keep, true);
    return () => window.removeEventListener("keydown", keep, true);
  }, [text, onClose]);
  return null;
}
