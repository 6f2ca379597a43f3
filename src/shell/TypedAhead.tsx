import { type RefObject, useLayoutEffect } from "react";

interface TypedAheadProps {
  text: RefObject<string>;
  onClose(): void;
}

/**
 * While the palette or a dialog is on its way, keeps what is typed for it, and from the page, whose single letters act.
 * Where it does not come, keys are for the alert that says so.
 */
export function TypedAhead({ text, onClose }: TypedAheadProps) {
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
