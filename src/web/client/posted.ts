import { takeInlined } from "./inlined-responses.ts";

/** Text that a form posted to a page. The server inlines it; session storage keeps it during sign-in. */

const KEY = "tessera.posted";

export interface Posted {
  text: string;
  /** It was stored during sign-in, possibly by another user. */
  isStored: boolean;
}

export function takePosted(address: string): Posted | undefined {
  const text = takeInlined(address);
  const inlined = text === undefined ? undefined : { text, isStored: false };
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? "null");
    sessionStorage.removeItem(KEY);
    if (inlined !== undefined || !Array.isArray(stored) || stored[0] !== address) return inlined;
    return { text: String(stored[1]), isStored: true };
  } catch {
    return inlined;
  }
}

/** Stores it beyond this page, as signing in may lead to a provider and back. */
export function storePosted(address: string): void {
  const inlined = takeInlined(address);
  if (inlined === undefined) return;
  try {
    sessionStorage.setItem(KEY, JSON.stringify([address, inlined]));
  } catch {
    // With a full or blocked store the page opens without it.
  }
}

/** Drops the stored text unless it is for the URL `but`: the user signed out, or signed in to another page. */
export function dropPosted(but?: string): void {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? "null");
    if (but === undefined || !Array.isArray(stored) || stored[0] !== but) sessionStorage.removeItem(KEY);
  } catch {
    // A blocked store has nothing; invalid data is never used.
  }
}
