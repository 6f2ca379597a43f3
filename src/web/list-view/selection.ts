import { useMemo, useState } from "react";
import type { ListRow } from "./definition.ts";

/** Keeps the rows themselves, so that it survives paging. */
export interface Selection<T extends ListRow> {
  rows: ReadonlyMap<number, T>;
  isOn: boolean;
  /** With `range`, includes all rows from the last toggled one. */
  toggle(row: T, range: boolean): void;
  togglePage(): void;
  addAll(rows: readonly T[]): void;
  clear(): void;
}

export function useSelection<T extends ListRow>(
  rowsOnPage: readonly T[],
  isSelectable?: (row: T) => boolean,
): Selection<T> {
  const [rows, setRows] = useState<ReadonlyMap<number, T>>(new Map());
  const [anchor, setAnchor] = useState<number>();
  return useMemo(() => {
    const only = (members: readonly T[]) => (isSelectable ? members.filter(isSelectable) : members);
    const page = only(rowsOnPage);
    const change = (members: readonly T[], chosen: boolean) =>
      setRows((before) => withRows(before, only(members), chosen));
    return {
      rows,
      isOn: rows.size > 0,
      toggle(row, range) {
        const chosen = !rows.has(row.id);
        change(range ? rowsBetween(page, anchor, row.id) : [row], chosen);
        setAnchor(row.id);
      },
      togglePage: () => change(page, !page.every((row) => rows.has(row.id))),
      addAll: (all) => change(all, true),
      clear: () => setRows(new Map()),
    };
  }, [rows, rowsOnPage, isSelectable, anchor]);
}

export function withRows<T extends ListRow>(before: ReadonlyMap<number, T>, members: readonly T[], chosen: boolean) {
  const after = new Map(before);
  for (const row of members) {
    if (chosen) after.set(row.id, row);
    else after.delete(row.id);
  }
  return after;
}

export function rowsBetween<T extends ListRow>(page: readonly T[], from: number | undefined, to: number): T[] {
  const a = page.findIndex((row) => row.id === from);
  const b = page.findIndex((row) => row.id === to);
  if (b === -1) return [];
  return a === -1 ? page.slice(b, b + 1) : page.slice(Math.min(a, b), Math.max(a, b) + 1);
}
