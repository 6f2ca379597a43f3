import { createContext, type RefCallback, useCallback, useContext, useState } from "react";
import { GRID_COLUMNS } from "../../../model/dashboard-layout.ts";
import type { LayoutNode } from "../../../model/layout-tree.ts";

/** Width of the whole grid in pixels; 0 before it is measured. */
export const GridWidthContext = createContext(0);

const GAP = 8;
/** A tile narrower than this takes more columns, so that its row wraps. */
const MIN_TILE_PX = 280;
const MIN_FIGURE_PX = 150;

export function useGridWidth(): [RefCallback<HTMLElement>, number] {
  const [width, setWidth] = useState(0);
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return;
    setWidth(element.clientWidth);
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, width];
}

/** Columns a node takes, widened where its tile would be too narrow to read. */
export function useSpan(node: LayoutNode, columns: number, isBigNumber: boolean): number {
  return widenedSpan(node, columns, useContext(GridWidthContext), isBigNumber);
}

export function widenedSpan(
  node: Pick<LayoutNode, "type" | "width">,
  columns: number,
  gridWidth: number,
  isBigNumber: boolean,
): number {
  const sized = node.type === "CHART" || node.type === "MARKDOWN" || node.type === "COLUMN";
  if (!sized || gridWidth === 0) return Math.min(node.width, columns);
  const column = (gridWidth - GAP * (GRID_COLUMNS - 1)) / GRID_COLUMNS;
  const least = isBigNumber ? MIN_FIGURE_PX : MIN_TILE_PX;
  const needed = Math.ceil((least + GAP) / (column + GAP));
  return Math.min(Math.max(node.width, needed), columns);
}
