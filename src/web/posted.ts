import { takeCarried } from "./carried-answers.ts";

/** What a form has posted to a page: it comes with the page as an element of data, and is kept while its person signs in. */

const KEY = "tessera.posted";

/** The text that was posted to this address, given out once. */
export function takePosted(address: string): string | undefined {
  const brought = takeCarried(address);
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? "null");
    sessionStorage.removeItem(KEY);
    if (brought !== undefined || !Array.isArray(kept) || kept[0] !== address) return brought;
    return String(kept[1]);
  } catch {
    return brought;
  }
}

/** Keeps it in this tab beyond this page: signing in may lead to a provider and back. */
export function keepPosted(address: string): void {
  const brought = takeCarried(address);
  if (brought === undefined) return;
  try {
    sessionStorage.setItem(KEY, JSON.stringify([address, brought]));
  } catch {
    // A full or forbidden store: the page opens without it.
  }
}
