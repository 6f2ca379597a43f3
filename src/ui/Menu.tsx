import { Dropdown, type MenuProps } from "antd";
import type { ReactElement, ReactNode } from "react";
import { Kbd } from "./Kbd.tsx";
import styles from "./Menu.module.css";

export interface MenuItem {
  key: string;
  label: ReactNode;
  icon?: ReactNode;
  /** Shortcut shown at the right. */
  keys?: string;
  danger?: boolean;
  disabled?: boolean;
  /** Why it is disabled, or more about it. */
  hint?: string;
  /** A check mark before the label. */
  checked?: boolean;
  onSelect?(): void;
  children?: readonly MenuEntry[];
}
export type MenuEntry =
  | MenuItem
  | { key: string; divider: true }
  | { key: string; group: string; items: readonly MenuItem[] };

export interface MenuOptions {
  items: readonly MenuEntry[];
  /** The control that opens it. */
  children: ReactElement;
  placement?: "bottomLeft" | "bottomRight" | "topLeft" | "topRight" | "top" | "bottom";
  trigger?: "click" | "contextMenu";
  open?: boolean;
  onOpenChange?(open: boolean): void;
  disabled?: boolean;
}

/** A menu of acts on a button: arrows move, Enter picks, Esc closes and returns the focus. */
export function Menu({ items, children, placement = "bottomLeft", trigger = "click", ...rest }: MenuOptions) {
  return (
    <Dropdown
      menu={{ items: items.map(entryOf), className: styles.menu }}
      trigger={[trigger]}
      placement={placement}
      autoFocus
      {...rest}
    >
      {children}
    </Dropdown>
  );
}

type AntdItem = NonNullable<NonNullable<MenuProps["items"]>[number]>;

function entryOf(entry: MenuEntry): AntdItem {
  if ("divider" in entry) return { key: entry.key, type: "divider" };
  if ("group" in entry) {
    return { key: entry.key, type: "group", label: entry.group, children: entry.items.map(entryOf) };
  }
  return {
    key: entry.key,
    icon: entry.icon,
    danger: entry.danger,
    disabled: entry.disabled,
    title: entry.hint ?? "",
    label: <Label item={entry} />,
    ...(entry.children ? { children: entry.children.map(entryOf) } : {}),
    onClick: ({ domEvent }) => {
      domEvent.stopPropagation();
      entry.onSelect?.();
    },
  } as AntdItem;
}

function Label({ item }: { item: MenuItem }) {
  return (
    <span className={styles.label}>
      <span>{item.label}</span>
      {item.checked ? (
        <span className={styles.check} role="img" aria-label="selected">
          ✓
        </span>
      ) : null}
      {item.keys ? <Kbd keys={item.keys} /> : null}
    </span>
  );
}
