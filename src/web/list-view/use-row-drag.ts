import { type RefObject, useEffect, useRef } from "react";
import type { ListDefinition, ListRow } from "./definition.ts";
import type { Selection } from "./selection.ts";

/** Drags the row, or all selected ones if it is among them. */
export function useRowDrag<T extends ListRow, E extends HTMLElement>(
  { drag }: ListDefinition<T>,
  row: T,
  selection: Selection<T>,
): RefObject<E | null> {
  const element = useRef<E>(null);
  const rows = () => (selection.rows.has(row.id) ? [...selection.rows.values()] : [row]);
  const latest = useRef(rows);
  latest.current = rows;
  useEffect(() => (element.current && drag ? drag(element.current, () => latest.current()) : undefined), [drag]);
  return element;
}
