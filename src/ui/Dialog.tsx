import { useRef } from "react";
import type { DialogProps } from "./DialogFrame.tsx";
import { lazyComponent } from "./lazy-component.tsx";

const DialogFrame = lazyComponent(async () => (await import("./DialogFrame.tsx")).DialogFrame);

/** 52 px header, scrolling body, 56 px footer. Ctrl+Enter, or Enter in a text field, runs the primary action. Lazy-loaded when first opened. */
export function Dialog(props: DialogProps) {
  const wasOpen = useRef(false);
  wasOpen.current ||= props.open;
  return wasOpen.current ? <DialogFrame {...props} /> : null;
}
