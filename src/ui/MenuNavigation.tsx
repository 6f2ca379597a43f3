import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useRef } from "react";
import { inlineKey } from "../i18n/direction.ts";

interface MenuNavigationProps {
  /** ID of antd's menu, which prefixes those of its entries. */
  id: string;
  openKeys: readonly string[];
  onOpenKeys(keys: readonly string[]): void;
  children: ReactNode;
}

const NAVIGATION_KEYS: readonly string[] = [
  "ArrowDown",
  "ArrowUp",
  "ArrowLeft",
  "ArrowRight",
  "Home",
  "End",
  "Enter",
  " ",
];

/**
 * Handles menu keys synchronously: antd moves the focus some frames after the key, so that a quick Enter selects the
 * previous entry.
 */
export function MenuNavigation({ id, openKeys, onOpenKeys, children }: MenuNavigationProps) {
  const box = useRef<HTMLDivElement>(null);
  const frame = useRef(0);
  const opening = useRef<FindList | null>(() => box.current?.querySelector(LIST));
  const enter = (list: FindList) => {
    const before = document.activeElement;
    const focusFirst = () => {
      const found = list();
      const entries = entriesOf(found);
      entries[0]?.focus({ preventScroll: true });
      const isWaiting = document.activeElement === before && !(found && entries.length === 0);
      if (isWaiting) frame.current = requestAnimationFrame(focusFirst);
    };
    focusFirst();
  };
  const step = ({ key: pressed, ctrlKey, metaKey }: KeyboardEvent) => {
    const key = inlineKey(pressed);
    const entry = document.activeElement?.closest<HTMLElement>(ENTRY);
    const list = entry?.closest<HTMLElement>(LIST);
    if (!entry || !list) return;
    const keyOf = (one: HTMLElement) => one.dataset.menuId?.slice(id.length + 1) ?? "";
    const others = (one: HTMLElement) => openKeys.filter((open) => open !== keyOf(one));
    if (entry.ariaHasPopup === "true" && (key === "ArrowRight" || isChoice(key))) {
      const inside = entry.getAttribute("aria-controls") ?? "";
      opening.current = () => document.getElementById(inside);
      onOpenKeys([...others(entry), keyOf(entry)]);
    } else if (key === "ArrowLeft") {
      const above = document.querySelector<HTMLElement>(`[aria-controls="${CSS.escape(list.id)}"]`);
      above?.focus();
      if (above) onOpenKeys(others(above));
    } else if (isChoice(key)) {
      const pressable = entry.querySelector("a") ?? entry;
      pressable.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, ctrlKey, metaKey }));
    } else neighbor(entriesOf(list), entry, key)?.focus();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: a submenu is rendered once `openKeys` contains it
  useEffect(() => {
    const list = opening.current;
    opening.current = null;
    if (list) enter(list);
    return () => cancelAnimationFrame(frame.current);
  }, [openKeys]);
  const handleKey = (event: KeyboardEvent) => {
    if (!NAVIGATION_KEYS.includes(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    // Holding a key down opened the menu; that doesn't select an entry too.
    if (!(event.repeat && isChoice(event.key))) step(event);
  };
  return (
    <div ref={box} onKeyDownCapture={handleKey} onPointerMove={focusPointed}>
      {children}
    </div>
  );
}

const isChoice = (key: string) => key === "Enter" || key === " ";

const ENTRY = "[role=menuitem]";
const LIST = "[role=menu]";

function focusPointed(event: PointerEvent): void {
  const entry = (event.target as Element).closest<HTMLElement>(`${ENTRY}:not([aria-disabled="true"])`);
  if (entry && !entry.contains(document.activeElement)) entry.focus({ preventScroll: true });
}

type FindList = () => HTMLElement | null | undefined;

function entriesOf(list: HTMLElement | null | undefined): HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>(`${ENTRY}:not([aria-disabled="true"])`) ?? [])];
}

function neighbor(entries: readonly HTMLElement[], entry: HTMLElement, key: string): HTMLElement | undefined {
  if (key === "Home") return entries.at(0);
  if (key === "End") return entries.at(-1);
  const place = entries.indexOf(entry);
  if (key === "ArrowDown") return entries[(place + 1) % entries.length];
  return key === "ArrowUp" ? entries.at(place - 1) : undefined;
}
