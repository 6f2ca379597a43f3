import { createContext, type RefCallback, useCallback, useState } from "react";
import { GRID_COLUMNS } from "../../../model/dashboard-layout.ts";
import type { LayoutNode } from "../../../model/layout-tree.ts";

/** Width of the grid in px, by which rows wrap; 0 before it is measured and where rows don't wrap. */
export const GridWidthContext = createContext(0);

const GAP = 8;
/** On tablets, a narrower tile takes more columns, so that its row wraps. */
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

export interface RowTile extends Pick<LayoutNode, "type" | "width"> {
  isFigure: boolean;
}

/**
 * Columns of each tile in a row. As laid out while every tile is wide enough to read, or at width 0; otherwise narrow
 * tiles are widened, and the lines the row wraps into are filled to the edge.
 */
export function rowSpans(tiles: readonly RowTile[], columns: number, gridWidth: number): number[] {
  const widths = tiles.map((tile) => Math.min(Math.max(tile.width, neededColumns(tile, gridWidth)), columns));
  const isWidened = widths.some((span, at) => span > Math.min(tiles[at]?.width ?? span, columns));
  return isWidened ? linesOf(widths, columns).flatMap((line) => filled(line, columns)) : widths;
}

function neededColumns(tile: RowTile, gridWidth: number): number {
  const isTile = tile.type === "CHART" || tile.type === "MARKDOWN" || tile.type === "COLUMN";
  if (!isTile || gridWidth === 0) return 1;
  const column = (gridWidth - GAP * (GRID_COLUMNS - 1)) / GRID_COLUMNS;
  return Math.ceil(((tile.isFigure ? MIN_FIGURE_PX : MIN_TILE_PX) + GAP) / (column + GAP));
}

function linesOf(spans: readonly number[], columns: number): number[][] {
  const lines: number[][] = [[]];
  let used = 0;
  for (const span of spans) {
    if (used + span > columns && used > 0) {
      lines.push([]);
      used = 0;
    }
    lines.at(-1)?.push(span);
    used += span;
  }
  return lines;
}

function filled(line: readonly number[], columns: number): number[] {
  const total = line.reduce((sum, span) => sum + span, 0);
  let before = 0;
  return line.map((_, at) => {
    const until = Math.round((line.slice(0, at + 1).reduce((sum, span) => sum + span, 0) / total) * columns);
    const span = until - before;
    before = until;
    return span;
  });
}
