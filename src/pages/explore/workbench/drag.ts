import { draggable, dropTargetForElements } from "@atlaskit/pragmatic-drag-and-drop/element/adapter";
import { type RefObject, useEffect, useRef, useState } from "react";
import type { DatasetItem } from "../state/roles.ts";

const ITEM = "explore-item";

/** Lets an element be dragged as a column or metric of the dataset. */
export function useDragItem(element: RefObject<HTMLElement | null>, item: DatasetItem): boolean {
  const [isDragging, setIsDragging] = useState(false);
  const { kind, name } = item;
  useEffect(() => {
    if (!element.current) return;
    return draggable({
      element: element.current,
      getInitialData: () => ({ type: ITEM, item: { kind, name } }),
      onDragStart: () => setIsDragging(true),
      onDrop: () => setIsDragging(false),
    });
  }, [element, kind, name]);
  return isDragging;
}

export function itemOf(data: Record<string | symbol, unknown>): DatasetItem | undefined {
  return data.type === ITEM ? (data.item as DatasetItem) : undefined;
}

export interface DropState {
  /** What the dragged item would become here. */
  words?: string;
}

/** Makes an element take columns and metrics. `wordsOf` answers undefined for what it cannot take. */
export function useDropItem(
  element: RefObject<HTMLElement | null>,
  wordsOf: (item: DatasetItem) => string | undefined,
  onDrop: (item: DatasetItem) => void,
): DropState {
  const [words, setWords] = useState<string>();
  const latest = useRef({ wordsOf, onDrop });
  latest.current = { wordsOf, onDrop };
  useEffect(() => {
    if (!element.current) return;
    const enter = (data: Record<string | symbol, unknown>) => {
      const item = itemOf(data);
      setWords(item && latest.current.wordsOf(item));
    };
    return dropTargetForElements({
      element: element.current,
      canDrop: ({ source }) => {
        const item = itemOf(source.data);
        return item !== undefined && latest.current.wordsOf(item) !== undefined;
      },
      onDragEnter: ({ source }) => enter(source.data),
      onDragLeave: () => setWords(undefined),
      onDrop: ({ source }) => {
        setWords(undefined);
        const item = itemOf(source.data);
        if (item) latest.current.onDrop(item);
      },
    });
  }, [element]);
  return { words };
}
