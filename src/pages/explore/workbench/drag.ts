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
  /** Why it cannot be dropped here. */
  refusal?: string;
}

export interface DropRules {
  /** What an item would become; undefined for what cannot be taken. */
  wordsOf(item: DatasetItem): string | undefined;
  refusalOf?(item: DatasetItem): string | undefined;
  onDropItem(item: DatasetItem): void;
}

/** Makes an element take columns and metrics, and say why it does not take others. */
export function useDropItem(element: RefObject<HTMLElement | null>, rules: DropRules): DropState {
  const [state, setState] = useState<DropState>({});
  const latest = useRef(rules);
  latest.current = rules;
  useEffect(() => {
    if (!element.current) return;
    const enter = (data: Record<string | symbol, unknown>) => {
      const item = itemOf(data);
      const words = item && latest.current.wordsOf(item);
      setState(item ? { words, refusal: words === undefined ? latest.current.refusalOf?.(item) : undefined } : {});
    };
    return dropTargetForElements({
      element: element.current,
      canDrop: ({ source }) => itemOf(source.data) !== undefined,
      onDragEnter: ({ source }) => enter(source.data),
      onDragLeave: () => setState({}),
      onDrop: ({ source }) => {
        setState({});
        const item = itemOf(source.data);
        if (item && latest.current.wordsOf(item) !== undefined) latest.current.onDropItem(item);
      },
    });
  }, [element]);
  return state;
}
