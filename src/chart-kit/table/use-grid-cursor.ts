import { type KeyboardEvent, useState } from "react";
import { inlineKey } from "../../i18n/direction.ts";
import { type CellRange, type GridPosition, type GridSize, moveCursor, rangeOf } from "./grid-cursor.ts";

export interface CursorActions {
  size: GridSize;
  reveal(at: GridPosition): void;
  activate(at: GridPosition, additive: boolean): void;
  /** Space, if different from Enter; returns false when not handled. */
  toggle?(at: GridPosition): boolean;
  resize?(column: number, byPixels: number): void;
  move?(column: number, by: -1 | 1): void;
  menu(at: GridPosition): void;
}

const RESIZE_STEP = 16;

export function useGridCursor(actions: CursorActions) {
  const [active, setActive] = useState<GridPosition>();
  const [anchor, setAnchor] = useState<GridPosition>();
  const range: CellRange | undefined = active && rangeOf(anchor ?? active, active);

  function place(at: GridPosition, extend: boolean) {
    setActive(at);
    setAnchor((known) => (extend ? (known ?? active ?? at) : undefined));
  }

  function handleHeaderKey(event: KeyboardEvent, at: GridPosition): boolean {
    if (at.row !== -1 || !/^Arrow(Left|Right)$/.test(event.key)) return false;
    const direction = inlineKey(event.key) === "ArrowLeft" ? -1 : 1;
    if (event.altKey && actions.resize) actions.resize(at.column, direction * RESIZE_STEP);
    else if (event.ctrlKey && event.shiftKey && actions.move) actions.move(at.column, direction);
    else return false;
    return true;
  }

  function handleKey(event: KeyboardEvent): boolean {
    const at = active ?? { row: -1, column: 0 };
    const isCtrl = event.ctrlKey || event.metaKey;
    if (isCtrl && event.key.toLowerCase() === "a") {
      setAnchor({ row: -1, column: 0 });
      setActive({ row: actions.size.rows - 1, column: actions.size.columns - 1 });
      return true;
    }
    if (event.key === "Enter" || event.key === " ") {
      press(actions, event, at);
      return true;
    }
    if (event.key === "ContextMenu" || (event.key === "F10" && event.shiftKey)) {
      actions.menu(at);
      return true;
    }
    if (handleHeaderKey(event, at)) return true;
    const next = moveCursor(at, { key: inlineKey(event.key), isCtrl }, actions.size);
    if (!next) return false;
    place(next, event.shiftKey);
    actions.reveal(next);
    return true;
  }

  return {
    active,
    range,
    hasRange: Boolean(active && anchor),
    place,
    onKeyDown(event: KeyboardEvent) {
      if (event.target !== event.currentTarget || !handleKey(event)) return;
      event.preventDefault();
      event.stopPropagation();
    },
    onFocus() {
      setActive((known) => known ?? { row: -1, column: 0 });
    },
  };
}

function press(actions: CursorActions, event: KeyboardEvent, at: GridPosition): void {
  if (event.key === " " && actions.toggle?.(at)) return;
  actions.activate(at, event.shiftKey || event.ctrlKey || event.metaKey);
}
