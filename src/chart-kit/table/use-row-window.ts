import { observeElementRect, useVirtualizer } from "@tanstack/react-virtual";
import type { RefObject } from "react";

const HEADER_HEIGHT = 32;
/** Before the box is measured, and where it cannot be. */
const FIRST_VIEW = { width: 800, height: 400 };

/** Lines above and below those in view. They are drawn before the next frame: more of them only make it late. */
const OVERSCAN = 4;

export interface RowWindow {
  /** Positions of the lines that exist. */
  indexes: readonly number[];
  /** Pixels of the lines left out above and below. */
  before: number;
  after: number;
  /** Lines in view. */
  page: number;
  reveal(row: number): void;
}

/** Which lines of a long table exist at the current scroll position. */
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
