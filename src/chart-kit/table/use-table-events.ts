import { type ClipboardEvent, type MouseEvent, useCallback } from "react";
import type { TableColumn } from "../../chart-seam/table-column.ts";
import type { DataRow } from "../../model/query-context.ts";
import type { DataTableProps, TableCell } from "./DataTable.tsx";
import type { CellRange, GridPosition } from "./grid-cursor.ts";
import { toTsv } from "./tsv.ts";

interface Arranged {
  columns: readonly TableColumn[];
  rows: readonly DataRow[];
  toggleSort(key: string, additive: boolean): void;
}

interface Cursor {
  range?: CellRange;
  place(at: GridPosition, extend: boolean): void;
}

export function useTableEvents(
  { onCellClick, onCellMenu, onColumnMenu }: DataTableProps,
  arranged: Arranged,
  id: string,
) {
  const { columns, rows, toggleSort } = arranged;
  const canClick = onCellClick !== undefined;
  const isClickable = useCallback(
    (column: TableColumn) => canClick && (column.isDimension === true || column.canSelect === true),
    [canClick],
  );

  const cellAt = ({ row: index, column: at }: GridPosition): TableCell | undefined => {
    const [row, column] = [rows[index], columns[at]];
    return row && column ? { row, column, value: row[column.key] ?? null } : undefined;
  };
  const element = (at: GridPosition) => document.getElementById(`${id}-${at.row}-${at.column}`);

  function click(at: GridPosition, additive: boolean): boolean {
    const cell = cellAt(at);
    if (!cell || !isClickable(cell.column)) return false;
    onCellClick?.(cell, additive);
    return true;
  }

  function activate(at: GridPosition, additive: boolean) {
    const column = columns[at.column];
    if (at.row >= 0) {
      if (!click(at, additive)) element(at)?.querySelector("a")?.click();
    } else if (column && column.sortable !== false) toggleSort(column.key, additive);
  }

  function menu(at: GridPosition, point?: { x: number; y: number }): boolean {
    const cell = cellAt(at);
    const bounds = element(at)?.getBoundingClientRect();
    const column = at.row === -1 ? columns[at.column] : undefined;
    if (column && onColumnMenu) {
      onColumnMenu(column, { x: bounds?.left ?? 0, y: bounds?.bottom ?? 0, height: bounds?.height ?? 0 });
      return true;
    }
    if (!cell || !onCellMenu) return false;
    onCellMenu(point ?? { x: (bounds?.left ?? 0) + 12, y: bounds?.bottom ?? 0 }, cell);
    return true;
  }

  return {
    isClickable,
    click,
    activate,
    menu,
    copy: (range: CellRange) => toTsv(rows, columns, range),
    revealColumn: (at: GridPosition) => element(at)?.scrollIntoView?.({ block: "nearest", inline: "nearest" }),
  };
}

type TableEvents = ReturnType<typeof useTableEvents>;

export function tableHandlers(events: TableEvents, cursor: Cursor) {
  return {
    onMouseDown(event: MouseEvent) {
      const at = positionOf(event.target);
      if (!at || event.button !== 0) return;
      cursor.place(at, event.shiftKey);
      if (event.shiftKey) event.preventDefault();
    },
    onMouseOver(event: MouseEvent) {
      const at = event.buttons === 1 ? positionOf(event.target) : undefined;
      if (!at || !cursor.range || isOnly(cursor.range, at)) return;
      window.getSelection()?.removeAllRanges();
      cursor.place(at, true);
    },
    onClick(event: MouseEvent) {
      const at = positionOf(event.target);
      if (!at || event.target instanceof HTMLAnchorElement) return;
      events.click(at, event.ctrlKey || event.metaKey);
    },
    onContextMenu(event: MouseEvent) {
      const at = positionOf(event.target);
      if (!at || !events.menu(at, { x: event.clientX, y: event.clientY })) return;
      event.preventDefault();
      event.stopPropagation();
    },
    onCopy(event: ClipboardEvent) {
      const isTextSelected = !(window.getSelection()?.isCollapsed ?? true);
      if (!cursor.range || isTextSelected) return;
      event.preventDefault();
      event.clipboardData.setData("text/plain", events.copy(cursor.range));
    },
  };
}

function positionOf(target: EventTarget): GridPosition | undefined {
  if (!(target instanceof Element)) return undefined;
  const cell = target.closest<HTMLElement>("td[data-column]");
  const row = cell?.closest<HTMLElement>("tr[data-row]");
  if (!cell || !row) return undefined;
  return { row: Number(row.dataset.row), column: Number(cell.dataset.column) };
}

function isOnly({ from, to }: CellRange, at: GridPosition): boolean {
  return from.row === at.row && to.row === at.row && from.column === at.column && to.column === at.column;
}
