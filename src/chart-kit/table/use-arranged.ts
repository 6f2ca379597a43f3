import { useMemo, useState } from "react";
import type { DataRow } from "../../model/query-context.ts";
import type { TableColumn } from "./column.ts";
import { nextSort, searchRows, sortRows, type TableSort } from "./rows.ts";

interface Arrangement {
  columns: readonly TableColumn[];
  rows: readonly DataRow[];
  search?: string;
  searchColumn?: string;
  sort?: readonly TableSort[];
  onSort?(sort: TableSort[]): void;
  /** Rows come sorted and searched already. */
  isManual?: boolean;
  /** Given with `onToggleOriginal`: the caller keeps which columns show their original values. */
  originals?: ReadonlySet<string>;
  onToggleOriginal?(key: string): void;
}

/** Columns in the user's order and notation, and rows searched and sorted. */
export function useArranged(arrangement: Arrangement) {
  const { columns, rows, search = "", searchColumn, sort, onSort, isManual } = arrangement;
  const [ownSort, setOwnSort] = useState<readonly TableSort[]>([]);
  const [order, setOrder] = useState<readonly string[]>([]);
  const [ownOriginals, setOriginals] = useState<ReadonlySet<string>>(new Set());
  const originals = arrangement.originals ?? ownOriginals;
  const sorts = sort ?? ownSort;

  const arrangedColumns = useMemo(
    () => ordered(columns, order).map((column) => (originals.has(column.key) ? asOriginal(column) : column)),
    [columns, order, originals],
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
      const next = nextSort(sorts, key, additive);
      if (!sort) setOwnSort(next);
      onSort?.(next);
    },
    moveColumn(key: string, before: string) {
      const keys = arrangedColumns.map((column) => column.key).filter((other) => other !== key);
      const target = keys.indexOf(before);
      const movesRight =
        arrangedColumns.findIndex((c) => c.key === key) < arrangedColumns.findIndex((c) => c.key === before);
      keys.splice(movesRight ? target + 1 : target, 0, key);
      setOrder(keys);
    },
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

function ordered(columns: readonly TableColumn[], order: readonly string[]): readonly TableColumn[] {
  if (order.length === 0) return columns;
  const rank = (column: TableColumn) => {
    const index = order.indexOf(column.key);
    return index === -1 ? order.length : index;
  };
  return [...columns].sort((a, b) => rank(a) - rank(b));
}

/** Epoch milliseconds as the database gave them; text dates as they are. */
export function asOriginal(column: TableColumn): TableColumn {
  return { ...column, format: String };
}
