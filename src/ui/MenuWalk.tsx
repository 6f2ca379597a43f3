import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useRef } from "react";

interface MenuWalkProps {
  /** Of antd's menu, which names its entries by it. */
  id: string;
  /** The submenus that are open. */
  openKeys: readonly string[];
  onOpenKeys(keys: readonly string[]): void;
  children: ReactNode;
}

/** The keys that walk a menu. */
const STEPS: readonly string[] = ["ArrowDown", "ArrowUp", "ArrowLeft", "ArrowRight", "Home", "End", "Enter", " "];

/**
 * Walks a menu by keys, each at once: antd's own menu moves the focus some frames after the key, and Enter that comes
 * before takes the entry before.
 */
export function MenuWalk({ id, openKeys, onOpenKeys, children }: MenuWalkProps) {
  const box = useRef<HTMLDivElement>(null);
  const frame = useRef(0);
  /** The list that gets the focus once it is drawn. */
  const opening = useRef<FindList | null>(() => box.current?.querySelector(LIST));
  /** Until the first entry of a list has the focus, unless something else takes it before. */
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
  const step = ({ key, ctrlKey, metaKey }: KeyboardEvent) => {
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: a submenu is drawn once `openKeys` has it
  useEffect(() => {
    const list = opening.current;
    opening.current = null;
    if (list) enter(list);
    return () => cancelAnimationFrame(frame.current);
  }, [openKeys]);
  const handleKey = (event: KeyboardEvent) => {
    if (!STEPS.includes(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    // A key that is held down opened the menu; it does not choose as well.
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
