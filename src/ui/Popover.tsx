import { Popover as AntdPopover } from "antd";
import { type KeyboardEvent, type ReactElement, type ReactNode, useCallback, useEffect, useRef } from "react";
import { inlinePlacement } from "../i18n/direction.ts";
import { closesSelectOnly } from "./escape.ts";
import styles from "./Popover.module.css";

export interface PopoverProps {
  open: boolean;
  onOpenChange(open: boolean): void;
  label: string;
  content: ReactNode;
  children: ReactElement;
  placement?: "bottom" | "bottomLeft" | "bottomRight" | "topLeft" | "topRight" | "right" | "left";
}

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
  const attach = useCallback((element: HTMLDivElement | null) => {
    surface.current = element;
    if (element) takeFocus(element);
  }, []);
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === "Tab" && surface.current) keepInside(surface.current, event);
    if (event.key !== "Escape" || closesSelectOnly(event)) return;
    event.stopPropagation();
    onOpenChange(false);
    takeFocusBack();
  };
  return (
    <span ref={trigger} className={styles.trigger}>
      <AntdPopover
        open={open}
        onOpenChange={onOpenChange}
        trigger="click"
        placement={inlinePlacement(placement)}
        arrow={false}
        autoAdjustOverflow={IN_WINDOW}
        destroyOnHidden
        afterOpenChange={(isOpen) => isOpen && surface.current && takeFocus(surface.current)}
        styles={{ container: { padding: 0, border: "1px solid var(--tessera-raised-border)" } }}
        content={
          <div
            ref={attach}
            role="dialog"
            aria-label={label}
            tabIndex={-1}
            className={styles.surface}
            onKeyDown={handleKey}
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

/** Turned to the other side, or moved, where there is no room. */
const IN_WINDOW = { adjustX: 1, adjustY: 1, shiftX: true, shiftY: true } as const;

/** The surface is rendered elsewhere in the page, where Tab wouldn't lead. */
function takeFocus(surface: HTMLElement): void {
  if (!surface.contains(document.activeElement)) surface.focus({ preventScroll: true });
}

const STOPS = "button, input, select, textarea, a[href], [contenteditable=true], [tabindex]";

function keepInside(surface: HTMLElement, event: KeyboardEvent): void {
  if (!(event.target instanceof Node) || !surface.contains(event.target)) return;
  const stops = [...surface.querySelectorAll<HTMLElement>(STOPS)].filter(
    (one) => one.tabIndex >= 0 && !one.matches(":disabled") && one.getClientRects().length > 0,
  );
  const [first, last] = [stops.at(0), stops.at(-1)];
  const isAtEnd = event.shiftKey
    ? [first, surface].includes(document.activeElement as HTMLElement)
    : document.activeElement === last;
  if (!isAtEnd) return;
  event.preventDefault();
  (event.shiftKey ? last : first)?.focus();
}
