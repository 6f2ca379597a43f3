import { type KeyboardEvent, useEffect } from "react";
import { isTyping } from "../shell/shell-keys.ts";
import type { ListRow } from "./definition.ts";

export interface ListKeyActs<T extends ListRow> {
  rows: readonly T[];
  onOpen(row: T, newTab: boolean): void;
  onSelect(row: T, range: boolean): void;
  onFavorite(row: T): void;
  onMenu(row: T): void;
  onClear(): void;
}

/** ↑ ↓ move between rows, Enter opens, x selects, s stars, the Menu key opens the row's menu, Esc clears. */
export function handleListKey<T extends ListRow>(event: KeyboardEvent<HTMLElement>, acts: ListKeyActs<T>): void {
  if (event.defaultPrevented || isTyping(event.target)) return;
  const element = (event.target as HTMLElement).closest<HTMLElement>("[data-row]");
  const at = acts.rows.findIndex((row) => `${row.id}` === element?.dataset.row);
  const row = acts.rows[at];
  const onRow = event.target === element;
  const move = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (event.key === "Escape") acts.onClear();
  else if (row === undefined) return;
  else if (move !== undefined && onRow) focusRow(event.currentTarget, acts.rows[at + move]);
  else if (event.key === "Enter" && onRow) acts.onOpen(row, event.ctrlKey || event.metaKey);
  else if (event.key === "x" || event.key === "X") acts.onSelect(row, event.shiftKey);
  else if (event.key === "s") acts.onFavorite(row);
  else if (event.key === "ContextMenu" || (event.key === "F10" && event.shiftKey)) acts.onMenu(row);
  else return;
  event.preventDefault();
}

function focusRow(list: HTMLElement, row: ListRow | undefined): void {
  if (row === undefined) return;
  list.querySelector<HTMLElement>(`[data-row="${row.id}"]`)?.focus();
}

/** Keys of the list that work wherever the focus is on the page: v switches the view, ↓ enters the rows. */
export function usePageKeys(acts: { onView(): void; onEnter(): void }): void {
  useEffect(() => {
    const handleKey = (event: globalThis.KeyboardEvent) => {
      const plain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.defaultPrevented;
      if (!plain || isTyping(event.target)) return;
      if (event.target instanceof Element && event.target.closest("[role=dialog], [role=menu], [data-row]")) {
        if (event.key === "v" && !event.target.closest("[role=dialog]")) acts.onView();
        return;
      }
      if (event.key === "v") acts.onView();
      else if (event.key === "ArrowDown" && event.target === document.body) acts.onEnter();
    };
    window.addEventListener("keydown", handleKey);
    return () => window.removeEventListener("keydown", handleKey);
  }, [acts]);
}
