import { type KeyboardEvent, useEffect } from "react";
import { isTyping } from "../navigation/shell-keys.ts";
import type { ListRow } from "./definition.ts";

export interface ListKeyActions<T extends ListRow> {
  rows: readonly T[];
  onOpen(row: T, newTab: boolean): void;
  onSelect(row: T, range: boolean): void;
  onFavorite(row: T): void;
  onMenu(row: T): void;
  onClear(): void;
}

export function handleListKey<T extends ListRow>(event: KeyboardEvent<HTMLElement>, actions: ListKeyActions<T>): void {
  if (event.defaultPrevented || isTyping(event.target)) return;
  if (event.key === "Escape") {
    actions.onClear();
    event.preventDefault();
    return;
  }
  const element = (event.target as HTMLElement).closest<HTMLElement>("[data-row]");
  const at = actions.rows.findIndex((row) => `${row.id}` === element?.dataset.row);
  const row = actions.rows[at];
  if (row === undefined) return;
  const handled = actOnRow(event, row, actions) || (event.target === element && actOnFocusedRow(event, at, actions));
  if (handled) event.preventDefault();
}

function actOnRow<T extends ListRow>(event: KeyboardEvent, row: T, actions: ListKeyActions<T>): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  if (event.key.toLowerCase() === "x") actions.onSelect(row, event.shiftKey);
  else if (event.key === "s") actions.onFavorite(row);
  else if (event.key === "ContextMenu" || (event.key === "F10" && event.shiftKey)) actions.onMenu(row);
  else return false;
  return true;
}

function actOnFocusedRow<T extends ListRow>(
  event: KeyboardEvent<HTMLElement>,
  at: number,
  actions: ListKeyActions<T>,
): boolean {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const row = actions.rows[at];
  if (step !== undefined) focusRow(event.currentTarget, actions.rows[at + step]);
  else if (event.key === "Enter" && row) actions.onOpen(row, event.ctrlKey || event.metaKey);
  else return false;
  return true;
}

function focusRow(list: HTMLElement, row: ListRow | undefined): void {
  if (row === undefined) return;
  list.querySelector<HTMLElement>(`[data-row="${row.id}"]`)?.focus();
}

export function usePageKeys(actions: { onView(): void; onEnter(): void }): void {
  useEffect(() => {
    const handleKey = (event: globalThis.KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (isTyping(event.target) || isWithin(event.target, "[role=dialog], [role=menu]")) return;
      if (event.key === "v") actions.onView();
      else if (event.key === "ArrowDown" && event.target === document.body) actions.onEnter();
    };
    window.addEventListener("keydown", handleKey);
    return () => window.removeEventListener("keydown", handleKey);
  }, [actions]);
}

function isWithin(target: EventTarget | null, selector: string): boolean {
  return target instanceof Element && target.closest(selector) !== null;
}
