import type { ClipboardEvent, MouseEvent } from "react";
import type { CellRange, GridPosition } from "../../chart-kit/table/grid-cursor.ts";
import type { RendererProps, Selection } from "../../chart-seam/chart-type.ts";
import { type HeadingRun, headingsOf } from "./headings.ts";
import { cellText } from "./layout.ts";
import { selectionOf } from "./selecting.ts";
import type { PivotDrawing } from "./transform.ts";
import type { PivotView } from "./use-pivot-view.ts";

export interface PivotGrid {
  id: string;
  drawing: PivotDrawing;
  view: PivotView;
  runs: readonly (readonly HeadingRun[])[];
  levels: number;
}

type Handlers = Pick<RendererProps, "onSelect" | "onContextMenu">;

export function pivotActions(grid: PivotGrid, { onSelect, onContextMenu }: Handlers) {
  const { id, drawing, view, levels, runs } = grid;
  const runAt = ({ row, column }: GridPosition) =>
    runs[row + runs.length]?.find(({ start, end }) => column - levels >= start && column - levels < end);
  const headingAt = ({ row, column }: GridPosition) => {
    const line = view.rows[row];
    return line && headingsOf(line, drawing.rows, drawing).findLast(({ level }) => level <= column);
  };

  function selectionAt(at: GridPosition): Selection | null {
    const isHeading = at.column < levels;
    if (at.row < 0) return isHeading ? null : selectionOf(drawing, undefined, runAt(at)?.node);
    if (isHeading) return selectionOf(drawing, headingAt(at)?.node);
    return selectionOf(drawing, view.rows[at.row]?.node, view.columns[at.column - levels]?.node);
  }

  function activate(at: GridPosition, additive: boolean): void {
    const selection = selectionAt(at);
    if (at.row < 0 && at.column < levels) view.sortByKeys();
    else if (selection && onSelect) onSelect(selection, additive);
    else if (!onSelect) toggle(at);
  }

  function toggle(at: GridPosition): boolean {
    const heading = at.row < 0 ? runAt(at) : at.column < levels ? headingAt(at) : undefined;
    if (heading?.fold && heading.node) view.fold(at.row < 0 ? "columns" : "rows", heading.node.id);
    else if (at.row === -1 && at.column >= levels) sortBy(at);
    else return false;
    return true;
  }

  function sortBy(at: GridPosition): void {
    const line = view.columns[at.column - levels];
    if (line) view.sortByColumn(line);
  }

  function menu(at: GridPosition, point?: { x: number; y: number }): boolean {
    if (!onContextMenu) return false;
    const bounds = document.getElementById(`${id}-${at.row}-${at.column}`)?.getBoundingClientRect();
    onContextMenu(point ?? { x: (bounds?.left ?? 0) + 12, y: bounds?.bottom ?? 0 }, selectionAt(at));
    return true;
  }

  return { activate, toggle, sortBy, menu, copy: (range: CellRange) => toTsv(grid, range) };
}

interface Cursor {
  range?: CellRange;
  place(at: GridPosition, extend: boolean): void;
}

export function pivotHandlers(actions: ReturnType<typeof pivotActions>, cursor: Cursor, grid: PivotGrid) {
  const at = (event: MouseEvent) => positionOf(event.target, grid);
  return {
    onMouseDown(event: MouseEvent) {
      const position = at(event);
      if (position && event.button === 0) cursor.place(position, event.shiftKey);
    },
    onClick(event: MouseEvent) {
      const position = at(event);
      if (!position || event.target instanceof HTMLAnchorElement) return;
      const act =
        event.target instanceof Element ? event.target.closest<HTMLElement>("button[data-act]")?.dataset.act : "";
      if (act === "sort") actions.sortBy(position);
      else if (act === "fold") actions.toggle(position);
      else actions.activate(position, event.ctrlKey || event.metaKey);
    },
    onContextMenu(event: MouseEvent) {
      const position = at(event);
      if (!position || !actions.menu(position, { x: event.clientX, y: event.clientY })) return;
      event.preventDefault();
      event.stopPropagation();
    },
    onCopy(event: ClipboardEvent) {
      if (!cursor.range || !(window.getSelection()?.isCollapsed ?? true)) return;
      event.preventDefault();
      event.clipboardData.setData("text/plain", actions.copy(cursor.range));
    },
  };
}

function positionOf(target: EventTarget, { levels, runs }: PivotGrid): GridPosition | undefined {
  const cell = target instanceof Element ? target.closest<HTMLElement>("[data-level], [data-column]") : null;
  if (!cell) return undefined;
  const { row, column, level, line } = cell.dataset;
  if (column !== undefined) return { row: Number(row), column: levels + Number(column) };
  if (row !== undefined) return { row: Number(row), column: Number(level) };
  if (line !== undefined) return { row: Number(level) - runs.length, column: levels + Number(line) };
  return { row: -1, column: Number(level) };
}

function toTsv({ drawing, view, levels, runs }: PivotGrid, { from, to }: CellRange): string {
  const lines: string[] = [];
  for (let row = from.row; row <= to.row; row++) {
    const cells: string[] = [];
    for (let column = from.column; column <= to.column; column++) cells.push(textAt(row, column));
    lines.push(cells.join("\t"));
  }
  return lines.join("\n");

  function textAt(row: number, column: number): string {
    const [rowLine, columnLine] = [view.rows[row], view.columns[column - levels]];
    if (row < 0) {
      const run = runs[row + runs.length]?.find(({ start, end }) => column - levels >= start && column - levels < end);
      return run?.text ?? (row === -1 ? (drawing.rows.names[column] ?? "") : "");
    }
    if (!rowLine) return "";
    if (columnLine) return cellText(rowLine, columnLine, drawing);
    return headingsOf(rowLine, drawing.rows, drawing).find(({ level }) => level === column)?.text ?? "";
  }
}
