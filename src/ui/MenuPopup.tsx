import { Dropdown, type MenuProps } from "antd";
import { type ReactNode, type RefObject, useId, useState } from "react";
import { inlinePlacement } from "../i18n/direction.ts";
import { t } from "../i18n/translate.ts";
import { Anchor } from "./Anchor.tsx";
import { Kbd } from "./Kbd.tsx";
import styles from "./Menu.module.css";
import { MenuNavigation } from "./MenuNavigation.tsx";

export interface MenuItem {
  key: string;
  label: ReactNode;
  icon?: ReactNode;
  keys?: string;
  danger?: boolean;
  disabled?: boolean;
  /** Why it is disabled, or more details. */
  hint?: string;
  checked?: boolean;
  /** `inNewWindow`: Ctrl or Cmd was pressed. */
  onSelect?(inNewWindow: boolean): void;
  children?: readonly MenuEntry[];
}
export type MenuEntry =
  | MenuItem
  | { key: string; divider: true }
  | { key: string; group: string; items: readonly MenuItem[] };

export type MenuPlacement = "bottomLeft" | "bottomRight" | "topLeft" | "topRight" | "top" | "bottom";

interface MenuPopupProps {
  items: readonly MenuEntry[];
  placement?: MenuPlacement;
  anchor: RefObject<HTMLElement | null>;
  open: boolean;
  onOpenChange(open: boolean): void;
}

/**
 * antd's dropdown, anchored to a trigger rendered elsewhere. Remounted on each opening, to start at its top without
 * previous submenus.
 */
export function MenuPopup({ anchor, items, placement, ...rest }: MenuPopupProps) {
  return (
    <OpenedMenu
      key={useOpenings(rest.open)}
      anchor={anchor}
      items={items}
      placement={inlinePlacement(placement)}
      {...rest}
    />
  );
}

function OpenedMenu({ anchor, items, ...rest }: MenuPopupProps) {
  const id = useId();
  const [openKeys, setOpenKeys] = useState<readonly string[]>([]);
  return (
    <Dropdown
      menu={{
        id,
        items: items.map((entry) => entryOf(entry, anchor)),
        className: styles.menu,
        onKeyDown: (event) => event.key === "Escape" && anchor.current?.focus(),
        openKeys: [...openKeys],
        onOpenChange: setOpenKeys,
      }}
      trigger={["click"]}
      popupRender={(menu) => (
        <MenuNavigation id={id} openKeys={openKeys} onOpenKeys={setOpenKeys}>
          {menu}
        </MenuNavigation>
      )}
      // A submenu is a separate popup: unmount it with its menu, so that the next opening starts at the top.
      destroyOnHidden
      {...rest}
    >
      <Anchor anchor={anchor} />
    </Dropdown>
  );
}

function useOpenings(open: boolean): number {
  const [known, setKnown] = useState({ open, count: 0 });
  if (known.open !== open) setKnown({ open, count: known.count + (open ? 1 : 0) });
  return known.count;
}

type AntdItem = NonNullable<NonNullable<MenuProps["items"]>[number]>;

function entryOf(entry: MenuEntry, anchor: MenuPopupProps["anchor"]): AntdItem {
  const inside = (child: MenuEntry) => entryOf(child, anchor);
  if ("divider" in entry) return { key: entry.key, type: "divider" };
  if ("group" in entry) {
    return { key: entry.key, type: "group", label: entry.group, children: entry.items.map(inside) };
  }
  return {
    key: entry.key,
    icon: entry.icon,
    danger: entry.danger,
    disabled: entry.disabled,
    title: entry.hint ?? "",
    label: <Label item={entry} />,
    ...(entry.children ? { children: entry.children.map(inside), popupClassName: styles.submenu } : {}),
    onClick: ({ domEvent }) => {
      domEvent.stopPropagation();
      // What the entry opens should restore the focus to the trigger, as menu entries are unmounted.
      anchor.current?.focus();
      entry.onSelect?.(domEvent.ctrlKey || domEvent.metaKey);
    },
  } as AntdItem;
}

function Label({ item }: { item: MenuItem }) {
  return (
    <span className={styles.label}>
      <span>{item.label}</span>
      {item.checked ? (
        <span className={styles.check} role="img" aria-label={t("selected")}>
          ✓
        </span>
      ) : null}
      {item.keys ? <Kbd keys={item.keys} /> : null}
    </span>
  );
}
