import { draggable, dropTargetForElements } from "@atlaskit/pragmatic-drag-and-drop/element/adapter";
import { type RefObject, useEffect, useRef, useState } from "react";
import type { DatasetItem } from "../state/roles.ts";

const ITEM = "explore-item";

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
  preview?: string;
  rejection?: string;
}

export interface DropRules {
  previewOf(item: DatasetItem): string | undefined;
  rejectionReason?(item: DatasetItem): string | undefined;
  onDropItem(item: DatasetItem): void;
}

export function useDropItem(element: RefObject<HTMLElement | null>, rules: DropRules): DropState {
  const [state, setState] = useState<DropState>({});
  const latest = useRef(rules);
  latest.current = rules;
  useEffect(() => {
    if (!element.current) return;
    const enter = (data: Record<string | symbol, unknown>) => {
      const item = itemOf(data);
      const preview = item && latest.current.previewOf(item);
      setState(
        item ? { preview, rejection: preview === undefined ? latest.current.rejectionReason?.(item) : undefined } : {},
      );
    };
    return dropTargetForElements({
      element: element.current,
      canDrop: ({ source }) => itemOf(source.data) !== undefined,
      onDragEnter: ({ source }) => enter(source.data),
      onDragLeave: () => setState({}),
      onDrop: ({ source }) => {
        setState({});
        const item = itemOf(source.data);
        if (item && latest.current.previewOf(item) !== undefined) latest.current.onDropItem(item);
      },
    });
  }, [element]);
  return state;
}
