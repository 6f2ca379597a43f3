import { nowMs } from "./clock.ts";

/** Answers that came with the page, as elements of data: what its scripts ask for first needs no request. */

/** Later ones are asked for anew. */
const FRESH_MS = 10_000;
/** Epoch milliseconds. */
export const openedAt = nowMs();

/** The text of the answer to a GET of this address, given out once; undefined when the page did not bring it. */
export function takeCarriedAnswer(address: string): string | undefined {
  if (nowMs() - openedAt > FRESH_MS) return undefined;
  return takeCarried(address);
}

/** The same however long the page has been open: what does not grow old. */
export function takeCarried(address: string): string | undefined {
  for (const element of document.querySelectorAll<HTMLScriptElement>("script[data-answer]")) {
    if (element.dataset.answer !== address) continue;
    element.remove();
    return element.textContent ?? undefined;
  }
  return undefined;
}
