import { type KeyboardEvent, useEffect } from "react";
import { isTyping } from "../navigation/shell-keys.ts";
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
  if (event.key === "Escape") {
    acts.onClear();
    event.preventDefault();
    return;
  }
  const element = (event.target as HTMLElement).closest<HTMLElement>("[data-row]");
  const at = acts.rows.findIndex((row) => `${row.id}` === element?.dataset.row);
  const row = acts.rows[at];
  if (row === undefined) return;
  const handled = actOnRow(event, row, acts) || (event.target === element && actOnFocusedRow(event, at, acts));
  if (handled) event.preventDefault();
}

/** Keys that act wherever inside the row the focus is. */
function actOnRow<T extends ListRow>(event: KeyboardEvent, row: T, acts: ListKeyActs<T>): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  if (event.key.toLowerCase() === "x") acts.onSelect(row, event.shiftKey);
  else if (event.key === "s") acts.onFavorite(row);
  else if (event.key === "ContextMenu" || (event.key === "F10" && event.shiftKey)) acts.onMenu(row);
  else return false;
  return true;
}

/** Keys that act only when the row itself has the focus, not a control inside it. */
function actOnFocusedRow<T extends ListRow>(
  event: KeyboardEvent<HTMLElement>,
  at: number,
  acts: ListKeyActs<T>,
): boolean {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const row = acts.rows[at];
  if (step !== undefined) focusRow(event.currentTarget, acts.rows[at + step]);
  else if (event.key === "Enter" && row) acts.onOpen(row, event.ctrlKey || event.metaKey);
  else return false;
  return true;
}

function focusRow(list: HTMLElement, row: ListRow | undefined): void {
  if (row === undefined) return;
  list.querySelector<HTMLElement>(`[data-row="${row.id}"]`)?.focus();
}

/** Keys of the list that work wherever the focus is on the page: v switches the view, ↓ enters the rows. */
export function usePageKeys(acts: { onView(): void; onEnter(): void }): void {
  useEffect(() => {
    const handleKey = (event: globalThis.KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (isTyping(event.target) || isWithin(event.target, "[role=dialog], [role=menu]")) return;
      if (event.key === "v") acts.onView();
      else if (event.key === "ArrowDown" && event.target === document.body) acts.onEnter();
    };
    window.addEventListener("keydown", handleKey);
    return () => window.removeEventListener("keydown", handleKey);
  }, [acts]);
}

function isWithin(target: EventTarget | null, selector: string): boolean {
  return target instanceof Element && target.closest(selector) !== null;
}
