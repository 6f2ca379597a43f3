/** Row -1 is the header (its innermost row). */
export interface GridPosition {
  row: number;
  column: number;
}

export interface GridSize {
  rows: number;
  columns: number;
  page: number;
  headers?: number;
}

export interface KeyStroke {
  key: string;
  isCtrl: boolean;
}

export function moveCursor(at: GridPosition, { key, isCtrl }: KeyStroke, size: GridSize): GridPosition | undefined {
  const last = { row: size.rows - 1, column: size.columns - 1 };
  const moved = (isCtrl ? jumps(at, last)[key] : undefined) ?? steps(at, last, size.page)[key];
  if (!moved) return undefined;
  return {
    row: Math.max(-(size.headers ?? 1), Math.min(last.row, moved.row)),
    column: Math.max(0, Math.min(last.column, moved.column)),
  };
}

type Moves = Readonly<Record<string, GridPosition | undefined>>;

function steps(at: GridPosition, last: GridPosition, page: number): Moves {
  return {
    ArrowUp: { ...at, row: at.row - 1 },
    ArrowDown: { ...at, row: at.row + 1 },
    ArrowLeft: { ...at, column: at.column - 1 },
    ArrowRight: { ...at, column: at.column + 1 },
    Home: { ...at, column: 0 },
    End: { ...at, column: last.column },
    PageUp: { ...at, row: Math.max(0, at.row - page) },
    PageDown: { ...at, row: at.row + page },
  };
}

function jumps(at: GridPosition, last: GridPosition): Moves {
  return {
    ArrowUp: { ...at, row: -1 },
    ArrowDown: { ...at, row: last.row },
    ArrowLeft: { ...at, column: 0 },
    ArrowRight: { ...at, column: last.column },
    Home: { row: 0, column: 0 },
    End: last,
  };
}

export interface CellRange {
  from: GridPosition;
  to: GridPosition;
}

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
