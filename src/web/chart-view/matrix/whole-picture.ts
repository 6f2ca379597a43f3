import { t } from "../../../i18n/translate.ts";
import { later } from "../../client/clock.ts";
import { GRID, unfold, WHOLE, WHOLE_EVENT } from "./whole.ts";

const POLL_MS = 100;
const TIMEOUT_MS = 60_000;

/**
 * Runs `take` while the element is as high as its content and all its grids show all cells. Rejects like `take`, or if
 * charts don't load within a minute.
 */
export async function captureWholeElement<T>(element: HTMLElement, take: () => Promise<T>): Promise<T> {
  if (!element.querySelector(`[${GRID}]`) && !isCut(element)) return withoutBars(element, take);
  const folds: (() => void)[] = [];
  mark(element, true);
  try {
    do {
      folds.push(unfold(element));
      await waitForCharts(element);
    } while (isCut(element));
    return await withoutBars(element, take);
  } finally {
    mark(element, false);
    for (const fold of folds.reverse()) fold();
  }
}

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

/** Charts that become visible start loading a moment later. */
async function waitForCharts(element: HTMLElement): Promise<void> {
  const until = performance.now() + TIMEOUT_MS;
  do {
    if (performance.now() > until) throw new Error(t("The charts took too long to load."));
    await new Promise<void>((resolve) => {
      later(POLL_MS, resolve);
    });
  } while (element.querySelector(UNFINISHED));
}
