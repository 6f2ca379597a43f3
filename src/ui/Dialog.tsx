import { type ReactNode, useRef } from "react";
import { onDemand } from "./on-demand.tsx";

const DialogFrame = onDemand(async () => (await import("./DialogFrame.tsx")).DialogFrame);

export interface DialogProps {
  open: boolean;
  /** Says the act: "Save chart". */
  title: ReactNode;
  width?: 520 | 720 | 960;
  /** Fixed height, e.g. `min(900px, 90vh)`; else as high as its content. */
  height?: string;
  children: ReactNode;
  /** The one thing this dialog is for. */
  primary?: { label: string; onClick(): void; danger?: boolean; disabled?: boolean; loading?: boolean; hint?: string };
  cancelLabel?: string;
  /** At the left of the footer: what is about to change. */
  footerNote?: ReactNode;
  /** Closed by Esc, the cross, the mask or Cancel. */
  onClose(): void;
  /** Something would be lost: closing asks first. */
  dirty?: boolean;
  /** The user may move it by its title and resize it by its corner. */
  movable?: boolean;
}

/**
 * A dialog: 52 px header, body that alone scrolls, 56 px footer. Ctrl+Enter is the primary button. Its code comes when
 * it first opens.
 */
export function Dialog(props: DialogProps) {
  const wasOpen = useRef(false);
  wasOpen.current ||= props.open;
  return wasOpen.current ? <DialogFrame {...props} /> : null;
}
