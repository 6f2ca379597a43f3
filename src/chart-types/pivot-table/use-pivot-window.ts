import { observeElementRect, useVirtualizer } from "@tanstack/react-virtual";
import type { RefObject } from "react";
import { inlineSign } from "../../i18n/direction.ts";

const FIRST_VIEW = { width: 800, height: 400 };
const FEW_COLUMNS = 40;
const OVERSCAN = 4;

interface Request {
  rows: number;
  height: number;
  widths: readonly number[];
  headHeight: number;
  headingsWidth: number;
  isFrozen: boolean;
}

export function usePivotWindow(box: RefObject<HTMLElement | null>, request: Request) {
  const { rows, height, widths, headHeight, headingsWidth, isFrozen } = request;
  const common = {
    getScrollElement: () => box.current,
    initialRect: FIRST_VIEW,
    observeElementRect: ((instance, report) =>
      observeElementRect(instance, (rect) => report(rect.height > 0 ? rect : FIRST_VIEW))) as typeof observeElementRect,
  };
  const vertical = useVirtualizer({
    ...common,
    count: rows,
    estimateSize: () => height,
    overscan: OVERSCAN,
    scrollPaddingStart: headHeight,
    scrollPaddingEnd: height,
  });
  const horizontal = useVirtualizer({
    ...common,
    horizontal: true,
    isRtl: inlineSign() === -1,
    count: widths.length,
    estimateSize: (index) => widths[index] ?? 0,
    getItemKey: (index) => `${index} ${widths[index]}`,
    overscan: widths.length <= FEW_COLUMNS ? FEW_COLUMNS : 3,
    paddingStart: headingsWidth,
    scrollPaddingStart: isFrozen ? headingsWidth : 0,
  });
  const items = vertical.getVirtualItems();
  const across = horizontal.getVirtualItems();
  const [first, last] = [items[0], items.at(-1)];
  const [left, right] = [across[0], across.at(-1)];
  return {
    rows: items.map(({ index }) => index),
    above: first?.start ?? 0,
    below: last ? vertical.getTotalSize() - last.end : 0,
    top: vertical.range?.startIndex ?? 0,
    page: Math.max(1, Math.floor(((vertical.scrollRect?.height ?? FIRST_VIEW.height) - headHeight) / height)),
    from: left?.index ?? 0,
    to: (right?.index ?? -1) + 1,
    before: left ? left.start - headingsWidth : 0,
    after: right ? horizontal.getTotalSize() - right.end : 0,
    reveal(row: number, column: number) {
      if (row >= 0) vertical.scrollToIndex(row);
      if (column >= 0) horizontal.scrollToIndex(column);
    },
  };
}
