import { Popover as AntdPopover } from "antd";
import { type ReactElement, type ReactNode, useRef } from "react";
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

/** A small surface beside a control. Esc closes it and gives the focus back. */
export function Popover({ open, onOpenChange, label, content, children, placement = "bottomLeft" }: PopoverProps) {
  const trigger = useRef<HTMLSpanElement>(null);
  const close = () => {
    onOpenChange(false);
    trigger.current?.querySelector<HTMLElement>("button, [tabindex], a, input")?.focus();
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
