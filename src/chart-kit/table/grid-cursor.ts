/** Where the keyboard is in a grid. Row -1 is the header. */
export interface GridPosition {
  row: number;
  column: number;
}

export interface GridSize {
  rows: number;
  columns: number;
  /** Rows in view, for Page Up and Page Down. */
  page: number;
}

/** The position a key leads to; undefined for keys that do not move. */
export function moveCursor(at: GridPosition, key: string, isCtrl: boolean, size: GridSize): GridPosition | undefined {
  const moved = step(at, key, isCtrl, size);
  if (!moved) return undefined;
  return {
    row: Math.max(-1, Math.min(size.rows - 1, moved.row)),
    column: Math.max(0, Math.min(size.columns - 1, moved.column)),
  };
}

function step(at: GridPosition, key: string, isCtrl: boolean, size: GridSize): GridPosition | undefined {
  switch (key) {
    case "ArrowUp":
      return { ...at, row: isCtrl ? -1 : at.row - 1 };
    case "ArrowDown":
      return { ...at, row: isCtrl ? size.rows - 1 : at.row + 1 };
    case "ArrowLeft":
      return { ...at, column: isCtrl ? 0 : at.column - 1 };
    case "ArrowRight":
      return { ...at, column: isCtrl ? size.columns - 1 : at.column + 1 };
    case "Home":
      return { row: isCtrl ? 0 : at.row, column: 0 };
    case "End":
      return { row: isCtrl ? size.rows - 1 : at.row, column: size.columns - 1 };
    case "PageUp":
      return { ...at, row: Math.max(0, at.row - size.page) };
    case "PageDown":
      return { ...at, row: at.row + size.page };
    default:
      return undefined;
  }
}

/** A rectangle of cells, ends included. */
export interface CellRange {
  from: GridPosition;
  to: GridPosition;
}

/** The rectangle between two corners given in any order. */
export function rangeOf(a: GridPosition, b: GridPosition): CellRange {
  return {
    from: { row: Math.min(a.row, b.row), column: Math.min(a.column, b.column) },
    to: { row: Math.max(a.row, b.row), column: Math.max(a.column, b.column) },
  };
}

export function isInRange(range: CellRange | undefined, row: number, column: number): boolean {
  if (!range) return false;
  const { from, to } = range;
  return row >= from.row && row <= to.row && column >= from.column && column <= to.column;
}
