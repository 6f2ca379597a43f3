import { later } from "../../client/clock.ts";
import { GRID, unfold, WHOLE, WHOLE_EVENT } from "./whole.ts";

const POLL_MS = 100;
const LONGEST_MS = 60_000;

/**
 * What `take` makes of the element while nothing in it is left to scroll: it is as high as its content, and every grid of
 * charts in it shows all of its cells. Rejects as `take` does, and when the charts are not there within a minute.
 */
export async function wholePicture<T>(element: HTMLElement, take: () => Promise<T>): Promise<T> {
  if (!element.querySelector(`[${GRID}]`) && !isCut(element)) return withoutBars(element, take);
  const folds: (() => void)[] = [];
  mark(element, true);
  try {
    do {
      folds.push(unfold(element));
      await drawn(element);
    } while (isCut(element));
    return await withoutBars(element, take);
  } finally {
    mark(element, false);
    for (const fold of folds.reverse()) fold();
  }
}

/** A picture cannot be scrolled: bars would only lie on what is in it. */
async function withoutBars<T>(element: HTMLElement, take: () => Promise<T>): Promise<T> {
  element.toggleAttribute("data-pictured", true);
  try {
    return await take();
  } finally {
    element.toggleAttribute("data-pictured", false);
  }
}

const isCut = ({ scrollHeight, clientHeight }: HTMLElement) => scrollHeight > clientHeight;

function mark(element: HTMLElement, isWhole: boolean): void {
  element.toggleAttribute(WHOLE, isWhole);
  window.dispatchEvent(new Event(WHOLE_EVENT));
}

const UNFINISHED = `[${GRID}]:not([${GRID}="whole"]), [data-status="loading"]`;

/** Charts that come into sight ask for themselves a moment later. */
async function drawn(element: HTMLElement): Promise<void> {
  const until = performance.now() + LONGEST_MS;
  do {
    if (performance.now() > until) throw new Error("The charts did not come in time.");
    await new Promise<void>((resolve) => {
      later(POLL_MS, resolve);
    });
  } while (element.querySelector(UNFINISHED));
}
