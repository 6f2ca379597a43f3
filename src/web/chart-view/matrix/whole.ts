import { type RefObject, useEffect, useState } from "react";

/**
 * A picture of an element shows all cells of the grids in it, not those alone that are scrolled into view: who takes one
 * marks the element and tells the window; its grids then draw every cell, grow until nothing is left to scroll, and say
 * so in an attribute of their own. The server's camera does the same by these names.
 */
export const WHOLE = "data-whole-grids";
export const WHOLE_EVENT = "tessera-whole-grids";

/** Of a grid: it is not there yet, or all of it is. */
export const GRID = "data-grid-of-charts";
export type GridStanding = "in-part" | "busy" | "whole";

/** Whether the grid that `frame` is of is in an element of which a picture is taken. */
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

/** Lets what scrolls, and all that it is in up to the next that scrolls, be as high as its content; returns the way back. */
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
