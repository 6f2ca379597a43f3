import { useRef } from "react";
import type { DialogProps } from "./DialogFrame.tsx";
import { lazyComponent } from "./lazy-component.tsx";

const DialogFrame = lazyComponent(async () => (await import("./DialogFrame.tsx")).DialogFrame);

/**
 * A dialog: 52 px header, body that alone scrolls, 56 px footer. Ctrl+Enter is the primary button. Its code comes when
 * it first opens.
 */
export function Dialog(props: DialogProps) {
  const wasOpen = useRef(false);
  wasOpen.current ||= props.open;
  return wasOpen.current ? <DialogFrame {...props} /> : null;
}
