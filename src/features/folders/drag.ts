import { draggable, dropTargetForElements } from "@atlaskit/pragmatic-drag-and-drop/element/adapter";
import { setCustomNativeDragPreview } from "@atlaskit/pragmatic-drag-and-drop/element/set-custom-native-drag-preview";
import type { PlacedItem } from "./folders.ts";

/** What is dragged onto a folder: rows of a list, or another folder. */
export type Dragged = { kind: "items"; items: readonly PlacedItem[] } | { kind: "folder"; id: number; name: string };

const KEY = Symbol("onto a folder");

export function dragFrom(element: HTMLElement, what: () => { dragged: Dragged; label: string }): () => void {
  // Links and pictures would be dragged on their own.
  for (const part of element.querySelectorAll<HTMLElement>("a, img")) part.draggable = false;
  return draggable({
    element,
    getInitialData: () => ({ [KEY]: what().dragged }),
    onGenerateDragPreview: ({ nativeSetDragImage }) => {
      setCustomNativeDragPreview({
        nativeSetDragImage,
        render: ({ container }) => {
          const preview = document.createElement("div");
          preview.textContent = what().label;
          preview.className = "drag-label";
          container.append(preview);
        },
      });
    },
  });
}

interface DropTarget {
  canDrop(dragged: Dragged): boolean;
  onOver(isOver: boolean): void;
  onDrop(dragged: Dragged): void;
}

export function dropOnto(element: HTMLElement, { canDrop, onOver, onDrop }: DropTarget): () => void {
  const draggedIn = (data: Record<string | symbol, unknown>) => data[KEY] as Dragged | undefined;
  return dropTargetForElements({
    element,
    canDrop: ({ source }) => {
      const dragged = draggedIn(source.data);
      return dragged !== undefined && canDrop(dragged);
    },
    onDragEnter: () => onOver(true),
    onDragLeave: () => onOver(false),
    onDrop: ({ source }) => {
      onOver(false);
      const dragged = draggedIn(source.data);
      if (dragged) onDrop(dragged);
    },
  });
}
