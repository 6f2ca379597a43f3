import { takeCarried } from "./carried-answers.ts";

/** What a form has posted to a page: it comes with the page as an element of data, and is kept while its person signs in. */

const KEY = "tessera.posted";

export interface Posted {
  text: string;
  /** Whether it waited for somebody to sign in, who need not be the one who posted it. */
  isKept: boolean;
}

/** What was posted to this address, given out once. */
export function takePosted(address: string): Posted | undefined {
  const text = takeCarried(address);
  const brought = text === undefined ? undefined : { text, isKept: false };
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? "null");
    sessionStorage.removeItem(KEY);
    if (brought !== undefined || !Array.isArray(kept) || kept[0] !== address) return brought;
    return { text: String(kept[1]), isKept: true };
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

/** Lets go of what was kept, but for this address: its person has signed out, or in to somewhere else. */
export function dropPosted(but?: string): void {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? "null");
    if (but === undefined || !Array.isArray(kept) || kept[0] !== but) sessionStorage.removeItem(KEY);
  } catch {
    // A forbidden store holds nothing; what cannot be read is not taken.
  }
}
