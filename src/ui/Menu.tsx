import { cloneElement, type KeyboardEvent, type ReactElement, type Ref, useCallback, useRef, useState } from "react";
import { lazyComponent } from "./lazy-component.tsx";
import type { MenuEntry, MenuPlacement } from "./MenuPopup.tsx";

const MenuPopup = lazyComponent(async () => (await import("./MenuPopup.tsx")).MenuPopup);

export type { MenuEntry, MenuItem } from "./MenuPopup.tsx";

export interface MenuOptions {
  items: readonly MenuEntry[];
  /** The control that opens it: passes `ref`, handlers and ARIA properties on to its element. */
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
 * A menu of actions on a button: arrows move, Enter picks, Esc closes and returns the focus. Its code is fetched when
 * the pointer or the focus reaches the button, at the latest when it opens.
 */
export function Menu({ items, children, placement = "bottomLeft", open, onOpenChange }: MenuOptions) {
  const [isOpenItself, setOpenItself] = useState(false);
  const isOpen = open ?? isOpenItself;
  const wasOpen = useRef(false);
  wasOpen.current ||= isOpen;
  const anchor = useRef<HTMLElement | null>(null);
  const control = children as ReactElement<ControlProps>;
  const change = (next: boolean) => {
    setOpenItself(next);
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
  const heldBy = (name: "onPointerEnter" | "onFocus") => (event: unknown) => {
    void MenuPopup.prefetch();
    control.props[name]?.(event);
  };
  return (
    <>
      {cloneElement(control, {
        ref: attach,
        "aria-haspopup": "menu",
        "aria-expanded": isOpen,
        onPointerEnter: heldBy("onPointerEnter"),
        onFocus: heldBy("onFocus"),
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
          // While its code is loading the focus is still here.
          if (isOpen && (event.key === "Escape" || event.key === "Tab")) change(false);
        },
      } as ControlProps)}
      {wasOpen.current ? (
        <MenuPopup anchor={anchor} items={items} placement={placement} open={isOpen} onOpenChange={change} />
      ) : null}
    </>
  );
}
