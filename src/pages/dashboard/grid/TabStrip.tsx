import { type KeyboardEvent, type ReactNode, useRef } from "react";
import { inlineKey } from "../../../i18n/direction.ts";
import type { LayoutNode } from "../../../model/layout-tree.ts";
import styles from "./TabStrip.module.css";

export interface StripTab {
  id: string;
  title: string;
  node: LayoutNode;
}

interface TabStripProps {
  label: string;
  tabs: readonly StripTab[];
  active: string | undefined;
  isTop: boolean;
  onOpen(id: string): void;
  titleOf?(node: LayoutNode, title: string): ReactNode;
  after?: ReactNode;
}

export function TabStrip({ label, tabs, active, isTop, onOpen, titleOf, after }: TabStripProps) {
  const list = useRef<HTMLDivElement>(null);
  const handleKey = (event: KeyboardEvent) => {
    if (event.target instanceof HTMLInputElement) return;
    const at = tabs.findIndex((tab) => tab.id === active);
    const next = nextIndex(event.key, at, tabs.length);
    const tab = next === undefined ? undefined : tabs[next];
    if (!tab) return;
    event.preventDefault();
    event.stopPropagation();
    onOpen(tab.id);
    list.current?.querySelector<HTMLElement>(`[data-tab="${CSS.escape(tab.id)}"]`)?.focus();
  };
  return (
    <div className={styles.strip} data-top={isTop || undefined}>
      <div ref={list} role="tablist" aria-label={label} className={styles.list} onKeyDown={handleKey}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`tab-${tab.id}`}
            data-tab={tab.id}
            className={styles.tab}
            aria-selected={tab.id === active}
            aria-controls={tab.id === active ? `panel-${tab.id}` : undefined}
            tabIndex={tab.id === active ? 0 : -1}
            onClick={() => onOpen(tab.id)}
          >
            {titleOf?.(tab.node, tab.title) ?? tab.title}
          </button>
        ))}
      </div>
      {after}
    </div>
  );
}

function nextIndex(key: string, at: number, count: number): number | undefined {
  switch (inlineKey(key)) {
    case "ArrowRight":
      return (at + 1) % count;
    case "ArrowLeft":
      return (at - 1 + count) % count;
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return undefined;
  }
}
