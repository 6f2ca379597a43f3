import { type ClipboardEvent, type MouseEvent, useCallback } from "react";
import type { DataRow } from "../../model/query-context.ts";
import type { TableColumn } from "./column.ts";
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

/** Mouse, clipboard and activation of a table, by the position of the cell an event came from. */
export function useTableEvents(props: DataTableProps, { columns, rows, toggleSort }: Arranged, id: string) {
  const { onCellClick, onCellMenu } = props;
  const canClick = onCellClick !== undefined;
  const isClickable = useCallback((column: TableColumn) => canClick && column.isDimension === true, [canClick]);

  const cellAt = ({ row: index, column: at }: GridPosition): TableCell | undefined => {
    const [row, column] = [rows[index], columns[at]];
    return row && column ? { row, column, value: row[column.key] ?? null } : undefined;
  };
  const element = (at: GridPosition) => document.getElementById(`${id}-${at.row}-${at.column}`);

  function activate(at: GridPosition, additive: boolean) {
    const column = columns[at.column];
    if (at.row === -1) {
      if (column && column.sortable !== false) toggleSort(column.key, additive);
      return;
    }
    const cell = cellAt(at);
    if (cell && isClickable(cell.column)) onCellClick?.(cell, additive);
    else element(at)?.querySelector("a")?.click();
  }

  function menu(at: GridPosition) {
    const cell = cellAt(at);
    const bounds = element(at)?.getBoundingClientRect();
    if (cell && bounds) onCellMenu?.({ x: bounds.left + 12, y: bounds.bottom }, cell);
  }

  const handlers = (cursor: Cursor) => ({
    onMouseDown(event: MouseEvent) {
      const at = positionOf(event.target);
      if (!at || event.button !== 0) return;
      cursor.place(at, event.shiftKey);
      if (event.shiftKey) event.preventDefault();
    },
    onMouseOver(event: MouseEvent) {
      const at = event.buttons === 1 ? positionOf(event.target) : undefined;
      const { from, to } = cursor.range ?? {};
      if (!at || !from || !to || (from.row === to.row && from.column === to.column && isSame(at, from))) return;
      window.getSelection()?.removeAllRanges();
      cursor.place(at, true);
    },
    onClick(event: MouseEvent) {
      const at = positionOf(event.target);
      if (!at || event.target instanceof HTMLAnchorElement) return;
      const cell = cellAt(at);
      if (cell && isClickable(cell.column)) onCellClick?.(cell, event.ctrlKey || event.metaKey || event.shiftKey);
    },
    onContextMenu(event: MouseEvent) {
      const at = positionOf(event.target);
      const cell = at && cellAt(at);
      if (!cell || !onCellMenu) return;
      event.preventDefault();
      event.stopPropagation();
      onCellMenu({ x: event.clientX, y: event.clientY }, cell);
    },
    onCopy(event: ClipboardEvent) {
      const isTextSelected = !(window.getSelection()?.isCollapsed ?? true);
      if (!cursor.range || isTextSelected) return;
      event.preventDefault();
      event.clipboardData.setData("text/plain", toTsv(rows, columns, cursor.range));
    },
  });

  const revealColumn = (at: GridPosition) => element(at)?.scrollIntoView?.({ block: "nearest", inline: "nearest" });
  return { isClickable, activate, menu, handlers, revealColumn };
}

/** Position of the body cell an event happened in. */
function positionOf(target: EventTarget): GridPosition | undefined {
  if (!(target instanceof Element)) return undefined;
  const cell = target.closest<HTMLElement>("td[data-column]");
  const row = cell?.closest<HTMLElement>("tr[data-row]");
  if (!cell || !row) return undefined;
  return { row: Number(row.dataset.row), column: Number(cell.dataset.column) };
}

function isSame(a: GridPosition, b: GridPosition): boolean {
  return a.row === b.row && a.column === b.column;
}
