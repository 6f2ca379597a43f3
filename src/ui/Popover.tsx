import { Popover as AntdPopover } from "antd";
import { type ReactElement, type ReactNode, useCallback, useEffect, useRef } from "react";
import styles from "./Popover.module.css";

export interface PopoverProps {
  open: boolean;
  onOpenChange(open: boolean): void;
  /** Accessible name of what opens. */
  label: string;
  content: ReactNode;
  /** The control that opens it; gets the focus back. */
  children: ReactElement;
  placement?: "bottomLeft" | "bottomRight" | "topLeft" | "topRight" | "right" | "left";
}

/** A small surface beside a control. However it closes, the focus goes back to what opened it. */
export function Popover({ open, onOpenChange, label, content, children, placement = "bottomLeft" }: PopoverProps) {
  const trigger = useRef<HTMLSpanElement>(null);
  const surface = useRef<HTMLDivElement>(null);
  const wasOpen = useRef(open);
  const takeFocusBack = useCallback(
    () => trigger.current?.querySelector<HTMLElement>("button, [tabindex], a, input")?.focus(),
    [],
  );
  useEffect(() => {
    const isClosing = wasOpen.current && !open;
    wasOpen.current = open;
    const isInside = surface.current?.contains(document.activeElement) ?? false;
    if (isClosing && (isInside || document.activeElement === document.body)) takeFocusBack();
  }, [open, takeFocusBack]);
  const close = () => {
    onOpenChange(false);
    takeFocusBack();
  };
  return (
    <span ref={trigger} className={styles.trigger}>
      <AntdPopover
        open={open}
        onOpenChange={onOpenChange}
        trigger="click"
        placement={placement}
        arrow={false}
        destroyOnHidden
        styles={{ container: { padding: 0 } }}
        content={
          <div
            ref={surface}
            role="dialog"
            aria-label={label}
            onKeyDown={(event) => {
              if (event.key !== "Escape") return;
              event.stopPropagation();
              close();
            }}
          >
            {content}
          </div>
        }
      >
        {children}
      </AntdPopover>
    </span>
  );
}
