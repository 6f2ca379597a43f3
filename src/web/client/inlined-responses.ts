import { nowMs } from "./clock.ts";

const FRESH_MS = 10_000;
export const openedAt = nowMs();

/** JSON of a GET response that the server inlined in the page; returned only once. */
export function takeInlinedResponse(address: string): string | undefined {
  if (nowMs() - openedAt > FRESH_MS) return undefined;
  return takeInlined(address);
}

/** Without an expiry, for data that doesn't become stale. */
export function takeInlined(address: string): string | undefined {
  for (const element of document.querySelectorAll<HTMLScriptElement>("script[data-answer]")) {
    if (element.dataset.answer !== address) continue;
    element.remove();
    return element.textContent ?? undefined;
  }
  return undefined;
}
