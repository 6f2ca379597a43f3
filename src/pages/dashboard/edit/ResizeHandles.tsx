import { type PointerEvent as ReactPointerEvent, type RefObject, useLayoutEffect, useState } from "react";
import { nameOf } from "../../../editor/action.ts";
import { resize } from "../../../editor/layout-edits.ts";
import { innerWidth, parentOf } from "../../../editor/layout-rules.ts";
import { inlineSign } from "../../../i18n/direction.ts";
import { t } from "../../../i18n/translate.ts";
import { GRID_COLUMNS, GRID_UNIT } from "../../../model/dashboard-layout.ts";
import type { LayoutNode } from "../../../model/layout-tree.ts";
import styles from "./edit.module.css";
import { useEditor } from "./editor-context.ts";

type Direction = "right" | "bottom" | "corner";

const GAP = 8;
const DIRECTIONS: Readonly<Record<string, readonly Direction[]>> = {
  CHART: ["right", "bottom", "corner"],
  MARKDOWN: ["right", "bottom", "corner"],
  DYNAMIC: ["right", "bottom", "corner"],
  COLUMN: ["right"],
};

export function ResizeHandles({ node, frame }: { node: LayoutNode; frame: RefObject<HTMLDivElement | null> }) {
  const editor = useEditor();
  const [isActive, setActive] = useState(false);
  const isNarrow = useNarrow(frame);
  const isInColumn = parentOf(editor.document.layout, node.id)?.type === "COLUMN";
  const directions = (DIRECTIONS[node.type] ?? []).filter((direction) => !isInColumn || direction === "bottom");
  const start = (direction: Direction) => (event: ReactPointerEvent<HTMLElement>) => {
    const element = frame.current;
    const row = element?.parentElement;
    if (!element || !row) return;
    event.preventDefault();
    event.stopPropagation();
    const handle = event.currentTarget;
    handle.setPointerCapture(event.pointerId);
    const gesture = editor.begin(t("Resized {name}", { name: nameOf(node) }));
    setActive(true);
    const from = { x: event.clientX, y: event.clientY, width: node.width, height: (node.height ?? 0) / GRID_UNIT };
    const columns = innerWidth(editor.document.layout, node.id);
    const columnPx = (row.clientWidth + GAP) / (node.type === "COLUMN" || columns > 0 ? columns : GRID_COLUMNS);
    const move = (moved: PointerEvent) => {
      const width = from.width + Math.round((inlineSign() * (moved.clientX - from.x)) / columnPx);
      const height = from.height + Math.round((moved.clientY - from.y) / GRID_UNIT);
      gesture.update((document) => ({
        ...document,
        layout: resize(document.layout, node.id, {
          ...(direction !== "bottom" ? { width } : {}),
          ...(direction !== "right" ? { height } : {}),
        }),
      }));
    };
    const finish = (isCommitted: boolean) => {
      handle.removeEventListener("pointermove", move);
      document.removeEventListener("keydown", cancelOnEscape, true);
      setActive(false);
      if (isCommitted) gesture.complete();
      else gesture.cancel();
    };
    const cancelOnEscape = (pressed: KeyboardEvent) => {
      if (pressed.key !== "Escape") return;
      pressed.stopPropagation();
      finish(false);
    };
    handle.addEventListener("pointermove", move);
    handle.addEventListener("pointerup", () => finish(true), { once: true });
    handle.addEventListener("pointercancel", () => finish(false), { once: true });
    document.addEventListener("keydown", cancelOnEscape, true);
  };
  return (
    <>
      {directions.map((direction) => (
        <div
          key={direction}
          data-resize={direction}
          className={styles[`resize-${direction}`]}
          onPointerDown={start(direction)}
        />
      ))}
      {(isActive || (node.height !== undefined && !isNarrow)) && (
        <span className={styles.badge} data-active={isActive || undefined}>
          {sizeText(node)}
        </span>
      )}
    </>
  );
}

/** Width in px that the size badge and the toolbar need side by side. */
const MIN_WIDTH = 300;

function useNarrow(frame: RefObject<HTMLDivElement | null>): boolean {
  const [isNarrow, setNarrow] = useState(false);
  useLayoutEffect(() => {
    // 0 before layout.
    const width = frame.current?.offsetWidth || MIN_WIDTH;
    setNarrow(width < MIN_WIDTH);
  });
  return isNarrow;
}

export function sizeText(node: Pick<LayoutNode, "width" | "height">): string {
  const { width, height } = node;
  if (height === undefined) return t("{width, number} of {total, number} columns", { width, total: GRID_COLUMNS });
  return t("{width, number} of {total, number} columns · {rows, plural, one {# row} other {# rows}}", {
    width,
    total: GRID_COLUMNS,
    rows: Math.round(height / GRID_UNIT),
  });
}
