import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useRef } from "react";
import { type HeldKey, type KeysAhead, STEPS } from "./keys-ahead.ts";

interface MenuWalkProps {
  /** Of antd's menu, which names its entries by it. */
  id: string;
  ahead: KeysAhead;
  /** The submenus that are open. */
  openKeys: readonly string[];
  onOpenKeys(keys: readonly string[]): void;
  /** Closes the menu and gives the focus back. */
  onLeave(): void;
  children: ReactNode;
}

/**
 * Walks a menu by keys, each at once: antd's own menu moves the focus some frames after the key, and Enter that comes
 * before takes the entry before. Keys that come while the menu or a submenu opens wait until it has the focus.
 */
export function MenuWalk({ id, ahead, openKeys, onOpenKeys, onLeave, children }: MenuWalkProps) {
  const latest = useRef({ onLeave, openKeys });
  latest.current = { onLeave, openKeys };
  const box = useRef<HTMLDivElement>(null);
  const frame = useRef(0);
  /** The list that is on its way. */
  const coming = useRef<FindList | null>(() => box.current?.querySelector(LIST));
  const hold = () => ahead.hold(() => latest.current.onLeave());
  /** Until the first entry of a list has the focus, unless something else takes it before. */
  const enter = (list: FindList) => {
    const before = document.activeElement;
    const take = () => {
      const found = list();
      const entries = entriesOf(found);
      entries[0]?.focus({ preventScroll: true });
      const isWaiting = document.activeElement === before && !(found && entries.length === 0);
      if (isWaiting) frame.current = requestAnimationFrame(take);
      else ahead.release(step);
    };
    hold();
    take();
  };
  const step = (pressed: HeldKey) => {
    const entry = document.activeElement?.closest<HTMLElement>(ENTRY);
    const list = entry?.closest<HTMLElement>(LIST);
    if (!entry || !list) return;
    const { key, ctrlKey, metaKey } = pressed;
    const keyOf = (one: HTMLElement) => one.dataset.menuId?.slice(id.length + 1) ?? "";
    const others = (one: HTMLElement) => latest.current.openKeys.filter((open) => open !== keyOf(one));
    if (entry.ariaHasPopup === "true" && (key === "ArrowRight" || key === "Enter")) {
      hold();
      const inside = entry.getAttribute("aria-controls") ?? "";
      coming.current = () => document.getElementById(inside);
      onOpenKeys([...others(entry), keyOf(entry)]);
    } else if (key === "ArrowLeft") {
      const above = document.querySelector<HTMLElement>(`[aria-controls="${CSS.escape(list.id)}"]`);
      above?.focus();
      if (above) onOpenKeys(others(above));
    } else if (key === "Enter") {
      const pressable = entry.querySelector("a") ?? entry;
      pressable.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, ctrlKey, metaKey }));
    } else neighbor(entriesOf(list), entry, key)?.focus();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: a submenu comes once `openKeys` has it
  useEffect(() => {
    const list = coming.current;
    coming.current = null;
    if (list) enter(list);
    else ahead.release(step);
    return () => cancelAnimationFrame(frame.current);
  }, [openKeys]);
  const handleKey = (event: KeyboardEvent) => {
    if (!STEPS.includes(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    // A key that is held down opened the menu; it does not choose as well.
    if (!(event.repeat && event.key === "Enter")) step(event);
  };
  return (
    <div ref={box} onKeyDownCapture={handleKey} onPointerMove={focusPointed}>
      {children}
    </div>
  );
}

const ENTRY = "[role=menuitem]";
const LIST = "[role=menu]";

/** The keys go on from what the pointer is on. */
function focusPointed(event: PointerEvent): void {
  const entry = (event.target as Element).closest<HTMLElement>(`${ENTRY}:not([aria-disabled="true"])`);
  if (entry && !entry.contains(document.activeElement)) entry.focus({ preventScroll: true });
}

type FindList = () => HTMLElement | null | undefined;

/** Those that can be chosen; submenus are drawn apart. */
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
