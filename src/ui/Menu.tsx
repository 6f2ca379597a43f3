import { cloneElement, type KeyboardEvent, type ReactElement, type Ref, useCallback, useRef, useState } from "react";
import { lazyComponent } from "./lazy-component.tsx";
import type { MenuEntry, MenuPlacement } from "./MenuPopup.tsx";

const MenuPopup = lazyComponent(async () => (await import("./MenuPopup.tsx")).MenuPopup);

export type { MenuEntry, MenuItem } from "./MenuPopup.tsx";

export interface MenuOptions {
  items: readonly MenuEntry[];
  /** The trigger. Must pass `ref`, handlers and ARIA properties to its element. */
  children: ReactElement;
  placement?: MenuPlacement;
  open?: boolean;
  onOpenChange?(open: boolean): void;
}

type ControlProps = {
  ref?: Ref<HTMLElement>;
  onClick?(event: unknown): void;
  onKeyDown?(event: KeyboardEvent): void;
  onPointerEnter?(event: unknown): void;
  onFocus?(event: unknown): void;
};

/**
 * Arrow keys move, Enter selects, Esc closes and restores the focus. The popup's code is prefetched on hover or focus
 * of the trigger.
 */
export function Menu({ items, children, placement = "bottomLeft", open, onOpenChange }: MenuOptions) {
  const [isOpenInternally, setOpenInternally] = useState(false);
  const isOpen = open ?? isOpenInternally;
  const wasOpen = useRef(false);
  wasOpen.current ||= isOpen;
  const anchor = useRef<HTMLElement | null>(null);
  const control = children as ReactElement<ControlProps>;
  const change = (next: boolean) => {
    setOpenInternally(next);
    onOpenChange?.(next);
  };
  const { ref } = control.props;
  const attach = useCallback(
    (element: HTMLElement | null) => {
      anchor.current = element;
      if (typeof ref === "function") ref(element);
      else if (ref) ref.current = element;
    },
    [ref],
  );
  const prefetchOn = (name: "onPointerEnter" | "onFocus") => (event: unknown) => {
    void MenuPopup.prefetch();
    control.props[name]?.(event);
  };
  return (
    <>
      {cloneElement(control, {
        ref: attach,
        "aria-haspopup": "menu",
        "aria-expanded": isOpen,
        onPointerEnter: prefetchOn("onPointerEnter"),
        onFocus: prefetchOn("onFocus"),
        onClick: (event: unknown) => {
          control.props.onClick?.(event);
          change(!isOpen);
        },
        onKeyDown: (event: KeyboardEvent) => {
          control.props.onKeyDown?.(event);
          if (!isOpen && event.key === "ArrowDown") {
            event.preventDefault();
            change(true);
          }
          // While the popup's code is loading the focus is still here.
          if (isOpen && (event.key === "Escape" || event.key === "Tab")) change(false);
        },
      } as ControlProps)}
      {wasOpen.current ? (
        <MenuPopup anchor={anchor} items={items} placement={placement} open={isOpen} onOpenChange={change} />
      ) : null}
    </>
  );
}
