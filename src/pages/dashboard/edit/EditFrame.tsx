import { combine } from "@atlaskit/pragmatic-drag-and-drop/combine";
import { draggable, dropTargetForElements } from "@atlaskit/pragmatic-drag-and-drop/element/adapter";
import { attachClosestEdge, extractClosestEdge } from "@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge";
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { nameOf } from "../../../editor/action.ts";
import { inlinePlacement } from "../../../i18n/direction.ts";
import { t } from "../../../i18n/translate.ts";
import type { ComponentType } from "../../../model/dashboard-layout.ts";
import type { LayoutNode } from "../../../model/layout-tree.ts";
import type { GridItemProps } from "../grid/edit-context.ts";
import { useDragState } from "./drag-state.ts";
import { startTextEdit, TextField } from "./EditableText.tsx";
import styles from "./edit.module.css";
import { useEditor, useSnapshot } from "./editor-context.ts";
import { ResizeHandles } from "./ResizeHandles.tsx";
import { TileToolbar } from "./TileToolbar.tsx";
import { placeInside } from "./use-drop.ts";

interface Props {
  node: LayoutNode;
  content: ReactNode;
  item: GridItemProps;
  isTextEdited: boolean;
}

const EDGES = {
  stacked: ["top", "bottom"],
  tile: ["top", "right", "bottom", "left"],
} as const;

export function EditFrame({ node, content, item, isTextEdited }: Props) {
  const editor = useEditor();
  const { selection } = useSnapshot();
  const [frame, isDragged] = useFrameDrag(node);
  const isSelected = selection === node.id;
  useKeptFocus(frame, isSelected);
  const isLifted = useDragState(({ dragged }) => dragged?.kind === "existing" && dragged.id === node.id);
  const names = [
    item.className,
    styles.frame,
    isSelected && styles.selected,
    (isDragged || isLifted) && styles.carried,
  ];
  return (
    // biome-ignore lint/a11y/useSemanticElements: a tile of the layout, not a form's fieldset
    <div
      ref={frame}
      role="group"
      aria-label={isSelected ? t("{element}, selected", { element: labelOf(node) }) : labelOf(node)}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: tiles are selected, moved and resized by keyboard
      tabIndex={0}
      className={names.filter(Boolean).join(" ")}
      style={item.style}
      data-layout-id={node.id}
      data-type={node.type}
      onClickCapture={(event) => {
        if (event.target instanceof Element && event.target.closest("a")) {
          event.preventDefault();
          event.stopPropagation();
        }
      }}
      onPointerDown={(event) => {
        if (closestFrame(event.target) === frame.current) editor.select(node.id);
      }}
      onDoubleClick={(event) => {
        if (closestFrame(event.target) === frame.current && (node.type === "HEADER" || node.type === "MARKDOWN")) {
          startTextEdit(node.id);
        }
      }}
      onFocus={(event) => {
        if (event.target === frame.current) editor.select(node.id);
      }}
    >
      {content}
      {isTextEdited && node.type === "CHART" && (
        <div className={styles.titleOverlay}>
          <TextField node={node} />
        </div>
      )}
      {isSelected && <TileToolbar node={node} />}
      {isSelected && <ResizeHandles node={node} frame={frame} />}
    </div>
  );
}

function closestFrame(target: EventTarget): Element | null {
  return target instanceof Element ? target.closest("[data-layout-id]") : null;
}

const TYPE_NAMES: Partial<Record<ComponentType, string>> = {
  CHART: t("Chart"),
  MARKDOWN: t("Text"),
  HEADER: t("Heading"),
  ROW: t("Row"),
  COLUMN: t("Column"),
  TABS: t("Tabs"),
  DIVIDER: t("Divider"),
};

function labelOf(node: LayoutNode): string {
  const { sliceNameOverride, sliceName, text } = node.meta;
  const type = TYPE_NAMES[node.type];
  const name = sliceNameOverride || sliceName || text;
  return type && name ? t("{type} {name}", { type, name }) : (type ?? nameOf(node));
}

/** A tile that moves to another row is a new element there, which takes the focus of the removed one. */
function useKeptFocus(frame: RefObject<HTMLElement | null>, isSelected: boolean) {
  const isTaking = useRef(isSelected);
  useLayoutEffect(() => {
    if (isTaking.current && document.activeElement === document.body) frame.current?.focus();
    isTaking.current = false;
  }, [frame]);
}

function useFrameDrag(node: LayoutNode) {
  const frame = useRef<HTMLDivElement>(null);
  const [isDragged, setDragged] = useState(false);
  const { id, type } = node;
  const isTile = type === "CHART" || type === "MARKDOWN" || type === "COLUMN";
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    return combine(
      draggable({
        element,
        getInitialData: () => ({ kind: "component", id }),
        canDrag: ({ input }) => canStartDrag(element, input),
        onDragStart: () => setDragged(true),
        onDrop: () => setDragged(false),
      }),
      dropTargetForElements({
        element,
        canDrop: ({ source }) => source.data.kind === "component" || source.data.kind === "palette",
        getData: ({ input }) => {
          const inside = placeInside(element, input);
          if (inside) return { ...inside };
          const data = attachClosestEdge(
            { id },
            { element, input, allowedEdges: [...(isTile ? EDGES.tile : EDGES.stacked)] },
          );
          return { id, edge: inlinePlacement(extractClosestEdge(data) ?? undefined) ?? "bottom" };
        },
      }),
    );
  }, [id, isTile]);
  return [frame, isDragged] as const;
}

function canStartDrag(element: HTMLElement, input: { clientX: number; clientY: number }): boolean {
  const at = document.elementFromPoint(input.clientX, input.clientY);
  if (!at || at.closest("[data-layout-id]") !== element) return false;
  if (at.closest("input, textarea, select, [contenteditable], [data-resize]")) return false;
  return (
    at.closest("[data-drag-handle]") !== null ||
    at.closest("header") !== null ||
    !at.closest("figure, table, canvas, button, a")
  );
}
