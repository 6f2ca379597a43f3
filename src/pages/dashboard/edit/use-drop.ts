import { dropTargetForElements, monitorForElements } from "@atlaskit/pragmatic-drag-and-drop/element/adapter";
import { useEffect } from "react";
import { nameOf } from "../../../editor/action.ts";
import type { DashboardEditor } from "../../../editor/dashboard-editor.ts";
import { type Dragged, dropAt, tryDrop } from "../../../editor/drop.ts";
import type { Slot } from "../../../editor/layout-edits.ts";
import { topTabsOf } from "../../../editor/layout-rules.ts";
import { t } from "../../../i18n/translate.ts";
import { GRID_ID, ROOT_ID } from "../../../model/dashboard-layout.ts";
import { scopesDiffer } from "../../../model/filter-scope.ts";
import { isDivider } from "../../../model/native-filter.ts";
import { toast } from "../../../web/toasts/toasts.ts";
import { type DragData, type DropData, draggedOf, endDrag, startDrag, useDragState } from "./drag-state.ts";

const THROTTLE_MS = 100;
const EDGE_PX = 20;

type Location = Parameters<NonNullable<Parameters<typeof monitorForElements>[0]["onDrag"]>>[0]["location"];

export function usePointerDrops(editor: DashboardEditor): void {
  useEffect(() => {
    let lastKey = "";
    let lastAt = 0;
    return monitorForElements({
      canMonitor: ({ source }) => source.data.kind === "component" || source.data.kind === "palette",
      onDragStart: ({ source }) => startDrag(draggedOf(source.data as unknown as DragData)),
      onDrag: ({ location }) => {
        const target = targetOf(editor, location);
        const key = target ? `${target.id} ${target.edge}` : "";
        const now = performance.now();
        if (key === lastKey || now - lastAt < THROTTLE_MS) return;
        lastKey = key;
        lastAt = now;
        point(editor, target);
      },
      onDrop: ({ location }) => {
        const target = targetOf(editor, location);
        if (target) point(editor, target);
        const { dragged, slot, forbidden } = useDragState.getState();
        endDrag();
        lastKey = "";
        if (!target || !dragged) return;
        if (slot) applyDrop(editor, dragged, slot);
        else if (forbidden) toast.danger(forbidden.reason);
      },
    });
  }, [editor]);
}

function targetOf({ document }: DashboardEditor, { current }: Location): DropData | undefined {
  const [innermost] = current.dropTargets;
  const surface = current.dropTargets.at(-1)?.element;
  const canvas = surface && canvasIn(surface);
  const { dragged } = useDragState.getState();
  const component = dragged?.kind === "existing" ? document.layout[dragged.id] : dragged?.component;
  if (canvas && component?.type === "TABS" && !topTabsOf(document.layout) && isAtTop(canvas, current.input.clientY)) {
    return { id: ROOT_ID, edge: "inside" };
  }
  const { id, edge } = (innermost?.data ?? {}) as Partial<DropData>;
  return id && edge ? { id, edge } : undefined;
}

/** Above the first block or on its upper edge; anywhere without blocks. */
function isAtTop(canvas: HTMLElement, y: number): boolean {
  const first = canvas.querySelector("[data-layout-id][data-type]");
  const top = canvas.getBoundingClientRect().top - canvas.scrollTop;
  return !first || y < Math.max(top, first.getBoundingClientRect().top) + EDGE_PX;
}

export function canvasIn(surface: Element): HTMLElement | null {
  return surface.querySelector<HTMLElement>("[data-dashboard-canvas]");
}

/** Everything around the canvas, too, such as the strip of its tabs, so that no drop is lost. */
export function useSurfaceDrops(surface: HTMLElement | null): void {
  useEffect(() => {
    if (!surface) return;
    return dropTargetForElements({
      element: surface,
      canDrop: ({ source }) => source.data.kind === "component" || source.data.kind === "palette",
      getData: ({ input }) => {
        const canvas = canvasIn(surface) ?? surface;
        return { ...placeNear(canvas, input.clientY, panelIn(canvas)?.dataset.layoutId ?? GRID_ID) };
      },
    });
  }, [surface]);
}

export function placeInside(element: HTMLElement, { clientX: x, clientY: y }: Point): DropData | undefined {
  const { type, layoutId = "" } = element.dataset;
  const { top, bottom, left, right } = element.getBoundingClientRect();
  const isAtEnd = Math.min(y - top, bottom - y) < EDGE_PX;
  if (type === "COLUMN") {
    return isAtEnd || Math.min(x - left, right - x) < EDGE_PX ? undefined : placeNear(element, y, layoutId);
  }
  const panel = type === "TABS" && !isAtEnd ? panelIn(element) : undefined;
  return panel ? placeNear(panel, y, panel.dataset.layoutId ?? "") : undefined;
}

type Point = { clientX: number; clientY: number };

function panelIn(element: HTMLElement): HTMLElement | undefined {
  return [...element.querySelectorAll<HTMLElement>("[role=tabpanel]")].find((panel) => !panel.closest("[hidden]"));
}

function placeNear(container: HTMLElement, y: number, containerId: string): DropData {
  let nearest: DropData = { id: containerId, edge: "inside" };
  let least = Number.POSITIVE_INFINITY;
  for (const block of container.querySelectorAll<HTMLElement>("[data-layout-id][data-type]")) {
    const holder = block.parentElement?.closest("[data-type]");
    if (holder && holder !== container && container.contains(holder)) continue;
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

export function applyDrop(editor: DashboardEditor, dragged: Dragged, slot: Slot): void {
  const { layout, filters } = editor.document;
  const result = tryDrop(layout, dragged, slot);
  if (result.kind === "forbidden") {
    toast.danger(result.reason);
    return;
  }
  const component = dragged.kind === "existing" ? layout[dragged.id] : dragged.component;
  if (!component) return;
  const name = nameOf(component);
  const step = dragged.kind === "existing" ? t("Moved {name}", { name }) : t("Added {name}", { name });
  editor.edit(step, (document) => ({ ...document, layout: result.layout }));
  editor.select(component.id);
  const scopes = filters.flatMap((entry) => (isDivider(entry) ? [] : [entry.scope]));
  if (dragged.kind === "existing" && scopesDiffer(scopes, layout, result.layout))
    toast.warning(t("This chart has been moved to a different filter scope."));
}
