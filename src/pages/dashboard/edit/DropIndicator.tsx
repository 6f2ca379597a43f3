import { useLayoutEffect, useState } from "react";
import type { Slot } from "../../../editor/layout-edits.ts";
import { inlineSign } from "../../../i18n/direction.ts";
import { type Layout, ROOT_ID } from "../../../model/dashboard-layout.ts";
import { useDragState } from "./drag-state.ts";
import styles from "./edit.module.css";
import { useSnapshot } from "./editor-context.ts";

interface Bar {
  left: number;
  top: number;
  length: number;
  isVertical: boolean;
}

const GAP = 8;
const BAR = 4;

export function DropIndicator({ root }: { root: HTMLElement }) {
  const { layout } = useSnapshot().document;
  const { slot, forbidden } = useDragState();
  const [bar, setBar] = useState<Bar | null>(null);
  const [block, setBlock] = useState<{ left: number; top: number; width: number; height: number } | null>(null);
  useLayoutEffect(() => {
    const isAtTop = slot?.parentId === ROOT_ID;
    setBar(isAtTop ? topBarOf(root) : slot ? barOf(root, layout, slot) : null);
    setBlock(forbidden ? boxOf(root, forbidden.id, "content") : null);
  }, [slot, forbidden, layout, root]);
  return (
    <>
      {bar && (
        <div
          className={bar.isVertical ? styles.barVertical : styles.barHorizontal}
          style={{ left: bar.left, top: bar.top, [bar.isVertical ? "height" : "width"]: bar.length }}
        />
      )}
      {block && forbidden && (
        <div className={styles.forbidden} style={block}>
          <span>{forbidden.reason}</span>
        </div>
      )}
    </>
  );
}

/** A tab has two elements: its title in the strip and its content panel. */
type Part = "title" | "content";

function elementOf(root: HTMLElement, id: string, part: Part): HTMLElement | null {
  const all = [...root.querySelectorAll<HTMLElement>(`[data-layout-id="${CSS.escape(id)}"]`)];
  const panel = all.find((one) => one.role === "tabpanel" && !one.hidden);
  return (part === "content" ? panel : undefined) ?? all[0] ?? null;
}

function boxOf(root: HTMLElement, id: string, part: Part) {
  const element = elementOf(root, id, part);
  if (!element) return null;
  const base = root.getBoundingClientRect();
  const box = element.getBoundingClientRect();
  return {
    left: box.left - base.left + root.scrollLeft,
    top: box.top - base.top + root.scrollTop,
    width: box.width,
    height: box.height,
  };
}

function topBarOf(root: HTMLElement): Bar {
  return { left: 0, top: root.scrollTop, length: root.clientWidth, isVertical: false };
}

function barOf(root: HTMLElement, layout: Layout, slot: Slot): Bar | null {
  const parent = layout[slot.parentId];
  if (!parent) return null;
  const isVertical = parent.type === "ROW" || parent.type === "TABS";
  const after = parent.children[slot.index];
  const before = parent.children[slot.index - 1];
  const sibling = after ?? before;
  const beside = sibling === undefined ? boxOf(root, parent.id, "content") : boxOf(root, sibling, "title");
  if (!beside) return null;
  const isStart = after !== undefined || before === undefined;
  const offset = before === undefined && after === undefined ? 0 : GAP / 2 + 2;
  if (isVertical) {
    const isLeft = isStart === (inlineSign() === 1);
    const left = isLeft ? beside.left - offset : beside.left + beside.width + offset - BAR;
    return { left, top: beside.top, length: beside.height, isVertical };
  }
  const top = isStart ? beside.top - offset : beside.top + beside.height + GAP / 2 - 2;
  return { left: beside.left, top, length: beside.width, isVertical };
}
