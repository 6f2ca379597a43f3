import { type RefObject, useEffect, useState } from "react";

/**
 * Screenshots show all cells of a grid, not only visible ones: the code that takes one marks the element and dispatches
 * an event; grids then render every cell, grow until nothing scrolls, and report it in an attribute. The server's
 * screenshots use the same names.
 */
export const WHOLE = "data-whole-grids";
export const WHOLE_EVENT = "tessera-whole-grids";

export const GRID = "data-grid-of-charts";
export type GridState = "in-part" | "busy" | "whole";

export function useIsWhole(frame: RefObject<HTMLElement | null>): boolean {
  const [isWhole, setIsWhole] = useState(false);
  useEffect(() => {
    const read = () => setIsWhole(frame.current?.closest(`[${WHOLE}]`) != null);
    read();
    window.addEventListener(WHOLE_EVENT, read);
    return () => window.removeEventListener(WHOLE_EVENT, read);
  }, [frame]);
  return isWhole;
}

/**
 * Expands a scroll container and its ancestors, up to the next one that scrolls, to the height of their content.
 * Returns a function that restores them.
 */
export function unfold(scroller: HTMLElement): () => void {
  const changed: [element: HTMLElement, minHeight: string][] = [];
  for (let at: HTMLElement | null = scroller; at; at = at.parentElement) {
    if (at !== scroller && /auto|scroll/.test(getComputedStyle(at).overflowY)) break;
    const missing = at.scrollHeight - at.clientHeight;
    if (missing > 0) {
      changed.push([at, at.style.minHeight]);
      at.style.minHeight = `${at.offsetHeight + missing}px`;
    }
    if (at.hasAttribute(WHOLE)) break;
  }
  return () => {
    for (const [element, minHeight] of changed) element.style.minHeight = minHeight;
  };
}
