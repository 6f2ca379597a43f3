import { observeElementRect, useVirtualizer } from "@tanstack/react-virtual";
import type { RefObject } from "react";

const HEADER_HEIGHT = 32;
const FIRST_VIEW = { width: 800, height: 400 };

const OVERSCAN = 4;

export interface RowWindow {
  indexes: readonly number[];
  before: number;
  after: number;
  page: number;
  reveal(row: number): void;
}

export function useRowWindow(
  box: RefObject<HTMLElement | null>,
  { count, height, hasFoot }: { count: number; height: number; hasFoot: boolean },
): RowWindow {
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => box.current,
    estimateSize: () => height,
    overscan: OVERSCAN,
    scrollPaddingStart: HEADER_HEIGHT,
    scrollPaddingEnd: hasFoot ? HEADER_HEIGHT : 0,
    initialRect: FIRST_VIEW,
    observeElementRect: (instance, report) =>
      observeElementRect(instance, (rect) => report(rect.height > 0 ? rect : FIRST_VIEW)),
  });
  const items = virtual.getVirtualItems();
  return {
    indexes: items.map((item) => item.index),
    before: items[0]?.start ?? 0,
    after: items.length > 0 ? virtual.getTotalSize() - (items.at(-1)?.end ?? 0) : 0,
    page: Math.max(1, Math.floor(((virtual.scrollRect?.height ?? FIRST_VIEW.height) - HEADER_HEIGHT) / height)),
    reveal: (row) => {
      if (row >= 0) virtual.scrollToIndex(row);
    },
  };
}
