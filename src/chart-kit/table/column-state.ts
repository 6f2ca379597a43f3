import type { TableColumn } from "../../chart-seam/table-column.ts";

/** Set by the viewer. The list is in column order; keys are wire names. */
export interface ColumnState {
  colId: string;
  hide?: boolean | null;
  pinned?: "left" | null;
  width?: number | null;
}

export type ColumnStates = readonly ColumnState[];

export function arranged(columns: readonly TableColumn[], states: ColumnStates): readonly TableColumn[] {
  if (states.length === 0) return columns;
  const rank = new Map(states.map((state, index) => [state.colId, { ...state, index }]));
  const placeOf = ({ key }: TableColumn) => {
    const state = rank.get(key);
    return (state?.index ?? states.length) - (state?.pinned === "left" ? states.length + 1 : 0);
  };
  return columns.filter(({ key }) => !rank.get(key)?.hide).sort((a, b) => placeOf(a) - placeOf(b));
}

export function pinnedCount(columns: readonly TableColumn[], states: ColumnStates): number {
  const pinned = new Set(states.flatMap((state) => (state.pinned === "left" ? [state.colId] : [])));
  return columns.filter(({ key }) => pinned.has(key)).length;
}

export function changed(
  states: ColumnStates,
  columns: readonly TableColumn[],
  change: ColumnState,
): readonly ColumnState[] {
  const known = withAll(states, columns);
  return known.map((state) => (state.colId === change.colId ? { ...state, ...change } : state));
}

export function moved(
  states: ColumnStates,
  columns: readonly TableColumn[],
  { key, to }: { key: string; to: string },
): readonly ColumnState[] {
  const known = withAll(states, columns);
  const [from, target] = [key, to].map((name) => known.findIndex(({ colId }) => colId === name));
  const moved = known[from ?? -1];
  if (!moved || target === undefined || target === -1) return states;
  const rest = known.filter((state) => state !== moved);
  return rest.toSpliced(target, 0, moved);
}

function withAll(states: ColumnStates, columns: readonly TableColumn[]): readonly ColumnState[] {
  const known = new Set(states.map(({ colId }) => colId));
  return [...states, ...columns.flatMap(({ key }) => (known.has(key) ? [] : [{ colId: key }]))];
}
