import { dropTargetForElements, monitorForElements } from "@atlaskit/pragmatic-drag-and-drop/element/adapter";
import { useEffect } from "react";
import { nameOf } from "../../../editor/action.ts";
import type { DashboardEditor } from "../../../editor/dashboard-editor.ts";
import { type Dragged, dropAt, tryDrop } from "../../../editor/drop.ts";
import type { Slot } from "../../../editor/layout-edits.ts";
import { scopesDiffer } from "../../../model/filter-scope.ts";
import { isDivider } from "../../../model/native-filter.ts";
import { toast } from "../../../web/toasts.ts";
import { type DragData, type DropData, draggedOf, endDrag, startDrag, useDragState } from "./drag-state.ts";

const THROTTLE_MS = 100;

/** Follows pointer drags over the canvas: shows where they would land, and lands them as one undoable step. */
export function usePointerDrops(editor: DashboardEditor): void {
  useEffect(() => {
    let lastKey = "";
    let lastAt = 0;
    return monitorForElements({
      canMonitor: ({ source }) => source.data.kind === "component" || source.data.kind === "palette",
      onDragStart: ({ source }) => startDrag(draggedOf(source.data as unknown as DragData)),
      onDrag: ({ location }) => {
        const target = targetIn(location.current.dropTargets);
        const key = target ? `${target.id} ${target.edge}` : "";
        const now = performance.now();
        if (key === lastKey || now - lastAt < THROTTLE_MS) return;
        lastKey = key;
        lastAt = now;
        point(editor, target);
      },
      onDrop: ({ location }) => {
        const target = targetIn(location.current.dropTargets);
        if (target) point(editor, target);
        const { dragged, slot, forbidden } = useDragState.getState();
        endDrag();
        lastKey = "";
        if (!target || !dragged) return;
        if (slot) land(editor, dragged, slot);
        else if (forbidden) toast.danger(forbidden.reason);
      },
    });
  }, [editor]);
}

function targetIn([innermost]: readonly { data: Record<string | symbol, unknown> }[]): DropData | undefined {
  const { id, edge } = (innermost?.data ?? {}) as Partial<DropData>;
  return id && edge ? { id, edge } : undefined;
}

/** The canvas around the blocks takes drops too: above or below the block that is nearest to the pointer. */
export function useCanvasDrops(canvas: HTMLElement | null): void {
  useEffect(() => {
    if (!canvas) return;
    return dropTargetForElements({
      element: canvas,
      canDrop: ({ source }) => source.data.kind === "component" || source.data.kind === "palette",
      getData: ({ input }) => ({ ...nearestBlock(canvas, input.clientY) }),
    });
  }, [canvas]);
}

function nearestBlock(canvas: HTMLElement, y: number): DropData | undefined {
  let nearest: DropData | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const block of canvas.querySelectorAll<HTMLElement>("[data-layout-id][data-type]")) {
    if (block.parentElement?.closest("[data-type]")) continue;
    const { top, bottom, height } = block.getBoundingClientRect();
    const distance = Math.max(top - y, y - bottom);
    if (height === 0 || distance >= least) continue;
    least = distance;
    nearest = { id: block.dataset.layoutId ?? "", edge: y < (top + bottom) / 2 ? "top" : "bottom" };
  }
  return nearest;
}

function point(editor: DashboardEditor, target: DropData | undefined): void {
  const { dragged } = useDragState.getState();
  if (!dragged) return;
  if (!target) {
    useDragState.setState({ slot: null, forbidden: null });
    return;
  }
  const result = dropAt(editor.document.layout, dragged, target);
  if (result.kind === "slot") useDragState.setState({ slot: result.slot, forbidden: null });
  else useDragState.setState({ slot: null, forbidden: { id: target.id, reason: result.reason } });
}

/** Puts what was dragged into the slot and selects it; says why when it does not fit. */
export function land(editor: DashboardEditor, dragged: Dragged, slot: Slot): void {
  const { layout, filters } = editor.document;
  const result = tryDrop(layout, dragged, slot);
  if (result.kind === "forbidden") {
    toast.danger(result.reason);
    return;
  }
  const component = dragged.kind === "existing" ? layout[dragged.id] : dragged.component;
  if (!component) return;
  const verb = dragged.kind === "existing" ? "Moved" : "Added";
  editor.edit(`${verb} ${nameOf(component)}`, (document) => ({ ...document, layout: result.layout }));
  editor.select(component.id);
  const scopes = filters.flatMap((entry) => (isDivider(entry) ? [] : [entry.scope]));
  if (dragged.kind === "existing" && scopesDiffer(scopes, layout, result.layout))
    toast.warning("This chart has been moved to a different filter scope.");
}
