import { useMemo, useState } from "react";
import type { TableColumn } from "../../chart-seam/table-column.ts";
import type { DataRow } from "../../model/query-context.ts";
import { arranged, type ColumnStates, changed, moved, pinnedCount } from "./column-state.ts";
import { nextSort, searchRows, sortRows, type TableSort } from "./rows.ts";

interface Arrangement {
  columns: readonly TableColumn[];
  rows: readonly DataRow[];
  search?: string;
  searchColumn?: string;
  sort?: readonly TableSort[];
  unsorted?: readonly TableSort[];
  onSort?(sort: TableSort[]): void;
  isManual?: boolean;
  originals?: ReadonlySet<string>;
  onToggleOriginal?(key: string): void;
  columnState?: ColumnStates;
  onColumnState?(states: ColumnStates): void;
}

export function useArranged(arrangement: Arrangement) {
  const { columns, rows, search = "", searchColumn, sort, onSort, isManual } = arrangement;
  const [ownSort, setOwnSort] = useState<readonly TableSort[]>([]);
  const [ownStates, setOwnStates] = useState<ColumnStates>([]);
  const [ownOriginals, setOriginals] = useState<ReadonlySet<string>>(new Set());
  const originals = arrangement.originals ?? ownOriginals;
  const sorts = sort ?? ownSort;
  const states = arrangement.columnState ?? ownStates;
  const setStates = arrangement.onColumnState ?? setOwnStates;

  const arrangedColumns = useMemo(
    () => arranged(columns, states).map((column) => (originals.has(column.key) ? asOriginal(column) : column)),
    [columns, states, originals],
  );
  const arrangedRows = useMemo(
    () => (isManual ? rows : sortRows(searchRows(rows, columns, { text: search, columnKey: searchColumn }), sorts)),
    [rows, columns, search, searchColumn, sorts, isManual],
  );

  return {
    columns: arrangedColumns,
    rows: arrangedRows,
    sorts,
    originals,
    toggleSort(key: string, additive: boolean) {
      const next = nextSort(sorts, key, { additive, unsorted: arrangement.unsorted });
      if (!sort) setOwnSort(next);
      onSort?.(next);
    },
    pinned: pinnedCount(arrangedColumns, states),
    widths: useMemo(() => widthsOf(states), [states]),
    resizeColumn: (colId: string, width: number) => setStates(changed(states, columns, { colId, width })),
    moveColumn: (key: string, to: string) => setStates(moved(states, columns, { key, to })),
    toggleOriginal(key: string) {
      if (arrangement.onToggleOriginal) arrangement.onToggleOriginal(key);
      else setOriginals((known) => toggled(known, key));
    },
  };
}

function toggled(known: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(known);
  if (!next.delete(key)) next.add(key);
  return next;
}

function widthsOf(states: ColumnStates): Readonly<Record<string, number>> {
  return Object.fromEntries(states.flatMap(({ colId, width }) => (width ? [[colId, width]] : [])));
}

export function asOriginal(column: TableColumn): TableColumn {
  return { ...column, format: String };
}
